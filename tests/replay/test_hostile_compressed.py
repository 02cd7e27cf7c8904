"""Compression: bombs, truncation, wrong checksums, several members, wrong names."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import msgpack
import pytest

from struckle_cli.replay.source import zstd_module
from tests.replay.conftest import Validate
from tests.replay.support import ENCODINGS, GOOD, GOOD_TEXT, measured, packed, record

CONTENT = {"sgn": GOOD_TEXT.encode(), "json": GOOD, "jsonl": GOOD + b"\n", "msgpack": msgpack.packb(record())}
BOTH = pytest.mark.parametrize("suffix", ["gz", "zst"])


def check(validate: Validate, folder: Path, name: str, data: bytes) -> tuple[int, list[dict[str, Any]]]:
    """Exit code and rows of one file; a sound file after it stays valid."""
    (folder / name).write_bytes(data)
    (folder / "z.json").write_bytes(GOOD)
    ran = validate(folder / name, folder / "z.json")
    assert ran.rows[-1]["valid"]
    return ran.code, ran.rows[:-1]


@BOTH
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sound(validate: Validate, tmp_path: Path, suffix: str, encoding: str) -> None:
    data = packed(CONTENT[encoding], suffix)
    for name in (f"m.{encoding}.{suffix}", f"m.{suffix}"):
        code, (row,) = check(validate, tmp_path, name, data)
        assert (code, row["valid"]) == (0, True)


@BOTH
def test_several_members(validate: Validate, tmp_path: Path, suffix: str) -> None:
    line = GOOD + b"\n"
    half = len(line) // 2
    data = (
        packed(b"", suffix)
        + packed(line[:half], suffix)
        + packed(line[half:], suffix)
        + packed(line * 3, suffix)
    )
    code, rows = check(validate, tmp_path, f"m.jsonl.{suffix}", data)
    assert (code, [row["valid"] for row in rows]) == (0, [True] * 4)


def lines(count: int) -> bytes:
    rng = random.Random(7)
    return b"".join(
        json.dumps(record(tags={"N": f"{rng.getrandbits(200):x}"})).encode() + b"\n" for _ in range(count)
    )


@BOTH
def test_truncated_anywhere(validate: Validate, tmp_path: Path, suffix: str) -> None:
    data = packed(lines(20), suffix)
    for size in [
        1,
        2,
        3,
        4,
        5,
        9,
        10,
        11,
        18,
        *range(30, len(data), 97),
        len(data) - 8,
        len(data) - 4,
        len(data) - 1,
    ]:
        code, rows = check(validate, tmp_path, f"m.jsonl.{suffix}", data[:size])
        assert code == 3, size
        assert rows[-1]["record"] is None
        assert [problem["code"] for problem in rows[-1]["problems"]] == ["io.damaged"]
        assert all(row["valid"] for row in rows[:-1])


@BOTH
def test_records_before_the_damage_are_still_checked(validate: Validate, tmp_path: Path, suffix: str) -> None:
    """One fault never hides the next game: what could be decompressed in whole is judged."""
    broken = json.dumps(record(moves=["ZZ"])).encode() + b"\n"
    data = packed(broken + GOOD + b"\n", suffix) + packed(lines(400), suffix)[:-9]
    code, rows = check(validate, tmp_path, f"m.jsonl.{suffix}", data)
    assert code == 3
    assert rows[-1]["problems"][0]["code"] == "io.damaged"
    assert [row["valid"] for row in rows[:2]] == [False, True]


@BOTH
def test_wrong_checksum(validate: Validate, tmp_path: Path, suffix: str) -> None:
    zstd = zstd_module()
    flags = {zstd.CompressionParameter.checksum_flag: 1}
    sound = gzip.compress(lines(5)) if suffix == "gz" else zstd.compress(lines(5), options=flags)
    assert check(validate, tmp_path, f"m.jsonl.{suffix}", sound)[0] == 0
    for at in (-1, -2) if suffix == "zst" else (-1, -5, -8):
        data = bytearray(sound)
        data[at] ^= 0x10
        code, rows = check(validate, tmp_path, f"m.jsonl.{suffix}", bytes(data))
        assert code == 3
        assert rows[-1]["problems"][0]["code"] == "io.damaged"


@BOTH
def test_garbage_after_the_end(validate: Validate, tmp_path: Path, suffix: str) -> None:
    code, rows = check(validate, tmp_path, f"m.jsonl.{suffix}", packed(GOOD, suffix) + b"garbage")
    assert (code, rows[-1]["problems"][0]["code"]) == (3, "io.damaged")


@BOTH
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_not_compressed_but_named_so(validate: Validate, tmp_path: Path, suffix: str, encoding: str) -> None:
    """Nothing is damaged: the content does not fit its suffix, whatever the encoding is."""
    for lead in (b"", b"\xef\xbb\xbf") if encoding != "msgpack" else (b"",):
        code, rows = check(validate, tmp_path, f"m.{encoding}.{suffix}", lead + CONTENT[encoding])
        assert [row["problems"][0]["code"] for row in rows] == ["codec.mismatch"]
        assert code == 1


@BOTH
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_compressed_but_not_named_so(validate: Validate, tmp_path: Path, suffix: str, encoding: str) -> None:
    other = {"gz": "zst", "zst": "gz"}[suffix]
    for name in (f"m.{encoding}", f"m.{encoding}.{other}"):
        code, rows = check(validate, tmp_path, name, packed(CONTENT[encoding], suffix))
        assert [row["problems"][0]["code"] for row in rows] == ["codec.mismatch"]
        assert code == 1


@BOTH
def test_twice_compressed(validate: Validate, tmp_path: Path, suffix: str) -> None:
    code, rows = check(validate, tmp_path, f"m.json.{suffix}", packed(packed(GOOD, suffix), suffix))
    assert code in (1, 3)
    assert len(rows) == 1


@BOTH
def test_faults_of_the_content_are_1(validate: Validate, tmp_path: Path, suffix: str) -> None:
    for data, wanted in ((b"\xe9", "encoding.utf8"), (b"\0", "encoding.nul"), (b"x", "json.malformed")):
        code, rows = check(validate, tmp_path, f"m.json.{suffix}", packed(GOOD[:-1] + data, suffix))
        assert (code, rows[0]["problems"][0]["code"]) == (1, wanted)


@BOTH
def test_empty(validate: Validate, tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"m.json.{suffix}").write_bytes(packed(b"", suffix))
    assert validate(tmp_path / f"m.json.{suffix}").code == 2


def test_empty_files_end_alike_whatever_they_are_named(validate: Validate, tmp_path: Path) -> None:
    found = set()
    for suffix in ("gz", "zst"):
        (tmp_path / f"m.json.{suffix}").write_bytes(b"")
        found.add(validate(tmp_path / f"m.json.{suffix}").code)
    assert len(found) == 1


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_bombs(tmp_path: Path, suffix: str, encoding: str) -> None:
    head = {
        "sgn": b'[Game "castle"]\n{',
        "json": b'{"game": "',
        "jsonl": GOOD + b'\n{"game": "',
        "msgpack": b"\xdb\x7f\xff\xff\xff",
    }
    block = packed(b"a" * (1 << 20), suffix)
    file = tmp_path / f"m.{encoding}.{suffix}"
    file.write_bytes(packed(head[encoding], suffix) + block * 200)
    (tmp_path / "z.json").write_bytes(GOOD)
    ran, peak = measured("validate", "--format", "jsonl", file, tmp_path / "z.json")
    assert ran.code == 3
    assert [code for *_, code in ran.codes()] == [
        *([None] if encoding == "jsonl" else []),
        "io.record-too-large",
        None,
    ]
    assert peak < 120
