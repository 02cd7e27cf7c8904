"""Copying: the position as the game writes it, the moves as the record has them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from struckle_cli.services.loading import load
from tests.browser.making import ONE_OF_EACH, REPLAYS, made, positions
from tests.browser.stage import Stage
from tests.browser.visits import Visits

Pages = Callable[[str], Path]
ALLOWED = {"permissions": ["clipboard-read", "clipboard-write"]}


def clipboard(page: Page) -> str:
    return str(page.evaluate("() => navigator.clipboard.readText()"))


@pytest.fixture(scope="module")
def all_five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a record of each game."""
    files = [REPLAYS / name for name in ONE_OF_EACH.values()]
    return made(tmp_path_factory.mktemp("five") / "page.html", *files)


def test_copy_position_is_the_position_string_of_the_ply(visits: Visits, all_five: Path) -> None:
    stage = Stage(visits.open(all_five, **ALLOWED))
    for number, name in enumerate(ONE_OF_EACH.values(), 1):
        shown = positions(REPLAYS / name)
        for ply in (len(shown) // 2, len(shown) - 1, 1):
            stage.go(f"#game={number}&ply={ply}")
            if shown[ply].text is None:  # a game without position strings offers none
                expect(stage["copy-position"]).to_be_hidden()
                continue
            stage["copy-position"].click()
            expect(stage.page.get_by_text("copied")).to_be_visible()
            assert clipboard(stage.page) == shown[ply].text


def test_copy_moves_is_the_tokens_so_far(visits: Visits, all_five: Path) -> None:
    stage = Stage(visits.open(all_five, **ALLOWED))
    for number, name in enumerate(ONE_OF_EACH.values(), 1):
        tokens = load(str(REPLAYS / name)).reading.moves
        for ply in (len(tokens), 3):
            stage.go(f"#game={number}&ply={ply}")
            stage["copy-moves"].click()
            expect(stage.page.get_by_text("copied")).to_be_visible()
            assert clipboard(stage.page).split() == " ".join(tokens[:ply]).split()


def test_where_nothing_may_be_copied_it_is_laid_out_to_be_taken(visits: Visits, pages: Pages) -> None:
    name = ONE_OF_EACH["castle"]
    page = visits.open(pages(name))
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    stage = Stage(page)
    stage["copy-position"].click()
    area = page.get_by_role("textbox")
    expect(area).to_have_value(positions(REPLAYS / name)[0].text or "")
    assert area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd) === area.value")
    stage["next"].click()
    expect(area).to_be_hidden()
