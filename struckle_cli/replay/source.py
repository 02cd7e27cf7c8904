"""Where records come from: files, folders, globs, standard input, and the compression around them.

The encoding is chosen by the suffix and checked against the content. Folders are walked in bytewise
order of the whole path; hidden entries and unknown suffixes are passed over there.
"""

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from struckle_cli.core.errors import AccessError
from struckle_cli.replay import storage
from struckle_cli.replay.storage import Facts

ENCODINGS = ("sgn", "json", "jsonl", "msgpack")
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
MAGIC = {"gzip": b"\x1f\x8b", "zstd": b"\x28\xb5\x2f\xfd"}
STDIN = "-"

CODES = {
    "io.missing": "There is no such file or folder.",
    "io.unreadable": "The file or folder cannot be read.",
    "io.not-regular": "A device, socket or pipe met in a folder is not read.",
    "io.damaged": "The compressed data are damaged or break off.",
    "io.record-too-large": "One record is larger than `--max-record` allows.",
    "io.write": "The file cannot be written.",
}


class Source(msgspec.Struct, frozen=True):
    """Something to read: `name` as shown; `encoding` and `compression` by suffix (None: by content)."""

    name: str
    encoding: str | None
    compression: str | None
    walked: bool = False
    """Met in a folder, not named by the user."""
    known: Facts | None = None
    """What a listing has told of it already."""

    def facts(self) -> Facts:
        """Its size and the like. Raises `OSError` or `AccessError`."""
        return self.known or storage.facts(self.name)

    @property
    def stdin(self) -> bool:
        """Whether this is standard input."""
        return self.name == STDIN


class Unreadable(msgspec.Struct, frozen=True):
    """A place that could not be read, and why."""

    name: str
    code: str
    message: str


def by_suffix(name: str) -> tuple[str | None, str | None]:
    """Encoding and compression that a file's name promises; None for what it does not say."""
    stem, suffix = os.path.splitext(storage.inner_path(name))
    compression = COMPRESSIONS.get(suffix)
    if compression:
        suffix = os.path.splitext(stem)[1]
    encoding = suffix[1:] if suffix[1:] in ENCODINGS else None
    return encoding, compression


def named(path: str, encoding: str | None = None) -> Source:
    """The source for a path that the user names; `encoding` overrides what its suffix says.

    Raises `UsageError` for a URL whose packages are not installed.
    """
    storage.need([path])
    found, compression = by_suffix(path)
    return Source(path, encoding or found, compression)


def find(paths: Sequence[str], encoding: str | None = None) -> Iterator[Source | Unreadable]:
    """All sources under `paths` in order; folders are walked, globs expanded where no such file exists.

    Raises `UsageError`, before anything else, for URLs whose packages are not installed.
    """
    storage.need(paths)
    for path in paths:
        own = storage.own_path(path)
        if path == STDIN:
            yield Source(STDIN, encoding, None)
        elif own is None:
            from struckle_cli.replay.urls import found

            yield from found(path, encoding)
        else:
            scheme = path[: len(path) - len(own)]
            for place in _found_here(own, encoding):
                yield msgspec.structs.replace(place, name=scheme + place.name) if scheme else place


def _found_here(path: str, encoding: str | None) -> Iterator[Source | Unreadable]:
    """All sources at a path of this system."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        if any(char in path for char in "*?[") and not os.path.lexists(path):
            yield from _globbed(path, encoding)
        else:
            yield _unreadable(path, error)
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path)
    else:
        yield named(path, encoding)


def _globbed(pattern: str, encoding: str | None) -> Iterator[Source | Unreadable]:
    for path in sorted(_matches(pattern), key=os.fsencode):
        if os.path.isdir(path):
            if "**" not in pattern:
                yield from _walk(path)
        else:
            yield named(path, encoding)


def _matches(pattern: str) -> Iterator[str]:
    """What a pattern matches. `**` follows no links to folders; hidden names must be asked for by name."""
    root = Path(pattern).anchor
    hidden = "/." in f"/{pattern}".replace("/../", "/").replace("/./", "/")
    # `**` glued to something means `*`: Pythons before 3.13 refuse it, later ones read it so.
    parts = (
        part if part == "**" else re.sub(r"\*\*+", "*", part) for part in pattern[len(root) :].split(os.sep)
    )
    for path in Path(root or ".").glob(os.sep.join(parts)):
        if hidden or not any(part.startswith(".") and part != ".." for part in path.parts):
            yield str(path)


def _walk(folder: str) -> Iterator[Source | Unreadable]:
    """A folder and the folders in it, in bytewise order of whole paths; however deep they are."""
    waiting: list[Iterator[tuple[str, bool]]] = [iter([(folder, True)])]
    while waiting:
        found = next(waiting[-1], None)
        if found is None:
            waiting.pop()
        elif not found[1]:
            yield from _walked_file(found[0])
        else:
            try:
                waiting.append(iter(_entries(found[0])))
            except OSError as error:
                yield _unreadable(found[0], error)


def _entries(folder: str) -> list[tuple[str, bool]]:
    """The paths in a folder that are not hidden, and which of them are folders (links are none)."""
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    # With '/' behind folders the walk is in bytewise order of whole paths.
    found.sort(key=lambda item: os.fsencode(item[0]) + b"/" * item[1])
    return [(os.path.join(folder, name), is_dir) for name, is_dir in found if not name.startswith(".")]


def _walked_file(path: str) -> Iterator[Source | Unreadable]:
    encoding, compression = by_suffix(path)
    if encoding is None:
        return
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        yield _unreadable(path, error)
        return
    if stat.S_ISREG(mode):
        yield Source(path, encoding, compression, walked=True)
    elif not stat.S_ISDIR(mode):
        yield Unreadable(path, "io.not-regular", "not a regular file; name it to read it")


def _unreadable(path: str, error: Exception) -> Unreadable:
    code = getattr(error, "errno", None)
    if code in (errno.ENOENT, errno.ENOTDIR):
        what = "a link that leads nowhere" if os.path.islink(path) else "no such file or folder"
        return Unreadable(path, "io.missing", what)
    reason = os.strerror(code) if code else str(error)
    return Unreadable(path, "io.unreadable", reason)


def access_error(error: OSError | AccessError) -> AccessError:
    """What an error met while reading means for the user (exit code 3)."""
    if isinstance(error, AccessError):
        return error
    code = "io.missing" if error.errno in (errno.ENOENT, errno.ENOTDIR) else "io.unreadable"
    return AccessError(os.strerror(error.errno) if error.errno else str(error), code=code)


class Layer(io.RawIOBase):
    """A file to be read that lies over another stream, and closes that with itself."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def close(self) -> None:
        """Close the stream below too."""
        if not self.closed:
            close_stream(self._stream)
            super().close()


class _Decompressed(Layer):
    """A decompressing file whose every complaint about its input is one `AccessError`."""

    def __init__(self, inner: Any, stream: Any, damage: tuple[type[Exception], ...]) -> None:
        super().__init__(stream)
        self._inner = inner
        self._damage = damage

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        # One step of the decompressor: what came before a damage is not lost with it.
        try:
            data = self._inner.read1(len(buffer))
        except self._damage as error:
            why = f"the compressed data are damaged or break off: {error}"
            raise AccessError(why, code="io.damaged") from None
        buffer[: len(data)] = data
        return len(data)


class _Rewound(Layer):
    """A stream with bytes in front that were read to look at them, and the error that then came, if any."""

    def __init__(self, head: bytes, stream: Any, error: AccessError | None) -> None:
        super().__init__(stream)
        self._head = head
        self._error = error

    def readinto(self, buffer: Any) -> int:
        if self._head:
            size = min(len(buffer), len(self._head))
            buffer[:size] = self._head[:size]
            self._head = self._head[size:]
            return size
        if self._error is not None:
            raise self._error
        return int(self._stream.readinto1(buffer))


def look_ahead(stream: Any, size: int) -> tuple[bytes, Any]:
    """The first bytes of a stream (fewer only where it ends), and a stream that still has them."""
    head = stream.peek(size)[:size]
    if len(head) >= size or stream.seekable():
        return head, stream
    head, error = b"", None
    try:
        while len(head) < size and (more := stream.read1(size - len(head))):
            head += more
    except AccessError as damage:
        error = damage
        if not head:
            raise
    return head, io.BufferedReader(_Rewound(head, stream, error), 1 << 18)


def _decompressed(stream: BinaryIO, compression: str) -> io.BufferedReader:
    if compression == "gzip":
        import gzip
        import zlib

        inner: Any = gzip.GzipFile(fileobj=stream)
        damage: tuple[type[Exception], ...] = (EOFError, zlib.error, gzip.BadGzipFile)
    else:
        zstd = zstd_module()
        inner, damage = zstd.ZstdFile(stream), (EOFError, zstd.ZstdError)
    return io.BufferedReader(_Decompressed(inner, stream, damage), 1 << 18)


def close_stream(stream: Any) -> None:
    """Close what was opened here; standard input is the caller's."""
    if sys.stdin is None or stream is not sys.stdin.buffer:
        stream.close()


def zstd_module() -> Any:
    """The standard library's zstd module, or its backport; frames in a row are one stream for it."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


class Opened(msgspec.Struct, frozen=True):
    """An open source: the decompressed bytes, how they are compressed, and what a wrong name promises.

    `file` is what lies on a disk or in a store, else `pipe` what it comes through: a pipe, a terminal, which
    are read as their bytes come.
    """

    stream: Any
    compression: str | None
    mismatch: str | None = None
    file: Any = None
    pipe: Any = None


def open_source(source: Source, through: Callable[[Any], Any] | None = None) -> Opened:
    """Open a source for reading; `through` may put something over the stream of its bytes.

    Raises `OSError`, or `AccessError` for data that cannot be decompressed.
    """
    if source.stdin:
        if sys.stdin is None:
            raise AccessError("standard input is closed", code="io.unreadable")
        stream: Any = sys.stdin.buffer
    else:
        stream = storage.open_bytes(source.name)
    try:
        return _opened(source, stream, stream if through is None else through(stream))
    except BaseException:
        close_stream(stream)
        raise


def _opened(source: Source, below: Any, stream: Any) -> Opened:
    """A source whose bytes are in `stream`, which may lie over the one that was opened."""
    file, pipe = (below, None) if _is_whole(source, below) else (None, below)
    head, stream = look_ahead(stream, 64)
    actual = next((kind for kind, magic in MAGIC.items() if head.startswith(magic)), None)
    wanted = actual if source.encoding is None or source.stdin else source.compression
    if wanted == actual or not head:
        return Opened(_decompressed(stream, actual) if actual else stream, actual, None, file, pipe)
    if actual is not None:
        named_as = f"named as {source.compression}" if source.compression else "not named so"
        return Opened(stream, None, f"the content is {actual}, but the file is {named_as}")
    if sniff(head) is not None:
        return Opened(stream, None, f"the file is named as {wanted}, but its content is not compressed")
    raise AccessError(f"the file is named as {wanted}, but its content is not that", code="io.damaged")


def _is_whole(source: Source, stream: Any) -> bool:
    """Whether a stream is a file on a disk or in a store, whose bytes are all there already."""
    if storage.own_path(source.name) is None:
        return True
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def sniff(head: bytes) -> str | None:
    """The encoding that the first bytes of some content look like; `json` stands for JSON Lines too."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    if head[:1] and (head[0] & 0xF0 == 0x80 or head[0] in (0xDE, 0xDF)):
        return "msgpack"
    text = head.lstrip()
    if text.startswith(b"{"):
        return "json"
    if re.match(rb"\[\s*[A-Za-z][A-Za-z0-9_]*\s*(?:\"|\Z)", text):
        return "sgn"
    return None
