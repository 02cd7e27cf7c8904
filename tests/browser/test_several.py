"""Several games on one page, and long ones."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from struckle_cli import registry
from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from tests.browser.making import ONE_OF_EACH, REPLAYS, made, positions
from tests.browser.stage import Stage
from tests.browser.visits import Visits
from tests.cli.support import dumps, record

FILES = [REPLAYS / ONE_OF_EACH["castle"], REPLAYS / ONE_OF_EACH["stricken"]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Castle, Stricken in the open, and a game of Castle that breaks a rule."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "broken.json").write_bytes(dumps(record(["D8-C8", "Q12-Q11", "D8-D9"])))
    return made(folder / "page.html", *FILES, folder / "broken.json", "--title", "An evening", code=1)


def test_a_page_of_several_games_begins_with_the_first_and_lists_all(visits: Visits, evening: Path) -> None:
    stage = Stage(visits.open(evening))
    expect(stage.page.locator("h1")).to_have_text("An evening")
    rows = stage["game-index"].locator("tbody tr")
    expect(rows).to_have_count(3)
    told = [
        ("Castle: Ben (white), Edda (black)", "win:white (castle)", "21", "valid"),
        ("Stricken: Ana (white), Ben (black)", "52"), ("✗ invalid", "2"),
    ]  # fmt: skip
    for row, texts in zip(rows.all(), told, strict=True):
        for text in texts:
            expect(row).to_contain_text(text)
    stage.assert_at(0, positions(FILES[0]))


def test_a_page_of_one_game_has_no_index(visits: Visits, pages: Callable[[str], Path]) -> None:
    expect(Stage(visits.open(pages(ONE_OF_EACH["castle"])))["game-index"]).to_be_hidden()


def test_a_click_in_the_index_opens_a_game_at_its_start(visits: Visits, evening: Path) -> None:
    castle, stricken = map(positions, FILES)
    stage = Stage(visits.open(evening, "#game=1&ply=5"))
    stage.assert_at(5, castle)
    link = stage["game-index"].get_by_role("link", name="Stricken")
    link.click()
    stage.assert_at(0, stricken)
    expect(link).to_have_attribute("aria-current", "true")
    expect(stage["viewer"]).to_be_visible()
    stage["last"].click()
    stage.assert_at(52, stricken)
    assert stage.fragment == "#game=2&ply=52"
    stage.page.evaluate("() => history.back()")
    stage.page.evaluate("() => history.back()")
    expect(stage["viewer"]).to_be_hidden()
    stage.assert_at(5, castle)


@pytest.mark.parametrize(("fragment", "game", "ply"), [
    ("#game=2&ply=17", 1, 17), ("#game=2", 1, 0), ("#ply=3", 0, 3), ("#game=2&ply=17&as=black", 1, 17),
])  # fmt: skip
def test_a_link_names_game_ply_and_viewer(
    visits: Visits, evening: Path, fragment: str, game: int, ply: int
) -> None:
    seat = "black" if "black" in fragment else None
    Stage(visits.open(evening, fragment)).assert_at(ply, positions(FILES[game], seat=seat))


def test_a_viewer_of_one_game_is_nobody_in_the_next(visits: Visits, evening: Path) -> None:
    stage = Stage(visits.open(evening, "#game=2&ply=3&as=black"))
    stage["game-index"].get_by_role("link", name="Castle").first.click()
    stage.assert_at(0, positions(FILES[0]))
    stage.go("#game=2&ply=3")
    stage.assert_at(3, positions(FILES[1]))


def test_playing_stops_where_another_game_is_opened(visits: Visits, evening: Path) -> None:
    stage = Stage(visits.open(evening, clock=True))
    stage["play"].click()
    stage.page.clock.run_for(2000)
    assert stage.marked == 2
    stage["game-index"].get_by_role("link", name="Stricken").click()
    stage.page.clock.run_for(5000)
    assert stage.marked == 0


def test_a_game_of_400_plies_is_small_and_opens_at_its_end(visits: Visits, tmp_path: Path) -> None:
    game = registry.lookup("castle")
    start = bind(game, {}).start
    tokens: list[str] = []
    seed = 0
    while len(tokens) < 400:  # random games that nobody has won yet
        tokens, _ = playout(game, start, random.Random(f"long/{seed}"), 400)
        seed += 1
    path = tmp_path / "long.json"
    path.write_bytes(dumps(record(tokens)))
    made(tmp_path / "page.html", path)
    assert (tmp_path / "page.html").stat().st_size < 300_000
    shown = positions(path)
    stage = Stage(visits.open(tmp_path / "page.html"))
    expect(stage["move"]).to_have_count(400)
    stage.page.keyboard.press("End")
    stage.assert_at(400, shown)
    stage["back"].click()
    stage.assert_at(399, shown)
    plies = [399, 1, 200, 199, 31, 32, 33, 400]
    assert [seen.drawing for seen in stage.seen_at(plies)] == [shown[ply].drawing for ply in plies]
    stage.page.keyboard.press("Home")
    stage.assert_at(0, shown)


def test_a_hundred_games_share_one_page(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "club.jsonl"
    players = [{"white": f"Player {number}", "black": "Ben"} for number in range(100)]
    records = [record(["D8-C8", "Q12-Q11"], players=names) for names in players]
    path.write_bytes(b"".join(dumps(one) + b"\n" for one in records))
    stage = Stage(visits.open(made(tmp_path / "page.html", path), "#game=100&ply=2"))
    expect(stage["record"]).to_contain_text("Player 99")
    expect(stage["game-index"].locator("tbody tr")).to_have_count(100)
    row = stage["game-index"].get_by_role("link", name="Player 99")
    assert row.evaluate("node => { const box = node.getBoundingClientRect(), room = "
                        "node.closest('[data-testid=game-index]').getBoundingClientRect();"
                        "return box.top >= room.top && box.bottom <= room.bottom; }")  # fmt: skip
