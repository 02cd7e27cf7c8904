"""The index of a site: what it allows, what it holds, and that nothing of a record is ever markup."""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from struckle_cli.core.drawing import Look
from struckle_cli.report import page
from struckle_cli.report.site import index_data, write_index
from struckle_cli.report.svg import element
from struckle_cli.services.loading import load, position_at
from struckle_cli.services.site import Site, site_of
from tests.cli.hostile_support import EVIL
from tests.cli.support import dumps, record, sgn
from tools.files import ROOT

MARKUP = '</script><img src=x onerror="alert(1)"><!--<script>'


def made(paths: Sequence[str | Path], **more: Any) -> tuple[Site, str]:
    """The index of the records under some paths, as it is written."""
    site = site_of([str(path) for path in paths])
    for place in site.places:
        for _, games in site.pages_of(place):
            for _ in games:
                pass
    written: list[bytes] = []
    write_index(written.append, site, **more)
    return site, b"".join(written).decode()


class Elements(HTMLParser):
    """What a browser would make of a page: elements with their attributes, and the text in each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self._open, data))


PICTURES = re.compile(r'(?<=<template id="pictures">).*?(?=</template>)', re.DOTALL)


def tags_of(text: str) -> list[str]:
    return [tag for tag, _ in Elements(text).found]


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def whole() -> tuple[Site, str]:
    return made([ROOT / "replays"])


def test_it_allows_its_own_script_and_style_and_nothing_else(whole):
    text = whole[1]
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    hashes = {}
    for tag in ("script", "style"):
        [content] = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        hashes[tag] = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    assert rules == {
        "default-src": "'none'",
        "script-src": f"'sha256-{hashes['script']}'",
        "style-src": f"'sha256-{hashes['style']}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert text.index("Content-Security-Policy") < text.index("<style>")


def test_it_asks_for_nothing_from_elsewhere(whole):
    html, style, script = page.parts("index")
    for tag, attributes in Elements(whole[1]).found:
        assert not {"src", "href", "action", "style"} & set(attributes), tag
        assert not any(name.startswith("on") for name in attributes)
    assert not re.search(r"url\(|@import", style)
    assert set(re.findall(r"https?://[^\"]+", script)) == {"http://www.w3.org/2000/svg"}
    for word in (
        "erHTML",
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
    ):
        assert word not in script
    assert len(html + style + script) < 32_000


@pytest.mark.parametrize(
    "hook",
    [
        "search", "filter-game", "filter-player", "filter-result", "filter-reason", "filter-valid", "rows",
        "count", "plot-lengths", "plot-results", "plot-reasons", "theme", "more", "clear", "unreadable",
        "kinds",
    ],
)  # fmt: skip
def test_tests_and_styles_find_their_hooks(whole, hook):
    assert [attributes for _, attributes in Elements(whole[1]).found if attributes.get("data-testid") == hook]


def test_every_record_is_in_its_data(whole):
    site, text = whole
    data = data_of(text)
    words = data["words"]
    assert len(data["rows"]) == len(site.rows) == site.seen.records > 100
    for row, item in zip(site.rows, data["rows"], strict=True):
        game, title, name, place, file, number, several, seats, winners, reason, plies, date, event, fault = (
            item
        )
        assert [words[index] for index in (game, title, name, file, reason, date, event)] == [
            row.game, row.title, row.page, row.file, row.reason, row.date, row.event,
        ]  # fmt: skip
        assert (place, number, plies, fault) == (row.place, row.record, row.plies, 0)
        assert several == (sum(other.file == row.file for other in site.rows) > 1)
        assert [words[index] for index in seats] == [text for pair in row.players for text in pair]
        assert (
            winners is None if row.winners is None else [words[index] for index in winners] == [*row.winners]
        )
    assert len(set(words)) == len(words)


def test_each_game_has_a_picture_of_where_its_first_record_ended(whole):
    [pictures] = PICTURES.findall(whole[1])
    found = [attributes["data-game"] for tag, attributes in Elements(pictures).found if tag == "svg"]
    assert found == sorted({row.game for row in whole[0].rows})
    first = load(str(ROOT / "replays" / "castle" / "black-begins.sgn"))
    drawn = first.game.draw(position_at(first, None).state, Look())
    for shape in drawn.shapes:
        assert element(msgspec.structs.replace(shape, about="")) in pictures


def test_a_record_with_faults_makes_no_picture(tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-D1"))
    assert PICTURES.findall(made([tmp_path])[1]) == [""]
    (tmp_path / "b.sgn").write_bytes(sgn("1. D8-C8"))
    assert tags_of(PICTURES.findall(made([tmp_path])[1])[0]).count("svg") == 1


def test_nothing_of_a_record_is_markup(tmp_path):
    for number, evil in enumerate((MARKUP, EVIL, "\u2028\u2029", "{{data}}{{script}}", "]]>--!>")):
        tags = {"Date": evil, "Event": evil}
        item = record(
            [evil], {"winners": [evil], "reason": evil}, players={"white": evil, evil: evil}, tags=tags
        )
        (tmp_path / f"{number}.jsonl").write_bytes(dumps(item) + b"\n" + dumps(item | {"game": evil}))
    (tmp_path / MARKUP.replace("/", "")).with_suffix(".sgn").write_bytes(sgn())
    (tmp_path / "gone <b>.sgn").symlink_to(f"nowhere {MARKUP}")
    site, text = made([tmp_path], title=MARKUP)
    plain = made([ROOT / "replays" / "castle"])[1]
    assert len(site.rows) == 11
    assert tags_of(PICTURES.sub("", text)) == tags_of(PICTURES.sub("", plain))
    assert set(tags_of(PICTURES.findall(text)[0])) <= {"svg", "rect", "circle", "polygon", "polyline", "text"}
    inner = text[text.index('id="data">') + 10 :]
    inner = inner[: inner.index("</script>")]
    assert not re.search("[<>&\u2028\u2029\u202e\x00-\x1f\x7f-\x9f]", inner)
    assert MARKUP in data_of(text)["words"]
    assert [path for path, _ in data_of(text)["unreadable"]] == ["gone <b>.sgn"]


def test_links_are_addresses_of_files(tmp_path):
    for name in ("a b#1?.sgn", "é/50%.sgn", "javascript:alert(1).sgn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(sgn())
    site, text = made([tmp_path])
    data = data_of(text)
    links = {data["words"][row[2]] for row in data["rows"]}
    assert links == {"a_b_1_.html", "%C3%A9/50_.html", "javascript_alert_1_.html"}
    assert {row.page for row in site.rows} == {"a_b_1_.html", "é/50_.html", "javascript_alert_1_.html"}


def test_faults_are_told_with_code_and_reason(tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8 Q12-E12"))
    site, text = made([tmp_path])
    data = data_of(text)
    code, why = (data["words"][index] for index in data["rows"][0][-1])
    assert code == "castle.blocked"
    assert "ply 2" in why
    assert "nearest legal: Q12-M12" in why
    assert site.invalid == 1


def test_the_same_records_make_the_same_bytes(whole):
    assert made([ROOT / "replays"])[1] == whole[1]
    assert str(ROOT) not in whole[1]


def test_title_and_theme_are_what_was_asked_for(tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn())
    text = made([tmp_path], title="An evening", theme="dark")[1]
    assert "<title>An evening</title>" in text
    assert "<h1>An evening</h1>" in text
    assert '<html lang="en" class="theme-dark">' in text
    assert "1 recorded game on 1 page." in text


def test_ten_thousand_rows_stay_small(tmp_path):
    """Words stand once, and a row is a few numbers."""
    item = record(["D8-C8"], players={"white": "Ana", "black": "Ben"}, tags={"Date": "2026-11-30"})
    (tmp_path / "a.jsonl").write_bytes(10_000 * (dumps(item) + b"\n"))
    site, text = made([tmp_path])
    assert len(site.rows) == 10_000
    assert site.pages == 100
    assert len(text) < 1_000_000
    assert len(index_data(site)["words"]) < 120
