"""How time grows with size, from a run to its table, its document and its database."""

import json

from conftest import query

SIZES = "2k,10k,20k"


def test_three_sizes_have_an_exponent(readmark, db):
    result = readmark("run", "--data", SIZES, "--strategy", "read", "--cache", "warm", "--rounds", "6", "--json")
    assert result.returncode == 0, result.stderr
    growth = {row["name"]: row for row in json.loads(result.stdout)["growth"]}
    read = growth["read/read/*/cache:warm/use:touch"]
    assert (read["role"], read["sizes"], read["rounds"]) == ("subject", 3, 6)
    assert (read["least_bytes"], read["most_bytes"]) == (642_000, 6_420_000)
    assert read["ci_low"] <= read["exponent"] <= read["ci_high"]
    assert read["flagged"] == (read["ci_low"] > 1.1)
    assert any(row["role"] == "ceiling" and "mem" not in row["knobs"] for row in growth.values())
    assert not any(row["flagged"] for row in growth.values() if row["role"] != "subject")
    assert query(db, "SELECT exponent FROM v_growth WHERE name = ?", read["name"]) == [(read["exponent"],)]
    shown = readmark("show")
    assert "growth: time ~ size^exponent" in shown.stdout and "642.0 kB" in shown.stdout


def test_two_sizes_or_few_rounds_claim_nothing(readmark):
    result = readmark("run", "--data", "2k,10k", "--strategy", "read", "--cache", "warm", "--rounds", "1", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["growth"] == []
    assert "growth" not in readmark("show").stdout
    result = readmark("run", "--data", SIZES, "--strategy", "read", "--cache", "warm", "--rounds", "2", "--json")
    for row in json.loads(result.stdout)["growth"]:
        assert row["exponent"] and row["ci_low"] is None and not row["flagged"]


def test_the_finding_stands_on_every_row_of_a_flagged_family_and_on_no_other(readmark, tmp_path):
    """Whether one is flagged is for the machine to say; append_reallocate, quadratic by intention, may well be."""
    profile = tmp_path / "steep.json"  # of its own, so that no limit leaves out what is slow
    profile.write_text(json.dumps({
        "name": "steep", "data": ["10k", "20k", "40k"], "limits": {"min_rounds": 6, "max_rounds": 6},
        "cells": [{"strategies": ["append_reallocate", "read"], "knobs": {"buf": ["64KiB"]}, "cache": ["warm"]}],
    }))
    result = readmark("run", "--profile", profile, "--json")
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    families = {row["strategy"]: row for row in document["growth"] if row["role"] == "subject"}
    assert set(families) == {"append_reallocate", "read"}
    for case in document["cases"]:
        if case["role"] == "subject":
            assert ("growth" in case["findings"]) == families[case["strategy"]]["flagged"], case
    for row in families.values():
        assert row["flagged"] == (row["ci_low"] > 1.1), row
    for (detail,) in query(tmp_path / "results.db", "SELECT detail FROM finding WHERE rule = 'growth'"):
        assert "more than in proportion" in detail and "memory alone grows" in detail
