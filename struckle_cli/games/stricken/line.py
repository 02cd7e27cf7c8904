"""Playing many tokens at once, on one lattice that changes; agrees with stepping move by move.

The rules are those of `turns`, which `rules` uses too; what is saved is a state and a reading a ply.
"""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.stricken.moves import Move
from struckle_cli.games.stricken.notation import parse_move
from struckle_cli.games.stricken.rules import outcome
from struckle_cli.games.stricken.state import State
from struckle_cli.games.stricken.turns import carry_out, desk_of, judge, over

_KEPT = 20_000
"""Tokens whose moves are remembered: there are some seven thousand, but for those with a hash."""

_known: dict[str, Move] = {}


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens` (a list or tuple); the state after it, and its length."""
    if outcome(state) is not None:
        return state, 0
    desk, ply = desk_of(state), state.ply
    get = _known.get
    for token in tokens:
        move = get(token) or _first_met(token)
        if move is None or judge(desk, ply, move):
            break
        carry_out(desk, ply, move)
        ply += 1
        if over(desk, ply):
            break
    return desk.state(ply), ply - state.ply


def _first_met(token: str) -> Move | None:
    """The move of a token, None if it is none; remembered while there is room."""
    try:
        move = parse_move(token)
    except NotationError:
        return None
    if len(_known) < _KEPT and "#" not in token:
        _known[token] = move
    return move
