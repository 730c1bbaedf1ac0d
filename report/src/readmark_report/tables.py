"""The tables of a report, as text in cells: what the terminal, Markdown and the page all show alike."""

from collections import Counter
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from . import units
from .model import Case, Group, RunData, not_ranked, ranking


@dataclass(frozen=True)
class Column:
    title: str
    right: bool = False  # numbers


@dataclass(frozen=True)
class Table:
    slug: str
    title: str
    columns: Tuple[Column, ...]
    rows: Tuple[Tuple[str, ...], ...]
    notes: Tuple[str, ...] = ()
    empty: str = "none"  # said in place of a table without rows


def _table(slug: str, title: str, columns, rows, notes=(), empty="none") -> Table:
    """Cells hold text from outside: made printable here, once, for every form."""
    clean = tuple(tuple(units.printable(cell) for cell in row) for row in rows)
    return Table(slug, units.printable(title), tuple(columns), clean, tuple(units.printable(n) for n in notes), empty)


RANKING_COLUMNS = (
    Column("#", True),
    Column("case"),
    Column("median", True),
    Column("interval", True),
    Column("GB/s", True),
    Column("of ceiling", True),
    Column("CPU time", True),
    Column("peak memory", True),
    Column("left", True),
    Column("victim", True),
    Column("rounds", True),
    Column("status"),
    Column("notes"),
)


def ranking_table(run: RunData, group: Group) -> Table:
    cases = run.in_group(group)
    ranked = ranking(cases)
    rows = [_ranked_row(i + 1, c, ranked[0]) for i, c in enumerate(ranked)]
    rows += [_unranked_row(c) for c in not_ranked(cases)]
    slug = f"ranking_{group.workload}_{group.dataset_name}_{group.cache}_{group.use}"
    return _table(slug, group.title, RANKING_COLUMNS, rows, _ranking_notes(group, ranked))


# The same words as the program's own table.
PROOF_NOTES = {"none": "unproved", "upper_layer": "guest-cold"}


def _ranked_row(rank: int, case: Case, first: Case) -> Tuple[str, ...]:
    notes = list(case.findings)
    if case.cache != "as_found":
        notes += [PROOF_NOTES[proof] for proof in case.proofs if proof in PROOF_NOTES]
    if case is not first and _overlap(case, first):
        notes.append("overlaps #1")
    cpu = None if case.user_ns is None or case.sys_ns is None else case.user_ns + case.sys_ns
    return (
        str(rank),
        case.label(),
        units.duration(case.median_ns),
        units.duration_range(case.ci_low_ns, case.ci_high_ns),
        units.rate(case.gb_per_s),
        units.percent(case.ceiling_share),
        units.duration(cpu),
        units.decimal_bytes(_whole(case.peak_rss_bytes)),
        units.percent(case.resident_after),
        units.percent(case.victim_resident),
        str(case.rounds),
        "ok" if not case.findings else "ok (!)",
        ", ".join(notes),
    )


def _unranked_row(case: Case) -> Tuple[str, ...]:
    status = "no time" if case.status == "ok" else case.status or "never run"
    reason = units.one_line(case.reason or "") or ("no summary was stored" if case.status == "ok" else "")
    notes = [*([reason] if reason else []), *case.findings]
    return ("-", case.label(), "-", "-", "-", "-", "-", "-", "-", "-", str(case.rounds), status, "; ".join(notes))


def _overlap(case: Case, first: Case) -> bool:
    if case.ci_low_ns is None or first.ci_high_ns is None:
        return False
    return case.ci_low_ns <= first.ci_high_ns


def _ranking_notes(group: Group, ranked: Sequence[Case]) -> List[str]:
    notes = []
    levels = [c.ci_level for c in ranked if c.ci_level is not None]
    if levels:
        notes.append(f"Intervals hold the true median with at least {min(levels) * 100:.1f} %; "
                     "'overlaps #1' rows may be as fast as the first.")
    if any(c.ci_low_ns is None for c in ranked):
        notes.append("Fewer than six rounds give no interval.")
    proofs = Counter(p for c in ranked for p in c.proofs)
    if group.cache != "as_found" and proofs:
        listed = ", ".join(f"{proof} ({units.counted(n, 'row')})" for proof, n in sorted(proofs.items()))
        notes.append(f"Proof of {group.cache}: {listed}.")
    return notes


def _whole(value):
    return None if value is None else int(value)


def overview(run: RunData) -> Table:
    """The first row of every ranking."""
    columns = (Column("workload"), Column("dataset"), Column("size", True), Column("cache"), Column("consumer"),
               Column("fastest"), Column("median", True), Column("GB/s", True), Column("of ceiling", True),
               Column("ok / planned", True))
    rows = []
    for group in run.groups():
        cases = run.in_group(group)
        ranked = ranking(cases)
        first = ranked[0] if ranked else None
        tied = sum(1 for c in ranked[1:] if _overlap(c, first)) if first else 0
        fastest = _fastest(first, tied)
        rows.append((
            group.workload, group.dataset_name, units.decimal_bytes(group.dataset.bytes if group.dataset else None),
            group.cache, group.use, fastest, units.duration(first.median_ns if first else None),
            units.rate(first.gb_per_s if first else None), units.percent(first.ceiling_share if first else None),
            f"{sum(1 for c in cases if c.status == 'ok')} / {len(cases)}",
        ))
    return _table("overview", "Fastest per dataset and cache state", columns, rows, empty="No subject was planned.")


def _fastest(first: Optional[Case], tied: int) -> str:
    if first is None:
        return "no ok row"
    if first.ci_low_ns is None:
        return f"{first.label()} (fewer than six rounds: the order is not established)"
    return first.label() + (f" ({tied} more overlap)" if tied else "")


def controls(run: RunData) -> Table:
    """Controls must end flagged; they are never ranked."""
    columns = (Column("control"), Column("status"), Column("flagged by"), Column("reason"))
    rows = []
    for case in sorted((c for c in run.cases if c.role == "control"), key=lambda c: units.natural_key(c.name)):
        flagged = ", ".join(case.findings) or ("NOT FLAGGED" if case.status in ("ok", "wrong") else "-")
        rows.append((case.name, case.status or "never run", flagged, units.one_line(case.reason or "")))
    note = "Controls do not read what they claim to. Each must be caught by a rule; one that is not makes the run suspect."
    return _table("controls", "Controls", columns, rows, (note,) if rows else (), "This run had no controls.")


def ceilings(run: RunData) -> Table:
    columns = (Column("ceiling"), Column("data"), Column("arguments"), Column("GB/s", True), Column("rounds", True),
               Column("status"), Column("notes"))
    rows = [
        (c.strategy, c.dataset, " ".join(f"{k}:{v}" for k, v in c.knobs.items()), units.rate(c.gb_per_s),
         str(c.rounds), c.status or "never run", units.one_line(c.reason or ""))
        for c in run.ceilings
    ]
    return _table("ceilings", "Ceilings", columns, rows,
                  ("The best this machine did in this run; 'of ceiling' in the rankings refers to these.",) if rows else (),
                  "No ceiling was measured: shares of it are not known.")


def growth(run: RunData) -> Table:
    """Steepest first: the exponent of time against size, per way of reading."""
    columns = (Column("workload"), Column("case"), Column("cache"), Column("consumer"), Column("sizes", True),
               Column("from", True), Column("to", True), Column("exponent", True), Column("interval", True),
               Column("rounds", True), Column("notes"))
    rows = [
        (g.workload, g.label, g.cache, g.use, str(g.sizes), units.decimal_bytes(g.least_bytes),
         units.decimal_bytes(g.most_bytes), f"{g.exponent:.2f}",
         "-" if g.ci_low is None or g.ci_high is None else f"{g.ci_low:.2f}..{g.ci_high:.2f}", str(g.rounds),
         "growth (!)" if g.flagged else "")
        for g in sorted(run.growth, key=lambda g: (-g.exponent, units.natural_key(g.name)))
    ]
    notes = (
        "b of time ~ size^b over the files of this run: 1 is in proportion to the size. Marked (!) if the whole interval is "
        "above 1.1.",
        "Costs that do not depend on the size bend small files below 1; falling out of a processor's cache bends large ones "
        "above: the rows of the memory ceilings show how far memory alone does.",
    )
    return _table("growth", "Growth with file size", columns, rows, notes if rows else (),
                  "No way of reading was measured on three sizes or more, so how its time grows is not known.")


def findings(run: RunData) -> Table:
    columns = (Column("rule"), Column("case"), Column("round", True), Column("detail"))
    rows = [
        (f.rule, f.case or "the whole run", "all" if f.round is None else str(f.round), units.one_line(f.detail, 1000))
        for f in run.findings
        if f.role != "control"
    ]
    return _table("findings", "Findings", columns, rows, empty="Nothing suspect was found.")


_NOISE = (
    ("load", "load", units.significant),
    ("steal", "steal", units.percent),
    ("psi_io", "pressure io", units.significant),
    ("psi_mem", "pressure memory", units.significant),
    ("psi_cpu", "pressure cpu", units.significant),
    ("freq_khz", "frequency (MHz)", lambda khz: f"{khz / 1000:.0f}"),
    ("temp", "temperature (C)", units.significant),
)


def noise(run: RunData) -> Table:
    shown = [n for n in _NOISE if any(row.values.get(n[0]) is not None for row in run.noise)]
    columns = (Column("session", True), Column("round", True), *(Column(title, True) for _, title, _ in shown))
    rows = [
        (str(row.session), str(row.round),
         *("-" if row.values.get(key) is None else show(row.values[key]) for key, _, show in shown))
        for row in run.noise
    ]
    return _table("noise", "Noise per round", columns, rows, empty="No noise was recorded.")


def canaries(run: RunData) -> Table:
    columns = (Column("canary"), Column("status"), Column("median", True), Column("interval", True),
               Column("rounds", True), Column("findings"))
    rows = [
        (c.name, c.status or "never run", units.duration(c.median_ns), units.duration_range(c.ci_low_ns, c.ci_high_ns),
         str(c.rounds), ", ".join(c.findings))
        for c in run.cases
        if c.role == "canary"
    ]
    return _table("canaries", "Canaries", columns, rows, empty="No canary was measured.")


def facts(run: RunData) -> Table:
    columns = (Column("fact"), Column("value"), Column("source"), Column("status"))
    rows = [(f.name, f.value if f.status == "ok" else "-", f.source, f.status) for f in run.facts]
    return _table("facts", "Host", columns, rows, empty="No facts of the host were recorded.")


def places(run: RunData) -> Table:
    columns = (Column("dataset"), Column("filesystem"), Column("device"), Column("mount options"), Column("more"))
    rows = [
        (p.dataset, p.filesystem, p.device, p.mount_options, ", ".join(f"{k}={v}" for k, v in p.facts.items()))
        for p in run.places
    ]
    return _table("places", "Where the files lay", columns, rows, empty="Not recorded.")


def rankings(run: RunData) -> List[Table]:
    return [ranking_table(run, group) for group in run.groups()]
