"""`struckle schema`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.games import all_games, game_named
from struckle_cli.replay.schema import game_schema, record_schema, schema_text

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def schema(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; left out: all.", show_default=False)
    ] = None,
) -> None:
    """Print the JSON Schema (2020-12) of records, of all games or of one.

    \b
    Example:
      struckle schema castle > castle.schema.json
    """
    console.say(schema_text(game_schema(game_named(game)) if game else record_schema(all_games())))
