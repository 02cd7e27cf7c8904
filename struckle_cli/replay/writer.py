"""Writing records: encoding a stream of documents, and replacing files without ever leaving half of one.

Every write goes to a temporary file beside its target and is renamed over it when it is whole.
Targets are named by the user alone, never by what stands in a record.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

from struckle_cli.core.errors import AccessError
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.document import Document
from struckle_cli.replay.jsontext import encode_json, encode_json_file
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
def replacing(path: str, *, private: bool = False) -> Iterator[BinaryIO]:
    """A binary file that takes the place of `path` when the block ends well, and vanishes when not.

    Links are followed, the mode of an existing file is kept, pipes and devices are written directly. With
    `private` only its owner can read the file (mode 0600), whatever stood there before.
    Raises `AccessError` (`io.write`) where the system refuses.
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
        folder, name = os.path.split(target)
        # Named here and not by `tempfile`: whenever an interrupt comes, the name is known.
        temporary = os.path.join(folder, f".{name[:40]}.{os.urandom(8).hex()}.tmp")
        try:
            with open(temporary, "xb", opener=_privately) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if not private:  # a temporary file is private
                os.chmod(temporary, _default_mode() if mode is None else stat.S_IMODE(mode))
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise AccessError(f"{path}: cannot be written: {reason}", code="io.write") from error


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
