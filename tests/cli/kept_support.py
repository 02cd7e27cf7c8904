"""What tests of results that are kept share: small ranges, a folder of all kinds of files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.replay import parts
from struckle_cli.services import kept, manifest, runs, validate
from tests.cli.support import Ran, dumps, encoded, record, sgn

STEP = 2_000
OUT = "v.jsonl.zst"
MOVES = ["D8-D7", "D12-D13", "D7-D8", "D13-D12"]
BROKEN = [record([*MOVES, "D8-D1"]), record(["foo"]), record(MOVES, "x"), record(MOVES, more=1)]


def made_small(patched: pytest.MonkeyPatch) -> None:
    """Ranges and files so small that a few records have many."""
    for module in (runs, kept, manifest):
        patched.setattr(module, "RANGE", STEP)
    patched.setattr(kept.Kept, "step", STEP)
    patched.setattr(runs, "SMALL", 500)
    patched.setattr(parts, "ROWS", 7)


def filled(folder: Path) -> Path:
    """A folder with files of all kinds: ranges, small files, compressed ones, faults, one that is damaged."""
    archive = folder / "in"
    (archive / "more").mkdir(parents=True)
    lines = [dumps(BROKEN[at % 4] if at % 9 == 3 else record(MOVES * 3)) + b"\n" for at in range(60)]
    (archive / "games.jsonl").write_bytes(b"".join(lines))
    (archive / "games.sgn").write_bytes(b"\n".join([sgn("1. D8-C8"), sgn("1. D8-D1")] * 20))
    (archive / "packed.jsonl.zst").write_bytes(encoded(record(MOVES), ".jsonl.zst") * 30)
    (archive / "note.json").write_bytes(b'{"no": "record"}')
    (archive / "empty.sgn").write_bytes(b"")
    for number in range(20):
        (archive / "more" / f"{number}.sgn").write_bytes(sgn("1. D8-C8" if number % 5 else "1. D8-ZZ"))
    return archive


Cli = Callable[..., Ran]


def result(folder: Path, name: str = OUT) -> tuple[bytes, bytes]:
    """What is compared of two runs: the bytes of the result and of its manifest."""
    return (folder / name).read_bytes(), (folder / f"{name}.manifest.json").read_bytes()


def told(ran: Ran) -> tuple[int, bytes, str]:
    return ran.code, ran.raw, ran.err


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each record that is judged by this process."""
    seen: list[int] = []
    judge = validate.judge

    def counting(reading: Any, *rest: Any) -> Any:
        seen.append(reading.number)
        return judge(reading, *rest)

    monkeypatch.setattr(validate, "judge", counting)
    return seen


SCRIPT = """
import os, signal, sys
from struckle_cli.services import runs, kept, manifest, validate
for module in (runs, kept, manifest):
    module.RANGE = 2000
kept.Kept.step, runs.SMALL = 2000, 500
left, judge, how = int(sys.argv[1]), validate.judge, sys.argv[2]

def deadly(reading, *rest):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), getattr(signal, how))
    return judge(reading, *rest)

validate.judge = deadly
from struckle_cli.__main__ import main
sys.argv = ["struckle", *sys.argv[3:]]
main()
"""
