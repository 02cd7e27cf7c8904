"""`page FOLDER -o site/`: pages and their index, what may be replaced, what stops it, and exit codes."""

import json
import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.cli.breaking_support import broken_runs
from tests.cli.hidden_support import half
from tests.cli.hostile_support import write_hostile
from tests.cli.support import ROOT, dumps, encoded, leftovers, record, sgn

WON = {"winners": ["white"], "reason": "resign"}


def written(folder: Path) -> dict[str, bytes]:
    """All files in a folder, by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def crungle(name: str) -> dict[str, Any]:
    """A short game, whose page is quickly made."""
    setup: dict[str, Any] = {
        "goals": ["G3", "G7"],
        "rules": ["M2", "M11", "I2", "M16"],
        "start": {"orange": 1, "purple": 9},
    }
    return {
        "format": 1,
        "game": "crungle",
        "tags": {"Event": name},
        "setup": setup,
        "moves": [],
        "result": None,
    }


def index_of(folder: Path):
    text = (folder / "index.html").read_text()
    found = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def titles_of(folder: Path) -> list[tuple[str, int]]:
    """Each row's page, unquoted, and its place there; the page is there and has a game at that place."""
    data, found = index_of(folder), []
    for row in data["rows"]:
        page = unquote(data["words"][row[2]])
        assert "://" not in page
        assert not page.startswith(("/", ".."))
        games = (folder / page).read_bytes().count(b'<script type="application/json" class="game">')
        assert 1 <= row[3] <= games
        found.append((page, row[3]))
    return found


@pytest.fixture
def club(tmp_path):
    """Two good files, one of two records with one of them broken, in two folders."""
    (tmp_path / "in" / "x").mkdir(parents=True)
    (tmp_path / "in" / "a.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "in" / "x" / "b.jsonl").write_bytes(
        b"\n".join(map(dumps, (record(["D8-C8"], WON, players={"white": "Ana"}), record(["D8-D1"]))))
    )
    return tmp_path


def test_a_folder_becomes_a_site(cli, club):
    ran = cli("page", "in", "-o", "site/")
    assert (ran.code, ran.raw) == (1, b"")
    assert "in/x/b.jsonl:2 /moves/0: castle.terrain" in ran.err
    assert "site/index.html: 3 games on 2 pages" in ran.err
    assert sorted(written(club / "site")) == ["a.html", "index.html", "x/b.html"]
    assert titles_of(club / "site") == [("a.html", 1), ("x/b.html", 1), ("x/b.html", 2)]
    assert b'href="index.html" data-testid="home"' in (club / "site" / "a.html").read_bytes()
    assert b'href="../index.html" data-testid="home"' in (club / "site" / "x" / "b.html").read_bytes()
    assert leftovers(club / "site") == leftovers(club / "site" / "x") == []


def test_all_recorded_games_are_there_and_counted_as_stats_counts_them(cli, tmp_path):
    (tmp_path / "in").symlink_to(ROOT / "replays" / "struckle")
    assert cli("page", "in/", "-o", "site").code == 0
    counted = cli("stats", "in/", "--json").json
    data = index_of(tmp_path / "site")
    assert len(titles_of(tmp_path / "site")) == len(data["rows"]) == counted["records"]
    [game] = counted["games"].values()
    ends = [(row[8] and [data["words"][index] for index in row[8]], row[10]) for row in data["rows"]]
    assert Counter(seat for winners, _ in ends for seat in winners or ()) == game["wins"]
    assert sum(winners is None for winners, _ in ends) == game["unfinished"]
    reasons = Counter(data["words"][row[9]] for row in data["rows"] if row[8] is not None)
    assert reasons == game["reasons"]
    for bucket in game["plies"]["buckets"]:
        inside = [plies for _, plies in ends if bucket["least"] <= plies <= bucket["most"]]
        assert len(inside) == bucket["records"]


def test_the_same_folder_makes_the_same_bytes(cli, club):
    assert cli("page", "in", "-o", "one").code == cli("page", "in/", "-o", "two/").code == 1
    assert cli("page", club / "in", "-o", club / "three").code == 1
    assert written(club / "one") == written(club / "two") == written(club / "three")
    assert all(str(club).encode() not in data for data in written(club / "one").values())


def test_which_outputs_are_sites(cli, club):
    (club / "there").mkdir()
    for output, made in (("there", "there/index.html"), ("new/", "new/index.html"), ("in.html", "in.html")):
        assert cli("page", "in", "-o", output).code == 1
        assert (club / made).is_file()
    assert cli("page", "in/a.sgn", "-o", "alone/").code == 0
    assert sorted(written(club / "alone")) == ["a.html", "index.html"]
    assert cli("page", "in/a.sgn", "in/x", "-o", "both/").code == 1
    assert sorted(written(club / "both")) == ["a.html", "index.html", "x/b.html"]
    assert cli("page", "-", "-o", "typed/", stdin=sgn()).code == 0
    assert sorted(written(club / "typed")) == ["index.html", "standard-input.html"]


def test_a_folder_that_holds_something_needs_force(cli, club):
    site = club / "site"
    (site / "x").mkdir(parents=True)
    (site / "mine.txt").write_bytes(b"mine")
    (site / "x" / "old.html").write_bytes(b"old")
    (site / "a.html").write_bytes(b"a")
    before = written(site)
    ran = cli("page", "in", "-o", "site")
    assert ran.code == 2
    assert "[usage.exists]" in ran.err
    assert written(site) == before
    ran = cli("page", "in", "-o", "site", "--force")
    assert ran.code == 1
    assert "1 other page in site/ was left as it is" in ran.err
    after = written(site)
    assert (after["mine.txt"], after["x/old.html"]) == (b"mine", b"old")
    assert after["a.html"] != b"a"
    assert cli("page", "in", "-o", "site").code == 2
    assert "old.html" not in (site / "index.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["in", "-o", "in/site"], "usage.output"),
        (["in", "-o", "in", "--force"], "usage.output"),
        (["in/x", "-o", "in", "--force"], "usage.output"),
        (["in/a.sgn", "-o", "in/", "--force"], "usage.output"),
        (["in", "-o", "in/a.sgn/"], "usage.output"),
        (["in", "-o", "s/", "--as", "whit"], "usage.seat"),
        (["in", "-o", "s/", "--record", "1"], "usage.record"),
        (["in", "-o", "s/", "--secrets", "x"], "usage.secrets"),
    ],
)
def test_what_is_wrong_usage_writes_nothing(cli, club, arguments, code):
    before = written(club)
    ran = cli("page", *arguments)
    assert (ran.code, ran.raw) == (2, b"")
    assert f"[{code}]" in ran.err
    assert written(club) == before
    assert not (club / "s").exists()


def test_exit_codes(cli, club):
    assert cli("page", "in/a.sgn", "-o", "0/").code == 0
    assert cli("page", "in", "-o", "1/").code == 1
    (club / "in" / "gone.sgn").symlink_to("nowhere")
    ran = cli("page", "in", "-o", "3/")
    assert ran.code == 3
    assert "in/gone.sgn" in ran.err
    assert index_of(club / "3")["unreadable"] == [["gone.sgn", "a link that leads nowhere"]]
    (club / "empty").mkdir()
    ran = cli("page", "empty", "-o", "2/")
    assert ran.code == 2
    assert "no record" in ran.err
    assert "[usage.record]" in ran.err
    assert not (club / "2").exists()
    ran = cli("page", "missing", "-o", "4/")
    assert ran.code == 3
    assert "[io.unreadable]" in ran.err
    assert not (club / "4").exists()


@pytest.mark.parametrize("seat", [[], ["--as", "white"]])
def test_a_record_that_is_too_large_was_not_read(cli, club, seat):
    (club / "in" / "x" / "b.jsonl").write_bytes(dumps(record(tags={"Event": 900 * "x"})))
    ran = cli("page", "in", "-o", "site", "--max-record", "500", *seat)
    assert ran.code == 3
    assert len(titles_of(club / "site")) == 2


def test_hostile_names_and_texts(cli, tmp_path):
    (tmp_path / "in").mkdir()
    assert write_hostile(tmp_path / "in") > 100
    ran = cli("page", "in", "-o", "site/")
    assert ran.code == 3
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", ran.err)
    pages = written(tmp_path / "site")
    assert len(titles_of(tmp_path / "site")) == len(index_of(tmp_path / "site")["rows"]) > 100
    assert {"index.html", *(page for page, _ in titles_of(tmp_path / "site"))} == set(pages)
    assert all(re.fullmatch(r"[\w.~-]+", name) for name in pages)


def test_what_a_seat_may_not_see_changes_no_byte(cli, tmp_path):
    """Open records that differ in what is hidden from p1 alone make the same site for p1, and for white."""
    first = half()
    cards = first["setup"]["cards"]
    second = json.loads(dumps(first))
    second["setup"]["cards"] = {"p1": cards["p1"], "p2": cards["p3"], "p3": cards["p2"]}
    for name, item in (("one", first), ("two", second)):
        (tmp_path / name / "in").mkdir(parents=True)
        (tmp_path / name / "in" / "a.json").write_bytes(dumps(item))
        (tmp_path / name / "in" / "c.json").write_bytes(dumps(record(["D8-C8"])))
        os.chdir(tmp_path / name)
        for seat in ("p1", "white", "public"):
            assert cli("page", "in", "-o", seat, "--as", seat).code == 0
        assert cli("page", "in", "-o", "all").code == 0
    one, two = tmp_path / "one", tmp_path / "two"
    for seat in ("p1", "white", "public"):
        assert written(one / seat) == written(two / seat)
        assert cards["p2"].encode() not in b"".join(written(one / seat).values())
    assert written(one / "all") != written(two / "all")
    assert cards["p1"].encode() in (one / "p1" / "a.html").read_bytes()
    assert cards["p1"].encode() not in (one / "white" / "a.html").read_bytes()


def test_what_cannot_be_written_is_3(cli, club, locked):
    (club / "in" / "x" / "b.jsonl").unlink()
    (locked.folder / "a.sgn").write_bytes(sgn())
    with locked() as folder:
        ran = cli("page", f"{folder}/a.sgn", "-o", f"{folder}/site/")
        assert ran.code == 3
        assert "[io.write]" in ran.err
        assert list(written(folder)) == ["a.sgn"]
    (club / "site" / "index.html").mkdir(parents=True)
    (club / "site" / "x").write_bytes(b"a file")
    ran = cli("page", "in", "-o", "site", "--force")
    assert ran.code == 3
    assert "index.html" in ran.err
    (club / "in" / "x" / "c.sgn").write_bytes(sgn())
    ran = cli("page", "in", "-o", "site", "--force")
    assert ran.code == 3
    assert (club / "site" / "x").read_bytes() == b"a file"


def test_a_pipe_in_the_place_of_a_page_is_not_written_to(cli, club):
    (club / "site").mkdir()
    os.mkfifo(club / "site" / "a.html")
    ran = cli("page", "in", "-o", "site", "--force")
    assert ran.code == 3
    assert "no file" in ran.err


@pytest.mark.parametrize("action", ["fail", "SIGKILL", "SIGINT"])
def test_broken_off_at_any_moment_every_file_is_whole(cli, tmp_path, action):
    """A full disk, a kill, Ctrl-C: each page is the new one or the old one, and the index comes last."""
    base = tmp_path / "base"
    (base / "in").mkdir(parents=True)
    for name in "ab":
        (base / "in" / f"{name}.jsonl").write_bytes(dumps(crungle(name)))
    os.chdir(base)
    assert cli("page", "in", "-o", "site").code == 0
    new = written(base / "site")
    old = dict.fromkeys(new, b"old")
    for name, data in old.items():
        (base / "site" / name).write_bytes(data)
    ended = set()
    for run in broken_runs(base, ["page", "in", "-o", "site", "--force"], "", action, step=3):
        site = run.folder / "site"
        files = {name: data for name, data in written(site).items() if name.endswith(".html")}
        assert set(files) == set(new)
        index = files["index.html"]
        if index == new["index.html"]:
            assert files == new
        elif index != b"old":  # one of the files could not be read: that one is told
            assert (run.code, len(index_of(site)["unreadable"])) == (3, 1)
        assert all(files[name] in (b"old", new[name]) for name in ("a.html", "b.html"))
        if action != "SIGKILL":
            assert leftovers(site) == []
        ended.add(run.code)
    assert ended == {0, {"fail": 3, "SIGKILL": -signal.SIGKILL, "SIGINT": 130}[action]}


def test_files_of_the_same_name_have_pages_of_their_own(cli, tmp_path):
    (tmp_path / "in").mkdir()
    for suffix in (".sgn", ".json", ".jsonl", ".msgpack", ".sgn.gz"):
        (tmp_path / "in" / f"a{suffix}").write_bytes(encoded(record(["D8-C8"]), suffix))
    assert cli("page", "in", "-o", "site").code == 0
    assert len({page for page, _ in titles_of(tmp_path / "site")}) == 5


def test_a_page_of_several_games_is_called_like_its_file(cli, club):
    assert cli("page", "in", "-o", "site", "--title", "The club").code == 1
    assert "<title>x/b.jsonl</title>" in (club / "site" / "x" / "b.html").read_text()
    assert "<title>The club</title>" in (club / "site" / "index.html").read_text()
