"""Laws about what a position and a record look like outside: strings, encodings, drawings."""

import io
import random
import unicodedata
from typing import Any

import pytest
from msgspec import UNSET

from struckle_cli.core.picture import ROLES, Picture, View
from struckle_cli.replay.document import Document, Note
from struckle_cli.replay.reader import Reading, read_records
from struckle_cli.replay.source import ENCODINGS, Opened, Source
from struckle_cli.replay.writer import encode, separator
from struckle_cli.services.judging import judge
from tests.contract.cases import CASES, Case, random_games

pytestmark = [pytest.mark.parametrize("case", CASES, ids=str), pytest.mark.usefixtures("toy_game")]


@pytest.mark.parametrize("number", [10**18, 1 << 63, 1 << 64, 10**30, -(10**18), -(1 << 64)])
def test_a_number_that_not_every_encoding_holds_is_none_of_a_set_up(case: Case, number: int) -> None:
    """The text form has 18 digits, MessagePack 64 bits: what is larger would be valid in JSON alone."""
    for field in case.game.setup_fields:
        if field.kind == "integer":
            setup, faults = case.game.read_setup(case.fields | {field.name: number})
            assert setup is None
            assert f"/setup/{field.name}" in [fault.pointer for fault in faults]


# --- records ------------------------------------------------------------------------------------


def _documents(case: Case) -> list[Document]:
    """Records of random games, finished and broken off, with everything a record can carry."""
    found, chance = [], random.Random(f"documents/{case}")
    for tokens, states in random_games(case):
        cut = chance.choice([0, len(tokens) // 2, len(tokens)])
        notes = [
            Note(0, 'before\n[Game "castle"]\nthe first move'),
            Note(cut, "{an end} \\ ; tab\there  two blanks "),
        ]
        found.append(
            Document(
                format=1, game=case.name, rules=1, id=f"{cut:032x}",
                tags={"Event": 'a "club" evening\\', "Where_1": "Zürich 🏰\nand\tback"},
                players=dict.fromkeys(case.game.seated(case.setup), "Ana (1. e4) {x}"),
                setup=case.fields, moves=tokens[:cut], notes=notes, result=case.game.outcome(states[cut]),
            )
        )  # fmt: skip
    secret = UNSET if case.game.secrets is None else 32 * "a"  # commitments need an id
    return [*found, Document(format=1, game=case.name, id=secret, setup=case.fields, moves=[], result=None)]


def _read(raw: bytes, encoding: str) -> list[Reading]:
    opened = Opened(io.BufferedReader(io.BytesIO(raw)), None)  # type: ignore[arg-type]
    items = list(read_records(opened, Source("a file", encoding, None)))
    assert all(isinstance(item, Reading) for item in items)
    return [item for item in items if isinstance(item, Reading)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_documents_survive_every_encoding(case: Case, encoding: str) -> None:
    for document in _documents(case):
        raw = encode(document, case.game, encoding)
        (reading,) = _read(raw, encoding)
        assert reading.faults == []
        assert reading.document == document
        assert encode(document, case.game, encoding) == raw


@pytest.mark.parametrize("encoding", ["sgn", "jsonl", "msgpack"])
def test_many_documents_survive_one_file(case: Case, encoding: str) -> None:
    documents = _documents(case)
    raw = separator(encoding).join(encode(document, case.game, encoding) for document in documents)
    readings = _read(raw, encoding)
    assert [reading.document for reading in readings] == documents
    assert [reading.number for reading in readings] == list(range(1, len(documents) + 1))


def test_documents_survive_a_way_through_all_encodings(case: Case) -> None:
    for document in _documents(case):
        passed: Any = document
        for encoding in ("sgn", "json", "msgpack", "sgn", "msgpack", "jsonl", "sgn"):
            (reading,) = _read(encode(passed, case.game, encoding), encoding)
            passed = reading.document
        assert passed == document


def test_records_of_legal_games_are_valid_in_every_encoding(case: Case) -> None:
    for document in _documents(case)[:-1]:
        for encoding in ENCODINGS:
            (reading,) = _read(encode(document, case.game, encoding), encoding)
            verdict = judge(reading, "a file")
            assert verdict.problems == ()
            assert (verdict.valid, verdict.plies, verdict.result) == (
                True,
                len(document.moves),
                document.result,
            )


# --- drawings -----------------------------------------------------------------------------------


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(bool(unicodedata.combining(char)) for char in text)


def _board_lines(picture: Picture) -> list[str]:
    """The lines that show something of the board, and not labels alone."""
    shown = [line for line in picture.lines if any(span.role not in ("plain", "label") for span in line)]
    return ["".join(span.text for span in line) for line in shown]


@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_every_state_is_drawn_from_every_seat(case: Case, style: str) -> None:
    game = case.game
    for tokens, states in random_games(case, 2):
        for ply in sorted({0, len(states) // 2, len(states) - 1}):
            last = tokens[ply - 1] if ply else None
            for seat in (None, *game.seats):
                picture = game.render(states[ply], View(style=style, seat=seat, last=last))
                lines = _board_lines(picture)
                assert lines
                assert len({_width(line) for line in lines}) == 1
                assert {span.role for line in picture.lines for span in line} <= set(ROLES)
                assert picture.text().isascii() or style == "unicode"
                assert all(line.isprintable() for line in picture.text().split("\n"))


@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_a_seat_looks_from_its_side_and_the_first_view_is_the_usual_one(case: Case, style: str) -> None:
    game = case.game

    def drawn(**view: Any) -> str:
        return game.render(case.start, View(style=style, **view)).text()

    assert set(game.viewers) <= set(game.seats)
    edges = [drawn(edge=edge) for edge in game.viewers]
    assert edges[:1] in ([], [drawn()])
    assert [drawn(seat=seat) for seat in game.viewers] == edges
    # The edge turns the view, whoever looks on.
    assert [drawn(seat=game.viewers[-1], edge=edge) for edge in game.viewers] == edges
