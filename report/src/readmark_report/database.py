"""The only module that knows SQL: opens a result database read-only and turns one run into values."""

import json
import math
import sqlite3
import urllib.parse
from contextlib import closing
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from .model import KNOB_ORDER, Case, Ceiling, Dataset, Fact, Finding, Growth, Measurement, Noise, Place, Run, RunData

APPLICATION_ID = 0x5244_4D4B  # "RDMK"
SCHEMA_VERSION = 3  # the last migration that the queries below were written for
LEAST_SQLITE = (3, 38, 0)  # the operator ->> of the views


class DatabaseError(Exception):
    """A sentence for the user: what is wrong with the database and the way out."""


def load(path: Path, selector: str = "latest") -> RunData:
    """The run with that UUID, the only one that begins so, or the latest."""
    try:
        with closing(_open(path)) as db:
            run_id, run = _run(db, path, selector)
            return _data(db, run_id, run)
    except sqlite3.Error as error:
        raise DatabaseError(f"cannot read {path}: {error}; `readmark db check` tells what is wrong with it") from error


def _open(path: Path) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise DatabaseError(
            f"this Python has SQLite {sqlite3.sqlite_version}, the database needs 3.38 or newer; "
            "set READMARK_PYTHON to a newer Python"
        )
    if not path.is_file():
        raise DatabaseError(f"cannot open {path}: no such file; `readmark run` makes a database")
    db = _connect(path, "mode=ro")
    try:
        application = db.execute("PRAGMA application_id").fetchone()[0]
    except sqlite3.OperationalError:
        # A write-ahead log cannot be opened in a folder that may not be written. Nobody can write it then.
        db.close()
        db = _connect(path, "mode=ro&immutable=1")
        application = _first_word(db, path)
    except sqlite3.DatabaseError as error:
        db.close()
        raise _not_ours(path, str(error)) from error
    version = db.execute("PRAGMA user_version").fetchone()[0]
    trouble = _refusal(path, application, version)
    if trouble:
        db.close()
        raise trouble
    db.set_authorizer(_may)
    return db


# What our views call. trusted_schema=OFF would be simpler, but SQLite 3.40 then refuses the JSON functions in them.
_FUNCTIONS = {"->>", "coalesce", "count", "group_concat", "hex", "json_extract", "like", "lower", "max", "min", "nullif"}


def _may(action, first, second, _database, _inner) -> int:
    """Reads and the functions above: whatever else the views of a file made elsewhere try is refused."""
    if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ):
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and second in _FUNCTIONS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _connect(path: Path, options: str) -> sqlite3.Connection:
    place = urllib.parse.quote(path.resolve().as_posix())
    slash = "" if place.startswith("/") else "/"  # C:/x becomes file:///C:/x
    db = sqlite3.connect(f"file://{slash}{place}?{options}", uri=True, timeout=10)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.row_factory = sqlite3.Row
    return db


def _first_word(db: sqlite3.Connection, path: Path) -> int:
    try:
        return db.execute("PRAGMA application_id").fetchone()[0]
    except sqlite3.DatabaseError as error:
        db.close()
        raise _not_ours(path, str(error)) from error


def _not_ours(path: Path, why: str) -> DatabaseError:
    return DatabaseError(f"cannot read {path}: {why}; give the database of a `readmark run` with --db")


def _refusal(path: Path, application: int, version: int) -> Optional[DatabaseError]:
    if application != APPLICATION_ID:
        return _not_ours(path, "it is not a database of readmark")
    if version > SCHEMA_VERSION:
        return DatabaseError(
            f"{path} has schema version {version}, this report knows up to {SCHEMA_VERSION}: "
            "it was written by a newer readmark; report it with that one"
        )
    if version < SCHEMA_VERSION:
        return DatabaseError(
            f"{path} has schema version {version}, this report needs {SCHEMA_VERSION}; "
            "a `readmark run` into it brings it up to date"
        )
    return None


def _run(db: sqlite3.Connection, path: Path, selector: str) -> Tuple[int, Run]:
    query = "SELECT * FROM v_run ORDER BY started_ns DESC, run_id DESC"
    rows = [r for r in db.execute(query) if selector == "latest" or _text(r["run_uuid"]).startswith(selector)]
    if not rows:
        what = "no run" if selector == "latest" else f"no run {selector!r}"
        raise DatabaseError(f"{path} has {what}; `readmark list runs` shows those there are")
    if selector != "latest" and len(rows) > 1:
        found = ", ".join(_text(r["run_uuid"]) for r in rows[:5])
        raise DatabaseError(f"{selector!r} may be any of {found} in {path}; give more digits")
    row = rows[0]
    run_id = row["run_id"]
    labels = db.execute("SELECT name, value FROM label WHERE run_id = ? ORDER BY name, value", (run_id,))
    step = db.execute("SELECT max(clock_step_ns) FROM session WHERE run_id = ?", (run_id,)).fetchone()[0]
    return run_id, Run(
        uuid=_text(row["run_uuid"]),
        kind=_text(row["run_kind"]),
        profile=_text(row["profile"]),
        seed=_int(row["seed"]) or 0,
        argv=_texts(row["argv"]),
        started_ns=_int(row["started_ns"]) or 0,
        state=_text(row["state"]),
        host=_text(row["host_label"]) or _text(row["host_key"])[:8] or "unknown",
        labels=tuple((_text(r["name"]), _text(r["value"])) for r in labels),
        sessions=_int(row["sessions"]) or 0,
        clock_step_ns=_int(step),
        build=_build(row),
        build_type=_text(row["build_type"]),
    )


def _build(row) -> str:
    if row["build_id"] is None:
        return ""
    dirty = ", changed since" if row["build_dirty"] else ""
    revision = _text(row["build_revision"])[:12] or "unknown"
    return f"{_text(row['build_version'])}, revision {revision}{dirty}, {_text(row['build_type'])}, {_text(row['build_compiler'])}"


def _data(db: sqlite3.Connection, run_id: int, run: Run) -> RunData:
    measurements, proofs = _measurements(db, run_id)
    query = "SELECT * FROM v_case_summary WHERE run_id = ? ORDER BY entry_ordinal"
    everything = [_case(row, measurements, proofs) for row in db.execute(query, (run_id,))]
    roles = {c.ordinal: c.role for c in everything}
    return RunData(
        run=run,
        cases=tuple(c for c in everything if c.role != "ceiling"),
        ceilings=tuple(_ceiling(c) for c in everything if c.role == "ceiling"),
        findings=_findings(db, run_id, roles),
        growth=_growth(db, run_id),
        facts=_facts(db, run_id),
        noise=_noise(db, run_id),
        places=_places(db, run_id),
    )


def _measurements(db: sqlite3.Connection, run_id: int):
    """By entry: what the summaries are made of, and the proofs."""
    query = """SELECT entry_ordinal, round, time_ns, bytes, proof FROM v_measurement
                WHERE run_id = ? AND kind = 'timed' AND status = 'ok' AND scope = 'whole' AND time_ns IS NOT NULL
                ORDER BY entry_ordinal, round, measurement_id"""
    found: Dict[int, List[Measurement]] = {}
    proofs: Dict[int, set] = {}
    for row in db.execute(query, (run_id,)):
        ordinal = row["entry_ordinal"]
        found.setdefault(ordinal, []).append(Measurement(_int(row["round"]), _float(row["time_ns"]), _int(row["bytes"])))
        proofs.setdefault(ordinal, set()).add(_text(row["proof"]))
    return found, proofs


def _case(row, measurements, proofs) -> Case:
    ordinal = row["entry_ordinal"]
    name = _text(row["dataset"])
    size = _int(row["dataset_bytes"])
    dataset = Dataset(name, size, _int(row["dataset_lines"])) if name not in ("", "-") and size is not None else None
    return Case(
        ordinal=ordinal,
        name=_text(row["case_name"]),
        workload=_text(row["workload"]) or "other",
        strategy=_text(row["strategy"]) or _text(row["case_name"]),
        dataset=dataset,
        knobs=_knobs(row["knobs"]),
        cache=_text(row["cache"]) or "as_found",
        use=_text(row["use"]) or "none",
        role=_text(row["role"]),
        status=_text(row["status"]) or None,
        reason=_text(row["reason"]) or None,
        arm=_text(row["arm"]) or None,
        rounds=_int(row["rounds"]) or 0,
        bytes=_int(row["bytes"]),
        median_ns=_float(row["median_ns"]),
        ci_low_ns=_float(row["ci_low_ns"]),
        ci_high_ns=_float(row["ci_high_ns"]),
        ci_level=_float(row["ci_level"]),
        user_ns=_float(row["user_ns"]),
        sys_ns=_float(row["sys_ns"]),
        peak_rss_bytes=_float(row["peak_rss_bytes"]),
        ceiling_share=_float(row["ceiling_share"]),
        resident_after=_float(row["resident_after"]),
        victim_resident=_float(row["victim_resident"]),
        device_read_ratio=_float(row["device_read_ratio"]),
        proofs=tuple(sorted(proofs.get(ordinal, ()))),
        findings=tuple(f for f in _text(row["findings"]).split(",") if f),
        measurements=tuple(measurements.get(ordinal, ())),
    )


def _ceiling(case: Case) -> Ceiling:
    return Ceiling(
        name=case.name,
        strategy=case.strategy,
        status=case.status,
        dataset=case.dataset.name if case.dataset else "-",
        knobs=case.knobs,
        gb_per_s=case.gb_per_s,
        rounds=case.rounds,
        reason=case.reason,
    )


def _findings(db: sqlite3.Connection, run_id: int, roles: Dict[int, str]) -> Tuple[Finding, ...]:
    query = """SELECT rule, entry_ordinal, case_name, round, detail FROM v_finding
                WHERE run_id = ? ORDER BY entry_ordinal, rule, round"""
    return tuple(
        Finding(
            _text(r["rule"]),
            _text(r["case_name"]) or None,
            roles.get(r["entry_ordinal"]),
            _int(r["round"]),
            _text(r["detail"]),
        )
        for r in db.execute(query, (run_id,))
    )


def _growth(db: sqlite3.Connection, run_id: int) -> Tuple[Growth, ...]:
    query = "SELECT * FROM v_growth WHERE run_id = ? AND exponent IS NOT NULL ORDER BY name"
    return tuple(
        Growth(
            name=_text(r["name"]),
            workload=_text(r["workload"]),
            strategy=_text(r["strategy"]),
            knobs=_knobs(r["knobs"]),
            cache=_text(r["cache"]),
            use=_text(r["use"]),
            role=_text(r["role"]),
            sizes=_int(r["sizes"]) or 0,
            least_bytes=_int(r["least_bytes"]),
            most_bytes=_int(r["most_bytes"]),
            rounds=_int(r["rounds"]) or 0,
            exponent=_float(r["exponent"]),
            ci_low=_float(r["ci_low"]),
            ci_high=_float(r["ci_high"]),
            flagged=bool(r["flagged"]),
        )
        for r in db.execute(query, (run_id,))
        if _float(r["exponent"]) is not None
    )


def _facts(db: sqlite3.Connection, run_id: int) -> Tuple[Fact, ...]:
    query = "SELECT DISTINCT name, value, source, status FROM v_fact WHERE run_id = ? ORDER BY name, value"
    return tuple(
        Fact(_text(r["name"]), _text(r["value"]), _text(r["source"]), _text(r["status"]))
        for r in db.execute(query, (run_id,))
    )


_NOISE = ("load", "steal", "psi_io", "psi_mem", "psi_cpu", "freq_khz", "temp")


def _noise(db: sqlite3.Connection, run_id: int) -> Tuple[Noise, ...]:
    query = f"""SELECT n.session_uuid, n.round, {", ".join("n." + name for name in _NOISE)} FROM v_noise n
                  JOIN session s ON s.uuid = n.session_uuid WHERE n.run_id = ? ORDER BY s.id, n.round"""
    sessions: Dict[str, int] = {}
    return tuple(
        Noise(
            sessions.setdefault(_text(r["session_uuid"]), len(sessions) + 1),
            _int(r["round"]) or 0,
            {name: _float(r[name]) for name in _NOISE},
        )
        for r in db.execute(query, (run_id,))
    )


def _places(db: sqlite3.Connection, run_id: int) -> Tuple[Place, ...]:
    query = """SELECT d.name, p.filesystem, p.device, p.mount_options, p.facts FROM placement p
                 LEFT JOIN dataset d ON d.id = p.dataset_id WHERE p.run_id = ? ORDER BY p.ordinal"""
    return tuple(
        Place(
            _text(r["name"]) or "-",
            _text(r["filesystem"]),
            _text(r["device"]),
            _text(r["mount_options"]),
            _object(r["facts"]),
        )
        for r in db.execute(query, (run_id,))
    )


# --- values that may come from a file made elsewhere ---------------------------------------------------------


def _text(value) -> str:
    if value is None:
        return ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _float(value) -> Optional[float]:
    """None for what is no finite number: a table shows a gap then, never a made-up figure."""
    if isinstance(value, (int, float)) and math.isfinite(value):
        return float(value)
    return None


def _int(value) -> Optional[int]:
    number = _float(value)
    return None if number is None else int(value)


def _json(text):
    try:
        return json.loads(_text(text))
    except (ValueError, RecursionError):
        return None


def _object(text) -> Dict[str, str]:
    value = _json(text)
    if not isinstance(value, dict):
        return {}
    return {str(k): v if isinstance(v, str) else json.dumps(v) for k, v in sorted(value.items())}


def _texts(text) -> Tuple[str, ...]:
    value = _json(text)
    return tuple(str(v) for v in value) if isinstance(value, list) else ()


def _knobs(text) -> Dict[str, str]:
    """In the order of case names."""
    knobs = _object(text)
    order = {key: i for i, key in enumerate(KNOB_ORDER)}
    return {key: knobs[key] for key in sorted(knobs, key=lambda k: (order.get(k, len(order)), k))}
