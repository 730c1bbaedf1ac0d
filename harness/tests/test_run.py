"""A run from the outside: order, interruption, resumption, selection, output."""

import json
import os
import signal
import subprocess
import time

import pytest

from conftest import BENCH, FAULTY, LAUNCHER, LONG, MMAP, PREAD, READ, READMARK, SYSTEM, cases, command, environment, query, sound, subjects

SMALL = ["run", "--data", "2k", "--strategy", f"{READ},{MMAP}", "--cache", "warm", "--json"]


def test_a_run_stores_every_raw_sample(readmark, db):
    result = readmark(*SMALL, "--rounds", "6")
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["schema_version"] == 1 and document["state"] == "finished"
    for case in subjects(result).values():
        assert case["rounds"] == 6
        assert case["ci_low_ns"] <= case["median_ns"] <= case["ci_high_ns"]
        assert case["gb_per_s"] == pytest.approx(case["bytes"] / case["median_ns"], rel=1e-3)
        assert case["ceiling_share"] > 0 and case["peak_rss_bytes"] > 0
    assert query(db, "SELECT count(*) FROM measurement m WHERE samples = 'kept' AND iterations <>"
                     " (SELECT count(*) FROM sample s WHERE s.measurement_id = m.id)") == [(0,)]
    assert query(db, "SELECT count(*) FROM sample")[0][0] > 0
    assert sound(db)
    assert not db.with_name(db.name + "-wal").exists() or db.with_name(db.name + "-wal").stat().st_size == 0


def test_fewer_than_six_rounds_have_no_interval(readmark):
    result = readmark(*SMALL, "--rounds", "5")
    for case in subjects(result).values():
        assert case["median_ns"] and case["ci_low_ns"] is None and case["ci_high_ns"] is None


def order(db):
    return query(db, "SELECT c.name, m.round, m.position FROM measurement m JOIN entry e ON e.id = m.entry_id"
                     " JOIN bench_case c ON c.id = e.case_id WHERE m.kind = 'timed' ORDER BY m.session_id, m.seq")


def test_the_same_seed_gives_the_same_order(readmark, tmp_path):
    orders = {}
    for name, seed in [("a", "7"), ("b", "7"), ("c", "8")]:
        database = tmp_path / f"{name}.db"
        assert readmark("run", "--data", "2k", "--strategy", f"{READ},{PREAD},{MMAP}", "--cache", "warm,cold", "--rounds", "2", "--seed", seed, "--db",
                        database).returncode == 0
        orders[name] = order(database)
    assert orders["a"] == orders["b"]
    assert orders["a"] != orders["c"]


def start(tmp_path, data_dir, db, *arguments):
    env = environment(tmp_path, data_dir, db) | {"READMARK_BENCH": str(FAULTY)}
    return subprocess.Popen(command(READMARK, "run", "--data", "2k", "--strategy", "fault_slow", "--cache", "warm", "--target-ci", "0", *arguments),
                            env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_rows(db, count):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if db.exists():
            try:
                if query(db, "SELECT count(*) FROM measurement WHERE kind = 'timed'")[0][0] >= count:
                    return
            except Exception:  # the schema is not there yet
                pass
        time.sleep(0.05)
    raise AssertionError("the run does not get on")


@pytest.mark.skipif(SYSTEM == "Windows", reason="Windows has no signals of POSIX")
def test_an_interrupt_keeps_what_is_done_and_resume_ends_it(tmp_path, data_dir, db, readmark):
    assert readmark("data", "generate", "2k").returncode == 0
    process = start(tmp_path, data_dir, db, "--rounds", "6")
    wait_for_rows(db, 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 130, err
    assert "fault_slow" in out and "--resume" in err  # the partial table, and how to go on
    assert query(db, "SELECT state FROM run") == [("interrupted",)]
    done = query(db, "SELECT count(*) FROM measurement WHERE kind = 'timed'")[0][0]
    assert done >= 3 and sound(db)

    resumed = readmark("run", "--resume", "latest", "--json", env={"READMARK_BENCH": FAULTY})
    assert resumed.returncode == 0, resumed.stderr
    assert next(iter(subjects(resumed).values()))["rounds"] == 6
    assert query(db, "SELECT entry_id FROM measurement WHERE kind = 'timed' GROUP BY entry_id, round HAVING count(*) > 1") == []

    again = readmark("run", "--resume", "latest", env={"READMARK_BENCH": FAULTY})
    assert again.returncode == 0 and "is finished" in again.stderr and "fault_slow" in again.stdout
    assert query(db, "SELECT count(*) FROM session") == [(2,)]


@pytest.mark.skipif(SYSTEM == "Windows", reason="Windows has no signals of POSIX")
def test_a_second_interrupt_stops_the_row_too(tmp_path, data_dir, db, readmark):
    assert readmark("data", "generate", "2k").returncode == 0
    env = environment(tmp_path, data_dir, db) | {"READMARK_BENCH": str(FAULTY)}
    process = subprocess.Popen(command(READMARK, "run", "--data", "2k", "--strategy", "fault_hang", "--cache", "warm"), env=env,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert process.poll() is None  # the row in hand is not cut by the first
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130


def test_a_second_run_on_the_host_waits_or_leaves_a_finding(tmp_path, data_dir, db, readmark):
    assert readmark("data", "generate", "2k").returncode == 0
    process = start(tmp_path, data_dir, db, "--rounds", "200")
    try:
        wait_for_rows(db, 1)
        other = tmp_path / "other.db"
        refused = readmark(*SMALL, "--db", other)
        assert refused.returncode == 1
        assert "--allow-concurrent" in refused.stderr
        allowed = readmark(*SMALL, "--rounds", "1", "--allow-concurrent", "--db", other)
        assert allowed.returncode == 0, allowed.stderr
        assert "concurrent" in [finding["rule"] for finding in json.loads(allowed.stdout)["findings"]]
    finally:
        process.kill()
        process.communicate()


def test_dry_run_measures_nothing(readmark, db):
    result = readmark("run", "--profile", "quick", "--dry-run")
    assert result.returncode == 0, result.stderr
    assert f"read/{PREAD}/150mb" in result.stdout and "runnable" in result.stdout
    assert not db.exists()


def test_json_is_alone_on_stdout_and_a_file_leaves_the_table(readmark, tmp_path):
    document = tmp_path / "out.json"
    both = readmark("run", "--data", "2k", "--strategy", READ, "--cache", "warm", "--rounds", "1", f"--json={document}")
    assert both.returncode == 0, both.stderr
    assert "GB/s" in both.stdout
    assert json.loads(document.read_text())["cases"]


def test_show_gives_the_same_figures_again(readmark):
    first = readmark(*SMALL, "--rounds", "6")
    again = readmark("show", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(first.stdout)["cases"] == json.loads(again.stdout)["cases"]
    run_id = json.loads(first.stdout)["run_id"]
    assert readmark("show", run_id[:8]).returncode == 0
    assert readmark("show", "zzzz").returncode == 2


def test_labels_find_a_run(readmark):
    assert readmark(*SMALL, "--rounds", "1", "--label", "ref=main").returncode == 0
    assert readmark("show", "ref=main").returncode == 0
    assert readmark("show", "ref=other").returncode == 2


def test_a_file_of_ones_own(readmark, tmp_path):
    own = tmp_path / "big log \u00e9.txt"
    own.write_bytes(b"one\ntwo\n" * 50_000)
    result = readmark("run", "--file", own, "--strategy", f"{READ},whole", "--cache", "warm", "--use", "newlines,sum", "--rounds", "1", "--json")
    assert result.returncode == 0, result.stderr
    names = list(subjects(result))
    assert len(names) == 4
    assert all("big%20log%20%C3%A9.txt@" in name and str(tmp_path) not in name for name in names)


def test_buffers_expand_and_names_leave_out_defaults(readmark):
    result = readmark("run", "--data", "2k", "--strategy", READ, "--buffer", "64k,262144", "--cache", "warm", "--rounds", "1", "--json")
    assert set(subjects(result)) == {f"read/{READ}/2k/buf:64KiB/cache:warm/use:touch", f"read/{READ}/2k/cache:warm/use:touch"}


def test_filter_keeps_or_drops(readmark):
    kept = readmark("list", "cases", "--profile", "smoke", "--filter", f"/read/{READ}/|^read/{MMAP}/", "--json")
    assert {c["case"].split("/")[1] for c in json.loads(kept.stdout)["cases"] if c["role"] == "subject"} == {MMAP}
    dropped = readmark("list", "cases", "--profile", "smoke", "--filter", f"-^read/{MMAP}/", "--json")
    assert MMAP not in {c["case"].split("/")[1] for c in json.loads(dropped.stdout)["cases"] if c["role"] == "subject"}


def test_bench_by_hand_is_an_ordinary_google_benchmark_program(readmark, tmp_path, data_dir, db):
    assert readmark("data", "generate", "2k").returncode == 0

    def bench(*arguments):
        return subprocess.run(command(BENCH, *arguments), env=environment(tmp_path, data_dir, db), capture_output=True, text=True, timeout=LONG,
                              stdin=subprocess.DEVNULL)

    name = f"read/{PREAD}/2k/cache:warm/use:touch"
    listed = bench("--benchmark_list_tests")
    assert listed.returncode == 0 and name in listed.stdout
    measured = bench(f"--benchmark_filter=^{name}$", "--benchmark_format=json")
    assert measured.returncode == 0, measured.stderr
    rows = json.loads(measured.stdout)["benchmarks"]
    assert len(rows) == 1 and rows[0]["run_name"].startswith(name) and rows[0]["real_time"] > 0
    assert bench("--benchmark_no_such_flag").returncode != 0
    nothing = bench("--benchmark_filter=^no_such_case$")
    assert nothing.returncode == 2 and "no case" in nothing.stderr
    assert bench("--worker", "extra").returncode == 2


def test_a_file_that_changes_during_the_run_is_wrong(tmp_path, data_dir, db):
    own = tmp_path / "own.log"
    own.write_bytes(b"one line\n" * 100_000)
    env = environment(tmp_path, data_dir, db) | {"READMARK_BENCH": str(FAULTY)}
    process = subprocess.Popen(command(READMARK, "run", "--file", own, "--strategy", "fault_slow", "--cache", "warm", "--rounds", "50",
                                "--target-ci", "0"), env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_rows(db, 3)
    replacement = tmp_path / "other.log"
    replacement.write_bytes(b"two lines" * 100_000)  # as long, another content
    replacement.replace(own)
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 6, (out, err)
    assert "changed or replaced during the run" in out


def test_a_database_removed_during_the_run_is_said(tmp_path, data_dir, db, readmark):
    assert readmark("data", "generate", "2k").returncode == 0
    process = start(tmp_path, data_dir, db, "--rounds", "6")
    wait_for_rows(db, 1)
    for path in db.parent.glob(db.name + "*"):
        path.unlink()
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 1, (out, err)
    assert "removed during the run" in err


def test_what_a_killed_run_measured_is_shown_as_unfinished(tmp_path, data_dir, db, readmark):
    assert readmark("data", "generate", "2k").returncode == 0
    process = start(tmp_path, data_dir, db, "--rounds", "50")
    wait_for_rows(db, 8)
    process.kill()
    process.communicate()
    shown = readmark("show")
    assert shown.returncode == 0, shown.stderr
    assert "unfinished" in shown.stdout and "--resume" in shown.stdout


def test_a_resumed_run_takes_no_flag_that_would_change_it(readmark):
    assert readmark(*SMALL, "--rounds", "1").returncode == 0
    for flags in (["--rounds", "5"], ["--strategy", MMAP], ["--dry-run"], ["--label", "a=b"], ["--profile", "full"]):
        result = readmark("run", "--resume", "latest", *flags)
        assert result.returncode == 2 and flags[0] in result.stderr, (flags, result.stderr)
    assert readmark("run", "--resume", "").returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full") or LAUNCHER != [], reason="needs /dev/full as the program's own output")
def test_output_that_cannot_be_written_is_an_error(tmp_path, data_dir, db):
    with open("/dev/full", "w") as full:
        result = subprocess.run(command(READMARK, "list", "profiles"), env=environment(tmp_path, data_dir, db), stdout=full,
                                stderr=subprocess.PIPE, text=True, timeout=LONG)
    assert result.returncode == 1 and "standard output" in result.stderr


def test_two_files_that_cannot_be_told_apart_are_refused(readmark, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.log").write_text("the same\n")
    result = readmark("run", "--file", tmp_path / "a/x.log", "--file", tmp_path / "b/x.log", "--rounds", "1")
    assert result.returncode == 2 and "told apart" in result.stderr
