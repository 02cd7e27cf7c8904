"""Checking many records: verdicts in the order of the input, in flat memory."""

import os
import sys
from collections.abc import Generator, Iterator, Sequence

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.reader import Skipped, read_records
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, close_stream, open_source
from struckle_cli.services.jobs import AnyEvent, Job, Kind, Options
from struckle_cli.services.judging import Verdict, judge
from struckle_cli.services.runs import Engine, Local, run

__all__ = ["Options", "cores", "readings", "validate", "verdicts"]


def validate(
    paths: Sequence[str], options: Options, jobs: int = 1, engine: Engine | None = None
) -> Generator[AnyEvent]:
    """The verdicts on all records under `paths`, and what was passed over, in order.

    The engine does the work, or up to `jobs` processes; the events are the same. Close the iterator if you do
    not exhaust it: that ends them.
    """
    return run(paths, Job(kind="validate", options=options), engine or Local(jobs))


def verdicts(paths: Sequence[str], options: Options) -> Iterator[Verdict]:
    """The verdicts alone, by this process alone."""
    return (event for event in validate(paths, options) if isinstance(event, Verdict))


def cores() -> int:
    """How many processors this process may use."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _verdict(reading: Reading, job: Job) -> Verdict:
    options = job.options
    verdict = judge(reading, "", options.strict)
    if options.excerpts and verdict.problems:
        problems = tuple(reading.excerpted(verdict.problems))
        return msgspec.structs.replace(verdict, problems=problems)
    return verdict


def _failed(record: int | None, fault: Fault) -> Verdict:
    """The verdict on a place that could not be read, or a record that could not be looked at."""
    return Verdict(path="", record=record, valid=False, problems=(fault,))


KIND = Kind(_verdict, _failed, Verdict)


def readings(source: Source, limit: int = MAX_RECORD) -> Iterator[Reading | Skipped]:
    """The records of one source; closes it at the end. Reading errors are raised."""
    opened = open_source(source)
    try:
        yield from read_records(opened, source, limit)
    finally:
        close_stream(opened.stream)
