"""Stores and web servers on the loopback, and what a test has to put away behind fsspec."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest

from struckle_cli.replay import remote
from struckle_cli.replay.source import Source, Unreadable, find
from struckle_cli.services.gather import readings

HOST = "127.0.0.1"


@contextlib.contextmanager
def alone(**environment: str) -> Iterator[pytest.MonkeyPatch]:
    """An environment in which nothing but the loopback is asked, and no thread of fsspec's afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("AWS_", "FSSPEC_", "GOOGLE_", "GCSFS_", "STORAGE_EMULATOR")) or (
                name.lower().endswith("_proxy")
            ):
                patch.delenv(name)
        settings = {
            "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_EC2_METADATA_DISABLED": "true", "NO_PROXY": HOST, "STRUCKLE_REMOTE_TIMEOUT": "10",
            "GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT": "false",
        }  # fmt: skip
        for name, value in (settings | environment).items():
            patch.setenv(name, value)
        forget()
        try:
            yield patch
        finally:
            forget()
            end_threads()


def forget() -> None:
    """Drop all connections: with another environment other ones are made."""
    import fsspec
    from fsspec import asyn
    from fsspec.implementations.http import HTTPFileSystem

    remote._ARCHIVES.clear()
    kinds = [HTTPFileSystem]
    for name in ("s3", "gs"):
        kinds.append(fsspec.get_filesystem_class(name))
    for kind in kinds:
        kind.clear_instance_cache()
    gc.collect()
    loop = asyn.loop[0]
    if loop is not None:
        asyncio.run_coroutine_threadsafe(_closed(), loop).result(10)


async def _closed() -> None:
    """Wait until connections that were let go of are closed."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others, timeout=1)
    await asyncio.sleep(0.01)


def end_threads() -> None:
    """End the thread in which fsspec waits for answers; other tests fork only where there is none."""
    from fsspec import asyn

    loop, thread = asyn.loop[0], asyn.iothread[0]
    if loop is None or thread is None:
        return
    loop.call_soon_threadsafe(loop.stop)
    thread.join(20)
    assert not thread.is_alive()
    loop.close()
    asyn.loop[0] = asyn.iothread[0] = None


def places(*paths: str) -> list[tuple[str, str]]:
    """What is found: names, and their encoding or their fault's code."""
    return [
        (place.name, place.code if isinstance(place, Unreadable) else f"{place.encoding} {place.compression}")
        for place in find(paths)
    ]


def records(*paths: str) -> list[bytes]:
    """The bytes of all records under some paths."""
    return [item.raw for place in find(paths) if isinstance(place, Source) for item in readings(place)]


# --- S3 -------------------------------------------------------------------------------------------------


class Store:
    """An S3 server of moto's in this process, and what stands in its buckets."""

    def __init__(self) -> None:
        from moto.server import ThreadedMotoServer

        logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
        self.server = ThreadedMotoServer(ip_address=HOST, port=0, verbose=False)
        self.server.start()
        _, port = self.server.get_host_and_port()
        self.endpoint = f"http://{HOST}:{port}"

    def put(self, url: str, data: bytes) -> str:
        """Put an object where a URL says."""
        from moto.s3.models import s3_backends

        bucket, _, key = url.removeprefix("s3://").partition("/")
        backend = s3_backends["123456789012"]["aws"]
        if bucket not in backend.buckets:
            backend.create_bucket(bucket, "us-east-1")
        if key:
            backend.put_object(bucket, key, data)
        return url

    def deny(self, bucket: str) -> None:
        """Let nobody read what is in a bucket."""
        from moto.s3.models import s3_backends

        rule = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": f"arn:aws:s3:::{bucket}/*"}
        policy = json.dumps({"Version": "2012-10-17", "Statement": [rule]})
        s3_backends["123456789012"]["aws"].put_bucket_policy(bucket, policy.encode())

    def stop(self) -> None:
        """Take the server away; what it held stays for another one."""
        self.server.stop()


# --- the web, and Google's store ------------------------------------------------------------------------


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        server: Web = self.server  # type: ignore[assignment]
        server.asked.append((self.command, self.path, self.headers.get("Range")))
        try:
            server.answer(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def give(self, status: int, data: bytes = b"", **headers: str) -> None:
        """One whole answer."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


class Web(ThreadingHTTPServer):
    """A web server on the loopback: `files` by path; `ranges`, `sizes` and `head` say what it can.

    Behind `breaks` bytes of a file it hangs up.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__((HOST, 0), _Handler)
        self.files: dict[str, bytes] = {}
        self.headers: dict[str, str] = {}
        self.status: dict[str, int] = {}
        self.ranges = self.sizes = self.head = True
        self.breaks: int | None = None
        self.asked: list[tuple[str, str, str | None]] = []
        self.url = f"http://{HOST}:{self.server_address[1]}"
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        """Close it, and the thread in which it ran."""
        self.shutdown()
        self.server_close()
        self._thread.join()

    def handle_error(self, *_: Any) -> None:
        """A client that goes away is no error."""

    def answer(self, handler: _Handler) -> None:
        """Answer one request."""
        path = unquote(urlsplit(handler.path).path)
        if handler.command == "HEAD" and not self.head:
            handler.give(405)
        elif path in self.status:
            handler.give(self.status[path])
        elif path in self.files:
            self._file(handler, self.files[path])
        elif path.endswith("/"):
            inside = {name[len(path) :].split("/")[0] + "/" * ("/" in name[len(path) :])
                      for name in self.files if name.startswith(path)}  # fmt: skip
            links = "".join(f'<a href="{quote(name)}">{name}</a>\n' for name in ["../", "?C=N;O=D", *inside])
            handler.give(200 if inside else 404, links.encode(), Content_Type="text/html")
        elif any(name.startswith(path + "/") for name in self.files):
            handler.give(301, Location=path + "/")
        else:
            handler.give(404)

    def _file(self, handler: _Handler, data: bytes) -> None:
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", handler.headers.get("Range") or "")
        if self.ranges and wanted is not None:
            start, stop = int(wanted[1]), int(wanted[2] or len(data)) + 1
            if start >= len(data):
                handler.give(416, Content_Range=f"bytes */{len(data)}")
                return
            part = data[start:stop]
            where = f"bytes {start}-{start + len(part) - 1}/{len(data)}"
            if self.breaks is not None and start + len(part) > self.breaks:
                handler.close_connection = True
                return
            handler.give(206, part, Content_Range=where, **self.headers)
        elif self.sizes and self.breaks is None:
            handler.give(200, data, **self.headers)
        else:
            handler.send_response(200)
            if self.breaks is not None:
                handler.send_header("Content-Length", str(len(data)))
            handler.send_header("Connection", "close")
            handler.end_headers()
            if handler.command != "HEAD":
                handler.wfile.write(data[: self.breaks])
            handler.close_connection = True


class Google(Web):
    """What gcsfs asks of Google's store to read: `files` are `/bucket/name`."""

    def answer(self, handler: _Handler) -> None:
        """Answer one request of the JSON interface."""
        parts = urlsplit(handler.path)
        asked = {key: values[0] for key, values in parse_qs(parts.query).items()}
        media = re.fullmatch(r"/(?:download/)?storage/v1/b/([^/]+)/o/([^/]+)", parts.path)
        listing = re.fullmatch(r"/storage/v1/b/([^/]+)/o/?", parts.path)
        bucket = re.fullmatch(r"/storage/v1/b/([^/]+)", parts.path)
        name = f"/{media[1]}/{unquote(media[2])}" if media else ""
        if media and name in self.status:
            self._json(handler, {"error": {"code": self.status[name], "message": "no"}}, self.status[name])
        elif media and name in self.files:
            if asked.get("alt") == "media":
                self._file(handler, self.files[name])
            else:
                self._json(handler, self._item(name))
        elif listing and self._there(listing[1]):
            self._json(handler, self._listing(listing[1], asked))
        elif bucket and self._there(bucket[1]):
            self._json(handler, {"kind": "storage#bucket", "name": bucket[1]})
        else:
            self._json(handler, {"error": {"code": 404, "message": "Not Found"}}, 404)

    def _there(self, bucket: str) -> bool:
        return any(name.startswith(f"/{bucket}/") for name in self.files)

    def _item(self, name: str) -> dict[str, str]:
        _, bucket, inner = name.split("/", 2)
        generation = str(hash(self.files[name]) & 0xFFFFFF)
        return {"kind": "storage#object", "bucket": bucket, "name": inner, "generation": generation,
                "size": str(len(self.files[name])), "etag": "e" + generation}  # fmt: skip

    def _listing(self, bucket: str, asked: dict[str, str]) -> dict[str, Any]:
        before = f"/{bucket}/{asked.get('prefix', '')}"
        names = [name for name in sorted(self.files) if name.startswith(before)]
        items = [name for name in names if "delimiter" not in asked or "/" not in name[len(before) :]]
        folders = {before + name[len(before) :].split("/")[0] + "/" for name in names if name not in items}
        found = [*map(self._item, items)][: int(asked.get("maxResults", "1000"))]
        front = f"/{bucket}/"
        return {"kind": "storage#objects", "items": found,
                "prefixes": [name.removeprefix(front) for name in sorted(folders)]}  # fmt: skip

    def _json(self, handler: _Handler, value: Any, status: int = 200) -> None:
        handler.give(status, json.dumps(value).encode(), Content_Type="application/json")


@contextlib.contextmanager
def silent() -> Iterator[str]:
    """A server that takes connections and never says a word; its URL."""
    with socket.create_server((HOST, 0)) as server:
        yield f"http://{HOST}:{server.getsockname()[1]}"


def nobody() -> str:
    """The URL of a port at which nobody listens."""
    with socket.create_server((HOST, 0)) as server:
        return f"http://{HOST}:{server.getsockname()[1]}"
