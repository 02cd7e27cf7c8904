"""A Castle position as shapes: brick walls, towers, White's men round and Black's square."""

from functools import lru_cache

from struckle_cli.core.drawing import Drawing, Look, Shape, area, box, disc, label, line
from struckle_cli.core.errors import UsageError, short
from struckle_cli.games.castle.board import BLACK, COLUMNS, EMPTY, NAMES, SIZE, SQUARE, WHITE, Board
from struckle_cli.games.castle.render import last_squares
from struckle_cli.games.castle.rules import SEATS, legal_moves, to_move
from struckle_cli.games.castle.state import State

UNIT = 40
_EDGE = 30
_SPAN = SIZE * UNIT + 2 * _EDGE
_MEN = {WHITE: "white", BLACK: "black"}


def draw(state: State, look: Look) -> Drawing:
    """The board with its coordinates; `look.edge` (default white) sits at the lower edge.

    `look.chosen` is the square of a man of the side to move. Raises `UsageError` for any other.
    """
    turned = look.edge == "black"
    marks = _last(look.last, turned) + _targets(state, look.chosen, turned)
    men = [shape for square in range(SIZE * SIZE) for shape in _man(state, square, turned)]
    return Drawing(
        width=_SPAN,
        height=_SPAN,
        shapes=(*_ground(state.board, turned), *men, *marks),
        about=_about(state),
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
    for square in range(SIZE * SIZE):
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
    """A square of wall: two courses of bricks."""
    half = UNIT // 2
    joints = ((x - half, y, x + half, y), (x, y - half, x, y), (x - half // 2, y, x - half // 2, y + half))
    return [box(x - half, y - half, UNIT, UNIT, "wall"), *(line(joint, "line") for joint in joints)]


def _castle(x: int, y: int, side: int) -> list[Shape]:
    """A tower with three battlements, and whose it is."""
    steps = ((-16, 16), (-16, -16), (-8, -16), (-8, -8), (-4, -8), (-4, -16), (4, -16), (4, -8),
             (8, -8), (8, -16), (16, -16), (16, 16))  # fmt: skip
    corners = [at for dx, dy in steps for at in (x + dx, y + dy)]
    return [
        area(corners, "castle", about=f"{_MEN[side]}'s castle"),
        label(x, y + 5, 16, "wb"[side - 1], "text"),
    ]


def _man(state: State, square: int, turned: bool) -> list[Shape]:
    man = state.cells[square]
    if man == EMPTY:
        return []
    x, y = _middle(square, turned)
    about = f"{_MEN[man]} man on {NAMES[square]}"
    if man == WHITE:
        return [disc(x, y, 14, "seat1", about=about), label(x, y, 16, "W", "seat1-ink")]
    return [box(x - 13, y - 13, 26, 26, "seat2", radius=3, about=about), label(x, y, 16, "B", "seat2-ink")]


def _last(token: str | None, turned: bool) -> list[Shape]:
    """Frames around where the last move began and ended."""
    found = []
    for square in sorted(last_squares(token)):
        x, y = _middle(square, turned)
        found.append(box(x - 18, y - 18, 36, 36, "last", radius=4, about=f"last move: {NAMES[square]}"))
    return found


def _targets(state: State, chosen: str | None, turned: bool) -> list[Shape]:
    """A ring on each square to which the chosen man may go."""
    if chosen is None:
        return []
    square = SQUARE.get(chosen.upper())
    if square is None or to_move(state) is None or state.cells[square] != state.side:
        whose = f"no man of {SEATS[state.side - 1]}, who is to move" if to_move(state) else "the game is over"
        raise UsageError(f"{short(chosen)!r}: {whose}", code="usage.targets")
    targets = sorted(move.target for move in legal_moves(state) if move.source == square)
    return [disc(*_middle(at, turned), 8, "target", about=f"target {NAMES[at]}") for at in targets]


def _about(state: State) -> str:
    """Where the men stand, and who is to move."""
    told = []
    for side in (WHITE, BLACK):
        men = [NAMES[square] for square in range(SIZE * SIZE) if state.cells[square] == side]
        told.append(f"{_MEN[side].capitalize()} has {len(men)} men: {' '.join(men) or 'none'}.")
    return " ".join(told)
