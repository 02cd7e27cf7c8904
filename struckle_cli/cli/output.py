"""Where a command writes the one record that it has made: a file named by its user, or standard output."""

import contextlib
import os
from collections.abc import Mapping

from struckle_cli.cli import console
from struckle_cli.core.errors import StruckleError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.commitments import Sealed
from struckle_cli.replay.document import Document
from struckle_cli.replay.source import STDIN, by_suffix
from struckle_cli.replay.storage import only_here
from struckle_cli.services.create import write_new
from struckle_cli.services.secretfiles import kept_in, write_secrets
from struckle_cli.services.table import forget_rolls


def target_encoding(target: str, to: str | None) -> tuple[str, str | None]:
    """The encoding and compression of a file that is to be written; `to` beats the suffix.

    Raises `UsageError` for a suffix that names none, and for a URL.
    """
    only_here(target)
    encoding, compression = by_suffix(target)
    if to is None and encoding is None:
        why = (
            f"{target}: the suffix names no encoding (.sgn, .json, .jsonl, .msgpack): rename it, or use --to"
        )
        raise UsageError(why, code="usage.suffix")
    return to or encoding or "sgn", compression


def to_standard_output(target: str | None) -> bool:
    """Whether no file is meant."""
    return target is None or target == STDIN


def store_sealed(
    made: Sealed, game: AnyGame, target: str, to: str | None, paths: Mapping[str, str], *, force: bool
) -> None:
    """Write a committed record and its secrets files, these first: without them it could not be opened.

    Openings that stand in the place of a file (with `force`) stay in it until the new record stands.
    """
    if not force and os.path.lexists(target):
        raise UsageError(f"{target} exists; --force replaces it", code="usage.exists")
    older = {path: kept_in(path) for path in paths.values()}
    fresh = [path for path in paths.values() if not os.path.lexists(path)]
    written: list[str] = []
    try:
        for seat, path in paths.items():
            write_secrets(path, made.secrets[seat] + older[path], fresh=path in fresh)
            written.append(path)
        write_record(made.document, game, target, to, force=force)
    except BaseException as error:
        # They open nothing that there is; but an interrupt may come when the record stands.
        unneeded = isinstance(error, StruckleError) or not os.path.lexists(target)
        for path in {*fresh} & {*written} if unneeded else ():
            with contextlib.suppress(OSError):
                os.unlink(path)
        raise
    for seat, path in paths.items():
        if older[path]:
            write_secrets(path, made.secrets[seat])


def write_record(
    document: Document, game: AnyGame, target: str | None, to: str | None, *, force: bool, usual: str = "sgn"
) -> None:
    """Write a record to a new file, or (`usual` is the encoding then) to standard output."""
    if target is None or target == STDIN:
        from struckle_cli.replay.writer import encode

        console.write_bytes(encode(document, game, to or usual))
        return
    encoding, compression = target_encoding(target, to)
    write_new(target, document, game, encoding, compression, force=force)
    forget_rolls(target)
