"""Lists that change little from ply to ply, kept as pools of what they hold and what changes in them.

An *edit* says what becomes of the list before: numbers to keep, to drop, to add, and then what is added,
again and again; what is left behind the last of them is kept. Equal edits are kept once.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)

_PART = re.compile(r"[^\s/,;]+[\s/,;]*|[\s/,;]+")


class Pool(Generic[Item]):
    """Different things, each with a number from 0 in the order in which they were first met."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._numbers: dict[Item, int] = {}
        self.items: list[Item] = []
        """All things in the order of their numbers."""
        for item in items:
            self.number(item)

    def number(self, item: Item) -> int:
        """The number of a thing; a new one gets the next."""
        number = self._numbers.setdefault(item, len(self.items))
        if number == len(self.items):
            self.items.append(item)
        return number


class Track:
    """A list of numbers, ply after ply: `edits` has the number of each ply's edit in a shared pool."""

    def __init__(self, pool: Pool[tuple[int, ...]]) -> None:
        self.edits: list[int] = []
        self._pool = pool
        self._last: list[int] = []

    def add(self, numbers: list[int]) -> None:
        """The list at the next ply."""
        self.edits.append(self._pool.number(tuple(edit(self._last, numbers))))
        self._last = numbers


def parts(text: str) -> list[str]:
    """A text in the parts that change on their own: words, ranks of a position, items of a list."""
    return _PART.findall(text)


def edit(old: Sequence[int], new: Sequence[int]) -> list[int]:
    """What makes `new` of `old`."""
    start, end = _same(old, new)
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    found: list[int] = []
    kept = start
    for keep, drop, added in _changes(before, after):
        kept += keep
        if drop or added:
            found += (kept, drop, len(added), *added)
            kept = 0
    return found


def applied(numbers: Sequence[int], change: Sequence[int]) -> list[int]:
    """The list that an edit makes of another one."""
    made: list[int] = []
    at = place = 0
    while place < len(change):
        keep, drop, count = change[place : place + 3]
        made += numbers[at : at + keep]
        made += change[place + 3 : place + 3 + count]
        at += keep + drop
        place += 3 + count
    return [*made, *numbers[at:]]


def _same(old: Sequence[int], new: Sequence[int]) -> tuple[int, int]:
    """How many numbers two lists share at the beginning, and how many others at the end."""
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    end = next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)
    return start, end


def _changes(old: Sequence[int], new: Sequence[int]) -> Iterable[tuple[int, int, Sequence[int]]]:
    """Numbers kept, then dropped, then added, in turn."""
    shared = set(old) & set(new)
    stay = [number for number in old if number in shared]
    if len(set(old)) == len(old) and stay == [number for number in new if number in shared]:
        return _around(old, new, shared)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (end - begin, 0, ()) if kind == "equal" else (0, end - begin, new[low:high])
        for kind, begin, end, low, high in matcher.get_opcodes()
    ]


def _around(old: Sequence[int], new: Sequence[int], shared: set[int]) -> list[tuple[int, int, Sequence[int]]]:
    """The changes around numbers that stand once in both lists, in the same order."""
    found: list[tuple[int, int, Sequence[int]]] = []
    at = place = 0
    while at < len(old) or place < len(new):
        begin, low = at, place
        while at < len(old) and old[at] not in shared:
            at += 1
        while place < len(new) and new[place] not in shared:
            place += 1
        found.append((0, at - begin, new[low:place]))
        begin = at
        while at < len(old) and old[at] in shared and place < len(new) and new[place] == old[at]:
            at += 1
            place += 1
        found.append((at - begin, 0, ()))
    return found
