"""Narrow and wide, light and dark, moving or not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from struckle_cli.report.palette import PAINTS
from tests.browser.making import ONE_OF_EACH, REPLAYS, made
from tests.browser.measuring import contrasts, overlaps, unreachable, wider
from tests.browser.stage import Stage
from tests.browser.visits import Visits
from tests.cli.support import dumps, record

Pages = Callable[[str], Path]
SIZES = {"narrow": {"width": 320, "height": 640}, "wide": {"width": 1600, "height": 900}}
CONTROLS = ("first", "back", "play", "next", "last", "copy-moves", "theme")


def assert_fits(stage: Stage) -> None:
    """Nothing sticks out, no text lies on another, and every control can be reached."""
    assert wider(stage.page) == (0, [])
    assert overlaps(stage.page) == []
    assert unreachable(stage.page, CONTROLS) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_all_of_a_page_fits_its_window(visits: Visits, pages: Pages, game: str, size: str) -> None:
    stage = Stage(visits.open(pages(ONE_OF_EACH[game]), "#ply=5", viewport=SIZES[size]))
    assert_fits(stage)
    stage["last"].click()
    assert_fits(stage)
    board = stage["board"].bounding_box()
    assert board is not None
    assert board["width"] > 250


@pytest.mark.parametrize("size", SIZES)
def test_so_does_one_with_several_games_long_names_and_faults(
    visits: Visits, tmp_path: Path, size: str
) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff" * 6
    notes = [{"ply": 1, "text": f"{long} {'and so on ' * 60}"}]
    players = {"white": long, "black": "B" * 150}
    tags = {"Event": long, "Place": "x " * 99}
    records = [
        record(["D8-C8", "Q12-Q11", "D8-D9"], players=players, tags=tags, notes=notes),
        record(["D8-C8"]), record(["x" * 200]),
    ]  # fmt: skip
    path = tmp_path / f"{'a-long-name-' * 15}.jsonl"
    path.write_bytes(b"".join(dumps(one) + b"\n" for one in records))
    stage = Stage(visits.open(made(tmp_path / "page.html", path, code=1), viewport=SIZES[size]))
    for fragment in ("#game=1&ply=1", "#game=1&ply=3", "#game=3&ply=1"):
        stage.go(fragment)
        assert_fits(stage)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_their_ground(visits: Visits, tmp_path: Path, scheme: str) -> None:
    path = tmp_path / "games.jsonl"
    notes = [{"ply": 1, "text": "a note"}]
    records = [record(["D8-C8", "Q12-Q11", "D8-D9", "Q11-Q10"], notes=notes), record(["D8-C8"])]
    path.write_bytes(b"".join(dumps(one) + b"\n" for one in records))
    made(tmp_path / "page.html", path, code=1)
    page = visits.open(tmp_path / "page.html", "#game=1&ply=3", color_scheme=scheme)
    found = contrasts(page)
    assert len(found) > 20
    assert [(ratio, text) for ratio, text in found if ratio < 4.5] == []


def fills(stage: Stage) -> dict[str, str]:
    """The colour of the fill of each role on the board."""
    found: dict[str, str] = stage["board"].evaluate(
        "board => Object.fromEntries([...board.querySelector('g').children]"
        ".map(node => [node.getAttribute('class'), getComputedStyle(node).fill]))"
    )
    return found


def painted(roles: dict[str, str], dark: bool) -> dict[str, str]:
    """What the palette says of the same roles."""

    def rgb(colour: str) -> str:
        return (
            colour
            if colour == "none"
            else f"rgb({', '.join(str(part) for part in bytes.fromhex(colour[1:]))})"
        )

    return {role: rgb(PAINTS[role].fill[dark]) for role in roles}


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_the_board_has_the_colours_of_the_palette(visits: Visits, pages: Pages, game: str) -> None:
    stage = Stage(visits.open(pages(ONE_OF_EACH[game]), "#ply=5", color_scheme="light"))
    found = fills(stage)
    assert len(found) > 5
    assert found == painted(found, False)
    stage.page.emulate_media(color_scheme="dark")
    assert fills(stage) == painted(found, True)


def test_who_reads_can_choose_the_colours(visits: Visits, pages: Pages) -> None:
    stage = Stage(visits.open(pages(ONE_OF_EACH["castle"]), color_scheme="light"))
    expect(stage["theme"]).to_have_value("auto")
    for theme, dark in [("dark", True), ("light", False), ("auto", False)]:
        stage["theme"].select_option(theme)
        found = fills(stage)
        assert found == painted(found, dark), theme
    stage.page.emulate_media(color_scheme="dark")
    found = fills(stage)
    assert found == painted(found, True)


def test_a_page_can_be_made_dark(visits: Visits, tmp_path: Path) -> None:
    path = made(tmp_path / "page.html", REPLAYS / ONE_OF_EACH["castle"], "--theme", "dark")
    stage = Stage(visits.open(path, color_scheme="light"))
    found = fills(stage)
    assert found == painted(found, True)
    expect(stage["theme"]).to_have_value("dark")


def test_nothing_moves_where_nothing_is_to_move(visits: Visits, pages: Pages) -> None:
    moving = (
        "() => [...document.querySelectorAll('*')].map(node => getComputedStyle(node))"
        ".filter(style => style.animationName !== 'none' || !/^0s(, 0s)*$/.test(style.transitionDuration)"
        " || style.scrollBehavior === 'smooth').length"
    )
    page = visits.open(pages(ONE_OF_EACH["castle"]), "#ply=5", reduced_motion="reduce")
    assert page.evaluate(moving) == 0
