"""The engine of a Dask cluster (`struckle[dask]`): portions go out as tasks, answers come back in order.

The workers read the files themselves. Of what is to be done the scheduler holds a few portions a thread at
any time, as names of files and numbers, and nothing of what is done.
"""

import contextlib
import pickle
import time
import uuid
from collections import deque
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from struckle_cli.core.errors import AccessError, Fault, UsageError
from struckle_cli.replay.ranging import Range
from struckle_cli.replay.storage import absolute
from struckle_cli.services.answers import decoded
from struckle_cli.services.dask_link import Link, linked, unlike_here
from struckle_cli.services.dask_work import Answer, Call, Part, made, performed, seen, sheltered
from struckle_cli.services.events import DIED
from struckle_cli.services.jobs import AnyEvent, Job, kind_of
from struckle_cli.services.runs import RANGE, Done, Portion
from struckle_cli.services.working import worked

AHEAD = 3
"""Portions for each thread of the cluster that are handed out ahead of what has been told."""
LOOKING = 1.0
"""Seconds after which is looked at how many threads there are."""


@contextlib.contextmanager
def connected(scheduler: str | None, scheduler_file: str | None, jobs: int, kept: bool) -> Iterator["Dask"]:
    """The engine of the cluster of a scheduler, or of `jobs` workers that are started here.

    `kept` says whether what is done stays when the run breaks off. Raises `AccessError` where there is no
    cluster that could work.
    """
    with linked(scheduler, scheduler_file, jobs, kept) as link:
        yield Dask(link)


class Dask:
    """The engine of a cluster."""

    step: int | None = RANGE
    streams = False

    def __init__(self, link: Link) -> None:
        self._link = link

    def run(self, portions: Iterator[Portion], job: Job) -> Iterator[Done]:
        """Do all tasks. Raises `AccessError` if the cluster goes away."""
        crew = _Crew(self._link, job)
        try:
            yield from crew.run(portions)
        finally:
            crew.end()


class _Flight:
    """A portion that is out. `parts` are its ranges, those of tasks that are `Task.is_work`."""

    def __init__(self, tasks: Portion) -> None:
        self.tasks = tasks
        self.parts = [_part(task.what) for task in tasks if isinstance(task.what, Range)]
        self.future: Any = None
        self.sheltered = False
        """Whether Dask has given it up, so that a process of its own does it."""


def _part(what: Range) -> Part:
    """A range as a worker finds it, whatever folder it works in."""
    name = absolute(what.source.name)
    source = msgspec.structs.replace(what.source, name=name)
    return Part(msgspec.structs.replace(what, source=source), seen(name))


class _Crew:
    """What is out, in the order of the input."""

    def __init__(self, link: Link, job: Job) -> None:
        self._link = link
        self._job = job
        self._run = uuid.uuid4().hex
        self._numbers = count()
        self._out: deque[_Flight] = deque()
        self._looked = time.monotonic()

    def run(self, portions: Iterator[Portion]) -> Iterator[Done]:
        """Hand out ahead, and give back in order."""
        while True:
            self._look()
            while len(self._out) < AHEAD * max(1, self._link.threads):
                portion = next(portions, None)
                if portion is None:
                    break
                flight = _Flight(portion)
                self._out.append(flight)
                if flight.parts:
                    self._submit(flight, flight.parts)
            if not self._out:
                return
            yield from self._done(self._out[0])
            self._out.popleft()

    def _look(self) -> None:
        """See, now and then, how many threads there are."""
        if time.monotonic() - self._looked > LOOKING:
            self._link.look()
            self._looked = time.monotonic()

    def end(self) -> None:
        """Nobody waits any more for what is still out."""
        futures = [flight.future for flight in self._out if flight.future is not None]
        self._out.clear()

        async def cancel() -> None:
            await self._link.client.cancel(futures, force=True)

        if futures:
            with contextlib.suppress(Exception):
                self._link.ask(cancel(), 1)

    def _submit(self, flight: _Flight, parts: list[Part]) -> None:
        task = Call(sheltered if flight.sheltered else performed, parts, self._job)
        flight.future = self._link.ask(self._submitted(pickle.dumps(task), first=parts is not flight.parts))

    async def _submitted(self, task: bytes, first: bool) -> Any:
        key = (f"struckle-{self._run}", next(self._numbers))
        return self._link.client.submit(pickle.loads, task, key=key, pure=False, priority=int(first))

    def _done(self, flight: _Flight) -> Iterator[Done]:
        """The tasks of a portion, one after another."""
        answers = _Answers(self, flight, self._job)
        index = 0
        for task in flight.tasks:
            if isinstance(task.what, Range):
                events = answers.of(index)
                yield task, events
                deque(events, maxlen=0)  # what nobody wanted to know stands before the next
                index += 1
            else:
                yield task, worked(task.what, task.file.walked, self._job)

    def answer(self, flight: _Flight, parts: list[Part]) -> Answer | None:
        """The answer on what is out of a portion, `parts`; None if it is lost for good."""
        while True:
            kind, found = self._taken(flight.future)
            flight.future = None
            if kind == "killed":
                if flight.sheltered:
                    return None
                flight.sheltered = True
                self._submit(flight, parts)
            elif kind == "failed":
                self._link.compare()  # most likely a worker that came later
                if isinstance(found, UsageError):
                    raise AccessError(f"on a worker: {found.message}", code="engine.version")
                raise found
            elif not isinstance(found, Answer):
                return None
            elif found.made_by != made():
                raise unlike_here("that came later", "; ".join(found.made_by.unlike(made())))
            elif found.unseen is not None:
                parts = self._seen_again(parts, *found.unseen)
                self._submit(flight, parts)
            else:
                return found

    def submit_rest(self, flight: _Flight, parts: list[Part]) -> None:
        """Have done what an answer has left."""
        self._submit(flight, parts)

    def _seen_again(self, parts: list[Part], index: int, size: int | None) -> list[Part]:
        """The ranges to do if a file has only changed, or gone, since it was found."""
        part = parts[index]
        name = part.range.source.name
        if seen(name) == part.size:
            what = "does not see it" if size is None else f"sees another one there, of {size:,} bytes"
            why = f"{name} is here, but a worker {what}: all need the same folders, or URLs that all can read"
            raise AccessError(why, code="engine.unseen")
        again = msgspec.structs.replace(part, size=None)
        return [*parts[:index], again, *parts[index + 1 :]]

    def _taken(self, future: Any) -> tuple[str, Any]:
        """What has become of a task: `done` with what it returned, `killed`, or `failed` with its error.

        Raises `AccessError` when the scheduler goes away, or when there are no workers for long.
        """
        asked = self._link.loop.begin(_taken(future))
        try:
            while True:
                try:
                    kind, found = asked.result(LOOKING)
                except TimeoutError:
                    self._look()
                    continue
                if kind == "lost":
                    raise self._link.lost()
                return kind, found
        finally:
            asked.cancel()


async def _taken(future: Any) -> tuple[str, Any]:
    """Wait for a task, and let go of it."""
    import asyncio

    from distributed import KilledWorker

    try:
        return "done", await future
    except KilledWorker:
        return "killed", None
    except (OSError, asyncio.CancelledError) as error:
        if future.status == "error":
            return "failed", error
        return "lost", None
    except Exception as error:
        return "failed", error
    finally:
        future.release()


class _Answers:
    """The answers on one portion, one after another as far as they are needed."""

    def __init__(self, crew: _Crew, flight: _Flight, job: Job) -> None:
        self._crew = crew
        self._flight = flight
        self._job = job
        self._parts = flight.parts
        self._first = 0
        """The index of the first of `parts` in the portion."""
        self._chunks: deque[tuple[int, bytes]] = deque()
        self._waiting = True
        """Whether there is more to come."""
        self._lost = False

    def of(self, index: int) -> Iterator[AnyEvent]:
        """What came of one range of the portion; all those before it have been taken."""
        while not self._lost:
            while self._chunks and self._chunks[0][0] == index:
                yield from decoded(self._chunks.popleft()[1], self._job)
            if self._chunks or not self._waiting or self._first > index:
                return
            self._take()
        message = "the process that checked this part of the input, and those that tried again, have ended"
        yield kind_of(self._job).failed(None, Fault(code=DIED, message=message))

    def _take(self) -> None:
        """Wait for an answer, and have done what it leaves."""
        answer = self._crew.answer(self._flight, self._parts)
        if answer is None:
            self._lost = True
            return
        first = self._first
        self._chunks.extend((first + index, chunk) for index, chunk in answer.parts)
        self._waiting = answer.rest is not None
        if answer.rest is None:
            return
        index, skip = answer.rest
        parts = self._parts[index:]
        begun = msgspec.structs.replace(parts[0].range, skip=skip)
        self._parts = [msgspec.structs.replace(parts[0], range=begun), *parts[1:]]
        self._first = first + index
        self._crew.submit_rest(self._flight, self._parts)
