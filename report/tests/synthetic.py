"""A run as a real machine could have made it, for looking at figures: python synthetic.py OUT.db."""

import random
import statistics
import sys
from pathlib import Path

from fixture_db import FixtureDb

DATASETS = {"2k": 640_000, "10k": 3_200_000, "20k": 6_400_000, "40k": 12_800_000, "150mb": 150_000_000}
BUFFERS = {"4KiB": 0.45, "64KiB": 0.92, "256KiB": 1.0, "1MiB": 0.97, "8MiB": 0.7}
BUFFERED = {"ifstream": 0.55, "stdio": 0.8, "read": 1.0, "pread": 0.99}
WARM_GB_PER_S, COLD_GB_PER_S, OPEN_NS = 11.0, 1.4, 12_000
CEILING = {"warm": 14.6, "cold": 1.9}


def _rounds(rng, size, rate, cache, count):
    start = OPEN_NS if cache == "warm" else 180_000
    noise = 0.02 if cache == "warm" else 0.06
    return [start + size / rate * rng.lognormvariate(0, noise) * (1.25 if rng.random() < 0.06 else 1) for _ in range(count)]


def _peak(cache, size):
    return CEILING[cache] * (1.4 if cache == "warm" and size < 5_000_000 else 1.0)


def _subject(db, rng, strategy, dataset, cache, rate, knobs=None, named=None, **more):
    size = DATASETS[dataset]
    times = _rounds(rng, size, rate, cache, rng.choice((6, 8, 12)))
    share = size / statistics.median(times) / _peak(cache, size)
    return db.case(strategy, dataset, size, cache, knobs=knobs, named=named, times=times, share=share, **more)


def build(path: Path, names=tuple(DATASETS), seed: int = 7) -> Path:
    rng = random.Random(seed)
    db = FixtureDb(path)
    for name, value in {
        "cpu.model": "AMD EPYC 7B13", "cpu.logical": "2", "memory.bytes": "8323072000", "os.name": "Debian GNU/Linux 12",
        "os.kernel": "6.18.5", "virtualisation": "kvm", "cpu.governor": None, "thp.enabled": "always [madvise] never",
    }.items():
        db.fact(name, value, status="ok" if value else "absent")
    db.fact("io_uring.disabled", None, "/proc/sys/kernel/io_uring_disabled", "denied")
    for dataset in names:
        size = DATASETS[dataset]
        db.dataset(dataset, size)
        db.place(dataset, extents=3)
        for cache in ("warm", "cold"):
            _dataset(db, rng, dataset, cache)
    for dataset in names:
        size = DATASETS[dataset]
        for strategy, rate, threads in (("memory_copy", 9.8, "1"), ("memory_read", _peak("warm", size), "1")):
            db.case(strategy, dataset, size, "as_found", "none", "ceiling", {"threads": threads}, role="ceiling",
                    times=[size / rate] * 6)
    db.case("device_direct", "150mb", DATASETS["150mb"], "cold", "none", "ceiling", {"depth": "8"}, {"depth": "8"},
            role="ceiling", times=[DATASETS["150mb"] / 1.9] * 6)
    for strategy, exponent, width in (("read", 0.97, 0.03), ("pread", 0.98, 0.04), ("mmap", 0.83, 0.1), ("whole", 1.06, 0.07)):
        db.growth(strategy, exponent, (exponent - width, exponent + width))
    db.growth("append_reallocate", 1.82, (1.79, 1.86), flagged=True)
    db.growth("memory_read", 1.12, (1.08, 1.2), workload="ceiling", cache="as_found", use="none", role="ceiling")
    for strategy in ("null", "mmap_untouched"):
        ordinal = db.case(strategy, "150mb", role="control", times=[900.0 + i for i in range(6)])
        db.finding("unconsumed", ordinal, "its consumers got 0 of 150000000 bytes")
    canary = db.case("memory_copy", "-", 64 << 20, "as_found", "none", "canary", role="canary", times=[6.5e6 + i * 9e4 for i in range(8)])
    db.finding("canary_moved", canary, "memory_copy took 9 % longer in round 7 than in round 0")
    for i in range(8):
        db.noise(i, load=0.4 + 0.1 * i, steal=0.002 * i, psi_io=1.5, psi_mem=0.0, psi_cpu=3.25)
    return db.done()


def _dataset(db, rng, dataset, cache):
    base = WARM_GB_PER_S if cache == "warm" else COLD_GB_PER_S
    for strategy, factor in BUFFERED.items():
        for buffer, shape in BUFFERS.items():
            knobs = {"buf": buffer, **({"threads": "1", "direct": "off"} if strategy == "pread" else {})}
            named = {} if buffer == "256KiB" else {"buf": buffer}
            speed = base * factor * (shape if cache == "warm" else shape**0.2)
            _subject(db, rng, strategy, dataset, cache, speed, knobs, named)
    for buffer, shape in BUFFERS.items():
        named = {} if buffer == "256KiB" else {"buf": buffer}
        knobs = {"buf": buffer, "threads": "2", "direct": "off"}
        _subject(db, rng, "pread", dataset, cache, base * 1.3 * shape, knobs, {**named, "threads": "2"})
        direct = {"buf": buffer, "threads": "1", "direct": "on"}
        if cache == "cold":
            _subject(db, rng, "pread", dataset, cache, 1.7 * shape**2, direct, {**named, "direct": "on"})
        else:
            db.case("pread", dataset, DATASETS[dataset], cache, knobs=direct, named={**named, "direct": "on"},
                    status="unsupported", reason="direct:on reads past the page cache: there is no warm state")
    for populate, factor in (("off", 0.95), ("on", 1.2)):
        named = {} if populate == "off" else {"populate": "on"}
        _subject(db, rng, "mmap", dataset, cache, base * factor, {"populate": populate}, named, rss=DATASETS[dataset] + 4_000_000)
    for alloc, text, factor in (("reused", "off", 0.9), ("fresh", "off", 0.35), ("reused", "on", 0.5)):
        knobs = {"alloc": alloc, "text": text}
        named = {k: v for k, v in knobs.items() if (k, v) not in (("alloc", "reused"), ("text", "off"))}
        ordinal = _subject(db, rng, "whole", dataset, cache, base * factor, knobs, named, rss=DATASETS[dataset] + 4_000_000)
        if dataset == "2k" and cache == "warm" and alloc == "reused" and text == "off":
            db.finding("above_ceiling", ordinal, "14.9 GB/s is more than 1.02 times the ceiling")
    if dataset == "20k" and cache == "cold":
        db.case("read", dataset, DATASETS[dataset], cache, knobs={"buf": "16KiB"}, named={"buf": "16KiB"}, status="invalid",
                reason="cold was asked, 97.2 % of the file was still in the page cache: another process maps it")
        db.case("read", dataset, DATASETS[dataset], cache, knobs={"buf": "32KiB"}, named={"buf": "32KiB"}, status="failed",
                reason="cannot read 20k: Input/output error (errno 5)")
        db.case("read", dataset, DATASETS[dataset], cache, knobs={"buf": "512KiB"}, named={"buf": "512KiB"}, status=None)


if __name__ == "__main__":
    Path(sys.argv[1]).unlink(missing_ok=True)
    build(Path(sys.argv[1]))
