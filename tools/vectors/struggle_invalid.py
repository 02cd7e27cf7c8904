"""The invalid vectors of Struggle, each fault in text and in JSON where both can show it."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.make import Invalid, Record, json_lines, marked
from tools.vectors.struggle_records import ID, dice, record, sgn, thrown, won
from tools.vectors.struggle_valid import CARDS, LAST


def invalid() -> Iterator[Invalid]:
    """All invalid vectors."""
    yield from _tokens()
    yield from _rolls()
    yield from _plays()
    yield from _dice_rolled()
    yield from _ends()
    yield from _numbers()
    yield from _setups()
    yield from _positions()
    yield from _dice_fields()


def _text(name: str, code: str, content: str, **about: Any) -> Invalid:
    data, line, column = marked(content)
    return Invalid(f"{name}.sgn", data, code, line, column, **about)


def _form(name: str, code: str, fields: Record, mark: str, **about: Any) -> Invalid:
    data, line, _ = marked(json_lines(fields, mark))
    return Invalid(f"{name}.json", data, code, line, **about)


def _played(
    code: str,
    extra: str,
    moves: str,
    near: str | None,
    setup: Record | None = None,
    result: Record | None = None,
    **more: Any,
) -> Iterator[Invalid]:
    """A fault of the last of `moves`."""
    name = f"struggle-{code}-{extra}" if extra else f"struggle-{code}"
    *before, token = moves.split()
    shown = token if len(token) <= 60 else f"{token[:57]}..."
    about = {"ply": len(before) + 1, "token": shown, "suggestion": near}
    body = " ".join([*before, f"‸{token}", *([] if result else ["*"])])
    tags = f'Id "{more["id"]}"' if "id" in more else ""
    yield _text(name, f"struggle.{code}", sgn(body, setup, result, tags), **about)
    yield _form(name, f"struggle.{code}", record(moves, result, setup, **more), "moves", **about)


def _tokens() -> Iterator[Invalid]:
    cases = {
        "small-letters": "jjjtt=j3t2", "no-plays": "JJJTT=", "rolls-alone": "JJJTT", "zero": "JJJTT=J0T2",
        "six": "JJJTT=J6T2", "number-first": "JJJTT=3J2T", "ten": "JJJ1010=J3T2", "no-plus": "JJJTT/JJ=J3T2",
        "three-re-rolls": "JJJTT/+JJJTT/+JJJTT/+JJJTT=J3T2", "ace-played": "AAJTT=A2J1T2",
        "dash": "JJJTT=J3-T2",
        "other-digits": "JJJTT=J３T2", "other-letter": "ЈJJTT=J3T2", "word": "pass",
    }  # fmt: skip
    near = {"no-plays": "JJJTT=J3T2", "rolls-alone": "JJJTT=J3T2", "zero": "JJJTT=J3T2", "six": "JJJTT=J3T2",
            "number-first": "JJJTT=J3T2", "dash": "JJJTT=J3T2", "other-digits": "JJJTT=J3T2",
            "ace-played": "AAJTT=J1T4"}  # fmt: skip
    for name, token in cases.items():
        yield from _played("syntax", name, token, near.get(name))
    for name, token in {"empty": "", "blank": "JJJTT=J3T2 ", "number": "1.JJJTT=J3T2"}.items():
        fields = record() | {"moves": [token]}
        about = {"ply": 1, "token": token, "suggestion": "JJJTT=J3T2" if name == "blank" else None}
        yield _form(f"struggle-syntax-{name}", "struggle.syntax", fields, "moves", **about)


def _rolls() -> Iterator[Invalid]:
    yield from _played("face-order", "first", "TTJJJ=J3T2", None)
    yield from _played("face-order", "kept", "AKQJ9/KA+KT9=K3T191", None)
    yield from _played("face-order", "thrown", "AKQJ9/AK+9TK=K3T191", None)
    yield from _played("face-order", "third", "AKQJ9/AK+KT9/A+9TKK=K3T191", None)
    yield from _played("dice-count", "four", "JJJT=J3T1", None)
    yield from _played("dice-count", "six", "JJJJTT=J4T2", None)
    yield from _played("dice-count", "none", "=J3T2", None)
    yield from _played("dice-count", "re-roll", "AKQJ9/AK+KT=K3T1", None)
    yield from _played("dice-count", "second-re-roll", "AKQJ9/AK+KT9/AK+KTT9=K3T2", None)
    yield from _played("nothing-thrown", "", "AKQJ9/AKQJ9+=K2Q1J191", None)
    yield from _played("kept-not-rolled", "", "AKQJ9/AT+KT9=K2T291", None)
    yield from _played("kept-not-rolled", "twice", "AKQJ9/KK+KT9=K3T191", None)
    yield from _played("kept-not-rolled", "earlier", "AKQJ9/AK+KT9/Q+KKT9=K3T191", None)


def _plays() -> Iterator[Invalid]:
    yield from _played("piece-twice", "", "JJJTT=J3J2", "JJJTT=J3T2")
    yield from _played("not-in-hand", "", "JJJTT=J3T2K1", "JJJTT=J3T2")
    yield from _played("ace-absent", "", "AJJT9=J2T191K1", "AJJT9=J2T192")
    yield from _played("ace-absent", "five-aces", "AAAAA=K5", "AAAAA=-")
    yield from _played("no-effect", "abstains", "JJJTT=-", "JJJTT=J3T2")
    gone: Record = {"position": "K:A Q:5 J:8 T:0 9:0 p1 7"}
    yield from _played("no-effect", "plays", "AAAKK=K5", "AAAKK=-", gone)
    yield from _played("arrived", "", "KKKQQ=K3Q2", "KKKQQ=Q2", gone)
    yield from _played("ace-arrived", "", "AKKQQ=K3Q2", "AKKQQ=Q3", gone)
    yield from _played("wrong-total", "low", "JJJTT=J2T2", "JJJTT=J3T2")
    yield from _played("wrong-total", "high", "JJJTT=J4T2", "JJJTT=J3T2")
    yield from _played("wrong-total", "ace-left", "AJJTT=J2T2", "AJJTT=J2T3")
    yield from _played("wrong-total", "ace-twice", "AJJTT=J3T3", "AJJTT=J2T3")
    yield from _played("piece-left-out", "", "JJJTT=J3", "JJJTT=J3T2")
    yield from _played("piece-left-out", "second-turn", "JJJTT=J3T2 KQJT9=K1Q1J1T1", "KQJT9=91K1Q1J1T1")
    last: Record = {"position": LAST, "cards": CARDS}
    yield from _played("after-win", "", "TT999=T293", "TT999=93", last)
    early = {"position": LAST.replace("29", "20"), "cards": CARDS}
    yield from _played("wrong-total", "ace-left-at-the-end", "AAT99=92T2", "AAT99=92T3", early)
    yield from _played("after-end", "", "TT999=T2 AAAAA=-", None, last, won("p1", p1=20, p2=0))


def _dice_rolled() -> Iterator[Invalid]:
    fields: Record = {"dice": dice()}
    first, again = thrown(1, 0, 5), thrown(1, 1, 5)
    other = "KKKKK" if first != "KKKKK" else "QQQQQ"
    yield from _played("wrong-roll", "first", f"{other}={other[0]}5", None, fields, id=ID)
    wrong = "KKKKK" if again != "KKKKK" else "QQQQQ"
    yield from _played("wrong-roll", "second", f"{first}/+{wrong}={wrong[0]}5", None, fields, id=ID)


def _ended(
    name: str, code: str, moves: str, claimed: Record | None, token: str, near: str | None, setup: Record
) -> Iterator[Invalid]:
    """A claimed result that cannot stand, in text and in JSON."""
    head = sgn(moves, setup, claimed) if claimed else sgn(f"{moves} *".strip(), setup)
    lines = head.rstrip("\n").rpartition(token)
    yield _text(name, code, f"{lines[0]}‸{token}{lines[2]}\n", token=token, suggestion=near)
    yield _form(name, code, record(moves, claimed, setup), "result", token=token, suggestion=near)


def _ends() -> Iterator[Invalid]:
    last: Record = {"position": LAST, "cards": CARDS}
    yield from _ended("result-missing", "result.missing", "TT999=T2", None, "*", "win:p1", last)
    yield from _ended("result-differs", "result.differs", "TT999=T2", won("p2"), "win:p2", "win:p1", last)
    yield from _ended(
        "result-differs-shared", "result.differs", "TT999=T2", won("p1", "p2"), "win:p1,p2", "win:p1", last
    )
    yield from _ended("result-not-reached", "result.not-reached", "AAAAA=-", won("p1"), "win:p1", "*", last)
    wrong = won("p1", p1=30, p2=0)
    yield from _ended("result-differs-scores", "result.differs", "TT999=T2", wrong, "win:p1", "win:p1", last)
    for name, cards in {"all": {}, "one": {"cards": {"p1": "KQ9JT"}}}.items():
        setup: Record = {"position": LAST, **cards}
        text = "‸" + sgn("TT999=T2 *", setup)
        yield _text(f"struggle-cards-missing-{name}", "struggle.cards-missing", text)
        fields = record("TT999=T2", None, setup)
        yield _form(f"struggle-cards-missing-{name}", "struggle.cards-missing", fields, "setup")
    resigned = {"winners": ["p1"], "reason": "resign"}
    text = sgn("AAAAA=-", last, resigned).replace("[Reason", "‸[Reason")
    yield _text("record-reason-resign", "record.reason", text, token="resign")
    yield _form(
        "record-reason-resign", "record.reason", record("AAAAA=-", resigned, last), "result", token="resign"
    )
    yield _text(
        "record-seat-p3", "record.seat", sgn("*", tags='P3 "Cleo"').replace("[P3", "‸[P3"), token="p3"
    )


def _numbers() -> Iterator[Invalid]:
    late: Record = {"position": "K:0 Q:5 J:8 T:0 9:A p2 7"}
    cases: dict[str, tuple[str, int, Record | None]] = {
        "first": ("‸2. JJJTT=J3T2 *", 1, None),
        "second": ("1. JJJTT=J3T2 ‸3. AAAAA=- *", 2, None),
        "again": ("1. JJJTT=J3T2 ‸1. AAAAA=- *", 2, None),
        "zero": ("‸01. JJJTT=J3T2 *", 1, None),
        "dots": ("‸1... JJJTT=J3T2 *", 1, None),
        "position": ("7. AAAAA=- ‸9. AAAAA=- *", 2, late),
        "position-first": ("‸1. AAAAA=- *", 1, late),
    }
    for name, (body, ply, setup) in cases.items():
        token = body.partition("‸")[2].split(" ")[0]
        yield _text(f"text-number-{name}", "text.number", sgn(body, setup), ply=ply, token=token)
    yield _text("text-number-twice", "text.number", sgn("1. ‸1. JJJTT=J3T2 *"), token="1.")


def _setup(
    name: str,
    code: str,
    field: str,
    fields: Record,
    token: str | None = None,
    in_text: bool = True,
    **more: Any,
) -> Iterator[Invalid]:
    """A fault of the set-up field `field`, in text and in JSON."""
    if in_text:
        tags = f'Id "{more["id"]}"' if "id" in more else ""
        yield _text(name, code, sgn("*", fields, tags=tags, mark=field), token=token)
    yield _form(name, code, record(setup=fields, **more), "setup", token=token)


def _setups() -> Iterator[Invalid]:
    hidden = "#" + "0" * 64
    for number in ("1", "5"):
        yield from _setup(
            f"struggle-players-{number}", "struggle.players", "players", {"players": int(number)}, number
        )
    yield from _setup("struggle-first", "struggle.first", "first", {"first": "p3"}, "p3")
    yield from _setup("struggle-first-with-a-position", "struggle.first", "first",
                      {"first": "p4", "position": "K:0 Q:5 J:8 T:0 9:A p2 7"}, "p4")  # fmt: skip
    for name, colours in {"letter": "YRG", "small": "yrb", "empty": "", "long": "Y" * 10_001}.items():
        yield from _setup(f"struggle-colours-{name}", "struggle.colours", "colours", {"colours": colours})
    cards: dict[str, tuple[str, Record, str]] = {
        "cards-seat": ("cards-seat", {"p3": "JT9QK"}, "p3"),
        "cards-seat-table": ("cards-seat", {"table": "JT9QK"}, "table"),
        "card-four": ("card", {"p1": "JT9Q"}, "JT9Q"),
        "card-twice-a-piece": ("card", {"p1": "JT9QQ"}, "JT9QQ"),
        "card-null": ("card", {"p1": None}, "null"),
        "card-not-in-deck": ("card-not-in-deck", {"p1": "KQJT9"}, "KQJT9"),
        "card-twice": ("card-twice", {"p1": "JT9QK", "p2": "JT9QK"}, "JT9QK"),
        "commitment-short": ("commitment", {"p1": hidden[:-1]}, hidden[:57] + "..."),
        "commitment-capitals": ("commitment", {"p2": "#" + "A" * 64}, "#" + "A" * 56 + "..."),
    }
    for name, (code, value, token) in cards.items():
        yield from _setup(f"struggle-{name}", f"struggle.{code}", "cards", {"cards": value}, token)
    yield from _setup("setup-value-track", "setup.value", "track", {"track": "struggle-33"}, "struggle-33")
    yield from _setup("setup-value-deck", "setup.value", "deck", {"deck": "printed"}, "printed")
    yield from _setup(
        "setup-exclusive", "setup.exclusive", "track", {"track": "struggle-32", "colours": "YRB"}
    )
    yield from _setup("setup-type-players", "setup.type", "players", {"players": "2"}, "2", in_text=False)
    yield from _setup("setup-type-cards", "setup.type", "cards", {"cards": ["JT9QK"]})


def _positions() -> Iterator[Invalid]:
    good = "K:0 Q:5 J:8 T:0 9:A p1 7"
    cases = {
        "position-empty": "", "position-two-blanks": good.replace(" p1", "  p1"),
        "position-order": "Q:5 K:0 J:8 T:0 9:A p1 7",
        "position-six-parts": good.replace("K:0 ", ""), "position-leading-zero": good.replace("5", "05"),
        "position-place": good.replace("A", "F"), "position-small": good.replace("K:", "k:"),
        "position-other-digits": good.replace("5", "٥"), "position-player": good.replace("p1", "p5"),
        "position-turn-zero": good.replace("7", "0"), "position-turn-leading-zero": good.replace("7", "07"),
        "position-turn-too-long": good + "0" * 18, "position-seat": good.replace("p1", "p3"),
        "same-space": good.replace("Q:5", "Q:8"), "on-black": good.replace("Q:5", "Q:6"),
        "beyond-track": good.replace("Q:5", "Q:33"), "beyond-track-last": good.replace("Q:5", "Q:32"),
        "places-gap": good.replace("A", "B"), "places-twice": good.replace("K:0", "K:A"),
        "four-arrived": "K:A Q:B J:C T:D 9:0 p1 7", "four-arrived-all": "K:A Q:B J:C T:D 9:E p1 7",
    }  # fmt: skip
    codes = ("position-seat", "same-space", "on-black", "beyond-track", "places", "four-arrived", "position")
    for name, value in cases.items():
        code = next(code for code in codes if name.startswith(code))
        yield from _setup(f"struggle-{name}", f"struggle.{code}", "position", {"position": value}, value)


def _dice_fields() -> Iterator[Invalid]:
    cases: dict[str, tuple[str, object, str | None]] = {
        "dice-word": ("dice", "loaded", "loaded"),
        "dice-list": ("dice", [5], "a list"),
        "dice-part": ("dice", dice(sides=6), "sides"),
        "dice-scheme": ("dice-scheme", dice(scheme="sha256"), None),
        "dice-scheme-missing": ("dice-scheme", dice(scheme=None), None),
        "commitment-missing": ("commitment", dice(commit=None), None),
        "commitment-dice": ("commitment", dice(commit=dice()["commit"][1:]), None),
        "dice-client": ("dice-client", dice(client=None), None),
        "dice-client-number": ("dice-client", dice(client=7), None),
        "dice-client-long": ("dice-client", dice(client="x" * 10_001), None),
        "dice-nonce": ("dice-nonce", dice(nonce="0" * 63), None),
        "dice-seed": ("dice-seed", dice(seed="F" * 64), None),
        "dice-opening-seed": ("dice-opening", dice(nonce=None), None),
        "dice-opening-nonce": ("dice-opening", dice(seed=None), None),
    }
    for name, (code, value, token) in cases.items():
        more: dict[str, Any] = {"id": ID} if isinstance(value, dict) else {}
        yield from _setup(f"struggle-{name}", f"struggle.{code}", "dice", {"dice": value}, token, **more)
