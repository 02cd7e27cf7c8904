"""`replay` line by line: what a pipe gets to see, and what it never does."""

import re
import shutil

import pytest

from tests.cli.hidden_support import half, sealed, secrets_of
from tests.cli.support import ROOT, dumps, record, sgn

REPLAYS = sorted((ROOT / "replays").glob("*/*"), key=str)
FAR = ["D8-C8", "Q12-Q11", "C8-C3"]


def test_there_and_back(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 {so it begins} Q12-Q11 2. C8-C3", tags='[White "Ana"]\n'))
    ran = cli("replay", "g.sgn", stdin=b"next\n\nback\ngoto 3\n-1\nstart\n2\nend\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert re.findall(r"^ply (\d) of 3, (.+?); (\w+) to move$", ran.out, re.MULTILINE) == [
        ("0", "the start", "white"),
        ("1", "1. D8-C8", "black"),
        ("2", "1... Q12-Q11", "white"),
        ("1", "1. D8-C8", "black"),
        ("3", "2. C8-C3", "black"),
        ("2", "1... Q12-Q11", "white"),
        ("0", "the start", "white"),
        ("2", "1... Q12-Q11", "white"),
        ("3", "2. C8-C3", "black"),
    ]
    assert ran.out.count("note: so it begins") == 2
    assert ran.out.count("white: Ana") == 2
    assert (tmp_path / "g.sgn").read_bytes().count(b"D8") == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nxt", "did you mean next?"),
        ("D8-C8", "there is no command 'D8-C8'"),
        ("goto 4", "the record has 3 plies"),
        ("goto -4", "the record has 3 plies"),
        ("goto", "a number of plies from 0 to 3"),
        ("goto 99999999999", "a number of plies"),
        ("next x", "a number of plies is wanted"),
        *(
            (f"{word}{digit}", "ply 0 of 3> ")
            for word in ("", "-", "goto ", "goto -", "next ")
            for digit in "²٣"
        ),
        ("back", "this is the start"),
        ("flip purple", "one of white, black"),
        ("help", "goto N"),
        ("\x1b[31m", "\\x1b[31m"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_moves(cli, tmp_path, line, told):
    (tmp_path / "g.json").write_bytes(dumps(record(FAR)))
    ran = cli("replay", "g.json", stdin=line.encode() + b"\n")
    assert ran.code == 0
    assert told in ran.out
    assert ran.out.count("ply 0 of 3> ") == 2
    assert "\x1b" not in ran.out


def test_a_broken_record_is_shown_up_to_its_fault(cli, tmp_path):
    moves = [*FAR[:2], "C8-T8", "Q11-Q10"]
    (tmp_path / "g.json").write_bytes(dumps(record(moves, {"winners": ["white"], "reason": "castle"})))
    ran = cli("replay", "g.json", stdin=b"end\nnext\nback\ngoto 4\n")
    assert ran.code == 1
    pages = ran.out.split("\nply ")
    assert "nearest legal" not in pages[1]
    assert sum(page.startswith("3 of 4, 2. C8-T8: the record cannot be") for page in pages) == 2
    assert ran.out.count("nearest legal") == 2
    assert "this is the end" in ran.out
    assert cli("replay", "g.json", "--at", "-1").out.count("nearest legal") == 1


@pytest.mark.parametrize(("option", "ply"), [("0", 0), ("2", 2), ("-1", 2), ("-3", 0)])
def test_at_a_ply(cli, tmp_path, option, ply):
    (tmp_path / "g.json").write_bytes(dumps(record(FAR)))
    assert f"\nply {ply} of 3, " in cli("replay", "g.json", "--at", option).out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("gone.sgn",), 3), (("b.sgn",), 1), (("g.json", "--at", "4"), 2), (("g.json", "--as", "red"), 2),
        (("g.json", "--record", "2"), 2), (("g.json", "--flip", "red"), 2), (("g.json", "--style", "svg"), 2),
    ],
)  # fmt: skip
def test_what_it_refuses(cli, tmp_path, arguments, code):
    (tmp_path / "g.json").write_bytes(dumps(record(FAR)))
    (tmp_path / "b.sgn").write_bytes(b"nonsense")
    ran = cli("replay", *arguments)
    assert (ran.code, ran.raw) == (code, b"")
    assert ran.err


@pytest.mark.parametrize("path", REPLAYS[::4], ids=lambda path: path.name)
def test_every_ply_of_the_samples_can_be_stood_on_and_left_again(cli, tmp_path, path):
    """The boards on the way back are those on the way there."""
    if "README" in path.name:
        path = REPLAYS[1]
    shutil.copy(path, tmp_path / path.name)
    words = [path.name, "--record", "1"]
    total = int(re.findall(r"ply 0 of (\d+)> ", cli("replay", *words).out)[0])
    there = min(total, 30)
    out = cli("replay", *words, stdin=b"\n" * there + b"back\n" * there).out
    pages = re.split(r"ply \d+ of \d+> \n", out)
    assert pages[0].partition("\n")[2].split("\n")[:3] == pages[2 * there].partition("\n")[2].split("\n")[:3]
    assert pages[1:there] == pages[there + 1 : 2 * there][::-1]


def test_only_what_a_seat_may_see_is_shown(cli, tmp_path):
    names = sealed(cli, tmp_path, half(), "c.sgn")
    values = {key["seat"]: key["value"] for name in names for key in secrets_of(tmp_path / name)}
    lines = b"\n" * 4
    assert not any(value in cli("replay", "c.sgn", stdin=lines).out for value in values.values())
    own = next(name for name in names if ".p2." in name)
    for options in (
        ("--as", "p2", "--secrets", own),
        ("--as", "p2", *(x for n in names for x in ("--secrets", n))),
    ):
        ran = cli("replay", "c.sgn", *options, stdin=lines)
        assert ran.code == 0
        assert [seat for seat, value in values.items() if value in ran.out] == ["p2"]
    ran = cli("replay", "open.json", "--as", "p1", stdin=lines)
    assert [seat for seat, value in values.items() if value in ran.out] == [
        "p1"
    ]  # the record is open, and this is its own
    assert "note" not in ran.out


def test_nobody_is_asked_for_a_lock(cli, tmp_path):
    from struckle_cli.replay.locking import Hold

    (tmp_path / "g.json").write_bytes(dumps(record(FAR)))
    with Hold("g.json"):
        assert cli("replay", "g.json", stdin=b"end\n").code == 0
        assert cli("show", "g.json").code == 0


def test_what_draws_in_place_is_not_imported_for_lines(tmp_path):
    from tests.cli.test_startup import imported

    (tmp_path / "g.json").write_bytes(dumps(record(FAR)))
    modules = imported(tmp_path, "replay", "g.json")
    assert not {"prompt_toolkit", "struckle_cli.cli.screen"} & modules
