"""Records behind web servers, of which some answer ranges and some do not; and Google's store."""

import gzip
from collections.abc import Callable, Iterator

import pytest

from struckle_cli.core.errors import AccessError
from struckle_cli.replay import storage
from struckle_cli.replay.storage import Facts
from tests.replay.conftest import Validate
from tests.replay.remote_support import (
    Google,
    Web,
    alone,
    end_threads,
    forget,
    nobody,
    places,
    records,
    silent,
)
from tests.replay.support import GOOD, GOOD_TEXT

TEXT = GOOD_TEXT.encode()
LINES = (GOOD.strip() + b"\n") * 8_000


@pytest.fixture(scope="module", autouse=True)
def _alone() -> Iterator[None]:
    with alone():
        yield


@pytest.fixture
def web() -> Iterator[Web]:
    server = Web()
    yield server
    forget()
    server.stop()


Served = Callable[[Web], str]


def _by_parts(web: Web) -> str:
    web.headers = {"ETag": '"one"'}
    return "parts"


def _without_ranges(web: Web) -> str:
    web.ranges = False
    return "whole"


def _without_sizes(web: Web) -> str:
    web.ranges = web.sizes = False
    return "stream"


def _without_head(web: Web) -> str:
    web.head = False
    return "parts"


KINDS = [_by_parts, _without_ranges, _without_sizes, _without_head]


@pytest.mark.parametrize("kind", KINDS)
def test_files_are_read_whatever_the_server_can(web: Web, kind: Served) -> None:
    how = kind(web)
    web.files = {"/d/lines.jsonl": LINES, "/d/g.sgn": TEXT, "/d/l.jsonl.gz": gzip.compress(LINES)}
    known = storage.facts(f"{web.url}/d/lines.jsonl")
    assert known.size == (None if how == "stream" else len(LINES))
    assert known.ranged == (how == "parts")
    assert known.stamp == web.headers.get("ETag", "")
    assert len(records(f"{web.url}/d/lines.jsonl")) == 8_000
    assert len(records(f"{web.url}/d/l.jsonl.gz")) == 8_000
    assert records(f"{web.url}/d/") == records(f"{web.url}/d/g.sgn", f"{web.url}/d/l.jsonl.gz",
                                               f"{web.url}/d/lines.jsonl")  # fmt: skip
    if known.ranged:
        with storage.open_bytes(f"{web.url}/d/lines.jsonl", 400_001) as stream:
            assert stream.read() == LINES[400_001:]


def test_whole_files_are_asked_for_once(web: Web) -> None:
    web.ranges = False
    web.files = {"/lines.jsonl": LINES}
    with storage.open_bytes(f"{web.url}/lines.jsonl") as stream:
        assert stream.read() == LINES
    assert len([path for _, path, wanted in web.asked if wanted is None]) == 1


def test_large_files_are_asked_for_in_growing_parts(web: Web) -> None:
    web.files = {"/lines.jsonl": LINES * 20}
    with storage.open_bytes(f"{web.url}/lines.jsonl") as stream:
        assert stream.read(1) == LINES[:1]
        first = web.asked[-1][2]
        assert stream.read() == LINES[1:] + LINES * 19
    assert first == f"bytes=0-{storage.BUFFER - 1}"
    assert len(web.asked) < 12


def test_an_empty_file_has_no_record(web: Web, validate: Validate) -> None:
    web.files = {"/e.sgn": b""}
    for web.ranges in (True, False):
        assert validate(f"{web.url}/e.sgn").code == 2
        assert validate(f"{web.url}/e.sgn", "--allow-empty").code == 0


def test_the_suffix_stands_before_the_query(web: Web, validate: Validate) -> None:
    web.files = {"/g.sgn": TEXT, "/g.sgn.gz": gzip.compress(TEXT)}
    for query in ("?token=a.json", "?a=b/c.jsonl&d=*", "#part"):
        for name in ("g.sgn", "g.sgn.gz"):
            ran = validate(f"{web.url}/{name}{query}")
            assert [row["path"] for row in ran.rows] == [f"{web.url}/{name}{query}"]
            assert ran.code == 0
    assert web.asked[0][1] == "/g.sgn?token=a.json"


def test_what_is_said_to_be_encoded_is_what_its_suffix_says(web: Web) -> None:
    """Many servers call the compression of a file its `Content-Encoding`."""
    web.files = {"/g.sgn.gz": gzip.compress(TEXT)}
    web.headers = {"Content-Encoding": "gzip"}
    for web.ranges in (True, False):
        assert records(f"{web.url}/g.sgn.gz") == [TEXT]


def test_folders_are_the_links_of_their_pages(web: Web, validate: Validate) -> None:
    names = [
        "a.sgn",
        "a/b.sgn",
        "a-b.json",
        ".h/x.sgn",
        ".x.sgn",
        "n.txt",
        "a/.x.sgn",
        "é x.sgn",
        "a/c/d.sgn",
    ]
    web.files = {f"/top/{name}": GOOD if name.endswith("json") else TEXT for name in names}
    kept = ["a-b.json", "a.sgn", "a/b.sgn", "a/c/d.sgn", "%C3%A9%20x.sgn"]
    kept.sort(key=str.encode)
    for start in ("/top/", "/top"):
        assert [name for name, _ in places(web.url + start)] == [f"{web.url}/top/{name}" for name in kept]
    assert validate(f"{web.url}/top/").code == 0
    assert [name for name, _ in places(f"{web.url}/top/*.sgn")] == [
        f"{web.url}/top/{name}" for name in ("%C3%A9%20x.sgn", "a.sgn")
    ]
    assert [name for name, _ in places(f"{web.url}/**/[bd].sgn")] == [
        f"{web.url}/top/a/b.sgn", f"{web.url}/top/a/c/d.sgn"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (404, "io.missing", "no such file"),
        (410, "io.missing", "no such file"),
        (401, "io.unreadable", "access is denied"),
        (403, "io.unreadable", "access is denied"),
        (500, "io.unreadable", "500"),
        (503, "io.unreadable", "503"),
    ],
)
def test_what_a_server_refuses(web: Web, validate: Validate, status: int, code: str, words: str) -> None:
    web.status = {"/a.sgn": status, "/d/": status}
    for path in ("/a.sgn", "/d/"):
        ran = validate(web.url + path)
        assert (ran.code, ran.err) == (3, b"")
        (problem,) = ran.rows[0]["problems"]
        assert problem["code"] == code
        assert words in problem["message"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_hangs_up_in_the_middle(web: Web, validate: Validate, kind: Served) -> None:
    if kind(web) == "stream":
        web.sizes = True
    web.files = {"/lines.jsonl": LINES}
    web.breaks = 300_000
    ran = validate(f"{web.url}/lines.jsonl", "--jobs", "1")
    assert (ran.code, ran.err) == (3, b"")
    assert ran.rows[-1]["problems"][0]["code"] == "io.unreadable"
    assert len(ran.rows) < 8_000
    assert len(ran.rows) > 100 or not storage.facts(f"{web.url}/lines.jsonl").ranged


def test_a_file_that_became_shorter_is_no_whole_file(web: Web) -> None:
    web.files = {"/lines.jsonl": LINES}
    with storage.open_bytes(f"{web.url}/lines.jsonl") as stream:
        assert stream.read(10) == LINES[:10]
        web.files = {"/lines.jsonl": LINES[: len(LINES) // 2]}
        with pytest.raises(AccessError) as told:
            stream.read()
    assert told.value.code == "io.unreadable"


def test_a_server_that_is_not_there_or_says_nothing(
    validate: Validate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRUCKLE_REMOTE_TIMEOUT", "0.3")
    forget()
    ran = validate(f"{nobody()}/a.sgn", f"zip://a.sgn::{nobody()}/a.zip")
    assert [row["problems"][0]["code"] for row in ran.rows] == ["io.unreadable", "io.unreadable"]
    with silent() as url:
        ran = validate(f"{url}/a.sgn", f"{url}/d/", f"zip://*.sgn::{url}/a.zip")
    message = "the server does not answer within 0.3 seconds"
    said = [row["problems"][0]["message"] for row in ran.rows]
    assert said == [message, message, f"{url}/a.zip: {message}"]
    monkeypatch.setenv("STRUCKLE_REMOTE_TIMEOUT", "soon")
    assert validate("http://127.0.0.1:1/a.sgn").code == 2
    forget()


# --- Google's store -------------------------------------------------------------------------------------


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[Google]:
    server = Google()
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", server.url)
    forget()
    yield server
    forget()
    end_threads()
    server.stop()


def test_a_bucket_of_google(google: Google, validate: Validate, tmp_path) -> None:
    names = ["a.json", "a/b.json", "a-b.json", "a/.x.json", ".x.json", "n.txt", "é x.sgn", "d/lines.jsonl"]
    for name in names:
        data = TEXT if name.endswith("sgn") else LINES[:20_000] if name.endswith("jsonl") else GOOD
        google.files[f"/bucket/t/{name}"] = data
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    near, far = validate(tmp_path), validate("gs://bucket/t")
    assert (far.code, far.err) == (1, near.err)  # the last line is cut off
    assert far.out.decode() == near.out.decode().replace(str(tmp_path), "gs://bucket/t")
    for pattern in ("/*.json", "/**/*.json", "/a*"):
        here = [(name.replace(str(tmp_path), "gs://bucket/t"), what)
                for name, what in places(f"{tmp_path}{pattern}")]  # fmt: skip
        assert places(f"gs://bucket/t{pattern}") == here


def test_facts_and_faults_of_google(google: Google, validate: Validate) -> None:
    google.files = {"/bucket/lines.jsonl": LINES, "/bucket/denied.sgn": TEXT}
    google.status = {"/bucket/denied.sgn": 403}
    known = storage.facts("gs://bucket/lines.jsonl")
    assert known == Facts(len(LINES), known.stamp, ranged=True)
    google.files["/bucket/lines.jsonl"] = LINES.lower()
    assert storage.facts("gs://bucket/lines.jsonl").stamp != known.stamp
    with storage.open_bytes("gs://bucket/lines.jsonl", 400_001) as stream:
        assert stream.read() == LINES.lower()[400_001:]
    for url, code in (
        ("gs://bucket/none.sgn", "io.missing"), ("gs://none/a.sgn", "io.missing"),
        ("gs://none", "io.missing"),
        ("gs://none/*.sgn", "io.missing"), ("gs://bucket/denied.sgn", "io.unreadable"),
    ):  # fmt: skip
        ran = validate(url)
        assert (ran.code, [row["problems"][0]["code"] for row in ran.rows], ran.err) == (3, [code], b""), url


def test_a_silent_google_is_given_up(monkeypatch: pytest.MonkeyPatch, validate: Validate) -> None:
    monkeypatch.setenv("STRUCKLE_REMOTE_TIMEOUT", "0.2")
    with silent() as url:
        monkeypatch.setenv("STORAGE_EMULATOR_HOST", url)
        forget()
        (row,) = validate("gs://bucket/a.sgn").rows
        forget()
    assert row["problems"][0]["message"] == "the server does not answer within 0.2 seconds"
