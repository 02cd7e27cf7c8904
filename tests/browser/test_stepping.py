"""Stepping through a game: buttons, keys, the list of moves, and what the board shows at each ply."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.making import ONE_OF_EACH, REPLAYS, positions
from tests.browser.stage import Seen, Stage
from tests.browser.visits import Visits

Pages = Callable[[str], Path]
CASTLE = ONE_OF_EACH["castle"]
PLIES = 21
"""How long the game of Castle is."""


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_the_board_shows_what_the_game_draws_forwards_and_backwards(
    visits: Visits, pages: Pages, game: str
) -> None:
    shown = positions(REPLAYS / ONE_OF_EACH[game])
    stage = Stage(visits.open(pages(ONE_OF_EACH[game])))
    last = len(shown) - 1
    stage.assert_at(0, shown)
    for ply in (1, 2, 3):
        stage["next"].click()
        stage.assert_at(ply, shown)
    stage["last"].click()
    stage.assert_at(last, shown)
    for ply in (last - 1, last - 2):
        stage["back"].click()
        stage.assert_at(ply, shown)
    plies = [last // 2, last // 3, 1, last // 4, last - 1, 0, last]
    assert stage.seen_at(plies) == [Seen(ply, shown[ply].drawing) for ply in plies]
    stage["first"].click()
    stage.assert_at(0, shown)


def test_every_ply_of_a_game_is_drawn_on_the_way_to_the_end_and_back(visits: Visits, pages: Pages) -> None:
    name = "stricken/letters-1-open.sgn"
    shown = positions(REPLAYS / name)
    stage = Stage(visits.open(pages(name)))
    every = [Seen(ply, position.drawing) for ply, position in enumerate(shown)]
    assert stage.walked("next", len(shown) - 1) == every[1:]
    assert stage.walked("back", len(shown) - 1) == every[-2::-1]


def test_buttons_that_lead_nowhere_are_disabled(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE)))
    for name, there in [("first", False), ("back", False), ("next", True), ("last", True), ("play", True)]:
        assert stage[name].is_enabled() == there, name
    stage["last"].click()
    for name, there in [("first", True), ("back", True), ("next", False), ("last", False)]:
        assert stage[name].is_enabled() == there, name


def test_keys_step(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE)))
    for key, ply in [
        ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", PLIES),
        ("ArrowRight", PLIES), ("ArrowLeft", PLIES - 1), ("Home", 0),
    ]:  # fmt: skip
        stage.page.keyboard.press(key)
        stage.assert_at(ply, shown)


def test_keys_of_the_browser_are_left_to_it(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE), "#ply=3"))
    for key in ("Shift+ArrowRight", "Control+End", "Alt+ArrowRight", "Control+Home"):
        stage.page.keyboard.press(key)
        assert stage.marked == 3, key


def test_a_click_on_a_move_shows_its_position(visits: Visits, pages: Pages) -> None:
    shown = positions(REPLAYS / CASTLE)
    stage = Stage(visits.open(pages(CASTLE)))
    expect(stage["move"]).to_have_count(PLIES)
    for ply in (7, PLIES, 1, 2):
        stage.move(ply).click()
        stage.assert_at(ply, shown)


def test_the_list_of_moves_is_the_record_in_its_notation(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE)))
    moves = stage["move"].all_text_contents()
    assert moves[:3] == ["L8-K8", "F15-E15", "H6-J6"]
    assert moves[-1] == "K14-K15"
    assert [node.get_attribute("data-ply") for node in stage["move"].all()] == [
        str(ply) for ply in range(1, PLIES + 1)
    ]
    expect(stage["moves"]).to_contain_text("11.")


def test_the_caption_tells_ply_move_and_who_is_to_move(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE)))
    expect(stage["caption"]).to_contain_text("white to move")
    stage["next"].click()
    for part in ("1", "L8-K8", "black to move"):
        expect(stage["caption"]).to_contain_text(part)
    stage["last"].click()
    expect(stage["caption"]).to_contain_text("win:white (castle)")


def test_the_shown_move_is_scrolled_into_the_list_and_the_page_stays(visits: Visits, pages: Pages) -> None:
    name = "castle/twenty-two-men.sgn"
    stage = Stage(visits.open(pages(name), viewport={"width": 1280, "height": 720}))
    stage["last"].click()
    move, moves = stage.move(stage.marked).bounding_box(), stage["moves"].bounding_box()
    assert move is not None
    assert moves is not None
    assert moves["y"] - 1 <= move["y"]
    assert move["y"] + move["height"] <= moves["y"] + moves["height"] + 1
    stage.page.keyboard.press("Home")
    assert stage["moves"].evaluate("list => list.scrollTop") == 0


def test_play_goes_on_by_itself_to_the_end_and_stops(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE), clock=True))
    stage["play"].click()
    seen = []
    for _ in range(PLIES + 3):
        stage.page.clock.run_for(1000)
        seen.append(stage.marked)
    assert seen == [*range(1, PLIES + 1), PLIES, PLIES, PLIES]
    stage["play"].click()  # once more, from the start
    assert stage.marked == 0
    stage.page.clock.run_for(2000)
    assert stage.marked == 2
    stage["play"].click()
    stage.page.clock.run_for(5000)
    assert stage.marked == 2


def test_a_step_of_ones_own_ends_playing(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE), clock=True))
    for control, ply in [("back", 5), ("next", 7), ("first", 0), ("last", PLIES)]:
        stage.move(5).click()
        stage["play"].click()
        stage.page.clock.run_for(1000)
        assert stage.marked == 6
        stage[control].click()
        stage.page.clock.run_for(5000)
        assert stage.marked == ply, control


def test_the_space_bar_plays_and_stops(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(CASTLE), clock=True))
    for ply in (2, 2, 4):
        stage.page.keyboard.press("Space")
        stage.page.clock.run_for(2000)
        assert stage.marked == ply


def test_notes_stand_at_their_ply_and_in_the_list(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages("struckle/pushed-to-victory.sgn")))
    expect(stage["notes"]).to_have_text("")
    expect(stage["moves"]).to_contain_text("TB pushes, and SB has won.")
    stage["last"].click()
    expect(stage["notes"]).to_have_text("TB pushes, and SB has won.")
    stage["back"].click()
    expect(stage["notes"]).to_have_text("")
