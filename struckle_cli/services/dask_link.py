"""A Dask cluster as this process holds it: its client, in a thread of its own, and the workers started here.

Every wait is bounded, and whatever a cluster does, nothing of it is said on standard error.
"""

import asyncio
import concurrent.futures
import contextlib
import json
import logging
import multiprocessing
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from struckle_cli.core.errors import AccessError, counted
from struckle_cli.services.dask_work import made
from struckle_cli.services.processes import without_interrupts

CODES = {
    "engine.lost": "The scheduler of the cluster went away while there was work to do.",
    "engine.unreachable": "There is no scheduler there, or no workers could be started here.",
    "engine.no-workers": "The cluster has no workers.",
    "engine.version": "Workers have other versions than this process, so they may judge otherwise.",
    "engine.unseen": "A worker does not see a file that this process sees, or sees another one there.",
}
"""Where a run by `--engine dask` ends before it is done; they are told, and stand in no verdict."""
CONNECTING = 10.0
STARTING = 60.0
ANSWERING = 30.0
"""Seconds that a scheduler has to take a client, workers have to start here, and both have for an answer."""
WORKERLESS = 30.0
"""Seconds that a cluster may be without workers: one that died comes back in a few."""
CLOSING = 3.0
_NOTHING = logging.CRITICAL + 1
"""A level above all that is logged."""
Result = TypeVar("Result")

_CLUSTER = {
    # A record that kills its worker has its portion sheltered when it has done so twice.
    "distributed.scheduler.allowed-failures": 1,
    # On a busy machine a new worker may take longer to start than Dask is patient by itself.
    "distributed.deploy.lost-worker-timeout": "600s",
    "distributed.worker.profile.enabled": False,
}
"""What is set for a cluster of our own."""


class Loop:
    """An event loop in a thread: what runs there is asked for from here, for a time."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="dask", daemon=True)
        # Ctrl-C is for this thread; those that the new one starts, and their processes, inherit that too.
        without_interrupts(self._thread.start)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    def begin(self, work: Awaitable[Result]) -> "concurrent.futures.Future[Result]":
        """Have something done there."""

        async def done() -> Result:
            return await work

        return asyncio.run_coroutine_threadsafe(done(), self._loop)

    def call(self, work: Awaitable[Result], seconds: float) -> Result:
        """Have something done there, and wait for it. Raises `TimeoutError`, and what the work raises."""
        asked = self.begin(work)
        try:
            return asked.result(seconds)
        finally:
            asked.cancel()

    def end(self) -> None:
        """End all that runs there."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSING)


@contextlib.contextmanager
def linked(scheduler: str | None, scheduler_file: str | None, jobs: int, kept: bool) -> Iterator["Link"]:
    """A cluster: that of a scheduler, or one of `jobs` workers that is started here and ends with the block.

    `kept` says whether what is done stays when a run breaks off. Raises `AccessError` (`engine.unreachable`,
    `engine.no-workers`, `engine.version`).
    """
    address = scheduler if scheduler_file is None else _address(scheduler_file)
    with _quiet():
        loop = Loop()
        try:
            with _client(loop, address) if address is not None else _cluster(loop, jobs) as client:
                link = Link(loop, client, kept)
                link.check()
                yield link
        finally:
            loop.end()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Nothing is said: no warning that versions of packages differ, no line of a log."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"(dask|distributed|tornado|asyncio|multiprocessing)\b")
        warnings.simplefilter("ignore", ResourceWarning)
        _distributed()  # it sets its loggers up
        silence()
        yield


def _begin_tracker() -> None:
    """Start what `multiprocessing` has outlive this process, if that is killed; it is to say nothing."""
    from multiprocessing import resource_tracker

    sys.warnoptions.append("ignore::UserWarning:multiprocessing.resource_tracker")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.pop()


def _distributed() -> Any:
    import distributed

    return distributed


def silence() -> None:
    """Have no logger of Dask, or of what it stands on, say anything."""
    for name in [*logging.root.manager.loggerDict, "distributed", "tornado", "asyncio", "bokeh"]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio", "bokeh", "dask"):
            logger = logging.getLogger(name)
            logger.handlers = [logging.NullHandler()]
            logger.propagate = False
            logger.setLevel(_NOTHING)


def _address(file: str) -> str:
    """The address in the file of a scheduler."""
    try:
        found = json.loads(Path(file).read_bytes())
    except OSError as error:
        raise AccessError(f"{file}: {error.strerror}", code="engine.unreachable") from None
    except ValueError:
        found = None
    address = found.get("address") if isinstance(found, dict) else None
    if not isinstance(address, str):
        why = f"{file}: this is no file that a Dask scheduler has written"
        raise AccessError(why, code="engine.unreachable")
    return address


@contextlib.contextmanager
def _client(loop: Loop, address: str) -> Iterator[Any]:
    """A client of a scheduler that runs already."""
    distributed = _distributed()

    async def begin() -> Any:
        return await distributed.Client(
            address, asynchronous=True, set_as_default=False, timeout=CONNECTING, name="struckle"
        )

    try:
        client = loop.call(begin(), CONNECTING + 2)
    except Exception as error:
        why = "it does not answer" if isinstance(error, OSError | TimeoutError) else _first_line(error)
        raise AccessError(
            f"there is no Dask scheduler at {address}: {why}", code="engine.unreachable"
        ) from None
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):
            loop.call(_awaited(client.close), CLOSING)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


@contextlib.contextmanager
def _cluster(loop: Loop, jobs: int) -> Iterator[Any]:
    """A client of a cluster of worker processes, which end with the block, at once."""
    import dask

    _begin_tracker()
    before = set(multiprocessing.active_children())
    with (
        tempfile.TemporaryDirectory(prefix="struckle-", ignore_cleanup_errors=True) as folder,
        dask.config.set(_CLUSTER),
    ):
        clusters: list[Any] = []
        try:
            try:
                client = loop.call(_begun(jobs, folder, clusters), STARTING)
            except Exception as error:
                why = f"no workers could be started here: {_first_line(error)}"
                raise AccessError(why, code="engine.unreachable") from None
            yield client
        finally:
            _end(loop, clusters, before)


async def _begun(jobs: int, folder: str, clusters: list[Any]) -> Any:
    distributed = _distributed()
    cluster = distributed.LocalCluster(
        n_workers=jobs, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
        memory_limit=0, local_directory=folder, asynchronous=True, silence_logs=_NOTHING,
        preload="struckle_cli.services.dask_preload",
    )  # fmt: skip
    cluster.shutdown_on_close = False  # nobody else has to end it when the program does
    clusters.append(cluster)
    await cluster
    return await distributed.Client(cluster, asynchronous=True, set_as_default=False, name="struckle")


def _end(loop: Loop, clusters: list[Any], before: set[Any]) -> None:
    """End the worker processes, which have nothing to lose, and then what is left of the cluster here."""

    async def close() -> None:
        for cluster in clusters:
            for nanny in cluster.workers.values():
                nanny.close_gracefully()  # it starts no new one
            for child in set(multiprocessing.active_children()) - before:
                child.kill()
            await cluster.close()

    with contextlib.suppress(Exception):
        loop.call(close(), CLOSING)
    for child in set(multiprocessing.active_children()) - before:
        child.kill()
        child.join(CLOSING)


class Link:
    """A connection to a cluster that has workers, all of them made as this process is."""

    def __init__(self, loop: Loop, client: Any, kept: bool) -> None:
        self.loop = loop
        self.client = client
        self.threads = 0
        self._kept = kept
        self._seen = time.monotonic()

    def ask(self, work: Awaitable[Result], seconds: float = ANSWERING) -> Result:
        """Have something done by the client. Raises `AccessError` if the scheduler does not answer."""
        try:
            return self.loop.call(work, seconds)
        except (OSError, TimeoutError, concurrent.futures.CancelledError, asyncio.CancelledError):
            raise self.lost() from None

    def lost(self) -> AccessError:
        """The error of a scheduler that has gone away."""
        left = "--resume goes on with what is done" if self._kept else "nothing that was done is kept"
        return AccessError(f"the Dask scheduler went away; {left}", code="engine.lost")

    def look(self) -> None:
        """See how many threads work. Raises `AccessError` if there has been none for long."""
        self.threads = sum(self.ask(_awaited(self.client.nthreads)).values())
        if self.threads:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > WORKERLESS:
            why = f"the cluster has had no workers for {WORKERLESS:.0f} seconds"
            raise AccessError(why, code="engine.no-workers")

    def check(self) -> None:
        """Wait for a worker, and have all that there are say what they are made of."""
        self.look()
        while not self.threads:
            time.sleep(0.1)
            self.look()
        self.compare()

    def compare(self) -> None:
        """Raise `AccessError` (`engine.version`) if a worker is not made as this process is."""
        here = made()
        found: dict[str, Any] = self.ask(_awaited(self.client.run, made, on_error="return"))
        gone = OSError  # a worker that has ended meanwhile; what it has answered tells its versions too
        unlike = {name: told for name, told in found.items() if told != here and not isinstance(told, gone)}
        if not unlike:
            return
        worker, told = next(iter(unlike.items()))
        why = "; ".join(told.unlike(here)) if isinstance(told, type(here)) else self._missing(worker, told)
        others = f" (and so {counted(len(unlike) - 1, 'other')})" if len(unlike) > 1 else ""
        raise unlike_here(worker + others, why)

    def _missing(self, worker: str, error: object) -> str:
        """Why a worker cannot say what it is made of."""
        told = self.ask(_awaited(self.client.get_versions, packages=["struckle"]))["workers"].get(worker, {})
        tool = told.get("packages", {}).get("struckle") or "none"
        python = ".".join(told.get("host", {}).get("python", "?").split(".")[:2])
        here = made()
        return f"struckle {tool} (here {here.tool}), Python {python} (here {here.python}): {error}"


def unlike_here(worker: str, why: str) -> AccessError:
    """The error of a worker that is not made as this process is."""
    told = f"the worker {worker} differs from this process: {why}; install the same everywhere"
    return AccessError(told, code="engine.version")


async def _awaited(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Call something of the client where its loop runs."""
    return await call(*given, **named)
