"""What hidden beads and hidden orders can be, given all that can be seen: exact, never a guess too few.

An order that is hidden is known by the turns on which it can be due and by the plans that were legal when it
was sealed and that nothing since has excluded. Beads that are hidden hold at least what is `known`; in a
free deal they can hold anything more, with `deal: rebuilt` a side's twelve beads differ. A choice of plans is
possible if orders that were unresolved at the same time have different actors and the beads can hold what
the plans need.
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from struckle_cli.games.stricken.board import ALL_CAPABILITIES, SHELLS
from struckle_cli.games.stricken.moves import NEEDS
from struckle_cli.games.stricken.state import Desk, Order, Orders, Plan

Beads = bytes | None
"""What each of a side's twelve beads holds at least; None where that restricts nothing."""
_NEVER = 1 << 30


def restricting(desk: Desk, side: int) -> Beads:
    """What is known of a side's hidden beads if they have to differ; None if nothing can be wrong."""
    low = SHELLS * side
    if desk.terms.rebuilt and desk.beads[low] is None:
        return bytes(desk.known[low : low + SHELLS])
    return None


# --- when orders are due ------------------------------------------------------------------------


def possible_dues(orders: Orders) -> Orders | None:
    """The orders with the turns on which they can still be due; None if two must be due on one turn.

    Two orders of a side are never due on the same turn. What is left of each order's turns, with that rule,
    is the exact set of what is possible together.
    """
    waiting = [order for order in orders if not order.done]
    if all(len(order.dues) == 1 for order in waiting):
        return orders if len({order.dues for order in waiting}) == len(waiting) else None
    ways = list(_ways([order.dues for order in waiting], ()))
    if not ways:
        return None
    left = {
        order.sealed: tuple(sorted(set(turns)))
        for order, turns in zip(waiting, zip(*ways, strict=True), strict=True)
    }
    return tuple(order if order.done else replace(order, dues=left[order.sealed]) for order in orders)


def _ways(dues: list[tuple[int, ...]], taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(taken) == len(dues):
        yield taken
        return
    for turn in dues[len(taken)]:
        if turn not in taken:
            yield from _ways(dues, (*taken, turn))


def due_now(orders: Orders, turn: int) -> Order | None:
    """The order that is due on this turn or may be; never more than one can be."""
    for order in orders:
        if turn in order.dues and not order.done:
            return order
    return None


def gone_by(orders: Orders, turn: int) -> Orders:
    """The orders after a turn on which none was resolved, so none was due."""
    if due_now(orders, turn) is None:
        return orders
    later = tuple(
        order if order.done else replace(order, dues=tuple(due for due in order.dues if due != turn))
        for order in orders
    )
    found = possible_dues(later)
    return orders if found is None else found


# --- what orders say ----------------------------------------------------------------------------


def possible(orders: Orders, beads: Beads) -> bool:
    """Whether all orders can be what they can be at the same time."""
    if beads is None and all(len(order.plans) == 1 for order in orders):
        return bool(_distinct(orders))
    return _choose(orders, (), beads)


def _distinct(orders: Orders) -> bool:
    chosen: tuple[int, ...] = ()
    for order in orders:
        if _taken(orders, chosen, order, order.plans[0].actor):
            return False
        chosen += (order.plans[0].actor,)
    return True


def _choose(orders: Orders, chosen: tuple[int, ...], beads: Beads) -> bool:
    if len(chosen) == len(orders):
        return beads is None or fitting(beads)
    order = orders[len(chosen)]
    for actor, need in _choices(order, beads):
        if _taken(orders, chosen, order, actor):
            continue
        held = beads
        if beads is not None and need:
            shell = actor % SHELLS
            held = beads[:shell] + bytes((beads[shell] | need,)) + beads[shell + 1 :]
        if _choose(orders, (*chosen, actor), held):
            return True
    return False


def _choices(order: Order, beads: Beads) -> list[tuple[int, int]]:
    """Actors of an order, each with what its bead must hold beyond what is known; needless needs left out."""
    found: dict[int, set[int]] = {}
    for plan in order.plans:
        need = 0 if beads is None else NEEDS[plan.kind] & ~beads[plan.actor % SHELLS]
        found.setdefault(plan.actor, set()).add(need)
    return [(actor, need) for actor, needs in found.items() for need in ({0} if 0 in needs else needs)]


def _taken(orders: Orders, chosen: tuple[int, ...], order: Order, actor: int) -> bool:
    """Whether the actor is that of an order that was unresolved at the same time."""
    return any(actor == other and overlap(orders[index], order) for index, other in enumerate(chosen))


def overlap(one: Order, other: Order) -> bool:
    """Whether there was a time at which both orders were sealed and neither was resolved."""
    ends = [order.dues[0] if order.done else _NEVER for order in (one, other)]
    return max(one.sealed, other.sealed) < min(ends)


def narrowed(orders: Orders, order: Order, plans: tuple[Plan, ...]) -> Orders:
    """The orders with one that says one of `plans`."""
    return tuple(replace(order, plans=plans) if item is order else item for item in orders)


def without_actor(orders: Orders, order: Order) -> Orders:
    """The orders but for one whose actor is known: nobody who overlaps with it has the same one."""
    actor = order.plans[0].actor
    return tuple(
        _without(item, actor) if len(item.plans) > 1 and overlap(item, order) else item
        for item in orders
        if item is not order
    )


def _without(order: Order, actor: int) -> Order:
    return replace(order, plans=tuple(plan for plan in order.plans if plan.actor != actor))


def remembered(orders: Orders, beads: Beads, hidden: bool) -> Orders:
    """The orders without resolved ones that bear on nothing any more; `hidden`: the side's beads are.

    A resolved order that cannot have said anything without an ability tells that one of some beads holds one.
    """
    if beads is not None or any(not order.done for order in orders):
        return orders
    return orders if hidden and any(_telling(order) for order in orders) else ()


def _telling(order: Order) -> bool:
    return len(order.plans) > 1 and all(NEEDS[plan.kind] for plan in order.plans)


# --- what beads hold ----------------------------------------------------------------------------


def fitting(beads: bytes) -> bool:
    """Whether twelve different beads can hold at least this each."""
    return _fitting(bytes(sorted(beads)))


@lru_cache(maxsize=4096)
def _fitting(beads: bytes) -> bool:
    """A matching of shells and sets of capabilities, found by augmenting paths."""
    holders: dict[int, int] = {}
    return all(_place(beads, index, set(), holders) for index in reversed(range(len(beads))))


def _place(beads: bytes, index: int, seen: set[int], holders: dict[int, int]) -> bool:
    for bead in range(1, ALL_CAPABILITIES + 1):
        if bead & beads[index] == beads[index] and bead not in seen:
            seen.add(bead)
            if bead not in holders or _place(beads, holders[bead], seen, holders):
                holders[bead] = index
                return True
    return False


@lru_cache(maxsize=1024)
def holdable(orders: Orders, beads: bytes) -> bytes:
    """For each of a side's twelve beads, which must differ, the capabilities that it can hold."""
    found = bytearray(beads)
    if _needless(orders, beads):
        orders = ()
    for shell in range(SHELLS):
        for need in (1, 2, 4, 8):
            if not beads[shell] & need:
                tried = bytearray(beads)
                tried[shell] |= need
                if possible(orders, bytes(tried)):
                    found[shell] |= need
    return bytes(found)


def _needless(orders: Orders, beads: bytes) -> bool:
    """Whether all orders can be such that they need nothing of any bead beyond what is known."""
    left = []
    for order in orders:
        kept = tuple(plan for plan in order.plans if not NEEDS[plan.kind] & ~beads[plan.actor % SHELLS])
        if not kept:
            return False
        left.append(replace(order, plans=kept))
    return possible(tuple(left), None)


def held_for_sure(orders: Orders, beads: Beads, shell: int, need: int) -> bool:
    """Whether the hidden bead of `shell` holds what an ability needs, though that is not `known`.

    Beads that must differ leave it open: where one holds more than it needs, it can be exchanged with the
    one that holds just that, or left out. So only plans of orders can make it sure: all that avoid it fail.
    """
    left = []
    for order in orders:
        kept = tuple(plan for plan in order.plans if plan.actor != shell or NEEDS[plan.kind] != need)
        if not kept:
            return True
        left.append(replace(order, plans=kept))
    return not possible(tuple(left), beads)
