"""Doing a job on part of the input: what is done by this process, by a worker, and on another machine.

What comes of it has no name of a file yet, and its records are numbered when all that stands before them is
known (`runs.py`).
"""

from collections.abc import Iterator

from struckle_cli.core.errors import AccessError, Fault, short
from struckle_cli.replay.cutting import Piece
from struckle_cli.replay.ranging import Ending, Range, cut_range
from struckle_cli.replay.reader import Read, Skipped, read_piece
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import access_error
from struckle_cli.services.events import CRASH, Empty, Ended, Foreign
from struckle_cli.services.jobs import AnyEvent, Job, Kind, Told, kind_of

What = Range | Piece | Reading | AnyEvent
"""Something to work on: part of a file, read already or not, or what is known of it."""


def worked(what: What, walked: bool, job: Job) -> Iterator[AnyEvent]:
    """What comes of a part of the input. `walked` as in `Source`."""
    kind = kind_of(job)
    if isinstance(what, Piece):
        yield from _judged(read_piece(what, job.options.max_record, walked), kind, job)
    elif isinstance(what, Reading):
        yield _safely(what, kind, job)
    elif isinstance(what, Range):
        for events in by_pieces(what, job):
            yield from events
    else:
        yield what


def by_pieces(part: Range, job: Job) -> Iterator[Iterator[AnyEvent]]:
    """What comes of a range, piece by piece, and at last of its end. Each has to be taken before the next."""
    end: list[AnyEvent] = []
    for what in parts_of(part, job):
        if isinstance(what, Piece | Reading):
            yield worked(what, part.source.walked, job)
        else:
            end += worked(what, part.source.walked, job)
    yield iter(end)


def parts_of(part: Range, job: Job) -> Iterator[What]:
    """A range as its pieces, and then what is known of its end: that it is read, or why it could not be."""
    kind, options = kind_of(job), job.options
    ending = Ending()
    try:
        yield from cut_range(part, options.max_record, ending, job.hashing)
    except (OSError, AccessError) as error:
        problem = access_error(error)
        yield kind.failed(None, Fault(code=problem.code, message=problem.message))
    except Exception as error:
        if options.debug:
            raise
        yield kind.failed(None, Fault(code=CRASH, message=told(error)))
    else:
        yield Ended(ending.lines, ending.digest)
        if part.stop is None:
            yield Empty()


def _judged(items: Read, kind: Kind, job: Job) -> Iterator[AnyEvent]:
    try:
        for item in items:
            yield Foreign() if isinstance(item, Skipped) else _safely(item, kind, job)
    except Exception as error:
        if job.options.debug:
            raise
        yield kind.failed(None, Fault(code=CRASH, message=told(error)))


def _safely(reading: Reading, kind: Kind, job: Job) -> Told:
    """What comes of one record; an error of the program on it is told, and the others still looked at."""
    try:
        return kind.of(reading, job)
    except Exception as error:
        if job.options.debug:
            raise
        return kind.failed(reading.number, Fault(code=CRASH, message=told(error)))


def told(error: Exception) -> str:
    """How an error of the program itself is told."""
    first = (str(error).splitlines() or [""])[0].encode("utf-8", "backslashreplace").decode()
    return short(f"an error of the program itself: {type(error).__name__}: {first} (--debug shows more)", 200)
