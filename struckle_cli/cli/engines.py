"""`--engine` and what goes with it: who does the work of `validate`, `stats` and `verify`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Literal, NamedTuple

import typer

from struckle_cli.core.errors import UsageError
from struckle_cli.replay.source import STDIN
from struckle_cli.services.runs import Engine, Local
from struckle_cli.services.validate import cores

EngineName = Literal["local", "dask"]

EngineOption = Annotated[
    EngineName,
    typer.Option("--engine", help="Who works: processes of this machine, or the workers of a Dask cluster."),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="With --engine dask: the scheduler, as tcp://HOST:PORT; else workers are started here.",
    ),
]
SchedulerFileOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler-file", metavar="FILE", help="The same: the file that the scheduler has written."
    ),
]


class Who(NamedTuple):
    """Who is to do the work, as the options of a command say it."""

    name: EngineName
    scheduler: str | None
    scheduler_file: str | None
    jobs: int | None


@contextmanager
def engine(who: Who, paths: Sequence[str], step: int | None = None, kept: bool = False) -> Iterator[Engine]:
    """The engine that the options of a command ask for; what it has started ends with the block.

    `step` is that of the local engine where its ranges are kept (`Kept`), `kept` whether what is done stays
    when the run breaks off. Raises `UsageError` for options that do not go together (`usage.engine`), and
    `AccessError` where there is no cluster that could work.
    """
    name, scheduler, scheduler_file, jobs = who
    if name == "local":
        if scheduler is not None or scheduler_file is not None:
            option = "--scheduler" if scheduler is not None else "--scheduler-file"
            raise UsageError(f"{option} is for --engine dask", code="usage.engine")
        yield Local(jobs or cores(), step)
        return
    _check(scheduler, scheduler_file, jobs, paths)
    from struckle_cli.services.dask_engine import connected

    with connected(scheduler, scheduler_file, jobs or cores(), kept) as found:
        yield found


def _check(scheduler: str | None, file: str | None, jobs: int | None, paths: Sequence[str]) -> None:
    """Raise `UsageError` if options do not go together, or the packages are missing."""
    if scheduler is not None and file is not None:
        raise UsageError("--scheduler and --scheduler-file say the same: give one", code="usage.engine")
    if jobs is not None and (scheduler is not None or file is not None):
        why = "--jobs is for workers that are started here; a cluster that runs has its own"
        raise UsageError(why, code="usage.engine")
    if STDIN in paths:
        why = "--engine dask reads no standard input: its workers read the files themselves"
        raise UsageError(why, code="usage.engine")
    from importlib.util import find_spec

    if find_spec("distributed") is None:
        why = "--engine dask needs packages that are not installed: pip install 'struckle[dask]'"
        raise UsageError(why, code="usage.engine")
