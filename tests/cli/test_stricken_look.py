"""Looking at Stricken records: five layers side by side or stacked, what each seat sees, `show --as`."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.engine.replayer import play
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import NAMES, OFF
from tests.cli.stricken_machines_support import beads_in
from tests.cli.stricken_support import LONG, SEATS, Item, committed, open_game
from tests.cli.struggle_support import put
from tests.cli.support import Ran
from tests.games.stricken.helpers import bound

Cli = Callable[..., Ran]
SHELL = re.compile(r"[wb]\d{1,2}")  # at 100 columns there is no room for a blank between w10 and w11
ROW = re.compile(r" ?([1-5]) ")


def game(number: int = 1, limit: int = 30) -> Item:
    return open_game(LONG[number], 2, limit)


def board_of(text: str) -> list[str]:
    """The rows with points on them, as they are drawn above the table of shells."""
    above = text.partition("   shell point")[0]
    return [line for line in above.splitlines() if ROW.match(line)]


def where(text: str, layers: str, stacked: bool) -> dict[str, str]:
    """The point of every shell on a board that is drawn from White's edge, read off by its place."""
    found, width = {}, 10 if stacked else 3
    for number, row in enumerate(board_of(text)):
        parts = [row[3:]] if stacked else [row[3 + 18 * index :][:15] for index in range(5)]
        for index, part in enumerate(parts):
            layer = layers[number // 5] if stacked else layers[index]
            for column in range(5):
                cell = part[column * width : (column + 1) * width]
                for shell in SHELL.findall(cell):
                    found[shell] = f"{layer}{'abcde'[column]}{row[1]}"
    return found


def wanted(item: Item) -> dict[str, str]:
    """The point of every shell at the end of a record."""
    state, _ = play(GAME, bound(item["setup"]), item["moves"])
    return {
        f"{'wb'[shell // 12]}{shell % 12 + 1}": NAMES[point]
        for shell, point in enumerate(state.where)
        if point != OFF
    }


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("width", [100, 120, 1000])
def test_from_100_columns_on_layers_stand_side_by_side(cli: Cli, number: int, width: int) -> None:
    item = game(number)
    put(Path("g.json"), item)
    ran = cli("render", "g.json", "--width", width)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[1].split() == [word for layer in range(1, 6) for word in ("layer", str(layer))]
    assert lines[2].split() == list("abcde") * 5
    rows = board_of(ran.out)
    assert [row[1] for row in rows] == list("54321")
    assert len({len(row) for row in rows}) == 1
    assert max(map(len, lines[1:])) < 100
    assert where(ran.out, "12345", stacked=False) == wanted(item)


def test_a_shell_and_the_number_of_its_row_are_told_apart(cli: Cli) -> None:
    """A shell in the last column with a number of two digits, and the row behind it."""
    item = game(0, 0)
    shells = item["setup"]["shells"]
    shells["white"][11]["point"], shells["black"][3]["point"] = "5e2", "1a2"
    put(Path("g.json"), item)
    for words in ((), ("--flip", "black")):
        (row,) = [
            row for row in board_of(cli("render", "g.json", "--width", 100, *words).out) if row[1] == "2"
        ]
        assert re.search(r"\bw12\b", row)
        assert row.endswith(" 2")


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("width", [None, 56, 99])
def test_below_100_columns_layers_are_stacked(cli: Cli, number: int, width: int | None) -> None:
    """Without --width and a terminal there are 80 columns; Power/Defense stands beside each shell."""
    item = game(number)
    put(Path("g.json"), item)
    ran = cli("render", "g.json", *(() if width is None else ("--width", width)))
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[1] for line in lines if line.strip().startswith("layer")] == list("12345")
    rows = board_of(ran.out)
    assert [row[1] for row in rows] == list("54321") * 5
    assert len({len(row) for row in rows}) == 1
    assert max(map(len, lines[1:])) <= 80
    assert where(ran.out, "12345", stacked=True) == wanted(item)
    beside = dict(re.findall(r"\b([wb]\d+) (\d+/-?\d+)", "\n".join(rows)))
    table = dict(re.findall(r"^ +([wb]\d+) +[1-5][a-e][1-5] +(\d+/-?\d+) ", ran.out, re.MULTILINE))
    assert beside == table
    assert beside.keys() == wanted(item).keys()


@pytest.mark.parametrize("width", [80, 100])
def test_every_picture_of_a_game_has_rows_of_one_width(cli: Cli, width: int) -> None:
    put(Path("g.json"), open_game(LONG[2], 4, 60))
    for style in ("ascii", "unicode"):
        ran = cli("render", "g.json", "--all", "--width", width, "--style", style)
        assert ran.code == 0
        pictures = re.split(r"^Stricken, ply ", ran.out, flags=re.MULTILINE)[1:]
        assert len(pictures) == 61
        for picture in pictures:
            assert len({len(row) for row in board_of(picture)}) == 1
        assert ran.out.isascii() == (style == "ascii")


@pytest.mark.parametrize("width", [80, 100])
def test_black_sees_it_from_the_other_side(cli: Cli, width: int) -> None:
    put(Path("g.json"), game(0))
    ours, theirs, flipped = (
        cli("render", "g.json", "--width", width, *words).out.splitlines()[1:]
        for words in (("--as", "white"), ("--as", "black"), ("--as", "black", "--flip", "white"))
    )
    names = [word for line in theirs if "layer" in line for word in line.split()[1::2]]
    assert names == list("54321")
    rows = [row[1] for row in board_of("\n".join(theirs))]
    assert rows == list("12345") * (5 if width < 100 else 1)
    height = len(board_of("\n".join(ours))) + 10 if width < 100 else 8
    assert [SHELL.findall(line) for line in flipped[:height]] == [
        SHELL.findall(line) for line in ours[:height]
    ]
    turned = [SHELL.findall(row)[::-1] for row in board_of("\n".join(ours))[::-1]]
    assert [SHELL.findall(row) for row in board_of("\n".join(theirs))] == turned


def test_all_is_readable_without_colour(cli: Cli) -> None:
    """Colour only repeats what the characters say."""
    put(Path("g.json"), game(2))
    for width in (80, 100):
        plain = cli("render", "g.json", "--width", width, "--color", "never").out
        colour = cli("render", "g.json", "--width", width, "--color", "always").out
        assert "\x1b[" in colour
        bare = re.sub(r"\x1b\[[0-9;]*m", "", colour)
        assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()


@pytest.mark.parametrize("kind", ["open", "revealed", "closed"])
@pytest.mark.parametrize("seat", SEATS)
def test_own_beads_are_open_and_the_others_as_known(cli: Cli, kind: str, seat: str) -> None:
    item = game(0, 9)
    closed, keys = committed(item)
    record = {"open": item, "revealed": closed | {"reveals": keys}, "closed": closed}[kind]
    put(Path("g.json"), record)
    put(Path("own"), [key for key in keys if key["seat"] == seat])
    words: tuple[Any, ...] = ("--secrets", "own") if kind == "closed" else ()
    other = next(one for one in SEATS if one != seat)
    for width in (80, 100):
        out = cli("render", "g.json", "--as", seat, "--width", width, *words).out
        own = [shell["bead"].lower() for shell in item["setup"]["shells"][seat]]
        assert [bead.lower() for bead in beads_in(out, seat)] == own
        assert all(bead.endswith("?") for bead in beads_in(out, other))
        assert f"{other}: order" not in out or ": hidden" in out
    seen = beads_in(cli("render", "g.json", "--as", seat, "--width", 100, *words).out, other)
    put(Path("g.json"), closed)
    public = cli("render", "g.json", "--width", 100).out
    assert beads_in(public, other) == seen
    assert all(bead.endswith("?") for bead in beads_in(public, seat))


@pytest.mark.parametrize("seat", SEATS)
def test_show_tells_a_seat_its_own_secrets_alone(cli: Cli, seat: str) -> None:
    item = game(0, 9)
    item["notes"] = [{"ply": 1, "text": "what anybody may have written"}]
    closed, keys = committed(item)
    own = [key for key in keys if key["seat"] == seat]
    put(Path("own"), own)
    told = []
    for record, words in (
        (item, ()), (closed | {"reveals": keys}, ()), (closed, ("--secrets", "own")),
    ):  # fmt: skip
        put(Path("g.json"), record)
        ran = cli("show", "g.json", "--as", seat, *words)
        assert (ran.code, ran.err) == (0, "")
        assert "what anybody" not in ran.out
        facts = " ".join(ran.out.split())
        for side in SEATS:
            shells = item["setup"]["shells"][side]
            with_beads = ", ".join(f"{shell['point']} {shell['bead']}" for shell in shells)
            assert (with_beads in facts) == (side == seat)
        for key in keys[2:]:
            assert (key["value"] in ran.out) == (key["seat"] == seat)
        hidden = [f"hidden: {key['seat']} {key['what']}" for key in keys if key["seat"] != seat]
        assert [line for line in ran.out.splitlines() if line.startswith("hidden: ")] == hidden
        told.append([line for line in ran.out.splitlines() if "#" not in line])
    assert len({len(lines) for lines in told[1:]}) == 1
    blind = cli("show", "g.json").out
    assert not any(key["value"] in blind for key in keys)
    assert [line for line in blind.splitlines() if line.startswith("hidden: ")] == [
        f"hidden: {key['seat']} {key['what']}" for key in keys
    ]


def test_the_secrets_of_the_other_side_show_nothing_to_a_seat(cli: Cli) -> None:
    closed, keys = committed(game(0, 9))
    put(Path("g.json"), closed)
    put(Path("black"), [key for key in keys if key["seat"] == "black"])
    for name, *words in (("show",), ("render", "--width", 100), ("moves", "--json")):
        plain = cli(name, "g.json", *words, "--as", "white")
        given = cli(name, "g.json", *words, "--as", "white", "--secrets", "black")
        assert (given.code, given.raw, given.err) == (plain.code, plain.raw, plain.err)
        assert plain.code == 0
    assert cli("show", "g.json", "--as", "p1").code == 2
    assert json.loads(Path("g.json").read_bytes()) == closed


@pytest.mark.parametrize("bead", ["WI", "", "X", 5, None])
def test_a_set_up_in_which_secrets_cannot_be_found_is_not_shown_to_a_seat(cli: Cli, bead: object) -> None:
    """One bead of Black's is none, so nobody can tell what to hide; the others are not White's to see."""
    item = game(0, 0)
    item["setup"]["shells"]["black"][3]["bead"] = bead
    put(Path("g.json"), item)
    for name in ("show", "render", "moves"):
        ran = cli(name, "g.json", "--as", "white")
        assert (ran.code, ran.out) == (1, "")
        assert "nobody can say what white may see of it [commit.unclear]" in ran.err
        assert "IWPS" not in ran.err
    assert "5b1 IWPS" in cli("show", "g.json").out
