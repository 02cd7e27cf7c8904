"""Games as the command line names them."""

from struckle_cli import registry
from struckle_cli.core.game import AnyGame
from struckle_cli.services.naming import game_named, seat_named

__all__ = ["all_games", "game_named", "seat_named"]


def all_games() -> list[AnyGame]:
    """Every game there is; a plug-in that cannot be loaded is left out."""
    return [game for game in map(registry.lookup, registry.names()) if game is not None]
