"""`struckle stats`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import AllowEmpty, InputFormat, Json, MaxRecord, Paths
from struckle_cli.core.errors import counted
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.statistics import stats_json, stats_text
from struckle_cli.services.stats import stats

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("stats")
def stats_command(
    paths: Paths,
    totals: Annotated[
        bool, typer.Option("--totals", help="Wins and points by player's name over all records.")
    ] = False,
    as_json: Json = False,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Count results by seat, reasons and lengths; or (--totals) add up a match by players.

    Records that are not valid are left out and counted (exit code 1; validate tells why).

    \b
    Examples:
      struckle stats replays/
      struckle stats match/ --totals
    """
    found = stats(paths, input_format, max_record)
    if as_json:
        console.write_bytes(stats_json(found))
    elif found.records:
        console.say(stats_text(found, totals))
    for path, why in found.unreadable:
        console.tell(f"struckle: {path}: {why}")
    if found.foreign:
        console.tell(f"struckle: {counted(found.foreign, 'JSON object')} without a game key skipped")
    if not found.records:
        console.tell("struckle: there is no record to count")
    return found.exit_code(allow_empty)
