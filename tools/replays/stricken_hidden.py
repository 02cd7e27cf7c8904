"""One game of Stricken in all its forms: open, committed, as each side and as everybody has it, and opened.

Nonces and the id come from the name of the game here, so that the files are the same each time: in a game
that is really played they come from a secure source, as `seal` and `play` take them.
"""

import hashlib

import msgspec

from struckle_cli.core.secret import Opening
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.hiding import find, put
from struckle_cli.replay.commitments import commitment, redacted
from struckle_cli.replay.document import Document
from struckle_cli.services.canonical import canonical
from tools.replays.stricken import CLUB, SCHEMER, Plan, played


def _hex(event: str, what: str, digits: int = 64) -> str:
    """Digits that a game always has."""
    return hashlib.sha256(f"{event}:{what}".encode()).hexdigest()[:digits]


def committed(document: Document) -> tuple[Document, list[Opening]]:
    """The game with commitments for all that Stricken hides, and their openings."""
    event = document.tags["Event"]
    identity = _hex(event, "id", 32)
    openings = [
        Opening(secret.seat, secret.what, _hex(event, f"{secret.seat} {secret.what}"), secret.text)
        for secret in find(document.setup, document.moves)
    ]
    texts = {item.key: commitment(GAME.name, identity, item) for item in openings}
    setup, moves = put(document.setup, document.moves, texts)
    return msgspec.structs.replace(document, id=identity, setup=setup, moves=moves), openings


SEALED = Plan("Sealed beads", "2026-11-12", "Ana Ben", "win:black (elimination)", 3, (SCHEMER, SCHEMER),
              notes=((0, "Beads and orders were sealed while this was played."),))  # fmt: skip
RUNNING = Plan("Letters, round 1", "2026-11-19", "Cleo Dario", None, 16, (CLUB, SCHEMER), plies=45)


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    in_the_open = played(SEALED)
    closed, openings = committed(in_the_open)
    opened = msgspec.structs.replace(closed, reveals=openings)
    running, secrets = committed(played(RUNNING))
    mine = msgspec.structs.replace(running, reveals=[item for item in secrets if item.seat == "black"])
    found = {
        "sealed-in-the-open.sgn": [in_the_open],
        "sealed-committed.json": [closed],
        "sealed-as-white-has-it.json": [redacted(opened, GAME, "white", ended=True)],
        "sealed-as-everybody-has-it.json": [redacted(opened, GAME, None, ended=True)],
        "sealed-opened.json": [opened],
        "letters-as-black-has-it.sgn": [mine],
        "letters-running.msgpack": [running],
    }
    return {name: [canonical(item, GAME) for item in documents] for name, documents in found.items()}
