"""What lies behind URLs, through fsspec: listings, facts, and bytes. Imported only when a URL is met.

Whatever a backend raises becomes an `AccessError` with a reason of one line. Nothing is waited for without
end: a server that says nothing for `patience()` seconds is given up.
"""

import contextlib
import io
import logging
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from struckle_cli.core.errors import AccessError, StruckleError, UsageError, short
from struckle_cli.replay import storage
from struckle_cli.replay.storage import BUFFER, CHAIN, Facts

PATIENCE = "STRUCKLE_REMOTE_TIMEOUT"
"""The variable of the environment that says how many seconds a server may be silent."""
_WEB = ("http", "https")
_RANGED = ("s3", "s3a", "gs", "gcs", "memory", "local")
"""Schemes whose files can be read from any byte on; web servers are asked."""
_EXTRA = ("s3", "s3a", "gs", "gcs", *_WEB)
"""Schemes whose packages come with `struckle[remote]`."""
_LARGEST = 4 << 20
"""Bytes that are asked for at once, when a file is read on and on."""
_LINK = re.compile(r"([^:/]*)://")


def patience() -> float:
    """Seconds that a server may be silent."""
    try:
        return max(0.1, float(os.environ.get(PATIENCE, "30")))
    except ValueError:
        why = f"{PATIENCE} is a number of seconds, not {os.environ[PATIENCE]!r}"
        raise UsageError(why, code="usage.remote") from None


# What is needed.


def need(urls: Iterable[str]) -> None:
    """Import the backends of some URLs. Raises `UsageError` for one that is not installed or not known."""
    for scheme in sorted({scheme for url in urls for scheme in _schemes(url)}):
        _backend(scheme)
    patience()


def _schemes(url: str) -> list[str]:
    """The schemes of a URL's links; a link without one is a path."""
    found = (_LINK.match(link) for link in url.split(CHAIN))
    return [link[1] for link in found if link is not None]


def _backend(scheme: str) -> Any:
    """The class of fsspec's for a scheme."""
    import warnings

    # The client for zonal buckets asks another server, by gRPC, before each first look at a bucket.
    os.environ.setdefault("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from fsspec import available_protocols, get_filesystem_class

            if scheme in available_protocols():
                kind = get_filesystem_class(scheme)
                _hush()
                return kind
    except ImportError as error:
        ours = scheme in _EXTRA or (error.name or "").startswith("fsspec")
        what = "pip install 'struckle[remote]'" if ours else short(_first_line(error), 200)
        why = f"{scheme}:// needs packages that are not installed: {what}"
        raise UsageError(why, code="usage.remote") from None
    why = f"{scheme}:// is no scheme that is known here; s3, gs, https, zip and file are"
    raise UsageError(why, code="usage.remote")


def _hush() -> None:
    """Leave logs to those who have set them up: without that, warnings and tracebacks reach the terminal."""
    for name in ("fsspec", "s3fs", "gcsfs", "aiobotocore", "botocore", "google", "urllib3", "asyncio"):
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())


# Reaching it.


class Place(NamedTuple):
    """Where something lies: one of fsspec's file systems, and the path in it."""

    system: Any
    path: str
    scheme: str


def place_of(url: str) -> Place:
    """The place of a URL. Raises `UsageError` as `need`, and `AccessError` where the archive is not there."""
    schemes = _schemes(url)
    kinds = {scheme: _backend(scheme) for scheme in schemes}
    with _explained():
        from fsspec.core import url_to_fs

        kept = _kept(url) if not kinds[schemes[0]].cachable else None
        if kept is not None and kept.system is not None:
            return Place(kept.system, kinds[schemes[0]]._strip_protocol(url.partition(CHAIN)[0]), schemes[0])
        options = {scheme: _options(kind, scheme) for scheme, kind in kinds.items()}
        system, path = url_to_fs(url, **options)
        if schemes[0] in ("s3", "s3a"):
            system.retries = min(system.retries, 3)
        if kept is not None:
            _ARCHIVES[kept.key] = kept._replace(system=system)
            while len(_ARCHIVES) > 4:
                del _ARCHIVES[next(iter(_ARCHIVES))]
        return Place(system, path, schemes[0])


class _Kept(NamedTuple):
    key: tuple[int, str]
    stamp: str
    system: Any


_ARCHIVES: dict[tuple[int, str], _Kept] = {}
"""Open archives: the list of what is in one is read once, and not for each file in it."""


def _kept(url: str) -> _Kept | None:
    """The archive that the first link of a URL looks into, open if it was and has not changed since."""
    first, _, rest = url.partition(CHAIN)
    if not rest:
        return None
    key = os.getpid(), first.partition("://")[0] + CHAIN + rest
    try:
        stamp = storage.facts(rest).stamp
    except (OSError, AccessError) as error:
        problem = explained(error)
        raise AccessError(f"{rest}: {problem.message}", code=problem.code) from None
    known = _ARCHIVES.get(key)
    if known is not None and stamp and known.stamp == stamp:
        return known
    return _Kept(key, stamp, None)


def _options(kind: Any, scheme: str) -> dict[str, Any]:
    """How a file system is set up; what fsspec's own configuration says of it goes before ours."""
    from fsspec.config import apply_config

    seconds = patience()
    ours: dict[str, Any] = {}
    if scheme in ("s3", "s3a"):
        # s3fs tries again by itself.
        limits = {"connect_timeout": min(10.0, seconds), "read_timeout": seconds}
        ours = {"config_kwargs": {**limits, "retries": {"total_max_attempts": 1}}}
    elif scheme in ("gs", "gcs"):
        import aiohttp

        # Only a limit of the whole ends it: after a silence gcsfs tries six times, and longer each time.
        ours = {"requests_timeout": aiohttp.ClientTimeout(total=2 * seconds)}
    elif scheme in _WEB:
        import aiohttp

        timeout = aiohttp.ClientTimeout(total=None, sock_connect=min(10.0, seconds), sock_read=seconds)
        # What is compressed stays so: the suffix tells what it is.
        client = {"timeout": timeout, "auto_decompress": False, "headers": {"Accept-Encoding": "identity"}}
        ours = {"client_kwargs": client, "simple_links": False}
    if not scheme.startswith("zip"):
        ours["use_listings_cache"] = False
    theirs = apply_config(kind, {})
    for key, value in theirs.items():
        both = isinstance(value, dict) and isinstance(ours.get(key), dict)
        ours[key] = {**ours[key], **value} if both else value
    return ours


# What is there.


class Entry(NamedTuple):
    """Something in a folder: its name there, whether it is a folder, and what the listing tells of it."""

    name: str
    is_folder: bool
    known: Facts | None


def look(url: str) -> Facts | None:
    """The facts of the file at a URL; None for a folder. Raises `AccessError` where there is nothing."""
    place = place_of(url)
    with _explained():
        if place.scheme in _WEB:
            return _asked(place)
        if storage.inner_path(url).endswith("/"):
            return None
        found = place.system.info(place.path)
        return None if found["type"] == "directory" else _facts(place, found)


def facts(url: str) -> Facts:
    """The facts of a file; of a folder nothing is known. Raises `AccessError` where there is nothing."""
    return look(url) or Facts(None)


def entries(url: str) -> list[Entry]:
    """What is in a folder, in bytewise order of whole paths. Raises `AccessError` where it cannot be listed.

    Names that a URL cannot say are among them, and cannot be read.
    """
    place = place_of(url)
    web = place.scheme in _WEB
    base = place.path.rstrip("/") + "/" if web or place.path.strip("/") else place.path
    found: dict[str, Entry] = {}
    with _explained():
        for item in place.system.ls(base if web else place.path, detail=True):
            path, folder = str(item["name"]), item["type"] == "directory"
            if not path.startswith(base):
                continue
            name = path[len(base) :].removesuffix("/" if folder else "")
            if not name and not folder:  # the mark that some stores make for a folder
                continue
            if not (web and re.search(r"[/?#]", name)):
                key = name + "/" * folder
                found[key] = Entry(name, folder, None if folder or web else _facts(place, item))
    return [found[key] for key in sorted(found, key=_bytes)]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


_STAMPS = (
    "generation",
    "ETag",
    "etag",
    "CRC",
    "checksum",
    "mtime",
    "modified",
    "LastModified",
    "Last-Modified",
)


def _facts(place: Place, found: dict[str, Any]) -> Facts:
    size = found.get("size")
    stamps = (found.get(key) for key in _STAMPS)
    stamp = next((str(value) for value in stamps if value not in (None, "")), "")
    return Facts(size, stamp, ranged=size is not None and place.scheme in _RANGED)


def _asked(place: Place) -> Facts | None:
    """What a web server says of a file, asked for its first byte; None if it sends us to a folder."""
    from fsspec.asyn import sync

    async def ask() -> Facts | None:
        session = await place.system.set_session()
        options = dict(place.system.kwargs)
        headers = {**options.pop("headers", {}), "Range": "bytes=0-0"}
        async with session.get(place.system.encode_url(place.path), headers=headers, **options) as answer:
            whole = re.fullmatch(r"bytes (?:\d+-\d+|\*)/(\d+)", answer.headers.get("Content-Range", ""))
            if answer.status == 416 and whole is not None and whole[1] == "0":
                return Facts(0, _tag(answer.headers))
            answer.raise_for_status()
            if answer.url.path.endswith("/"):
                return None
            plain = answer.headers.get("Content-Encoding", "identity") in ("", "identity")
            if answer.status == 206:
                size = int(whole[1]) if whole is not None else None
            else:
                size = answer.content_length if plain else None
            return Facts(size, _tag(answer.headers), ranged=answer.status == 206 and size is not None)

    found: Facts | None = sync(place.system.loop, ask)
    return found


def _tag(headers: Any) -> str:
    return str(headers.get("ETag") or headers.get("Last-Modified") or "")


# Its bytes.


def open_bytes(url: str, start: int = 0) -> io.BufferedReader:
    """A buffered stream of a file's bytes from `start` on. Raises `AccessError`, now or while reading."""
    place = place_of(url)
    with _explained():
        if place.scheme in _WEB:
            known = _asked(place)
            if known is None:
                raise AccessError("a folder, and no file", code="io.unreadable")
            size = known.size
            # fsspec takes a length of blocks as the wish for ranges.
            how = {"block_size": _LARGEST if known.ranged else 0, "size": size or 1}
            if size == 0:
                return io.BufferedReader(io.BytesIO())
            file = place.system.open(place.path, "rb", cache_type="none", **how)
        else:
            file = place.system.open(place.path, "rb", cache_type="none")
            size = getattr(file, "size", None)
        if start:
            file.seek(start)
    return io.BufferedReader(_Stream(place, file, start, size), BUFFER)


class _Stream(io.RawIOBase):
    """The bytes of a file far away; asks for more at once the longer it is read."""

    def __init__(self, place: Place, file: Any, start: int, size: int | None) -> None:
        self._place = place  # an archive is closed with its file system
        self._file = file
        self._size = size
        self._at = start
        self._ahead = memoryview(b"")
        self._step = BUFFER

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        if not self._ahead:
            with _explained():
                self._ahead = memoryview(self._file.read(max(self._step, len(buffer))))
            self._step = min(2 * self._step, _LARGEST)
            if not self._ahead and self._size is not None and self._at < self._size:
                why = f"the data end after {self._at:,} of {self._size:,} bytes"
                raise AccessError(why, code="io.unreadable")
        size = min(len(buffer), len(self._ahead))
        buffer[:size] = self._ahead[:size]
        self._ahead = self._ahead[size:]
        self._at += size
        return size

    def close(self) -> None:
        if not self.closed:
            with contextlib.suppress(Exception):
                self._file.close()
            super().close()


# What goes wrong.


@contextlib.contextmanager
def _explained() -> Iterator[None]:
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
    said = short(_first_line(error), 300)
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


def _first_line(error: Exception) -> str:
    """The first line of what an error says, with the next if it ends in a colon."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[: 2 if lines and lines[0].endswith(":") else 1])
