"""How large the input is, as it lies on the disk or in a store."""

from collections.abc import Iterator, Sequence

from struckle_cli.core.errors import AccessError
from struckle_cli.replay.source import STDIN, Unreadable, find


def input_sizes(paths: Sequence[str]) -> Iterator[int] | None:
    """The bytes of each file under some paths, looked up one by one; None if they cannot be known."""
    return None if STDIN in paths else _sizes(paths)


def _sizes(paths: Sequence[str]) -> Iterator[int]:
    for place in find(paths):
        try:
            yield 0 if isinstance(place, Unreadable) else place.facts().size or 0
        except (OSError, ValueError, AccessError):
            yield 0
