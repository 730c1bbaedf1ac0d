"""Ranking: one chart per dataset and cache state, median with interval, every measurement as a dot."""

from dataclasses import dataclass
from typing import List, Optional, Tuple

from .. import series, style, units
from ..ceilings import of_group
from ..model import Case, Group, RunData, ranking
from . import frame
from .lines import reachable

NAME = "ranking"
TITLE = "Ranking"
INTRO = (
    "Fastest on top. The large mark is the median over rounds, the bar its interval, and each small dot one "
    "measurement (a process of its own). Rows whose bars overlap are not told apart by this run."
)

MOST_ROWS = 40
ROW_INCHES = 0.21


@dataclass(frozen=True)
class Row:
    label: str
    look: style.Look
    median: float
    interval: Optional[Tuple[float, float]]
    dots: Tuple[float, ...]
    suspect: bool


@dataclass(frozen=True)
class RankingChart(frame.Chart):
    rows: Tuple[Row, ...] = ()
    ceilings: Tuple[Tuple[str, float], ...] = ()


def data(run: RunData) -> List[RankingChart]:
    charts = [_chart(run, group) for group in run.groups() if _has_bytes(run, group)]
    if charts:
        return charts
    why = "No subject with bytes to read was planned, so there is nothing to rank by throughput."
    return [RankingChart(NAME, TITLE, why, frame.footer(run, 0, None, ()), missing=why)]


def _has_bytes(run: RunData, group: Group) -> bool:
    return group.dataset is not None or any(c.gb_per_s is not None for c in run.in_group(group))


def _chart(run: RunData, group: Group) -> RankingChart:
    cases = run.in_group(group)
    looks, known = style.looks(run.strategies()), series.numbering(run)
    ranked = [c for c in ranking(cases) if c.gb_per_s is not None]
    shown = ranked[:MOST_ROWS]
    slug = f"{NAME}_{group.workload}_{group.dataset_name}_{group.cache}_{group.use}"
    title = f"{TITLE}: {group.title}"
    footer = frame.footer(run, frame.count_measurements(shown), group.dataset, [group.cache])
    if not shown:
        why = frame.no_row(group.title, cases)
        return RankingChart(slug, title, why, footer, missing=why, name=group.title)
    rows = tuple(_row(c, series.look_of(c, known, looks)) for c in shown)
    near, far = reachable(of_group(run, group), (row.median for row in rows))
    notes = list(frame.left_out(cases))
    if len(ranked) > len(shown):
        notes.append(f"The {len(shown)} fastest of {len(ranked)} rows are shown; the table has all.")
    notes += [f"{name} is beyond the axis." for name, _ in far]
    if any(row.interval is None for row in rows):
        notes.append("Rows without a bar have fewer than six rounds, which give no interval.")
    if any(row.suspect for row in rows):
        notes.append("(!) has a finding; see the table.")
    alt = (
        f"Dot chart of {units.counted(len(rows), 'row')}, fastest first: {rows[0].label} with "
        f"{units.rate(rows[0].median)} GB/s down to {rows[-1].label} with {units.rate(rows[-1].median)} GB/s."
    )
    return RankingChart(slug, title, alt, footer, tuple(notes), name=group.title, rows=rows, ceilings=near)


def _row(case: Case, look: style.Look) -> Row:
    dots = tuple(rate for m in case.measurements for rate in [m.gb_per_s] if rate is not None)
    mark = " (!)" if case.findings else ""
    return Row(case.label() + mark, look, case.gb_per_s, case.gb_per_s_interval, dots, bool(case.findings))


def draw(chart: RankingChart):
    if chart.missing or not chart.rows:
        return frame.nothing(chart)
    labels = [units.shortened(frame.text_of(row.label), 52) for row in chart.rows]
    left = 0.35 + frame.LABEL_INCH_PER_CHAR * max(12, *(len(text) for text in labels))
    body = ROW_INCHES * len(chart.rows) + 0.15
    figure, (x0, y0, x1, y1) = frame.sheet(chart, 11.0, body, left, right=0.95, above=0.13 * max(0, len(chart.ceilings) - 1))
    ax = figure.add_axes([x0, y0, x1 - x0, y1 - y0])
    for i, row in enumerate(chart.rows):
        _draw_row(ax, i, row)
    ax.set_yticks(range(len(labels)))
    ax.set_yticklabels(labels, fontsize=8)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", visible=False)
    ax.set_xlabel("throughput (GB/s)")
    _draw_ceilings(ax, chart.ceilings)
    values = [v for row in chart.rows for v in (row.median, *row.dots, *(row.interval or ()))]
    ax.set_xlim(0, 1.05 * max([*values, *(v for _, v in chart.ceilings)]))
    for i, row in enumerate(chart.rows):
        ax.annotate(units.rate(row.median), (1.0, i), xycoords=("axes fraction", "data"), xytext=(6, 0),
                    textcoords="offset points", va="center", fontsize=7.5, annotation_clip=False)
    ax.annotate("GB/s", (1.0, 1.0), xycoords="axes fraction", xytext=(6, 4), textcoords="offset points",
                fontsize=7.5, color=style.QUIET, annotation_clip=False)
    return figure


def _draw_row(ax, i: int, row: Row) -> None:
    if i % 2 == 0:
        ax.axhspan(i - 0.5, i + 0.5, color="#f4f6f8", linewidth=0, zorder=0)
    if row.interval:
        ax.plot(row.interval, [i, i], color=row.look.color, linewidth=5, alpha=0.3, solid_capstyle="butt", zorder=2)
    heights = [i + 0.28 * ((j % 3) - 1) / 1.5 for j in range(len(row.dots))]  # apart, the same every time
    ax.plot(row.dots, heights, linestyle="none", marker=".", markersize=4.6, color=style.INK,
            markeredgewidth=0, alpha=0.7, zorder=3)
    ax.plot([row.median], [i], linestyle="none", color=row.look.color, markersize=6.5, zorder=4,
            **row.look.marker_style())


def _draw_ceilings(ax, ceilings) -> None:
    """Named above the axes, each on a line of its own, where no row can be in the way."""
    for i, (name, value) in enumerate(ceilings):
        ax.axvline(value, color=style.CEILING, linewidth=1.0, linestyle=(0, (1, 1)), zorder=1)
        ax.annotate(frame.text_of(name), (value, 1.0), xycoords=("data", "axes fraction"), xytext=(2, 3 + 9 * i),
                    textcoords="offset points", fontsize=7, color=style.CEILING, ha="right", va="bottom")
