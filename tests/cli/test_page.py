"""`struckle page`: what goes into a page, where it is written, and how the command ends."""

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.registry import lookup
from struckle_cli.replay.writer import encode
from tests.cli.hidden_support import half, sealed
from tests.cli.stricken_support import LONG, twins
from tests.cli.support import dumps, record, sgn
from tests.replay.commitments_support import document
from tests.report.page_support import Film, Page


def written(name: str = "out.html") -> Page:
    return Page(Path(name).read_bytes())


@pytest.fixture
def game(cli: Any) -> Path:
    path = Path("g.sgn")
    path.write_bytes(sgn("1. D8-C8 Q12-Q11", tags='[White "Ana"]\n'))
    return path


def test_a_page_is_written_and_told(cli: Any, game: Path) -> None:
    ran = cli("page", game, "-o", "out.html")
    assert (ran.code, ran.raw, ran.err) == (0, b"", "struckle: out.html: 1 game\n")
    page = written()
    assert page.title == "Castle: Ana (white)"
    assert Film(page.games[0]).tokens == ["D8-C8", "Q12-Q11"]


@pytest.mark.parametrize("words", [(), ("-o", "-")])
def test_without_a_file_the_page_goes_to_standard_output(cli: Any, game: Path, words: Any) -> None:
    cli("page", game, "-o", "out.html")
    ran = cli("page", game, *words)
    assert (ran.code, ran.err) == (0, "")
    assert ran.raw == Path("out.html").read_bytes()


def test_files_folders_globs_and_standard_input(cli: Any, game: Path) -> None:
    for name in ("club/b.json", "club/a.json", "more1.sgn", "more2.sgn"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(dumps(record()) if name.endswith("json") else sgn())
    Path("club/other.json").write_bytes(b'{"some": "thing"}')
    ran = cli("page", game, "club", "more*.sgn", "-", "-o", "out.html", stdin=sgn())
    assert ran.code == 0
    assert "1 JSON object without a game key skipped" in ran.err
    names = [place for *_, place in written().index]
    files = ("g.sgn", "club/a.json", "club/b.json", "more1.sgn", "more2.sgn", "-")
    assert names == [f"{name}, record 1" for name in files]


def test_an_existing_page_is_replaced_only_with_force(cli: Any, game: Path) -> None:
    Path("out.html").write_text("mine")
    ran = cli("page", game, "-o", "out.html")
    assert ran.code == 2
    assert "[usage.exists]" in ran.err
    assert Path("out.html").read_text() == "mine"
    assert cli("page", game, "-o", "out.html", "--force").code == 0
    assert written().index


@pytest.mark.parametrize(
    ("path", "output"), [("g.sgn", "g.sgn"), ("*.sgn", "./g.sgn"), (".", "g.html"), (".", "g.sgn")]
)
def test_a_record_is_never_replaced_by_its_page(cli: Any, game: Path, path: str, output: str) -> None:
    """Whatever it is called."""
    if output == "g.html":
        os.link(game, output)
    before, names = game.read_bytes(), sorted(os.listdir())
    ran = cli("page", path, "-o", output, "--force")
    assert (ran.code, "[usage." in ran.err) == (2, True)
    assert game.read_bytes() == before
    assert sorted(os.listdir()) == names


def test_title_and_theme(cli: Any, game: Path) -> None:
    assert cli("page", game, "-o", "out.html", "--title", "<Evening>", "--theme", "dark").code == 0
    page = written()
    assert page.title == "<Evening>"
    assert page.tags[0][1]["class"] == "theme-dark"


def test_one_record_of_several(cli: Any, game: Path) -> None:
    Path("all.sgn").write_bytes(sgn("1. D8-C8") + b"\n" + sgn("1. D8-C8 Q12-Q11"))
    assert cli("page", "all.sgn", "-o", "out.html", "--record", "2").code == 0
    page = written()
    assert [line[2] for line in page.index] == [2]
    assert page.games[0]["place"] == "all.sgn, record 2"
    for words in (("all.sgn", "--record", "3"), ("all.sgn", "g.sgn", "--record", "1")):
        ran = cli("page", *words, "-o", "none.html")
        assert (ran.code, "[usage.record]" in ran.err) == (2, True)
    assert not Path("none.html").exists()


def test_a_record_that_breaks_its_rules_is_on_the_page(cli: Any, game: Path) -> None:
    Path("bad.sgn").write_bytes(sgn("1. D8-C8 Q12-E12"))
    ran = cli("page", game, "bad.sgn", "-o", "out.html")
    assert ran.code == 1
    assert "bad.sgn:4:10: castle.blocked: " in ran.err
    assert "1 broken record shown as such" in ran.err
    assert [valid for *_, valid, _ in written().index] == [True, False]


def test_a_broken_record_is_on_the_page(cli: Any) -> None:
    Path("bad.json").write_bytes(b'{"format": 1, "game": "castle", "moves": [')
    assert cli("page", "bad.json", "-o", "out.html").code == 1
    page = written()
    assert page.games[0]["heading"] == "A broken record"
    assert page.games[0]["views"][0]["faults"]


def test_what_cannot_be_read_is_told_and_the_others_are_shown(cli: Any, game: Path) -> None:
    ran = cli("page", "missing.sgn", game, "-o", "out.html")
    assert ran.code == 3
    assert "missing.sgn: no such file or folder [io.missing]" in ran.err
    assert len(written().index) == 1
    Path("bad.sgn").write_bytes(sgn("1. D8-C8 Q12-E12"))
    assert cli("page", "missing.sgn", "bad.sgn", "-o", "out.html", "--force").code == 3


@pytest.mark.parametrize(("path", "code"), [("missing.sgn", 3), (".", 2), ("empty.sgn", 2)])
@pytest.mark.parametrize("out", ["out.html", "-"])
def test_without_any_record_nothing_is_written(cli: Any, path: str, code: int, out: str) -> None:
    cli("games")
    if path == "empty.sgn":
        Path(path).write_bytes(b"")
    ran = cli("page", path, "-o", out)
    assert (ran.code, ran.raw) == (code, b"")
    assert not Path("out.html").exists()


def test_a_record_that_is_too_large_is_not_read(cli: Any, game: Path) -> None:
    assert cli("page", game, "-o", "out.html", "--max-record", "20").code == 3


def test_a_page_that_cannot_be_written(cli: Any, game: Path) -> None:
    ran = cli("page", game, "-o", "nowhere/out.html")
    assert ran.code == 3
    assert "[io.write]" in ran.err


def test_only_the_name_of_a_file_far_away_is_shown(cli: Any, game: Path) -> None:
    cli("page", game.resolve(), "-o", "out.html")
    assert written().index[0][-1] == "g.sgn, record 1"
    assert str(game.resolve().parent).encode() not in Path("out.html").read_bytes()


# --- who looks on -----------------------------------------------------------------------------------


def test_a_seat_is_named_in_any_case_and_must_be_there(cli: Any, game: Path) -> None:
    Path("s.json").write_bytes(dumps(half()))
    for name in ("P2", "p2"):
        assert cli("page", "s.json", "--as", name, "-o", "out.html", "--force").code == 0
        assert [view["seat"] for view in written().games[0]["views"]] == ["p2"]
    assert cli("page", "s.json", "--as", "Public", "-o", "out.html", "--force").code == 0
    assert [view["seat"] for view in written().games[0]["views"]] == ["public"]
    ran = cli("page", "s.json", "--as", "white", "-o", "none.html")
    assert (ran.code, "[usage.seat]" in ran.err) == (2, True)
    ran = cli("page", "s.json", game, "--as", "p2")
    assert (ran.code, ran.raw) == (2, b"")
    assert not Path("none.html").exists()


def test_a_player_of_a_committed_game_sees_their_own_secrets(cli: Any, tmp_path: Path) -> None:
    item = half()
    secrets = sealed(cli, tmp_path, item)
    cards = item["setup"]["cards"]
    own = next(path for path in secrets if ".p1." in str(path))
    ran = cli("page", "c.sgn", "--as", "p1", "--secrets", own, "-o", "out.html")
    assert ran.code == 0, ran.err
    data = Path("out.html").read_text()
    assert cards["p1"] in data
    assert cards["p2"] not in data
    assert cards["p3"] not in data
    everybodys = [word for path in secrets for word in ("--secrets", path)]
    data = Page(cli("page", "c.sgn", *everybodys).raw).games[0]
    assert data["views"][0]["pending"] == []
    assert all(card in json.dumps(data) for card in cards.values())


@pytest.mark.parametrize("encoding", ["json", "sgn", "msgpack"])
@pytest.mark.parametrize("seat", ["white", "black"])
def test_the_same_bytes_are_written_for_games_that_look_alike_to_a_seat(
    cli: Any, tmp_path: Path, seat: str, encoding: str
) -> None:
    """Of records in the open whose last ply is illegal, so that there is a fault to be told."""
    stricken, pages = lookup("stricken"), []
    for number, item in enumerate(twins(LONG[1], 4, seat, 12)):
        changed = copy.deepcopy(item)
        changed["moves"].append("1a1-5e5")
        path = Path(f"{number}") / f"g.{encoding}"
        path.parent.mkdir()
        path.write_bytes(encode(document(changed), stricken, encoding))
        ran = cli("page", path, "--as", seat.upper(), "-o", f"{number}.html", "--title", "one")
        assert ran.code == 1, ran.err
        pages.append(Path(f"{number}.html").read_bytes().replace(f"{number}/g".encode(), b"g"))
    assert pages[0] == pages[1]
    assert Page(pages[0]).games[0]["views"][0]["seat"] == seat


@pytest.mark.parametrize("name", ["new.sgn", "page.txt", "page", "page.html.gz"])
def test_a_page_is_called_html(cli: Any, game: Path, name: str) -> None:
    ran = cli("page", game.name, "-o", name)
    assert (ran.code, ran.raw) == (2, b"")
    assert "[usage.suffix]" in ran.err
    assert not Path(name).exists()
    assert cli("page", game.name, "-o", "Page.HTM").code == 0


def test_a_page_may_go_where_a_name_says_nothing(cli: Any, game: Path) -> None:
    assert cli("page", game.name, "-o", "/dev/null", "--force").code == 0
