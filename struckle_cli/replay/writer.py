"""Writing records: encoding a stream of documents, and replacing files without ever leaving half of one.

Every write goes to a temporary file beside its target and is renamed over it when it is whole and on the
disk. A file that another process plays or changes in place (`locking`) is not replaced. Targets are named by
the user alone, never by what stands in a record.
"""

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from typing import BinaryIO

from struckle_cli.core.errors import AccessError, RecordError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.document import Document
from struckle_cli.replay.jsontext import encode_json, encode_json_file
from struckle_cli.replay.locking import Hold, lock_new, temporary_name
from struckle_cli.replay.packed import encode_msgpack
from struckle_cli.replay.sgnwrite import write_sgn
from struckle_cli.replay.source import zstd_module


def encode(document: Document, game: AnyGame, encoding: str) -> bytes:
    """One record as it stands in a file of that encoding (`sgn`, `json`, `jsonl`, `msgpack`)."""
    if encoding == "sgn":
        return write_sgn(document, game).encode("utf-8")
    if encoding == "json":
        return encode_json_file(document)
    if encoding == "jsonl":
        return encode_json(document) + b"\n"
    return encode_msgpack(document)


def separator(encoding: str) -> bytes:
    """What stands between two records of a file."""
    return b"\n" if encoding == "sgn" else b""


@contextlib.contextmanager
def replacing(
    path: str, *, private: bool = False, fresh: bool = False, lasting: bool = False, hold: Hold | None = None,
    before: Callable[[], object] = lambda: None,
) -> Iterator[BinaryIO]:  # fmt: skip
    """A binary file that takes the place of `path` when the block ends well, and vanishes when not.

    Links are followed, the mode of an existing file is kept, pipes and devices are written directly. With
    `private` only its owner can read the file (mode 0600), whatever stood there before. With `fresh` nothing
    may stand there, with `lasting` its name is on the disk too when the block is done. `hold` is the
    caller's lock on it, `before` is called when all is ready, and stops it all by raising something.
    Raises `AccessError` (`io.write`) where the system refuses, `UsageError` (`usage.exists`) for a `fresh`
    file that is there, `AccessError` (`io.locked`) if somebody else has locked the file.
    """
    if "\0" in path:
        raise AccessError(f"{path}: no file can have that name", code="io.write")
    try:
        target = os.path.realpath(path)
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb") as direct:
                yield direct
            return
        with contextlib.nullcontext(hold) if hold is not None else Hold(path) as held:
            temporary, file = _temporary(target)
            try:
                with file:
                    yield file
                    file.flush()
                    os.fsync(file.fileno())
                    held.adopt(file.fileno())
                if not private:  # a temporary file is private
                    os.chmod(temporary, _default_mode() if mode is None else stat.S_IMODE(mode))
                before()
                _put(temporary, target, path, fresh)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
            finally:
                held.settle()
        if lasting:
            _sync_folder(os.path.dirname(target))
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise AccessError(f"{path}: cannot be written: {reason}", code="io.write") from error


class Unchanged:
    """A file as it is now, before it is read; `check` raises `error` if it is not so any more.

    That is for programs that heed no locks: an editor, git.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._stamp = self._now()
        why = f"{path}: somebody else has changed the file meanwhile; it was left as it is"
        self.error = RecordError(why, code="play.changed")

    def _now(self) -> tuple[int, ...]:
        found = os.stat(self._path)
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def check(self) -> None:
        """Raise `RecordError` (`play.changed`) if the file was written to, or another stands in its place."""
        if self._now() != self._stamp:
            raise self.error


def _temporary(target: str) -> tuple[str, BinaryIO]:
    """A new file beside `target`, and its name; locked, so that nobody takes it for one left behind."""
    folder, name = os.path.split(target)
    while True:
        # Named here and not by `tempfile`: whenever an interrupt comes, the name is known.
        temporary = os.path.join(folder, temporary_name(name))
        try:
            file = open(temporary, "xb", opener=_privately)  # noqa: SIM115 - closed by who writes
            if lock_new(file.fileno()):
                return temporary, file
            file.close()
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


def _put(temporary: str, target: str, path: str, fresh: bool) -> None:
    """Give a whole file its name. A link never replaces what somebody else has made meanwhile."""
    if not fresh:
        os.replace(temporary, target)
        return
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise UsageError(f"{path} exists", code="usage.exists") from None
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise UsageError(f"{path} exists", code="usage.exists") from None
        os.replace(temporary, target)
    else:
        os.unlink(temporary)


def _sync_folder(folder: str) -> None:
    """Have the names in a folder on the disk; where that cannot be had, the file is whole all the same."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _default_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextlib.contextmanager
def compressing(file: BinaryIO, compression: str | None) -> Iterator[BinaryIO]:
    """`file` behind a compressor (None: itself). The output depends on the input alone, no name or date."""
    if compression is None:
        yield file
    elif compression == "gzip":
        import gzip

        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            yield packed  # type: ignore[misc]
    else:
        with zstd_module().ZstdFile(file, "wb") as packed:
            yield packed
