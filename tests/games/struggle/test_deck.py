"""The rebuilt deck: balanced, and the only balanced one that holds both cards of the rulebook."""

from collections import Counter
from itertools import combinations, permutations

from struckle_cli.games.struggle.deck import rebuilt_deck
from tests.games.struggle import slow

SHOWN = ("JT9QK", "QJK9T")


def _claims(order: str) -> frozenset[tuple[str, str, int, int]]:
    """Each pair of pieces, in the pair of places where the order has it; earlier place first."""
    return frozenset((order[i], order[j], i, j) for i, j in combinations(range(5), 2))


CLAIMS = {"".join(order): _claims("".join(order)) for order in permutations("KQJT9")}
EVERY = frozenset(claim for claims in CLAIMS.values() for claim in claims)


def test_the_deck_holds_both_cards_and_every_pair_once() -> None:
    deck = rebuilt_deck()
    assert len(set(deck)) == 20
    assert set(SHOWN) <= set(deck)
    assert Counter(claim for card in deck for claim in CLAIMS[card]) == dict.fromkeys(EVERY, 1)
    for piece in slow.FIGURES:  # so no card is favoured: each piece is equally often in each place
        assert Counter(card.index(piece) for card in deck) == dict.fromkeys(range(5), 4)


def test_there_is_no_other_such_deck() -> None:
    """An exact cover: always the pair is covered next that the fewest cards can cover."""
    assert _covers(SHOWN) == [frozenset(rebuilt_deck())]


def _covers(chosen: tuple[str, ...]) -> list[frozenset[str]]:
    taken = frozenset().union(*(CLAIMS[card] for card in chosen))
    free = [order for order in CLAIMS if not CLAIMS[order] & taken]
    left = EVERY - taken
    if not left:
        return [frozenset(chosen)]
    covering = Counter(claim for order in free for claim in CLAIMS[order])
    rarest = min(left, key=lambda claim: (covering[claim], claim))
    return [found for order in free if rarest in CLAIMS[order] for found in _covers((*chosen, order))]
