"""Records in an S3 store: moto's server on the loopback."""

import gzip
from collections.abc import Iterator

import pytest

from struckle_cli.core.errors import AccessError
from struckle_cli.replay import storage
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.ranging import Range, cut_range
from struckle_cli.replay.reader import read_piece
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.remote import place_of
from struckle_cli.replay.source import Source, find, zstd_module
from tests.replay.conftest import Validate
from tests.replay.remote_support import Store, alone, forget, nobody, places, records, silent
from tests.replay.support import GOOD, GOOD_TEXT

TEXT = GOOD_TEXT.encode()
LINES = b"".join(GOOD.strip() + b"\n" + b" " * (i % 50) + b"\n" for i in range(8_000))
"""JSON Lines of several megabytes, whose records begin anywhere."""


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with alone() as patch:
        server = Store()
        patch.setenv("AWS_ENDPOINT_URL", server.endpoint)
        server.put("s3://large/lines.jsonl", LINES)
        yield server
        forget()
        server.stop()


@pytest.fixture
def environment(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """An environment that a test may change; connections are made anew in it."""
    forget()
    yield monkeypatch
    forget()


NAMES = ["a.json", "a/b.json", "a-b.json", "B.json", "é x.json", "a/.x.json", ".h/x.json", ".x.json", "n.txt",
         "a0.jsonl", "e.gz", "a/deep/er/z.sgn", "[x].sgn", "100%.sgn", "a+b&c.sgn", "q?.sgn"]  # fmt: skip


def test_a_folder_is_walked_like_one_of_this_system(store: Store, tmp_path) -> None:
    for name in NAMES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(TEXT if name.endswith("sgn") else GOOD)
        store.put(f"s3://walked/one/{name}", path.read_bytes())
    store.put("s3://walked/one/", b"")  # marks that some tools make for folders
    store.put("s3://walked/one/a/deep/", b"")
    store.put("s3://walked/two.sgn", TEXT)
    for pattern in ("", "/", "/*", "/**/*.json", "/*/*.json", "/a*", "/[aB]*.json", "/.h/*", "/**/.x.json"):
        here = [(name.replace(str(tmp_path), "s3://walked/one"), what)
                for name, what in places(f"{tmp_path}{pattern}")]  # fmt: skip
        assert places(f"s3://walked/one{pattern}") == here, pattern
        assert here
    assert records("s3://walked/one") == records(str(tmp_path))
    assert places("s3://walked")[-1][0] == "s3://walked/two.sgn"
    assert places("s3://wal*/two.sgn") == [("s3://walked/two.sgn", "sgn None")]


def test_names_that_no_url_can_say_are_told(store: Store) -> None:
    for name in ("a//b.sgn", "c::d.sgn", "e::f.txt", "g.sgn"):
        store.put(f"s3://unsaid/{name}", TEXT)
    assert places("s3://unsaid") == [
        ("s3://unsaid/a/", "io.unreadable"), ("s3://unsaid/c::d.sgn", "io.unreadable"),
        ("s3://unsaid/g.sgn", "sgn None"),
    ]  # fmt: skip
    assert places("s3://unsaid/c*") == [("s3://unsaid/c::d.sgn", "io.unreadable")]


@pytest.mark.parametrize("suffix", ["sgn", "json", "jsonl", "sgn.gz", "jsonl.zst", "json.gz"])
def test_verdicts_are_those_on_the_file(store: Store, validate: Validate, tmp_path, suffix: str) -> None:
    data = TEXT if suffix.startswith("sgn") else GOOD
    if suffix.endswith("gz"):
        data = gzip.compress(data)
    elif suffix.endswith("zst"):
        data = zstd_module().compress(data)
    (tmp_path / f"g.{suffix}").write_bytes(data)
    store.put(f"s3://verdicts/g.{suffix}", data)
    near, far = validate(tmp_path / f"g.{suffix}"), validate(f"s3://verdicts/g.{suffix}")
    assert (far.code, far.err) == (0, near.err)
    assert far.out.decode() == near.out.decode().replace(str(tmp_path), "s3://verdicts")


def test_a_damaged_archive_is_told_with_what_came_before(store: Store, validate: Validate) -> None:
    whole = gzip.compress(LINES[:200_000])
    store.put("s3://damaged/half.jsonl.gz", whole[: len(whole) // 2])
    ran = validate("s3://damaged/half.jsonl.gz")
    assert ran.code == 3
    assert len(ran.rows) > 1
    assert ran.rows[-1]["problems"][0]["code"] == "io.damaged"


def test_any_byte_can_be_the_first(store: Store) -> None:
    for start in (0, 1, 999, storage.BUFFER, len(LINES) // 2 + 1, len(LINES) - 1):
        with storage.open_bytes("s3://large/lines.jsonl", start) as stream:
            assert stream.read(70_000) == LINES[start : start + 70_000]
            assert stream.read() == LINES[start + 70_000 :]


def test_ranges_hold_every_record_once(store: Store) -> None:
    source = Source("s3://large/lines.jsonl", "jsonl", None)
    known = source.facts()
    assert (known.size, known.ranged) == (len(LINES), True)
    found = []
    for start in range(0, len(LINES), 700_001):
        part = Range(source, start, min(len(LINES), start + 700_001))
        for piece in cut_range(part):
            found += [item.raw for item in read_piece(piece, MAX_RECORD) if isinstance(item, Reading)]
    assert len(found) == 8_000
    assert found == records("s3://large/lines.jsonl")


def test_stamps_change_with_the_content(store: Store) -> None:
    url = store.put("s3://stamps/a.sgn", TEXT)
    first = storage.facts(url)
    store.put(url, TEXT)
    assert storage.facts(url) == first
    store.put(url, TEXT.replace(b"D8", b"D9"))
    assert storage.facts(url).stamp != first.stamp
    assert storage.facts("s3://stamps").size is None
    (listed,) = find(["s3://stamps"])
    assert listed.known == storage.facts(url)


def test_what_changes_while_it_is_read_is_not_mixed(store: Store) -> None:
    url = store.put("s3://changing/lines.jsonl", LINES)
    with storage.open_bytes(url) as stream:
        assert stream.read(1000) == LINES[:1000]
        store.put(url, LINES.lower())
        with pytest.raises(AccessError) as told:
            stream.read()
    assert told.value.code == "io.unreadable"


def test_what_is_missing_or_denied(store: Store, validate: Validate) -> None:
    store.put("s3://there/a.sgn", TEXT)
    store.put("s3://denied/a.sgn", TEXT)
    store.deny("denied")
    for url, code in (
        ("s3://there/b.sgn", "io.missing"), ("s3://nowhere/a.sgn", "io.missing"),
        ("s3://nowhere", "io.missing"), ("s3://nowhere/*.sgn", "io.missing"), ("s3://there/b/", "io.missing"),
        ("s3://denied/a.sgn", "io.unreadable"), ("s3://Not_A_Bucket!/a.sgn", "io.unreadable"),
    ):  # fmt: skip
        ran = validate(url)
        assert (ran.code, [row["problems"][0]["code"] for row in ran.rows], ran.err) == (3, [code], b""), url
    assert "denied" in validate("s3://denied/a.sgn").rows[0]["problems"][0]["message"]
    assert places("s3://there/*.none") == []
    mixed = validate("s3://there/b.sgn", "s3://there/a.sgn")
    assert [row["valid"] for row in mixed.rows] == [False, True]


def test_without_credentials_it_is_said_how_to_go_on(environment, validate: Validate) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        environment.delenv(name)
    (row,) = validate("s3://large/lines.jsonl").rows
    assert row["problems"][0]["code"] == "io.unreadable"
    assert "anon" in row["problems"][0]["message"]


def test_settings_of_fsspec_are_heeded(environment, store: Store) -> None:
    from fsspec.config import conf

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL"):
        environment.delenv(name)
    environment.setitem(conf, "s3", {"key": "other", "secret": "one", "endpoint_url": store.endpoint})
    assert storage.facts("s3://large/lines.jsonl").size == len(LINES)


def test_a_server_that_goes_away_in_the_middle(environment, store: Store) -> None:
    second = Store()
    environment.setenv("AWS_ENDPOINT_URL", second.endpoint)
    with storage.open_bytes("s3://large/lines.jsonl") as stream:
        assert stream.read(1000) == LINES[:1000]
        second.stop()
        with pytest.raises(AccessError) as told:
            stream.read()
    assert told.value.code == "io.unreadable"
    assert "\n" not in told.value.message


def test_a_server_that_is_not_there_or_says_nothing(environment, validate: Validate) -> None:
    environment.setenv("STRUCKLE_REMOTE_TIMEOUT", "0.3")
    environment.setenv("AWS_ENDPOINT_URL", nobody())
    ran = validate("s3://large/lines.jsonl", "s3://large/*.jsonl")
    assert (ran.code, len(ran.rows), ran.err) == (3, 2, b"")
    forget()
    with silent() as url:
        environment.setenv("AWS_ENDPOINT_URL", url)
        (row,) = validate("s3://large/lines.jsonl").rows
    assert row["problems"][0]["message"] == "the server does not answer within 0.3 seconds"


def test_listings_are_forgotten(store: Store) -> None:
    store.put("s3://kept/a/b.sgn", TEXT)
    assert len(places("s3://kept")) == 1
    assert "kept" not in str(place_of("s3://kept").system.dircache._cache)
