"""Struckle games by random playout, written from the rules page alone.

It imports nothing of `struckle_cli` on purpose, as `games.py` does. Squares are 0..63, `8 * row + column`
with row 0 at the lower edge; a piece is 0..15, in the order in which pieces act.
"""

import json
import random
from collections.abc import Iterator
from typing import Final

COLUMNS: Final = "abcdefgh"
SEATS: Final = ("TB", "TG", "SB", "SG")
PLIES: Final = 200
NAMES: Final = tuple(f"{column}{row}" for row in range(1, 9) for column in COLUMNS)
NONE: Final = -1

Result = dict[str, object] | None


def squares(text: str) -> list[int]:
    """The squares named in a text."""
    return [NAMES.index(name) for name in text.split()]


HOME: Final = squares("a6 a5 a4 a3 c1 d1 e1 f1 h3 h4 h5 h6 f8 e8 d8 c8")
GOALS: Final = tuple(map(squares, ("h2 h7", "b8 g8", "a2 a7", "b1 g1")))
SIMPLE: Final = tuple(
    map(squares, ("b3 b4 b5 b6 c4 c5", "c2 d2 e2 f2 d3 e3", "g3 g4 g5 g6 f4 f5", "c7 d7 e7 f7 d6 e6"))
)
OWN: Final = tuple({*HOME[4 * house : 4 * house + 4], *GOALS[house], *SIMPLE[house]} for house in range(4))
GOLD: Final = frozenset(squares("d4 d5 e4 e5"))
RED: Final = frozenset(squares("a1 b2 c3 f6 g7 h8 a8 b7 c6 f3 g2 h1"))
AROUND: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def beyond(square: int, right: int, up: int, far: int = 1) -> int:
    """The square `far` steps from `square` in a direction; -1 off the board."""
    column, row = square % 8 + far * right, square // 8 + far * up
    return 8 * row + column if 0 <= column < 8 and 0 <= row < 8 else NONE


NEAR: Final = tuple(
    [target for right, up in AROUND if (target := beyond(square, right, up)) != NONE] for square in range(64)
)


class Table:
    """The pieces of one game: where they stand, what is on each square, who is promoted."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.at = list(HOME)
        self.on = [NONE] * 64
        for piece, square in enumerate(HOME):
            self.on[square] = piece
        self.promoted = [False] * 16

    def enter(self, piece: int, square: int) -> bool:
        """Put a piece on an empty square; whether its house holds both goals then."""
        self.on[self.at[piece]] = NONE
        self.on[square] = piece
        self.at[piece] = square
        if square in GOLD:
            self.promoted[piece] = True
        elif square in RED:
            self.promoted[piece] = False
        house = piece // 4
        return square in GOALS[house] and all(self.on[goal] // 4 == house for goal in GOALS[house])

    def turn(self, piece: int) -> tuple[str, int]:
        """A random archetype turn: its token, and the house that it makes win (-1: none)."""
        token = ""
        for _ in range(int(self.rng.random() * 3)):
            near = NEAR[self.at[piece]]
            square = near[int(self.rng.random() * len(near))]
            if self.on[square] != NONE:
                break
            token += NAMES[square]
            if self.enter(piece, square):
                return token, piece // 4
        if self.promoted[piece] and self.rng.random() < 0.7:
            for _ in range(4):
                power, winner = self.power(piece)
                if power:
                    return token + power, winner
        return token or "-", NONE

    def power(self, piece: int) -> tuple[str, int]:
        """A random power, empty where the rules forbid it; and the house that it makes win."""
        if piece % 4 == 1:
            return self.charge(piece)
        victim = int(self.rng.random() * 16)
        square = self.at[victim]
        if victim // 4 == piece // 4 or square in OWN[victim // 4]:
            return "", NONE
        if piece % 4 == 0:
            if not self.promoted[victim] or square in GOLD:
                return "", NONE
            self.promoted[victim] = False
            return f"!{NAMES[square]}", NONE
        if piece % 4 == 2:
            to = self.rng.choice(NEAR[square])
            if self.on[to] != NONE:
                return "", NONE
            won = self.enter(victim, to)
            return f"~{NAMES[square]}{NAMES[to]}", victim // 4 if won else NONE
        if self.on[HOME[victim]] != NONE:
            return "", NONE
        self.enter(victim, HOME[victim])
        return f"@{NAMES[square]}", NONE

    def charge(self, hero: int) -> tuple[str, int]:
        """A Charge in a random direction, if it is possible."""
        right, up = self.rng.choice(AROUND)
        here = self.at[hero]
        square, behind = beyond(here, right, up), beyond(here, right, up, 2)
        if behind == NONE or self.on[square] == NONE or self.on[behind] != NONE:
            return "", NONE
        victim = self.on[square]
        if victim // 4 == hero // 4:
            return "", NONE
        pushed = self.enter(victim, behind)
        entered = self.enter(hero, square)
        return f"^{NAMES[square]}", victim // 4 if pushed else hero // 4 if entered else NONE


def _play(rng: random.Random) -> tuple[list[str], Result]:
    """At most `PLIES` random archetype turns, and the result if they end the game."""
    table = Table(rng)
    tokens: list[str] = []
    for ply in range(PLIES):
        token, winner = table.turn(ply % 16)
        tokens.append("DHPS"[ply % 4] + token)
        if winner != NONE:
            return tokens, {"winners": [SEATS[winner]], "reason": "goals"}
    return tokens, None


def struckle_games(seed: int) -> Iterator[tuple[bytes, int]]:
    """Valid Struckle records as JSON lines (line end included) with their plies, without end."""
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        tokens, result = _play(rng)
        record = {
            "format": 1,
            "game": "struckle",
            "tags": {"Event": "Bench", "Site": "?", "Date": "2026-11-30", "Round": str(number)},
            "players": {seat: f"Player {rng.randrange(500)}" for seat in SEATS},
            "moves": tokens,
            "result": result,
        }
        yield json.dumps(record, separators=(",", ":")).encode() + b"\n", len(tokens)
