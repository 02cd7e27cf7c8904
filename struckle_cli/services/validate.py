"""Checking many records: verdicts in the order of the input, in flat memory."""

from collections.abc import Iterator, Sequence

import msgspec

from struckle_cli.core.errors import AccessError, Fault, short
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.reader import Skipped, read_records
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, Unreadable, access_error, close_stream, find, open_source
from struckle_cli.services.judging import Verdict, judge

CRASH = "internal.error"
"""The code of an error of the program itself, met on some record."""
CODES = {CRASH: "The program itself failed on this record; please report it."}


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How to check: `strict` makes warnings errors, `max_record` is a size in bytes."""

    strict: bool = False
    max_record: int = MAX_RECORD
    encoding: str | None = None
    excerpts: bool = False
    """Whether faults carry what stands at their place in the file (`Fault.excerpt`), for people."""
    debug: bool = False
    """Let errors of the program itself through, instead of telling them as faults."""


class Empty(msgspec.Struct, frozen=True):
    """A file in which there is no record."""

    path: str


class Foreign(msgspec.Struct, frozen=True):
    """A JSON object met on a walk that is no record; it was skipped."""

    path: str


class Passed(msgspec.Struct, frozen=True):
    """So many bytes more of the input, as it lies on the disk, have been dealt with; for showing progress."""

    size: int


Event = Verdict | Empty | Foreign | Passed


def validate(paths: Sequence[str], options: Options) -> Iterator[Event]:
    """The verdicts on all records under `paths`, and what was passed over, in order."""
    for place in find(paths, options.encoding):
        yield from check_place(place, options)


def check_place(place: Source | Unreadable, options: Options) -> Iterator[Event]:
    """The verdicts on one file (or a place that could not be read)."""
    if isinstance(place, Unreadable):
        yield unreadable(place.name, place.code, place.message)
        return
    seen = False
    try:
        for item in readings(place, options.max_record):
            seen = True
            if isinstance(item, Skipped):
                yield Foreign(place.name)
            else:
                yield _judge_safely(item, place.name, options)
    except (OSError, AccessError) as error:
        problem = access_error(error)
        yield unreadable(place.name, problem.code, problem.message)
        return
    except Exception as error:
        if options.debug:
            raise
        yield unreadable(place.name, CRASH, _told(error))
        return
    if not seen:
        yield Empty(place.name)


def _judge_safely(reading: Reading, path: str, options: Options) -> Verdict:
    """The verdict on one record; an error of the program on it is told, and the others still checked."""
    try:
        verdict = judge(reading, path, options.strict)
        if options.excerpts and verdict.problems:
            problems = tuple(reading.excerpted(verdict.problems))
            return msgspec.structs.replace(verdict, problems=problems)
        return verdict
    except Exception as error:
        if options.debug:
            raise
        fault = Fault(code=CRASH, message=_told(error))
        return Verdict(path=path, record=reading.number, valid=False, problems=(fault,))


def _told(error: Exception) -> str:
    first = (str(error).splitlines() or [""])[0]
    return short(f"an error of the program itself: {type(error).__name__}: {first} (--debug shows more)", 200)


def readings(source: Source, limit: int = MAX_RECORD) -> Iterator[Reading | Skipped]:
    """The records of one source; closes it at the end. Reading errors are raised."""
    opened = open_source(source)
    try:
        yield from read_records(opened, source, limit)
    finally:
        close_stream(opened.stream)


def unreadable(path: str, code: str, message: str) -> Verdict:
    """The verdict on a place that could not be read."""
    return Verdict(path=path, record=None, valid=False, problems=(Fault(code=code, message=message),))
