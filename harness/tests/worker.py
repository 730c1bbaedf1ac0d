"""A worker asked directly, as the harness asks it: for tests that need inputs which a person's command refuses early."""

import json
import subprocess
from urllib.parse import quote_from_bytes

import xxhash

from conftest import BENCH, as_user, command

BLOCK = 1 << 20
SECONDS = 600  # only to end a worker that hangs


def digest(content):
    """The design's: XXH3-128 of each 1 MiB block with its index as seed, summed modulo 2^128, and the length."""
    total = sum(xxhash.xxh3_128_intdigest(content[at:at + BLOCK], seed=at // BLOCK) for at in range(0, len(content), BLOCK))
    return f"{total % 2**128:032x}-{len(content)}"


def digest_of_zeros(size):
    """The same of a file of nothing but zeros, without holding it."""
    block = bytes(BLOCK)
    total = sum(xxhash.xxh3_128_intdigest(block, seed=i) for i in range(size // BLOCK))
    if size % BLOCK:
        total += xxhash.xxh3_128_intdigest(block[:size % BLOCK], seed=size // BLOCK)
    return f"{total % 2**128:032x}-{size}"


def dataset(path, size, text_digest):
    return {"name": "input", "kind": "file", "path": quote_from_bytes(path, safe="/"), "bytes": size, "lines": 0, "newline_bytes": 0,
            "digest": text_digest}


def request(op, strategy, data, knobs=None, cache="as_found", use="digest", **more):
    complete = {k["key"]: k["default"] for k in strategy["knobs"]} | (knobs or {})
    case = {"name": f"read/{strategy['name']}/input/cache:{cache}/use:{use}", "workload": "read", "strategy": strategy["name"],
            "data": "input", "knobs": complete, "cache": cache, "use": use, "role": strategy.get("role", "subject")}
    return {"v": 1, "op": op, "case": case, "data": data, **more}


def ask(document, **how):
    """(replies by type, exit code, stderr) of one worker."""
    lines, code, err = converse(document, **how)
    return {line["t"]: line for line in lines}, code, err


def strategies():
    """What the program can do, as it describes itself."""
    lines, _, _ = converse({"v": 1, "op": "describe"})
    rows = [line | {"name": line["strategy"]} for line in lines if line["t"] == "description"]
    return {row["name"]: row for row in rows if row["workload"] == "read" and row["role"] == "subject" and row["built"]}


def sanitized():
    """Whether the program is instrumented: the sanitizers' own code needs descriptors, and reads /proc as it runs."""
    lines, _, _ = converse({"v": 1, "op": "describe"})
    return any("-fsanitize" in line["build"]["flags"] for line in lines if line["t"] == "hello")


def converse(document, user=None, preexec=None, during=None):
    """(replies, exit code, stderr) of one worker. `during(process)` is called once it has the request."""
    # stdin stays open to the end: its end would end the worker.
    process = subprocess.Popen(as_user(user, command(BENCH, "--worker")), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=preexec)
    try:
        process.stdin.write(json.dumps(document).encode() + b"\n")
        process.stdin.flush()
        if during is not None:
            during(process)
        out, err = communicate_with_open_stdin(process)
    finally:
        process.kill()
    return [json.loads(line) for line in out.splitlines()], process.returncode, err.decode(errors="replace")


def communicate_with_open_stdin(process):
    stdin, process.stdin = process.stdin, None
    try:
        return process.communicate(timeout=SECONDS)
    finally:
        stdin.close()


def outcome(replies, code, err):
    """(status, sentence) of a worker's answer; a worker that ended without one has crashed."""
    if "refuse" in replies:
        return replies["refuse"]["status"], replies["refuse"]["reason"]
    if "end" in replies:
        return replies["end"]["status"], replies["end"]["reason"] or ""
    return "crashed", f"exit code {code}: {err[-500:]}"
