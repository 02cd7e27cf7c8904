"""Checking many records: verdicts in the order of the input, in flat memory.

The input becomes a stream of *tasks*: small files whole, larger ones (and pipes, and compressed files) in
pieces. A task can be worked on anywhere; what comes of it gets its file's name and record numbers only in the
order of the input (`Task.told`). So one process and many (`services/pool.py`) yield the same events.
"""

import os
import stat
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from struckle_cli.core.errors import AccessError, Fault, short
from struckle_cli.replay.cutting import Piece, cut
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.reader import Read, Skipped, read_piece, read_records
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, Unreadable, access_error, close_stream, find, open_source
from struckle_cli.services.judging import Verdict, judge

CRASH = "internal.error"
"""The code of an error of the program itself, met on some record."""
DIED = "internal.worker"
"""The code of a worker process that ended before its work was done."""
CODES = {
    CRASH: "The program itself failed on this record; please report it.",
    DIED: "The process that checked this part of the input ended before it was done.",
}
SMALL = 32 << 10
"""Bytes up to which a file is one task, all verdicts on which are held: hostile files have many faults."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How to check: `strict` makes warnings errors, `max_record` is a size in bytes."""

    strict: bool = False
    max_record: int = MAX_RECORD
    encoding: str | None = None
    excerpts: bool = False
    """Whether faults carry what stands at their place in the file (`Fault.excerpt`), for people."""
    debug: bool = False
    """Let errors of the program itself through, instead of telling them as faults."""


class Empty(msgspec.Struct, frozen=True, tag="e", array_like=True):
    """A file in which there is no record."""

    path: str = ""


class Foreign(msgspec.Struct, frozen=True, tag="f", array_like=True):
    """A JSON object met on a walk that is no record; it was skipped."""

    path: str = ""


class Passed(msgspec.Struct, frozen=True, tag="p", array_like=True):
    """So many bytes more of the input, as it lies on the disk, have been dealt with; for showing progress."""

    size: int


Event = Verdict | Empty | Foreign | Passed


class File:
    """A place of the input, and how far its records have been told."""

    __slots__ = ("number", "path", "pipe", "seen", "walked")

    def __init__(self, path: str, walked: bool = False) -> None:
        self.path = path
        self.walked = walked
        self.pipe: Any = None
        """The pipe or terminal that it is being read from, whose bytes come when they come."""
        self.number = 0
        self.seen = False


What = Source | Piece | Reading | Verdict | Empty


class Task(msgspec.Struct, frozen=True):
    """Something to check: a whole file, a piece of one, or (at its end, with `Empty`) what is known already.

    `size` is how many bytes of the input are dealt with when it is done.
    """

    file: File
    what: What
    size: int = 0

    @property
    def is_work(self) -> bool:
        """Whether there is anything to do that another process could."""
        return isinstance(self.what, Source | Piece)

    def told(self, events: Iterable[Event]) -> Iterator[Event]:
        """What came of the task, with the file's name and its record numbers. To be called in input order."""
        file = self.file
        for event in events:
            if isinstance(event, Verdict):
                msgspec.structs.force_setattr(event, "path", file.path)
                if event.record is not None:
                    file.number += 1
                    msgspec.structs.force_setattr(event, "record", file.number)
                file.seen = True
            elif isinstance(event, Foreign):
                msgspec.structs.force_setattr(event, "path", file.path)
                file.seen = True
            elif isinstance(event, Empty):
                if file.seen:
                    continue
                msgspec.structs.force_setattr(event, "path", file.path)
            yield event
        if self.size:
            yield Passed(self.size)


def validate(paths: Sequence[str], options: Options, jobs: int = 1) -> Generator[Event]:
    """The verdicts on all records under `paths`, and what was passed over, in order.

    Up to `jobs` processes do the work; the events are the same. Close the iterator if you do not exhaust it:
    that ends them.
    """
    work = tasks(paths, options)
    done = 0
    for task in work:
        yield from task.told(checked(task.what, task.file.walked, options))
        done += max(task.size, _length(task.what))
        if jobs > 1 and done > WORTH_WORKERS:
            from struckle_cli.services.pool import validate_by_workers

            yield from validate_by_workers(work, options, jobs)
            return


def verdicts(paths: Sequence[str], options: Options) -> Iterator[Verdict]:
    """The verdicts alone, by this process alone."""
    return (event for event in validate(paths, options) if isinstance(event, Verdict))


WORTH_WORKERS = 1 << 20
"""Bytes of input that are checked before workers are started: a tenth of a second, as they need to start."""


def cores() -> int:
    """How many processors this process may use."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tasks(paths: Sequence[str], options: Options) -> Iterator[Task]:
    """The input as tasks, in order, as they are needed."""
    for place in find(paths, options.encoding):
        file = File(place.name, isinstance(place, Source) and place.walked)
        if isinstance(place, Unreadable):
            yield Task(file, unreadable(place.code, place.message))
        elif (size := _small(place)) is not None:
            yield Task(file, place, size)
        else:
            try:
                yield from _pieces(file, place, options.max_record)
            except (OSError, AccessError) as error:
                problem = access_error(error)
                yield Task(file, unreadable(problem.code, problem.message))
            except Exception as error:
                if options.debug:
                    raise
                yield Task(file, unreadable(CRASH, _told(error)))
            else:
                yield Task(file, Empty())


def _small(place: Source) -> int | None:
    """The size of a plain file that is small; None for others, and where nobody knows how much there is."""
    if place.stdin or place.compression:
        return None
    try:
        status = os.stat(place.name)
    except (OSError, ValueError):
        return None
    small = stat.S_ISREG(status.st_mode) and status.st_size <= SMALL
    return status.st_size if small else None


def _pieces(file: File, source: Source, limit: int) -> Iterator[Task]:
    opened = open_source(source)
    try:
        before = 0
        file.pipe = opened.pipe
        for part in cut(opened, source, limit):
            passed = before + _length(part) if opened.file is None else opened.file.tell()
            yield Task(file, part, passed - before)
            before = passed
    finally:
        file.pipe = None
        close_stream(opened.stream)


def _length(what: What) -> int:
    """The bytes of a piece, as they come out of a compressed file."""
    return len(what.data) if isinstance(what, Piece) else 0


def checked(what: What, walked: bool, options: Options) -> Iterator[Event]:
    """What comes of a task's work, without the name of the file; records are numbered by `Task.told`."""
    if isinstance(what, Piece):
        yield from _judged(read_piece(what, options.max_record, walked), options)
    elif isinstance(what, Reading):
        yield _judge_safely(what, options)
    elif not isinstance(what, Source):
        yield what
    else:
        yield from _checked_file(what, options)


def _checked_file(source: Source, options: Options) -> Iterator[Event]:
    try:
        yield from _judged(readings(source, options.max_record), options)
    except (OSError, AccessError) as error:
        problem = access_error(error)
        yield unreadable(problem.code, problem.message)
    except Exception as error:
        if options.debug:
            raise
        yield unreadable(CRASH, _told(error))
    else:
        yield Empty()


def _judged(items: Read, options: Options) -> Iterator[Event]:
    for item in items:
        yield Foreign() if isinstance(item, Skipped) else _judge_safely(item, options)


def _judge_safely(reading: Reading, options: Options) -> Verdict:
    """The verdict on one record; an error of the program on it is told, and the others still checked."""
    try:
        verdict = judge(reading, "", options.strict)
        if options.excerpts and verdict.problems:
            problems = tuple(reading.excerpted(verdict.problems))
            return msgspec.structs.replace(verdict, problems=problems)
        return verdict
    except Exception as error:
        if options.debug:
            raise
        fault = Fault(code=CRASH, message=_told(error))
        return Verdict(path="", record=reading.number, valid=False, problems=(fault,))


def _told(error: Exception) -> str:
    first = (str(error).splitlines() or [""])[0].encode("utf-8", "backslashreplace").decode()
    return short(f"an error of the program itself: {type(error).__name__}: {first} (--debug shows more)", 200)


def readings(source: Source, limit: int = MAX_RECORD) -> Iterator[Reading | Skipped]:
    """The records of one source; closes it at the end. Reading errors are raised."""
    opened = open_source(source)
    try:
        yield from read_records(opened, source, limit)
    finally:
        close_stream(opened.stream)


def unreadable(code: str, message: str) -> Verdict:
    """The verdict on a place that could not be read."""
    return Verdict(path="", record=None, valid=False, problems=(Fault(code=code, message=message),))
