"""Bad input of every kind: a sentence with the call or flag, the object and the way out, and the right exit code."""

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import pytest

from conftest import MMAP, NOBODY, PREAD, READ, SYSTEM, needs_linux, needs_root

USAGE, RUNTIME = 2, 1


def said(result):
    """What stands on stderr, with paths as they are spelled here."""
    return result.stderr.replace("\\", "/") if SYSTEM == "Windows" else result.stderr


def refused(result, code, *words):
    assert result.returncode == code, (result.returncode, result.stdout, result.stderr)
    assert result.stderr.splitlines()[-1].startswith("readmark: "), result.stderr  # after lines of progress, if any
    assert "terminate called" not in result.stderr
    for word in words:
        assert word in said(result), (word, result.stderr)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["run", "--strategy", "pred", "--data", "2k"], ["pred", "did you mean \"pread\"", "another workload", "newer readmark"]),
        (["run", "--strategy", "memory_copy", "--data", "2k"], ["memory_copy", "workload"]),
        (["run", "--workload", "reed", "--strategy", "read", "--data", "2k"], ["reed"]),
        (["run", "--workload", "reed", "--data", "2k"], ["reed", "did you mean \"read\""]),
        (["run", "--workload", "canary", "--data", "2k"], ["canary", "beside them"]),
        (["run", "--strategy", "null", "--data", "2k"], ["controls"]),
        (["run", "--cpus", "", "--data", "2k"], ["list of processors"]),
        (["run", "--data", "3k"], ["3k", "2k"]),
        (["run", "--strategy", READ, "--set", "bufer=4k", "--data", "2k"], ["bufer", "buf"]),
        (["run", "--strategy", READ, "--set", "buf", "--data", "2k"], ["--set", "KEY=VALUE"]),
        (["run", "--strategy", READ, "--buffer", "1", "--data", "2k"], ["buf", "\"1\"", "4KiB"]),
        (["run", "--strategy", READ, "--buffer", "lots", "--data", "2k"], ["buf", "lots"]),
        (["run", "--strategy", PREAD, "--threads", "0", "--data", "2k"], ["threads", "\"0\""]),
        (["run", "--cache", "wram", "--data", "2k"], ["wram", "did you mean \"warm\""]),
        (["run", "--use", "tuch", "--data", "2k"], ["tuch", "did you mean \"touch\""]),
        (["run", "--strategy", MMAP, "--use", "none", "--data", "2k"], ["none"]),
        (["run", "--profile", "quik"], ["quik", "did you mean \"quick\""]),
        (["run", "--profile", "/no/such.json"], ["/no/such.json"]),
        (["run", "--filter", "(", "--data", "2k"], ["--filter", "regular expression"]),
        (["run", "--filter", "no_such_case", "--data", "2k"], ["no_such_case", "readmark list cases"]),
        (["run", "--max-time", "soon", "--data", "2k"], ["--max-time", "soon"]),
        (["run", "--max-time", "-5s", "--data", "2k"], ["--max-time"]),
        (["run", "--rounds", "0", "--data", "2k"], ["--rounds"]),
        (["run", "--rounds", "many", "--data", "2k"], ["many"]),
        (["run", "--label", "main", "--data", "2k"], ["--label", "NAME=VALUE"]),
        (["run", "--cpus", "0-", "--data", "2k"], ["0-", "0,2-3"]),
        (["run", "--min-rounds", "9", "--max-rounds", "3", "--data", "2k"], ["--min-rounds", "--max-rounds"]),
        (["run", "--rounds", "3", "--min-rounds", "5", "--data", "2k"], ["--rounds", "--min-rounds"]),
        (["run", "--target-ci", "nan", "--data", "2k"], ["--target-ci"]),
        (["run", "--strategy", b"re\xffad".decode(errors="surrogateescape"), "--data", "2k"], ["unknown strategy"]),
        (["run", "--no-such-flag"], ["--no-such-flag", "--help"]),
        (["run", "--file", "/no/such/file"], ["/no/such/file"]),
        (["run", "--file", "/tmp"], ["/tmp"]),
        pytest.param(["run", "--file", "/dev/null"], ["/dev/null"],
                     marks=pytest.mark.skipif(SYSTEM == "Windows", reason="Windows has no /dev/null")),
        (["run", "--memory-limit", "1", "--data", "2k"], ["--memory-limit", "16MiB"]),
        (["run", "--memory-limit", "", "--data", "2k"], ["--memory-limit"]),
        (["run", "--max-time", "", "--data", "2k"], ["--max-time"]),
        (["run", "--timeout", "", "--data", "2k"], ["--timeout"]),
        (["data", "generate", "3k"], ["3k"]),
        (["data", "verify"], ["required"]),
        (["list", "everything"], []),
        (["fly"], ["fly"]),
        ([], []),
    ],
)
def test_wrong_use(readmark, arguments, words):
    result = readmark(*arguments)
    assert result.returncode == USAGE, (result.returncode, result.stderr)
    for word in words:
        assert word in said(result), (word, result.stderr)
    assert result.stdout == "" and "terminate called" not in result.stderr


def test_a_strategy_of_another_system_is_a_row_with_its_reason(readmark):
    needs_linux()
    result = readmark("run", "--strategy", "win_readfile", "--data", "2k", "--json")
    assert result.returncode == 5, result.stderr  # nothing was measured
    (case,) = [c for c in json.loads(result.stdout)["cases"] if c["role"] == "subject"]
    assert case["status"] == "unsupported" and "Windows" in case["reason"]


def test_an_empty_file_is_refused(readmark, tmp_path):
    empty = tmp_path / "empty"
    empty.touch()
    refused(readmark("run", "--file", empty), USAGE, "empty")


def test_a_file_without_permission(readmark, tmp_path):
    needs_root()
    folder = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="readmark-test-"))
    try:
        folder.chmod(0o755)
        secret = folder / "secret.log"
        secret.write_text("x\n" * 100)
        secret.chmod(0o600)
        program = Path(os.environ["READMARK_BIN"]).resolve()
        if not all(os.stat(parent).st_mode & 0o001 for parent in [program, *program.parents]):
            pytest.skip(f"an ordinary user cannot reach {program}")
        result = readmark("run", "--file", secret, user=NOBODY, cwd="/",
                          env={"XDG_CACHE_HOME": "/var/tmp/readmark-nobody", "READMARK_DB": "/var/tmp/readmark-nobody.db"})
        refused(result, RUNTIME, "secret.log", "ermission denied")
    finally:
        shutil.rmtree(folder)


def test_no_space_left(readmark, tmp_path):
    needs_linux()
    needs_root()
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], check=True)
    try:
        refused(readmark("data", "generate", "40k", "--data-dir", small), RUNTIME, "--data-dir", "40k")
        assert not [path for path in small.rglob("*") if path.name == "40k.log"]
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_corrupt_database(readmark, db):
    db.write_bytes(b"SQLite format 3\0" + os.urandom(8000))
    for command in (["show"], ["db", "check"], ["run", "--data", "2k", "--rounds", "1"]):
        refused(readmark(*command), RUNTIME, str(db))
    assert db.stat().st_size == 8016  # nothing was lost


def test_a_file_that_is_no_database(readmark, db):
    db.write_text("a letter to my aunt\n" * 100)
    refused(readmark("show"), RUNTIME, str(db))


def test_a_database_of_another_program(readmark, db):
    with sqlite3.connect(db) as connection:
        connection.execute("CREATE TABLE t (x)")
    refused(readmark("run", "--data", "2k", "--rounds", "1"), RUNTIME, str(db))


def test_a_newer_database_is_refused_in_one_sentence(readmark, db):
    assert readmark("run", "--data", "2k", "--strategy", READ, "--cache", "warm", "--rounds", "1").returncode == 0
    with sqlite3.connect(db) as connection:
        connection.execute("PRAGMA user_version = 9999")
    for command in (["show"], ["run", "--data", "2k", "--rounds", "1"]):
        refused(readmark(*command), RUNTIME, "newer", "9999")


def test_no_database_yet(readmark, db):
    refused(readmark("show"), RUNTIME, str(db), "readmark run")


def test_a_database_in_a_folder_one_may_not_write(readmark):
    needs_root()
    program = Path(os.environ["READMARK_BIN"]).resolve()
    if not all(os.stat(parent).st_mode & 0o001 for parent in [program, *program.parents]):
        pytest.skip(f"an ordinary user cannot reach {program}")
    folder, data = (Path(tempfile.mkdtemp(dir="/var/tmp", prefix="readmark-test-")) for _ in range(2))
    try:
        folder.chmod(0o555)
        data.chmod(0o777)
        result = readmark("run", "--data", "2k", "--strategy", "read", "--rounds", "1", user=NOBODY, cwd="/",
                          env={"READMARK_DB": folder / "r.db", "READMARK_DATA": data, "XDG_CACHE_HOME": data})
        refused(result, RUNTIME, str(folder), "--db")
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(data)


def profile(tmp_path, document):
    path = tmp_path / "mine.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


@pytest.mark.parametrize(
    "document, words",
    [
        ({"name": "m", "celsl": [{}]}, ["cells"]),
        ({"name": "m", "cells": [{"strategis": ["read"]}]}, ["strategis", "strategies"]),
        ({"name": "m", "cells": [{"strategies": 7}]}, ["strategies", "7", "list of strings"]),
        ({"name": 1, "cells": [{}]}, ["name", "a string"]),
        ({"name": "m", "cells": [{"strategies": ["pred"]}], "data": ["2k"]}, ["pred", "pread"]),
        ({"name": "m", "cells": [{"knobs": {"buf": ["4x"]}, "strategies": [READ]}], "data": ["2k"]}, ["buf", "4x"]),
        ({"name": "m", "limits": {"max_time": -1}, "cells": [{}]}, ["max_time", "duration"]),
        ("{\n \"name\": }", ["line 2", "column"]),
        ("", ["line 1"]),
    ],
)
def test_a_profile_of_ones_own(readmark, tmp_path, document, words):
    refused(readmark("run", "--profile", profile(tmp_path, document)), USAGE, *words)


def test_a_good_profile_of_ones_own_works(readmark, tmp_path):
    mine = profile(tmp_path, {"name": "mine", "data": ["2k"], "limits": {"min_rounds": 1, "max_rounds": 1},
                              "cells": [{"strategies": [READ], "knobs": {"buf": ["4k"]}, "cache": ["warm"]}]})
    result = readmark("run", "--profile", mine)
    assert result.returncode == 0, result.stderr
    assert f"{READ}/buf:4KiB" in result.stdout and "profile mine" in result.stdout


def test_a_dataset_that_was_tampered_with_is_found_and_named(readmark, tmp_path):
    folder = tmp_path / "data"
    assert readmark("data", "generate", "2k", "--data-dir", folder).returncode == 0
    path = next(p for p in folder.iterdir() if p.stat().st_size > 500_000)
    stamp = path.stat()
    with path.open("r+b") as file:
        file.seek(1000)
        file.write(b"\0")
    refused(readmark("data", "verify", "2k", "--data-dir", folder), RUNTIME, "2k")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # the change time tells nevertheless
    result = readmark("run", "--data", "2k", "--strategy", READ, "--cache", "warm", "--rounds", "1", "--data-dir", folder, "--json")
    refused(result, RUNTIME, "2k is wrong", "block 0")
    path.write_bytes(path.read_bytes()[:-10])
    refused(readmark("data", "verify", "2k", "--data-dir", folder), RUNTIME, "2k")
