"""Crungle records for the vectors: small rule sets by name, and records as text and as JSON."""

from collections.abc import Mapping
from typing import Any

from tools.vectors.make import Invalid, Record, Warned, all_marked, json_lines, marked

TOGETHER: Record = {
    "goals": ["G1", "G2"], "rules": ["M14", "M15", "M2", "M5"], "start": {"orange": 1, "purple": 1},
}  # fmt: skip
"""Both pieces stand on 1, so that G1 is near."""
WINS = "M14:1 M14:1 M15:1/1 M15:1/1 M14:1"
"""A win of purple by G1 in `TOGETHER`, a shortest one."""
APART: Record = {
    "goals": ["G3", "G7"], "rules": ["M2", "M3", "I1", "M13"], "start": {"orange": 1, "purple": 9},
}  # fmt: skip
TWICE: Record = {
    "goals": ["G4", "G8"], "rules": ["M2", "M3", "I2", "M16"], "start": {"orange": 1, "purple": 9},
}  # fmt: skip
HOPELESS: Record = {
    "goals": ["G7", "G6"], "rules": ["M3", "M10", "I1", "M19"], "start": {"orange": 3, "purple": 1},
}  # fmt: skip
"""No win is possible here."""
NARROW: Record = {
    "goals": ["G2", "G10"], "rules": ["M21", "M16", "M27", "I1"], "start": {"orange": 9, "purple": 1},
}  # fmt: skip
"""After `I1(M21):9` orange has no valid move."""
AGREED: Record = {"winners": [], "reason": "agreement"}


def record(moves: str = "", result: object = None, setup: object = TOGETHER, **more: object) -> Record:
    """A record in the model's terms; fields stand in the model's order."""
    found: Record = {"format": 1, "game": "crungle"}
    for name in ("rules", "id", "tags", "players"):
        if name in more:
            found[name] = more[name]
    if setup is not None:
        found["setup"] = setup
    found["moves"] = moves.split()
    if "notes" in more:
        found["notes"] = more["notes"]
    found["result"] = result
    return found


def won(seat: str, reason: str = "goal") -> Record:
    """A result with one winner."""
    return {"winners": [seat], "reason": reason}


def tag(name: str, value: Any) -> str:
    """The tag of a set-up field; a value that is text already stands as it is."""
    if isinstance(value, list):
        value = " ".join(value)
    elif isinstance(value, dict):
        value = " ".join(f"{seat}={value[seat]}" for seat in sorted(value))
    return f'[{name.capitalize()} "{value}"]'


def sgn(
    body: str, setup: Mapping[str, Any] = TOGETHER, more: str = "", result: Record | None = None, at: str = ""
) -> str:
    """A text record; `more` are tags in brackets with `|` between them, the field `at` is marked."""
    lines = ['[Game "crungle"]', *(line for line in more.split("|") if line)]
    lines += [("‸" if name == at else "") + tag(name, value) for name, value in setup.items()]
    if result is not None:
        lines.append(f'[Reason "{result["reason"]}"]')
    return "\n".join(lines) + f"\n\n{body}\n"


def end_token(result: Record | None) -> str:
    """The result token of a result."""
    if result is None:
        return "*"
    return f"win:{','.join(result['winners'])}" if result["winners"] else "draw"


def as_text(name: str, code: str, content: str, **more: Any) -> Invalid:
    """A broken text; the mark in `content` says where."""
    data, line, column = marked(content)
    return Invalid(f"{name}.sgn", data, code, line, column, **more)


def as_json(name: str, code: str, fields: Record, mark: str, **more: Any) -> Invalid:
    """A broken JSON record; the fault is in the field `mark` ("": in the record as a whole)."""
    data, line, _ = marked(json_lines(fields, mark))
    return Invalid(f"{name}.json", data, code, line, **more)


def warned(content: str, rows: list[tuple[str, int, str, str | None]]) -> tuple[bytes, tuple[Warned, ...]]:
    """A text without its marks, and a warning for each of them: code, ply, token, suggestion."""
    data, places = all_marked(content)
    told = [Warned(*row, line, column) for row, (line, column) in zip(rows, places, strict=True)]
    return data, tuple(told)
