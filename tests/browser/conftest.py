"""A real browser for the tests of pages: one for the session, a fresh context for each page that is opened.

Only `make browser` collects these tests: it says with STRUCKLE_CHROMIUM which browser to take.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.visits import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = os.environ.get("STRUCKLE_CHROMIUM", "")
collect_ignore_glob = [] if CHROMIUM else ["test_*.py"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--screenshots", metavar="DIR", type=Path, help="keep pictures of pages in this folder, for a person"
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser. Its profile lies in a temporary folder of its own, which ends with it."""
    from playwright.sync_api import expect, sync_playwright

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
