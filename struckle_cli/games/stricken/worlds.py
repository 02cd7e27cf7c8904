"""What a position can be in full: everything that is hidden filled in at random, as far as that is possible.

`guesses` says what is possible; here one of it is drawn. Whatever is possible can be drawn, but not all of it
equally often: that an order says something better than a Drift is taken as more likely.
"""

from random import Random

from msgspec.structs import replace

from struckle_cli.games.stricken.board import ALL_CAPABILITIES, SHELLS
from struckle_cli.games.stricken.guesses import Beads, fitting, narrowed, possible, possible_dues
from struckle_cli.games.stricken.moves import NEEDS
from struckle_cli.games.stricken.state import Order, Orders, Plan, State

_LIKED = (1, 4, 2, 2, 4, 4)
"""How much more likely than a Drift an order is to say each kind of action."""
_TRIES = 4


def imagined(state: State, chance: Random) -> State:
    """One of the open positions that a state can be, its hidden beads and orders filled in."""
    beads, known, orders = list(state.beads), bytearray(state.known), list(state.orders)
    for side in (0, 1):
        low = SHELLS * side
        held = bytes(known[low : low + SHELLS])
        blind = state.hidden(side)
        restricting = held if blind and state.terms.rebuilt else None
        orders[side] = _orders(orders[side], restricting, chance)
        if blind:
            needs = _needed(held, orders[side])
            beads[low : low + SHELLS] = deal(needs, state.terms.rebuilt, chance)
            known[low : low + SHELLS] = state.revealed[low : low + SHELLS]
        if all(order.done for order in orders[side]):
            orders[side] = ()
    return replace(state, beads=tuple(beads), known=bytes(known), orders=(orders[0], orders[1]))


def _orders(orders: Orders, beads: Beads, chance: Random) -> Orders:
    """The orders, each with one due turn and one plan that it can have together with the others."""
    for index in range(len(orders)):
        order = orders[index]
        if len(order.dues) > 1:
            due = replace(order, dues=(chance.choice(order.dues),))
            found = possible_dues((*orders[:index], due, *orders[index + 1 :]))
            orders = orders if found is None else found
    for index in chance.sample(range(len(orders)), len(orders)):
        if len(orders[index].plans) > 1:
            orders = _planned(orders, orders[index], beads, chance)
    return tuple(replace(order, hidden=False) for order in orders)


def _planned(orders: Orders, order: Order, beads: Beads, chance: Random) -> Orders:
    for plan in _shuffled(order.plans, chance):
        found = narrowed(orders, order, (plan,))
        if possible(found, beads):
            return found
    return orders


def _shuffled(plans: tuple[Plan, ...], chance: Random) -> list[Plan]:
    """Plans in random order, the likely ones rather in front."""
    keys = [(chance.random() ** (1 / _LIKED[plan.kind]), plan) for plan in plans]
    return [plan for _, plan in sorted(keys, reverse=True)]


def _needed(held: bytes, orders: Orders) -> bytes:
    """What beads hold at least, if the orders say what they say."""
    found = bytearray(held)
    for order in orders:
        plan = order.plans[0]
        found[plan.actor % SHELLS] |= NEEDS[plan.kind]
    return bytes(found)


def deal(needs: bytes, differing: bool, chance: Random) -> list[int]:
    """Twelve beads at random that hold at least what is needed of each; there must be such beads."""
    if not differing:
        return [chance.choice([bead for bead in _BEADS if bead & need == need]) for need in needs]
    for _ in range(_TRIES):
        found = _dealt(needs, chance, sure=False)
        if found is not None:
            return found
    found = _dealt(needs, chance, sure=True)
    assert found is not None, "guesses says that there are such beads"
    return found


_BEADS = range(1, ALL_CAPABILITIES + 1)


def _dealt(needs: bytes, chance: Random, *, sure: bool) -> list[int] | None:
    """Different beads, dealt to the most demanding shells first; None if that leads nowhere.

    `sure`: each bead leaves enough for the rest, so that it always leads to an end.
    """
    left, found = list(_BEADS), bytearray(needs)
    chance.shuffle(left)
    shells = chance.sample(range(SHELLS), SHELLS)
    for shell in sorted(shells, key=lambda one: -needs[one].bit_count()):
        need = needs[shell]
        for bead in left:
            if bead & need == need:
                found[shell] = bead
                if not sure or fitting(bytes(found)):
                    left.remove(bead)
                    break
        else:
            return None
    return list(found)
