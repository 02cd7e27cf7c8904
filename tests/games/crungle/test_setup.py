"""The set-up: faults one by one and together, hostile values, the draft, and what chance deals."""

import random
from collections import Counter
from typing import Any

import pytest

from struckle_cli.engine.binding import bind
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.draft import deal, next_choice, take
from struckle_cli.games.crungle.texts import texts
from tests.games.crungle import slow_rules

GOALS, RULES, START = ["G3", "G7"], ["M2", "M11", "I2", "M16"], {"orange": 1, "purple": 9}


def faults(**changed: Any) -> list[tuple[str, str | None]]:
    """The codes and places of what is wrong with a sound set-up in which some fields are changed."""
    fields = {"goals": GOALS, "rules": RULES, "start": START} | changed
    bound = bind(GAME, {name: value for name, value in fields.items() if value is not Ellipsis})
    assert (bound.start is None) == bool(bound.faults)
    assert all(fault.message and len(fault.message) < 400 for fault in bound.faults)
    return [(fault.code, fault.pointer) for fault in bound.faults]


def sound(fields: dict[str, Any]) -> bool:
    """By the page: goals and rules differ, at most one is indirect, the pieces may start there."""
    goals, rules, start = fields["goals"], fields["rules"], fields["start"]
    return (
        len(set(goals)) == len(goals) == 2
        and set(goals) <= set(slow_rules.GOALS)
        and len(set(rules)) == len(rules) == 4
        and set(rules) <= set(slow_rules.EVERYTHING)
        and len(set(rules) & set(slow_rules.INDIRECT)) <= 1
        and start["orange"] in {1, 2, 3, 4, 6, 7, 8, 9}
        and start["purple"] in slow_rules.CELLS
        and not slow_rules.adjacent(start["orange"], start["purple"])
    )


def test_a_sound_setup_is_read() -> None:
    setup, told = GAME.read_setup({"goals": GOALS, "rules": RULES, "start": START})
    assert told == []
    assert setup is not None
    assert (setup.goals, setup.rules, setup.start, setup.draft) == ((3, 7), (2, 11, 32, 16), (8, 0), "given")


def test_purple_moves_first() -> None:
    assert GAME.to_move(bind(GAME, {"goals": GOALS, "rules": RULES, "start": START}).start) == "purple"


ONE_FAULT = [
    ({"goals": ...}, "setup.missing", "/setup/goals"),
    ({"rules": ...}, "setup.missing", "/setup/rules"),
    ({"start": ...}, "setup.missing", "/setup/start"),
    ({"goals": ["G3"]}, "crungle.goals", "/setup/goals"),
    ({"goals": ["G3", "G7", "G8"]}, "crungle.goals", "/setup/goals"),
    ({"goals": ["G3", "G3"]}, "crungle.goals", "/setup/goals/1"),
    ({"goals": ["G0", "G3"]}, "crungle.goals", "/setup/goals/0"),
    ({"goals": ["G3", "G11"]}, "crungle.goals", "/setup/goals/1"),
    ({"goals": ["g3", "G4"]}, "crungle.goals", "/setup/goals/0"),
    ({"goals": ["G03", "G4"]}, "crungle.goals", "/setup/goals/0"),
    ({"goals": [3, "G4"]}, "crungle.goals", "/setup/goals/0"),
    ({"goals": "G3 G7"}, "setup.type", "/setup/goals"),
    ({"goals": {}}, "setup.type", "/setup/goals"),
    ({"goals": None}, "setup.type", "/setup/goals"),
    ({"rules": RULES[:3]}, "crungle.rules", "/setup/rules"),
    ({"rules": [*RULES, "M1"]}, "crungle.rules", "/setup/rules"),
    ({"rules": ["M2", "M2", "M3", "M4"]}, "crungle.rules", "/setup/rules"),
    ({"rules": ["M2", "M31", "M3", "M4"]}, "crungle.rules", "/setup/rules/1"),
    ({"rules": ["M2", "I5", "M3", "M4"]}, "crungle.rules", "/setup/rules/1"),
    ({"rules": ["M2", "I1", "M3", "I2"]}, "crungle.indirect", "/setup/rules"),
    ({"rules": ["I4", "I1", "I3", "I2"]}, "crungle.indirect", "/setup/rules"),
    ({"rules": 7}, "setup.type", "/setup/rules"),
    ({"start": {"orange": 1}}, "crungle.start", "/setup/start"),
    ({"start": {"purple": 1}}, "crungle.start", "/setup/start"),
    ({"start": {"orange": 0, "purple": 9}}, "crungle.start", "/setup/start/orange"),
    ({"start": {"orange": 1, "purple": 10}}, "crungle.start", "/setup/start/purple"),
    ({"start": {"orange": "1", "purple": 9}}, "crungle.start", "/setup/start/orange"),
    ({"start": {"orange": 1.0, "purple": 9}}, "crungle.start", "/setup/start/orange"),
    ({"start": {"orange": True, "purple": 9}}, "crungle.start", "/setup/start/orange"),
    ({"start": {"orange": 1, "purple": 9, "green": 3}}, "crungle.start", "/setup/start/green"),
    ({"start": {"orange": 5, "purple": 5}}, "crungle.start-center", "/setup/start"),
    ({"start": {"orange": 5, "purple": 1}}, "crungle.start-center", "/setup/start"),
    ({"start": {"orange": 1, "purple": 5}}, "crungle.start-adjacent", "/setup/start"),
    ({"start": {"orange": 1, "purple": 2}}, "crungle.start-adjacent", "/setup/start"),
    ({"start": {"orange": 6, "purple": 8}}, "crungle.start-adjacent", "/setup/start"),
    ({"start": [1, 9]}, "setup.type", "/setup/start"),
    ({"start": "orange=1 purple=9"}, "setup.type", "/setup/start"),
    ({"draft": "chosen"}, "setup.choice", "/setup/draft"),
    ({"draft": 3}, "setup.type", "/setup/draft"),
]


@pytest.mark.parametrize(("changed", "code", "where"), ONE_FAULT)
def test_one_fault(changed: dict[str, Any], code: str, where: str) -> None:
    [(told, pointer)] = faults(**changed)
    assert pointer == where
    if not code.startswith("setup."):
        assert told == code
    else:
        assert told.startswith("setup.")


def test_several_faults_are_told_at_once() -> None:
    told = faults(goals=["G0", "G11"], rules=["M1", "I1", "I2", "M3"], start={"orange": 5, "purple": 1})
    assert sorted(code for code, _ in told) == [
        "crungle.goals",
        "crungle.goals",
        "crungle.indirect",
        "crungle.start-center",
    ]
    assert len(faults(goals=..., rules=..., start=..., draft="no")) == 4
    assert len(faults(goals=["G1"], rules=["M99", "M98", "M1"], start={"orange": 0, "purple": 0})) >= 6


def test_unknown_fields_are_told() -> None:
    assert [pointer for _, pointer in faults(colour="red")] == ["/setup/colour"]


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


HOSTILE: list[Any] = [
    *[None, True, False, 0, -1, 10**400, 1.5, float("nan"), float("inf"), "", "G1", "x" * 10_000, [], {}],
    *[
        [None] * 4,
        [[]] * 2,
        [{}] * 4,
        [10**400] * 2,
        ["G1"] * 100_000,
        {"orange": []},
        {"orange": {}, "purple": {}},
    ],
    *[{"orange": 10**400, "purple": 1}, {"orange": -1, "purple": 1}, {str(n): n for n in range(10_000)}],
    *[
        ["\x00", "\ud800", "é", "G1"],
        {"": 1},
        {"orange": None, "purple": None},
        nested(500),
        [float("nan")] * 4,
    ],
    *[{"orange": 1, "purple": 9, "~/": 1}, ["M1 ", " M2", "M3\n", "M4"], [True, False], ["G1", b"G2"]],
]


@pytest.mark.parametrize("field", ["goals", "rules", "start", "draft"])
@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_values_are_told_and_raise_nothing(field: str, value: Any) -> None:
    told = faults(**{field: value})
    assert told
    assert len(told) < 100
    assert all(pointer is not None and pointer.startswith(f"/setup/{field}") for _, pointer in told)


def test_every_start_is_judged_as_the_page_does() -> None:
    allowed = 0
    for orange in range(1, 10):
        for purple in range(1, 10):
            start = {"orange": orange, "purple": purple}
            told = faults(start=start)
            assert (told == []) == sound({"goals": GOALS, "rules": RULES, "start": start}), start
            allowed += not told
    assert allowed == 40  # 8 cells of orange's; purple on the same one or off its neighbours


# --- the draft -----------------------------------------------------------------------------------------

ORDER = ["purple", "orange", "orange", "purple", "orange", "purple", "purple", "orange"]
"""Two goals, four rules, then purple places orange's piece and orange purple's."""


@pytest.mark.parametrize("seed", range(40))
def test_the_draft_makes_sound_setups_only(seed: int) -> None:
    chance = random.Random(f"draft/{seed}")
    fields: dict[str, Any] = {}
    seats = []
    while (choice := next_choice(fields)) is not None:
        seats.append(choice.seat)
        assert choice.question
        names = [name for name, _ in choice.options]
        assert len(set(names)) == len(names) > 0
        indirect = [name for name in names if name.startswith("I")]
        fields = take(fields, chance.choice(indirect if indirect and seed % 2 else names))
    assert seats == ORDER
    assert sound(fields)
    assert fields["draft"] == "picked"
    assert faults(**fields) == []


def test_every_pick_has_the_options_of_the_page() -> None:
    fields: dict[str, Any] = {}
    first = next_choice(fields)
    assert first is not None
    assert dict(first.options) == {name: texts()[name] for name in slow_rules.GOALS}
    fields = take(fields, "G4")
    second = next_choice(fields)
    assert second is not None
    assert [name for name, _ in second.options] == [name for name in slow_rules.GOALS if name != "G4"]
    fields = take(fields, "G1")
    for answer, left in [("M7", 34), ("I3", 33), ("M1", 29), ("M30", 28)]:
        choice = next_choice(fields)
        assert choice is not None
        assert len(choice.options) == left
        fields = take(fields, answer)
    orange = next_choice(fields)
    assert orange is not None
    assert [name for name, _ in orange.options] == list("12346789")
    for answer, free in [("1", "1346789"), ("2", "2789"), ("6", "14679")]:
        purple = next_choice(take(fields, answer))
        assert purple is not None
        options = [int(name) for name, _ in purple.options]
        wanted = [cell for cell in range(1, 10) if not slow_rules.adjacent(cell, int(answer))]
        assert options == wanted, free


def test_taking_leaves_the_picks_so_far_as_they_are() -> None:
    before = {"goals": ["G1"]}
    assert take(before, "G2")["goals"] == ["G1", "G2"]
    assert before == {"goals": ["G1"]}


# --- chance ---------------------------------------------------------------------------------------------


def test_deal_makes_sound_setups_only_and_every_kind() -> None:
    met: Counter[str] = Counter()
    starts, pairs = set(), set()
    for seed in range(3000):
        made = deal(random.Random(seed), {})
        assert sound(made), made
        assert made["draft"] == "random"
        met.update(made["goals"])
        met.update(made["rules"])
        met["direct only"] += not set(made["rules"]) & set(slow_rules.INDIRECT)
        starts.add((made["start"]["orange"], made["start"]["purple"]))
        pairs.add(tuple(made["goals"]))
    assert set(met) == {*slow_rules.GOALS, *slow_rules.EVERYTHING, "direct only"}
    assert len(starts) == 40
    assert len(pairs) == 90
    assert min(met[name] for name in slow_rules.GOALS) > 500  # 600 each are to be expected
    assert min(met[name] for name in slow_rules.DIRECT) > 250


def test_deal_takes_no_rule_set_more_often_than_another() -> None:
    """The share of those without an indirect rule is that among all sound ordered rule sets."""
    direct = 30 * 29 * 28 * 27
    mixed = 4 * 4 * 30 * 29 * 28
    made = [deal(random.Random(f"even/{seed}"), {})["rules"] for seed in range(2000)]
    share = sum(not set(rules) & set(slow_rules.INDIRECT) for rules in made) / len(made)
    assert abs(share - direct / (direct + mixed)) < 0.04


def test_deal_keeps_what_is_given() -> None:
    for seed in range(50):
        made = deal(random.Random(seed), {"goals": GOALS, "start": START})
        assert (made["goals"], made["start"]) == (GOALS, START)
        assert sound(made)
    assert deal(random.Random(1), {}) == deal(random.Random(1), {})
    assert deal(random.Random(1), {}) != deal(random.Random(2), {})


# --- texts ----------------------------------------------------------------------------------------------


def test_texts_have_all_goals_and_rules() -> None:
    told = texts()
    assert set(told) == {*slow_rules.GOALS, *slow_rules.EVERYTHING}
    assert len(told) == 44
    assert len(set(told.values())) == 44
    assert all(text.strip() == text != "" for text in told.values())


def test_tag_texts_are_read_and_written() -> None:
    forms = {field.name: field.text for field in GAME.setup_fields if field.text is not None}
    assert set(forms) == {"goals", "rules", "start"}
    for name, text in [("goals", "G3 G7"), ("rules", "M2 M11 I2 M16"), ("start", "orange=1 purple=9")]:
        form = forms[name]
        assert form is not None
        assert form.write(form.read(text)) == text
    assert [field.tag for field in GAME.setup_fields] == ["Goals", "Rules", "Start", "Draft"]
    assert [field.required for field in GAME.setup_fields] == [True, True, True, False]
    assert GAME.defaults == {"draft": "given"}
    assert GAME.setup_fields[3].choices == ("given", "picked", "random")


@pytest.mark.parametrize(
    "text", ["orange:1", "orange=1 orange=2", "orange", "=1", "orange= 1", "orange=1,purple=9"]
)
def test_a_start_that_is_no_text_of_one(text: str) -> None:
    form = next(field.text for field in GAME.setup_fields if field.name == "start")
    assert form is not None
    with pytest.raises(ValueError, match=r"."):
        form.read(text)
