"""What the integration tests share: the programs as a person starts them, and a look into the database.

The programs may be another system's, started by an emulator: READMARK_LAUNCHER. SYSTEM is theirs, not Python's.
"""

import json
import os
import platform
import shlex
import sqlite3
import subprocess
from pathlib import Path

import pytest

BIN = Path(os.environ["READMARK_BIN"])
LAUNCHER = shlex.split(os.environ.get("READMARK_LAUNCHER", ""))
SUFFIX = ".exe" if (BIN / "readmark.exe").exists() else ""
SYSTEM = "Windows" if SUFFIX else platform.system()
READMARK = BIN / f"readmark{SUFFIX}"
BENCH = BIN / f"readmark-bench{SUFFIX}"
FAULTY = BIN / f"readmark-bench-faulty{SUFFIX}"
# The plainest ways that a system has: one call after the other, at offsets, mapped.
READ, PREAD, MMAP = ("win_readfile", "win_own_handles", "win_mapview") if SYSTEM == "Windows" else ("read", "pread", "mmap")
NOBODY = 65534
LONG = 600  # seconds: only to end a test that hangs


@pytest.fixture(scope="session")
def data_dir():
    """Datasets shared by all tests, on a disk, kept between test runs."""
    folder = Path(os.environ["READMARK_TEST_DATA"])
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def db(tmp_path):
    return tmp_path / "results.db"


@pytest.fixture
def readmark(tmp_path, data_dir, db):
    """readmark("run", ..) -> CompletedProcess, with a database and caches of this test's own."""

    def call(*arguments, env=None, user=None, **options):
        return subprocess.run(
            as_user(user, command(READMARK, *arguments)),
            env=environment(tmp_path, data_dir, db) | {k: str(v) for k, v in (env or {}).items()},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LONG,
            stdin=subprocess.DEVNULL,
            **options,
        )

    return call


def command(program, *arguments):
    return [*LAUNCHER, str(program), *map(str, arguments)]


def environment(tmp_path, data_dir, db):
    own = {
        "READMARK_DB": str(db),
        "READMARK_LOCK": str(tmp_path / "host.lock"),  # of this test: others may measure on this machine
        "READMARK_DATA": str(data_dir),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_DATA_HOME": str(tmp_path / "share"),
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith("READMARK_") or k.startswith("READMARK_WINE")}
    return kept | own


def as_user(user, started):
    if user is None:
        return started
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *started]


def needs_root():
    if SYSTEM == "Windows" or os.geteuid() != 0:
        pytest.skip("needs root, to become another user")


def needs_linux():
    if SYSTEM != "Linux":
        pytest.skip("needs Linux")


def needs_posix(what):
    if SYSTEM == "Windows":
        pytest.skip(f"Windows has no {what}")


def cases(result):
    """The cases of a `--json` document on stdout, by name."""
    return {case["case"]: case for case in json.loads(result.stdout)["cases"]}


def subjects(result):
    return {name: case for name, case in cases(result).items() if case["role"] == "subject"}


def query(db, sql, *parameters):
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True, timeout=30) as connection:
        return connection.execute(sql, parameters).fetchall()


def sound(db):
    return query(db, "PRAGMA integrity_check") == [("ok",)] and query(db, "PRAGMA foreign_key_check") == []
