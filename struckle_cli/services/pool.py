"""Worker processes: portions of work go out, and what comes of their tasks is given back in order.

Each worker has a pipe of its own. It gets a portion, answers with the events of one task after another, and
gets the next portion then. So it is known which task a worker held that died: that one is cut into smaller
ones, down to the record that nobody survives, which is told as lost; the rest of the portion goes to another
worker. Only a worker that waits is sent a portion, so that neither side can block the other.
"""

import contextlib
import multiprocessing
import select
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.replay.cutting import Piece, halves
from struckle_cli.replay.ranging import Range
from struckle_cli.services.answers import decoded, encoded
from struckle_cli.services.events import DIED
from struckle_cli.services.jobs import Job, kind_of
from struckle_cli.services.processes import (
    begun,
    dismiss_all,
    end_all,
    heed_the_parent_alone,
    may_fork,
)
from struckle_cli.services.runs import Done, Portion, Task
from struckle_cli.services.working import parts_of, worked

AHEAD = 3
"""Portions for each worker that are read ahead of what has been told; they bound the memory that is used."""
STILLBORN = 64
"""So many workers may die before they have said a word; then this process does the work itself."""
MOST = 128
"""Pieces of a lost range that are held at once."""
READY = b""
"""What a worker says first."""


def by_workers(portions: Iterator[Portion], job: Job, jobs: int) -> Iterator[Done]:
    """What comes of all tasks in order, worked out by `jobs` processes, which end when this one does."""
    crew = _Crew(job, jobs)
    try:
        yield from crew.run(portions)
        crew.dismiss()
    finally:
        crew.end()


class _Batch:
    """A portion. `answers` belong to those of its tasks that are work, as far as they are known, in order."""

    def __init__(self, tasks: Portion) -> None:
        self.tasks = deque(tasks)
        self.last = tasks[-1].file
        self.work = deque(task for task in tasks if task.is_work)
        self.answers: deque[bytes] = deque()

    def answer(self, answer: bytes) -> None:
        """The next task of `work` is done."""
        self.work.popleft()
        self.answers.append(answer)

    def lose(self, why: str, job: Job) -> None:
        """Who did the next task of `work` has died: what is left of it takes its place."""
        task = self.work.popleft()
        parts = _parted(task, why, job)
        at = self.tasks.index(task)
        self.tasks.rotate(-at)
        self.tasks.popleft()
        self.tasks.extendleft(reversed(parts))
        self.tasks.rotate(at)
        self.work.extendleft(reversed([part for part in parts if part.is_work]))

    def done(self, job: Job) -> Iterator[Done]:
        """The tasks that are done, up to the first that is not; each once."""
        while self.tasks:
            task = self.tasks[0]
            if not task.is_work:
                yield task, worked(task.what, task.file.walked, job)
            elif self.answers:
                yield task, decoded(self.answers.popleft(), job)
            else:
                return
            self.tasks.popleft()


def _parted(task: Task, why: str, job: Job) -> Portion:
    """A task as smaller ones; what cannot be parted is tried once more, and then told as lost."""
    what = task.what
    if isinstance(what, Range):
        return _read(task, what, job)
    found = halves(what) if isinstance(what, Piece) else None
    if found is not None:
        return [Task(task.file, found[0]), Task(task.file, found[1], task.size)]
    if not task.again:
        return [msgspec.structs.replace(task, again=True)]
    line = what.line if isinstance(what, Piece) and what.encoding != "msgpack" else None
    message = f"the process that checked this record {why}; it was not checked"
    return [Task(task.file, kind_of(job).failed(1, Fault(code=DIED, message=message, line=line)), task.size)]


def _read(task: Task, part: Range, job: Job) -> Portion:
    """A range as its pieces: reading them is safe, whatever becomes of who decodes them.

    Of very many only the first, and what follows as a range.
    """
    found: Portion = []
    for what in parts_of(part, job):
        if len(found) == MOST and isinstance(what, Piece):
            rest = msgspec.structs.replace(part, skip=part.skip + MOST)
            return [*found, Task(task.file, rest, task.size)]
        found.append(Task(task.file, what))
    found[-1] = msgspec.structs.replace(found[-1], size=task.size)
    return found


class _Worker:
    """A process, the pipe to it, and the portion that it works on."""

    def __init__(self, process: BaseProcess, pipe: "Connection[Any, Any]") -> None:
        self.process = process
        self.pipe = pipe
        self.batch: _Batch | None = None
        self.ready = False


class _Crew:
    """The workers. `jobs` is how many there may be: 0 where no process can be had, or each dies at once."""

    def __init__(self, job: Job, jobs: int) -> None:
        self.job = job
        self.jobs = jobs
        self.workers: list[_Worker] = []
        self.todo: deque[_Batch] = deque()
        self.stillborn = 0

    def run(self, portions: Iterator[Portion]) -> Iterator[Done]:
        """Read ahead, hand out, and give back in order."""
        waiting: deque[_Batch] = deque()
        ahead = AHEAD * self.jobs
        more = True
        while more or waiting:
            if more and len(waiting) < ahead and not (waiting and _must_wait(waiting[-1])):
                portion = next(portions, None)
                if portion is None:
                    more = False
                else:
                    waiting.append(_Batch(portion))
                    self.todo.append(waiting[-1])
                self.collect(0)
            elif waiting[0].work:
                self.collect(None)
            self.hand_out()
            while waiting:
                yield from waiting[0].done(self.job)
                if waiting[0].tasks:
                    break
                waiting.popleft()

    def hand_out(self) -> None:
        """Give a portion to each worker that has none; start workers as they are needed."""
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
            batch.answer(b"".join(encoded(worked(task.what, task.file.walked, self.job))))

    def start(self) -> _Worker | None:
        """A new worker, which leaves Ctrl-C to this process; None, once and for all, if there can be none."""
        forks = may_fork()
        context: Any = multiprocessing.get_context("fork" if forks else "spawn")
        ours, theirs = context.Pipe()
        # A forked process has copies of these, which would keep the pipes open when this process is killed.
        others = [ours, *(one.pipe for one in self.workers)] if forks else []
        process = begun(context, _work, (theirs, others, self.job), ours, theirs)
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
                answer = worker.pipe.recv_bytes()
            except (EOFError, OSError):
                self.bury(worker, held=worker.ready)
                continue
            if answer == READY and not worker.ready:
                worker.ready = True
                self.stillborn = 0
            elif worker.batch is not None:
                worker.batch.answer(answer)
                if not worker.batch.work:
                    worker.batch = None

    def bury(self, worker: _Worker, held: bool) -> None:
        """A worker has died: the task that it held is done in parts, the rest of its portion by another."""
        worker.pipe.close()
        worker.process.join()
        self.workers.remove(worker)
        if not worker.ready:
            self.stillborn += 1
            if self.stillborn > self.jobs + STILLBORN:
                self.jobs = 0
        if worker.batch is None:
            return
        if held:
            worker.batch.lose(_death(worker.process.exitcode), self.job)
        self.todo.appendleft(worker.batch)

    def dismiss(self) -> None:
        """All is done."""
        dismiss_all(self.workers)

    def end(self) -> None:
        """End what still runs, at once."""
        end_all(self.workers)


def _must_wait(batch: _Batch) -> bool:
    """Whether what follows a portion comes through a pipe in which there is nothing yet."""
    if batch.last.pipe is None:
        return False
    try:
        return not select.select([batch.last.pipe], [], [], 0)[0]
    except (OSError, ValueError):  # nobody can tell
        return False


def _death(code: int | None) -> str:
    """How a worker ended."""
    return f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"


def _work(pipe: "Connection[Any, Any]", others: "list[Connection[Any, Any]]", job: Job) -> None:
    """What a worker does until the pipe closes. `others` are its copies of pipes that are the parent's."""
    heed_the_parent_alone()
    for other in others:
        other.close()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send_bytes(READY)
        while True:
            for what, walked in pipe.recv():
                pipe.send_bytes(b"".join(encoded(worked(what, walked, job))))
