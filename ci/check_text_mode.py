#!/usr/bin/env python3
"""Judges a run of ways to read a file with CRLF and Ctrl-Z: as text fewer bytes arrive, which is a finding and not wrong.

usage: check_text_mode.py RUN.json BYTES BYTES_AS_TEXT
"""
import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))
whole, as_text = int(sys.argv[2]), int(sys.argv[3])
faults, texts = [], 0
for case in run["cases"]:
    if case["role"] != "subject":
        continue
    text = "mode:text" in case["case"] or "_text/" in case["case"]
    texts += text
    expected = ("ok", as_text, ["text_mode"]) if text else ("ok", whole, [])
    found = (case["status"], case["bytes"], case["findings"])
    if found != expected:
        faults.append(f"{case['case']}: {found}, expected {expected}; {case['reason']}")
if texts == 0 or texts == len(run["cases"]):
    faults.append("the run has no case of either kind")
print("\n".join(faults) or f"as text {as_text} of {whole} bytes, and a finding, {texts} times")
sys.exit(1 if faults else 0)
