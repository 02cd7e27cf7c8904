"""`struckle verify`."""

from contextlib import closing

import typer

from struckle_cli.cli import console
from struckle_cli.cli.engines import EngineOption, SchedulerFileOption, SchedulerOption, engine
from struckle_cli.cli.options import AllowEmpty, InputFormat, Jobs, Json, MaxRecord, Paths
from struckle_cli.cli.progressing import progress_over, shown, writing
from struckle_cli.core.errors import gravest
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.claims import ClaimsReport
from struckle_cli.report.safe import printable
from struckle_cli.services.events import Empty
from struckle_cli.services.jobs import Options
from struckle_cli.services.verify import Claims, verify

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("verify")
def verify_command(
    paths: Paths,
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
    """
    options = Options(max_record=max_record, encoding=input_format, debug=console.Debugging.wanted)
    progress = progress_over(paths)
    with engine(engine_name, scheduler, scheduler_file, jobs, paths) as worker:
        report = ClaimsReport(writing(progress), as_json)
        with closing(shown(verify(paths, options, engine=worker), progress)) as events:
            for event in events:
                if isinstance(event, Empty):
                    if progress is not None:
                        progress.clear()
                    console.complain(f"struckle: {printable(event.path)}: there is no record in it")
                elif isinstance(event, Claims):
                    report.add(event)
    report.close()
    if not report.codes:
        console.complain("struckle: nothing to verify: no file matched, or no record in them")
        return 0 if allow_empty else 2
    return gravest(report.codes)
