"""The page and the folder: complete, self-contained, escaped, the same every time."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import readmark_report
from readmark_report import database, output, page
from readmark_report.__main__ import main

SIX = [10e6, 11e6, 12e6, 9e6, 10e6, 13e6]
EVIL = "<img src=x onerror=alert(1)>\"'&{{7*7}}</style></title><!--"


class Page(HTMLParser):
    """What a browser would make of it, as far as these tests ask."""

    VOID = {"meta", "img"}

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.ids, self.links, self.open, self.unbalanced = [], [], [], [], [], []
        self.text = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, key, value) for key, value in attrs]
        self.ids += [v for k, v in attrs if k == "id"]
        self.links += [v for k, v in attrs if k == "href"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data):
        self.text.append(data)

    def attribute(self, tag, name):
        return [v for t, k, v in self.attributes if (t, k) == (tag, name)]


@pytest.fixture(scope="module")
def written(realistic, tmp_path_factory):
    return output.write(realistic, tmp_path_factory.mktemp("out"))


@pytest.fixture(scope="module")
def html(written):
    return written.page.read_text(encoding="utf-8")


def test_every_chart_and_table_is_a_file(written):
    names = {path.name for path in written.figures}
    assert {"ranking_read_150mb_cold_touch.svg", "ranking_read_150mb_cold_touch.png", "file_size_read_touch.svg",
            "buffer_size_read_2k_touch.png", "cold_warm_read_20k_touch.svg"} <= names
    assert {"overview.md", "overview.txt", "growth.md", "ranking_read_2k_warm_touch.md", "facts.txt"} <= {p.name for p in written.tables}
    assert all(path.stat().st_size > 0 for path in (*written.figures, *written.tables))
    assert not list(written.page.parent.rglob("*.part"))


def test_the_page_is_well_formed_and_its_contents_lead_somewhere(html):
    seen = Page(html)
    assert seen.open == [] and seen.unbalanced == []
    assert len(seen.ids) == len(set(seen.ids))
    assert seen.links and all(link[1:] in seen.ids for link in seen.links if link.startswith("#"))


def test_the_page_asks_nobody_for_anything(html):
    seen = Page(html)
    assert all(link.startswith("#") for link in seen.links)
    assert all(uri.startswith("data:image/svg+xml;base64,") for uri in seen.attribute("img", "src"))
    assert not {"script", "link", "iframe", "object", "form", "base"} & set(seen.tags)
    assert "@import" not in html and "url(" not in html


def test_its_policy_forbids_the_network_and_fits_its_style(html):
    [policy] = [v for v in Page(html).attribute("meta", "content") if "default-src" in v]
    css = re.search(r"<style>(.*?)</style>", html, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    assert policy == f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert not Page(html).attribute("td", "style")


def test_every_picture_has_a_size_and_a_text_instead(html):
    seen = Page(html)
    pictures = seen.tags.count("img")
    assert pictures == 3 + 1 + 6 + 3
    assert len([alt for alt in seen.attribute("img", "alt") if "chart" in alt]) == pictures
    assert all(int(side) > 100 for side in seen.attribute("img", "width") + seen.attribute("img", "height"))
    assert int(seen.attribute("img", "width")[0]) == 1056


def test_growth_has_a_section_of_its_own(html):
    seen = Page(html)
    assert "#growth" in seen.links and "growth" in seen.ids
    assert "append_reallocate" in seen.text and "growth (!)" in seen.text and "1.79..1.86" in seen.text


def test_what_must_be_known_first_stands_first(html):
    text = "".join(Page(html).text)
    first = text[: text.index("Contents")]
    assert "1 case ended failed" in first and "1 planned case was never run" in first
    assert "canary_moved: memory_copy took 9 % longer in round 7" in first
    assert "cold in a guest is not cold on its host" in text


def test_debug_builds_interrupted_runs_and_unflagged_controls_are_warned_of(tmp_path):
    from fixture_db import FixtureDb

    db = FixtureDb(tmp_path / "r.db", state="interrupted", build_type="Debug")
    db.case("null", role="control", times=SIX)
    said = " ".join(page.warnings(database.load(db.done())))
    assert "interrupted" in said and "Debug build" in said and "Controls that nothing flagged" in said


def test_names_from_outside_stay_text(tmp_path):
    from fixture_db import FixtureDb

    db = FixtureDb(tmp_path / "r.db", host=EVIL, profile=EVIL)
    ordinal = db.case(EVIL, dataset=EVIL, knobs={EVIL: EVIL}, named={EVIL: EVIL}, times=SIX, name=EVIL)
    db.case("other", dataset=EVIL, status="failed", reason=EVIL)
    db.case("null", dataset=EVIL, role="control", name="control/" + EVIL, times=SIX)
    db.finding(EVIL, ordinal, EVIL)
    db.finding(EVIL, detail=EVIL)
    db.fact(EVIL, EVIL, EVIL)
    db.place(EVIL, EVIL, EVIL, **{EVIL: EVIL})
    html = output.write(database.load(db.done()), tmp_path / "out").page.read_text(encoding="utf-8")
    seen = Page(html)
    assert seen.open == [] and seen.unbalanced == []
    assert not [key for _, key, _ in seen.attributes if key.startswith("on")]
    assert all(uri.startswith("data:") for uri in seen.attribute("img", "src"))
    assert EVIL in "".join(seen.text) and "49" not in re.findall(r">\s*49\s*<", html)
    for svg in (tmp_path / "out" / "figures").glob("*.svg"):
        import xml.etree.ElementTree as tree

        assert not [e for e in tree.parse(svg).iter() if e.tag.endswith(("script", "image"))]


def test_file_names_are_plain_and_each_is_given_once():
    names = output._Names()
    given = [names.name(slug) for slug in ("a/../b", "a/../b", "A/../B", "x" * 500, "..", "", "ranking_日本", "a_.._b-2")]
    assert given[0] == "a_.._b" and len({g.lower() for g in given}) == len(given)
    assert all(re.fullmatch(r"[A-Za-z0-9._-]{1,104}", g) and g.strip(".") for g in given)


def test_the_same_run_gives_the_same_folder(tmp_path, new_db):
    new_db.case("read", knobs={"buf": "4KiB"}, times=SIX)
    run = database.load(new_db.done())
    first, second = (output.write(run, tmp_path / name).page.parent for name in ("one", "two"))
    files = sorted(p.relative_to(first) for p in first.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(second) for p in second.rglob("*") if p.is_file())
    assert all((first / f).read_bytes() == (second / f).read_bytes() for f in files)


# --- the command ---------------------------------------------------------------------------------------------


def _small(db):
    db.case("read", knobs={"buf": "4KiB"}, times=SIX)
    return str(db.done())


def test_the_command_says_in_json_what_it_wrote(tmp_path, new_db, capsys):
    assert main(["--db", _small(new_db), "--out", str(tmp_path / "out"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert Path(answer["page"]).is_file() and all(Path(f).is_file() for f in answer["figures"] + answer["tables"])


def test_the_command_can_print_the_rankings(tmp_path, new_db, capsys):
    assert main(["--db", _small(new_db), "--out", str(tmp_path / "out"), "--tables"]) == 0
    out = capsys.readouterr().out
    assert "read 150mb, warm, use touch" in out and "10.5 ms" in out and out.rstrip().endswith("index.html")


def test_failures_are_one_sentence_and_exit_1(tmp_path, new_db, capsys):
    assert main(["--db", str(tmp_path / "none.db"), "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    (tmp_path / "taken").write_text("a file")
    assert main(["--db", _small(new_db), "--out", str(tmp_path / "taken")]) == 1
    error = capsys.readouterr().err
    assert "cannot write" in error and "taken" in error and "--out" in error and error.count("\n") == 1


def test_it_runs_in_a_comma_locale_and_without_utf8(tmp_path, new_db):
    source = Path(readmark_report.__file__).parent.parent
    answer = subprocess.run(
        [sys.executable, "-B", "-m", "readmark_report", "--db", _small(new_db), "--out", str(tmp_path / "out"), "--tables"],
        env={"PYTHONPATH": str(source), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "MPLCONFIGDIR": str(tmp_path),
             "HOME": str(tmp_path)},
        capture_output=True, timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    assert b"14.3" in answer.stdout
