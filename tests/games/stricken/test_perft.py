"""The perft tables (`perft.json`) against the project's code, and the quick ones against the slow derivation.

`python -m tests.games.stricken.test_perft` prints the table anew, counted by the slow derivation alone. An
entry has the fields of a set-up and the moves that lead to where counting begins.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from struckle_cli.engine.perft import divide, perft
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.state import State
from tests.games.stricken import slow
from tests.games.stricken.helpers import bound, play
from tests.games.stricken.setups import CLOSE, DEFAULT, MIXED

TABLE = Path(__file__).with_name("perft.json")
QUICK = 400
"""Sequences up to which the slow derivation counts again on every run."""
ENTRIES: list[dict[str, Any]] = msgspec.json.decode(TABLE.read_bytes())["entries"] if TABLE.exists() else []

LINES: dict[str, tuple[dict[str, Any], str]] = {
    "start": (DEFAULT, ""),
    "face to face": (CLOSE, ""),
    "three layers": (MIXED, ""),
    "orders wait": (MIXED, "F3[1a1-1a2] F2[2a1-2a2] F3[1b1-1b2] F3[3a1:S3a2]"),
    "a due turn": (CLOSE, "F2[1a1x2a1] F2[2b1x1b1] pass pass"),
    "a void order": (CLOSE, "F2[1a1x2a1] 2a1x1a1 pass pass"),
    "three orders sealed": (MIXED, "F3[1a1-1a2] pass F3[1b1-1b2] pass F3[1c1-1c2] pass"),
    "claims at hand": (CLOSE | {"claim_at": 0, "claim_lead": 0}, ""),
    "sapped and warded": (CLOSE, "1b2:W 2b2:S1b2 1a1:P 2c1:I"),
}


def _name(entry: dict[str, Any]) -> str:
    return str(entry["name"]).replace(" ", "-")


def _state(entry: dict[str, Any]) -> State:
    return play(bound(entry["setup"]), *entry["moves"])


def _slow(entry: dict[str, Any]) -> slow.Position:
    position = slow.start(entry["setup"])
    for token in entry["moves"]:
        position = slow.judge(position, token)
    return position


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts(entry: dict[str, Any]) -> None:
    assert [perft(GAME, _state(entry), n) for n in range(len(entry["counts"]))] == entry["counts"]


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts_of_the_slow_derivation(entry: dict[str, Any]) -> None:
    for depth, count in enumerate(entry["counts"]):
        if count <= QUICK:
            assert slow.perft(_slow(entry), depth) == count


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_divide_adds_up(entry: dict[str, Any]) -> None:
    parts = divide(GAME, _state(entry), 2)
    assert sum(parts.values()) == entry["counts"][2]
    assert list(parts) == slow.legal_tokens(_slow(entry))


def test_the_table_has_every_line() -> None:
    assert {entry["name"] for entry in ENTRIES} >= set(LINES)


def _random_line(fields: dict[str, Any], seed: int) -> list[str]:
    """A line of a random walk that likes abilities and attacks."""
    chance, position = random.Random(f"perft/{seed}"), slow.start(fields)
    line: list[str] = []
    for _ in range(chance.randrange(8, 50)):
        legal = slow.legal_tokens(position)
        strong = [token for token in legal if token[0] != "F" and (":" in token or "x" in token)]
        token = chance.choice(strong if strong and chance.random() < 0.4 else legal)
        after = slow.judge(position, token)
        if slow.result(after) is None:
            position = after
            line.append(token)
    return line


def main() -> None:
    """Count everything with the slow derivation."""
    cases: list[tuple[str, dict[str, Any], list[str]]] = [
        (name, fields, line.split()) for name, (fields, line) in LINES.items()
    ]
    for seed, fields in enumerate([DEFAULT, MIXED, CLOSE] * 2, 1):
        cases.append((f"mid-game {seed}", fields, _random_line(fields, seed)))
    entries = []
    for name, fields, moves in cases:
        entry: dict[str, Any] = {"name": name, "setup": fields, "moves": moves}
        entries.append(entry | {"counts": [slow.perft(_slow(entry), n) for n in range(3)]})
    lines = ",\n".join("  " + msgspec.json.encode(entry).decode() for entry in entries)
    print(f'{{"game": "stricken", "entries": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
