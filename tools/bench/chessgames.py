"""Chess games by random playout with python-chess, as PGN.

python-chess is loaded by name, so that the benchmark and its type check work without it.
"""

import importlib
import random
from collections.abc import Iterator
from typing import Any, Final

WIDTH: Final = 80
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")


def load() -> Any | None:
    """The module `chess`, or None where it is not installed."""
    try:
        return importlib.import_module("chess")
    except ImportError:
        return None


def _playout(chess: Any, rng: random.Random, length: int) -> tuple[list[str], str]:
    """At most `length` random plies in SAN, and the result: the right one if they end the game."""
    board = chess.Board()
    words: list[str] = []
    while len(words) < length:
        moves = list(board.legal_moves)
        if not moves:
            break
        words.append(board.san_and_push(rng.choice(moves)))
        if board.is_insufficient_material():
            break
    result: str = board.result()
    return words, rng.choice(RESULTS) if result == "*" else result


def _numbered(words: list[str]) -> Iterator[str]:
    """The words of the movetext: `1.`, `e4`, `e5`, `2.`, ..."""
    for ply, word in enumerate(words):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield word


def _wrap(words: Iterator[str]) -> str:
    """The words in lines of at most 80 columns."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _game(chess: Any, rng: random.Random, number: int) -> tuple[bytes, int]:
    """One game: the seven-tag roster, the movetext, a blank line."""
    length = min(max(round(rng.gauss(120, 40)), 10), 300)  # as long as the Castle games
    words, result = _playout(chess, rng, length)
    tags = {
        "Event": "Bench",
        "Site": "?",
        "Date": "2026.11.30",
        "Round": str(number),
        "White": f"Player {rng.randrange(500)}",
        "Black": f"Player {rng.randrange(500)}",
        "Result": result,
    }
    head = "".join(f'[{key} "{value}"]\n' for key, value in tags.items())
    text = _wrap(iter([*_numbered(words), result]))
    return f"{head}\n{text}\n\n".encode(), len(words)


def chess_games(seed: int) -> Iterator[tuple[bytes, int]]:
    """Legal chess games as PGN text with their plies, without end. Needs python-chess."""
    chess = load()
    if chess is None:
        raise RuntimeError("python-chess is not installed")
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        yield _game(chess, rng, number)
