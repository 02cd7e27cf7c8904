"""The perft table (`perft.json`) against the project's code, quick counts against the slow derivation too.

`python -m tests.games.crungle.test_perft` prints the table anew, counted by the slow derivation alone.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from struckle_cli.engine.perft import divide, perft
from struckle_cli.games.crungle import GAME
from tests.games.crungle import slow, slow_rules
from tests.games.crungle.helpers import fields_of, state_of

TABLE = Path(__file__).with_name("perft.json")
ENTRIES: list[dict[str, Any]] = msgspec.json.decode(TABLE.read_bytes())["entries"] if TABLE.exists() else []
QUICK = 1_500
"""Sequences up to which the slow derivation counts again on every run."""


def _name(entry: dict[str, Any]) -> str:
    return "-".join([*entry["goals"].split(), *entry["rules"].split(), *["mid"] * ("moves" in entry)])


def _slow(entry: dict[str, Any]) -> slow.Position:
    start = slow.begin(entry["goals"], entry["rules"], entry["start"])
    return slow.play(start, entry.get("moves", ""))


def _state(entry: dict[str, Any]) -> Any:
    state = state_of(fields_of(entry["goals"], entry["rules"], entry["start"]))
    for token in entry.get("moves", "").split():
        state = GAME.apply(state, GAME.parse_move(token))
    return state


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts(entry: dict[str, Any]) -> None:
    state = _state(entry)
    assert [perft(GAME, state, depth) for depth in range(len(entry["counts"]))] == entry["counts"]


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_counts_of_the_slow_derivation(entry: dict[str, Any]) -> None:
    position = _slow(entry)
    for depth, count in enumerate(entry["counts"]):
        if count <= QUICK:
            assert slow.perft(position, depth) == count


@pytest.mark.parametrize("entry", ENTRIES[::6], ids=_name)
def test_divide_adds_up(entry: dict[str, Any]) -> None:
    parts = divide(GAME, _state(entry), 2)
    assert sum(parts.values()) == entry["counts"][2]
    assert list(parts) == slow.valid_moves(_slow(entry))


def test_the_table_holds_every_rule_and_goal() -> None:
    assert len(ENTRIES) >= 30
    assert len({_name(entry) for entry in ENTRIES}) == len(ENTRIES)
    assert all(len(entry["counts"]) == 4 for entry in ENTRIES)
    assert {name for entry in ENTRIES for name in entry["rules"].split()} == set(slow_rules.EVERYTHING)
    assert {name for entry in ENTRIES for name in entry["goals"].split()} == set(slow_rules.GOALS)
    assert sum("moves" in entry for entry in ENTRIES) >= 10
    assert any(entry["counts"][1] == 1 for entry in ENTRIES)


def _cases() -> list[dict[str, Any]]:
    """Rule sets that take the direct rules in turn, with each indirect rule and none; some from mid-game."""
    chance = random.Random("perft")
    cases: list[dict[str, Any]] = [
        {"goals": "G2 G10", "rules": "M21 M16 M27 I1", "start": "orange=9 purple=1"},
        {"goals": "G2 G10", "rules": "M21 M16 M27 I1", "start": "orange=9 purple=1", "moves": "I1(M21):9"},
        {"goals": "G7 G6", "rules": "M3 M10 I1 M19", "start": "orange=3 purple=1"},
        {"goals": "G2 G7", "rules": "M5 M11 M14 M15", "start": "orange=4 purple=4"},
    ]
    left = list(slow_rules.DIRECT)
    for number in range(33):
        if len(left) < 4:
            left += chance.sample(slow_rules.DIRECT, 30)
        rules = list(dict.fromkeys(left.pop(0) for _ in range(4)))
        indirect = [None, *slow_rules.INDIRECT][number % 5]
        rules = rules[:3] + ([indirect] if indirect else rules[3:])
        spare = [name for name in slow_rules.DIRECT if name not in rules]
        rules = (rules + chance.sample(spare, 4))[:4]
        chance.shuffle(rules)
        orange = chance.choice([1, 2, 3, 4, 6, 7, 8, 9])
        free = [cell for cell in range(1, 10) if not slow_rules.adjacent(cell, orange)]
        goals = f"G{number % 10 + 1} G{(number + 3 + number // 10) % 10 + 1}"
        start = f"orange={orange} purple={chance.choice(free)}"
        cases.append({"goals": goals, "rules": " ".join(rules), "start": start})
        if number % 3 == 2:
            cases[-1]["moves"] = _some_moves(chance, cases[-1])
    return cases


def _some_moves(chance: random.Random, case: dict[str, Any]) -> str:
    """A beginning of valid moves, with which nobody wins."""
    position, moves = slow.begin(case["goals"], case["rules"], case["start"]), []
    for _ in range(chance.randrange(2, 9)):
        move = chance.choice(slow.valid_moves(position))
        after = slow.complete(position, move)
        if after.winner is None:
            position = after
            moves.append(move)
    return " ".join(moves)


def main() -> None:
    """Count everything with the slow derivation."""
    lines = []
    for case in _cases():
        counts = [slow.perft(_slow(case), depth) for depth in range(4)]
        lines.append("  " + msgspec.json.encode(case | {"counts": counts}).decode())
    print('{"game": "crungle", "entries": [\n' + ",\n".join(lines) + "\n]}")


if __name__ == "__main__":
    main()
