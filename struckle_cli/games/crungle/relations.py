"""Uses of the rules as products of relations between places, read forwards and backwards.

A *place* is `own * 9 + opp`; sets of places are integers with a bit for each. A *relation* has for each place
the set of places that it leads to. How an indirect rule is made of direct ones stands here once (`factors`):
read forwards it says where a move can end, backwards from where a stated end is valid. Source: the game's
page, *Movement rules* I1..I4, rulings CR-2, CR-3, CR-7, CR-10.
"""

from collections.abc import Iterator
from functools import cache

from struckle_cli.games.crungle.board import (
    DIRECT,
    EARLIER_TURN,
    I2,
    I3,
    I4,
    Pair,
    destinations,
    to_center,
)
from struckle_cli.games.crungle.state import NOTHING

Parts = tuple[int, ...]
Relation = tuple[int, ...]
ANYWHERE = 10
"""A start of an earlier turn that may be any cell."""
_PLAIN, _CENTRED, _EXCHANGED = range(3)
Factor = tuple[int, int, int]
"""A relation by name: how a direct rule is applied, the rule, and where the earlier turn began (for M16)."""


def bits(places: int) -> Iterator[int]:
    """The places of a set in ascending order."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def factors(rule: int, parts: Parts, began: int, opp_began: int) -> tuple[Factor, ...]:
    """The relations that a rule applies one after the other, given where both players' last turns began."""
    if rule <= DIRECT:
        return (_factor(_PLAIN, rule, began),)
    if rule == I2:
        return _factor(_PLAIN, parts[0], began), _factor(_PLAIN, parts[1], began)
    if rule == I3:
        return (_factor(_CENTRED, parts[0], began),)
    if rule == I4:  # the roles of the pieces and of the players' turns are exchanged
        return (_factor(_EXCHANGED, parts[0], opp_began),)
    return (_factor(_PLAIN, parts[0], began),)


def _factor(how: int, rule: int, began: int) -> Factor:
    return how, rule, began if rule == EARLIER_TURN else NOTHING


def ends(product: tuple[Factor, ...], place: int) -> int:
    """The places to which relations lead from a place, one after the other."""
    places = 1 << place
    for factor in product:
        places = _image(_forwards(factor), places)
    return places


def starts(product: tuple[Factor, ...], places: int) -> int:
    """The places from which relations lead, one after the other, to any of some places."""
    for factor in reversed(product):
        places = _image(_backwards(factor), places)
    return places


def _image(relation: Relation, places: int) -> int:
    found = 0
    for place in bits(places):
        found |= relation[place]
    return found


@cache
def _forwards(factor: Factor) -> Relation:
    how, rule, began = factor
    if how == _EXCHANGED:
        plain = _forwards((_PLAIN, rule, began))
        turned = [sum(1 << _exchanged(end) for end in bits(plain[place])) for place in range(81)]
        return tuple(turned[_exchanged(place)] for place in range(81))
    if rule == EARLIER_TURN:
        # M16 goes to where the mover's last completed turn began, if there was one (CR-3).
        cells = range(9) if began == ANYWHERE else [began] if began != NOTHING else []
        return tuple(sum(1 << cell * 9 + place % 9 for cell in cells) for place in range(81))
    table = to_center(rule) if how == _CENTRED else destinations(rule)
    return tuple(_set(pairs) for pairs in table)


@cache
def _backwards(factor: Factor) -> Relation:
    found = [0] * 81
    for place, places in enumerate(_forwards(factor)):
        for end in bits(places):
            found[end] |= 1 << place
    return tuple(found)


def _exchanged(place: int) -> int:
    """The place as the other player sees it."""
    return place % 9 * 9 + place // 9


def _set(pairs: tuple[Pair, ...]) -> int:
    found = 0
    for own, opp in pairs:
        found |= 1 << own * 9 + opp
    return found
