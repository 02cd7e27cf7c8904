"""Hostile files: one clear error with its code, exit codes as in `cli.md`, other files still checked."""

import json
import os
import tempfile
from pathlib import Path

import msgpack
import pytest

from tests.replay.conftest import Validate
from tests.replay.support import GOOD, GOOD_TEXT, HEAD, Ran, measured, record

CONTENT = {"sgn": GOOD_TEXT.encode(), "json": GOOD, "jsonl": GOOD + b"\n", "msgpack": msgpack.packb(record())}
NEVER = 120  # MiB


def among(
    validate: Validate, folder: Path, name: str, data: bytes, *more: str
) -> tuple[Ran, list[dict[str, object]]]:
    """Check a file between two sound ones, which stay valid: how it ended, and the rows of that file."""
    (folder / "a.json").write_bytes(GOOD)
    (folder / name).write_bytes(data)
    (folder / "z.sgn").write_text(GOOD_TEXT)
    ran = validate(folder / "a.json", folder / name, folder / "z.sgn", *more)
    first, *middle, last = ran.rows
    assert (first["valid"], last["valid"]) == (True, True)
    assert b"Traceback" not in ran.err
    return ran, middle


def only_code(rows: list[dict[str, object]]) -> str:
    (row,) = rows
    (problem,) = row["problems"]  # type: ignore[misc]
    assert row["valid"] is False
    return str(problem["code"])


BLANKS = [b"", b"\n", b"  \r\n\n\t\n"]


@pytest.mark.parametrize(
    ("name", "data"),
    [(name, data) for name in ("m.sgn", "m.json", "m.jsonl") for data in BLANKS] + [("m.msgpack", b"")],
)
def test_nothing_in_it(validate: Validate, tmp_path: Path, name: str, data: bytes) -> None:
    ran, rows = among(validate, tmp_path, name, data)
    assert (ran.code, rows) == (0, [])
    assert name.encode() in ran.err
    alone = validate(tmp_path / name)
    assert (alone.code, alone.out) == (2, b"")
    assert validate(tmp_path / name, "--allow-empty").code == 0


@pytest.mark.parametrize("data", BLANKS[1:])
def test_blanks_are_numbers_in_messagepack(validate: Validate, tmp_path: Path, data: bytes) -> None:
    ran, rows = among(validate, tmp_path, "m.msgpack", data)
    assert (ran.code, only_code(rows)) == (1, "record.type")


@pytest.mark.parametrize("suffix", ["sgn", "json", "jsonl"])
def test_bom_crlf_and_blanks(validate: Validate, tmp_path: Path, suffix: str) -> None:
    data = b"\xef\xbb\xbf" + CONTENT[suffix].replace(b"\n", b"\r\n") + b"\r\n\r\n"
    ran, (row,) = among(validate, tmp_path, f"m.{suffix}", data)
    assert (ran.code, row["valid"]) == (0, True)
    ran, rows = among(validate, tmp_path, f"m.{suffix}", b"\xef\xbb\xbf")
    assert (ran.code, rows) == (0, [])
    ran, (row,) = among(validate, tmp_path, f"m.{suffix}", b" " * 2000 + b"\n" + CONTENT[suffix])
    assert (ran.code, row["valid"]) == (0, True)


@pytest.mark.parametrize("suffix", ["sgn", "json", "jsonl"])
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16(validate: Validate, tmp_path: Path, suffix: str, coding: str) -> None:
    ran, rows = among(validate, tmp_path, f"m.{suffix}", CONTENT[suffix].rstrip().decode().encode(coding))
    assert (ran.code, only_code(rows)) == (1, "encoding.utf16")


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_of_several_lines_is_one_error(validate: Validate, tmp_path: Path, coding: str) -> None:
    ran, rows = among(validate, tmp_path, "m.jsonl", (CONTENT["jsonl"] * 3).decode().encode(coding))
    assert (ran.code, only_code(rows)) == (1, "encoding.utf16")


@pytest.mark.parametrize("suffix", ["sgn", "json", "jsonl"])
@pytest.mark.parametrize(
    ("byte", "code"), [(b"\xe9", "encoding.utf8"), (b"\0", "encoding.nul"), (b"\xff", "encoding.utf8")]
)
def test_latin_1_and_nul(validate: Validate, tmp_path: Path, suffix: str, byte: bytes, code: str) -> None:
    data = CONTENT[suffix].replace(b"Q12-Q11", b"Q12-" + byte + b"Q11")
    ran, rows = among(validate, tmp_path, f"m.{suffix}", data)
    assert (ran.code, only_code(rows)) == (1, code)
    (problem,) = rows[0]["problems"]  # type: ignore[misc]
    assert problem["column"] == data.split(b"\n")[problem["line"] - 1].index(byte) + 1


PAIRS = [
    (suffix, kind)
    for suffix in CONTENT
    for kind in CONTENT
    if {suffix, kind} not in ({"json", "jsonl"}, {suffix})
]


@pytest.mark.parametrize(("suffix", "kind"), PAIRS)
def test_content_that_does_not_fit_its_suffix(
    validate: Validate, tmp_path: Path, suffix: str, kind: str
) -> None:
    ran, rows = among(validate, tmp_path, f"m.{suffix}", CONTENT[kind])
    assert (ran.code, only_code(rows)) == (1, "codec.mismatch")


def test_json_and_json_lines(validate: Validate, tmp_path: Path) -> None:
    assert among(validate, tmp_path, "m.jsonl", GOOD)[0].code == 0
    pretty = json.dumps(record(), indent=2).encode()
    ran, rows = among(validate, tmp_path, "m.jsonl", pretty)
    assert (ran.code, only_code(rows)) == (1, "codec.mismatch")
    ran, (first, second) = among(validate, tmp_path, "m.json", GOOD + b"\n" + GOOD)
    assert (ran.code, only_code([first]), second["valid"]) == (1, "json.malformed", True)


@pytest.mark.parametrize(
    "data", [b"hello, world\n" * 500, "größer\n".encode("latin-1") * 500, "text".encode("utf-16") * 500]
)
@pytest.mark.parametrize("suffix", ["sgn", "json", "msgpack"])
def test_some_other_text_is_one_error(validate: Validate, tmp_path: Path, suffix: str, data: bytes) -> None:
    ran, rows = among(validate, tmp_path, f"m.{suffix}", data)
    assert ran.code == 1
    assert len(rows) == 1
    assert only_code(rows)


@pytest.mark.parametrize("suffix", ["", ".txt", ".sgn2", ".JSON"])
def test_unknown_suffixes_go_by_content(validate: Validate, tmp_path: Path, suffix: str) -> None:
    for kind, data in CONTENT.items():
        ran, (row,) = among(validate, tmp_path, f"m{suffix}", data)
        assert (ran.code, row["valid"]) == (0, True), kind
    for data in (b"hello", b"\x89PNG\r\n", b"<html>", b"\x00"):
        ran, rows = among(validate, tmp_path, f"m{suffix}", data)
        assert ran.code == 1
        assert len(rows) == 1


@pytest.mark.parametrize("depth", [400, 490, 500, 700, 950, 990, 1000, 1100, 100_000])
def test_nested_arrays(validate: Validate, tmp_path: Path, depth: int) -> None:
    for opener, closer in (("[", "]"), ('{"a":', "}")):
        inner = opener * depth + "0" + closer * depth
        for field in (
            '"setup":{"men":%s}',
            '"setup":{"board":%s}',
            '"moves":%s',
            '"x":%s',
            '"tags":{"A":%s}',
        ):
            text = '{"format":1,"game":"castle","result":null,"moves":[],%s}' % (field % inner)
            if '"moves":%' in field:
                text = text.replace('"moves":[],', "")
            ran, rows = among(validate, tmp_path, "m.json", text.encode())
            assert (ran.code, len(rows)) == (1, 1)
            assert rows[0]["valid"] is False
    text = "[" * depth + "]" * depth
    for suffix in ("json", "jsonl", "sgn"):
        assert among(validate, tmp_path, f"m.{suffix}", text.encode())[0].code == 1
    note = f'{HEAD}[Rows "{"[" * depth}{"]" * depth}"]\n*\n'
    ran, rows = among(validate, tmp_path, "m.sgn", note.encode())
    assert (ran.code, len(rows)) == (1, 1)


def test_largest_record(validate: Validate, tmp_path: Path) -> None:
    for suffix, sound in CONTENT.items():
        size = len(sound.rstrip(b"\n"))
        ran, (row,) = among(validate, tmp_path, f"m.{suffix}", sound, "--max-record", "500")
        assert row["valid"] is True, suffix
        for limit, code in ((size + 1, 0), (10, 3)):
            (tmp_path / f"m.{suffix}").write_bytes(sound)
            ran = validate(tmp_path / f"m.{suffix}", "--max-record", limit)
            assert ran.code == code, (suffix, limit)
        assert only_code(ran.rows) == "io.record-too-large"


@pytest.mark.parametrize("suffix", ["sgn", "jsonl"])
def test_a_record_that_is_too_large_hides_no_other(validate: Validate, tmp_path: Path, suffix: str) -> None:
    large = {
        "jsonl": json.dumps(record(tags={"A": "x" * 5_000_000})).encode() + b"\n",
        "sgn": f'{HEAD}[A "{"x" * 5_000_000}"]\n\n*\n'.encode(),
    }
    data = CONTENT[suffix] + large[suffix] + CONTENT[suffix] + large[suffix]
    (tmp_path / f"m.{suffix}").write_bytes(data)
    ran = validate(tmp_path / f"m.{suffix}", "--max-record", 1_000_000)
    assert ran.code == 3
    assert [(row["record"], row["valid"]) for row in ran.rows] == [
        (1, True),
        (2, False),
        (3, True),
        (4, False),
    ]
    lines = data.count(b"\n", 0, data.rfind(large[suffix])) + 1
    assert ran.rows[3]["problems"][0]["line"] == lines


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["sgn", "json", "jsonl", "msgpack"])
def test_200_mb_in_one_line(suffix: str) -> None:
    head = {
        "sgn": f"{HEAD}{{".encode(),
        "json": b'{"format": 1, "game": "',
        "jsonl": GOOD + b'\n{"game": "',
        "msgpack": CONTENT["msgpack"] + b"\x81\xdb\x7f\xff\xff\xff",
    }
    tail = {"sgn": b"\n" + CONTENT["sgn"], "json": b"", "jsonl": b'"}\n' + GOOD, "msgpack": b""}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"m.{suffix}")
        with file.open("wb") as out:
            out.write(head[suffix])
            out.seek(200 << 20)
            out.write(tail[suffix] or b" ")
        after = Path(folder, "z.json")
        after.write_bytes(GOOD)
        ran, peak = measured("validate", "--format", "jsonl", file, after)
    assert ran.code == 3
    found = ran.codes()
    assert (f"m.{suffix}", "io.record-too-large") in [(name, code) for name, _, code in found]
    assert [code for *_, code in found].count(None) == {"sgn": 2, "json": 1, "jsonl": 3, "msgpack": 2}[suffix]
    assert peak < NEVER


def test_a_large_record_is_read_when_it_is_allowed(validate: Validate, tmp_path: Path) -> None:
    large = json.dumps(record(notes=[{"ply": 0, "text": "x" * (20 << 20)}])).encode()
    (tmp_path / "m.json").write_bytes(large)
    assert validate(tmp_path / "m.json").code == 3
    assert validate(tmp_path / "m.json", "--max-record", 32 << 20).code == 0


def test_names_that_are_no_text(validate: Validate, tmp_path: Path) -> None:
    names = [b"a\xff.json", b"b\x1b[31m.json", b"c\n.json", "é\u202e.json".encode(), b"m*.json", b"[x].json"]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as out:
            out.write(GOOD.replace(b"Q12", b"Q99"))
    for form in ("jsonl", "json", "text"):
        ran = validate(tmp_path, form=form)
        assert ran.code == 1
        assert b"\x1b" not in ran.out + ran.err
        ran.out.decode()
    rows = validate(tmp_path).rows
    assert [row["path"][len(str(tmp_path)) + 1 :] for row in rows] == [
        "[x].json",
        "a\\xff.json",
        "b\x1b[31m.json",
        "c\n.json",
        "m*.json",
        "é\u202e.json",
    ]
    assert validate(tmp_path / "m*.json").code == 1
    assert validate(tmp_path / "[x].json").code == 1


def test_record_text_never_reaches_a_terminal_raw(validate: Validate, tmp_path: Path) -> None:
    nasty = "\x1b]0;x\x07\u202e\x9b31m\n"
    value = record(
        moves=[nasty],
        tags={nasty: "x"},
        players={nasty: "x"},
        setup={nasty: 1, "first": nasty, "board": nasty},
        result={"winners": [nasty], "reason": nasty},
    )
    (tmp_path / "m.json").write_text(json.dumps(value | {nasty: 1}))
    out = validate(tmp_path / "m.json", form="text").out.decode()
    assert all(char.isprintable() for char in out.replace("\n", ""))
    out = validate(tmp_path / "m.json", form="concise").out.decode()
    assert all(char.isprintable() for char in out.replace("\n", ""))
    assert out.count("\n") == out.count("m.json:") + 1
