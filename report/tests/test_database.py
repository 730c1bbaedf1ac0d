"""The door to SQLite: what it reads, and what it refuses with a sentence."""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from fixture_db import MIGRATIONS, FixtureDb

from readmark_report import database


def test_the_queries_are_written_for_the_last_migration():
    assert len(MIGRATIONS) == database.SCHEMA_VERSION


def test_a_row_comes_with_its_summary(new_db, loaded):
    new_db.case("pread", knobs={"buf": "1MiB", "direct": "off", "threads": "2"}, named={"buf": "1MiB", "threads": "2"},
                times=[10e6, 12e6, 11e6, 13e6, 9e6, 14e6], share=0.5)
    [case] = loaded(new_db).cases
    assert (case.strategy, case.cache, case.use, case.role, case.status) == ("pread", "warm", "touch", "subject", "ok")
    assert case.dataset.name == "150mb" and case.dataset.bytes == case.bytes == 150_000_000
    assert (case.median_ns, case.ci_low_ns, case.ci_high_ns, case.rounds) == (11.5e6, 9e6, 14e6, 6)
    assert case.ci_level == pytest.approx(0.96875)
    assert case.ceiling_share == 0.5 and case.peak_rss_bytes == 4_200_000
    assert [m.time_ns for m in case.measurements] == [10e6, 12e6, 11e6, 13e6, 9e6, 14e6]
    assert case.proofs == ("physical",)
    assert list(case.knobs) == ["buf", "threads", "direct"]  # as in case names
    assert case.named_knobs == {"buf": "1MiB", "threads": "2"}
    assert case.label() == "pread buf:1MiB threads:2"


def test_only_timed_ok_measurements_are_dots(new_db, loaded):
    new_db.case("read", times=[1e7] * 6)
    entry = new_db.db.execute("SELECT max(id) FROM entry").fetchone()[0]
    new_db.measurement(entry, 0, 5e8, 150_000_000, kind="first")
    new_db.measurement(entry, 6, 5e8, 150_000_000, status="invalid")
    [case] = loaded(new_db).cases
    assert len(case.measurements) == 6


def test_a_row_that_never_ran_is_there(new_db, loaded):
    new_db.case("read", status=None)
    [case] = loaded(new_db).cases
    assert case.status is None and not case.ranked


def test_ceilings_are_apart_and_get_their_bytes_from_the_passes(new_db, loaded):
    new_db.case("memory_read", "-", 640_000, "as_found", "none", "ceiling", {"mem": "640000B"}, role="ceiling", times=[64_000] * 6)
    data = loaded(new_db)
    assert data.cases == ()
    [ceiling] = data.ceilings
    assert ceiling.gb_per_s == 10.0


def test_findings_facts_noise_and_places_are_read(realistic):
    assert {f.rule for f in realistic.findings} == {"above_ceiling", "canary_moved", "unconsumed"}
    assert {f.role for f in realistic.findings} == {"subject", "canary", "control"}
    assert any(f.name == "io_uring.disabled" and f.status == "denied" for f in realistic.facts)
    assert realistic.noise[3].values["load"] == pytest.approx(0.7) and realistic.noise[3].values["temp"] is None
    assert realistic.places[0].facts == {"extents": "3"}


def test_growth_is_read_of_this_run_only(new_db, loaded):
    new_db.growth("read", 1.5, (1.25, 1.75), knobs={"buf": "1MiB"}, flagged=True)
    new_db.new_run(started_ns=2_000_000_000_000_000_000, uuid_seed=2)
    new_db.growth("mmap", 0.9)
    [growth] = loaded(new_db).growth
    assert (growth.strategy, growth.exponent, growth.ci_low, growth.ci_high, growth.flagged) == ("mmap", 0.9, None, None, False)
    assert (growth.sizes, growth.least_bytes, growth.most_bytes, growth.rounds) == (5, 642_000, 150_000_000, 6)


def test_the_latest_run_or_the_one_asked_for(tmp_path):
    db = FixtureDb(tmp_path / "r.db", profile="first")
    db.case("read")
    first = db.db.execute("SELECT uuid FROM run").fetchone()[0]
    second = db.new_run(profile="second", started_ns=2_000_000_000_000_000_000, uuid_seed=2)
    path = db.done()
    assert database.load(path).run.uuid == second
    assert database.load(path, first).run.profile == "first"
    assert database.load(path, first[:6]).run.profile == "first"
    with pytest.raises(database.DatabaseError, match="no run 'ffffffff'.*readmark list runs"):
        database.load(path, "ffffffff")
    with pytest.raises(database.DatabaseError, match="give more digits"):
        database.load(path, "")


def _refusal(path):
    with pytest.raises(database.DatabaseError) as caught:
        database.load(path)
    return str(caught.value)


def test_refusals_name_the_file_and_the_way_out(tmp_path, new_db):
    assert "no such file; `readmark run`" in _refusal(tmp_path / "none.db")
    text = tmp_path / "text.db"
    text.write_text("this is no database, and long enough to be looked at as one" * 20)
    assert str(text) in _refusal(text) and "--db" in _refusal(text)
    foreign = tmp_path / "foreign.db"
    sqlite3.connect(foreign).executescript("CREATE TABLE t (x); PRAGMA user_version = 2;")
    assert "not a database of readmark" in _refusal(foreign)
    new_db.db.execute("PRAGMA user_version = 999")
    assert "newer readmark" in _refusal(new_db.done())


def test_an_older_database_is_refused(new_db):
    new_db.db.execute("PRAGMA user_version = 1")
    assert "brings it up to date" in _refusal(new_db.done())


def test_a_truncated_database_is_refused(realistic_path, tmp_path):
    cut = tmp_path / "cut.db"
    cut.write_bytes(realistic_path.read_bytes()[:20_000])
    assert str(cut) in _refusal(cut)


def test_views_of_a_file_made_elsewhere_can_only_read(new_db):
    new_db.db.execute("DROP VIEW v_noise")
    columns = "1 AS run_id, 1 AS round, 1 AS load, 1 AS steal, 1 AS psi_io, 1 AS psi_mem, 1 AS psi_cpu, 1 AS freq_khz, 1 AS temp"
    new_db.db.executescript(f"CREATE VIEW v_noise AS SELECT randomblob(10) AS session_uuid, {columns}")
    sentence = _refusal(new_db.done())
    assert "not authorized" in sentence and "randomblob" in sentence and "readmark db check" in sentence


def test_nothing_is_written_beside_or_into_the_database(realistic_path):
    before = realistic_path.read_bytes()
    database.load(realistic_path)
    assert realistic_path.read_bytes() == before
    assert [p.name for p in realistic_path.parent.iterdir()] == [realistic_path.name]


def test_a_write_ahead_log_in_use_is_read(new_db):
    new_db.write_ahead()
    new_db.case("read", times=[1e7] * 6)
    new_db.db.commit()  # still open, not checkpointed
    assert len(database.load(new_db.path).cases) == 1
    new_db.db.close()


@pytest.mark.skipif(os.name != "posix" or not shutil.which("setpriv") or os.geteuid() != 0, reason="needs root to become somebody else")
def test_a_write_ahead_database_in_a_folder_that_may_not_be_written(tmp_path, new_db):
    new_db.write_ahead()
    new_db.case("read", times=[1e7] * 6)
    path = new_db.done()
    for folder in (path.parent, *path.parent.parents):
        if folder.stat().st_uid == 0 and folder != folder.parent:
            folder.chmod(folder.stat().st_mode | 0o055)
    script = "import sys; from pathlib import Path; from readmark_report import database; print(len(database.load(Path(sys.argv[1])).cases))"
    import readmark_report
    import sys

    source = str(next(iter(readmark_report.__path__))).rsplit("/", 1)[0]
    if not all(os.stat(folder).st_mode & 0o001 for folder in [Path(source), *Path(source).parents]):
        pytest.skip(f"an ordinary user cannot reach {source}")
    answer = subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", sys.executable, "-B", "-c", script, str(path)],
        env={"PYTHONPATH": source, "PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=60,
    )
    assert answer.stdout == "1\n", answer.stderr


def test_no_number_is_made_up():
    for value in (None, "x", b"1", float("inf"), float("nan")):
        assert database._float(value) is None


def test_broken_json_gives_no_knobs():
    for text in ("{", "[1]", "3", None, '{"a":' * 5000):
        assert database._knobs(text) == {}
    assert database._knobs('{"threads": 2, "buf": "4KiB"}') == {"buf": "4KiB", "threads": "2"}
