"""The ceiling that the shares of a group refer to, so that charts and tables speak of the same one."""

from typing import Dict, List, Tuple

from . import units
from .model import Group, RunData


NEAR = 0.05  # the device's is an upper quartile, so no ceiling's median is quite it
MOST = 3


def of_group(run: RunData, group: Group) -> List[Tuple[str, float]]:
    """Label and GB/s, lowest first. A row's ceiling is its rate over its stored share; the name is that of the
    ceiling measured in this run that is nearest to it. Empty where no share was stored."""
    found: Dict[str, float] = {}
    for case in run.in_group(group):
        rate = case.gb_per_s
        if case.ranked and rate and case.ceiling_share:
            label, value = _named(run, rate / case.ceiling_share)
            if not any(abs(value / known - 1) < NEAR for known in found.values()):
                found[label] = value
    return sorted(found.items(), key=lambda item: item[1])[:MOST]


def _named(run: RunData, value: float) -> Tuple[str, float]:
    rates = sorted((abs(c.gb_per_s / value - 1), c.strategy) for c in run.ceilings if c.gb_per_s)
    if rates and rates[0][0] < NEAR:
        return f"ceiling {rates[0][1]} {units.rate(value)} GB/s", value
    return f"ceiling {units.significant(value, 2)} GB/s", value
