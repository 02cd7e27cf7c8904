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

from struckle_cli.replay.cutting import Piece
from struckle_cli.replay.ranging import Range
from struckle_cli.replay.reading import Reading
from struckle_cli.services.answers import encoded
from struckle_cli.services.dask_work import MOST, Answer, made
from struckle_cli.services.jobs import Job
from struckle_cli.services.pool import by_workers
from struckle_cli.services.runs import File, Portion, Task
from struckle_cli.services.working import parts_of


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
        end = _place(index, part.skip, part)
        tasks: Portion = []
        for what in parts_of(part, job):
            if isinstance(what, Piece | Reading):
                yield [Task(end, what)]
                end = _place(index, end.number + 1, part)
            else:
                tasks.append(Task(end, what))
        yield tasks


def _place(index: int, number: int, part: Range) -> File:
    file = File(str(index), part.source.walked)
    file.number = number
    return file


if __name__ == "__main__":
    main()
