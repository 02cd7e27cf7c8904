"""How likely each order of arrival still is, and what that is worth to a player.

The pieces are taken for runners: who arrives next is drawn among those on the track, and a piece is the more
likely the nearer it is to the end. The further off that arrival is, the less the distances say. Colours and
whose turn it is are left out.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from math import exp, sqrt

from struckle_cli.games.struggle.board import PIECES
from struckle_cli.games.struggle.deck import FREE, is_order, points, rebuilt_deck
from struckle_cli.games.struggle.setup import Setup

Order = tuple[int, ...]
"""Pieces (0..4: K Q J T 9), the first to arrive first."""

_SPREAD, _LEAST = 0.6, 16
"""What makes the drawing fit how games between programs went on."""


def worth(squares: tuple[int, ...], last: int, shares: Mapping[Order, float]) -> float:
    """The expected share of the win, from 0 to 1, by the share that each order of arrival brings."""
    there = sorted((-square, piece) for piece, square in enumerate(squares) if square < 0)
    left = [(last - square, piece) for piece, square in enumerate(squares) if square >= 0]
    return _expected(tuple(piece for _, piece in there), sorted(left), shares)


def _expected(done: Order, left: list[tuple[int, int]], shares: Mapping[Order, float]) -> float:
    """The expectation behind some arrivals; `left` has the pieces on the track, the nearest first."""
    if len(left) < 2:
        return shares[(*done, *(piece for _, piece in left))]
    nearest = left[0][0]
    scale = _SPREAD * sqrt(nearest + _LEAST)
    total = weights = 0.0
    for number, (far, piece) in enumerate(left):
        weight = exp((nearest - far) / scale)
        weights += weight
        total += weight * _expected((*done, piece), left[:number] + left[number + 1 :], shares)
    return total / weights


def shares_of(setup: Setup, seat: int) -> Mapping[Order, float]:
    """The share of the win that each order brings a seat, by the cards that are not hidden here.

    Whose card is hidden may have any that is still possible. Without a card of its own a seat knows nothing,
    and every order is worth the same to it.
    """
    cards = tuple(card if is_order(card) else None for card in setup.cards)
    return _shares(cards, seat, setup.deck)


@lru_cache(maxsize=64)
def _shares(cards: tuple[str | None, ...], seat: int, deck: str) -> Mapping[Order, float]:
    own = cards[seat]
    others = [_possible(card, cards, deck) for number, card in enumerate(cards) if number != seat]
    found = {}
    for order in permutations(range(len(PIECES))):
        places = "".join(PIECES[piece] for piece in order)
        found[order] = 1 / len(cards) if own is None else _share(points(own, places), places, others)
    return found


def _possible(card: str | None, cards: tuple[str | None, ...], deck: str) -> tuple[str, ...]:
    """The cards that a player may have: the known one, or all that nobody else is known to have."""
    if card is not None:
        return (card,)
    if deck == FREE:
        return tuple(map("".join, permutations(PIECES)))
    return tuple(other for other in rebuilt_deck() if other not in cards)


def _share(score: int, places: str, others: list[tuple[str, ...]]) -> float:
    """The expected share of a player with a score; equal scores share (page, *End*).

    Hidden cards are taken to be drawn one by one from the whole rest; with two players that is exact.
    """
    ties = [1.0]  # how likely so many others have as much and nobody has more
    for possible in others:
        scores = [points(card, places) for card in possible]
        less = sum(one < score for one in scores) / len(scores)
        same = scores.count(score) / len(scores)
        ties = [one * less + before * same for one, before in zip([*ties, 0.0], [0.0, *ties], strict=True)]
    return sum(chance / (count + 1) for count, chance in enumerate(ties))


def scaled(share: float, players: int) -> float:
    """A share of the win as a value from -1 to 1: 0 is the share that is each player's due."""
    due = 1 / players
    return (share - due) / (1 - due if share > due else due)
