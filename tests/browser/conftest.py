"""A real browser for the tests of pages: one for the session, a fresh context for each page that is opened.

Only `make browser` collects these tests: it says with STRUCKLE_CHROMIUM which browser to take.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = os.environ.get("STRUCKLE_CHROMIUM", "")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """No test of this folder without a browser, and no pictures unless they are wanted."""
    if not CHROMIUM or (
        collection_path.name == "test_screenshots.py" and not config.getoption("screenshots")
    ):
        return True
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--screenshots", metavar="DIR", type=Path, help="keep pictures of pages in this folder, for a person"
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser. Its profile lies in a temporary folder of its own, which ends with it."""
    from playwright.sync_api import expect, sync_playwright

    assert CHROMIUM, "these tests are run by `make browser`, which finds a browser"
    expect.set_options(timeout=30_000)  # no test fails because a machine is slow
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Opens pages; when the test is over, none of them may have asked for, or complained of, anything."""
    visits = Visits(browser)
    yield visits
    visits.close()
    assert visits.wrongs == []


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of a recorded game (`castle/quick-win.sgn`), made once."""
    from tests.browser.making import REPLAYS, made

    folder = tmp_path_factory.mktemp("pages")

    @cache
    def page_of(name: str) -> Path:
        return made(folder / f"{name.replace('/', '-')}.html", REPLAYS / name)

    return page_of
