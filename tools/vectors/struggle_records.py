"""Records, texts, commitments and dice for the vectors of Struggle, made without the program."""

import hashlib
import hmac
import json
from typing import Any

from tools.vectors.make import Record

ID = "00112233445566778899aabbccddeeff"
SEED = "5eed" * 16
NONCE = "0123456789abcdef" * 4
CLIENT = "ana's words,ben's words"
TAGS = ("players", "first", "track", "colours", "deck", "cards", "dice", "position")


def commitment(seat: str, what: str, value: str, nonce: str = NONCE, identity: str = ID) -> str:
    """What stands in place of a hidden value of a Struggle record."""
    text = f"struckle:1|struggle|{identity}|{seat}|{what}|{nonce}|{value}"
    return "#" + hashlib.sha256(text.encode()).hexdigest()


def dice(opened: bool = True, **changes: object) -> Record:
    """Dice that can be checked; a change to None leaves a part out."""
    found: Record = {"scheme": "hmac-sha256", "commit": commitment("table", "dice", SEED), "client": CLIENT}
    if opened:
        found |= {"nonce": NONCE, "seed": SEED}
    found |= changes
    return {key: value for key, value in found.items() if value is not None}


def thrown(turn: int, roll: int, count: int) -> str:
    """What the seed throws with some dice at a roll of a turn."""
    faces, block = "", 0
    while len(faces) < count:
        text = f"{ID}:{CLIENT}:{turn}:{roll}:{block}"
        digest = hmac.new(bytes.fromhex(SEED), text.encode(), hashlib.sha256).digest()
        faces += "".join("AKQJT9"[byte % 6] for byte in digest if byte < 252)
        block += 1
    return "".join(sorted(faces[:count], key="AKQJT9".index))


def record(moves: str = "", result: object = None, setup: object = None, **more: Any) -> Record:
    """A record in the model's terms."""
    found: Record = {"format": 1, "game": "struggle"}
    found |= {key: more[key] for key in ("rules", "id", "tags", "players") if key in more}
    if setup is not None:
        found["setup"] = setup
    found["moves"] = moves.split()
    if "notes" in more:
        found["notes"] = more["notes"]
    found["result"] = result
    return found


def won(*seats: str, **scores: int) -> Record:
    """A result; with points of each player it has scores."""
    found: Record = {"winners": list(seats), "reason": "arrival"}
    return found | ({"scores": scores} if scores else {})


def _tag(name: str, value: object) -> str:
    text = value if isinstance(value, str) and name != "dice" else json.dumps(value, separators=(",", ":"))
    quoted = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name.capitalize()} "{quoted}"]'


def sgn(
    body: str, setup: Record | None = None, result: Record | None = None, tags: str = "", mark: str = ""
) -> str:
    """A text record; a result puts its tags and its token, `mark` names the set-up tag that is marked."""
    head = ['[Game "struggle"]', *(f"[{tag}]" for tag in tags.split("|") if tag)]
    for name in TAGS:
        if setup is not None and name in setup:
            head.append(("\N{CARET}" if name == mark else "") + _tag(name, setup[name]))
    if result is not None:
        token = f"win:{','.join(result['winners'])}"
        head += [f'[Result "{token}"]', f'[Reason "{result["reason"]}"]']
        if "scores" in result:
            head.append(_tag("scores", result["scores"]))
        body = f"{body} {token}".strip()
    return "\n".join(head) + f"\n\n{body}\n"
