"""Where the bytes of a named place lie, how many there are, and reading them from any byte on.

A plain path is a file of this system, and so is one behind `file://`. A name with another scheme (`s3://`,
`gs://`, `https://`, `zip://`) is one of fsspec's, which the extra `struckle[remote]` brings (`remote.py`).
A URL is a URL even where a file has such a name; `./s3://x` is that file.
"""

import os
import re
import stat
from collections.abc import Sequence
from typing import Any

import msgspec

from struckle_cli.core.errors import UsageError

BUFFER = 1 << 18
"""Bytes that are read at once."""
FILE = "file://"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
CHAIN = "::"
"""Between the links of a URL: `zip://game.sgn::s3://bucket/archive.zip`."""


class Facts(msgspec.Struct, frozen=True):
    """What is known of a file without reading it.

    `size` is in bytes (None: nobody knows), `stamp` changes when the content does (times of change, entity
    tags), `ranged` says whether reading may begin anywhere at no great cost.
    """

    size: int | None
    stamp: str = ""
    ranged: bool = False


def is_remote(name: str) -> bool:
    """Whether a name is a URL, and no path of this system."""
    return _SCHEME.match(name) is not None


def own_path(name: str) -> str | None:
    """The path of this system that a name stands for: itself, or what follows `file://`; None for others."""
    if not is_remote(name):
        return name
    return name.removeprefix(FILE) if name.startswith(FILE) and CHAIN not in name else None


def lies_in(name: str) -> str | None:
    """The file of this system that holds what a name stands for: also the archive that a chain ends with."""
    return own_path(name.rpartition(CHAIN)[2] if is_remote(name) else name)


def absolute(name: str) -> str:
    """A name that means the same whatever folder a process works in."""
    head, chain, last = name.rpartition(CHAIN) if is_remote(name) else ("", "", name)
    own = own_path(last)
    return name if own is None else head + chain + last[: len(last) - len(own)] + os.path.abspath(own)


def inner_path(name: str) -> str:
    """What a URL says of the file itself, whose end is its suffix: no other links, no query."""
    found = _SCHEME.match(name)
    if found is None:
        return name
    path = name[found.end() :].partition(CHAIN)[0]
    return re.split(r"[?#]", path, maxsplit=1)[0] if found[1] in ("http", "https") else path


def need(names: Sequence[str]) -> None:
    """Have what the URLs among some names need; raises `UsageError` if that is not installed or not known."""
    far = [name for name in names if own_path(name) is None]
    if far:
        from struckle_cli.replay.remote import need as need_backends

        need_backends(far)


def only_here(*names: str | None) -> None:
    """Raise `UsageError` if a URL names something that is to be written, or that nobody else may have."""
    for name in names:
        if name is not None and is_remote(name):
            why = f"{name}: records are read from URLs, and nothing else is done there; name a file or folder"
            raise UsageError(why, code="usage.remote")


def facts(name: str) -> Facts:
    """The facts of a file. Raises `OSError` or `AccessError` where there is none."""
    path = own_path(name)
    if path is None:
        from struckle_cli.replay.remote import facts as remote_facts

        return remote_facts(name)
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        return Facts(None)
    # The second time cannot be set: it tells of a change whose time was put back (`touch -r`, `cp -p`).
    return Facts(status.st_size, f"{status.st_mtime_ns} {status.st_ctime_ns}", ranged=True)


def open_bytes(name: str, start: int = 0) -> Any:
    """A buffered stream of a file's bytes from byte `start` on; with `start` the file has to be `ranged`.

    Raises `OSError` or `AccessError`.
    """
    path = own_path(name)
    if path is None:
        from struckle_cli.replay.remote import open_bytes as open_remote

        return open_remote(name, start)
    stream = open(path, "rb", buffering=BUFFER)  # noqa: SIM115 - closed by who reads
    if start:
        stream.seek(start)
    return stream
