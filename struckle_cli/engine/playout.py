"""Random games, reproducible from a seed."""

from collections.abc import Callable
from random import Random
from typing import Any

from struckle_cli.core.game import AnyGame

Chooser = Callable[[Random, Any, list[Any]], Any]


def playout(
    game: AnyGame, state: Any, rng: Random, limit: int, choose: Chooser | None = None
) -> tuple[list[str], list[Any]]:
    """The tokens of a random game of at most `limit` plies, and the states from the start to its end."""
    tokens: list[str] = []
    states = [state]
    while len(tokens) < limit:
        moves = game.legal_moves(state)
        if not moves:
            break
        move = choose(rng, state, moves) if choose else rng.choice(moves)
        tokens.append(game.format_move(move))
        state = game.apply(state, move)
        states.append(state)
    return tokens, states
