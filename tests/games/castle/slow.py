"""A second, naive and slow derivation of the rules of Castle, for tests to compare with.

Written from the sentences of the rules page alone; imports nothing of the project. A square is
its name ("D8"), a board is 19 strings of `#` wall, `.` ground, `w`/`b` castles (which are ground),
top row (row 19) first; a man is 'w' or 'b'.
"""

import re
from dataclasses import dataclass
from functools import cache

COLUMNS = "ABCDEFGHJKLMNOPQRST"  # no I
SIZE = 19

BOARD = (
    "...................",  # 19
    "...#############...",  # 18
    "...#...........#...",  # 17
    "...#.#.#####.#.#...",  # 16
    "...#.#.#.b.#.#.#...",  # 15
    "...#.#.#####.#.#...",  # 14
    "...#...........#...",  # 13
    "...######.######...",  # 12
    "...................",  # 11
    "...................",  # 10
    "...................",  # 9
    "...######.######...",  # 8
    "...#...........#...",  # 7
    "...#.#.#####.#.#...",  # 6
    "...#.#.#.w.#.#.#...",  # 5
    "...#.#.#####.#.#...",  # 4
    "...#...........#...",  # 3
    "...#############...",  # 2
    "...................",  # 1
)

WHITE_8 = ["D8", "Q8", "J8", "L8", "F5", "O5", "H6", "M6"]
WHITE_16 = [*WHITE_8, "D2", "Q2", "D5", "Q5", "H4", "M4", "F8", "O8"]
WHITE_22 = [*WHITE_16, "F4", "F6", "O4", "O6", "H2", "M2"]
WHITE_MEN = {8: WHITE_8, 16: WHITE_16, 22: WHITE_22}

SQUARES = [column + str(row) for row in range(1, SIZE + 1) for column in COLUMNS]
SIDE_NAMES = {"w": "white", "b": "black"}
OTHER = {"w": "b", "b": "w"}

TOKEN = re.compile(
    r"([A-HJ-Ta-hj-t])([1-9]|1[0-9])"  # from
    r"([-x])"
    r"([A-HJ-Ta-hj-t])([1-9]|1[0-9])"  # to
)


@dataclass(frozen=True)
class Position:
    """Everything the rules ask about; `men` is never changed in place."""

    men: dict[str, str]  # square name -> 'w' or 'b'
    to_move: str = "w"  # 'w' or 'b'
    turn: int = 1
    first: str = "white"  # 'white' or 'black': the side that began
    own_castle: str = "open"  # 'open' or 'closed' (C-1)
    rows: tuple[str, ...] = BOARD


# --- board and set-up ---------------------------------------------------------------------------


def check_rows(rows: tuple[str, ...]) -> None:
    """Raise ValueError unless `rows` is a board: 19x19 and exactly one castle per side."""
    if len(rows) != SIZE:
        raise ValueError("a board has 19 rows")
    for row in rows:
        if len(row) != SIZE or not set(row) <= set("#.wb"):
            raise ValueError(f"not a row of a board: {row!r}")
    everything = "".join(rows)
    if everything.count("w") != 1 or everything.count("b") != 1:
        raise ValueError("a board has exactly one castle per side")


def coordinates(square: str) -> tuple[int, int]:
    """Column 0..18 from the left, row 1..19 from White's edge."""
    return COLUMNS.index(square[0]), int(square[1:])


def square_character(rows: tuple[str, ...], square: str) -> str:
    column, row = coordinates(square)
    return rows[SIZE - row][column]


def is_wall(rows: tuple[str, ...], square: str) -> bool:
    return square_character(rows, square) == "#"


@cache
def castle_of(rows: tuple[str, ...], side: str) -> str:
    for square in SQUARES:
        if square_character(rows, square) == side:
            return square
    raise ValueError(f"no castle for {side}")


def rotate(square: str) -> str:
    """The 180-degree rotation: row r -> 20-r, column mirrored."""
    column, row = coordinates(square)
    return COLUMNS[SIZE - 1 - column] + str(20 - row)


def set_up(
    men: int, first: str = "white", own_castle: str = "open", rows: tuple[str, ...] = BOARD
) -> Position:
    """The start with 8, 16 or 22 men a side; the same squares on every board (C-4)."""
    check_rows(rows)
    placed: dict[str, str] = {}
    for square in WHITE_MEN[men]:
        placed[square] = "w"
        placed[rotate(square)] = "b"
    return Position(placed, {"white": "w", "black": "b"}[first], 1, first, own_castle, rows)


# --- rules --------------------------------------------------------------------------------------


def outcome(position: Position) -> tuple[str, str] | None:
    """None while the game runs, else (winner, 'castle' or 'elimination').

    C-3: castle goes before elimination. ValueError: the position is decided for both sides.
    """
    won: dict[str, str] = {}
    for side, enemy in OTHER.items():
        if enemy not in position.men.values():
            won[side] = "elimination"
        if position.men.get(castle_of(position.rows, enemy)) == side:
            won[side] = "castle"
    if len(won) == 2:
        raise ValueError("decided for both sides")
    for side, reason in won.items():
        return SIDE_NAMES[side], reason
    return None


def split_token(token: str) -> tuple[str, str, str] | None:
    """(from, sign, to) with upper case columns, or None if the token has not the shape."""
    match = TOKEN.fullmatch(token)
    if match is None:
        return None
    from_column, from_row, sign, to_column, to_row = match.groups()
    return from_column.upper() + from_row, sign, to_column.upper() + to_row


def squares_on_the_way(start: str, target: str) -> list[str] | None:
    """The squares after `start` up to and with `target`, or None if that is no straight way."""
    column, row = coordinates(start)
    to_column, to_row = coordinates(target)
    if start == target or (column != to_column and row != to_row):
        return None
    way: list[str] = []
    while (column, row) != (to_column, to_row):
        column += (to_column > column) - (to_column < column)
        row += (to_row > row) - (to_row < row)
        way.append(COLUMNS[column] + str(row))
    return way


def first_obstacle(position: Position, start: str, way: list[str]) -> str | None:
    """What the man meets first; on one square: a man, then terrain, then the own castle."""
    kind = is_wall(position.rows, start)
    own_castle = castle_of(position.rows, position.to_move)
    for square in way:
        if square != way[-1] and square in position.men:
            return "castle.blocked"
        if len(way) > 1 and is_wall(position.rows, square) != kind:
            return "castle.terrain"
        if position.own_castle == "closed" and square == own_castle:
            return "castle.own-castle"
    return None


def why_illegal(position: Position, token: str) -> str | None:
    """The code of the first fault of `token`, or None if it is legal."""
    parts = split_token(token)
    if parts is None:
        return "castle.syntax"
    if outcome(position) is not None:
        return "castle.after-end"
    start, sign, target = parts
    if start not in position.men:
        return "castle.empty-from"
    if position.men[start] != position.to_move:
        return "castle.not-yours"
    way = squares_on_the_way(start, target)
    if way is None:
        return "castle.not-straight"
    return first_obstacle(position, start, way) or fault_on_target(position, sign, target)


def fault_on_target(position: Position, sign: str, target: str) -> str | None:
    """What is wrong with a target that the man reaches."""
    if position.men.get(target) == position.to_move:
        return "castle.own-man"
    if (target in position.men) != (sign == "x"):
        return "castle.capture-mark"
    return None


def legal_tokens(position: Position) -> list[str]:
    """All legal tokens in string order, found by trying every from, sign and to."""
    tokens = (start + sign + target for start in SQUARES for sign in "-x" for target in SQUARES)
    return sorted(token for token in tokens if why_illegal(position, token) is None)


def apply(position: Position, token: str) -> Position:
    """The position after `token`; ValueError with the fault code if it is illegal."""
    fault = why_illegal(position, token)
    parts = split_token(token)
    if fault is not None or parts is None:
        raise ValueError(f"{token!r}: {fault}")
    return moved(position, parts[0], parts[2])


def moved(position: Position, start: str, target: str) -> Position:
    """The position after a move already known to be legal."""
    men = dict(position.men)
    men[target] = men.pop(start)
    began = SIDE_NAMES[position.to_move] == position.first
    turn = position.turn if began else position.turn + 1
    return Position(men, OTHER[position.to_move], turn, position.first, position.own_castle, position.rows)


# --- perft --------------------------------------------------------------------------------------


def walked_tokens(position: Position) -> list[str]:
    """The same as `legal_tokens`, by walking from each man in four directions."""
    if outcome(position) is not None:
        return []
    closed = castle_of(position.rows, position.to_move) if position.own_castle == "closed" else ""
    tokens: list[str] = []
    for start, side in position.men.items():
        if side != position.to_move:
            continue
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            tokens += walk(position, start, right, up, closed)
    return sorted(tokens)


def walk(position: Position, start: str, right: int, up: int, closed: str) -> list[str]:
    """The legal tokens of one man in one direction; `closed` is a square not to be touched."""
    column, row = coordinates(start)
    tokens: list[str] = []
    while True:
        column, row = column + right, row + up
        if not (0 <= column < SIZE and 1 <= row <= SIZE):
            return tokens
        square = COLUMNS[column] + str(row)
        man = position.men.get(square)
        other_kind = is_wall(position.rows, square) != is_wall(position.rows, start)
        if square == closed or man == position.to_move or (other_kind and tokens):
            return tokens
        tokens.append(start + ("-" if man is None else "x") + square)
        if man is not None or other_kind:
            return tokens


def perft(position: Position, n: int) -> int:
    """How many sequences of exactly n legal tokens there are; shorter, ended games do not count."""
    if n == 0:
        return 1
    tokens = walked_tokens(position)
    if n == 1:
        return len(tokens)
    total = 0
    for token in tokens:
        start, target = re.split("[-x]", token)
        total += perft(moved(position, start, target), n - 1)
    return total


# --- position string ----------------------------------------------------------------------------


def format_position(position: Position) -> str:
    rows: list[str] = []
    for row in range(SIZE, 0, -1):
        line = "".join(position.men.get(column + str(row), ".") for column in COLUMNS)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), line))
    return f"{'/'.join(rows)} {position.to_move} {position.turn}"


def parse_position(
    text: str, first: str = "white", own_castle: str = "open", rows: tuple[str, ...] = BOARD
) -> Position:
    """The position `text` says; what it does not say comes as arguments. ValueError if malformed."""
    check_rows(rows)
    fields = text.split(" ")
    if len(fields) != 3:
        raise ValueError("a position is rows, side and turn, with one space between")
    lines = fields[0].split("/")
    if len(lines) != SIZE:
        raise ValueError("a position has 19 rows")
    men: dict[str, str] = {}
    for row, line in zip(range(SIZE, 0, -1), lines, strict=True):
        for column, man in zip(COLUMNS, expand_row(line), strict=True):
            if man != ".":
                men[column + str(row)] = man
    if not men:
        raise ValueError("a position has at least one man")
    if fields[1] not in ("w", "b"):
        raise ValueError(f"not a side: {fields[1]!r}")
    if re.fullmatch("[1-9][0-9]*", fields[2]) is None:
        raise ValueError(f"not a turn number: {fields[2]!r}")
    return Position(men, fields[1], int(fields[2]), first, own_castle, rows)


def expand_row(line: str) -> str:
    """19 characters `w`, `b` or `.` from one row of a position string."""
    parts: list[str] = re.findall("[wb]|[1-9][0-9]*", line)
    if "".join(parts) != line:
        raise ValueError(f"not a row of a position: {line!r}")
    width = 0
    expanded = ""
    for part in parts:
        length = 1 if part in "wb" else int(part)
        width += length
        if width > SIZE:
            raise ValueError(f"row wider than 19: {line!r}")
        expanded += part if part in "wb" else "." * length
    if width != SIZE:
        raise ValueError(f"row not 19 wide: {line!r}")
    return expanded
