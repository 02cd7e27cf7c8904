"""Small samples cut at every byte and with every byte changed: never an exception, never a neighbour lost."""

import json
from typing import Any

import msgpack
import pytest

from struckle_cli.registry import lookup
from struckle_cli.replay.writer import encode
from struckle_cli.services.judging import judge
from tests.replay.support import packed, plain, readings, record, verdicts

FULL: dict[str, Any] = record(
    rules=1,
    id="0123456789abcdef" * 2,
    tags={"Event": 'a "b" {c}', "X": "é"},
    players={"white": "A"},
    setup={"men": 8, "first": "white"},
    notes=[{"ply": 1, "text": "n\n}"}],
    result={"winners": ["black"], "reason": "resign"},
)
TEXT = (
    '[Game "castle"]\n[Event "a \\"b\\" {c}"]\n[X "é"]\n[White "A"]\n[Men "8"]\n'
    '[Result "win:black"]\n[Reason "resign"]\n\n'
    "1. D8-C8 {n\\n\\}} Q12-Q11 ; line\nwin:black\n"
)
SAMPLES = {
    "sgn": TEXT.encode(),
    "jsonl": json.dumps(FULL, ensure_ascii=False).encode() + b"\n",
    "msgpack": msgpack.packb(FULL),
    "json": json.dumps(FULL, indent=1, ensure_ascii=False).encode(),
}
GOOD = {
    "sgn": b'[Game "castle"]\n\n1. D8-C8 *\n',
    "jsonl": json.dumps(record()).encode() + b"\n",
    "msgpack": msgpack.packb(record()),
}
BITS = (0x01, 0x20, 0x80, 0xFF)


def strict(data: bytes) -> object:
    """What the standard library makes of JSON, with duplicate keys and NaN refused."""

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        assert len({key for key, _ in items}) == len(items)
        return dict(items)

    return json.loads(data, object_pairs_hook=pairs, parse_constant=pytest.fail)


def sound_if_valid(data: bytes, encoding: str) -> list[bool]:
    """Judge `data`; a record that is said to be valid is so in every other encoding too."""
    found = []
    for reading in readings(data, encoding):
        verdict = judge(reading, "x")
        found.append(verdict.valid)
        if not verdict.valid:
            assert verdict.problems
            continue
        document = reading.document
        assert document is not None
        game = lookup(document.game)
        assert game is not None
        for other in ("sgn", "json", "msgpack"):
            (again,) = readings(encode(document, game, other), other)
            assert judge(again, "x").valid
            assert again.document is not None
            assert plain(again.document) == plain(document)
        if encoding in ("json", "jsonl"):
            assert strict(reading.raw.removeprefix(b"\xef\xbb\xbf")) == json.loads(
                encode(document, game, "json")
            ) | ({"notes": []} if b'"notes": []' in reading.raw else {})
    return found


@pytest.mark.parametrize("encoding", SAMPLES)
def test_samples_are_valid(encoding: str) -> None:
    assert sound_if_valid(SAMPLES[encoding], encoding) == [True]


@pytest.mark.parametrize("encoding", SAMPLES)
def test_cut_at_every_byte(encoding: str) -> None:
    data = SAMPLES[encoding]
    for size in range(len(data)):
        found = sound_if_valid(data[:size], encoding)
        assert found in ([], [False]) or data[:size] == data.rstrip() or size == len(data) - 1, size
        assert bool(found) == bool(data[:size].strip())


@pytest.mark.parametrize("encoding", ["sgn", "jsonl"])
@pytest.mark.parametrize("keep", ["before", "after"])
def test_cut_at_every_byte_beside_a_neighbour(encoding: str, keep: str) -> None:
    """The rest of the file follows on a new line, as when a writer was killed and another went on."""
    data, good = SAMPLES[encoding], GOOD[encoding]
    lost = []
    least = len('[Game "') if encoding == "sgn" and keep == "before" else 1  # less begins no game
    for size in range(least, len(data) - 1):
        cut = data[:size]
        whole = good + cut if keep == "before" else cut + b"\n" + good
        found = sound_if_valid(whole, encoding)
        if not found[0 if keep == "before" else -1] or len(found) < 2:
            lost.append(size)
    assert lost == []


@pytest.mark.parametrize("encoding", SAMPLES)
def test_every_byte_changed(encoding: str) -> None:
    data = SAMPLES[encoding]
    for bits in BITS:
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= bits
            sound_if_valid(bytes(changed), encoding)


@pytest.mark.parametrize("encoding", ["sgn", "jsonl"])
@pytest.mark.parametrize("keep", ["before", "after"])
def test_every_byte_changed_beside_a_neighbour(encoding: str, keep: str) -> None:
    data, good = SAMPLES[encoding], GOOD[encoding]
    lost = []
    first = 0 if keep == "after" else data.index(b'e "') if encoding == "sgn" else 0
    for bits in BITS:
        for at in range(first, len(data) - 1):
            changed = bytearray(data)
            changed[at] ^= bits
            whole = good + bytes(changed) if keep == "before" else bytes(changed) + good
            found = [verdict.valid for verdict in verdicts(whole, encoding)]
            if len(found) < 2 or not found[0 if keep == "before" else -1]:
                lost.append((at, bits, found))
    if keep == "before" and encoding == "sgn":  # a game whose tag is broken is part of the one before it
        lost = [item for item in lost if item[0] >= len('[Game "')]
    assert lost == []


def test_every_byte_changed_in_a_stream_of_messagepack() -> None:
    data, good = SAMPLES["msgpack"], GOOD["msgpack"]
    for bits in BITS:
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= bits
            found = verdicts(good + bytes(changed) + good, "msgpack")
            assert found[0].valid
            assert len(found) > 1


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_every_byte_changed_of_compressed_files(suffix: str, tmp_path: Any) -> None:
    from struckle_cli.services.validate import Options, validate

    data = packed(SAMPLES["jsonl"] + GOOD["jsonl"], suffix)
    file = tmp_path / f"a.jsonl.{suffix}"
    for bits in (0x01, 0xFF):
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= bits
            file.write_bytes(bytes(changed))
            assert list(validate([str(file)], Options()))
