"""What is played in a turn of Struggle: the rolls as they fell, and the plays of the hand."""

import msgspec

Plays = tuple[tuple[int, int], ...]
"""Pieces (0..4: K Q J T 9) and by how many spaces each is carried, in the order played."""


class Rolls(msgspec.Struct, frozen=True):
    """The first roll, then for each re-roll the faces kept and those thrown; all in the order AKQJT9.

    `hand` is what lies there at the end, in the same order.
    """

    first: str
    again: tuple[tuple[str, str], ...]
    hand: str

    def __str__(self) -> str:
        return self.first + "".join(f"/{kept}+{thrown}" for kept, thrown in self.again)

    @property
    def thrown(self) -> tuple[str, ...]:
        """The faces of each roll that were thrown in it."""
        return (self.first, *(thrown for _, thrown in self.again))


class Move(msgspec.Struct, frozen=True):
    """A turn: its rolls, and the plays; none for a hand without effect."""

    rolls: Rolls
    plays: Plays
