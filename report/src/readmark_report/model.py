"""A run as the figures, tables and the page see it: plain values, no SQL, no statistics of its own."""

from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Tuple

from . import units

KNOB_ORDER = ("count", "size", "fanout", "order", "buf", "block", "window", "depth", "threads", "hint", "mode",
              "readahead", "direct", "populate", "prefetch", "pipe", "alloc", "text", "mem")

@dataclass(frozen=True)
class Dataset:
    name: str
    bytes: int
    lines: Optional[int] = None


@dataclass(frozen=True)
class Measurement:
    """One process, one case, one round. Only those that a summary is made of (timed, status ok)."""

    round: Optional[int]
    time_ns: float
    bytes: Optional[int]

    @property
    def gb_per_s(self) -> Optional[float]:
        return units.gb_per_s(self.bytes, self.time_ns)


@dataclass(frozen=True)
class Group:
    """Rows that may be compared with one another: the same job on the same bytes in the same cache state."""

    workload: str
    dataset: Optional[Dataset]
    cache: str
    use: str

    @property
    def dataset_name(self) -> str:
        return self.dataset.name if self.dataset else "-"

    @property
    def title(self) -> str:
        return units.printable(f"{self.workload} {self.dataset_name}, {self.cache}, use {self.use}")

    @property
    def sort_key(self) -> Tuple:
        size = self.dataset.bytes if self.dataset else 0
        order = {"warm": 0, "cold": 1}
        return (
            self.workload,
            size,
            units.natural_key(self.dataset_name),
            self.use != "touch",
            self.use,
            order.get(self.cache, 2),
        )


@dataclass(frozen=True)
class Case:
    """One row of the plan with its summary; times are medians over rounds, as stored."""

    ordinal: int
    name: str
    workload: str
    strategy: str
    dataset: Optional[Dataset]
    knobs: Mapping[str, str]
    cache: str
    use: str
    role: str
    status: Optional[str]  # None: planned and never run
    reason: Optional[str] = None
    arm: Optional[str] = None
    rounds: int = 0
    bytes: Optional[int] = None
    median_ns: Optional[float] = None
    ci_low_ns: Optional[float] = None
    ci_high_ns: Optional[float] = None
    ci_level: Optional[float] = None  # 0..1
    user_ns: Optional[float] = None
    sys_ns: Optional[float] = None
    peak_rss_bytes: Optional[float] = None
    ceiling_share: Optional[float] = None
    resident_after: Optional[float] = None  # share of the file left in the cache behind a pass
    victim_resident: Optional[float] = None  # share of a file of others still there behind a pass
    device_read_ratio: Optional[float] = None
    proofs: Tuple[str, ...] = ()
    findings: Tuple[str, ...] = ()  # rules, in order
    measurements: Tuple[Measurement, ...] = ()

    @property
    def group(self) -> Group:
        return Group(self.workload, self.dataset, self.cache, self.use)

    @property
    def gb_per_s(self) -> Optional[float]:
        return units.gb_per_s(self.bytes, self.median_ns)

    @property
    def gb_per_s_interval(self) -> Optional[Tuple[float, float]]:
        """Low and high rate: the ends of the time's interval, the other way round."""
        low = units.gb_per_s(self.bytes, self.ci_high_ns)
        high = units.gb_per_s(self.bytes, self.ci_low_ns)
        return (low, high) if low is not None and high is not None else None

    @property
    def ranked(self) -> bool:
        return self.role == "subject" and self.status == "ok" and self.median_ns is not None

    @property
    def named_knobs(self) -> Dict[str, str]:
        """Those that the canonical name shows because they differ from the strategy's frozen default."""
        segments = self.name.split("/")
        return {k: v for k, v in self.knobs.items() if f"{k}:{v}" in segments}

    def label(self, without: Tuple[str, ...] = ()) -> str:
        """What tells the row from others of its group: strategy and named knobs."""
        knobs = self.named_knobs
        shown = [f"{k}:{knobs[k]}" for k in knobs if k not in without]
        arm = [f"[{self.arm}]"] if self.arm else []
        return units.printable(" ".join([*arm, self.strategy, *shown]))


@dataclass(frozen=True)
class Ceiling:
    """The best this machine can do, measured in the same run."""

    name: str
    strategy: str
    status: Optional[str]
    dataset: str
    knobs: Mapping[str, str]
    gb_per_s: Optional[float]
    rounds: int
    reason: Optional[str] = None


@dataclass(frozen=True)
class Growth:
    """How time grows with size, over the rows that differ in nothing but the file; as stored."""

    name: str  # canonical, with * for the dataset
    workload: str
    strategy: str
    knobs: Mapping[str, str]
    cache: str
    use: str
    role: str
    sizes: int
    least_bytes: Optional[int]
    most_bytes: Optional[int]
    rounds: int
    exponent: float
    ci_low: Optional[float]
    ci_high: Optional[float]
    flagged: bool

    @property
    def label(self) -> str:
        """Strategy and the knobs that the name shows; a ceiling says that it is one."""
        segments = self.name.split("/")
        shown = [f"{k}:{v}" for k, v in self.knobs.items() if f"{k}:{v}" in segments]
        strategy = self.strategy if self.role == "subject" else f"{self.workload}/{self.strategy}"
        return units.printable(" ".join([strategy, *shown]))


@dataclass(frozen=True)
class Fact:
    name: str
    value: str
    source: str
    status: str


@dataclass(frozen=True)
class Finding:
    rule: str
    case: Optional[str]  # name; None: of the whole run
    role: Optional[str]
    round: Optional[int]
    detail: str


@dataclass(frozen=True)
class Noise:
    session: int
    round: int
    values: Mapping[str, Optional[float]]


@dataclass(frozen=True)
class Place:
    dataset: str
    filesystem: str
    device: str
    mount_options: str
    facts: Mapping[str, str]


@dataclass(frozen=True)
class Run:
    uuid: str
    kind: str
    profile: str
    seed: int
    argv: Tuple[str, ...]
    started_ns: int
    state: str
    host: str
    labels: Tuple[Tuple[str, str], ...] = ()
    sessions: int = 0
    clock_step_ns: Optional[int] = None
    build: str = ""
    build_type: str = ""

    @property
    def short_id(self) -> str:
        return self.uuid[:8]

    @property
    def caption(self) -> str:
        return units.printable(f"run {self.short_id} of {units.utc(self.started_ns)}")


@dataclass(frozen=True)
class RunData:
    """Everything a report is made of."""

    run: Run
    cases: Tuple[Case, ...]
    ceilings: Tuple[Ceiling, ...] = ()
    findings: Tuple[Finding, ...] = ()
    growth: Tuple[Growth, ...] = ()
    facts: Tuple[Fact, ...] = ()
    noise: Tuple[Noise, ...] = ()
    places: Tuple[Place, ...] = ()

    def subjects(self) -> List[Case]:
        return [c for c in self.cases if c.role == "subject"]

    def groups(self) -> List[Group]:
        return sorted({c.group for c in self.subjects()}, key=lambda g: g.sort_key)

    def in_group(self, group: Group) -> List[Case]:
        return [c for c in self.subjects() if c.group == group]

    def strategies(self) -> List[str]:
        """In natural order, so that one strategy looks the same in every figure of a report."""
        return sorted({c.strategy for c in self.subjects()}, key=units.natural_key)


def ranking(cases: List[Case]) -> List[Case]:
    """Fastest first; equal times in natural order of their names."""
    ranked = [c for c in cases if c.ranked]
    return sorted(ranked, key=lambda c: (c.median_ns, units.natural_key(c.name)))


def not_ranked(cases: List[Case]) -> List[Case]:
    return sorted((c for c in cases if not c.ranked), key=lambda c: units.natural_key(c.name))
