"""Records that break their rules: the fault stands at its move, in the words of the validator."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from struckle_cli.cli.app import run
from tests.browser.making import ROOT, made, positions
from tests.browser.stage import Stage
from tests.browser.visits import Visits
from tests.cli.support import dumps, record

VECTORS = ROOT / "formats/vectors"


@pytest.fixture
def problems(capfd: pytest.CaptureFixture[str]) -> Callable[[Path], list[dict[str, Any]]]:
    """What `struckle validate` says of the only record of a file."""

    def ask(path: Path) -> list[dict[str, Any]]:
        capfd.readouterr()
        run(["validate", "--format", "jsonl", str(path)])
        found: list[dict[str, Any]] = json.loads(capfd.readouterr().out)["problems"]
        return found

    return ask


def test_an_illegal_move_is_told_at_its_place_in_the_words_of_the_validator(
    visits: Visits, tmp_path: Path, problems: Callable[[Path], list[dict[str, Any]]]
) -> None:
    record_file = tmp_path / "broken.json"
    record_file.write_bytes(dumps(record(["D8-C8", "Q12-Q11", "D8-E8", "Q11-Q10"])))
    [problem] = problems(record_file)
    assert problem["ply"] == 3
    sound = tmp_path / "sound.json"
    sound.write_bytes(dumps(record(["D8-C8", "Q12-Q11"])))
    shown = positions(sound)

    stage = Stage(visits.open(made(tmp_path / "page.html", record_file, code=1)))
    for part in (problem["code"], problem["message"], "ply 3"):
        expect(stage["faults"]).to_contain_text(part)
    expect(stage["moves"]).to_contain_text(problem["message"])
    expect(stage["notes"]).not_to_contain_text(problem["code"])
    stage.assert_at(0, shown)

    stage["last"].click()  # the fault's place is the last one: nothing can be played behind it
    assert stage.marked == 3
    assert stage.seen.drawing == shown[2].drawing  # the board as it was before
    for part in (problem["code"], problem["message"]):
        expect(stage["notes"]).to_contain_text(part)
    expect(stage["next"]).to_be_disabled()
    stage["back"].click()
    stage.assert_at(2, shown)
    expect(stage["notes"]).not_to_contain_text(problem["code"])
    stage["faults"].get_by_role("link").click()
    assert stage.marked == 3
    expect(stage["move"]).to_have_count(4)
    stage.move(4).click()
    assert stage.marked == 3


@pytest.mark.parametrize("name", ["castle-blocked.sgn", "castle-board.json", "castle-after-end.json"])
def test_every_fault_of_a_vector_is_on_its_page(
    visits: Visits, tmp_path: Path, name: str, problems: Callable[[Path], list[dict[str, Any]]]
) -> None:
    path = VECTORS / "castle/invalid" / name
    told = problems(path)
    assert told
    stage = Stage(visits.open(made(tmp_path / "page.html", path, code=1)))
    for problem in told:
        expect(stage["faults"]).to_contain_text(problem["code"])
        expect(stage["faults"]).to_contain_text(problem["message"])


def test_a_record_that_cannot_be_drawn_has_its_faults_and_no_controls(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(b'{"format":1,"game":"castle","moves":["D8-C8"],')
    stage = Stage(visits.open(made(tmp_path / "page.html", path, code=1)))
    expect(stage["faults"]).to_be_visible()
    for name in ("board", "first", "next", "play", "copy-position", "copy-moves"):
        expect(stage[name]).to_be_hidden()
    for key in ("ArrowRight", "End", "Home", "Space"):
        stage.page.keyboard.press(key)
    assert stage.marked == 0


def test_a_valid_record_has_no_faults_on_its_page(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "sound.json"
    path.write_bytes(dumps(record(["D8-C8", "Q12-Q11"])))
    stage = Stage(visits.open(made(tmp_path / "page.html", path)))
    expect(stage["faults"]).to_be_hidden()
