"""A turn on a lattice that can be changed: what may be played, orders included, and what it does.

Used by `rules` state by state and by `line` for many tokens at once. Source: the game's page, *Turn* and
*Foretell*; rulings SN-3, SN-4, SN-5, SN-9.
"""

from msgspec.structs import replace

from struckle_cli.games.stricken.acting import (
    ACTOR_TAKEN,
    CLAIM_EARLY,
    DUE_TURN,
    FINE,
    FORETOLD,
    NO_ORDERS_LEFT,
    NOT_DUE,
    NOTHING_TO_FORETELL,
    ORDER_TAKEN,
    action_of,
    actions,
    against,
    perform,
    plan_of,
)
from struckle_cli.games.stricken.board import SHELLS
from struckle_cli.games.stricken.guesses import (
    due_now,
    gone_by,
    held_for_sure,
    holdable,
    narrowed,
    possible,
    possible_dues,
    remembered,
    restricting,
    without_actor,
)
from struckle_cli.games.stricken.moves import (
    INSPIRE,
    NEEDS,
    Action,
    Claim,
    Due,
    Move,
    Pass,
    Seal,
    SealHidden,
    Void,
)
from struckle_cli.games.stricken.state import TURNS, Desk, Order, Orders, Plan, State

MAX_ORDERS = 3
DELAYS = (2, 3)


def desk_of(state: State) -> Desk:
    """The position as a lattice that can be changed, with what hidden beads may hold."""
    desk = state.desk()
    for side in (0, 1):
        _look_at_beads(desk, side)
    return desk


def _look_at_beads(desk: Desk, side: int) -> None:
    """Find out again what a side's hidden beads may hold, where they restrict each other."""
    beads = restricting(desk, side)
    if beads is not None:
        low = SHELLS * side
        desk.caps[low : low + SHELLS] = holdable(desk.orders[side], beads)


def over(desk: Desk, ply: int) -> bool:
    """Whether the game has ended after `ply` plies."""
    return desk.claimed >= 0 or not desk.alive[0] or not desk.alive[1] or ply >= 2 * TURNS


# --- judging ------------------------------------------------------------------------------------


def judge(desk: Desk, ply: int, move: Move) -> int:
    """What is against a move after `ply` plies of a running game: `FINE`, or the first of its faults."""
    side, turn = ply & 1, (ply >> 1) + 1
    orders = desk.orders[side]
    if not orders and type(move) is Action:
        return against(desk, side, move.kind, move.source, move.target)
    order = due_now(orders, turn) if orders else None
    if isinstance(move, Due | Void):
        return NOT_DUE if order is None else _judge_due(desk, side, order, move)
    if order is not None and len(order.dues) == 1:
        return DUE_TURN
    if isinstance(move, Action):
        return against(desk, side, move.kind, move.source, move.target)
    if isinstance(move, Seal):
        return _judge_seal(desk, side, turn, move)
    if isinstance(move, SealHidden):
        return _judge_hidden(desk, side, turn)
    return CLAIM_EARLY if isinstance(move, Claim) and not may_claim(desk, side) else FINE


def may_claim(desk: Desk, side: int) -> bool:
    """Whether points and lead suffice for a claim (SN-7)."""
    mine, theirs = desk.points[side], desk.points[1 - side]
    return mine >= desk.terms.claim_at and mine - theirs >= desk.terms.claim_lead


def _judge_seal(desk: Desk, side: int, turn: int, move: Seal) -> int:
    if desk.used[side] >= MAX_ORDERS:
        return NO_ORDERS_LEFT
    action = move.action
    fault = against(desk, side, action.kind, action.source, action.target)
    if fault:
        return fault
    orders = gone_by(desk.orders[side], turn)
    if not orders:
        return FINE
    with_it = (*orders, Order(turn, (turn + move.delay,), (plan_of(desk, action),)))
    if not possible(with_it, restricting(desk, side)):
        return ACTOR_TAKEN
    return ORDER_TAKEN if possible_dues(with_it) is None else FINE


def _judge_hidden(desk: Desk, side: int, turn: int) -> int:
    if desk.used[side] >= MAX_ORDERS:
        return NO_ORDERS_LEFT
    with_it = (*gone_by(desk.orders[side], turn), _hidden_order(desk, side, turn))
    if possible_dues(with_it) is None:
        return ORDER_TAKEN
    return FINE if possible(with_it, restricting(desk, side)) else NOTHING_TO_FORETELL


def _hidden_order(desk: Desk, side: int, turn: int) -> Order:
    """An order of which nothing is known but the turn: it can say all that is legal now."""
    plans = tuple(plan_of(desk, action) for action in actions(desk, side))
    return Order(turn, tuple(turn + delay for delay in DELAYS), plans, True)


def _judge_due(desk: Desk, side: int, order: Order, move: Due | Void) -> int:
    if not order.hidden:
        expected = action_of(desk, side, order.plans[0])
        told = None if isinstance(move, Void) else move.action
        return FINE if told == expected else FORETOLD
    if isinstance(move, Due):
        action = move.action
        fault = against(desk, side, action.kind, action.source, action.target)
        if fault:
            return fault
    plans = _explanations(desk, side, order, move)
    orders = narrowed(desk.orders[side], order, plans)
    return FINE if plans and possible(orders, restricting(desk, side)) else FORETOLD


def _explanations(desk: Desk, side: int, order: Order, move: Due | Void) -> tuple[Plan, ...]:
    """What a hidden order can have said, if it comes to this."""
    if isinstance(move, Void):
        return tuple(plan for plan in order.plans if action_of(desk, side, plan) is None)
    plan = plan_of(desk, move.action)
    return (plan,) if plan in order.plans else ()


# --- playing ------------------------------------------------------------------------------------


def carry_out(desk: Desk, ply: int, move: Move) -> None:
    """Play a legal move."""
    side, turn = ply & 1, (ply >> 1) + 1
    orders = desk.orders[side]
    if type(move) is Action:
        if orders:
            desk.orders[side] = gone_by(orders, turn)
        perform(desk, move.kind, move.source, move.target)
    elif isinstance(move, Due | Void):
        _resolve(desk, side, turn, move)
    elif isinstance(move, Seal | SealHidden):
        if isinstance(move, Seal):
            new = Order(turn, (turn + move.delay,), (plan_of(desk, move.action),))
        else:
            new = _hidden_order(desk, side, turn)
        found = possible_dues((*gone_by(orders, turn), new))
        desk.orders[side] = orders if found is None else found
        desk.used[side] += 1
    elif isinstance(move, Claim):
        desk.claimed = side
    elif orders:
        desk.orders[side] = gone_by(orders, turn)
    if desk.beads[SHELLS * side] is None and (orders or type(move) is not Action or move.kind >= INSPIRE):
        _take_note(desk, side)


def _resolve(desk: Desk, side: int, turn: int, move: Due | Void) -> None:
    """Resolve the order that is due, and keep what that tells about hidden ones."""
    orders = desk.orders[side]
    order = due_now(orders, turn)
    if order is None:
        return
    plans = _explanations(desk, side, order, move) if order.hidden else order.plans
    _note_needs(desk, plans)
    done = replace(order, dues=(turn,), plans=plans, done=True)
    orders = tuple(done if item is order else item for item in orders)
    if len(plans) == 1:
        orders = without_actor(orders, done)
    hidden = desk.beads[SHELLS * side] is None
    desk.orders[side] = remembered(orders, restricting(desk, side), hidden)
    if isinstance(move, Due):
        perform(desk, move.action.kind, move.action.source, move.action.target)


def _take_note(desk: Desk, side: int) -> None:
    """What the orders that are left tell about a side's hidden beads."""
    for order in desk.orders[side]:
        _note_needs(desk, order.plans)
    _look_at_beads(desk, side)


def _note_needs(desk: Desk, plans: tuple[Plan, ...]) -> None:
    """If all that an order can say needs one capability of one hidden bead, that bead holds it."""
    needs = {(plan.actor, NEEDS[plan.kind]) for plan in plans}
    if len(needs) == 1:
        ((actor, need),) = needs
        if desk.beads[actor] is None:
            desk.known[actor] |= need


# --- listing ------------------------------------------------------------------------------------


def listing(desk: Desk, ply: int) -> list[Move]:
    """All legal moves: actions, pass, claim, orders to seal by action and delay, then what is due.

    Where something is hidden: all that the visible record does not exclude, but hidden orders.
    """
    side, turn = ply & 1, (ply >> 1) + 1
    order = due_now(desk.orders[side], turn)
    found: list[Move] = []
    if order is None or len(order.dues) > 1:
        todo = actions(desk, side)
        found += todo
        found.append(Pass())
        if may_claim(desk, side):
            found.append(Claim())
        found += _seals(desk, side, turn, todo)
    return found if order is None else found + _due_moves(desk, side, order)


def _seals(desk: Desk, side: int, turn: int, todo: list[Action]) -> list[Seal]:
    if desk.used[side] >= MAX_ORDERS:
        return []
    orders = gone_by(desk.orders[side], turn)
    if not orders:
        return [Seal(delay, action) for action in todo for delay in DELAYS]
    beads = restricting(desk, side)
    found, asked = [], dict[tuple[int, int], bool]()
    nothing = Plan(-1, -1, -1)
    free = [d for d in DELAYS if possible_dues((*orders, Order(turn, (turn + d,), (nothing,)))) is not None]
    for action in todo if free else ():
        plan = plan_of(desk, action)
        key = (plan.actor, NEEDS[plan.kind])
        if key not in asked:
            asked[key] = possible((*orders, Order(turn, (turn + free[0],), (plan,))), beads)
        if asked[key]:
            found += [Seal(delay, action) for delay in free]
    return found


def _due_moves(desk: Desk, side: int, order: Order) -> list[Move]:
    """What an order that may be due can come to."""
    if not order.hidden:
        action = action_of(desk, side, order.plans[0])
        return [Void() if action is None else Due(action)]
    found = {action_of(desk, side, plan) for plan in order.plans}
    moves: list[Due | Void] = [Due(action) for action in actions(desk, side) if action in found]
    moves.append(Void())
    return [move for move in moves if _judge_due(desk, side, order, move) == FINE]


# --- what is sure -------------------------------------------------------------------------------


def sure(desk: Desk, ply: int) -> bool:
    """Whether hidden things decide nothing in `listing`: each way to fill them in has the same moves."""
    side, turn = ply & 1, (ply >> 1) + 1
    orders = desk.orders[side]
    order = due_now(orders, turn)
    if order is not None:
        return len(order.dues) == 1 and len(listing(desk, ply)) == 1
    moves = listing(desk, ply)
    if desk.beads[SHELLS * side] is None:
        for move in moves:
            if isinstance(move, Action) and NEEDS[move.kind] and not _surely_able(desk, side, move):
                return False
    waiting = tuple(item for item in orders if not item.done and (item.hidden or len(item.dues) > 1))
    return not waiting or all(
        _surely_free(desk, orders, waiting, turn, move) for move in moves if isinstance(move, Seal)
    )


def _surely_able(desk: Desk, side: int, action: Action) -> bool:
    shell, need = desk.at[action.source], NEEDS[action.kind]
    if desk.known[shell] & need:
        return True
    return held_for_sure(desk.orders[side], restricting(desk, side), shell, need)


def _surely_free(desk: Desk, orders: Orders, waiting: Orders, turn: int, move: Seal) -> bool:
    """Whether neither the turn nor the actor of an order to seal can be taken by a hidden one."""
    actor = desk.at[move.action.source]
    for order in waiting:
        if turn + move.delay in order.dues:
            return False
        mine = tuple(plan for plan in order.plans if plan.actor == actor)
        if mine and possible(narrowed(orders, order, mine), restricting(desk, int(actor >= SHELLS))):
            return False
    return True
