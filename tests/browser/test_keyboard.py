"""Without a mouse, and for who cannot see: the way of the Tab key, what is in focus, roles, names, words."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.making import ONE_OF_EACH, REPLAYS, made, positions
from tests.browser.stage import Stage
from tests.browser.visits import Visits

Pages = Callable[[str], Path]
CASTLE, STRICKEN = ONE_OF_EACH["castle"], ONE_OF_EACH["stricken"]
_FOCUS = """() => {
    const node = document.activeElement;
    if (node === document.body) return null;
    const style = getComputedStyle(node);
    const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    const box = node.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.width > 0;
    return [node.dataset.testid || node.localName, ring, inside];
}"""

_TWICE = """() => [...document.querySelectorAll('[id]')].map(node => node.id)
    .filter((id, at, all) => all.indexOf(id) < at)"""
_NAMELESS = r"^\s*- (?:button|combobox|textbox|img|link)(?: \[.*\])?:?$"


def tabbed(page: Page, most: int = 60) -> list[tuple[str, bool, bool]]:
    """What the Tab key goes through once: test id or tag, whether its focus shows, whether it is in sight."""
    found = []
    for _ in range(most):
        page.keyboard.press("Tab")
        focus = page.evaluate(_FOCUS)
        if focus is None:
            return found
        found.append(tuple(focus))
    raise AssertionError(f"the Tab key never leaves the page: {found}")


def test_tab_reaches_every_control_once_and_shows_where_it_is(visits: Visits, pages: Pages) -> None:
    found = tabbed(visits.open(pages(STRICKEN), "#ply=9"))
    names = [name for name, *_ in found]
    wanted = ["theme", "viewer", "first", "back", "play", "next", "last", "copy-moves", "move"]
    assert [name for name in names if name in wanted] == wanted  # the list of moves is one stop
    assert [one for one in found if not (one[1] and one[2])] == []


def test_a_disabled_control_is_no_stop(visits: Visits, pages: Pages) -> None:
    names = [name for name, *_ in tabbed(visits.open(pages(CASTLE)))]
    assert not {"first", "back", "viewer"} & set(names)
    assert {"play", "next", "last", "copy-position", "copy-moves", "move"} <= set(names)


def test_a_game_can_be_gone_through_with_keys_alone(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE)))
    keyboard = stage.page.keyboard
    stage["next"].focus()
    keyboard.press("Enter")
    stage.assert_at(1, shown)
    keyboard.press("Space")  # a button is pressed, and nothing plays
    stage.assert_at(2, shown)
    keyboard.press("ArrowRight")  # arrows step wherever one is
    stage.assert_at(3, shown)
    stage.move(3).focus()
    keyboard.press("Enter")
    stage.assert_at(3, shown)
    keyboard.press("End")
    stage.assert_at(21, shown)


def test_a_button_that_is_used_up_does_not_lose_the_keys(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE), "#ply=20"))
    stage["next"].focus()
    stage.page.keyboard.press("Enter")
    assert stage.marked == 21
    expect(stage["next"]).to_be_disabled()
    stage.page.keyboard.press("ArrowLeft")
    assert stage.marked == 20


def test_keys_in_a_choice_choose(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(STRICKEN), "#ply=9"))
    stage["viewer"].focus()
    stage.page.keyboard.press("ArrowDown")
    expect(stage["viewer"]).to_have_value("white")
    assert stage.marked == 9
    stage.page.keyboard.press("End")
    expect(stage["viewer"]).to_have_value("public")
    assert stage.marked == 9


@pytest.mark.parametrize("control", ["viewer", "theme"])
def test_a_step_is_never_a_choice(visits: Visits, pages: Pages, control: str) -> None:
    """Who has just chosen a viewer and steps on goes on as that viewer, and sees no more."""
    stage = Stage(visits.open(pages(STRICKEN), "#ply=9&as=white"))
    before = stage[control].input_value()
    stage[control].focus()
    for key, ply in (("ArrowRight", 10), ("ArrowRight", 11), ("ArrowLeft", 10)):
        stage.page.keyboard.press(key)
        assert stage.marked == ply
        expect(stage[control]).to_have_value(before)
    assert stage.fragment == "#ply=10&as=white"


def test_a_page_says_what_it_is_and_what_its_parts_are(visits: Visits, tmp_path: Path) -> None:
    names = [*ONE_OF_EACH.values(), "struckle/pushed-to-victory.sgn"]
    page = visits.open(made(tmp_path / "page.html", *(REPLAYS / name for name in names)))
    assert_told(page)
    for number in range(1, len(names) + 1):
        Stage(page).go(f"#game={number}&ply=5")
        assert_told(page)


@pytest.mark.parametrize("game", ["castle", "stricken"])
def test_so_does_one_with_one_game(visits: Visits, pages: Pages, game: str) -> None:
    assert_told(visits.open(pages(ONE_OF_EACH[game]), "#ply=5"))


def assert_told(page: Page) -> None:
    """Language, title, headings in their order, and a name for whatever can be used."""
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("main")).to_have_count(1)
    assert page.title()
    levels = [int(node.evaluate("node => node.localName[1]")) for node in page.get_by_role("heading").all()]
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    assert page.evaluate(_TWICE) == []
    assert re.findall(_NAMELESS, page.locator("body").aria_snapshot(), re.MULTILINE) == []


def test_the_board_is_told_in_words_at_every_step(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE)))
    for ply in (0, 1, 2):
        board = stage.page.get_by_role("img")
        expect(board).to_have_accessible_description(shown[ply].drawing.about)
        expect(board).to_have_accessible_name(re.compile("^Castle, "))
        expect(stage.page.get_by_role("status").first).to_contain_text("to move")
        stage["next"].click()


def test_who_runs_no_scripts_reads_names_moves_and_results(visits: Visits, tmp_path: Path) -> None:
    files = [REPLAYS / CASTLE, REPLAYS / STRICKEN]
    page = visits.open(made(tmp_path / "page.html", *files), java_script_enabled=False)
    # What stands in <noscript> is found by its element only, and not as text.
    expect(page.locator("noscript p").first).to_be_visible()
    expect(page.locator("noscript p").first).to_contain_text("Boards need a browser that may run scripts")
    expect(page.locator("article")).to_have_count(2)
    castle, stricken = (article.inner_text() for article in page.locator("article").all())
    for text in ("Castle: Ben (white), Edda (black)", "win:white (castle)", "1. L8-K8 F15-E15"):
        assert text in castle
    assert "Stricken: Ana (white), Ben (black)" in stricken
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_test_id("board")).to_be_hidden()
