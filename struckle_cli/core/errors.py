"""Faults (what is wrong with a record) and the exceptions that carry them.

A *fault* is data: a stable code, a place and a reason. Exceptions only move faults to
where they are reported; each names the exit code that `cli.md` promises for its kind.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

Severity = Literal["error", "warning"]


class Excerpt(msgspec.Struct, frozen=True, array_like=True):
    """What stands at a fault's place: a line (or part of a long one), and which of its characters are meant.

    `column` counts characters from 0 within `text`; `length` is at least 1, and may reach beyond the end.
    `at` is the same place in the whole line, counted from 1. A long line is cut, with `...` where it goes on.
    """

    text: str
    column: int
    length: int = 1
    at: int = 1


class Fault(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One thing that is wrong, in the terms of the game or of the format.

    `ply` counts entries of `moves` from 1. `line` and `column` count from 1 in the decoded
    text. `pointer` is a JSON pointer into the record (`/setup/men`, `/moves/16`).
    """

    code: str
    message: str
    severity: Severity = "error"
    ply: int | None = None
    line: int | None = None
    column: int | None = None
    token: str | None = None
    suggestion: str | None = None
    pointer: str | None = None
    excerpt: Excerpt | None = None

    def below(self, lines: int) -> "Fault":
        """The same fault where so many lines more stand before it."""
        return self if self.line is None else msgspec.structs.replace(self, line=self.line + lines)


MAX_FAULTS = 1000
"""How many faults of one record are told; a hostile record must not fill memory with its faults."""


def short(value: object, limit: int = 60) -> str:
    """A value as a message shows it: cut where it is long, named only where it has parts."""
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def counted(number: int, one: str, many: str = "") -> str:
    """A number and the word for what is counted: `1 ply`, `1,204 plies`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def json_pointer(*parts: object) -> str:
    """The JSON pointer of a value in a record; parts that are very long are cut."""
    return "".join("/" + pointer_part(str(part)) for part in parts)


def pointer_part(part: str) -> str:
    """One part of a JSON pointer, escaped (RFC 6901)."""
    part = part if len(part) <= 60 else part[:57] + "..."
    return part.replace("~", "~0").replace("/", "~1")


def has_error(faults: Iterable[Fault]) -> bool:
    """Whether any of some faults is more than a warning."""
    return any(fault.severity == "error" for fault in faults)


class Reason(msgspec.Struct, frozen=True):
    """Why a token or a set-up is refused: a stable code and a sentence that names the place."""

    code: str
    message: str


class StruckleError(Exception):
    """Anything that ends a command with a clear message, and the faults it is about.

    `path` and `record` say where faults with a line stand; without `path` they stand in what was typed.
    """

    exit_code = 1

    def __init__(
        self,
        message: str,
        *,
        code: str,
        faults: Sequence[Fault] = (),
        path: str = "",
        record: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.faults = tuple(faults)
        self.path = path
        self.record = record

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[StruckleError], words: tuple[str, ...]) -> StruckleError:
    """An error that comes out of a pickle; what it carries is put back behind this."""
    return kind.__new__(kind, *words)


class RecordError(StruckleError):
    """A record breaks its format or rules (exit code 1)."""

    exit_code = 1


class UsageError(StruckleError):
    """The command was asked for something that makes no sense (exit code 2)."""

    exit_code = 2


class AccessError(StruckleError):
    """Something could not be read or written (exit code 3)."""

    exit_code = 3


class NotationError(ValueError):
    """A token or a position string does not have the shape of the notation."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.message)
        self.reason = reason


def gravest(codes: Collection[int]) -> int:
    """The exit code of mixed outcomes: 70 before 3 before 1 before the rest (`cli.md`)."""
    for code in (130, 70, 3, 1):
        if code in codes:
            return code
    return max(codes, default=0)
