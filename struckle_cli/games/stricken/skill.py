"""What programs know about playing Stricken well; how is imported when somebody plays.

Bots seal no orders. An order is never better than waiting: it takes a turn on which nothing happens, and
then a turn on which the side may do nothing but what it could choose to do there anyhow.
"""

from random import Random

from struckle_cli.core.bots import Budget, Scene, Skill
from struckle_cli.games.stricken.state import State


def _value(state: State, seat: str) -> float:
    from struckle_cli.games.stricken.players import value

    return value(state, seat)


def _greedy(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    from struckle_cli.games.stricken.players import greedy

    return greedy(scene.state, chance)


def _search(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    from struckle_cli.games.stricken.players import search

    return search(scene.state, budget, chance)


SKILL = Skill(value=_value, greedy=_greedy, search=_search)
