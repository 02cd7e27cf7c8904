"""The goals as machines that read turn ends, for searching: all that a player's past can still be worth.

A machine's state is a set of *attempts*, held as the bits of an integer. An attempt is a window of own turns
that may become a win: for G10, say, the set of cells ended on since the window began. One turn end moves all
attempts at once, with a few shifts; which turns they began at, and in which order cells came, is forgotten,
because no goal asks. A goal is reached when an attempt gets to a winning bit. `goals` says the same of
histories, and the tests hold the two against each other.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

from struckle_cli.games.crungle.board import CENTER, CORNERS, EDGES
from struckle_cli.games.crungle.goals import ABOVE, BELOW, LEFT, ON, RELATION, RIGHT
from struckle_cli.games.crungle.state import State

Step = tuple[int, tuple[tuple[int, int], ...]]
"""What one turn end does: bits of attempts that begin, then masks with the shift that moves them."""


class Machine:
    """One goal's machine: `initial` bits, `winning` bits, `size` in bits, and a `Step` for each turn end.

    `left[n]` are the attempts that need at least n more turns; `fresh` is what an attempt not begun needs.
    `weaker[n]` are the attempts that cannot win without that of bit n winning as soon.
    """

    __slots__ = ("fresh", "initial", "left", "size", "steps", "weaker", "winning")

    def __init__(
        self, initial: int, winning: int, left: dict[int, int], fresh: int, weaker: dict[int, int], size: int,
        steps: tuple[Step, ...],
    ) -> None:  # fmt: skip
        self.initial = initial
        self.winning = winning
        self.left = left
        self.fresh = fresh
        self.weaker = weaker
        self.size = size
        self.steps = steps

    def read(self, bits: int, end: int) -> int:
        """The attempts after a turn end, those that won among them."""
        begun, moves = self.steps[end]
        for mask, shift in moves:
            begun |= (bits & mask) << shift
        return begun

    def tidy(self, bits: int) -> int:
        """The attempts without those that some other one makes superfluous: equal pasts then look equal."""
        left = bits if self.weaker else 0
        while left:
            bits &= ~self.weaker.get((left & -left).bit_length() - 1, 0)
            left &= left - 1
        return bits


Attempt = Hashable
NEVER = 99
"""The turns that an attempt needs which cannot begin any more (G2's began with the game)."""
Next = Callable[[Any, int], Attempt | None]


def _build(
    order: Iterable[Attempt], left: Callable[[Any], int], begin: Callable[[int], Attempt | None],
    follow: Next, symbol: Callable[[int], int], fresh: int, initial: Iterable[Attempt] = (),
    beats: Callable[[Any, Any], bool] | None = None,
) -> Machine:  # fmt: skip
    """A machine from its attempts in bit order; `begin` and `follow` take a symbol that each turn end has.

    `left` says how many turns an attempt needs at the least; 0 has won. `beats(one, other)` says that `other`
    cannot win without `one` winning as soon.
    """
    index = {attempt: n for n, attempt in enumerate(order)}
    by_left: dict[int, int] = {}
    for attempt, n in index.items():
        by_left[left(attempt)] = by_left.get(left(attempt), 0) | 1 << n
    winning = by_left.pop(0)
    by_symbol: dict[int, Step] = {}
    for char in {symbol(end) for end in range(81)}:
        masks: dict[int, int] = {}
        for attempt, n in index.items():
            after = follow(attempt, char) if left(attempt) else None
            if after is not None:
                shift = index[after] - n
                masks[shift] = masks.get(shift, 0) | 1 << n
        first = begin(char)
        begun = 0 if first is None else 1 << index[first]
        by_symbol[char] = (begun, tuple((mask, shift) for shift, mask in masks.items()))
    steps = tuple(by_symbol[symbol(end)] for end in range(81))
    started = sum(1 << index[attempt] for attempt in initial)
    weaker: dict[int, int] = {}
    for one, n in index.items() if beats else ():
        for other, m in index.items():
            if n != m and beats is not None and beats(one, other):
                weaker[n] = weaker.get(n, 0) | 1 << m
    return Machine(started, winning, by_left, fresh, weaker, len(index), steps)


def _cell(end: int) -> int:
    return end // 9


def _relation(end: int) -> int:
    return RELATION[end]


def _run(length: int, goes_on: Callable[[int], bool], symbol: Callable[[int], int]) -> Machine:
    """G1, G9: so many turns in a row; an attempt is how many have been."""
    return _build(
        range(1, length + 1), lambda n: length - n, lambda char: 1 if goes_on(char) else None,
        lambda n, char: n + 1 if goes_on(char) else None, symbol, length,
    )  # fmt: skip


def _every_cell() -> Machine:
    """G2: the set of cells that turns have ended on."""
    return _build(
        range(512), lambda cells: 9 - cells.bit_count(), lambda cell: None,
        lambda cells, cell: cells | 1 << cell, _cell, NEVER, initial=[0],
    )  # fmt: skip


def _different_cells() -> Machine:
    """G10: the set of cells since the attempt began, each ended on once."""
    return _build(
        range(511), lambda cells: 8 - cells.bit_count(), lambda cell: 1 << cell,
        lambda cells, cell: None if cells >> cell & 1 else cells | 1 << cell, _cell, 8,
    )  # fmt: skip


def _five_in_line(across: bool) -> Machine:
    """G3, G4: the line, how many turns ended within it since, and the set of its cells ended on."""

    def place(cell: int) -> tuple[int, int]:
        return (cell // 3, cell % 3) if across else (cell % 3, cell // 3)

    def begin(cell: int) -> Attempt:
        line, spot = place(cell)
        return line, 1, 1 << spot

    def follow(attempt: tuple[int, int, int], cell: int) -> Attempt | None:
        line, count, spots = attempt
        here, spot = place(cell)
        spots |= 1 << spot
        lost = here != line or count + 1 + 3 - spots.bit_count() > 5
        return None if lost else (line, count + 1, spots)

    order = [*product(range(3), range(1, 5), range(8)), *((line, 5, 7) for line in range(3))]
    return _build(order, lambda attempt: 5 - int(attempt[1]), begin, follow, _cell, 5)


def _four_within_eight(group: tuple[int, ...]) -> Machine:
    """G5, G6: how many turns since the attempt began, and the set of the four cells ended on."""

    def begin(cell: int) -> Attempt | None:
        return (1, 1 << group.index(cell)) if cell in group else None

    def follow(attempt: tuple[int, int], cell: int) -> Attempt | None:
        count, found = attempt[0] + 1, attempt[1] | (1 << group.index(cell) if cell in group else 0)
        return None if count + 4 - found.bit_count() > 8 else (count, found)

    def beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one[0] <= other[0] and one[1] & other[1] == other[1]

    order = product(range(1, 9), range(16))
    return _build(
        order, lambda attempt: 4 - int(attempt[1]).bit_count(), begin, follow, _cell, 4, beats=beats
    )


def _both_within_eight(one: int, other: int) -> Machine:
    """G7, G8: on which side the attempt began, and how many turns ago; `won` attempts keep their number."""
    sides = {one: 0, other: 1}

    def begin(char: int) -> Attempt | None:
        return ("open", sides[char], 0) if char in sides else None

    def follow(attempt: tuple[str, int, int], char: int) -> Attempt | None:
        _, side, ago = attempt
        if sides.get(char) == 1 - side:
            return "won", side, ago
        return ("open", side, ago + 1) if ago < 6 else None

    order = product(("open", "won"), (0, 1), range(7))
    return _build(
        order, lambda attempt: int(attempt[0] == "open"), begin, follow, _relation, 2,
        beats=lambda one, other: one[:2] == other[:2] and one[2] < other[2],
    )  # fmt: skip


@cache
def machine(goal: int) -> Machine:
    """The machine of a goal (1..10)."""
    made: dict[int, Callable[[], Machine]] = {
        1: lambda: _run(3, lambda char: char == ON, _relation),
        2: _every_cell,
        3: lambda: _five_in_line(True),
        4: lambda: _five_in_line(False),
        5: lambda: _four_within_eight(CORNERS),
        6: lambda: _four_within_eight(EDGES),
        7: lambda: _both_within_eight(ABOVE, BELOW),
        8: lambda: _both_within_eight(LEFT, RIGHT),
        9: lambda: _run(12, lambda cell: cell != CENTER, _cell),
        10: _different_cells,
    }
    return made[goal]()


class Joint:
    """The machines of both goals for both players, side by side in one integer: purple's, then orange's.

    `steps[side][end]` is what a turn end of `side` does: bits that begin, the mask of what stays as it is
    (the other player's attempts), and the moves. `winning` are the bits of all four that win.
    """

    def __init__(self, goals: tuple[int, int]) -> None:
        self.machines = [(side, goal, machine(goal)) for side in (0, 1) for goal in goals]
        self.offsets = []
        offset = 0
        for _, _, one in self.machines:
            self.offsets.append(offset)
            offset += one.size
        self.size = offset
        self.winning = self._spread(lambda one: one.winning)
        self.initial = self._spread(lambda one: one.initial)
        self.steps = [[self._step(side, end) for end in range(81)] for side in (0, 1)]
        self.alive = 1 << self.size
        self.needs = [self._needs(mover) for mover in (0, 1)]

    def _spread(self, bits: Callable[[Machine], int]) -> int:
        return sum(
            bits(one) << offset for (_, _, one), offset in zip(self.machines, self.offsets, strict=True)
        )

    def _parts(self) -> Iterator[tuple[int, int, Machine, int]]:
        for (side, goal, one), offset in zip(self.machines, self.offsets, strict=True):
            yield side, goal, one, offset

    def _step(self, side: int, end: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
        begun, stays = 0, 0
        masks: dict[int, int] = {}
        for owner, _, one, offset in self._parts():
            if owner != side:
                stays |= ((1 << one.size) - 1) << offset
                continue
            first, moves = one.steps[end]
            begun |= first << offset
            for mask, shift in moves:
                if shift:
                    masks[shift] = masks.get(shift, 0) | mask << offset
                else:
                    stays |= mask << offset
        return begun, stays, tuple((mask, shift) for shift, mask in masks.items())

    def _needs(self, mover: int) -> dict[int, int]:
        """With `mover` to move, for each number of plies the attempts that need so many at the least.

        The bit `alive`, above all others, stands for attempts that have not begun.
        """
        found: dict[int, int] = {}
        fresh = NEVER
        for side, _, one, offset in self._parts():
            late = side != mover
            for turns, mask in one.left.items():
                plies = 2 * turns - 1 + late
                found[plies] = found.get(plies, 0) | mask << offset
            fresh = min(fresh, 2 * one.fresh - 1 + late)
        found[fresh] = found.get(fresh, 0) | self.alive
        return found

    def within(self, mover: int, plies: int) -> int:
        """The attempts that can win within so many plies, as far as their counts tell."""
        return sum(mask for need, mask in self.needs[mover].items() if need <= plies)

    def read(self, side: int, bits: int, end: int) -> int:
        """All attempts after a turn end of `side`."""
        begun, stays, moves = self.steps[side][end]
        begun |= bits & stays
        for mask, shift in moves:
            begun |= (bits & mask) << shift
        return begun

    def tidy(self, bits: int) -> int:
        """All attempts without the superfluous ones."""
        for _, _, one, offset in self._parts():
            if one.weaker:
                part = bits >> offset & (1 << one.size) - 1
                bits ^= (part ^ one.tidy(part)) << offset
        return bits

    def of(self, state: State) -> int:
        """The attempts that the past of a running game has left open."""
        bits = self.initial
        for side in (0, 1):
            for end in state.ends[side]:
                bits = self.read(side, bits, end) & ~self.winning
        for side, goal, one, offset in self._parts():
            if goal == 2:  # it looks at the whole past, not at the kept ends
                whole = ((1 << one.size) - 1) << offset
                bits = bits & ~whole | 1 << state.visited[side] << offset
        return bits

    def winner(self, bits: int) -> tuple[int, int]:
        """The side and the goal of a winning bit among `bits`: the first goal of the set-up goes first."""
        for side, goal, one, offset in self._parts():
            if bits & one.winning << offset:
                return side, goal
        raise ValueError("no winning bit")


@cache
def joint(goals: tuple[int, int]) -> Joint:
    """The machines of a pair of goals; rule sets of a batch share theirs."""
    return Joint(goals)
