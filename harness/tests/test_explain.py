"""Why a case takes the time it takes: parts that add up, of a run now and of a stored one."""

import json

import pytest

from conftest import FAULTY, query

FRESH = "read/whole/150mb/alloc:fresh/cache:warm/use:touch"
REUSED = "read/whole/150mb/cache:warm/use:touch"
NAMES = {"user", "copy", "first_touch", "mapped_faults", "calls", "device", "waiting"}


def explained(result):
    document = json.loads(result.stdout)
    return document, {case["case"]: case for case in document["cases"]}


def parts(of):
    """The parts that can be told. Also a warm file may come from the device in part, where the system takes idle pages back
    within seconds; what the device can do is measured for cold cases only."""
    return {part["name"]: part["ns"] for part in of["parts"] if part["ns"] is not None}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A database with one explained run, shared because 150 MB take their time."""
    return tmp_path_factory.mktemp("explain") / "whole.db"


def test_first_touch_is_what_fresh_memory_costs(readmark, whole):
    result = readmark("explain", "read/whole/150mb/alloc:fresh,reused", "--rounds", "6", "--json", "--db", whole)
    assert result.returncode == 0, result.stderr
    document, cases = explained(result)
    assert document["schema_version"] == 1 and list(cases) == [FRESH, REUSED]
    fresh = cases[FRESH]
    if fresh["minor_faults"] is None:
        pytest.skip("this system does not count page faults")
    # How many depends on how large the pages are that the system gives.
    assert parts(fresh)["first_touch"] > 0 and fresh["minor_faults"] > 50 > cases[REUSED]["minor_faults"]

    [comparison] = document["comparisons"]
    assert (comparison["slower"], comparison["faster"]) == (FRESH, REUSED)
    # Of what the system had to do. On a machine under load both wait, and neither says anything of the cases.
    worked = {name: ns for name, ns in parts(comparison).items() if name not in ("user", "device", "waiting")}
    assert max(worked, key=worked.get) == "first_touch" and worked["first_touch"] > 0, comparison


def test_the_parts_and_the_rest_are_the_whole_time(readmark, whole):
    if not whole.exists():
        pytest.skip("the test before made no run")
    result = readmark("explain", FRESH, REUSED, "--run", "latest", "--json", "--db", whole)
    assert result.returncode == 0, result.stderr
    document, cases = explained(result)
    for case in cases.values():
        assert {part["name"] for part in case["parts"]} <= NAMES
        for part in case["parts"]:
            assert set(part) == {"name", "ns", "share", "basis"} and part["basis"]
            if part["ns"] is None:
                assert part["share"] is None and "not measured in this run" in part["basis"]
            else:
                assert part["share"] == pytest.approx(part["ns"] / case["median_ns"], abs=1e-6)
        assert sum(parts(case).values()) + case["unexplained_ns"] == pytest.approx(case["median_ns"], abs=10)
        assert all(cost > 0 for name, cost in case["unit_costs"].items() if cost is not None)
        assert case["unit_costs"]["first_touch_ns"] and case["unit_costs"]["call_ns"] and case["unit_costs"]["copy_gb_per_s"]
    [comparison] = document["comparisons"]
    total = sum(parts(comparison).values()) + comparison["unexplained_ns"]
    assert total == pytest.approx(comparison["difference_ns"], abs=20)


def test_in_words(readmark, whole):
    if not whole.exists():
        pytest.skip("the test before made no run")
    result = readmark("explain", "read/whole/alloc:fresh,reused", "--run", "latest", "--db", whole)
    assert result.returncode == 0, result.stderr
    for words in (f"{FRESH} takes ", f"times as long as {REUSED}", "first touch of memory +", "unexplained", "page faults on fresh memory",
                  "read calls", "context switches", "from the device", "of the ceiling"):
        assert words in result.stdout, result.stdout


def test_a_mapping_has_faults_and_no_copy(readmark):
    result = readmark("explain", "read/mmap/2k", "read/read/2k/buf:64k", "--rounds", "2", "--json")
    assert result.returncode == 0, result.stderr
    _, cases = explained(result)
    mapped = cases["read/mmap/2k/cache:warm/use:touch"]
    copied = cases["read/read/2k/buf:64KiB/cache:warm/use:touch"]
    assert "copy" not in parts(mapped) and "copy" in parts(copied)
    if mapped["minor_faults"]:
        assert parts(mapped)["mapped_faults"] > 0
    if copied["read_calls"] is not None:
        assert copied["read_calls"] == 11  # 642,000 bytes by 64 KiB, and the end


def test_a_cold_case_waits_for_the_device(readmark):
    result = readmark("explain", "read/read/2k/cache:cold", "--rounds", "2", "--json")
    assert result.returncode == 0, result.stderr
    _, cases = explained(result)
    [case] = cases.values()
    if case["status"] == "ok" and case["device_bytes"]:
        assert case["device_bytes"] >= 642_000 and case["unit_costs"]["device_gb_per_s"] > 0
        assert parts(case)["device"] >= 0


def test_unit_costs_are_measured_only_to_explain(readmark, db):
    assert readmark("explain", "read/read/2k", "--rounds", "1").returncode == 0
    assert readmark("run", "--data", "2k", "--strategy", "read", "--cache", "warm", "--rounds", "1").returncode == 0
    found = query(db, "SELECT r.profile, count(*) FROM v_measurement m JOIN run r ON r.id = m.run_id"
                      " WHERE m.strategy IN ('first_touch', 'small_read') GROUP BY 1")
    assert found == [("explain", 2)]
    assert query(db, "SELECT kind FROM run") == [("run",), ("run",)]


def test_a_stored_run_without_unit_costs_says_what_it_cannot_split(readmark):
    assert readmark("run", "--data", "2k", "--strategy", "read,mmap", "--cache", "warm", "--rounds", "1").returncode == 0
    result = readmark("explain", "read/read/2k", "read/mmap/2k", "--run", "latest", "--json")
    assert result.returncode == 0, result.stderr
    _, cases = explained(result)
    for name in ("read/read/2k/cache:warm/use:touch", "read/mmap/2k/cache:warm/use:touch"):
        untold = [part for part in cases[name]["parts"] if part["ns"] is None]
        assert cases[name]["minor_faults"] is None or untold
        assert all("not measured in this run" in part["basis"] for part in untold)
    text = readmark("explain", "read/read/2k", "--run", "latest")
    assert text.returncode == 0 and "?" in text.stdout


def test_what_is_no_case_is_refused_with_a_way_out(readmark, db):
    for arguments, words in (
        (["nonsense"], "names no strategy"),
        (["read/whole"], "names no dataset"),
        (["read/wholf/2k"], "whole"),
        (["read/whole/2k/alloc:borrowed"], "fresh"),
        (["read/whole/2k/bug:1"], "did you mean"),
        (["read/read/2kk"], "2k"),
        ([], "CASE"),
    ):
        result = readmark("explain", *arguments)
        assert result.returncode == 2 and words in result.stderr, (arguments, result.stderr)
    assert not db.exists()


def test_a_case_that_the_stored_run_does_not_have(readmark):
    assert readmark("run", "--data", "2k", "--strategy", "read", "--cache", "warm", "--rounds", "1").returncode == 0
    result = readmark("explain", "read/mmap/2k", "--run", "latest")
    assert result.returncode == 2 and "has no case read/mmap/2k" in result.stderr
    assert readmark("explain", "read/read/2k", "--run", "latest", "--rounds", "2").returncode == 2


def test_a_case_that_fails_is_a_row_with_its_reason(readmark):
    result = readmark("explain", "read/fault_error/2k", "read/read/2k", "--rounds", "1", "--json", env={"READMARK_BENCH": FAULTY})
    assert result.returncode == 6, result.stderr
    _, cases = explained(result)
    broken = cases["read/fault_error/2k/cache:warm/use:touch"]
    assert broken["status"] == "failed" and "nput/output error" in broken["reason"]
    assert broken["parts"] == [] and broken["unexplained_ns"] is None
    assert cases["read/read/2k/cache:warm/use:touch"]["parts"]


def test_a_file_of_ones_own(readmark, tmp_path):
    own = tmp_path / "own.txt"
    own.write_bytes(b"one\ntwo\n" * 10_000)
    result = readmark("explain", "read/read", "--file", own, "--rounds", "1", "--json")
    assert result.returncode == 0, result.stderr
    _, cases = explained(result)
    [name] = cases
    assert name.startswith("read/read/own.txt@")
