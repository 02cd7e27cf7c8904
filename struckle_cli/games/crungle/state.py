"""A position of a running or finished Crungle game, and of a bet within it."""

import msgspec

from struckle_cli.core.errors import Reason
from struckle_cli.games.crungle.setup import Setup

NOTHING = 9
"""The cell of a turn that has not been (`State.began`)."""
NO_PICK = 4
"""The index of the rule last picked, where there is none (`State.picks`)."""
KEPT = 12
"""Turn ends that are kept a player: as many as the longest goal looks at (G9)."""


class End(msgspec.Struct, frozen=True):
    """Seat 0 or 1 has won by `reason`; `goals` are the reached ones where it is `goal`."""

    winner: int
    reason: str
    goals: tuple[int, ...] = ()


class OpenBet(msgspec.Struct, frozen=True):
    """A bet that is not settled yet.

    `trial` is the position that a demonstration has reached; None until it begins. `moves` counts its moves.
    `broken` says at which of them it fails, and why.
    """

    bettor: int
    accepted: bool = False
    trial: "State | None" = None
    moves: int = 0
    broken: tuple[int, Reason] | None = None


class State(msgspec.Struct, frozen=True):
    """A position; pairs hold a value for purple and one for orange, cells are 0..8.

    `picks` are the indices (0..3) of the rules they picked on their last turns, 4 for none. `ban` is the
    direct rule (1..30, 0 for none) that the side to move may not use because of I1. `began` are the cells
    where they stood when their last completed turns began, 9 for none. `ends` are the last turn ends of each,
    at most 12, a byte `own * 9 + opp` each; `visited` are all cells that turns ended on, a bit a cell, or 0
    where G2 is no goal, which alone asks for them.
    `violations` and `objections` count what is held against a player; `stood` counts invalid moves that
    stand.
    """

    setup: Setup
    cells: tuple[int, int]
    side: int = 0
    picks: tuple[int, int] = (NO_PICK, NO_PICK)
    ban: int = 0
    began: tuple[int, int] = (NOTHING, NOTHING)
    ends: tuple[bytes, bytes] = (b"", b"")
    visited: tuple[int, int] = (0, 0)
    violations: tuple[int, int] = (0, 0)
    objections: tuple[int, int] = (0, 0)
    stood: int = 0
    over: End | None = None
    bet: OpenBet | None = None
