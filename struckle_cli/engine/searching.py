"""Looking ahead through the contract alone: alpha-beta, one ply deeper each time, until the budget is spent.

A seat looks for what is best for itself, and takes it that the others look for what is worst for it. With two
seats that is what they do; with more it is careful play (paranoid search). Who is to move is asked at every
position, because a seat may move several times in a row. What a game knows of itself it says in `Game.skill`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from struckle_cli.core.bots import DEFAULT_NODES, Budget, Scene
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.bots import value

WON = 2.0
"""What a win is worth at the root, and a loss below zero; more than a game says of positions that go on."""
A_PLY = 2**-10
"""What is taken off for each ply that leads to an end: the quickest win is chosen, and the slowest loss."""
EVEN = 0.0
"""What a position is worth in which the game has been before: nothing was gained."""
GRAIN = 0.01
"""How far apart even positions may be and still count as equal, so that no two games go the same way."""
_LONG, _GROWS = 30, 5
"""After so many plies it is twice as much, and so on, up to so many times: where nobody gets on, something
else is tried.
"""
DEEPEST = 60
"""Plies of the longest line. There are small games that a large budget sees the end of again and again."""

_KEPT = 50_000
"""Positions of which something is remembered; when there are as many, all are forgotten."""
_OPENED = 500_000
"""Moves whose positions are remembered with them, likewise: in Castle one takes about 700 bytes."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)

Key = Hashable


class _Spent(Exception):
    """The budget is spent."""


class _Child(NamedTuple):
    """Where a move leads, and what that is worth for the seat as it stands (1 and -1 if it is `over`)."""

    move: Any
    state: Any
    key: Key
    worth: float
    over: bool


class _Kept(NamedTuple):
    """What is known of a position: how deep it was looked at, its worth or a bound of it, the best move.

    `goes_on` says that lines were left unfinished.
    """

    depth: int
    worth: float
    bound: int
    move: Any
    goes_on: bool


def search(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """The best token that can be found for the budget; among equals any. The game must not be over.

    For games whose `legal_moves` lists the moves: no dice.
    """
    looking = Search(scene.game, seat, budget, keys_before(scene), chance)
    looking.grain = GRAIN * min(1 + len(scene.tokens) / _LONG, _GROWS)
    return str(scene.game.format_move(looking.best(scene.state)))


def keys_before(scene: Scene) -> frozenset[Key]:
    """The positions in which a game has been, this one included; none if the game has no `Skill.key`."""
    game = scene.game
    if game.skill is None or game.skill.key is None:
        return frozenset()
    state, found = scene.start, {game.skill.key(scene.start)}
    for token in scene.tokens:
        state = game.apply(state, game.parse_move(token))
        found.add(game.skill.key(state))
    return frozenset(found)


def _key_of(game: AnyGame, state: Any) -> Callable[[Any], Key]:
    """What tells positions apart: `Skill.key`, else the state; None for all where states do not hash."""
    if game.skill is not None and game.skill.key is not None:
        return game.skill.key
    return (lambda state: state) if _hashes(state) else (lambda state: None)


def _hashes(thing: object) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


class Search:
    """What one seat finds out for one answer.

    `before` are positions that were there, by their keys. `chance` decides between equals, and what is nearly
    equal; without it the first of the best moves is taken.
    """

    def __init__(
        self,
        game: AnyGame,
        seat: str,
        budget: Budget,
        before: Iterable[Key] = (),
        chance: Random | None = None,
    ) -> None:
        unlimited = budget.nodes is None and budget.seconds is None
        self.left = DEFAULT_NODES if unlimited else budget.nodes
        self.until = None if budget.seconds is None else monotonic() + budget.seconds
        self.game, self.seat, self.chance, self.grain = game, seat, chance, GRAIN
        self._key: Callable[[Any], Key] = lambda state: None
        self._line = set(before)
        self._worths: dict[Key, tuple[float, bool]] = {}
        self._table: dict[Key, _Kept] = {}
        self._opened: dict[Key, list[_Child]] = {}
        self._moves_opened = 0
        self._cuts: dict[Any, int] | None = None
        self._repeats = 0
        self._goes_on = False
        self._chosen: Any = None

    def best(self, state: Any) -> Any:
        """The best move. There must be one."""
        moves = list(self.game.legal_moves(state))
        if self.chance is not None:
            self.chance.shuffle(moves)
        self._chosen = moves[0]
        self._get_ready(state, moves)
        try:
            if len(moves) > 1:
                self._deepen(state, moves)
        except _Spent:
            pass
        return self._chosen

    def worth(self, state: Any, depth: int) -> float:
        """What a position is worth for the seat, `depth` plies (1 or more) ahead; the budget must do."""
        self._get_ready(state, self.game.legal_moves(state))
        return self._look(state, self._key(state), depth, (-WON, WON), 0)

    def _get_ready(self, state: Any, moves: list[Any]) -> None:
        self._key = _key_of(self.game, state)
        self._cuts = {} if _hashes(moves[0]) else None

    def _deepen(self, state: Any, moves: list[Any]) -> None:
        """Choose one ply ahead, then two, and so on, until all ends are seen or a win is."""
        self._line.add(self._key(state))
        top, children = -WON, []
        for move in moves:
            children.append(self._child(state, move))
            now = self._at_once(children[-1], 1)
            now = children[-1].worth if now is None else now
            if now > top:
                top, self._chosen = now, move
        children.sort(key=lambda child: -child.worth)
        for depth in range(2, DEEPEST + 1):
            self._goes_on = False
            children.sort(key=lambda child: child.move is not self._chosen)
            top = -WON
            for child in children:
                worth = self._further(child, depth, (top, WON), 0)
                if worth > top:
                    top, self._chosen = worth, child.move
            if top > 1 or not self._goes_on:
                return

    def _look(self, state: Any, key: Key, depth: int, window: tuple[float, float], ply: int) -> float:
        """Alpha-beta: what a position is worth for the seat, where the game goes on.

        Where the answer is not inside `window`, it is a bound.
        """
        kept = None if key is None else self._table.get(key)
        if kept is not None and kept.depth == depth:
            worth = _seen_from(kept.worth, -ply)
            if _settles(kept.bound, worth, window):
                self._goes_on |= kept.goes_on
                return worth
        sign = 1 if self.game.to_move(state) == self.seat else -1
        went_on, repeats, fresh = self._goes_on, self._repeats, key not in self._line
        self._goes_on = False
        self._line.add(key)
        top, best = self._best_child(self._children(state, key, depth, sign, kept), depth, sign, window, ply)
        if fresh:
            self._line.discard(key)
        if best is None:
            return self._judge(state, key)[0]
        # What hangs on the line that led here is not kept: behind another line it would be wrong.
        if key is not None and repeats == self._repeats:
            kept = _Kept(depth, _seen_from(top, ply), _bound(top, window), best, self._goes_on)
            _make_room(self._table)
            self._table[key] = kept
        self._goes_on |= went_on
        return top

    def _best_child(
        self, children: Iterable[_Child], depth: int, sign: int, window: tuple[float, float], ply: int
    ) -> tuple[float, Any]:
        """The worth of the child that the mover takes, and its move; `sign` is -1 for another's move."""
        low, high = window
        top, best = -WON * sign, None
        for child in children:
            worth = self._further(child, depth, (low, high), ply)
            if best is None or (worth - top) * sign > 0:
                top, best = worth, child.move
                if sign > 0:
                    low = max(low, top)
                else:
                    high = min(high, top)
                if low >= high:
                    if self._cuts is not None:
                        self._cuts[best] = self._cuts.get(best, 0) + depth * depth
                    break
        return top, best

    def _further(self, child: _Child, depth: int, window: tuple[float, float], ply: int) -> float:
        """What a child is worth of a position at `ply` that is looked at `depth` plies deep."""
        worth = self._at_once(child, ply + 1)
        if worth is not None:
            return worth
        if depth == 1:
            self._goes_on = True
            return child.worth
        return self._look(child.state, child.key, depth - 1, window, ply + 1)

    def _at_once(self, child: _Child, ply: int) -> float | None:
        """The worth of a position that needs no look: an end, or one that was there before; else None."""
        if child.over:
            return child.worth * (WON - ply * A_PLY)
        if child.key is not None and child.key in self._line:
            self._repeats += 1
            return EVEN
        return None

    def _children(self, state: Any, key: Key, depth: int, sign: int, kept: _Kept | None) -> Iterable[_Child]:
        """Where the moves lead, by what looks best; at the horizon, where much is cut off, one by one."""
        children = None if key is None else self._opened.get(key)
        if children is not None:
            self._spend()
        elif depth == 1:
            return self._one_by_one(state, kept)
        else:
            children = [self._child(state, move) for move in self.game.legal_moves(state)]
            children.sort(key=lambda child: -sign * child.worth)
            if key is not None:
                self._remember(key, children)
        if kept is None:
            return children
        return sorted(children, key=lambda child: child.move != kept.move)

    def _remember(self, key: Key, children: list[_Child]) -> None:
        """Keep where the moves of a position lead, within what fits into memory."""
        if self._moves_opened + len(children) > _OPENED:
            self._opened.clear()
            self._moves_opened = 0
        self._opened[key] = children
        self._moves_opened += len(children)

    def _one_by_one(self, state: Any, kept: _Kept | None) -> Iterator[_Child]:
        """Those moves first that were too good elsewhere: often one of them is so here."""
        moves = self.game.legal_moves(state)
        if self._cuts:
            cuts = self._cuts
            moves = sorted(moves, key=lambda move: -cuts.get(move, 0))
        if kept is not None:
            moves = sorted(moves, key=lambda move: move != kept.move)
        for move in moves:
            yield self._child(state, move)

    def _child(self, state: Any, move: Any) -> _Child:
        self._spend()
        after = self.game.apply(state, move)
        key = self._key(after)
        worth, over = self._judge(after, key)
        return _Child(move, after, key, worth, over)

    def _judge(self, state: Any, key: Key) -> tuple[float, bool]:
        """What a position is worth as it stands, and whether the game is over."""
        found = None if key is None else self._worths.get(key)
        if found is None:
            over = self.game.outcome(state) is not None
            worth = value(self.game, state, self.seat)
            if self.chance is not None and not over:
                worth += self.grain * (1 - abs(worth)) ** 2 * (self.chance.random() - 0.5)
            found = worth, over
            if key is not None:
                _make_room(self._worths)
                self._worths[key] = found
        return found

    def _spend(self) -> None:
        """Count a position. Raises `_Spent` when that was one too many, or it is too late."""
        if self.left is not None:
            if self.left <= 0:
                raise _Spent
            self.left -= 1
        if self.until is not None and monotonic() > self.until:
            raise _Spent


def _settles(bound: int, worth: float, window: tuple[float, float]) -> bool:
    """Whether what is kept is all that can be asked inside a window."""
    if bound == _EXACT:
        return True
    return worth >= window[1] if bound == _AT_LEAST else worth <= window[0]


def _bound(worth: float, window: tuple[float, float]) -> int:
    if worth >= window[1]:
        return _AT_LEAST
    return _AT_MOST if worth <= window[0] else _EXACT


def _seen_from(worth: float, ply: int) -> float:
    """An end's worth counted from the position at `ply`, instead of from the root; with -ply back again."""
    if worth > 1:
        return worth + ply * A_PLY
    return worth - ply * A_PLY if worth < -1 else worth


def _make_room(known: dict[Key, Any]) -> None:
    if len(known) >= _KEPT:
        known.clear()
