"""Why an archetype turn is refused, in words that name the place; the slow path of the rules.

What is wrong, `acting` has found; here it is only told. Source: the game's page, *Turn*.
"""

from struckle_cli.core.errors import Reason
from struckle_cli.games.struckle import acting
from struckle_cli.games.struckle.acting import FINE, WON, act, walks
from struckle_cli.games.struckle.board import (
    ARCHETYPES,
    DEMOTES,
    EFFECT,
    GOLD,
    HOME,
    NAMES,
    PROMOTES,
    SEATS,
    neighbours,
)
from struckle_cli.games.struckle.moves import NO_POWER, POWERS, Move
from struckle_cli.games.struckle.setup import title
from struckle_cli.games.struckle.state import Desk, State


def explain(state: State, move: Move, fault: int) -> Reason:
    """Why `acting.act` answers `fault`: the first bad step, or what is against the power."""
    piece, desk = state.turn, state.desk()
    for count, step in enumerate(move.steps, 1):
        here = desk.squares[piece]
        result = act(desk, piece, Move(move.archetype, (step,)))
        if result > WON:
            return _bad_step(desk, piece, here, step)
        goes_on = count < len(move.steps) or move.power != NO_POWER
        if result == WON and goes_on:
            winner = SEATS[piece >> 2]
            why = f"the step to {NAMES[step]} wins the game for {winner}, and nothing may follow it"
            return Reason("struckle.after-win", why)
    if fault == acting.WRONG_POWER:
        own = ARCHETYPES[piece & 3]
        why = f"{POWERS[move.power]} is the power of a {ARCHETYPES[move.power - 1]}, not of a {own}"
        return Reason("struckle.wrong-power", why)
    if fault == acting.NOT_PROMOTED:
        return Reason("struckle.not-promoted", _unpromoted(state, move))
    if fault == acting.NO_TARGET:
        return Reason("struckle.no-target", f"no piece stands on {NAMES[move.target]}")
    return _bad_aim(desk, piece, move, fault) or _bad_way(desk, piece, move, fault)


def _bad_step(desk: Desk, piece: int, here: int, step: int) -> Reason:
    if step == here:
        why = f"{title(piece)} stands on {NAMES[here]}; a step leaves its square"
        return Reason("struckle.not-adjacent", why)
    return _occupied(desk, step) if step in neighbours(here) else _far(step, here)


def _far(square: int, other: int) -> Reason:
    return Reason("struckle.not-adjacent", f"{NAMES[square]} is not adjacent to {NAMES[other]}")


def _occupied(desk: Desk, square: int) -> Reason:
    why = f"{title(desk.cells[square] - 1)} stands on {NAMES[square]}; a step leads to an empty square"
    return Reason("struckle.step-occupied", why)


def _unpromoted(state: State, move: Move) -> str:
    """Why the piece has no power where it stands, and which gold squares would have given it one."""
    piece, desk = state.turn, state.desk()
    ends = {steps[-1] for steps, _, won in walks(desk, piece) if steps and won == FINE}
    near = sorted(square for square in ends if EFFECT[square] == PROMOTES)
    if near:
        golden = f"a step onto {' or '.join(NAMES[square] for square in near)} would have promoted it"
    else:
        golden = f"{', '.join(NAMES[square] for square in GOLD)} promote, and two steps reach none of them"
    reds = [step for step in move.steps if EFFECT[step] == DEMOTES]
    gold = [step for step in move.steps if EFFECT[step] == PROMOTES]
    if reds and (gold or state.promoted >> piece & 1):
        golden = f"without that step it would be promoted{f' by {NAMES[gold[-1]]}' if gold else ''}"
    had = state.promoted >> piece & 1 or any(EFFECT[step] == PROMOTES for step in move.steps)
    if had and reds:
        return f"{title(piece)} is demoted by the red square {NAMES[reds[-1]]}, so it has no power; {golden}"
    here = move.steps[-1] if move.steps else desk.squares[piece]
    return f"{title(piece)} is not promoted on {NAMES[here]}, so it has no power; {golden}"


def _bad_aim(desk: Desk, piece: int, move: Move, fault: int) -> Reason | None:
    """What is wrong with the piece that a power aims at; `desk` is as after the steps."""
    whom, at = title(desk.cells[move.target] - 1), NAMES[move.target]
    if fault == acting.OWN_PIECE:
        why = f"{whom} on {at} is a piece of the same house; {POWERS[move.power]} needs an enemy"
        return Reason("struckle.own-piece", why)
    if fault == acting.PROTECTED:
        why = f"{whom} stands on {at}, a square of its own house, which protects it from {POWERS[move.power]}"
        return Reason("struckle.protected", why)
    if fault == acting.TARGET_DEMOTED:
        return Reason("struckle.target-demoted", f"{whom} on {at} is not promoted")
    if fault == acting.ON_GOLD:
        why = f"{whom} stands on {at}, a gold square, where nothing can be demoted"
        return Reason("struckle.on-gold", why)
    return None


def _bad_way(desk: Desk, piece: int, move: Move, fault: int) -> Reason:
    """What is wrong with where a power reaches, or would bring a piece."""
    at, here, victim = move.target, desk.squares[piece], desk.cells[move.target] - 1
    if fault == acting.FAR_TARGET:
        return _far(at, here)
    if fault == acting.FAR_TO:
        return _far(move.to, at)
    if fault == acting.TO_OCCUPIED:
        return _occupied(desk, move.to)
    if fault == acting.HOME_TAKEN:
        home = HOME[victim]
        why = f"{title(victim)} cannot go home: {title(desk.cells[home] - 1)} stands on {NAMES[home]}"
        return Reason("struckle.home-taken", why)
    behind = neighbours(here)[at]
    if behind < 0:
        why = f"behind {NAMES[at]} the board ends, so {title(victim)} cannot be charged from {NAMES[here]}"
    else:
        why = f"{title(desk.cells[behind] - 1)} stands on {NAMES[behind]}, right behind {NAMES[at]}"
    return Reason("struckle.no-room-behind", why)
