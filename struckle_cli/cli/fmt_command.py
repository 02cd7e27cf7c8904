"""`struckle fmt`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import AllowEmpty, MaxRecord, Paths
from struckle_cli.core.errors import StruckleError, gravest
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.safe import printable
from struckle_cli.services.fmt import Formatted, formatted_files

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def fmt(
    paths: Paths,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; print what would change.")] = False,
    allow_empty: AllowEmpty = False,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Rewrite files in canonical form: layout, order, letter case, explicit defaults dropped.

    A broken record leaves its file untouched.

    \b
    Examples:
      struckle fmt replays/
      struckle fmt game.sgn --check --diff
    """
    codes = []
    for item in formatted_files(paths, write=not (check or diff), limit=max_record):
        name = printable(item.path)
        if item.error is not None:
            _tell_error(item, item.error)
            codes.append(item.error.exit_code)
            continue
        codes.append(1 if item.changed and check else 0)
        if diff and item.changed:
            console.say(item.difference())
        elif item.changed:
            console.say(f"{name}: {'would change' if check else 'rewritten'}")
    if not codes:
        console.complain("struckle: nothing to format: no file matched")
        return 0 if allow_empty else 2
    return gravest(codes)


def _tell_error(item: Formatted, error: StruckleError) -> None:
    console.complain(f"struckle: {printable(error.message)} [{error.code}]")
    console.tell_faults(error.faults, item.path, error.record)
