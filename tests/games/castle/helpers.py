"""Positions for the tests of Castle: written by squares, on either derivation of the rules."""

from typing import Any

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.state import State
from tests.games.castle import slow

ROWS = list(slow.BOARD)
FIRST = {"w": "white", "b": "black"}


def state_of(position: slow.Position) -> State:
    """The same position for the project's code."""
    fields: dict[str, Any] = {"first": position.first, "own_castle": position.own_castle}
    if position.rows != slow.BOARD:
        fields["rows"] = list(position.rows)
    bound = bind(GAME, fields | {"position": slow.format_position(position)})
    assert bound.faults == (), bound.faults
    return bound.start


def position_of(state: State) -> slow.Position:
    """The same position for the slow derivation."""
    first, closed = ("white", "black")[state.first - 1], ("open", "closed")[state.closed]
    return slow.parse_position(GAME.format_position(state), first, closed, state.board.rows)  # type: ignore[misc]


def place(
    white: str = "", black: str = "", side: str = "w", own_castle: str = "open", rows: Any = None, **more: Any
) -> State:
    """A state from squares: `place("D8 J8", "D2")`."""
    men = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    board = slow.BOARD if rows is None else tuple(rows)
    return state_of(slow.Position(men, side, own_castle=own_castle, rows=board, **more))


def board_with(**squares: str) -> list[str]:
    """The rows of the default board with some squares changed: `board_with(D8=".")`."""
    rows = list(slow.BOARD)
    for name, char in squares.items():
        column, row = slow.coordinates(name)
        line = rows[slow.SIZE - row]
        rows[slow.SIZE - row] = line[:column] + char + line[column + 1 :]
    return rows


def tokens(state: State) -> list[str]:
    """The legal tokens in bytewise order."""
    return sorted(map(GAME.format_move, GAME.legal_moves(state)))


def targets(state: State, source: str) -> set[str]:
    """Where the man on `source` may go."""
    return {token[len(source) + 1 :] for token in tokens(state) if token[: len(source) + 1][:-1] == source}


def code(state: State, token: str) -> str | None:
    """The code of a token's fault; None if it is legal."""
    reason = why(state, token)
    return None if reason is None else reason.code


def why(state: State, token: str) -> Reason | None:
    """The reason against a token, syntax included; None if it is legal."""
    try:
        return GAME.why_illegal(state, GAME.parse_move(token))
    except NotationError as error:
        return error.reason


def play(state: State, *line: str) -> State:
    """The state after some legal tokens, played one by one."""
    for token in line:
        assert why(state, token) is None, token
        state = GAME.apply(state, GAME.parse_move(token))
    return state


def suggestion(state: State, token: str) -> str | None:
    """The legal token that is named beside a refused one."""
    return judge_token(GAME, state, token, 1).suggestion


def codes_of(fields: dict[str, Any]) -> list[str]:
    """The codes of all faults of a set-up."""
    bound = bind(GAME, fields)
    assert (bound.start is None) == bool(bound.faults)
    return [fault.code for fault in bound.faults]


def start(**fields: Any) -> State:
    """The state that a set-up starts in."""
    bound = bind(GAME, fields)
    assert bound.faults == (), bound.faults
    return bound.start
