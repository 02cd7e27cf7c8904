"""`struckle moves`."""

from typing import Annotated, Any

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import At, InputFormat, Json, Record, Seat, SecretsFiles
from struckle_cli.cli.target import Target, Viewpoint, target
from struckle_cli.core.errors import counted
from struckle_cli.report.safe import json_bytes
from struckle_cli.report.told import columns, grouped
from struckle_cli.services.listing import Listing, list_moves, list_plays
from struckle_cli.services.secretfiles import known_from

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def moves(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record, or a game with --position.")],
    position: Annotated[
        str | None, typer.Option("--position", metavar="STRING", help="A position string.")
    ] = None,
    at: At = None,
    dice: Annotated[
        str | None,
        typer.Option("--dice", metavar="ROLLS", help="How these dice can be played (Struggle): AAKQJ."),
    ] = None,
    seat: Seat = None,
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    record: Record = None,
    as_json: Json = False,
    input_format: InputFormat = None,
) -> None:
    """List the legal tokens of a position, for people or (--json) for scripts.

    \b
    Examples:
      struckle moves game.sgn --at 4
      struckle moves game.sgn --json
      struckle moves struggle.sgn --dice AAKQJ
      struckle moves stricken.sgn --as white --secrets stricken.sgn.white.secrets
      struckle moves castle --position "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/w17b w 1"
    """
    view = Viewpoint(seat, known_from(secrets)) if seat or secrets else None
    found: Target = target(what, position=position, at=at, record=record, encoding=input_format, view=view)
    place = (found.game, found.state, found.ply, found.over)
    listing: Listing = list_moves(*place) if dice is None else list_plays(*place, dice.upper())
    if as_json:
        console.write_bytes(json_bytes(_row(listing)) + b"\n")
        return
    if listing.to_move is None:
        console.say("the game is over: no legal tokens")
        return
    if listing.roll_due:
        acts = found.game.acts(found.state)
        console.say(f"ply {listing.ply}, {acts} to roll (--dice AAKQJ: how dice can be played)")
        return
    if listing.effects is not None:
        _say_effects(listing.effects)
        return
    if not listing.complete:
        console.say("what is hidden may make some of these illegal")
    acts, tokens = found.game.acts(found.state), counted(len(listing.tokens), "legal token")
    console.say(f"ply {listing.ply}, {acts} to move: {tokens}")
    width = console.width()
    console.say(grouped(listing.groups, width) if listing.groups else columns(listing.tokens, width))


def _row(listing: Listing) -> dict[str, Any]:
    """The object that `cli.md` promises; `roll_due` and `effects` stand where there are dice."""
    row: dict[str, Any] = {"ply": listing.ply, "to_move": listing.to_move, "moves": listing.tokens}
    if listing.roll_due:
        row["roll_due"] = True
    if listing.effects is not None:
        row["effects"] = listing.effects
    row["complete"] = listing.complete
    return row


def _say_effects(effects: dict[str, list[str]]) -> None:
    size = max(map(len, effects), default=0)
    for part, remarks in effects.items():
        for line in console.wrapped(f"{part:<{size}}  {'; '.join(remarks)}"):
            console.say(line)
