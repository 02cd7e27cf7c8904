"""Where a fault stands, as CI systems want it: paths from the root of the checkout, columns."""

import os
from functools import lru_cache

from struckle_cli.core.errors import Fault
from struckle_cli.replay.source import STDIN
from struckle_cli.replay.storage import own_path


def from_root(path: str) -> str:
    """A path from the root of the checkout (`GITHUB_WORKSPACE`) or the working folder, if it lies below.

    Any other stays as it is.
    """
    own = own_path(path)
    if path == STDIN or "\0" in path or own is None:
        return path
    try:
        if own != path:  # file://
            below = _below(own, os.environ.get("GITHUB_WORKSPACE", ""), os.getcwd())
            return path if below == own else below
        return _below(path, os.environ.get("GITHUB_WORKSPACE", ""), os.getcwd())
    except (OSError, ValueError):
        return path


@lru_cache(maxsize=16)
def _below(path: str, *roots: str) -> str:
    folder, name = os.path.split(path)
    whole = os.path.join(os.path.realpath(folder), name)
    for root in filter(None, roots):
        below = os.path.realpath(root).rstrip(os.sep) + os.sep
        if whole.startswith(below):
            return whole.removeprefix(below)
    return path


def column(fault: Fault) -> int | None:
    """The column of a fault (from 1, in characters), also where only its excerpt knows it."""
    if fault.column is None and fault.excerpt is not None:
        return fault.excerpt.at
    return fault.column
