"""The sheet every figure is drawn on: title, notes, footer, and how it is written to a file."""

import io
import math
import textwrap
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from .. import style, units
from ..model import Case, Dataset, RunData

TITLE_INCHES = 0.42
FOOTER_INCHES = 0.34
NOTE_INCHES = 0.17
LABEL_INCH_PER_CHAR = 0.068  # DejaVu Sans at 8 points, a little generous


@dataclass(frozen=True)
class Chart:
    """What one figure shows. `missing` says why there is nothing to draw; then the rest may be empty."""

    slug: str
    title: str
    alt: str
    footer: str
    notes: Tuple[str, ...] = ()
    missing: Optional[str] = None
    name: str = ""  # the title without what all charts of a figure share


@contextmanager
def styled():
    """Our style and only ours: no file of the user's changes a figure."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(style.RC)
        yield


def text_of(text: str) -> str:
    """Text that may come from outside, for a figure: '$' would start a formula there. Lines are ours: names from
    outside were made printable before, which leaves no line end in them."""
    return "\n".join(units.printable(line).replace("$", "%24") for line in text.split("\n"))


def footer(data: RunData, measurements: int, dataset: Optional[Dataset], caches: Sequence[str]) -> str:
    parts = [units.counted(measurements, "measurement"), f"host {data.run.host}"]
    if dataset:
        parts.append(f"dataset {dataset.name} ({units.decimal_bytes(dataset.bytes)})")
    if caches:
        parts.append("cache asked: " + ", ".join(caches))
    parts.append(data.run.caption)
    return units.printable(" · ".join(parts))


def count_measurements(cases: Iterable[Case]) -> int:
    return sum(len(c.measurements) for c in cases)


def not_ranked(cases: Iterable[Case]) -> str:
    """"2 invalid, 1 never run"; empty if all are ranked."""
    counts: Dict[str, int] = {}
    for case in cases:
        if not case.ranked:
            status = "without a time" if case.status == "ok" else case.status or "never run"
            counts[status] = counts.get(status, 0) + 1
    return ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))


def left_out(cases: Iterable[Case]) -> Tuple[str, ...]:
    """One note about the rows that a figure of ok rows cannot show."""
    listed = not_ranked(cases)
    return (f"Not shown: {listed}; the tables give the reasons.",) if listed else ()


def no_row(name: str, cases: Iterable[Case]) -> str:
    """Why a figure of ok rows is empty."""
    listed = not_ranked(cases) or "nothing has a rate"
    return f"No row of {name} can be shown: {listed}; the tables give the reasons."


def spaced(values: Sequence[float], least_share: float) -> List[float]:
    """Of ascending values on a log axis, those at least that share of its length apart; the first is kept."""
    if not values:
        return []
    least = max(0.12, math.log2(values[-1] / values[0]) * least_share)  # in powers of two
    kept = [values[0]]
    for value in values[1:]:
        if math.log2(value / kept[-1]) >= least:
            kept.append(value)
    return kept


def sheet(chart: Chart, width: float, body: float, left: float, right: float = 0.25, below: float = 0.55,
          above: float = 0.0):
    """A figure whose body of that many inches is placed by the returned box (left, bottom, right, top)."""
    notes = [line for note in chart.notes for line in textwrap.wrap(text_of(note), int(width / 0.075))]
    title = textwrap.wrap(text_of(chart.title), int(width / 0.115)) or [""]
    foot = textwrap.wrap(text_of(chart.footer), int(width / 0.066)) or [""]
    top_inches = TITLE_INCHES + 0.2 * (len(title) - 1)
    foot_inches = FOOTER_INCHES + 0.14 * (len(foot) - 1)
    bottom = foot_inches + NOTE_INCHES * len(notes) + below
    height = bottom + body + above + top_inches + 0.25
    figure = Figure(figsize=(width, height), dpi=110)
    FigureCanvasAgg(figure)
    figure.text(0.12 / width, 1 - 0.12 / height, "\n".join(title), fontsize=12, fontweight="bold", va="top")
    figure.text(0.12 / width, 0.1 / height, "\n".join(foot), fontsize=7, color=style.QUIET, va="bottom")
    for i, note in enumerate(reversed(notes)):
        y = (foot_inches + NOTE_INCHES * i) / height
        figure.text(0.12 / width, y, note, fontsize=7.5, color=style.INK, va="bottom", style="italic")
    box = (left / width, bottom / height, 1 - right / width, (bottom + body) / height)
    return figure, box


def nothing(chart: Chart) -> Figure:
    """A sheet that says why it is empty."""
    figure, box = sheet(chart, 9.0, 0.6, 0.3, below=0.1)
    lines = textwrap.wrap(text_of(chart.missing or "Nothing was measured."), 110)
    figure.text(box[0], (box[1] + box[3]) / 2, "\n".join(lines), fontsize=10, va="center")
    return figure


def svg(figure: Figure) -> bytes:
    return _bytes(figure, "svg", {"Date": None, "Creator": "readmark"})


def png(figure: Figure) -> bytes:
    return _bytes(figure, "png", {"Software": None})


def _bytes(figure: Figure, kind: str, metadata) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, metadata=metadata)
    return buffer.getvalue()
