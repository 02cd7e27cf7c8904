"""What the tests of play at Stricken share."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from struckle_cli.games.stricken import GAME
from tests.cli.stricken_machines_support import SOON, beads_in, holds_nothing_of
from tests.cli.stricken_support import (
    SEATS,
    Item,
    Key,
)
from tests.cli.struggle_play_support import Pipe, Terminal
from tests.cli.support import Ran, unpacked
from tests.games.stricken.helpers import bound, tokens

Cli = Callable[..., Ran]


Start = Callable[..., Any]


ORDER = "F2[1b1-1a1]"


IN_WORDS = "white's shell 1 to Drift to 1a1"


PROMPT = (
    r"(?P<cover>white|black)(?: \([^)]*\))?, press Enter when nobody else looks> "
    r"|(?P<asked>white|black), yes or no> "
    r"|(?P<turn>\d+)\.(?:\.\.)? (?P<seat>white|black)(?: \([^)]*\))?> "
    r"|(?P<over>game over)> "
)


class ByPipe(Pipe):
    prompt = PROMPT


class AtTerminal(Terminal):
    prompt = PROMPT


def keys_in(name: str, seat: str) -> list[Key]:
    """What the secrets file of a seat beside a record holds."""
    found: list[Key] = json.loads(Path(f"{name}.{seat}.secrets").read_bytes())
    return found


def new(cli: Cli, *options: object, name: str = "g.sgn") -> dict[str, list[str]]:
    """A new game beside which both secrets files lie; the beads of each side."""
    assert cli("new", "stricken", "-o", name, *options).code == 0
    return {seat: keys_in(name, seat)[0]["value"].split(",") for seat in SEATS}


def content(cli: Cli, name: str = "g.sgn") -> Item:
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    item: Item = ran.json
    return item


def session(cli: Cli, lines: str, name: str = "g.sgn") -> str:
    """What `play` says to some lines from a pipe."""
    ran = cli("play", name, stdin=lines.encode())
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def in_the_open(item: Item, beads: dict[str, list[str]]) -> Any:
    """The state before the first move of a committed record, with the beads in the open."""
    setup = {key: value for key, value in item["setup"].items() if key != "beads"}
    sides = {
        seat: [shell | {"bead": bead} for shell, bead in zip(shells, beads[seat], strict=True)]
        for seat, shells in setup["shells"].items()
    }
    return bound(setup | {"shells": sides})


def public_beads(cli: Cli, name: str, seat: str) -> list[str]:
    """What everybody may know of a side's beads, from the record alone."""
    return beads_in(cli("render", name, "--width", 100).out, seat)


def lower(texts: list[str]) -> list[str]:
    return [text.lower() for text in texts]


class Players:
    """Both players of a game, who act at random on what they know; the game is kept in the open besides."""

    def __init__(self, cli: Cli, name: str, seed: int) -> None:
        self.cli, self.name, self.chance = cli, name, random.Random(seed)
        self.beads = new(cli, *SOON, name=name)
        self.state = in_the_open(content(cli, name), self.beads)
        self.orders: dict[str, list[str]] = {seat: [] for seat in SEATS}

    def token(self, seat: str) -> str:
        legal = tokens(self.state)
        orders = [token for token in legal if token[0] == "F"]
        fights = [token for token in legal if re.match("...[x:]", token)]
        kinds = [kind for kind in (orders, fights) if kind and self.chance.random() < 0.5]
        token = "claim" if "claim" in legal else self.chance.choice(kinds[0] if kinds else legal)
        if token[0] == "F":
            self.orders[seat].append(token)
        self.state = GAME.apply(self.state, GAME.parse_move(token))
        return token

    def look_at_record(self) -> None:
        """Nothing of the secrets is in the record, and each file holds the secrets of its seat alone."""
        raw = unpacked(Path(self.name))
        for seat in SEATS:
            keys = keys_in(self.name, seat)
            assert holds_nothing_of(raw, keys)
            assert {key["seat"] for key in keys} == {seat}
            assert [key["value"] for key in keys[1:]] == self.orders[seat]

    def look_at_screen(self, screen: str, seat: str | None) -> None:
        """On it are the own beads and, of the other side, what everybody may know."""
        for side in SEATS:
            shown = beads_in(screen, side)
            if side == seat:
                assert lower(shown) == lower(self.beads[side])
            else:
                assert shown == public_beads(self.cli, self.name, side)
                assert ",".join(self.beads[side]) not in screen
                assert not any(order in screen for order in self.orders[side])
                assert not re.search(rf"{side}: order of turn [^\n]*: {side}'s shell", screen)


LINES = """board
moves
secrets
resign
help

moves
secrets
moves F2
1a1x1a1
F2[1a1:S1a1]
F2[1b1
=5e5-5e5
claim
F[#0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef]x
2a2x
note mine
flip
draw
moves
no

undo
pass pass
moves
board
undo
"""
