"""Why a token is refused, in words that name the place; the slow path of the rules.

What is wrong, `turns` has found; here it is only told, and of hidden things nothing is known here either.
Source: the game's page, *Turn* and *Foretell*.
"""

from struckle_cli.core.errors import Reason, counted, short
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.stricken import acting
from struckle_cli.games.stricken.board import (
    BEADS,
    NAMES,
    OFF,
    SEATS,
    owner,
    title,
)
from struckle_cli.games.stricken.guesses import due_now
from struckle_cli.games.stricken.moves import (
    ACTION_NAMES,
    ATTACK,
    DRIFT,
    SAP,
    Action,
    Due,
    Move,
    Seal,
)
from struckle_cli.games.stricken.state import Desk, Order, Plan, State

_CODES = {
    acting.EMPTY_FROM: "stricken.empty-from",
    acting.NOT_YOURS: "stricken.not-yours",
    acting.NOT_ADJACENT: "stricken.not-adjacent",
    acting.OCCUPIED: "stricken.occupied",
    acting.NO_TARGET: "stricken.no-target",
    acting.OWN_SHELL: "stricken.own-shell",
    acting.SAPPED: "stricken.sapped",
    acting.NO_ABILITY: "stricken.no-ability",
    acting.NO_ALLY: "stricken.no-ally",
    acting.NO_NEIGHBOUR: "stricken.no-neighbour",
    acting.DUE_TURN: "stricken.due-turn",
    acting.NOT_DUE: "stricken.not-due",
    acting.FORETOLD: "stricken.foretold",
    acting.CLAIM_EARLY: "stricken.claim-early",
    acting.NO_ORDERS_LEFT: "stricken.no-orders-left",
    acting.ACTOR_TAKEN: "stricken.actor-taken",
    acting.ORDER_TAKEN: "stricken.order-taken",
    acting.NOTHING_TO_FORETELL: "stricken.nothing-to-foretell",
}


def after_end(state: State, ended: Outcome) -> Reason:
    """A move follows although the game is over."""
    why = f"the game is over: {ended}; {SEATS[state.side]} would have been next"
    return Reason("stricken.after-end", why)


def explain(desk: Desk, ply: int, move: Move, fault: int) -> Reason:
    """Why `turns.judge` answers `fault`."""
    side, turn = ply & 1, (ply >> 1) + 1
    code = _CODES[fault]
    if fault < acting.DUE_TURN and isinstance(move, Action | Seal | Due):
        action = move if isinstance(move, Action) else move.action
        if fault == acting.NO_ABILITY and desk.beads[desk.at[action.source]] is None:
            return Reason("stricken.bead-excluded", _excluded(desk, action))
        return Reason(code, _against(desk, action, fault))
    if fault in (acting.DUE_TURN, acting.NOT_DUE, acting.FORETOLD):
        return Reason(code, _about_due(desk, side, turn, fault))
    return Reason(code, _about_orders(desk, side, turn, move, fault))


def _against(desk: Desk, action: Action, fault: int) -> str:
    """What is against an action as such."""
    here = NAMES[action.source]
    if fault == acting.EMPTY_FROM:
        return f"no shell stands on {here}"
    actor = desk.at[action.source]
    if fault == acting.NOT_YOURS:
        return f"the shell on {here} is {title(actor)}, and {SEATS[1 - owner(actor)]} is to move"
    who, kind = f"{title(actor)} on {here}", ACTION_NAMES[action.kind]
    if fault in (acting.NOT_ADJACENT, acting.OCCUPIED, acting.NO_TARGET, acting.OWN_SHELL):
        return _about_target(desk, action, fault)
    if fault == acting.SAPPED:
        return f"{who} has been sapped, so it has no use of {kind}"
    if fault == acting.NO_ABILITY:
        return f"{who} has the bead {BEADS[desk.beads[actor] or 0]}, so it has no {kind}"
    if fault == acting.NO_NEIGHBOUR:
        return f"{who} has no adjacent shell, and {kind} needs one"
    return f"{who} has no adjacent ally, and {kind} needs one"


def _excluded(desk: Desk, action: Action) -> str:
    who = f"{title(desk.at[action.source])} on {NAMES[action.source]}"
    kind = ACTION_NAMES[action.kind]
    return f"{who} cannot have {kind}: with what has been shown, twelve different beads are impossible then"


def _about_target(desk: Desk, action: Action, fault: int) -> str:
    here, there = NAMES[action.source], NAMES[action.target]
    if fault == acting.NOT_ADJACENT:
        if here == there:
            return f"{there} is where the shell stands; the target is one step along one axis away"
        return f"{there} is not adjacent to {here}: one step along one axis"
    if fault == acting.NO_TARGET:
        aims = "an Attack" if action.kind == ATTACK else "a Sap"
        return f"no shell stands on {there}, and {aims} needs an enemy"
    whom = f"{title(desk.at[action.target])} stands on {there}"
    if fault == acting.OCCUPIED:
        return f"{whom}; a Drift leads to an empty point"
    return f"{whom}, a shell of the same side; {ACTION_NAMES[action.kind]} needs an enemy"


# --- orders -------------------------------------------------------------------------------------


def told(plan: Plan) -> str:
    """What an order says, in words: `white's shell 3 to Drift to 1b2`."""
    what = f"{title(plan.actor)} to {ACTION_NAMES[plan.kind]}"
    if plan.kind == DRIFT:
        return f"{what} to {NAMES[plan.aim]}"
    return f"{what} {title(plan.aim)}" if plan.kind in (ATTACK, SAP) else what


def _about_due(desk: Desk, side: int, turn: int, fault: int) -> str:
    seat = SEATS[side]
    order = due_now(desk.orders[side], turn)
    if order is None:
        return f"no order of {seat} is due on its turn {turn}"
    sealed = f"{seat}'s order of its turn {order.sealed}"
    if fault == acting.DUE_TURN:
        what = "" if order.hidden else f" ({told(order.plans[0])})"
        return f"{sealed}{what} is due on this turn, and {seat} does nothing else"
    if order.hidden:
        return f"no order that {seat} could have sealed on its turn {order.sealed} comes to this"
    plan = order.plans[0]
    action = acting.action_of(desk, side, plan)
    if action is not None:
        return f"{sealed} is {told(plan)}, which is legal now, and so it is carried out"
    return f"{sealed} is {told(plan)}, which is void now: {_why_void(desk, side, plan)}"


def _why_void(desk: Desk, side: int, plan: Plan) -> str:
    source, target = desk.where[plan.actor], plan.aim
    if source == OFF:
        return f"{title(plan.actor)} is destroyed"
    if plan.kind in (ATTACK, SAP):
        target = desk.where[plan.aim]
        if target == OFF:
            return f"{title(plan.aim)} is destroyed"
    if plan.kind == DRIFT and source == target:
        return f"{title(plan.actor)} already stands on {NAMES[target]} (SN-9)"
    action = Action(plan.kind, source, target)
    return _against(desk, action, acting.against(desk, side, plan.kind, source, target))


def _about_orders(desk: Desk, side: int, turn: int, move: Move, fault: int) -> str:
    seat = SEATS[side]
    if fault == acting.CLAIM_EARLY:
        mine, theirs = desk.points[side], desk.points[1 - side]
        needs = f"{short(desk.terms.claim_at)} points and a lead of {short(desk.terms.claim_lead)}"
        return f"{seat} has {counted(mine, 'point')} against {theirs}, and a claim needs {needs}"
    if fault == acting.NO_ORDERS_LEFT:
        return f"{seat} has sealed its three orders"
    if isinstance(move, Seal):
        actor, due = desk.at[move.action.source], turn + move.delay
        if fault == acting.ACTOR_TAKEN:
            return (
                f"{title(actor)} is the actor of an order that is not resolved yet{_whose(desk, side, actor)}"
            )
        return f"another order of {seat} is due on its turn {due} already"
    if fault == acting.ORDER_TAKEN:
        return f"other orders of {seat} are due on its turns {turn + 2} and {turn + 3} already"
    return f"no shell of {seat} has an action that an order could name"


def _whose(desk: Desk, side: int, actor: int) -> str:
    for order in desk.orders[side]:
        if not order.hidden and order.plans[0].actor == actor:
            return f", sealed on turn {order.sealed}"
    return ""


def order_text(order: Order) -> str:
    """An order as lists show it: what it says as far as that is known, and when it is due."""
    what = "hidden" if order.hidden else told(order.plans[0])
    dues = " or ".join(str(due) for due in order.dues)
    return f"order of turn {order.sealed}, due on turn {dues}: {what}"
