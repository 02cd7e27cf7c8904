"""What Struckle knows about playing it well; how is imported when somebody plays."""

from random import Random

from struckle_cli.core.bots import Budget, Scene, Skill
from struckle_cli.games.struckle.state import State


def _value(state: State, seat: str) -> float:
    from struckle_cli.games.struckle.standing import value

    return value(state, seat)


def _greedy(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    from struckle_cli.games.struckle.planning import at_once

    return at_once(scene, seat, budget, chance)


def _search(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    from struckle_cli.games.struckle.planning import plan

    return plan(scene, seat, budget, chance)


def key(state: State) -> tuple[bytes, int, int]:
    """The pieces, their states and which one acts: all but the number of the round."""
    return state.squares, state.promoted, state.turn


SKILL = Skill(value=_value, greedy=_greedy, search=_search, key=key)
