"""Where the bytes of a named place lie, how many there are, and reading them from any byte on.

A plain path is a file of this system. A name with a scheme (`s3://`, `gs://`, `https://`, `zip://`, `file://`)
is one of fsspec's, which the extra `struckle[remote]` brings.
"""

import os
import re
import stat
from typing import Any

import msgspec

BUFFER = 1 << 18
"""Bytes that are read at once."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


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


def facts(name: str) -> Facts:
    """The facts of a file. Raises `OSError` or `AccessError` where there is none."""
    status = os.stat(name)
    if not stat.S_ISREG(status.st_mode):
        return Facts(None)
    return Facts(status.st_size, str(status.st_mtime_ns), ranged=True)


def open_bytes(name: str, start: int = 0) -> Any:
    """A buffered stream of a file's bytes from byte `start` on; with `start` the file has to be `ranged`.

    Raises `OSError` or `AccessError`.
    """
    stream = open(name, "rb", buffering=BUFFER)  # noqa: SIM115 - closed by who reads
    if start:
        stream.seek(start)
    return stream
