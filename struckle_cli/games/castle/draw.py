"""A Castle position as shapes: brick walls, towers, White's men round and Black's square."""

from functools import lru_cache

from struckle_cli.core.drawing import (
    Drawing,
    Fact,
    Look,
    Shape,
    area,
    arrow,
    box,
    brackets,
    cross,
    diamond,
    disc,
    label,
    line,
)
from struckle_cli.core.errors import UsageError, short
from struckle_cli.games.castle.board import BLACK, COLUMNS, EMPTY, NAMES, SIZE, SQUARE, SQUARES, WHITE, Board
from struckle_cli.games.castle.moves import Move
from struckle_cli.games.castle.rules import SEATS, legal_moves, outcome, to_move
from struckle_cli.games.castle.state import State

UNIT = 40
_EDGE = 30
_SPAN = SIZE * UNIT + 2 * _EDGE
_MEN = {WHITE: "white", BLACK: "black"}


SIGNS = Fact("Signs", "bricks: wall; towers: castles, w White's and b Black's; men: white discs, black boxes")


def draw(state: State, look: Look) -> Drawing:
    """The board with its coordinates; `look.edge` (default white) sits at the lower edge.

    `look.chosen` is the square of a man of the side to move. Raises `UsageError` for any other.
    """
    turned = look.edge == "black"
    facts = _facts(state)
    castles = state.board.castles
    men = [
        shape
        for square, man in enumerate(state.cells)
        if man
        for shape in _man(square, man, turned, square in castles)
    ]
    return Drawing(
        width=_SPAN,
        height=_SPAN,
        shapes=(
            *_ground(state.board, turned),
            *_last(state, look, turned),
            *men,
            *_lost(state, look, turned),
            *_targets(state, look.chosen, turned),
        ),
        about=_about(state, facts),
        facts=(*facts, SIGNS),
    )


def _middle(square: int, turned: bool) -> tuple[int, int]:
    """The middle of a square in units."""
    row, column = divmod(square, SIZE)
    if turned:
        row, column = SIZE - 1 - row, SIZE - 1 - column
    return _EDGE + UNIT * column + UNIT // 2, _EDGE + UNIT * (SIZE - 1 - row) + UNIT // 2


@lru_cache(maxsize=8)
def _ground(board: Board, turned: bool) -> tuple[Shape, ...]:
    """What a board fixes: squares, walls, castles, coordinates."""
    shapes = [box(0, 0, _SPAN, _SPAN, "frame"), box(_EDGE, _EDGE, SIZE * UNIT, SIZE * UNIT, "ground")]
    for square in range(SQUARES):
        x, y = _middle(square, turned)
        if board.walls[square]:
            shapes += _wall(x, y)
    for step in range(SIZE + 1):
        at = _EDGE + UNIT * step
        shapes += [line((at, _EDGE, at, _SPAN - _EDGE), "line"), line((_EDGE, at, _SPAN - _EDGE, at), "line")]
    for side in (WHITE, BLACK):
        shapes += _castle(*_middle(board.castle_of(side), turned), side)
    for step in range(SIZE):
        x, y = _middle(SIZE * step + step, turned)
        shapes += [label(x, at, 16, COLUMNS[step]) for at in (_EDGE // 2, _SPAN - _EDGE // 2)]
        shapes += [label(at, y, 16, str(step + 1)) for at in (_EDGE // 2, _SPAN - _EDGE // 2)]
    return tuple(shapes)


def _wall(x: int, y: int) -> list[Shape]:
    """A square of wall: two courses of bricks, whose joints are one line that goes to and fro."""
    half, left = UNIT // 2, x - UNIT // 4
    joints = (x - half, y, left, y, left, y + half, left, y, x, y, x, y - half, x, y, x + half, y)
    return [box(x - half, y - half, UNIT, UNIT, "wall"), line(joints, "line")]


def _castle(x: int, y: int, side: int) -> list[Shape]:
    """A tower with three battlements, and whose it is."""
    steps = ((-18, 18), (-18, -18), (-10, -18), (-10, -11), (-5, -11), (-5, -18), (5, -18), (5, -11),
             (10, -11), (10, -18), (18, -18), (18, 18))  # fmt: skip
    corners = [at for dx, dy in steps for at in (x + dx, y + dy)]
    return [
        area(corners, "castle", about=f"{_MEN[side]}'s castle"),
        label(x, y + 5, 16, "wb"[side - 1], "text"),
    ]


@lru_cache(maxsize=8 * SQUARES)
def _man(square: int, man: int, turned: bool, castle: bool) -> tuple[Shape, ...]:
    """A man; in a castle he is smaller, so that the tower is seen around him."""
    x, y = _middle(square, turned)
    reach, size = (10, 13) if castle else (14, 16)
    y += 6 * castle
    about = f"{_MEN[man]} man on {NAMES[square]}{', a castle' * castle}"
    if man == WHITE:
        return disc(x, y, reach, "seat1", about=about), label(x, y, size, "W", "seat1-ink")
    form = box(x - reach + 1, y - reach + 1, 2 * reach - 2, 2 * reach - 2, "seat2", radius=3, about=about)
    return form, label(x, y, size, "B", "seat2-ink")


def _played(token: str | None) -> list[int]:
    """Source and target of a token; nothing if it is no move."""
    parts = (token or "").upper().replace("X", "-").split("-")
    found = [SQUARE[part] for part in parts if part in SQUARE]
    return found if len(found) == len(parts) == 2 else []


def _last(state: State, look: Look, turned: bool) -> list[Shape]:
    """Below the men: brackets where the last move began, an arrow, a frame where it ended."""
    played = _played(look.last)
    if not played:
        return []
    source, target = (_middle(square, turned) for square in played)
    came, went = (NAMES[square] for square in played)
    return [
        *brackets(*source, 15, 8, "last", about=f"last move: from {came}"),
        *arrow((*source, *target), "last", short=18),
        box(target[0] - 20, target[1] - 20, UNIT, UNIT, "last", radius=4, about=f"last move: to {went}"),
    ]


def _lost(state: State, look: Look, turned: bool) -> list[Shape]:
    """A small man, crossed out, at the corner of the square where the last move captured."""
    played = _played(look.last)
    if not played or not isinstance(look.before, State):
        return []
    square = played[1]
    victim = look.before.cells[square]
    if victim == EMPTY or state.cells[square] == victim:
        return []
    x, y = _middle(square, turned)
    x, y = x + 18, y - 18
    about = f"{_MEN[victim]} man captured on {NAMES[square]}"
    man = disc(x, y, 8, "seat1") if victim == WHITE else box(x - 7, y - 7, 14, 14, "seat2", radius=2)
    return [man, cross(x, y, 10, "lost", about=about)]


def _targets(state: State, chosen: str | None, turned: bool) -> list[Shape]:
    """A disc on each square to which the chosen man may go, a diamond at each man that he may capture."""
    if chosen is None:
        return []
    square = SQUARE.get(chosen.upper())
    if square is None or to_move(state) is None or state.cells[square] != state.side:
        whose = f"no man of {SEATS[state.side - 1]}, who is to move" if to_move(state) else "the game is over"
        raise UsageError(f"{short(chosen)!r}: {whose}", code="usage.targets")
    found = []
    for move in sorted((move for move in legal_moves(state) if move.source == square), key=_target):
        x, y = _middle(move.target, turned)
        about = f"target {NAMES[move.target]}"
        if move.capture:
            found.append(diamond(x + 11, y + 11, 8, "target", about=f"{about}, a capture"))
        else:
            found.append(disc(x, y, 8, "target", about=about))
    return found


def _target(move: Move) -> int:
    return move.target


def _facts(state: State) -> tuple[Fact, ...]:
    """Whose turn it is, how many men there are, where the castles stand, and the option of C-1."""
    ended = outcome(state)
    white, black = (NAMES[state.board.castle_of(side)] for side in (WHITE, BLACK))
    facts = (
        Fact("Turn", f"{state.turn}, {f'over: {ended}' if ended else f'{SEATS[state.side - 1]} to move'}"),
        Fact("Men", f"white {state.cells.count(WHITE)}, black {state.cells.count(BLACK)}"),
        Fact("Castles", f"White's {white}, Black's {black}; a man on the other side's wins"),
    )
    return (*facts, Fact("Own castle", "closed: no man enters or crosses his own")) if state.closed else facts


def _about(state: State, facts: tuple[Fact, ...]) -> str:
    """Where the men stand, and what the facts say."""
    told = []
    for side in (WHITE, BLACK):
        men = [NAMES[square] for square, man in enumerate(state.cells) if man == side]
        told.append(f"{_MEN[side].capitalize()} has {len(men)} men: {' '.join(men) or 'none'}.")
    return " ".join((*told, *(f"{fact.name}: {fact.value}." for fact in facts)))
