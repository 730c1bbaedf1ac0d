"""Cold and warm are proved: by the process's own counter, and by an outside witness."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from conftest import BENCH, NOBODY, needs_linux, needs_root, subjects

SECTOR = 512


@pytest.fixture(autouse=True)
def linux():
    needs_linux()


def allowance(size):
    return max(size // 100, 64 << 10)


def in_pages(size):
    return -(-size // 4096) * 4096


def check(case):
    """A row's device bytes by the design's allowance."""
    assert case["status"] == "ok", case
    device = case["device_read_ratio"] * case["bytes"]
    if case["cache"] == "cold":
        assert abs(device - in_pages(case["bytes"])) <= allowance(case["bytes"]), case
        assert case["proof"] in ("physical", "upper_layer")
    else:
        assert device <= allowance(case["bytes"]), case


FAMILIES = ["--strategy", "read,pread,mmap,ifstream,stdio,whole", "--set", "buf=256KiB", "--set", "threads=1,2",
            "--set", "direct=off,on", "--set", "populate=off,on"]


def test_every_family_reads_what_it_says_at_150_mb(readmark):
    result = readmark("run", "--data", "150mb", *FAMILIES, "--rounds", "1", "--json")
    assert result.returncode == 0, result.stderr
    measured = [case for case in subjects(result).values() if case["status"] != "unsupported"]
    for case in measured:
        check(case)
    families = {(case["strategy"], case["knobs"].get("direct"), case["knobs"].get("threads"), case["cache"]) for case in measured}
    for wanted in [("read", None, None), ("pread", "on", "1"), ("pread", "off", "2"), ("pread", "on", "2")]:
        assert (*wanted, "cold") in families, families
    assert {"read", "pread", "mmap", "ifstream", "stdio", "whole"} <= {case["strategy"] for case in measured if case["cache"] == "warm"}


def test_small_files_by_the_processs_own_counter(readmark):
    result = readmark("run", "--data", "2k,10k", "--strategy", "read,mmap,pread", "--rounds", "2", "--json")
    assert result.returncode == 0, result.stderr
    for case in subjects(result).values():
        check(case)


def device_counter(path):
    number = os.stat(path).st_dev
    stat = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/stat")
    if not stat.exists():
        pytest.skip(f"no counters for the device of {path}")
    return lambda: int(stat.read_text().split()[2]) * SECTOR


def ask(request):
    """One worker, asked directly; its replies. Its stdin stays open: the end of stdin would end it."""
    with subprocess.Popen([str(BENCH), "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        worker.stdin.write(json.dumps(request) + "\n")
        worker.stdin.flush()
        return [json.loads(line) for line in worker.stdout]


def measure_request(readmark, name, selection, iterations):
    listed = json.loads(readmark("list", "datasets", "--json").stdout)["datasets"]
    data = next(d for d in listed if d["name"] == name)
    planned = json.loads(readmark("list", "cases", "--data", name, *selection, "--json").stdout)["cases"]
    case_name = next(c["case"] for c in planned if c["role"] == "subject")
    workload, strategy, _, *rest = case_name.split("/")
    settings = dict(part.split(":") for part in rest)
    cache, use = settings.pop("cache"), settings.pop("use")
    described = json.loads(readmark("list", "strategies", "--json").stdout)["strategies"]
    knobs = next(s for s in described if s["name"] == strategy and s["workload"] == workload)["knobs"]
    complete = {k["name"]: settings.get(k["name"], k["default"]) for k in knobs}
    return {
        "v": 1, "op": "measure", "iterations": iterations, "warmup": 0,
        "case": {"name": case_name, "workload": workload, "strategy": strategy, "data": name, "knobs": complete, "cache": cache,
                 "use": use, "role": "subject"},
        "data": {"name": name, "kind": "file", "path": data["path"].replace(" ", "%20"), "bytes": data["bytes"], "lines": data["lines"],
                 "newline_bytes": data["newline_bytes"], "digest": data["digest"]},
    }


@pytest.mark.parametrize("selection", [["--strategy", "read"], ["--strategy", "mmap"], ["--strategy", "pread", "--set", "direct=on"],
                                       ["--strategy", "pread", "--threads", "2"]])
@pytest.mark.parametrize("cache", ["cold", "warm"])
def test_an_outside_witness_agrees(readmark, data_dir, selection, cache):
    if cache == "warm" and "direct=on" in selection:
        pytest.skip("O_DIRECT has no warm state")
    assert readmark("data", "generate", "150mb").returncode == 0
    request = measure_request(readmark, "150mb", [*selection, "--cache", cache], 3)
    if cache == "warm":  # what the first warming reads is not the passes'
        ask(request)
    read = device_counter(data_dir)
    for _ in range(3):
        before = read()
        replies = ask(request)
        witness = read() - before
        samples = [r for r in replies if r["t"] == "sample"]
        assert len(samples) == 3, replies
        own = sum(s["device_bytes"] for s in samples)
        assert witness >= own - 3 * allowance(150_000_000)
        if witness <= own + 20_000_000:
            return
    # Others may read too, and then the witness sees more; but not three times in a row.
    raise AssertionError(f"the device gave {witness} bytes, the process counted {own}")


def test_cold_in_memory_is_not_measured(readmark):
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        result = readmark("run", "--data", "2k", "--strategy", "read,mmap", "--cache", "cold", "--rounds", "1", "--json", "--data-dir", folder)
    assert result.returncode == 5, result.stderr
    for case in subjects(result).values():
        assert case["status"] in ("invalid", "skipped")
        assert "tmpfs" in case["reason"]


def test_direct_in_memory_is_not_direct(readmark):
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        result = readmark("run", "--data", "2k", "--strategy", "pread", "--set", "direct=on", "--cache", "as_found", "--rounds", "1", "--json",
                          "--data-dir", folder)
    assert result.returncode == 5, result.stderr
    (case,) = subjects(result).values()
    assert case["status"] == "unsupported"
    assert case["reason"]


def test_a_file_that_another_process_maps_is_not_cold(readmark, data_dir):
    assert readmark("data", "generate", "40k").returncode == 0
    path = next(Path(d["path"]) for d in json.loads(readmark("list", "datasets", "--json").stdout)["datasets"] if d["name"] == "40k")
    holder = ("import mmap,sys; f=open(sys.argv[1],'rb'); m=mmap.mmap(f.fileno(),0,prot=mmap.PROT_READ);"
              "\nwhile True:\n sum(m[i] for i in range(0,len(m),4096)); print('held',flush=True); input()")
    with subprocess.Popen(["python3", "-c", holder, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        result = readmark("run", "--data", "40k", "--strategy", "read", "--cache", "cold", "--rounds", "2", "--json")
        process.kill()
    assert result.returncode == 5, result.stderr
    (case,) = subjects(result).values()
    assert case["status"] == "invalid"
    assert "cold was not achieved" in case["reason"]


@pytest.fixture
def open_folder():
    """A folder on the disk that any user can reach and write."""
    folder = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="readmark-test-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def reachable(program):
    return all(os.stat(parent).st_mode & 0o001 for parent in Path(program).resolve().parents)


@pytest.fixture
def as_nobody(readmark, open_folder):
    """readmark as an ordinary user, with folders that user may write."""
    needs_root()
    if not reachable(BENCH):
        pytest.skip(f"an ordinary user cannot reach {BENCH}")
    own = {"READMARK_LOCK": open_folder / "lock", "READMARK_DB": open_folder / "r.db", "READMARK_DATA": open_folder / "data", "XDG_CACHE_HOME": open_folder / "cache",
           "HOME": open_folder}
    return lambda *arguments: readmark(*arguments, user=NOBODY, env=own, cwd=open_folder)


def test_an_ordinary_user_gets_the_same_proof(as_nobody):
    result = as_nobody("run", "--data", "40k", "--strategy", "read,mmap,pread", "--set", "direct=off,on", "--rounds", "2", "--json")
    assert result.returncode == 0, result.stderr
    for case in subjects(result).values():
        check(case)


def test_a_file_one_may_read_but_does_not_own(as_nobody, open_folder, readmark, data_dir):
    assert readmark("data", "generate", "40k").returncode == 0
    source = next(Path(d["path"]) for d in json.loads(readmark("list", "datasets", "--json").stdout)["datasets"] if d["name"] == "40k")
    foreign = open_folder / "foreign.log"
    shutil.copyfile(source, foreign)
    foreign.chmod(0o644)
    result = as_nobody("run", "--file", foreign, "--strategy", "read", "--cache", "cold,warm", "--rounds", "2", "--json")
    assert result.returncode == 0, result.stderr
    for case in subjects(result).values():
        check(case)  # by device bytes: residency may not be asked here
