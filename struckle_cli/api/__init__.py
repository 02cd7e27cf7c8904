"""The public Python interface: what `struckle_cli` exports, and what stays as it is (`docs/api.md`).

Everything else in the package may change from one version to the next.
"""

from struckle_cli.api.loading import load, load_all, loads
from struckle_cli.api.playing import Game, IllegalMove, State, game, game_names
from struckle_cli.api.records import Record
from struckle_cli.api.rendering import render
from struckle_cli.core.errors import AccessError, Fault, RecordError, StruckleError, UsageError
from struckle_cli.core.outcome import Outcome

__all__ = [
    "AccessError",
    "Fault",
    "Game",
    "IllegalMove",
    "Outcome",
    "Record",
    "RecordError",
    "State",
    "StruckleError",
    "UsageError",
    "game",
    "game_names",
    "load",
    "load_all",
    "loads",
    "render",
]
