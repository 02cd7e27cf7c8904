"""`struckle moves`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import At, InputFormat, Json, Record
from struckle_cli.cli.target import Target, target
from struckle_cli.core.errors import counted
from struckle_cli.report.safe import json_bytes
from struckle_cli.report.told import columns, grouped
from struckle_cli.services.listing import Listing, list_moves

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def moves(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record, or a game with --position.")],
    position: Annotated[
        str | None, typer.Option("--position", metavar="STRING", help="A position string.")
    ] = None,
    at: At = None,
    record: Record = None,
    as_json: Json = False,
    input_format: InputFormat = None,
) -> None:
    """List the legal tokens of a position, for people or (--json) for scripts.

    \b
    Examples:
      struckle moves game.sgn --at 4
      struckle moves game.sgn --json
      struckle moves castle --position "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/w17b w 1"
    """
    found: Target = target(what, position=position, at=at, record=record, encoding=input_format)
    listing: Listing = list_moves(found.game, found.state, found.ply, found.over)
    if as_json:
        row = {"ply": listing.ply, "to_move": listing.to_move, "moves": listing.tokens, "complete": True}
        console.write_bytes(json_bytes(row) + b"\n")
        return
    if listing.to_move is None:
        console.say("the game is over: no legal tokens")
        return
    acts, tokens = found.game.acts(found.state), counted(len(listing.tokens), "legal token")
    console.say(f"ply {listing.ply}, {acts} to move: {tokens}")
    width = console.width()
    console.say(grouped(listing.groups, width) if listing.groups else columns(listing.tokens, width))
