"""The parts of a set-up that have parts: the cards of the players, and dice that can be checked.

Each fault has its place in the record. Source: the page of the formats, *Hidden information* and *Dice that
can be checked*.
"""

from collections.abc import Mapping
from itertools import islice

import msgspec

from struckle_cli.core.errors import Fault, Reason, json_pointer, short
from struckle_cli.core.secret import COMMITMENT
from struckle_cli.games.struggle.board import LONGEST, SEATS, shown
from struckle_cli.games.struggle.deck import REBUILT, is_order, rebuilt_deck
from struckle_cli.games.struggle.dice import HEX, SCHEME

DECLARED = "declared"
DICE_KEYS = ("scheme", "commit", "client", "nonce", "seed")
_LOOKED_AT = 16
"""Keys of an object that are looked at; none has so many that mean something."""


class TableDice(msgspec.Struct, frozen=True):
    """Dice that can be checked: the table's commitment, the players' text, and the opening if it is there."""

    commit: str
    client: str
    nonce: str | None = None
    seed: str | None = None


def card_fault(text: object) -> Reason | None:
    """Why a value is no card in the open."""
    if is_order(text):
        return None
    why = f"a card is an order of K Q J T 9, each once, like JT9QK, not {shown(text)}"
    return Reason("struggle.card", why)


def seed_fault(text: object) -> Reason | None:
    """Why a value is no seed."""
    if isinstance(text, str) and HEX.match(text):
        return None
    return Reason("struggle.dice-seed", f"a seed is 64 lower-case hexadecimal digits, not {shown(text)}")


def read_cards(
    value: object, players: int | None, deck: str | None, faults: list[Fault]
) -> tuple[str | None, ...]:
    """The card of each player: an order, a commitment, or None; what is not known is not looked at."""
    if not isinstance(value, Mapping):
        why = f"cards must be an object with a card a player, not {shown(value)}"
        faults.append(Fault(code="setup.type", message=why, pointer="/setup/cards"))
        return ()
    sound: dict[str, str] = {}
    for seat, card in islice(value.items(), _LOOKED_AT):
        reason = _seat_fault(seat, players) or _one_card(card, deck)
        if reason is None and deck == REBUILT:
            reason = _same_card(sound, card)
        if reason is None:
            sound[seat] = card
            continue
        told = short(seat if reason.code == "struggle.cards-seat" else card)
        where = json_pointer("setup", "cards", seat)
        faults.append(Fault(code=reason.code, message=reason.message, pointer=where, token=told))
    return tuple(sound.get(seat) for seat in SEATS[: players or 0])


def _seat_fault(seat: str, players: int | None) -> Reason | None:
    seats = SEATS if players is None else SEATS[:players]
    if seat in seats:
        return None
    why = f"{short(seat)!r} holds no card: the players are {' '.join(seats)}"
    return Reason("struggle.cards-seat", why)


def _one_card(card: object, deck: str | None) -> Reason | None:
    if isinstance(card, str) and card.startswith("#"):
        return _commitment(card)
    reason = card_fault(card)
    if reason is None and deck == REBUILT and card not in rebuilt_deck():
        why = (
            f"{card} is none of the twenty cards of the rebuilt deck; with deck free any order may be a card"
        )
        return Reason("struggle.card-not-in-deck", why)
    return reason


def _same_card(sound: Mapping[str, str], card: str) -> Reason | None:
    for seat, other in sound.items():
        if other == card and not card.startswith("#"):
            why = f"{seat} holds {card} already, and the rebuilt deck has each card once"
            return Reason("struggle.card-twice", why)
    return None


def _commitment(text: object) -> Reason | None:
    if isinstance(text, str) and COMMITMENT.match(text):
        return None
    why = f"a commitment is # and 64 lower-case hexadecimal digits, not {shown(text)}"
    return Reason("struggle.commitment", why)


def typed_dice(text: str) -> object:
    """Dice as typed in a shell: `declared`, the name of a scheme, or the JSON of a record.

    Raises `ValueError` for what is none of these.
    """
    if text in (DECLARED, SCHEME):
        return DECLARED if text == DECLARED else {"scheme": SCHEME, "client": ""}
    return msgspec.json.decode(text)


def read_dice(value: object, faults: list[Fault]) -> TableDice | None:
    """Dice that can be checked; None for declared ones and where there is a fault, which is then told."""
    if value == DECLARED:
        return None
    before = len(faults)
    if not isinstance(value, Mapping):
        why = f"dice are declared, or an object that says how they can be checked, not {shown(value)}"
        faults.append(Fault(code="struggle.dice", message=why, pointer="/setup/dice", token=short(value)))
        return None
    for key in islice(value, _LOOKED_AT):
        if key not in DICE_KEYS:
            why = f"dice have no part {short(key)!r}; they have {', '.join(DICE_KEYS)}"
            where = json_pointer("setup", "dice", key)
            faults.append(Fault(code="struggle.dice", message=why, pointer=where, token=short(key)))
    for key, reason in _dice_faults(value):
        there = f"/setup/dice/{key}" if key in value else "/setup/dice"
        faults.append(Fault(code=reason.code, message=reason.message, pointer=there))
    if len(faults) > before:
        return None
    return TableDice(value["commit"], value["client"], value.get("nonce"), value.get("seed"))


def _dice_faults(value: Mapping[str, object]) -> list[tuple[str, Reason]]:
    """What is wrong with the parts of dice, with the key of each."""
    found: list[tuple[str, Reason | None]] = [
        ("scheme", _scheme(value.get("scheme"))),
        ("commit", _commitment(value["commit"]) if "commit" in value else _NO_COMMIT),
        ("client", _client(value.get("client"))),
    ]
    if "nonce" in value:
        found.append(("nonce", _nonce(value["nonce"])))
    if "seed" in value:
        found.append(("seed", seed_fault(value["seed"])))
    if ("nonce" in value) != ("seed" in value):
        there, missing = ("nonce", "seed") if "nonce" in value else ("seed", "nonce")
        why = f"nonce and seed are revealed together; here is a {there} without a {missing}"
        found.append((there, Reason("struggle.dice-opening", why)))
    return [(key, reason) for key, reason in found if reason is not None]


_NO_COMMIT = Reason(
    "struggle.commitment", "dice that can be checked need commit, the commitment to their seed"
)


def _scheme(value: object) -> Reason | None:
    if value == SCHEME:
        return None
    there = "there is none" if value is None else f"not {shown(value)}"
    return Reason("struggle.dice-scheme", f"the scheme of dice that can be checked is {SCHEME}; {there}")


def _client(value: object) -> Reason | None:
    if not isinstance(value, str):
        why = f"client is the text that the players contribute, a string, not {shown(value)}"
        return Reason("struggle.dice-client", why)
    if len(value) > LONGEST:
        why = f"the text of the players has at most {LONGEST:,} characters; here are {len(value):,}"
        return Reason("struggle.dice-client", why)
    if any("\ud800" <= char <= "\udfff" for char in value):
        return Reason("struggle.dice-client", "the text of the players holds half a surrogate pair")
    return None


def _nonce(value: object) -> Reason | None:
    if isinstance(value, str) and HEX.match(value):
        return None
    return Reason("struggle.dice-nonce", f"a nonce is 64 lower-case hexadecimal digits, not {shown(value)}")
