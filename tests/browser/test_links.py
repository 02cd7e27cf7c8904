"""Links to a ply: opened cold, followed within the page, the Back button, and addresses that name nothing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.making import ONE_OF_EACH, REPLAYS, positions
from tests.browser.stage import Stage
from tests.browser.visits import Visits

Pages = Callable[[str], Path]
CASTLE = ONE_OF_EACH["castle"]
PLIES = 21


@pytest.mark.parametrize("game", ["castle", "crungle", "stricken"])
def test_a_link_to_a_ply_opens_there(visits: Visits, pages: Pages, game: str) -> None:
    shown = positions(REPLAYS / ONE_OF_EACH[game])
    ply = len(shown) * 2 // 3
    Stage(visits.open(pages(ONE_OF_EACH[game]), f"#ply={ply}")).assert_at(ply, shown)


def test_the_address_follows_and_opens_the_same_position_elsewhere(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE)))

    def key() -> None:
        stage.page.keyboard.press("ArrowRight")

    for act, ply in [(stage["next"].click, 1), (key, 2), (stage.move(17).click, 17)]:
        act()
        assert stage.fragment == f"#ply={ply}"
    Stage(visits.open(pages(CASTLE), stage.fragment)).assert_at(17, shown)


def test_back_and_forward_of_the_browser_go_from_ply_to_ply(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE)))
    stage["last"].click()
    stage.move(4).click()
    stage.go("#ply=9")
    for step, ply in [("back", 4), ("back", PLIES), ("back", 0), ("forward", PLIES), ("forward", 4)]:
        stage.page.evaluate(f"() => history.{step}()")
        expect(stage.page).to_have_url(re.compile(f"#ply={ply}$" if ply else "html$"))
        assert stage.marked == ply


NOTHING = [
    ("#", 0), ("#ply=", 0), ("#ply=22", PLIES), ("#ply=999999999", PLIES), ("#ply=-1", 0), ("#ply=1.5", 0),
    ("#ply=0x5", 0), ("#ply=1e1", 0), ("#ply=٣", 0), ("#ply=%", 0), ("#%E0%A4%A", 0), ("#ply=NaN", 0),
    ("#nonsense", 0), ("#game=2&ply=3", 3), ("#game=0&ply=3", 3), ("#game=x&ply=3", 3),
    ("#ply=3&as=white", 3), ("#ply=3&as=<b>", 3), ("#ply=3&as=__proto__", 3), ("#game=constructor&ply=3", 3),
    ("#moves", 0), ("#board", 0), ("#ply=3&ply=5", 3), ("#ply=" + "9" * 400, 0), ("#" + "a" * 5000, 0),
]  # fmt: skip
"""Addresses that name nothing, or too much, and the ply that is shown: what they do name, else the first."""


def test_an_address_that_names_nothing_does_no_harm(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE)))
    for fragment, ply in NOTHING:
        stage.go("#ply=7")
        stage.go(fragment)
        assert stage.marked == ply, fragment
    stage.assert_at(0, shown)
    stage.page.keyboard.press("End")
    stage.assert_at(PLIES, shown)


@pytest.mark.parametrize("fragment", ["#ply=%E0%A4%A", "#ply=22&game=9&as=nobody", "#__proto__"])
def test_such_an_address_can_be_opened_cold(visits: Visits, pages: Pages, fragment: str) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE), fragment))
    stage.assert_at(PLIES if "22" in fragment else 0, shown)


def test_moves_are_links_that_open_elsewhere_too(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE)))
    assert stage.move(8).get_attribute("href") == "#ply=8"
