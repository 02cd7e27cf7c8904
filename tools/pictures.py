"""Pictures of the documentation: for each game a position of a recorded game, drawn as `render` draws it."""

from typing import NamedTuple

from struckle_cli.report.svg import svg
from struckle_cli.services.boards import boards
from struckle_cli.services.drawings import drawing
from struckle_cli.services.loading import load
from tools.files import ROOT, Files

FOLDERS = ("docs/pictures",)


class Shown(NamedTuple):
    """Which position of which record of `replays/` shows a game well."""

    record: str
    at: int


SHOWN = {
    "castle": Shown("castle/quick-win.sgn", 19),
    "crungle": Shown("crungle/hunt.sgn", 9),
    "stricken": Shown("stricken/letters-1-opened.sgn", 30),
    "struckle": Shown("struckle/guards.sgn", 60),
    "struggle": Shown("struggle/checked-dice-three.sgn", 12),
}


def picture(shown: Shown) -> bytes:
    """The picture of a position, in colours that follow the reader's system."""
    loaded = load(str(ROOT / "replays" / shown.record))
    [board] = boards(loaded, shown.at, False)
    return svg(drawing(loaded.game, board), board.caption).encode()


def files() -> Files:
    """The picture of each game."""
    return {f"docs/pictures/{game}.svg": picture(shown) for game, shown in SHOWN.items()}
