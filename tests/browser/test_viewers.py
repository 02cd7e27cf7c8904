"""Who looks on: a choice where the record lies open, and none where it is somebody's view already."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.making import ONE_OF_EACH, REPLAYS, made, positions
from tests.browser.stage import Seen, Stage
from tests.browser.visits import Visits

Pages = Callable[[str], Path]
OPEN = {"stricken": ("white", "black", "public"), "struggle": ("p1", "p2", "p3", "public")}
"""Games that hide something, and who can be chosen beside who sees all."""
STRICKEN = ONE_OF_EACH["stricken"]


@pytest.mark.parametrize("game", OPEN)
def test_each_viewer_is_shown_what_they_may_see(visits: Visits, pages: Pages, game: str) -> None:
    name = ONE_OF_EACH[game]
    stage = Stage(visits.open(pages(name)))
    options = stage["viewer"].locator("option").all()
    assert tuple(option.get_attribute("value") for option in options) == ("", *OPEN[game])
    for seat in (*OPEN[game], ""):
        stage["viewer"].select_option(seat)
        shown = positions(REPLAYS / name, seat=seat or None)
        plies = [len(shown) - 1, len(shown) // 2, 1, 0]
        assert stage.seen_at(plies, seat) == [Seen(ply, shown[ply].drawing) for ply in plies], seat


def test_the_viewer_is_part_of_the_address(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / STRICKEN, seat="black")
    stage = Stage(visits.open(pages(STRICKEN), "#ply=9"))
    stage["viewer"].select_option("black")
    assert stage.fragment == "#ply=9&as=black"
    stage.assert_at(9, shown)
    stage["next"].click()
    assert stage.fragment == "#ply=10&as=black"
    cold = Stage(visits.open(pages(STRICKEN), stage.fragment))
    expect(cold["viewer"]).to_have_value("black")
    cold.assert_at(10, shown)


def test_back_goes_to_the_viewer_before(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(STRICKEN), "#ply=9"))
    stage["viewer"].select_option("white")
    stage["viewer"].select_option("public")
    stage.page.evaluate("() => history.back()")
    expect(stage["viewer"]).to_have_value("white")
    stage.assert_at(9, positions(REPLAYS / STRICKEN, seat="white"))


def test_moves_that_a_viewer_may_not_know_are_not_in_their_list(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(STRICKEN)))
    everything = stage["moves"].inner_text()
    assert "F2[5e3:W]" in everything  # an order that black seals
    stage["viewer"].select_option("white")
    theirs = stage["moves"].inner_text()
    assert "5e3:W]" not in theirs
    assert "F2[1b1:W]" in theirs  # one of white's own
    stage["viewer"].select_option("")
    assert stage["moves"].inner_text() == everything


@pytest.mark.parametrize(
    "name",
    [
        "stricken/letters-1-public.json", "stricken/letters-1-as-white-has-it.json",
        "stricken/letters-1-committed.sgn", "struggle/sealed-cards-running.json",
        ONE_OF_EACH["castle"], ONE_OF_EACH["struckle"],
    ],
)  # fmt: skip
def test_a_record_that_is_a_view_or_hides_nothing_offers_no_choice(
    visits: Visits, pages: Pages, name: str
) -> None:
    shown = positions(REPLAYS / name)
    stage = Stage(visits.open(pages(name), f"#ply={len(shown) - 1}&as=white"))
    expect(stage["viewer"]).to_be_hidden()
    stage.assert_at(len(shown) - 1, shown)


@pytest.mark.parametrize("seat", ["black", "public"])
def test_a_page_for_one_viewer_offers_no_choice(visits: Visits, tmp_path: Path, seat: str) -> None:
    path = made(tmp_path / "mine.html", REPLAYS / STRICKEN, "--as", seat)
    shown = positions(REPLAYS / STRICKEN, seat=seat, edge=None if seat == "public" else seat)
    stage = Stage(visits.open(path, "#ply=12&as=white"))
    expect(stage["viewer"]).to_be_hidden()
    stage.assert_at(12, shown)
    assert "1b1:W]" not in stage.page.content()
