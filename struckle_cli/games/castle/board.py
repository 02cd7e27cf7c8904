"""Geometry of Castle's 19x19 boards, and everything a board fixes, computed once per board.

Squares are integers 0..360, counted from White's left corner along the rows::

    row 19  342 343 ... 360        columns A B C D E F G H J K L M N O P Q R S T (no I),
    ...                            so that the game can be played on a Go board;
    row  2   19  20 ...  37        White sits at row 1, Black at row 19
    row  1    0   1 ...  18        square = 19 * (row - 1) + column
            A   B  ...   T

Source: the game's page, *Board* and *Turn*.
"""

import sys
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from struckle_cli.core.errors import Reason, short
from struckle_cli.core.resources import data_path, find_data

SIZE = 19
SQUARES = SIZE * SIZE
COLUMNS = "ABCDEFGHJKLMNOPQRST"
DEFAULT_BOARD = "castle-19"
EMPTY, WHITE, BLACK = 0, 1, 2
"""What a cell holds; a side's number is also the cell value of its men."""

NAMES = tuple(f"{COLUMNS[i % SIZE]}{i // SIZE + 1}" for i in range(SQUARES))
SQUARE = {name: i for i, name in enumerate(NAMES)}
STEPS = (SIZE, 1, -SIZE, -1)
"""One step north, east, south, west."""

_INTS = tuple(range(SQUARES + 1))

Claim = tuple[slice, bytes]
"""What a move claims: the squares from one end of its way to the other, and what they must hold."""
Entry = tuple[int, int, slice, bytes]
"""What a token claims: from, to, and the move's claim."""


class Board(msgspec.Struct, frozen=True):
    """A board: `rows` as written (row 19 first), `walls[square]` 1 or 0, the castles of White and Black."""

    rows: tuple[str, ...]
    walls: bytes
    castles: tuple[int, int]

    def __hash__(self) -> int:
        return hash(self.walls)  # bytes keep their hash; a state asks for its tables at every step

    def castle_of(self, side: int) -> int:
        """The square of `side`'s own castle."""
        return self.castles[side - 1]

    def enemy_castle(self, side: int) -> int:
        """The square that `side` has to reach."""
        return self.castles[2 - side]

    def terrain(self, square: int) -> str:
        """`wall` or `ground`; the castle squares are ground."""
        return "wall" if self.walls[square] else "ground"


def board_from_rows(rows: Sequence[str]) -> Board | Reason:
    """A board from 19 strings of 19 of `#.wb`, row 19 first, with exactly one castle a side."""
    if len(rows) != SIZE:
        return Reason("castle.rows", f"a board has {SIZE} rows, row 19 first; here are {len(rows)}")
    for number, row in zip(range(SIZE, 0, -1), rows, strict=True):
        if len(row) != SIZE:
            return Reason("castle.rows", f"row {number} has {len(row)} squares, not {SIZE}")
        for column, char in zip(COLUMNS, row, strict=True):
            if char not in "#.wb":
                return Reason("castle.rows", f"{char!r} on {column}{number} is none of '#', '.', 'w', 'b'")
    cells = "".join(reversed(rows))
    for char, owner in (("w", "White"), ("b", "Black")):
        if cells.count(char) != 1:
            why = f"a board has exactly one castle of {owner} ('{char}'), not {cells.count(char)}"
            return Reason("castle.castle-count", why)
    walls = bytes(char == "#" for char in cells)
    return Board(tuple(rows), walls, (cells.index("w"), cells.index("b")))


def parse_board_file(text: str) -> list[str]:
    """The rows of a board file: lines that begin with `;` are remarks, blank lines are skipped."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith(";")]


_named: dict[str, Board | Reason] = {}


def named_board(name: str) -> Board | Reason:
    """The board `name`: one of the game's own, or one from the folders in `STRUCKLE_DATA`.

    A board that was found is remembered; one that is missing is looked for again.
    """
    found = _named.get(name)
    if found is None:
        text = find_data(__file__, name)
        if text is None:
            known = ", ".join(board_names())
            return Reason("castle.board", f"there is no board {short(name)!r}; known: {known}")
        found = _named[name] = board_from_rows(parse_board_file(text))
    return found


def board_names() -> list[str]:
    """The game's own boards, the default one first."""
    names = sorted(path.stem for path in data_path(__file__, "").glob("*.txt"))
    return sorted(names, key=lambda name: name != DEFAULT_BOARD)


@cache
def _way(start: int, stop: int, step: int) -> slice:
    """One object for all moves over the same squares: the less memory to touch, the faster."""
    return slice(_INTS[start], _INTS[stop], step)


@cache
def _held(first: int, between: int, last: int) -> bytes:
    """What a way holds: a cell, some empty ones, a cell."""
    return bytes((first, *(EMPTY for _ in range(between)), last))


class Tables:
    """What a board fixes once the rule about the own castle is known; built by `tables`.

    `rays[side][square]`: for north, east, south, west the squares a man reaches on an empty board.
    `tokens[side][token]`: what each geometrically possible token claims. A token gets its place when it is
    first met (a board has at most 11,664, each with four ways to write its letters), so that a small
    input does not pay for a whole table. Tokens that enter the enemy castle are kept out: a run of moves
    stops there, and the rules decide.
    """

    __slots__ = ("_claims", "_goals", "rays", "tokens")

    def __init__(self, board: Board, closed: bool) -> None:
        rays = _rays(board.walls)
        sides = (WHITE, BLACK)
        self.rays = {side: _without(rays, board.castle_of(side)) if closed else rays for side in sides}
        self.tokens: dict[int, dict[str, Entry]] = {WHITE: {}, BLACK: {}}
        self._goals = {side: board.enemy_castle(side) for side in sides}
        self._claims: dict[int, dict[tuple[int, int, bool], Claim | None]] = {WHITE: {}, BLACK: {}}

    def claim(self, side: int, source: int, target: int, capture: bool) -> Claim | None:
        """What a move claims about the squares of its way; None if no man of `side` can ever move so."""
        claims = self._claims[side]
        key = (source, target, capture)
        if key not in claims:
            claims[key] = self._find_claim(side, source, target, other(side) if capture else EMPTY)
        return claims[key]

    def _find_claim(self, side: int, source: int, target: int, wanted: int) -> Claim | None:
        for step, ray in zip(STEPS, self.rays[side][source], strict=True):
            if target in ray:
                between = ray.index(target)
                if step > 0:
                    return _way(source, target + 1, step), _held(side, between, wanted)
                return _way(target, source + 1, -step), _held(wanted, between, side)
        return None

    def learn(self, side: int, token: str, source: int, target: int, capture: bool) -> Entry | None:
        """Give a token its place in `tokens[side]`; None if it has none there."""
        claim = self.claim(side, source, target, capture)
        if claim is None or target == self._goals[side]:
            return None
        entry = (_INTS[source], _INTS[target], *claim)
        self.tokens[side][sys.intern(token)] = entry
        return entry


def other(side: int) -> int:
    """The side that plays against `side`."""
    return WHITE + BLACK - side


@lru_cache(maxsize=8)
def tables(board: Board, closed: bool) -> Tables:
    """The tables of a board (cached); `closed` for the set-up option `own_castle: closed`."""
    return Tables(board, closed)


Rays = tuple[tuple[tuple[int, ...], ...], ...]


def line_from(square: int, step: int) -> range:
    """All squares of the board from `square` (not included) in the direction of one `step` of `STEPS`."""
    column = square % SIZE
    if step == 1:
        return range(square + 1, square - column + SIZE)
    if step == -1:
        return range(square - 1, square - column - 1, -1)
    return range(square + step, SQUARES if step > 0 else -1, step)


def _rays(walls: bytes) -> Rays:
    """Rules 2 and 3: along one kind of terrain any number of squares, onto the other kind exactly one."""
    found = []
    for square in range(SQUARES):
        own = walls[square]
        rays = []
        for step in STEPS:
            ray: list[int] = []
            for target in line_from(square, step):
                if walls[target] != own:
                    if not ray:
                        ray.append(_INTS[target])
                    break
                ray.append(_INTS[target])
            rays.append(tuple(ray))
        found.append(tuple(rays))
    return tuple(found)


def _without(rays: Rays, castle: int) -> Rays:
    """C-1, closed: a man may not enter or cross its own castle square, so each ray ends before it."""
    return tuple(
        tuple(ray[: ray.index(castle)] if castle in ray else ray for ray in directions) for directions in rays
    )
