"""Castle games by random playout, written from the rules page alone.

It imports nothing of `struckle_cli` on purpose: the corpus is then an independent source, so that a
benchmark run is also a check that two derivations of the rules agree. Squares are 0..360,
`19 * row + column` with row 0 at White's edge; a side is 0 (white) or 1 (black).
"""

import json
import random
from collections.abc import Iterator
from typing import Final

COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"
SIZE: Final = 19
SEATS: Final = ("white", "black")
EMPTY: Final = 2

BOARD: Final = """\
...................
...#############...
...#...........#...
...#.#.#####.#.#...
...#.#.#.b.#.#.#...
...#.#.#####.#.#...
...#...........#...
...######.######...
...................
...................
...................
...######.######...
...#...........#...
...#.#.#####.#.#...
...#.#.#.w.#.#.#...
...#.#.#####.#.#...
...#...........#...
...#############...
..................."""
TERRAIN: Final = "".join(reversed(BOARD.splitlines()))
WALL: Final = tuple(char == "#" for char in TERRAIN)
CASTLES: Final = (TERRAIN.index("w"), TERRAIN.index("b"))

MEN_8: Final = "D8 Q8 J8 L8 F5 O5 H6 M6"
MEN_16: Final = f"{MEN_8} D2 Q2 D5 Q5 H4 M4 F8 O8"
MEN_22: Final = f"{MEN_16} F4 F6 O4 O6 H2 M2"
SETUPS: Final = {8: MEN_8, 16: MEN_16, 22: MEN_22}

Step = tuple[int, str, str]  # target, token without capture, token with capture
Result = dict[str, object] | None


def name(square: int) -> str:
    """`D8` for the square in column D, row 8."""
    return f"{COLUMNS[square % SIZE]}{square // SIZE + 1}"


def parse(text: str) -> int:
    """The square called `text` (canonical upper case)."""
    return (int(text[1:]) - 1) * SIZE + COLUMNS.index(text[0])


def _line(square: int, columns: int, rows: int) -> Iterator[int]:
    """The squares from `square` (not included) to the edge in one direction."""
    column, row = square % SIZE + columns, square // SIZE + rows
    while 0 <= column < SIZE and 0 <= row < SIZE:
        yield row * SIZE + column
        column, row = column + columns, row + rows


def _ray(square: int, columns: int, rows: int) -> tuple[Step, ...]:
    """The targets in one direction were the board empty, nearest first (rules 1 to 3 of the turn)."""
    steps: list[Step] = []
    for target in _line(square, columns, rows):
        changes = WALL[target] != WALL[square]
        if changes and steps:
            break
        steps.append((target, f"{name(square)}-{name(target)}", f"{name(square)}x{name(target)}"))
        if changes:
            break
    return tuple(steps)


RAYS: Final = tuple(
    tuple(_ray(square, columns, rows) for columns, rows in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    for square in range(SIZE * SIZE)
)


def man_moves(owner: list[int], square: int, side: int) -> list[tuple[int, str]]:
    """What the man of `side` on `square` may do: target and token."""
    found: list[tuple[int, str]] = []
    for ray in RAYS[square]:
        for target, quiet, capture in ray:
            holder = owner[target]
            if holder == EMPTY:
                found.append((target, quiet))
                continue
            if holder != side:
                found.append((target, capture))
            break
    return found


def start(men: int) -> tuple[list[int], tuple[list[int], list[int]]]:
    """Owner of each square, and the squares of each side's men; Black's are White's turned by 180 degrees."""
    white = [parse(text) for text in SETUPS[men].split()]
    black = [SIZE * SIZE - 1 - square for square in white]
    owner = [EMPTY] * (SIZE * SIZE)
    for side, squares in enumerate((white, black)):
        for square in squares:
            owner[square] = side
    return owner, (white, black)


def _wanted(moves: list[tuple[int, str]], goal: int) -> list[tuple[int, str]]:
    """The moves that win by the castle, else those that capture."""
    return [move for move in moves if move[0] == goal] or [move for move in moves if "x" in move[1]]


def _choose(
    rng: random.Random, owner: list[int], men: list[int], side: int, keen: float
) -> tuple[int, int, str]:
    """A man (its index in `men`) and his move. A keen player tries several for a capture."""
    for _ in range(4 if rng.random() < keen else 0):
        index = int(rng.random() * len(men))
        moves = _wanted(man_moves(owner, men[index], side), CASTLES[1 - side])
        if moves:
            return index, *rng.choice(moves)
    while True:  # ends: a player with a man always has a move
        index = int(rng.random() * len(men))
        moves = man_moves(owner, men[index], side)
        if moves:
            return index, *moves[int(rng.random() * len(moves))]


def _play(rng: random.Random, men: int, side: int, length: int) -> tuple[list[str], Result]:
    """At most `length` plies with `side` to begin, and the result if the moves end the game."""
    owner, places = start(men)
    keen = rng.random()
    tokens: list[str] = []
    while len(tokens) < length:
        index, target, token = _choose(rng, owner, places[side], side, keen)
        owner[places[side][index]] = EMPTY
        places[side][index] = target
        tokens.append(token)
        if owner[target] != EMPTY:
            places[1 - side].remove(target)
        owner[target] = side
        if target == CASTLES[1 - side]:  # ruling C-3: the castle goes before elimination
            return tokens, {"winners": [SEATS[side]], "reason": "castle"}
        if not places[1 - side]:
            return tokens, {"winners": [SEATS[side]], "reason": "elimination"}
        side = 1 - side
    return tokens, None


def _settle(rng: random.Random) -> Result:
    """What players may write under a game that its moves did not end."""
    luck = rng.random()
    if luck < 0.5:
        return None
    if luck < 0.7:
        return {"winners": [], "reason": "agreement"}
    return {"winners": [rng.choice(SEATS)], "reason": "resign"}


def _record(rng: random.Random, number: int) -> dict[str, object]:
    """One record, two in three of 8 men (the default); tags and players as in a PGN roster."""
    men = rng.choice((8, 8, 8, 8, 16, 22))
    side = int(rng.random() < 0.1)
    length = min(max(round(rng.gauss(120, 40)), 10), 300)
    tokens, result = _play(rng, men, side, length)
    setup: dict[str, object] = {} if men == 8 else {"men": men}
    if side:
        setup["first"] = "black"
    record: dict[str, object] = {"format": 1, "game": "castle"}
    record["tags"] = {"Event": "Bench", "Site": "?", "Date": "2026-11-30", "Round": str(number)}
    record["players"] = {"white": f"Player {rng.randrange(500)}", "black": f"Player {rng.randrange(500)}"}
    if setup:
        record["setup"] = setup
    record["moves"] = tokens
    record["result"] = result if result is not None else _settle(rng)
    return record


def castle_games(seed: int) -> Iterator[tuple[bytes, int]]:
    """Valid Castle records as JSON lines (line end included) with their plies, without end."""
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        record = _record(rng, number)
        moves = record["moves"]
        assert isinstance(moves, list)
        yield json.dumps(record, separators=(",", ":")).encode() + b"\n", len(moves)


def castle_records(seed: int) -> Iterator[bytes]:
    """The lines of `castle_games` alone."""
    for line, _ in castle_games(seed):
        yield line
