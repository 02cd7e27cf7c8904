"""Games as the command line names them."""

from struckle_cli import registry
from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.nearest import edit_distance


def game_named(name: str) -> AnyGame:
    """The game of that name. Raises `UsageError` with the nearest name."""
    game = registry.lookup(name)
    if game is not None:
        return game
    known = registry.names()
    near = min(known, key=lambda item: edit_distance(item, name.lower()))
    raise UsageError(
        f"there is no game {name!r}; did you mean {near}? Known: {', '.join(known)}", code="usage.game"
    )


def all_games() -> list[AnyGame]:
    """Every game there is; a plug-in that cannot be loaded is left out."""
    return [game for game in map(registry.lookup, registry.names()) if game is not None]


def seat_named(game: AnyGame, seat: str | None) -> str | None:
    """The seat as the game writes it. Raises `UsageError` for a seat that it does not have."""
    if seat is None:
        return None
    for known in game.seats:
        if known.lower() == seat.lower():
            return known
    raise UsageError(f"{game.title} has the seats {', '.join(game.seats)}, not {seat!r}", code="usage.seat")
