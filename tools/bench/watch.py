"""Runs a command and tells what all of its processes needed, as one JSON object on standard output.

A script on its own, for a bare interpreter: `python -ISP watch.py SECONDS PROGRAM [ARGUMENT ...]`. What the
command prints is thrown away, its standard error is this one's. Every SECONDS the peak of each process that
runs is noted (0: never, which costs nothing while times are taken).

    {"code": 0, "wall": 1.5, "cpu": 2.6, "peak": 30000, "first": 29000, "others": [28000, 27500], "left": 0}

`wall` (seconds) ends with the first process; `cpu` is user and system time of all of them, also of those that
outlive the one that started them; `peak` is the largest resident memory of any (KiB), told by the kernel when
they have ended; `first` and `others` are what was noted, so perhaps a little less; `left` counts processes
that did not end by themselves.

The peak of a child includes what its parent held at the fork, so a bare interpreter has to stand in between.
"""

import contextlib
import ctypes
import json
import os
import signal
import sys
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
GRACE = 10.0
"""Seconds that processes may outlive the first one."""
PAUSE = 0.02


class Needs:
    """What has been seen so far."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.seen: dict[int, int] = {}
        self.first = self.code = self.peak = self.left = 0
        self.cpu = self.wall = 0.0

    def run(self, argv: list[str]) -> None:
        """Start the command and wait for all of its processes."""
        begun = time.perf_counter()
        self.first = os.posix_spawn(argv[0], argv, os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        ])  # fmt: skip
        while self.wall == 0.0:
            if self.reap(wait=not self.every) == self.first:
                self.wall = time.perf_counter() - begun
        self.finish()

    def finish(self) -> None:
        """Wait for processes that outlive the first one; end them when they take too long."""
        until = time.perf_counter() + GRACE
        with contextlib.suppress(ChildProcessError):
            while True:
                if self.reap(wait=False) == 0 and time.perf_counter() > until:
                    running = descendants(os.getpid())
                    self.left = max(self.left, len(running))
                    for pid in running:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGKILL)

    def reap(self, wait: bool) -> int:
        """Take what an ended process needed; its number, or 0. Raises where there is no process."""
        pid, status, usage = os.wait4(-1, 0 if wait else os.WNOHANG)
        if pid == 0:
            if self.every:
                self.look()
            time.sleep(self.every or PAUSE)
            return 0
        if pid == self.first:
            self.code = os.waitstatus_to_exitcode(status)
        self.cpu += usage.ru_utime + usage.ru_stime
        self.peak = max(self.peak, usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1))
        return pid

    def look(self) -> None:
        """Note the peaks of what runs."""
        for pid in descendants(os.getpid()):
            peak = high_water(pid)
            if peak:
                self.seen[pid] = max(self.seen.get(pid, 0), peak)


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have; none where /proc is silent."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        for tasks in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                children = [int(word) for word in tasks.read_text().split()]
                found += children
                waiting += children
    return found


def high_water(pid: int) -> int:
    """Peak resident memory so far of a process that runs, in KiB; 0 where nobody tells."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def adopt() -> None:
    """Become the parent of descendants whose own parent has ended (Linux; elsewhere they are not counted)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def main(arguments: list[str]) -> None:
    """Run, wait, tell."""
    needs = Needs(float(arguments[0]))
    adopt()
    needs.run(arguments[1:])
    others = sorted((peak for pid, peak in needs.seen.items() if pid != needs.first), reverse=True)
    needs.peak = max(needs.peak, *needs.seen.values(), 0)  # the kernel counts pages in batches
    told = {name: getattr(needs, name) for name in ("code", "wall", "cpu", "peak", "left")}
    print(json.dumps({**told, "first": needs.seen.get(needs.first, 0), "others": others}))


if __name__ == "__main__":
    main(sys.argv[1:])
