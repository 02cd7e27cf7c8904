"""The invalid vectors of Struckle, each fault in text and in JSON where both can show it."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.make import Invalid, json_lines, marked
from tools.vectors.struckle_records import position, record, sgn, won


def invalid() -> Iterator[Invalid]:
    """All invalid vectors."""
    yield from _tokens()
    yield from _order()
    yield from _steps()
    yield from _powers()
    yield from _ends()
    yield from _numbers()
    yield from _setups()


def _text(name: str, code: str, content: str, **about: Any) -> Invalid:
    data, line, column = marked(content)
    return Invalid(f"{name}.sgn", data, code, line, column, **about)


def _form(name: str, code: str, fields: dict[str, Any], mark: str, **about: Any) -> Invalid:
    data, line, _ = marked(json_lines(fields, mark))
    return Invalid(f"{name}.json", data, code, line, **about)


def _played(
    name: str, moves: str, near: str | None, start: str | None = None, winner: str | None = None
) -> Iterator[Invalid]:
    """A fault of the last of `moves`; the code is the beginning of the name."""
    code = next(code for code in CODES if name.startswith(code))
    *before, token = moves.split()
    about = {"ply": len(before) + 1, "token": token, "suggestion": near}
    body = " ".join([*before, f"‸{token}", *([] if winner else ["*"])])
    yield _text(f"struckle-{name}", f"struckle.{code}", sgn(body, start, winner), **about)
    fields = record(moves, won(winner) if winner else None, start)
    yield _form(f"struckle-{name}", f"struckle.{code}", fields, "moves", **about)


CODES = (
    "syntax", "after-end", "wrong-piece", "not-adjacent", "step-occupied", "after-win", "wrong-power",
    "not-promoted", "no-target", "own-piece", "protected", "target-demoted", "on-gold", "no-room-behind",
    "home-taken",
)  # fmt: skip


def _tokens() -> Iterator[Invalid]:
    cases = {
        "letter": ("D", "D-"),
        "no-letter": ("b6", "Db6"),
        "case": ("DB6", "Db6"),
        "square": ("Db9", "Db5"),
        "dash": ("Db6-c5", "Db6c5"),
        "three-steps": ("Db6c5b4", "Db6c5"),
        "capital-square": ("Db6!G5", "Db6"),
        "half-power": ("Db6!", "Db6"),
        "number-as-token": ("TB:Db6", "Db6"),
        "brainwash-half": ("P~c7", "D-"),
        "other-digits": ("Db٦", "Db5"),
    }
    for name, (token, near) in cases.items():
        yield from _played(f"syntax-{name}", token, near)
    for name, token in {"empty": "", "blank": "D- "}.items():
        fields = record() | {"moves": [token]}
        yield _form(f"struckle-syntax-{name}", "struckle.syntax", fields, "moves", ply=1, token=token,
                    suggestion="D-")  # fmt: skip


def _order() -> Iterator[Invalid]:
    yield from _played("wrong-piece", "Hb5", "Db5")
    yield from _played("wrong-piece-left-out", "D- H- S-", "P-")
    yield from _played("wrong-piece-too-many", "D- H- P- S- S-", "D-")
    yield from _played("wrong-piece-from-a-position", "Dg4", "Pg4", position(acting="SB:P"))
    over = position("TBD=g6 TBS=h2")
    yield from _played("after-end", "Dh7 H-", None, over, "TB")
    decided = position("TBD=h2 TBS=h7", "TG:D", 9)
    yield from _played("after-end-at-the-start", "D-", None, decided, "TB")
    pushed = position("SBD=b6 SBH=a2 TBH=c5+", "TB:H")
    yield from _played("after-end-by-a-charge", "H^b6 P-", None, pushed, "SB")


def _steps() -> Iterator[Invalid]:
    yield from _played("not-adjacent", "Db4", "Db5")
    yield from _played("not-adjacent-stays", "Da6", "Da7")
    yield from _played("not-adjacent-second", "Db6d6", "Db6c6")
    yield from _played("step-occupied", "Da5", "Db5")
    yield from _played("step-occupied-second", "Db5a4", "Db5b4")
    near = position("TBD=g6+ TBS=h2 SGH=b4+")
    yield from _played("after-win-step", "Dh7h6", "Dh7", near)
    yield from _played("after-win-power", "Dh7!b4", "Dh7", near)
    yield from _played("after-win-second", "Dg7h7!b4", "Dg7h7", near)


def _powers() -> Iterator[Invalid]:
    yield from _played("wrong-power", "D^b6", "D-")
    yield from _played("not-promoted", "Db6c5!g5", "Db6c5")
    lost = position("TBD=c4+ SGH=g4+")
    yield from _played("not-promoted-by-red", "Dc3!g4", "Dc3", lost)
    diva = position("TBD=d4+ TBH=c5 SGH=g4+ TGS=d3+ SBP=e5+ SGD=b4")
    yield from _played("no-target", "D!g5", "D!g4", diva)
    yield from _played("own-piece", "D!c5", "D!g4", diva)
    yield from _played("protected", "D!d3", "D!g4", diva)
    yield from _played("target-demoted", "D!b4", "D!g4", diva)
    yield from _played("on-gold", "D!e5", "D!g4", diva)
    hero = position("TBH=g4+ SBD=g3 SBP=g2 SGH=f4", "TB:H")
    yield from _played("no-room-behind", "H^g3", "H^f4", hero)
    yield from _played("no-room-behind-edge", "H^h4", "H^f4", hero)
    yield from _played("not-adjacent-charge", "H^g2", "H^f4", hero)
    wise = position("TBP=d4+ TBD=d3 TGD=b5+", "TB:P")
    yield from _played("not-adjacent-brainwash", "P~b5b7", "P~b5b6", wise)
    yield from _played("step-occupied-brainwash", "P~b5a5", "P~b5a4", wise)
    yield from _played("protected-brainwash", "P~d1d2", "P~b5c4", wise)
    shade = position("TBS=d4+ TGD=b4 SGH=c1 SBD=g6 SGS=g5", "TB:S")
    yield from _played("home-taken", "S@b4", "S@c1", shade)
    yield from _played("protected-homegoing", "S@g6", "S@g5", shade)


def _ended(
    name: str, code: str, moves: str, claimed: object, token: str, near: str | None, start: str | None = None
) -> Iterator[Invalid]:
    """A claimed result that cannot stand, in text and in JSON."""
    tags = f'Reason "{claimed["reason"]}"' if isinstance(claimed, dict) else ""
    about = {"token": token, "suggestion": near}
    yield _text(name, code, sgn(f"{moves} ‸{token}".strip(), start, tags=tags), **about)
    yield _form(name, code, record(moves, claimed, start), "result", **about)


def _ends() -> Iterator[Invalid]:
    near = position("TBD=g6 TBS=h2")
    yield from _ended("result-missing", "result.missing", "Dh7", None, "*", "win:TB", near)
    decided = position("TBD=h2 TBS=h7", "TG:D", 9)
    yield from _ended("result-missing-decided", "result.missing", "", None, "*", "win:TB", decided)
    yield from _ended("result-differs", "result.differs", "Dh7", won("TG"), "win:TG", "win:TB", near)
    pushed = position("SBD=b6 SBH=a2 TBH=c5+", "TB:H")
    yield from _ended(
        "result-differs-charge", "result.differs", "H^b6", won("TB"), "win:TB", "win:SB", pushed
    )
    yield from _ended("result-not-reached", "result.not-reached", "D-", won("TB"), "win:TB", "*")
    resigned = {"winners": ["TB"], "reason": "resign"}
    text = sgn("D- win:TB", tags='Reason "resign"').replace("[Reason", "‸[Reason")
    yield _text("record-reason-resign", "record.reason", text, token="resign")
    yield _form("record-reason-resign", "record.reason", record("D-", resigned), "result", token="resign")
    both = {"winners": ["TG", "TB"], "reason": "goals"}
    yield _form("record-winners-order", "record.winners", record("D-", both), "result")


def _numbers() -> Iterator[Invalid]:
    whole = "1.TB D- H- P- S-"
    cases = {
        "house": ("‸1.TG D- *", 1),
        "round": ("‸2.TB D- *", 1),
        "no-house": ("‸1. D- *", 1),
        "house-out-of-order": (f"{whole} ‸1.SB D- H- P- S- *", 5),
        "house-again": (f"{whole} ‸1.TB D- *", 5),
        "round-too-early": (f"{whole} ‸2.TG D- *", 5),
        "in-a-house-turn": ("1.TB D- ‸1.TG H- *", 2),
    }
    for name, (body, ply) in cases.items():
        token = body.partition("‸")[2].split(" ")[0]
        yield _text(f"text-number-{name}", "text.number", sgn(body), ply=ply, token=token)
    late = position(acting="SG:S", number=3)
    yield _text("text-number-position", "text.number", sgn("3.SG S- ‸3.TB D- *", late), ply=2, token="3.TB")
    yield _text("text-number-twice", "text.number", sgn("1.TB ‸1.TB D- *"), token="1.TB")


def _setup(name: str, code: str, value: str) -> Iterator[Invalid]:
    shown = value if len(value) <= 60 else f"{value[:57]}..."
    text = sgn("*", value).replace("[Position", "‸[Position")
    yield _text(name, code, text, token=shown)
    yield _form(name, code, record(start=value), "setup", token=shown)


def _setups() -> Iterator[Invalid]:
    good = position()
    cases = {
        "empty": "",
        "five-parts": good.rpartition(" ")[0],
        "two-blanks": good.replace(" TB", "  TB"),
        "three-pieces": good.replace("a6", ""),
        "five-pieces": good.replace("a6", "a6a7"),
        "capital": good.replace("a6", "A6"),
        "no-square": good.replace("a6", "a9"),
        "two-plus": good.replace("a6", "a6++"),
        "other-digits": good.replace("a6", "a٦"),
        "house": good.replace("TB:D", "BT:D"),
        "piece": good.replace("TB:D", "TB:K"),
        "no-piece": good.replace("TB:D", "TB"),
        "round-zero": position(number=0),
        "round-leading-zero": good[:-1] + "01",
        "round-too-long": good[:-1] + "1" + "0" * 18,
    }
    for name, value in cases.items():
        yield from _setup(f"struckle-position-{name}", "struckle.position", value)
    yield from _setup("struckle-same-square", "struckle.same-square", position("TBD=a5"))
    yield from _setup("struckle-wrong-state-gold", "struckle.wrong-state", position("TBD=d4"))
    yield from _setup("struckle-wrong-state-red", "struckle.wrong-state", position("SGS=g7+"))
    twice = position("TBD=h2 TBS=h7 TGD=b8 TGH=g8")
    yield from _setup("struckle-decided-twice", "struckle.decided-twice", twice)
    unknown = record(setup={"men": 8})
    yield _form("setup-unknown", "setup.unknown", unknown, "setup", token="men")
    wrong = record(setup={"position": 1})
    yield _form("setup-type-position", "setup.type", wrong, "setup", token="1")
