"""What a run over many records tells beside what it finds out about each, in the order of the input."""

import msgspec

CRASH = "internal.error"
"""The code of an error of the program itself, met on some record."""
DIED = "internal.worker"
"""The code of a worker process that ended before its work was done."""
CODES = {
    CRASH: "The program itself failed on this record; please report it.",
    DIED: "The process that checked this part of the input ended before it was done.",
}


class Empty(msgspec.Struct, frozen=True, tag="e", array_like=True):
    """A file in which there is no record."""

    path: str = ""


class Foreign(msgspec.Struct, frozen=True, tag="f", array_like=True):
    """A JSON object met on a walk that is no record; it was skipped."""

    path: str = ""


class Passed(msgspec.Struct, frozen=True, tag="p", array_like=True):
    """So many bytes more of the input, as it lies on the disk, have been dealt with; for showing progress."""

    size: int


class Ended(msgspec.Struct, frozen=True, tag="x", array_like=True):
    """The end of a range of a file: how many line ends it has, and its SHA-256 where that is asked for."""

    lines: int
    digest: str = ""
