"""A job over many records: the input becomes tasks, an engine does them, and what comes is told in order.

A *task* is a part of the input that can be worked on anywhere. What comes of it gets its file's name, its
record numbers and its lines only in the order of the input (`Task.told`). So one process, several, and many
machines tell the same.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from struckle_cli.core.errors import AccessError, Fault
from struckle_cli.replay.cutting import SIZE, Piece, cut
from struckle_cli.replay.ranging import Range, splittable
from struckle_cli.replay.source import Source, Unreadable, access_error, close_stream, find, open_source
from struckle_cli.replay.storage import own_path
from struckle_cli.services.events import CRASH, Empty, Ended, Foreign, Passed
from struckle_cli.services.jobs import AnyEvent, Job, kind_of
from struckle_cli.services.working import What, told, worked

SMALL = 32 << 10
"""Bytes up to which a file is one task, all verdicts on which are held: hostile files have many faults."""
RANGE = 8 << 20
"""Bytes of the ranges that are done on other machines, or kept: a second of work."""
FAR = 2 << 20
"""Bytes of the ranges of a file in a store at least: each waits for two answers of its server."""
MANY = 64
"""Small files in one portion at most."""


class File:
    """A place of the input, and how far its records have been told."""

    __slots__ = ("ended", "lines", "number", "path", "pipe", "seen", "walked")

    def __init__(self, path: str, walked: bool = False) -> None:
        self.path = path
        self.walked = walked
        self.pipe: Any = None
        """The pipe or terminal that it is being read from, whose bytes come when they come."""
        self.number = 0
        self.lines = 0
        """Line ends of the ranges that have been told."""
        self.seen = False
        self.ended = False
        """Whether it could not be read on."""


class Task(msgspec.Struct, frozen=True):
    """Something to do: a file, a range or piece of one, or (at its end, with `Empty`) what is known already.

    `size` is how many bytes of the input are dealt with when it is done.
    """

    file: File
    what: What
    size: int = 0
    again: bool = False
    """Whether it is done once more, alone, because who did it has ended over it."""

    @property
    def is_work(self) -> bool:
        """Whether there is anything to do that another process could."""
        return isinstance(self.what, Range | Piece)

    def told(self, events: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
        """What came of the task, with the file's name, record numbers and lines. To be called in input order.

        A file that could not be read on is told once.
        """
        if not self.file.ended:
            for event in events:
                yield from self._settled(event)
        if self.size:
            yield Passed(self.size)

    def _settled(self, event: AnyEvent) -> Iterator[AnyEvent]:
        file = self.file
        if isinstance(event, Ended):
            file.lines += event.lines
            if event.digest:
                yield event
        elif isinstance(event, Passed):
            yield event
        elif isinstance(event, Empty):
            if not file.seen:
                yield Empty(file.path)
        elif isinstance(event, Foreign):
            file.seen = True
            yield Foreign(file.path)
        else:
            file.seen = True
            if event.record is None:
                file.ended = True
            else:
                file.number += 1
            event.settle(file.path, None if event.record is None else file.number, file.lines)
            yield event


Portion = list[Task]
"""Tasks in a row that are handed out together."""
Done = tuple[Task, Iterable[AnyEvent]]
"""A task, and what came of it (not yet `Task.told`)."""


class Engine(Protocol):
    """What does portions of work, somewhere, and gives back what came of each task, in order.

    `step` is the size of the ranges that it takes, in bytes; None: a file is cut by this process, as it is
    read. Only an engine without `step`, or the local one, can take pieces, and so standard input.
    """

    @property
    def step(self) -> int | None:
        """Bytes of a range at most."""

    @property
    def streams(self) -> bool:
        """Whether it takes pieces that this process has read: of pipes, and of compressed files."""

    def run(self, portions: Iterator[Portion], job: Job) -> Iterator[Done]:
        """Do all tasks. Closing the iterator ends what still works."""


class Local:
    """The engine of this machine: this process alone, or up to `jobs` processes that it starts.

    Until there is so much work that they pay, this process does it.
    """

    streams = True

    def __init__(self, jobs: int = 1, step: int | None = None) -> None:
        self.jobs = jobs
        self.step = SIZE if step is None and jobs > 1 else step

    def run(self, portions: Iterator[Portion], job: Job) -> Iterator[Done]:
        """Do one task after another, then several at once."""
        done = 0
        for portion in portions:
            for task in portion:
                yield task, worked(task.what, task.file.walked, job)
                done += max(task.size, len(task.what.data) if isinstance(task.what, Piece) else 0)
            if self.jobs > 1 and done > WORTH_WORKERS:
                from struckle_cli.services.pool import by_workers

                yield from by_workers(portions, job, self.jobs)
                return


WORTH_WORKERS = 1 << 20
"""Bytes of input that are dealt with before workers are started: a tenth of a second, as starting takes."""


def run(paths: Sequence[str], job: Job, engine: Engine) -> Generator[AnyEvent]:
    """Everything that comes of a job on all records under `paths`, in order.

    Close the iterator if you do not exhaust it: that ends what works on it.
    """
    work = tasks(paths, job, engine.step, engine.streams)
    for task, events in engine.run(portions(work, engine.step or SIZE), job):
        yield from task.told(events)


def tasks(paths: Sequence[str], job: Job, step: int | None, streams: bool = True) -> Iterator[Task]:
    """The input as tasks, in order, as they are needed: ranges of up to `step` bytes, or pieces.

    Where `streams` is false, all that cannot be read in ranges is a task as a whole.
    """
    kind, options = kind_of(job), job.options
    for place in find(paths, options.encoding):
        file = File(place.name, isinstance(place, Source) and place.walked)
        if isinstance(place, Unreadable):
            yield Task(file, kind.failed(None, Fault(code=place.code, message=place.message)))
            continue
        try:
            yield from _tasks(file, place, options.max_record, step, streams)
        except (OSError, AccessError) as error:
            problem = access_error(error)
            yield Task(file, kind.failed(None, Fault(code=problem.code, message=problem.message)))
        except Exception as error:
            if options.debug:
                raise
            yield Task(file, kind.failed(None, Fault(code=CRASH, message=told(error))))


def _tasks(file: File, source: Source, limit: int, step: int | None, streams: bool) -> Iterator[Task]:
    known = None if source.stdin else source.facts()
    size = None if known is None else known.size
    small = size is not None and not source.compression and size <= SMALL
    if small or (not streams and (size is None or step is None or size <= step)):
        yield Task(file, Range(source), size or 0)
        return
    if step is not None and size is not None and known is not None and known.ranged:
        encoding = None if source.compression else splittable(source)
        if encoding is not None:
            step = step if own_path(source.name) is not None else max(step, FAR)
            whole = msgspec.structs.replace(source, encoding=encoding)
            for start in range(0, size, step):
                stop = min(size, start + step)
                yield Task(file, Range(whole, start, stop), stop - start)
            yield Task(file, Empty())
            return
    if streams:
        yield from _pieces(file, source, limit)
        yield Task(file, Empty())
    else:
        yield Task(file, Range(source), size or 0)


def _pieces(file: File, source: Source, limit: int) -> Iterator[Task]:
    opened = open_source(source)
    try:
        before = 0
        file.pipe = opened.pipe
        for part in cut(opened, source, limit):
            size = len(part.data) if isinstance(part, Piece) else 0
            passed = before + size if opened.file is None else opened.file.tell()
            yield Task(file, part, passed - before)
            before = passed
    finally:
        file.pipe = None
        close_stream(opened.stream)


def portions(work: Iterator[Task], size: int) -> Iterator[Portion]:
    """Small files together, about `size` bytes; pieces and ranges at once, since more may take its time."""
    found: list[Task] = []
    total = 0
    many = MANY * max(1, size // (16 * SIZE))
    for task in work:
        found.append(task)
        total += max(task.size, 1 << 10)
        parted = isinstance(task.what, Piece) or (isinstance(task.what, Range) and task.what.stop is not None)
        if total >= size or len(found) >= many or parted:
            yield found
            found, total = [], 0
    if found:
        yield found
