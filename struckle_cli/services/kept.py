"""An engine that does nothing twice: what an earlier run has done on files that are unchanged comes from its
journal, in its place, and all else is done by another engine and kept.

What is kept are events as they come of a part of the input, before anything is selected, numbered or named.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import groupby, islice

import msgspec

from struckle_cli.core.errors import AccessError
from struckle_cli.replay.ranging import Range
from struckle_cli.replay.storage import Facts, own_path
from struckle_cli.services.answers import MANY, decoded, encoded
from struckle_cli.services.events import Empty, Ended, Foreign, Passed
from struckle_cli.services.jobs import AnyEvent, Job
from struckle_cli.services.journal import Entry, Journal, digest
from struckle_cli.services.manifest import Inputs
from struckle_cli.services.runs import RANGE, Done, Engine, File, Portion, Task
from struckle_cli.services.working import worked

FILES = 256
"""Small files that are kept together at most; on average it is a fourth of that."""
_MARK = File("")
_END = Task(_MARK, Passed(0))
"""Stands behind each group where an engine works on it, and in the place of one that it need not do."""


class Kept:
    """An engine around another one, which takes ranges of `RANGE` bytes, and a journal.

    `inputs` learns of each file what there is to know.
    """

    step = RANGE
    streams = False

    def __init__(self, engine: Engine, journal: Journal, inputs: Inputs) -> None:
        self._engine = engine
        self._journal = journal
        self._inputs = inputs

    def run(self, portions: Iterator[Portion], job: Job) -> Iterator[Done]:
        """Do all tasks that are not done yet, and tell of all in order."""
        job = msgspec.structs.replace(job, hashing=True)
        waiting: deque[_Group] = deque()
        for task, events in self._engine.run(self._handed(portions, waiting), job):
            group = waiting[0]
            if task.file is not _MARK:
                yield task, self._watched(group, task, events)
                continue
            waiting.popleft()
            if group.place is not None:
                yield from self._answered(group, group.place, job)
            elif group.keep is not None and group.whole and group.unchanged():
                group.keep.end()

    def _handed(self, portions: Iterator[Portion], waiting: "deque[_Group]") -> Iterator[Portion]:
        """What the engine is to do: groups, each with a mark behind it, or just the mark."""
        for tasks in grouped(task for portion in portions for task in portion):
            group = _Group(tasks)
            if group.key is not None:
                group.place = self._journal.find(group.key)
            waiting.append(group)
            yield [_END] if group.place is not None else [*tasks, _END]

    def _answered(self, group: "_Group", place: int, job: Job) -> Iterator[Done]:
        """What is known of a group from the journal."""
        known = groupby(self._journal.parts(place), key=lambda part: part[0])
        number, parts = next(known, (-1, iter(())))
        for task in group.tasks:
            if not task.is_work:
                yield task, self._noted(group, task, worked(task.what, task.file.walked, job))
                continue
            if number == group.numbers[task.file]:
                chunks: Iterable[bytes] = (data for _, data in parts)
                yield task, self._noted(group, task, self._decoded(chunks, job))
                number, parts = next(known, (-1, iter(())))
            else:
                yield task, self._noted(group, task, ())

    def _decoded(self, chunks: Iterable[bytes], job: Job) -> Iterator[AnyEvent]:
        try:
            for data in chunks:
                yield from decoded(data, job)
        except ValueError as error:
            why = f"{self._journal.path} was written by another program ({error}); begin anew with --force"
            raise AccessError(why, code="io.unreadable") from error

    def _watched(self, group: "_Group", task: Task, events: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
        """What comes of a task, kept as it passes: before anybody says where it stands."""
        number = group.numbers.get(task.file)
        if number is None or group.key is None:
            yield from self._noted(group, task, events)
            return
        if group.keep is None:
            group.keep = self._journal.entry(group.key)
        group.taken += 1
        events = iter(events)
        while some := list(islice(events, MANY)):
            if any(map(_may_pass, some)):
                group.sound = False
            if group.sound:
                group.keep.add(number, b"".join(encoded(some)))
            yield from self._noted(group, task, some)
        group.ended += 1

    def _noted(self, group: "_Group", task: Task, events: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
        """The same, told to `inputs`."""
        part, facts = group.parts.get(task.file, (None, None))
        self._inputs.begin(task.file, None if facts is None else facts.size)
        for event in events:
            if isinstance(event, Ended):
                if event.digest and part is not None:
                    self._inputs.hashed(event.digest, part.stop is not None)
            elif not isinstance(event, Empty | Foreign | Passed):
                if event.record is None:
                    self._inputs.failed(next(iter(event.codes), ""))
                elif _may_pass(event):
                    self._inputs.missed()
            yield event


class _Group:
    """Tasks that are kept together. `place` is where the journal has what comes of them, if it has."""

    def __init__(self, tasks: Portion) -> None:
        self.tasks = tasks
        self.parts: dict[File, tuple[Range, Facts | None]] = {}
        for task in tasks:
            if isinstance(task.what, Range):
                self.parts[task.file] = (task.what, _facts(task.what))
        self.numbers = {file: number for number, file in enumerate(self.parts)}
        self.key = self._key()
        self.place: int | None = None
        self.keep: Entry | None = None
        self.sound = True
        self.taken = self.ended = 0

    def _key(self) -> bytes | None:
        """What tells these parts of the input, as they are now; None if they cannot be kept."""
        if not self.parts:
            return None
        rows = []
        for part, facts in self.parts.values():
            if facts is None or facts.size is None or not facts.stamp:
                return None
            source = part.source
            name = source.name.encode("utf-8", "surrogateescape").hex()
            rows.append((name, source.encoding, source.compression, source.walked, part.start, part.stop,
                         facts.size, facts.stamp))  # fmt: skip
        return digest(*rows)

    @property
    def whole(self) -> bool:
        """Whether all that came of it is kept, and will come of it again."""
        return self.sound and self.taken == self.ended

    def unchanged(self) -> bool:
        """Whether the files of this system are still those that were to be read."""
        return all(
            own_path(part.source.name) is None or _facts(part) == facts for part, facts in self.parts.values()
        )


def _facts(part: Range) -> Facts | None:
    try:
        return part.source.facts()
    except (OSError, ValueError, AccessError):
        return None


def grouped(tasks: Iterable[Task]) -> Iterator[Portion]:
    """Tasks in the groups in which they are kept: a range or large file by itself, small files together.

    Behind which small file a group ends is decided by that file's name and size, so that one file more or
    less changes the groups around it and no others.
    """
    found: Portion = []
    size = 0
    for task in tasks:
        alone = isinstance(task.what, Range) and (task.what.stop is not None or task.size >= RANGE // 4)
        if alone and found:
            yield found
            found, size = [], 0
        found.append(task)
        size += task.size
        if alone or size >= RANGE or len(found) >= FILES or _is_last(task):
            yield found
            found, size = [], 0
    if found:
        yield found


def _is_last(task: Task) -> bool:
    """Whether a group ends behind a small file: one in 64, and more often where files are larger."""
    name = task.file.path.encode("utf-8", "surrogateescape")
    drawn = int.from_bytes(blake2b(name, digest_size=4).digest()) / (1 << 32)
    return drawn < 1 / 64 + task.size / RANGE


def _may_pass(event: AnyEvent) -> bool:
    """Whether something else may come when it is tried again: a place could not be read, a worker died."""
    if isinstance(event, Empty | Foreign | Passed | Ended):
        return False
    return event.record is None or any(code.startswith("internal.") for code in event.codes)
