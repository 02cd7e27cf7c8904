"""What a Struggle record claims about its start, and the checking of it.

A `Setup` is the claim once it is complete and possible; `read_setup` tells all that is wrong with it. Cards
and the dice are read in `claimed`, position strings in `placement`. Source: the game's page, *Notation*.
"""

from collections.abc import Mapping
from typing import cast

import msgspec

from struckle_cli.core.errors import Fault, Reason, short
from struckle_cli.core.game import SetupField
from struckle_cli.core.setups import check_fields, excluded
from struckle_cli.games.struggle.board import (
    DEFAULT_TRACK,
    LONGEST,
    PIECES,
    SEATS,
    TRACKS,
    Track,
    named_track,
    track_of,
)
from struckle_cli.games.struggle.claimed import DECLARED, TableDice, read_cards, read_dice, typed_dice
from struckle_cli.games.struggle.deck import DECKS, REBUILT
from struckle_cli.games.struggle.dice import SCHEME
from struckle_cli.games.struggle.placement import Placement, impossible, parse_placement, too_early

_HIDDEN = "^#[0-9a-f]{64}$"
_HEX = "^[0-9a-f]{64}$"
_CARD = {"type": "string", "anyOf": [{"pattern": rf"^(?!.*(.).*\1)[{PIECES}]{{5}}$"}, {"pattern": _HIDDEN}]}

FIELDS = (
    SetupField(
        name="players", kind="integer", default=2, help="how many play: 2, 3 or 4",
        schema={"type": "integer", "minimum": 2, "maximum": len(SEATS)},
    ),
    SetupField(name="first", kind="text", default=SEATS[0], choices=SEATS, help="who rolls first"),
    SetupField(name="track", kind="text", default=DEFAULT_TRACK, choices=TRACKS, help="name of a track"),
    SetupField(
        name="colours", kind="text", help="a track in the record itself: Y R B a space, from 1 to the last",
        schema={"type": "string", "pattern": "^[YRB]+$", "maxLength": LONGEST},
    ),
    SetupField(
        name="deck", kind="text", default=REBUILT, choices=DECKS,
        help="rebuilt: the cards are some of the twenty; free: any orders",
    ),
    SetupField(
        name="cards", kind="json", help='the card of each player, like {"p1": "JT9QK"}, or its commitment',
        schema={"type": "object", "properties": dict.fromkeys(SEATS, _CARD), "additionalProperties": False},
    ),
    SetupField(
        name="dice", kind="json", default=DECLARED,
        help="declared, hmac-sha256 (they can be checked), or JSON",
        typed=typed_dice,
        schema={
            "anyOf": [
                {"const": DECLARED},
                {
                    "type": "object",
                    "properties": {
                        "scheme": {"const": SCHEME}, "commit": {"type": "string", "pattern": _HIDDEN},
                        "client": {"type": "string", "maxLength": LONGEST},
                        "nonce": {"type": "string", "pattern": _HEX},
                        "seed": {"type": "string", "pattern": _HEX},
                    },
                    "required": ["scheme", "commit", "client"],
                    "dependentRequired": {"nonce": ["seed"], "seed": ["nonce"]},
                    "additionalProperties": False,
                },
            ]
        },
    ),
    SetupField(name="position", kind="text", help="a position string to start from"),
)  # fmt: skip


class Setup(msgspec.Struct, frozen=True):
    """A set-up that is complete and possible.

    `cards` holds for each player an order, its commitment, or None where there is none; `dice` is None for
    declared ones. `identity` is the record's id, on which dice that can be checked depend; "" if not known.
    """

    players: int
    track: Track
    deck: str
    cards: tuple[str | None, ...]
    dice: TableDice | None
    start: Placement
    identity: str = ""


def read_setup(fields: Mapping[str, object]) -> tuple[Setup | None, list[Fault]]:
    """The set-up that a record claims, or None and everything that is wrong with it."""
    faults = check_fields(FIELDS, fields) + excluded(fields, "colours", "track")
    told = {fault.pointer for fault in faults}
    players = None if "/setup/players" in told else _read_players(fields.get("players", 2), faults)
    first = 0 if "/setup/first" in told else _read_first(fields.get("first", SEATS[0]), players, faults)
    track = None if told & {"/setup/track", "/setup/colours"} else _read_track(fields, faults)
    deck = REBUILT if "/setup/deck" in told else cast(str, fields.get("deck", REBUILT))
    cards = read_cards(fields.get("cards", {}), players, None if "/setup/deck" in told else deck, faults)
    dice = read_dice(fields.get("dice", DECLARED), faults)
    start: Placement | None = Placement((0,) * len(PIECES), first, 1)
    if "position" in fields:
        start = None
        if "/setup/position" not in told:
            start = _read_position(cast(str, fields["position"]), players, track, faults)
    if faults or players is None or track is None or start is None:
        return None, faults
    return Setup(players, track, deck, cards, dice, start), []


def _read_players(value: object, faults: list[Fault]) -> int | None:
    number = cast(int, value)
    if 2 <= number <= len(SEATS):
        return number
    why = f"2, 3 or 4 play, not {short(number)}"
    faults.append(Fault(code="struggle.players", message=why, pointer="/setup/players", token=short(number)))
    return None


def _read_first(value: object, players: int | None, faults: list[Fault]) -> int:
    seat = SEATS.index(cast(str, value))
    if players is not None and seat >= players:
        why = f"{SEATS[seat]} does not play: with {players} players the seats are {_seats(players)}"
        faults.append(Fault(code="struggle.first", message=why, pointer="/setup/first", token=SEATS[seat]))
    return seat


def _seats(players: int) -> str:
    return " ".join(SEATS[:players])


def _read_track(fields: Mapping[str, object], faults: list[Fault]) -> Track | None:
    if "colours" not in fields:
        return named_track(cast(str, fields.get("track", DEFAULT_TRACK)))
    found = track_of(cast(str, fields["colours"]))
    if isinstance(found, Track):
        return found
    faults.append(Fault(code=found.code, message=found.message, pointer="/setup/colours"))
    return None


def _read_position(
    text: str, players: int | None, track: Track | None, faults: list[Fault]
) -> Placement | None:
    """The position of a set-up: a running one, because a finished game is no start (SG-7)."""
    found = parse_placement(text)
    reasons = [found] if isinstance(found, Reason) else too_early(found) + impossible(found, track, players)
    shown = short(text)
    faults += [
        Fault(code=why.code, message=why.message, pointer="/setup/position", token=shown) for why in reasons
    ]
    return None if isinstance(found, Reason) or reasons else found
