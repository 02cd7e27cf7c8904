"""Positions for the tests of Struckle: written by squares, for either derivation of the rules."""

from typing import Any

from struckle_cli.core.errors import Fault, NotationError, Reason
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token
from struckle_cli.games.struckle import GAME
from struckle_cli.games.struckle.state import State
from tests.games.struckle import slow


def bound(position: str | None = None) -> State:
    """The state that a record with this position begins in."""
    found = bind(GAME, {} if position is None else {"position": position})
    assert found.faults == (), found.faults
    return found.start


def faults_of(position: object) -> list[Fault]:
    """All faults of a set-up with this position."""
    found = bind(GAME, {"position": position})
    assert (found.start is None) == bool(found.faults)
    return list(found.faults)


def placed(acting: str = "TB:D", number: int = 1, **pieces: str) -> State:
    """The start with some pieces elsewhere: `placed("TB:H", TBH="d4+", SGP="e6")`."""
    marks = {piece: slow.START.at[piece] for piece in slow.PIECES} | pieces
    houses = ("".join(marks[piece] for piece in slow.PIECES[low : low + 4]) for low in (0, 4, 8, 12))
    return bound(f"{' '.join(houses)} {acting} {number}")


def state_of(position: slow.Position) -> State:
    """The same position for the project's code."""
    return bound(slow.format_position(position))


def position_of(state: State) -> slow.Position:
    """The same position for the slow derivation."""
    return slow.parse_position(GAME.format_position(state))  # type: ignore[misc]


def tokens(state: State) -> list[str]:
    """The legal tokens in bytewise order."""
    return sorted(map(GAME.format_move, GAME.legal_moves(state)))


def why(state: State, token: str) -> Reason | None:
    """The reason against a token, syntax included; None if it is legal."""
    try:
        return GAME.why_illegal(state, GAME.parse_move(token))
    except NotationError as error:
        return error.reason


def code(state: State, token: str) -> str | None:
    """The code of a token's fault; None if it is legal."""
    reason = why(state, token)
    return None if reason is None else reason.code


def refused(state: State, token: str, expected: str, *named: str) -> None:
    """Check that a token is refused by a code, and that its message names some places."""
    reason = why(state, token)
    assert reason is not None, token
    assert reason.code == f"struckle.{expected}", reason
    words = reason.message.replace(",", " ").replace(";", " ").replace(":", " ").split()
    assert [name for name in named if name not in words] == [], reason.message


def play(state: State, *line: str) -> State:
    """The state after some legal tokens, played one by one."""
    for token in line:
        assert why(state, token) is None, (token, why(state, token))
        state = GAME.apply(state, GAME.parse_move(token))
    return state


def suggestion(state: State, token: str) -> str | None:
    """The legal token that is named beside a refused one."""
    return judge_token(GAME, state, token, 1).suggestion


def standing(state: State, *pieces: str) -> list[str]:
    """Where some pieces stand, with `+` if promoted: `standing(state, "TBD")`."""
    position = position_of(state)
    return [position.at[piece] + "+" * (piece in position.promoted) for piece in pieces]


def won(state: State) -> str | None:
    """The seat that has won."""
    ended: Any = GAME.outcome(state)
    return None if ended is None else ended.winners[0]
