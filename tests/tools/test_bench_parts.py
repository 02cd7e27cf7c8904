"""Each part of the benchmark goes through at the smallest size, and tells a row for all that it measures."""

from pathlib import Path

import pytest

from struckle_cli.report.verdicts import FORMATS
from tools.bench import compressed, jobs, memory, shares, speed
from tools.bench.plan import Part, Plan


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """Files of a few records."""
    for module, name, value in (
        (speed, "QUICK_GAMES", 4),
        (shares, "GAMES", 20),
        (memory, "RECORDS", 50),
        (memory, "QUICK_RECORDS", 50),
        (memory, "QUICK_FILES", 50),
        (memory, "QUICK_BYTES", 2_000),
        (memory, "TIMES", 2),
    ):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(speed, "peers", lambda plan: [])
    return Plan(tmp_path, plies=300, chess_plies=300, runs=1, quick=True, tell=lambda text: None)


def rows(part: Part) -> list[list[str]]:
    """The cells of the part's table, without its head."""
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in part.text.splitlines()[2:]]


def test_speed_tells_every_game_and_without_other_programs_no_ratio(plan: Plan) -> None:
    part = speed.speed(plan, every_game=True)
    found = rows(part)
    assert [row[0] for row in found] == [
        "Castle", "Struckle", "Crungle", "Crungle, a rule set each", "Struggle", "Stricken",
    ]  # fmt: skip
    assert all(row[-2:] == ["-", "-"] for row in found)
    assert [row[0] for row in found if row[-3] != "-"] == ["Struggle", "Stricken"]
    assert [bar.value for bar in part.bars] == [None] * sum(map(len, speed.MARKS.values()))
    assert [row[0] for row in rows(speed.speed(plan, every_game=False))] == ["Castle"]


def test_compressed_tells_gzip_and_zstd_beside_plain(plan: Plan) -> None:
    part = compressed.compressed(plan)
    assert [row[0] for row in rows(part)] == ["plain", "gzip", "zstd"]
    assert rows(part)[0][-1] == "1.00"
    assert all(bar.value and bar.at_most for bar in part.bars)
    assert [bar.floor for bar in part.bars] == [1.4, 1.25]


def test_two_workers_are_told_for_each_encoding(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "cores", lambda: 2)
    whole = Plan(plan.work, plan.plies, plan.chess_plies, plan.runs, tell=plan.tell)
    part = jobs.jobs(whole)
    assert [row[0] for row in rows(part)] == ["JSON Lines", "text", "MessagePack"]
    assert [(bar.floor, bar.at_most) for bar in part.bars] == [(1.7, False), (1.15, True)] * 3
    assert [row[0] for row in rows(jobs.jobs(plan))] == ["JSON Lines"]


def test_memory_tells_each_input_with_one_worker_and_two_and_leaves_no_file(plan: Plan) -> None:
    part = memory.memory(plan)
    assert [(row[0], row[1], row[4]) for row in rows(part)[:4]] == [
        ("small records, JSON Lines", "100", "1"),
        ("small records, JSON Lines", "100", "2"),
        ("files in folders", "100", "1"),
        ("files in folders", "100", "2"),
    ]
    assert [row[0] for row in rows(part)[4:]] == ["JSON Lines"] * 2
    assert all(float(row[7]) > 10 for row in rows(part)), "an interpreter takes that much at least"
    assert [bar.floor for bar in part.bars] == [50, 4]
    assert list(plan.work.iterdir()) == []


def test_every_report_is_measured(plan: Plan) -> None:
    whole = Plan(plan.work, plan.plies, plan.chess_plies, plan.runs, tell=plan.tell)
    pile = memory._lines(whole, plan.work)
    assert {form for form, _ in pile.runs} == set(FORMATS) - {"concise"}, "`concise` is `text` without a look"
    assert {workers for _, workers in pile.runs} == {1, 2}


def test_shares_of_a_game_make_a_whole(plan: Plan) -> None:
    found = rows(shares.shares(plan))
    assert [row[0] for row in found][:3] == ["Castle", "Struckle", "Crungle"]
    for row in found:
        assert abs(sum(int(cell.rstrip("%")) for cell in row[1:7]) - 100) <= 3  # each is rounded
        assert float(row[7].replace(",", "")) > float(row[8]) > 0
