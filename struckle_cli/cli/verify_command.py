"""`struckle verify`."""

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import AllowEmpty, InputFormat, Json, MaxRecord, Paths
from struckle_cli.core.errors import gravest
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.claims import ClaimsReport
from struckle_cli.report.safe import printable
from struckle_cli.services.events import Empty, Foreign
from struckle_cli.services.verify import verify

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("verify")
def verify_command(
    paths: Paths,
    as_json: Json = False,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Verify the claims of records one by one; each is true, false or pending, and why.

    \b
    Examples:
      struckle verify game.sgn
      struckle verify replays/ --json
    """
    report = ClaimsReport(console.write_bytes, as_json)
    for item in verify(paths, input_format, max_record):
        if isinstance(item, Empty):
            console.complain(f"struckle: {printable(item.path)}: there is no record in it")
        elif not isinstance(item, Foreign):
            report.add(item)
    report.close()
    if not report.codes:
        console.complain("struckle: nothing to verify: no file matched, or no record in them")
        return 0 if allow_empty else 2
    return gravest(report.codes)
