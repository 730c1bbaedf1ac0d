"""Every way in which a case can go wrong costs one row with its status, and never the run."""

import contextlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import FAULTY, LONG, READ, READMARK, SYSTEM, cases, command, environment, needs_linux, query, subjects

ABORTED, SEGMENTATION_FAULT = ("code 3", "0xC0000005") if SYSTEM == "Windows" else ("SIGABRT", "SIGSEGV")
LEGACY = Path("/sys/fs/cgroup/memory/memory.limit_in_bytes")


def run_faulty(readmark, strategies, *more, **options):
    return readmark("run", "--data", "2k", "--cache", "warm", "--strategy", strategies, "--rounds", "3", "--json", *more,
                    env={"READMARK_BENCH": FAULTY}, **options)


def status_of(result, strategy):
    return {case["strategy"]: case for case in subjects(result).values()}[strategy]


@pytest.mark.parametrize(
    "strategy, status, words",
    [
        ("fault_skip_block", "wrong", "claims"),
        ("fault_corrupt", "wrong", "digest"),
        ("fault_change", "wrong", ""),
        ("fault_abort", "crashed", ABORTED),
        ("fault_segv", "crashed", SEGMENTATION_FAULT),
        ("fault_error", "failed", "nput/output error"),
    ],
)
def test_a_broken_strategy_costs_one_row(readmark, db, strategy, status, words):
    result = run_faulty(readmark, f"{strategy},{READ}")
    assert result.returncode == 6, result.stderr
    broken = status_of(result, strategy)
    assert broken["status"] == status
    assert words in broken["reason"]
    assert broken["median_ns"] is None
    assert status_of(result, READ)["status"] == "ok"
    assert status_of(result, READ)["rounds"] == 3
    rows = query(db, "SELECT count(*) FROM v_measurement WHERE strategy = ? AND status = ?", strategy, status)
    assert rows == [(1,)]


def test_a_hang_ends_at_the_time_limit(readmark, db):
    result = run_faulty(readmark, f"fault_hang,{READ}", "--timeout", "2s")
    assert result.returncode == 6, result.stderr
    assert status_of(result, "fault_hang")["status"] == "timeout"
    assert "--timeout" in status_of(result, "fault_hang")["reason"]
    assert status_of(result, READ)["status"] == "ok"
    assert query(db, "SELECT count(*) FROM v_measurement WHERE strategy = 'fault_hang'") == [(1,)]


def test_what_a_text_mode_leaves_out_is_a_finding_and_not_wrong(readmark):
    """On every system: a strategy that leaves out carriage returns and says so."""
    result = readmark("run", "--data", "40k_crlf", "--cache", "warm", "--strategy", f"fault_text_mode,{READ}", "--rounds", "2", "--json",
                      env={"READMARK_BENCH": FAULTY})
    assert result.returncode == 0, result.stderr
    text, whole = status_of(result, "fault_text_mode"), status_of(result, READ)
    assert text["status"] == "ok" and text["findings"] == ["text_mode"], text
    assert whole["status"] == "ok" and whole["findings"] == [], whole
    assert text["bytes"] < whole["bytes"]


def test_what_would_overrun_the_budget_is_not_begun(readmark, db):
    result = run_faulty(readmark, "fault_slow", "--max-time", "1s")  # verified in 300 ms, four passes would take 1.2 s
    assert result.returncode == 5, result.stderr
    assert status_of(result, "fault_slow")["status"] == "skipped"
    assert "--max-time" in status_of(result, "fault_slow")["reason"]
    assert query(db, "SELECT count(*) FROM v_measurement WHERE strategy = 'fault_slow' AND kind = 'timed'") == [(0,)]


def test_verifying_ends_with_the_budget(readmark):
    result = run_faulty(readmark, "fault_hang", "--max-time", "2s")
    assert result.returncode == 5, result.stderr
    assert status_of(result, "fault_hang")["status"] == "skipped"
    assert "--max-time" in status_of(result, "fault_hang")["reason"]


def test_a_pass_far_beyond_the_profile_s_longest_is_not_waited_for(readmark, tmp_path):
    impatient = tmp_path / "impatient.json"
    impatient.write_text(json.dumps({"name": "impatient", "data": ["2k"], "limits": {"min_rounds": 1, "max_rounds": 1, "max_pass": "200ms"},
                                     "cells": [{"strategies": ["fault_hang"], "cache": ["warm"]}]}))
    result = readmark("run", "--profile", impatient, "--json", env={"READMARK_BENCH": FAULTY})
    assert result.returncode == 5, result.stderr
    hang = status_of(result, "fault_hang")
    assert hang["status"] == "skipped" and "takes more than 1.00 s" in hang["reason"] and "max_pass" in hang["reason"], hang


def test_a_flood_on_stderr_keeps_the_last_words(readmark):
    result = run_faulty(readmark, f"fault_stderr_flood,{READ}")
    assert result.returncode == 6, result.stderr
    assert status_of(result, "fault_stderr_flood")["status"] == "crashed"
    assert status_of(result, "fault_stderr_flood")["reason"].endswith("the last words")
    assert status_of(result, READ)["status"] == "ok"


@contextlib.contextmanager
def memory_group(limit):
    """A control group with a memory limit, version 1 or 2; skips where none can be made."""
    parent = LEGACY.parent if LEGACY.exists() else Path("/sys/fs/cgroup")
    group = parent / f"readmark-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no control group can be made: {error}")
    try:
        limit_file = group / ("memory.limit_in_bytes" if LEGACY.exists() else "memory.max")
        if not limit_file.exists():
            pytest.skip("control groups here do not limit memory")
        limit_file.write_text(str(limit))
        yield group
    finally:
        group.rmdir()


def test_a_case_killed_for_memory_costs_one_row(tmp_path, data_dir, db, readmark):
    needs_linux()
    assert readmark("data", "generate", "2k").returncode == 0
    with memory_group(512 << 20) as group:
        limited = [str(READMARK), "run", "--data", "2k", "--cache", "warm", "--strategy", "fault_eat_memory,read", "--rounds", "2", "--json"]
        result = subprocess.run(
            ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', str(group), *limited],
            env=environment(tmp_path, data_dir, db) | {"READMARK_BENCH": str(FAULTY)},
            capture_output=True, text=True, timeout=LONG, stdin=subprocess.DEVNULL)
    assert result.returncode == 6, result.stderr
    eaten = status_of(result, "fault_eat_memory")
    assert eaten["status"] == "crashed"
    assert "SIGKILL" in eaten["reason"] and "memory" in eaten["reason"]
    assert status_of(result, READ)["status"] == "ok"


def test_controls_end_flagged_and_are_never_ranked(readmark):
    result = readmark("run", "--profile", "smoke", "--json")
    assert result.returncode == 0, result.stderr
    controls = [case for case in cases(result).values() if case["role"] == "control"]
    assert controls
    for control in controls:
        assert control["status"] in ("ok", "unsupported"), control  # not every filesystem has files without a name
        rule = "sparse" if control["strategy"].endswith("_file") else "unconsumed"
        assert control["status"] == "unsupported" or rule in control["findings"], control
    table = readmark("show").stdout
    ranked = table[: table.index("ceilings:")]
    assert "null" not in ranked and "mmap_untouched" not in ranked


def test_a_worker_that_is_not_there_is_named(readmark):
    result = readmark("run", "--data", "2k", env={"READMARK_BENCH": "/no/such/readmark-bench"})
    assert result.returncode == 1
    assert "/no/such/readmark-bench" in result.stderr and "READMARK_BENCH" in result.stderr


def test_a_program_that_does_not_speak_the_protocol_is_named(readmark):
    result = readmark("run", "--data", "2k", env={"READMARK_BENCH": shutil.which("true")})
    assert result.returncode == 1
    assert "true" in result.stderr
