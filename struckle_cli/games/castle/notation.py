"""Castle's notation: tokens (`D8-D2`, `D8xD2`) and position strings, readers beside writers.

Column letters are written in upper case and read in either; the `x` is always lower case. Source: the
game's page, *Notation*.
"""

import re

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.core.nearest import edit_distance
from struckle_cli.games.castle.board import NAMES, SQUARE
from struckle_cli.games.castle.moves import Move
from struckle_cli.games.castle.setup import (
    MAX_TURN_DIGITS,
    Setup,
    decided_for,
    format_placement,
    parse_placement,
)
from struckle_cli.games.castle.state import State

_TOKEN = re.compile(r"([A-HJ-Ta-hj-t](?:1[0-9]|[1-9]))([-x])([A-HJ-Ta-hj-t](?:1[0-9]|[1-9]))\Z")


def parse_move(text: str) -> Move:
    """The move that a token states; raises `NotationError` (`castle.syntax`) if it states none."""
    match = _TOKEN.match(text)
    if match is None:
        raise NotationError(Reason("castle.syntax", _explain_shape(text)))
    source, sign, target = match.groups()
    return Move(SQUARE[source.upper()], SQUARE[target.upper()], sign == "x")


def _explain_shape(text: str) -> str:
    shape = "a move is a square, '-' or 'x', a square, like D8-D2 or D8xD2"
    if "X" in text and _TOKEN.match(text.replace("X", "x")):
        return f"{shape}; the x of a capture is lower case"
    if re.search(r"[Ii][0-9]", text):
        return f"{shape}; there is no column I"
    return f"{shape} (columns A to T without I, rows 1 to 19)"


def format_move(move: Move) -> str:
    """The canonical token of a move."""
    return f"{NAMES[move.source]}{'x' if move.capture else '-'}{NAMES[move.target]}"


def parse_position(setup: Setup, text: str) -> State:
    """The state of a position string on the board and by the options of `setup`; raises `NotationError`."""
    start = parse_placement(text, MAX_TURN_DIGITS + 1)
    if isinstance(start, Reason):
        raise NotationError(start)
    if len(decided_for(setup.board, start.cells)) > 1:
        why = "each side has a man on the other's castle, so both would have won"
        raise NotationError(Reason("castle.decided-twice", why))
    return State(setup.board, start.cells, start.side, start.turn, setup.first, setup.closed)


def format_position(state: State) -> str:
    """The position string of a state."""
    return format_placement(state.placement)


def label(setup: Setup, ply: int) -> tuple[str, bool]:
    """The pair number before a ply: `3.` where the first side moves, `3...` where the second side does.

    A writer puts it before each move of the first side, and before ply 1 whoever moves.
    """
    start = setup.start
    offset = ply - 1 + (start.side != setup.first)
    number = start.turn + offset // 2
    if offset % 2:
        return f"{number}...", ply == 1
    return f"{number}.", True


def nearness(state: State, token: str, move: Move) -> tuple[int, int, str]:
    """A sort key: how far a legal `move` is from the refused `token`.

    The same man first, then how far its target is from the one that was meant; for a token whose man
    cannot move, how far both squares are.
    """
    text = format_move(move)
    squares = [SQUARE.get(name.upper()) for name in re.findall("[A-Ta-t][0-9]{1,2}", token[:64])]
    source, target = squares if len(squares) == 2 else (None, None)
    if source is None or target is None:
        return (1, edit_distance(token.upper(), text.upper()), text)
    away = _distance(move.source, source)
    return (min(away, 1), 2 * away + _distance(move.target, target), text)


def _distance(one: int, other: int) -> int:
    return abs(one // 19 - other // 19) + abs(one % 19 - other % 19)
