"""The rules of Castle: initial position, legal moves, why a move is illegal, what it does, who has won.

Source: the game's page, *Turn*, *End* and the rulings C-1 to C-5. Nothing here knows of text.
"""

from struckle_cli.core.errors import Reason
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.castle.board import (
    BLACK,
    EMPTY,
    NAMES,
    SIZE,
    WHITE,
    line_from,
    other,
    tables,
)
from struckle_cli.games.castle.moves import Move
from struckle_cli.games.castle.setup import Setup, decided_for
from struckle_cli.games.castle.state import State

SEATS = ("white", "black")
_SEAT = {WHITE: "white", BLACK: "black"}


def initial(setup: Setup) -> State:
    """The position in which play starts."""
    start = setup.start
    return State(setup.board, start.cells, start.side, start.turn, setup.first, setup.closed)


def outcome(state: State) -> Outcome | None:
    """The end that the position itself shows; castle goes before elimination (C-3)."""
    cells = state.cells
    for side in (WHITE, BLACK):
        if cells[state.board.enemy_castle(side)] == side:
            return Outcome(winners=(_SEAT[side],), reason="castle")
    if WHITE not in cells or BLACK not in cells:
        return Outcome(winners=("white" if WHITE in cells else "black",), reason="elimination")
    return None


def to_move(state: State) -> str | None:
    """The seat whose turn it is; None when the game is over."""
    return None if decided_for(state.board, state.cells) else _SEAT[state.side]


def legal_moves(state: State) -> list[Move]:
    """All legal moves: men by square number, for each north, east, south, west, near squares first."""
    if decided_for(state.board, state.cells):
        return []
    cells, side = state.cells, state.side
    rays = tables(state.board, state.closed).rays[side]
    found = []
    square = cells.find(side)
    while square >= 0:
        for ray in rays[square]:
            for target in ray:
                content = cells[target]
                if content == EMPTY:
                    found.append(Move(square, target))
                    continue
                if content != side:
                    found.append(Move(square, target, True))
                break
        square = cells.find(side, square + 1)
    return found


def why_illegal(state: State, move: Move) -> Reason | None:
    """None if the move is legal; else the first of its faults in the order that the page gives.

    A legal move costs a look-up and one comparison; a miss goes to the slow path that explains.
    """
    claim = tables(state.board, state.closed).claim(state.side, move.source, move.target, move.capture)
    if claim is not None and state.cells[claim[0]] == claim[1]:
        return _after_end(state)
    return _after_end(state) or _explain(state, move)


def _after_end(state: State) -> Reason | None:
    if not decided_for(state.board, state.cells):
        return None
    return Reason("castle.after-end", f"the game is over: {outcome(state)}")


def _explain(state: State, move: Move) -> Reason:
    """The slow path: walk the way square by square and name the first fault."""
    cells, side = state.cells, state.side
    source, target = NAMES[move.source], NAMES[move.target]
    owner = cells[move.source]
    if owner == EMPTY:
        return Reason("castle.empty-from", f"no man stands on {source}")
    if owner != side:
        return Reason(
            "castle.not-yours", f"the man on {source} is {_SEAT[owner]}'s; {_SEAT[side]} is to move"
        )
    step = _direction(move.source, move.target)
    if step == 0:
        stays = move.source == move.target
        why = (
            "a man has to leave its square"
            if stays
            else "is not along a row or column; a man moves like a rook"
        )
        return Reason("castle.not-straight", why if stays else f"{source} to {target} {why}")
    obstacle = _first_obstacle(state, move, step)
    if obstacle is not None:
        return obstacle
    content = cells[move.target]
    if content == side:
        return Reason("castle.own-man", f"{_SEAT[side]}'s own man stands on {target}")
    if move.capture:
        return Reason("castle.capture-mark", f"'x' says a capture, but {target} is empty: write '-'")
    return Reason("castle.capture-mark", f"an enemy man stands on {target}: a capture is written 'x'")


def _direction(source: int, target: int) -> int:
    """The step (north 19, east 1, ...) that leads along a line from `source` to `target`; 0 if none does."""
    if source == target:
        return 0
    if source % SIZE == target % SIZE:
        return SIZE if target > source else -SIZE
    if source // SIZE == target // SIZE:
        return 1 if target > source else -1
    return 0


def _first_obstacle(state: State, move: Move, step: int) -> Reason | None:
    """Rules 1 to 3 and C-1: the first man, change of terrain or closed castle that stops the slide."""
    board, cells = state.board, state.cells
    own = board.terrain(move.source)
    adjacent = move.source + step == move.target
    for square in line_from(move.source, step):
        name = NAMES[square]
        if square != move.target and cells[square] != EMPTY:
            return Reason("castle.blocked", f"{_SEAT[cells[square]]}'s man on {name} is in the way")
        if board.terrain(square) != own and not adjacent:
            kind = board.terrain(square)
            why = f"{name} is {kind}, the slide starts on {own}: between the two a man moves one square only"
            return Reason("castle.terrain", why)
        if state.closed and square == board.castle_of(state.side):
            why = f"{name} is {_SEAT[state.side]}'s own castle, which is closed to its own men (C-1, C-5)"
            return Reason("castle.own-castle", why)
        if square == move.target:
            break
    return None


def apply(state: State, move: Move) -> State:
    """The position after a legal move."""
    cells = bytearray(state.cells)
    cells[move.source] = EMPTY
    cells[move.target] = state.side
    turn = state.turn + (state.side != state.first)
    return State(state.board, bytes(cells), other(state.side), turn, state.first, state.closed)
