"""The written page: one file, nothing of a record is markup, its own policy fits it, and it stays small."""

import base64
import hashlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from struckle_cli.engine.playout import playout
from struckle_cli.registry import BUILT_IN
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.report.page import as_json, page_css, page_script, write_page
from struckle_cli.report.safe import printable
from struckle_cli.services.pages import PageGame, page_game
from tests.cli.support import ROOT, child_environment, record
from tests.contract.cases import Case
from tests.replay.commitments_support import read
from tests.report.page_support import Page, page_of

OWN = 60_000
"""Bytes of HTML, style and script that a page may have, whatever games are in it."""
LARGEST = 300_000
"""Bytes of a page with a game of 400 plies."""
HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    "]]></noscript><script>alert(1)</script>",
    "a & b &amp; &lt;",
    "\u2028\u2029\u202e\u0000\x1b[31m",
    "'\"`${alert(1)}{{script}}",
)


def game_of(**more: Any) -> PageGame:
    return page_game(read(record(["D8-C8"], **more)), "g.json")


def test_a_page_has_one_script_and_one_style_and_allows_nothing_else() -> None:
    page = page_of([game_of(), game_of()])
    for kind, text in (("script", page.script), ("style", page.style)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in page.policy
    assert page.policy.startswith("default-src 'none'; ")
    assert len([tag for tag, _ in page.tags if tag == "style"]) == 1
    for tag, attrs in page.tags:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "href", "style")]
    assert page.script == page_script()
    assert page.style == page_css()


def test_the_script_never_makes_markup_of_a_text() -> None:
    script = page_script()
    for way in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "srcdoc"):
        assert way not in script
    for way in ("fetch(", "XMLHttpRequest", "import(", "http://", "https://"):
        assert way not in script.replace("http://www.w3.org/2000/svg", "")


def test_no_game_is_named_in_the_page_itself() -> None:
    page = page_of([])
    own = page.data.decode().replace(page.style, "")  # the palette has a role called castle
    own = own.replace("struckle-theme", "").lower()  # the program's name
    assert not [name for name in BUILT_IN if name in own]


def test_what_browsers_and_people_hold_on_to_is_there() -> None:
    found = {attrs["data-testid"] for _, attrs in page_of([game_of()]).tags if "data-testid" in attrs}
    wanted = """board moves first back next last play viewer copy-position copy-moves faults facts notes
        caption game-index theme"""
    assert found >= {*wanted.split()}


def test_controls_have_names() -> None:
    page = page_of([game_of()])
    for tag, attrs in page.tags:
        if tag == "button" and "aria-label" not in attrs:
            assert attrs["id"] in ("copy-position", "copy-moves")  # these say in words what they do
        if tag == "button":
            assert attrs["type"] == "button"
    [board] = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert board["role"] == "img"
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert {board["aria-labelledby"], board["aria-describedby"]} <= set(ids)
    assert len(ids) == len(set(ids))


# --- nothing of a record is markup ------------------------------------------------------------------


def assert_harmless(page: Page, wanted: int) -> None:
    """As many elements as without the texts, every text unable to act, and the page's own parts intact."""
    plain = page_of([game_of() for _ in range(wanted)])
    assert [tag for tag, _ in page.tags if tag in ("script", "style", "img", "noscript")] == [
        tag for tag, _ in plain.tags if tag in ("script", "style", "img", "noscript")
    ]
    assert page.script == plain.script
    blocks = [text for attrs, text in page.scripts if "type" in attrs]
    assert not [block for block in blocks if re.search("[<>&\u2028\u2029]", block)]
    assert all(char.isprintable() or char == "\n" for char in page.data.decode())


@settings(max_examples=30)
@given(st.text(max_size=30))
@example(HOSTILE[0])
@example(HOSTILE[1])
@example(HOSTILE[2])
@example(HOSTILE[3])
@example(HOSTILE[4])
@example(HOSTILE[5])
def test_texts_of_a_record_are_texts(text: str) -> None:
    game = game_of(
        players={"white": text}, tags={"Event": text}, notes=[{"ply": 0, "text": text}],
        setup={"men": 8, "board": text},
    )  # fmt: skip
    page = page_of([game], title=text)
    assert_harmless(page, 1)
    shown = "\n".join(map(printable, text.split("\n")))
    data = page.games[0]
    assert data["players"] == [["white", shown]]
    assert data["tags"] == [["Event", shown]]
    assert data["views"][0]["notes"] == [[0, shown]]


@pytest.mark.parametrize("text", HOSTILE)
def test_file_names_and_tokens_are_texts(text: str) -> None:
    item = record(["D8-C8", text, text], {"winners": ["white"], "reason": text})
    page = page_of([page_game(read(item), f"{text}\udcff.sgn")])
    assert_harmless(page, 1)
    assert printable(text) in page.games[0]["texts"]
    assert printable(f"{text}\udcff.sgn") in page.games[0]["place"]


def test_lone_halves_of_pairs_can_be_written() -> None:
    assert json.loads(as_json({"a": "\ud800"})) == {"a": "\\ud800"}


# --- several games, and none --------------------------------------------------------------------


def test_several_games_share_one_page_with_an_index() -> None:
    bad = page_game(read(record(["D8-C8", "A1-A1"])), "b.json")
    page = page_of([game_of(players={"white": "Ana", "black": "Ben"}), bad])
    assert page.title == "Recorded games"
    assert len(page.games) == 2
    assert page.index == [
        ["Castle: Ana (white), Ben (black)", "unfinished", 1, True, "g.json, record 1"],
        ["Castle", "unfinished", 1, False, "b.json, record 1"],
    ]


def test_titles() -> None:
    game = game_of(players={"black": "Ben"})
    assert page_of([game]).title == "Castle: Ben (black)"
    assert page_of([game], "An evening").title == "An evening"
    assert page_of([game, game], "An evening").title == "An evening"
    written: list[bytes] = []
    assert write_page(written.append, iter([game, game, game])) == 3


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_page_begins_with_the_theme_that_is_asked_for(theme: Any) -> None:
    assert page_of([game_of()], theme=theme).tags[0] == ("html", {"lang": "en", "class": f"theme-{theme}"})


def test_without_scripts_names_moves_results_and_faults_can_be_read() -> None:
    item = record(["D8-C8", "Q12-E12"], players={"white": "Ana & Co"})
    plain = page_of([page_game(read(item), "g.json")]).plain
    for text in (
        "Castle: Ana & Co (white)",
        "white: Ana & Co",
        "1. D8-C8 Q12-E12",
        "unfinished",
        "castle.blocked",
    ):
        assert text in plain


# --- sizes and bytes ------------------------------------------------------------------------------


def test_the_page_itself_is_small() -> None:
    assert len(page_of([]).data) < OWN


@pytest.mark.parametrize("case", [Case(name, 1) for name in BUILT_IN], ids=str)
def test_a_page_of_a_long_game_is_small(case: Case) -> None:
    """400 plies, or as many as a random game has; of what is hidden with the views of everybody."""
    games = [playout(case.game, case.start, random.Random(number), 400)[0] for number in range(2)]
    moves = max(games, key=len)
    document = Document(format=1, game=case.name, setup=case.fields, moves=moves, result=None)
    game = page_game(Reading.of(document), "g.sgn")
    assert len(game.views) == (5 if case.name == "struggle" else 4 if case.name == "stricken" else 1)
    assert len(page_of([game]).data) < LARGEST


def test_the_bytes_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    found = set()
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.html"
        names = ("struggle/adjourned.sgn", "crungle/it-stood.sgn", "stricken/foretold.sgn")
        subprocess.run(
            [sys.executable, "-m", "struckle_cli", "page", *(f"replays/{name}" for name in names), "-o", out],
            cwd=ROOT, env=child_environment(PYTHONHASHSEED=seed), check=True, capture_output=True,
        )  # fmt: skip
        found.add(out.read_bytes())
    assert len(found) == 1
