"""The perft tables (`perft.json`) against the project's code, and the quick ones against the slow derivation.

`python -m tests.games.castle.test_perft` prints the table anew, counted by the slow derivation alone.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from struckle_cli.engine.binding import bind
from struckle_cli.engine.perft import divide, perft
from struckle_cli.games.castle import GAME
from tests.games.castle import slow

TABLE = Path(__file__).with_name("perft.json")
QUICK = 10_000
"""Sequences up to which the slow derivation counts again on every run."""
ENTRIES: list[dict[str, Any]] = msgspec.json.decode(TABLE.read_bytes())["entries"] if TABLE.exists() else []


def _name(entry: dict[str, Any]) -> str:
    return entry["name"].replace(" ", "-")


def _slow(setup: dict[str, Any]) -> slow.Position:
    first, own_castle = setup.get("first", "white"), setup.get("own_castle", "open")
    if "position" in setup:
        return slow.parse_position(setup["position"], first, own_castle)
    return slow.set_up(setup["men"], first, own_castle)


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts(entry: dict[str, Any]) -> None:
    state = bind(GAME, entry["setup"]).start
    assert [perft(GAME, state, n) for n in range(len(entry["counts"]))] == entry["counts"]


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts_of_the_slow_derivation(entry: dict[str, Any]) -> None:
    position = _slow(entry["setup"])
    for depth, count in enumerate(entry["counts"]):
        if count <= QUICK:
            assert slow.perft(position, depth) == count


@pytest.mark.parametrize("entry", ENTRIES[:2] + ENTRIES[-4:], ids=_name)
def test_divide_adds_up(entry: dict[str, Any]) -> None:
    state = bind(GAME, entry["setup"]).start
    parts = divide(GAME, state, 2)
    assert sum(parts.values()) == entry["counts"][2]
    assert list(parts) == sorted(slow.walked_tokens(_slow(entry["setup"])))


def test_the_table_holds_what_the_issue_asks() -> None:
    starts = [entry for entry in ENTRIES if "men" in entry["setup"]]
    assert len(starts) == 12
    assert all(len(entry["counts"]) == 4 for entry in starts)
    assert len([entry for entry in ENTRIES if "position" in entry["setup"]]) >= 12
    assert {(*e["setup"].values(),) for e in starts} == {
        (men, first, option)
        for men in (8, 16, 22)
        for first in ("white", "black")
        for option in ("open", "closed")
    }
    eight = [e["counts"] for e in starts if (e["setup"]["men"], e["setup"]["own_castle"]) == (8, "open")]
    assert eight == [[1, 60, 3600, 214422]] * 2  # the numbers of the page, with either side first


def _random_position(seed: int) -> dict[str, Any]:
    """A position met by a random walk that likes to capture."""
    chance = random.Random(f"perft/{seed}")
    first, own_castle = chance.choice(["white", "black"]), chance.choice(["open", "closed"])
    position = slow.set_up(chance.choice([8, 16, 22]), first, own_castle)
    for _ in range(chance.randrange(10, 120)):
        legal = slow.walked_tokens(position)
        captures = [token for token in legal if "x" in token]
        after = slow.apply(position, chance.choice(captures if captures and chance.random() < 0.5 else legal))
        if slow.outcome(after) is None:
            position = after
    return {"position": slow.format_position(position), "first": first, "own_castle": own_castle}


def main() -> None:
    """Count everything with the slow derivation."""
    cases = [
        (f"{men} men, {first} first, {option}", {"men": men, "first": first, "own_castle": option}, 3)
        for men in (8, 16, 22)
        for first in ("white", "black")
        for option in ("open", "closed")
    ]
    cases += [(f"mid-game {seed}", _random_position(seed), 2) for seed in range(1, 15)]
    entries = [
        {"name": name, "setup": setup, "counts": [slow.perft(_slow(setup), n) for n in range(depth + 1)]}
        for name, setup, depth in cases
    ]
    lines = ",\n".join("  " + msgspec.json.encode(entry).decode() for entry in entries)
    print(f'{{"game": "castle", "entries": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
