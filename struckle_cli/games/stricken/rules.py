"""The rules of Stricken: initial position, legal moves, why a move is illegal, what it does, who has won.

Source: the game's page, *End* and the rulings SN-1 to SN-9; what a turn is stands in `turns`.
"""

from threading import local

from struckle_cli.core.errors import Reason
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.stricken.acting import FINE
from struckle_cli.games.stricken.board import ALL_SHELLS, OFF, SEATS, SHELLS
from struckle_cli.games.stricken.explain import after_end, explain
from struckle_cli.games.stricken.moves import Move, SealHidden
from struckle_cli.games.stricken.setup import Setup
from struckle_cli.games.stricken.state import TURNS, Desk, State
from struckle_cli.games.stricken.turns import carry_out, desk_of, judge, listing, sure


class _Kept(local):
    """The state that was asked about last, as a lattice: judging and playing a move need the same one."""

    state: State | None = None
    desk: Desk | None = None


_kept = _Kept()


def _desk(state: State) -> Desk:
    """The lattice of a state, which must be left as it is."""
    desk = _kept.desk
    if desk is None or _kept.state is not state:
        desk = _kept.desk = desk_of(state)
        _kept.state = state
    return desk


def initial(setup: Setup) -> State:
    """The position in which play starts: every shell at Power 1 and Defense 1."""
    nothing, zeros = bytes(ALL_SHELLS), (0,) * ALL_SHELLS
    return State(
        setup.terms,
        0,
        bytes(setup.points),
        setup.beads,
        nothing,
        nothing,
        (1,) * ALL_SHELLS,
        zeros,
        zeros,
        0,
        (0, 0),
        (0, 0),
        ((), ()),
        (0, 0),
        -1,
    )


def alive(state: State) -> tuple[int, int]:
    """The active shells of each side."""
    where = state.where
    return SHELLS - where.count(OFF, 0, SHELLS), SHELLS - where.count(OFF, SHELLS)


def outcome(state: State) -> Outcome | None:
    """The end that the position itself shows."""
    left = alive(state)
    if state.claimed >= 0:
        return _ended(state, state.claimed, "claim")
    if not left[0] or not left[1]:
        if left[0] or left[1]:
            return _ended(state, int(not left[0]), "elimination")
    elif state.ply < 2 * TURNS:
        return None
    # The limit, or both lost their last shells at once (SN-2). More is better in each pair but the last.
    for white, black in (state.points, left, state.suffered[::-1]):
        if white != black:
            return _ended(state, int(black > white), "limit")
    return _ended(state, None, "limit")


def _ended(state: State, side: int | None, reason: str) -> Outcome:
    scores = dict(zip(SEATS, state.points, strict=True))
    return Outcome(winners=() if side is None else (SEATS[side],), reason=reason, scores=scores)


def to_move(state: State) -> str | None:
    """The seat whose turn it is; None when the game is over."""
    return None if outcome(state) else SEATS[state.side]


def legal_moves(state: State) -> list[Move]:
    """All legal moves, in the order of `turns.listing`; hidden orders are never listed."""
    return [] if outcome(state) else listing(_desk(state), state.ply)


def certain(state: State) -> bool:
    """Whether `legal_moves` lists just the legal moves, whatever is hidden."""
    return outcome(state) is not None or sure(_desk(state), state.ply)


def listed(state: State, move: Move) -> bool:
    """Whether a move that may stand is listed: all but hidden orders, which nobody can list."""
    return not isinstance(move, SealHidden)


def why_illegal(state: State, move: Move) -> Reason | None:
    """None if the move is legal, or what is hidden does not exclude it; else the first of its faults."""
    ended = outcome(state)
    if ended is not None:
        return after_end(state, ended)
    desk = _desk(state)
    fault = judge(desk, state.ply, move)
    return None if fault == FINE else explain(desk, state.ply, move, fault)


def apply(state: State, move: Move) -> State:
    """The position after a legal move."""
    desk = _desk(state)
    _kept.state = None  # it is changed now, and in the end that of the next state
    carry_out(desk, state.ply, move)
    after = _kept.state = desk.state(state.ply + 1)
    return after
