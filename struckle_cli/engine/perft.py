"""Counting sequences of legal tokens (perft), the classic proof that move generation is right."""

from typing import Any

from struckle_cli.core.game import AnyGame


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` legal tokens there are; games that end earlier do not count."""
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    apply = game.apply
    return sum(perft(game, apply(state, move), depth - 1) for move in moves)


def divide(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """For each legal token, in bytewise order, the sequences of `depth` (1 or more) that begin with it."""
    counts = {
        game.format_move(move): perft(game, game.apply(state, move), depth - 1)
        for move in game.legal_moves(state)
    }
    return dict(sorted(counts.items()))
