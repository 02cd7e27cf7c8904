"""Nothing of a record is ever markup: names, tags, notes, moves, set-ups, names of files and titles."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.making import made
from tests.browser.stage import Stage
from tests.browser.visits import Visits
from tests.cli.support import dumps, record

EVIL = [
    "</script><img src=x onerror=window.pwned=1>",
    "<!--<script><svg onload=window.pwned=1>",
    "]]></title></style></noscript></textarea><img src=x onerror=window.pwned=1>",
    "\"'><iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "{{script}} ${window.pwned=1} &lt;b&gt; \\u003cimg\\u003e",
    "javascript:window.pwned=1",
]
OURS = {"script": 3, "img": 0, "iframe": 0, "object": 0, "style": 1, "link": 0}
"""Elements of a page with one game: the game, the index and the script that shows them; one style."""


def assert_only_ours(page: Page, games: int = 1, scripts: bool = True) -> None:
    """No element and no attribute that a record brought, and nothing that ran."""
    for tag, count in OURS.items():
        expect(page.locator(tag)).to_have_count(count + (games - 1 if tag == "script" else 0))
    handlers = "[onerror], [onload], [onclick], [srcdoc], [href^='javascript']"
    expect(page.locator(handlers)).to_have_count(0)
    if scripts:
        assert page.evaluate("() => window.pwned === undefined && parent.pwned === undefined")


def hostile(text: str) -> dict[str, object]:
    notes = [{"ply": ply, "text": text} for ply in (0, 1, 2)]
    tags = {"Event": text, "Date": text}
    return record(["D8-C8", "Q12-Q11"], players={"white": text, "black": text}, tags=tags, notes=notes)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of records that are sound, and whose texts are all markup."""
    path = tmp_path_factory.mktemp("evil") / "evil.jsonl"
    path.write_bytes(b"".join(dumps(hostile(text)) + b"\n" for text in EVIL))
    return made(path.parent / "page.html", path)


def test_texts_of_a_record_are_shown_as_they_are(visits: Visits, evening: Path) -> None:
    stage = Stage(visits.open(evening))
    for number, text in enumerate(EVIL, 1):
        stage.go(f"#game={number}")
        expect(stage.page).to_have_title(f"Castle: {text} (white), {text} (black) - Recorded games")
        expect(stage.page.locator("h2").first).to_have_text(f"Castle: {text} (white), {text} (black)")
        expect(stage["notes"]).to_have_text(text)
        expect(stage["moves"].get_by_text(text, exact=True)).to_have_count(3)
        assert stage["record"].inner_text().count(text) == 4
        stage["last"].click()
        expect(stage["notes"]).to_have_text(text)
        assert_only_ours(stage.page, games=len(EVIL))


def test_a_page_that_is_called_so_is_called_so(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_bytes(dumps(hostile(EVIL[2])))
    page = visits.open(made(tmp_path / "page.html", path))
    expect(page).to_have_title(f"Castle: {EVIL[2]} (white), {EVIL[2]} (black)")
    expect(page.locator("h1")).to_have_text(f"Castle: {EVIL[2]} (white), {EVIL[2]} (black)")
    assert_only_ours(page)


def test_so_they_are_for_who_runs_no_scripts(visits: Visits, evening: Path) -> None:
    page = visits.open(evening, java_script_enabled=False)
    assert_only_ours(page, games=len(EVIL), scripts=False)
    articles = page.locator("article")
    expect(articles).to_have_count(len(EVIL))
    for article, text in zip(articles.all(), EVIL, strict=True):
        assert article.inner_text().count(text) >= 3  # heading and players


def test_a_move_and_a_game_that_are_markup_are_faults_in_words(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "evil.jsonl"
    moves, game = record(["D8-C8", EVIL[0], EVIL[2]]), record() | {"game": EVIL[0]}
    setup = record(setup={"men": EVIL[0], EVIL[2]: 1})
    tag, player = record(tags={EVIL[0]: "x"}), record(players={EVIL[2]: EVIL[0]})
    result = record(result={"winners": [EVIL[0]], "reason": EVIL[2]})
    path.write_bytes(b"".join(dumps(one) + b"\n" for one in (moves, game, setup, tag, player, result)))
    stage = Stage(visits.open(made(tmp_path / "page.html", path, code=1)))
    for number in range(1, 7):
        stage.go(f"#game={number}&ply=2")
        assert_only_ours(stage.page, games=6)
        expect(stage["faults"]).to_be_visible()
    stage.go("#game=1&ply=2")
    expect(stage.move(2)).to_have_text(EVIL[0])


def test_names_of_files_and_titles_are_texts(
    visits: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("<") / "script><img src=x onerror=window.pwned=1>.json"  # together they close a script
    path.parent.mkdir()
    path.write_bytes(dumps(record(["D8-C8"])))
    made(tmp_path / "page.html", path, "--title", EVIL[2])
    stage = Stage(visits.open(tmp_path / "page.html"))
    assert_only_ours(stage.page)
    expect(stage["record"]).to_contain_text(str(path))
    expect(stage.page.locator("h1")).to_have_text(EVIL[2])


def test_what_cannot_be_seen_is_shown_escaped(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    players = {"white": "A\u202enib\u200b", "black": "B\x07\x1b[31m"}
    path.write_bytes(dumps(record(["D8-C8"], players=players)))
    stage = Stage(visits.open(made(tmp_path / "page.html", path)))
    text = stage.page.locator("body").inner_text() + stage.page.title()
    assert not set(text) & {"\u202e", "\u200b", "\x07", "\x1b"}
    assert "\\u202e" in text
    assert "\\x1b" in text


def test_names_with_a_meaning_in_scripts_are_names(visits: Visits, tmp_path: Path) -> None:
    names = ("__proto__", "constructor", "toString", "0", "-1", "null")
    records = [record(["D8-C8"], players={"white": name}, tags={"constructor": name}) for name in names]
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"".join(dumps(one) + b"\n" for one in records))
    stage = Stage(visits.open(made(tmp_path / "page.html", path)))
    for number, name in enumerate(names, 1):
        stage.go(f"#game={number}&ply=1")
        assert stage.marked == 1
        assert stage["record"].inner_text().count(name) >= 2
