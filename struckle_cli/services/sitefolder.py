"""The folder that a site is written into: what may stand there, and files that take their places whole."""

import contextlib
import os
from collections.abc import Collection, Iterator, Sequence
from typing import BinaryIO

from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.replay.source import STDIN
from struckle_cli.replay.storage import lies_in, only_here
from struckle_cli.replay.writer import replacing
from struckle_cli.services.sitenames import SUFFIX


def check_folder(folder: str, force: bool) -> None:
    """Raise where a site may not be written; nothing is made yet.

    `UsageError` for a URL, for a file, and (but with `force`) for a folder that holds anything; `AccessError`
    for one that cannot be looked at.
    """
    only_here(folder)
    if "\0" in folder:
        raise AccessError(f"{folder}: no folder can have that name", code="io.write")
    if not os.path.lexists(folder):
        return
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is no folder, and a site is written into one", code="usage.output")
    try:
        with os.scandir(folder) as entries:
            holds = next(entries, None) is not None
    except OSError as error:
        raise AccessError(
            f"{folder}: cannot be looked at: {os.strerror(error.errno or 0)}", code="io.write"
        ) from None
    if holds and not force:
        why = f"{folder} is not empty; --force replaces files of the same names there, and leaves all others"
        raise UsageError(why, code="usage.exists")


def check_apart(folder: str, paths: Sequence[str], files: Sequence[str]) -> None:
    """Raise `UsageError` where the folder to be written lies in one that is read, or the other way round.

    `paths` are those that the user named, `files` those that were found.
    """
    real = os.path.realpath(folder)
    for path in paths:
        here = _here(path)
        if here is not None and os.path.isdir(here) and _within(real, os.path.realpath(here)):
            why = f"{folder} lies in {path}, which is read: name a folder outside of it for the site"
            raise UsageError(why, code="usage.output")
    for path in files:
        here = _here(path)
        if here is not None and _within(os.path.realpath(here), real):
            why = f"{path} is to be read, and lies in {folder}, which is to be written: name another folder"
            raise UsageError(why, code="usage.output")


def _here(path: str) -> str | None:
    """The file or folder of this system that is read, if it can be there at all."""
    return None if path == STDIN or "\0" in path else lies_in(path)


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


@contextlib.contextmanager
def page_file(folder: str, name: str) -> Iterator[BinaryIO]:
    """A file of a site, which takes its place when the block ends well; the folders to it are made.

    Raises `AccessError` where the system refuses, and where something that is no file stands.
    """
    path = os.path.join(folder, *name.split("/"))
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    except OSError as error:
        why = f"{os.path.dirname(path)}: no folder can be made there: {os.strerror(error.errno or 0)}"
        raise AccessError(why, code="io.write") from None
    if os.path.lexists(path) and not os.path.isfile(path):
        raise AccessError(f"{path}: cannot be written: it is there, and no file", code="io.write")
    with replacing(path) as file:
        yield file


def other_pages(folder: str, written: Collection[str]) -> int:
    """How many pages stand in a folder beside those that were written, by their names below it."""
    found = 0
    for where, _, names in os.walk(folder):
        inner = os.path.relpath(where, folder).replace(os.sep, "/")
        for name in names:
            path = name if inner == "." else f"{inner}/{name}"
            found += name.endswith(SUFFIX) and path not in written
    return found
