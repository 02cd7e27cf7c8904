"""Tokens: what is read, what is refused and in which words, numbers, the nearest token, headings."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError
from struckle_cli.engine.replayer import judge_token
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import NAMES
from tests.games.stricken.helpers import bound, placed, play, refused, tokens

HASH = "#" + "0123456789abcdef" * 4
ACTIONS = ["1a2-1a3", "1a2x2a2", "1a2:I", "1a2:W", "1a2:P", "1a2:S2a2"]


@pytest.mark.parametrize("token", [*ACTIONS, "pass", "claim", "=void", f"F[{HASH}]"])
def test_tokens_are_read_and_written(token: str) -> None:
    assert GAME.format_move(GAME.parse_move(token)) == token


@pytest.mark.parametrize("action", ACTIONS)
def test_orders_and_due_turns_hold_an_action(action: str) -> None:
    for token in (f"F2[{action}]", f"F3[{action}]", f"={action}"):
        assert GAME.format_move(GAME.parse_move(token)) == token


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("", ["a token is an action"]),
        ("1a2-1a6", ["1a1 to 5e5"]),
        ("6a2-1a3", ["1a1 to 5e5"]),
        ("1f2-1a3", ["1a1 to 5e5"]),
        ("1A2-1A3", ["small letters", "1a2-1a3"]),
        ("1a2X1a3", ["small letters", "1a2x1a3"]),
        ("PASS", ["small letters", "pass"]),
        ("1a2:i", ["capitals", "1a2:I"]),
        ("F2[1a2:p]", ["capitals", "F2[1a2:P]"]),
        ("1a2:S", ["Sap names the point"]),
        ("F2[1a2:S]", ["Sap names the point"]),
        ("1a2:I1a3", []),
        ("1a2:X", []),
        ("F2[1a2-1a3", []),
        ("F21a2-1a3]", []),
        ("F2(1a2-1a3)", []),
        ("f2[1a2-1a3]", []),
        ("=F2[1a2-1a3]x", []),
        ("1a2-1a3]", []),
        ("=1a2-1a3]", []),
        ("==1a2-1a3", []),
        ("void", []),
        (f"F[{HASH[:-1]}]", ["64 digits"]),
        (f"F[{HASH.upper()}]", ["64 digits"]),
        (f"F[{HASH}", ["64 digits"]),
        (f"F2[{HASH}]", ["64 digits"]),
        ("1.", ["number"]),
        ("3...", ["number"]),
        (" 1a2-1a3", []),
        ("1a2-1a3\n", []),
        ("1a2–1a3", []),
        ("１a2-1a3", []),
        ("1a٢-1a3", []),
        ("pass ", []),
        ("1a2-1a3" * 9, []),
        ("\x00", []),
    ],
)
def test_what_is_no_token(token: str, words: list[str]) -> None:
    refused(bound(), token, "syntax", *words)


@given(st.text(max_size=40) | st.text("F23[]=#:-xIWPSabcde12345pascleimvod", max_size=20))
def test_any_text_is_a_token_or_refused(text: str) -> None:
    try:
        written = GAME.format_move(GAME.parse_move(text))
    except NotationError as error:
        written = text if error.reason.code in GAME.codes else error.reason.code
    assert written == text


@pytest.mark.parametrize("text", ["1" * 10**6, "F2[" * 10**5, "[" * 10**6, "F" + "9" * 10**5 + "[1a2-1a3]"])
def test_huge_texts_are_refused_quickly_and_briefly(text: str) -> None:
    fault = judge_token(GAME, bound(), text, 1)
    assert len(fault.message) < 400
    assert fault.suggestion in tokens(bound())


def test_numbers_are_those_of_pairs() -> None:
    assert GAME.number is not None
    labels = [GAME.number.label(None, ply) for ply in range(1, 6)]
    assert labels == [("1.", True), ("1...", False), ("2.", True), ("2...", False), ("3.", True)]


def test_the_nearest_token_is_of_the_same_shell_and_kind() -> None:
    def near(state: object, token: str) -> str | None:
        return judge_token(GAME, state, token, 1).suggestion

    state = placed(w1="1a1 IP", w2="1b1 W", b1="1a2", b2="3c3")
    assert near(state, "1a1x1b1") == "1a1x1a2"
    assert near(state, "1a1-3a1") == "1a1-2a1"
    assert near(state, "1b1-1b3") == "1b1-1b2"
    assert near(state, "F2[1a1x1b1]") == "F2[1a1x1a2]"
    assert near(state, "F4[1a1:P]") in ("F2[1a1:P]", "F3[1a1:P]")
    assert near(state, "passs") == "pass"
    assert near(state, "1a1:W") in ("1a1:I", "1a1:P")
    due = play(placed(w1="1a1", b1="5e5"), "F2[1a1-1a2]", "pass", "pass", "pass")
    assert near(due, "pass") == "=1a1-1a2"


def test_headings_go_as_the_list_does() -> None:
    assert GAME.group is not None
    for state in (bound(), play(placed(w1="1a1", b1="5e5"), "F2[1a1-1a2]", "pass", "pass", "pass")):
        headings = [GAME.group(move) for move in GAME.legal_moves(state)]
        runs = [name for index, name in enumerate(headings) if index == 0 or headings[index - 1] != name]
        assert len(runs) == len(set(runs))
    assert GAME.group(GAME.parse_move("1a2-1a3")) == "1a2"


def test_random_token_pieces_never_break_anything() -> None:
    chance, state = random.Random(4), bound()
    parts = [*"]=:-xSIP#", "F2[", "F3[", "F[", "pass", "void", *NAMES[:6], "0" * 64]
    for _ in range(4000):
        text = "".join(chance.choice(parts) for _ in range(chance.randrange(1, 7)))
        try:
            move = GAME.parse_move(text)
        except NotationError:
            continue
        GAME.why_illegal(state, move)
