"""All records under some paths one after another, for what counts, selects or compares them."""

from collections.abc import Iterator, Sequence

import msgspec

from struckle_cli.core.errors import AccessError, Fault, has_error
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, Unreadable, access_error, find
from struckle_cli.services.canonical import faults_of_syntax
from struckle_cli.services.events import Foreign
from struckle_cli.services.validate import readings


class Record(msgspec.Struct, frozen=True):
    """One record, and the file that it was read from."""

    path: str
    reading: Reading


class Broken(msgspec.Struct, frozen=True):
    """A record with faults of form, set-up or syntax."""

    path: str
    reading: Reading
    faults: list[Fault]

    @property
    def refused(self) -> bool:
        """Whether it was not even read, for its size."""
        return self.faults[0].code.startswith("io.")


class Seen:
    """How much was met, and the exit code that follows from it."""

    def __init__(self) -> None:
        self.records = self.broken = self.unreadable = self.foreign = 0
        self.refused = False

    def add(self, item: Record | Unreadable | Foreign) -> None:
        """Count something that was met."""
        if isinstance(item, Unreadable):
            self.unreadable += 1
        elif isinstance(item, Foreign):
            self.foreign += 1
        else:
            self.records += 1

    def add_broken(self, item: Broken) -> None:
        """Count a record, met before, as broken."""
        self.broken += 1
        self.refused |= item.refused

    def exit_code(self, allow_empty: bool) -> int:
        """3 for what could not be read, 1 for broken records, 2 where there was no record at all."""
        if self.unreadable or self.refused:
            return 3
        if self.broken:
            return 1
        return 0 if self.records or allow_empty else 2


def gather(
    paths: Sequence[str], encoding: str | None = None, limit: int = MAX_RECORD
) -> Iterator[Record | Unreadable | Foreign]:
    """The records under `paths` in order; what cannot be read is told in its place, and the rest goes on."""
    for place in find(paths, encoding):
        if isinstance(place, Unreadable):
            yield place
        else:
            yield from _records(place, limit)


def _records(source: Source, limit: int) -> Iterator[Record | Unreadable | Foreign]:
    try:
        for item in readings(source, limit):
            yield Foreign(source.name) if isinstance(item, Skipped) else Record(source.name, item)
    except (OSError, AccessError) as error:
        problem = access_error(error)
        yield Unreadable(source.name, problem.code, problem.message)


def broken(item: Record) -> Broken | None:
    """The record as a broken one, with its faults; None if its form, set-up and syntax are sound."""
    faults = faults_of_syntax(item.reading)
    return Broken(item.path, item.reading, faults) if has_error(faults) else None
