"""The watch over pages: it sees what a page must not do, so that a clean run means something."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.visits import Visits

CSP = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"


@pytest.mark.parametrize(
    ("html", "wrong"),
    [
        ("<script>console.error('oh')</script>", "console: oh"),
        ("<script>console.warn('oh')</script>", "console: oh"),
        ("<script>throw new Error('oh')</script>", "error: oh"),
        ("<script>Promise.reject(new Error('oh'))</script>", "error: oh"),
        ("<img src='http://example.invalid/a.png'>", "requested: http://example.invalid/a.png"),
        ("<img src='other.png'>", "requested: "),
        ("<link rel=stylesheet href='other.css'>", "requested: "),
        ("<script>fetch('http://example.invalid/').catch(() => 0)</script>", "requested: http://example.invalid/"),
        (f"{CSP}<script>1</script>", "console: Executing inline script violates"),
        (f"{CSP}<p style='color:red'>", "console: Applying inline style violates"),
    ],
)  # fmt: skip
def test_what_a_page_must_not_do_is_seen(visits: Visits, tmp_path: Path, html: str, wrong: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><title>x</title>{html}<p id=end>end", encoding="utf-8")
    expect(visits.open(path).locator("#end")).to_be_visible()
    visits.close()
    wrongs, visits.wrongs = visits.wrongs, []
    assert [one for one in wrongs if one.startswith(wrong)], wrongs


def test_going_from_page_to_page_of_a_folder_is_fine(visits: Visits, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<!doctype html><title>a</title><a href='b.html#ply=2'>go</a>")
    (tmp_path / "b.html").write_text("<!doctype html><title>b</title>")
    page = visits.open(tmp_path / "a.html", "#ply=1")
    page.get_by_role("link").click()
    expect(page).to_have_title("b")
