"""URLs of what lies on this system: `file://`, archives, and fsspec's memory, against plain paths."""

import gzip
import os
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.replay import remote, storage
from struckle_cli.replay.source import Source, by_suffix, find, named
from struckle_cli.replay.storage import Facts
from struckle_cli.replay.trouble import explained
from struckle_cli.report.places import from_root
from struckle_cli.services.sizes import input_sizes
from tests.replay.conftest import Validate
from tests.replay.remote_support import alone, places, records
from tests.replay.support import GOOD, GOOD_TEXT

TEXT = GOOD_TEXT.encode()
NAMES = ["a.json", "a/b.json", "a-b.json", "B.json", "é.json", "a/.x.json", ".h/x.json", ".x.json", "n.txt",
         "a0.sgn", "c.jsonl.gz", "a/deep/er/z.sgn"]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _alone() -> Iterator[None]:
    with alone():
        yield


def _content(name: str) -> bytes:
    data = TEXT if ".sgn" in name else GOOD
    return gzip.compress(data, mtime=0) if name.endswith(".gz") else data


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in NAMES:
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_content(name))
    return tmp_path / "tree"


PATTERNS = [
    "",
    "/",
    "/*.json",
    "/**/*.json",
    "/**",
    "/a*",
    "/[!a]*",
    "/a/**/z.sgn",
    "/.h/*",
    "/none",
    "/*.none",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_file_urls_are_paths(tree: Path, pattern: str) -> None:
    here = places(f"{tree}{pattern}")
    assert places(f"file://{tree}{pattern}") == [(f"file://{name}", what) for name, what in here]
    assert records(f"file://{tree}{pattern}") == records(f"{tree}{pattern}")


def test_file_urls_follow_from_the_working_folder_too(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    assert places("file://a") == [("file://a/b.json", "json None"), ("file://a/deep/er/z.sgn", "sgn None")]


def test_a_file_url_has_the_facts_and_bytes_of_the_file(tree: Path) -> None:
    url = f"file://{tree}/a0.sgn"
    assert storage.facts(url) == storage.facts(str(tree / "a0.sgn"))
    with storage.open_bytes(url, 5) as stream:
        assert stream.read() == TEXT[5:]
    with pytest.raises(FileNotFoundError):
        storage.facts(f"file://{tree}/none.sgn")


def test_reading_files_here_starts_no_thread(tree: Path) -> None:
    """So that worker processes may be forked (`may_fork`)."""
    before = threading.active_count()
    assert [source.name for source in find([f"file://{tree}/a0.sgn"]) if isinstance(source, Source)]
    storage.open_bytes(f"file://{tree}/a0.sgn").close()
    storage.facts(f"file://{tree}/a0.sgn")
    assert threading.active_count() == before


def test_a_url_is_a_url_even_where_a_file_has_its_name(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    (tree / "zip:" / "x").mkdir(parents=True)
    (tree / "zip:" / "x" / "a.sgn").write_bytes(TEXT)
    assert records("./zip://x/a.sgn") == [TEXT]
    with pytest.raises(UsageError):
        places("zip://x/a.sgn")


# --- archives -------------------------------------------------------------------------------------------


@pytest.fixture
def archive(tree: Path) -> Path:
    path = tree.parent / "tree.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name in reversed(NAMES):
            file.writestr(f"in/{name}", _content(name))
        file.writestr("top.sgn", TEXT)
    return path


@pytest.mark.parametrize("pattern", ["", "/", "/*.json", "/**/*.json", "/a*", "/[!a]*", "/.h/*", "/a/b.json"])
@pytest.mark.parametrize("link", ["", "file://"])
def test_an_archive_is_like_its_folder(tree: Path, archive: Path, pattern: str, link: str) -> None:
    here = [(name.replace(str(tree), "zip://in") + f"::{link}{archive}", what)
            for name, what in places(f"{tree}{pattern}")]  # fmt: skip
    assert places(f"zip://in{pattern}::{link}{archive}") == here
    assert records(f"zip://in{pattern}::{link}{archive}") == records(f"{tree}{pattern}")


def test_the_root_of_an_archive(archive: Path) -> None:
    assert places(f"zip://*.sgn::{archive}") == [(f"zip://top.sgn::{archive}", "sgn None")]
    assert [name for name, _ in places(f"zip://::{archive}")][-1] == f"zip://top.sgn::{archive}"
    assert len(places(f"zip://::{archive}")) == len(places(f"zip://in::{archive}")) + 1


def test_members_of_an_archive_are_read_as_a_whole(archive: Path) -> None:
    (place,) = find([f"zip://top.sgn::{archive}"])
    assert place.facts() == Facts(len(TEXT), place.facts().stamp, ranged=False)
    before = place.facts().stamp
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("top.sgn", TEXT.lower())
    assert storage.facts(f"zip://top.sgn::{archive}").stamp != before


def test_the_list_of_an_archive_is_read_once(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    before = zipfile.ZipFile._RealGetContents
    monkeypatch.setattr(zipfile.ZipFile, "_RealGetContents", lambda self: (opened.append(1), before(self))[1])
    remote._ARCHIVES.clear()
    assert len(records(f"zip://in::{archive}")) == len(places(f"zip://in::{archive}")) > 5
    assert len(opened) == 1
    os.utime(archive, ns=(1, 1))  # another archive, for all that one knows
    assert records(f"zip://top.sgn::{archive}") == [TEXT]
    assert len(opened) == 2


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("zip://none.sgn::{}", "io.missing"),
        ("zip://none/*.sgn::{}", "io.missing"),
        ("zip://top.sgn::{}.none", "io.missing"),
        ("zip://*.sgn::{}.none", "io.missing"),
        ("zip://a.sgn::{}/../tree/a0.sgn", "io.unreadable"),
    ],
)
def test_archives_that_are_none(archive: Path, validate: Validate, url: str, code: str) -> None:
    ran = validate(url.format(archive) if "/../" not in url else f"zip://a.sgn::{archive.parent}/tree/a0.sgn")
    assert (ran.code, [row["problems"][0]["code"] for row in ran.rows], ran.err) == (3, [code], b"")


def test_a_damaged_member_is_told(archive: Path, validate: Validate) -> None:
    data = bytearray(archive.read_bytes())
    at = data.index(b"in/a0.sgn") + len("in/a0.sgn") + 4
    data[at : at + 8] = b"\xff" * 8
    archive.write_bytes(data)
    rows = validate(f"zip://in::{archive}").rows
    assert [row["problems"][0]["code"] for row in rows if not row["valid"]] == ["io.unreadable"]
    assert len([row for row in rows if row["valid"]]) == len(rows) - 1


def test_sizes_are_those_of_what_is_read(tree: Path, archive: Path) -> None:
    sizes = [place.facts().size for place in find([str(tree)])]
    for path in (f"file://{tree}", f"zip://in::{archive}"):
        assert list(input_sizes([path]) or ()) == sizes
    assert list(input_sizes([f"zip://none.sgn::{archive}", f"file://{tree}/none"]) or ()) == [0, 0]


def test_a_file_url_stands_in_the_checkout_too(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tree))
    assert from_root(f"file://{tree}/a/b.json") == "a/b.json"
    assert from_root("file:///elsewhere/b.json") == "file:///elsewhere/b.json"
    assert from_root("s3://b/a.sgn") == "s3://b/a.sgn"
    monkeypatch.chdir(tree)
    assert from_root("zip://a.sgn::b.zip") == "zip://a.sgn::b.zip"


# --- laws -----------------------------------------------------------------------------------------------

PARTS = st.text("ab.-0", min_size=1, max_size=3).filter(lambda part: part not in (".", ".."))
LEAVES = st.tuples(PARTS, st.sampled_from([".sgn", ".json.gz", ".txt", ""])).map("".join)
PATHS = st.tuples(st.lists(PARTS, max_size=2), LEAVES).map(lambda path: "/".join([*path[0], path[1]]))
TREES = st.lists(PATHS, min_size=1, max_size=8)
GLOBS = st.lists(st.sampled_from(["*", "**", "a*", "*.sgn", "[a.]*", "?", ".*", "b", "**b"]), max_size=3)


@settings(max_examples=40)
@given(names=TREES, glob=GLOBS)
def test_what_is_found_in_a_store_is_what_is_found_here(names, glob, tmp_path_factory) -> None:
    import fsspec

    kept: list[str] = []
    for name in names:  # here nothing is a file and a folder
        if not any(name == one or name.startswith(one + "/") or one.startswith(name + "/") for one in kept):
            kept.append(name)
    root = tmp_path_factory.mktemp("law")
    memory = fsspec.filesystem("memory")
    for name in kept:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(_content(name))
        memory.pipe_file(f"{root}/{name}", _content(name))
    pattern = "/".join(["", *glob])
    # The last `**` is folders alone for Pythons before 3.13, and all for later ones.
    if glob and glob[-1] == "**":
        pattern += "/*.sgn"
    here = [(f"memory://{name}", what) for name, what in places(f"{root}{pattern}")]
    far = places(f"memory://{root}{pattern}")
    if set("*?[") & set(pattern) and [what for _, what in far] == ["io.missing"]:
        far = []  # the folder that a pattern begins with is not there, which is told of a store
    assert far == here
    assert records(f"memory://{root}{pattern}") == records(f"{root}{pattern}")


# --- names, and what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("s3://b/a.sgn", ("sgn", None)),
        ("s3://b/a.jsonl.zst", ("jsonl", "zstd")),
        ("s3://b/a.sgn?b", (None, None)),
        ("https://h/a.jsonl.gz?x=b.sgn#c.json", ("jsonl", "gzip")),
        ("https://h/?a.sgn", (None, None)),
        ("zip://a.json::s3://b/c.zip", ("json", None)),
        ("zip://a::b.sgn", (None, None)),
        ("file:///a.msgpack", ("msgpack", None)),
        ("a::b.sgn", ("sgn", None)),
        ("s3:/b/a.sgn", ("sgn", None)),
        ("c:/a.sgn", ("sgn", None)),
    ],
)
def test_what_a_url_promises(name: str, found: tuple[str | None, str | None]) -> None:
    assert by_suffix(name) == found


@pytest.mark.parametrize(
    "url",
    [
        "zip://a.sgn",
        "zip://",
        "http://[::1]/a.sgn",
        "nosuch://a.sgn",
        "S3://b/a.sgn",
        "zip://a.sgn::nosuch://b",
    ],
)
def test_unknown_schemes_are_wrong_usage_before_anything_is_read(validate: Validate, url: str, tree) -> None:
    ran = validate(tree / "a0.sgn", url)
    assert (ran.code, ran.out) == (2, b"")
    assert b"[usage.remote]" in ran.err
    with pytest.raises(UsageError):
        named(url)


class _Http(Exception):
    def __init__(self, status: int) -> None:
        super().__init__(f"says {status}\nand more")
        self.status = status


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (FileNotFoundError("x"), "io.missing", "no such file or folder"),
        (KeyError("x"), "io.missing", "no such file or folder"),
        (_Http(404), "io.missing", "no such file or folder"),
        (_Http(403), "io.unreadable", "access is denied: says 403"),
        (_Http(500), "io.unreadable", "says 500"),
        (PermissionError(), "io.unreadable", "access is denied"),
        (OSError(5, "Input/output error"), "io.unreadable", "Input/output error"),
        (TimeoutError(), "io.unreadable", "the server does not answer within 10 seconds"),
        (ValueError(), "io.unreadable", "ValueError"),
        (zipfile.BadZipFile("File is not a zip file"), "io.unreadable", "File is not a zip file"),
        (RuntimeError("a:\n  b\nc"), "io.unreadable", "a: b"),
        (AccessError("told", code="io.damaged"), "io.damaged", "told"),
    ],
)
def test_errors_of_backends_become_one_line(error: Exception, code: str, message: str) -> None:
    told = explained(error)
    assert (told.code, told.message) == (code, message)


def test_backends_that_call_everything_missing_are_asked_why() -> None:
    error = FileNotFoundError("x")
    error.__cause__ = _Http(403)
    assert explained(error).code == "io.unreadable"
    error.__cause__ = _Http(404)
    assert explained(error).code == "io.missing"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a/b.sgn", "{here}/a/b.sgn"),
        ("/a.sgn", "/a.sgn"),
        ("file://b.sgn", "file://{here}/b.sgn"),
        ("zip://in/*.sgn::a.zip", "zip://in/*.sgn::{here}/a.zip"),
        ("zip://x.sgn::file://a.zip", "zip://x.sgn::file://{here}/a.zip"),
        ("zip://x.sgn::s3://b/a.zip", "zip://x.sgn::s3://b/a.zip"),
        ("s3://b/a.sgn", "s3://b/a.sgn"),
        ("https://h/a.sgn?b", "https://h/a.sgn?b"),
    ],
)
def test_a_name_can_be_made_to_mean_the_same_in_any_folder(tmp_path, monkeypatch, name, wanted):
    """Workers of a cluster have folders of their own to work in."""
    monkeypatch.chdir(tmp_path)
    assert storage.absolute(name) == wanted.format(here=os.path.realpath(tmp_path))
