"""Cold against warm: one chart per dataset, one row per strategy at its usual buffer, both medians on one axis."""

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from .. import series, style, units
from ..model import Case, Group, RunData
from . import frame
from .lines import Point, point

NAME = "cold_warm"
TITLE = "Cold against warm"
INTRO = (
    "The same case with the file in the page cache (filled mark) and after its pages were evicted (hollow mark), "
    "each strategy at its default buffer (or the one measured most). The axis is logarithmic."
)

MOST_ROWS = 40
ROW_INCHES = 0.24
APART = 0.09  # of a row: neither mark hides the other where they are equal


@dataclass(frozen=True)
class Pair:
    label: str
    look: style.Look
    warm: Optional[Point]
    cold: Optional[Point]


@dataclass(frozen=True)
class ColdWarmChart(frame.Chart):
    pairs: Tuple[Pair, ...] = ()


def data(run: RunData) -> List[ColdWarmChart]:
    bundles: Dict[Tuple, List[Group]] = {}
    for group in run.groups():
        if group.cache in ("warm", "cold"):
            bundles.setdefault((group.workload, group.dataset_name, group.use), []).append(group)
    charts = [_chart(run, groups) for groups in bundles.values() if len({g.cache for g in groups}) == 2]
    if charts:
        return charts
    why = "No dataset was asked for both cold and warm, so the two cannot be set against each other."
    return [ColdWarmChart(NAME, TITLE, why, frame.footer(run, 0, None, ()), missing=why)]


def _chart(run: RunData, groups: List[Group]) -> ColdWarmChart:
    first = groups[0]
    name = f"{first.workload} {first.dataset_name}, use {first.use}"
    cases = [c for g in groups for c in run.in_group(g)]
    looks, known = style.looks(run.strategies()), series.numbering(run)
    chosen = series.at_usual_buffer([c for c in cases if c.ranked and c.gb_per_s is not None])
    slug = f"{NAME}_{first.workload}_{first.dataset_name}_{first.use}"
    title = f"{TITLE}: {name}"
    footer = frame.footer(run, frame.count_measurements(chosen), first.dataset, ("warm", "cold"))
    pairs = _pairs(chosen, known, looks)
    if not any(p.warm and p.cold for p in pairs):
        why = f"No strategy of {name} is ok in both states. {' '.join(frame.left_out(cases))}".strip()
        return ColdWarmChart(slug, title, why, footer, missing=why, name=name)
    pairs.sort(key=lambda p: -max(q.y for q in (p.warm, p.cold) if q))
    notes = list(frame.left_out(cases))
    single = sum(1 for p in pairs if not (p.warm and p.cold))
    if single:
        notes.append(f"{units.counted(single, 'row has', 'rows have')} one state only: the other is not ok or does not exist.")
    if len(pairs) > MOST_ROWS:
        notes.append(f"The {MOST_ROWS} fastest of {len(pairs)} rows are shown; the tables have all.")
    both = [p for p in pairs if p.warm and p.cold]
    alt = (
        f"Dumbbell chart of {units.counted(len(pairs), 'row')} of {name}, warm against cold in GB/s; for example "
        f"{both[0].label}: {units.rate(both[0].warm.y)} warm, {units.rate(both[0].cold.y)} cold."
    )
    return ColdWarmChart(slug, title, alt, footer, tuple(notes), name=name, pairs=tuple(pairs[:MOST_ROWS]))


def _pairs(chosen: List[Case], known, looks) -> List[Pair]:
    bundles: Dict[Tuple, Dict[str, Case]] = {}
    for case in chosen:
        bundles.setdefault((case.strategy, series.knobs_key(case)), {})[case.cache] = case
    pairs = []
    for states in bundles.values():
        some = next(iter(states.values()))
        sides = {cache: point(case, None) for cache, case in states.items()}
        pairs.append(Pair(some.label(), series.look_of(some, known, looks), sides.get("warm"), sides.get("cold")))
    return pairs


def draw(chart: ColdWarmChart):
    if chart.missing or not chart.pairs:
        return frame.nothing(chart)
    labels = [units.shortened(frame.text_of(p.label), 52) for p in chart.pairs]
    left = 0.35 + frame.LABEL_INCH_PER_CHAR * max(12, *(len(text) for text in labels))
    body = ROW_INCHES * len(chart.pairs) + 0.2
    figure, (x0, y0, x1, y1) = frame.sheet(chart, 11.0, body, left, below=0.8)
    ax = figure.add_axes([x0, y0, x1 - x0, y1 - y0])
    values = [v for p in chart.pairs for q in (p.warm, p.cold) if q for v in (q.y, q.low, q.high) if v]
    ax.set_xscale("log", base=10)
    ax.set_xlim(min(values) / 1.35, max(values) * 1.35)
    for i, pair in enumerate(chart.pairs):
        _draw_pair(ax, i, pair)
    ax.set_yticks(range(len(labels)))
    ax.set_yticklabels(labels, fontsize=8)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", visible=False)
    _label_axis(ax)
    ax.set_xlabel("throughput (GB/s, log scale)")
    _legend(figure, ax, y0 - 0.78 / figure.get_figheight(), x0)
    return figure


def _draw_pair(ax, i: int, pair: Pair) -> None:
    if i % 2 == 0:
        ax.axhspan(i - 0.5, i + 0.5, color="#f4f6f8", linewidth=0, zorder=0)
    if pair.warm and pair.cold:
        ax.plot([pair.cold.y, pair.warm.y], [i + APART, i - APART], color=pair.look.color, linewidth=1.4, alpha=0.6, zorder=2)
    for side, filled, y in ((pair.warm, True, i - APART), (pair.cold, False, i + APART)):
        if not side:
            continue
        if side.low and side.high:
            ax.plot([side.low, side.high], [y, y], color=pair.look.color, linewidth=5, alpha=0.3,
                    solid_capstyle="butt", zorder=3)
        ax.plot([side.y], [y], linestyle="none", marker=pair.look.marker, markersize=6.5, zorder=4,
                markerfacecolor=pair.look.color if filled else "white", markeredgecolor=pair.look.color,
                markeredgewidth=1.2)


def _label_axis(ax) -> None:
    """Plain numbers instead of powers of ten; more of them where the axis spans little."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = ax.get_xlim()
    subs = (1.0,) if high / low > 300 else (1.0, 2.0, 5.0) if high / low > 3 else tuple(range(1, 10))
    ax.xaxis.set_major_locator(LogLocator(base=10, subs=subs, numticks=30))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.xaxis.set_minor_formatter(NullFormatter())


def _legend(figure, ax, y: float, x: float) -> None:
    from matplotlib.lines import Line2D

    marks = [
        Line2D([], [], linestyle="none", marker="o", markersize=6.5, color=style.INK, label="warm"),
        Line2D([], [], linestyle="none", marker="o", markersize=6.5, markerfacecolor="white",
               markeredgecolor=style.INK, color=style.INK, label="cold"),
    ]
    figure.legend(handles=marks, loc="lower left", bbox_to_anchor=(x, y), bbox_transform=figure.transFigure, ncol=2,
                  borderaxespad=0.1)
