"""What a Castle record claims about its start, and the checking of it.

A `Setup` is the claim once its fields have the right types; `read_setup` tells all that is wrong with
it. Source: the game's page, *Set-up* and *Notation*; rulings C-1, C-4 and C-5.
"""

from collections.abc import Mapping
from typing import cast

import msgspec

from struckle_cli.core.errors import Fault, Reason, short
from struckle_cli.core.game import SetupField
from struckle_cli.core.setups import check_fields, excluded
from struckle_cli.games.castle.board import (
    BLACK,
    DEFAULT_BOARD,
    EMPTY,
    SIZE,
    SQUARE,
    SQUARES,
    WHITE,
    Board,
    board_from_rows,
    named_board,
)

MEN_8 = "D8 Q8 J8 L8 F5 O5 H6 M6"
MEN_16 = f"{MEN_8} D2 Q2 D5 Q5 H4 M4 F8 O8"
MEN_22 = f"{MEN_16} F4 F6 O4 O6 H2 M2"
WHITE_MEN = {count: tuple(SQUARE[name] for name in names.split()) for count, names in
             ((8, MEN_8), (16, MEN_16), (22, MEN_22))}  # fmt: skip
"""White's men of each set-up; Black's are their 180-degree rotation. They stand so on every board (C-4)."""

FIELDS = (
    SetupField(
        name="board", kind="text", help="name of a board, or a board file", default=DEFAULT_BOARD, file=True
    ),
    SetupField(
        name="rows",
        kind="json",
        help="a board in the record itself: 19 strings of 19 of '#.wb', row 19 first",
        schema={
            "type": "array",
            "items": {"type": "string", "pattern": "^[#.wb]{19}$"},
            "minItems": SIZE,
            "maxItems": SIZE,
        },
    ),
    SetupField(
        name="men",
        kind="integer",
        help="men a side: 8, 16 or 22",
        default=8,
        schema={"type": "integer", "enum": [8, 16, 22]},
    ),
    SetupField(name="position", kind="text", help="a position string to start from"),
    SetupField(
        name="first", kind="text", help="who moves first", default="white", choices=("white", "black")
    ),
    SetupField(
        name="own_castle",
        kind="text",
        help="closed: no man may enter or cross its own castle square",
        default="open",
        choices=("open", "closed"),
    ),
)


class Placement(msgspec.Struct, frozen=True):
    """The changing part of a position: 361 cells (0 empty, 1 white, 2 black), side to move, turn number."""

    cells: bytes
    side: int
    turn: int


class Setup(msgspec.Struct, frozen=True):
    """A set-up that is complete and possible: the board, where play starts and by which option."""

    board: Board
    start: Placement
    first: int
    closed: bool


def standard_cells(men: int) -> bytes:
    """The cells of the 8, 16 or 22 men set-up: Black's men are White's, turned by 180 degrees."""
    cells = bytearray(SQUARES)
    for square in WHITE_MEN[men]:
        cells[square] = WHITE
        cells[SQUARES - 1 - square] = BLACK
    return bytes(cells)


def read_setup(fields: Mapping[str, object]) -> tuple[Setup | None, list[Fault]]:
    """The set-up that a record claims, or None and everything that is wrong with it."""
    faults = check_fields(FIELDS, fields)
    faults += excluded(fields, "position", "men") + excluded(fields, "rows", "board")
    wrong = {fault.pointer for fault in faults}
    first = WHITE if fields.get("first", "white") == "white" else BLACK
    board: Board | Reason | None = None
    where = "/setup/rows" if "rows" in fields else "/setup/board"
    if where not in wrong:
        board = _read_board(fields, faults)
        if isinstance(board, Reason):
            faults.append(Fault(code=board.code, message=board.message, pointer=where))
    start: Placement | Reason | None = None
    if "position" in fields and "/setup/position" not in wrong:
        start = parse_placement(cast(str, fields["position"]))
        if isinstance(start, Reason):
            faults.append(
                Fault(
                    code=start.code,
                    message=start.message,
                    pointer="/setup/position",
                    token=short(fields["position"]),
                )
            )
    elif "position" not in fields:
        start = _standard_start(fields, first, faults, wrong)
    if faults or not isinstance(board, Board) or not isinstance(start, Placement):
        return None, faults
    setup = Setup(board, start, first, fields.get("own_castle", "open") == "closed")
    if decided_for(board, start.cells) == {WHITE, BLACK}:
        why = "each side has a man on the other's castle, so both would have won"
        return None, [Fault(code="castle.decided-twice", message=why, pointer="/setup")]
    return setup, []


def _read_board(fields: Mapping[str, object], faults: list[Fault]) -> Board | Reason | None:
    if "rows" not in fields:
        return named_board(cast(str, fields.get("board", DEFAULT_BOARD)))
    rows = fields["rows"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        why = f"rows must be a list of {SIZE} strings"
        faults.append(Fault(code="setup.type", message=why, pointer="/setup/rows"))
        return None
    return board_from_rows(rows)


def _standard_start(
    fields: Mapping[str, object], first: int, faults: list[Fault], wrong: set[str | None]
) -> Placement | None:
    men = fields.get("men", 8)
    if "/setup/men" in wrong:
        return None
    if men not in WHITE_MEN:
        why = f"a side has 8, 16 or 22 men, not {short(men)}"
        faults.append(Fault(code="castle.men", message=why, pointer="/setup/men", token=short(men)))
        return None
    return Placement(standard_cells(men), first, 1)


def decided_for(board: Board, cells: bytes) -> set[int]:
    """The sides that have won in this position: a man on the enemy castle, or no enemy man left."""
    winners = set()
    for side, enemy in ((WHITE, BLACK), (BLACK, WHITE)):
        if cells[board.enemy_castle(side)] == side or enemy not in cells:
            winners.add(side)
    return winners


MAX_TURN_DIGITS = 18
"""Digits that the number of the turn has in a set-up; a position reached in play may have one more."""


def parse_placement(text: str, digits: int = MAX_TURN_DIGITS) -> Placement | Reason:
    """A position string: 19 rows from row 19 down, the side to move, the number of the turn.

    Strict: each row is exactly 19 wide, a run of empty squares is one decimal number without
    leading zero, one blank between the three parts, at least one man in all.
    """
    parts = text.split(" ")
    if len(parts) != 3:
        return _bad("has three parts with one blank between them: the rows, w or b, the turn's number")
    rows = parts[0].split("/")
    if len(rows) != SIZE:
        return _bad(f"has {SIZE} rows with '/' between them, row {SIZE} first; here are {len(rows)}")
    cells = bytearray()
    for number, row in zip(range(1, SIZE + 1), reversed(rows), strict=True):
        line = _parse_row(row, number)
        if isinstance(line, Reason):
            return line
        cells += line
    if parts[1] not in ("w", "b"):
        return _bad(f"names the side to move as w or b, not {parts[1]!r}")
    turn = parts[2]
    if not (turn.isascii() and turn.isdigit() and turn[0] != "0" and len(turn) <= digits):
        wanted = f"from 1, without leading zero, at most {digits} digits"
        return _bad(f"ends with the number of the turn, {wanted}, not {turn[:24]!r}")
    if not any(cells):
        return _bad("has at least one man in all")
    return Placement(bytes(cells), WHITE if parts[1] == "w" else BLACK, int(turn))


def _bad(what: str) -> Reason:
    return Reason("castle.position", f"a position string {what}")


def _parse_row(row: str, number: int) -> bytes | Reason:
    cells = bytearray()
    index = 0
    while index < len(row):
        char = row[index]
        if char in "wb":
            cells.append(WHITE if char == "w" else BLACK)
            index += 1
            continue
        end = index
        while end < len(row) and row[end] in "0123456789":
            end += 1
        if end == index:
            return _bad(f"holds w, b and numbers; row {number} has {char!r}")
        run = row[index:end]
        if run[0] == "0" or len(run) > 2:
            return _bad(
                f"counts empty squares from 1 to {SIZE} without leading zero; row {number} has {run[:20]!r}"
            )
        cells += bytes((EMPTY,)) * int(run)
        index = end
    if len(cells) != SIZE:
        return _bad(f"has rows of exactly {SIZE} squares; row {number} has {len(cells)}")
    return bytes(cells)


def format_placement(start: Placement) -> str:
    """The position string of a placement; `parse_placement` reads it back."""
    rows = []
    for low in range(SQUARES - SIZE, -1, -SIZE):
        row, run = "", 0
        for cell in start.cells[low : low + SIZE]:
            if cell == EMPTY:
                run += 1
                continue
            row += (str(run) if run else "") + "?wb"[cell]
            run = 0
        rows.append(row + (str(run) if run else ""))
    return f"{'/'.join(rows)} {'?wb'[start.side]} {start.turn}"
