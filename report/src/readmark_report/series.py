"""Which rows make one line of a chart: a strategy with one set of knobs, the swept one left open."""

from dataclasses import dataclass
from typing import Dict, Iterable, List, Optional, Tuple

from . import style, units
from .model import Case, RunData

SWEPT = "buf"


def knobs_key(case: Case, without: Tuple[str, ...] = ()) -> Tuple[Tuple[str, str], ...]:
    """Tells the arms of a comparison apart, too."""
    return (("arm", case.arm or ""), *sorted((k, v) for k, v in case.knobs.items() if k not in without))


@dataclass(frozen=True)
class Series:
    strategy: str
    label: str
    number: int  # among the series of its strategy
    cases: Tuple[Case, ...]

    def look(self, looks: Dict[str, style.Look]) -> style.Look:
        return style.variant(looks[self.strategy], self.number)


def series_of(cases: Iterable[Case], without: Tuple[str, ...] = (SWEPT,)) -> List[Series]:
    """In natural order. The number of a series, and with it its look, depends on the cases given."""
    bundles: Dict[Tuple, List[Case]] = {}
    for case in cases:
        bundles.setdefault((case.strategy, knobs_key(case, without)), []).append(case)
    named = sorted(
        ((strategy, members[0].label(without), members) for (strategy, _), members in bundles.items()),
        key=lambda s: (units.natural_key(s[0]), units.natural_key(s[1])),
    )
    numbers: Dict[str, int] = {}
    result = []
    for strategy, label, members in named:
        number = numbers.get(strategy, 0)
        numbers[strategy] = number + 1
        result.append(Series(strategy, label, number, tuple(members)))
    return result


def buffer_bytes(case: Case) -> Optional[int]:
    return units.size_of(case.knobs.get(SWEPT, ""))


def at_usual_buffer(cases: Iterable[Case]) -> List[Case]:
    """One row per dataset and cache state of each series: the one at the strategy's own default buffer, whose
    name leaves it out; else at the buffer that most rows of the series have, the smaller of two."""
    chosen: List[Case] = []
    for series in series_of(cases):
        default = [c for c in series.cases if SWEPT not in c.named_knobs]
        if default:
            chosen += default
            continue
        counts: Dict[str, int] = {}
        for case in series.cases:
            counts[case.knobs[SWEPT]] = counts.get(case.knobs[SWEPT], 0) + 1
        usual = min(counts, key=lambda b: (-counts[b], units.natural_key(b)))
        chosen += [c for c in series.cases if c.knobs[SWEPT] == usual]
    return chosen


def numbering(data: RunData) -> Dict[Tuple[str, Tuple], Series]:
    """Every series of the run by strategy and knobs, so that looks agree between figures."""
    return {
        (s.strategy, knobs_key(s.cases[0], (SWEPT,))): s for s in series_of(data.subjects())
    }


def look_of(case: Case, known: Dict[Tuple[str, Tuple], Series], looks: Dict[str, style.Look]) -> style.Look:
    return known[(case.strategy, knobs_key(case, (SWEPT,)))].look(looks)
