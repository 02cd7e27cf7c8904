"""Counting in bounded memory: sums, quantiles and buckets, and what is not kept."""

import statistics
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import Fault
from struckle_cli.core.outcome import Outcome
from struckle_cli.replay.reading import Reading
from struckle_cli.services import tallies
from struckle_cli.services.jobs import Job
from struckle_cli.services.stats import KIND, Stats
from struckle_cli.services.tallies import Faults, FirstMoves, Lengths, Totals, codes_of
from tests.contract.cases import GAMES
from tests.replay.documents import documents
from tests.replay.support import ENCODINGS, ROOT, readings

plies = st.lists(st.integers(0, 2000), min_size=1, max_size=60)
WIN = Outcome(winners=("p1",), reason="x")


def lengths_of(counts) -> Lengths:
    found = Lengths()
    for count in counts:
        found.add(count)
    return found


@given(plies)
def test_quantiles_are_the_values_that_stand_there(counts):
    ordered = sorted(counts)
    found = lengths_of(counts)
    for parts in (2, 4, 10):
        wanted = [ordered[-(-len(ordered) * k // parts) - 1] for k in range(1, parts)]
        assert found.quantiles(parts) == wanted
    assert found.quantiles(2) == [statistics.median_low(counts)]
    assert found.mean == pytest.approx(statistics.fmean(counts))


@given(plies, st.integers(1, 15))
def test_buckets_hold_every_record_once(counts, most):
    buckets = lengths_of(counts).buckets(most)
    assert 0 < len(buckets) <= most
    assert sum(bucket.records for bucket in buckets) == len(counts)
    for bucket in buckets:
        assert bucket.records == sum(bucket.least <= count <= bucket.most for count in counts)
    assert buckets[0].records > 0
    assert buckets[-1].records > 0
    widths = {bucket.most - bucket.least + 1 for bucket in buckets}
    assert len(widths) == 1
    assert str(*widths).rstrip("0") in ("1", "2", "5")


def test_nothing_has_no_buckets():
    assert Lengths().buckets() == []
    assert Lengths().mean == 0


def test_first_moves_that_are_not_kept_are_counted_together(monkeypatch):
    monkeypatch.setattr(tallies, "MOST_LINES", 2)
    found = FirstMoves()
    for move in "abcadba":
        found.add([move], WIN)
    assert [(line, ends.records) for line, ends in found.top(9)] == [(("a",), 3), (("b",), 2)]
    assert (found.left(9), found.left(1), found.others.wins["p1"]) == (2, 4, 2)


def test_players_that_are_not_kept_are_counted_together_and_stand_last(monkeypatch):
    monkeypatch.setattr(tallies, "MOST_PLAYERS", 2)
    found = Totals()
    for name in ("Ana", "Ben", "Cid", "Dan", "Ben"):
        found.add(["p1"], {"p1": name}, WIN, {"p1": 5})
    assert [(t.player, t.games, t.points) for t in found.ranking()] == [
        ("Ben", 2, 10), ("Ana", 1, 5), ("(others)", 2, 10),
    ]  # fmt: skip


def test_names_are_kept_only_so_far():
    found = Totals()
    found.add(["p1", "p2"], {"p1": "x" * 10**6, "p2": "x" * 300}, WIN, {})
    assert [len(total.player) for total in found.ranking()] == [tallies.LONGEST + 3]


def test_codes_are_kept_only_so_far(monkeypatch):
    monkeypatch.setattr(tallies, "MOST_CODES", 1)
    found = Faults()
    for codes in (["a", "a", "b"], ["c"], ["a"]):
        found.add(codes_of([Fault(code=code, message="") for code in codes]))
    assert found.ranking() == [("(others)", 2, 2), ("a", 2, 3)]


# Sums.


def counted(*items) -> Stats:
    found = Stats()
    for item in items:
        found.add(KIND.of(item, Job(kind="stats", depth=2)))
    return found


def numbers(found: Stats) -> dict:
    """All that adds up."""
    sums = {"records": found.records, "invalid": found.invalid}
    sums |= {("fault", code): count for code, count in found.faults.faults.items()}
    sums |= {("faulty", code): count for code, count in found.faults.records.items()}
    for name, item in found.games.items():
        ends = [((), item.ends), *item.first.lines.items()]
        for line, one in ends:
            sums |= {
                (name, line, key): getattr(one, key) for key in ("records", "unfinished", "drawn", "shared")
            }
            sums |= {(name, line, seat): count for seat, count in one.wins.items()}
        sums |= {(name, plies): count for plies, count in item.lengths.counts.items()}
        sums |= {(name, reason): count for reason, count in item.reasons.items()}
    for total in found.totals.ranking():
        for key in ("games", "wins", "shared", "draws", "losses", "points"):
            sums[total.player, key] = getattr(total, key)
        assert total.games == total.wins + total.shared + total.draws + total.losses
    return {key: count for key, count in sums.items() if count}


@cache
def samples() -> list[Reading]:
    return [
        reading
        for path in sorted((ROOT / "replays").rglob("*"))
        if path.suffix[1:] in ENCODINGS
        for reading in readings(path.read_bytes(), path.suffix[1:])
    ]


some_samples = st.deferred(lambda: st.lists(st.sampled_from(samples()), max_size=8))


def test_samples_are_of_all_games():
    assert {item.game.name for item in samples()} == set(GAMES) - {"toy"}


@settings(max_examples=40)
@given(some_samples, st.integers(0, 8), st.lists(documents(), max_size=3))
def test_the_statistics_of_piles_together_are_the_sum(items, cut, more):
    items = [*items, *map(Reading.of, more)]
    one, two = numbers(counted(*items[:cut])), numbers(counted(*items[cut:]))
    whole = numbers(counted(*items))
    assert whole == {key: one.get(key, 0) + two.get(key, 0) for key in one | two}


@settings(max_examples=40)
@given(some_samples, st.randoms())
def test_the_order_of_the_input_does_not_matter(items, chance):
    other = chance.sample(items, len(items))
    assert numbers(counted(*other)) == numbers(counted(*items))
