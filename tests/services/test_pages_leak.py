"""The leak law of pages: a page for a seat depends on what that seat may see, and on nothing else."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.replay.source import named
from struckle_cli.services.loading import pick
from struckle_cli.services.pages import page_game
from struckle_cli.services.site import viewed
from tests.cli.stricken_support import LONG, closed_twins, masked, open_game, twins
from tests.replay.commitments_support import read
from tests.replay.commitments_support import twins as struggle_twins
from tests.report.page_support import page_of

Item = dict[str, Any]


def page_for(item: Item, seat: str) -> bytes:
    return page_of([page_game(read(item), "g.json", seat)]).data


def _nothing(item: Item) -> None:
    """The record as it is."""


def _illegal(item: Item) -> None:
    item["moves"].append("9z9-9z9")


def _false_result(item: Item) -> None:
    item["result"] = {"winners": ["white"], "reason": "limit"}


def _note(item: Item) -> None:
    item["notes"] = [{"ply": 0, "text": f"what only this record says: {len(json.dumps(item))} {item}"[:2000]}]


def _no_such_game(item: Item) -> None:
    """Faults of form quote what they are about, and here that is the set-up."""
    item["game"] = "strickn"
    item["result"] = item[json.dumps(item["setup"])] = json.dumps(item["setup"])


BREAKS = [_nothing, _illegal, _false_result, _note, _no_such_game]


@pytest.mark.parametrize("change", BREAKS)
@pytest.mark.parametrize("seat", ["white", "black", "public"])
def test_pages_of_open_games_that_look_alike_to_a_seat_are_the_same(
    seat: str, change: Callable[[Item], None]
) -> None:
    for number, fields in enumerate(LONG[:2]):
        pages = []
        one, two = twins(fields, number, seat, 10)
        assert one != two
        for item in (one, two):
            changed = copy.deepcopy(item)
            change(changed)
            pages.append(page_for(changed, seat))
        assert pages[0] == pages[1]
        assert b"what only this record says" not in pages[0]


@pytest.mark.parametrize("seat", ["white", "black"])
def test_pages_of_committed_games_that_look_alike_to_a_seat_are_the_same(seat: str) -> None:
    """But for the digits of commitments, which mean nothing. Openings of others in the record stay shut."""
    pages = []
    for item, keys in closed_twins(LONG[0], 5, seat, 10):
        page = page_for(item | {"reveals": keys}, seat)
        pages.append(masked(page))
        hidden = [key for key in keys if key["seat"] != seat]
        assert hidden
        assert not any(key["nonce"].encode() in page for key in hidden)
        assert not any(key["value"].encode() in page for key in hidden if key["what"] == "beads")
    assert pages[0] == pages[1]


@pytest.mark.parametrize("seat", ["p1", "p3", "public"])
def test_pages_of_struggle_games_that_look_alike_to_a_seat_are_the_same(seat: str) -> None:
    pages = []
    for item in struggle_twins(7, seat, dice=False):
        page = page_for(item, seat)
        for key in item["reveals"]:
            assert (key["value"].encode() in page) == (key["seat"] == seat), key
            assert key["nonce"].encode() not in page
        assert b"note 0" not in page
        assert b"note 1" not in page
        pages.append(masked(page))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    "text",
    ['[Shells "{bead}"]\n\n*\n', '[Game "strickn"] {bead}\n*\n', '{{"{bead}": 1}}', '[{{"game": "{bead}"}}]'],
)
def test_a_page_for_a_seat_quotes_nothing_of_what_is_no_record_of_a_game(text: str, tmp_path: Path) -> None:
    pages = []
    for bead in ("IWPS", "P"):
        file = tmp_path / ("broken.sgn" if text.startswith("[S") or "strickn" in text else "broken.json")
        file.write_text(text.format(bead=bead))
        reading = pick(named(str(file)), None)
        assert reading.faults
        pages.append(page_of([page_game(reading, file.name, "public")]).data)
    assert pages[0] == pages[1]
    assert b"nobody can say what of it may be shown" in pages[0]
    assert b"commit.unclear" in pages[0]


def test_which_fault_a_hidden_bead_has_is_told_to_nobody_else() -> None:
    """Whatever stands where a bead should be, the page for the other seat is one and the same."""
    codes, pages, rows = set(), set(), set()
    for first, bead in (("I", "X"), ("W", "X"), ("W", ""), ("I", None), ("I", 5), ("W", ["I"])):
        item = open_game(LONG[0], 3, 4)
        item["setup"]["deal"] = "rebuilt"
        for shell, held in enumerate((first, "W", "P", bead)):
            item["setup"]["shells"]["black"][shell]["bead"] = held
        reading = read(item)
        codes.add(reading.faults[0].code)
        pages.add(page_of([page_game(reading, "g.json", "white")]).data)
        rows.add(viewed(reading, "white")[0].faults[0].code)
    assert len(codes) > 1
    assert len(pages) == 1
    assert rows == {"commit.unclear"}
