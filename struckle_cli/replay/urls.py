"""Finding records behind URLs: a file, a folder with all in it, what a pattern matches.

Folders are walked as those of this system are (`replay/source.py`), by one listing each; a listing is
forgotten when its folder is done, so that memory does not grow with a store.
"""

import fnmatch
import re
from collections.abc import Iterator
from typing import NamedTuple

from struckle_cli.core.errors import AccessError
from struckle_cli.replay.remote import Entry, entries, look
from struckle_cli.replay.source import Source, Unreadable, by_suffix
from struckle_cli.replay.storage import CHAIN, Facts

Places = Iterator[Source | Unreadable]


class Url(NamedTuple):
    """A URL in parts: its scheme with `://`, the path of its first link, and what follows that."""

    scheme: str
    path: str
    rest: str

    def __str__(self) -> str:
        return self.scheme + self.path + self.rest

    @property
    def web(self) -> bool:
        """Whether it is a page's, where a folder ends with `/` and a query may follow."""
        return self.scheme in ("http://", "https://")

    @property
    def stored(self) -> bool:
        """Whether it begins with a bucket."""
        return self.scheme in ("s3://", "s3a://", "gs://", "gcs://")

    def inside(self, entry: Entry) -> "Url":
        """The URL of something in this folder."""
        path = self.path if self.path.endswith("/") or not self.path else self.path + "/"
        return self._replace(path=path + entry.name + "/" * (self.web and entry.is_folder))


def parted(url: str) -> Url:
    """A URL in its parts."""
    first, chain, more = url.partition(CHAIN)
    scheme, _, path = first.partition("://")
    return Url(f"{scheme}://", path, chain + more)


def found(name: str, encoding: str | None = None) -> Places:
    """All sources at a URL, in order; a pattern is one where nothing has that very name."""
    url = parted(name)
    magic = "*[" if url.web else "*?["
    patterned = any(char in url.path for char in magic) and not (url.web and "?" in url.path)
    if patterned and url.stored and any(char in url.path.partition("/")[0] for char in magic):
        yield from _globbed(url, magic, encoding)  # no bucket has such a name, and none may be asked for
        return
    try:
        known = look(name)
    except AccessError as error:
        if patterned and error.code == "io.missing":
            yield from _globbed(url, magic, encoding)
        else:
            yield Unreadable(name, error.code, error.message)
        return
    if known is not None:
        yield _named(name, encoding, known)
    else:
        folder = url if not url.web or url.path.endswith("/") else url._replace(path=url.path + "/")
        yield from _walk(folder)


def _named(name: str, encoding: str | None, known: Facts | None) -> Source:
    promised, compression = by_suffix(name)
    return Source(name, encoding or promised, compression, known=known)


def _listed(folder: Url) -> Iterator[Entry | Unreadable]:
    """What is in a folder; a folder that cannot be listed is told."""
    try:
        listing = entries(str(folder))
    except AccessError as error:
        yield Unreadable(str(folder), error.code, error.message)
        return
    listing.reverse()
    while listing:
        yield listing.pop()


def _unsaid(url: Url, entry: Entry) -> Unreadable | None:
    """What is to be told of a name that no URL can say."""
    if entry.name and "/" not in entry.name and CHAIN not in entry.name:
        return None
    what = "'::' parts the links of a URL" if entry.name else "an empty name"
    return Unreadable(str(url), "io.unreadable", f"it cannot be reached by a URL: {what}")


def _walk(folder: Url) -> Places:
    """A folder and the folders in it, in bytewise order of whole paths; however deep they are."""
    waiting = [(folder, _listed(folder))]
    while waiting:
        inside, listing = waiting[-1]
        entry = next(listing, None)
        if entry is None:
            waiting.pop()
        elif isinstance(entry, Unreadable):
            yield entry
        elif not entry.name.startswith("."):
            url = inside.inside(entry)
            encoding, compression = by_suffix(entry.name)
            if not entry.is_folder and encoding is None:
                continue
            if (unsaid := _unsaid(url, entry)) is not None:
                yield unsaid
            elif entry.is_folder:
                waiting.append((url, _listed(url)))
            else:
                yield Source(str(url), encoding, compression, walked=True, known=entry.known)


# Patterns.


class _Pattern(NamedTuple):
    """A pattern, part by part of a path; `**` is any number of folders."""

    parts: tuple[str, ...]
    hidden: bool
    """Whether it asks for hidden names."""

    def closed(self, states: set[int]) -> set[int]:
        """All places of the pattern that these are: a `**` may also stand for no folder."""
        todo = list(states)
        while todo:
            state = todo.pop()
            if state < len(self.parts) - 1 and self.parts[state] == "**" and state + 1 not in states:
                states.add(state + 1)
                todo.append(state + 1)
        return states

    def after(self, states: set[int], entry: Entry) -> set[int]:
        """Where in the pattern one is behind a name, if one was at `states` before it."""
        reached = set()
        for state in states:
            if state == len(self.parts):
                continue
            if self.parts[state] == "**":
                reached.add(state)
                if state == len(self.parts) - 1:
                    reached.add(len(self.parts))
            elif fnmatch.fnmatchcase(entry.name, self.parts[state]):
                reached.add(state + 1)
        return self.closed(reached)


def _globbed(url: Url, magic: str, encoding: str | None) -> Places:
    """What a pattern matches, in bytewise order; folders that it matches are walked unless it has `**`.

    Nothing is listed that it cannot match, and no more than a folder on the way is held at once.
    """
    parts = url.path.split("/")
    first = next(place for place, part in enumerate(parts) if any(char in part for char in magic))
    if first == 0 and url.web:
        yield Unreadable(str(url), "io.missing", "no such file or folder")
        return
    base = url._replace(path="/".join(parts[:first]) + "/" * (first > 0))
    wanted = tuple(part if part == "**" else re.sub(r"\*\*+", "*", part) for part in parts[first:] if part)
    pattern = _Pattern(wanted, "/." in f"/{url.path}")
    yield from _matching(base, pattern, pattern.closed({0}), encoding)


def _matching(folder: Url, pattern: _Pattern, states: set[int], encoding: str | None) -> Places:
    end = len(pattern.parts)
    waiting: list[tuple[bytes, Url, Entry, set[int]]] = []
    for entry in _listed(folder):
        if isinstance(entry, Unreadable):
            yield entry
        elif pattern.hidden or not entry.name.startswith("."):
            url, reached = folder.inside(entry), pattern.after(states, entry)
            key = entry.name.encode("utf-8", "surrogatepass")
            if end in reached and not (entry.is_folder and "**" in pattern.parts):
                waiting.append((key, url, entry, set()))
            if entry.is_folder and reached - {end}:
                waiting.append((key + b"/", url, entry, reached - {end}))
    waiting.sort(key=lambda item: item[0], reverse=True)
    while waiting:
        _, url, entry, further = waiting.pop()
        if (unsaid := _unsaid(url, entry)) is not None:
            yield unsaid
        elif further:
            yield from _matching(url, pattern, further, encoding)
        elif entry.is_folder:
            yield from _walk(url)
        else:
            yield _named(str(url), encoding, entry.known)
