"""Playing many tokens at once, on one board that changes; agrees with stepping move by move.

The rules are those of `acting`, which `rules` uses too; what is saved is a state and a reading a ply. Nearly
all turns do nothing or walk without a power, so what a walk comes to (`board.paths`) is kept by token.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle
from operator import length_hint

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struckle.acting import WON, act, enter
from struckle_cli.games.struckle.board import BIT, PIECES, Steps, paths
from struckle_cli.games.struckle.moves import NO_POWER, Move
from struckle_cli.games.struckle.notation import parse_move
from struckle_cli.games.struckle.setup import decided_for
from struckle_cli.games.struckle.state import Desk, State, later

_KEPT = 50_000
"""Tokens that are remembered; there are some hundred thousand, and a small input has few. When there are as
many, all are forgotten."""

Way = tuple[int, int, int, int]
"""What must be empty, where a walk ends, the bits of occupied squares that change, and its effect."""
Ways = dict[int, Way]
"""The walks that were met and cannot win, by the square where they begin; none for a power."""

_moves: dict[str, Move] = {}
_known: tuple[dict[str, Ways | None], ...] = ({}, {}, {}, {})
"""For each archetype the ways of its tokens, None for a turn that does nothing at all."""
_TURNS = tuple((piece, _known[piece & 3]) for piece in range(PIECES))
Turns = Iterator[tuple[str, tuple[int, dict[str, Ways | None]]]]


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens` (a list or tuple); the state after it, and its length."""
    if decided_for(state.squares):
        return state, 0
    desk, rest = state.desk(), iter(tokens)
    played = _play(desk, zip(rest, cycle(_TURNS[state.turn :] + _TURNS[: state.turn]), strict=False))
    plies = len(tokens) - length_hint(rest) - (not played)
    return later(state, desk, plies), plies


def _play(desk: Desk, turns: Turns) -> bool:
    """Play turns up to a win, or to a token that is not legal; whether the last one taken was played."""
    cells, squares = desk.cells, desk.squares
    for token, (piece, known) in turns:
        try:
            ways = known[token]
        except KeyError:
            if not _learn(token, piece & 3):
                return False
            ways = known[token]
        if ways is None:
            continue
        here = squares[piece]
        way = ways.get(here)
        if way is None:
            result = _act(desk, piece, _moves[token], ways)
            if result:
                return result == WON
            continue
        needs, end, change, effect = way
        if desk.occupied & needs:
            return False
        cells[here] = 0
        cells[end] = piece + 1
        squares[piece] = end
        desk.occupied ^= change
        if effect:
            enter(desk, piece, effect)
    return True


def _act(desk: Desk, piece: int, move: Move, ways: Ways) -> int:
    """`act`, and remember the walk for the next time if it is one that cannot win."""
    here = desk.squares[piece]
    path = paths(here).get(move.steps)
    if path is not None and not path.goals and move.power == NO_POWER:
        ways[here] = (path.needs, path.end, BIT[here] ^ BIT[path.end], path.effect)
    return act(desk, piece, move)


@cache
def _ways(steps: Steps) -> Ways:
    """The walks of some steps, the same for all archetypes."""
    return {}


def _learn(token: str, archetype: int) -> bool:
    """Remember the move of a token; whether it is one, and of that archetype."""
    try:
        move = parse_move(token)
    except NotationError:
        return False
    if move.archetype != archetype:
        return False
    if len(_moves) >= _KEPT:
        _moves.clear()
        for known in _known:
            known.clear()
    _moves[token] = move
    walks = _ways(move.steps) if move.power == NO_POWER else {}
    _known[archetype][token] = walks if move.steps or move.power != NO_POWER else None
    return True
