"""Throughput against file size: one panel per cache state, one line per strategy at its usual buffer."""

from typing import Dict, List, Tuple

from .. import series, style, units
from ..model import Case, Dataset, Group, RunData
from . import frame, lines

NAME = "file_size"
TITLE = "Throughput against file size"
INTRO = (
    "Each line is a strategy at its default buffer (or the one measured most, if the default was not). "
    "Opening, mapping and closing are inside the timer: they weigh most on small files."
)


draw = lines.draw


def data(run: RunData) -> List[lines.LinesChart]:
    bundles: Dict[Tuple, List[Group]] = {}
    for group in run.groups():
        if group.dataset and group.dataset.bytes > 0:
            bundles.setdefault((group.workload, group.use), []).append(group)
    charts = [_chart(run, groups) for groups in bundles.values() if _sizes(groups) > 1]
    if charts:
        return charts
    why = "Fewer than two file sizes were measured with one consumer, so there is no curve over sizes to show."
    return [lines.LinesChart(NAME, TITLE, why, frame.footer(run, 0, None, ()), missing=why)]


def _sizes(groups: List[Group]) -> int:
    return len({g.dataset.bytes for g in groups})


def _chart(run: RunData, groups: List[Group]) -> lines.LinesChart:
    first = groups[0]
    name = f"{first.workload}, use {first.use}"
    cases = [c for g in groups for c in run.in_group(g)]
    looks, known = style.looks(run.strategies()), series.numbering(run)
    chosen = series.at_usual_buffer([c for c in cases if c.ranked and c.gb_per_s is not None])
    caches = list(dict.fromkeys(g.cache for g in groups))
    caches.sort(key=lambda c: next(g.sort_key[-1] for g in groups if g.cache == c))
    panels, notes = [], list(frame.left_out(cases))
    for cache in caches:
        found = []
        for s in series.series_of(c for c in chosen if c.cache == cache):
            points = [p for c in s.cases for p in [lines.point(c, float(c.dataset.bytes))] if p]
            points.sort(key=lambda p: p.x)
            found.append(lines.Line(_label(s), series.look_of(s.cases[0], known, looks), tuple(points)))
        kept, dropped = lines.fastest_lines(found)
        if dropped:
            notes.append(f"{cache}: the {len(kept)} fastest lines are shown, {dropped} more are in the tables.")
        panels.append(lines.Panel(cache, kept, (), None if kept else f"no {cache} row is ok"))
    if len(panels) > 1:
        notes.append(lines.OWN_SCALES)
    datasets = sorted({g.dataset for g in groups}, key=lambda d: (d.bytes, units.natural_key(d.name)))
    footer = frame.footer(run, frame.count_measurements(chosen), None, caches)
    slug = f"{NAME}_{first.workload}_{first.use}"
    title = f"{TITLE}: {name}"
    if not chosen:
        why = frame.no_row(name, cases)
        return lines.LinesChart(slug, title, why, footer, missing=why, name=name)
    return lines.LinesChart(
        slug,
        title,
        _alt(name, datasets, panels),
        footer,
        tuple(dict.fromkeys(notes)),
        name=name,
        panels=tuple(panels),
        x_label="file (bytes, log scale)",
        ticks=ticks(datasets, len(panels)),
        rotated=True,
    )


def _label(s: series.Series) -> str:
    """Names the buffer where it is not the strategy's default."""
    buffers = {c.named_knobs[series.SWEPT] for c in s.cases if series.SWEPT in c.named_knobs}
    return f"{s.label} buf:{buffers.pop()}" if len(buffers) == 1 else s.label


def ticks(datasets: List[Dataset], panels: int = 1) -> Tuple[Tuple[float, str], ...]:
    """One tick per size; sizes too near to one another to have labels of their own share one."""
    marks = frame.spaced([float(d.bytes) for d in datasets], 0.027 * panels)
    names: Dict[float, List[Dataset]] = {mark: [] for mark in marks}
    for dataset in datasets:
        names[max(mark for mark in marks if mark <= dataset.bytes)].append(dataset)
    return tuple((mark, _tick(some)) for mark, some in names.items())


def _tick(datasets: List[Dataset]) -> str:
    name = units.shortened(units.printable(datasets[0].name), 14)
    more = f" +{len(datasets) - 1}" if len(datasets) > 1 else ""
    return f"{name}{more} ({units.decimal_bytes(datasets[0].bytes)})"


def _alt(name: str, datasets: List[Dataset], panels) -> str:
    count = len({line.label for panel in panels for line in panel.lines})
    span = f"{units.decimal_bytes(datasets[0].bytes)} to {units.decimal_bytes(datasets[-1].bytes)}"
    states = ", ".join(panel.title for panel in panels)
    return f"Line chart of GB/s over files from {span} for {units.counted(count, 'line')} of {name}; cache {states}."
