"""Worker processes for `validate`: tasks go out in batches, and what comes of them is told in input order.

Each worker has a pipe of its own. It gets a batch of tasks, answers with the events of one task after
another, and gets the next batch then. So it is known which task a worker held that died: that one is told as
lost, the rest of the batch goes to another worker. Only a worker that waits is sent a batch, so that neither
side can block the other.
"""

import contextlib
import multiprocessing
import pickle
import select
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.replay.cutting import SIZE, Piece, starts
from struckle_cli.services.judging import Verdict
from struckle_cli.services.processes import (
    begun,
    dismiss_all,
    end_all,
    heed_the_parent_alone,
    may_fork,
)
from struckle_cli.services.validate import DIED, Empty, Event, Foreign, Options, Passed, Task, checked

AHEAD = 3
"""Batches for each worker that are read ahead of what has been told; they bound the memory that is used."""
MANY = 64
"""Small files in one batch at most."""


def validate_by_workers(work: Iterator[Task], options: Options, jobs: int) -> Iterator[Event]:
    """The events of all tasks in order, worked out by `jobs` processes, which end when this one does."""
    crew = _Crew(options, jobs)
    try:
        yield from crew.run(_batches(work))
        crew.dismiss()
    finally:
        crew.end()


class _Batch:
    """Tasks in a row. `answers` are the events of those that are work, as far as they are known, in order.

    An answer has the number of records that its events do not tell of (those of a lost task) beside them.
    """

    def __init__(self, tasks: list[Task]) -> None:
        self.tasks = deque(tasks)
        self.last = tasks[-1].file
        self.work = deque(task for task in tasks if task.is_work)
        self.answers: deque[tuple[list[Event], int]] = deque()

    def answer(self, events: list[Event], lost: int = 0) -> None:
        """The next task of `work` is done."""
        self.work.popleft()
        self.answers.append((events, lost))

    def told(self, options: Options) -> Iterator[Event]:
        """The events of the tasks that are done, up to the first that is not; each task once."""
        while self.tasks:
            task = self.tasks[0]
            if not task.is_work:
                yield from task.told(checked(task.what, task.file.walked, options))
            elif self.answers:
                events, lost = self.answers.popleft()
                yield from task.told(events)
                task.file.number += lost
            else:
                return
            self.tasks.popleft()


def _batches(work: Iterator[Task]) -> Iterator[_Batch]:
    """Small files together; what comes in pieces at once, since more of it may take its time."""
    tasks: list[Task] = []
    size = 0
    for task in work:
        tasks.append(task)
        size += max(task.size, 1 << 10)
        if size >= SIZE or len(tasks) >= MANY or isinstance(task.what, Piece):
            yield _Batch(tasks)
            tasks, size = [], 0
    if tasks:
        yield _Batch(tasks)


class _Worker:
    """A process, the pipe to it, and the batch that it works on."""

    def __init__(self, process: BaseProcess, pipe: "Connection[Any, Any]") -> None:
        self.process = process
        self.pipe = pipe
        self.batch: _Batch | None = None


class _Crew:
    """The workers. `jobs` is how many there may be: 0 where no process can be had, or each one dies."""

    def __init__(self, options: Options, jobs: int) -> None:
        self.options = options
        self.jobs = jobs
        self.workers: list[_Worker] = []
        self.todo: deque[_Batch] = deque()
        self.deaths = 0
        self.forks = may_fork()
        self.context: Any = multiprocessing.get_context("fork" if self.forks else "spawn")

    def run(self, batches: Iterator[_Batch]) -> Iterator[Event]:
        """Read ahead, hand out, and tell in order."""
        waiting: deque[_Batch] = deque()
        ahead = AHEAD * self.jobs
        more = True
        while more or waiting:
            if more and len(waiting) < ahead and not (waiting and _must_wait(waiting[-1])):
                batch = next(batches, None)
                if batch is None:
                    more = False
                else:
                    waiting.append(batch)
                    self.todo.append(batch)
                self.collect(0)
            elif waiting[0].work:
                self.collect(None)
            self.hand_out()
            while waiting:
                yield from waiting[0].told(self.options)
                if waiting[0].tasks:
                    break
                waiting.popleft()

    def hand_out(self) -> None:
        """Give a batch to each worker that has none; start workers as they are needed."""
        while self.todo:
            if not self.todo[0].work:
                self.todo.popleft()
                continue
            worker = next((one for one in self.workers if one.batch is None), None)
            if worker is None and len(self.workers) < self.jobs:
                worker = self.start()
            if worker is None:
                if self.workers:
                    return
                self.work_here(self.todo.popleft())
                continue
            worker.batch = self.todo.popleft()
            try:
                worker.pipe.send([(task.what, task.file.walked) for task in worker.batch.work])
            except OSError:
                self.bury(worker, held=False)

    def work_here(self, batch: _Batch) -> None:
        """Where no worker can be had this process does the work."""
        while batch.work:
            task = batch.work[0]
            batch.answer(list(checked(task.what, task.file.walked, self.options)))

    def start(self) -> _Worker | None:
        """A new worker, which leaves Ctrl-C to this process; None, once and for all, if there can be none."""
        ours, theirs = self.context.Pipe()
        # A forked process has copies of these, which would keep the pipes open when this process is killed.
        others = [ours, *(one.pipe for one in self.workers)] if self.forks else []
        process = begun(self.context, _work, (theirs, others, self.options), ours, theirs)
        if process is None:
            self.jobs = len(self.workers)
            return None
        worker = _Worker(process, ours)
        self.workers.append(worker)
        return worker

    def collect(self, timeout: float | None) -> None:
        """Take the answers that have come; wait for one if `timeout` is None."""
        busy = {worker.pipe: worker for worker in self.workers if worker.batch is not None}
        for pipe in wait(list(busy), timeout) if busy else ():
            worker = busy[pipe]  # type: ignore[index]
            try:
                events = decoded(worker.pipe.recv_bytes())
            except (EOFError, OSError):
                self.bury(worker, held=True)
                continue
            self.deaths = 0
            if worker.batch is not None:
                worker.batch.answer(events)
                if not worker.batch.work:
                    worker.batch = None

    def bury(self, worker: _Worker, held: bool) -> None:
        """A worker has died: the task that it held is lost, the rest of its batch goes to another."""
        worker.pipe.close()
        worker.process.join()
        self.workers.remove(worker)
        self.deaths += 1
        if self.deaths > self.jobs + MANY:
            self.jobs = 0
        if worker.batch is None:
            return
        if held:
            task = worker.batch.work[0]
            fault = Fault(code=DIED, message=_death(worker.process.exitcode, task.what))
            lost = Verdict(path="", record=None, valid=False, problems=(fault,))
            worker.batch.answer([lost], _records(task.what))
        self.todo.appendleft(worker.batch)

    def dismiss(self) -> None:
        """All is done."""
        dismiss_all(self.workers)

    def end(self) -> None:
        """End what still runs, at once."""
        end_all(self.workers)


def _must_wait(batch: _Batch) -> bool:
    """Whether what follows a batch comes through a pipe in which there is nothing yet."""
    if batch.last.pipe is None:
        return False
    try:
        return not select.select([batch.last.pipe], [], [], 0)[0]
    except (OSError, ValueError):  # nobody can tell
        return False


def _death(code: int | None, what: object) -> str:
    """How a worker ended, and what it held."""
    how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
    if isinstance(what, Piece) and what.encoding != "msgpack":
        held = f"the lines from {what.line} to {what.line + what.data.rstrip().count(bytes([10]))}"
    elif isinstance(what, Piece):
        held = f"{len(what.data):,} bytes from byte {what.offset:,}"
    else:
        held = "this file"
    return f"the process that checked {held} {how}; what stands there was not checked"


def _records(what: object) -> int:
    """About how many records a lost piece has, so that those behind it keep their numbers."""
    if not isinstance(what, Piece):
        return 0
    if what.encoding == "jsonl":
        return sum(bool(line.strip()) for line in what.data.split(b"\n"))
    return len(what.sizes) if what.encoding == "msgpack" else 1 + sum(1 for _ in starts(what.data))


# What passes between the processes.

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Verdict | Foreign | Empty | Passed]).decode


def encoded(events: list[Event]) -> bytes:
    """Events as bytes; what MessagePack cannot hold (huge numbers, halves of pairs) goes as a pickle."""
    try:
        return b"m" + _encode(events)
    except (OverflowError, UnicodeError):
        return b"p" + pickle.dumps(events)


def decoded(data: bytes) -> list[Event]:
    """The inverse of `encoded`."""
    if data[:1] == b"p":
        events: list[Event] = pickle.loads(data[1:])
        return events
    return list(_decode(memoryview(data)[1:]))


def _work(pipe: "Connection[Any, Any]", others: "list[Connection[Any, Any]]", options: Options) -> None:
    """What a worker does until the pipe closes. `others` are its copies of pipes that are the parent's."""
    heed_the_parent_alone()
    for other in others:
        other.close()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            for what, walked in pipe.recv():
                pipe.send_bytes(encoded(list(checked(what, walked, options))))
