"""The bots that every game has: random, greedy and search, by what the game tells of itself."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from struckle_cli.core.bots import Budget, Choose, Scene
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.playout import lying

NAMES = ("random", "greedy", "search")
"""From the weakest to the strongest."""
ROLL = "roll"
"""The answer that keeps no die and throws all of them again."""


def chooser(game: AnyGame, name: str) -> Choose:
    """The bot of that name for a game; raises `KeyError` for a name that is none."""
    own = {} if game.skill is None else {"greedy": game.skill.greedy, "search": game.skill.search}
    return own.get(name) or {"random": at_random, "greedy": greedily, "search": ahead}[name]


def at_random(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """Any legal move; with dice, thrown as often as a coin says, any way to play them."""
    dice = scene.game.dice
    if dice is not None and dice.throws_left(scene.rolls) and chance.random() < 0.5:
        faces = lying(scene.rolls)
        return "".join(chance.sample(faces, chance.randrange(len(faces)))) or ROLL
    moves, written = answers(scene)
    return written(chance.choice(moves))


def greedily(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The move behind which the position is best, one ply ahead; among equals any. Dice stay as they fell."""
    game, state = scene.game, scene.state
    moves, written = answers(scene)
    best = best_of(moves, lambda move: value(game, game.apply(state, move), seat))
    return written(chance.choice(best))


def answers(scene: Scene) -> tuple[list[Any], Callable[[Any], str]]:
    """What can be played, and how it is typed; with dice all ways to play what lies on the table.

    In a seat's scene these are its legal moves: what it hides itself stands there in the open.
    """
    game, dice = scene.game, scene.game.dice
    if dice is None:
        return game.legal_moves(scene.state), game.format_move
    return dice.plays(scene.state, scene.rolls), dice.part


def best_of(moves: Iterable[Any], worth: Callable[[Any], float]) -> list[Any]:
    """The moves that are worth most, in their order."""
    best: list[Any] = []
    top = float("-inf")
    for move in moves:
        found = worth(move)
        if found > top:
            best, top = [], found
        if found == top:
            best.append(move)
    return best


def ahead(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """As far ahead as the budget lets it look; without listed moves (dice) one ply."""
    from struckle_cli.engine.searching import search  # it imports this module, and few calls need it

    return (search if scene.game.dice is None else greedily)(scene, seat, budget, chance)


def value(game: AnyGame, state: Any, seat: str) -> float:
    """How well a position stands for a seat, from -1 (lost) to 1 (won).

    A game without a skill says nothing but who has won.
    """
    result = game.outcome(state)
    if result is not None and result.winners:
        return 1.0 if seat in result.winners else -1.0
    return 0.0 if game.skill is None or result is not None else game.skill.value(state, seat)
