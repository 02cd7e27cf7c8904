"""Random games, reproducible from a seed."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from struckle_cli.core.game import AnyGame
from struckle_cli.core.hooks import Dice

Chooser = Callable[[Random, Any, list[Any]], Any]


def playout(
    game: AnyGame, state: Any, rng: Random, limit: int, choose: Chooser | None = None
) -> tuple[list[str], list[Any]]:
    """The tokens of a random game of at most `limit` plies, and the states from the start to its end.

    In a game with dice they are thrown, and re-rolled at random, before each ply.
    """
    tokens: list[str] = []
    states = [state]
    while len(tokens) < limit:
        moves = game.legal_moves(state) if game.dice is None else rolled(game, game.dice, rng, state)
        if not moves:
            break
        move = choose(rng, state, moves) if choose else rng.choice(moves)
        tokens.append(game.format_move(move))
        state = game.apply(state, move)
        states.append(state)
    return tokens, states


def rolled(game: AnyGame, dice: Dice, rng: Random, state: Any) -> list[Any]:
    """The legal moves after a random turn at the dice; none when the game is over."""
    if game.to_move(state) is None:
        return []
    throw = dice.drawn(rng)
    rolls = dice.roll("", "", throw)
    while dice.throws_left(rolls) and rng.random() < 0.5:
        faces = lying(rolls)
        rolls = dice.roll(rolls, "".join(rng.sample(faces, rng.randrange(len(faces)))), throw)
    return dice.plays(state, rolls)


def lying(rolls: str) -> str:
    """The faces that lie on the table after some rolls: those kept and those thrown last."""
    faces = re.split(r"\W", rolls)[-2:]
    return "".join(faces) if "/" in rolls else faces[-1]
