"""The invalid vectors of Crungle; what every game shares is shown by those of Castle."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.crungle import AGREED, APART, TOGETHER, as_json, as_text, record, sgn, won
from tools.vectors.crungle_broken_games import broken_games
from tools.vectors.make import Invalid


def invalid() -> Iterator[Invalid]:
    """All invalid vectors."""
    yield from _forms()
    yield from _fields()
    yield from _setups()
    yield from _starts()
    yield from _tag_values()
    yield from _tokens()
    yield from broken_games()


def _forms() -> Iterator[Invalid]:
    about: dict[str, Any] = {"token": "white"}
    yield as_json("record-seat", "record.seat", record(players={"white": "Ana"}), "players", **about)
    about = {"token": "resign"}
    yield as_json("record-reason-resign", "record.reason", record("", won("orange", "resign")), "result",
                  **about)  # fmt: skip
    text = sgn("win:orange", more='‸[Reason "resign"]')
    yield as_text("record-reason-resign", "record.reason", text, **about)
    unfit = {"winners": ["orange", "purple"], "reason": "bet"}
    yield as_json("record-winners-order", "record.winners", record("", unfit), "result")
    yield as_text("record-winners-seat", "record.winners", sgn("‸win:white", result=won("", "bet")),
                  token="white")  # fmt: skip
    unfit = AGREED | {"scores": {"purple": 1}}
    yield as_json("record-scores", "record.scores", record("", unfit), "result")
    opening = {"seat": "purple", "what": "goal", "nonce": "0" * 64, "value": "G1"}
    yield as_json("record-reveals", "record.reveals", record() | {"reveals": [opening]}, "reveals")
    yield as_text("record-rules-newer", "record.rules-newer", sgn("*", more='‸[RulesVersion "2"]'))
    fields = record(tags={"Goals": "G1 G2"})
    yield as_json("record-tag-reserved", "record.tag-reserved", fields, "tags", token="Goals")


def _without(name: str) -> dict[str, Any]:
    return {key: value for key, value in TOGETHER.items() if key != name}


def _fields() -> Iterator[Invalid]:
    for name in TOGETHER:
        rest = _without(name)
        yield as_text(f"setup-missing-{name}", "setup.missing", "‸" + sgn("M14:1 *", rest))
        yield as_json(f"setup-missing-{name}", "setup.missing", record("M14:1", None, rest), "setup")
    wrong: dict[str, tuple[Any, str | None]] = {
        "goals": ("G1 G2", None), "rules": ({"orange": "M2"}, None), "start": ([1, 1], None),
        "draft": (1, "1"),
    }  # fmt: skip
    for name, (value, token) in wrong.items():
        fields = record("", None, TOGETHER | {name: value})
        yield as_json(f"setup-type-{name}", "setup.type", fields, "setup", token=token)
    fields = record("", None, TOGETHER | {"board": "3x3"})
    yield as_json("setup-unknown", "setup.unknown", fields, "setup", token="board")
    thrown = TOGETHER | {"draft": "thrown"}
    yield as_text("setup-value-draft", "setup.value", sgn("*", thrown, at="draft"), token="thrown")
    yield as_json("setup-value-draft", "setup.value", record("", None, thrown), "setup", token="thrown")


def _both(name: str, code: str, field: str, value: object, token: str | None = None) -> Iterator[Invalid]:
    """A fault of one set-up field in text and in JSON."""
    setup = TOGETHER | {field: value}
    yield as_text(name, code, sgn("*", setup, at=field), token=token)
    yield as_json(name, code, record("", None, setup), "setup", token=token)


def _setups() -> Iterator[Invalid]:
    goals: dict[str, tuple[list[str], str | None]] = {
        "one": (["G1"], None), "three": (["G1", "G2", "G3"], None), "none": ([], None),
        "same-cr1": (["G2", "G2"], None), "eleven": (["G1", "G11"], "G11"), "zero": (["G0", "G2"], "G0"),
        "lower-case": (["g1", "G2"], "g1"), "leading-zero": (["G1", "G02"], "G02"),
    }  # fmt: skip
    for name, (value, token) in goals.items():
        yield from _both(f"crungle-goals-{name}", "crungle.goals", "goals", value, token)
    fields = record("", None, TOGETHER | {"goals": ["G1", 2]})
    yield as_json("crungle-goals-number", "crungle.goals", fields, "setup", token="2")
    rules: dict[str, tuple[str, str | None]] = {
        "three": ("M14 M15 M2", None), "five": ("M14 M15 M2 M5 M6", None),
        "same-cr1": ("M14 M15 M2 M14", None), "31": ("M14 M15 M2 M31", "M31"),
        "no-indirect": ("M14 M15 M2 I5", "I5"), "lower-case": ("M14 m15 M2 M5", "m15"),
        "stated": ("M14 M15 M2 I1(M2)", "I1(M2)"),
    }  # fmt: skip
    for name, (text, token) in rules.items():
        yield from _both(f"crungle-rules-{name}", "crungle.rules", "rules", text.split(), token)
    yield from _both("crungle-indirect", "crungle.indirect", "rules", ["M14", "I1", "M2", "I4"])
    yield from _both("crungle-indirect-four", "crungle.indirect", "rules", ["I1", "I2", "I3", "I4"])


def _starts() -> Iterator[Invalid]:
    cells: dict[str, tuple[dict[str, int], str | None]] = {
        "zero": ({"orange": 0, "purple": 1}, "0"), "ten": ({"orange": 1, "purple": 10}, "10"),
        "one-seat": ({"orange": 1}, None), "seat": ({"orange": 1, "purple": 1, "white": 9}, "white"),
    }  # fmt: skip
    for name, (value, token) in cells.items():
        yield from _both(f"crungle-start-{name}", "crungle.start", "start", value, token)
    for name, cell in {"string": "1", "true": True, "point": 1.5}.items():
        fields = record("", None, TOGETHER | {"start": {"orange": cell, "purple": 1}})
        token = "true" if cell is True else str(cell)
        yield as_json(f"crungle-start-{name}", "crungle.start", fields, "setup", token=token)
    center = {"orange": 5, "purple": 5}
    yield from _both("crungle-start-center", "crungle.start-center", "start", center)
    for name, (orange, purple) in {"row": (1, 2), "corner": (1, 5), "column": (9, 6)}.items():
        value = {"orange": orange, "purple": purple}
        yield from _both(f"crungle-start-adjacent-{name}", "crungle.start-adjacent", "start", value)


def _tag_values() -> Iterator[Invalid]:
    starts = {
        "no-sign": "orange 1 purple 9", "seat-twice": "orange=1 orange=2", "no-number": "orange=x purple=9",
        "commas": "orange=1, purple=9", "upper-case": "Orange=1 purple=9", "json": "{}",
        "minus": "orange=-1 purple=9", "blank-inside": "orange= 1 purple=9",
        "leading-zero": "orange=01 purple=9",
    }  # fmt: skip
    for name, value in starts.items():
        text = sgn("*", TOGETHER | {"start": value}, at="start")
        yield as_text(f"text-tag-value-start-{name}", "text.tag-value", text, token=value)
    twice = sgn("*", more='[Goals "G1 G2"]').replace('[Goals "G1 G2"]\n[Rules', '‸[goals "G1 G2"]\n[Rules')
    yield as_text("text-tag-twice-goals", "text.tag-twice", twice, token="goals")


_SYNTAX = {
    "rule-31": ("M31:4", "M13:4"), "rule-0": ("M0:4", "M13:4"), "leading-zero": ("M02:4", "M13:4"),
    "cell-0": ("M2:0", "M2:6"), "cell-10": ("M2:10", "M2:6"), "no-cell": ("M2", "M2:6"),
    "opponent-0": ("M3:6/0", "M3:6/1"), "opponent-nothing": ("M3:6/", "M3:6/1"),
    "lower-case": ("m2:6", "M2:6"), "other-sign": ("M2-6", "M2:6"), "two-objections": ("M2:6??", "M2:6"),
    "objection-first": ("?M2:6", "M2:6"), "objection-alone": ("?", "M2:6"),
    "objection-to-accept": ("accept?", "M13:2"), "indirect-5": ("I5(M2):6", "I1(M2):6"),
    "indirect-alone": ("I1:6", "M2:6"), "indirect-inside": ("I1(I2):6", "I1(M2):6"),
    "i1-two-rules": ("I1(M2,M3):6", "I1(M2):6"), "i2-one-rule": ("I2(M2):6", "I1(M2):6"),
    "i2-three-rules": ("I2(M2,M3,M13):6", "I1(M13):2"), "bracket-joined": ("(M2:6", "M2:6"),
    "capital-pass": ("Pass", "M2:6"), "bet-nobody": ("bet", "M2:6"), "bet-seat": ("bet:white", "M13:2"),
    "number": ("1.", "M13:2"), "resign": ("resign", "M13:2"), "other-digit": ("M2:٦", "M2:6"),
}  # fmt: skip
"""By name: a token that is none, and the nearest legal one at the start of `APART`."""


def _tokens() -> Iterator[Invalid]:
    for name, (token, near) in _SYNTAX.items():
        about: dict[str, Any] = {"ply": 1, "token": token, "suggestion": near}
        yield as_text(f"crungle-syntax-{name}", "crungle.syntax", sgn(f"‸{token} *", APART), **about)
        fields = record(token, None, APART)
        yield as_json(f"crungle-syntax-{name}", "crungle.syntax", fields, "moves", **about)
    blanks = {"empty": "", "blank-inside": "I1(M2, M3):6", "blank-behind": "M2:6 ", "line-end": "M2:6\n"}
    for name, token in blanks.items():
        fields = record("", None, APART) | {"moves": [token]}
        about = {"ply": 1, "token": token, "suggestion": "I1(M2):6" if name == "blank-inside" else "M2:6"}
        yield as_json(f"crungle-syntax-{name}", "crungle.syntax", fields, "moves", **about)
