"""How large the input is, as it lies on the disk."""

import os
from collections.abc import Iterator, Sequence

from struckle_cli.replay.source import STDIN, Unreadable, find


def input_sizes(paths: Sequence[str]) -> Iterator[int] | None:
    """The bytes of each file under some paths, looked up one by one; None if they cannot be known."""
    return None if STDIN in paths else _sizes(paths)


def _sizes(paths: Sequence[str]) -> Iterator[int]:
    for place in find(paths):
        try:
            yield 0 if isinstance(place, Unreadable) else os.stat(place.name).st_size
        except (OSError, ValueError):
            yield 0
