"""A table as terminal text and as Markdown (the page has its own template)."""

import re
import unicodedata
from typing import List

from .tables import Table


def _width(text: str) -> int:
    """Columns of a terminal: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


def as_text(table: Table) -> str:
    lines = [table.title, "-" * max(1, _width(table.title))]
    if table.rows:
        titles = [column.title for column in table.columns]
        widths = [max(_width(row[i]) for row in (titles, *table.rows)) for i in range(len(titles))]
        for row in (titles, *table.rows):
            cells = (_pad(cell, widths[i], table.columns[i].right) for i, cell in enumerate(row))
            lines.append("  ".join(cells).rstrip())
    else:
        lines.append(table.empty)
    lines += table.notes
    return "\n".join(lines) + "\n"


def escape_markdown(text: str) -> str:
    """As plain text in a cell: no markup, no HTML, no link, no mention comes of it."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_{}\[\]|~$#!])", r"\\\1", text)
    return text.replace("@", "&#64;").replace("://", "&#58;//").replace("www.", "www&#46;")


def as_markdown(table: Table) -> str:
    lines: List[str] = [f"### {escape_markdown(table.title)}", ""]
    if table.rows:
        lines.append(_markdown_row([escape_markdown(column.title) for column in table.columns]))
        lines.append(_markdown_row(["---:" if column.right else ":---" for column in table.columns]))
        lines += [_markdown_row([escape_markdown(cell) for cell in row]) for row in table.rows]
    else:
        lines.append(escape_markdown(table.empty))
    for note in table.notes:
        lines += ["", escape_markdown(note)]
    return "\n".join(lines) + "\n"


def _markdown_row(cells: List[str]) -> str:
    return "| " + " | ".join(cells) + " |"
