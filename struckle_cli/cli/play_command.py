"""`struckle play`: move by move in the shell."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.beginning import loaded_for
from struckle_cli.cli.flip import Flip, FlipCommand, edge_named
from struckle_cli.cli.front import Front, contributed, remember_nothing
from struckle_cli.cli.games import game_named
from struckle_cli.cli.options import ColourOption, InputFormat, Record
from struckle_cli.services.saving import session_of

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("play", cls=FlipCommand)
def play_command(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE", help="A game to begin, or a record to go on with.", show_default=False
        ),
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where a new game is saved.")
    ] = None,
    tutorial: Annotated[
        bool, typer.Option("--tutorial", help="Learn GAME in five minutes; nothing is saved.")
    ] = False,
    flip: Flip = None,
    record: Record = None,
    color: ColourOption = None,
    input_format: InputFormat = None,
) -> int:
    """Play at one keyboard, move by move; every ply is saved at once, and a game can be resumed.

    Type a move or a command (help lists them); moves may also come from a pipe. In games with secrets
    the record holds commitments only; the secrets lie beside it, in one file a seat and one of the table.
    Whoever reads those files knows them: nothing is promised against that.

    \b
    Examples:
      struckle play castle
      struckle play castle -o game.sgn
      struckle play crungle
      struckle play game.sgn
      struckle play struckle --flip TB
      struckle play castle --tutorial
    """
    if tutorial:
        from struckle_cli.cli.tutorial import alone, teach

        alone(context)
        return teach(game_named(what), console.wants_colour(color))
    try:
        loaded = loaded_for(what, output, record, input_format, flip)
    except EOFError:
        loaded = None
    if loaded is None:
        console.say("left before the game began; nothing was saved")
        return 0
    path = loaded.source.name
    session = session_of(loaded)
    if not contributed(session):
        return 0
    session.viewer = edge_named(loaded.game, flip)
    front = Front(session, path, console.wants_colour(color))
    if loaded.game.secrets is not None:
        remember_nothing()
    try:
        return front.run()
    except KeyboardInterrupt:
        front.leave()
        console.tell(f"\nleft; {front.where()}")
        return 130
    finally:
        front.leave()
