"""Laws of the encodings: what a document says survives every way through them (`formats.md`, *Model*)."""

import itertools
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.replay.document import Document
from struckle_cli.replay.escapes import read_note, unescape, write_note, write_tag
from struckle_cli.replay.source import named
from struckle_cli.replay.writer import encode, separator
from struckle_cli.services.canonical import canonical, faults_of_syntax
from struckle_cli.services.convert import convert
from struckle_cli.services.fmt import formatted_files
from tests.replay.documents import documents, texts
from tests.replay.support import ENCODINGS, castle, plain, readings

GAME = castle()
WAYS = [*itertools.permutations(ENCODINGS, 2), *zip(ENCODINGS, ENCODINGS, strict=True)]
FILES = [(encoding, compression) for encoding in ENCODINGS for compression in ("", ".gz", ".zst")]
HASTE = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def written(found: list[Document], encoding: str) -> bytes:
    return separator(encoding).join(encode(document, GAME, encoding) for document in found)


def read(data: bytes, encoding: str) -> list[Document]:
    """The documents in `data`, none of which may have a fault of form, set-up or syntax."""
    found = []
    for reading in readings(data, encoding):
        assert faults_of_syntax(reading) == []
        assert reading.document is not None
        found.append(reading.document)
    return found


@HASTE
@given(documents())
def test_a_document_survives_every_pair_of_encodings(document: Document) -> None:
    wanted = plain(document)
    for one, two in WAYS:
        (first,) = read(written([document], one), one)
        assert plain(first) == wanted
        (second,) = read(written([first], two), two)
        assert plain(second) == wanted


@HASTE
@given(st.lists(documents(), min_size=2, max_size=4))
def test_many_games_a_file(found: list[Document]) -> None:
    for encoding in ("sgn", "jsonl", "msgpack"):
        back = read(written(found, encoding), encoding)
        assert [plain(document) for document in back] == [plain(document) for document in found]


@HASTE
@given(st.lists(documents(), min_size=1, max_size=3))
def test_what_the_text_form_looks_like(found: list[Document]) -> None:
    text = written(found, "sgn").decode()
    for control in [*range(10), *range(11, 32), *range(127, 160)]:
        assert chr(control) not in text
    lines = text.split("\n")
    assert sum(line.startswith('[Game "') for line in lines) == len(found)
    assert not any(
        line.lstrip("\ufeff \t").startswith('[Game "') for line in lines if not line.startswith("[")
    )
    blocks = text.removesuffix("\n").split("\n\n")
    assert len(blocks) == 2 * len(found)
    for tags, moves in zip(blocks[::2], blocks[1::2], strict=True):
        assert all(line.startswith("[") for line in tags.split("\n"))
        assert all(len(line) <= 80 or " " not in line for line in moves.split("\n"))


@HASTE
@given(texts)
def test_notes_and_tag_values_come_back_whatever_the_layout_is(text: str) -> None:
    words = write_note(text)
    assert read_note(" ".join(words)) == text
    assert read_note("\r\n \t".join(words)) == text
    assert all("\n" not in word and not word.startswith('[Game "') for word in words)
    assert unescape(write_tag(text), '"') == text


@HASTE
@given(documents())
def test_canonical_form(document: Document) -> None:
    shape = canonical(document, GAME)
    assert canonical(shape, GAME) == shape
    assert shape.moves == [_upper(move) for move in document.moves]
    assert all(shape.setup[name] != GAME.defaults.get(name) for name in shape.setup)
    kept = {name: value for name, value in document.setup.items() if GAME.defaults.get(name) != value}
    assert shape.setup == kept
    assert list(shape.setup) == [field.name for field in GAME.setup_fields if field.name in kept]
    assert shape.rules is msgspec.UNSET
    assert [note.ply for note in shape.notes] == sorted(note.ply for note in document.notes)
    same = {"tags": document.tags, "players": document.players, "result": document.result, "id": document.id}
    assert {name: getattr(shape, name) for name in same} == same


def _upper(move: str) -> str:
    return move.upper().replace("X", "x")


@settings(HASTE, max_examples=15)
@given(found=st.lists(documents(), min_size=1, max_size=2))
def test_files_of_every_kind(tmp_path_factory: pytest.TempPathFactory, found: list[Document]) -> None:
    folder = tmp_path_factory.mktemp("files")
    before = folder / "a.jsonl"
    before.write_bytes(written(found, "jsonl"))
    wanted = [plain(document) for document in found]
    for encoding, compression in FILES:
        if encoding == "json" and len(found) > 1:
            continue
        after = folder / f"b.{encoding}{compression}"
        convert(
            named(str(before)), str(after), encoding, {"": None, ".gz": "gzip", ".zst": "zstd"}[compression]
        )
        back = folder / "back.jsonl"
        convert(named(str(after)), str(back), "jsonl", None)
        assert [plain(document) for document in read(back.read_bytes(), "jsonl")] == wanted
        before = after


@settings(HASTE, max_examples=15)
@given(found=st.lists(documents(), min_size=1, max_size=2))
def test_fmt_is_idempotent_and_keeps_content(
    tmp_path_factory: pytest.TempPathFactory, found: list[Document]
) -> None:
    folder = tmp_path_factory.mktemp("fmt")
    wanted = [plain(canonical(document, GAME)) for document in found]
    for encoding, compression in FILES:
        if encoding == "json" and len(found) > 1:
            continue
        file = folder / f"a.{encoding}{compression}"
        (folder / "in.jsonl").write_bytes(written(found, "jsonl"))
        packing = {"": None, ".gz": "gzip", ".zst": "zstd"}[compression]
        convert(named(str(folder / "in.jsonl")), str(file), encoding, packing)
        (once,) = formatted_files([str(file)], write=True)
        assert once.error is None
        bytes_once = file.read_bytes()
        (twice,) = formatted_files([str(file)], write=True)
        assert not twice.changed
        assert file.read_bytes() == bytes_once
        convert(named(str(file)), str(folder / "out.jsonl"), "jsonl", None)
        assert [plain(item) for item in read((folder / "out.jsonl").read_bytes(), "jsonl")] == wanted


def test_fmt_settles_layout_case_and_defaults(tmp_path: Path) -> None:
    file = tmp_path / "a.sgn"
    loose = (
        '\ufeff[ Game "castle" ]\r\n[Men "8"] [first "white"]\r\n'
        '[EVENT "x"]\r\n[rulesversion "1"][white "A"]\r\n'
        "1.d8-c8;one\r\n q12-q11\t\t{two\r\n  lines}\r\n\r\n*\r\n\r\n\r\n"
        '  [Game "castle"]\r\n*'
    )
    file.write_bytes(loose.encode())
    list(formatted_files([str(file)], write=True))
    assert file.read_bytes().decode() == (
        '[Game "castle"]\n[EVENT "x"]\n[White "A"]\n[Result "*"]\n\n'
        "1. D8-C8 {one} Q12-Q11 {two lines} *\n\n"
        '[Game "castle"]\n[Result "*"]\n\n*\n'
    )
