"""Pages as `struckle page` writes them, and what their boards are to show, drawn in Python."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from struckle_cli.cli.app import run
from struckle_cli.core.drawing import Drawing
from struckle_cli.services.boards import Board, boards
from struckle_cli.services.drawings import drawing
from struckle_cli.services.loading import Loaded, load, view_for

ROOT = Path(__file__).resolve().parents[2]
REPLAYS = ROOT / "replays"
ONE_OF_EACH = {
    "castle": "castle/quick-win.sgn",
    "crungle": "crungle/bet-refuted.json",
    "stricken": "stricken/letters-1-open.sgn",
    "struckle": "struckle/runner.sgn",
    "struggle": "struggle/adjourned.sgn",
}
"""A record of each game, all of them valid and with one game in them."""


class Position(NamedTuple):
    """A ply of a record: its drawing, and the position as a string (None where the game has none)."""

    drawing: Drawing
    text: str | None


def made(output: Path, *arguments: object, code: int = 0) -> Path:
    """What `struckle page` writes of these arguments: a file, or a site in a folder that is there."""
    assert run(["page", *map(str, arguments), "-o", os.fspath(output), "--force"]) == code
    return output


@cache
def positions(
    path: Path, record: int | None = None, *, edge: str | None = None, seat: str | None = None
) -> list[Position]:
    """What a record shows at each ply, from the start; of an open one what a seat, or `public`, may see."""
    loaded = load(str(path), record)
    if seat is not None:
        view = view_for(loaded.reading, None if seat == "public" else seat)
        assert view.document is not None
        assert view.bound is not None
        loaded = Loaded(view, view.document, loaded.game, view.bound.start, loaded.source)
    return list(_drawn(loaded, boards(loaded, None, True), edge))


def _drawn(loaded: Loaded, shown: Iterator[Board], edge: str | None) -> Iterator[Position]:
    told = loaded.game.format_position
    for board in shown:
        text = None if told is None else told(board.state)
        yield Position(drawing(loaded.game, board, edge), text)
