"""`struckle seal`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import Encoding, File, Force, InputFormat, Record
from struckle_cli.cli.output import store_sealed, target_encoding, to_standard_output
from struckle_cli.core.errors import UsageError, counted
from struckle_cli.replay.commitments import secret_name
from struckle_cli.services.hidden import seal
from struckle_cli.services.loading import load
from struckle_cli.services.secretfiles import free_paths, make_folder

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("seal")
def seal_command(
    file: File,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="The committed record.", show_default=False)
    ],
    secrets: Annotated[
        str,
        typer.Option("--secrets", metavar="DIR", help="The folder for one secrets file a seat.",
                     show_default=False),
    ],
    to: Annotated[Encoding | None, typer.Option("--to", help="The encoding, whatever OUT is named.")] = None,
    force: Force = False,
    record: Record = None,
    input_format: InputFormat = None,
) -> None:  # fmt: skip
    """Hide what an open record tells: commitments in the record, the values in one secrets file a seat.

    Each seat's file (only its owner can read it) holds what opens its commitments. Whoever has a file
    has that seat's secrets; without it they cannot be had again.

    \b
    Example:
      struckle seal open.sgn -o game.sgn --secrets secrets/
    """
    if to_standard_output(output):
        raise UsageError("a committed record goes into a file: -o OUT", code="usage.output")
    target_encoding(output, to)
    loaded = load(file, record, input_format)
    made = seal(loaded)
    make_folder(secrets)
    paths = free_paths(output, made.secrets, secrets, force=force)
    store_sealed(made, loaded.game, output, to, paths, force=force)
    names = [secret_name(item.key) for items in made.secrets.values() for item in items]
    console.say(f"{output}: {counted(len(names), 'commitment')} ({', '.join(names)})")
    for seat, path in paths.items():
        console.say(f"{path}: the secrets of {seat}")
