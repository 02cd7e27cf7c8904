"""Checking files in several processes, with results in the order of the input.

Small files go to workers; a large one is checked in this process when its turn comes, so that memory
stays flat. What comes out does not depend on the number of workers.
"""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from struckle_cli.replay.source import Source, Unreadable, find
from struckle_cli.services.validate import Event, Options, check_place

LARGE = 4 << 20
"""Bytes from which a file is not sent to a worker."""
_BATCH = 32

Place = Source | Unreadable


def validate_many(paths: Sequence[str], options: Options, jobs: int) -> Iterator[Event]:
    """What `validate` yields, worked out by `jobs` processes."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[list[Event]] | Place] = deque()
        try:
            for batch in _batches(paths, options):
                waiting.append(
                    pool.submit(_check_batch, batch, options) if isinstance(batch, list) else batch
                )
                while len(waiting) > 4 * jobs:
                    yield from _finish(waiting.popleft(), options)
            while waiting:
                yield from _finish(waiting.popleft(), options)
        finally:
            pool.shutdown(cancel_futures=True)


def _batches(paths: Sequence[str], options: Options) -> Iterator[list[Place] | Place]:
    """Small files in batches for workers, and one by one what this process keeps."""
    batch: list[Place] = []
    for place in find(paths, options.encoding):
        if isinstance(place, Source) and (place.stdin or _is_large(place.name)):
            if batch:
                yield batch
                batch = []
            yield place
            continue
        batch.append(place)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _is_large(path: str) -> bool:
    """Whether this process should read a file itself: it is large, or no regular file, or compressed."""
    try:
        status = os.stat(path)
    except OSError:
        return False
    return status.st_size > LARGE or not os.path.isfile(path)


def _check_batch(batch: list[Place], options: Options) -> list[Event]:
    return [event for place in batch for event in check_place(place, options)]


def _finish(item: "Future[list[Event]] | Place", options: Options) -> Iterator[Event]:
    if isinstance(item, Future):
        yield from item.result()
    else:
        yield from check_place(item, options)
