"""What a scheduler holds and moves: loaded by the one that is measured (`--preload tools.bench.scheduled`).

The file that the variable `NOTES` names gets one JSON object whenever a worker comes, and at the end:

    {"workers": 2, "most": 7, "done": 26, "received": 130000, "sent": 140000}

`most` is how many tasks it held at once at most, `done` how many came to a result; `received` and `sent` are
bytes through all of its sockets, those to clients and those to workers.
"""

import json
import os
from pathlib import Path
from typing import Any

from distributed.diagnostics.plugin import SchedulerPlugin
from tornado.iostream import IOStream

from .cluster import NOTES


class Notes(SchedulerPlugin):
    """What has been seen so far."""

    def __init__(self, scheduler: Any, path: Path) -> None:
        self.scheduler = scheduler
        self.path = path
        self.most = self.done = self.received = self.sent = 0

    def add_worker(self, scheduler: Any, worker: str) -> None:
        """A worker has come."""
        self.write()

    def transition(self, key: Any, start: str, finish: str, *args: Any, **more: Any) -> None:
        """A task becomes something else; the scheduler holds it from when it comes until it is forgotten."""
        self.most = max(self.most, len(self.scheduler.tasks))
        self.done += finish == "memory"

    def write(self) -> None:
        """Put the file in its place, whole."""
        names = ("most", "done", "received", "sent")
        found = {"workers": len(self.scheduler.workers), **{name: getattr(self, name) for name in names}}
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(self.path)


def count_bytes(notes: Notes) -> None:
    """Have what goes through the sockets of this process counted."""
    read, write = IOStream.read_from_fd, IOStream.write_to_fd

    def reading(stream: IOStream, buffer: bytearray | memoryview) -> int | None:
        size = read(stream, buffer)
        notes.received += size or 0
        return size

    def writing(stream: IOStream, data: memoryview) -> int:
        size = write(stream, data)
        notes.sent += size
        return size

    IOStream.read_from_fd = reading  # type: ignore[assignment, method-assign]
    IOStream.write_to_fd = writing  # type: ignore[assignment, method-assign]


def dask_setup(scheduler: Any) -> None:
    """Called by the scheduler when it starts."""
    notes = Notes(scheduler, Path(os.environ[NOTES]))
    count_bytes(notes)
    scheduler.add_plugin(notes, name="notes")


def dask_teardown(scheduler: Any) -> None:
    """Called by it when it ends."""
    scheduler.plugins["notes"].write()
