"""What there is to know of playing Castle well: how a position stands, as far as one look tells.

A game is won on the enemy castle, and nearly all end there. So what counts is, in this order: who can step
onto a castle, and whether that can be stopped; where more men can come to than the other side can take; men;
and which squares near the castles the men of each side reach.
"""

from collections import deque
from functools import lru_cache
from itertools import accumulate
from operator import or_
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
_STEPS = (0.0, 2.4, 1.6, 0.8, 0.2)
"""What a man is worth by the moves to the enemy castle that are left after his best next one."""
_COMES = (3.5, 2.6, 1.8, 1.2, 0.7, 0.3)
"""What it is worth that the nearest man needs so many moves to an entry: men come from several sides."""
_REACHES = (0.0, 1.2, 0.2, 0.05, 0.02, 0.01)
"""What a square is worth that some man can move to, by the moves from there to the enemy castle."""
_CONTESTED = 0.5
"""What is left of that where the other side would take the man, and what a second man there adds."""
_TEMPO = 0.4
_BREAKS = 14.0
"""What it is worth to come to where one steps onto the castle, once more than the other side can take."""
_WOULD_BREAK = 3.0
_LOST = 0.7
"""How much of a man is lost that can be taken for nothing; there may be a better move than to save him."""
_FAR = 255
_KEPT = 50_000

Look = tuple[slice, int, tuple[int, ...]]
"""A ray to look along: its cells, length, masks of its first 1, 2, ... squares, the last one twice."""
Lines = tuple[int, bytes, bytes]
"""A square, and all that stands on its row and its column."""


class Ways(NamedTuple):
    """What a board fixes for one side.

    `looks` are the rays of its men from each square. `entries` are the squares from which the enemy castle is
    entered with one move, each with what must be empty in between and the moves to it on an empty board from
    each square; `gate` is the mask of those with nothing in between. `zones` are masks of the squares from
    which the castle is so many moves away, and `steps` has the nearer ones with the worth of coming there.
    """

    looks: tuple[tuple[Look, ...], ...]
    steps: tuple[tuple[int, float], ...]
    entries: tuple[tuple[int, tuple[int, ...], bytes], ...]
    gate: int
    zones: tuple[int, ...]
    ranges: dict[Lines, tuple[int, float]]
    """What is remembered of what men reach."""


class Survey(NamedTuple):
    """The men of one side, as masks of squares: where they stand, and what one of them reaches, and two."""

    men: int
    once: int
    twice: int
    worth: float


def value(state: State, seat: str) -> float:
    """How well a position stands for a seat, from -1 (lost) to 1 (won)."""
    worth = _value(state.board, state.closed, state.cells, state.side)
    return worth if (seat == "white") == (state.side == WHITE) else -worth


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
    own, foe = _survey(cells, own_ways, side), _survey(cells, enemy_ways, enemy)
    threats = _entering(cells, enemy_ways, enemy)
    if _unstopped(threats & enemy_ways.gate, own, foe):
        return -UNSTOPPED
    own_men, enemy_men = cells.count(side), cells.count(enemy)
    lead = _TEMPO + _MEN * (own_men - enemy_men) / (own_men + enemy_men)
    lead += _space(own_ways, own, foe) - _space(enemy_ways, foe, own) + _captures(own, foe)
    if not threats and _breaks(own_ways, own, foe):
        lead += _BREAKS
    if _breaks(enemy_ways, foe, own):
        lead -= _WOULD_BREAK
    return _MOST * lead / (_HALF + abs(lead))


def _entering(cells: bytes, way: Ways, side: int) -> int:
    """The mask of the men of `side` that can step onto the enemy castle."""
    found = 0
    for square, between, _ in way.entries:
        if cells[square] == side and not any(map(cells.__getitem__, between)):
            found |= 1 << square
    return found


def _survey(cells: bytes, way: Ways, side: int) -> Survey:
    men, once, twice, worth, squares = 0, 0, 0, 0.0, []
    known = way.ranges
    square = cells.find(side)
    while square >= 0:
        squares.append(square)
        men |= 1 << square
        column = square % SIZE
        lines = square, cells[square - column : square - column + SIZE], cells[column::SIZE]
        ranged, step = known.get(lines) or _range(cells, way, side, lines)
        twice |= once & ranged
        once |= ranged
        worth += step
        square = cells.find(side, square + 1)
    for _, _, near in way.entries:
        worth += _by_moves(_COMES, min(map(near.__getitem__, squares)))
    return Survey(men, once, twice, worth)


def _range(cells: bytes, way: Ways, side: int, lines: Lines) -> tuple[int, float]:
    """What a man reaches, own men too, as a mask, and what his best next move is worth.

    It is remembered by his row and his column: few moves change them.
    """
    found, free, own = 0, 0, bytes((side,))
    for cut, length, masks in way.looks[lines[0]]:
        rest = cells[cut].lstrip(b"\0")
        seen = length - len(rest)
        found |= masks[seen]
        if rest[:1] != own:
            free |= masks[seen]
        elif seen:
            free |= masks[seen - 1]
    step = next((worth for zone, worth in way.steps if free & zone), 0.0)
    if len(way.ranges) >= _KEPT:
        way.ranges.clear()
    way.ranges[lines] = found, step
    return found, step


def _unstopped(threats: int, own: Survey, foe: Survey) -> bool:
    """Whether men of the other side that threaten to enter cannot all be taken, and not for good."""
    if threats & (threats - 1) or threats & ~own.once:
        return True
    return bool(threats & foe.once & ~own.twice)


def _space(way: Ways, own: Survey, foe: Survey) -> float:
    """What a side's men and the squares that they reach are worth."""
    free, shared = own.once & ~foe.once, own.once & foe.once
    worth = own.worth
    for zone, each in zip(way.zones[1:], _REACHES[1:], strict=True):
        some = (shared & zone).bit_count() + (own.twice & zone).bit_count()
        worth += each * ((free & zone).bit_count() + _CONTESTED * some)
    return worth


def _captures(own: Survey, foe: Survey) -> float:
    """What the next captures bring the side to move.

    It makes the best of its own; one of its men can leave before he is taken, unless it captures instead.
    """
    taken = foe.men & own.once
    gain = 0.0
    if taken & ~foe.once:
        gain = _MAN
    elif taken & own.twice & ~foe.twice:
        gain = _MAN / 2
    hanging = (own.men & foe.once & ~own.once).bit_count()
    return gain - _LOST * _MAN if hanging > (gain == 0) else gain


def _breaks(way: Ways, own: Survey, foe: Survey) -> bool:
    """Whether a side comes to an entry that the other does not reach, or twice where the other comes once."""
    return bool(way.gate & ~own.men & (own.once & ~foe.once | own.twice & ~foe.twice))


@lru_cache(maxsize=16)
def ways(board: Board, closed: bool, side: int) -> Ways:
    """What a board fixes for `side` (cached)."""
    rays, goal = tables(board, closed).rays[side], board.enemy_castle(side)
    away = _moves_to(rays, goal)
    entries = tuple(
        (square, ray[: ray.index(goal)], bytes(_moves_to(rays, square, goal)))
        for square, directions in enumerate(rays)
        for ray in directions
        if goal in ray
    )
    zones = [
        sum(1 << square for square, count in enumerate(away) if count == moves)
        for moves in range(len(_REACHES))
    ]
    return Ways(
        looks=tuple(
            tuple(_look(square, step, ray) for step, ray in zip(STEPS, directions, strict=True) if ray)
            for square, directions in enumerate(rays)
        ),
        steps=tuple(zip(zones, _STEPS, strict=False))[1:],
        entries=entries,
        gate=sum({1 << square for square, between, _ in entries if not between}),
        zones=tuple(zones),
        ranges={},
    )


def _by_moves(worths: tuple[float, ...], moves: int) -> float:
    return worths[moves] if moves < len(worths) else 0.0


def _look(square: int, step: int, ray: tuple[int, ...]) -> Look:
    end = square + step * (len(ray) + 1)
    masks = list(accumulate((1 << target for target in ray), or_))
    return slice(square + step, None if end < 0 else end, step), len(ray), (*masks, masks[-1])


def _moves_to(rays: Rays, goal: int, closed: int = -1) -> list[int]:
    """The moves of a man from each square to `goal` on an empty board; `_FAR` where he never comes.

    He does not stop on `closed`.
    """
    before: list[list[int]] = [[] for _ in range(SQUARES)]
    for square, directions in enumerate(rays):
        for ray in directions:
            for target in ray:
                before[target].append(square)
    away = [_FAR] * SQUARES
    away[goal] = 0
    queue = deque([goal])
    while queue:
        square = queue.popleft()
        for source in before[square]:
            if away[source] == _FAR and source != closed:
                away[source] = away[square] + 1
                queue.append(source)
    return away
