"""Writes a report into a folder: the page, every figure as SVG and PNG, every table as text and Markdown."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Tuple

from . import figures, page, render, tables, units
from .figures import frame
from .model import RunData


class OutputError(Exception):
    """A sentence for the user: what could not be written and the way out."""


@dataclass(frozen=True)
class Written:
    page: Path
    figures: Tuple[Path, ...]
    tables: Tuple[Path, ...]


class _Names:
    """File names that every system takes, each given once."""

    def __init__(self) -> None:
        self._taken: Dict[str, int] = {}

    def name(self, slug: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9._-]+", "_", slug)[:100].strip("._") or "unnamed"
        count = self._taken[plain.lower()] = self._taken.get(plain.lower(), 0) + 1
        return plain if count == 1 else self.name(f"{plain}-{count}")


def write(run: RunData, folder: Path) -> Written:
    try:
        (folder / "figures").mkdir(parents=True, exist_ok=True)
        (folder / "tables").mkdir(exist_ok=True)
        drawn, figure_files = _figures(run, folder / "figures")
        table_files = _tables(run, folder / "tables")
        intros = [(f.NAME, f.TITLE, f.INTRO) for f in figures.ALL]
        index = folder / "index.html"
        _replace(index, page.render(run, drawn, intros).encode("utf-8"))
    except OSError as error:
        where = error.filename or folder
        raise OutputError(f"cannot write {where}: {error.strerror}; choose another folder with --out") from error
    return Written(index, tuple(figure_files), tuple(table_files))


def _figures(run: RunData, folder: Path):
    drawn: Dict[str, List[Tuple[str, str, page.Picture]]] = {}
    files: List[Path] = []
    names = _Names()
    with frame.styled():
        for module in figures.ALL:
            drawn[module.NAME] = []
            for chart in module.data(run):
                figure = module.draw(chart)
                svg, png = frame.svg(figure), frame.png(figure)
                name = names.name(chart.slug)
                for suffix, content in ((".svg", svg), (".png", png)):
                    files.append(folder / (name + suffix))
                    _replace(files[-1], content)
                alt = " ".join([chart.alt, *chart.notes])
                drawn[module.NAME].append((chart.slug, units.printable(chart.name), page.picture(svg, alt)))
    return drawn, files


def _tables(run: RunData, folder: Path) -> List[Path]:
    files: List[Path] = []
    names = _Names()
    every = [tables.overview(run), *tables.rankings(run), tables.growth(run), tables.ceilings(run), tables.controls(run),
             tables.findings(run), tables.canaries(run), tables.noise(run), tables.facts(run), tables.places(run)]
    for table in every:
        name = names.name(table.slug)
        for suffix, text in ((".txt", render.as_text(table)), (".md", render.as_markdown(table))):
            files.append(folder / (name + suffix))
            _replace(files[-1], text.encode("utf-8"))
    return files


def _replace(path: Path, content: bytes) -> None:
    """All or nothing: a reader never sees half a file."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    os.replace(beside, path)
