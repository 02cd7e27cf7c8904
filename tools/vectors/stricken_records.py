"""Records, texts and set-ups for the vectors of Stricken, made without the program."""

import copy
import json
from typing import Any

from tools.vectors.make import Record

RIM = ("b1", "c1", "d1", "e2", "e3", "e4", "d5", "c5", "b5", "a4", "a3", "a2")
HASH = "#" + "0123456789abcdef" * 4
OTHER_HASH = "#" + "fedcba9876543210" * 4
ID = "00112233445566778899aabbccddeeff"
SIDES = ("white", "black")


def side(points: str, beads: str) -> list[dict[str, str]]:
    """Twelve shells: their points, and their beads or one for all."""
    sets = beads.split() if " " in beads else [beads] * 12
    return [{"point": point, "bead": bead} for point, bead in zip(points.split(), sets, strict=True)]


DEFAULT: Record = {
    "shells": {
        "white": side(" ".join(f"1{place}" for place in RIM), "I W P S IW IP IS WP WS PS IWP IWPS"),
        "black": side(" ".join(f"5{place}" for place in RIM), "IWPS WPS IPS IWS IWP PS WS WP IS IP IW S"),
    },
    "deal": "rebuilt",
}
"""The rebuilt start."""
CLOSE: Record = {
    "shells": {
        "white": side("1a1 1b1 1c1 1d1 1e1 1a2 1b2 1c2 1d2 1e2 1a3 1b3", "IWPS"),
        "black": side("2a1 2b1 2c1 2d1 2e1 2a2 2b2 2c2 2d2 2e2 1c3 1d3", "IWPS"),
    },
}
"""Face to face: layer 1 is white's but for 1c3 and 1d3, layer 2 black's."""
PULSED: Record = {
    "shells": {
        "white": side("3c2 3c4 3b3 3d3 2c3 4c3 1a1 1c1 1b2 2b1 5e5 1e1", "IWPS"),
        "black": side("3c3 1b1 5a1 5b1 5c1 5a2 5b2 5c2 5a3 5b3 5c3 5a5", "IWPS"),
    },
    "claim_at": 10,
    "claim_lead": 10,
}
"""Two pulses of black destroy ten shells of white: from 3c3 six, from 1b1 four."""
AT_ONCE = CLOSE | {"claim_at": 0, "claim_lead": 0}
"""Whoever is not behind can claim."""


def hidden(fields: Record, *seats: str) -> Record:
    """The set-up with the beads of some sides behind commitments."""
    made = copy.deepcopy(fields)
    for seat in seats:
        for shell in made["shells"][seat]:
            del shell["bead"]
    return made | {"beads": {seat: HASH for seat in SIDES if seat in seats}}


def changed(fields: Record, *path: Any, value: Any = None) -> Record:
    """The set-up with another value at a place; None takes the place away."""
    made: Any = copy.deepcopy(fields)
    inner = made
    for part in path[:-1]:
        inner = inner[part]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    found: Record = made
    return found


def record(moves: str = "", result: object = None, setup: Record | None = None, **more: object) -> Record:
    """A record in the model's terms; with hidden things it has an id."""
    found: Record = {"format": 1, "game": "stricken"}
    fields = DEFAULT if setup is None else setup
    if "#" in moves or "beads" in fields:
        found["id"] = ID
    if "players" in more:
        found["players"] = more["players"]
    found |= {"setup": fields, "moves": moves.split()}
    if "notes" in more:
        found["notes"] = more["notes"]
    found["result"] = result
    return found


def won(seat: str | None, reason: str, white: int, black: int) -> Record:
    """A result with its scores."""
    winners = [] if seat is None else [seat]
    return {"winners": winners, "reason": reason, "scores": {"white": white, "black": black}}


def tags(setup: Record) -> list[str]:
    """The tags of a set-up: structured values as compact JSON."""
    names = {"shells": "Shells", "beads": "Beads", "deal": "Deal", "claim_at": "ClaimAt",
             "claim_lead": "ClaimLead"}  # fmt: skip
    found = []
    for name, value in setup.items():
        text = (
            value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        )
        found.append(f"{names.get(name, name)} {json.dumps(text, ensure_ascii=False)}")
    return found


def sgn(body: str, setup: Record | None = None, result: Record | None = None, extra: str = "") -> str:
    """A text record; a result puts its tags and its token."""
    fields = DEFAULT if setup is None else setup
    head = ['Game "stricken"']
    if "#" in body or "beads" in fields:
        head.append(f'Id "{ID}"')
    head += [tag for tag in extra.split("|") if tag]
    head += tags(fields)
    if result is not None:
        token = f"win:{result['winners'][0]}" if result["winners"] else "draw"
        head += [f'Result "{token}"', f'Reason "{result["reason"]}"']
        if "scores" in result:
            head.append(f"Scores {json.dumps(json.dumps(result['scores'], separators=(',', ':')))}")
        body = f"{body} {token}".strip()
    return "\n".join(f"[{tag}]" for tag in head) + f"\n\n{body}\n"
