"""`struckle rules`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.games import game_named

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name.", show_default=False)],
) -> None:
    """Print the rules of a game in the project's own words, with the numbered rulings.

    \b
    Example:
      struckle rules castle
    """
    console.say(game_named(game).rules_text().rstrip("\n"))
