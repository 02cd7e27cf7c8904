"""Whole records of Struggle, as `validate` judges them: text, numbers, results, points."""

from pathlib import Path
from typing import Any

import pytest

from struckle_cli.services.validate import Options
from struckle_cli.services.validate import verdicts as verdicts_of

HEAD = '[Game "struggle"]\n'
LAST = (
    HEAD + '[Cards "{\\"p1\\":\\"KQ9JT\\",\\"p2\\":\\"9TKJQ\\"}"]\n[Position "K:A Q:B J:C T:30 9:29 p1 50"]\n'
)


def judged(tmp_path: Path, text: str) -> Any:
    """The one verdict on a text record."""
    path = tmp_path / "a.sgn"
    path.write_text(text, encoding="utf-8")
    (verdict,) = verdicts_of([str(path)], Options())
    return verdict


def codes(tmp_path: Path, text: str) -> list[str]:
    return [fault.code for fault in judged(tmp_path, text).problems]


def won(token: str, scores: str = "") -> str:
    told = f'[Scores "{scores}"]\n' if scores else ""
    return LAST + f'[Result "{token}"]\n[Reason "arrival"]\n{told}\n'


@pytest.mark.parametrize(
    "body",
    [
        "1. JJJTT=J3T2 2. AAAAA=- *",
        "1.JJJTT=J3T2 2.99999=95 *",
        "JJJTT=J3T2 AAAAA=- *",
        "1. JJJTT=J3T2 AAAAA=- *",
    ],
)
def test_numbers_may_stand_there(tmp_path: Path, body: str) -> None:
    verdict = judged(tmp_path, f"{HEAD}\n{body}\n")
    assert (verdict.valid, verdict.plies) == (True, 2)


@pytest.mark.parametrize(
    "body", ["2. JJJTT=J3T2 *", "1.. JJJTT=J3T2 *", "01. JJJTT=J3T2 *", "1. JJJTT=J3T2 1. AAAAA=- *"]
)
def test_numbers_are_read_strictly(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, f"{HEAD}\n{body}\n") == ["text.number"]


def test_numbers_go_on_from_a_position(tmp_path: Path) -> None:
    head = HEAD + '[Position "K:0 Q:5 J:8 T:0 9:A p2 7"]\n'
    assert codes(tmp_path, f"{head}\n7. AAAQJ=J2Q3 8. AAAAA=- *\n") == []
    assert codes(tmp_path, f"{head}\n1. AAAQJ=J2Q3 *\n") == ["text.number"]


def test_the_result_of_an_ended_game_is_needed_and_right(tmp_path: Path) -> None:
    assert codes(tmp_path, f"{LAST}\nTT999=T2 *\n") == ["result.missing"]
    assert codes(tmp_path, won("win:p1") + "TT999=T2 win:p1\n") == []
    assert codes(tmp_path, won("win:p2") + "TT999=T2 win:p2\n") == ["result.differs"]
    assert codes(tmp_path, won("win:p1") + "AAAAA=- win:p1\n") == ["result.not-reached"]


def test_points_are_right_where_they_stand(tmp_path: Path) -> None:
    right, wrong = '{\\"p1\\":20,\\"p2\\":0}', '{\\"p1\\":30,\\"p2\\":0}'
    assert codes(tmp_path, won("win:p1", right) + "TT999=T2 win:p1\n") == []
    assert codes(tmp_path, won("win:p1", wrong) + "TT999=T2 win:p1\n") == ["result.differs"]


def test_an_ended_game_needs_its_cards(tmp_path: Path) -> None:
    text = HEAD + '[Position "K:A Q:B J:C T:30 9:29 p1 50"]\n\nTT999=T2 *\n'
    assert codes(tmp_path, text) == ["struggle.cards-missing"]


def test_the_nearest_plays_are_named(tmp_path: Path) -> None:
    (fault,) = judged(tmp_path, f"{HEAD}\n1. JJJTT=J2T2 *\n").problems
    assert (fault.code, fault.suggestion) == ("struggle.wrong-total", "JJJTT=J3T2")


def test_seats_are_those_of_the_players(tmp_path: Path) -> None:
    assert codes(tmp_path, HEAD + '[P3 "Cleo"]\n\n*\n') == ["record.seat"]
    assert codes(tmp_path, HEAD + '[Players "3"]\n[P3 "Cleo"]\n\n*\n') == []
