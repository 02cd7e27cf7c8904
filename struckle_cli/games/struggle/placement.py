"""Position strings: `K:0 Q:5 J:8 T:0 9:A p1 7`, and which positions there cannot be.

Source: the game's page, *Notation*; ruling SG-7.
"""

import re

import msgspec

from struckle_cli.core.errors import Reason, short
from struckle_cli.games.struggle.board import (
    BLACK,
    NAMES,
    PIECES,
    PLACES,
    SEATS,
    Track,
    arrived,
    place_name,
)

MAX_TURN_DIGITS = 18
"""Digits that the number of the turn has in a set-up; a position reached in play may have one more."""


class Placement(msgspec.Struct, frozen=True):
    """What a position string holds: where the pieces stand (see `board`), who rolls (0..3), which turn."""

    squares: tuple[int, ...]
    seat: int
    turn: int


_SQUARE = re.compile(r"([KQJT9]):(?:(0|[1-9][0-9]{0,4})|([A-E]))\Z")
_TURN = re.compile(r"[1-9][0-9]*\Z")


def parse_placement(text: str, digits: int = MAX_TURN_DIGITS) -> Placement | Reason:
    """A position string. Strict, so that a position has one: one blank between the seven parts.

    Whether there can be such a position is not looked at here (`impossible`).
    """
    parts = text.split(" ")
    if len(parts) != len(PIECES) + 2:
        return _bad(
            "has seven parts with one blank between them: the five pieces, who rolls, the turn's number"
        )
    squares = []
    for piece, part in zip(PIECES, parts, strict=False):
        match = _SQUARE.match(part)
        if match is None or match[1] != piece:
            wanted = f"a space or a place, like {piece}:0 or {piece}:A, the pieces as K Q J T 9"
            return _bad(f"has for {piece} {wanted}, not {short(part)!r}")
        squares.append(int(match[2]) if match[2] else -1 - PLACES.index(match[3]))
    seat, turn = parts[-2:]
    if seat not in SEATS:
        return _bad(f"names who rolls, {' '.join(SEATS)}, not {short(seat)!r}")
    if not _TURN.match(turn) or len(turn) > digits:
        wanted = f"from 1, without leading zero, at most {digits} digits"
        return _bad(f"ends with the number of the turn, {wanted}, not {short(turn)!r}")
    return Placement(tuple(squares), SEATS.index(seat), int(turn))


def _bad(what: str) -> Reason:
    return Reason("struggle.position", f"a position string {what}")


def format_placement(start: Placement) -> str:
    """The position string of a placement; `parse_placement` reads it back."""
    squares = [
        f"{piece}:{square if square >= 0 else place_name(square)}"
        for piece, square in zip(PIECES, start.squares, strict=True)
    ]
    return f"{' '.join(squares)} {SEATS[start.seat]} {start.turn}"


def too_early(start: Placement) -> list[Reason]:
    """What keeps a position from being one of a running game: four pieces or more have arrived."""
    count = arrived(start.squares)
    if count < len(PIECES) - 1:
        return []
    why = (
        f"{count} pieces have arrived; the fourth arrival ends the game, so at most three have in a position"
    )
    return [Reason("struggle.four-arrived", f"{why} (SG-7)")]


def impossible(start: Placement, track: Track | None, players: int | None) -> list[Reason]:
    """Why no game can stand so; what is not known of the set-up is not looked at."""
    found = []
    if players is not None and start.seat >= players:
        seats = " ".join(SEATS[:players])
        why = f"{SEATS[start.seat]} rolls, but with {players} players the seats are {seats}"
        found.append(Reason("struggle.position-seat", why))
    holders: dict[int, str] = {}
    for name, square in zip(NAMES, start.squares, strict=True):
        if square > 0 and square in holders:
            why = (
                f"{holders[square]} and {name} both stand on space {square}; Start alone holds several (SG-7)"
            )
            found.append(Reason("struggle.same-space", why))
        holders.setdefault(square, name)
        if track is not None and square > 0:
            found += _no_space(track, name, square)
    return found + _places(start.squares)


def _no_space(track: Track, name: str, square: int) -> list[Reason]:
    if square >= track.last:
        why = f"{name} stands on space {square}, but reaching {track.last}, the last one, is arriving (SG-7)"
        return [Reason("struggle.beyond-track", why)]
    if track.kinds[square] == BLACK:
        return [Reason("struggle.on-black", f"{name} stands on space {square}, which is black (SG-7)")]
    return []


def _places(squares: tuple[int, ...]) -> list[Reason]:
    """Places are taken in order from A, one piece each."""
    taken = sorted((square for square in squares if square < 0), reverse=True)
    if taken == [-1 - place for place in range(len(taken))]:
        return []
    names = "".join(map(place_name, taken))
    should = PLACES[: len(taken)]
    why = f"places are taken in order from A, one piece each: {should} by now, not {names}"
    return [Reason("struggle.places", f"{why} (SG-7)")]
