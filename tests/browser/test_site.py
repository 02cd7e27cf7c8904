"""The index of a site: search, filters, order, plots, addresses, links, many rows, hostile names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from struckle_cli.report.site import write_index
from struckle_cli.services.site import Row, Site, site_of
from tests.browser.making import REPLAYS, made, positions
from tests.browser.measuring import contrasts, overlaps, wider
from tests.browser.stage import Stage
from tests.browser.test_hostile import EVIL
from tests.browser.test_keyboard import tabbed
from tests.browser.visits import Visits
from tests.cli.support import dumps, record

if TYPE_CHECKING:
    from playwright.sync_api import Page

_ROWS = "rows => [...rows.children].map(row => [...row.children].map(cell => cell.innerText.trim()))"
_BARS = """plot => [...plot.querySelectorAll('tbody tr')].map(
    row => [row.cells[0].innerText.trim(), Number(row.cells[1].innerText)])"""


FOLDERS = [REPLAYS / game for game in ("castle", "crungle", "struggle")]


class Index:
    """An index in the browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.rows = page.get_by_test_id("rows")

    def choose(self, **wanted: str) -> None:
        for name, value in wanted.items():
            self.page.get_by_test_id(f"filter-{name}").select_option(value)

    @property
    def table(self) -> list[list[str]]:
        """The texts of all cells."""
        found: list[list[str]] = self.rows.evaluate(_ROWS)
        return found

    def bars(self, plot: str) -> dict[str, int]:
        return dict(self.page.get_by_test_id(f"plot-{plot}").evaluate(_BARS))

    def expect_count(self, count: int, all_: int) -> None:
        expect(self.page.get_by_test_id("count")).to_have_text(f"{count:,} of {all_:,} games")
        assert len(self.table) == min(count, 200)


def rows_of(*paths: Path) -> list[Row]:
    """What the index has of some records."""
    site = site_of([str(path) for path in paths])
    for place in site.places:
        for _, games in site.pages_of(place):
            for _ in games:
                pass
    return site.rows


def matches(row: Row, key: str, value: str) -> bool:
    """Whether a filter lets a row through, told anew."""
    if key == "game":
        return row.game == value
    if key == "player":
        return value in [name for _, name in row.players]
    if key == "reason":
        return row.reason == value
    if value.startswith("win:"):
        return value[4:] in (row.winners or ())
    if value == "shared":
        return row.winners is not None and len(row.winners) > 1
    return row.winners == () if value == "draw" else row.winners is None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of some recorded games."""
    return made(tmp_path_factory.mktemp("site"), *FOLDERS)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return rows_of(*FOLDERS)


@pytest.fixture
def index(visits: Visits, site: Path) -> Index:
    return Index(visits.open(site / "index.html", viewport={"width": 1280, "height": 900}))


def test_the_index_lists_every_game(index: Index, rows: list[Row]) -> None:
    index.expect_count(len(rows), len(rows))
    for row, cells in zip(rows, index.table, strict=True):
        told = " ".join(cells)
        assert row.title in told
        assert str(row.plies) in cells
        assert row.file in told
        for seat, name in row.players:
            assert (name or seat) in told


CHOSEN = [
    {"game": "crungle"}, {"player": "Ana"}, {"result": "win:white"}, {"result": "draw"}, {"result": "shared"},
    {"result": "unfinished"}, {"reason": "resign"}, {"game": "struggle", "player": "Ben", "result": "win:p1"},
]  # fmt: skip


def test_filters_leave_what_they_name_and_stand_in_the_address(index: Index, rows: list[Row]) -> None:
    for chosen in CHOSEN:
        kept = [row for row in rows if all(matches(row, *item) for item in chosen.items())]
        assert 0 < len(kept) < len(rows), chosen
        index.choose(**chosen)
        for _ in range(2):
            index.expect_count(len(kept), len(rows))
            assert [cells[-1].split(",")[0] for cells in index.table] == [row.file for row in kept]
            for key, value in chosen.items():
                expect(index.page.get_by_test_id(f"filter-{key}")).to_have_value(value)
                assert f"{key}={value}" in index.page.evaluate("location.hash")
            index.page.reload()  # the address alone says it too
        index.page.get_by_test_id("clear").click()
        index.expect_count(len(rows), len(rows))
        assert index.page.evaluate("location.hash") == ""


def test_search_finds_words_in_any_order_and_case(index: Index, rows: list[Row]) -> None:
    search = index.page.get_by_test_id("search")
    search.fill("ANA castle")
    kept = [row for row in rows if row.game == "castle" and any("Ana" in name for _, name in row.players)]
    assert kept
    shown = index.table
    assert {row.file for row in kept} <= {cells[-1].split(",")[0] for cells in shown}
    assert all("ana" in " ".join(cells).lower() and "castle" in " ".join(cells).lower() for cells in shown)
    search.fill("no such thing at all")
    index.expect_count(0, len(rows))
    expect(index.page.get_by_test_id("none")).to_be_visible()
    index.page.get_by_test_id("none").get_by_role("button").click()
    index.expect_count(len(rows), len(rows))
    expect(search).to_have_value("")


def test_an_address_that_names_nothing_does_no_harm(index: Index, rows: list[Row]) -> None:
    for fragment in (
        "#game=chess", "#search=%E0%A4%A", "#player=<img src=x>", "#sort=nonsense", "#__proto__=1", "#sort=-",
    ):  # fmt: skip
        index.page.evaluate("to => { location.hash = to }", fragment)
        index.page.reload()
        expect(index.page.get_by_test_id("count")).to_contain_text(f"of {len(rows)} games")
        if index.page.get_by_test_id("clear").is_visible():
            index.page.get_by_test_id("clear").click()
        index.expect_count(len(rows), len(rows))


def test_a_column_is_put_in_order_and_turned_round(visits: Visits, site: Path, index: Index) -> None:
    def plies(shown: Index) -> list[int]:
        return [int(cells[4]) for cells in shown.table]

    as_it_comes = plies(index)
    for way, order in [("ascending", sorted(as_it_comes)), ("descending", sorted(as_it_comes, reverse=True))]:
        index.page.get_by_test_id("games").get_by_role("button", name="Plies").click()
        assert plies(index) == order
        header = index.page.get_by_test_id("games").get_by_role("columnheader", name="Plies")
        expect(header).to_have_attribute("aria-sort", way)
    cold = Index(visits.open(site / "index.html", index.page.evaluate("location.hash")))
    assert plies(cold) == sorted(as_it_comes, reverse=True)


def test_plots_count_what_the_table_shows(index: Index, rows: list[Row]) -> None:
    for chosen in ({}, {"game": "castle"}, {"game": "struggle"}, {"game": "", "player": "Ben"}):
        index.choose(**chosen)
        assert_plots(index, rows, {key: value for key, value in chosen.items() if value})


def assert_plots(index: Index, rows: list[Row], chosen: dict[str, str]) -> None:
    """The plots count the valid games that are chosen."""
    kept = [row for row in rows if row.valid and all(matches(row, *item) for item in chosen.items())]
    assert sum(index.bars("lengths").values()) == len(kept)
    for label, count in index.bars("lengths").items():
        low, _, high = label.partition("–")
        assert count == sum(int(low) <= row.plies <= int(high or low) for row in kept), label
    assert index.bars("reasons") == dict(Counter(row.reason for row in kept if row.winners is not None))
    several = len({row.game for row in kept}) > 1
    titles = {row.title: row.game for row in kept}
    ends = {"drawn": (), "unfinished": None}
    for label, count in index.bars("results").items():
        if label in ends:
            assert count == sum(row.winners == ends[label] for row in kept), label
        elif label == "won together":
            assert count == sum(len(row.winners or ()) > 1 for row in kept), label
        else:
            title, _, seat = label.rpartition(": ")
            assert bool(title) == several
            there = [row for row in kept if not title or row.game == titles[title]]
            assert count == sum(seat in (row.winners or ()) for row in there), label


def test_a_bar_of_a_plot_shows_its_games(index: Index, rows: list[Row]) -> None:
    bar = index.page.get_by_test_id("plot-reasons").get_by_role("button").first
    reason = bar.inner_text()
    count = index.bars("reasons")[reason]
    bar.click()
    index.expect_count(count, len(rows))
    expect(index.page.get_by_test_id("filter-reason")).to_have_value(reason)


def test_every_link_leads_to_a_page_that_is_there(index: Index, site: Path, rows: list[Row]) -> None:
    links: list[str] = index.rows.evaluate("rows => [...rows.querySelectorAll('a')].map(link => link.href)")
    assert len(links) == len(rows)
    there = {path.resolve().as_uri() for path in site.rglob("*.html")}
    assert {link.partition("#")[0] for link in links} == there - {(site / "index.html").resolve().as_uri()}


def test_a_row_opens_its_game_and_the_page_leads_back(index: Index, rows: list[Row]) -> None:
    index.page.get_by_test_id("search").fill("club-evening.sgn castle")
    index.rows.get_by_role("link").nth(1).click()
    stage = Stage(index.page)
    stage.assert_at(0, positions(REPLAYS / "castle/club-evening.sgn", 2))
    stage["last"].click()
    index.page.get_by_test_id("home").click()
    expect(index.page.get_by_test_id("count")).to_contain_text(f"of {len(rows)} games")


def many(folder: Path, count: int) -> Path:
    """An index of games that only it knows."""
    site = Site([], [], None, 0)
    for number in range(count):
        seats = (("white", f"Player {number % 700}"), ("black", f"Émile {number}"))
        won = number % 3 > 0
        site.rows.append(
            Row(
                page=f"games-{number // 100}.html", place=number % 100 + 1, file="games.jsonl",
                record=number + 1, game="castle", title="Castle", players=seats, plies=number % 250,
                winners=("white",) if won else None, reason="castle" if won else "",
                date=f"2026-01-{number % 28 + 1:02}", event="", valid=True, fault=None,
            )
        )  # fmt: skip
    path = folder / "index.html"
    with path.open("wb") as file:
        write_index(file.write, site)
    return path


def test_an_index_of_5000_games_is_shown_in_portions_and_searched_whole(
    visits: Visits, tmp_path: Path
) -> None:
    index = Index(visits.open(many(tmp_path, 5000)))
    index.expect_count(5000, 5000)
    more = index.page.get_by_test_id("more")
    more.click()
    assert len(index.table) == 400
    assert index.page.evaluate("document.activeElement.closest('tr').rowIndex") == 201
    index.page.get_by_test_id("search").fill("emile 4999")
    index.expect_count(2, 5000)  # a name, and the number of another game
    expect(more).to_be_hidden()
    index.page.get_by_test_id("search").fill("")
    index.choose(player="Player 3")
    index.expect_count(8, 5000)
    index.page.get_by_test_id("clear").click()
    index.choose(result="unfinished")
    index.expect_count(1667, 5000)
    assert sum(index.bars("lengths").values()) == 1667


def test_nothing_of_a_record_is_markup_in_the_index(
    visits: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for number, text in enumerate(EVIL):
        tags = {"Event": text, "Date": text}
        item = record(["D8-C8"], players={"white": text, "black": "Ben"}, tags=tags)
        (games / f"{number} <img src=x onerror=window.pwned=1>'\"#?%41.json").write_bytes(dumps(item))
    broken = record(["D8-C8", EVIL[0]], result={"winners": ["white"], "reason": EVIL[2]})
    (games / "broken.json").write_bytes(dumps(broken))
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    made(folder, "games", "--title", EVIL[0], code=1)
    index = Index(visits.open(folder / "index.html"))
    index.expect_count(len(EVIL) + 1, len(EVIL) + 1)
    page = index.page
    for tag, count in {"img": 0, "iframe": 0, "script": 2, "style": 1}.items():
        expect(page.locator(tag)).to_have_count(count)
    assert page.evaluate("() => window.pwned") is None
    for text in EVIL:
        expect(index.rows.get_by_text(text).first).to_be_visible()
        index.choose(player=text)
        index.expect_count(1, len(EVIL) + 1)
        index.choose(player="")
    for number in range(len(EVIL)):
        index.rows.get_by_role("link").nth(number).click()
        expect(Stage(page)["record"]).to_contain_text(f"{number} <img src=x")
        assert page.evaluate("() => window.pwned") is None
        page.go_back()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, {"width": 1600, "height": 900}], ids=str)
def test_the_index_fits_its_window_and_can_be_read(
    visits: Visits, site: Path, size: dict[str, int], scheme: str
) -> None:
    index = Index(visits.open(site / "index.html", "#game=struggle", viewport=size, color_scheme=scheme))
    assert wider(index.page) == (0, [])
    assert overlaps(index.page) == []
    assert [(ratio, text) for ratio, text in contrasts(index.page) if ratio < 4.5] == []
    for name in ("search", "filter-game", "filter-player", "filter-result", "filter-reason", "theme"):
        index.page.get_by_test_id(name).click(trial=True)


def test_the_index_can_be_used_with_keys_alone_and_says_what_it_is(index: Index, rows: list[Row]) -> None:
    index.choose(game="struggle", player="Ana")
    found = tabbed(index.page, 150)
    names = [name for name, *_ in found]
    wanted = ["theme", "search", "filter-game", "filter-player", "filter-result", "filter-reason", "clear"]
    assert [name for name in names if name in wanted] == wanted
    assert [one for one in found if not (one[1] and one[2])] == []
    expect(index.page.get_by_role("heading", level=1)).to_have_count(1)
    expect(index.page.get_by_role("main")).to_have_count(1)
    expect(index.page.get_by_role("search")).to_have_count(1)
    expect(index.page.locator("html")).to_have_attribute("lang", "en")
    expect(index.page.get_by_role("row")).to_have_count(len(index.table) + 1 + sum(
        len(index.bars(plot)) + 1 for plot in ("lengths", "results", "reasons")
    ))  # fmt: skip


def test_who_runs_no_scripts_is_told_so(visits: Visits, site: Path) -> None:
    page = visits.open(site / "index.html", java_script_enabled=False)
    expect(page.locator("noscript p").first).to_be_visible()
