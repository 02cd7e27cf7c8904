"""Secrets files: a player's own openings, as a list of `reveals`, which only its owner can read."""

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from struckle_cli.core.errors import AccessError, RecordError, StruckleError, UsageError
from struckle_cli.core.secret import Opening
from struckle_cli.replay.setuptext import read_json
from struckle_cli.replay.source import access_error
from struckle_cli.replay.storage import only_here
from struckle_cli.replay.writer import replacing

CODES = {"secrets.form": "A secrets file is no list of openings (`reveals`)."}
SUFFIX = ".secrets"
"""Behind the name of a record and the seat: `game.sgn.p1.secrets`. Walks pass such files over."""
_MAX = 1 << 20


def secrets_path(record: str, seat: str, folder: str | None = None) -> str:
    """The file of a seat's secrets: beside the record, or in another folder."""
    where, name = os.path.split(record)
    return os.path.join(where if folder is None else folder, f"{name}.{seat}{SUFFIX}")


def make_folder(path: str) -> None:
    """Make the folder for secrets files, which only its owner can enter, if it is not there."""
    only_here(path)
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no folder can have that name"
        raise AccessError(f"{path}: no folder can be made there: {reason}", code="io.write") from None


def read_secrets(path: str) -> list[Opening]:
    """The openings in a secrets file. Raises `AccessError`, or `RecordError` for a file that is none.

    What the file holds is never repeated in an error. A URL is a `UsageError`.
    """
    only_here(path)
    try:
        with open(path, "rb") as file:
            raw = file.read(_MAX + 1)
    except ValueError:
        raise AccessError(f"{path}: no file can have that name", code="io.missing") from None
    except OSError as error:
        problem = access_error(error)
        raise AccessError(f"{path}: {problem.message}", code=problem.code) from None
    if len(raw) > _MAX:
        raise AccessError(f"{path}: a secrets file has at most {_MAX:,} bytes", code="io.record-too-large")
    try:
        found: list[Opening] = read_json(raw.decode("utf-8"), list[Opening])
        return found
    except ValueError:
        why = f"{path}: a secrets file is a JSON list of openings (seat, what, nonce, value)"
        raise RecordError(why, code="secrets.form") from None


def kept_in(path: str) -> list[Opening]:
    """The openings in a file that may not be there, or be no secrets file."""
    try:
        return read_secrets(path)
    except (AccessError, RecordError):
        return []


def known_from(paths: Iterable[str]) -> list[Opening]:
    """The openings of several secrets files."""
    return [opening for path in paths for opening in read_secrets(path)]


def extended(paths: Sequence[str], new: Mapping[str, list[Opening]]) -> dict[str, list[Opening]]:
    """What each of some secrets files is to hold with new openings of its seat; older ones stay.

    Raises `UsageError` where no file holds secrets of such a seat: what is hidden could never be opened.
    """
    made: dict[str, list[Opening]] = {}
    held = {path: read_secrets(path) for path in paths} if new else {}
    for seat, openings in new.items():
        path = next((path for path in paths if any(item.seat == seat for item in held[path])), None)
        if path is None:
            why = f"{seat} does something in secret, which needs the secrets file of {seat} (--secrets FILE)"
            raise UsageError(why, code="usage.secrets")
        made[path] = made.get(path, held[path]) + openings
    return made


def write_secrets(path: str, openings: Sequence[Opening], *, fresh: bool = False) -> None:
    """Write a secrets file that only its owner can read (mode 0600), in the place of an older one.

    With `fresh` there may be none. It is on the disk with its name, before a record can be that needs it.
    """
    text = b",\n ".join(msgspec.json.encode(opening) for opening in openings)
    with replacing(path, private=True, fresh=fresh, lasting=True) as file:
        file.write(b"[" + text + b"]\n")


@contextlib.contextmanager
def laid_beside(record: str, secrets: Mapping[str, Sequence[Opening]]) -> Iterator[None]:
    """Write each seat's secrets beside a record that the block writes; where that fails they go again.

    Raises `UsageError` (`usage.exists`) if a file is there already, and `AccessError`.
    """
    written: list[str] = []
    try:
        for seat, openings in secrets.items():
            path = secrets_path(record, seat)
            write_secrets(path, openings, fresh=True)
            written.append(path)
        yield
    except BaseException as error:
        # An interrupt may come when the record stands, and then it needs them.
        for path in written if isinstance(error, StruckleError) or not os.path.lexists(record) else ():
            with contextlib.suppress(OSError):
                os.unlink(path)
        raise


def free_paths(record: str, seats: Iterable[str], folder: str | None, *, force: bool) -> dict[str, str]:
    """The files for the secrets of some seats; raises `UsageError` if one exists and `force` is not set."""
    paths = {seat: secrets_path(record, seat, folder) for seat in seats}
    for path in paths.values():
        if os.path.lexists(path) and not force:
            raise UsageError(f"{path} exists; --force replaces it", code="usage.exists")
    return paths
