"""Tables: what is in them, and that text from outside stays text in every form."""

import pytest

from readmark_report import render, tables

SIX = [10e6, 11e6, 12e6, 9e6, 10e6, 13e6]


def cells(table, row):
    return dict(zip((column.title for column in table.columns), table.rows[row]))


def test_a_ranked_row_has_every_figure(new_db, loaded):
    new_db.case("read", times=SIX, share=0.75, rss=8 << 20, cpu=0.9)
    [table] = tables.rankings(loaded(new_db))
    assert table.title == "read 150mb, warm, use touch"
    assert cells(table, 0) == {
        "#": "1", "case": "read", "median": "10.5 ms", "interval": "9.00..13.0 ms", "GB/s": "14.3", "of ceiling": "75 %",
        "CPU time": "9.45 ms", "peak memory": "8.39 MB", "left": "-", "victim": "-", "rounds": "6", "status": "ok", "notes": "",
    }


def test_rows_without_a_rank_come_last_with_their_reason(new_db, loaded):
    new_db.case("a_invalid", status="invalid", reason="still 97 % cached", times=SIX, summarised=False)
    new_db.case("b_unsupported", status="unsupported", reason="no O_DIRECT on tmpfs")
    new_db.case("c_failed", status="failed", reason="cannot read: Input/output error (errno 5)")
    new_db.case("d_never", status=None)
    new_db.case("z_ok", times=SIX)
    [table] = tables.rankings(loaded(new_db))
    assert [(r[0], r[1], r[-2], r[-1]) for r in table.rows] == [
        ("1", "z_ok", "ok", ""),
        ("-", "a_invalid", "invalid", "still 97 % cached"),
        ("-", "b_unsupported", "unsupported", "no O_DIRECT on tmpfs"),
        ("-", "c_failed", "failed", "cannot read: Input/output error (errno 5)"),
        ("-", "d_never", "never run", ""),
    ]


def test_a_row_that_is_not_ok_has_no_figure_even_if_one_is_stored(new_db, loaded):
    new_db.case("read", status="invalid", reason="cached", times=SIX)
    [table] = tables.rankings(loaded(new_db))
    assert cells(table, 0)["median"] == cells(table, 0)["GB/s"] == "-"


def test_a_reason_of_many_lines_is_one_short_one(new_db, loaded):
    new_db.case("read", status="crashed", reason="killed by SIGABRT; its last words:\n" + "noise\n" * 600 + "the end")
    [table] = tables.rankings(loaded(new_db))
    notes = cells(table, 0)["notes"]
    assert notes.startswith("killed by SIGABRT; its last words: noise") and notes.endswith("noise the end") and len(notes) == 240


def test_findings_and_overlap_are_notes(new_db, loaded):
    new_db.case("fast", times=SIX)
    new_db.finding("above_ceiling", new_db.case("near", times=[t * 1.1 for t in SIX]))
    new_db.case("far", times=[t * 5 for t in SIX])
    [table] = tables.rankings(loaded(new_db))
    assert [cells(table, i)["notes"] for i in range(3)] == ["", "above_ceiling, overlaps #1", ""]
    assert cells(table, 1)["status"] == "ok (!)"


def test_the_level_and_the_proof_are_told(new_db, loaded):
    new_db.case("read", cache="cold", times=SIX, proof="upper_layer")
    new_db.case("mmap", cache="cold", times=[1e7])
    [table] = tables.rankings(loaded(new_db))
    notes = " ".join(table.notes)
    assert "at least 96.9 %" in notes and "Fewer than six rounds" in notes
    assert "Proof of cold: physical (1 row), upper_layer (1 row)." in notes


def test_controls_are_listed_as_flagged_or_not(new_db, loaded):
    new_db.finding("unconsumed", new_db.case("null", role="control", times=SIX))
    new_db.case("mmap_untouched", role="control", status="wrong", reason="no rule flagged it", times=SIX)
    run = loaded(new_db)
    assert tables.rankings(run) == []
    assert [(r[0].split("/")[1], r[1], r[2]) for r in tables.controls(run).rows] == [
        ("mmap_untouched", "wrong", "NOT FLAGGED"), ("null", "ok", "unconsumed"),
    ]
    assert tables.findings(run).rows == ()  # a flagged control is as it should be


def test_growth_is_steepest_first_and_marked(new_db, loaded):
    new_db.growth("read", 0.984)
    new_db.growth("pread", 1.9, (1.85, 1.95), name="read/pread/*/buf:1MiB/cache:warm/use:touch",
                  knobs={"buf": "1MiB", "threads": "1"}, flagged=True)
    new_db.growth("memory_read", 1.12, (1.0, 1.2), workload="ceiling", cache="as_found", use="none", role="ceiling")
    table = tables.growth(loaded(new_db))
    assert [row[1] for row in table.rows] == ["pread buf:1MiB", "ceiling/memory_read", "read"]
    assert cells(table, 0) == {
        "workload": "read", "case": "pread buf:1MiB", "cache": "warm", "consumer": "touch", "sizes": "5", "from": "642 kB",
        "to": "150 MB", "exponent": "1.90", "interval": "1.85..1.95", "rounds": "6", "notes": "growth (!)",
    }
    assert cells(table, 2)["interval"] == "-" and cells(table, 2)["notes"] == ""
    assert len(table.notes) == 2


def test_growth_of_fewer_than_three_sizes_is_said(new_db, loaded):
    assert "three sizes" in render.as_text(tables.growth(loaded(new_db)))


def test_weak_proofs_are_noted_on_the_row(new_db, loaded):
    new_db.case("read", cache="cold", times=SIX, proof="upper_layer")
    new_db.case("pread", cache="cold", times=[t * 2 for t in SIX], proof="none")
    [table] = tables.rankings(loaded(new_db))
    assert [cells(table, row)["notes"] for row in (0, 1)] == ["guest-cold", "unproved"]


def test_the_overview_names_no_winner_below_six_rounds(new_db, loaded):
    new_db.case("read", times=SIX[:5])
    assert "order is not established" in cells(tables.overview(loaded(new_db)), 0)["fastest"]


def test_the_overview_names_the_first_of_each_group(realistic):
    table = tables.overview(realistic)
    assert [(r[1], r[3]) for r in table.rows][:3] == [("2k", "warm"), ("2k", "cold"), ("20k", "warm")]
    assert all(r[5].startswith("pread threads:2") for r in table.rows)
    assert table.rows[3][-1] == "35 / 38"


def test_text_is_aligned_and_ends_without_spaces(new_db, loaded):
    new_db.case("read", times=SIX)
    new_db.case("日本", times=[t * 2 for t in SIX])
    [table] = tables.rankings(loaded(new_db))
    lines = render.as_text(table).splitlines()
    assert lines[0] == table.title and lines[2].startswith("#  case")
    assert not any(line != line.rstrip() for line in lines)
    assert lines[3].index("10.5 ms") == lines[4].index("21.0 ms") + 2  # each of the two takes two columns


@pytest.mark.parametrize("raw, escaped", [
    ("a|b", "a\\|b"), ("`x`", "\\`x\\`"), ("<script>", "&lt;script&gt;"), ("&lt;", "&amp;lt;"), ("*b* _c_", "\\*b\\* \\_c\\_"),
    ("[x](http://e.example)", "\\[x\\](http&#58;//e.example)"), ("www.e.example", "www&#46;e.example"), ("@all", "&#64;all"),
    ("\\|", "\\\\\\|"),
])
def test_markdown_is_escaped(raw, escaped):
    assert render.escape_markdown(raw) == escaped


def test_a_markdown_row_is_one_line(new_db, loaded):
    new_db.case("a\nb|c\x1b[2J", times=SIX)
    [table] = tables.rankings(loaded(new_db))
    [_, _, row] = [line for line in render.as_markdown(table).splitlines() if line.startswith("|")]
    assert row.startswith("| 1 | a%0Ab\\|c%1B\\[2J | 10.5 ms |")


def test_an_empty_table_says_why(new_db, loaded):
    run = loaded(new_db)
    assert "No ceiling was measured" in render.as_text(tables.ceilings(run))
    assert "This run had no controls." in render.as_markdown(tables.controls(run))
