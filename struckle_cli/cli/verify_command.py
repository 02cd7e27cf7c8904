"""`struckle verify`."""

from contextlib import closing

import typer

from struckle_cli.cli import console
from struckle_cli.cli.engines import EngineOption, SchedulerFileOption, SchedulerOption, Who
from struckle_cli.cli.keeping import (
    BeginOption,
    ResultOption,
    ResumeOption,
    wanted_result,
    working,
)  # fmt: skip
from struckle_cli.cli.options import AllowEmpty, InputFormat, Jobs, Json, MaxRecord, Paths
from struckle_cli.cli.progressing import progress_over, shown, writing
from struckle_cli.core.errors import gravest
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.claims import ClaimsReport, encode_claims
from struckle_cli.report.safe import printable
from struckle_cli.services.events import Empty, Foreign
from struckle_cli.services.jobs import AnyEvent, Job, Options
from struckle_cli.services.runs import run
from struckle_cli.services.verify import Claims

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("verify")
def verify_command(
    paths: Paths,
    result: ResultOption = None,
    resume: ResumeOption = False,
    force: BeginOption = False,
    jobs: Jobs = None,
    engine_name: EngineOption = "local",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
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
      struckle verify archive/ -o claims.jsonl.zst --resume
    """
    wanted = wanted_result(result, resume, force, paths)
    options = Options(max_record=max_record, encoding=input_format, debug=console.Debugging.wanted)
    progress = progress_over(paths)
    job = Job(kind="verify", options=options)
    who = Who(engine_name, scheduler, scheduler_file, jobs)
    with working(wanted, who, paths, job, {}) as (worker, kept):
        report = ClaimsReport(writing(progress), as_json)
        totals = dict.fromkeys(("records", "unreadable", "foreign", "true", "false", "pending"), 0)
        with closing(shown(run(paths, job, worker), progress)) as events:
            for event in events:
                _count(event, totals)
                if isinstance(event, Empty):
                    if progress is not None:
                        progress.clear()
                    console.complain(f"struckle: {printable(event.path)}: there is no record in it")
                elif isinstance(event, Claims):
                    report.add(event)
                    if kept is not None:
                        kept.rows.write(encode_claims(event) + b"\n")
        report.close()
        if kept is not None:
            kept.finish(totals)
    if not report.codes:
        console.complain("struckle: nothing to verify: no file matched, or no record in them")
        return 0 if allow_empty else 2
    return gravest(report.codes)


def _count(event: AnyEvent, totals: dict[str, int]) -> None:
    """Add to what the manifest tells."""
    if isinstance(event, Foreign):
        totals["foreign"] += 1
    elif isinstance(event, Claims):
        totals["unreadable" if event.record is None else "records"] += 1
        for claim in event.claims if event.record is not None else ():
            totals[str(claim.verdict).lower()] += 1
