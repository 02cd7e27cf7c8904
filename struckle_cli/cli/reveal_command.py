"""`struckle reveal`."""

import contextlib
from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import Encoding, File, Force, InputFormat, Record
from struckle_cli.cli.output import write_record
from struckle_cli.replay.locking import Hold
from struckle_cli.services.edit import save
from struckle_cli.services.hidden import reveal
from struckle_cli.services.loading import load
from struckle_cli.services.secretfiles import known_from

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("reveal")
def reveal_command(
    file: File,
    secrets: Annotated[
        list[str], typer.Argument(metavar="SECRETS...", help="Secrets files.", show_default=False)
    ],
    lay_open: Annotated[
        bool, typer.Option("--open", help="Write the open record: values in place of commitments.")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="Another file, or - for standard output."),
    ] = None,
    to: Annotated[Encoding | None, typer.Option("--to", help="The encoding of OUT.")] = None,
    force: Force = False,
    record: Record = None,
    input_format: InputFormat = None,
) -> int:
    """Open commitments of a record with secrets files; in its own file, or (-o) in another.

    Each opening is checked first; one that does not fit is named, and nothing is written. One of a ply that
    was taken back opens nothing: it is named and left out. A result that waited for the openings is
    written too. Ends with 1 if what is now to be seen breaks the rules.

    \b
    Examples:
      struckle reveal game.sgn game.sgn.p1.secrets game.sgn.p2.secrets game.sgn.table.secrets
      struckle reveal game.sgn secrets/* --open -o open.sgn
    """
    in_place = Hold(file) if output is None else None
    with in_place or contextlib.nullcontext():
        loaded = load(file, record, input_format)
        made = reveal(loaded, known_from(secrets), lay_open=lay_open)
        if output is None:
            save(loaded, made.document, in_place)
    if output is not None:
        usual = loaded.reading.encoding
        write_record(made.document, loaded.game, output, to, force=force, usual=usual)
    where = console.tell if output == "-" else console.say
    result = made.document.result
    where(f"{'unfinished' if result is None else result}; " + _left(made.pending))
    if made.idle:
        what = ", ".join(made.idle)
        console.complain(f"struckle: left out what was kept of plies taken back, and opens nothing: {what}")
    console.tell_faults(made.faults, file, loaded.reading.number)
    return 1 if made.faults else 0


def _left(pending: tuple[str, ...]) -> str:
    return f"still hidden: {', '.join(pending)}" if pending else "nothing is hidden any more"
