"""A process in which a record may kill its worker: `python -m struckle_cli.services.shelter`.

Ranges and a job come through standard input, one `Answer` goes out. The work is done by one worker process
of `pool.py`, piece by piece: if it dies, the piece is cut in halves down to the record that is lost.
"""

import contextlib
import os
import pickle
import select
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from struckle_cli.core.errors import AccessError, Fault
from struckle_cli.replay.ranging import Ending, Range, cut_range
from struckle_cli.replay.source import access_error
from struckle_cli.services.answers import encoded
from struckle_cli.services.dask_work import MOST, Answer, made
from struckle_cli.services.events import Empty, Ended
from struckle_cli.services.jobs import Job, kind_of
from struckle_cli.services.pool import by_workers
from struckle_cli.services.runs import File, Portion, Task


def main() -> None:
    """Read, work, answer."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing that a worker says may get between
    requests: Any = sys.stdin.buffer
    ranges, job = pickle.load(requests)
    pickle.dump(answered(ranges, job, requests), answers)
    answers.flush()


def answered(ranges: Sequence[Range], job: Job, life: Any = None) -> Answer:
    """What comes of ranges, as far as an answer takes it.

    When `life` can be read, which only its end can be, nobody waits any more, and the process ends.
    """
    found: list[tuple[int, bytes]] = []
    size = 0
    last: File | None = None
    work: Any = by_workers(_portions(ranges, job), job, 1)
    with contextlib.closing(work):
        for task, events in work:
            index = int(task.file.path)
            if size >= MOST and task.file is not last:
                return Answer(made(), tuple(found), rest=(index, task.file.number))
            last = task.file
            for chunk in encoded(events):
                found.append((index, chunk))
                size += len(chunk)
            if life is not None and _can_be_read(life):
                sys.exit(1)
    return Answer(made(), tuple(found))


def _can_be_read(stream: Any) -> bool:
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except (OSError, ValueError):  # nobody can tell
        return False


def _portions(ranges: Sequence[Range], job: Job) -> Iterator[Portion]:
    """Each piece by itself, and what is known of the end of its range (`by_pieces` tells the same).

    The "file" of a piece is named by the index of the range, and numbered by how many pieces stand before it.
    """
    for index, part in enumerate(ranges):
        ending = Ending()
        number = part.skip
        try:
            for piece in cut_range(part, job.options.max_record, ending, job.hashing):
                yield [Task(_place(index, number, part), piece)]
                number += 1
        except (OSError, AccessError) as error:
            problem = access_error(error)
            lost = kind_of(job).failed(None, Fault(code=problem.code, message=problem.message))
            yield [Task(_place(index, number, part), lost)]
        else:
            place = _place(index, number, part)
            end = Task(place, Ended(ending.lines, ending.digest))
            yield [end] if part.stop is not None else [end, Task(place, Empty())]


def _place(index: int, number: int, part: Range) -> File:
    file = File(str(index), part.source.walked)
    file.number = number
    return file


if __name__ == "__main__":
    main()
