"""Records that the tests of the Python interface share."""

from functools import cache

import struckle_cli
from struckle_cli import Record
from tools.files import ROOT

REPLAYS = ROOT / "replays"
FILES = {
    "castle": "castle/quick-win.sgn",
    "crungle": "crungle/bet-of-23-plies.sgn",
    "stricken": "stricken/letters-1-open.sgn",
    "struckle": "struckle/the-hero-charges-in.sgn",
    "struggle": "struggle/short-track.sgn",
}
"""A whole record of each game."""


@cache
def every_record() -> list[Record]:
    """All records in `replays/`."""
    return list(struckle_cli.load_all(REPLAYS))


def one(name: str) -> Record:
    """A record of a game."""
    return struckle_cli.load(REPLAYS / FILES[name])
