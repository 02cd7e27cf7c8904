"""Where a fault stands, as CI systems want it: paths from the root of the checkout, columns."""

import os

from struckle_cli.core.errors import Fault
from struckle_cli.replay.source import STDIN


def from_root(path: str) -> str:
    """A path from the root of the checkout (`GITHUB_WORKSPACE`, else the working folder) where it lies below.

    Any other stays as it is.
    """
    if path == STDIN or "\0" in path:
        return path
    try:
        root = os.path.realpath(os.environ.get("GITHUB_WORKSPACE") or os.curdir)
        folder, name = os.path.split(path)
        whole = os.path.join(os.path.realpath(folder), name)
    except (OSError, ValueError):
        return path
    below = root.rstrip(os.sep) + os.sep
    return whole.removeprefix(below) if whole.startswith(below) else path


def column(fault: Fault) -> int | None:
    """The column of a fault (from 1, in characters), also where only its excerpt knows it."""
    if fault.column is None and fault.excerpt is not None:
        return fault.excerpt.at
    return fault.column
