"""A process in which a record may kill its worker: `python -m struckle_cli.services.shelter`.

Ranges and a job come through standard input, one `Answer` goes out. The work is done by one worker process
of `pool.py`, piece by piece: if it dies, the piece is cut in halves down to the record that is lost.
"""

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
from struckle_cli.services.working import What


def main() -> None:
    """Read, work, answer."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing that a worker says may get between
    requests: Any = sys.stdin.buffer
    ranges, job = pickle.load(requests)
    pickle.dump(answered(ranges, job, requests), answers)
    answers.flush()


def answered(ranges: Sequence[Range], job: Job, life: Any = None) -> Answer:
    """What comes of ranges, as far as an answer takes it. It ends when `life` can be read: nobody waits then."""
    found: list[tuple[int, bytes]] = []
    size = 0
    done = by_workers(_portions(ranges, job), job, 1)
    try:
        for task, events in done:
            index, skip = _place(task)
            if size >= MOST and skip >= 0:
                return Answer(made(), tuple(found), rest=(index, skip))
            for chunk in encoded(events):
                found.append((index, chunk))
                size += len(chunk)
            if life is not None and select.select([life], [], [], 0)[0]:
                sys.exit(1)
    finally:
        done.close()  # type: ignore[attr-defined]
    return Answer(made(), tuple(found))
