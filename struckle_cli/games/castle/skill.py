"""What there is to know of playing Castle well: how a position stands, as far as one look tells.

A game is won on the enemy castle, and nearly all end there. So what counts is, in this order: who can step
onto a castle, and whether that can be stopped; where more men can come to than the other side can take; men;
and which squares near the castles the men of each side reach.
"""

from collections import deque
from functools import lru_cache
from typing import NamedTuple

from struckle_cli.games.castle.board import SIZE, SQUARES, STEPS, WHITE, Board, Rays, other, tables
from struckle_cli.games.castle.state import State

ALMOST = 0.97
"""The worth of a win with the next move; nothing that goes on is worth more."""
UNSTOPPED = 0.94
"""The worth of threats to step onto the castle that the side to move cannot stop."""
_MOST = 0.9
_HALF = 12.0
"""The lead (in the units below) that is worth half of `_MOST`."""
_MEN = 64.0
"""What more men are worth, as a share of all men: each counts the more the fewer there are."""
_MAN = 4.0
"""What it is worth to take a man."""
_STANDS = (0.0, 2.0, 1.5, 1.0, 0.5, 0.2)
"""What a man is worth by the moves that he needs to the enemy castle on an empty board, beside being a man."""
_REACHES = (0.0, 0.8, 0.2, 0.08, 0.04, 0.02)
"""What a square that a man can move to is worth, by the moves from there to the enemy castle."""
_GUARDS = (0.0, 0.2, 0.0)
"""What it is worth by the moves of an enemy from there to the own castle: who comes there can be taken."""
_TEMPO = 0.4
_BREAKS = 14.0
"""What it is worth to come to where one steps onto the castle, once more than the other side can take."""
_WOULD_BREAK = 3.0
_LOST = 0.7
"""How much of a man is lost that can be taken for nothing; there may be a better move than to save him."""
_OWN, _ENEMY, _BY_OWN, _BY_ENEMY = 1, 16, 15, 240
"""How hits are counted in a byte: at most four men reach a square."""

Look = tuple[slice, int, tuple[int, ...], tuple[float, ...]]
"""A ray to look along: its cells, its length, its squares, and what its first 0, 1, 2, ... squares are worth."""


class Ways(NamedTuple):
    """What a board fixes for one side.

    `looks` are the rays of its men from each square, `worths` what a man is worth there, and `entries` the
    squares from which the enemy castle is entered with one move, each with what must be empty in between.
    """

    looks: tuple[tuple[Look, ...], ...]
    worths: tuple[float, ...]
    entries: tuple[tuple[int, tuple[int, ...]], ...]


def value(state: State, seat: str) -> float:
    """How well a position stands for a seat, from -1 (lost) to 1 (won)."""
    worth = _value(state.board, state.closed, state.cells, state.side)
    return worth if (seat == "white") == (state.side == WHITE) else -worth


def key(state: State) -> tuple[bytes, int]:
    """What makes two positions of a game the same: the men and who is to move."""
    return state.cells, state.side


def _value(board: Board, closed: bool, cells: bytes, side: int) -> float:
    """The worth of a position for the side to move."""
    enemy = other(side)
    if cells[board.enemy_castle(side)] == side or enemy not in cells:
        return 1.0
    if cells[board.enemy_castle(enemy)] == enemy or side not in cells:
        return -1.0
    own_ways, enemy_ways = ways(board, closed, side), ways(board, closed, enemy)
    if _entering(cells, own_ways, side):
        return ALMOST
    own_men, enemy_men = cells.count(side), cells.count(enemy)
    hits = bytearray(SQUARES)
    lead = _TEMPO + _MEN * (own_men - enemy_men) / (own_men + enemy_men)
    lead += _survey(cells, own_ways, side, _OWN, hits) - _survey(cells, enemy_ways, enemy, _ENEMY, hits)
    threats = _entering(cells, enemy_ways, enemy)
    if threats:
        if len(threats) > 1 or not hits[threats[0]] & _BY_OWN:
            return -UNSTOPPED
        lead += _gain(hits[threats[0]], enemy_ways.worths[threats[0]])
    else:
        lead += _exchange(cells, own_ways, enemy_ways, side, hits)
        if _breaks(cells, own_ways, side):
            lead += _BREAKS
    if _breaks(cells, enemy_ways, enemy):
        lead -= _WOULD_BREAK
    return _MOST * lead / (_HALF + abs(lead))


def _entering(cells: bytes, way: Ways, side: int) -> list[int]:
    """Where the men of `side` stand that can step onto the enemy castle."""
    found = []
    for square, between in way.entries:
        if cells[square] == side and not any(map(cells.__getitem__, between)):
            found.append(square)
    return found


def _survey(cells: bytes, way: Ways, side: int, hit: int, hits: bytearray) -> float:
    """What the places of the men of `side` are worth; it adds `hit` to each man that one of them reaches."""
    worth, worths, looks = 0.0, way.worths, way.looks
    square = cells.find(side)
    while square >= 0:
        worth += worths[square]
        for cut, length, ray, sums in looks[square]:
            rest = cells[cut].lstrip(b"\0")
            free = length - len(rest)
            if rest:
                hits[ray[free]] += hit
            worth += sums[free]
        square = cells.find(side, square + 1)
    return worth


def _gain(hits: int, worth: float) -> float:
    """What taking a man gains: him, but for the man that is taken in turn if he is guarded."""
    return _MAN + worth if not hits & _BY_ENEMY else max(worth - 1, 0.0)


def _exchange(cells: bytes, own_ways: Ways, enemy_ways: Ways, side: int, hits: bytearray) -> float:
    """What the next captures bring the side to move.

    It makes the best of its own; one of its men can leave before he is taken, unless it captures instead.
    """
    best, hanging = 0.0, [0.0, 0.0]
    for square, marks in enumerate(hits):
        if not marks:
            continue
        if cells[square] != side:
            if marks & _BY_OWN:
                best = max(best, _gain(marks, enemy_ways.worths[square]))
        elif marks & _BY_ENEMY and not marks & _BY_OWN:
            hanging.append(_MAN + own_ways.worths[square])
    hanging.sort()
    return best - _LOST * (hanging[-1] if best else hanging[-2])


def _breaks(cells: bytes, way: Ways, side: int) -> bool:
    """Whether more men of `side` come to one of its entries than men of the other side reach it."""
    for square, _ in way.entries:
        if cells[square] == side:
            continue
        balance = 0
        for cut, _, _, _ in way.looks[square]:
            rest = cells[cut].lstrip(b"\0")
            if rest:
                balance += 1 if rest[0] == side else -1
        if balance > 0:
            return True
    return False


@lru_cache(maxsize=16)
def ways(board: Board, closed: bool, side: int) -> Ways:
    """What a board fixes for `side` (cached)."""
    rays = tables(board, closed).rays
    away = _moves_to(rays[side], board.enemy_castle(side))
    enemy_away = _moves_to(rays[other(side)], board.castle_of(side))
    reaches = [
        _by_moves(_REACHES, mine) + _by_moves(_GUARDS, theirs)
        for mine, theirs in zip(away, enemy_away, strict=True)
    ]
    looks = tuple(
        tuple(_look(square, step, ray, reaches) for step, ray in zip(STEPS, directions, strict=True) if ray)
        for square, directions in enumerate(rays[side])
    )
    goal = board.enemy_castle(side)
    entries = tuple(
        (square, ray[: ray.index(goal)])
        for square, directions in enumerate(rays[side])
        for ray in directions
        if goal in ray
    )
    return Ways(looks, tuple(_by_moves(_STANDS, count) for count in away), entries)


def _by_moves(worths: tuple[float, ...], moves: int) -> float:
    return worths[moves] if moves < len(worths) else 0.0


def _look(square: int, step: int, ray: tuple[int, ...], reaches: list[float]) -> Look:
    end = square + step * (len(ray) + 1)
    sums = [0.0]
    for target in ray:
        sums.append(sums[-1] + reaches[target])
    return slice(square + step, None if end < 0 else end, step), len(ray), ray, tuple(sums)


def _moves_to(rays: Rays, goal: int) -> list[int]:
    """The moves of a man from each square to `goal` on an empty board; `SQUARES` where he never comes."""
    before: list[list[int]] = [[] for _ in range(SQUARES)]
    for square, directions in enumerate(rays):
        for ray in directions:
            for target in ray:
                before[target].append(square)
    away = [SQUARES] * SQUARES
    away[goal] = 0
    queue = deque([goal])
    while queue:
        square = queue.popleft()
        for source in before[square]:
            if away[source] == SQUARES:
                away[source] = away[square] + 1
                queue.append(source)
    return away
