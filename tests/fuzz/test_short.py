"""Every target for a short while, with seeds that stay the same, and every input that was ever found."""

import random
from pathlib import Path

import pytest

from tests.fuzz.__main__ import corpus
from tests.fuzz.mutator import changed_value, mutated
from tests.fuzz.targets import LARGEST, TARGETS, samples_of

CORPUS = Path(__file__).parent / "corpus"
INPUTS = {"hidden": 25, "gz": 60, "zst": 60, "stricken-line": 40, "stricken-token": 60}
"""Changed inputs of a target; those of the others are `USUAL`, of the quick ones `QUICK`."""
USUAL, QUICK = 80, 500
FOUND = [(folder.name, path.name) for folder in sorted(CORPUS.iterdir()) for path in sorted(folder.iterdir())]


@pytest.mark.parametrize("name", TARGETS)
def test_changed_samples(name: str) -> None:
    target, chance = TARGETS[name], random.Random(f"short/{name}")
    pool = samples_of(target)
    count = INPUTS.get(name, QUICK if name.endswith("-position") else USUAL)
    for data in (*chance.sample(pool, min(12, len(pool))), b"", b"\n", b"\0"):
        target.run(data)
    for _ in range(count):
        target.run(target.mutate(chance.choice(pool), chance))


@pytest.mark.parametrize(("name", "found"), FOUND, ids=map("/".join, FOUND))
def test_what_was_found(name: str, found: str) -> None:
    TARGETS[name].run((CORPUS / name / found).read_bytes())


def test_the_corpus_is_small_and_belongs_to_targets() -> None:
    assert {name for name, _ in FOUND} <= set(TARGETS)
    for name, found in FOUND:
        assert (CORPUS / name / found).stat().st_size <= LARGEST
        assert found.replace("-", "").isalnum(), "a find is named by what it shows"
        assert (CORPUS / name / found).read_bytes() in corpus(name)


@pytest.mark.parametrize("name", TARGETS)
def test_changes_are_the_same_with_the_same_seed_and_do_change(name: str) -> None:
    target = TARGETS[name]
    pool = samples_of(target)

    def some() -> list[bytes]:
        chance = random.Random(5)
        return [target.mutate(pool[number % len(pool)], chance) for number in range(40)]

    made = some()
    assert made == some()
    assert sum(data != pool[number % len(pool)] for number, data in enumerate(made)) > 30
    assert all(len(data) <= LARGEST for data in made)


def test_changes_reach_every_part_of_a_value() -> None:
    value = {"a": [1, "xy", {"b": None}], "c": True}
    chance = random.Random(1)
    made = {repr(changed_value(value, chance, ["word"])) for _ in range(800)}
    assert len(made) > 200
    for part in ("'a':", "1", "'xy'", "'b': None", "True"):
        assert any(part not in text for text in made)
    assert any("word" in text for text in made)
    assert repr(value) == "{'a': [1, 'xy', {'b': None}], 'c': True}"
    assert {mutated(b"abc", chance, [b"W"], [b"other"]) for _ in range(200)} > {b"", b"ab"}


@pytest.mark.parametrize("name", ["sgn", "jsonl", "castle-token"])
def test_a_target_fails_where_something_does_not_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that accepts everything would find nothing."""
    from tests.fuzz import oracle, targets

    nothing = frozenset[str]()
    monkeypatch.setattr(oracle, "known_codes", lambda: nothing)
    monkeypatch.setattr(targets, "known_codes", lambda: nothing)
    broken = {"sgn": b'[Game "castle"]\nZZ *', "jsonl": b"{}", "castle-token": b"\0ZZ"}[name]
    with pytest.raises(AssertionError):
        TARGETS[name].run(broken)
