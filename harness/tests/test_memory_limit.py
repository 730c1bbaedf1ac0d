"""--memory-limit: a large file is read as on a small machine, and nothing of the limit stays behind."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import READMARK, command, environment, needs_linux, query, subjects

MIB = 1 << 20
LIMIT = 40 * MIB
SIZE = 4 * LIMIT


@pytest.fixture(autouse=True)
def limits_can_be_set(readmark):
    needs_linux()
    probe = readmark("run", "--data", "2k", "--strategy", "read", "--memory-limit", "64MiB", "--dry-run")
    if probe.returncode == 1 and "cannot limit memory" in probe.stderr:
        pytest.skip(probe.stderr.strip())


@pytest.fixture
def large(data_dir):
    path = data_dir / f"memory_limit_{SIZE}"
    path.write_bytes(os.urandom(MIB) * (SIZE // MIB))
    yield path
    path.unlink()


def groups_of_readmark():
    return [str(path) for path in Path("/sys/fs/cgroup").rglob("readmark-*")]


def test_a_file_four_times_the_limit_in_each_family(readmark, large, db):
    result = readmark("run", "--file", large, "--strategy", "read,mmap,mmap_window,fadvise_dontneed,preadv2,pread,uring", "--set", "direct=off,on",
                      "--set", "hint=none,dontcache", "--cache", "cold,as_found,warm", "--rounds", "1", "--memory-limit", LIMIT, "--json")
    assert result.returncode == 0, result.stderr
    rows = subjects(result)
    for name, case in rows.items():
        if case["cache"] == "warm":
            assert case["status"] == "unsupported" and ("under half of the memory" in case["reason"] or "has no cache state" in case["reason"]), case
        elif case["status"] != "unsupported":
            assert case["status"] == "ok", case
            # No more of the file than fits is ever there, whatever the way of reading.
            assert query(db, "SELECT max(s.resident_before) FROM sample s JOIN measurement m ON m.id = s.measurement_id JOIN entry e ON"
                             " e.id = m.entry_id JOIN bench_case c ON c.id = e.case_id WHERE c.name = ?", name)[0][0] <= 1.1 * LIMIT / SIZE, name
            assert "memory_limit" in query(db, "SELECT m.effective FROM measurement m JOIN entry e ON e.id = m.entry_id JOIN bench_case c ON"
                                               " c.id = e.case_id WHERE c.name = ? AND m.kind = 'timed'", name)[0][0]
    assert sum(case["status"] == "ok" for case in rows.values()) >= 10, result.stdout
    assert any(finding["rule"] == "memory_limit" for finding in json.loads(result.stdout)["findings"])
    assert groups_of_readmark() == []


def test_what_copies_the_whole_file_is_unsupported_and_says_why(readmark, large):
    result = readmark("run", "--file", large, "--strategy", "whole,read", "--cache", "cold", "--rounds", "1", "--memory-limit", LIMIT, "--json")
    (whole,) = [case for case in subjects(result).values() if case["strategy"] == "whole"]
    assert whole["status"] == "unsupported" and "memory" in whole["reason"]


def test_pages_that_were_there_before_do_not_count(readmark, data_dir, db):
    """The harness has just hashed the file: inside the limit it is read anew all the same, and then it is warm."""
    result = readmark("run", "--data", "2k", "--strategy", "read", "--cache", "warm,as_found,cold", "--rounds", "1", "--memory-limit", "64MiB", "--json")
    assert result.returncode == 0, result.stderr
    assert {case["status"] for case in subjects(result).values()} == {"ok"}


def test_too_small_a_limit_is_refused(readmark):
    for limit in ("1", "15MiB", "", "lots"):
        result = readmark("run", "--data", "2k", "--memory-limit", limit)
        assert result.returncode == 2, (limit, result.stderr)


def test_a_resumed_run_keeps_its_limit_and_a_killed_ones_group_is_removed(tmp_path, data_dir, db, readmark):
    env = environment(tmp_path, data_dir, db)
    started = subprocess.Popen(command(READMARK, "run", "--data", "2k", "--strategy", "read", "--cache", "cold", "--rounds", "200",
                                       "--max-time", "30m", "--memory-limit", "64MiB"),
                               env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (db.exists() and has_measured(db)) and time.monotonic() < deadline:
        time.sleep(0.05)
    started.send_signal(signal.SIGKILL)
    started.wait()
    assert len(groups_of_readmark()) == 1
    result = readmark("run", "--resume", "latest", "--json")
    assert result.returncode == 0, result.stderr
    assert {e for (e,) in query(db, "SELECT DISTINCT json_extract(effective, '$.memory_limit') FROM measurement WHERE kind = 'timed' AND status = 'ok'"
                                    " AND entry_id IN (SELECT id FROM entry WHERE role = 'subject')")} == {"64MiB"}
    assert groups_of_readmark() == []


def has_measured(db):
    try:
        return query(db, "SELECT count(*) FROM measurement WHERE kind = 'timed'")[0][0] > 3
    except Exception:  # not made yet
        return False
