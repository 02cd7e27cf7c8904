"""Crungle's faults of entries and of claimed results, in text and in JSON."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.crungle import (
    AGREED,
    APART,
    HOPELESS,
    NARROW,
    TOGETHER,
    WINS,
    as_json,
    as_text,
    end_token,
    record,
    sgn,
    won,
)
from tools.vectors.make import Invalid, Record

PURPLE, ORANGE = won("purple"), won("orange")
VIOLATIONS = "M2:9? M2:9? M2:9?"
"""Three violations of purple at the start of `TOGETHER`."""
OBJECTIONS = "M14:1? M14:1 M15:1/1? M2:2 M2:4?"
"""Three false objections of orange."""
OBJECTIONS_ORANGE = "M2:2 M2:4? M14:2 M14:4? M2:3 M2:7?"
PROVED = f"bet:orange accept ( {WINS} )"
REFUTED = "bet:orange accept ( M14:1 M14:1 M14:1 )"
MISSING = "bet:purple accept ( )"
ORANGE_WINS = "M2:4 M2:4 M14:4 M14:4 M15:4/4 M15:4/4"


def broken_games() -> Iterator[Invalid]:
    """All vectors of this part."""
    yield from _bets()
    yield from _after_ends()
    yield from _results()
    yield from _differing()
    yield from _given()
    yield from _several()


def _played(
    name: str, code: str, moves: str, near: str | None, setup: Record = TOGETHER,
    result: Record | None = None,
) -> Iterator[Invalid]:  # fmt: skip
    """A fault of the last of `moves`."""
    *before, token = moves.split()
    about: dict[str, Any] = {"ply": len(before) + 1, "token": token, "suggestion": near}
    body = " ".join([*before, f"‸{token}", end_token(result)])
    yield as_text(name, code, sgn(body, setup, result=result), **about)
    yield as_json(name, code, record(moves, result, setup), "moves", **about)


def _bets() -> Iterator[Invalid]:
    for word in ("accept", "decline"):
        yield from _played(f"crungle-no-bet-{word}", "crungle.no-bet", f"M14:1 {word}", "M14:1")
    yield from _played("crungle-no-bet-declined", "crungle.no-bet", "bet:orange decline accept", "M14:1")
    broken: dict[str, tuple[str, str, str]] = {
        "bet-open-move": ("bet-open", "bet:orange M14:1", "accept"),
        "bet-open-bet": ("bet-open", "bet:orange bet:purple", "decline"),
        "bet-open-bracket": ("bet-open", "bet:orange (", "accept"),
        "bet-open-objection": ("bet-open", "M14:1 bet:orange M14:1?", "accept"),
        "no-demonstration-begins": ("no-demonstration", "M14:1 (", "M2:2"),
        "no-demonstration-ends": ("no-demonstration", "M14:1 )", "M2:2"),
        "no-demonstration-declined": ("no-demonstration", "bet:purple decline (", "M2:2"),
        "demonstration-due-move": ("demonstration-due", "bet:purple accept M14:1", "("),
        "demonstration-due-end": ("demonstration-due", "bet:purple accept )", "("),
        "demonstration-due-bet": ("demonstration-due", "bet:purple accept bet:orange", "("),
        "demonstration-due-accept": ("demonstration-due", "bet:purple accept accept", "("),
        "in-demonstration-objection": ("in-demonstration", "bet:purple accept ( M14:1?", "M14:1"),
        "in-demonstration-pass": ("in-demonstration", "bet:purple accept ( pass?", ")"),
        "in-demonstration-bet": ("in-demonstration", "bet:purple accept ( M14:1 bet:orange", "M14:1"),
        "in-demonstration-decline": ("in-demonstration", "bet:purple accept ( decline", ")"),
        "in-demonstration-begins": ("in-demonstration", "bet:purple accept ( (", ")"),
    }
    for name, (code, moves, near) in broken.items():
        yield from _played(f"crungle-{name}", f"crungle.{code}", moves, near)


def _after_ends() -> Iterator[Invalid]:
    """Records that go on behind each end; the end itself is claimed as it should be."""
    ends: dict[str, tuple[str, Record]] = {
        "goal": (WINS, PURPLE), "goal-orange": (ORANGE_WINS, ORANGE),
        "goal-overruled-cr5": (f"{WINS}?", PURPLE),
        "violations": (VIOLATIONS, won("orange", "violations")),
        "objections": (OBJECTIONS, won("purple", "objections")),
        "bet-proved": (PROVED, won("purple", "bet")), "bet-refuted": (REFUTED, won("orange", "bet")),
    }  # fmt: skip
    for name, (moves, result) in ends.items():
        yield from _played(
            f"crungle-after-end-{name}", "crungle.after-end", f"{moves} M14:1", None, result=result
        )
    yield from _played("crungle-after-end-bet", "crungle.after-end", f"{WINS} bet:orange", None,
                       result=PURPLE)  # fmt: skip
    lost = won("orange", "violations")
    yield from _played("crungle-after-end-answer", "crungle.after-end", f"{VIOLATIONS} accept", None,
                       result=lost)  # fmt: skip
    yield from _played("crungle-after-end-missing", "crungle.after-end", f"{MISSING} )", None, HOPELESS,
                       won("purple", "bet"))  # fmt: skip
    fourth = "M2:9? M2:9? M2:2 M2:4 M14:9? M2:9?"
    yield from _played("crungle-after-end-third-violation", "crungle.after-end", fourth, None, result=lost)


def _ended(
    name: str, code: str, moves: str, claimed: Record | None, near: str | None, setup: Record = TOGETHER
) -> Iterator[Invalid]:
    """A claimed result that cannot stand."""
    about: dict[str, Any] = {"token": end_token(claimed), "suggestion": near}
    yield as_text(name, code, sgn(f"{moves} ‸{about['token']}", setup, result=claimed), **about)
    yield as_json(name, code, record(moves, claimed, setup), "result", **about)


ENDS: dict[str, tuple[str, str, str]] = {
    "goal": (WINS, "purple", "goal"),
    "goal-orange": (ORANGE_WINS, "orange", "goal"),
    "violations": (VIOLATIONS, "orange", "violations"),
    "objections": (OBJECTIONS, "purple", "objections"),
    "objections-orange": (OBJECTIONS_ORANGE, "orange", "objections"),
    "bet-proved": (PROVED, "purple", "bet"),
    "bet-refuted": (REFUTED, "orange", "bet"),
    "bet-none": (MISSING, "purple", "bet"),
}
"""By name: moves that end a game of `TOGETHER`, who wins, and by what."""


def _results() -> Iterator[Invalid]:
    for name, (moves, winner, _) in ENDS.items():
        yield from _ended(f"result-missing-{name}", "result.missing", moves, None, f"win:{winner}")
    reached: dict[str, tuple[str, Record]] = {
        "goal": ("M14:1 M14:1 M15:1/1 M15:1/1", PURPLE),
        "goal-taken-back-cr5": ("M14:1 M14:1 M15:1/1 M15:1/1 M15:1/1?", PURPLE),
        "two-violations": ("M2:9? M2:9? M14:1", won("orange", "violations")),
        "violations-of-both": ("M2:9? M2:9? M14:1 M2:9?", won("orange", "violations")),
        "two-objections": ("M14:1? M14:1 M15:1/1?", won("purple", "objections")),
        "objections-of-both": ("M14:1? M14:1? M15:1/1?", won("purple", "objections")),
        "bet-declined": ("bet:orange decline M14:1", won("purple", "bet")),
        "bet-not-answered": ("bet:orange", won("orange", "bet")),
        "demonstration-open": (f"bet:orange accept ( {WINS}", won("purple", "bet")),
    }
    for name, (moves, claimed) in reached.items():
        yield from _ended(f"result-not-reached-{name}", "result.not-reached", moves, claimed, "*")


def _differing() -> Iterator[Invalid]:
    """For each end the other winner, and the right winner by another reason."""
    other = {"purple": "orange", "orange": "purple"}
    reasons = {"goal": "bet", "violations": "objections", "objections": "violations", "bet": "goal"}
    for name, (moves, winner, reason) in ENDS.items():
        near = f"win:{winner}"
        claims = {"winner": won(other[winner], reason), "reason": won(winner, reasons[reason])}
        for what, claim in claims.items():
            yield from _ended(f"result-differs-{name}-{what}", "result.differs", moves, claim, near)
    yield from _ended("result-differs-goal-agreement", "result.differs", WINS, AGREED, "win:purple")
    fourth = "M2:9? M2:9? M14:1? M14:1 M2:9?"
    yield from _ended("result-differs-third-violation", "result.differs", fourth, PURPLE, "win:orange")
    won_all_the_same = "M14:1? M14:1 M15:1/1? M15:1/1 M14:1?"
    claim = won("purple", "objections")
    yield from _ended("result-differs-third-objection-cr5", "result.differs", won_all_the_same, claim,
                      "win:purple")  # fmt: skip
    later = f"bet:orange accept ( {WINS} M14:1 )"
    claim = won("purple", "bet")
    yield from _ended("result-differs-bet-won-earlier", "result.differs", later, claim, "win:orange")
    nobody = "bet:purple accept ( M14:1 M14:1 )"
    claim = won("orange", "bet")
    yield from _ended("result-differs-bet-wins-for-nobody", "result.differs", nobody, claim, "win:purple")
    banned = "I1(M21):9 bet:purple accept ( M21:7 )"
    yield from _ended("result-differs-bet-banned", "result.differs", banned, claim, "win:purple", NARROW)


def _given() -> Iterator[Invalid]:
    claim = won("purple", "agreement")
    yield from _ended("result-winners-agreement", "result.winners", "M14:1", claim, "draw")
    for name, moves in {
        "unanswered": "M14:1 bet:orange", "accepted": "bet:purple accept", "begun": "bet:purple accept (",
        "demonstrated": f"bet:purple accept ( {WINS}",
    }.items():  # fmt: skip
        yield from _ended(f"crungle-bet-open-agreement-{name}", "crungle.bet-open", moves, AGREED, "*")


def _several() -> Iterator[Invalid]:
    """A fault in one record of several."""
    broken = sgn("M2:6 ‸M2 M2:5 *", APART)
    good = sgn("M2:6 M2:2 *", APART)
    yield as_text("crungle-syntax-second-game", "crungle.syntax", f"{good}\n{broken}\n{good}",
                  ply=2, token="M2", suggestion="M2:2", record=2, records=3)  # fmt: skip
