"""One game of Stricken in the open, committed, as each may have it, and opened again; always the same.

Nonces and ids come from the name of a game here, so that the files are the same each time: in a game that is
really played they come from a secure source.
"""

import hashlib

import msgspec

from struckle_cli.core.secret import Opening
from struckle_cli.games.stricken import GAME
from struckle_cli.replay.commitments import commitment, redacted
from struckle_cli.replay.document import Document
from struckle_cli.services.canonical import canonical
from tools.replays.stricken import SCHEMER, WILD, Plan, played

ONE_GAME = Plan("Letters, game 1", "2026-11-18", "Ana Ben", "win:black (claim)", seed=41,
                habits=(SCHEMER, SCHEMER), setup={"claim_at": 5, "claim_lead": 1})  # fmt: skip
RUNNING = Plan("Letters, game 2", "2026-11-20", "Cleo Dario", None, seed=42, habits=(SCHEMER, WILD), plies=31)


def sealed(document: Document) -> tuple[Document, list[Opening]]:
    """The game with everything hidden behind commitments, and the openings."""
    event = document.tags["Event"]
    identity = _hex(event, "id")[:32]
    openings, texts = [], {}
    assert GAME.secrets is not None
    for secret in GAME.secrets.find(document.setup, document.moves):
        nonce = _hex(event, f"{secret.seat}:{secret.what}")
        openings.append(Opening(secret.seat, secret.what, nonce, secret.text))
        texts[secret.key] = commitment(GAME.name, identity, openings[-1])
    setup, moves = GAME.secrets.put(document.setup, document.moves, texts)
    return msgspec.structs.replace(document, id=identity, setup=setup, moves=moves), openings


def _hex(event: str, what: str) -> str:
    """Digits that a game always has."""
    return hashlib.sha256(f"{event}:{what}".encode()).hexdigest()


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    in_the_open = played(ONE_GAME)
    closed, openings = sealed(in_the_open)
    opened = msgspec.structs.replace(closed, reveals=openings)
    running, _ = sealed(played(RUNNING))
    found = {
        "letters-1-open.sgn": in_the_open,
        "letters-1-committed.sgn": closed,
        "letters-1-as-white-has-it.json": redacted(opened, GAME, "white", ended=True),
        "letters-1-public.json": redacted(opened, GAME, None, ended=True),
        "letters-1-opened.sgn": opened,
        "letters-2-running.msgpack": running,
    }
    return {name: [canonical(document, GAME)] for name, document in found.items()}
