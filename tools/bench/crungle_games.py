"""Crungle games by random playout, as JSON lines: valid moves alone, rule sets drawn at random.

They are played by the program itself: the second derivation of the 34 rules, in the tests, is far too slow.
"""

import json
import random
from collections.abc import Iterator
from typing import Any, Final

from struckle_cli.engine.playout import playout
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.draft import deal

LIMIT: Final = 120
SHARED: Final = 100
"""Rule sets that the games share: a club plays some more often than others."""


def _record(rng: random.Random, fields: dict[str, Any], number: int) -> tuple[bytes, int]:
    setup, faults = GAME.read_setup(fields)
    assert setup is not None, faults
    tokens, states = playout(GAME, GAME.initial(setup), rng, LIMIT)
    end = GAME.outcome(states[-1])
    record = {
        "format": 1,
        "game": "crungle",
        "tags": {"Event": "Bench", "Site": "?", "Date": "2026-11-30", "Round": str(number)},
        "players": {seat: f"Player {rng.randrange(500)}" for seat in GAME.seats},
        "setup": fields,
        "moves": tokens,
        "result": None if end is None else {"winners": list(end.winners), "reason": end.reason},
    }
    return json.dumps(record, separators=(",", ":")).encode() + b"\n", len(tokens)


def crungle_games(seed: int, shared: int = SHARED) -> Iterator[tuple[bytes, int]]:
    """Valid records (line end included) with their plies, without end; `shared` 0: each has its own rules."""
    rng = random.Random(seed)
    known = [deal(rng, {}) for _ in range(shared)]
    number = 0
    while True:
        number += 1
        yield _record(rng, rng.choice(known) if known else deal(rng, {}), number)
