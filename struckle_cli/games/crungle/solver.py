"""The shortest demonstration by both players together, or the proof that no win can be reached.

The search goes over nodes (`graph`) with the open attempts at the four wins (`machine`: two players, two
goals) as one integer a node: a state of the search is a node with one attempt. It is best-first (A*): the
bound is raised ply by ply, and under each bound only those attempts go on that can still win within it, by
the number of turns they need. So the first win met is a shortest one, and when nothing is left no win is
reachable.
"""

from sys import maxsize
from time import monotonic

from struckle_cli.core.solution import Limits, Solution
from struckle_cli.games.crungle.graph import Graph
from struckle_cli.games.crungle.machine import Joint, joint
from struckle_cli.games.crungle.setup import SEATS, goal_name
from struckle_cli.games.crungle.state import State

Level = dict[int, int]
"""Nodes of one depth with attempts."""


_DIVES = 4
"""Bounds under which the search dives; wins mostly need few more plies than the least thinkable."""


class LimitMet(Exception):
    """A limit of states or of time was met."""


def solve(state: State, limits: Limits) -> Solution:
    """Search from a position of a running game. Running into a limit leaves it undecided."""
    search = _Search(Graph(state.setup.rules), joint(state.setup.goals), limits)
    try:
        won = search.run(search.graph.node(state), search.goals.of(state))
    except LimitMet:
        return Solution(decided=False, states=search.count)
    if won is None:
        return Solution(decided=True, winnable=False, states=search.count)
    node, depth, bits = won
    side, goal = search.goals.winner(bits)
    tokens = search.way_to(node, depth, bits)
    return Solution(
        decided=True, winnable=True, plies=depth, winner=SEATS[side], goal=goal_name(goal),
        demonstration=tuple(tokens), states=search.count,
    )  # fmt: skip


class _Search:
    """One search. `waiting[depth]` are states to be expanded under the bound, `later[depth]` those beyond it.

    `done` are the expanded states, and `expanded[depth]` the same by depth, for the way back.
    """

    def __init__(self, graph: Graph, goals: Joint, limits: Limits) -> None:
        self.graph = graph
        self.goals = goals
        self.count = 0
        self.done: Level = {}
        self.expanded: list[Level] = []
        self.waiting: list[Level] = []
        self.later: list[Level] = []
        self._masks: dict[int, int] = {}
        self._states = maxsize if limits.states is None else limits.states
        self._until = None if limits.seconds is None else monotonic() + limits.seconds

    def run(self, start: int, bits: int) -> tuple[int, int, int] | None:
        """The node, depth and winning bits of a shortest win; None if there is none. Raises `LimitMet`."""
        self._deepen()
        self.later[0][start] = bits | self.goals.alive
        self.first = start & 1
        bound = tried = 0
        while any(self.later):
            bound += 1
            self._admit(bound)
            tried += any(self.waiting)
            won = self._under(bound, dive=tried <= _DIVES)
            if won is not None:
                return won
        return None

    def _deepen(self) -> None:
        for levels in (self.expanded, self.waiting, self.later):
            levels.append({})

    def _admit(self, bound: int) -> None:
        """Put what the bound allows from `later` into `waiting`."""
        for depth, level in enumerate(self.later):
            allowed = self.goals.within(self.first ^ depth & 1, bound - depth)
            left: Level = {}
            for node, bits in level.items():
                new = bits & ~self.done.get(node, 0)
                if new & allowed:
                    self.waiting[depth][node] = new & allowed
                if new & ~allowed:
                    left[node] = new & ~allowed
            self.later[depth] = left

    def _under(self, bound: int, dive: bool) -> tuple[int, int, int] | None:
        """Expand all that can win within the bound; a win if there is one.

        A dive takes the deepest states first, and so meets a win soon if there is one; else states go depth
        by depth, so that more attempts go together.
        """
        depth, step = (len(self.waiting) - 1, -1) if dive else (0, 1)
        ticks = 0
        while 0 <= depth < len(self.waiting):
            level = self.waiting[depth]
            if not level:
                depth += step
                continue
            node, bits = level.popitem()
            bits &= ~self.done.get(node, 0)
            if not bits:
                continue
            self.done[node] = self.done.get(node, 0) | bits
            here = self.expanded[depth]
            here[node] = here.get(node, 0) | bits
            self.count += bits.bit_count()
            ticks += 1
            if self.count > self._states or not ticks % 256:
                self._check_limits()
            if depth + 1 == len(self.waiting):
                self._deepen()
            won = self._expand(node, bits, depth + 1, bound)
            if won is not None:
                return won
            depth += dive
        self._check_limits()
        return None

    def _check_limits(self) -> None:
        if self.count > self._states:
            raise LimitMet
        if self._until is not None and monotonic() > self._until:
            raise LimitMet

    def _expand(self, node: int, bits: int, depth: int, bound: int) -> tuple[int, int, int] | None:
        goals, graph = self.goals, self.graph
        mover = node & 1
        allowed = self._allowed(1 - mover, bound - depth)
        waiting, later, done = self.waiting[depth], self.later[depth], self.done
        steps, winning, alive = goals.steps[mover], goals.winning, bits & goals.alive
        for end, afters in graph.known.get(node) or graph.edges(node):
            begun, stays, moves = steps[end]
            reached = bits & stays
            for mask, shift in moves:
                reached |= (bits & mask) << shift
            if reached & winning:
                return afters[0], depth, reached & winning
            if alive:
                reached |= begun | alive
            now, then = reached & allowed, reached & ~allowed
            for after in afters:
                before = done.get(after, 0)
                new = now & ~before
                if new:
                    waiting[after] = waiting.get(after, 0) | new
                new = then & ~before
                if new:
                    later[after] = later.get(after, 0) | new
        return None

    def _allowed(self, mover: int, plies: int) -> int:
        key = plies * 2 + mover
        found = self._masks.get(key)
        if found is None:
            found = self._masks[key] = self.goals.within(mover, plies)
        return found

    def way_to(self, target: int, depth: int, wanted: int) -> list[str]:
        """The tokens that lead to a won node, found from its end: at each depth one that brings it on."""
        tokens: list[str] = []
        for level in reversed(self.expanded[:depth]):
            target, wanted, token = self._step_back(level, target, wanted)
            tokens.append(token)
        return tokens[::-1]

    def _step_back(self, level: Level, target: int, wanted: int) -> tuple[int, int, str]:
        """A node of a depth, the attempts there that matter, and the token that brings them to `wanted`."""
        goals, graph = self.goals, self.graph
        for node, bits in level.items():
            if not any(target in afters for _, afters in graph.edges(node)):
                continue
            for end, after, token in graph.turns(node):
                if after != target:
                    continue
                begun, stays, moves = goals.steps[node & 1][end]
                if bits & goals.alive and wanted & (begun | goals.alive):
                    return node, goals.alive, token
                source = bits & stays & wanted
                for mask, shift in moves:
                    source |= bits & mask & wanted >> shift
                if source:
                    return node, source, token
        raise AssertionError("a state of the search has no predecessor")
