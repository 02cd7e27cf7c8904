"""Pictures of pages for a person to look at: `make browser ARGS="-k screenshots --screenshots DIR"`.

They are compared with nothing: fonts and versions of the browser decide about pixels.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.making import ONE_OF_EACH, REPLAYS, made
from tests.browser.visits import Visits
from tests.cli.support import dumps, record

Pages = Callable[[str], Path]
SIZES = {"narrow": {"width": 320, "height": 640}, "wide": {"width": 1600, "height": 900}}


@pytest.fixture
def shoot(visits: Visits, request: pytest.FixtureRequest) -> Callable[..., None]:
    """Keeps a picture of a page: the whole of a narrow one, what a wide window shows."""
    folder: Path = request.config.getoption("screenshots")
    folder.mkdir(parents=True, exist_ok=True)

    def keep(path: Path, fragment: str, name: str, size: str, scheme: str) -> None:
        page = visits.open(path, fragment, viewport=SIZES[size], color_scheme=scheme)
        target = folder / f"{name}-{size}-{scheme}.png"
        page.screenshot(path=target, full_page=size == "narrow")
        assert target.stat().st_size > 1000

    return keep


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_screenshots_of_each_game(
    shoot: Callable[..., None], pages: Pages, game: str, size: str, scheme: str
) -> None:
    shoot(pages(ONE_OF_EACH[game]), "#ply=5", game, size, scheme)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screenshots_of_an_evening_and_a_site(
    shoot: Callable[..., None], tmp_path: Path, size: str, scheme: str
) -> None:
    broken = tmp_path / "broken.json"
    notes = [{"ply": 3, "text": "This is where it went wrong."}]
    broken.write_bytes(dumps(record(["D8-C8", "Q12-Q11", "D8-D9", "Q11-Q10"], notes=notes)))
    files = [REPLAYS / "castle/club-evening.sgn", broken, REPLAYS / "crungle/three-violations.sgn"]
    page = made(tmp_path / "page.html", *files, code=1)
    shoot(page, "#game=2&ply=12", "evening", size, scheme)
    shoot(page, "#game=4&ply=3", "faults", size, scheme)
    (tmp_path / "site").mkdir()
    shoot(made(tmp_path / "site", REPLAYS) / "index.html", "", "site", size, scheme)
