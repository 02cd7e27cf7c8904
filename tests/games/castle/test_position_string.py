"""The position string: read back as written, strict about everything else."""

from typing import Any

import pytest

from struckle_cli.core.errors import NotationError
from struckle_cli.engine.binding import bind
from struckle_cli.games.castle import GAME
from tests.games.castle import slow
from tests.games.castle.helpers import codes_of, place, play, start

START = "19/19/19/19/5b7b5/7b3b7/19/3b4b1b4b3/19/19/19/3w4w1w4w3/19/7w3w7/5w7w5/19/19/19/19 w 1"
EMPTY_18 = "/".join(["19"] * 18)


def _format(state: Any) -> str:
    assert GAME.format_position is not None
    return GAME.format_position(state)


def _parse(text: str, **fields: Any) -> Any:
    assert GAME.parse_position is not None
    return GAME.parse_position(bind(GAME, fields).setup, text)


def test_the_start_of_the_page() -> None:
    assert _format(start()) == START
    assert _parse(START) == start() == start(position=START)


def test_the_side_and_the_turn_are_those_of_the_game() -> None:
    after = play(start(), "D8-C8", "Q12-R12", "C8-B8")
    assert _format(after).endswith(" b 2")
    black_first = play(start(first="black"), "Q12-R12", "D8-C8")
    assert _format(black_first).endswith(" b 2")


def test_rows_run_from_19_down_and_columns_from_a() -> None:
    text = _format(place("A19 T19 A1", "T1 K10"))
    assert text.split(" ")[0].split("/")[0] == "w17w"
    assert text.split(" ")[0].split("/")[9] == "9b9"
    assert text.split(" ")[0].split("/")[18] == "w17b"


def test_a_row_full_of_men() -> None:
    men = " ".join(f"{column}1" for column in slow.COLUMNS)
    state = place(men, "A19")
    assert _format(state) == "b18/" + "/".join(["19"] * 17) + "/" + "w" * 19 + " w 1"
    assert _parse(_format(state)) == state


@pytest.mark.parametrize("turn", [1, 9, 10, 999, 123456])
@pytest.mark.parametrize("side", "wb")
def test_turns_and_sides(turn: int, side: str) -> None:
    text = f"{EMPTY_18}/w17b {side} {turn}"
    assert _format(_parse(text)) == text
    assert _format(start(position=text)) == text


def test_a_string_survives_however_long_the_game_goes_on() -> None:
    """What a legal move leads to has a string that is read back, whatever number the start had."""
    highest = 0
    for digits in range(1, 25):
        text = f"{EMPTY_18}/w17b w {'9' * digits}"
        if codes_of({"position": text}):
            continue
        highest = digits
        state = start(position=text)
        for token in ("A1-A2", "T1-T2", "A2-A1"):
            state = GAME.apply(state, GAME.parse_move(token))
            assert _parse(_format(state)) == state, _format(state)
    assert highest >= 6


MALFORMED = {
    "empty": "",
    "blank": " ",
    "no man": f"{EMPTY_18}/19 w 1",
    "18 rows": f"{EMPTY_18} w 1",
    "20 rows": f"{EMPTY_18}/w18/19 w 1",
    "a row of 18": f"{EMPTY_18}/w17 w 1",
    "a row of 20": f"{EMPTY_18}/w19 w 1",
    "a row of 18 at the top": "w17/" + EMPTY_18 + " w 1",
    "20 empty squares": f"{EMPTY_18}/20 w 1",
    "an empty row": f"{EMPTY_18.replace('19/', '', 1)}//w18 w 1",
    "a slash too many": f"{EMPTY_18}/w18/ w 1",
    "a slash before": f"/{EMPTY_18}/w18 w 1",
    "leading zero": f"{EMPTY_18}/w018 w 1",
    "leading zero and too wide": f"{EMPTY_18}/w09w8 w 1",
    "zero": f"{EMPTY_18}/w0w17 w 1",
    "zero at the end": f"{EMPTY_18}/w180 w 1",
    "capital": f"{EMPTY_18}/W18 w 1",
    "other letter": f"{EMPTY_18}/x18 w 1",
    "dots": f"{EMPTY_18}/w{'.' * 18} w 1",
    "sign": f"{EMPTY_18}/w+18 w 1",
    "full-width digit": f"{EMPTY_18}/w1\N{FULLWIDTH DIGIT EIGHT} w 1",
    "superscript digit": f"{EMPTY_18}/w\N{SUPERSCRIPT TWO}w16 w 1",
    "arabic digit": f"{EMPTY_18}/w\N{ARABIC-INDIC DIGIT NINE}9 w 1",
    "underscore": f"{EMPTY_18}/w1_8 w 1",
    "thousands of digits": f"{EMPTY_18}/{'1' * 5000} w 1",
    "no side": f"{EMPTY_18}/w18 1",
    "no turn": f"{EMPTY_18}/w18 w",
    "no side and turn": f"{EMPTY_18}/w18",
    "blank for the turn": f"{EMPTY_18}/w18 w ",
    "side in capitals": f"{EMPTY_18}/w18 W 1",
    "side in full": f"{EMPTY_18}/w18 white 1",
    "both sides": f"{EMPTY_18}/w18 wb 1",
    "side missing": f"{EMPTY_18}/w18  1",
    "turn 0": f"{EMPTY_18}/w18 w 0",
    "turn with leading zero": f"{EMPTY_18}/w18 w 01",
    "negative turn": f"{EMPTY_18}/w18 w -1",
    "turn with sign": f"{EMPTY_18}/w18 w +1",
    "turn with a point": f"{EMPTY_18}/w18 w 1.0",
    "turn with exponent": f"{EMPTY_18}/w18 w 1e3",
    "turn with underscore": f"{EMPTY_18}/w18 w 1_0",
    "full-width turn": f"{EMPTY_18}/w18 w \N{FULLWIDTH DIGIT ONE}",
    "superscript turn": f"{EMPTY_18}/w18 w \N{SUPERSCRIPT TWO}",
    "turn in letters": f"{EMPTY_18}/w18 w x",
    "thousands of turns": f"{EMPTY_18}/w18 w {'1' * 5000}",
    "two blanks": f"{EMPTY_18}/w18  w 1",
    "two blanks later": f"{EMPTY_18}/w18 w  1",
    "blank before": f" {EMPTY_18}/w18 w 1",
    "blank behind": f"{EMPTY_18}/w18 w 1 ",
    "line end behind": f"{EMPTY_18}/w18 w 1\n",
    "tab": f"{EMPTY_18}/w18\tw 1",
    "no-break space": f"{EMPTY_18}/w18\N{NO-BREAK SPACE}w 1",
    "blank in a row": f"{EMPTY_18}/w 18 w 1",
    "a fourth part": f"{EMPTY_18}/w18 w 1 -",
    "other separator": f"{EMPTY_18}/w18 w 1".replace("/", "\\"),
    "NUL": f"{EMPTY_18}/w18 w 1\0",
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_string_is_an_error(what: str) -> None:
    text = MALFORMED[what]
    with pytest.raises(NotationError) as error:
        _parse(text)
    assert error.value.reason.code == "castle.position"
    assert len(error.value.reason.message) < 300
    assert codes_of({"position": text}) == ["castle.position"]
    with pytest.raises(ValueError, match=r"row|side|turn|man|digits"):
        slow.parse_position(text)


def test_a_wrong_row_is_named() -> None:
    with pytest.raises(NotationError, match="row 16"):
        _parse("/".join(["19", "19", "19", "18", *["19"] * 14, "w18"]) + " w 1")
