"""A position of a running or finished Stricken game, and the lattice that moves are tried on."""

from typing import NamedTuple

import msgspec

from struckle_cli.games.stricken.board import ALL_CAPABILITIES, OFF, POINTS, SHELLS
from struckle_cli.games.stricken.setup import Terms

TURNS = 60
"""Turns of a side after which the game ends."""
NOBODY = -1


class Plan(NamedTuple):
    """What an order says: the kind of action, its actor, and the point (Drift) or shell it aims at (SN-4).

    -1 where the action aims at nothing.
    """

    kind: int
    actor: int
    aim: int


class Order(msgspec.Struct, frozen=True):
    """A sealed order of a side. Turns are the side's own, counted from 1.

    `dues` are the turns on which it can be due and `plans` what it can say; both have one element where the
    record does not hide the order. `done` orders are resolved; they are kept only while what a hidden one
    said bears on something that is still hidden.
    """

    sealed: int
    dues: tuple[int, ...]
    plans: tuple[Plan, ...]
    hidden: bool = False
    done: bool = False


Orders = tuple[Order, ...]


class State(msgspec.Struct, frozen=True):
    """A valid position after `ply` plies; shells are numbered 0..23 (see `board`).

    `where` has a point for each shell, `OFF` for a destroyed one. `beads` are masks, None where they are
    hidden; `revealed` what has been used in public, `known` what a bead holds by all that can be seen: that,
    and what orders in the open need. `power` is the Power; the Defense is 1 + `wards` - `damage`. `sapped` is
    a mask of shells. `points` and `suffered` (all damage ever taken, SN-6), `orders` and `used` (orders ever
    sealed) are by side. `claimed` is the side that has claimed victory, else -1.
    """

    terms: Terms
    ply: int
    where: bytes
    beads: tuple[int | None, ...]
    revealed: bytes
    known: bytes
    power: tuple[int, ...]
    wards: tuple[int, ...]
    damage: tuple[int, ...]
    sapped: int
    points: tuple[int, int]
    suffered: tuple[int, int]
    orders: tuple[Orders, Orders]
    used: tuple[int, int]
    claimed: int

    @property
    def side(self) -> int:
        """The side whose turn it is: 0 white, 1 black; in a finished game as if it went on."""
        return self.ply & 1

    @property
    def turn(self) -> int:
        """The number of that turn among the side's own."""
        return self.ply // 2 + 1

    def defense(self, shell: int) -> int:
        """The Defense of a shell."""
        return 1 + self.wards[shell] - self.damage[shell]

    def at(self, point: int) -> int:
        """The shell on a point, -1 if there is none."""
        return self.where.find(point) if point < POINTS else NOBODY

    def hidden(self, side: int) -> bool:
        """Whether the beads of a side are hidden."""
        return self.beads[SHELLS * side] is None

    def desk(self) -> "Desk":
        """The position as a lattice of its own that can be changed."""
        return Desk(self)


class Desk:
    """A position that can be changed: what the rules work on. It has no notion of turns.

    `at[point]` is the shell there, -1 for none; `caps` are masks of what a bead may hold (all, where it is
    hidden and nothing excludes it). The rest is as in `State`, in lists.
    """

    __slots__ = (
        "alive",
        "at",
        "beads",
        "caps",
        "claimed",
        "damage",
        "known",
        "orders",
        "points",
        "power",
        "revealed",
        "sapped",
        "suffered",
        "terms",
        "used",
        "wards",
        "where",
    )

    def __init__(self, state: State) -> None:
        self.terms, self.beads, self.claimed = state.terms, state.beads, state.claimed
        self.where = list(state.where)
        self.at = [NOBODY] * (POINTS + 1)
        for shell, point in enumerate(self.where):
            self.at[point] = shell
        self.at[OFF] = NOBODY
        self.caps = [ALL_CAPABILITIES if bead is None else bead for bead in self.beads]
        self.revealed, self.known = bytearray(state.revealed), bytearray(state.known)
        self.power, self.wards, self.damage = list(state.power), list(state.wards), list(state.damage)
        self.sapped = state.sapped
        self.points, self.suffered = list(state.points), list(state.suffered)
        lost = [state.where.count(OFF, 0, SHELLS), state.where.count(OFF, SHELLS)]
        self.alive = [SHELLS - lost[0], SHELLS - lost[1]]
        self.orders = list(state.orders)
        self.used = list(state.used)

    def copy(self) -> "Desk":
        """The same position once more, to be changed on its own."""
        twin = Desk.__new__(Desk)
        twin.terms, twin.beads, twin.claimed = self.terms, self.beads, self.claimed
        twin.where, twin.at, twin.caps = self.where[:], self.at[:], self.caps[:]
        twin.revealed, twin.known = self.revealed[:], self.known[:]
        twin.power, twin.wards, twin.damage = self.power[:], self.wards[:], self.damage[:]
        twin.sapped, twin.points, twin.suffered = self.sapped, self.points[:], self.suffered[:]
        twin.alive, twin.orders, twin.used = self.alive[:], self.orders[:], self.used[:]
        return twin

    def state(self, ply: int) -> State:
        """The position as a state after `ply` plies."""
        return State(
            self.terms,
            ply,
            bytes(self.where),
            self.beads,
            bytes(self.revealed),
            bytes(self.known),
            tuple(self.power),
            tuple(self.wards),
            tuple(self.damage),
            self.sapped,
            (self.points[0], self.points[1]),
            (self.suffered[0], self.suffered[1]),
            (self.orders[0], self.orders[1]),
            (self.used[0], self.used[1]),
            self.claimed,
        )

    def move(self, shell: int, point: int) -> None:
        """Take a shell to an empty point."""
        self.at[self.where[shell]] = NOBODY
        self.at[point] = shell
        self.where[shell] = point

    def hit(self, shell: int, amount: int) -> None:
        """Damage to a shell, which may destroy it; overkill counts (SN-6)."""
        self.damage[shell] += amount
        self.suffered[shell >= SHELLS] += amount
        if self.damage[shell] > self.wards[shell]:
            self.destroy(shell)

    def destroy(self, shell: int) -> None:
        """A shell leaves the lattice: a point for the side that does not own it (SN-1)."""
        self.at[self.where[shell]] = NOBODY
        self.where[shell] = OFF
        side = int(shell >= SHELLS)
        self.alive[side] -= 1
        self.points[1 - side] += 1
