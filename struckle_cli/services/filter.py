"""Selecting records by conditions, in the order of the input, in flat memory."""

from collections.abc import Iterator, Sequence

import msgspec

from struckle_cli.core.errors import AccessError, RecordError, StruckleError, UsageError
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.source import Unreadable
from struckle_cli.services.conditions import Asked, Wanted
from struckle_cli.services.copying import Copy, is_file
from struckle_cli.services.events import Foreign
from struckle_cli.services.gather import Broken, Record, Seen, broken, gather


class Match(msgspec.Struct, frozen=True):
    """A record that is wanted; `broken` is there for one that has only its bytes."""

    item: Record
    broken: Broken | None


class Selection:
    """The records under some paths that are wanted; `seen` counts while they are gone through.

    Going through it yields a `Match` for each, and what stands in the way of others: a `Broken` record that
    cannot be asked, an `Unreadable` place, a `Foreign` object. It stops after `head` matches. Raises
    `UsageError` where `target` is one of the files that are read, or is named as one: what is not wanted
    would be lost.
    """

    def __init__(
        self, paths: Sequence[str], wanted: Wanted, *, encoding: str | None = None, limit: int = MAX_RECORD,
        head: int | None = None, target: str | None = None,
    ) -> None:  # fmt: skip
        self.seen = Seen()
        self.matches = 0
        self._paths = paths
        self._wanted = wanted
        self._head = head
        self._target = target
        self._items = gather(paths, encoding, limit)

    def __iter__(self) -> Iterator[Match | Broken | Unreadable | Foreign]:
        for path in self._paths:
            refuse_input(path, self._target)
        path = ""
        for item in self._items:
            self.seen.add(item)
            if not isinstance(item, Unreadable) and item.path != path:
                path = item.path
                refuse_input(path, self._target)
            if not isinstance(item, Record):
                yield item
                continue
            faulty = broken(item)
            wanted = self._wanted.holds(Asked(item, faulty))
            if wanted:
                self.matches += 1
                yield Match(item, faulty)
            elif wanted is None and faulty is not None:
                self.seen.add_broken(faulty)
                yield faulty
            if self.matches == self._head:
                return

    def copy_to(self, copy: Copy, match: Match) -> StruckleError | None:
        """Write a record on; if it cannot be written, why (it is counted as broken then)."""
        try:
            copy.add(match.item.reading, broken=match.broken is not None)
        except (RecordError, AccessError) as error:
            self.seen.broken += 1
            self.seen.refused |= isinstance(error, AccessError)
            return error
        return None


def refuse_input(path: str, target: str | None) -> None:
    """Raise `UsageError` if a file that is read is the one that is to be written."""
    if is_file(path, target):
        why = (
            f"{path} is read, and would be replaced: write to another file, outside of folders that are read"
        )
        raise UsageError(why, code="usage.same-file")
