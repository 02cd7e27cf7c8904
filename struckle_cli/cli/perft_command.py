"""`struckle perft`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.games import game_named
from struckle_cli.cli.options import Json
from struckle_cli.cli.target import in_record, start_of
from struckle_cli.core.errors import UsageError
from struckle_cli.engine.perft import divide, perft
from struckle_cli.report.safe import json_bytes

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("perft")
def perft_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name.", show_default=False)],
    depth: Annotated[int, typer.Option("--depth", min=0, metavar="N", help="How many plies deep.")] = 2,
    origin: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Count from a record's end.")
    ] = None,
    position: Annotated[
        str | None, typer.Option("--position", metavar="STRING", help="Count from a position.")
    ] = None,
    split: Annotated[bool, typer.Option("--divide", help="Split the deepest count by first token.")] = False,
    as_json: Json = False,
) -> None:
    """Count the sequences of exactly N legal tokens, for each N up to --depth.

    \b
    Examples:
      struckle perft castle --depth 3
      struckle perft castle --from game.sgn --divide
    """
    if origin is not None and position is not None:
        raise UsageError("--from and --position exclude each other", code="usage.position")
    wanted = game_named(game)
    if wanted.dice is not None:
        why = f"{wanted.title} has no perft: what is legal depends on dice (moves --dice lists the plays)"
        raise UsageError(why, code="usage.dice")
    found = start_of(wanted, position) if origin is None else in_record(origin)
    if origin is not None and wanted is not found.game:
        raise UsageError(f"{origin} holds a game of {found.game.name}, not of {game}", code="usage.game")
    counts = [perft(found.game, found.state, n) for n in range(depth + 1)]
    parts = divide(found.game, found.state, depth) if split and depth else {}
    if as_json:
        row: dict[str, object] = {"counts": counts}
        console.write_bytes(json_bytes(row | ({"divide": parts} if split else {})) + b"\n")
        return
    for number, count in enumerate(counts):
        console.say(f"{number}  {count}")
    for token, count in parts.items():
        console.say(f"{token}  {count}")
