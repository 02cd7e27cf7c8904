"""What the dice bring: how likely each throw is, and which dice are best kept.

Groups of faces are integers (`faces`), so that what is kept and what is thrown add up to the hand.
"""

from collections.abc import Mapping
from functools import cache
from math import factorial, prod

from struckle_cli.games.struggle.faces import DICE, FACES, GROUPS, TEXTS, within

HANDS = [code for group, code in GROUPS.items() if len(group) == DICE]
"""The 252 hands."""
_SAME = 1e-9
"""What a throw has to bring at least, so that rounding never looks like a gain."""


@cache
def throws(dice: int) -> list[tuple[int, float]]:
    """What so many dice can show, each with how likely it is."""
    return [
        (code, factorial(dice) / prod(factorial(group.count(face)) for face in FACES) / len(FACES) ** dice)
        for group, code in GROUPS.items()
        if len(group) == dice
    ]


@cache
def keeps(hand: int) -> list[int]:
    """The dice that can be kept of a hand when at least one is thrown again (SG-4)."""
    return [code for group, code in GROUPS.items() if len(group) < DICE and within(code, hand)]


def expected(values: Mapping[int, float], kept: int) -> float:
    """What hands are worth on average when the dice that are not kept have been thrown."""
    return sum(chance * values[kept + thrown] for thrown, chance in throws(DICE - len(TEXTS[kept])))


def best_keep(values: Mapping[int, float], hand: int, left: int) -> int | None:
    """The dice to keep of a hand with so many throws left, by what each hand is worth when it is played.

    None where no throw can be expected to bring anything.
    """
    if not left:
        return None
    later = values
    for _ in range(left - 1):
        kept = _promised(later)
        later = {one: max(values[one], *(kept[code] for code in keeps(one))) for one in HANDS}
    kept = _promised(later)
    best = max(keeps(hand), key=lambda code: kept[code])
    return best if kept[best] > values[hand] + _SAME else None


def _promised(values: Mapping[int, float]) -> dict[int, float]:
    """What hands are worth on average behind each group of dice that can be kept."""
    return {code: expected(values, code) for code, group in TEXTS.items() if len(group) < DICE}
