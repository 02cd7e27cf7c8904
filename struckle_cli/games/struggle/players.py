"""The players that are programs: one keeps dice by a rule of thumb, one works the chances out."""

from collections.abc import Callable
from random import Random
from time import monotonic

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.games.struggle.board import ENDED, PIECES, SEATS, carry
from struckle_cli.games.struggle.chances import HANDS, best_keep
from struckle_cli.games.struggle.faces import DICE, TEXTS, encode
from struckle_cli.games.struggle.moves import Rolls
from struckle_cli.games.struggle.notation import format_part
from struckle_cli.games.struggle.odds import scaled, shares_of, worth
from struckle_cli.games.struggle.rolling import parse_rolls, throws_left
from struckle_cli.games.struggle.rules import apply, moves_with, shown_dice
from struckle_cli.games.struggle.state import State

THROW_ALL = "roll"
"""The answer that keeps nothing."""
_STEP = 2
"""Spaces by which a piece is moved to see whether that helps."""
_EQUAL = 1e-12
"""Values that differ less are taken for equal."""

Squares = tuple[int, ...]
Dice = tuple[tuple[int, int], ...]
"""Pieces, each with the dice that show it."""


class BudgetSpent(Exception):
    """All positions that may be judged have been, or the time is over."""


def value(state: State, seat: int) -> float:
    """How well a position stands for a seat, from -1 to 1, by the cards that are not hidden in it."""
    share = worth(state.squares, state.track.last, shares_of(state.setup, seat))
    return scaled(share, state.setup.players)


def judge(state: State, seat: int) -> Callable[[Squares], float]:
    """What squares are worth to a seat, each worked out once."""
    shares, last = shares_of(state.setup, seat), state.track.last
    known: dict[Squares, float] = {}

    def judged(squares: Squares) -> float:
        found = known.get(squares)
        if found is None:
            found = known[squares] = worth(squares, last, shares)
        return found

    return judged


def greedy(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """Keep the dice of pieces that should get on, and Aces; play the hand as is best for the position."""
    state: State = scene.state
    if not scene.rolls:
        return THROW_ALL
    rolls, judged = parse_rolls(scene.rolls), judge(state, SEATS.index(seat))
    if throws_left(scene.rolls):
        helping = _helping(state, judged)
        kept = "".join(face for face in rolls.hand if face in helping)
        if kept.count("A") == DICE:
            kept = kept[1:]  # Aces alone do nothing
        if len(kept) < DICE:
            return kept or THROW_ALL
    return _played(state, rolls, judged, chance)


def _helping(state: State, judged: Callable[[Squares], float]) -> str:
    """The faces that help: those of pieces that are better a little further on, and Aces."""
    now, found = judged(state.squares), "A"
    for piece, square in enumerate(state.squares):
        if square >= 0:
            there = list(state.squares)
            there[piece] = min(square + _STEP, state.track.last - 1)
            if judged(tuple(there)) > now + _EQUAL:
                found += PIECES[piece]
    return found


def _played(state: State, rolls: Rolls, judged: Callable[[Squares], float], chance: Random) -> str:
    """How a hand is played best; among equals any."""
    rated = [(judged(apply(state, move).squares), format_part(move)) for move in moves_with(state, rolls)]
    best = max(found for found, _ in rated) - _EQUAL
    return chance.choice([part for found, part in rated if found >= best])


def search(scene: Scene, seat: str, budget: Budget, chance: Random) -> str:
    """Keep the dice that promise most over all throws to come, every hand played best.

    If the budget does not allow to judge all positions that the hands lead to, it is `greedy`'s answer.
    """
    state: State = scene.state
    left = throws_left(scene.rolls) if scene.rolls else 0
    if not left:
        return greedy(scene, seat, budget, chance)
    rolls, judged = parse_rolls(scene.rolls), judge(state, SEATS.index(seat))
    try:
        values = Hands(state, _limited(judged, budget)).values()
    except BudgetSpent:
        return greedy(scene, seat, budget, chance)
    kept = best_keep(values, encode(rolls.hand), left)
    if kept is None:
        return _played(state, rolls, judged, chance)
    return TEXTS[kept] or THROW_ALL


def _limited(judged: Callable[[Squares], float], budget: Budget) -> Callable[[Squares], float]:
    """The judge who stops when the budget is spent."""
    until = None if budget.seconds is None else monotonic() + budget.seconds
    seen: set[Squares] = set()

    def limited(squares: Squares) -> float:
        seen.add(squares)
        if budget.nodes is not None and len(seen) > budget.nodes:
            raise BudgetSpent
        if until is not None and monotonic() > until:
            raise BudgetSpent
        return judged(squares)

    return limited


class Hands:
    """What each hand is worth where it is played best, from the position of a running game.

    `known` remembers where pieces with some dice and Aces can get; many hands come through the same.
    """

    def __init__(self, state: State, judged: Callable[[Squares], float]) -> None:
        self.state = state
        self.judged = judged
        self.kinds = state.track.kinds
        self.known: dict[tuple[Squares, Dice, int], frozenset[Squares]] = {}

    def values(self) -> dict[int, float]:
        """The worth of all 252 hands."""
        return {hand: self._value(TEXTS[hand]) for hand in HANDS}

    def _value(self, hand: str) -> float:
        dice = tuple(shown_dice(self.state, hand).items())
        return max(map(self.judged, sorted(self.ends(self.state.squares, dice, hand.count("A")))))

    def ends(self, squares: Squares, dice: Dice, aces: int) -> frozenset[Squares]:
        """Where the pieces can stand when the dice have been played (`rules.moves_with` lists how)."""
        if not dice:
            return frozenset((squares,))
        key = squares, dice, aces
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = frozenset(self._ends(squares, dice, aces))
        return found

    def _ends(self, squares: Squares, dice: Dice, aces: int) -> set[Squares]:
        found: set[Squares] = set()
        for number, (piece, shown) in enumerate(dice):
            rest = dice[:number] + dice[number + 1 :]
            for given in range(aces + 1) if rest else (aces,):
                after = list(squares)
                if carry(after, self.kinds, piece, shown + given) == ENDED:
                    found.add(tuple(after))
                else:
                    found |= self.ends(tuple(after), rest, aces - given)
        return found
