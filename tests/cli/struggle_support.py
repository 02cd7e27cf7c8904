"""Struggle records for the tests of what is hidden: random games, dice of a seed, hashes made by hand."""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from struckle_cli.games.struggle import GAME

SEATS = ("p1", "p2", "p3", "p4")
DECK = [
    "KQ9JT", "KJTQ9", "KTQ9J", "K9JTQ", "QK9TJ", "QJK9T", "QTJK9", "Q9TJK", "JKT9Q", "JQKT9",
    "JT9QK", "J9QKT", "TKQJ9", "TQJ9K", "TJ9KQ", "T9KQJ", "9KJQT", "9QTKJ", "9JQTK", "9TKJQ",
]  # fmt: skip
ID = "0123456789abcdef" * 2
SEED = "5eed" * 16
SHORT = "YRBYRYYRYY"
"""Ten spaces, on which a game ends after a few turns."""


def slow_commitment(identity: str, seat: str, what: str, nonce: str, value: str) -> str:
    """A commitment of a Struggle record, straight from the page."""
    text = "struckle:1|struggle|" + identity + "|" + seat + "|" + what + "|" + nonce + "|" + value
    return "#" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def opening(seat: str, what: str, value: str, nonce: str = "a" * 64) -> dict[str, str]:
    return {"seat": seat, "what": what, "nonce": nonce, "value": value}


def closed(found: dict[str, str], identity: str = ID) -> str:
    """The commitment that an opening opens."""
    return slow_commitment(identity, found["seat"], found["what"], found["nonce"], found["value"])


def nonce_of(number: object) -> str:
    """A nonce that is different for every number."""
    return hashlib.sha256(f"nonce {number}".encode()).hexdigest()


def seeded_dice(identity: str = ID, client: str = "a,b,c", seed: str = SEED) -> dict[str, str]:
    """Dice that can be checked, with their opening."""
    nonce = nonce_of("dice")
    commit = slow_commitment(identity, "table", "dice", nonce, seed)
    return {"scheme": "hmac-sha256", "commit": commit, "client": client, "nonce": nonce, "seed": seed}


def open_game(number: int, players: int = 2, limit: int = 1000, **setup: Any) -> dict[str, Any]:
    """A random game as plain data, in the open; `limit` plies cut it short. With `dice` it has an id."""
    chance = random.Random(f"game {number}")
    cards = dict(zip(SEATS, chance.sample(DECK, players), strict=False))
    fields = {"players": players, "cards": cards} | setup
    item: dict[str, Any] = {"format": 1, "game": "struggle"}
    if "dice" in fields:
        item["id"] = ID
    bound = bind(GAME, fields, item.get("id"))
    assert bound.faults == ()
    if "dice" in fields:
        moves, state = _seeded(bound.start, chance, limit, fields["dice"]["seed"])
    else:
        moves, states = playout(GAME, bound.start, chance, limit)
        state = states[-1]
    end = GAME.outcome(state)
    result = end and {"winners": [*end.winners], "reason": end.reason, "scores": end.scores}
    return item | {"setup": fields, "moves": moves, "result": result}


def _seeded(state: Any, chance: random.Random, limit: int, seed: str) -> tuple[list[str], Any]:
    """The tokens of a random game with the dice of a seed, and the state it ends in."""
    dice = GAME.dice
    assert dice is not None
    moves: list[str] = []
    while len(moves) < limit and GAME.to_move(state) is not None:
        throw = dice.foreseen(state, seed)
        rolls = hand = dice.roll("", "", throw)
        while dice.throws_left(rolls) and chance.random() < 0.6:
            kept = "".join(chance.sample(hand, chance.randrange(5)))
            rolls = dice.roll(rolls, kept, throw)
            hand = "".join(rolls.split("/")[-1].split("+"))
        move = chance.choice(dice.plays(state, rolls))
        moves.append(GAME.format_move(move))
        state = GAME.apply(state, move)
    return moves, state


def committed(item: dict[str, Any], identity: str = ID) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The record with commitments made by hand, without result and openings; and what opens them."""
    setup = dict(item["setup"])
    openings = [opening(seat, "card", card, nonce_of(seat)) for seat, card in setup["cards"].items()]
    setup["cards"] = {found["seat"]: closed(found, identity) for found in openings}
    if "dice" in setup:
        dice = dict(setup["dice"])
        openings.append(opening("table", "dice", dice.pop("seed"), dice.pop("nonce")))
        setup["dice"] = dice
    kept = {key: item[key] for key in ("tags", "players", "notes") if key in item}
    made = {"format": 1, "game": "struggle", "id": identity, "setup": setup, "moves": item["moves"]}
    return made | kept | {"result": None}, openings


def put(path: Path, item: Any) -> Path:
    """Write JSON to a file."""
    path.write_text(json.dumps(item))
    return path
