"""The valid vectors of Crungle: each file, and the records that stand in it."""

import json
from collections.abc import Iterator
from typing import Any

from tools.vectors.crungle import (
    AGREED,
    APART,
    HOPELESS,
    NARROW,
    TOGETHER,
    TWICE,
    WINS,
    end_token,
    record,
    sgn,
    won,
)
from tools.vectors.crungle_rules import rules
from tools.vectors.crungle_stood import stood
from tools.vectors.make import Record, Valid, json_lines
from tools.vectors.valid import gz, one_line, packed, zst

PURPLE, ORANGE = won("purple"), won("orange")
ORANGE_WINS = "M2:4 M2:4 M14:4 M14:4 M15:4/4 M15:4/4"
TWELVE: Record = {
    "goals": ["G9", "G10"], "rules": ["M14", "M2", "M17", "M26"], "start": {"orange": 1, "purple": 9},
}  # fmt: skip
NINE: Record = {
    "goals": ["G2", "G5"], "rules": ["M2", "M18", "M19", "M14"], "start": {"orange": 1, "purple": 1},
}  # fmt: skip


def valid() -> Iterator[Valid]:
    """All valid vectors."""
    yield from _goals()
    yield from _objections()
    yield from _bets()
    yield from _other_ends()
    yield from _setups()
    yield from _text()
    yield from _containers()
    yield from rules()
    yield from stood()


def both(
    name: str, moves: str, result: Record | None, setup: Record = TOGETHER,
    counts: tuple[int, int, int] = (0, 0, 0),
) -> Iterator[Valid]:  # fmt: skip
    """One record in text and in JSON; `counts` are violations, overruled objections, standing violations."""
    fields = record(moves, result, setup)
    names = ("violations", "overruled_objections", "standing_violations")
    told = (dict(zip(names, counts, strict=True)),) if any(counts) else ()
    text = sgn(f"{moves} {end_token(result)}".strip(), setup, result=result)
    yield Valid(f"{name}.sgn", text.encode(), [fields], counts=told)
    yield Valid(f"{name}.json", json_lines(fields).encode(), [fields], counts=told)


def _goals() -> Iterator[Valid]:
    yield from both("goal-g1", WINS, PURPLE)
    yield from both("goal-g1-orange", ORANGE_WINS, ORANGE)
    purple = "M2:2 M19:3 M2:6 M18:9 M2:8 M18:5 M19:4 M2:7 M18:1"
    waits = "M14:1 M18:1 M14:1 M18:1 M14:1 M18:1 M14:1 M18:1"
    nine = NINE | {"goals": ["G2", "G8"]}
    yield from both("goal-g2-a-start-is-no-turn-end", _alternating(purple, waits), PURPLE, nine)
    row = NINE | {"goals": ["G3", "G8"]}
    yield from both("goal-g3", _alternating("M2:2 M19:2 M2:3 M19:2 M2:1", "M14:1 M18:1 M14:1 M18:1"), PURPLE,
                    row)  # fmt: skip
    column = NINE | {"goals": ["G4", "G8"]}
    yield from both("goal-g4", _alternating("M2:4 M18:4 M2:7 M18:1 M2:4", "M14:1 M18:1 M14:1 M18:1"), PURPLE,
                    column)  # fmt: skip
    corners = "M19:3 M18:9 M19:7 M18:1"
    yield from both("goal-g5-in-four-turns", _alternating(corners, "M14:1 M18:1 M14:1"), PURPLE, NINE)
    edges = {"goals": ["G6", "G8"], "rules": ["M17", "M14", "M26", "M2"], "start": {"orange": 9, "purple": 1}}
    way = "M2:2 M17:4 M26:6 M17:8"
    yield from both("goal-g6", _alternating(way, "M14:9 M2:8 M14:8"), PURPLE, edges)
    beside = {
        "goals": ["G7", "G8"],
        "rules": ["M2", "M18", "M19", "M14"],
        "start": {"orange": 4, "purple": 4},
    }
    yield from both("goal-g7-as-the-pieces-stood", "M2:1 M14:4 M18:7", PURPLE, beside)
    right = beside | {"start": {"orange": 2, "purple": 2}}
    yield from both("goal-g8", "M2:1 M14:2 M19:3", PURPLE, right)
    stays = ["M14:9", "M2:6", "M26:4", "M2:1", "M14:1", "M2:4", "M26:6", "M2:9", "M14:9", "M2:6", "M26:4"]
    orange = (["M14:1", "M26:9", "M14:9", "M26:1"] * 3)[:11]
    yield from both("goal-g9", _alternating(" ".join([*stays, "M2:7"]), " ".join(orange)), PURPLE, TWELVE)
    loop = "M2:6 M17:8 M2:7 M26:3 M2:2 M17:4 M2:1 M26:9"
    yield from both("goal-g10", _alternating(loop, " ".join(orange[:7])), PURPLE, TWELVE)


def _alternating(purple: str, orange: str) -> str:
    """The moves of both in turn, purple first; purple has as many or one more."""
    mine, theirs = purple.split(), orange.split()
    moves = [move for pair in zip(mine, theirs, strict=False) for move in pair]
    return " ".join(moves + mine[len(theirs) :])


def _objections() -> Iterator[Valid]:
    """Objections upheld and overruled, and what they come to."""
    yield from both("objection-upheld", "M2:9? M2:2 M14:1", None, counts=(1, 0, 0))
    yield from both("objection-upheld-twice-moves-again", "M2:9? M13:6? M2:2", None, counts=(2, 0, 0))
    yield from both("objection-overruled", "M2:2? M14:1", None, counts=(0, 1, 0))
    yield from both("violations-third", "M2:9? M2:9? M2:2 M15:9/9? M14:1 M2:5?",
                    won("orange", "violations"), counts=(4, 0, 0))  # fmt: skip
    yield from both("violations-third-orange", "M14:1 M2:9? M2:9? M2:9?", won("purple", "violations"),
                    counts=(3, 0, 0))  # fmt: skip
    yield from both("objections-third", "M14:1? M14:1 M15:1/1? M2:2 M2:4?", won("purple", "objections"),
                    counts=(0, 3, 0))  # fmt: skip
    yield from both("objections-third-purple", "M2:2 M2:4? M14:2 M14:4? M2:3 M2:7?",
                    won("orange", "objections"), counts=(0, 3, 0))  # fmt: skip
    yield from both("objection-to-a-winning-move-overruled-cr5", f"{WINS}?", PURPLE, counts=(0, 1, 0))
    third = "M14:1? M14:1 M15:1/1? M15:1/1 M14:1?"
    yield from both("objection-third-to-a-winning-move-cr5", third, PURPLE, counts=(0, 3, 0))
    taken = "M14:1 M14:1 M15:1/1 M15:1/1 M15:1/1? M14:1"
    yield from both("objection-takes-the-win-back-cr5", taken, PURPLE, counts=(1, 0, 0))
    each = "M1:5? M14:1 M14:1 M2:2? M2:2/1? M2:4?"
    yield from both("objections-of-both", each, None, counts=(2, 2, 0))
    yield from both("objection-pass-upheld", "pass? M2:2", None, counts=(1, 0, 0))
    yield from both("objection-pass-overruled", "I1(M21):9 pass? M21:7", None, NARROW, (0, 1, 0))


def _bets() -> Iterator[Valid]:
    yield from both("bet-proved", f"bet:orange accept ( {WINS} )", won("purple", "bet"))
    yield from both("bet-proved-for-the-bettor", f"bet:purple accept ( {WINS} )", won("orange", "bet"))
    moves = f"{' '.join(WINS.split()[:3])} bet:purple accept ( {' '.join(WINS.split()[3:])} )"
    yield from both("bet-proved-from-where-it-was-made-cr8", moves, won("orange", "bet"))
    yield from both("bet-none", "bet:purple accept ( )", won("purple", "bet"), HOPELESS)
    refuted = {
        "repeated": "M14:1 M14:1 M14:1", "destination": "M2:9", "not-selected": "M1:5", "pass": "pass",
        "wins-earlier": f"{WINS} M14:1", "wins-for-nobody": "M14:1 M14:1",
        "goes-on-behind-its-fault": "M2:9 M2:9 M30:1 pass",
        "last-move-wins-but-one-is-invalid": "M14:1 M14:1 M15:1/1 M2:3 M14:1",
    }  # fmt: skip
    for name, moves in refuted.items():
        yield from both(f"bet-refuted-{name}", f"bet:orange accept ( {moves} )", won("orange", "bet"))
    yield from both(
        "bet-declined", "bet:purple decline M2:2 bet:purple decline M14:1 bet:orange decline", None
    )
    yield from both("bet-at-any-time-and-again", f"bet:orange decline bet:orange decline {WINS}", PURPLE)
    yield from both("bet-not-answered", "M2:2 bet:purple", None)
    yield from both("bet-accepted-not-shown", "M2:2 bet:purple accept", None)
    yield from both("bet-demonstration-not-finished", f"bet:purple accept ( {WINS}", None)
    counted = "M2:9? M2:2? bet:purple accept ( M14:1 M14:2 )"
    yield from both("bet-keeps-the-counts", counted, won("purple", "bet"), counts=(1, 1, 0))
    yield from both("bet-declined-keeps-the-ban", "I1(M21):9 bet:purple decline pass M21:7", None, NARROW)


def _other_ends() -> Iterator[Valid]:
    yield from both("agreement", "M2:2 M14:1", AGREED)
    yield from both("agreement-at-the-start", "", AGREED, HOPELESS)
    yield from both("agreement-after-a-declined-bet", "bet:orange decline", AGREED, HOPELESS)
    yield from both("unfinished", "M2:2 M14:1", None)
    yield from both("no-moves", "", None)
    yield from both("pass", "I1(M21):9 pass M21:7 M27:7", None, NARROW)
    yield from both("pass-clears-the-last-rule-cr4", "I1(M21):9 pass M21:8 I1(M27):8", None, NARROW)


def _setups() -> Iterator[Valid]:
    for draft in ("given", "picked", "random"):
        yield from both(f"draft-{draft}", "", None, TOGETHER | {"draft": draft})
    for name, (orange, purple) in {"same-cell": (9, 9), "far": (1, 9), "across": (4, 6)}.items():
        yield from both(f"start-{name}", "", None, TOGETHER | {"start": {"orange": orange, "purple": purple}})
    order = record("", None, TOGETHER | {"start": {"purple": 9, "orange": 1}})
    text = sgn("*", TOGETHER | {"start": "purple=9 orange=1"})
    yield Valid("start-purple-first.sgn", text.encode(), [order])
    names = record("M2:2", None, players={"orange": "Ben", "purple": "Ana"})
    text = sgn("M2:2 *", more='[Purple "Ana"]|[ORANGE "Ben"]')
    yield Valid("players.sgn", text.encode(), [names])


def _text() -> Iterator[Valid]:
    blanks = TOGETHER | {"goals": "  G1 \t G2 ", "rules": "M14  M15 M2   M5 ", "start": " orange=1  purple=1"}
    yield Valid("text-blanks-in-tags.sgn", sgn("M2:2 *", blanks).encode(), [record("M2:2")])
    several = {"start": "orange=1 purple=1", "rules": "M14 M15 M2 M5", "goals": "G1 G2"}
    yield Valid("text-tags-in-any-order.sgn", sgn("M2:2 *", several, '[DRAFT "given"]').encode(),
                [record("M2:2", None, TOGETHER | {"draft": "given"})])  # fmt: skip
    notes = [
        {"ply": 2, "text": "ply 2"},
        {"ply": 3, "text": "the bracket is a ply too"},
        {"ply": 4, "text": "?"},
    ]
    text = sgn("bet:purple accept {ply 2}\n( ; the bracket is a ply too\nM14:1 {?} M14:1 *")
    yield Valid("text-notes-in-a-demonstration.sgn", text.encode(),
                [record("bet:purple accept ( M14:1 M14:1", notes=notes)])  # fmt: skip
    games = [record("M2:2"), record(WINS, PURPLE), record("M2:2? M14:1", None, TOGETHER)]
    text = "\n".join((sgn("M2:2 *"), sgn(f"{WINS} win:purple", result=PURPLE), sgn("M2:2? M14:1 *")))
    counts: tuple[dict[str, int], ...] = ({}, {}, counted(overruled=1))
    yield Valid("text-several-games.sgn", text.encode(), games, counts=counts)
    crlf = b"\xef\xbb\xbf" + sgn("M2:2 {two\nwords} M14:1 *").replace("\n", "\r\n").encode()
    yield Valid("text-bom-crlf.sgn", crlf,
                [record("M2:2 M14:1", notes=[{"ply": 1, "text": "two words"}])])  # fmt: skip


def counted(violations: int = 0, overruled: int = 0, standing: int = 0) -> dict[str, int]:
    """What `validate` counts in a record."""
    return {
        "violations": violations, "overruled_objections": overruled, "standing_violations": standing,
    }  # fmt: skip


def _containers() -> Iterator[Valid]:
    full: dict[str, Any] = record(
        "M2:9? M2:6 M2:2 bet:orange decline", AGREED, APART | {"draft": "picked"},
        rules=1, id="00112233445566778899aabbccddeeff", tags={"Event": "Club evening"},
        players={"purple": "Ana", "orange": "Ben"}, notes=[{"ply": 1, "text": "too far"}],
    )  # fmt: skip
    several = [record(WINS, PURPLE), full, record("I2(M2,M3):3/1", None, TWICE)]
    counts: tuple[dict[str, int], ...] = ({}, counted(violations=1), {})
    lines, stream = b"".join(map(one_line, several)), packed(*several)
    yield Valid("single.json", json.dumps(full).encode(), [full], counts=(counted(violations=1),))
    text = sgn(f"{WINS} win:purple", result=PURPLE).encode()
    yield Valid("text.sgn.gz", gz(text), several[:1])
    yield Valid("text.sgn.zst", zst(text), several[:1])
    yield Valid("single.json.gz", gz(one_line(several[0])), several[:1])
    yield Valid("single.msgpack", packed(several[2]), several[2:])
    for suffix, data in {
        "jsonl": lines, "jsonl.gz": gz(lines), "jsonl.zst": zst(lines),
        "msgpack": stream, "msgpack.gz": gz(stream), "msgpack.zst": zst(stream),
    }.items():  # fmt: skip
        yield Valid(f"several.{suffix}", data, several, counts=counts)
