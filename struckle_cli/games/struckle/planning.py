"""What bots do in Struckle: what looks best for one piece, and for a house turn what is best when answered.

A house turn is four archetype turns, some million ways to go. So the best few ways are kept piece by piece
(a beam). From their ends it is played on, each house by what looks best to it, until the house is next; what
the position is worth then decides.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import monotonic
from typing import NamedTuple

from struckle_cli.core.bots import DEFAULT_NODES, Budget, Scene
from struckle_cli.games.struckle.acting import FINE, act, against, walks
from struckle_cli.games.struckle.board import HERO, SEATS
from struckle_cli.games.struckle.moves import Move
from struckle_cli.games.struckle.notation import format_move
from struckle_cli.games.struckle.rules import aims
from struckle_cli.games.struckle.standing import value
from struckle_cli.games.struckle.state import Desk, State, later

_WIDTH = 5
"""Ways into a house turn that are kept."""
_WALKS = 3
"""Walks behind which a power is tried: where a piece stands has little to do with what its power does."""
_PLY = 5
"""Nodes that a ply counts when it is played on: some dozens of positions, most of them known by halves."""


class Option(NamedTuple):
    """Something that the acting piece can do, where it leads, and what that is worth for its house."""

    worth: float
    move: Move
    state: State


def at_once(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The token that looks best; among equals any."""
    return format_move(_first(options(scene.state), chance).move)


def plan(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The token that begins the best house turn that the budget finds; among equals any."""
    planner = _Planner(seat, budget, chance)
    with suppress(_Spent):
        planner.think(scene.state)
    return format_move(planner.chosen)


def options(state: State, tried: int = _WALKS) -> list[Option]:
    """What the acting piece can do, one for each position that it leads to.

    All walks are there, and powers behind the `tried` of them that look best; for the Hero, whose power hangs
    on where he stands, behind all.
    """
    seat, desk, found = SEATS[state.turn >> 2], state.desk(), _Found()
    for move in _walks(desk, state.turn):
        found.add(state, desk, move, seat)
    ways = sorted(found.values(), key=_worth, reverse=True)
    able = [way for way in ways if way.state.promoted >> state.turn & 1 and abs(way.worth) < 1]
    for way in able if state.turn & 3 == HERO else able[:tried]:
        for move in _powers(way.state.desk(), state.turn, way.move):
            found.add(state, desk, move, seat)
    return list(found.values())


def _worth(option: Option) -> float:
    return option.worth


class _Found(dict[tuple[bytes, int], Option]):
    """Options by the positions that they lead to."""

    def add(self, state: State, desk: Desk, move: Move, seat: str) -> None:
        """Add a legal move, if it leads to a new one; `desk` is that of `state`."""
        board = desk.copy()
        act(board, state.turn, move)
        after = later(state, board, 1)
        known = after.squares, after.promoted
        if known not in self:
            self[known] = Option(value(after, seat), move, after)


def _walks(desk: Desk, piece: int) -> Iterator[Move]:
    """The turns without a power, one for each end and what it does to the piece's state."""
    met = set()
    for steps, path, won in walks(desk, piece):
        if (path.end, path.effect, won) not in met:
            met.add((path.end, path.effect, won))
            yield Move(piece & 3, steps)


def _powers(desk: Desk, piece: int, walk: Move) -> Iterator[Move]:
    """The turns that use the power behind a walk; `desk` is as the walk has left it."""
    for target, to in aims(desk, piece):
        if against(desk, piece, target, to) == FINE:
            yield Move(walk.archetype, walk.steps, walk.archetype + 1, target, to)


def _first(found: list[Option], chance: Random) -> Option:
    top = max(map(_worth, found))
    return chance.choice([option for option in found if option.worth == top])


class _Spent(Exception):
    """The budget is spent."""


class _Way(NamedTuple):
    """A way into a house turn: what its end is worth, its first move, and its end."""

    worth: float
    move: Move
    state: State


class _Planner:
    """One answer: `chosen` is the best first move so far."""

    def __init__(self, seat: str, budget: Budget, chance: Random) -> None:
        unlimited = budget.nodes is None and budget.seconds is None
        self.left = DEFAULT_NODES if unlimited else budget.nodes
        self.until = None if budget.seconds is None else monotonic() + budget.seconds
        self.seat, self.house, self.chance = seat, SEATS.index(seat), chance
        self.chosen = Move(0)

    def think(self, state: State) -> None:
        """Choose; raises `_Spent` when the budget is."""
        found = options(state)
        self.chosen = _first(found, self.chance).move
        self._spend(len(found))
        ways = self._kept([_Way(option.worth, option.move, option.state) for option in found])
        while ways[0].worth < 1 and ways[0].state.turn >> 2 == self.house:
            self.chosen = ways[0].move
            ways = self._kept(list(self._further(ways)))
        self.chosen = ways[0].move
        if ways[0].worth == 1 or len({way.move for way in ways}) == 1:
            return
        top = -2.0
        for way in ways:
            worth = self._played_on(way.state)
            if worth > top:
                top, self.chosen = worth, way.move

    def _kept(self, ways: list[_Way]) -> list[_Way]:
        """The best ways; of those that lead to the same position one."""
        self.chance.shuffle(ways)
        ways.sort(key=lambda way: -way.worth)
        best: dict[tuple[bytes, int], _Way] = {}
        for way in ways:
            best.setdefault((way.state.squares, way.state.promoted), way)
            if len(best) == _WIDTH:
                break
        return list(best.values())

    def _further(self, ways: list[_Way]) -> Iterator[_Way]:
        for way in ways:
            if abs(way.worth) == 1:
                yield way
                continue
            found = options(way.state)
            self._spend(len(found))
            for option in found:
                yield _Way(option.worth, way.move, option.state)

    def _played_on(self, state: State) -> float:
        """What a position is worth for the house when it is next, and the others did what looked best."""
        while state.turn >> 2 != self.house:
            self._spend(_PLY)
            best = _first(options(state, 1), self.chance)
            state = best.state
            if abs(best.worth) == 1:
                break
        return value(state, self.seat)

    def _spend(self, nodes: int) -> None:
        if self.left is not None:
            self.left -= nodes
            if self.left < 0:
                raise _Spent
        if self.until is not None and monotonic() > self.until:
            raise _Spent
