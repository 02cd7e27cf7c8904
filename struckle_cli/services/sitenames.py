"""What the pages of a site are called: one name a record file, safe everywhere, and never the same twice."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from struckle_cli.replay.source import COMPRESSIONS, ENCODINGS, STDIN
from struckle_cli.replay.storage import inner_path

INDEX = "index.html"
SUFFIX = ".html"
LONGEST = 100
"""Bytes of a part of a name; what is longer is cut, and told apart by a part of its hash."""
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
"""Names that mean devices on some systems."""


class Filed(NamedTuple):
    """A record file as a site shows it: the parts of its path below the folder that was named."""

    parts: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The path with `/`; bytes that are no UTF-8 are written `\\xHH`."""
        return os.fsencode("/".join(self.parts)).decode("utf-8", "backslashreplace")


def filed(name: str, root: str | None, above: str = "") -> Filed:
    """A file that was found in the folder `root` (None: it was named itself); `above` comes in front.

    The folder of a URL is the path of its first link.
    """
    if name == STDIN:
        return Filed(("standard-input",))
    path = inner_path(name)
    inner = os.path.basename(path) if root in (None, path) else path.removeprefix(root or "")
    parts = [part for part in inner.split(os.sep) if part not in ("", ".", "..")]
    return Filed(tuple(([above] if above else []) + (parts or ["records"])))


def page_names(files: Sequence[Filed]) -> list[str]:
    """A relative name for the page of each file, folders divided by `/`; no two are the same anywhere.

    The name is that of the file without its suffixes. Files that would share one, in whatever letter case,
    keep their suffixes; where even that does not do, a part of a hash is added. So a name depends on the
    files that it could be mistaken for, and on no order.
    """
    levels = [0] * len(files)
    while True:
        names = [_name(file, level) for file, level in zip(files, levels, strict=True)]
        again = [index for index in _mistakable(names) if levels[index] < 2]
        if not again:
            return _numbered(names)
        for index in again:
            levels[index] += 1


def part_name(name: str, part: int) -> str:
    """The name of the page with the games of a file that do not fit on its first `part - 1` pages."""
    return name if part == 1 else f"{name.removesuffix(SUFFIX)}~{part}{SUFFIX}"


def link(name: str) -> str:
    """A relative name as the address of a link, percent-encoded."""
    return quote(name, safe="/~")


def way_up(name: str) -> str:
    """The address of the index as seen from a page."""
    return "../" * name.count("/") + INDEX


def _mistakable(names: Iterable[str]) -> list[int]:
    """Which names could be mistaken for another one, or for the index."""
    first: dict[str, int] = {_folded(INDEX): -1}
    found: set[int] = set()
    for index, name in enumerate(names):
        other = first.setdefault(_folded(name), index)
        if other != index:
            found |= {index, other}
    return sorted(found - {-1})


def _folded(name: str) -> str:
    """A name as a file system sees it that takes letter case and ways of writing a letter for the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())


def _numbered(names: list[str]) -> list[str]:
    """Files that are named twice get two pages all the same."""
    taken = {_folded(INDEX)}
    found = []
    for name in names:
        made, number = name, 0
        while _folded(made) in taken:
            number += 1
            made = f"{name.removesuffix(SUFFIX)}~again{number}{SUFFIX}"
        taken.add(_folded(made))
        found.append(made)
    return found


def _name(file: Filed, level: int) -> str:
    *folders, name = file.parts
    stem = name if level else _without_suffixes(name)
    if level == 2:
        stem = f"{_safe(stem)}~{_hash('/'.join(file.parts))}"
    return "/".join([*map(_folder, folders), _safe(stem) + SUFFIX])


def _without_suffixes(name: str) -> str:
    stem, suffix = os.path.splitext(name)
    if suffix in COMPRESSIONS:
        stem, suffix = os.path.splitext(stem)
    return stem if suffix[1:] in ENCODINGS else name


def _folder(name: str) -> str:
    """A folder is never called like a page."""
    safe = _safe(name)
    return f"{safe}_" if safe.lower().endswith(SUFFIX) else safe


def _safe(part: str) -> str:
    """Letters, digits, and what means nothing to a shell, a browser or a file system; never a `~`."""
    text = unicodedata.normalize("NFC", os.fsencode(part).decode("utf-8", "replace"))
    made = "".join(char if _is_kept(char) else "_" for char in text)
    made = made.strip(".") or "_"
    if _DEVICES.match(made) or made[0] == "-":
        made = f"_{made}"
    if len(made.encode()) > LONGEST:
        made = made.encode()[: LONGEST - 11].decode("utf-8", "ignore") + "~" + _hash(part)
    return made


def _is_kept(char: str) -> bool:
    return char.isalnum() or char in "-._" or unicodedata.category(char) in ("Mn", "Mc")


def _hash(text: str) -> str:
    return hashlib.sha256(os.fsencode(text)).hexdigest()[:10]
