"""Geometry of Struckle's 8x8 board, and the tables that follow from it.

Squares are integers 0..63, counted from the left corner of the lower edge along the rows::

    row 8   56 57 ... 63       SG (top) has its home on row 8
    ...                        TB (left) has its home in column a, SB (right) in column h
    row 2    8  9 ... 15
    row 1    0  1 ...  7       TG (bottom) has its home on row 1
             a  b ...  h       square = 8 * (row - 1) + column

Houses are numbered 0..3 in turn order, counter-clockwise: TB, TG, SB, SG. Archetypes are 0..3: Diva, Hero,
Philosopher, Shadow. A piece is `4 * house + archetype`, 0..15, which is also the order in which pieces act.
Masks are integers with bit `1 << square` (or `1 << piece`). Source: the game's page, *Board*; ruling ST-1.
"""

from functools import cache
from typing import NamedTuple

SIZE = 8
SQUARES = SIZE * SIZE
PIECES = 16
COLUMNS = "abcdefgh"
SEATS = ("TB", "TG", "SB", "SG")
LETTERS = "DHPS"
ARCHETYPES = ("Diva", "Hero", "Philosopher", "Shadow")
DIVA, HERO, PHILOSOPHER, SHADOW = range(4)

NAMES = tuple(f"{COLUMNS[square % SIZE]}{square // SIZE + 1}" for square in range(SQUARES))
SQUARE = {name: square for square, name in enumerate(NAMES)}
BIT = tuple(1 << square for square in range(SQUARES))


def _squares(names: str) -> tuple[int, ...]:
    return tuple(SQUARE[name] for name in names.split())


HOMES = (
    _squares("a6 a5 a4 a3"),
    _squares("c1 d1 e1 f1"),
    _squares("h3 h4 h5 h6"),
    _squares("f8 e8 d8 c8"),
)
"""The home squares of each house, in the order D H P S."""
HOME = tuple(square for homes in HOMES for square in homes)
"""The home square of each piece."""
GOALS = (_squares("h2 h7"), _squares("b8 g8"), _squares("a2 a7"), _squares("b1 g1"))
"""The two goals of each house, on the edge opposite its home."""
SIMPLE = (
    _squares("b3 b4 b5 b6 c4 c5"),
    _squares("c2 d2 e2 f2 d3 e3"),
    _squares("g3 g4 g5 g6 f4 f5"),
    _squares("c7 d7 e7 f7 d6 e6"),
)
"""The simple squares of each house: the sector before its home (ST-1)."""
GOLD = _squares("d4 d5 e4 e5")
RED = _squares("a1 b2 c3 f6 g7 h8 a8 b7 c6 f3 g2 h1")

NOBODY = 4
PLAIN, PROMOTES, DEMOTES = range(3)
"""What entering a square does to a piece's state."""


def _owners() -> bytes:
    found = bytearray([NOBODY]) * SQUARES
    for house in range(4):
        for square in (*HOMES[house], *GOALS[house], *SIMPLE[house]):
            found[square] = house
    return bytes(found)


def _effects() -> bytes:
    gold, red = set(GOLD), set(RED)
    return bytes(PROMOTES if s in gold else DEMOTES if s in red else PLAIN for s in range(SQUARES))


OWNER = _owners()
"""The house that owns each square, `NOBODY` for gold and red ones."""
EFFECT = _effects()
"""What entering each square does: `PLAIN`, `PROMOTES` or `DEMOTES`."""
PARTNER = tuple({one: other, other: one} for one, other in GOALS)
"""For each house: the other goal, by goal."""


@cache
def neighbours(square: int) -> dict[int, int]:
    """The neighbours of a square in ascending order; the value is the square behind each (-1: off the board).

    Behind means: seen from `square`, the next one in the same direction; that is what a Charge needs.
    """
    found = {}
    column, row = square % SIZE, square // SIZE
    for up in (-1, 0, 1):
        for right in (-1, 0, 1):
            inside = 0 <= column + right < SIZE and 0 <= row + up < SIZE
            if inside and (up or right):
                further = 0 <= column + 2 * right < SIZE and 0 <= row + 2 * up < SIZE
                step = SIZE * up + right
                found[square + step] = square + 2 * step if further else -1
    return found


class Path(NamedTuple):
    """A movement of a piece from a known square, over squares that it steps on.

    `needs` is the mask of the squares that must be empty, `end` where the piece stands afterwards, `effect`
    what the steps together do to its state. Bit `house` of `goals` says that the last step enters a goal
    of that house, bit `4 + house` that the first of two does.
    """

    needs: int
    end: int
    effect: int
    goals: int


Steps = tuple[int, ...]


@cache
def paths(square: int) -> dict[Steps, Path]:
    """All movements from a square on an empty board, by their steps: none, one, two, each by squares.

    The second of two steps may return to `square`, which is empty then.
    """
    found: dict[Steps, Path] = {(): Path(0, square, PLAIN, 0)}
    for first in neighbours(square):
        found[(first,)] = Path(BIT[first], first, EFFECT[first], _goals(first))
    for first in neighbours(square):
        for last in neighbours(first):
            needs = BIT[first] | (0 if last == square else BIT[last])
            effect = EFFECT[last] or EFFECT[first]
            found[first, last] = Path(needs, last, effect, _goals(last) | _goals(first) << 4)
    return found


def _goals(square: int) -> int:
    return sum(1 << house for house in range(4) if square in PARTNER[house])
