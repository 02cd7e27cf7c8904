"""How near both players are to a win: what a position is worth while nobody looks ahead.

Of each goal counts the open attempt (`machine`) that needs the fewest plies, by the turns that its player
must still have at the least. Whether the rules let a piece go where it should is not asked here: looking
ahead tells that (`lookahead`).
"""

from functools import cache

from struckle_cli.games.crungle.machine import Joint, joint
from struckle_cli.games.crungle.state import State

_EACH_PLY = 0.74
"""What a ply more leaves of an attempt's worth. Chosen by playing."""


class Worth:
    """What pasts are worth with a pair of goals; what is good for one player is as bad for the other."""

    def __init__(self, goals: Joint) -> None:
        self.goals = goals
        self._needs = [[list(self._plies(side, mover)) for side in (0, 1)] for mover in (0, 1)]

    def _plies(self, side: int, mover: int) -> list[list[tuple[int, float]]]:
        """For each goal of a side: attempts, and what one of them is worth; those nearest to a win first.

        Behind them the bit `alive`: an attempt that has still to begin.
        """
        late = side != mover
        found = []
        for (owner, _, one), offset in zip(self.goals.machines, self.goals.offsets, strict=True):
            if owner == side:
                needs = [(turns, mask << offset) for turns, mask in sorted(one.left.items())]
                begun = [(mask, _worth(turns, late)) for turns, mask in needs if turns < one.fresh]
                found.append([*begun, (self.goals.alive, _worth(one.fresh, late))])
        return found

    def of(self, bits: int, mover: int) -> float:
        """What a past is worth to the player who moves next, from -1 to 1."""
        return (self._near(bits, mover, mover) - self._near(bits, mover, 1 - mover)) / 2

    def _near(self, bits: int, mover: int, side: int) -> float:
        bits |= self.goals.alive
        return sum(next(worth for mask, worth in needs if bits & mask) for needs in self._needs[mover][side])


def _worth(turns: int, late: int) -> float:
    return float(_EACH_PLY ** (2 * turns - 1 + late))


@cache
def worth(goals: tuple[int, int]) -> Worth:
    """What pasts are worth with a pair of goals."""
    return Worth(joint(goals))


def value(state: State, side: int) -> float:
    """What a position is worth to a side, from -1 to 1; finished ones too. What is bet is left out."""
    if state.over is not None:
        return 1.0 if state.over.winner == side else -1.0
    judge = worth(state.setup.goals)
    found = judge.of(judge.goals.of(state), state.side)
    return found if state.side == side else -found
