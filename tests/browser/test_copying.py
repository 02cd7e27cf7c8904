"""Copying: the position as the game writes it, the moves as the record has them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from struckle_cli.services.loading import load
from tests.browser.making import ONE_OF_EACH, REPLAYS, positions
from tests.browser.stage import Stage
from tests.browser.visits import Visits

Pages = Callable[[str], Path]
ALLOWED = {"permissions": ["clipboard-read", "clipboard-write"]}


def clipboard(page: Page) -> str:
    return str(page.evaluate("() => navigator.clipboard.readText()"))


@pytest.mark.parametrize("game", ["castle", "struckle", "struggle"])
def test_copy_position_is_the_position_string_of_the_ply(visits: Visits, pages: Pages, game: str) -> None:
    name = ONE_OF_EACH[game]
    shown = positions(REPLAYS / name)
    stage = Stage(visits.open(pages(name), **ALLOWED))
    for ply in (0, len(shown) // 2, len(shown) - 1, 1):
        stage.go(f"#ply={ply}")
        stage["copy-position"].click()
        expect(stage.page.get_by_text("copied")).to_be_visible()
        assert clipboard(stage.page) == shown[ply].text


@pytest.mark.parametrize("game", ["crungle", "stricken"])
def test_a_game_without_position_strings_offers_none(visits: Visits, pages: Pages, game: str) -> None:
    stage = Stage(visits.open(pages(ONE_OF_EACH[game])))
    expect(stage["copy-position"]).to_be_hidden()
    expect(stage["copy-moves"]).to_be_visible()


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_copy_moves_is_the_tokens_so_far(visits: Visits, pages: Pages, game: str) -> None:
    name = ONE_OF_EACH[game]
    tokens = load(str(REPLAYS / name)).reading.moves
    stage = Stage(visits.open(pages(name), **ALLOWED))
    for ply in (len(tokens), 3):
        stage.go(f"#ply={ply}")
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
