"""Searching the slow way: breadth first over the slow derivation, with all positions met in a dict.

Two positions count as one if they differ in nothing that a rule or a goal of the game can still ask about;
`key` says what that is, goal by goal.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import NamedTuple

from tests.games.crungle import slow, slow_rules
from tests.games.crungle.slow import OTHER, PLAYERS, Position


class TooMany(Exception):
    """There are more positions than were allowed for."""


def past(goal: str, ends: list[slow.End]) -> Hashable:
    """What a goal can still ask of a player's turn ends, none of which has reached it."""
    own = [cell for cell, _ in ends]
    match goal:
        case "G1":
            return tuple(o == p for o, p in ends[-2:])
        case "G2":
            return frozenset(own)
        case "G3" | "G4":  # five to come in one line can begin no sooner than its last cells in a row
            line = slow_rules.row if goal == "G3" else slow_rules.column
            return tuple(_last(own[-4:], lambda cells: len({line(cell) for cell in cells}) == 1))
        case "G5" | "G6":
            wanted = {1, 3, 7, 9} if goal == "G5" else {2, 4, 6, 8}
            return tuple(cell if cell in wanted else 0 for cell in own[-7:])
        case "G7" | "G8":  # how long ago each side was taken last
            sides = [_side(end, goal) for end in reversed(ends[-7:])]
            return tuple(sides.index(side) if side in sides else None for side in (1, 2))
        case "G9":
            return len(_last(own[-11:], lambda cells: 5 not in cells))
    return tuple(_last(own[-7:], lambda cells: len(set(cells)) == len(cells)))


def _last(cells: list[int], holds: Callable[[list[int]], bool]) -> list[int]:
    """The longest end of a list of which something holds (of all shorter ones as well)."""
    return next((cells[at:] for at in range(len(cells)) if holds(cells[at:])), [])


@cache
def _side(end: slow.End, goal: str) -> int:
    own, opp = end
    one, two = (slow_rules.UP, slow_rules.DOWN) if goal == "G7" else (slow_rules.LEFT, slow_rules.RIGHT)
    return 1 if slow_rules.gone(opp, *one) == own else 2 if slow_rules.gone(opp, *two) == own else 0


def key(position: Position) -> Hashable:
    """All that what follows can depend on."""
    turns = [position.turns_of(player)[-1:] for player in PLAYERS]
    picked = tuple(turn[0].picked if turn else None for turn in turns)
    began = tuple(turn[0].began if turn else None for turn in turns) if "M16" in position.rules else None
    pasts = tuple(past(goal, position.ends_of(player)) for player in PLAYERS for goal in position.goals)
    ban = slow.banned(position)
    return position.mover, position.purple, position.orange, picked, ban, began, pasts


def moves_of(position: Position) -> list[str]:
    """`slow.valid_moves` without trying what leads nowhere (a test holds the two against each other)."""
    found, stays = [], position.side()[1]
    for form in slow_rules.forms(position.rules):
        if slow.broken_by_form(position, form) is None:
            stated = slow_rules.opp_is_stated(form)
            for own, opp in slow.ends_now(position, form):
                assert stated or opp == stays
                found.append(slow_rules.spell((form, own, opp if stated else None)))
    return sorted(found) or ["pass"]


class Way(NamedTuple):
    """A position met, and the tokens that led there."""

    position: Position
    tokens: tuple[str, ...]


def shortest_win(start: Position, allowed: int, plies: int = 10**9) -> tuple[str, ...] | None:
    """A shortest line of valid moves that wins for anybody, of so many plies at the most; None if none wins.

    Raises `TooMany` when more positions are met than are allowed.
    """
    seen, waiting = {key(start)}, deque([Way(start, ())])
    while waiting:
        position, tokens = waiting.popleft()
        if len(tokens) == plies:
            continue
        for move in moves_of(position):
            after = slow.complete(position, move)
            if after.winner:
                return (*tokens, move)
            if (found := key(after)) not in seen:
                seen.add(found)
                waiting.append(Way(after, (*tokens, move)))
        if len(seen) > allowed:
            raise TooMany
    return None


class Graph:
    """All positions that valid moves can reach, with the value of each: retrograde by plain sweeps.

    A value is (plies, who wins): 1 ply for a win at once. Those without a value can be played on for ever.
    """

    def __init__(self, start: Position, allowed: int) -> None:
        self.start = key(start)
        self.movers = {self.start: start.mover}
        self.ways: dict[Hashable, tuple[str, ...]] = {self.start: ()}
        self.after: dict[Hashable, dict[str, Hashable | None]] = {}
        waiting = deque([Way(start, ())])
        while waiting:
            position, tokens = waiting.popleft()
            here = self.after[key(position)] = {}
            for move in moves_of(position):
                then = slow.complete(position, move)
                here[move] = there = None if then.winner else key(then)
                if there is not None and there not in self.movers:
                    self.movers[there] = then.mover
                    self.ways[there] = (*tokens, move)
                    waiting.append(Way(then, self.ways[there]))
            if len(self.movers) > allowed:
                raise TooMany
        self.values: dict[Hashable, tuple[int, str]] = {}
        self._sweep()

    def _sweep(self) -> None:
        for plies in range(1, len(self.after) + 2):
            new = {}
            for here, moves in self.after.items():
                if here not in self.values and (winner := self._value(here, moves.values(), plies)):
                    new[here] = (plies, winner)
            self.values |= new
            if not new and plies > max((plies for plies, _ in self.values.values()), default=0) + 1:
                return

    def _value(self, here: Hashable, afters: Iterable[Hashable | None], plies: int) -> str | None:
        """Who wins in exactly so many plies, all nearer wins being known."""
        mover = self.movers[here]
        if None in afters:
            return mover
        told = [self.values.get(after) for after in afters]
        if any(value == (plies - 1, mover) for value in told):
            return mover
        lost = all(value is not None and value[1] == OTHER[mover] for value in told)
        return OTHER[mover] if lost else None

    def value(self, here: Hashable) -> tuple[str, int | None]:
        """`win`, `loss` or `neither` for the side to move, and in how many plies."""
        found = self.values.get(here)
        if found is None:
            return "neither", None
        return ("win" if found[1] == self.movers[here] else "loss"), found[0]
