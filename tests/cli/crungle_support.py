"""Crungle records for the tests of the command line: one small rule set, and ways in which its games end."""

from pathlib import Path
from typing import Any

SETUP = {"goals": ["G1", "G2"], "rules": ["M14", "M15", "M18", "M2"], "start": {"orange": 1, "purple": 1}}
OPTIONS = ("--goals", "G1 G2", "--rules", "M14 M15 M18 M2", "--start", "orange=1 purple=1")
HEAD = '[Game "crungle"]\n[Goals "G1 G2"]\n[Rules "M14 M15 M18 M2"]\n[Start "orange=1 purple=1"]\n'

# Both stand on 1. Purple ends three turns in a row on the opponent's cell.
WIN = "M14:1 M14:1 M18:1 M18:1 M14:1"
# The same, but the last move picks M18 again: invalid, and it wins if nobody objects (CR-5).
STOLEN = "M14:1 M14:1 M18:1 M18:1 M18:1"
PROVED = f"bet:purple accept ( {WIN} )"
REFUTED = "bet:purple accept ( M14:1 M2:9 M18:1 )"

GOAL = {"winners": ["purple"], "reason": "goal"}
VIOLATIONS = {"winners": ["orange"], "reason": "violations"}
OBJECTIONS = {"winners": ["purple"], "reason": "objections"}
BET_ORANGE = {"winners": ["orange"], "reason": "bet"}
BET_PURPLE = {"winners": ["purple"], "reason": "bet"}
AGREED: dict[str, Any] = {"winners": [], "reason": "agreement"}

# The facts of the game's page.
PERFT = ("--goals", "G2 G10", "--rules", "M21 M16 M27 I1", "--start", "orange=9 purple=1")
HOPELESS = ("--goals", "G7 G6", "--rules", "M3 M10 I1 M19", "--start", "orange=3 purple=1")
LONG = ("--goals", "G2 G7", "--rules", "M5 M11 M14 M15", "--start", "orange=4 purple=4")


def crungle(moves: str = "", result: dict[str, Any] | None = None, tags: str = "") -> bytes:
    """A record in the canonical text form."""
    word, reason = "*", ""
    if result is not None:
        word = "win:" + ",".join(result["winners"]) if result["winners"] else "draw"
        reason = f'[Reason "{result["reason"]}"]\n'
    return f'{tags}{HEAD}[Result "{word}"]\n{reason}\n{moves + " " if moves else ""}{word}\n'.encode()


def item(moves: str = "", result: dict[str, Any] | None = None, **setup: Any) -> dict[str, Any]:
    """The same record as plain data."""
    return {
        "format": 1, "game": "crungle", "setup": SETUP | setup, "moves": moves.split(), "result": result,
    }  # fmt: skip


def put(folder: Path, moves: str = "", result: dict[str, Any] | None = None, name: str = "g.sgn") -> str:
    """Write a record in text; its name."""
    (folder / name).write_bytes(crungle(moves, result))
    return name


def content(cli: Any, name: str = "g.sgn") -> tuple[str, Any]:
    """The moves of a file's record, as one string, and its result."""
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    return " ".join(ran.json["moves"]), ran.json["result"]


def one_line(text: str) -> str:
    """Text without its wrapping."""
    return " ".join(text.split())
