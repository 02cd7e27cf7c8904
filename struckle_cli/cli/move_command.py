"""`struckle move`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import File, InputFormat, Record, SecretsFiles
from struckle_cli.replay.locking import Hold
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import to_move_told
from struckle_cli.services.edit import append, save
from struckle_cli.services.loading import load
from struckle_cli.services.secretfiles import extended, known_from, write_secrets

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def move(
    file: File,
    tokens: Annotated[
        list[str], typer.Argument(metavar="TOKEN...", help="Moves in order.", show_default=False)
    ],
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    record: Record = None,
    input_format: InputFormat = None,
) -> None:
    """Append moves to a record, with the result if they end the game; or refuse and leave the file alone.

    In Crungle an invalid move is not refused: it stands unless the opponent objects, which `?` records.

    With a secrets file of the side to move its tokens are checked with what it knows, and what it does in
    secret goes into that file; the record holds a commitment.

    \b
    Examples:
      struckle move game.sgn D8-C8 Q12-Q11
      struckle move stricken.sgn 'F2[1b1-1a1]' --secrets stricken.sgn.white.secrets
    """
    with Hold(file) as hold:
        loaded = load(file, record, input_format, openings=known_from(secrets))
        edited = append(loaded, tokens)
        for path, openings in extended(secrets, edited.secrets).items():
            write_secrets(path, openings)  # first: without them the record could never be opened
        save(loaded, edited.document, hold)
    plies = len(edited.document.moves)
    end = edited.document.result
    for line in edited.told:
        console.say(printable(line))
    console.say(f"ply {plies}: " + (str(end) if end else to_move_told(loaded.game, edited.state)))
