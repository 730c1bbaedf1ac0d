"""One page that holds everything and asks the network for nothing."""

import base64
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Tuple

import jinja2
from markupsafe import Markup

from . import tables, units
from .figures import ranking as ranking_figure
from .model import RunData

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Picture:
    uri: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True)
class Part:
    anchor: str
    title: str = ""
    picture: Optional[Picture] = None
    table: Optional[tables.Table] = None


@dataclass(frozen=True)
class Section:
    anchor: str
    title: str
    intro: str = ""
    parts: Tuple[Part, ...] = ()
    points: Tuple[str, ...] = ()


# What the figures do not say, whoever made them.
LIMITS = (
    "Cold means that this system's page cache held nothing of the file. Caches below it (the device's own memory, a "
    "controller, a hypervisor's page cache, a file server) may have held it: cold in a guest is not cold on its host. "
    "Proof 'physical' says the bytes were counted on their way from the device of this system, 'upper_layer' that a "
    "layer below (a loop device, a virtual machine) may have answered from memory, 'residency' that only the "
    "absence of the pages was checked, 'none' that nothing could be.",
    "Directory entries and inodes stay cached when a file's pages are evicted: small cold files are cold in data and "
    "warm in metadata.",
    "Rates include opening, closing and the named consumer. Rows with different consumers, datasets or cache states "
    "are never ranked against each other.",
    "An interval is of the median over rounds and takes no distribution for granted; with fewer than six rounds "
    "there is none. Overlapping intervals mean that this run does not tell the two apart; intervals apart by a "
    "little are no verdict either: that takes a comparison in pairs, round by round.",
    "Peak memory is the process's high-water mark: the program, its buffers, and pages of the file that it mapped.",
    "CPU time is of the whole process per pass; work that the system does on other threads on its behalf is not in it.",
    "The figures hold for this machine, this file system and this state of both; they are no statement about others.",
)


def render(run: RunData, pictures: Dict[str, List[Tuple[str, str, Picture]]], intros: List[Tuple[str, str, str]]) -> str:
    """`intros`: name, title and introduction of each figure in order; `pictures`: slug, heading and picture by name."""
    css = (TEMPLATES / "page.css").read_text(encoding="utf-8")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(TEMPLATES)), autoescape=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template("page.html.j2").render(
        policy=policy(css),
        css=Markup(css),
        title=run.run.caption + (f", profile {units.printable(run.run.profile)}" if run.run.profile else ""),
        title_host=units.printable(run.run.host),
        warnings=warnings(run),
        about=about(run),
        sections=_sections(run, pictures, intros),
    )


def policy(css: str) -> str:
    """Pictures from the page itself, one known style sheet, and nothing else, from anywhere."""
    digest = base64.b64encode(hashlib.sha256(css.encode("utf-8")).digest()).decode("ascii")
    return f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def picture(svg: bytes, alt: str) -> Picture:
    """As a data URI: what is in an image cannot act on the page."""
    size = re.search(rb'<svg[^>]*? height="([0-9.]+)pt"[^>]*? width="([0-9.]+)pt"', svg) or re.search(
        rb'<svg[^>]*? width="([0-9.]+)pt"[^>]*? height="([0-9.]+)pt"', svg
    )
    first_is_height = size is not None and size.group(0).find(b" height=") < size.group(0).find(b" width=")
    sides = [round(float(size.group(i)) * 96 / 72) for i in (1, 2)] if size else [1056, 480]
    height, width = sides if first_is_height else reversed(sides)
    uri = "data:image/svg+xml;base64," + base64.b64encode(svg).decode("ascii")
    return Picture(uri, units.printable(alt), width, height)


def about(run: RunData) -> List[Tuple[str, str]]:
    r = run.run
    rows = [
        ("host", r.host),
        ("run", r.uuid),
        ("started", units.utc(r.started_ns)),
        ("state", r.state + (f", {units.counted(r.sessions, 'session')}" if r.sessions != 1 else "")),
        ("profile", r.profile or "none"),
        ("order", f"random, seed {r.seed}"),
        ("readmark", r.build or "unknown build"),
        ("clock step", units.duration(r.clock_step_ns)),
        ("command", " ".join(r.argv)),
        ("labels", ", ".join(f"{k}={v}" for k, v in r.labels)),
    ]
    return [(name, units.printable(value)) for name, value in rows if value not in ("", "-")]


def warnings(run: RunData) -> List[str]:
    """What a reader must know before the first figure."""
    said = []
    if run.run.state != "finished":
        said.append(f"The run is {run.run.state}: some of its plan may not have been measured.")
    if run.run.build_type and run.run.build_type not in ("Release", "RelWithDebInfo"):
        said.append(f"Measured by a {run.run.build_type} build: only those of a Release build count.")
    bad = [c for c in run.cases if c.status in ("wrong", "failed", "crashed", "timeout")]
    if bad:
        listed = ", ".join(sorted({c.status for c in bad}))
        said.append(f"{units.counted(len(bad), 'case')} ended {listed}; see the rows without a rank.")
    never = sum(1 for c in run.cases if c.status is None)
    if never:
        said.append(f"{units.counted(never, 'planned case was', 'planned cases were')} never run.")
    open_controls = [c.name for c in run.cases if c.role == "control" and c.status in ("ok", "wrong") and not c.findings]
    if open_controls:
        said.append(f"Controls that nothing flagged, so the checks of this run cannot be relied on: {', '.join(open_controls)}.")
    said += list(dict.fromkeys(f"{f.rule}: {units.one_line(f.detail, 1000)}" for f in run.findings if f.case is None or f.role == "canary"))
    suspects = sum(1 for c in run.subjects() if c.findings)
    if suspects:
        said.append(f"{units.counted(suspects, 'ranked row has', 'ranked rows have')} findings, marked (!).")
    return [units.printable(s) for s in said]


def _sections(run: RunData, pictures, intros) -> List[Section]:
    sections = [Section("overview", "Fastest per dataset and cache state", parts=(Part("overview-t", table=tables.overview(run)),),
                        intro="The first row of each ranking; '(n more overlap)' counts rows whose interval overlaps its own.")]
    by_slug = {t.slug: t for t in tables.rankings(run)}
    for name, title, intro in intros:
        parts = []
        for slug, chart_title, shown in pictures[name]:
            table = by_slug.pop(slug, None) if name == ranking_figure.NAME else None
            parts.append(Part(_anchor(name, len(parts)), chart_title, shown, table))
        if name == ranking_figure.NAME:  # groups that have a table but no rate to draw
            parts += [Part(_anchor("table", i), t.title, None, t) for i, t in enumerate(by_slug.values())]
        sections.append(Section(name, title, intro, tuple(parts)))
    for anchor, table, intro in (
        ("growth", tables.growth(run), "How the time of one way of reading grows with the size of the file."),
        ("ceilings", tables.ceilings(run), ""),
        ("controls", tables.controls(run), ""),
        ("findings", tables.findings(run), "Rules that a row or the run broke. A finding stands beside a status; it does not change it."),
        ("canaries", tables.canaries(run), "The same small jobs in every round: when they move, the machine did."),
        ("noise", tables.noise(run), ""),
        ("facts", tables.facts(run), "What is recorded of the machine; 'denied' means that it may not be asked by this user."),
        ("places", tables.places(run), ""),
    ):
        sections.append(Section(anchor, table.title, intro, (Part(anchor + "-t", table=table),)))
    sections.append(Section("limits", "What these figures do not say", points=LIMITS))
    return sections


def _anchor(name: str, number: int) -> str:
    return f"{name}-{number + 1}"
