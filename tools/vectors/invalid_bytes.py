"""Faults of bytes, encodings, framing and JSON itself."""

import json
from collections.abc import Iterator
from typing import Any

import msgpack

from tools.vectors.make import Invalid, json_lines, marked
from tools.vectors.valid import SHORT, gz, one_line, packed, record, sgn, zst


def _plain(name: str, code: str, content: str | bytes, column: bool = True, **more: Any) -> Invalid:
    data, line, found = marked(content)
    return Invalid(name, data, code, line, found if column else None, **more)


def broken_bytes() -> Iterator[Invalid]:
    """All vectors of this part."""
    yield from _encodings()
    yield from _framing()
    yield from _json()
    yield from _msgpack()


def _encodings() -> Iterator[Invalid]:
    latin = '[Game "castle"]\n[White "Andr‸'.encode() + b'\xe9"]\n\n*\n'
    yield _plain("encoding-utf8.sgn", "encoding.utf8", latin)
    yield _plain("encoding-utf8.json", "encoding.utf8",
                 json_lines(record(tags={"Event": "caf‸@"})).encode().replace(b"@", b"\xe9"))  # fmt: skip
    both = one_line(SHORT) + one_line(record(tags={"x": "‸@"})).replace(b"@", b"\xff") + one_line(SHORT)
    yield _plain("encoding-utf8.jsonl", "encoding.utf8", both, record=2, records=3)
    wide = sgn("", "*").decode().encode("utf-16")
    yield Invalid("encoding-utf16.sgn", wide, "encoding.utf16", 1, 1)
    yield Invalid("encoding-utf16.json", json_lines(SHORT).encode("utf-16"), "encoding.utf16", 1, 1)
    bare = json_lines(SHORT).encode("utf-16-le")
    yield Invalid("encoding-utf16-no-mark.json", bare, "encoding.utf16", 1, 1)
    yield _plain("encoding-nul.sgn", "encoding.nul", '[Game "castle"]\n[White "A‸\0na"]\n\n*\n')
    yield _plain("encoding-nul.json", "encoding.nul",
                 json_lines(record(tags={"x": "a‸@"})).replace("@", "\0"))  # fmt: skip


def _framing() -> Iterator[Invalid]:
    lines = one_line(SHORT)
    yield Invalid("codec-mismatch-json-as-text.sgn", lines, "codec.mismatch", 1)
    yield Invalid("codec-mismatch-text-as-json.json", sgn("", "*"), "codec.mismatch", 1)
    yield Invalid("codec-mismatch-msgpack-as-jsonl.jsonl", packed(SHORT), "codec.mismatch", 1)
    yield Invalid("codec-mismatch-json-as-msgpack.msgpack", lines, "codec.mismatch", 1)
    yield Invalid("codec-mismatch-json-as-jsonl.jsonl", json_lines(SHORT).encode(), "codec.mismatch", 1)
    yield Invalid("codec-mismatch-gzip-not-named.jsonl", gz(lines), "codec.mismatch", 1)
    yield Invalid("codec-mismatch-not-gzip.jsonl.gz", lines, "codec.mismatch", 1)
    yield Invalid("codec-mismatch-zstd-as-gzip.jsonl.gz", zst(lines), "codec.mismatch", 1)
    yield Invalid("codec-unknown.txt", b"just a letter\n", "codec.unknown", 1)
    whole = gz(lines)
    yield Invalid("io-damaged-gzip-short.jsonl.gz", whole[:-12], "io.damaged", record=None, records=0)
    wrong = whole[:-8] + bytes(byte ^ 0xFF for byte in whole[-8:-4]) + whole[-4:]
    yield Invalid("io-damaged-gzip-checksum.jsonl.gz", wrong, "io.damaged", record=None, records=1)
    yield Invalid("io-damaged-zstd-short.jsonl.zst", zst(lines)[:-6], "io.damaged", record=None, records=0)
    yield Invalid("io-damaged-not-zstd.sgn.zst", sgn("", "*")[1:], "io.damaged", record=None, records=0)


def _json() -> Iterator[Invalid]:
    good = one_line(SHORT).decode().rstrip()
    yield _plain("json-malformed-nan.json", "json.malformed", '{"format": ‸NaN, "game": "castle"}\n')
    yield _plain(
        "json-malformed-comment.json", "json.malformed", '{"format": 1, ‸// one\n"game": "castle"}\n'
    )
    yield _plain("json-malformed-last-comma.json", "json.malformed", '{"format": 1,\n ‸}\n')
    yield _plain("json-malformed-quotes.json", "json.malformed", "{‸'format': 1}\n")
    yield _plain("json-malformed-truncated.json", "json.malformed", '{"format": 1,\n "moves": [‸\n')
    yield _plain("json-malformed-second-record.json", "json.malformed", f"{good}\n‸{good}\n", records=2)
    yield _plain("json-malformed-joined.jsonl", "json.malformed", f"{good}\n{good}‸{good}\n",
                 record=2, records=3)  # fmt: skip
    yield _plain("json-malformed-cut-and-joined.jsonl", "json.malformed", f"{good[:-9]}‸{good}\n", records=2)
    yield _plain("json-malformed-line.jsonl", "json.malformed", f'{good}\n{{"format": ‸x}}\n{good}\n',
                 record=2, records=3)  # fmt: skip
    twice = '{"format": 1, "game": "castle", "moves": [],\n "result": null,\n ‸"game": "castle"}\n'
    yield _plain("json-duplicate-key.json", "json.duplicate-key", twice, False, token="game")
    inner = json_lines(record(tags={"Event": "x", "Date": "y"}), "tags").replace('"Date"', '"Event"')
    yield _plain("json-duplicate-key-inner.json", "json.duplicate-key", inner, False, token="Event")
    escaped = good.replace('"moves":', '"gam\\u0065":"castle","moves":')
    yield Invalid("json-duplicate-key-escaped.json", escaped.encode(), "json.duplicate-key", 1, token="game")
    yield Invalid("json-depth.json", b'{"setup":' + b"[" * 3000 + b"]" * 3000 + b"}", "json.depth", 1)
    yield Invalid("json-depth.jsonl", good.encode() + b"\n" + b"[" * 3000 + b"\n", "json.depth", 2,
                  record=2, records=2)  # fmt: skip
    large = (
        '{"format": 1, "game": "castle", "moves": [], "result": null,\n "rules": ‸1.0000000000000000e9999}\n'
    )
    yield _plain("json-range.json", "json.range", large)
    half = '{"format": 1, "game": "castle", "moves": [], "result": null,\n "tags": {"Event": "‸\\ud83d"}}'
    yield _plain("json-surrogate.json", "json.surrogate", half)


def _msgpack() -> Iterator[Invalid]:
    good = packed(SHORT)
    yield Invalid(
        "msgpack-malformed.msgpack", good + b"\xc1" + good, "msgpack.malformed", record=2, records=2
    )
    yield Invalid("msgpack-malformed-utf8.msgpack", good.replace(b"D8-C8", b"D8\xff\xfe8") + good,
                  "msgpack.malformed", records=2)  # fmt: skip
    yield Invalid("msgpack-truncated.msgpack", good + good[:-3], "msgpack.truncated", record=2, records=2)
    key = bytes(msgpack.packb("game"))
    twice = bytes([good[0] + 1]) + good[1:] + key + bytes(msgpack.packb("castle"))
    yield Invalid("msgpack-duplicate-key.msgpack", twice, "msgpack.duplicate-key", token="game")
    yield Invalid(
        "msgpack-record-type.msgpack", packed({**SHORT, "moves": "D8-C8"}), "record.type", token="D8-C8"
    )
    yield Invalid("msgpack-bin-is-no-string.msgpack", packed({**SHORT, "moves": [b"D8-C8"]}), "record.type",
                  ply=1)  # fmt: skip
    spare = json.dumps({"not": "a record"}).encode()
    yield Invalid("msgpack-not-a-record.msgpack", bytes(msgpack.packb([spare])), "record.type")
