"""`struckle undo`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import File, InputFormat, Record
from struckle_cli.replay.locking import Hold
from struckle_cli.services.boards import to_move_told
from struckle_cli.services.edit import save, take_back
from struckle_cli.services.loading import load

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def undo(
    file: File,
    plies: Annotated[
        int, typer.Argument(metavar="[N]", min=0, help="How many plies; 0: only the result.")
    ] = 1,
    record: Record = None,
    input_format: InputFormat = None,
) -> None:
    """Take back the last plies of a record, and its result; notes on those plies go with them.

    \b
    Example:
      struckle undo game.sgn 2
    """
    with Hold(file) as hold:
        loaded = load(file, record, input_format)
        edited = take_back(loaded, plies)
        save(loaded, edited.document, hold)
    lost = len(loaded.document.notes) - len(edited.document.notes)
    if lost:
        console.complain(f"struckle: {lost} note{'s' * (lost > 1)} went with the plies taken back")
    where = f"ply {len(edited.document.moves)}"
    if edited.state is None:
        console.say(f"{where}: an illegal ply is left in the record (validate tells which)")
    else:
        end = edited.document.result
        console.say(f"{where}: " + (str(end) if end else to_move_told(loaded.game, edited.state)))
