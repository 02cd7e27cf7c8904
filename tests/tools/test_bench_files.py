"""The files that the benchmark measures hold what it says, and its stages are those of the program."""

import itertools
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from struckle_cli.services.judging import Verdict
from struckle_cli.services.validate import Options, validate
from tools.bench import corpus, piles, stages
from tools.bench.speed import FRESH, _makers, fights, plays, share

GAMES = ["Castle", "Struckle", "Crungle", FRESH, "Struggle", "Stricken"]


def maker(work: Path, game: str) -> Callable[[int], corpus.Corpus]:
    """How a file of so many games (of Castle: plies) is made."""
    return (lambda count: corpus.castle(work, count * 100)) if game == "Castle" else _makers(work)[game]


def verdicts(path: Path) -> list[Verdict]:
    return [event for event in validate([str(path)], Options()) if isinstance(event, Verdict)]


@pytest.mark.parametrize("game", GAMES)
def test_a_file_of_games_is_valid_and_counted(tmp_path: Path, game: str) -> None:
    made = maker(tmp_path, game)(4)
    found = verdicts(made.path)
    assert all(verdict.valid for verdict in found), [verdict.problems for verdict in found]
    assert len(found) == made.records >= 2
    assert sum(verdict.plies for verdict in found) == made.plies
    assert made.path.stat().st_size == made.size


@pytest.mark.parametrize("game", GAMES)
def test_the_one_game_that_start_up_is_taken_from_is_the_first_of_the_file(tmp_path: Path, game: str) -> None:
    whole, one = maker(tmp_path, game)(4), _makers(tmp_path)[game](1) if game != "Castle" else None
    one = one or corpus.castle(tmp_path, 1)
    assert one.records == 1
    assert whole.path.read_bytes().startswith(one.path.read_bytes())


def test_a_file_is_made_once(tmp_path: Path) -> None:
    made = corpus.struggle(tmp_path, 2)
    made.path.write_bytes(b"x" * made.size)
    assert corpus.struggle(tmp_path, 2) == made
    made.path.write_bytes(b"damaged")
    assert corpus.struggle(tmp_path, 2) == made
    assert made.path.stat().st_size == made.size


def test_the_beginning_of_a_file_is_counted_anew(tmp_path: Path) -> None:
    whole = corpus.struckle(tmp_path, 3)
    first = corpus.beginning(whole, 2)
    assert (first.records, first.plies) == (2, corpus.struckle(tmp_path, 2).plies)
    assert first.path.read_bytes() == corpus.struckle(tmp_path, 2).path.read_bytes()


@pytest.mark.parametrize("suffix", [".sgn", ".msgpack"])
def test_another_encoding_holds_the_same_games(tmp_path: Path, suffix: str) -> None:
    made = corpus.castle(tmp_path, 300)
    path = corpus.encoded(made, suffix)
    assert path.suffix == suffix
    before, after = verdicts(made.path), verdicts(path)
    assert [(one.plies, one.result) for one in after] == [(one.plies, one.result) for one in before]


@pytest.mark.parametrize("compress", [corpus.gzipped, corpus.zstandard])
def test_a_compressed_file_holds_the_same_games(tmp_path: Path, compress) -> None:
    made = corpus.castle(tmp_path, 300)
    path = compress(made)
    assert path.stat().st_size < made.size
    assert [one.plies for one in verdicts(path)] == [one.plies for one in verdicts(made.path)]


def test_plays_and_fights_are_counted_over_a_file(tmp_path: Path) -> None:
    struggle, stricken = corpus.struggle(tmp_path, 2), corpus.stricken(tmp_path, 2)
    assert 1 < share(struggle, plays) < 5
    assert 0 < share(stricken, fights) < 1
    records = [json.loads(line)["moves"] for line in stricken.path.read_bytes().splitlines()]
    attacks = sum("x" in token for token in itertools.chain.from_iterable(records))
    assert share(stricken, fights) == attacks / stricken.plies


def test_small_records_are_small_and_every_fiftieth_is_invalid(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    piles.small_lines(path, 201)
    found = verdicts(path)
    wrong = [verdict for verdict in found if not verdict.valid]
    assert len(found) == 201
    assert [verdict.record for verdict in wrong] == [50, 100, 150, 200]
    assert {problem.code for verdict in wrong for problem in verdict.problems} == {"result.not-reached"}
    assert Counter(verdict.plies for verdict in found).keys() == set(range(piles.LONGEST + 1))
    assert path.stat().st_size < 201 * 300


def test_small_files_hold_the_same_records_in_two_encodings(tmp_path: Path) -> None:
    piles.small_lines(tmp_path / "small.jsonl", 101)
    piles.small_files(tmp_path / "folder", 101)
    paths = sorted((tmp_path / "folder").rglob("*.*"))
    assert Counter(path.suffix for path in paths) == {".json": 51, ".sgn": 50}
    lines, files = verdicts(tmp_path / "small.jsonl"), verdicts(tmp_path / "folder")
    kept = [(one.plies, one.result, one.valid, [fault.code for fault in one.problems]) for one in lines]
    assert [
        (one.plies, one.result, one.valid, [fault.code for fault in one.problems]) for one in files
    ] == kept


def test_small_files_fill_one_folder_after_the_other(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(piles, "IN_A_FOLDER", 4)
    piles.small_files(tmp_path, 10)
    assert [len(list(folder.iterdir())) for folder in sorted(tmp_path.iterdir())] == [4, 4, 2]


def test_a_larger_input_is_the_smaller_one_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "some.sgn"
    path.write_bytes(b"abc\n")
    large = piles.repeated(path, 3)
    assert large.suffix == path.suffix
    assert large.read_bytes() == b"abc\nabc\nabc\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_goes_through_the_whole_file(tmp_path: Path, game: str) -> None:
    made = maker(tmp_path, game)(3)
    passed = {name: list(stage(made.path)) for name, stage in stages.STAGES.items()}
    assert {name: len(items) for name, items in passed.items() if name not in ("report", "verdict")} == (
        dict.fromkeys(("read", "decode", "form", "rules"), made.records)
    )
    assert sum(passed["rules"]) == made.plies
    assert sum(event.plies for event in passed["verdict"] if isinstance(event, Verdict)) == made.plies
    assert passed["report"] == [0]


def test_a_file_can_hold_its_games_several_times(tmp_path):
    once = corpus.crungle(tmp_path, 3, 2)
    more = corpus.again(once, 4)
    assert (more.records, more.plies, more.size) == (12, 4 * once.plies, 4 * once.size)
    assert more.path.read_bytes() == once.path.read_bytes() * 4
    assert corpus.again(once, 4) == more
