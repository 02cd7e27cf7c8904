"""What Struggle knows about playing it well; how is imported when somebody plays."""

from random import Random

from struckle_cli.core.bots import Budget, Scene, Skill
from struckle_cli.games.struggle.board import SEATS
from struckle_cli.games.struggle.state import State


def _value(state: State, seat: str) -> float:
    from struckle_cli.games.struggle.players import value

    return value(state, SEATS.index(seat))


def _greedy(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    from struckle_cli.games.struggle.players import greedy

    return greedy(scene, seat, budget, chance)


def _search(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    from struckle_cli.games.struggle.players import search

    return search(scene, seat, budget, chance)


SKILL = Skill(value=_value, greedy=_greedy, search=_search)
