"""Looking ahead where much is hidden: the same moves are tried in several worlds, and do well on average.

A world is the position with all that is hidden filled in (`worlds`). In each of them both sides are taken to
see everything, and fights are followed until nothing is left to win. What a move promises without looking
ahead counts like some worlds, so that few worlds do not mislead.

No orders are tried; `skill` says why. Those that are sealed are carried out when they are due.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from random import Random
from time import monotonic

from struckle_cli.core.bots import Budget
from struckle_cli.games.stricken.board import SEATS
from struckle_cli.games.stricken.guesses import due_now
from struckle_cli.games.stricken.moves import DRIFT, NEEDS, Move, Pass
from struckle_cli.games.stricken.rules import outcome
from struckle_cli.games.stricken.state import TURNS, Desk, State
from struckle_cli.games.stricken.turns import carry_out, desk_of, listing, may_claim, over
from struckle_cli.games.stricken.weighing import Eye, beside, held
from struckle_cli.games.stricken.worlds import imagined

_WON = 100.0
_SOONER = 0.01
"""What a win is worth less for each ply that it takes."""
_FEW = 6
"""Shells that one action can destroy: a Pulse has six neighbours."""
_CLOCK = 16
"""Nodes between two looks at the clock."""
WORLDS = 12
"""How many each stage of the search tries."""
_FEWEST = 2
"""Moves that are left at least, when half of them are dropped again and again."""
_ROUND = 3
"""Worlds after which moves are dropped."""
PRIOR = 2
"""For how many worlds counts what a move promises without looking ahead."""
STAGES = ((1, 8), (2, 4), (3, 3), (4, 3))
"""For how many plies behind a move quiet moves are looked at too, and how many moves are tried; in turn."""
QUIET = 3
"""How many of them in a position: those that promise most."""
FLIGHTS = 6
"""How many flights, likewise."""
_SETTLING = 4
"""Plies for which fights are followed behind that."""
_WORTHWHILE = 0.05
"""What a fight must win at once to be followed there."""


class SpentError(Exception):
    """The budget is spent."""


class Meter:
    """What is left of a budget."""

    def __init__(self, budget: Budget) -> None:
        self.most = budget.nodes
        self.until = None if budget.seconds is None else monotonic() + budget.seconds
        self.count = 0

    def spend(self) -> None:
        """Count a node; raises `SpentError` when there is none left."""
        self.count += 1
        if self.most is not None and self.count > self.most:
            raise SpentError
        if self.until is not None and self.count % _CLOCK == 0 and monotonic() > self.until:
            raise SpentError


Rated = tuple[float, Move]
"""What a move is worth, and the move."""
_WAIT: Rated = (0.0, Pass())
_worth = itemgetter(0)


def open_to(desk: Desk, ply: int, eye: Eye) -> list[Rated]:
    """The moves that are legal by what is known, but for orders, with what they win at once; best first."""
    side = ply & 1
    found = [_WAIT]
    for gain, action in eye.fights(desk, side) + eye.quiet(desk, side):
        if not NEEDS[action.kind] & ~held(desk, desk.at[action.source]):
            found.append((gain, action))
    if ply + 1 == 2 * TURNS or min(desk.alive) <= _FEW:
        found = [(_decided(desk, ply, gain, move), move) for gain, move in found]
    return sorted(found, key=_worth, reverse=True)


def _decided(desk: Desk, ply: int, gain: float, move: Move) -> float:
    """What a move wins, where it may end the game."""
    twin = desk.copy()
    carry_out(twin, ply, move)
    return _final(twin, ply + 1, ply & 1) if over(twin, ply + 1) else gain


def promising(desk: Desk, ply: int, eye: Eye) -> list[Rated]:
    """The same, less what the other side can win then, and with some of what there is to win after that."""
    found = []
    for gain, move in open_to(desk, ply, eye):
        twin = desk.copy()
        carry_out(twin, ply, move)
        found.append((gain - _left(twin, ply + 1, eye), move))
    return sorted(found, key=_worth, reverse=True)


def _left(desk: Desk, ply: int, eye: Eye) -> float:
    """What there is for the side to move, beside what it leads by."""
    side = ply & 1
    if over(desk, ply):
        return 0.0
    return _WON if may_claim(desk, side) else eye.hangs(desk, side) + eye.ahead(desk, side)


class Search:
    """Looking ahead in open positions, within a budget. All is counted in shells, for the side to move."""

    def __init__(self, eye: Eye, meter: Meter) -> None:
        self.eye, self.meter = eye, meter

    def look(self, desk: Desk, ply: int, depth: int, low: float, high: float, lead: float) -> float:
        """What the side to move comes to between `low` and `high`, if it leads by `lead` now."""
        self.meter.spend()
        side = ply & 1
        if over(desk, ply):
            return _final(desk, ply, side)
        if may_claim(desk, side):
            return _WON - ply * _SOONER
        orders = desk.orders[side]
        if orders and due_now(orders, (ply >> 1) + 1) is not None:
            return self._due(desk, ply, depth, low, high, lead)
        moves: list[Rated] = [*self.eye.fights(desk, side)]
        if depth > 0:
            best = -_WON
            moves += self._quiet(desk, side)
        else:
            best = lead - self.eye.threat(desk, 1 - side) + self.eye.ahead(desk, side)
            if depth <= -_SETTLING:
                return best
            moves = [gain for gain in moves if gain[0] > _WORTHWHILE]
        moves.sort(key=_worth, reverse=True)
        for gain in moves:
            if best >= high:
                break
            best = max(best, self.behind(desk, ply, gain, depth, max(low, best), high, lead))
        return best

    def _quiet(self, desk: Desk, side: int) -> list[Rated]:
        """Quiet moves that are worth a look: waiting, those that promise most, and flights from enemies."""
        self.meter.spend()  # for some forty positions that are weighed here
        quiet, reached = self.eye.quiet(desk, side), beside(desk, 1 - side)
        flights, others = list[Rated](), [_WAIT]
        for gain in quiet:
            action = gain[1]
            if action.kind == DRIFT and reached >> action.source & 1:
                flights.append(gain)
            else:
                others.append(gain)
        flights.sort(key=_worth, reverse=True)
        others.sort(key=_worth, reverse=True)
        return others[:QUIET] + flights[:FLIGHTS]

    def behind(
        self, desk: Desk, ply: int, gain: Rated, depth: int, low: float, high: float, lead: float
    ) -> float:
        """What a move comes to for the side that makes it."""
        twin = desk.copy()
        carry_out(twin, ply, gain[1])
        return -self.look(twin, ply + 1, depth - 1, -high, -low, -lead - gain[0])

    def _due(self, desk: Desk, ply: int, depth: int, low: float, high: float, lead: float) -> float:
        """The same where an order is due: there is one move, and what it wins is seen behind it."""
        twin = desk.copy()
        (move,) = listing(desk, ply)
        carry_out(twin, ply, move)
        won = self.eye.lead(twin) - self.eye.lead(desk)
        return -self.look(twin, ply + 1, depth - 1, -high, -low, -lead - (-won if ply & 1 else won))


def _final(desk: Desk, ply: int, side: int) -> float:
    """What a finished position is to a side: the sooner won the better."""
    found = outcome(desk.state(ply))
    if found is None or not found.winners:
        return 0.0
    won = _WON - ply * _SOONER
    return won if found.winners[0] == SEATS[side] else -won


def chosen(state: State, budget: Budget, chance: Random) -> Move:
    """The move that does best on average over worlds; with next to no budget what promises most."""
    ply, desk = state.ply, desk_of(state)
    search = Search(Eye(desk, state.turn), Meter(budget))
    lead = search.eye.lead(desk) * (1 - 2 * state.side)
    worth = {move: lead + gain for gain, move in promising(desk, ply, search.eye)[: STAGES[0][1]]}
    best = next(iter(worth))
    if len(worth) > 1:
        with suppress(SpentError):
            for ranking in _rankings(state, search, worth, chance):
                best = ranking[0]
    return best


def _rankings(state: State, search: Search, worth: dict[Move, float], chance: Random) -> Iterator[list[Move]]:
    """Moves from the best to the worst after each world; with time they are fewer, and looked at deeper."""
    for depth, width in STAGES:
        ranking = sorted(worth, key=worth.__getitem__, reverse=True)[:width]
        totals = {move: PRIOR * worth[move] for move in ranking}
        for world in range(1, WORLDS + 1):
            found = _tried(desk_of(imagined(state, chance)), state.ply, ranking, search, depth)
            for move in ranking:
                totals[move] += found[move]
                worth[move] = totals[move] / (PRIOR + world)
            ranking.sort(key=totals.__getitem__, reverse=True)
            yield ranking
            if world % _ROUND == 0:
                del ranking[max(_FEWEST, len(ranking) // 2) :]


def _tried(desk: Desk, ply: int, moves: Sequence[Move], search: Search, depth: int) -> dict[Move, float]:
    """What moves come to in a world, if quiet ones are looked at `depth` plies behind them."""
    eye, side = search.eye, ply & 1
    lead = eye.lead(desk) * (1 - 2 * side)
    gains: dict[Move, float] = {
        action: gain for gain, action in eye.fights(desk, side) + eye.quiet(desk, side)
    }
    return {
        move: search.behind(desk, ply, (gains.get(move, 0.0), move), depth + 1, -_WON, _WON, lead)
        for move in moves
    }
