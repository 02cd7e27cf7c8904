"""Looking some plies ahead: alpha-beta, deepened ply by ply, over nodes (`graph`) and pasts (`machine`).

A *key* is a position: the number of its past and its node. Wins that are found are proved, whatever the
position behind the last ply looked at was taken for. Objections, violations and bets are left out.
"""

from collections.abc import Container
from time import monotonic

from struckle_cli.games.crungle.graph import Graph
from struckle_cli.games.crungle.machine import joint
from struckle_cli.games.crungle.state import State
from struckle_cli.games.crungle.versus import NODE_BITS, WON, Progress
from struckle_cli.games.crungle.worth import worth

WIN = 1000.0
"""The value of a turn that wins; a win that comes a ply later is worth one less."""
PROVED = WIN / 2
"""Beyond this a value is a win, and below minus this a loss; what is only judged is between -1 and 1."""
_NONE = 2 * WIN
_DEEPEST = 60
"""Plies at most; only a rule set with very few positions lets the search come so far."""
_CLOCK = 16
"""Positions between two looks at the clock."""
_LEAST = 1e-9
"""Less than two values that differ differ by."""

Rated = tuple[float, str, int]
"""A turn: its value for the player who has it, its token, and the key of the position behind (`WON`)."""


class BudgetSpent(Exception):
    """All positions that may be looked into have been, or the time is over."""


class Lookahead:
    """One search from a position of a running game, with so many positions to look into, or until a time.

    Looking into a position lists its turns and judges what is behind each. `reached` says for a key how many
    plies were looked ahead there, the value, whether that is a bound (-1 upper, 1 lower), and the best key.
    """

    def __init__(self, state: State, nodes: int, until: float | None = None) -> None:
        goals = joint(state.setup.goals)
        self.graph = Graph(state.setup.rules)
        self.progress = Progress(goals)
        self.node = self.graph.node(state)
        self.past = self.progress.number(goals.tidy(goals.of(state)))
        self._worth = worth(state.setup.goals)
        self._left = nodes
        self._until = until
        self._judged: dict[int, float] = {}
        self._turns: dict[int, list[int]] = {}
        self._reached: dict[int, tuple[int, float, int, int]] = {}

    def rated(self, wanted: Container[str] | None = None) -> list[Rated]:
        """The first turns (only the wanted ones), best first.

        Only the values of the best ones are exact; of the others it is sure that they are no better.
        """
        turns = self._first(wanted)
        for depth in range(1, _DEEPEST):
            if abs(turns[0][0]) > PROVED or len(turns) == 1:
                break
            try:
                self._deepen(turns, depth)
            except BudgetSpent:
                break
        return turns

    def _first(self, wanted: Container[str] | None) -> list[Rated]:
        """The first turns as they look without looking ahead."""
        side = self.node & 1
        found: list[Rated] = []
        for end, node, token in self.graph.turns(self.node):
            past = self.progress.after(self.past, side, end)
            if past == WON:
                found.append((WIN, token, WON))
            elif wanted is None or token in wanted:
                found.append((-self._judge(past, 1 - side), token, past << NODE_BITS | node))
        return sorted(found, reverse=True)

    def _deepen(self, turns: list[Rated], depth: int) -> None:
        """Rate the turns anew, some plies deep; if the budget ends before, those that were come first.

        A turn not rated yet is put before those that are known to lose.
        """
        best = -_NONE
        values: dict[int, float] = {}
        try:
            for _, _, key in turns:
                if key not in values:
                    values[key] = _before(self._value(key, depth, -_NONE, -best + _LEAST))
                    best = max(best, values[key])
        finally:
            if values:
                turns[:] = [(values.get(key, -PROVED), token, key) for _, token, key in turns]
                turns.sort(key=lambda turn: -turn[0])

    def _judge(self, past: int, mover: int) -> float:
        key = past * 2 + mover
        found = self._judged.get(key)
        if found is None:
            found = self._judged[key] = self._worth.of(self.progress.bits[past], mover)
        return found

    def _behind(self, key: int) -> list[int]:
        """The keys behind the turns of a position, best looking first; none where a turn wins."""
        found = self._turns.get(key)
        if found is None:
            if self._left <= 0 or (
                self._until is not None and not self._left % _CLOCK and monotonic() > self._until
            ):
                raise BudgetSpent
            self._left -= 1
            found = self._turns[key] = [behind for _, behind in sorted(self._look_into(key))]
        return found

    def _look_into(self, key: int) -> list[tuple[float, int]]:
        past, node = key >> NODE_BITS, key & (1 << NODE_BITS) - 1
        side = node & 1
        found = []
        for end, afters in self.graph.edges(node):
            then = self.progress.after(past, side, end)
            if then == WON:
                return []
            worth = self._judge(then, 1 - side)
            found += [(worth, then << NODE_BITS | after) for after in afters]
        return found

    def _value(self, key: int, depth: int, low: float, high: float) -> float:
        """The value of a position for its mover so many plies deep, if it is between `low` and `high`.

        Else a bound on it: at most the result if that is no more than `low`, at least if no less than `high`.
        """
        if not depth:
            return self._judge(key >> NODE_BITS, key & 1)
        deep, value, bound, first = self._reached.get(key, (-1, 0.0, 0, -1))
        enough = deep >= depth or abs(value) > PROVED
        if enough and (not bound or (value >= high if bound > 0 else value <= low)):
            return value
        turns = self._behind(key)
        if not turns:
            return WIN
        best, floor = -_NONE, low
        for turn in turns if first < 0 else [first, *turns]:
            value = _before(self._value(turn, depth - 1, -high, -floor))
            if value > best:
                best, first = value, turn
                floor = max(floor, value)
                if value >= high:
                    break
        self._reached[key] = depth, best, (best >= high) - (best <= low), first
        return best


def _before(value: float) -> float:
    """The value of a turn for who has it, from that of the position behind it for the other player."""
    return -value - 1 if value < -PROVED else -value + 1 if value > PROVED else -value
