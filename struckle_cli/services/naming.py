"""Games, seats and edges by the names that people give them."""

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


def seat_named(game: AnyGame, seat: str | None) -> str | None:
    """The seat as the game writes it. Raises `UsageError` for a seat that it does not have."""
    if seat is None:
        return None
    for known in game.seats:
        if known.lower() == seat.lower():
            return known
    raise UsageError(f"{game.title} has the seats {', '.join(game.seats)}, not {seat!r}", code="usage.seat")


def viewer_named(game: AnyGame, seat: str) -> str:
    """The seat at whose edge a board is to be drawn. Raises `UsageError` where the game has no such view."""
    views = game.viewers
    if len(views) < 2:
        raise UsageError(f"{game.title} is drawn from one side only", code="usage.flip")
    for known in views:
        if known.lower() == seat.lower():
            return known
    raise UsageError(f"{game.title} can be drawn from {', '.join(views)}, not {seat!r}", code="usage.flip")
