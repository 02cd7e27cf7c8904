"""Law: what is listed and what is called valid is exactly what the slow derivation accepts, on random play.

Positions are met through standing invalid moves, passes, objections, bans and M16 as well.
"""

import random
from collections import Counter

import pytest

from struckle_cli.games.crungle import GAME
from tests.games.crungle import slow, slow_rules
from tests.games.crungle.helpers import agree, any_move, listed, walk, wrong

POSITIONS = 2_500
"""In each of four runs, 10,000 in all."""
INDIRECT_RULES = ["M16", "M3", "M27"]


@pytest.mark.parametrize("seed", range(4))
def test_listed_is_what_the_slow_derivation_accepts(seed: int) -> None:
    chance = random.Random(f"listed/{seed}")
    seen = 0
    while seen < POSITIONS:
        for state, position in walk(chance, 25):
            agree(state, position)
            seen += 1


@pytest.mark.parametrize("indirect", slow_rules.INDIRECT)
def test_listed_under_each_indirect_rule(indirect: str) -> None:
    chance = random.Random(f"indirect/{indirect}")
    for _ in range(12):
        others = chance.sample(slow_rules.DIRECT, 2)
        rules = list(dict.fromkeys(["M16", *others, "M3", "M13"]))[:3]
        for state, position in walk(chance, 20, rules=[*rules, indirect]):
            agree(state, position)


def test_valid_is_what_the_slow_derivation_calls_valid() -> None:
    """On random readable moves, of unselected rules too; each fault is met."""
    chance = random.Random("valid")
    met: Counter[str | None] = Counter()
    for _ in range(90):
        for state, position in walk(chance, 25):
            if position.winner:
                continue
            moves = [any_move(chance, position.rules) for _ in range(8)]
            moves += [
                any_move(chance, slow_rules.EVERYTHING),
                "pass",
                chance.choice(slow.valid_moves(position)),
            ]
            for move in moves:
                broken = slow.what_is_broken(position, move)
                assert (wrong(state, move) is None) == (broken is None), (position, move)
                met[broken] += 1
    assert {fault for fault, count in met.items() if count > 5} >= EVERY_FAULT


EVERY_FAULT = {
    None,
    "not selected",
    "repeated",
    "banned",
    "applies an unselected rule",
    "twice the same",
    "nowhere to go",
    "opp stated",
    "opp not stated",
    "wrong destination",
    "a move is possible",
}


def _codes(broken: str | None) -> set[str | None]:
    """The codes that go with a sentence that is broken, as the list of errors describes them."""
    return {
        None: {None},
        "not selected": {"crungle.not-selected"},
        "applies an unselected rule": {"crungle.not-selected"},
        "twice the same": {"crungle.same-twice"},
        "repeated": {"crungle.repeated"},
        "banned": {"crungle.banned"},
        "nowhere to go": {"crungle.unusable"},
        "opp stated": {"crungle.opponent-stated"},
        "opp not stated": {"crungle.opponent-missing"},
        "wrong destination": {"crungle.destination", "crungle.opponent-destination"},
        "a move is possible": {"crungle.pass"},
    }[broken]


def test_codes_name_the_broken_sentence() -> None:
    """Where more than one is broken, the form goes first: a repeated rule may apply an unselected one."""
    chance = random.Random("codes")
    for _ in range(60):
        for state, position in walk(chance, 20):
            for _ in range(0 if position.winner else 10):
                move = any_move(chance, position.rules)
                statement = slow_rules.read_move(move)
                assert statement is not None
                over = statement[0][1]
                broken = slow.what_is_broken(position, move)
                if not set(over) <= set(position.rules):
                    broken = "applies an unselected rule"
                elif len(set(over)) != len(over):
                    broken = "twice the same"
                assert wrong(state, move) in _codes(broken), (position, move)


def test_every_readable_move_of_all_rules_in_some_positions() -> None:
    """91,800 readable moves a position; those that are called valid are the listed ones."""
    every = slow_rules.statements(slow_rules.EVERYTHING)
    assert len(every) == 90 * (30 + 3 * 30 + 30 * 30)
    chance = random.Random("every")
    for indirect in ("I2", "I4"):
        (state, position), *_ = reversed(
            list(walk(chance, 7, goals=["G2", "G9"], rules=[*INDIRECT_RULES, indirect]))
        )
        called = [text for statement, text in every if slow.broken(position, statement) is None]
        assert sorted(called) == [token for token in listed(state) if token != "pass"]
        assert [text for _, text in every if wrong(state, text) is None] == called


def test_warning_and_listed_say_the_same() -> None:
    chance = random.Random("warning")
    assert GAME.warning is not None
    assert GAME.listed is not None
    for _ in range(40):
        for state, position in walk(chance, 20):
            for _ in range(0 if position.winner else 5):
                text = any_move(chance, position.rules)
                move = GAME.parse_move(text)
                valid = slow.what_is_broken(position, text) is None
                assert (GAME.warning(state, move) is None) == valid
                assert GAME.listed(state, move) == valid == (text in listed(state))


def test_random_play_meets_everything() -> None:
    """The positions above are of many kinds, or the laws would hold of little."""
    chance = random.Random("kinds")
    met: Counter[str] = Counter()
    for game in range(100):
        rules = {"rules": ["I1", *chance.sample(["M16", "M13", "M27", "M5", "M9"], 3)]} if game % 3 else {}
        for state, position in walk(chance, 25, **rules):
            if position.winner:
                met[f"end by {position.reason}"] += 1
                continue
            met["standing"] += state.stood > 0
            met["ban"] += slow.banned(position) in position.rules
            met["pass"] += slow.valid_moves(position) == ["pass"]
            met["M16"] += any(turn.picked == "M16" for turn in position.turns)
            met["violation"] += position.violations != (0, 0)
            met["false objection"] += position.objections != (0, 0)
            met["no pick"] += any(turn.picked is None for turn in position.turns)
    assert all(met[what] > 1 for what in KINDS), met


KINDS = ["end by goal", "end by violations", "standing", "ban", "pass", "M16", "violation", "no pick"]
KINDS += ["false objection"]
