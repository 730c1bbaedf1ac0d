"""Pairs of measurements of readmark and of other programs: what ci/compare-peers and ci/compare-fio share."""

import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote_from_bytes

ROOT = Path(__file__).resolve().parent.parent
COPIES = 7  # of dataset 150mb: together more than 1 GB
GENERATED_BYTES = 150_000_000
FINALISTS = 4  # of a scan, measured again
FINAL_LAPS = 3
MIN_PAIRS = 10
LEVEL = (0.95, 1.0)
BUFFERS = ["16KiB", "64KiB", "128KiB", "256KiB", "512KiB", "1MiB", "2MiB", "4MiB", "8MiB"]
FIO_BLOCKS = ["16k", "64k", "128k", "256k", "512k", "1m", "2m", "4m", "8m"]


class Failure(Exception):
    """Something did not run; the text says what and what to do."""


def say(text):
    print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr, flush=True)


def run(command, stdout=subprocess.PIPE):
    """Its stdout; a Failure with the end of its stderr if it failed."""
    command = [str(part) for part in command]
    # Without closing of descriptors Python takes its fastest way to start a process, which is in the timed part.
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True,
                          close_fds=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout


def warm(path):
    buffer = bytearray(1 << 20)
    with open(path, "rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def evict(path):
    with open(path, "rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


class Ours:
    """A case of ours: nanoseconds per byte over some passes in one worker process."""

    def __init__(self, bench, case, data, passes):
        self.bench, self.case, self.data, self.passes = bench, case, data, passes
        self.name = case["name"]

    def measure(self):
        request = {"op": "measure", "case": self.case, "data": self.data, "iterations": self.passes, "warmup": 0}
        lines = ask(self.bench, request)
        end = [line for line in lines if line["t"] in ("end", "refuse")]
        if not end or end[0].get("status") != "ok":
            raise Failure(f"{self.name}: {end[0].get('reason') if end else 'no answer'}")
        samples = [line for line in lines if line["t"] == "sample"]
        return sum(sample["wall_ns"] for sample in samples) / sum(sample["bytes"] for sample in samples)


class Fio:
    """fio on the same file, by its own clock; cold: after the file was evicted, one pass."""

    def __init__(self, path, engine, block, depth, passes, direct=False, cold=False):
        self.path, self.passes, self.cold = path, passes, cold
        self.options = [f"--ioengine={engine}", f"--bs={block}", f"--iodepth={depth}", f"--direct={int(direct)}"]
        self.name = f"fio {engine} bs={block}" + (f" iodepth={depth}" if depth > 1 else "") + (" direct" if direct else "")

    def measure(self):
        if self.cold:
            evict(self.path)
        else:
            warm(self.path)
        name = str(self.path).replace(":", "\\:")  # fio reads a:b as two files
        text = run(["fio", "--name=peer", f"--filename={name}", "--readonly", "--rw=read", *self.options, "--thread",
                    f"--loops={self.passes}", "--invalidate=0", "--gtod_reduce=1", "--output-format=json"])
        read = json.loads(text[text.index("{"):])["jobs"][0]["read"]  # warnings may stand before the document
        if read["io_bytes"] == 0:
            raise Failure(f"{self.name} read nothing")
        return read["runtime"] * 1e6 / read["io_bytes"]


class Process:
    """A whole process, by wall time. `before` is not timed."""

    def __init__(self, name, command, size, before, output=None):
        self.name, self.command, self.size, self.before, self.output = name, command, size, before, output

    def measure(self):
        self.before()
        with open(self.output or os.devnull, "wb") as output:
            begin = time.monotonic_ns()
            run(self.command, stdout=output)
            return (time.monotonic_ns() - begin) / self.size


def ask(bench, request):
    """What a worker answers. Its stdin stays open until it has ended: the end of it would end the worker."""
    with subprocess.Popen([bench, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        worker.stdin.write(json.dumps({"v": 1, **request}) + "\n")
        worker.stdin.flush()
        lines = [json.loads(line) for line in worker.stdout]
    if not lines:
        raise Failure(f"{bench} --worker gave no answer and ended with {worker.returncode}")
    return lines


def data_of(path):
    """As the protocol describes a file. Its digest is asked for by verifying only, which this script does not do."""
    size = path.stat().st_size
    return {"name": "peer", "kind": "file", "path": quote_from_bytes(os.fsencode(path)), "bytes": size, "lines": 0,
            "newline_bytes": 0, "digest": "0" * 32 + f"-{size}"}


def cases(bench, data, passes, uses, knobs, strategies, cache="warm"):
    """Our cases of these knobs, as readmark-bench expands them."""
    cell = {"strategies": list(strategies), "knobs": knobs, "cache": [cache], "use": uses}
    profile = {"name": "peers", "summary": "cases to compare", "data": ["peer"], "cells": [cell]}
    lines = ask(bench, {"op": "expand", "profile": profile, "data": [data]})
    runnable = [line["case"] for line in lines if line["t"] == "case" and line["runnable"]]
    found = [case for case in runnable if case["role"] == "subject"]
    if not found:
        raise Failure(f"readmark-bench knows no such case: {[line.get('reason') for line in lines]}")
    return [Ours(bench, case, data, passes) for case in found]


def fastest(what, candidates):
    """The one with the best median: all are measured, then the better half again, until a few are left for some more laps. One
    measurement alone tells little of a device whose speed changes by the minute."""
    say(f"looking for the best of {what} ({len(candidates)} candidates)")
    times = {candidate: [] for candidate in candidates}
    left = measured_again(candidates, times)
    while len(left) > FINALISTS:
        left = measured_again(left[:max(FINALISTS, len(left) // 2)], times)
    for _ in range(FINAL_LAPS):
        left = measured_again(left, times)
    if not left:
        raise Failure(f"none of {what} runs")
    say(f"best of {what}: {left[0].name}, {1 / statistics.median(times[left[0]]):.2f} GB/s")
    return left[0]


def measured_again(candidates, times):
    """One more time each; those that run, the best median first."""
    running = []
    for candidate in candidates:
        try:
            times[candidate].append(candidate.measure())
            running.append(candidate)
        except Failure as failure:
            say(f"left out: {failure}")
    return sorted(running, key=lambda candidate: statistics.median(times[candidate]))


def interval(values):
    """Bounds of the median by the sign test, at least 95 %; None if there are too few values."""
    n, tail, k = len(values), 0.0, 0
    while tail + math.comb(n, k) / 2**n <= 0.025:
        tail += math.comb(n, k) / 2**n
        k += 1
    ordered = sorted(values)
    return (ordered[k - 1], ordered[n - k]) if k > 0 else None


def compare(name, ours, peer, target, options):
    logs, rates = [], ([], [])
    low = high = None
    say(f"{name}: {ours.name} against {peer.name}")
    while len(logs) < options.max_pairs:
        pair = [ours, peer] if len(logs) % 2 == 0 else [peer, ours]
        times = {side: side.measure() for side in pair}
        logs.append(math.log(times[peer] / times[ours]))
        rates[0].append(1 / times[ours])
        rates[1].append(1 / times[peer])
        bounds = interval(logs)
        if bounds is None or len(logs) < min(MIN_PAIRS, options.max_pairs):
            continue
        low, high = (math.exp(bound) for bound in bounds)
        if (high - low) / 2 <= options.half_width / 100 * math.exp(statistics.median(logs)):
            break
    say(f"{name}: {len(logs)} pairs, ratio {math.exp(statistics.median(logs)):.3f}")
    return {"comparison": name, "ours": ours.name, "peer": peer.name, "pairs": len(logs),
            "ratio": math.exp(statistics.median(logs)), "low": low, "high": high,
            "target": target, "met": is_met(target, low, high),
            "ours_gb_per_s": statistics.median(rates[0]), "peer_gb_per_s": statistics.median(rates[1]),
            "ratios": [math.exp(value) for value in logs]}


def is_met(target, low, high):
    if low is None:
        return None
    return low >= LEVEL[0] and high >= LEVEL[1] if target == "level" else low >= target


def make_file(programs, folder):
    """Dataset 150mb several times over: log text of more than 1 GB, made once and kept in the folder."""
    path = folder / "log"
    size = COPIES * GENERATED_BYTES
    if path.exists() and path.stat().st_size == size:
        return path
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(folder).free < size + 2 * GENERATED_BYTES:
        raise Failure(f"{folder} has no {(size + 2 * GENERATED_BYTES) / 1e9:.1f} GB free; choose another with --folder")
    say(f"writing {path} ({size / 1e9:.2f} GB)")
    run([programs / "readmark", "data", "generate", "150mb", "--data-dir", folder, "--quiet"])
    parts = [part for part in folder.rglob("*") if part.is_file() and part.stat().st_size == GENERATED_BYTES]
    if not parts:
        raise Failure(f"readmark data generate 150mb left no file of {GENERATED_BYTES} bytes in {folder}")
    with open(folder / "log.part", "wb") as file:
        for _ in range(COPIES):
            with open(parts[0], "rb") as part:
                shutil.copyfileobj(part, file, 1 << 20)
        file.flush()
        os.fsync(file.fileno())
    (folder / "log.part").rename(path)
    return path


def add_arguments(parser):
    """The options that both scripts have."""
    add = parser.add_argument
    add("--file", type=Path, help="read this file instead of one of log lines; give it 1 GB or more")
    add("--folder", type=Path, default=ROOT / "build/peers", help="where the file is made (default: build/peers)")
    add("--programs", type=Path, default=ROOT / "build/release/bin", help="folder of readmark and readmark-bench")
    add("--passes", type=int, default=5, help="over the file, per warm measurement of ours and of fio (default: 5)")
    add("--max-pairs", type=int, default=80)
    add("--half-width", type=float, default=3, metavar="PERCENT", help="of the ratio's interval: enough (default: 3)")
    add("--json", type=Path, metavar="FILE", help="write all figures there")


def check_arguments(parser, options, names):
    options.only = options.only.split(",")
    for name in options.only:
        if name not in names:
            parser.error(f"--only: there is no comparison \"{name}\"; there are: {', '.join(names)}")
    if options.passes < 1 or options.max_pairs < 1:
        parser.error("--passes and --max-pairs must be at least 1")


def find_programs(options):
    programs = options.programs.resolve()
    for program in ("readmark", "readmark-bench"):
        if not (programs / program).exists():
            raise Failure(f"{programs / program} is missing; build it: "
                          "cmake --preset release && cmake --build --preset release")
    return programs


def need_fio():
    if shutil.which("fio") is None:
        run([ROOT / "ci" / "install-dependencies", "peers"])


def print_rows(lines):
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
