"""Every fault code of a token, in the order of the page, with the square it names; and the nearest token."""

import pytest

from struckle_cli.games.castle import GAME
from tests.games.castle.helpers import code, place, start, suggestion, tokens, why

ENDED = "castle.after-end"


@pytest.mark.parametrize(
    ("token", "expected", "named"),
    [
        ("A1-A2", "castle.empty-from", ["A1"]),
        ("D12-D11", "castle.not-yours", ["D12"]),
        ("D8-E9", "castle.not-straight", ["D8", "E9"]),
        ("D8-D8", "castle.not-straight", []),
        ("D8-K8", "castle.blocked", ["J8"]),
        ("D8xL8", "castle.blocked", ["J8"]),
        ("D8-D12", "castle.terrain", ["D9"]),
        ("J8-L8", "castle.terrain", ["K8"]),
        ("D8-A8", "castle.terrain", ["C8"]),
        ("D8-D1", "castle.terrain", ["D1"]),
        ("D8-J8", "castle.own-man", ["J8"]),
        ("D8xD2", "castle.capture-mark", ["D2"]),
    ],
)
def test_faults_at_the_start_name_their_square(token: str, expected: str, named: list[str]) -> None:
    reason = why(start(), token)
    assert reason is not None
    assert reason.code == expected
    assert all(square in reason.message.replace(",", " ").split() for square in named), reason.message


def test_capture_mark_onto_an_enemy() -> None:
    reason = why(place("D8", "D2 A1"), "D8-D2")
    assert reason is not None
    assert (reason.code, "D2" in reason.message) == ("castle.capture-mark", True)


def test_own_castle_names_its_square() -> None:
    for token in ("J5-K5", "J5-L5"):
        reason = why(place("J5", "A1", own_castle="closed"), token)
        assert reason is not None
        assert (reason.code, "K5" in reason.message) == ("castle.own-castle", True)


# Each line: a token with the fault of its code and all the faults that come behind it.
ORDER = [
    ("A1xC2", "castle.empty-from"),
    ("T9xR8", "castle.not-yours"),
    ("D8xE9", "castle.not-straight"),
    ("D8xD4", "castle.blocked"),  # D6 is in the way, D4 is empty
    ("D8-J8", "castle.own-man"),
    ("D8xE8", "castle.capture-mark"),
]


@pytest.mark.parametrize(("token", "expected"), ORDER)
def test_the_first_fault_of_several_is_named(token: str, expected: str) -> None:
    assert code(place("D8 J8 D6", "T9"), token) == expected


def test_syntax_comes_first_and_then_the_end() -> None:
    over = place("K15", "A1", "b")
    assert code(over, "A1-A0") == "castle.syntax"
    for token in ("A1-A2", "C3-C4", "K15-K16", "A1-B2", "A1xA2", "A1-A1"):
        assert code(over, token) == ENDED
    reason = why(over, "A1-A2")
    assert reason is not None
    assert "white" in reason.message


@pytest.mark.parametrize(
    ("white", "black", "token", "expected", "square"),
    [
        ("D8 D6", "A1", "D8-D1", "castle.blocked", "D6"),  # before the change at D1
        ("D8 D1", "A1", "D8-D1", "castle.terrain", "D1"),  # a change comes before what stands there
        ("D8", "D1 A1", "D8xD1", "castle.terrain", "D1"),
        ("D8 D9", "A1", "D8-D11", "castle.blocked", "D9"),  # a man on the square of the change
        ("D8", "D9 A1", "D8-D11", "castle.blocked", "D9"),
        ("D8 D10", "A1", "D8-D11", "castle.terrain", "D9"),  # the change is nearer than the man
        ("D8 D9", "A1", "D8-D9", "castle.own-man", "D9"),  # one square: no obstacle, the target
        ("D8 H8 F8", "A1", "D8-J8", "castle.blocked", "F8"),  # the nearest of two men
        ("A1 A9", "T1", "A9-A1", "castle.own-man", "A1"),
    ],
)
def test_the_first_obstacle_on_the_way(
    white: str, black: str, token: str, expected: str, square: str
) -> None:
    reason = why(place(white, black), token)
    assert reason is not None
    assert (reason.code, square in reason.message) == (expected, True), reason.message


@pytest.mark.parametrize(
    ("white", "token", "expected"),
    [
        ("J5 K5 L5", "J5-L5", "castle.blocked"),  # a man on the closed castle
        ("K4", "K4-K6", "castle.terrain"),
        ("L5 J5", "J5-L5", "castle.own-castle"),  # before the own man on the target
        ("J5", "J5xK5", "castle.own-castle"),  # before the wrong sign
        ("H5", "H5-K5", "castle.terrain"),
    ],
)
def test_a_closed_castle_among_the_obstacles(white: str, token: str, expected: str) -> None:
    assert code(place(white, "A1", own_castle="closed"), token) == expected


def test_every_code_of_a_token_is_documented() -> None:
    others = {"castle.terrain", "castle.syntax", ENDED, "castle.own-castle"}
    assert {expected for _, expected in ORDER} | others <= set(GAME.codes)
    assert all(sentence.endswith(".") for sentence in GAME.codes.values())


# --- notation -----------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["D8-D2", "d8-d2", "D8-d2", "d8-D2"])
def test_column_letters_are_read_in_either_case(token: str) -> None:
    move = GAME.parse_move(token)
    assert GAME.format_move(move) == "D8-D2"
    assert code(start(), token) is None


def test_captures_are_read_and_written() -> None:
    move = GAME.parse_move("d8xd2")
    assert (GAME.format_move(move), move.capture) == ("D8xD2", True)


@pytest.mark.parametrize(
    "token",
    [
        "", " ", "D8", "D8D2", "D8XD2", "d8Xd2", "D8-", "-D2", "D8-D2 ", " D8-D2", "D8 -D2", "D8-D2\n",
        "D8--D2", "D8-xD2", "D8:D2", "D8\N{EN DASH}D2", "I8-I2", "D8-I8", "i8-d8", "U1-U2", "D0-D2", "D8-D20",
        "D8-D08", "D08-D2", "D8-D002", "D8-D\N{FULLWIDTH DIGIT TWO}", "D8-D\N{ARABIC-INDIC DIGIT TWO}",
        "D8-D2+", "D8-D2-D3", "8D-2D", "D8xD", "AA1-A2", "\N{CYRILLIC CAPITAL LETTER A}1-A2", "D8-D2\0",
        "D-8-D2",
    ],
)  # fmt: skip
def test_what_is_no_token(token: str) -> None:
    assert code(start(), token) == "castle.syntax"


def test_all_square_names_are_read() -> None:
    for column in "ABCDEFGHJKLMNOPQRST":
        for row in range(1, 20):
            token = f"{column}{row}-A1"
            assert GAME.format_move(GAME.parse_move(token)) == token


# --- the nearest legal token --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("white", "black", "token", "nearest"),
    [
        ("D8 G8", "A1", "D8-H8", "D8-F8"),
        ("D8", "G8 A1", "D8-H8", "D8xG8"),
        ("D8", "A1", "D8xD2", "D8-D2"),
        ("D8", "D2 A1", "D8-D2", "D8xD2"),
        ("D8 T1", "A1", "D8XD2", "D8-D2"),
        ("D8", "A1", "D8-K8", "D8-J8"),
        ("D8", "A1", "D8-D11", "D8-D9"),
        ("D8 T1", "A1", "d8-d20", "D8-D9"),
    ],
)
def test_the_nearest_token_of_a_refused_one(white: str, black: str, token: str, nearest: str) -> None:
    state = place(white, black)
    assert code(state, token) is not None
    found = suggestion(state, token)
    assert found in tokens(state)
    if token != "d8-d20":  # no square D20: any move of the man will do
        assert found == nearest
    else:
        assert found is not None
        assert found.startswith("D8")


def test_the_nearest_token_has_the_man_that_was_meant() -> None:
    state = start()
    for man in ("D8", "Q8", "J8", "L8", "F5", "O5", "H6", "M6"):
        for column in "ADKT":
            for row in (1, 9, 19):
                token = f"{man}x{column}{row}"
                found = suggestion(state, token) if code(state, token) else token
                assert found is not None
                assert found.startswith(f"{man}-")


def test_no_nearest_token_after_the_end() -> None:
    assert suggestion(place("K15", "A1", "b"), "A1-A2") is None
