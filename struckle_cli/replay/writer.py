"""Writing records: encoding a stream of documents, and replacing files without ever leaving half of one.

Every write goes to a temporary file beside its target and is renamed over it when it is whole and on the
disk; one that grows for long (`growing`) is renamed when its first part is, and is whole after each part. A
file that another process plays or changes in place (`locking`) is not replaced. Targets are named by the
user alone, never by what stands in a record.
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
from struckle_cli.replay.locking import Hold, leads_to, lock_new, temporary_name, tidy
from struckle_cli.replay.packed import encode_msgpack
from struckle_cli.replay.sgnwrite import write_sgn
from struckle_cli.replay.source import zstd_module
from struckle_cli.replay.storage import only_here


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
    file that is there and for a URL, `AccessError` (`io.locked`) if somebody else has locked the file.
    """
    only_here(path)
    if "\0" in path:
        raise AccessError(f"{path}: no file can have that name", code="io.write")
    with _refused(path):
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


@contextlib.contextmanager
def growing(path: str) -> Iterator["Growing"]:
    """A file that takes the place of `path` with its first part, and has every part as soon as it is written.

    So whatever ends this process, `kill -9` too, takes away no part that was written. What stood there stays
    until the first part is written, and for good if none is. The file is locked in the block. What killed
    processes have left beside it is taken away. Pipes and devices are written directly.
    Raises `AccessError` (`io.write`, `io.locked`) and `UsageError` as `replacing` does.
    """
    only_here(path)
    if "\0" in path:
        raise AccessError(f"{path}: no file can have that name", code="io.write")
    with Hold(path) as hold:
        file = Growing(path, hold)
        try:
            file.open()
            yield file
        finally:
            file.close()


_RENAMES_OPEN_FILES = os.name == "posix"


class Growing:
    """What `growing` writes: parts, each of which is whole in the file or not there."""

    def __init__(self, path: str, hold: Hold) -> None:
        self._path = path
        self._target = os.path.realpath(path)
        self._hold = hold
        self._file: BinaryIO | None = None
        self._temporary = ""
        self._mode: int | None = None
        self._size = 0
        self._stands = False

    def open(self) -> None:
        """Make sure that something can be written. Raises `AccessError`."""
        with _refused(self._path):
            self._mode = _mode(self._target)
            if self._mode is not None and not stat.S_ISREG(self._mode):
                self._file = open(self._target, "wb", buffering=0)  # noqa: SIM115 - `close` closes it
                return
            tidy(self._path)
            self._temporary, self._file = _temporary(self._target, "x+b")

    def write(self, part: bytes) -> None:
        """Add a part, which then stands in the file. Raises `AccessError`, and adds nothing then."""
        assert self._file is not None
        with _refused(self._path):
            if self._temporary:
                self._check()
            self._add(part)
            if self._temporary and not self._stands and _RENAMES_OPEN_FILES:
                try:
                    self._put()
                except BaseException:
                    self._size = 0  # not to be tried again
                    raise

    def close(self) -> None:
        """Have it on the disk; without a part nothing has changed."""
        if self._file is None:
            return
        with _refused(self._path):
            if self._size and self._temporary:
                with self._file as file:
                    os.fsync(file.fileno())
                if not self._stands:
                    self._put()
                return
            self._file.close()
            if self._temporary:
                with contextlib.suppress(OSError):
                    os.unlink(self._temporary)

    def _check(self) -> None:
        """Nobody else may have written into it; where it was taken away or replaced it is made again."""
        assert self._file is not None
        if os.fstat(self._file.fileno()).st_size != self._size:
            why = f"{self._path}: somebody else has written to it meanwhile; it was left as it is"
            raise AccessError(why, code="io.write")
        if not self._stands or leads_to(self._target, self._file.fileno()):
            return
        with self._file as older:
            self._stands = False
            self._temporary, self._file = _temporary(self._target, "x+b")
            older.seek(0)
            size, self._size = self._size, 0
            try:
                while self._size < size:
                    self._add(older.read(1 << 20))
            except BaseException:
                self._size = 0  # this one is not to be put anywhere
                raise

    def _add(self, part: bytes) -> None:
        assert self._file is not None
        handle, rest = self._file.fileno(), memoryview(part)
        try:
            while rest:
                rest = rest[os.write(handle, rest) :]
        except BaseException:  # a full disk, or an interrupt: no half part stays
            if self._temporary:
                with contextlib.suppress(OSError):
                    os.ftruncate(handle, self._size)
                    os.lseek(handle, self._size, os.SEEK_SET)
            raise
        self._size += len(part)

    def _put(self) -> None:
        """Give the file its name, unless somebody has made one of that name meanwhile and holds it."""
        assert self._file is not None
        if not self._file.closed:
            os.fsync(self._file.fileno())
        os.chmod(self._temporary, _default_mode() if self._mode is None else stat.S_IMODE(self._mode))
        self._hold.take()
        os.replace(self._temporary, self._target)
        self._stands = True
        self._hold.settle()


@contextlib.contextmanager
def _refused(path: str) -> Iterator[None]:
    """What the system refuses, as an error of the program."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise AccessError(f"{path}: cannot be written: {reason}", code="io.write") from error


def _temporary(target: str, mode: str = "xb") -> tuple[str, BinaryIO]:
    """A new file beside `target`, and its name; locked, so that nobody takes it for one left behind."""
    folder, name = os.path.split(target)
    while True:
        # Named here and not by `tempfile`: whenever an interrupt comes, the name is known.
        temporary = os.path.join(folder, temporary_name(name))
        try:
            file: BinaryIO = open(temporary, mode, opener=_privately)  # type: ignore[assignment]  # noqa: SIM115
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


def packed(data: bytes, compression: str | None) -> bytes:
    """Data as it stands in a compressed file: a gzip member or zstd frame of its own."""
    import io

    whole = io.BytesIO()
    with compressing(whole, compression) as file:
        file.write(data)
    return whole.getvalue()


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
