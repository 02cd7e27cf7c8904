"""Playing many tokens at once, on one board that changes; agrees with stepping move by move.

The rules are those of `acting`, which `rules` uses too; what is saved is a state and a reading a ply.
"""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struckle.acting import WON, act
from struckle_cli.games.struckle.board import PIECES
from struckle_cli.games.struckle.moves import Move
from struckle_cli.games.struckle.notation import parse_move
from struckle_cli.games.struckle.setup import decided_for
from struckle_cli.games.struckle.state import State, later

_KEPT = 50_000
"""Tokens whose moves are remembered; there are some hundred thousand, and a small input has few."""

_known: dict[str, Move] = {}


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens` (a list or tuple); the state after it, and its length."""
    if decided_for(state.squares):
        return state, 0
    desk, piece, plies = state.desk(), state.turn, 0
    get = _known.get
    for token in tokens:
        move = get(token) or _first_met(token)
        if move is None or move.archetype != piece & 3:
            break
        result = act(desk, piece, move)
        if result > WON:
            break
        plies += 1
        if result:
            break
        piece = (piece + 1) % PIECES
    return later(state, desk, plies), plies


def _first_met(token: str) -> Move | None:
    """The move of a token, None if it is none; remembered while there is room."""
    try:
        move = parse_move(token)
    except NotationError:
        return None
    if len(_known) < _KEPT:
        _known[token] = move
    return move
