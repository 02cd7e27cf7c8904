"""Vectors about Stricken's openings: what they prove, and what of a game they refute.

The hashes are computed here by themselves, from the text that `formats/replay.md` gives.
"""

import copy
import hashlib
import json
from collections.abc import Iterator
from typing import Any

from tools.vectors.make import MARK, Invalid, Record, Valid, json_lines, marked
from tools.vectors.stricken_records import CLOSE, DEFAULT, ID, SIDES

Opening = dict[str, str]


def _nonce(seat: str, what: str) -> str:
    """A nonce that is always the same; in a real game it comes from a secure source."""
    return hashlib.sha256(f"vector:{seat}:{what}".encode()).hexdigest()


def opening(seat: str, what: str, value: str) -> Opening:
    """What opens a commitment."""
    return {"seat": seat, "what": what, "nonce": _nonce(seat, what), "value": value}


def commitment(item: Opening) -> str:
    """The commitment that an opening opens."""
    parts = ("struckle:1", "stricken", ID, item["seat"], item["what"], item["nonce"], item["value"])
    return "#" + hashlib.sha256("|".join(parts).encode()).hexdigest()


def committed(setup: Record, moves: str) -> tuple[Record, list[Opening]]:
    """A game with everything hidden behind commitments, and all the openings."""
    fields = copy.deepcopy(setup)
    openings = []
    for seat in SIDES:
        beads = ",".join(shell.pop("bead") for shell in fields["shells"][seat])
        openings.append(opening(seat, "beads", beads))
    fields["beads"] = {item["seat"]: commitment(item) for item in openings}
    tokens = moves.split()
    for index, token in enumerate(tokens):
        if token.startswith("F"):
            openings.append(opening(SIDES[index % 2], f"order:{index // 2 + 1}", token))
            tokens[index] = f"F[{commitment(openings[-1])}]"
    record = {"format": 1, "game": "stricken", "id": ID, "setup": fields, "moves": tokens, "result": None}
    return record, openings


GAME = "F2[1c1-1c2] 5b1-5a1 1b1-2b1 pass =1c1-1c2 pass F2[1c2-1b2] pass 1e2-1d2 pass =1c2-1b2"
VOID = "F3[1b1-1a1] pass 1b1-1a1 pass pass pass =void"
"""The shell stands there already (SN-9)."""
FIGHT = "1a1:I 2a1:W F2[1b1x2b1] pass pass pass =1b1x2b1"


def valid() -> Iterator[Valid]:
    """Games that their openings prove, in part or altogether."""
    games = (("drifts", DEFAULT, GAME), ("void-sn-9", DEFAULT, VOID), ("fight", CLOSE, FIGHT))
    for name, setup, moves in games:
        made, openings = committed(setup, moves)
        names = [f"{item['seat']} {item['what']}" for item in openings]
        yield _valid(f"{name}-closed", made, (), tuple(names))
        yield _valid(f"{name}-open", made, openings, ())
        white = [item for item in openings if item["seat"] == "white"]
        left = tuple(name for name in names if not name.startswith("white"))
        yield _valid(f"{name}-as-white", made, white, left)


def _valid(name: str, made: Record, openings: list[Opening] | tuple[()], pending: tuple[str, ...]) -> Valid:
    record = made | ({"reveals": list(openings)} if openings else {})
    return Valid(f"hidden-{name}.json", json_lines(record).encode(), [record], pending=pending)


def invalid() -> Iterator[Invalid]:
    """What openings refute: each in JSON and as text."""
    made, openings = committed(DEFAULT, GAME)
    other = _changed(openings, "white beads", "IW,IP,P,S,I,W,IS,WP,WS,PS,IWP,IWPS")
    yield from _at_field("hidden-false-beads", made, other, "commit.false", "white beads")
    other = _changed(openings, "white order:1", "F2[1c1-2c1]")
    yield from _at_field("hidden-false-order", made, other, "commit.false", "white order:1", 1)
    twice = [*openings, openings[2]]
    yield from _at_field("hidden-order-twice", made, twice, "commit.twice", "white order:1")
    stray = [*openings, opening("black", "order:2", "F2[5b1-5a1]")]
    yield from _at_field("hidden-order-that-is-none", made, stray, "commit.nothing", "black order:2")
    odd, opened = committed(DEFAULT, "pass")
    odd["setup"]["beads"]["black"] = commitment(bad := opening("black", "beads", "I,W,P"))
    yield from _at_field("stricken-opened-beads", odd, [opened[0], bad], "stricken.opened", "black beads")
    yield from _refuted_moves()


def _refuted_moves() -> Iterator[Invalid]:
    # A bead that lacks what its shell did: white's first shell has Inspire alone.
    made, openings = committed(DEFAULT, "1b1:W")
    yield from _at_ply("hidden-no-ability", made, openings, "stricken.no-ability", 1, "1b1:W", "1b1:I")
    # An order that its shell's bead does not hold.
    made, openings = committed(DEFAULT, "F2[1b1:W]")
    wanted = ("stricken.no-ability", 1, "F2[1b1:W]", "F2[1b1:I]")
    yield from _at_ply("hidden-order-no-ability", made, openings, *wanted)
    # Another order than the one carried out.
    made, openings = committed(DEFAULT, GAME.replace("=1c1-1c2", "=1c1-2c1", 1))
    made["moves"] = made["moves"][:5]
    yield from _at_ply("hidden-foretold", made, openings[:3], "stricken.foretold", 5, "=1c1-2c1", "=1c1-1c2")
    # Called void although it could be carried out.
    made, openings = committed(DEFAULT, GAME.replace("=1c1-1c2", "=void", 1))
    made["moves"] = made["moves"][:5]
    yield from _at_ply("hidden-not-void", made, openings[:3], "stricken.foretold", 5, "=void", "=1c1-1c2")
    # Not resolved on its due turn.
    made, openings = committed(DEFAULT, "F2[1c1-1c2] pass pass pass pass")
    yield from _at_ply("hidden-due", made, openings, "stricken.due-turn", 5, "pass", "=1c1-1c2")


def _changed(openings: list[Opening], name: str, value: str) -> list[Opening]:
    return [
        item | {"value": value} if f"{item['seat']} {item['what']}" == name else item for item in openings
    ]


def _at_field(
    name: str, made: Record, openings: list[Opening], code: str, token: str, ply: int | None = None
) -> Iterator[Invalid]:
    """A fault of the openings; one of an order's is placed at its ply where there is text."""
    record = made | {"reveals": openings}
    data, line, _ = marked(json_lines(record, "reveals"))
    yield Invalid(f"{name}.json", data, code, line, None, ply, token)
    data, line, column = marked(_text(record, ply or "reveals"))
    yield Invalid(f"{name}.sgn", data, code, line, column, ply, token)


def _at_ply(
    name: str, made: Record, openings: list[Opening], code: str, ply: int, token: str, near: str
) -> Iterator[Invalid]:
    """A fault of a move; `token` is what the opening says that it is."""
    record = made | {"reveals": openings}
    data, line, _ = marked(json_lines(record, "moves"))
    yield Invalid(f"{name}.json", data, code, line, None, ply, token, near)
    data, line, column = marked(_text(record, ply))
    yield Invalid(f"{name}.sgn", data, code, line, column, ply, token, near)


def _text(made: Record, fault: Any) -> str:
    """The record as text, one ply a line; the tag or the ply that is at fault is marked."""
    rows = ['[Game "stricken"]', f'[Id "{made["id"]}"]']
    for key, value in made["setup"].items():
        text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        rows.append(f"[{key.capitalize()} {json.dumps(text)}]")
    rows.append('[Result "*"]')
    mark = MARK if fault == "reveals" else ""
    rows.append(f"{mark}[Reveals {json.dumps(json.dumps(made['reveals'], separators=(',', ':')))}]")
    moves = [f"{MARK if ply == fault else ''}{token}" for ply, token in enumerate(made["moves"], 1)]
    return "\n".join([*rows, "", *moves, "*", ""])
