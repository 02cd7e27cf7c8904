"""The bots that every game has: random, greedy and search, by what the game tells of itself."""

from random import Random
from typing import Any

from struckle_cli.core.bots import Budget, Choose, Scene
from struckle_cli.core.game import AnyGame

NAMES = ("random", "greedy", "search")
"""From the weakest to the strongest."""


def chooser(game: AnyGame, name: str) -> Choose:
    """The bot of that name for a game; raises `KeyError` for a name that is none."""
    own = {} if game.skill is None else {"greedy": game.skill.greedy, "search": game.skill.search}
    return own.get(name) or {"random": at_random, "greedy": greedily, "search": ahead}[name]


def at_random(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """Any legal move; with dice, thrown as often as a coin says, any way to play them."""
    game, state = scene.game, scene.state
    if game.dice is None:
        return str(game.format_move(chance.choice(game.legal_moves(state))))
    raise NotImplementedError


def greedily(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The move behind which the position is best, one ply ahead; among equals any."""
    game, state = scene.game, scene.state
    best: list[Any] = []
    top = float("-inf")
    for move in game.legal_moves(state):
        worth = value(game, game.apply(state, move), seat)
        if worth > top:
            best, top = [], worth
        if worth == top:
            best.append(move)
    return str(game.format_move(chance.choice(best)))


def ahead(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """As far ahead as the budget lets it look; without listed moves (dice) one ply."""
    from struckle_cli.engine.searching import search  # it imports this module, and few calls need it

    return (search if scene.game.dice is None else greedily)(scene, seat, budget, chance)


def value(game: AnyGame, state: Any, seat: str) -> float:
    """How well a position stands for a seat, from -1 (lost) to 1 (won)."""
    result = game.outcome(state)
    if result is not None and result.winners:
        return 1.0 if seat in result.winners else -1.0
    return 0.0 if game.skill is None or result is not None else game.skill.value(state, seat)
