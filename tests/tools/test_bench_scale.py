"""The part about Dask: a real cluster starts, is looked at and ends; what is made of the figures holds."""

import contextlib
import os
from pathlib import Path

import pytest

from tools.bench import corpus, scale
from tools.bench.cluster import Cluster, Held, cluster, cpu_time
from tools.bench.plan import Part, Plan
from tools.bench.process import BenchError, Command, Needs, needs
from tools.bench.scale import DASK, ONE, OWN, TWO, Pace, Seen, argv, break_even


def plan(work: Path, **more) -> Plan:
    usual = {"plies": 400, "chess_plies": 300, "runs": 1, "quick": True, "tell": lambda text: None}
    return Plan(work, **{**usual, **more})


def tables(part: Part) -> list[list[list[str]]]:
    """The cells of each table, without its head."""
    blocks = [block.splitlines() for block in part.text.split("\n\n") if block.startswith("|")]
    return [[[cell.strip() for cell in line.strip("| ").split("|")] for line in it[2:]] for it in blocks]


def test_a_run_on_a_cluster_is_seen_by_its_scheduler_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    made = corpus.castle(tmp_path, 2_000)
    files = set(tmp_path.iterdir())
    with cluster(tmp_path) as running:
        before = running.cpu()
        needs(Command("it", argv(DASK, made.path, running.address)))
        after = running.cpu()
        running_pids = [process.pid for process in running._processes]
    held = running.held
    assert held is not None
    assert 1 <= held.most <= held.done
    assert min(held.received, held.sent) > 1_000
    assert min(held.peak, held.worker) > 20 << 10, "an interpreter with Dask takes that much at least"
    assert all(late >= early > 0 for early, late in zip(before, after, strict=True))
    assert not any(Path(f"/proc/{pid}").exists() for pid in running_pids)
    assert set(tmp_path.iterdir()) == files


def test_a_cluster_that_does_not_start_is_no_measurement_and_says_what_it_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.bench.cluster.__package__", "nowhere")  # from which the scheduler is to load
    with pytest.raises(BenchError, match=r"(?s)no Dask cluster .*nowhere"), cluster(tmp_path):
        raise AssertionError("it has started")
    assert list(tmp_path.iterdir()) == []


def test_cpu_time_is_that_of_processes_that_are_there() -> None:
    assert 0 < cpu_time([os.getpid()]) <= sum(os.times()[:2]) + 0.02
    assert cpu_time([2**22 + 1]) == 0


def test_a_cluster_that_has_not_been_started_has_seen_nothing(tmp_path: Path) -> None:
    it = Cluster(tmp_path)
    it.stop()
    assert it.held is None


def test_who_is_faster_by_so_much_has_caught_up_when_start_up_is_paid() -> None:
    slow = Pace(whole=11, start=1)
    assert break_even(slow, Pace(whole=8, start=3)) == 2 / 5
    assert break_even(slow, Pace(whole=5.5, start=0.5)) == 0, "from the beginning"
    assert break_even(slow, Pace(whole=21, start=11)) is None, "as fast, and later"
    assert break_even(slow, Pace(whole=9.8, start=0)) is None, "within the noise"
    assert break_even(slow, Pace(whole=30, start=3)) is None


def test_cost_is_what_more_records_take() -> None:
    nothing = Held(0, 0, 0, 0, 0, 0)
    few, many = Seen(nothing, (1.0, 0.5, 3.0)), Seen(nothing, (1.5, 0.25, 7.0))
    assert many.beside(few, 250_000) == (2.0, 0.0, 16.0)


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could have been measured: several files are slower under Dask than one."""
    monkeypatch.setattr(scale, "cores", lambda: 2)
    wall = {ONE: (20.2, 0.2), TWO: (10.3, 0.3), DASK: (11.0, 1.0), OWN: (13.0, 3.0)}
    cpu = {ONE: (20.1, 0.1), TWO: (22.2, 0.2), DASK: (2.0, 1.0), OWN: (30.0, 4.0)}

    def paces(plan: Plan, found: dict[str, corpus.Corpus]) -> dict[scale.Key, Pace]:
        labels = list(found)
        taken = {(who, label): Pace(*wall[who], *cpu[who]) for who in wall for label in labels}
        taken[DASK, labels[1]] = Pace(17.0, 1.0)
        return taken

    peaks = iter([60 << 10, 69 << 10])
    monkeypatch.setattr(scale, "paces", paces)
    monkeypatch.setattr(
        scale,
        "seen",
        lambda plan, path: Seen(Held(4, 9, 7_000, 8_000, next(peaks), 90 << 10), (1.0, 0.5, 2.0)),
    )


@pytest.mark.usefixtures("figures")
def test_the_part_tells_pace_break_even_cost_and_memory(tmp_path: Path) -> None:
    part = scale.scale(plan(tmp_path))
    times, even, costs, memory = tables(part)
    assert [(row[0], row[-2:]) for row in times] == [
        ("one file", ["2.00", "2.00"]),
        ("8 files", ["2.00", "1.25"]),
    ]
    assert [row[0] for row in even] == [TWO, DASK, OWN]
    made = corpus.castle(tmp_path, 2_000)
    assert even[1][2].startswith(f"{0.8 / 10 * made.records:,.0f} records")
    assert [row[3] for row in even] == ["-", "never", "never"], "two processes are as fast, and there at once"
    assert [row[0] for row in costs] == [ONE, TWO, DASK]
    assert [row[-1] for row in costs][:2] == ["1.00", "1.10"]
    assert [row[2:] for row in memory] == [["9", "4", peak, "7", "8", "90.0"] for peak in ("60.0", "69.0")]
    assert [(bar.value, bar.missed) for bar in part.bars] == [(1.25, True), (9, True)]


@pytest.mark.usefixtures("figures")
def test_nothing_is_left_but_files_that_are_kept(tmp_path: Path) -> None:
    scale.scale(plan(tmp_path))
    assert {path.suffix for path in tmp_path.iterdir()} == {".jsonl", ".json"}


def test_inputs_have_the_same_plies_in_one_file_and_in_several(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    found = scale.inputs(plan(tmp_path), tmp_path / "here")
    one, several = found.values()
    assert several.size == sum(path.stat().st_size for path in several.path.iterdir())
    assert len(list(several.path.iterdir())) == scale.FILES
    assert 2_000 <= min(one.plies, several.plies) < 4_000
    assert scale.wanted(plan(tmp_path, long=True)) == 20_000_000


def test_everybody_takes_each_turn_and_a_cluster_that_runs_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Command] = []

    def fake(command: Command) -> Needs:
        taken.append(command)
        return Needs(wall=len(taken), cpu=2 * len(taken), peak=0)

    class Running:
        address = "tcp://HOST:1"

    (tmp_path / "here").mkdir()
    monkeypatch.setattr(scale, "needs", fake)
    monkeypatch.setattr(scale, "cluster", lambda work: contextlib.nullcontext(Running()))
    found = scale.inputs(plan(tmp_path), tmp_path / "here")
    paces = scale.paces(plan(tmp_path, runs=3), found)
    assert set(paces) == {(who, label) for who in (ONE, TWO, DASK) for label in found} | {(OWN, "one file")}
    assert len(taken) == 3 * 12
    assert all(("tcp://HOST:1" in command.argv) is command.label.startswith(DASK) for command in taken)
    assert paces[ONE, "one file"] == Pace(14, 13, 28, 26), (
        "the middle one of turns 1 to 12, 13 to 24 and 25 to 36"
    )


def test_on_one_core_nothing_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(scale, "cores", lambda: 1)
    part = scale.scale(plan(tmp_path, tell=told.append))
    assert "one core" in part.text
    assert "one core" in told[0]
    assert [(bar.value, bar.floor, bar.missed) for bar in part.bars] == [(None, 1.3, False), (None, 8, False)]
    assert list(tmp_path.iterdir()) == []
