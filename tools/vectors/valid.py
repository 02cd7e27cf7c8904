"""The valid vectors: each file, and the records that stand in it."""

import gzip
import json
from collections.abc import Iterator

import msgpack

from struckle_cli.replay.source import zstd_module
from tools.vectors.make import Record, Valid, json_lines
from tools.vectors.positions import plain_board, position

ONE_STEP = position("wK14 wD8 bA19")
"""White enters the castle on K15 by one move."""
BLACK_STEP = position("bK6 bQ12 wT1", "b", 41)
"""Black enters the castle on K5 by one move."""
LAST_MEN = position("wA1 bA3")
LAST_ON_CASTLE = position("wK14 bK15")
CLOSED_INSIDE = position("wK5 bA19")
BOARD = plain_board("K2", "K18", "J9 K9 L9 J11 K11 L11")
CASTLE_BELOW_MAN = plain_board("K2", "D8")
"""The castle of Black where a man of White stands in every set-up (C-4)."""
OWN_CASTLE_BELOW_MAN = plain_board("D8", "K18")
NASTY = [
    {"ply": 0, "text": 'braces } { , backslash \\ and \\n, quote " and [Game "castle"]'},
    {"ply": 1, "text": "two lines\nand\r\na tab\there"},
    {"ply": 1, "text": '\n[Game "castle"]\n'},
    {"ply": 2, "text": "  blanks  at both ends  "},
    {"ply": 2, "text": ""},
    {"ply": 2, "text": "bell \x07, escape \x1b[31m, delete \x7f, next line \x85, NUL \x00"},
    {
        "ply": 2,
        "text": "; no line note, * no end, 7. no number, win:white, \u05d0\u05d1 \u202e \U0001f3f0 e\u0301",
    },
]
NASTY_TAGS = {"Event": ' "Open" \\ {Hall}\n2 ', "Opening_2": "\ttab", "x": ""}


def record(moves: str = "", result: object = None, **more: object) -> Record:
    """A record in the model's terms; fields stand in the model's order."""
    found: Record = {"format": 1, "game": "castle"}
    for name in ("rules", "id", "tags", "players", "setup"):
        if name in more:
            found[name] = more[name]
    found["moves"] = moves.split()
    if "notes" in more:
        found["notes"] = more["notes"]
    found["result"] = result
    return found


def won(seat: str, reason: str) -> Record:
    """A result with one winner."""
    return {"winners": [seat], "reason": reason}


AGREED: Record = {"winners": [], "reason": "agreement"}
SHORT = record("D8-C8 Q12-Q11 C8-C3")
RESIGNED = record("Q8-Q2 D12-D18", won("black", "resign"), players={"white": "Ana", "black": "Ben"})
NASTY_RECORD = record("D8-C8 Q12-Q11", None, tags=NASTY_TAGS, notes=NASTY)


def one_line(fields: Record) -> bytes:
    """A record as a line of JSON Lines."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def packed(*records: Record) -> bytes:
    """Records as a stream of MessagePack."""
    return b"".join(bytes(msgpack.packb(item)) for item in records)


def gz(data: bytes) -> bytes:
    """The data behind gzip, without name and date."""
    return gzip.compress(data, mtime=0)


def zst(data: bytes) -> bytes:
    """The data behind zstd."""
    return bytes(zstd_module().compress(data))


def sgn(tags: str, body: str) -> bytes:
    """A text record: tags given as `White "Ana"` with `|` between them."""
    lines = ['[Game "castle"]', *(f"[{tag}]" for tag in tags.split("|") if tag)]
    return ("\n".join(lines) + f"\n\n{body}\n").encode()


def valid() -> Iterator[Valid]:
    """All valid vectors."""
    yield from _endings()
    yield from _setups()
    yield from _text()
    yield from _json()
    yield from _containers()


def _endings() -> Iterator[Valid]:
    castle, elimination = won("white", "castle"), won("white", "elimination")
    yield Valid("end-unfinished.sgn", sgn('Result "*"', "1. D8-C8 Q12-Q11 2. C8-C3\n*"), [SHORT])
    yield Valid("end-no-moves.sgn", sgn("", "*"), [record()])
    yield Valid(
        "end-castle-white.sgn",
        sgn(f'Position "{ONE_STEP}"|Result "win:white"|Reason "castle"', "1. K14-K15\nwin:white"),
        [record("K14-K15", castle, setup={"position": ONE_STEP})],
    )
    found = record("K6-K5", won("black", "castle"), setup={"position": BLACK_STEP})
    yield Valid("end-castle-black.json", json_lines(found).encode(), [found])
    found = record("A1xA3", elimination, setup={"position": LAST_MEN})
    yield Valid("end-elimination.json", json_lines(found).encode(), [found])
    found = record("K14xK15", castle, setup={"position": LAST_ON_CASTLE})
    yield Valid("end-castle-before-elimination-c3.json", json_lines(found).encode(), [found])
    yield Valid(
        "end-resign.sgn",
        sgn('White "Ana"|Black "Ben"|Result "win:black"|Reason "resign"', "1. Q8-Q2 D12-D18\nwin:black"),
        [RESIGNED],
    )
    yield Valid(
        "end-resign-out-of-turn.json",
        json_lines(record("D8-C8", won("black", "resign"))).encode(),
        [record("D8-C8", won("black", "resign"))],
    )
    yield Valid("end-agreement.sgn", sgn('Result "draw"|Reason "agreement"', "draw"), [record("", AGREED)])
    start = position("wH15 bA19")
    found = record("H15-J15 A19-B19 J15-L15", None, setup={"position": start})
    yield Valid("castle-crossed-is-no-end.json", json_lines(found).encode(), [found])


def _setups() -> Iterator[Valid]:
    found = record("D2-D4 Q18-Q16", None, setup={"men": 16})
    yield Valid("men-16.json", json_lines(found).encode(), [found])
    yield Valid(
        "men-22.sgn", sgn('Men "22"', "1. F6-E6 O14-P14\n*"), [record("F6-E6 O14-P14", setup={"men": 22})]
    )
    yield Valid(
        "first-black.sgn",
        sgn('First "black"', "1. D12-C12 Q8-R8 2. C12-C11\n*"),
        [record("D12-C12 Q8-R8 C12-C11", setup={"first": "black"})],
    )
    found = record("D8-C8 Q12-Q11", setup={"own_castle": "closed"})
    yield Valid("own-castle-closed.json", json_lines(found).encode(), [found])
    found = record("K5-L5 A19-A18", setup={"position": CLOSED_INSIDE, "own_castle": "closed"})
    yield Valid("own-castle-closed-left-c5.json", json_lines(found).encode(), [found])
    found = record("J5-L5", setup={"position": position("wJ5 bA19")})
    yield Valid("own-castle-open-crossed-c1.json", json_lines(found).encode(), [found])
    yield Valid(
        "rows.sgn",
        sgn(
            'Rows "' + json.dumps(BOARD, separators=(",", ":")).replace('"', '\\"') + '"',
            "1. D8-D11 D12-C12\n*",
        ),
        [record("D8-D11 D12-C12", setup={"rows": BOARD})],
    )
    found = record("Q8-Q11", setup={"rows": BOARD, "men": 16, "first": "white"})
    yield Valid("rows.json", json_lines(found).encode(), [found])
    found = record("", won("white", "castle"), setup={"rows": CASTLE_BELOW_MAN})
    yield Valid("rows-enemy-castle-under-man-c4.json", json_lines(found).encode(), [found])
    found = record("D8-D9 Q12-Q11", setup={"rows": OWN_CASTLE_BELOW_MAN, "own_castle": "closed"})
    yield Valid("rows-own-castle-under-man-c4.json", json_lines(found).encode(), [found])
    start = position("wD8 wQ8 bA19 bQ12", "b", 17)
    yield Valid(
        "position-second-side.sgn",
        sgn(f'Position "{start}"', "17... Q12-Q11 18. D8-C8 18... A19-A18\n*"),
        [record("Q12-Q11 D8-C8 A19-A18", setup={"position": start})],
    )
    start = position("wD8 bA19", "w", 999_999_999)
    found = record("D8-C8 A19-A18 C8-C7", setup={"position": start})
    yield Valid("position-largest-turn.json", json_lines(found).encode(), [found])
    found = record("", won("black", "castle"), setup={"position": position("wA1 bK5")})
    yield Valid("position-decided-castle.json", json_lines(found).encode(), [found])
    start = position("wA1 wB1")
    yield Valid(
        "position-decided-elimination.sgn",
        sgn(f'Position "{start}"|Result "win:white"|Reason "elimination"', "win:white"),
        [record("", won("white", "elimination"), setup={"position": start})],
    )


def _text() -> Iterator[Valid]:
    nasty = NASTY_RECORD
    yield Valid(
        "text-nasty-notes.sgn",
        rb"""[Game "castle"]
[Event "\s\"Open\" \\ {Hall}\n2\s"]
[Opening_2 "\ttab"]
[x ""]
[Result "*"]

{braces \} { , backslash \\ and \\n, quote " and
[Game\s"castle"]} 1. D8-C8 {two lines\nand\r\na tab\there} {\n[Game\s"castle"]\n}
Q12-Q11 {\s\sblanks\s\sat both ends\s\s} {} {bell \x07, escape \x1b[31m, delete
\x7f, next line \x85, NUL \x00} {; no line note, * no end, 7. no number,
win:white, """
        + "\u05d0\u05d1 \u202e \U0001f3f0 e\u0301}\n*\n".encode(),
        [nasty],
    )
    yield Valid(
        "text-notes-folded.sgn",
        sgn(
            'Result "*"|Annotator "Eda"',
            "{before\n  the\t first} 1. D8-C8;after one\n; \\ttwice \\}\nQ12-Q11 *{last}",
        ),
        [
            record(
                "D8-C8 Q12-Q11", tags={"Annotator": "Eda"},
                notes=[{"ply": 0, "text": "before the first"}, {"ply": 1, "text": "after one"},
                       {"ply": 1, "text": "\ttwice }"}, {"ply": 2, "text": "last"}],
            )
        ],
    )  # fmt: skip
    yield Valid(
        "text-unknown-tags.sgn",
        sgn('Event "Club evening"|Site "Hall 2"|Date "2026-11-30"|Round "1"|my_own_tag "kept"', "*"),
        [record(tags={"Event": "Club evening", "Site": "Hall 2", "Date": "2026-11-30", "Round": "1",
                      "my_own_tag": "kept"})],
    )  # fmt: skip
    yield Valid(
        "text-tags-in-any-case.sgn",
        b'[GAME "castle"]\n[format "1"]\n[rulesversion "1"]\n[ID "0123456789abcdef0123456789abcdef"]\n'
        b'[WHITE "Ana"]\n[black "Ben"]\n[ men   "8" ]\n[owncastle "open"]\n'
        b'[RESULT "win:white"] [reason "resign"]\nwin:white\n',
        [
            record(
                "", won("white", "resign"), rules=1, id="0123456789abcdef0123456789abcdef",
                players={"white": "Ana", "black": "Ben"}, setup={"men": 8, "own_castle": "open"},
            )
        ],
    )  # fmt: skip
    yield Valid(
        "text-numbers-everywhere.sgn",
        sgn("", "1.D8-C8 1... Q12-Q11 2.\nC8-C3 2...Q11-Q12 3. *"),
        [record("D8-C8 Q12-Q11 C8-C3 Q11-Q12")],
    )
    yield Valid("text-no-numbers.sgn", sgn("", "D8-C8 Q12-Q11\nC8-C3 *"), [SHORT])
    yield Valid("text-lower-case-columns.sgn", sgn("", "d8-c8 Q12-q11 *"), [record("d8-c8 Q12-q11")])
    yield Valid(
        "text-bom-crlf.sgn",
        b"\xef\xbb\xbf" + sgn('Result "*"', "1. D8-C8 {two\nwords} Q12-Q11\n*").replace(b"\n", b"\r\n"),
        [record("D8-C8 Q12-Q11", notes=[{"ply": 1, "text": "two words"}])],
    )
    yield Valid(
        "text-several-games.sgn",
        b"\n\n".join((sgn('Event "one"', "1. D8-C8 {first} *"), sgn('White "Ana"', "*").rstrip(),
                      sgn('Men "22"|Result "draw"|Reason "agreement"', "draw {agreed}"))) + b"\n",
        [
            record("D8-C8", tags={"Event": "one"}, notes=[{"ply": 1, "text": "first"}]),
            record(players={"white": "Ana"}),
            record("", AGREED, setup={"men": 22}, notes=[{"ply": 0, "text": "agreed"}]),
        ],
    )  # fmt: skip


def _json() -> Iterator[Valid]:
    yield Valid("json-nasty-notes.json", json_lines(NASTY_RECORD).encode(), [NASTY_RECORD])
    escaped = json.dumps(NASTY_RECORD, ensure_ascii=True).encode()
    yield Valid("json-escaped.json", escaped, [NASTY_RECORD])
    given: Record = {"result": None, "moves": [], "game": "castle", "format": 1}
    given |= {"notes": [], "tags": {}, "players": {}, "setup": {}, "reveals": []}
    yield Valid("json-empty-fields-any-order.json", json.dumps(given).encode(), [record()])
    full = record(
        "D8-C8 Q12-Q11", AGREED, rules=1, id="00112233445566778899aabbccddeeff",
        tags={"Event": "Club evening", "Date": "2026-11-30"}, players={"white": "Ana", "black": "Ben"},
        setup={"board": "castle-19", "men": 8, "first": "white", "own_castle": "open"},
        notes=[{"ply": 2, "text": "enough"}, {"ply": 0, "text": "out of order"}],
    )  # fmt: skip
    yield Valid("json-every-field.json", json_lines(full).encode(), [full])
    yield Valid(
        "json-bom-crlf.json", b"\xef\xbb\xbf" + json_lines(SHORT).replace("\n", "\r\n").encode(), [SHORT]
    )
    lines = (
        one_line(SHORT)
        + b"\n  \r\n"
        + one_line(RESIGNED).rstrip()
        + b"\r\n"
        + one_line(NASTY_RECORD).rstrip()
    )
    yield Valid("jsonl-blank-lines-no-last-end.jsonl", lines, [SHORT, RESIGNED, NASTY_RECORD])


def _containers() -> Iterator[Valid]:
    text = sgn('White "Ana"|Black "Ben"|Result "win:black"|Reason "resign"', "1. Q8-Q2 D12-D18\nwin:black")
    several = [SHORT, NASTY_RECORD, RESIGNED]
    lines = b"".join(map(one_line, several))
    stream = packed(*several)
    yield Valid("text.sgn.gz", gz(text), [RESIGNED])
    yield Valid("text.sgn.zst", zst(text), [RESIGNED])
    yield Valid("single.json.gz", gz(json_lines(SHORT).encode()), [SHORT])
    yield Valid("single.json.zst", zst(json_lines(SHORT).encode()), [SHORT])
    yield Valid("lines.jsonl", lines, several)
    yield Valid("lines.jsonl.gz", gz(lines), several)
    yield Valid("lines.jsonl.zst", zst(lines), several)
    yield Valid("lines-two-members.jsonl.gz", gz(lines) + gz(one_line(SHORT)), [*several, SHORT])
    yield Valid("lines-two-frames.jsonl.zst", zst(lines) + zst(one_line(SHORT)), [*several, SHORT])
    yield Valid("single.msgpack", packed(SHORT), [SHORT])
    yield Valid("stream.msgpack", stream, several)
    yield Valid("stream.msgpack.gz", gz(stream), several)
    yield Valid("stream.msgpack.zst", zst(stream), several)
