"""Whatever is wrong with a record, the interface says it, or refuses by an error of its own."""

import json
import pickle
from functools import partial
from typing import Any

import pytest

from struckle_cli import Record, StruckleError, load_all, loads, render
from tests.cli.support import record
from tools.files import ROOT

FOLDERS = ("formats/vectors", "tests/fuzz/corpus")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())
EACH = 14
"""One file in so many is tried: all of them take a minute."""


def asked(question) -> Any:
    """The answer; None where it is refused. Errors of any other kind are let through."""
    try:
        return question()
    except StruckleError as error:
        refused = error
    assert refused.code
    assert str(refused)
    return None


def ask_everything(item: Record) -> None:
    said = (item.valid, item.faults, item.result, item.plies, item.pending, repr(item))
    again = pickle.loads(pickle.dumps(item))
    assert (again.valid, again.faults, again.result, again.plies, again.pending, repr(again)) == said
    assert item.valid or item.faults
    assert item._repr_html_().endswith("</div>")
    assert asked(lambda: (item.tags, item.players, item.setup, item.moves, item.notes)) is not None
    states = asked(lambda: list(item.states()))
    assert states is None or len(states) == item.plies + 1
    assert asked(item.state) is None or item.plies == len(item.moves)
    game = asked(lambda: item.game)
    for question in (item.show, item.dumps, partial(item.dumps, "msgpack"), partial(render, item)):
        asked(question)
    for seat in game.seats if game is not None else ():
        asked(lambda seat=seat: item.as_seen_by(seat).show())


@pytest.mark.parametrize("start", range(3))
def test_broken_files_of_all_kinds(start: int) -> None:
    tried = 0
    for path in FILES[start * 5 :: EACH * 3]:
        for item in asked(lambda path=path: list(load_all(path))) or ():
            ask_everything(item)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    "change",
    [
        {"setup": {"men": 10**30}},
        {"setup": {"rows": [[[[1, None]]]]}},
        {"setup": {"men": 7}, "moves": ["D8-D1", "x", ""]},
        {"result": {"winners": ["red"], "reason": ""}},
        {"result": {"winners": 3}},
        {"moves": ["D8-C8", 3, None]},
        {"notes": [{"ply": 99, "text": "late"}]},
        {"players": {"red": "x"}, "tags": {"Game": "x"}},
        {"id": "x", "reveals": [{"seat": "white", "what": "beads", "nonce": "", "value": ""}]},
        {"rules": 99},
        {"format": 99},
    ],
    ids=str,
)
def test_broken_fields(change: dict[str, Any]) -> None:
    item = loads(json.dumps(record() | change))
    assert not item.valid
    ask_everything(item)
