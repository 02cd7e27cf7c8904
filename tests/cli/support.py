"""Records and small helpers for the tests of the command line."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgpack

from struckle_cli.replay.source import zstd_module

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = [
    "games",
    "rules",
    "new",
    "play",
    "match",
    "move",
    "undo",
    "result",
    "moves",
    "render",
    "show",
    "replay",
    "page",
    "validate",
    "verify",
    "solve",
    "seal",
    "redact",
    "stats",
    "filter",
    "dedup",
    "reveal",
    "convert",
    "fmt",
    "perft",
    "schema",
    "completion",
]

# White on J15 stands beside Black's castle K15; Black has one man on A1.
NEAR_CASTLE = "/".join(["19"] * 4 + ["8w10"] + ["19"] * 13 + ["b18"]) + " w 1"
# White on A2 can take Black's last man on A1.
NEAR_ELIMINATION = "/".join(["19"] * 17 + ["w18", "b18"]) + " w 1"
# White already stands on Black's castle.
DECIDED = "/".join(["19"] * 4 + ["9w9"] + ["19"] * 13 + ["b18"]) + " b 1"
FIRST_60 = 60


class Ran(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    @property
    def rows(self) -> list[Any]:
        return [json.loads(line) for line in self.raw.splitlines()]


def record(moves: tuple[str, ...] | list[str] = (), result: Any = None, **more: Any) -> dict[str, Any]:
    """A Castle record as plain data, fields in the order of the format."""
    head = {"format": 1, "game": "castle"}
    head |= {key: more[key] for key in ("rules", "id", "tags", "players", "setup") if key in more}
    tail = {"notes": more["notes"]} if "notes" in more else {}
    extra = {key: value for key, value in more.items() if key not in (*head, *tail)}
    return head | {"moves": list(moves)} | tail | {"result": result} | extra


def dumps(item: Any) -> bytes:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode()


def sgn(moves: str = "", result: str = "*", reason: str = "", tags: str = "") -> bytes:
    """A Castle record in the text form, canonical if `moves` are."""
    head = f'[Game "castle"]\n{tags}[Result "{result}"]\n' + (f'[Reason "{reason}"]\n' if reason else "")
    return f"{head}\n{moves + ' ' if moves else ''}{result}\n".encode()


def encoded(item: dict[str, Any], suffix: str) -> bytes:
    """A record that has moves and perhaps notes on the last ply, in the encoding of a suffix."""
    kind, _, packing = suffix.removeprefix(".").partition(".")
    if kind == "sgn":
        notes = "".join(f" {{{note['text']}}}" for note in item.get("notes", ()))
        data = sgn((numbered(item["moves"]) + notes).strip())
    elif kind == "msgpack":
        data = msgpack.packb(item)
    else:
        data = dumps(item) + b"\n"
    if packing == "gz":
        return gzip.compress(data, mtime=0)
    return zstd_module().compress(data) if packing == "zst" else data


def numbered(moves: list[str]) -> str:
    words = [f"{i // 2 + 1}. {token}" if i % 2 == 0 else token for i, token in enumerate(moves)]
    return " ".join(words)


def unpacked(path: Path) -> bytes:
    """The content of a file without compression."""
    data = path.read_bytes()
    if data.startswith(b"\x1f\x8b"):
        return gzip.decompress(data)
    return zstd_module().decompress(data) if data.startswith(b"\x28\xb5\x2f\xfd") else data


def child_environment(**more: str) -> dict[str, str]:
    """The environment for a child process: no colour wishes, no size of a terminal, no CI, no coverage."""
    dropped = ("CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "STRUCKLE_DATA", "PYTHONIOENCODING")
    kept = {
        key: value
        for key, value in os.environ.items()
        if key not in dropped and not key.startswith(("COVERAGE_", "COV_"))
    }
    return kept | {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm"} | more


def command(*arguments: str | bytes) -> list[str | bytes]:
    return [sys.executable, "-m", "struckle_cli", *arguments]


def spawn(
    *arguments: str | bytes, cwd: Path | None = None, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own."""
    environment = child_environment(PYTHONPATH=str(ROOT), **more.pop("env", {}))
    piped = {} if "stdout" in more else {"stdout": subprocess.PIPE}
    errors = {} if "stderr" in more else {"stderr": subprocess.PIPE}
    given = {} if {"stdin", "input"} & set(more) else {"stdin": subprocess.DEVNULL}
    return subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment,
        timeout=60,
        check=False,
        **piped,
        **errors,
        **given,
        **more,
    )


def leftovers(folder: Path) -> list[str]:
    return sorted(item.name for item in folder.iterdir() if item.name.endswith(".tmp") or item.name[0] == ".")
