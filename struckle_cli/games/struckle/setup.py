"""What a Struckle record claims about its start, and the checking of it.

A `Setup` is the claim once it is complete and possible; `read_setup` tells all that is wrong with it.
Source: the game's page, *Board*, *Pieces* and *Notation*; ruling ST-3.
"""

import re
from collections.abc import Mapping

import msgspec

from struckle_cli.core.errors import Fault, Reason, short
from struckle_cli.core.game import SetupField
from struckle_cli.core.setups import check_fields
from struckle_cli.games.struckle.board import (
    ARCHETYPES,
    DEMOTES,
    EFFECT,
    GOALS,
    HOME,
    LETTERS,
    NAMES,
    PIECES,
    PROMOTES,
    SEATS,
    SQUARE,
)

START_TEXT = "a6a5a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 1"
"""The position string of the start."""
FIELDS = (
    SetupField(name="position", kind="text", help="a position string to start from", default=START_TEXT),
)


class Placement(msgspec.Struct, frozen=True):
    """What a position string holds: where the 16 pieces stand (0..63), which are promoted, who acts next."""

    squares: bytes
    promoted: int
    turn: int
    round: int


class Setup(msgspec.Struct, frozen=True):
    """A set-up that is complete and possible: where play starts."""

    start: Placement


START = Placement(bytes(HOME), 0, 0, 1)
"""All pieces at home and demoted, the Diva of TB to act in round 1."""


def title(piece: int) -> str:
    """A piece as messages name it: `TB's Diva`."""
    return f"{SEATS[piece >> 2]}'s {ARCHETYPES[piece & 3]}"


def read_setup(fields: Mapping[str, object]) -> tuple[Setup | None, list[Fault]]:
    """The set-up that a record claims, or None and everything that is wrong with it."""
    faults = check_fields(FIELDS, fields)
    text = fields.get("position")
    if faults or not isinstance(text, str):
        return (None, faults) if faults else (Setup(START), [])
    found = parse_placement(text)
    reasons = [found] if isinstance(found, Reason) else impossible(found)
    if isinstance(found, Placement) and not reasons:
        return Setup(found), []
    shown = short(text)
    return None, [
        Fault(code=reason.code, message=reason.message, pointer="/setup/position", token=shown)
        for reason in reasons
    ]


def decided_for(squares: bytes) -> list[int]:
    """The houses with a piece on each of their two goals, in either state (ST-2)."""
    found = []
    for house, (one, other) in enumerate(GOALS):
        mine = squares[4 * house : 4 * house + 4]
        if one in mine and other in mine:
            found.append(house)
    return found


def impossible(start: Placement) -> list[Reason]:
    """Why no game can stand so: two pieces on one square, states that squares forbid, two winners."""
    found = []
    holders: dict[int, int] = {}
    for piece, square in enumerate(start.squares):
        name, promoted = NAMES[square], bool(start.promoted >> piece & 1)
        if square in holders:
            both = f"{title(holders[square])} and {title(piece)}"
            found.append(Reason("struckle.same-square", f"{both} both stand on {name}"))
        holders.setdefault(square, piece)
        if not promoted and EFFECT[square] == PROMOTES:
            why = f"{title(piece)} stands demoted on {name}, a gold square: write {name}+ (ST-3)"
            found.append(Reason("struckle.wrong-state", why))
        if promoted and EFFECT[square] == DEMOTES:
            why = f"{title(piece)} stands promoted on {name}, a red square: write {name} (ST-3)"
            found.append(Reason("struckle.wrong-state", why))
    winners = decided_for(start.squares)
    if len(winners) > 1 and not found:
        houses = " and ".join(SEATS[house] for house in winners)
        why = f"{houses} each stand on both of their goals, so each would have won"
        found.append(Reason("struckle.decided-twice", why))
    return found


MAX_ROUND_DIGITS = 18
"""Digits that the number of the round has in a set-up; a position reached in play may have one more."""

_PIECE = re.compile(r"([a-h][1-8])(\+?)")
_HOUSE = re.compile(r"(?:[a-h][1-8]\+?){4}\Z")
_NEXT = re.compile(r"(TB|TG|SB|SG):([DHPS])\Z")
_ROUND = re.compile(r"[1-9][0-9]*\Z")


def parse_placement(text: str, digits: int = MAX_ROUND_DIGITS) -> Placement | Reason:
    """A position string: the squares of D H P S of each house, who acts next, the number of the round.

    Strict, so that a position has one string: one blank between the six parts, `+` behind the square
    of a promoted piece. Whether such a position is possible is not looked at here (`impossible`).
    """
    parts = text.split(" ")
    if len(parts) != 6:
        return _bad("has six parts with one blank between them: the four houses, who acts next, the round")
    squares, promoted = bytearray(), 0
    for house, part in enumerate(parts[:4]):
        if not _HOUSE.match(part):
            wanted = "the squares of D H P S, each with + if promoted, like a6a5d4+a3"
            return _bad(f"has for {SEATS[house]} {wanted}, not {short(part)!r}")
        for name, plus in _PIECE.findall(part):
            promoted |= bool(plus) << len(squares)
            squares.append(SQUARE[name])
    acting = _NEXT.match(parts[4])
    if acting is None:
        return _bad(f"names who acts next as house:piece, like TB:D, not {short(parts[4])!r}")
    if not _ROUND.match(parts[5]) or len(parts[5]) > digits:
        wanted = f"from 1, without leading zero, at most {digits} digits"
        return _bad(f"ends with the number of the round, {wanted}, not {short(parts[5])!r}")
    turn = 4 * SEATS.index(acting[1]) + LETTERS.index(acting[2])
    return Placement(bytes(squares), promoted, turn, int(parts[5]))


def _bad(what: str) -> Reason:
    return Reason("struckle.position", f"a position string {what}")


def format_placement(start: Placement) -> str:
    """The position string of a placement; `parse_placement` reads it back."""
    pluses = ["+" * (start.promoted >> piece & 1) for piece in range(PIECES)]
    marks = [NAMES[square] + plus for square, plus in zip(start.squares, pluses, strict=True)]
    houses = ["".join(marks[low : low + 4]) for low in range(0, PIECES, 4)]
    acting = f"{SEATS[start.turn >> 2]}:{LETTERS[start.turn & 3]}"
    return f"{' '.join(houses)} {acting} {start.round}"
