"""How far a player has come with a goal, in words.

Source: the game's page, *Goals*. `ends` and `visited` are as in `goals`, as they stand after a turn end.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from struckle_cli.games.crungle.board import CENTER
from struckle_cli.games.crungle.goals import (
    ABOVE,
    BELOW,
    CORNERS,
    EDGES,
    LEFT,
    OWN,
    RELATION,
    RIGHT,
)

NEEDED = {1: 3, 2: 9, 3: 5, 4: 5, 5: 4, 6: 4, 7: 2, 8: 2, 9: 12, 10: 8}
"""What `progress` counts up to, goal by goal."""


_PARTS: dict[int, tuple[str, ...]] = {
    2: tuple("123456789"), 5: tuple("1379"), 6: tuple("2468"),
    7: ("above", "below"), 8: ("left", "right"),
}  # fmt: skip
"""Goals whose steps are known beforehand."""


class Progress(NamedTuple):
    """How many of the needed steps are done, what is counted, and the steps that are done, where they differ.

    Steps are cells, or sides of the opponent.
    """

    reached: int
    rest: str
    done: tuple[str, ...] = ()


def progress(goal: int, ends: bytes, visited: int) -> str:
    """How far a player has come, counted towards the whole: `2/3 in a row on the opponent's cell`.

    `ends` and `visited` as they stand after the player's last turn end.
    """
    found = _PROGRESS[goal](ends, visited)
    return f"{found.reached}/{NEEDED[goal]} {found.rest}"


@lru_cache(maxsize=1024)
def steps(goal: int, ends: bytes, visited: int) -> tuple[tuple[str, bool], ...]:
    """The steps of a goal, each with whether it is done: its cell or side, where one is known, or nothing.

    The steps of a run are those done, with the cells of their turns, and then what is missing.
    """
    found = _PROGRESS[goal](ends, visited)
    if goal in _PARTS:
        return tuple((part, part in found.done) for part in _PARTS[goal])
    names = found.done or ("",) * found.reached
    missing = NEEDED[goal] - found.reached
    return (*((name, True) for name in names), *(("", False) for _ in range(missing)))


def _cells(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(cell + 1) for cell in cells)


def _run(flags: list[bool]) -> int:
    """How many at the end of a list are true without a gap."""
    return next((n for n, flag in enumerate(reversed(flags)) if not flag), len(flags))


def _on_opponent(ends: bytes, visited: int) -> Progress:
    return Progress(_run([end % 10 == 0 for end in ends]), "in a row on the opponent's cell")


def _cells_visited(ends: bytes, visited: int) -> Progress:
    missing = _cells(cell for cell in range(9) if not visited >> cell & 1)
    done = _cells(cell for cell in range(9) if visited >> cell & 1)
    return Progress(len(done), f"cells, missing {' '.join(missing)}" if missing else "cells", done)


def _in_line(across: bool) -> Callable[[bytes, int], Progress]:
    word = "row" if across else "column"

    def told(ends: bytes, visited: int) -> Progress:
        cells = ends.translate(OWN)
        lines = [cell // 3 if across else cell % 3 for cell in cells]
        run = min(_run([line == lines[-1] for line in lines]), 5)
        # Five turns need each of the 3 cells: a turn counts while those that are left suffice for the rest.
        run = max(n for n in range(run + 1) if n <= 2 + len(set(cells[-n:])))
        last = cells[-run:] if run else b""
        return Progress(run, f"in a row in one {word}{_named(sorted(set(last)))}", _cells(last))

    return told


def _group(cells: frozenset[int], word: str) -> Callable[[bytes, int], Progress]:
    def told(ends: bytes, visited: int) -> Progress:
        own = ends[-8:].translate(OWN)
        if not cells <= set(own):
            own = own[-7:]
        found = sorted(cells & set(own))
        return Progress(len(found), f"{word} within the last turns" + _named(found), _cells(found))

    return told


def _named(cells: list[int]) -> str:
    return f", on {' '.join(str(cell + 1) for cell in cells)}" if cells else ""


def _sides(first: int, second: int, words: tuple[str, str]) -> Callable[[bytes, int], Progress]:
    def told(ends: bytes, visited: int) -> Progress:
        relations = ends[-8:].translate(RELATION)
        if not (first in relations and second in relations):
            relations = relations[-7:]
        found = tuple(word for side, word in zip((first, second), words, strict=True) if side in relations)
        named = f", {' and '.join(found)}" if found else ""
        return Progress(len(found), f"sides of the opponent within the last turns{named}", found)

    return told


def _without_center(ends: bytes, visited: int) -> Progress:
    return Progress(_run([end // 9 != CENTER for end in ends]), "in a row without cell 5")


def _different(ends: bytes, visited: int) -> Progress:
    cells = ends.translate(OWN)
    count = next(n for n in range(min(len(cells), 9), -1, -1) if n == 0 or len(set(cells[-n:])) == n)
    run = min(count, 8)
    return Progress(run, "in a row on different cells", _cells(cells[-run:] if run else b""))


_PROGRESS: dict[int, Callable[[bytes, int], Progress]] = {
    1: _on_opponent, 2: _cells_visited, 3: _in_line(True), 4: _in_line(False),
    5: _group(CORNERS, "corners"), 6: _group(EDGES, "edge cells"),
    7: _sides(ABOVE, BELOW, ("above", "below")), 8: _sides(LEFT, RIGHT, ("left", "right")),
    9: _without_center, 10: _different,
}  # fmt: skip
