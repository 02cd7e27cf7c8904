"""Starting worker processes, and who ends them: a worker leaves Ctrl-C to the process that started it."""

import signal
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

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


def heed_the_parent_alone() -> None:
    """A worker ends when its parent says so (SIGTERM) or is gone (its pipe closes), and by nothing else."""
    for number in _PARENTS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _PARENTS)
