"""The positions of a rule set without their pasts, packed in integers, and the turns between them.

A *node* holds the side to move, both cells, both last picks, I1's ban, and (in rule sets with M16) where both
stood when their last turns began: all that decides which turns are valid. Mixed radix, lowest first:
side 2, cells 9 and 9 (purple, orange), picks 5 and 5, ban 5 (an index among the four, 4 for none), and
began 10 and 10 or nothing.
"""

from struckle_cli.games.crungle.board import EARLIER_TURN
from struckle_cli.games.crungle.rulebook import Rulebook, rulebook
from struckle_cli.games.crungle.state import NO_PICK, State

Edges = list[tuple[int, list[int]]]
"""The turns from a node: each turn end (`own * 9 + opp` of the mover), and the nodes it can lead to."""

_CELL, _PICK, _BAN, _PAST = (2, 18), (162, 810), 4050, 20250
"""The weights of the digits of a node: cells and picks of purple and orange, the ban, began."""


class Graph:
    """The nodes of a rule set and their edges, worked out when they are met."""

    def __init__(self, rules: tuple[int, ...]) -> None:
        self.book: Rulebook = rulebook(rules)
        self.i1 = self.book.i1
        self.past = (_PAST, 10 * _PAST) if EARLIER_TURN in rules else (0, 0)
        self.known: dict[int, Edges] = {}
        self._ways: dict[int, dict[int, list[tuple[int, int, int]]]] = {}

    def node(self, state: State) -> int:
        """The node of a state."""
        rules = self.book.rules
        ban = rules.index(state.ban) if state.ban in rules else NO_PICK
        return self.pack(state.side, state.cells, state.picks, ban, state.began)

    def pack(
        self, side: int, cells: tuple[int, int], picks: tuple[int, int], ban: int, began: tuple[int, int]
    ) -> int:
        """The node of these values."""
        digits = sum(cells[n] * _CELL[n] + picks[n] * _PICK[n] + began[n] * self.past[n] for n in (0, 1))
        return side + digits + ban * _BAN

    def unpack(self, node: int) -> tuple[int, tuple[int, int], tuple[int, int], int, tuple[int, int]]:
        """The values of a node; 0 for starts on which nothing depends here."""
        node, side = divmod(node, 2)
        node, purple = divmod(node, 9)
        node, orange = divmod(node, 9)
        node, pick = divmod(node, 5)
        node, pick2 = divmod(node, 5)
        node, ban = divmod(node, 5)
        return side, (purple, orange), (pick, pick2), ban, (node % 10, node // 10)

    def edges(self, node: int) -> Edges:
        """The turns from a node, grouped by turn end; a pass where there is no valid statement."""
        found = self.known.get(node)
        if found is None:
            side, cells, picks, ban, began = self.unpack(node)
            last, banned = picks[side], 0 if ban == NO_PICK else 1 << ban
            rest = self._rest(side, cells, picks, began)
            ways = self._ways_of(side, cells, began)
            found = []
            for end, group in ways.items():
                afters = {rest + part for pick, uses, part in group if pick != last and not uses & banned}
                if afters:
                    found.append((end, list(afters)))
            if not found:
                end, after, _ = self._pass(node)
                found.append((end, [after]))
            self.known[node] = found
        return found

    def _rest(self, side: int, cells: tuple[int, int], picks: tuple[int, int], began: tuple[int, int]) -> int:
        """What of the next node no choice decides: the side, the other's past, where this turn began."""
        other = 1 - side
        past = cells[side] * self.past[side] + began[other] * self.past[other]
        return other + picks[other] * _PICK[other] + past

    def _part(self, side: int, own: int, opp: int, pick: int, ban: int) -> int:
        """What of the next node a turn decides."""
        return own * _CELL[side] + opp * _CELL[1 - side] + pick * _PICK[side] + ban * _BAN

    def _ban(self, pick: int, uses: int) -> int:
        return uses.bit_length() - 1 if pick == self.i1 else NO_PICK

    def _ways_of(
        self, side: int, cells: tuple[int, int], began: tuple[int, int]
    ) -> dict[int, list[tuple[int, int, int]]]:
        """For each turn end from a place, the ways to it: pick, use, and part of the next node."""
        other = 1 - side
        place = self.book.place(cells[side], cells[other], began[side], began[other])
        ways = self._ways.get(place * 2 + side)
        if ways is None:
            seen: dict[int, dict[tuple[int, int, int], None]] = {}
            for pick, uses, end, _ in self.book.table(place).values():
                part = self._part(side, end // 9, end % 9, pick, self._ban(pick, uses))
                seen.setdefault(end, {})[pick, uses, part] = None
            ways = self._ways[place * 2 + side] = {end: list(group) for end, group in seen.items()}
        return ways

    def turns(self, node: int) -> list[tuple[int, int, str]]:
        """The valid turns from a node as turn end, node after it, and token; in listing order."""
        side, cells, picks, ban, began = self.unpack(node)
        other = 1 - side
        place = self.book.place(cells[side], cells[other], began[side], began[other])
        last, banned = picks[side], 0 if ban == NO_PICK else 1 << ban
        rest = self._rest(side, cells, picks, began)
        found = [
            (end, rest + self._part(side, end // 9, end % 9, pick, self._ban(pick, uses)), token)
            for token, (pick, uses, end, _) in self.book.table(place).items()
            if pick != last and not uses & banned
        ]
        return found or [self._pass(node)]

    def _pass(self, node: int) -> tuple[int, int, str]:
        side, cells, picks, _, began = self.unpack(node)
        rest = self._rest(side, cells, picks, began)
        own, opp = cells[side], cells[1 - side]
        return own * 9 + opp, rest + self._part(side, own, opp, NO_PICK, NO_PICK), "pass"
