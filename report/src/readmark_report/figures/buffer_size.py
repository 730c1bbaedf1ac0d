"""Throughput against buffer size: one chart per dataset, one panel per cache state, one line per strategy."""

from typing import Dict, List, Optional, Tuple

from .. import series, style, units
from ..ceilings import of_group
from ..model import Case, Group, RunData
from . import frame, lines

NAME = "buffer_size"
TITLE = "Throughput against buffer size"
INTRO = (
    "Each line is a strategy with one set of knobs; only its buffer changes. Points are medians over rounds, "
    "vertical bars their intervals. Strategies without a buffer stand beside the axis."
)


draw = lines.draw


def data(run: RunData) -> List[lines.LinesChart]:
    bundles: Dict[Tuple, List[Group]] = {}
    for group in run.groups():
        bundles.setdefault((group.workload, group.dataset_name, group.use), []).append(group)
    charts = [c for groups in bundles.values() for c in [_chart(run, groups)] if c]
    if charts:
        return charts
    why = "No dataset was planned with two or more sizes of a buffer, so there is no curve over them to show."
    return [lines.LinesChart(NAME, TITLE, why, frame.footer(run, 0, None, ()), missing=why)]


def _chart(run: RunData, groups: List[Group]) -> Optional[lines.LinesChart]:
    """None where fewer than two buffers were planned: there is no such question then."""
    cases = [c for g in groups for c in run.in_group(g)]
    if len({series.buffer_bytes(c) for c in cases} - {None, 0}) < 2:
        return None
    looks, known = style.looks(run.strategies()), series.numbering(run)
    first = groups[0]
    name = f"{first.workload} {first.dataset_name}, use {first.use}"
    shown = [c for c in cases if c.ranked and c.gb_per_s is not None]
    footer = frame.footer(run, frame.count_measurements(shown), first.dataset, [g.cache for g in groups])
    slug = f"{NAME}_{first.workload}_{first.dataset_name}_{first.use}"
    title = f"{TITLE}: {name}"
    if not shown:
        why = frame.no_row(name, cases)
        return lines.LinesChart(slug, title, why, footer, missing=why, name=name)
    panels, notes = [], list(frame.left_out(cases))
    for group in groups:
        panel, more = _panel(run, group, looks, known)
        panels.append(panel)
        notes += more
    if len(panels) > 1:
        notes.append(lines.OWN_SCALES)
    sizes = sorted({b for c in shown for b in [series.buffer_bytes(c)] if b})
    loose = any(p.x is None for panel in panels for line in panel.lines for p in line.points)
    return lines.LinesChart(
        slug,
        title,
        _alt(name, groups, sizes, panels),
        footer,
        tuple(dict.fromkeys(notes)),
        name=name,
        panels=tuple(panels),
        x_label="buffer (bytes, log scale)",
        ticks=tuple((float(b), units.exact_size(b)) for b in frame.spaced(sizes, 0.06 * len(panels))),
        beside="no\nbuffer" if loose else "",
    )


def _panel(run: RunData, group: Group, looks, known) -> Tuple[lines.Panel, List[str]]:
    cases = [c for c in run.in_group(group) if c.ranked]
    found = []
    for s in series.series_of(cases):
        points = _points(s.cases)
        if points:
            found.append(lines.Line(s.label, series.look_of(s.cases[0], known, looks), points))
    kept, dropped = lines.fastest_lines(found)
    near, far = lines.reachable(of_group(run, group), (p.y for line in kept for p in line.points))
    notes = []
    if dropped:
        notes.append(f"{group.cache}: the {len(kept)} fastest lines are shown, {dropped} more are in the table.")
    notes += [f"{group.cache}: {name} is beyond the axis." for name, _ in far]
    why = None if kept else f"no {group.cache} row is ok"
    return lines.Panel(group.cache, kept, near, why), notes


def _points(cases: Tuple[Case, ...]) -> Tuple[lines.Point, ...]:
    points = [p for c in cases for p in [lines.point(c, series.buffer_bytes(c))] if p]
    return tuple(sorted(points, key=lambda p: (p.x is None, p.x or 0)))


def _alt(name: str, groups, sizes, panels) -> str:
    count = len({line.label for panel in panels for line in panel.lines})
    span = f" over buffers from {units.exact_size(sizes[0])} to {units.exact_size(sizes[-1])}" if sizes else ""
    states = ", ".join(g.cache for g in groups)
    return f"Line chart of GB/s{span} for {units.counted(count, 'line')} of {name}; cache {states}."
