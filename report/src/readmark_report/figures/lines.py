"""Curves in panels side by side: throughput against the size of a buffer or of a file."""

from dataclasses import dataclass
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from .. import style
from ..model import Case
from . import frame

MOST_LINES = 14  # more cannot be told apart
LEGEND_ROW_INCHES = 0.21
OWN_SCALES = "Each panel has a scale of its own."


@dataclass(frozen=True)
class Point:
    x: Optional[float]  # None: has no place on the axis, drawn beside it
    y: float
    low: Optional[float] = None
    high: Optional[float] = None


@dataclass(frozen=True)
class Line:
    label: str
    look: style.Look
    points: Tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    title: str
    lines: Tuple[Line, ...]
    ceilings: Tuple[Tuple[str, float], ...] = ()
    missing: Optional[str] = None  # why there is no line


@dataclass(frozen=True)
class LinesChart(frame.Chart):
    panels: Tuple[Panel, ...] = ()
    x_label: str = ""
    ticks: Tuple[Tuple[float, str], ...] = ()
    beside: str = ""  # label of the place beside the axis
    rotated: bool = False


def point(case: Case, x: Optional[float]) -> Optional[Point]:
    """None for a row without a rate."""
    y = case.gb_per_s
    if y is None:
        return None
    interval = case.gb_per_s_interval
    return Point(x, y, *interval) if interval else Point(x, y)


def fastest_lines(lines: Sequence[Line]) -> Tuple[Tuple[Line, ...], int]:
    """At most MOST_LINES, by the highest point, in their given order; and how many that leaves out."""
    if len(lines) <= MOST_LINES:
        return tuple(lines), 0
    best = sorted(lines, key=lambda line: -max(p.y for p in line.points))[:MOST_LINES]
    kept = {id(line) for line in best}
    return tuple(line for line in lines if id(line) in kept), len(lines) - MOST_LINES


def reachable(ceilings: Sequence[Tuple[str, float]], rates: Iterable[float]):
    """Ceilings that fit the axis without flattening what it shows; and those that do not."""
    top = max(rates, default=0)
    near = tuple(c for c in ceilings if c[1] <= 1.6 * top)
    return near, tuple(c for c in ceilings if c not in near)


def draw(chart: LinesChart):
    if chart.missing or not chart.panels:
        return frame.nothing(chart)
    legend = _legend_entries(chart.panels)
    width = 11.0
    columns = max(1, min(4, int((width - 1.0) / (0.55 + 0.068 * max((len(k) for k in legend), default=1)))))
    rows = -(-len(legend) // columns)
    longest = max((len(text) for _, text in chart.ticks), default=0)
    tick_inches = 0.45 + 0.04 * longest if chart.rotated else 0.55
    below = tick_inches + LEGEND_ROW_INCHES * rows + 0.12
    figure, (left, bottom, right, top) = frame.sheet(chart, width, 3.5, 0.75, right=0.3, below=below)
    axes = _axes(figure, len(chart.panels), left, bottom, right, top)
    for panel, ax in zip(chart.panels, axes):
        _draw_panel(ax, panel, chart)
        ax.set_ylabel("throughput (GB/s)")
    if legend:
        figure.legend(
            handles=list(legend.values()),
            loc="lower left",
            bbox_to_anchor=(left, bottom - below / figure.get_figheight()),
            bbox_transform=figure.transFigure,
            borderaxespad=0.1,
            ncol=columns,
            handlelength=3.2,
            columnspacing=1.6,
        )
    return figure


def _axes(figure, count: int, left, bottom, right, top) -> List:
    """With scales of their own: cold and warm are far apart, and one scale would flatten the slower."""
    gap = 0.065
    width = (right - left - gap * (count - 1)) / count
    return [figure.add_axes([left + i * (width + gap), bottom, width, top - bottom]) for i in range(count)]


def _draw_panel(ax, panel: Panel, chart: LinesChart) -> None:
    positions = [x for x, _ in chart.ticks]
    ax.set_title(frame.text_of(panel.title))
    ax.set_xscale("log", base=2)
    ax.set_xlabel(chart.x_label)
    step = 4.0
    lowest, highest = (min(positions), max(positions)) if positions else (1.0, 1.0)
    aside = highest * step
    has_aside = bool(chart.beside)
    ticks = [*chart.ticks, *([(aside, chart.beside)] if has_aside else [])]
    ax.set_xticks([x for x, _ in ticks])
    turned = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if chart.rotated else {}
    ax.set_xticklabels([frame.text_of(text) for _, text in ticks], fontsize=8, **turned)
    ax.minorticks_off()
    ax.set_xlim(lowest / 1.7, (aside if has_aside else highest) * 1.7)
    if has_aside:
        ax.axvline(highest * 2, color=style.GRID, linewidth=1.2)
    if not panel.lines:
        why = panel.missing or "nothing measured"
        ax.text(0.5, 0.5, frame.text_of(why), transform=ax.transAxes, ha="center", va="center", wrap=True)
    _draw_aside(ax, panel, aside)
    for line in panel.lines:
        _draw_line(ax, line)
    for name, value in panel.ceilings:
        ax.axhline(value, color=style.CEILING, linewidth=1.0, linestyle=(0, (1, 1)))
        ax.annotate(frame.text_of(name), (0.01, value), xycoords=("axes fraction", "data"), fontsize=7,
                    color=style.CEILING, va="bottom", xytext=(0, 1.5), textcoords="offset points")
    top = max([p.high or p.y for line in panel.lines for p in line.points] + [v for _, v in panel.ceilings],
              default=0)
    ax.set_ylim(0, max(ax.get_ylim()[1] if ax.lines else 0, top * 1.08) or 1)


def _draw_line(ax, line: Line) -> None:
    placed = [p for p in line.points if p.x is not None]
    if placed:
        ax.plot([p.x for p in placed], [p.y for p in placed], color=line.look.color, linestyle=line.look.line,
                **line.look.marker_style())
        _draw_intervals(ax, [(p.x, p) for p in placed], line.look.color)


def _draw_aside(ax, panel: Panel, aside: float) -> None:
    """What has no place on the axis stands beside it, side by side, with a faint line to compare by."""
    loose = [(line, p) for line in panel.lines for p in line.points if p.x is None]
    for i, (line, p) in enumerate(loose):
        offset = (i - (len(loose) - 1) / 2) / max(len(loose), 6)  # a share of one power of two
        x = aside * 2.0 ** (1.2 * offset)
        ax.axhline(p.y, color=line.look.color, linewidth=0.7, linestyle=line.look.line, alpha=0.45)
        ax.plot([x], [p.y], linestyle="none", color=line.look.color, **line.look.marker_style())
        _draw_intervals(ax, [(x, p)], line.look.color)


def _draw_intervals(ax, points, color) -> None:
    for x, p in points:
        if p.low is not None and p.high is not None:
            ax.plot([x, x], [p.low, p.high], color=color, linewidth=1.0, solid_capstyle="butt")


def _legend_entries(panels: Sequence[Panel]) -> Dict[str, object]:
    from matplotlib.lines import Line2D

    entries: Dict[str, object] = {}
    for panel in panels:
        for line in panel.lines:
            if line.label not in entries:
                entries[line.label] = Line2D([], [], color=line.look.color, linestyle=line.look.line,
                                             label=frame.text_of(line.label), **line.look.marker_style())
    return entries
