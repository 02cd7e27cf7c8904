"""`struckle move`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import File, InputFormat, Record
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import to_move_told as to_act
from struckle_cli.services.edit import append, save
from struckle_cli.services.loading import load

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def move(
    file: File,
    tokens: Annotated[
        list[str], typer.Argument(metavar="TOKEN...", help="Moves in order.", show_default=False)
    ],
    record: Record = None,
    input_format: InputFormat = None,
) -> None:
    """Append moves to a record, with the result if they end the game; or refuse and leave the file alone.

    In Crungle an invalid move is not refused: it stands unless the opponent objects, which `?` records.

    \b
    Example:
      struckle move game.sgn D8-C8 Q12-Q11
    """
    loaded = load(file, record, input_format)
    edited = append(loaded, tokens)
    save(loaded, edited.document)
    plies = len(edited.document.moves)
    end = edited.document.result
    for line in edited.told:
        console.say(printable(line))
    console.say(f"ply {plies}: " + (str(end) if end else to_act(loaded.game, edited.state)))
