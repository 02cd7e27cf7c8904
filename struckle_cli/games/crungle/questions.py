"""The questions that Crungle's solver answers; the searches are imported when one is asked."""

from msgspec.structs import replace

from struckle_cli.core.hooks import Solver
from struckle_cli.core.solution import Forecast, Limits, Solution
from struckle_cli.games.crungle.state import State


def position(state: State) -> State:
    """The position that a question is about: in a demonstration the one it has reached (CR-8)."""
    bet = state.bet
    return replace(state, bet=None) if bet is None or bet.trial is None else bet.trial


def _solve(state: State, limits: Limits) -> Solution:
    from struckle_cli.games.crungle.solver import solve

    return solve(state, limits)


def _versus(state: State, limits: Limits) -> Forecast:
    from struckle_cli.games.crungle.versus import versus

    return versus(state, limits)


SOLVER = Solver(position=position, solve=_solve, versus=_versus)
