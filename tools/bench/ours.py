"""The only calls into `struckle_cli`: the stages whose share of the time is measured.

ADAPT HERE when the program changes: each field of `Stages` is one stage. Loaded by name, so that the rest of
the benchmark stands without them; `load` returns None where one of them is missing.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Stages:
    """The stages of `validate` on JSON Lines.

    `decode` makes the document of a line; `look_up` looks for each of its tokens in the table of the default
    board; `play` reads its set-up and judges its moves; `service` validates a file from end to end.
    """

    decode: Callable[[bytes], Any]
    look_up: Callable[[Any], object]
    play: Callable[[Any], object]
    service: Callable[[Path], object]


def _look_up(tokens: dict[int, dict[str, Any]]) -> Callable[[Any], object]:
    """Each token in the table of the side to move; those that enter a castle are not in it."""

    def run(document: Any) -> None:
        mine, theirs = tokens.values()
        for token in document.moves:
            mine.get(token)
            mine, theirs = theirs, mine

    return run


def load() -> Stages | None:
    """The stages, or None where the program does not have them (yet)."""
    try:
        binding = importlib.import_module("struckle_cli.engine.binding")
        board = importlib.import_module("struckle_cli.games.castle.board")
        castle = importlib.import_module("struckle_cli.games.castle").GAME
        codec = importlib.import_module("struckle_cli.replay.jsontext")
        validate = importlib.import_module("struckle_cli.services.validate")
    except ImportError:
        return None

    def play(document: Any) -> object:
        return castle.play_line(binding.bind(castle, document.setup).start, document.moves)

    def service(path: Path) -> None:
        for _ in validate.validate([str(path)], validate.Options()):
            pass

    tables = board.tables(board.named_board(board.DEFAULT_BOARD), False)
    return Stages(
        decode=lambda line: codec.decode_json(line)[0],
        look_up=_look_up(tables.tokens),
        play=play,
        service=service,
    )
