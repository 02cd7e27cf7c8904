"""`struckle result`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import File, InputFormat, Record
from struckle_cli.replay.locking import Hold
from struckle_cli.services.edit import give_result, save
from struckle_cli.services.loading import load

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def result(
    file: File,
    token: Annotated[str, typer.Argument(metavar="RESULT", help="win:SEAT or draw.", show_default=False)],
    reason: Annotated[
        str | None,
        typer.Option(
            "--reason",
            metavar="REASON",
            help="resign or agreement; left out: the one that fits.",
            show_default=False,
        ),
    ] = None,
    record: Record = None,
    input_format: InputFormat = None,
) -> None:
    """End a game that its moves do not end.

    \b
    Examples:
      struckle result game.sgn win:white --reason resign
      struckle result game.sgn draw --reason agreement
    """
    with Hold(file) as hold:
        loaded = load(file, record, input_format)
        edited = give_result(loaded, token, reason)
        save(loaded, edited.document, hold)
    console.say(str(edited.document.result))
