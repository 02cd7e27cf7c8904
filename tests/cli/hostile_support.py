"""Files whose names and contents try to act on what reads a report."""

import json
import os
from pathlib import Path

from tests.cli.support import dumps, record, sgn

EVIL = "a\x1b[31mb\x07c\x9b2Jd\u202ee\x7ff\ufffeg"
TOKENS = [
    EVIL,
    "::error::owned",
    "##[error]owned",
    "a]]>b",
    "<b>&amp;\"'",
    "%0A::warning::x",
    "x" * 10_000,
    "宽e\u0301\tf",
    "\n::error::owned",
    "\u2028::stop-commands::x",
]
NAMES: list[bytes] = [
    b"plain.jsonl",
    b"::error file=x::y.jsonl",
    b"##[error]z.jsonl",
    b"line\n::error::end.jsonl",
    b"return\r::error::end.jsonl",
    b"not-utf8\xff\x80.jsonl",
    b"quote\"'<&>]]>.jsonl",
    b"esc\x1b[31m\x07.jsonl",
    "bidi\u202e宽e\u0301.jsonl".encode(),
    b"%0A,:=%25.jsonl",
]


def write_hostile(folder: Path) -> int:
    """The files of hostile names, and some of hostile text; how many records are invalid."""
    lines = [dumps(record([token])) for token in TOKENS]
    for game in (EVIL, "##[error]x", "::x::"):
        lines.append(dumps({"format": 1, "game": game, "moves": [], "result": None}))
    lines.append(dumps(record(["D8-C8"], players={EVIL: "x"}, tags={EVIL: EVIL}, **{EVIL: 1})))
    lines.append(json.dumps(record(["D8-C8"], tags={"Event": "\ud800"})).encode())
    lines.append(b'{"format": 1, \x00\x1b[31m')
    for name in NAMES:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(b"\n".join(lines) + b"\n")
    text = "\n".join(f"1. {token.strip() or 'x'} {{{EVIL}}}" for token in TOKENS)
    (folder / "text.sgn").write_bytes(sgn(text))
    (folder / "gone.jsonl").symlink_to("nowhere")
    return len(lines) * len(NAMES) + 1
