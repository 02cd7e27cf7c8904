"""The actions on a lattice that can be changed: each rule once, for listing, judging and playing alike.

Answers are numbers, so that nothing is worded where nobody reads it: `FINE`, or which rule stands against
the action; `explain` turns these into sentences. Source: the game's page, *Turn*; rulings SN-1, SN-6, SN-8.
"""

from struckle_cli.games.stricken.board import ADJACENT, NEIGHBOURS, SHELLS
from struckle_cli.games.stricken.moves import ATTACK, DRIFT, INSPIRE, NEEDS, PULSE, SAP, WARD, Action
from struckle_cli.games.stricken.state import Desk, Plan

(
    FINE, EMPTY_FROM, NOT_YOURS, NOT_ADJACENT, OCCUPIED, NO_TARGET, OWN_SHELL, SAPPED, NO_ABILITY, NO_ALLY,
    NO_NEIGHBOUR, DUE_TURN, NOT_DUE, FORETOLD, CLAIM_EARLY, NO_ORDERS_LEFT, ACTOR_TAKEN, ORDER_TAKEN,
    NOTHING_TO_FORETELL,
) = range(19)  # fmt: skip
"""What is said of a token. `FINE` is a legal one, the others name what is against it."""


def against(desk: Desk, side: int, kind: int, source: int, target: int) -> int:
    """What is against an action of `side`; `FINE` if nothing is."""
    at = desk.at
    actor = at[source]
    if actor < 0:
        return EMPTY_FROM
    if (actor >= SHELLS) != side:
        return NOT_YOURS
    if kind == DRIFT:
        if target not in ADJACENT[source]:
            return NOT_ADJACENT
        return FINE if at[target] < 0 else OCCUPIED
    if kind != ATTACK:
        if desk.sapped >> actor & 1:
            return SAPPED
        if not desk.caps[actor] & NEEDS[kind]:
            return NO_ABILITY
        if kind != SAP:
            return _company(desk, side, kind, source)
    return _aim(desk, side, source, target)


def _aim(desk: Desk, side: int, source: int, target: int) -> int:
    """What is against an enemy shell as the target of an Attack or a Sap."""
    if target not in ADJACENT[source]:
        return NOT_ADJACENT
    victim = desk.at[target]
    if victim < 0:
        return NO_TARGET
    return OWN_SHELL if (victim >= SHELLS) == side else FINE


def _company(desk: Desk, side: int, kind: int, source: int) -> int:
    """Inspire and Ward need an adjacent ally, Pulse an adjacent shell of either side."""
    at = desk.at
    for point in NEIGHBOURS[source]:
        if at[point] >= 0 and (kind == PULSE or (at[point] >= SHELLS) == side):
            return FINE
    return NO_NEIGHBOUR if kind == PULSE else NO_ALLY


def perform(desk: Desk, kind: int, source: int, target: int) -> None:
    """Carry out a legal action."""
    actor = desk.at[source]
    if kind == DRIFT:
        desk.at[source] = -1
        desk.at[target] = actor
        desk.where[actor] = target
        return
    if kind == ATTACK:
        _attack(desk, actor, target)
        return
    desk.revealed[actor] |= NEEDS[kind]
    desk.known[actor] |= NEEDS[kind]
    if kind == SAP:
        _sap(desk, desk.at[target])
        return
    near = [desk.at[point] for point in NEIGHBOURS[source] if desk.at[point] >= 0]
    if kind == PULSE:
        for shell in near:  # friends too; the actor is not among them, and nobody hit can hit back (SN-8)
            desk.hit(shell, desk.power[actor])
        return
    buffed = desk.power if kind == INSPIRE else desk.wards
    for shell in near:
        if (shell >= SHELLS) == (actor >= SHELLS):
            buffed[shell] += 1


def _attack(desk: Desk, actor: int, target: int) -> None:
    """Both take damage at once; who alone survives as the attacker moves onto the target's point."""
    victim = desk.at[target]
    given, taken = desk.power[actor], desk.power[victim]
    desk.hit(actor, taken)
    desk.hit(victim, given)
    if desk.at[target] < 0 and desk.damage[actor] <= desk.wards[actor]:
        desk.move(actor, target)


def _sap(desk: Desk, victim: int) -> None:
    """The buffs it has are gone, and for good the use of its capabilities; damage stays."""
    desk.power[victim] = 1
    desk.wards[victim] = 0
    desk.sapped |= 1 << victim
    if desk.damage[victim] > 0:
        desk.destroy(victim)


# --- what orders say ----------------------------------------------------------------------------


def plan_of(desk: Desk, action: Action) -> Plan:
    """What an order for an action says: a Drift aims at the point, Attack and Sap at the shell (SN-4)."""
    aim = action.target
    if action.kind in (ATTACK, SAP):
        aim = desk.at[aim]
    return Plan(action.kind, desk.at[action.source], aim)


def action_of(desk: Desk, side: int, plan: Plan) -> Action | None:
    """The action that a plan comes to now; None if that is not legal (SN-3, SN-9)."""
    source, target = desk.where[plan.actor], plan.aim
    if plan.kind in (ATTACK, SAP):
        target = desk.where[target]
    if desk.at[source] != plan.actor or against(desk, side, plan.kind, source, target):
        return None
    return Action(plan.kind, source, target)


KINDS_WITHOUT_AIM = (INSPIRE, WARD, PULSE)


def actions(desk: Desk, side: int) -> list[Action]:
    """All actions: by the shells' numbers, then in the order of kinds, then by target."""
    found = []
    at, caps = desk.at, desk.caps
    for shell in range(SHELLS * side, SHELLS * (side + 1)):
        source = desk.where[shell]
        if at[source] != shell:
            continue
        near = [(point, at[point]) for point in NEIGHBOURS[source]]
        enemies = [point for point, other in near if other >= 0 and (other >= SHELLS) != side]
        found += [Action(DRIFT, source, point) for point, other in near if other < 0]
        found += [Action(ATTACK, source, point) for point in enemies]
        if desk.sapped >> shell & 1:
            continue
        for kind in KINDS_WITHOUT_AIM:
            if caps[shell] & NEEDS[kind] and _company(desk, side, kind, source) == FINE:
                found.append(Action(kind, source))
        if caps[shell] & NEEDS[SAP]:
            found += [Action(SAP, source, point) for point in enemies]
    return found
