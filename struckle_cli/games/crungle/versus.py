"""What best play leads to: a win, a loss, or neither, for the side to move.

The positions that valid play can reach are worked out with their pasts, depth by depth, and values go back
from the wins (retrograde analysis): a position is won if some turn wins or leads to a position lost for the
opponent, and lost if every turn leads to one won for the opponent. A position not looked into yet has no
value and lends none, so a value that the start gets is proved, however much is left. If everything has been
looked into and the start has none, both can play on for ever. Objections, violations and bets are left out:
an invalid move only loses time against whoever objects.
"""

from array import array
from collections.abc import Iterator
from time import monotonic

from struckle_cli.core.solution import Forecast, Limits
from struckle_cli.games.crungle.graph import Graph
from struckle_cli.games.crungle.machine import Joint, joint
from struckle_cli.games.crungle.setup import SEATS
from struckle_cli.games.crungle.solver import LimitMet
from struckle_cli.games.crungle.state import State

DEFAULT_STATES = 2_000_000
"""Positions that a search may have unless told otherwise; about 300 bytes each."""
_GROWTH = 1.3
"""Values are worked out anew when so many times as many positions have been looked into."""
WON = -1
"""Instead of the number of a past: a goal is reached."""
_WIN, _LOSS = 1, 2


def versus(state: State, limits: Limits) -> Forecast:
    """Search from a position of a running game. Running into a limit leaves it undecided."""
    return foreseen(state, limits)[0]


def foreseen(state: State, limits: Limits) -> tuple[Forecast, list[str]]:
    """The same, and all first moves that are as good as the best one; none where it stays undecided."""
    mover = SEATS[state.side]
    search = _Positions(Graph(state.setup.rules), joint(state.setup.goals), limits)
    try:
        search.run(state)
    except LimitMet:
        return Forecast(decided=False, to_move=mover, states=len(search.nodes)), []
    value = {_WIN: "win", _LOSS: "loss"}.get(search.values[0], "neither")
    plies = search.depths[0] if search.values[0] else None
    best = search.best()
    found = Forecast(
        decided=True, to_move=mover, value=value, plies=plies, best=min(best), states=len(search.nodes)
    )
    return found, best


class Progress:
    """The pasts of both players as small numbers, and what each turn end makes of them."""

    def __init__(self, goals: Joint) -> None:
        self.goals = goals
        self.bits: list[int] = []
        self._numbers: dict[int, int] = {}
        self._after: dict[int, int] = {}

    def number(self, bits: int) -> int:
        """The number of a past; the same one gets the same number."""
        found = self._numbers.setdefault(bits, len(self.bits))
        if found == len(self.bits):
            self.bits.append(bits)
        return found

    def after(self, past: int, side: int, end: int) -> int:
        """The past after a turn end of `side`; `WON` if a goal is reached."""
        key = (past * 2 + side) * 81 + end
        found = self._after.get(key)
        if found is None:
            bits = self.goals.read(side, self.bits[past], end)
            found = WON if bits & self.goals.winning else self.number(self.goals.tidy(bits))
            self._after[key] = found
        return found


NODE_BITS = 21
"""Bits that every node fits in."""


class _Positions:
    """The positions met so far, numbered from 0 (the start), with their turns and values.

    The first `len(first) - 1` have been looked into. `values[n]` is for the side to move there; `depths[n]`
    counts the plies to the win or loss. Turns from `n` are `targets[first[n]:first[n + 1]]`; a position with
    a winning turn keeps no others.
    """

    def __init__(self, graph: Graph, goals: Joint, limits: Limits) -> None:
        self.graph = graph
        self.progress = Progress(goals)
        self.nodes = array("i")
        self.pasts = array("i")
        self.wins = bytearray()
        self.values = bytearray()
        self.depths = array("i")
        self.first = array("q", (0,))
        self.targets = array("i")
        self._numbers: dict[int, int] = {}
        self._states = DEFAULT_STATES if limits.states is None else limits.states
        self._until = None if limits.seconds is None else monotonic() + limits.seconds

    def _check_limits(self) -> None:
        if len(self.nodes) > self._states or (self._until is not None and monotonic() > self._until):
            raise LimitMet

    def run(self, state: State) -> None:
        """Look into positions depth by depth until the start has a value or nothing is left. Raises
        `LimitMet`.

        A win found deeper than everything has been looked into may not be the quickest, so the search goes on
        until it is known to be.
        """
        goals = self.progress.goals
        self._number(self.graph.node(state), self.progress.number(goals.tidy(goals.of(state))))
        depth = judged = 0
        while (left := len(self.nodes)) >= len(self.first):
            self._look_into(left)
            depth += 1
            done = len(self.nodes) == left
            if done or left >= judged * _GROWTH:
                judged = left
                self._judge()
                if self.values[0] and self.depths[0] <= depth:
                    return

    def _number(self, node: int, past: int) -> int:
        number = self._numbers.setdefault(past << NODE_BITS | node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
            self.pasts.append(past)
        return number

    def _look_into(self, stop: int) -> None:
        """Work out the turns of all positions below number `stop` that have none yet."""
        for number in range(len(self.first) - 1, stop):
            if len(self.nodes) > self._states or not number % 1024:
                self._check_limits()
            turns = self._turns(self.nodes[number], self.pasts[number])
            self.wins.append(not turns)
            for node, past in turns:
                self.targets.append(self._number(node, past))
            self.first.append(len(self.targets))
        self._check_limits()

    def _turns(self, node: int, past: int) -> list[tuple[int, int]]:
        """The node and past after each turn; nothing where a turn wins at once."""
        turns = []
        for end, afters in self.graph.known.get(node) or self.graph.edges(node):
            next_past = self.progress.after(past, node & 1, end)
            if next_past == WON:
                return []
            turns += [(after, next_past) for after in afters]
        return turns

    def _judge(self) -> None:
        """Give values, nearest to the end first, so that depths are those of the quickest win."""
        looked = len(self.first) - 1
        self.values = bytearray(len(self.nodes))
        self.depths = array("i", bytes(4 * len(self.nodes)))
        queue = array("i", (n for n in range(looked) if self.wins[n]))
        if not queue:
            return
        for number in queue:
            self.values[number] = _WIN
            self.depths[number] = 1
        before, first = self._sources()
        open_turns = array("i", (self.first[n + 1] - self.first[n] for n in range(looked)))
        for count, number in enumerate(queue):
            if not count % 4096:
                self._check_limits()
            lost = self.values[number] == _LOSS
            for source in before[first[number] : first[number + 1]]:
                if self.values[source]:
                    continue
                open_turns[source] -= 1
                if lost or not open_turns[source]:
                    self.values[source] = _WIN if lost else _LOSS
                    self.depths[source] = self.depths[number] + 1
                    queue.append(source)

    def _sources(self) -> "tuple[array[int], array[int]]":
        """Where turns into each position come from: those of `n` are `before[first[n]:first[n + 1]]`."""
        size = len(self.nodes)
        first = array("q", bytes(8 * (size + 2)))
        for target in self.targets:
            first[target + 2] += 1
        for number in range(2, size + 2):
            first[number] += first[number - 1]
        before = array("i", bytes(4 * len(self.targets)))
        for number in range(len(self.first) - 1):
            for target in self.targets[self.first[number] : self.first[number + 1]]:
                before[first[target + 1]] = number
                first[target + 1] += 1
        return before, first

    def best(self) -> list[str]:
        """The first moves that keep the value: win soonest, put off a loss longest, or hold the balance."""
        rated = list(self._rated())
        top = min(rated)[:2]
        return [token for kind, depth, token in rated if (kind, depth) == top]

    def _rated(self) -> Iterator[tuple[int, int, str]]:
        """The first moves with sort keys, best first."""
        side = self.nodes[0] & 1
        for end, after, token in self.graph.turns(self.nodes[0]):
            past = self.progress.after(self.pasts[0], side, end)
            if past == WON:
                yield 0, 0, token
            elif not self.wins[0]:
                number = self._number(after, past)
                value, depth = self.values[number], self.depths[number]
                if value == _LOSS:  # for the opponent
                    yield 1, depth, token
                else:
                    yield (2, 0, token) if not value else (3, -depth, token)
