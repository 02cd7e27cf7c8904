"""Games of Struggle with hidden cards, and with dice from a committed seed; always the same ones.

Nonces, ids and seeds come from the name of a game here, so that the files are the same each time: in a game
that is really played they come from a secure source, as `new` and `play` take them.
"""

import hashlib
from random import Random
from typing import Any

import msgspec

from struckle_cli.core.secret import TABLE, Opening
from struckle_cli.engine.binding import bind
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.dice import SCHEME
from struckle_cli.games.struggle.throwing import DICE
from struckle_cli.replay.commitments import commitment, redacted
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.services.canonical import canonical
from tools.replays.struggle import CLUB, HASTY, SHARP, Plan, turn_of


def _hex(event: str, what: str, digits: int = 64) -> str:
    """Digits that a game always has."""
    return hashlib.sha256(f"{event}:{what}".encode()).hexdigest()[:digits]


def hidden(plan: Plan, client: str | None = None) -> tuple[Document, list[Opening]]:
    """A game with commitments, as far as the plan goes, and the openings; with `client` the dice are
    committed.
    """
    identity = _hex(plan.event, "id", 32)
    cards = dict(zip(GAME.seats, plan.cards.split(), strict=False))
    openings = [Opening(seat, "card", _hex(plan.event, seat), card) for seat, card in cards.items()]
    sealed = {item.seat: commitment(GAME.name, identity, item) for item in openings}
    setup: dict[str, Any] = {"players": len(cards), **plan.setup, "cards": sealed}
    if client is not None:
        seed = Opening(TABLE, "dice", _hex(plan.event, "dice"), _hex(plan.event, "seed"))
        setup["dice"] = {"scheme": SCHEME, "commit": commitment(GAME.name, identity, seed), "client": client}
        openings.append(seed)
    moves = _played(plan, setup, cards, identity, None if client is None else openings[-1].value)
    players = dict(zip(GAME.seats, plan.players.split(), strict=False))
    return Document(
        format=FORMAT, game=GAME.name, id=identity, tags={"Event": plan.event, "Date": plan.date},
        players=players, setup=setup, moves=moves, result=None,
    ), openings  # fmt: skip


def _played(
    plan: Plan, setup: dict[str, Any], cards: dict[str, str], identity: str, seed: str | None
) -> list[str]:
    chance = Random(f"{plan.event}:{plan.seed}")
    state = bind(GAME, setup, identity).start
    moves: list[str] = []
    while GAME.to_move(state) is not None and len(moves) < plan.plies:
        throw = DICE.drawn(chance) if seed is None else DICE.foreseen(state, seed)
        seat = state.seat
        move = turn_of(chance, state, cards[GAME.seats[seat]], plan.habits[seat], throw)
        moves.append(GAME.format_move(move))
        state = GAME.apply(state, move)
    return moves


def revealed(document: Document, openings: list[Opening], winners: str) -> Document:
    """The game with everything opened, and with its result. Raises `ValueError` if that is another one."""
    setup, reveals = dict(document.setup), []
    for item in openings:
        if item.seat == TABLE:
            setup["dice"] = {**setup["dice"], "nonce": item.nonce, "seed": item.value}
        else:
            reveals.append(item)
    opened = {**setup, "cards": {item.seat: item.value for item in openings if item.seat != TABLE}}
    state = bind(GAME, opened, str(document.id)).start
    for token in document.moves:
        state = GAME.apply(state, GAME.parse_move(token))
    result = GAME.outcome(state)
    if result is None or " ".join(result.winners) != winners:
        raise ValueError(f"{document.tags['Event']} ends by {result}, not by {winners}")
    return msgspec.structs.replace(document, setup=setup, reveals=reveals, result=result)


COMMITTED = Plan("Sealed cards", "2026-11-12", "Ana Ben", "T9KQJ KQ9JT")
CLOSED = Plan("Letters, round 1", "2026-11-13", "Cleo Dario Edda", "JKT9Q 9JQTK QTJK9", plies=17)
THREE = Plan("Three at a table", "2026-11-14", "Ana Ben Cid", "TQJ9K QK9TJ 9TKJQ",
             habits=(CLUB, SHARP, HASTY, CLUB))  # fmt: skip
FOUR = Plan("Four at a table", "2026-11-15", "Gita Hugo Ana Ben", "KTQ9J J9QKT Q9TJK TKQJ9")
RUNNING = Plan("Second table", "2026-11-16", "Falk Edda", "QJK9T TJ9KQ", plies=30)


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    committed = hidden(COMMITTED)
    opened = revealed(*committed, "p1")
    three = revealed(*hidden(THREE, "apple,,cat"), "p2")
    four = revealed(*hidden(FOUR, "one,two,three,four"), "p1 p2 p3")
    running, secrets = hidden(RUNNING, "left,right")
    mine = msgspec.structs.replace(running, reveals=[item for item in secrets if item.seat == "p1"])
    found = {
        "sealed-and-opened.jsonl": [committed[0], redacted(opened, GAME, None, ended=True)],
        "sealed-cards-running.json": [hidden(CLOSED)[0]],
        "checked-dice-three.sgn": [three],
        "checked-dice-four.msgpack": [four],
        "checked-dice-as-p1-has-it.sgn": [mine],
    }
    return {name: [canonical(item, GAME) for item in documents] for name, documents in found.items()}
