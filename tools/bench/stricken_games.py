"""Stricken games by random playout, written from the rules page alone; no orders are sealed in them.

It imports nothing of `struckle_cli` on purpose, as `games.py` does. A shell is 0..11 for white, 12..23 for
black; a point is three numbers from 0 to 4: layer, column, row.
"""

import json
import random
from collections.abc import Iterator
from typing import Final

RIM: Final = ["b1", "c1", "d1", "e2", "e3", "e4", "d5", "c5", "b5", "a4", "a3", "a2"]
SETS: Final = ["I", "W", "P", "S", "IW", "IP", "IS", "WP", "WS", "PS", "IWP", "IWS", "IPS", "WPS", "IWPS"]
SEATS: Final = ("white", "black")
PLIES: Final = 110
"""Fewer than the limit, so that no tie-break decides."""

Point = tuple[int, int, int]
Result = dict[str, object] | None


def name(point: Point) -> str:
    """The name of a point."""
    layer, column, row = point
    return f"{layer + 1}{'abcde'[column]}{row + 1}"


def near(point: Point) -> list[Point]:
    """The points one step away."""
    layer, column, row = point
    steps = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
    found = [(layer + a, column + b, row + c) for a, b, c in steps]
    return [other for other in found if all(0 <= part < 5 for part in other)]


class Lattice:
    """The shells of one game."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.at: dict[int, Point] = {}
        self.on: dict[Point, int] = {}
        self.beads = [*rng.sample(SETS, 12), *rng.sample(SETS, 12)]
        self.power, self.wards, self.damage, self.sapped = [1] * 24, [0] * 24, [0] * 24, [False] * 24
        for shell in range(24):
            place = RIM[shell % 12]
            self.put(shell, (4 * (shell // 12), "abcde".index(place[0]), int(place[1]) - 1))

    def put(self, shell: int, point: Point) -> None:
        """Bring a shell to an empty point."""
        if shell in self.at:
            del self.on[self.at[shell]]
        self.at[shell] = point
        self.on[point] = shell

    def bury(self, shells: list[int]) -> None:
        """Take destroyed shells off the lattice."""
        for shell in shells:
            if shell in self.at and 1 + self.wards[shell] - self.damage[shell] <= 0:
                del self.on[self.at.pop(shell)]

    def turn(self, side: int) -> str:
        """A random turn of a side; `pass` where the first tries come to nothing."""
        for _ in range(4):
            shell = self.rng.choice([one for one in self.at if one // 12 == side])
            token = self.rng.choice((self.walk, self.fight, self.fight, self.use))(shell)
            if token:
                return token
        return "pass"

    def walk(self, shell: int) -> str:
        """Drift, towards the other side's layers if that is possible."""
        here = self.at[shell]
        free = [point for point in near(here) if point not in self.on]
        ahead = [point for point in free if (point[0] - here[0]) * (1 - 2 * (shell // 12)) > 0]
        if not free:
            return ""
        to = self.rng.choice(ahead or free)
        self.put(shell, to)
        return f"{name(here)}-{name(to)}"

    def fight(self, shell: int) -> str:
        """Attack an adjacent enemy."""
        here = self.at[shell]
        enemies = [point for point in near(here) if self.on.get(point, shell) // 12 != shell // 12]
        if not enemies:
            return ""
        to = self.rng.choice(enemies)
        target = self.on[to]
        self.damage[shell] += self.power[target]
        self.damage[target] += self.power[shell]
        self.bury([shell, target])
        if shell in self.at and to not in self.on:
            self.put(shell, to)
        return f"{name(here)}x{name(to)}"

    def use(self, shell: int) -> str:
        """Use a capability of the bead."""
        here, kind = self.at[shell], self.rng.choice(self.beads[shell])
        around = [self.on[point] for point in near(here) if point in self.on]
        allies = [other for other in around if other // 12 == shell // 12]
        enemies = [other for other in around if other // 12 != shell // 12]
        if self.sapped[shell] or not {"I": allies, "W": allies, "P": around, "S": enemies}[kind]:
            return ""
        if kind == "S":
            target = self.rng.choice(enemies)
            token = f"{name(here)}:S{name(self.at[target])}"
            self.power[target], self.wards[target], self.sapped[target] = 1, 0, True
            self.bury([target])
            return token
        for other in allies if kind in "IW" else around:
            self.power[other] += kind == "I"
            self.wards[other] += kind == "W"
            self.damage[other] += self.power[shell] if kind == "P" else 0
        self.bury(around)
        return f"{name(here)}:{kind}"


def game(rng: random.Random) -> tuple[Lattice, list[str], Result, list[dict[str, object]]]:
    """A random game: how it ended, its tokens, its result, and the shells that it began with."""
    lattice = Lattice(rng)
    shells: list[dict[str, object]] = [
        {"point": name(lattice.at[shell]), "bead": lattice.beads[shell]} for shell in range(24)
    ]
    tokens: list[str] = []
    for ply in range(PLIES):
        tokens.append(lattice.turn(ply % 2))
        left = [sum(shell // 12 == side for shell in lattice.at) for side in (0, 1)]
        if not all(left):
            if not any(left):  # decided by tie-breaks, which are not played here
                return game(rng)
            winner = SEATS[0 if left[0] else 1]
            scores = {"white": 12 - left[1], "black": 12 - left[0]}
            return lattice, tokens, {"winners": [winner], "reason": "elimination", "scores": scores}, shells
    return lattice, tokens, None, shells


def stricken_games(seed: int) -> Iterator[tuple[bytes, int]]:
    """Valid Stricken records as JSON lines (line end included) with their plies, without end."""
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        _, tokens, result, shells = game(rng)
        record = {
            "format": 1,
            "game": "stricken",
            "tags": {"Event": "Bench", "Site": "?", "Date": "2026-11-30", "Round": str(number)},
            "players": {seat: f"Player {rng.randrange(500)}" for seat in SEATS},
            "setup": {"shells": {"white": shells[:12], "black": shells[12:]}},
            "moves": tokens,
            "result": result,
        }
        yield json.dumps(record, separators=(",", ":")).encode() + b"\n", len(tokens)
