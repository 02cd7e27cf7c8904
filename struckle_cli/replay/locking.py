"""Locks on files that are changed in their place, so that two shells never change one at once.

The lock is the kernel's (`flock`), and it lies on the file itself and not on another one beside it. So it
goes with its process, whatever ends that; nothing is left that could block somebody, or that a walk or git
would meet; it needs no right to write in the folder; and every name of the file, symbolic and hard links too,
leads to it. A file that is replaced is another file for the kernel: what takes its place is locked before it
does (`writer.replacing`), and whoever gets a lock looks whether the name still leads there. Libraries for
locks lock files by name, and take a tenth of a second to import. Readers need no lock: they see the whole
older file or the whole newer one.

Where there are no locks (other systems, some network file systems) `Hold.missing` says so, and what remains
is that writers look before they write whether somebody has changed the file.
"""

import contextlib
import os
import re
import stat
import time
from typing import Any

from struckle_cli.core.errors import AccessError
from struckle_cli.replay.storage import only_here

CODES = {
    "io.locked": "Another process plays or changes the file.",
    "play.changed": "Somebody else changed the record while it was being played or edited.",
}
PATIENCE = 0.5
"""Seconds that one waits for a lock: short commands have done long before."""
_STEP = 0.02


class Hold:
    """The lock on a file, from `take` to `release`, for the name that its user gave it.

    `missing` says why there is none, though there is a file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.missing = ""
        self._handles: list[int] = []

    def __enter__(self) -> "Hold":
        self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def take(self, patience: float = PATIENCE) -> None:
        """Lock what the name leads to now, unless that is locked by this hold already.

        What is no regular file, or is not there, is not locked. Raises `AccessError` (`io.locked`) if
        somebody else has the lock, `UsageError` for a URL: nothing is changed there.
        """
        only_here(self.path)
        end = time.monotonic() + patience
        while not self._take():
            if time.monotonic() >= end:
                raise _refusal(self.path)
            time.sleep(_STEP)

    def _take(self) -> bool:
        """Try once to lock; false if somebody else has the lock."""
        while True:
            handle = _opened(self.path)
            if handle is None:
                return True
            try:
                if any(os.path.samestat(os.fstat(own), os.fstat(handle)) for own in self._handles):
                    return True
                self.missing = _lock(handle)
                if not self.missing and leads_to(self.path, handle):
                    self._handles.append(handle)
                    handle = -1
                    return True
                if self.missing:
                    return True
            except BlockingIOError:
                return False
            finally:
                if handle >= 0:
                    os.close(handle)

    def adopt(self, handle: int) -> None:
        """Keep the lock on a file that is about to take the place of the one that is held.

        Where there are no locks nothing is kept open: some systems rename no open file.
        """
        if not self.missing and _fcntl() is not None:
            self._handles.append(os.dup(handle))

    def settle(self) -> None:
        """Let go of files that have no name any more; one that still has another name stays locked."""
        gone = [handle for handle in self._handles if not os.fstat(handle).st_nlink]
        self._handles = [handle for handle in self._handles if handle not in gone]
        for handle in gone:
            os.close(handle)

    def release(self) -> None:
        """Let go of everything."""
        while self._handles:
            os.close(self._handles.pop())


def lock_new(handle: int) -> bool:
    """Lock a temporary file that was just made; false if somebody took it for one left behind (`tidy`)."""
    try:
        return bool(_lock(handle)) or os.fstat(handle).st_nlink > 0
    except BlockingIOError:
        return False


_TEMPORARY = re.compile(r"\.(.{1,40})\.[0-9a-f]{16}\.tmp\Z", re.DOTALL)


def temporary_name(name: str) -> str:
    """A name for what is to replace a file; hidden, and told apart from others of its kind."""
    return f".{name[:40]}.{os.urandom(8).hex()}.tmp"


def tidy(path: str) -> None:
    """Take away what killed processes have left beside a file: temporary files that nobody locks."""
    folder, name = os.path.split(os.path.realpath(path))
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _TEMPORARY.match(entry.name)
            if match and match[1].startswith(name[:40]) and entry.is_file(follow_symlinks=False):
                _take_away(entry.path, path)


def _take_away(temporary: str, path: str) -> None:
    with contextlib.suppress(OSError):
        handle = _opened(temporary)
        if handle is None:
            return
        try:
            if leads_to(path, handle) or not _lock(handle):
                os.unlink(temporary)
        finally:
            os.close(handle)


def _opened(path: str) -> int | None:
    """A handle on a regular file, None where there is none that can be opened."""
    extra = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        try:
            return os.open(path, os.O_RDWR | extra)  # some network file systems lock only what can be written
        except OSError:
            return os.open(path, os.O_RDONLY | extra)
    except (OSError, ValueError):
        return None


def _lock(handle: int) -> str:
    """Lock a file; why there are no locks, or nothing. Raises `BlockingIOError` if somebody has the lock."""
    fcntl = _fcntl()
    if fcntl is None:
        return "this system has no locks for files"
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError as error:
        return f"the file system has no locks: {os.strerror(error.errno or 0)}"
    return ""


def _fcntl() -> Any:
    """The module that locks; None on a system without."""
    try:
        import fcntl
    except ImportError:
        return None
    return fcntl


def leads_to(path: str, handle: int) -> bool:
    """Whether a name leads to an open file."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except OSError:
        return False


def _refusal(path: str) -> AccessError:
    why = f"{path}: {holder_of(path)} plays or changes it; leave it there first"
    return AccessError(f"{why} (looking needs no lock: struckle show {path})", code="io.locked")


def holder_of(path: str) -> str:
    """Who holds the lock on a file, as far as the system tells: `process 4711 (since ...)`."""
    pid = _holding(path)
    if pid is None:
        return "another process"
    since = _started(pid)
    return f"process {pid}" + (f" (running since {since})" if since else "")


def _holding(path: str) -> int | None:
    """The process that has locked a file (Linux: `proc(5)`)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        mine = os.stat(path)
        with open("/proc/locks", encoding="utf-8") as lines:
            rows = [line.split() for line in lines]
        for row in rows:
            if row[1] == "FLOCK" and row[5].rpartition(":")[2] == str(mine.st_ino):
                pid = int(row[4])
                major, minor, _ = row[5].split(":")
                if os.makedev(int(major, 16), int(minor, 16)) == mine.st_dev or _has_open(pid, mine):
                    return pid if pid > 0 else None
    return None


def _has_open(pid: int, file: os.stat_result) -> bool:
    """Whether a process has a file open; where devices have two numbers, the lock is known by that."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                if os.path.samestat(os.stat(entry.path), file):
                    return True
    return False


def _started(pid: int) -> str:
    """When a process began, `2026-11-30 18:02`; empty where the system does not tell (`proc(5)`)."""
    with contextlib.suppress(OSError, ValueError, IndexError, StopIteration, AttributeError):
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            ticks = int(file.read().rpartition(")")[2].split()[19])
        with open("/proc/stat", encoding="utf-8") as lines:
            boot = next(int(line.split()[1]) for line in lines if line.startswith("btime "))
        began = boot + ticks / os.sysconf("SC_CLK_TCK")
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(began))
    return ""
