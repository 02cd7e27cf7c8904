"""What the tests of the record layer share: samples, reading bytes, and the command `validate`."""

import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from struckle_cli.core.game import AnyGame
from struckle_cli.registry import lookup
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped, read_records
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Opened, Source, zstd_module
from struckle_cli.services.judging import Verdict, judge

ROOT = Path(__file__).parents[2]
ENCODINGS = ("sgn", "json", "jsonl", "msgpack")
HEAD = '[Game "castle"]\n'
GOOD_TEXT = f'{HEAD}[Event "good"]\n\n1. D8-C8 {{a note}} Q12-Q11 *\n'
LINE = [  # D8 and its mirror image step off their walls and back: legal for ever
    "D8-C8", "Q12-R12", "C8-D8", "R12-Q12",
]  # fmt: skip


def record(**changes: Any) -> dict[str, Any]:
    """A small valid record as plain objects; `...` as a value leaves the field out."""
    fields = {"format": 1, "game": "castle", "moves": ["D8-C8", "Q12-Q11"], "result": None} | changes
    return {name: value for name, value in fields.items() if value is not ...}


GOOD = json.dumps(record()).encode()


def castle() -> AnyGame:
    game = lookup("castle")
    assert game is not None
    return game


def readings(data: bytes, encoding: str, limit: int = MAX_RECORD) -> Iterator[Reading]:
    """The records in `data`, read as a named file of that encoding is."""
    opened = Opened(io.BufferedReader(io.BytesIO(data)), None)  # type: ignore[type-var]
    for item in read_records(opened, Source(f"x.{encoding}", encoding, None), limit):
        assert not isinstance(item, Skipped)
        yield item


def verdicts(data: bytes | str, encoding: str, limit: int = MAX_RECORD) -> list[Verdict]:
    """The verdict on every record in `data`."""
    raw = data.encode() if isinstance(data, str) else data
    return [judge(item, f"x.{encoding}") for item in readings(raw, encoding, limit)]


def json_verdict(value: object) -> Verdict:
    """The verdict on one record in JSON: plain objects, or the text itself."""
    data = value if isinstance(value, bytes | str) else json.dumps(value)
    (found,) = verdicts(data, "json")
    return found


def codes(verdict: Verdict) -> list[str]:
    return [fault.code for fault in verdict.problems]


def spots(verdict: Verdict) -> list[tuple[str, int | None, int | None, int | None]]:
    """Code, line, column and ply of each fault."""
    return [(fault.code, fault.line, fault.column, fault.ply) for fault in verdict.problems]


def pointers(verdict: Verdict) -> list[tuple[str, str | None, int | None]]:
    """Code, pointer and line of each fault, sorted."""
    return sorted((fault.code, fault.pointer, fault.line) for fault in verdict.problems)


def plain(document: Document) -> dict[str, Any]:
    """A document as plain objects, with what encodings may reorder put in order."""
    built: dict[str, Any] = msgspec.to_builtins(document)
    if "notes" in built:
        built["notes"] = sorted(built["notes"], key=lambda note: note["ply"])
    built["tags"] = list(built.get("tags", {}).items())
    return built


def packed(data: bytes, compression: str | None) -> bytes:
    """`data` behind `gz`, `zst` or nothing."""
    if compression == "gz":
        return gzip.compress(data, mtime=0)
    if compression == "zst":
        result: bytes = zstd_module().compress(data)
        return result
    return data


class Ran(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: bytes
    err: bytes

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The objects of `--format jsonl`."""
        return [json.loads(line) for line in self.out.decode().splitlines()]

    def codes(self) -> list[tuple[str, int | None, str | None]]:
        """For every row the file's name, the record's number and the first code (None: valid)."""
        return [
            (
                os.path.basename(row["path"]),
                row["record"],
                row["problems"][0]["code"] if row["problems"] else None,
            )
            for row in self.rows
        ]


def child(*arguments: object, stdin: Any = b"", cwd: object = None, timeout: float = 60) -> Ran:
    """Run the command in a process of its own."""
    given = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    done = subprocess.run(
        [sys.executable, "-m", "struckle_cli", *map(os.fspath, map(_text, arguments))],
        capture_output=True, cwd=os.fspath(cwd or ROOT), timeout=timeout, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, **given,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)


def _text(value: object) -> Any:
    return value if isinstance(value, os.PathLike | bytes) else str(value)


_MEASURED = """
import sys
from struckle_cli.cli.app import run
code = run(sys.argv[1:])
with open("/proc/self/status") as status:
    peak = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(peak, file=sys.stderr)
sys.exit(code)
"""


def measured(*arguments: object, timeout: float = 120) -> tuple[Ran, float]:
    """Run the command in a process of its own; also its peak memory in MiB.

    The high-water mark is read in the child: the one that `wait` reports includes its parent's.
    """
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *map(str, arguments)], capture_output=True, cwd=ROOT,
        timeout=timeout, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    *before, last = done.stderr.splitlines()
    return Ran(done.returncode, done.stdout, b"\n".join(before)), int(last) / 1024
