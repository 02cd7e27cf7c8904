"""The track, what stands where, and what happens when a piece is carried on.

Where a piece stands is an integer: 0 is Start, 1 to `last - 1` are spaces, -1 to -5 the places A to E. The
last space holds nobody, because a piece that reaches it takes a place. Source: the game's page, *Rebuilt
track* and *Turn*.
"""

from functools import cache

import msgspec

from struckle_cli.core.errors import Reason, short
from struckle_cli.core.resources import read_data
from struckle_cli.games.struggle.faces import FIGURES

SEATS = ("p1", "p2", "p3", "p4")
FEWEST = 2
"""Players at least."""
PIECES = FIGURES
NAMES = ("King", "Queen", "Jack", "Ten", "Nine")
PLACES = "ABCDE"
DEFAULT_TRACK = "struggle-32"
TRACKS = (DEFAULT_TRACK,)
LONGEST = 10_000
"""Spaces that a track in a record may have."""

YELLOW, RED, BLACK = range(3)
COLOURS = "YRB"
COLOUR_NAMES = ("yellow", "red", "black")


class Track(msgspec.Struct, frozen=True):
    """The colours of the spaces from 1 on, as letters; `kinds[space]` is the colour as a number."""

    colours: str
    kinds: bytes

    @property
    def last(self) -> int:
        """The last space; reaching it is arriving."""
        return len(self.colours)


def track_of(colours: str) -> Track | Reason:
    """The track with these colours, Y R B from space 1 on; from 1 to 10,000 of them."""
    if not 1 <= len(colours) <= LONGEST:
        why = f"a track has from 1 to {LONGEST:,} spaces; here are {len(colours):,}"
        return Reason("struggle.colours", why)
    for space, colour in enumerate(colours, 1):
        if colour not in COLOURS:
            why = f"the colours are Y yellow, R red and B black; space {space:,} has {colour!r}"
            return Reason("struggle.colours", why)
    return Track(colours, bytes((YELLOW, *map(COLOURS.index, colours))))


@cache
def named_track(name: str) -> Track:
    """One of `TRACKS`."""
    lines = read_data(__file__, f"{name}.txt").splitlines()
    track = track_of("".join(line.strip() for line in lines if not line.startswith(";")))
    if isinstance(track, Reason):
        raise ValueError(track.message)
    return track


def place_name(square: int) -> str:
    """The letter of a place, for a piece that has arrived."""
    return PLACES[-1 - square]


def where(square: int) -> str:
    """Where a piece stands, in words."""
    return "Start" if square == 0 else f"place {place_name(square)}" if square < 0 else f"space {square}"


def arrived(squares: list[int] | tuple[int, ...]) -> int:
    """How many pieces have arrived."""
    return sum(square < 0 for square in squares)


MOVED, TOOK, BLOCKED, ON_BLACK, ARRIVED, ENDED = range(6)
"""What becomes of a play: moved, took an occupied red space, two kinds of impasse, arrived, arrived last."""


def carry(squares: list[int], kinds: bytes, piece: int, number: int) -> int:
    """Carry a piece that is on the track on by a number of at least 1, and say what became of that.

    `squares` is changed. The fourth arrival brings the fifth piece to E.
    """
    here = squares[piece]
    space = here + number
    if space >= len(kinds) - 1:  # SG-1
        place = arrived(squares)
        squares[piece] = -1 - place
        if place < 3:
            return ARRIVED
        squares[:] = [square if square < 0 else -len(PLACES) for square in squares]
        return ENDED
    kind = kinds[space]
    if kind == BLACK:
        return ON_BLACK
    if space not in squares:
        squares[piece] = space
        return MOVED
    if kind == YELLOW:
        return BLOCKED
    squares[squares.index(space)] = here
    squares[piece] = space
    return TOOK


def shown(value: object) -> str:
    """A value in a message; a string in quotes, so that it is not taken for a number or for nothing."""
    return repr(short(value)) if isinstance(value, str) else short(value)
