"""Vectors about commitments in Stricken: closed, opened in part and whole, and openings that do not fit.

The hashes are computed here by themselves, from the text that `formats/replay.md` gives.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from tools.vectors.make import MARK, Invalid, Record, Valid, json_lines, marked
from tools.vectors.stricken_records import DEFAULT, ID, hidden, tags

BEADS = {seat: ",".join(shell["bead"] for shell in DEFAULT["shells"][seat]) for seat in ("white", "black")}
ORDERS = {("white", "order:1"): "F2[1b1-1a1]", ("black", "order:1"): "F3[5c1:P]"}
MOVES = ["F2[1b1-1a1]", "F3[5c1:P]", "1c1-2c1", "5b1-4b1", "=1b1-1a1", "pass", "pass", "=5c1:P"]
NONCE = 32 * "0f"


def commitment(seat: str, what: str, value: str, nonce: str = NONCE, identity: str = ID) -> str:
    """The commitment to a value."""
    text = "|".join(("struckle:1", "stricken", identity, seat, what, nonce, value))
    return "#" + hashlib.sha256(text.encode()).hexdigest()


def opening(seat: str, what: str = "beads", **changes: str) -> dict[str, str]:
    """The opening of a side's beads or order."""
    value = BEADS[seat] if what == "beads" else ORDERS[seat, what]
    return {"seat": seat, "what": what, "nonce": NONCE, "value": value} | changes


SEALED = hidden(DEFAULT, "white", "black") | {
    "beads": {seat: commitment(seat, "beads", beads) for seat, beads in BEADS.items()}
}
HIDDEN_MOVES = [
    f"F[{commitment('white', 'order:1', MOVES[0])}]",
    f"F[{commitment('black', 'order:1', MOVES[1])}]",
    *MOVES[2:],
]
ALL = [opening(seat, what) for seat in ("white", "black") for what in ("beads", "order:1")]


def record(**fields: Any) -> Record:
    """A committed record; `...` leaves a field out."""
    made = {
        "format": 1, "game": "stricken", "id": ID, "setup": SEALED, "moves": HIDDEN_MOVES, "result": None,
    }  # fmt: skip
    return {key: value for key, value in (made | fields).items() if value is not ...}


def valid() -> Iterator[Valid]:
    """One game with its secrets closed, as each side has it, and opened."""
    names = [f"{item['seat']} {item['what']}" for item in (ALL[0], ALL[2], ALL[1], ALL[3])]
    yield _valid("closed", record(), names)
    white = [item for item in names if item.startswith("black")]
    yield _valid("as-white-has-it", record(reveals=ALL[:2]), white)
    black = [item for item in names if item.startswith("white")]
    yield _valid("as-black-has-it", record(reveals=ALL[2:]), black)
    yield _valid("beads-open", record(reveals=[ALL[0], ALL[2]]), names[2:])
    yield _valid("orders-open", record(reveals=[ALL[1], ALL[3]]), names[:2])
    yield _valid("opened", record(reveals=ALL))
    resigned = {"winners": ["white"], "reason": "resign"}
    yield _valid("resigned-and-closed", record(result=resigned), names)


def _valid(name: str, made: Record, pending: list[str] | None = None) -> Valid:
    return Valid(f"hidden-{name}.json", json_lines(made).encode(), [made], pending=tuple(pending or ()))


def invalid() -> Iterator[Invalid]:
    """Each fault of openings, in JSON and as text, and moves that an opening proves wrong."""
    swapped = BEADS["black"]
    yield from _opened("commit-false-beads", "commit.false", [opening("white", value=swapped)], "white beads")
    other = opening("white", "order:1", value="F3[1b1-1a1]")
    yield from _opened("commit-false-order", "commit.false", [other], "white order:1", ply=1)
    later = opening("white", "order:1") | {"what": "order:2"}
    yield from _opened("commit-nothing", "commit.nothing", [later], "white order:2")
    beads = swapped.replace("IW", "WI")
    made = record(setup=_sealed("white", beads))
    yield from _opened(
        "stricken-opened-beads", "stricken.opened", [opening("white", value=beads)], _short(beads), made
    )
    made = record(moves=[f"F[{commitment('white', 'order:1', 'F4[1b1-1a1]')}]", *HIDDEN_MOVES[1:]])
    order = opening("white", "order:1", value="F4[1b1-1a1]")
    yield from _opened("stricken-opened-order", "stricken.opened", [order], "F4[1b1-1a1]", made)
    yield from _proved_wrong()


def _proved_wrong() -> Iterator[Invalid]:
    """What nothing visible contradicts, and an opening does."""
    other = "F2[1b1-2b1]"
    sealed = [f"F[{commitment('white', 'order:1', other)}]", *HIDDEN_MOVES[1:]]
    made = record(moves=sealed, reveals=[opening("white", "order:1", value=other)])
    about = {"ply": 5, "token": "=1b1-1a1", "suggestion": "=1b1-2b1"}
    yield from _both("stricken-foretold-opened", made, "stricken.foretold", "moves", **about)
    late = "F3[1b1-1a1]"
    sealed = [f"F[{commitment('white', 'order:1', late)}]", *HIDDEN_MOVES[1:]]
    made = record(moves=sealed, reveals=[opening("white", "order:1", value=late)])
    about = {"ply": 5, "token": "=1b1-1a1", "suggestion": "1b1-1a1"}
    yield from _both("stricken-not-due-opened", made, "stricken.not-due", "moves", **about)
    made = record(moves=["1b1:P"], reveals=[opening("white")])
    about = {"ply": 1, "token": "1b1:P", "suggestion": "1b1:I"}
    yield from _both("stricken-no-ability-opened", made, "stricken.no-ability", "moves", **about)


def _sealed(seat: str, beads: str) -> Record:
    return SEALED | {"beads": SEALED["beads"] | {seat: commitment(seat, "beads", beads)}}


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _opened(
    name: str, code: str, reveals: list[dict[str, str]], token: str, made: Record | None = None,
    ply: int | None = None,
) -> Iterator[Invalid]:  # fmt: skip
    fields = (record() if made is None else made) | {"reveals": reveals}
    yield from _both(name, fields, code, "reveals", token=token, ply=ply)


def _both(name: str, made: Record, code: str, field: str, **about: Any) -> Iterator[Invalid]:
    """One fault as JSON and as text, placed at a field, at its tag, or at the token of a ply."""
    data, line, _ = marked(json_lines(made, field))
    yield Invalid(f"{name}.json", data, code, line, None, **about)
    ply = about.get("ply")
    data, line, column = marked(_text(made, field if ply is None else "moves", ply))
    yield Invalid(f"{name}.sgn", data, code, line, column, **about)


def _text(made: Record, field: str, ply: int | None) -> str:
    rows = ['Game "stricken"', f'Id "{ID}"', *tags(made["setup"]), 'Result "*"']
    found = [f"[{row}]" for row in rows]
    if "reveals" in made:
        mark = MARK if field == "reveals" else ""
        value = json.dumps(json.dumps(made["reveals"], separators=(",", ":")))
        found.append(f"{mark}[Reveals {value}]")
    tokens = list(made["moves"])
    if field == "moves" and ply is not None:
        tokens[ply - 1] = MARK + tokens[ply - 1]
    return "\n".join([*found, "", " ".join([*tokens, "*"]), ""])
