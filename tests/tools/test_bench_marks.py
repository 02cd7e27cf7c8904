"""What the benchmark makes of its measurements: rates, ratios, shares, floors."""

from pathlib import Path

import pytest

from tools.bench import run, speed
from tools.bench.jobs import compared, jobs
from tools.bench.memory import marks
from tools.bench.peers import peers
from tools.bench.plan import Plan
from tools.bench.process import BenchError, Needs
from tools.bench.shares import steps
from tools.bench.speed import Rate, beside, fights, plays
from tools.bench.table import Bar, bars, check_page, markdown, write_page


def test_a_rate_leaves_out_what_one_game_takes() -> None:
    assert Rate(seconds=2.5, start=0.5, plies=1_000).each == 500
    assert Rate(seconds=0.5, start=0.5, plies=1_000).each == 0


def test_programs_are_compared_by_their_rates() -> None:
    rates = {"ours": Rate(2.0, 1.0, 300), "theirs": Rate(4.0, 1.0, 30), "too short": Rate(1.0, 1.0, 30)}
    assert beside(rates, "ours", "theirs") == 30
    assert beside(rates, "ours", "not installed") is None
    assert beside(rates, "not measured", "theirs") is None
    assert beside(rates, "ours", "too short") is None


@pytest.mark.parametrize(
    ("token", "number"),
    [
        ("AJT99=T1J193", 3),
        ("AKKT9/AKT9+9/T9+AA9=T293", 2),
        ("AAAJJ=J5", 1),
        ("QQQQQ=-", 0),
        ("AKQJ9=J192Q1K1", 4),
    ],
)
def test_plays_of_a_turn_are_the_pieces_that_it_carries(token: str, number: int) -> None:
    assert plays(token) == number


@pytest.mark.parametrize(("token", "number"), [("4d5x3d5", 1), ("2b5-3b5", 0), ("4b1:I", 0), ("pass", 0)])
def test_a_fight_is_an_attack(token: str, number: int) -> None:
    assert fights(token) == number


def test_every_game_has_its_floors() -> None:
    assert list(speed.MARKS) == ["Castle", "Struckle", "Crungle", "Struggle", "Stricken"]
    floors = {name: [floor for _, floor, _ in marks] for name, marks in speed.MARKS.items()}
    assert floors["Castle"] == floors["Struckle"] == floors["Crungle"] == [15, 0.5]
    assert floors["Struggle"] == floors["Stricken"] == [5]
    assert all(aim >= 2 * floor for marks in speed.MARKS.values() for _, floor, aim in marks)


def test_two_workers_are_compared_by_medians_of_clock_and_work() -> None:
    one = [Needs(4.0, 4.0, 0), Needs(9.0, 9.0, 0), Needs(4.0, 4.0, 0)]
    two = [Needs(2.0, 5.0, 0), Needs(2.0, 5.0, 0), Needs(1.0, 1.0, 0)]
    assert compared(one, two) == (2.0, 1.25)


def test_memory_is_judged_by_its_worst_run() -> None:
    def mib(number: float) -> Needs:
        return Needs(1.0, 1.0, int(number * 1024))

    largest, more = marks([(mib(20), mib(21)), (mib(51), mib(30)), (mib(20), mib(24.5))])
    assert (largest.value, largest.missed) == (51, True)
    assert (more.value, more.missed) == (4.5, True)
    largest, more = marks([(mib(50), mib(50)), (mib(20), mib(24))])
    assert (largest.value, largest.missed, more.value, more.missed) == (50, False, 4, False)


def test_a_stage_is_what_it_adds_to_those_before_it() -> None:
    assert steps([1.0, 3.0, 3.0, 7.0]) == [1.0, 2.0, 0.0, 4.0]
    assert steps([1.0, 3.0, 2.5, 4.0]) == [1.0, 2.0, 0.0, 1.0]


def test_a_floor_is_met_missed_or_not_measured() -> None:
    assert not Bar("rate", 15, 15, 50).missed
    assert Bar("rate", 14.99, 15).missed
    assert Bar("cost", 1.5, 1.4, at_most=True).missed
    assert not Bar("cost", None, 1.4).missed
    assert Bar("rate", 20, 15, 50).row() == ["rate", "20.00", "≥ 15: met", "≥ 50: not met"]
    assert Bar("cost", None, 1.4, at_most=True).row() == ["cost", "-", "≤ 1.4: not measured", "-"]
    assert bars([Bar("rate", 20, 15)]).splitlines()[2] == "| rate |    20.00 | ≥ 15: met |   - |"


def test_a_table_is_aligned_and_markdown() -> None:
    lines = markdown(["A", "long head"], [["one", "1"], ["three", "22"]]).splitlines()
    assert lines == [
        "| A     | long head |",
        "| ----- | --------: |",
        "| one   |         1 |",
        "| three |        22 |",
    ]


def test_only_what_stands_between_the_markers_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n", encoding="utf-8")
    write_page(page, "new")
    assert page.read_text(encoding="utf-8") == (
        "before\n<!-- bench:begin -->\nnew\n<!-- bench:end -->\nafter\n"
    )


@pytest.mark.parametrize("text", ["", "<!-- bench:begin -->", "<!-- bench:end --><!-- bench:begin -->"])
def test_a_page_without_its_markers_is_left_alone(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(BenchError, match="expected one"):
        check_page(page)
    assert page.read_text(encoding="utf-8") == text


def test_two_workers_are_not_measured_on_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("tools.bench.jobs.cores", lambda: 1)
    part = jobs(Plan(tmp_path, 1_000, 1_000, 1, tell=told.append))
    assert "one core" in part.text
    assert "one core" in told[0]
    assert [(bar.value, bar.missed) for bar in part.bars] == [(None, False), (None, False)]
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_is_missing_is_left_out_with_a_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("tools.bench.peers.importlib.util.find_spec", lambda name: None)
    assert peers(Plan(tmp_path, 1_000, 1_000, 1, tell=told.append)) == []
    assert told == ["notice: python-chess is not installed (pip install chess): chess programs skipped"]


def plan(*arguments: str) -> tuple[list[str], object]:
    options = run._parser().parse_args(arguments)
    return run.wanted(options), run.planned(options)


def test_every_part_runs_once_unless_parts_are_named() -> None:
    parts, _ = plan()
    assert set(parts) == set(run.TITLES) - {"speed", "bots", "scale"}, "the part `others` measures Castle too"
    assert plan("--long")[0] == [*parts, "scale"]
    assert plan("--only", "scale")[0] == ["scale"]
    assert plan("--only", "bots")[0] == ["bots"], "which is not a matter of speed"
    assert plan("--only", "speed")[0] == ["speed"]
    assert plan("--only", "memory", "--only", "jobs")[0] == ["jobs", "memory"]
    assert plan("--no-ours")[0] == ["speed"]


def test_sizes_follow_the_options() -> None:
    assert plan()[1].plies == run.PLIES
    assert plan()[1].chess_plies == run.CHESS_PLIES
    quick = plan("--quick")[1]
    assert (quick.plies, quick.chess_plies, quick.runs) == (run.QUICK_PLIES, run.QUICK_CHESS_PLIES, 3)
    small = plan("--quick", "--plies", "500")[1]
    assert (small.plies, small.chess_plies) == (500, 500)
    assert plan("--plies", "9000000")[1].chess_plies == run.CHESS_PLIES
    assert plan("--chess-plies", "9000000")[1].chess_plies == 9_000_000
