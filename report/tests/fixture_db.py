"""Makes result databases for tests by running the real migrations, so that the two cannot drift apart."""

import hashlib
import json
import sqlite3
import statistics
import uuid
from pathlib import Path

MIGRATIONS = sorted((Path(__file__).resolve().parents[2] / "harness" / "store" / "migrations").glob("*.sql"))
STARTED_NS = 1_796_000_000_000_000_000


def _key(*parts) -> bytes:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()[:16]


class FixtureDb:
    """One run with one session; add what the test needs."""

    def __init__(self, path: Path, host="bench-box", profile="quick", state="finished", build_type="Release"):
        self.path = path
        self.db = sqlite3.connect(path)
        for number, file in enumerate(MIGRATIONS, start=1):
            self.db.executescript(file.read_text(encoding="utf-8"))
            self.db.execute(f"PRAGMA user_version = {number}")
        self.db.execute("PRAGMA foreign_keys = ON")
        self.host = self._insert("host", key=_key("host", host), label=host)
        self.environment = self._insert("environment", key=_key("environment", host), host_id=self.host)
        self.build = self._insert(
            "build", key=_key("build", build_type), version="0.1.0", revision="0123456789abcdef", dirty=0, type=build_type,
            compiler="GNU 12.2.0", flags="-O3 -DNDEBUG", libraries="{}",
        )
        self.ordinal = 0
        self.seq = 0
        self.datasets = {}
        self.run = self.session = 0
        self.new_run(profile=profile, state=state)

    def _insert(self, table, **values) -> int:
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        return self.db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values())).lastrowid

    def new_run(self, profile="quick", state="finished", started_ns=STARTED_NS, uuid_seed=1):
        run_uuid = str(uuid.UUID(bytes=_key("run", uuid_seed), version=4))
        self.run = self._insert(
            "run", uuid=run_uuid, kind="run", profile=profile, seed=42, started_ns=started_ns, state=state,
            argv=json.dumps(["readmark", "run", "--profile", profile]), settings="{}",
        )
        self.session = self._insert(
            "session", uuid=str(uuid.UUID(bytes=_key("session", uuid_seed), version=4)), run_id=self.run, rank=0,
            environment_id=self.environment, started_ns=started_ns, ended_ns=started_ns + 90_000_000_000, exit_code=0,
            clock_step_ns=27,
        )
        self.ordinal = self.seq = 0
        return run_uuid

    def fact(self, name, value, source="/proc", status="ok"):
        self._insert("fact", environment_id=self.environment, name=name, value=value, source=source, status=status)

    def dataset(self, name, size):
        if name not in self.datasets:
            self.datasets[name] = self._insert(
                "dataset", key=_key("dataset", name, size), name=name, kind="file", bytes=size, files=1, lines=size // 320,
                newline_bytes=size // 320, cr_bytes=0, longest_line=500, digest="00" * 16,
            )
        return self.datasets[name]

    def place(self, name, filesystem="ext4", device="nvme0n1", **facts):
        ordinal = self.db.execute("SELECT count(*) FROM placement WHERE run_id = ?", (self.run,)).fetchone()[0]
        self._insert(
            "placement", run_id=self.run, ordinal=ordinal, dataset_id=self.datasets[name], path_hash="0" * 32,
            filesystem=filesystem, device=device, mount_options="rw,relatime", facts=json.dumps(facts),
        )

    def case(self, strategy, dataset="150mb", size=150_000_000, cache="warm", use="touch", workload="read", knobs=None,
             named=None, role="subject", status="ok", reason=None, times=(), kind="timed", share=None, proof="physical",
             name=None, arm=None, rss=4_200_000, cpu=0.9, summarised=True):
        """`knobs` are all, `named` those that the name shows. `times` are one measurement each, in rounds from 0."""
        dataset_id = self.dataset(dataset, size) if dataset != "-" else None
        shown = "".join(f"/{k}:{v}" for k, v in (named or {}).items())
        name = name or f"{workload}/{strategy}/{dataset}{shown}/cache:{cache}/use:{use}"
        key = _key(name, dataset_id)
        found = self.db.execute("SELECT id FROM bench_case WHERE key = ?", (key,)).fetchone()
        case_id = found[0] if found else self._insert(
            "bench_case", key=key, name=name, origin="own", workload=workload, strategy=strategy, data=dataset,
            dataset_id=dataset_id, knobs=json.dumps(knobs or {}, sort_keys=True), cache=cache, use=use,
        )
        ordinal = self.ordinal
        self.ordinal += 1
        entry = self._insert(
            "entry", run_id=self.run, ordinal=ordinal, case_id=case_id, build_id=self.build, role=role, status=status,
            reason=reason, arm=arm,
        )
        for number, time in enumerate(times):
            self.measurement(entry, number, time, size, cache, kind, proof, rss, cpu)
        if times and summarised:
            self.summary(entry, "time_ns", times)
            self.summary(entry, "user_ns", [t * cpu * 0.2 for t in times])
            self.summary(entry, "sys_ns", [t * cpu * 0.8 for t in times])
            self.summary(entry, "peak_rss_bytes", [float(rss)] * len(times))
            if share is not None:
                self.summary(entry, "ceiling_share", [share] * len(times))
        return ordinal

    def measurement(self, entry, number, time, size, cache="warm", kind="timed", proof="physical", rss=4_200_000, cpu=0.9,
                    status="ok"):
        self._insert(
            "measurement", session_id=self.session, seq=self.seq, entry_id=entry, kind=kind,
            round=number if kind == "timed" else None, position=0, scope="whole", status=status,
            started_ns=STARTED_NS + self.seq, iterations=3, bytes=size, time_ns=int(time), time_stat="median",
            user_ns=int(time * cpu * 0.2), sys_ns=int(time * cpu * 0.8), peak_rss_bytes=rss, cache_method="read", proof=proof,
            device_bytes=size if cache == "cold" else 0, effective="{}", samples="kept",
        )
        self.seq += 1

    def summary(self, entry, metric, values):
        ordered = sorted(values)
        wide = len(ordered) >= 6
        self._insert(
            "summary", entry_id=entry, metric=metric, phase=0, n=len(ordered), median=float(statistics.median(ordered)),
            ci_low=float(ordered[0]) if wide else None, ci_high=float(ordered[-1]) if wide else None,
            ci_level=1 - 2.0 ** (1 - len(ordered)) if wide else None, min=float(ordered[0]), max=float(ordered[-1]),
            origin="computed", stats_version=1,
        )

    def finding(self, rule, ordinal=-1, detail="as it was seen", round=-1):
        self._insert("finding", run_id=self.run, rule=rule, entry_ordinal=ordinal, round=round, detail=detail, stats_version=1)

    def growth(self, strategy, exponent, interval=None, name=None, workload="read", knobs=None, cache="warm", use="touch",
               role="subject", flagged=False):
        self._insert(
            "growth", run_id=self.run, name=name or f"{workload}/{strategy}/*/cache:{cache}/use:{use}", workload=workload,
            strategy=strategy, knobs=json.dumps(knobs or {}), cache=cache, use=use, role=role, sizes=5, least_bytes=642_000,
            most_bytes=150_000_000, rounds=6, exponent=exponent, ci_low=interval and interval[0],
            ci_high=interval and interval[1], ci_level=0.96875 if interval else None, flagged=int(flagged), stats_version=1,
        )

    def noise(self, round, **values):
        self._insert("noise", session_id=self.session, round=round, **values)

    def write_ahead(self):
        """As readmark has its databases. Not inside a transaction, where SQLite would ignore it."""
        self.db.commit()
        assert self.db.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)

    def done(self) -> Path:
        self.db.commit()
        self.db.close()
        return self.path
