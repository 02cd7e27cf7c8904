"""The default board's facts, and boards that users bring: rows in the record, files, names."""

from pathlib import Path
from typing import Any

import pytest

from struckle_cli.core.errors import Reason
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.board import (
    COLUMNS,
    NAMES,
    SQUARE,
    Board,
    board_from_rows,
    named_board,
    parse_board_file,
    tables,
)
from tests.games.castle import slow
from tests.games.castle.helpers import ROWS, board_with, codes_of, start, tokens


def _default() -> Board:
    board = named_board("castle-19")
    assert isinstance(board, Board)
    return board


def test_106_wall_and_255_ground_squares() -> None:
    assert (_default().walls.count(1), _default().walls.count(0)) == (106, 255)


def test_the_board_is_that_of_the_page() -> None:
    assert _default().rows == slow.BOARD
    assert [NAMES[square] for square in _default().castles] == ["K5", "K15"]
    assert _default() == start().board == start(board="castle-19").board == start(rows=ROWS).board


def test_the_board_is_symmetric() -> None:
    walls = _default().walls
    assert walls == walls[::-1]  # turned by 180 degrees
    rows = [walls[low : low + 19] for low in range(0, 361, 19)]
    assert all(row == row[::-1] for row in rows)
    assert sum(_default().castles) == 360


def test_square_names() -> None:
    assert COLUMNS == "ABCDEFGHJKLMNOPQRST"
    assert (NAMES[0], NAMES[18], NAMES[342], NAMES[360]) == ("A1", "T1", "A19", "T19")
    assert list(NAMES) == slow.SQUARES
    assert all(SQUARE[name] == number for number, name in enumerate(NAMES))


def test_a_board_has_5832_pairs_of_squares() -> None:
    """The number of the architecture page; a closed castle takes some away for its side."""
    both = [tables(_default(), closed).rays for closed in (False, True)]
    counts = [[sum(len(ray) for rays in table[side] for ray in rays) for side in (1, 2)] for table in both]
    assert counts[0] == [5832, 5832]
    assert counts[1] == [5832 - 6, 5832 - 6]  # four ways in, two across


def test_what_the_source_says_of_attacks() -> None:
    """Three walls from the side, two in the centre, the outer one with a hole in its middle."""
    wall = {name for name in NAMES if _default().walls[SQUARE[name]]}
    for castle, outer, inner in (("5", "8", "6"), ("15", "12", "14")):
        for side in ("ABCDEFGHJ", "LMNOPQRST"):
            assert sum(f"{column}{castle}" in wall for column in side) == 3
        assert f"K{outer}" not in wall
        assert {f"J{outer}", f"L{outer}", f"K{inner}"} <= wall
    edges = {f"{c}{r}" for c in COLUMNS for r in range(1, 20) if c in "AT" or r in (1, 19, 9, 10, 11)}
    assert not edges & wall


# --- rows in the record -------------------------------------------------------------------------


def test_rows_change_where_men_may_go() -> None:
    state = start(rows=board_with(F8="."))
    assert "D8-E8" in tokens(state)
    assert "D8-F8" not in tokens(state)


def test_castles_may_stand_anywhere_on_ground() -> None:
    state = start(rows=board_with(K5=".", A1="b", K15=".", A2="w"))
    assert [NAMES[square] for square in state.board.castles] == ["A2", "A1"]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (ROWS[:-1], "castle.rows"),
        ([*ROWS, ROWS[0]], "castle.rows"),
        ([], "castle.rows"),
        ([*ROWS[:-1], "." * 18], "castle.rows"),
        ([*ROWS[:-1], "." * 20], "castle.rows"),
        ([*ROWS[:-1], "." * 18 + "W"], "castle.rows"),
        ([*ROWS[:-1], "." * 18 + " "], "castle.rows"),
        ([*ROWS[:-1], "." * 18 + "\N{FULLWIDTH FULL STOP}"], "castle.rows"),
        ([*ROWS[:-1], "." * 18 + "w"], "castle.castle-count"),
        ([*ROWS[:-1], "." * 18 + "b"], "castle.castle-count"),
        (board_with(K5="."), "castle.castle-count"),
        (board_with(K15="#"), "castle.castle-count"),
        (["." * 19] * 19, "castle.castle-count"),
        ("." * 361, "setup.type"),
        ([*ROWS[:-1], 7], "setup.type"),
        ([*ROWS[:-1], None], "setup.type"),
        ([list(row) for row in ROWS], "setup.type"),
        (None, "setup.type"),
        (7, "setup.type"),
        ({"rows": ROWS}, "setup.type"),
    ],
)
def test_rows_that_are_no_board(rows: Any, code: str) -> None:
    assert codes_of({"rows": rows}) == [code]


def test_a_wrong_row_is_named() -> None:
    rows = list(ROWS)
    rows[4] = rows[4].replace("b", "x")
    reason = board_from_rows(rows)
    assert isinstance(reason, Reason)
    assert "K15" in reason.message
    reason = board_from_rows([*ROWS[:3], "...", *ROWS[4:]])
    assert isinstance(reason, Reason)
    assert "row 16" in reason.message


def test_rows_exclude_board() -> None:
    assert codes_of({"rows": ROWS, "board": "castle-19"}) == ["setup.exclusive"]


# --- named boards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["nowhere", "", "Castle-19", "castle-19.txt", "castle-19 ", "../data/castle-19", "/etc/passwd", "rules",
     "x" * 5000, "castle-19\n", "-", "castle-19\0"],
)  # fmt: skip
def test_unknown_boards(name: str) -> None:
    assert codes_of({"board": name}) == ["castle.board"]


@pytest.mark.parametrize("value", [19, True, None, 1.5, ["castle-19"], {"name": "castle-19"}])
def test_a_board_is_named_by_a_string(value: Any) -> None:
    assert codes_of({"board": value}) == ["setup.type"]


def test_the_games_own_boards_are_listed() -> None:
    assert GAME.boards()[0] == "castle-19"


def test_a_board_of_a_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "none"
    monkeypatch.setenv("STRUCKLE_DATA", f"{empty}:{tmp_path}")
    rows = board_with(F8=".")
    (tmp_path / "own-hole.txt").write_text("; my board\n\n" + "\n".join(rows) + "\n")
    state = start(board="own-hole")
    assert list(state.board.rows) == rows
    assert state == start(rows=rows)
    (tmp_path / "own-broken.txt").write_text("\n".join(rows[:-1]))
    assert codes_of({"board": "own-broken"}) == ["castle.rows"]
    (tmp_path / "own-latin.txt").write_bytes(b"\xff\xfe")
    assert codes_of({"board": "own-latin"}) == ["castle.board"]
    (tmp_path / "castle-19.txt").write_text("\n".join(rows))  # the game's own comes first
    assert list(start().board.rows) == ROWS


def test_a_users_folder_has_to_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own-unseen.txt").write_text("\n".join(ROWS))
    monkeypatch.delenv("STRUCKLE_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    assert codes_of({"board": "own-unseen"}) == ["castle.board"]


def test_a_board_added_later_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that was not known once may be known when the user has added the file."""
    monkeypatch.setenv("STRUCKLE_DATA", str(tmp_path))
    assert isinstance(named_board("own-later"), Reason)
    (tmp_path / "own-later.txt").write_text("\n".join(ROWS))
    assert isinstance(named_board("own-later"), Board)


def test_a_board_file_becomes_rows() -> None:
    text = "; a remark\r\n" + "\r\n".join(ROWS) + "\r\n\r\n"
    assert parse_board_file(text) == ROWS
    assert GAME.import_setup is not None
    assert GAME.import_setup("board", text) == ("rows", ROWS)
    assert GAME.import_setup("position", "x") == ("position", "x")
