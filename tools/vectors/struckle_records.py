"""Records, texts and positions for the vectors of Struckle, made without the program."""

import json

from tools.vectors.make import Record

START = {
    "TB": "a6 a5 a4 a3", "TG": "c1 d1 e1 f1", "SB": "h3 h4 h5 h6", "SG": "f8 e8 d8 c8",
}  # fmt: skip


def position(changes: str = "", acting: str = "TB:D", number: int = 1) -> str:
    """The start with some pieces elsewhere, given as `TBD=d4+ SGH=b4`."""
    at = {house + letter: square for house, row in START.items()
          for letter, square in zip("DHPS", row.split(), strict=True)}  # fmt: skip
    at |= dict(change.split("=") for change in changes.split())
    rows = ["".join(at[house + letter] for letter in "DHPS") for house in START]
    return f"{' '.join(rows)} {acting} {number}"


def record(moves: str = "", result: object = None, start: object = None, **more: object) -> Record:
    """A record in the model's terms; `start` is its position."""
    found: Record = {"format": 1, "game": "struckle"}
    if "players" in more:
        found["players"] = more["players"]
    if start is not None or "setup" in more:
        found["setup"] = more.get("setup", {"position": start})
    found["moves"] = moves.split()
    if "notes" in more:
        found["notes"] = more["notes"]
    found["result"] = result
    return found


def won(seat: str) -> Record:
    """The result of a house that holds its goals."""
    return {"winners": [seat], "reason": "goals"}


def sgn(body: str, start: str | None = None, winner: str | None = None, tags: str = "") -> str:
    """A text record; a winner puts its tags and its result token."""
    head = ['[Game "struckle"]', *(f"[{tag}]" for tag in tags.split("|") if tag)]
    if start is not None:
        head.append(f"[Position {json.dumps(start, ensure_ascii=False)}]")
    if winner is not None:
        head += [f'[Result "win:{winner}"]', '[Reason "goals"]']
        body = f"{body} win:{winner}".strip()
    return "\n".join(head) + f"\n\n{body}\n"
