"""Checking files in several processes, with results in the order of the input.

Small files go to workers; a large one is checked in this process when its turn comes, so that memory
stays flat. What comes out does not depend on the number of workers.
"""

import contextlib
import os
import signal
import stat
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from struckle_cli.replay.source import Source, Unreadable, find
from struckle_cli.services.validate import Event, Options, check_place

LARGE = 64 << 10
"""Bytes from which a file is not sent to a worker, nor files together that have more: verdicts of a batch
are held in memory, and hostile files have many faults a byte."""

Place = Source | Unreadable


def validate_many(paths: Sequence[str], options: Options, jobs: int) -> Iterator[Event]:
    """What `validate` yields, worked out by `jobs` processes; they end when this one is interrupted."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    waiting: deque[Future[list[Event]] | Place] = deque()
    done = False
    try:
        with _ending_at_sigterm():
            for batch in _batches(paths, options):
                waiting.append(_submit(pool, batch, options) if isinstance(batch, list) else batch)
                while len(waiting) > 4 * jobs:
                    yield from _finish(waiting.popleft(), options)
            while waiting:
                yield from _finish(waiting.popleft(), options)
        done = True
    finally:
        if not done:
            for process in list((pool._processes or {}).values()):
                process.terminate()
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _ending_at_sigterm() -> Iterator[None]:
    """Within the block SIGTERM ends this process by way of its `finally` clauses, so that workers end too."""

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _submit(pool: ProcessPoolExecutor, batch: "list[Place]", options: Options) -> "Future[list[Event]]":
    """Hand over a batch. Workers start here, and inherit that Ctrl-C is this process's business."""
    if threading.current_thread() is not threading.main_thread():
        return pool.submit(_check_batch, batch, options)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return pool.submit(_check_batch, batch, options)
    finally:
        signal.signal(signal.SIGINT, before)


def _batches(paths: Sequence[str], options: Options) -> Iterator[list[Place] | Place]:
    """Small files in batches for workers, and one by one what this process keeps."""
    batch: list[Place] = []
    held = 0
    for place in find(paths, options.encoding):
        size = _size(place)
        if batch and held + size > LARGE:
            yield batch
            batch, held = [], 0
        if size > LARGE:
            yield place
        else:
            batch.append(place)
            held += size
    if batch:
        yield batch


def _size(place: Place) -> int:
    """The bytes of a place for a batch; beyond `LARGE` for what this process reads itself.

    That is what is large, compressed (nobody knows how large that is) or no regular file.
    """
    if isinstance(place, Unreadable):
        return 1
    if place.stdin:
        return LARGE + 1
    try:
        status = os.stat(place.name)
    except (OSError, ValueError):
        return 1
    if place.compression or not stat.S_ISREG(status.st_mode):
        return LARGE + 1
    return max(status.st_size, 1 << 10)


def _check_batch(batch: list[Place], options: Options) -> list[Event]:
    return [event for place in batch for event in check_place(place, options)]


def _finish(item: "Future[list[Event]] | Place", options: Options) -> Iterator[Event]:
    if isinstance(item, Future):
        yield from item.result()
    else:
        yield from check_place(item, options)
