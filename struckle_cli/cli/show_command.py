"""`struckle show`."""

import typer

from struckle_cli.cli import console
from struckle_cli.cli.games import seat_named
from struckle_cli.cli.options import File, InputFormat, Record, Seat, SecretsFiles
from struckle_cli.core.errors import has_error
from struckle_cli.replay.source import named
from struckle_cli.report.told import shown_text
from struckle_cli.services.loading import broken, pick, seen_by, with_kept
from struckle_cli.services.secretfiles import known_from
from struckle_cli.services.show import show

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("show")
def show_command(
    file: File,
    record: Record = None,
    seat: Seat = None,
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    input_format: InputFormat = None,
) -> int:
    """Tell a record: tags, set-up, numbered moves with notes, result, and what is wrong with it.

    \b
    Example:
      struckle show game.sgn
      struckle show struggle.sgn --as p1 --secrets struggle.sgn.p1.secrets
    """
    source = named(file, input_format)
    reading = pick(source, record)
    if reading.document is None or reading.game is None:
        raise broken(source, reading)
    viewer, openings = seat_named(reading.game, seat), known_from(secrets)
    if viewer is not None:
        reading = seen_by(reading, viewer, openings)
    elif openings:
        reading = with_kept(reading, openings)
    assert reading.document is not None
    told = show(reading, reading.document)
    console.say(shown_text(told, file, reading.number, console.width()))
    return 1 if has_error(told.problems) else 0
