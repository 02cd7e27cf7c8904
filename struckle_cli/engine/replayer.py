"""Replaying: the longest legal prefix of a record's moves, and what stops it.

Syntax comes first: every token is parsed and every fault of syntax told; judging stops at the first
illegal ply.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from struckle_cli.core.errors import MAX_FAULTS, Fault, NotationError, Reason, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.nearest import edit_distance


class Replay(msgspec.Struct, frozen=True):
    """Where `plies` legal plies have led, and the fault that stopped the rest (syntax faults included)."""

    state: Any
    plies: int
    faults: list[Fault]


def replay(game: AnyGame, state: Any, tokens: Sequence[str]) -> Replay:
    """Play `tokens` from `state`: the state after the legal prefix, its length, and all that is wrong."""
    state, plies = play(game, state, tokens)
    if plies == len(tokens):
        return Replay(state, plies, [])
    return Replay(state, plies, faults_from(game, state, tokens, plies))


def faults_from(game: AnyGame, state: Any, tokens: Sequence[str], plies: int) -> list[Fault]:
    """What is wrong with the token that `state`, after `plies` plies, does not take, and with the rest."""
    first = judge_token(game, state, tokens[plies], plies + 1)
    return [first, *syntax_faults(game, tokens[plies + 1 :], plies + 2)]


def play(game: AnyGame, state: Any, tokens: Sequence[str]) -> tuple[Any, int]:
    """The state after the longest legal prefix of `tokens`, and that prefix's length."""
    if game.play_line is not None:
        return game.play_line(state, tokens)
    return step_through(game, state, tokens)


def step_through(game: AnyGame, state: Any, tokens: Sequence[str]) -> tuple[Any, int]:
    """`play` by the contract's single steps; what a game's `play_line` has to agree with."""
    for count, token in enumerate(tokens):
        try:
            move = game.parse_move(token)
        except NotationError:
            return state, count
        if game.why_illegal(state, move) is not None:
            return state, count
        state = game.apply(state, move)
    return state, len(tokens)


def syntax_fault(game: AnyGame, token: str) -> Reason | None:
    """Why a token does not have the shape of the game's notation; None if it has."""
    try:
        game.parse_move(token)
    except NotationError as error:
        return error.reason
    return None


def judge_token(game: AnyGame, state: Any, token: str, ply: int) -> Fault:
    """The fault of a token that cannot be played in `state`, with the nearest legal token."""
    reason = syntax_fault(game, token)
    if reason is None:
        reason = game.why_illegal(state, game.parse_move(token))
    if reason is None:
        raise ValueError(f"{token} is legal")
    return _fault(reason, token, ply, nearest(game, state, token))


def _fault(reason: Reason, token: str, ply: int, suggestion: str | None = None) -> Fault:
    return Fault(code=reason.code, message=reason.message, ply=ply, token=short(token), suggestion=suggestion)


_LOOKED_AT = 60
"""Characters of a refused token that are compared with the legal ones; a distance costs their product."""


def nearest(game: AnyGame, state: Any, token: str) -> str | None:
    """The legal token nearest to a refused one; None where there is no legal token."""
    moves = game.legal_moves(state) if game.dice is None else game.dice.near(state, token)
    if not moves:
        return None
    if game.nearness is not None:
        nearness = game.nearness
        return str(game.format_move(min(moves, key=lambda move: nearness(state, token, move))))
    start = token[:_LOOKED_AT]
    return min((edit_distance(start, text), text) for text in map(game.format_move, moves))[1]


def warnings(game: AnyGame, state: Any, tokens: Sequence[str]) -> list[Fault]:
    """What is wrong with entries that may stand all the same, a warning each; not more than can be told."""
    found: list[Fault] = []
    if game.warning is None:
        return found
    for ply, token in enumerate(tokens, 1):
        move = game.parse_move(token)
        reason = game.warning(state, move)
        if reason is not None:
            fault = _fault(reason, token, ply, nearest(game, state, token))
            found.append(msgspec.structs.replace(fault, severity="warning"))
            if len(found) > MAX_FAULTS:
                break
        state = game.apply(state, move)
    return found


def syntax_faults(game: AnyGame, tokens: Iterable[str], first_ply: int = 1) -> list[Fault]:
    """The faults of syntax of tokens, the first of which is ply `first_ply`; not more than can be told."""
    found: list[Fault] = []
    for ply, token in enumerate(tokens, first_ply):
        reason = syntax_fault(game, token)
        if reason is not None:
            found.append(_fault(reason, token, ply))
            if len(found) > MAX_FAULTS:
                break
    return found
