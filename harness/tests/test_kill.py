"""A harness that is killed loses the measurement in hand and nothing else."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time

from conftest import BENCH, LONG, READMARK, environment, needs_linux, query, sound

KILLS = 50


def workers(marker):
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as command, open(f"/proc/{process}/stat") as stat:
                zombie = stat.read().rsplit(")", 1)[1].split()[0] == "Z"
                if marker in command.read() and not zombie:
                    found.append(int(process))
        except OSError:
            pass  # ended meanwhile
    return found


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


def test_fifty_kills(tmp_path, data_dir, db, readmark):
    needs_linux()
    assert readmark("data", "generate", "2k").returncode == 0
    bench = tmp_path / "bench-under-test"  # a name of its own, to find its processes by
    bench.symlink_to(BENCH)
    env = environment(tmp_path, data_dir, db) | {"READMARK_BENCH": str(bench)}
    begin = ["run", "--data", "2k", "--strategy", "read,pread,mmap", "--buffer", "4k,64k,256k", "--cache", "warm,cold",
             "--min-rounds", "60", "--max-rounds", "60", "--target-ci", "0", "--max-time", "30m"]
    go_on = ["run", "--resume", "latest"]
    generator = random.Random(20261130)
    before = 0
    for kill in range(KILLS):
        command = go_on if has_run(db) else begin
        process = subprocess.Popen([str(READMARK), *command], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        if command is begin and kill % 5 == 4:  # on a loaded machine the others may all come before the run
            assert wait_until(lambda: has_run(db)), "the run does not begin"
        time.sleep(generator.uniform(0.02, 0.7))
        known = finished(db) if db.exists() and query(db, "SELECT 1 FROM sqlite_schema WHERE name = 'measurement'") else 0
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert wait_until(lambda: not workers(os.fsencode(bench))), f"a worker lives on after kill {kill}"
        if not db.exists():
            continue
        assert sound(db), f"after kill {kill}"
        now = finished(db) if query(db, "SELECT 1 FROM sqlite_schema WHERE name = 'measurement'") else 0
        assert now >= known >= before, f"a finished measurement is gone after kill {kill}"
        before = now

    done = subprocess.run([str(READMARK), *go_on, "--json"], env=env, capture_output=True, text=True, timeout=LONG,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["state"] == "finished"
    for case in document["cases"]:
        assert case["status"] in ("ok", "unsupported", "invalid"), case
        if case["role"] == "subject" and case["status"] == "ok":
            assert case["rounds"] + sum("invalid" in f for f in case["findings"]) >= 59, case
    assert query(db, "SELECT count(*) FROM run") == [(1,)]
    assert query(db, "SELECT entry_id, round FROM measurement WHERE kind = 'timed' GROUP BY entry_id, round HAVING count(*) > 1") == []
    assert sound(db)
    assert readmark("db", "check").returncode == 0
