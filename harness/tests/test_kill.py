"""A harness that is killed loses the measurement in hand and nothing else."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import time

import pytest

from conftest import BENCH, LAUNCHER, LONG, MMAP, PREAD, READ, READMARK, SUFFIX, command, environment, query, sound

KILLS = 5 if LAUNCHER else 50  # an emulator takes seconds for each start
ROUNDS = "15" if LAUNCHER else "60"
LATEST = 5.0 if LAUNCHER else 0.7  # seconds after which a run is killed


def processes(marker):
    """Those with `marker` in their command line, programs of Windows under Wine too."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as line, open(f"/proc/{process}/stat") as stat:
                zombie = stat.read().rsplit(")", 1)[1].split()[0] == "Z"
                if marker in line.read() and not zombie:
                    found.append(int(process))
        except OSError:
            pass  # ended meanwhile
    return found


def kill(marker):
    for process in processes(marker):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def wait_until(condition):
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def finished(db):
    return query(db, "SELECT count(*) FROM measurement")[0][0]


def has_run(db):
    try:
        tables = db.exists() and query(db, "SELECT 1 FROM sqlite_schema WHERE name = 'run'")
        return bool(tables and query(db, "SELECT 1 FROM run"))
    except sqlite3.Error:  # it is being made just now
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/cmdline"), reason="needs /proc, to find what lives on")
def test_killed_again_and_again(tmp_path, data_dir, db, readmark):
    assert readmark("data", "generate", "2k").returncode == 0
    bench = tmp_path / f"bench-under-test{SUFFIX}"  # names of its own, to find its processes by
    bench.symlink_to(BENCH)
    env = environment(tmp_path, data_dir, db) | {"READMARK_BENCH": str(bench), "TMPDIR": str(tmp_path)}
    begin = ["run", "--data", "2k", "--strategy", f"{READ},{PREAD},{MMAP}", "--buffer", "4k,64k,256k", "--cache", "warm,cold",
             "--rounds", ROUNDS, "--target-ci", "0", "--max-time", "30m"]
    go_on = ["run", "--resume", "latest"]
    generator = random.Random(20261130)
    before = 0
    for turn in range(KILLS):
        arguments = go_on if has_run(db) else begin
        process = subprocess.Popen(command(READMARK, *arguments, "--db", db), env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if arguments is begin and turn % 5 == 4:  # on a loaded machine the others may all come before the run
            assert wait_until(lambda: has_run(db)), "the run does not begin"
        time.sleep(generator.uniform(0.02, LATEST))
        known = finished(db) if has_run(db) else 0
        kill(os.fsencode(db))
        process.wait()
        assert wait_until(lambda: not processes(os.fsencode(bench))), f"a worker lives on after kill {turn}"
        if not db.exists():
            continue
        assert sound(db), f"after kill {turn}"
        now = finished(db) if has_run(db) else 0
        assert now >= known >= before, f"a finished measurement is gone after kill {turn}"
        before = now

    done = subprocess.run(command(READMARK, *go_on, "--db", db, "--json"), env=env, capture_output=True, text=True, timeout=LONG,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["state"] == "finished"
    for case in document["cases"]:
        assert case["status"] in ("ok", "unsupported", "invalid"), case
        if case["role"] == "subject" and case["status"] == "ok":
            assert case["rounds"] + sum("invalid" in f for f in case["findings"]) >= int(ROUNDS) - 1, case
    assert query(db, "SELECT count(*) FROM run") == [(1,)]
    assert query(db, "SELECT entry_id, round FROM measurement WHERE kind = 'timed' GROUP BY entry_id, round HAVING count(*) > 1") == []
    assert sound(db)
    assert readmark("db", "check").returncode == 0
