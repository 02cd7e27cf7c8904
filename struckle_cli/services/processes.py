"""Starting worker processes, and who ends them: a worker leaves Ctrl-C to the process that started it."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Result = TypeVar("Result")

_PARENTS = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
"""What ends the parent, which then ends its workers; a terminal sends some to all of them."""


def may_fork() -> bool:
    """Whether a copy of this process is a sound worker: it starts at once, with all tables that there are."""
    return sys.platform == "linux" and threading.active_count() == 1


def without_interrupts(call: Callable[[], Result]) -> Result:
    """Call something that starts a process, which inherits that these signals wait; none is lost."""
    if not hasattr(signal, "pthread_sigmask"):
        return call()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _PARENTS)
    try:
        return call()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begun(
    context: Any, work: Callable[..., None], given: tuple[object, ...],
    ours: "Connection[Any, Any]", theirs: "Connection[Any, Any]",
) -> "BaseProcess | None":  # fmt: skip
    """A new worker process that keeps the end `theirs` of a pipe; None, and no pipe, if there can be none."""
    process: BaseProcess = context.Process(target=work, args=given, daemon=True)
    try:
        without_interrupts(process.start)
    except OSError:
        ours.close()
        return None
    finally:
        theirs.close()
    return process


def heed_the_parent_alone() -> None:
    """A worker ends when its parent says so (SIGTERM) or is gone (its pipe closes), and by nothing else."""
    for number in _PARENTS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _PARENTS)


def end_with(life: "Connection[Any, Any]") -> None:
    """End this process at once when the other end of a pipe on which nobody ever writes is closed."""

    def wait() -> None:
        with contextlib.suppress(EOFError, OSError):
            life.recv_bytes()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class Worker(Protocol):
    """A process, and this end of the pipe to it."""

    @property
    def process(self) -> "BaseProcess":
        """The process."""

    @property
    def pipe(self) -> "Connection[Any, Any]":
        """The pipe."""


AnyWorker = TypeVar("AnyWorker", bound=Worker)


def dismiss_all(workers: list[AnyWorker]) -> None:
    """All is done: each `Worker` ends when its pipe closes."""
    for worker in workers:
        worker.pipe.close()
    for worker in workers:
        worker.process.join()
    workers.clear()


def end_all(workers: list[AnyWorker]) -> None:
    """End each `Worker` that still runs, at once: all of them have one second to do so by themselves."""
    for worker in workers:
        worker.process.terminate()
    latest = time.monotonic() + 1
    for worker in workers:
        worker.process.join(max(0, latest - time.monotonic()))
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join()
    workers.clear()
