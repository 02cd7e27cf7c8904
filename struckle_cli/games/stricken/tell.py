"""What a token led to, in words, for `show` and `play`; of hidden things no more than the states hold."""

from struckle_cli.core.errors import counted
from struckle_cli.games.stricken.board import (
    ALL_SHELLS,
    CAPABILITY_NAMES,
    NAMES,
    OFF,
    SEATS,
    title,
)
from struckle_cli.games.stricken.explain import told
from struckle_cli.games.stricken.guesses import due_now
from struckle_cli.games.stricken.moves import ATTACK, Action, Claim, Due, Move, Seal, SealHidden, Void
from struckle_cli.games.stricken.state import State
from struckle_cli.games.stricken.turns import MAX_ORDERS


def tell(before: State, move: Move, after: State) -> list[str]:
    """What a move did: damage, buffs, destroyed shells and points, what was revealed, orders."""
    if isinstance(move, Action):
        return _changes(before, move, after)
    if isinstance(move, Due):
        return [_resolved(before, "is carried out"), *_changes(before, move.action, after)]
    if isinstance(move, Void):
        return [_resolved(before, "is void")]
    if isinstance(move, Seal | SealHidden):
        return [_sealed(before, move, after)]
    if isinstance(move, Claim):
        mine, theirs = before.points[before.side], before.points[1 - before.side]
        return [f"{SEATS[before.side]} claims victory with {counted(mine, 'point')} to {theirs}"]
    return []


def _resolved(before: State, how: str) -> str:
    order = due_now(before.orders[before.side], before.turn)
    sealed = "" if order is None else f" of its turn {order.sealed}"
    what = "" if order is None or order.hidden else f" ({told(order.plans[0])})"
    return f"{SEATS[before.side]}'s order{sealed}{what} {how}"


def _sealed(before: State, move: Seal | SealHidden, after: State) -> str:
    seat, left = SEATS[before.side], MAX_ORDERS - after.used[before.side]
    order = after.orders[before.side][-1]
    dues = " or ".join(str(due) for due in order.dues)
    hidden = "a hidden order" if isinstance(move, SealHidden) else f"an order ({told(order.plans[0])})"
    return f"{seat} seals {hidden}, due on its turn {dues}; {counted(left, 'order')} left"


def _changes(before: State, action: Action, after: State) -> list[str]:
    found = []
    actor = before.at(action.source)
    for shell in range(ALL_SHELLS):
        shown = after.revealed[shell] & ~before.revealed[shell]
        if shown:
            found.append(f"{title(shell)} shows {CAPABILITY_NAMES[shown.bit_length() - 1]}")
    for shell in range(ALL_SHELLS):
        if before.where[shell] != OFF:
            found += _change(before, after, shell)
    if action.kind == ATTACK and after.where[actor] == action.target:
        found.append(f"{title(actor)} advances to {NAMES[action.target]}")
    for side, seat in enumerate(SEATS):
        gained = after.points[side] - before.points[side]
        if gained:
            score = f"{after.points[0]}:{after.points[1]}"
            found.append(f"{counted(gained, 'point')} for {seat}: {score}")
    return found


def _change(before: State, after: State, shell: int) -> list[str]:
    """What happened to one shell that was on the lattice."""
    found = []
    damage = after.damage[shell] - before.damage[shell]
    power, wards = after.power[shell] - before.power[shell], after.wards[shell] - before.wards[shell]
    sapped = after.sapped >> shell & 1 and not before.sapped >> shell & 1
    now = f"Power {after.power[shell]}, Defense {after.defense(shell)}"
    if sapped:
        found.append(f"{title(shell)} loses its buffs and the use of its capabilities: {now}")
    elif power < 0 or wards < 0:
        found.append(f"{title(shell)} loses its buffs: {now}")
    elif power or wards:
        found.append(f"{title(shell)} gains {'Power' if power else 'Defense'}: {now}")
    if damage:
        found.append(f"{title(shell)} takes {damage} damage: Defense {after.defense(shell)}")
    if after.where[shell] == OFF:
        found.append(f"{title(shell)} on {NAMES[before.where[shell]]} is destroyed")
    return found
