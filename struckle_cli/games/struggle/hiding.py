"""What a Struggle record may hide: the players' cards, and the seed of dice that can be checked.

`SECRETS` works on records in form, whose values may still be nonsense. Source: the page of the formats,
*Hidden information* and *Dice that can be checked*.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from struckle_cli.core.errors import Reason
from struckle_cli.core.secret import COMMITMENT, TABLE, Fields, Key, Opening, Secret, Secrets
from struckle_cli.games.struggle.board import SEATS
from struckle_cli.games.struggle.claimed import card_fault, seed_fault
from struckle_cli.games.struggle.deck import is_order
from struckle_cli.games.struggle.dice import HEX
from struckle_cli.games.struggle.setup import Setup

CARD, DICE = "card", "dice"
_TABLE_DICE = (TABLE, DICE)


def find(setup: Fields, moves: Sequence[str]) -> list[Secret]:
    """The cards, then the seed of the dice; no move hides anything."""
    cards = setup.get("cards")
    found = []
    if isinstance(cards, Mapping):
        for seat in SEATS:
            text = cards.get(seat)
            if is_order(text) or _committed(text):
                found.append(Secret(seat=seat, what=CARD, text=str(text), pointer=f"/setup/cards/{seat}"))
    dice = setup.get("dice")
    return found + _seed(dice) if isinstance(dice, Mapping) else found


def _committed(text: object) -> bool:
    return isinstance(text, str) and COMMITMENT.match(text) is not None


def _seed(dice: Mapping[str, Any]) -> list[Secret]:
    """The seed behind its commitment, or in the open while a record is being made and has none."""
    commit, nonce, seed = dice.get("commit"), dice.get("nonce"), dice.get("seed")
    opened = isinstance(seed, str) and HEX.match(seed) is not None
    if _committed(commit):
        opening = None
        if opened and isinstance(nonce, str) and HEX.match(nonce):
            opening = Opening(TABLE, DICE, nonce, str(seed))
        return [
            Secret(seat=TABLE, what=DICE, text=str(commit), pointer="/setup/dice/commit", opening=opening)
        ]
    if commit is None and opened:
        return [Secret(seat=TABLE, what=DICE, text=str(seed), pointer="/setup/dice/seed")]
    return []


def put(setup: Fields, moves: Sequence[str], texts: Mapping[Key, str]) -> tuple[dict[str, Any], list[str]]:
    """The set-up with other texts in place of some secrets: commitments for values or the other way."""
    made = dict(setup)
    for (seat, what), text in texts.items():
        if what == CARD and isinstance(made.get("cards"), Mapping):
            made["cards"] = {**made["cards"], seat: text}
        elif (seat, what) == _TABLE_DICE and isinstance(made.get("dice"), Mapping):
            kept = {key: made["dice"][key] for key in made["dice"] if key not in ("commit", "nonce", "seed")}
            made["dice"] = kept | {"commit" if text.startswith("#") else "seed": text}
    return made, list(moves)


def wrong(seat: str, what: str, value: str) -> Reason | None:
    """Why an opened value is no card, or no seed. Whether a card is in the deck, `read_setup` says."""
    return seed_fault(value) if what == DICE else card_fault(value)


def public(secret: Secret) -> bool:
    """Cards and dice are shown once the record has a result."""
    return True


def embed(setup: Fields, key: Key, opening: Opening | None) -> dict[str, Any] | None:
    """The opening of the seed stands in the set-up, beside its commitment."""
    if key != _TABLE_DICE:
        return None
    dice = setup.get("dice")
    if not isinstance(dice, Mapping):
        return dict(setup)
    kept = {name: part for name, part in dice.items() if name not in ("nonce", "seed")}
    if opening is not None:
        kept |= {"nonce": opening.nonce, "seed": opening.value}
    return {**setup, "dice": kept}


def known(setup: Setup, identity: str) -> Setup:
    """The set-up with the id of its record, which the dice depend on."""
    return replace(setup, identity=identity)


SECRETS = Secrets(find=find, put=put, wrong=wrong, public=public, embed=embed, known=known)
