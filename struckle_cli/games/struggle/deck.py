"""Objective cards: orders of arrival, and the rebuilt deck of twenty.

Source: the game's page, *Rebuilt deck*.
"""

from functools import cache

from struckle_cli.core.resources import read_data
from struckle_cli.games.struggle.board import PIECES

REBUILT, FREE = DECKS = ("rebuilt", "free")


@cache
def rebuilt_deck() -> tuple[str, ...]:
    """The twenty cards in their published order."""
    lines = read_data(__file__, "rebuilt-deck.txt").splitlines()
    return tuple(card for line in lines if not line.startswith(";") for card in line.split())


def is_order(text: object) -> bool:
    """Whether a value is an order of the five pieces."""
    return isinstance(text, str) and len(text) == len(PIECES) and sorted(text) == sorted(PIECES)


def points(card: str, places: str) -> int:
    """What a card scores for the pieces on A to E: 10 for each that stands where the card has it."""
    return 10 * sum(one == other for one, other in zip(card, places, strict=True))
