"""What the tests of sealing, opening and looking share."""

import json
import re
import stat
from pathlib import Path
from typing import Any

from tests.cli.struggle_support import (
    SHORT,
    committed,
    open_game,
    put,
    seeded_dice,
)

FILES = [".sgn", ".json", ".jsonl", ".msgpack", ".sgn.gz", ".json.zst", ".msgpack.gz", ".jsonl.zst"]


HIDDEN = re.compile(r"#[0-9a-f]{64}")


def whole(number: int = 1, **setup: Any) -> dict[str, Any]:
    """A finished game of three with the dice of a seed, in the open."""
    return open_game(number, 3, **({"colours": SHORT, "dice": seeded_dice()} | setup))


def half(number: int = 1, limit: int = 3) -> dict[str, Any]:
    """An unfinished game of three with declared dice, in the open."""
    return open_game(number, 3, limit)


def content(cli, name: object) -> dict[str, Any]:
    """The record of a file as plain data."""
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = ran.json
    return found


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def secrets_of(path: Path) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(path.read_bytes())
    assert isinstance(found, list)
    assert all(sorted(item) == ["nonce", "seat", "value", "what"] for item in found)
    return found


def sealed(cli, tmp_path: Path, item: dict[str, Any], name: str = "c.sgn") -> list[str]:
    """Seal a record into a file; the names of its secrets files."""
    put(tmp_path / "open.json", item)
    ran = cli("seal", "open.json", "-o", name, "--secrets", "keys", "--force")
    assert (ran.code, ran.err) == (0, "")
    return [f"keys/{path.name}" for path in sorted((tmp_path / "keys").glob(f"{name}.*.secrets"))]


def revealed(number: int = 1, **more: Any) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """An unfinished committed game of three with all its openings, and these."""
    item, found = committed(half(number) | more)
    return item | {"reveals": found}, found
