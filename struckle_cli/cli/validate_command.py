"""`struckle validate`."""

import contextlib
from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import AllowEmpty, InputFormat, MaxRecord, Paths
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.safe import printable
from struckle_cli.report.verdicts import Format, make_report
from struckle_cli.services.validate import Empty, Options, cores, validate

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("validate")
def validate_command(
    paths: Paths,
    form: Annotated[Format, typer.Option("--format", help="How to report.")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and pending claims are errors.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes.", show_default="as many as cores"),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Text: only the faults, no summary.")] = False,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Check records: form, set-up, syntax, legality, claimed result.

    \b
    Examples:
      struckle validate replays/
      struckle validate game.sgn archive.jsonl.zst --format jsonl
      cat games.jsonl | struckle validate - --input-format jsonl
    """
    options = Options(
        strict=strict, max_record=max_record, encoding=input_format, debug=console.Debugging.wanted
    )
    report = make_report(form, console.write_bytes, quiet)
    add = report.add
    with contextlib.closing(validate(paths, options, jobs or cores())) as events:
        for event in events:
            add(event)
            if isinstance(event, Empty):
                console.tell(f"struckle: {printable(event.path)}: there is no record in it")
    report.close()
    code = report.counts.exit_code(allow_empty)
    if code == 2:
        console.tell(
            "struckle: nothing to check: no file matched, or no record in them (--allow-empty: fine)"
        )
    return code
