"""The perft tables (`perft.json`) against the project's code, and the quick ones against the slow derivation.

`python -m tests.games.struckle.test_perft` prints the table anew, counted by the slow derivation alone.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from struckle_cli.engine.perft import divide, perft
from struckle_cli.games.struckle import GAME
from tests.games.struckle import slow
from tests.games.struckle.helpers import bound

TABLE = Path(__file__).with_name("perft.json")
QUICK = 3_000
"""Sequences up to which the slow derivation counts again on every run."""
ENTRIES: list[dict[str, Any]] = msgspec.json.decode(TABLE.read_bytes())["entries"] if TABLE.exists() else []

POSITIONS = {
    "powers everywhere, Philosopher": "b6+d4+e5+c5+ c2+e4+g4+c4+ f4+d5+b5+g5+ d6+f5+h4+e7+ SB:P 12",
    "powers everywhere, Hero": "b6+d4+e5+c5+ c2+e4+g4+c4+ f4+d5+b5+g5+ d6+f5+h4+e7+ TG:H 12",
    "some promoted": "c4+d4+b6a3 h3g8+e3f1 d5+f3f4h6 f8e5+f6c5+ TG:S 999",
    "goals at hand": "h6g6h8h2 a8b7c8g8 a3b3b2a7 c2c1a1g1 TB:D 3",
    "charged into a goal": "b3c5+a4a3 c1d1e1f1 b6a2h5h6 f8e8d8c8 TB:H 5",
    "brainwashed into a goal": "b3b4d4+a3 c1d1e1f1 h3h4h5h6 b1f2d8c8 TB:P 7",
    "a Shadow's choice": "a6a5a4d4+ b8f7+b4+a1 h3e2c3h6 a7d6e8c8 TB:S 2",
    "no room": "c4d4+c5c3 d3e3e1f1 h3e4+h5e5+ f8e8d5+c8 TB:H 4",
    "decided": "h2h7a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TG:D 9",
}


def _name(entry: dict[str, Any]) -> str:
    return entry["name"].replace(" ", "-")


def _slow(entry: dict[str, Any]) -> slow.Position:
    return slow.parse_position(entry["setup"]["position"]) if entry["setup"] else slow.START


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts(entry: dict[str, Any]) -> None:
    state = bound(entry["setup"].get("position"))
    assert [perft(GAME, state, n) for n in range(len(entry["counts"]))] == entry["counts"]


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts_of_the_slow_derivation(entry: dict[str, Any]) -> None:
    for depth, count in enumerate(entry["counts"]):
        if count <= QUICK:
            assert slow.perft(_slow(entry), depth) == count


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_divide_adds_up(entry: dict[str, Any]) -> None:
    parts = divide(GAME, bound(entry["setup"].get("position")), 2)
    assert sum(parts.values()) == entry["counts"][2]
    assert list(parts) == slow.legal_tokens(_slow(entry))


def test_the_start_has_the_numbers_of_the_page() -> None:
    assert ENTRIES[0] == {"name": "start", "setup": {}, "counts": [1, 30, 788, 20186]}
    assert {entry["name"] for entry in ENTRIES} >= set(POSITIONS)


def _random_position(seed: int) -> str:
    """A position met by a random walk that likes gold and powers."""
    chance, position = random.Random(f"perft/{seed}"), slow.START
    for _ in range(chance.randrange(20, 90)):
        legal = slow.legal_tokens(position)
        liked = [token for token in legal if token[-2:] in slow.GOLD or len(token) > 5]
        after = slow.judge(position, chance.choice(liked if liked and chance.random() < 0.6 else legal))
        position = position if slow.winners(after) else after
    return slow.format_position(position)


def main() -> None:
    """Count everything with the slow derivation."""
    cases: list[tuple[str, dict[str, str], int]] = [("start", {}, 3)]
    cases += [(name, {"position": text}, 2) for name, text in POSITIONS.items()]
    cases += [(f"mid-game {seed}", {"position": _random_position(seed)}, 2) for seed in range(1, 11)]
    entries = []
    for name, setup, depth in cases:
        entry: dict[str, Any] = {"name": name, "setup": setup}
        entries.append(entry | {"counts": [slow.perft(_slow(entry), n) for n in range(depth + 1)]})
    lines = ",\n".join("  " + msgspec.json.encode(entry).decode() for entry in entries)
    print(f'{{"game": "struckle", "entries": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
