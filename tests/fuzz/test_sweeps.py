"""Every valid sample cut, changed and joined: a part of all cases, chosen by a fixed seed (`sweeps`)."""

import random

import pytest

from tests.fuzz import sweeps
from tests.fuzz.samples import GAMES, files, records
from tests.fuzz.sweeps import ENCODINGS, changed, changes, cut, cuts, joined, joins


@pytest.mark.parametrize("number", range(3))
def test_cut(number: int) -> None:
    for case in cuts(0.003, random.Random(f"cut {number}")):
        cut(*case)


@pytest.mark.parametrize("number", range(3))
def test_changed(number: int) -> None:
    for case in changes(0.0008, random.Random(f"changed {number}")):
        changed(*case)


@pytest.mark.parametrize("number", range(3))
def test_joined(number: int) -> None:
    for case in joins(0.0015, random.Random(f"joined {number}")):
        joined(*case)


def test_a_sweep_over_everything_counts_its_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "records", lambda: records()[:2])
    assert sweeps.run(0.01, 7) > 20


def test_all_samples_are_swept() -> None:
    """Every vector and every replay is among them, in every encoding."""
    assert {sample.game for sample in files()} == set(GAMES)
    assert {sample.encoding for sample in files()} == set(ENCODINGS)
    assert len(records()) > 500
    seen = {(record.game.name, encoding) for record, encoding, _ in cuts(0.01, random.Random(1))}
    assert seen == {(name, encoding) for name in GAMES for encoding in ENCODINGS}
