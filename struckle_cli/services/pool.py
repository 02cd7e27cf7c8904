"""Checking files in several processes, with results in the order of the input.

Small files go to workers; a large one is checked in this process when its turn comes, so that memory
stays flat. What comes out does not depend on the number of workers.
"""

import contextlib
import os
import signal
import threading
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
