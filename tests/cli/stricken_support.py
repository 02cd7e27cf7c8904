"""Stricken records for the tests of what is hidden: random games, hashes made by hand, pairs of twins."""

import copy
import hashlib
import random
import re
from typing import Any

from struckle_cli.engine.replayer import play as replay
from struckle_cli.games.stricken import GAME
from tests.cli.struggle_support import nonce_of, opening
from tests.games.stricken.helpers import bound
from tests.games.stricken.setups import CLOSE, DEFAULT, MIXED
from tests.games.stricken.test_views import a_game, other_beads, other_orders

Item = dict[str, Any]
Key = dict[str, str]
SEATS = ("white", "black")
ID = "fedcba9876543210" * 2
LONG = [DEFAULT, *(fields | {"claim_at": 24, "claim_lead": 3} for fields in (CLOSE, MIXED))]
"""Set-ups of games that take many turns."""
ALL = [*LONG, CLOSE, MIXED]
HASH = "#" + "0123456789abcdef" * 4
COMMITMENT = re.compile(r"#[0-9a-f]{64}")


def slow_commitment(identity: str, key: Key) -> str:
    """A commitment of a Stricken record, straight from the page."""
    parts = ("struckle:1", "stricken", identity, key["seat"], key["what"], key["nonce"], key["value"])
    return "#" + hashlib.sha256("|".join(parts).encode("utf-8")).hexdigest()


def open_record(fields: dict[str, Any], moves: list[str], **more: Any) -> Item:
    """A record in the open, with the result that its moves lead to."""
    state, plies = replay(GAME, bound(fields), moves)
    assert plies == len(moves)
    end = GAME.outcome(state)
    result = end and {"winners": [*end.winners], "reason": end.reason, "scores": end.scores}
    item = {"format": 1, "game": "stricken", "setup": copy.deepcopy(fields), "moves": list(moves)}
    return item | {"result": result} | more


def open_game(fields: dict[str, Any], seed: int, limit: int = 1000, **more: Any) -> Item:
    """A random game in the open, with many orders; `limit` plies cut it short."""
    return open_record(fields, a_game(fields, seed)[:limit], **more)


def keys_of(item: Item, salt: object = "") -> list[Key]:
    """An opening for every secret of an open record, in the order of their places."""
    found = []
    for seat in SEATS:
        value = ",".join(shell["bead"] for shell in item["setup"]["shells"][seat])
        found.append(opening(seat, "beads", value, nonce_of(f"{salt} {seat}")))
    for index, token in enumerate(item["moves"]):
        if token[0] == "F":
            nonce = nonce_of(f"{salt} {index}")
            found.append(opening(SEATS[index % 2], f"order:{index // 2 + 1}", token, nonce))
    return found


def closed_with(item: Item, keys: list[Key], identity: str = ID) -> Item:
    """The record with the commitments that some openings open, made by hand."""
    made = copy.deepcopy(item) | {"id": identity}
    for key in keys:
        commitment = slow_commitment(identity, key)
        if key["what"] == "beads":
            for shell in made["setup"]["shells"][key["seat"]]:
                shell.pop("bead", None)
            made["setup"].setdefault("beads", {})[key["seat"]] = commitment
        else:
            turn = int(key["what"].partition(":")[2])
            made["moves"][2 * turn - 2 + SEATS.index(key["seat"])] = f"F[{commitment}]"
    order = (
        "format",
        "game",
        "rules",
        "id",
        "tags",
        "players",
        "setup",
        "moves",
        "notes",
        "result",
        "reveals",
    )
    return {name: made[name] for name in order if name in made}


def committed(item: Item, salt: object = "", identity: str = ID) -> tuple[Item, list[Key]]:
    """The record with a commitment for every secret, made by hand, and what opens them."""
    keys = keys_of(item, salt)
    return closed_with(item, keys, identity), keys


def exchanged(fields: dict[str, Any], moves: list[str], seat: str) -> dict[str, Any]:
    """The set-up with beads of a side changed among its shells wherever the game stays a legal one."""
    made = copy.deepcopy(fields)
    shells = made["shells"][seat]
    for one in range(12):
        for two in range(one):
            _swap(shells, one, two)
            if replay(GAME, bound(made), moves)[1] < len(moves):
                _swap(shells, one, two)
    return made


def _swap(shells: list[dict[str, str]], one: int, two: int) -> None:
    shells[one]["bead"], shells[two]["bead"] = shells[two]["bead"], shells[one]["bead"]


def hidden_from(viewer: str) -> list[str]:
    """The seats whose secrets a viewer may not see; everybody's for the public."""
    return [seat for seat in SEATS if seat != viewer]


def twins(fields: dict[str, Any], seed: int, viewer: str, limit: int = 1000) -> list[Item]:
    """Two games in the open that differ only in what `viewer` has not seen: beads and orders of others."""
    moves = a_game(fields, seed)[:limit]
    other, others_moves = fields, moves
    for seat in hidden_from(viewer):
        others_moves = other_orders(other, others_moves, seat)
        if fields.get("deal") == "rebuilt":
            other = exchanged(other, others_moves, seat)
        else:
            other = other_beads(other, others_moves, seat)
    return [open_record(fields, moves), open_record(other, others_moves)]


def closed_twins(
    fields: dict[str, Any], seed: int, viewer: str, limit: int = 1000
) -> list[tuple[Item, list[Key]]]:
    """`twins` with commitments, and what opens them; nonces of what the viewer has are the same in both."""
    found = []
    for number, item in enumerate(twins(fields, seed, viewer, limit)):
        keys = keys_of(item)
        for key in keys:
            if key["seat"] != viewer:
                key["nonce"] = nonce_of(f"{number} {key['nonce']}")
        found.append((closed_with(item, keys), keys))
    return found


def masked(raw: bytes) -> bytes:
    """What a viewer reads, without the digits of commitments, which mean nothing to them."""
    return re.sub(rb"#[0-9a-f]{12,64}", b"#", raw)


def shuffled(keys: list[Key], seed: object) -> list[Key]:
    """The openings in another order."""
    found = list(keys)
    random.Random(f"{seed}").shuffle(found)
    return found
