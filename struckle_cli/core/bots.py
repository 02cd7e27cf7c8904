"""Players that are programs: what one is given, what it may spend, and what a game tells it.

A bot gets a `Scene`, which holds what its seat may see and nothing else, and answers with what a person
would type: a token, or, where dice lie on the table, the faces to keep or how they are played.
"""

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from struckle_cli.core.game import AnyGame
else:
    AnyGame = Any

DEFAULT_NODES = 1_000
"""Positions that a search looks at for one answer where nobody says how many."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """What one answer may cost: positions looked at, and seconds; None is without that limit.

    A budget in nodes makes the same choice on every machine; one in seconds does not.
    """

    nodes: int | None = DEFAULT_NODES
    seconds: float | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one seat may see it, where that seat (or whoever may speak up) is to answer.

    `setup`, `start`, `state` and `tokens` are those of the record as this seat sees it: values that are
    hidden from it stand behind commitments. `rolls` is what has been thrown for the ply that is to come
    (`AKQJ9`, `AKQJ9/AK+KT9`); empty in games without dice.
    """

    game: AnyGame
    setup: Any
    start: Any
    state: Any
    tokens: Sequence[str]
    rolls: str = ""


Choose = Callable[[Scene, str, Budget, Random], str]
"""`choose(scene, seat, budget, chance)`: the answer of a seat; always the same with the same `chance` and a
budget in nodes.
"""


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """What a game knows about playing it well.

    `value(state, seat)` says how well a position stands for a seat, judged by what the state shows: 1 is
    won, 0 even, -1 lost, and in between how likely; it works on finished positions too. `greedy` and
    `search` are left out where the ways that all games share (`engine.bots`) do.
    """

    value: Callable[[Any, str], float]
    greedy: Choose | None = None
    search: Choose | None = None
    key: Callable[[Any], Hashable] | None = None
    """`key(state)`: what two positions have in common that differ in counters only (the number of the turn),
    so that a bot sees when it goes round in circles. Left out: the state, and no look back.
    """
