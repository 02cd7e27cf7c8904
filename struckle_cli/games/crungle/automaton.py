"""The goals as automata, for checking many plies: one look-up a turn end says whether a goal is reached.

Made from the machines of the search (`machine`) as turn ends are met; a node stands for all pasts with
the same open attempts.
"""

from functools import cache

from struckle_cli.games.crungle.machine import Machine, machine

_KEPT = 20_000
"""Nodes that one goal keeps; G10 could have more than 200,000."""


class Node(dict[int, "Node"]):
    """The nodes after each turn end, filled in when they are asked for; `WON` where the goal is reached."""

    __slots__ = ("_automaton", "_bits")

    def __init__(self, automaton: "Automaton | None", bits: int) -> None:
        super().__init__()
        self._automaton = automaton
        self._bits = bits

    def __missing__(self, end: int) -> "Node":
        found = self if self._automaton is None else self._automaton.after(self._bits, end)
        self[end] = found
        return found


class Automaton:
    """One goal's automaton."""

    def __init__(self, one: Machine) -> None:
        self._machine = one
        self._nodes: dict[int, Node] = {}

    def after(self, bits: int, end: int) -> Node:
        """The node after a turn end."""
        bits = self._machine.tidy(self._machine.read(bits, end))
        return WON if bits & self._machine.winning else self.node(bits)

    def node(self, bits: int) -> Node:
        """The node of open attempts."""
        found = self._nodes.get(bits)
        if found is None:
            if len(self._nodes) >= _KEPT:
                for node in self._nodes.values():
                    node.clear()
                self._nodes.clear()
            found = self._nodes[bits] = Node(self, bits)
        return found

    def of(self, ends: bytes, visited: int) -> Node:
        """The node of a player's past in a running game."""
        bits = self._machine.initial
        for end in ends:
            bits = self._machine.read(bits, end) & ~self._machine.winning
        return self.node(1 << visited if self._machine is machine(2) else self._machine.tidy(bits))


@cache
def automaton(goal: int) -> Automaton:
    """The automaton of a goal (1..10)."""
    return Automaton(machine(goal))


WON = Node(None, 0)
"""Where a reached goal leads, and stays."""
