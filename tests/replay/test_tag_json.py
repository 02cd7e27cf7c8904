"""Compact JSON in tags is read as strictly as in JSON files, and written in one order."""

import json

import pytest

from struckle_cli.registry import lookup
from struckle_cli.replay.document import Document
from struckle_cli.services.canonical import canonical
from tests.replay.support import verdicts

CARDS = '{"p1":"JT9QK","p2":"QJK9T"}'
SCORES = '{"p1":0,"p2":30}'


def text(**tags: str) -> str:
    """A record of Struggle with some tags."""
    rows = "".join(f"[{name} {json.dumps(value)}]\n" for name, value in tags.items())
    return f'[Game "struggle"]\n{rows}\n*\n'


@pytest.mark.parametrize(
    "tags",
    [
        {"Cards": '{"p1":"JT9QK","p1":"QJK9T"}'},
        {"Cards": '{"p1":"JT9QK","\\u0070\\u0031":"JT9QK"}'},
        {"Dice": '{"scheme":"hmac-sha256","scheme":"hmac-sha256"}'},
        {"Reveals": '[{"seat":"p1","what":"card","nonce":"","value":"","value":""}]'},
        {"Cards": CARDS, "Scores": '{"p1":0,"p1":0}', "Reason": "arrival"},
    ],
    ids=["cards", "escaped", "dice", "reveals", "scores"],
)
def test_a_key_that_stands_twice_in_a_tag_is_a_fault(tags):
    [verdict] = verdicts(text(**tags), "sgn")
    assert "text.tag-value" in [fault.code for fault in verdict.problems]
    assert not verdict.valid


def test_each_key_once_is_fine():
    assert verdicts(text(Cards=CARDS), "sgn")[0].valid


def test_a_word_without_quotes_is_told_how_it_is_written():
    [verdict] = verdicts(text(Dice="declared"), "sgn")
    assert [fault.code for fault in verdict.problems] == ["text.tag-value"]
    assert '[Dice "\\"declared\\""]' in verdict.problems[0].message
    assert verdicts(text(Dice='"declared"'), "sgn")[0].valid


def test_the_canonical_form_has_keys_in_the_order_of_the_schema():
    game = lookup("struggle")
    assert game is not None
    dice = {"client": "", "commit": "#" + 64 * "a", "scheme": "hmac-sha256"}
    setup = {"dice": dice, "cards": {"p2": "QJK9T", "p1": "JT9QK"}, "players": 3}
    document = Document(format=1, game="struggle", id=32 * "a", setup=setup, moves=[], result=None)
    made = canonical(document, game)
    assert list(made.setup) == ["players", "cards", "dice"]
    assert list(made.setup["cards"]) == ["p1", "p2"]
    assert list(made.setup["dice"]) == ["scheme", "commit", "client"]
    assert made.setup == setup
