"""Rules of the repository that no compiler checks."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SYSTEMS = r"_WIN32|_WIN64|__linux__|__APPLE__|__MACH__|__unix__|__FreeBSD__|_MSC_VER|__MINGW32__|WIN32"
OS_FOLDERS = {"windows", "linux", "macos", "posix"}


def sources():
    found = [p for pattern in ("benchmarks", "datasets", "harness") for p in (ROOT / pattern).rglob("*") if p.suffix in (".cpp", ".hpp")]
    assert len(found) > 50
    return found


def relative(path):
    return path.relative_to(ROOT).as_posix()


def of_one_system(path):
    """In harness/os/, in a folder named after a system, or a strategy whose name begins with one."""
    return relative(path).startswith("harness/os/") or OS_FOLDERS & set(path.parts) or path.name.startswith(("win_", "mac_", "uring_"))


def test_no_condition_on_the_system_outside_its_folder():
    pattern = re.compile(rf"^\s*#\s*(if|ifdef|ifndef|elif).*({SYSTEMS})", re.MULTILINE)
    assert [relative(p) for p in sources() if not of_one_system(p) and pattern.search(p.read_text())] == []


@pytest.mark.parametrize(
    "header, homes",
    [
        (r"SQLiteCpp/|sqlite3\.h", ["harness/store/"]),
        (r"benchmark/benchmark\.h", ["benchmarks/"]),
        (r"CLI/", ["harness/cli/"]),
        (r"liburing\.h", ["benchmarks/shared/linux/"]),
        (r"libaio\.h", ["benchmarks/read/libaio.cpp"]),
        (r"xxhash\.h", ["harness/core/", "harness/store/", "harness/os/", "datasets/"]),
    ],
)
def test_third_party_headers_stay_in_one_place(header, homes):
    pattern = re.compile(rf'#include [<"]({header})')
    users = [relative(p) for p in sources() if pattern.search(p.read_text())]
    assert users, "the pattern finds nothing: it is wrong"
    assert [user for user in users if not user.startswith(tuple(homes))] == []


@pytest.mark.parametrize("lower, upper", [("core", "os|stats|store|run|cli|datasets|benchmarks"), ("stats", "os|store|run|cli|benchmarks"),
                                          ("os", "stats|store|run|cli|benchmarks"), ("store", "stats|run|cli|benchmarks"),
                                          ("run", "cli|benchmarks|datasets")])
def test_links_point_one_way(lower, upper):
    pattern = re.compile(rf'#include "({upper})/')
    assert [relative(p) for p in (ROOT / "harness" / lower).rglob("*.?pp") if pattern.search(p.read_text())] == []


def test_no_file_has_grown_too_long():
    assert [f"{relative(p)}: {n}" for p in sources() if (n := p.read_text().count("\n")) > 450] == []


def test_sql_files_stay_under_the_string_limit_of_msvc():
    assert [relative(p) for p in (ROOT / "harness/store/migrations").glob("*.sql") if p.stat().st_size >= 16_000] == []


def test_every_file_opens_with_a_sentence():
    silent = [relative(p) for p in sources() if not p.name.endswith("_test.cpp") and not p.read_text().startswith("//")]
    assert silent == []


def test_top_level_folders_are_the_fixed_ones():
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    tops = {line.split("/")[0] for line in listed.stdout.splitlines() if "/" in line and not line.startswith(".")}
    assert tops == {"benchmarks", "datasets", "harness", "report", "ci", "docker"}
