"""The players that are programs: one that looks at its next turn only, and one that looks ahead."""

from random import Random
from time import monotonic

from struckle_cli.core.bots import DEFAULT_NODES, Budget, Scene
from struckle_cli.core.solution import Limits
from struckle_cli.games.crungle.entries import apply, legal_moves
from struckle_cli.games.crungle.lookahead import Lookahead
from struckle_cli.games.crungle.notation import format_move
from struckle_cli.games.crungle.setup import SEATS
from struckle_cli.games.crungle.speaking import spoken
from struckle_cli.games.crungle.state import State
from struckle_cli.games.crungle.versus import foreseen
from struckle_cli.games.crungle.worth import value

_MOST = 200_000
"""Positions that a search looks into at most, whatever it may: what fits into a few hundred megabytes."""
_AHEAD = 4
"""Positions that looking ahead may look into for a node: a turn here costs far less than in other games."""
_PROVING = 0.3
"""The part of the time that goes to proving what best play leads to."""


def greedy(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The turn behind which the position is worth most; among equals any."""
    said = spoken(scene, seat, budget)
    if said is not None:
        return said
    state: State = scene.state
    side = SEATS.index(seat)
    rated = [(value(apply(state, move), side), format_move(move)) for move in legal_moves(state)]
    best = max(worth for worth, _ in rated)
    return chance.choice([token for worth, token in rated if worth == best])


def search(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The turn that is best by the solver's proof, or else by looking ahead; among equals any.

    The proof says which turns win soonest, put off a loss longest, or hold the balance; of the last, looking
    ahead takes those that make it most difficult for the opponent.
    """
    said = spoken(scene, seat, budget)
    if said is not None:
        return said
    nodes, until, proving = _nodes(budget), None, None
    if budget.seconds is not None:
        until, proving = monotonic() + budget.seconds, budget.seconds * _PROVING
    found, tokens = foreseen(scene.state, Limits(states=nodes, seconds=proving))
    if found.decided and found.value != "neither":
        return chance.choice(tokens)
    rated = Lookahead(scene.state, min(nodes * _AHEAD, _MOST), until).rated(tokens if found.decided else None)
    return chance.choice([token for worth, token, _ in rated if worth == rated[0][0]])


def _nodes(budget: Budget) -> int:
    if budget == Budget(nodes=None):
        return DEFAULT_NODES
    return _MOST if budget.nodes is None else min(budget.nodes, _MOST)
