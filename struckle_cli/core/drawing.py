"""A drawing of a position: shapes and labels with a role each; nothing of SVG, colours or pages.

Coordinates are whole units from the upper left corner, x to the right and y downwards; a square of a board
is about 40 units wide. Shapes are painted in their order. What a role looks like, light or dark, is decided
where drawings are written (`report/palette.py`): a game's `draw` says what it shows and not how.
"""

from collections.abc import Callable, Iterable
from math import hypot
from typing import Any, Literal, TypeVar

import msgspec

from struckle_cli.core.errors import NotationError

Move = TypeVar("Move")

ROLES = (
    "frame", "line", "ground", "ground2", "wall", "castle",
    "seat1", "seat2", "seat3", "seat4", "seat1-ink", "seat2-ink", "seat3-ink", "seat4-ink",
    "seat1-soft", "seat2-soft", "seat3-soft", "seat4-soft",
    "house1", "house2", "house3", "house4", "house1-soft", "house2-soft", "house3-soft", "house4-soft",
    "tinted-ink", "shaded-ink",
    "star", "gold", "red", "black", "gold-ink", "red-ink", "black-ink",
    "purple", "orange", "purple-ink", "orange-ink",
    "bead", "seal", "off",
    "label", "text", "faint", "last", "target", "target-ink", "lost",
)  # fmt: skip
"""What shapes can be: the board (`frame`, `line`, `ground`, `ground2`, `wall`, `castle`), pieces of a seat,
what is written on them (`-ink`), what belongs to a seat (`-soft`), the same of a house whose colour its
name tells (Tinted Blue, Tinted Green, Shaded Blue, Shaded Green), the `star` of a promoted piece, coloured
squares, pieces that are purple and orange, what is held (a `bead`, a `seal` on an order), a bar across what
is `off`, writing (`label` coordinates, `text`, `faint`), and marks: the last move, a legal target, what was
captured or destroyed.
"""

Kind = Literal["box", "disc", "line", "area", "label", "words"]


class Shape(msgspec.Struct, frozen=True, array_like=True):
    """One shape. `at` is, by kind, all in whole units:

    `box` x, y, width, height, radius of the corners; `disc` x, y of the middle, radius;
    `line` and `area` x, y of each corner in turn (an area closes); `label` x, y of the middle of the text,
    height of the letters; `words` x of the beginning, y of the middle, height of the letters.

    `about` says in words what the shape shows, for who cannot see it; empty where the board says it all.
    """

    kind: Kind
    role: str
    at: tuple[int, ...]
    text: str = ""
    about: str = ""


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """Something beside the board: a goal and how far it is, cards, a line of a table of pieces."""

    name: str
    value: str


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A position as shapes in `width` times `height` units.

    `about` tells all of it in words, for a screen reader; `facts` stand below the board or beside it.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    about: str
    facts: tuple[Fact, ...] = ()


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a state is to be drawn. `edge` is the seat at the lower edge; None: the game's usual one.

    `last` is the last token played, for marking it; `before` the state before it (None at the start), from
    which one can tell what was captured or destroyed. `chosen` names a piece, or the place of one (as tokens
    do, in any letter case), whose legal targets are to be marked.
    """

    edge: str | None = None
    last: str | None = None
    before: Any = None
    chosen: str | None = None


def move_of(
    look: Look, kind: type, parse: Callable[[str], Move], why_illegal: Callable[[Any, Move], object]
) -> Move | None:
    """The move of `look.last`, if it can be played in the state before it, which is of the class `kind`."""
    if not look.last or not isinstance(look.before, kind):
        return None
    try:
        move = parse(look.last)
    except NotationError:
        return None
    return move if why_illegal(look.before, move) is None else None


def box(x: int, y: int, width: int, height: int, role: str, *, radius: int = 0, about: str = "") -> Shape:
    """A rectangle with its upper left corner at x, y."""
    return Shape("box", role, (x, y, width, height, radius), "", about)


def disc(x: int, y: int, radius: int, role: str, *, about: str = "") -> Shape:
    """A disc around x, y."""
    return Shape("disc", role, (x, y, radius), "", about)


def line(points: Iterable[int], role: str, *, about: str = "") -> Shape:
    """A line through x, y, x, y, ..."""
    return Shape("line", role, tuple(points), "", about)


def area(points: Iterable[int], role: str, *, about: str = "") -> Shape:
    """A polygon with corners x, y, x, y, ..."""
    return Shape("area", role, tuple(points), "", about)


def label(x: int, y: int, size: int, text: str, role: str = "label") -> Shape:
    """A text around x, y."""
    return Shape("label", role, (x, y, size), text)


def words(x: int, y: int, size: int, text: str, role: str = "text") -> Shape:
    """A text that begins at x, its middle at the height y."""
    return Shape("words", role, (x, y, size), text)


def diamond(x: int, y: int, radius: int, role: str, *, about: str = "") -> Shape:
    """A square on its corner around x, y."""
    return area((x, y - radius, x + radius, y, x, y + radius, x - radius, y), role, about=about)


def cross(x: int, y: int, radius: int, role: str, *, about: str = "") -> Shape:
    """Two strokes that cross at x, y, drawn as one line."""
    left, right, up, down = x - radius, x + radius, y - radius, y + radius
    return line((left, up, right, down, x, y, right, up, left, down), role, about=about)


def brackets(x: int, y: int, reach: int, length: int, role: str, *, about: str = "") -> list[Shape]:
    """Brackets on both sides of x, y, `reach` away from it: an open frame, where something has been."""
    found: list[Shape] = []
    for side in (-reach, reach):
        inner = x + side - (length if side > 0 else -length)
        points = (inner, y - reach, x + side, y - reach, x + side, y + reach, inner, y + reach)
        found.append(line(points, role, about="" if found else about))
    return found


def arrow(points: Iterable[int], role: str, *, short: int = 0, about: str = "") -> list[Shape]:
    """A line through x, y, x, y, ... with a head, which ends `short` units before the last point.

    Nothing where the last two points are not further apart than that. It is one line, which goes from its tip
    to a side of the head and back.
    """
    *way, x, y, end_x, end_y = points
    far = hypot(end_x - x, end_y - y)
    if far <= short:
        return []
    right, down = (end_x - x) / far, (end_y - y) / far
    tip_x, tip_y = end_x - right * short, end_y - down * short
    one, other = (
        (round(tip_x - 11 * right + 6 * turn * down), round(tip_y - 11 * down - 6 * turn * right))
        for turn in (1, -1)
    )
    tip = (round(tip_x), round(tip_y))
    return [line((*way, x, y, *tip, *one, *tip, *other), role, about=about)]
