"""`struckle validate`."""

import sys
from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.checking import Run
from struckle_cli.cli.engines import EngineOption, SchedulerFileOption, SchedulerOption, Who
from struckle_cli.cli.keeping import (
    BeginOption,
    ResultOption,
    ResumeOption,
    ToResult,
    wanted_result,
    working,
)  # fmt: skip
from struckle_cli.cli.options import AllowEmpty, ColourOption, InputFormat, Jobs, MaxRecord, Paths
from struckle_cli.cli.outputs import close_outputs, open_outputs, same_terminal, wanted_files
from struckle_cli.cli.progressing import progress_over
from struckle_cli.core.errors import StruckleError, gravest
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.counts import Counts
from struckle_cli.report.verdicts import WITH_EXCERPTS, Format, Look
from struckle_cli.services import runs
from struckle_cli.services.jobs import Job, Options
from struckle_cli.services.selection import Told, selection

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("validate")
def validate_command(
    paths: Paths,
    form: Annotated[Format, typer.Option("--format", help="How to report on standard output.")] = "text",
    report: Annotated[
        list[str] | None,
        typer.Option("--report", metavar="FORMAT=PATH", help="One more report, in a file; may come again."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and pending claims are errors.")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select", metavar="CODE", help="Only problems with these codes count, or beginnings of codes."
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="CODE", help="These do not; of both the longer one decides."),
    ] = None,
    max_problems: Annotated[
        int | None, typer.Option("--max-problems", metavar="N", min=0, help="Tell N, only count the others.")
    ] = None,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", help="Stop behind the first that is invalid or unreadable.")
    ] = False,
    result: ResultOption = None,
    resume: ResumeOption = False,
    force: BeginOption = False,
    jobs: Jobs = None,
    engine_name: EngineOption = "local",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Text: only the faults, no summary.")] = False,
    color: ColourOption = None,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Check records: form, set-up, syntax, legality, claimed result.

    \b
    Examples:
      struckle validate replays/
      struckle validate game.sgn archive.jsonl.zst --format jsonl
      struckle validate games/ --format github --report junit=report.xml
      struckle validate games/ --ignore text.number --max-problems 20
      cat games.jsonl | struckle validate - --input-format jsonl
      struckle validate archive/ -o verdicts.jsonl.zst --resume
      struckle validate archive/ --engine dask --scheduler tcp://10.0.0.5:8786
    """
    files = wanted_files(report or [], paths)
    wanted = wanted_result(result, resume, force, paths)
    chosen = selection(select or [], ignore or [])
    options = Options(
        strict=strict, max_record=max_record, encoding=input_format, debug=console.Debugging.wanted,
        excerpts=bool(wanted or WITH_EXCERPTS.intersection([form, *(kind for kind, _ in files)])),
    )  # fmt: skip
    more = {"select": select, "ignore": ignore, "max_problems": max_problems, "fail_fast": fail_fast}
    progress = None if quiet else progress_over(paths)
    run = Run(chosen, Told(max_problems), fail_fast, progress)
    before = progress.clear if progress is not None and same_terminal() else None
    room = console.width() if sys.stdout.isatty() else None
    look = Look(quiet, form in ("text", "concise") and console.wants_colour(color), room)
    job, who = Job(options=options), Who(engine_name, scheduler, scheduler_file, jobs)
    with working(wanted, who, paths, job, more) as (worker, kept):
        outputs = open_outputs(form, files, look, before, [ToResult(kept)] if kept is not None else [])
        try:
            run.over(runs.run(paths, job, worker), outputs)
            errors = close_outputs(outputs, run.counts)
        except BaseException:
            for output in outputs:
                output.abandon()
            raise
    _tell_notes(run.counts, form, quiet)
    return gravest([_ending(run.counts, allow_empty), *map(_tell_error, errors)])


def _tell_notes(counts: Counts, form: Format, quiet: bool) -> None:
    """What was left out, on standard error where the report itself does not tell it to people."""
    if quiet or form not in ("text", "concise", "github"):
        for note in counts.notes():
            console.complain(f"struckle: {note}")


def _ending(counts: Counts, allow_empty: bool) -> int:
    code = counts.exit_code(allow_empty)
    if code == 2:
        console.complain(
            "struckle: nothing to check: no file matched, or no record in them (--allow-empty: fine)"
        )
    return code


def _tell_error(error: Exception) -> int:
    """Say why an output could not be written; the exit code of that."""
    if isinstance(error, StruckleError):
        console.complain(f"struckle: {error.message} [{error.code}]")
    else:
        console.complain(f"struckle: {getattr(error, 'strerror', None) or error} [io.write]")
    return 3
