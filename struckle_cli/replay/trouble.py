"""What goes wrong behind URLs, whatever it is that a backend raises, in one line for the user."""

import contextlib
import os
from collections.abc import Iterator

from struckle_cli.core.errors import AccessError, StruckleError, UsageError, short

PATIENCE = "STRUCKLE_REMOTE_TIMEOUT"
"""The variable of the environment that says how many seconds a server may be silent."""


def patience() -> float:
    """Seconds that a server may be silent, an hour at most. Raises `UsageError`."""
    try:
        return min(3600.0, max(0.1, float(os.environ.get(PATIENCE, "30"))))
    except ValueError:
        why = f"{PATIENCE} is a number of seconds, not {os.environ[PATIENCE]!r}"
        raise UsageError(why, code="usage.remote") from None


@contextlib.contextmanager
def in_our_words() -> Iterator[None]:
    """Whatever a backend raises, as one kind of error."""
    try:
        yield
    except (StruckleError, MemoryError):
        raise
    except Exception as error:
        raise explained(error) from None


def explained(error: Exception) -> AccessError:
    """What an error of a backend means for the user."""
    if isinstance(error, AccessError):
        return error
    cause = error.__cause__
    status = _status(error)
    if isinstance(error, FileNotFoundError) and isinstance(cause, Exception) and not _is_missing(cause):
        return explained(cause)  # some backends say so of whatever goes wrong
    names = {kind.__name__ for kind in type(error).__mro__}
    said = short(first_line(error), 300)
    if _is_missing(error):
        return AccessError("no such file or folder", code="io.missing")
    if isinstance(error, PermissionError) or status in (401, 403) or said.startswith("Forbidden"):
        why = f"access is denied: {said}" if said else "access is denied"
    elif isinstance(error, TimeoutError) or any("Timeout" in name for name in names):
        why = f"the server does not answer within {patience():g} seconds"
    elif "NoCredentialsError" in names:
        why = f"{said} (where none are asked for: FSSPEC_S3='{{\"anon\": true}}')"
    elif (
        isinstance(error, OSError) and error.errno and error.strerror and type(error).__module__ == "builtins"
    ):
        why = error.strerror
    else:
        why = said or type(error).__name__
    return AccessError(why, code="io.unreadable")


def _status(error: BaseException) -> int | None:
    """The status of an answer by HTTP that an error is about."""
    answer = getattr(error, "response", None)
    if isinstance(answer, dict):  # botocore's
        found = answer.get("ResponseMetadata", {}).get("HTTPStatusCode")
        return found if isinstance(found, int) else None
    for name in ("status", "code"):
        value = getattr(error, name, None)
        if str(value).isdecimal():
            return int(str(value))
    return None


def _is_missing(error: Exception) -> bool:
    return isinstance(error, FileNotFoundError | NotADirectoryError | KeyError) or _status(error) in (
        404,
        410,
    )


def first_line(error: Exception) -> str:
    """The first line of what an error says, with the next if it ends in a colon."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[: 2 if lines and lines[0].endswith(":") else 1])
