"""python -m readmark_report: wiring only."""

import argparse
import json
import logging
import sys
import warnings
from pathlib import Path
from typing import List, Optional

from . import database, output, render, tables, units


def _arguments(argv: Optional[List[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="readmark_report", description="Makes figures, tables and one page of a run in a readmark database."
    )
    parser.add_argument("--db", type=Path, required=True, help="the result database (only read)")
    parser.add_argument("--run", default="latest", help="UUID of the run or how it begins (default: the latest)")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into, made if missing")
    parser.add_argument("--json", action="store_true", help="say what was written as one line of JSON")
    parser.add_argument("--tables", action="store_true", help="print the rankings, too")
    return parser.parse_args(argv)


def main(argv: Optional[List[str]] = None) -> int:
    arguments = _arguments(argv)
    warnings.filterwarnings("ignore", message=r"Glyph .* missing", category=UserWarning)  # a box says it as well
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        run = database.load(arguments.db, arguments.run)
        written = output.write(run, arguments.out)
    except (database.DatabaseError, output.OutputError) as error:
        print(f"readmark_report: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps({
            "run_id": run.run.uuid,
            "page": units.printable(written.page),
            "figures": [units.printable(path) for path in written.figures],
            "tables": [units.printable(path) for path in written.tables],
        }))
        return 0
    if arguments.tables:
        for table in tables.rankings(run):
            print(render.as_text(table))
    print(units.printable(written.page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
