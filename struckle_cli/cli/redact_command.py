"""`struckle redact`."""

from typing import Annotated

import typer

from struckle_cli.cli.games import seat_named
from struckle_cli.cli.options import Encoding, File, Force, InputFormat, Record
from struckle_cli.cli.output import write_record
from struckle_cli.services.hidden import redact
from struckle_cli.services.loading import load

app = typer.Typer(rich_markup_mode=None, add_completion=False)

PUBLIC = "public"


@app.command("redact")
def redact_command(
    file: File,
    seat: Annotated[
        str,
        typer.Option("--for", metavar="SEAT|public", help="Who is to have the record.", show_default=False),
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="OUT", help="Left out: standard output.")
    ] = None,
    to: Annotated[Encoding | None, typer.Option("--to", help="The encoding.")] = None,
    force: Force = False,
    record: Record = None,
    input_format: InputFormat = None,
) -> None:
    """The record that one seat may have: other seats' openings and all notes are taken out.

    It takes a committed record; one with secrets in the open has to be sealed first.

    \b
    Example:
      struckle redact game.sgn --for public -o public.sgn
    """
    loaded = load(file, record, input_format)
    viewer = None if seat.lower() == PUBLIC else seat_named(loaded.game, seat)
    document = redact(loaded, viewer)
    write_record(document, loaded.game, output, to, force=force, usual=loaded.reading.encoding)
