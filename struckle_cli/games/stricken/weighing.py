"""How well a position stands, without looking ahead: what bots and their search go by.

Everything is counted in shells: a fresh one without use of its bead is worth 1, which is also the point that
the other side gets for it. What a hidden bead holds counts as likely as its bead allows. The weights are no
rules: they were tried out in games of bots against each other.
"""

from math import tanh

from struckle_cli.games.stricken.board import (
    ALL_CAPABILITIES,
    ALL_SHELLS,
    LAYER,
    NEIGHBOURS,
    OFF,
    POINTS,
    SHELLS,
    SIZE,
)
from struckle_cli.games.stricken.moves import ATTACK, DRIFT, INSPIRE, PULSE, SAP, WARD, Action
from struckle_cli.games.stricken.state import TURNS, Desk

_MANY = 2 * TURNS
"""More buffs than this no shell ever gets: one a turn of its side."""


def _rising(first: float, fade: float) -> tuple[float, ...]:
    """What 0, 1, 2 ... buffs are worth: the first of them most."""
    return tuple(first * (1 - fade**n) / (1 - fade) for n in range(_MANY))


_POWER = _rising(0.08, 0.7)
_DEFENSE = _rising(0.12, 0.7)
_ABLE = (0.06, 0.06, 0.16, 0.10)
"""What the use of Inspire, Ward, Pulse and Sap is worth."""
_BUFFER = 0.03
"""What an ally beside a shell that can Inspire or Ward is worth."""
_OPEN = 0.53
"""How likely a hidden bead holds what nothing speaks for or against: 8 of 15 sets do."""
_NEAR = 0.05
"""What a step nearer to the nearest enemy is worth."""
_BOLD = 0.02
"""The same, for each Power and Defense that the shell has more than a fresh one."""
_FORCE = 0.9
"""How much of what the side to move can win at once counts."""
_THREAT = 0.3
"""How much of what the other side could win if it were to move counts."""
_SUFFERED = 0.01
"""What a point of damage costs beside Defense: it breaks ties (SN-6)."""
_HASTE = 12
"""Turns before the end from which on buffs and abilities lose their worth."""
_AHEAD = 0.5
"""What it is worth in the end to be ahead, however little."""


def _chances(caps: int, known: int) -> tuple[float, ...]:
    return tuple(1.0 if known >> bit & 1 else _OPEN if caps >> bit & 1 else 0.0 for bit in range(4))


_MASKS = range(ALL_CAPABILITIES + 1)
_LIKELY = tuple(tuple(_chances(caps, known) for known in _MASKS) for caps in _MASKS)
"""How likely a bead holds each capability, by what it may hold and by what it surely holds."""
_ABLE_WORTH = tuple(
    tuple(sum(one * other for one, other in zip(_ABLE, chances, strict=True)) for chances in row)
    for row in _LIKELY
)
_SUPPORT = tuple(tuple((chances[0] + chances[1]) * _BUFFER for chances in row) for row in _LIKELY)


def _apart(one: int, other: int) -> int:
    return sum(abs(one // step % SIZE - other // step % SIZE) for step in (1, SIZE, LAYER))


APART = tuple(tuple(_apart(one, other) for other in range(POINTS)) for one in range(POINTS))
"""Steps between two points."""

_BESIDE = (*(sum(1 << other for other in NEIGHBOURS[point]) for point in range(POINTS)), 0)
"""The points beside each point as a mask; none beside `OFF`."""

Gain = tuple[float, Action]

_DRIFTS = tuple(tuple((p, Action(DRIFT, point, p)) for p in NEIGHBOURS[point]) for point in range(POINTS))
_AIMED = {
    kind: tuple({p: Action(kind, point, p) for p in NEIGHBOURS[point]} for point in range(POINTS))
    for kind in (ATTACK, SAP)
}
_ALONE = {kind: tuple(Action(kind, point) for point in range(POINTS)) for kind in (INSPIRE, WARD, PULSE)}
"""Actions by kind and source; making them anew takes longer than weighing them."""


class Eye:
    """A way to look at positions of one game that are not far from each other.

    Fixed when it is made: how much is left of the game, and where each side's enemies stood then, to which
    its shells are drawn. All gains are in shells, for the side that is said.
    """

    __slots__ = ("late", "pull")

    def __init__(self, desk: Desk, turn: int) -> None:
        self.late = min(1.0, (TURNS + 1 - turn) / _HASTE)
        self.pull = (_steps(desk, 1), _steps(desk, 0))

    # --- what stands -------------------------------------------------------------------------

    def worth(self, desk: Desk, shell: int) -> float:
        """What a shell on the lattice is worth, wherever it stands."""
        found = _POWER[desk.power[shell] - 1]
        found += _DEFENSE[desk.wards[shell] - desk.damage[shell]]
        if not desk.sapped >> shell & 1:
            caps = desk.caps[shell]
            found += _ABLE_WORTH[caps][caps if desk.beads[shell] is not None else desk.known[shell]]
        return 1.0 + found * self.late

    def lead(self, desk: Desk) -> float:
        """What white has more than black, whoever is to move."""
        total = _SUFFERED * (desk.suffered[1] - desk.suffered[0])
        for shell in range(ALL_SHELLS):
            if desk.where[shell] != OFF:
                found = self.worth(desk, shell)
                total += found if shell < SHELLS else -found
        return total

    # --- what actions change -----------------------------------------------------------------

    def hurt(self, desk: Desk, shell: int, amount: int) -> float:
        """What a blow takes from the worth of a shell."""
        left = desk.wards[shell] - desk.damage[shell]
        if amount > left:
            return self.worth(desk, shell) + _SUFFERED * amount
        lost = _DEFENSE[left] - _DEFENSE[left - amount]
        return lost * self.late + _SUFFERED * amount

    def drained(self, desk: Desk, shell: int) -> float:
        """What a Sap takes from the worth of a shell."""
        return self.worth(desk, shell) - (0.0 if desk.damage[shell] else 1.0)

    def fights(self, desk: Desk, side: int) -> list[Gain]:
        """What a side may do to enemies beside its shells, and what it is likely to win by that."""
        at, low, found = desk.at, SHELLS * side, list[Gain]()
        reached = beside(desk, 1 - side)
        for shell, point in enumerate(desk.where[low : low + SHELLS], low):
            if reached >> point & 1:
                near = [other for other in [at[p] for p in NEIGHBOURS[point]] if other >= 0]
                enemies = [other for other in near if (other >= SHELLS) != side]
                self._fights_of(desk, side, shell, near, enemies, found)
        return found

    def _fights_of(
        self, desk: Desk, side: int, shell: int, near: list[int], enemies: list[int], found: list[Gain]
    ) -> None:
        point, power, where = desk.where[shell], desk.power[shell], desk.where
        for enemy in enemies:
            gain = self.hurt(desk, enemy, power) - self.hurt(desk, shell, desk.power[enemy])
            found.append((gain, _AIMED[ATTACK][point][where[enemy]]))
        if desk.sapped >> shell & 1:
            return
        chances = _LIKELY[desk.caps[shell]][held(desk, shell)]
        if chances[2]:
            gain = 0.0
            for other in near:
                lost = self.hurt(desk, other, power)
                gain += lost if (other >= SHELLS) != side else -lost
            found.append((gain * chances[2], _ALONE[PULSE][point]))
        if chances[3]:
            for enemy in enemies:
                found.append((self.drained(desk, enemy) * chances[3], _AIMED[SAP][point][where[enemy]]))

    def quiet(self, desk: Desk, side: int) -> list[Gain]:
        """Drifts, and buffs for allies, and what a side wins by them."""
        at, sapped, late, found = desk.at, desk.sapped, self.late, list[Gain]()
        pull, company = self.pull[side], Company(desk, side)
        support, warmth, allies = company.support, company.warmth, company.allies
        low = SHELLS * side
        for shell, point in enumerate(desk.where[low : low + SHELLS], low):
            if point == OFF:
                continue
            own = support[shell - low]
            drawn = _NEAR + _BOLD * (desk.power[shell] - 1 + desk.wards[shell] - desk.damage[shell])
            left = warmth[point] + own * allies[point] - drawn * pull[point]
            for p, drift in _DRIFTS[point]:
                if at[p] < 0:  # where the shell itself is no company of its own any more
                    there = warmth[p] - own + own * (allies[p] - 1) - drawn * pull[p]
                    found.append((there - left, drift))
            if allies[point] and not sapped >> shell & 1:
                caps = desk.caps[shell]
                if caps & 1:
                    found.append((company.power[point] * late, _ALONE[INSPIRE][point]))
                if caps & 2:
                    found.append((company.defense[point] * late, _ALONE[WARD][point]))
        return found

    def force(self, desk: Desk, side: int) -> float:
        """The most that a side can win at once, if it were to move."""
        return max(0.0, max([gain for gain, _ in self.fights(desk, side)], default=0.0))

    def threat(self, desk: Desk, side: int) -> float:
        """How much of what a side could win counts while the other one is to move."""
        return _THREAT * self.force(desk, side)

    def hangs(self, desk: Desk, side: int) -> float:
        """What hangs for the side to move: what it can win at once, less what the other one threatens."""
        return _FORCE * self.force(desk, side) - self.threat(desk, 1 - side)

    def ahead(self, desk: Desk, side: int) -> float:
        """What it counts that one side would win, if the game ended now: the more, the nearer the end is."""
        if self.late == 1.0:
            return 0.0
        white = desk.points[0] - desk.points[1] or desk.suffered[1] - desk.suffered[0]
        found = _AHEAD * (1.0 - self.late) * ((white > 0) - (white < 0))
        return -found if side else found

    def standing(self, desk: Desk, side: int) -> float:
        """How the side to move stands: its lead, what hangs, and who is ahead."""
        lead = self.lead(desk)
        return (-lead if side else lead) + self.hangs(desk, side) + self.ahead(desk, side)


def beside(desk: Desk, side: int) -> int:
    """The points beside a side's shells, as a mask."""
    found = 0
    for point in desk.where[SHELLS * side : SHELLS * (side + 1)]:
        found |= _BESIDE[point]
    return found


def held(desk: Desk, shell: int) -> int:
    """What a bead holds for sure, as a mask."""
    return desk.known[shell] if desk.beads[shell] is None else desk.caps[shell]


class Company:
    """What a side's shells are to those beside them.

    By point: `warmth`, the support of the shells beside it; `allies`, their number; `power` and `defense`,
    what one more of each would be worth to all of them. `support` is by shell of the side.
    """

    __slots__ = ("allies", "defense", "power", "support", "warmth")

    def __init__(self, desk: Desk, side: int) -> None:
        self.warmth, self.allies, self.support = [0.0] * POINTS, [0] * POINTS, [0.0] * SHELLS
        self.power, self.defense = [0.0] * POINTS, [0.0] * POINTS
        warmth, allies, stronger, safer = self.warmth, self.allies, self.power, self.defense
        low = SHELLS * side
        for shell, here in enumerate(desk.where[low : low + SHELLS], low):
            if here == OFF:
                continue
            given = 0.0 if desk.sapped >> shell & 1 else _SUPPORT[desk.caps[shell]][held(desk, shell)]
            power, defense = desk.power[shell], desk.wards[shell] - desk.damage[shell]
            more = _POWER[power] - _POWER[power - 1], _DEFENSE[defense + 1] - _DEFENSE[defense]
            self.support[shell - low] = given
            for point in NEIGHBOURS[here]:
                warmth[point] += given
                allies[point] += 1
                stronger[point] += more[0]
                safer[point] += more[1]


def _steps(desk: Desk, side: int) -> list[int]:
    """Steps from each point to the nearest shell of a side; 0 where it has none."""
    rows = [APART[point] for point in desk.where[SHELLS * side : SHELLS * (side + 1)] if point != OFF]
    return [min(steps) for steps in zip(*rows, strict=True)] if rows else [0] * POINTS


def squashed(shells: float, turn: int) -> float:
    """A lead in shells as a number from -1 to 1; the same lead counts for more when the end is near."""
    return tanh(shells * (0.2 + 0.4 * (turn / TURNS) ** 4))
