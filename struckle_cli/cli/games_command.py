"""`struckle games`."""

import typer

from struckle_cli import registry
from struckle_cli.cli import console
from struckle_cli.cli.games import all_games
from struckle_cli.cli.options import Json
from struckle_cli.core.game import AnyGame
from struckle_cli.report.safe import json_bytes

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games: players, what is hidden or random, boards.

    \b
    Example:
      struckle games --json
    """
    found = all_games()
    for name, why in registry.broken().items():
        console.complain(f"struckle: the plug-in {name} could not be loaded: {why}")
    rows = [
        {"name": game.name, "title": game.title, "seats": list(game.seats),
         "fewest": game.fewest or len(game.seats), "hidden": game.hidden,
         "chance": game.chance, "rules": game.rules_version, "boards": game.boards(), "about": game.about}
        for game in found
    ]  # fmt: skip
    if as_json:
        console.write_bytes(json_bytes({"games": rows}) + b"\n")
        return
    from struckle_cli.report.tables import table

    cells = [
        [game.name, _players(game), " ".join(game.seats), "yes" if game.hidden else "no",
         "yes" if game.chance else "no", " ".join(game.boards())]
        for game in found
    ]  # fmt: skip
    console.say(table(["game", "players", "seats", "hidden", "random", "boards"], cells))


def _players(game: AnyGame) -> str:
    most = len(game.seats)
    return str(most) if game.fewest is None else f"{game.fewest} to {most}"
