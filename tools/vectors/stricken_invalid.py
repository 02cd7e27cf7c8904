"""The invalid vectors of Stricken, each fault in text and in JSON where both can show it."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.make import Invalid, Record, json_lines, marked
from tools.vectors.stricken_records import (
    AT_ONCE,
    CLOSE,
    DEFAULT,
    HASH,
    PULSED,
    changed,
    hidden,
    record,
    sgn,
    won,
)


def invalid() -> Iterator[Invalid]:
    """All invalid vectors."""
    yield from _tokens()
    yield from _actions()
    yield from _abilities()
    yield from _orders()
    yield from _hidden()
    yield from _ends()
    yield from _numbers()
    yield from _shells()
    yield from _fields()


def _text(name: str, code: str, content: str, **about: Any) -> Invalid:
    data, line, column = marked(content)
    return Invalid(f"{name}.sgn", data, code, line, column, **about)


def _form(name: str, code: str, fields: Record, mark: str, **about: Any) -> Invalid:
    data, line, _ = marked(json_lines(fields, mark))
    return Invalid(f"{name}.json", data, code, line, **about)


CODES = (
    "syntax", "delay", "order-action", "after-end", "due-turn", "not-due", "foretold", "empty-from",
    "not-yours", "not-adjacent", "occupied", "no-target", "own-shell", "sapped", "no-ability",
    "bead-excluded", "no-ally", "no-neighbour", "claim-early", "no-orders-left", "actor-taken",
    "order-taken", "nothing-to-foretell",
)  # fmt: skip


def _played(
    name: str, moves: str, near: str | None, setup: Record = DEFAULT, result: Record | None = None
) -> Iterator[Invalid]:
    """A fault of the last of `moves`; the code is the beginning of the name."""
    code = next(code for code in CODES if name.startswith(code))
    *before, token = moves.split()
    shown = token if len(token) <= 60 else f"{token[:57]}..."
    about = {"ply": len(before) + 1, "token": shown, "suggestion": near}
    body = " ".join([*before, f"‸{token}", *([] if result else ["*"])])
    yield _text(f"stricken-{name}", f"stricken.{code}", sgn(body, setup, result), **about)
    yield _form(f"stricken-{name}", f"stricken.{code}", record(moves, result, setup), "moves", **about)


def _tokens() -> Iterator[Invalid]:
    cases = {
        "point": ("1b1-1b6", "1b1-1a1"),
        "layer": ("6b1-1b1", "1b1-1a1"),
        "capitals": ("1B1-1B2", "1b1-1b2"),
        "capital-x": ("1b1X1b2", "1b1-1b2"),
        "capital-word": ("PASS", "pass"),
        "small-ability": ("1b1:i", "1b1:I"),
        "sap-without-target": ("1b1:S", "1b1:I"),
        "inspire-with-target": ("1b1:I1c1", "1b1:I"),
        "order-without-end": ("F2[1b1-1b2", "F2[1b1-1b2]"),
        "round-brackets": ("F2(1b1-1b2)", "F2[1b1-1b2]"),
        "small-f": ("f2[1b1-1b2]", "1b1-1b2"),
        "equals-twice": ("==1b1-1b2", "1b1-1b2"),
        "void": ("void", "pass"),
        "short-hash": ("F[#0123]", "pass"),
        "hash-with-delay": (f"F2[{HASH}]", "pass"),
        "other-digits": ("1b1-1b٢", "1b1-1a1"),
        "other-dash": ("1b1–1b2", "1b1-1b2"),
    }
    for name, (token, near) in cases.items():
        yield from _played(f"syntax-{name}", token, near)
    for name, token in {"empty": "", "blank": "pass "}.items():
        fields = record() | {"moves": [token]}
        yield _form(f"stricken-syntax-{name}", "stricken.syntax", fields, "moves", ply=1, token=token,
                    suggestion="pass")  # fmt: skip
    for name, token in {"one": "F1[1b1-1b2]", "four": "F4[1b1-1b2]", "none": "F[1b1-1b2]"}.items():
        yield from _played(f"delay-{name}", token, "F2[1b1-1b2]")
    for name, token in {"pass": "F2[pass]", "claim": "F3[claim]", "due-claim": "=claim"}.items():
        yield from _played(f"order-action-{name}", token, "pass")


def _actions() -> Iterator[Invalid]:
    yield from _played("empty-from", "3c3-3c4", "1c5-1c4")
    yield from _played("not-yours", "5b1-5a1", "1b1-1a1")
    yield from _played("not-yours-second", "pass 1b1-1a1", "5b1-4b1")
    yield from _played("not-adjacent", "1b1-1b3", "1b1-1b2")
    yield from _played("not-adjacent-stays", "1b1-1b1", "1b1-1a1")
    yield from _played("not-adjacent-diagonal", "1b1-1a2", "1b1-1a1")
    yield from _played("not-adjacent-attack", "1b1x2c1", "1b1x2b1", CLOSE)
    yield from _played("not-adjacent-sap", "1b1:S2c1", "1b1:S2b1", CLOSE)
    yield from _played("occupied-own", "1b1-1c1", "1b1-1a1")
    yield from _played("occupied-enemy", "1b1-2b1", "1b1x2b1", CLOSE)
    yield from _played("no-target", "1b1x1b2", "1b1-1b2")
    yield from _played("no-target-sap", "1a3:S2a3", "1a3:I", CLOSE)
    yield from _played("own-shell", "1b1x1c1", "1b1-1a1")
    yield from _played("own-shell-sap", "1b1:S1c1", "1b1:S2b1", CLOSE)


def _abilities() -> Iterator[Invalid]:
    yield from _played("no-ability", "1b1:W", "1b1:I")
    yield from _played("no-ability-foretold", "F2[1b1:P]", "F2[1b1:I]")
    yield from _played("sapped", "1b1:S2b1 2b1:P", "2b1-3b1", CLOSE)
    yield from _played("sapped-foretold", "1b1:S2b1 F3[2b1:I]", "F3[2b1-3b1]", CLOSE)
    yield from _played("no-ally", "1b1-2b1 pass 2b1:I", "2b1-1b1")
    yield from _played("no-ally-ward", "1d5-2d5 pass 1c5-2c5 pass 1b5:W", "1b5-1a5")
    yield from _played("no-neighbour", "1d1-2d1 pass 2d1:P", "2d1-1d1")


def _orders() -> Iterator[Invalid]:
    first = "F2[1b1-1a1] pass pass pass"
    yield from _played("due-turn", f"{first} pass", "=1b1-1a1")
    yield from _played("due-turn-action", f"{first} 1b1-1a1", "=1b1-1a1")
    yield from _played("due-turn-order", f"{first} F2[1c1-1c2]", "=1b1-1a1")
    yield from _played("due-turn-claim", "F2[1a3-2a3] pass pass pass claim", "=1a3-2a3", AT_ONCE)
    yield from _played("not-due", "=1b1-1a1", "1b1-1a1")
    yield from _played("not-due-void", "=void", "pass")
    yield from _played("not-due-too-early", "F3[1b1-1a1] pass pass pass =1b1-1a1", "1b1-1a1")
    yield from _played("foretold-void", f"{first} =void", "=1b1-1a1")
    yield from _played("foretold-other", f"{first} =1b1-1b2", "=1b1-1a1")
    yield from _played("foretold-sn-9", "F2[1b1-1a1] pass 1b1-1a1 pass =1a1-1a1", "=void")
    moved = "F2[1b1x2b1] 2b1-3b1 pass pass"
    yield from _played("foretold-sn-4-away", f"{moved} =1b1x2b1", "=void", CLOSE)
    gone = "F2[1b3x1c3] 1c3x1b3 pass pass"
    yield from _played("foretold-dead-actor", f"{gone} =1b3x1c3", "=void", CLOSE)
    walked = "F2[1a3-1a4] pass 1a3-2a3 pass"
    yield from _played("foretold-not-adjacent-now", f"{walked} =1a3-1a4", "=void", CLOSE)
    three = "F2[1b1-1a1] pass F3[1c1-2c1] pass =1b1-1a1 pass F2[1d1-2d1] pass =1c1-2c1 pass =1d1-2d1 pass"
    yield from _played("no-orders-left", f"{three} F2[1a1-2a1]", "1a1-2a1")
    yield from _played("actor-taken", "F3[1b1-1a1] pass F3[1b1-1b2]", "F3[1c1-1c2]")
    yield from _played("order-taken", "F3[1b1-1a1] pass F2[1c1-2c1]", "F3[1c1-2c1]")


def _hidden() -> Iterator[Invalid]:
    shows = "1b1:W pass 1c1:W pass 1d1:W pass 1b1:P pass 1c1:P pass 1b1:I pass 1c1:I pass 1d1:I pass"
    closed = hidden(DEFAULT, "white", "black")
    yield from _played("bead-excluded", f"{shows} 1d1:P", "1d1:I", closed)
    yield from _played("no-ally-hidden", "1b1-2b1 pass 2b1:I", "2b1-1b1", closed)
    sealed = f"F[{HASH}] pass"
    yield from _played("not-due-hidden", f"{sealed} =1b1-1a1", "1b1-1a1", closed)
    yield from _played("foretold-hidden", f"{sealed} 1b1-1a1 pass =1a1-2a1", "=1a1:I", closed)
    yield from _played("due-turn-hidden", f"{sealed} pass pass pass pass pass", "=1a2:I", closed)
    yield from _played("order-taken-hidden", f"{sealed} {sealed} F2[1b1-1a1]", "F3[1b1-1a1]", closed)
    many = f"{sealed} {sealed} {sealed} =1b1-1a1 pass =1c1-2c1 pass =1d1-2d1 pass"
    yield from _played("no-orders-left-hidden", f"{many} F[{HASH}]", "pass", closed)
    gone = "5e5-5e4 3c3:P 1e1-2e1 1b1:P"
    yield from _played(
        "nothing-to-foretell", f"{gone} F3[2e1-3e1] pass F3[5e4-5e5] pass F[{HASH}]", "pass", PULSED
    )


def _ended(
    name: str, code: str, moves: str, claimed: Record | None, near: str | None, setup: Record = DEFAULT
) -> Iterator[Invalid]:
    """A claimed result that cannot stand, in text and in JSON."""
    token = "*" if claimed is None else f"win:{claimed['winners'][0]}" if claimed["winners"] else "draw"
    about = {"token": token, "suggestion": near}
    if claimed is None:
        text = sgn(f"{moves} ‸*".strip(), setup)
    else:
        body, mark, end = sgn(moves, setup, claimed).rpartition(f"{token}\n")
        text = f"{body}‸{mark}{end}"
    yield _text(name, code, text, **about)
    yield _form(name, code, record(moves, claimed, setup), "result", **about)


def _ends() -> Iterator[Invalid]:
    yield from _played("claim-early", "claim", "pass")
    yield from _played("claim-early-lead", "5e5-5e4 1b1:P 5e4-5e5 pass 5e5-5e4 claim", "pass", PULSED)
    claim = won("white", "claim", 0, 0)
    yield from _played("after-end", "claim pass", None, AT_ONCE, claim)
    yield from _ended("result-missing", "result.missing", "claim", None, "win:white", AT_ONCE)
    other = won("black", "claim", 0, 0)
    yield from _ended("result-differs", "result.differs", "claim", other, "win:white", AT_ONCE)
    scores = won("white", "claim", 1, 0)
    yield from _ended("result-differs-scores", "result.differs", "claim", scores, "win:white", AT_ONCE)
    early = {"winners": ["white"], "reason": "elimination"}
    yield from _ended("result-not-reached", "result.not-reached", "pass", early, "*")
    nobody = {"winners": [], "reason": "resign"}
    yield from _ended("result-winners-resign", "result.winners", "pass", nobody, None)
    somebody = {"winners": ["white"], "reason": "agreement"}
    yield from _ended("result-winners-agreement", "result.winners", "pass", somebody, "draw")


def _numbers() -> Iterator[Invalid]:
    cases = {
        "first": ("‸2. pass *", 1),
        "second": ("1. pass ‸2. pass *", 2),
        "third": ("1. pass pass ‸2... pass *", 3),
    }
    for name, (body, ply) in cases.items():
        token = body.partition("‸")[2].split(" ")[0]
        yield _text(f"text-number-{name}", "text.number", sgn(body), ply=ply, token=token)


def _setup(
    name: str, setup: Record, token: str | None, mark: str = "Shells", code: str = ""
) -> Iterator[Invalid]:
    """A fault of the set-up, which the text form places at the field's tag."""
    code = code or "stricken." + next(code for code in SETUP_CODES if name.startswith(code))
    name = name if code.startswith("setup") else f"stricken-{name}"
    text = sgn("*", setup).replace(f"[{mark} ", f"‸[{mark} ")
    yield _text(name, code, text, token=token)
    yield _form(name, code, record(setup=setup), "setup", token=token)


SETUP_CODES = (
    "shells", "point", "same-point", "bead-missing", "bead-both", "bead-twice", "beads", "bead", "claim-at",
)  # fmt: skip


def _shells() -> Iterator[Invalid]:
    white = ("shells", "white")
    yield from _setup("shells-list", DEFAULT | {"shells": []}, "a list")
    yield from _setup("shells-seat", changed(DEFAULT, "shells", "red", value=[]), "red")
    yield from _setup("shells-one-side", changed(DEFAULT, "shells", "black"), None)
    yield from _setup("shells-eleven", changed(DEFAULT, "shells", "black", 11), "a list")
    yield from _setup("shells-word", changed(DEFAULT, *white, 2, value="1d1"), "1d1")
    yield from _setup("shells-more", changed(DEFAULT, *white, 2, "power", value=2), "power")
    points = {"layer": "6b1", "column": "1f1", "row": "1b0", "capital": "1B1", "digits": "1b١", "empty": ""}
    for name, point in points.items():
        yield from _setup(f"point-{name}", changed(DEFAULT, *white, 0, "point", value=point), point)
    yield from _setup("point-none", changed(DEFAULT, *white, 0, "point"), None)
    yield from _setup("same-point", changed(DEFAULT, *white, 1, "point", value="1b1"), "1b1")
    yield from _setup("same-point-enemy", changed(DEFAULT, "shells", "black", 1, "point", value="1b1"), "1b1")
    beads = {"empty": "", "order": "WI", "repeated": "II", "small": "i", "letter": "IX"}
    for name, bead in beads.items():
        yield from _setup(f"bead-{name}-letters", changed(DEFAULT, *white, 0, "bead", value=bead), bead)
    yield from _setup("bead-missing-one", changed(DEFAULT, *white, 0, "bead"), None)
    bare = {key: value for key, value in hidden(DEFAULT, "black").items() if key != "beads"}
    yield from _setup("bead-missing-side", bare, None)
    yield from _setup("bead-twice-rebuilt", changed(DEFAULT, *white, 1, "bead", value="I"), "I")


def _fields() -> Iterator[Invalid]:
    closed = hidden(DEFAULT, "black")
    yield from _setup("bead-both", DEFAULT | {"beads": {"black": HASH}}, None)
    shown = HASH[:57] + "..."
    text = record(setup=closed | {"beads": HASH})
    yield _form("stricken-beads-text", "stricken.beads", text, "setup", token=shown)
    yield from _setup("beads-none", closed | {"beads": {}}, "an object", "Beads")
    short = HASH[:-1]
    yield from _setup("beads-short", closed | {"beads": {"black": short}}, short[:57] + "...", "Beads")
    capitals = HASH.upper()
    yield from _setup(
        "beads-capitals", closed | {"beads": {"black": capitals}}, capitals[:57] + "...", "Beads"
    )
    more = closed | {"beads": {"black": HASH, "red": HASH}}
    yield from _setup("beads-seat", more, "red", "Beads")
    yield from _setup("claim-at", DEFAULT | {"claim_at": -1}, "-1", "ClaimAt")
    yield from _setup("claim-at-lead", DEFAULT | {"claim_lead": -3}, "-3", "ClaimLead")
    yield from _setup("setup-value-deal", DEFAULT | {"deal": "fair"}, "fair", "Deal", "setup.value")
    unknown = record(setup=DEFAULT | {"men": 8})
    yield _form("setup-unknown", "setup.unknown", unknown, "setup", token="men")
    wrong = record(setup=DEFAULT | {"claim_at": "24"})
    yield _form("setup-type-claim-at", "setup.type", wrong, "setup", token="24")
    missing = record(setup={"deal": "free"})
    yield _form("setup-missing-shells", "setup.missing", missing, "setup")
