"""Stricken on two machines: each side deals for itself, and joins the other's record."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.stricken_machines_support import (
    Cli,
    Machine,
    begin,
    half,
    holds_nothing_of,
    snapshot,
)
from tests.cli.stricken_support import SEATS, open_game, slow_commitment
from tests.cli.struggle_support import open_game as struggle_game
from tests.cli.struggle_support import put
from tests.cli.support import leftovers, unpacked
from tests.games.stricken.setups import DEFAULT


def test_each_side_deals_for_itself_and_commits_to_it(cli: Cli, tmp_path: Path) -> None:
    white, black = Machine(cli, "white", "g.sgn"), Machine(cli, "black", "g.sgn")
    ran = cli("new", "stricken", "--as", "white", "-o", white.record, "--white", "Ana", "--tag", "Event=Post")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "at-white/g.sgn: a new game of Stricken",
        "at-white/g.sgn.white.secrets: the secrets of white",
        "to join it: struckle new stricken --join at-white/g.sgn --as black",
    ]
    white.send(black)
    ran = cli("new", "stricken", "--join", black.record, "--as", "Black", "--black", "Ben")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "at-black/g.sgn: black has joined",
        "at-black/g.sgn.black.secrets: the secrets of black",
    ]
    item = black.content()
    assert (item["players"], item["tags"]) == ({"white": "Ana", "black": "Ben"}, {"Event": "Post"})
    assert (item["moves"], item["result"], item["setup"]["deal"]) == ([], None, "rebuilt")
    assert {seat: [shell["point"] for shell in item["setup"]["shells"][seat]] for seat in SEATS} == {
        seat: [shell["point"] for shell in DEFAULT["shells"][seat]] for seat in SEATS
    }
    for machine in (white, black):
        (key,) = machine.keys
        assert (key["seat"], key["what"]) == (machine.seat, "beads")
        assert item["setup"]["beads"][machine.seat] == slow_commitment(item["id"], key)
        beads = key["value"].split(",")
        assert len({*beads}) == 12
        assert all(re.fullmatch("(?=.)I?W?P?S?", bead) for bead in beads)
        assert stat.S_IMODE(machine.secrets.stat().st_mode) == 0o600
        assert holds_nothing_of(unpacked(black.record), [key])
        assert leftovers(machine.folder) == []
    assert sorted(path.name for path in black.folder.iterdir()) == ["g.sgn", "g.sgn.black.secrets"]
    assert sorted(path.name for path in white.folder.iterdir()) == ["g.sgn", "g.sgn.white.secrets"]
    assert "pending: white beads, black beads" in black.say("validate")


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize("name", ["g.sgn", "g.json", "g.msgpack.gz"])
def test_either_side_may_begin_in_any_encoding(cli: Cli, first: Any, name: Any) -> None:
    white, black = begin(cli, "--claim-at", 7, name=name, first=first)
    assert white.content() == black.content()
    assert white.content()["setup"]["claim_at"] == 7
    assert white.content()["setup"]["beads"].keys() == {*SEATS}
    white.say("validate")
    assert white.keys[0]["value"] != black.keys[0]["value"]


def test_nothing_can_be_foreseen_of_a_deal(cli: Cli) -> None:
    found = set()
    for number in range(4):
        ran = cli("new", "stricken", "--as", "white", "-o", f"{number}.json")
        assert ran.code == 0
        (key,) = json.loads(Path(f"{number}.json.white.secrets").read_bytes())
        item = json.loads(Path(f"{number}.json").read_bytes())
        found |= {key["value"], key["nonce"], item["id"], item["setup"]["beads"]["white"]}
    assert len(found) == 16


def test_a_record_that_only_one_side_has_joined_cannot_be_played(cli: Cli) -> None:
    white = Machine(cli, "white", "g.sgn")
    assert cli("new", "stricken", "--as", "white", "-o", white.record).code == 0
    before = white.bytes()
    for name, *words in (
        ("validate",),
        ("move", "pass"),
        ("move", "pass", *white.own),
        ("moves",),
        ("render",),
    ):
        assert "stricken.bead-missing" in white.say(str(name), *words, code=1)
        assert "black's beads" in white.say(str(name), *words, code=1)
    ran = cli("play", white.record, stdin=b"\npass\n")
    assert (ran.code, "stricken.bead-missing" in ran.err) == (1, True)
    assert white.bytes() == before


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_joins_twice(cli: Cli, seat: Any) -> None:
    white, black = begin(cli)
    before = snapshot()
    for machine in (white, black):
        ran = cli("new", "stricken", "--join", machine.record, "--as", seat, "--force")
        assert (ran.code, ran.out) == (2, "")
        assert f"{seat} has joined already [usage.join]" in ran.err
    assert snapshot() == before


def test_nobody_deals_for_a_side_that_has_dealt_elsewhere(cli: Cli) -> None:
    half(cli)
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.sgn", "--as", "white", "--force")
    assert (ran.code, "white has joined already" in ran.err) == (2, True)
    assert snapshot() == before


@pytest.mark.parametrize(
    "change", [{"moves": ["pass"]}, {"result": {"winners": ["white"], "reason": "resign"}}]
)
def test_nobody_joins_a_game_that_has_begun(cli: Cli, change: Any) -> None:
    half(cli, "half.json")
    put(Path("half.json"), json.loads(Path("half.json").read_bytes()) | change)
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.json", "--as", "black")
    assert (ran.code, ran.out) == (2, "")
    assert "the game has begun, so nobody can join any more" in ran.err
    assert snapshot() == before


def test_after_the_first_move_nobody_joins(cli: Cli) -> None:
    white, _ = begin(cli)
    white.move("pass")
    before = snapshot()
    ran = cli("new", "stricken", "--join", white.record, "--as", "black", "--force")
    assert (ran.code, "usage.join" in ran.err) == (2, True)
    assert snapshot() == before


def test_only_records_of_the_game_can_be_joined(cli: Cli) -> None:
    assert cli("new", "castle", "-o", "c.sgn").code == 0
    put(Path("s.json"), struggle_game(1, 2, 0))
    put(Path("open.json"), open_game(DEFAULT, 1, 0))
    half(cli)
    Path("two.sgn").write_text(2 * (Path("half.sgn").read_text() + "\n"))
    Path("junk.sgn").write_text("junk\n")
    before = snapshot()
    for words, code in (
        (("stricken", "--join", "c.sgn", "--as", "black"), 2),
        (("stricken", "--join", "s.json", "--as", "black"), 2),
        (("stricken", "--join", "open.json", "--as", "black"), 2),
        (("stricken", "--join", "two.sgn", "--as", "black"), 2),
        (("stricken", "--join", "junk.sgn", "--as", "black"), 2),
        (("stricken", "--join", "missing.sgn", "--as", "black"), 3),
        (("stricken", "--join", "half.sgn", "--as", "p1"), 2),
        (("stricken", "--join", "half.sgn"), 2),
        (("struggle", "--join", "half.sgn", "--as", "p1"), 2),
        (("castle", "--join", "half.sgn", "--as", "white"), 2),
        (("stricken", "--as", "white"), 2),
        (("stricken", "--as", "white", "-o", "-"), 2),
        (("stricken", "--as", "red", "-o", "x.sgn"), 2),
        (("stricken", "--as", "white", "-o", "half.sgn"), 2),
    ):
        ran = cli("new", *words)
        assert (ran.code, ran.out) == (code, ""), words
        assert ran.err
    assert snapshot() == before


@pytest.mark.parametrize(
    "more", [("--seed", "0"), ("--no-deal",), ("-o", "x.sgn"), ("--to", "json"), ("--tag", "A=b"),
             ("--claim-at", "3"), ("--deal", "free")]
)  # fmt: skip
def test_options_that_would_be_ignored_are_refused(cli: Cli, more: Any) -> None:
    half(cli)
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.sgn", "--as", "black", *more)
    assert (ran.code, "usage.join" in ran.err, ran.out) == (2, True, "")
    if more[0] in ("--seed", "--no-deal"):
        ran = cli("new", "stricken", "--as", "black", "-o", "y.sgn", *more)
        assert (ran.code, "usage.join" in ran.err, ran.out) == (2, True, "")
    assert snapshot() == before


def test_a_secrets_file_that_is_there_is_not_overwritten(cli: Cli) -> None:
    half(cli)
    Path("half.sgn.black.secrets").write_text("precious")
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.sgn", "--as", "black")
    assert (ran.code, "usage.exists" in ran.err) == (2, True)
    assert snapshot() == before
    assert cli("new", "stricken", "--join", "half.sgn", "--as", "black", "--secrets", "keys").code == 0
    assert Path("half.sgn.black.secrets").read_text() == "precious"
    assert len(json.loads(Path("keys/half.sgn.black.secrets").read_bytes())) == 1


def test_beads_in_the_open_are_not_dealt_and_a_side_may_deal_against_them(cli: Cli) -> None:
    shells = {"white": [{"point": point["point"]} for point in DEFAULT["shells"]["white"]],
              "black": DEFAULT["shells"]["black"]}  # fmt: skip
    ran = cli("new", "stricken", "--as", "white", "-o", "g.sgn", "--shells", json.dumps(shells))
    assert ran.code == 0
    assert cli("validate", "g.sgn").code == 0
    ran = cli("new", "stricken", "--as", "black", "-o", "h.sgn", "--shells", json.dumps(shells))
    assert (ran.code, "black has nothing to deal" in ran.err) == (2, True)
    assert not Path("h.sgn").exists()
