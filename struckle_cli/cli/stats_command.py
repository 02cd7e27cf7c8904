"""`struckle stats`."""

import os
from contextlib import closing
from typing import Annotated, Literal

import typer

from struckle_cli.cli import console
from struckle_cli.cli.engines import EngineOption, SchedulerFileOption, SchedulerOption, Who
from struckle_cli.cli.games import game_named
from struckle_cli.cli.keeping import Keeping, ResumeOption, wanted_result, working
from struckle_cli.cli.options import AllowEmpty, Force, InputFormat, Jobs, MaxRecord, Paths
from struckle_cli.cli.progressing import progress_over, shown
from struckle_cli.core.errors import UsageError, counted
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.services.jobs import Job, Options
from struckle_cli.services.runs import run
from struckle_cli.services.stats import Stats

app = typer.Typer(rich_markup_mode=None, add_completion=False)

Form = Annotated[
    Literal["table", "json", "csv"] | None,
    typer.Option("--format", help="How to write the tables.", show_default="table"),
]
Json = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Totals = Annotated[
    bool, typer.Option("--totals", help="Games, results and points by player's name over all records.")
]
Depth = Annotated[
    int, typer.Option("--first", metavar="N", min=1, max=20, help="So many plies are the first moves.")
]
Top = Annotated[int, typer.Option("--top", metavar="N", min=0, help="How many first moves to list a game.")]
Histogram = Annotated[
    bool, typer.Option("--histogram", help="Bars of lengths, results and reasons instead of tables.")
]
Plot = Annotated[
    str | None,
    typer.Option("--plot", metavar="PLOT", help="Write bars as a picture too (.svg or .png)."),
]
OneGame = Annotated[str | None, typer.Option("--game", metavar="NAME", help="Only records of this game.")]


@app.command("stats")
def stats_command(
    paths: Paths,
    totals: Totals = False,
    form: Form = None,
    as_json: Json = False,
    depth: Depth = 1,
    top: Top = 5,
    game: OneGame = None,
    histogram: Histogram = False,
    plot: Plot = None,
    result: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="RESULT",
            help="Write what --json prints to a file (.json) too, with a journal to go on by and a manifest.",
        ),
    ] = None,
    resume: ResumeOption = False,
    force: Force = False,
    jobs: Jobs = None,
    engine_name: EngineOption = "local",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Count results by seat, reasons, lengths and first moves; or (--totals) add up a match by players.

    Records that are not valid are left out and counted by their faults (exit code 1; validate tells where
    they are). First moves are those as fmt writes them. --plot needs the extra packages of
    struckle[pictures].

    CSV has the columns table, game, key, measure and value, a number a row; a cell that a spreadsheet
    would take for a formula (=, +, -, @ in front) begins with an apostrophe.

    \b
    Examples:
      struckle stats replays/
      struckle stats archive.jsonl.zst --game castle --first 2 --top 10
      struckle stats match/ --totals --format csv
      struckle stats replays/ --game struckle --histogram
      struckle stats replays/ --plot stats.svg
      struckle stats archive/ -o stats.json --resume
    """
    if as_json and form not in (None, "json"):
        raise UsageError(f"--json and --format {form} are two formats", code="usage.format")
    if histogram and (as_json or form not in (None, "table")):
        raise UsageError("--histogram goes with tables, not with other formats", code="usage.format")
    _check_plot(plot, force, result)
    wanted = wanted_result(result, resume, force and result is not None, paths, (".json",))
    only = None if game is None else game_named(game).name
    found = Stats()
    options = Options(max_record=max_record, encoding=input_format, debug=console.Debugging.wanted)
    job = Job(kind="stats", options=options, depth=depth, only=only)
    who = Who(engine_name, scheduler, scheduler_file, jobs)
    with working(wanted, who, paths, job, {"top": top}) as (worker, kept):
        with closing(shown(run(paths, job, worker), progress_over(paths))) as events:
            for event in events:
                found.add(event)
        if kept is not None:
            _keep(found, kept, top)
    _write(found, "bars" if histogram else "json" if as_json else form or "table", totals, top)
    if plot is not None:
        _write_plot(found, totals, plot, force)
    for path, why in found.unreadable:
        console.complain(f"struckle: {path}: {why}")
    if more := found.seen.unreadable - len(found.unreadable):
        console.complain(f"struckle: and {counted(more, 'place')} more could not be read")
    if found.seen.foreign:
        console.complain(f"struckle: {counted(found.seen.foreign, 'JSON object')} without a game key skipped")
    if not found.records:
        console.complain("struckle: there is no record to count")
    return found.exit_code(allow_empty)


def _write(found: Stats, form: str, totals: bool, top: int) -> None:
    if form == "bars":
        if found.records:
            from struckle_cli.report.histograms import histograms

            console.say(histograms(found, totals, console.width(), console.unicode_fits()))
        return
    if form == "csv":
        from struckle_cli.report.spreadsheet import stats_csv

        console.write_bytes(stats_csv(found, totals, top))
        return
    from struckle_cli.report.statistics import stats_json, stats_text

    if form == "json":
        console.write_bytes(stats_json(found, top))
    elif found.records:
        console.say(stats_text(found, totals, top))


def _keep(found: Stats, kept: Keeping, top: int) -> None:
    """Write the result that is kept."""
    from struckle_cli.report.statistics import stats_json

    kept.rows.write(stats_json(found, top))
    seen = found.seen
    kept.finish(
        {
            "records": seen.records,
            "valid": seen.records - found.invalid,
            "invalid": found.invalid,
            "unreadable": seen.unreadable,
            "foreign": seen.foreign,
        }
    )


def _check_plot(path: str | None, force: bool, result: str | None) -> None:
    """Raise `UsageError` for a plot that could not be written, before anything is counted."""
    if path is None:
        if force and result is None:
            raise UsageError("--force goes with --plot FILE or --output FILE", code="usage.plot")
        return
    from struckle_cli.replay.storage import only_here
    from struckle_cli.report.plots import FORMS, need_matplotlib

    only_here(path)
    if os.path.splitext(path)[1].lower() not in FORMS:
        raise UsageError(f"{path}: a plot is a file with {' or '.join(FORMS)}", code="usage.suffix")
    need_matplotlib()
    if not force and os.path.lexists(path):
        raise UsageError(f"{path} exists; --force replaces it", code="usage.exists")


def _write_plot(found: Stats, totals: bool, path: str, force: bool) -> None:
    from struckle_cli.replay.writer import replacing
    from struckle_cli.report.plots import FORMS, plot

    drawn = plot(found, totals, FORMS[os.path.splitext(path)[1].lower()])
    if drawn is None:
        console.complain(f"struckle: {path}: there is nothing to plot, so it was not written")
        return
    with replacing(path, fresh=not force, lasting=True) as file:
        file.write(drawn)
