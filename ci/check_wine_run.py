#!/usr/bin/env python3
"""Judges a run under Wine: nothing failed, warm cases are ok, and cold is never claimed, since nothing there proves it.

usage: check_wine_run.py RUN.json EXIT_CODE
"""
import collections
import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))
exit_code = int(sys.argv[2])
faults = [] if exit_code == 0 else [f"the run ended with exit code {exit_code}"]
states = collections.Counter()
for case in run["cases"]:
    cache = case["case"].split("/cache:")[1].split("/")[0]
    states[cache, case["status"]] += 1
    if case["status"] in ("failed", "crashed", "timeout", "wrong", "interrupted"):
        faults.append(f"{case['case']} is {case['status']}: {case['reason']}")
    if cache == "cold" and case["status"] == "ok":
        faults.append(f"{case['case']} claims to have been cold")
if not states["warm", "ok"]:
    faults.append("no warm case is ok")
for (cache, status), count in sorted(states.items()):
    print(f"{count:4} cases {cache}: {status}")
print("\n".join(faults) or "as it should be")
sys.exit(1 if faults else 0)
