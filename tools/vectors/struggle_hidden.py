"""Vectors about commitments and dice that can be checked, with Struggle as the game that hides something.

The hashes are made without the program, from the text that `formats/replay.md` gives (`struggle_records`).
"""

import json
from collections.abc import Iterator
from typing import Any

from tools.vectors.make import MARK, Invalid, Record, Valid, json_lines, marked
from tools.vectors.struggle_records import ID, commitment

SEED = 31 * "00" + "2a"
CARDS = {"p1": "JT9QK", "p2": "QJK9T"}
NONCES = {"p1": 32 * "0f", "p2": 32 * "1e", "table": 32 * "a5"}
CLIENT = "ana,ben"


def opening(whose: str, **changes: str) -> dict[str, str]:
    """The opening of a player's card."""
    return {"seat": whose, "what": "card", "nonce": NONCES[whose], "value": CARDS[whose]} | changes


HIDDEN = {seat: commitment(seat, "card", card, NONCES[seat]) for seat, card in CARDS.items()}
DICE = {
    "scheme": "hmac-sha256",
    "commit": commitment("table", "dice", SEED, NONCES["table"]),
    "client": CLIENT,
}
OPEN_DICE = DICE | {"nonce": NONCES["table"], "seed": SEED}


# By the seed: turn 1 throws AAJT9, and three dice more would show TT9.
FIRST = "AAJT9=J1T391"
AGAIN = "AAJT9/JT+TT9=T391J1"
END = "K:A Q:29 J:B T:30 9:C p1 41"
LAST = "AQQTT=T3"
"""Ends the game from there: K J 9 T Q on A to E."""
RESULT = {"winners": ["p1", "p2"], "reason": "arrival", "scores": {"p1": 10, "p2": 10}}


def record(**fields: Any) -> Record:
    """A committed record of two players; `...` leaves a field out."""
    made = {
        "format": 1,
        "game": "struggle",
        "id": ID,
        "setup": {"cards": HIDDEN},
        "moves": [],
        "result": None,
    }
    return {key: value for key, value in (made | fields).items() if value is not ...}


BOTH = [opening("p1"), opening("p2")]


def valid() -> Iterator[Valid]:
    """Records whose secrets are closed, partly open and open, with dice of both kinds."""
    closed = ("p1 card", "p2 card")
    yield _valid("committed", record(moves=[FIRST]), closed)
    yield _valid("one-card-open", record(moves=[FIRST], reveals=[opening("p2")]), ("p1 card",))
    yield _valid("all-open", record(moves=[FIRST], reveals=BOTH))
    dice = {"cards": HIDDEN, "dice": DICE}
    yield _valid("dice-closed", record(setup=dice, moves=["KKKKK=K5"]), (*closed, "table dice"))
    dice = {"cards": HIDDEN, "dice": OPEN_DICE}
    yield _valid("dice-open", record(setup=dice, moves=[AGAIN], reveals=BOTH))
    ended = {"position": END, "cards": HIDDEN}
    yield _valid("ended-closed", record(setup=ended, moves=[LAST]), closed)
    yield _valid("ended-open", record(setup=ended, moves=[LAST], result=RESULT, reveals=BOTH))


def _valid(name: str, made: Record, pending: tuple[str, ...] = ()) -> Valid:
    return Valid(f"hidden-{name}.json", json_lines(made).encode(), [made], pending=pending)


def invalid() -> Iterator[Invalid]:
    """Each fault of commitments and openings, in JSON and as text."""
    sealed = {"cards": HIDDEN}
    false = [opening("p1", value="QJK9T")]
    yield from _both("commit-false", record(reveals=false), "commit.false", "reveals", "p1 card")
    other = [opening("p1", nonce=32 * "1e")]
    yield from _both("commit-other-nonce", record(reveals=other), "commit.false", "reveals", "p1 card")
    seat = [opening("p1", seat="p2")]
    yield from _both("commit-other-seat", record(reveals=seat), "commit.false", "reveals", "p2 card")
    identity = record(id=ID[::-1], reveals=[opening("p1")])
    yield from _both("commit-other-id", identity, "commit.false", "reveals", "p1 card")
    what = [opening("p1", what="beads")]
    yield from _both("commit-nothing", record(reveals=what), "commit.nothing", "reveals", "p1 beads")
    stray = record(setup={"cards": CARDS}, reveals=[opening("p1")])
    yield from _both("commit-in-the-open", stray, "commit.nothing", "reveals", "p1 card")
    twice = [opening("p1"), opening("p1")]
    yield from _both("commit-twice", record(reveals=twice), "commit.twice", "reveals", "p1 card")
    short = [opening("p1", nonce=31 * "0f")]
    yield from _both("commit-nonce", record(reveals=short), "commit.nonce", "reveals", "p1 card")
    yield from _both("commit-no-id", record(id=..., setup=sealed), "commit.no-id", "setup", None)
    ended = record(setup={"position": END, "cards": HIDDEN}, moves=[LAST], result=RESULT)
    yield from _both("result-hidden", ended, "result.hidden", "result", "win:p1,p2", "*")
    for name, dice in (
        ("seed", OPEN_DICE | {"seed": 31 * "00" + "2b"}),
        ("dice-nonce", OPEN_DICE | {"nonce": 32 * "a6"}),
        ("dice-commit", OPEN_DICE | {"commit": HIDDEN["p1"]}),
    ):
        yield from _both(
            f"commit-false-{name}", record(setup={"dice": dice}), "commit.false", "setup", "table dice"
        )


def _both(
    name: str, made: Record, code: str, field: str, token: str | None, suggestion: str | None = None
) -> Iterator[Invalid]:
    """One fault as JSON and as text, placed at a field or its tag."""
    data, line, column = marked(json_lines(made, field))
    yield Invalid(f"{name}.json", data, code, line, None, None, token, suggestion)
    data, line, column = marked(_text(made, field))
    yield Invalid(f"{name}.sgn", data, code, line, column, None, token, suggestion)


def _text(made: Record, field: str) -> str:
    """The record as text; the tag of the field that is at fault is marked."""
    rows = ['[Game "struggle"]']
    if "id" in made:
        rows.append(f'[Id "{made["id"]}"]')
    for key, value in made["setup"].items():
        text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        mark = MARK if field == "setup" and key in ("cards", "dice") else ""
        rows.append(f"{mark}[{key.capitalize()} {json.dumps(text)}]")
    result = made["result"]
    token = "*" if result is None else f"win:{','.join(result['winners'])}"
    rows.append(f'[Result "{token}"]')
    if result is not None:
        rows.append(f'[Reason "{result["reason"]}"]')
        rows.append(f"[Scores {json.dumps(json.dumps(result['scores'], separators=(',', ':')))}]")
    if "reveals" in made:
        mark = MARK if field == "reveals" else ""
        rows.append(f"{mark}[Reveals {json.dumps(json.dumps(made['reveals'], separators=(',', ':')))}]")
    mark = MARK if field == "result" else ""
    return "\n".join([*rows, "", " ".join([*made["moves"], mark + token]), ""])
