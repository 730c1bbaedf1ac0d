"""Figures: what they are made of, apart from how they are drawn; and that none breaks when drawn."""

import pytest

from readmark_report import figures, style
from readmark_report.ceilings import of_group
from readmark_report.figures import buffer_size, cold_warm, file_size, frame, lines, ranking

SIX = [10e6, 11e6, 12e6, 9e6, 10e6, 13e6]


def charts_of(run):
    return [(module, chart) for module in figures.ALL for chart in module.data(run)]


def buffers(db, **more):
    """The least that makes a curve over buffers."""
    for buffer in ("4KiB", "64KiB"):
        db.case("read", knobs={"buf": buffer}, named={"buf": buffer}, times=SIX, **more)


def draw_all(run):
    with frame.styled():
        for module, chart in charts_of(run):
            figure = module.draw(chart)
            assert frame.png(figure).startswith(b"\x89PNG")
            assert b"<svg" in frame.svg(figure)


def test_the_order_of_the_figures():
    assert [module.NAME for module in figures.ALL] == ["buffer_size", "file_size", "ranking", "cold_warm"]


# --- buffer size ---------------------------------------------------------------------------------------------


def test_a_line_per_strategy_over_its_buffers_in_order(new_db, loaded):
    for buffer, factor in (("1MiB", 1.0), ("4KiB", 2.0), ("256KiB", 1.5)):
        new_db.case("read", knobs={"buf": buffer}, named={"buf": buffer}, times=[t * factor for t in SIX])
    [chart] = buffer_size.data(loaded(new_db))
    [panel] = chart.panels
    [line] = panel.lines
    assert line.label == "read"
    assert [p.x for p in line.points] == [4096, 262144, 1048576]
    assert line.points[2].y == pytest.approx(150_000_000 / 10.5e6)
    assert (line.points[2].low, line.points[2].high) == (pytest.approx(150 / 13), pytest.approx(150 / 9))
    assert [label for _, label in chart.ticks] == ["4KiB", "256KiB", "1MiB"]
    assert "18 measurements" in chart.footer and "150mb (150 MB)" in chart.footer and "warm" in chart.footer


def test_a_strategy_without_a_buffer_stands_beside_the_axis(new_db, loaded):
    buffers(new_db)
    new_db.case("mmap", knobs={"populate": "off"}, times=SIX)
    [chart] = buffer_size.data(loaded(new_db))
    by_label = {line.label: line for line in chart.panels[0].lines}
    assert by_label["mmap"].points[0].x is None and chart.beside


def test_consumers_are_never_in_one_chart(new_db, loaded):
    buffers(new_db, use="touch")
    buffers(new_db, use="none")
    assert sorted(c.name for c in buffer_size.data(loaded(new_db))) == ["read 150mb, use none", "read 150mb, use touch"]


def test_rows_that_are_not_ok_are_told_and_not_drawn(new_db, loaded):
    new_db.case("read", knobs={"buf": "4KiB"}, times=SIX)
    new_db.case("read", knobs={"buf": "8MiB"}, named={"buf": "8MiB"}, status="invalid", reason="still cached", times=SIX)
    [chart] = buffer_size.data(loaded(new_db))
    assert [p.x for p in chart.panels[0].lines[0].points] == [4096]
    assert "Not shown: 1 invalid; the tables give the reasons." in chart.notes


def test_one_buffer_makes_no_curve(new_db, loaded):
    new_db.case("read", knobs={"buf": "4KiB"}, times=SIX)
    [chart] = buffer_size.data(loaded(new_db))
    assert "two or more sizes of a buffer" in chart.missing


def test_a_panel_without_an_ok_row_says_so(new_db, loaded):
    buffers(new_db)
    new_db.case("read", cache="cold", knobs={"buf": "4KiB"}, status="skipped", reason="tmpfs has no device")
    [chart] = buffer_size.data(loaded(new_db))
    assert [p.missing for p in chart.panels] == [None, "no cold row is ok"]


def test_too_many_lines_keep_the_fastest(new_db, loaded):
    for i in range(20):
        for buffer in ("4KiB", "8KiB"):
            new_db.case(f"way{i}", knobs={"buf": buffer}, named={"buf": buffer}, times=[t * (i + 1) for t in SIX])
    run = loaded(new_db)
    [chart] = buffer_size.data(run)
    assert [line.label for line in chart.panels[0].lines] == [f"way{i}" for i in range(lines.MOST_LINES)]
    assert any("6 more are in the table" in note for note in chart.notes)


# --- file size -----------------------------------------------------------------------------------------------


def test_over_file_sizes_each_strategy_is_at_its_default_buffer(new_db, loaded):
    for name, size in (("10k", 3_200_000), ("2k", 640_000)):
        new_db.case("read", name, size, knobs={"buf": "256KiB"}, times=[size / 10.0] * 6)
        new_db.case("read", name, size, knobs={"buf": "4KiB"}, named={"buf": "4KiB"}, times=[size / 5.0] * 6)
    [chart] = file_size.data(loaded(new_db))
    [line] = chart.panels[0].lines
    assert [(p.x, p.y) for p in line.points] == [(640_000, pytest.approx(10)), (3_200_000, pytest.approx(10))]
    assert [label for _, label in chart.ticks] == ["2k (640 kB)", "10k (3.20 MB)"]


def test_without_the_default_buffer_the_usual_one_is_named(new_db, loaded):
    for name, size in (("10k", 3_200_000), ("2k", 640_000)):
        new_db.case("read", name, size, knobs={"buf": "64KiB"}, named={"buf": "64KiB"}, times=[size / 10.0] * 6)
    new_db.case("read", "2k", 640_000, knobs={"buf": "4KiB"}, named={"buf": "4KiB"}, times=SIX)
    [chart] = file_size.data(loaded(new_db))
    assert [line.label for line in chart.panels[0].lines] == ["read buf:64KiB"]


def test_near_sizes_share_a_tick():
    from readmark_report.model import Dataset

    some = [Dataset("2k", 640_000), Dataset("40k", 12_800_000), Dataset("40k_crlf", 12_840_000), Dataset("150mb", 150_000_000)]
    assert [label for _, label in file_size.ticks(some)] == ["2k (640 kB)", "40k +1 (12.8 MB)", "150mb (150 MB)"]


def test_one_size_makes_no_curve(new_db, loaded):
    new_db.case("read", times=SIX)
    [chart] = file_size.data(loaded(new_db))
    assert "Fewer than two file sizes" in chart.missing


# --- ranking -------------------------------------------------------------------------------------------------


def test_fastest_first_with_every_measurement(new_db, loaded):
    new_db.case("slow", times=[t * 3 for t in SIX])
    new_db.case("fast", times=SIX)
    [chart] = ranking.data(loaded(new_db))
    assert [row.label for row in chart.rows] == ["fast", "slow"]
    assert list(chart.rows[0].dots) == [pytest.approx(150_000_000 / t) for t in SIX]
    assert chart.rows[0].interval == (pytest.approx(150 / 13), pytest.approx(150 / 9))


def test_controls_are_never_ranked(realistic):
    labels = [row.label for chart in ranking.data(realistic) for row in chart.rows]
    assert labels and not any("untouched" in label or label == "null" for label in labels)


def test_a_chart_per_dataset_and_cache_state(realistic):
    assert len(ranking.data(realistic)) == 6
    assert [c.name for c in ranking.data(realistic)][:3] == ["read 2k, warm, use touch", "read 2k, cold, use touch", "read 20k, warm, use touch"]


def test_a_finding_marks_its_row(new_db, loaded):
    new_db.finding("above_ceiling", new_db.case("read", times=SIX))
    [chart] = ranking.data(loaded(new_db))
    assert chart.rows[0].label == "read (!)" and any("finding" in note for note in chart.notes)


def test_the_ceiling_is_drawn_where_it_fits_and_told_where_not(new_db, loaded):
    new_db.case("read", times=[15e6] * 6, share=0.8)
    new_db.case("memory_read", "-", 150_000_000, "as_found", "none", "ceiling", role="ceiling", times=[12e6] * 6)
    run = loaded(new_db)
    assert of_group(run, run.groups()[0]) == [("ceiling memory_read 12.5 GB/s", 12.5)]
    assert ranking.data(run)[0].ceilings == (("ceiling memory_read 12.5 GB/s", 12.5),)


def test_a_far_ceiling_is_a_note(new_db, loaded):
    new_db.case("read", times=[15e6] * 6, share=0.1)
    [chart] = ranking.data(loaded(new_db))
    assert chart.ceilings == () and "ceiling 100 GB/s is beyond the axis." in chart.notes


# --- cold against warm ---------------------------------------------------------------------------------------


def test_pairs_are_the_same_case_in_both_states(new_db, loaded):
    for strategy, cold in (("read", 8), ("mmap", 6)):
        new_db.case(strategy, times=SIX)
        new_db.case(strategy, cache="cold", times=[t * cold for t in SIX])
    new_db.case("pread", cache="cold", knobs={"direct": "on"}, named={"direct": "on"}, times=SIX)
    [chart] = cold_warm.data(loaded(new_db))
    by_label = {p.label: p for p in chart.pairs}
    assert by_label["read"].warm.y == pytest.approx(8 * by_label["read"].cold.y)
    assert by_label["pread direct:on"].warm is None
    assert any("1 row has one state only" in note for note in chart.notes)


def test_without_both_states_it_says_so(new_db, loaded):
    new_db.case("read", times=SIX)
    [chart] = cold_warm.data(loaded(new_db))
    assert "both cold and warm" in chart.missing


# --- none breaks ---------------------------------------------------------------------------------------------


def test_a_run_without_a_row(new_db, loaded):
    run = loaded(new_db)
    assert all(chart.missing for _, chart in charts_of(run))
    draw_all(run)


def test_a_run_where_nothing_is_ok(new_db, loaded):
    for cache in ("warm", "cold"):
        for dataset, size in (("2k", 640_000), ("10k", 3_200_000)):
            new_db.case("read", dataset, size, cache=cache, knobs={"buf": "4KiB"}, status="failed", reason="cannot open")
    run = loaded(new_db)
    assert all(chart.missing for _, chart in charts_of(run))
    draw_all(run)


def test_one_measurement_has_no_interval(new_db, loaded):
    for cache in ("warm", "cold"):
        for dataset, size in (("2k", 640_000), ("10k", 3_200_000)):
            new_db.case("read", dataset, size, cache=cache, knobs={"buf": "4KiB"}, times=[1e6])
    run = loaded(new_db)
    assert all(row.interval is None for chart in ranking.data(run) for row in chart.rows)
    draw_all(run)


def test_equal_measurements(new_db, loaded):
    for cache in ("warm", "cold"):
        new_db.case("read", cache=cache, knobs={"buf": "4KiB"}, times=[1e7] * 8)
    draw_all(loaded(new_db))


def test_times_of_zero_have_no_rate(new_db, loaded):
    new_db.case("read", knobs={"buf": "4KiB"}, times=[0] * 6)
    new_db.case("read", cache="cold", knobs={"buf": "4KiB"}, times=SIX)
    new_db.case("empty", "empty", 0, knobs={"buf": "4KiB"}, times=SIX)
    run = loaded(new_db)
    assert ranking.data(run)[0].missing
    draw_all(run)


def test_a_thousand_rows(new_db, loaded):
    for i in range(1000):
        new_db.case("read", cache=("warm", "cold")[i % 2], knobs={"buf": f"{4 + i}KiB"}, named={"buf": f"{4 + i}KiB"},
                    times=[t + i * 1e4 for t in SIX])
    run = loaded(new_db)
    [warm, cold] = ranking.data(run)
    assert len(warm.rows) == ranking.MOST_ROWS and any("fastest of 500 rows" in note for note in warm.notes)
    [chart] = buffer_size.data(run)
    assert 5 <= len(chart.ticks) <= 12
    draw_all(run)


def test_names_that_are_markup_or_mathematics(new_db, loaded):
    new_db.case("$\\frac{1}{0}$", dataset="<script>$x_{", knobs={"buf": "4KiB"}, times=SIX)
    new_db.case("a" * 500, dataset="<script>$x_{", knobs={"buf": "4KiB"}, times=SIX)
    new_db.case("\u202e\x00日本", dataset="<script>$x_{", cache="cold", knobs={"buf": "4KiB"}, times=SIX)
    run = loaded(new_db)
    for _, chart in charts_of(run):
        assert not any(ord(c) < 32 for c in chart.title + chart.footer)
    draw_all(run)


def test_no_text_becomes_a_formula():
    assert frame.text_of("a $x$\n\x1b") == "a %24x%24\n%1B"


# --- looks ---------------------------------------------------------------------------------------------------


def test_a_strategy_looks_the_same_in_every_chart(realistic):
    looks = {}
    for chart in ranking.data(realistic):
        for row in chart.rows:
            strategy = row.label.split()[0]
            assert looks.setdefault(strategy, (row.look.color, row.look.marker)) == (row.look.color, row.look.marker)
    assert len(set(looks.values())) == len(looks)


def test_sixty_strategies_have_sixty_looks():
    looks = style.looks([f"s{i}" for i in range(60)])
    assert len({(look.color, look.marker) for look in looks.values()}) == 60


def test_variants_of_one_strategy_differ_without_colour():
    look = style.looks(["pread"])["pread"]
    assert len({(str(v.line), v.filled) for v in (style.variant(look, i) for i in range(4))}) == 4


def test_the_same_run_gives_the_same_bytes(realistic):
    chart = ranking.data(realistic)[0]
    with frame.styled():
        first, second = (ranking.draw(chart) for _ in range(2))
        assert frame.svg(first) == frame.svg(second)
        assert frame.png(first) == frame.png(second)
        assert b"dc:date" not in frame.svg(first)
