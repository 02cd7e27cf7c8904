"""Questions to a game's solver, and the answers with the moves they name told step by step."""

from typing import Any, NamedTuple

from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.solution import Forecast, Limits, Solution


class Solved(NamedTuple):
    """A solution, and what each move of its demonstration leads to."""

    solution: Solution
    steps: tuple[tuple[str, str], ...]


def solved(game: AnyGame, state: Any, limits: Limits) -> Solved:
    """The shortest win of all together from a position. Raises `UsageError` where nothing can be asked."""
    start = _position(game, state)
    assert game.solver is not None
    answer = game.solver.solve(start, limits)
    return Solved(answer, tuple(_steps(game, start, answer.demonstration or ())))


def foretold(game: AnyGame, state: Any, limits: Limits) -> Forecast:
    """What best play leads to from a position. Raises `UsageError` where nothing can be asked."""
    start = _position(game, state)
    assert game.solver is not None
    return game.solver.versus(start, limits)


def _position(game: AnyGame, state: Any) -> Any:
    """The position that a question at `state` is about."""
    if game.solver is None:
        raise UsageError(f"there is no solver for {game.title}", code="usage.solve")
    if game.outcome(state) is not None:
        raise UsageError("the game is over there; --at N asks about an earlier position", code="usage.at")
    start = game.solver.position(state)
    if game.outcome(start) is not None:
        why = "the demonstration has won there already; --at N asks about an earlier position"
        raise UsageError(why, code="usage.at")
    return start


def _steps(game: AnyGame, state: Any, tokens: tuple[str, ...]) -> list[tuple[str, str]]:
    steps = []
    for token in tokens:
        move = game.parse_move(token)
        after = game.apply(state, move)
        remarks = game.tell(state, move, after) if game.tell is not None else []
        steps.append((token, "; ".join(remarks)))
        state = after
    return steps
