"""Whole records: numbers by round and house, turns too few or too many, moves after the win, round trips."""

import io
import random
from typing import Any

import pytest

from struckle_cli.core.errors import Fault
from struckle_cli.engine.playout import playout
from struckle_cli.games.struckle import GAME
from struckle_cli.replay.document import Document
from struckle_cli.replay.reader import Reading, read_records
from struckle_cli.replay.source import ENCODINGS, Opened, Source
from struckle_cli.replay.writer import encode
from struckle_cli.services.judging import Verdict, judge
from tests.games.struckle import slow
from tests.games.struckle.helpers import bound, placed

HEAD = '[Game "struckle"]\n'
LATE = "a6a5a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 SB:P 7"


def _reading(raw: bytes, encoding: str = "sgn") -> Reading:
    opened = Opened(io.BufferedReader(io.BytesIO(raw)), None)  # type: ignore[arg-type]
    (item,) = read_records(opened, Source("a file", encoding, None))
    assert isinstance(item, Reading)
    return item


def _judged(body: str, tags: str = "") -> Verdict:
    return judge(_reading(f"{HEAD}{tags}\n{body}\n".encode()), "a file")


def _faults(body: str, tags: str = "") -> list[Fault]:
    verdict = _judged(body, tags)
    assert verdict.valid == (not verdict.problems)
    return list(verdict.problems)


def _written(moves: str, **fields: Any) -> str:
    document = Document(format=1, game="struckle", moves=moves.split(), result=None, **fields)
    return encode(document, GAME, "sgn").decode().split("\n\n", 1)[1]


def test_a_house_turn_is_written_with_its_round_and_house() -> None:
    body = _written("Db6c5 Hb5 P- S- D- H- P- S- D- H- P- S- D- H- P- S- D-")
    assert body == "1.TB Db6c5 Hb5 P- S- 1.TG D- H- P- S- 1.SB D- H- P- S- 1.SG D- H- P- S- 2.TB D-\n*\n"
    assert _faults(body.strip()) == []


def test_a_record_that_begins_in_the_middle_has_its_number_first() -> None:
    body = _written("P- S- D- H-", setup={"position": LATE})
    assert body == "7.SB P- S- 7.SG D- H- *\n"
    assert _faults(body.strip(), f'[Position "{LATE}"]\n') == []


@pytest.mark.parametrize(
    "body",
    [
        "D- H- P- S- D- *",  # a record needs no numbers
        "1.TBDb6 H- P- S- 1.TGD- *",  # glued
        "1.TB D- 1.TB H- {a note} 1.TB P- S- 1.TG *",  # right before any token of the house turn
        "1.TB *",
    ],
)
def test_numbers_that_are_right(body: str) -> None:
    assert _faults(body) == []


@pytest.mark.parametrize(
    ("body", "ply", "expected"),
    [
        ("1.TG D- *", 1, "1.TB"),
        ("2.TB D- *", 1, "1.TB"),
        ("1. D- *", 1, "1.TB"),
        ("1.TB D- H- P- S- 1.SB D- *", 5, "1.TG"),  # a house out of order
        ("1.TB D- H- P- S- 1.TB D- *", 5, "1.TG"),
        ("1.TB D- H- P- S- 2.TG D- *", 5, "1.TG"),
        ("1.TB D- H- P- S- D- 1.TB H- *", 6, "1.TG"),
        (" ".join(["D- H- P- S-"] * 4) + " 1.TB D- *", 17, "2.TB"),
    ],
)
def test_a_wrong_number_names_the_house_that_is_expected(body: str, ply: int, expected: str) -> None:
    (fault,) = _faults(body)
    assert (fault.code, fault.ply) == ("text.number", ply)
    assert expected in fault.message


def test_an_archetype_turn_too_few() -> None:
    """The next house comes too early: the number says so, and the piece that acts now too."""
    number, piece = _faults("1.TB D- H- P- 1.TG D- H- P- S- *")
    assert (number.code, number.ply, "1.TB" in number.message) == ("text.number", 4, True)
    assert (piece.code, piece.ply) == ("struckle.wrong-piece", 4)
    assert "TB's Shadow (S) acts now" in piece.message


def test_an_archetype_turn_too_many() -> None:
    (fault,) = _faults("1.TB D- H- P- S- S- *")
    assert (fault.code, fault.ply) == ("struckle.wrong-piece", 5)
    assert "TG's Diva (D) acts now" in fault.message


def test_a_house_turn_too_few() -> None:
    (fault,) = _faults("1.TB D- H- P- S- 1.SB D- H- P- S- *")
    assert (fault.code, fault.ply, "1.TG" in fault.message) == ("text.number", 5, True)


def test_an_archetype_turn_left_out_in_a_record_without_numbers() -> None:
    (fault,) = _faults("D- H- S- D- H- P- S- *")
    assert (fault.code, fault.ply) == ("struckle.wrong-piece", 3)
    assert "TB's Philosopher (P) acts now" in fault.message


NEAR = "g6a5a4h2 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 5"


def test_moves_after_the_win_are_illegal_at_their_ply() -> None:
    tags = f'[Position "{NEAR}"]\n[Reason "goals"]\n'
    assert _faults("5.TB Dh7 win:TB", tags) == []
    for extra in ("H-", "Hb5 P-", "S@a1 D-"):
        faults = _faults(f"5.TB Dh7 {extra} win:TB", tags)
        assert [(fault.code, fault.ply) for fault in faults] == [("struckle.after-end", 2)]
        assert "TB's Hero would have been next" in faults[0].message
        assert faults[0].suggestion is None


def test_a_win_needs_its_result_and_only_a_win_has_one() -> None:
    position = f'[Position "{NEAR}"]\n'
    assert [fault.code for fault in _faults("5.TB Dh7 *", position)] == ["result.missing"]
    wrong = _faults("5.TB Dh7 win:TG", position + '[Reason "goals"]\n')
    assert [(fault.code, fault.suggestion) for fault in wrong] == [("result.differs", "win:TB")]
    assert [fault.code for fault in _faults("1.TB D- win:TB", '[Reason "goals"]\n')] == ["result.not-reached"]
    for token, reason in (("win:TB", "resign"), ("draw", "agreement")):
        assert [fault.code for fault in _faults(token, f'[Reason "{reason}"]\n')] == ["record.reason"]


def test_a_decided_position_is_a_finished_game() -> None:
    tags = '[Position "h2h7a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TG:D 9"]\n'
    assert [fault.code for fault in _faults("*", tags)] == ["result.missing"]
    assert _faults("win:TB", tags + '[Reason "goals"]\n') == []
    (fault,) = _faults("9.TG D- win:TB", tags + '[Reason "goals"]\n')
    assert (fault.code, fault.ply) == ("struckle.after-end", 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_come_back_from_every_encoding(encoding: str, seed: int) -> None:
    chance = random.Random(f"records/{seed}")
    start = [bound(), bound(LATE), placed("TG:H", TBD="d4+"), bound(NEAR)][seed]
    assert GAME.format_position is not None
    moves, states = playout(GAME, start, chance, 60)
    document = Document(
        format=1, game="struckle", players=dict.fromkeys(slow.HOUSES, "Ana"),
        setup={"position": GAME.format_position(start)}, moves=moves, result=GAME.outcome(states[-1]),
    )  # fmt: skip
    raw = encode(document, GAME, encoding)
    reading = _reading(raw, encoding)
    assert reading.document == document
    verdict = judge(reading, "a file")
    assert (verdict.valid, verdict.plies) == (True, len(moves))
