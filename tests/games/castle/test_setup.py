"""Set-ups: the men, who begins, options, what excludes what, wrong types and values, decided positions."""

from typing import Any

import pytest

from struckle_cli.core.errors import NotationError
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import bind
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.board import NAMES
from struckle_cli.games.castle.state import State
from tests.games.castle import slow
from tests.games.castle.helpers import ROWS, board_with, codes_of, start, tokens

MEN = {
    8: "D8 Q8 J8 L8 F5 O5 H6 M6",
    16: "D8 Q8 J8 L8 F5 O5 H6 M6 D2 Q2 D5 Q5 H4 M4 F8 O8",
    22: "D8 Q8 J8 L8 F5 O5 H6 M6 D2 Q2 D5 Q5 H4 M4 F8 O8 F4 F6 O4 O6 H2 M2",
}
EMPTY_18 = "/".join(["19"] * 18)
LONE = f"{EMPTY_18}/w17b w 1"


def _men(state: State, side: int) -> set[str]:
    return {NAMES[square] for square, cell in enumerate(state.cells) if cell == side}


@pytest.mark.parametrize("men", [8, 16, 22])
def test_set_up(men: int) -> None:
    state = start(men=men)
    assert _men(state, 1) == set(MEN[men].split())
    assert len(_men(state, 1)) == len(_men(state, 2)) == men
    assert _men(state, 2) == {slow.rotate(square) for square in MEN[men].split()}
    assert all(state.board.walls[square] for square, cell in enumerate(state.cells) if cell)
    assert (state.side, state.turn, GAME.outcome(state)) == (1, 1, None)


def test_defaults() -> None:
    said = {"board": "castle-19", "men": 8, "first": "white", "own_castle": "open"}
    assert start() == start(**said)
    assert GAME.defaults == said
    assert GAME.seats == ("white", "black")


def test_first_black() -> None:
    state = start(first="black")
    assert (GAME.to_move(state), state.turn) == ("black", 1)
    assert state.cells == start().cells
    assert state != start()


@pytest.mark.parametrize("option", ["open", "closed"])
def test_own_castle(option: str) -> None:
    assert start(own_castle=option).closed == (option == "closed")


# --- what is no set-up --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"men": 0}, "castle.men"),
        ({"men": 9}, "castle.men"),
        ({"men": -8}, "castle.men"),
        ({"men": 2**70}, "castle.men"),
        ({"men": 8.0}, "setup.type"),
        ({"men": True}, "setup.type"),
        ({"men": False}, "setup.type"),
        ({"men": "8"}, "setup.type"),
        ({"men": None}, "setup.type"),
        ({"men": [8]}, "setup.type"),
        ({"first": "White"}, "setup.value"),
        ({"first": ""}, "setup.value"),
        ({"first": "w"}, "setup.value"),
        ({"first": 1}, "setup.type"),
        ({"first": None}, "setup.type"),
        ({"own_castle": "Closed"}, "setup.value"),
        ({"own_castle": True}, "setup.type"),
        ({"position": 5}, "setup.type"),
        ({"position": None}, "setup.type"),
        ({"position": ["19"]}, "setup.type"),
        ({"position": ""}, "castle.position"),
        ({"ownCastle": "open"}, "setup.unknown"),
        ({"goals": ["G3"]}, "setup.unknown"),
        ({"": 1}, "setup.unknown"),
        ({"men": 8, "position": LONE}, "setup.exclusive"),
        ({"men": 22, "position": LONE}, "setup.exclusive"),
        ({"board": "castle-19", "rows": ROWS}, "setup.exclusive"),
    ],
)
def test_what_is_no_set_up(fields: dict[str, Any], code: str) -> None:
    assert codes_of(fields) == [code]
    (fault,) = bind(GAME, fields).faults
    assert fault.pointer is not None
    assert fault.pointer.removeprefix("/setup/") in fields
    assert len(fault.message) < 500


def test_all_faults_are_told_at_once() -> None:
    fields = {"men": 9, "first": "red", "own_castle": 3, "board": "nowhere", "x": 1}
    assert sorted(codes_of(fields)) == sorted(
        ["castle.men", "setup.value", "setup.type", "castle.board", "setup.unknown"]
    )
    assert sorted(codes_of({"position": "x", "rows": ["x"]})) == ["castle.position", "castle.rows"]


def test_equal_values_of_other_types_are_not_mixed_up() -> None:
    """8 == 8.0 in Python; the second is wrong although the first was just read, and the other way round."""
    assert codes_of({"men": 8}) == []
    assert codes_of({"men": 8.0}) == ["setup.type"]
    assert codes_of({"men": 8}) == []


# --- positions as set-ups -----------------------------------------------------------------------


def test_a_position_says_who_is_to_move_and_the_turn() -> None:
    for first in ("white", "black"):
        state = start(position=f"{EMPTY_18}/w17b b 12", first=first)
        assert (GAME.to_move(state), state.turn) == ("black", 12)
        assert tokens(state) == sorted(tokens(state))
        assert GAME.format_position is not None
        assert GAME.format_position(state) == f"{EMPTY_18}/w17b b 12"


def test_the_turn_grows_after_the_side_that_did_not_begin() -> None:
    for first, turns in (("white", ["1", "1", "2", "2"]), ("black", ["1", "2", "2", "3"])):
        state = start(position=f"{EMPTY_18}/w17b w 1", first=first)
        seen = []
        for token in ("A1-A2", "T1-T2", "A2-A1", "T2-T1"):
            seen.append(str(state.turn))
            state = GAME.apply(state, GAME.parse_move(token))
        assert seen == turns


def test_a_position_stands_on_the_board_of_the_set_up() -> None:
    rows = board_with(A2="#")
    state = start(position=LONE, rows=rows, own_castle="closed")
    assert (list(state.board.rows), state.closed) == (rows, True)
    assert "A1-A2" in tokens(state)
    assert "A1-A3" not in tokens(state)


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        (f"{EMPTY_18}/w18 w 1", "white", "elimination"),
        (f"{EMPTY_18}/w18 b 1", "white", "elimination"),
        (f"{EMPTY_18}/b18 w 9", "black", "elimination"),
        ("19/19/19/19/9w9/" + "/".join(["19"] * 13) + "/b18 b 3", "white", "castle"),
        ("/".join(["19"] * 14) + "/9b9/19/19/19/w18 w 3", "black", "castle"),
        ("19/19/19/19/9w9/" + "/".join(["19"] * 14) + " b 3", "white", "castle"),  # C-3
        ("/".join(["19"] * 14) + "/9b9/19/19/19/19 b 3", "black", "castle"),
    ],
)
def test_a_position_that_is_decided_is_a_finished_game(position: str, winner: str, reason: str) -> None:
    state = start(position=position)
    assert GAME.outcome(state) == Outcome(winners=(winner,), reason=reason)
    assert (GAME.to_move(state), GAME.legal_moves(state)) == (None, [])


def test_a_position_decided_for_both_sides_is_an_error() -> None:
    both = "19/19/19/19/9w9/" + "/".join(["19"] * 9) + "/9b9/19/19/19/19 w 1"
    assert codes_of({"position": both}) == ["castle.decided-twice"]
    assert GAME.parse_position is not None
    with pytest.raises(NotationError) as error:
        GAME.parse_position(bind(GAME, {}).setup, both)
    assert error.value.reason.code == "castle.decided-twice"
    # The same by a board whose castles lie under the men of the set-up (C-4).
    assert codes_of({"rows": board_with(K5=".", K15=".", D8="b", D12="w")}) == ["castle.decided-twice"]


# --- numbers of moves ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "labels"),
    [
        ({}, ["1.", "1...", "2.", "2...", "3."]),
        ({"first": "black"}, ["1.", "1...", "2.", "2...", "3."]),
        ({"position": f"{EMPTY_18}/w17b w 7"}, ["7.", "7...", "8.", "8...", "9."]),
        ({"position": f"{EMPTY_18}/w17b b 7"}, ["7...", "8.", "8...", "9.", "9..."]),
        ({"position": f"{EMPTY_18}/w17b w 7", "first": "black"}, ["7...", "8.", "8...", "9.", "9..."]),
        ({"position": f"{EMPTY_18}/w17b b 7", "first": "black"}, ["7.", "7...", "8.", "8...", "9."]),
    ],
)
def test_pair_numbers(fields: dict[str, Any], labels: list[str]) -> None:
    assert GAME.number is not None
    setup = bind(GAME, fields).setup
    found = [GAME.number.label(setup, ply) for ply in range(1, 6)]
    assert [item[0] for item in found if item] == labels
    # A writer puts a number where the first side moves, and where a record opens with the second side.
    assert [item[1] for item in found if item] == [
        "..." not in label or not ply for ply, label in enumerate(labels)
    ]


@pytest.mark.parametrize("first", ["white", "black"])
def test_pair_numbers_are_the_turns_of_the_position_string(first: str) -> None:
    assert GAME.number is not None
    for side in "wb":
        bound = bind(GAME, {"position": f"{EMPTY_18}/w17b {side} 41", "first": first})
        state = bound.start
        for ply in range(1, 6):
            label = GAME.number.label(bound.setup, ply)
            assert label is not None
            assert label[0].rstrip(".") == str(state.turn)
            assert ("..." in label[0]) == (GAME.to_move(state) != first)
            quiet = [move for move in GAME.legal_moves(state) if not move.capture]
            state = GAME.apply(state, quiet[0])
