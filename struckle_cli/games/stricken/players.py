"""The bots `greedy` and `search`, and what a position is worth to a seat.

Both know what their side's view shows and nothing else. A claim wins, so it is made as soon as it is legal;
there is no false one, because points are public.
"""

from random import Random

from struckle_cli.core.bots import Budget
from struckle_cli.games.stricken.board import SEATS
from struckle_cli.games.stricken.guesses import due_now
from struckle_cli.games.stricken.moves import Claim, Move
from struckle_cli.games.stricken.notation import format_move
from struckle_cli.games.stricken.rules import outcome
from struckle_cli.games.stricken.searching import chosen, open_to
from struckle_cli.games.stricken.state import Desk, State
from struckle_cli.games.stricken.turns import desk_of, listing, may_claim
from struckle_cli.games.stricken.weighing import Eye, squashed

_CLAIM = 12.0
"""Shells that a claim is worth to who can make it now."""
_CLAIM_AHEAD = 3.0
"""The same to who can make it on the next turn, if points stay as they are."""
_ALIKE = 1e-9
"""Differences below this are those of rounding."""


def value(state: State, seat: str) -> float:
    """How well a position stands for a seat, from -1 (lost) to 1 (won), by what the state shows."""
    found = outcome(state)
    if found is not None:
        return 0.0 if not found.winners else 1.0 if seat in found.winners else -1.0
    desk, side = desk_of(state), state.side
    worth = squashed(_standing(desk, side, state.turn), state.turn)
    return worth if seat == SEATS[side] else -worth


def _standing(desk: Desk, side: int, turn: int) -> float:
    """How the side to move stands, in shells, with claims that are at hand."""
    if may_claim(desk, side):
        return _CLAIM
    found = Eye(desk, turn).standing(desk, side)
    return found - _CLAIM_AHEAD if may_claim(desk, 1 - side) else found


def greedy(state: State, chance: Random) -> str:
    """What promises most at once; among equals any."""
    desk = desk_of(state)
    move = _compelled(desk, state, chance)
    if move is None:
        found = open_to(desk, state.ply, Eye(desk, state.turn))
        move = chance.choice([move for worth, move in found if worth > found[0][0] - _ALIKE])
    return format_move(move)


def search(state: State, budget: Budget, chance: Random) -> str:
    """What does best on average, in worlds that the position can be."""
    move = _compelled(desk_of(state), state, chance)
    return format_move(chosen(state, budget, chance) if move is None else move)


def _compelled(desk: Desk, state: State, chance: Random) -> Move | None:
    """What there is to do without a choice: what is due, and a claim. None for all other turns.

    On a due turn there is a choice only for who does not even know the orders of the side.
    """
    order = due_now(desk.orders[state.side], state.turn)
    if order is not None and len(order.dues) == 1:
        return chance.choice(listing(desk, state.ply))
    return Claim() if may_claim(desk, state.side) else None
