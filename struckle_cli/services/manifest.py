"""The manifest of a run: what was read, by what, and what came of it; two runs can be compared by it.

It depends on the input, the options and the version of the program, and on nothing else: it names no time,
no machine and no engine. Each input and output has a line of its own, so that `diff` is readable.
"""

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from struckle_cli import __version__, registry
from struckle_cli.core.errors import counted
from struckle_cli.replay.parts import Made
from struckle_cli.report.safe import json_bytes, path_text
from struckle_cli.services.jobs import Job
from struckle_cli.services.runs import RANGE, File

VERSION = 1
"""Of the manifest's own form."""
_IN_MEMORY = 2 << 20


class Inputs:
    """The files of the input in order: path, size and hash, kept on the disk where they are many."""

    def __init__(self) -> None:
        self._rows = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed in `close`
        self._count = 0
        self._file: File | None = None
        self._size: int | None = None
        self._whole = ""
        self._ranges: Any = None
        self._known = 0
        self._error = ""
        self.unreadable = self.lost = 0

    def begin(self, file: File, size: int | None) -> None:
        """What is told from now on is about this file; again and again of one that has ranges."""
        if file is not self._file:
            self._flush()
            self._file, self._size = file, size
        elif self._size is None:
            self._size = size

    def hashed(self, digest: str, ranged: bool) -> None:
        """The SHA-256 of the file, or of its next range."""
        if not ranged:
            self._whole = digest
            return
        self._ranges = self._ranges or hashlib.sha256()
        self._ranges.update(bytes.fromhex(digest))
        self._known += 1

    def failed(self, code: str) -> None:
        """It could not be read on."""
        self._error = self._error or code

    def missed(self) -> None:
        """A record of it could not be looked at, for an error of the program or a process that has died."""
        self.lost += 1

    def _flush(self) -> None:
        if self._file is None:
            return
        row: dict[str, Any] = {
            "path": path_text(self._file.path),
            "size": self._size,
            "hash": self._hash(),
        }
        if self._error:
            row["error"] = self._error
            self.unreadable += 1
        self._rows.write((b",\n  " if self._count else b"\n  ") + json_bytes(row))
        self._count += 1
        self._file, self._whole, self._ranges, self._known, self._error = None, "", None, 0, ""

    def _hash(self) -> str | None:
        """`sha256:` and the file's own, or `sha256/8388608:` and that of the hashes of its ranges."""
        if self._error:
            return None
        if self._whole:
            return f"sha256:{self._whole}"
        if self._ranges is None or self._known * RANGE < (self._size or 0):
            return None
        return f"sha256/{RANGE}:{self._ranges.hexdigest()}"

    def pour(self, write: Callable[[bytes], object]) -> None:
        """Write all rows as a JSON array."""
        self._flush()
        write(b"[")
        self._rows.seek(0)
        while block := self._rows.read(1 << 20):
            write(block)
        write(b"\n ]" if self._count else b"]")

    def settled(self) -> None:
        """The last file is at its end."""
        self._flush()

    def close(self) -> None:
        """Let go of all rows."""
        self._rows.close()


def about(job: Job) -> dict[str, Any]:
    """What has to be the same for two runs to tell the same of the same records."""
    options = msgspec.to_builtins(job.options)
    own = {"kind": job.kind, **{name: options[name] for name in ("strict", "max_record", "encoding")}}
    own |= {"depth": job.depth, "only": job.only} if job.kind == "stats" else {}
    return {"struckle": __version__, "rules": _rules(), "range": RANGE, "job": own}


def _rules() -> dict[str, int]:
    games = (registry.lookup(name) for name in registry.names())
    return {game.name: game.rules_version for game in games if game is not None}


def write_manifest(
    write: Callable[[bytes], object], job: Job, more: Mapping[str, Any], totals: Mapping[str, int],
    outputs: Sequence[Made], inputs: Inputs, stopped: bool,
) -> None:  # fmt: skip
    """Write a manifest. `more` are options of the command beside those of the job, `stopped` says that the
    run was to look no further. It is complete if every record of the input was looked at.
    """
    inputs.settled()
    why = _incomplete(inputs, stopped)
    head = about(job)
    lines = {
        "manifest": VERSION,
        "struckle": head["struckle"],
        "rules": head["rules"],
        "range": head["range"],
        "job": {**head["job"], **more},
        "complete": not why,
        **({"why": why} if why else {}),
        "totals": totals,
    }
    text = b"".join(b" %s: %s,\n" % (json_bytes(name), json_bytes(value)) for name, value in lines.items())
    rows = b",".join(b"\n  " + json_bytes(made) for made in outputs)
    write(b"{\n" + text + b' "outputs": [' + rows + (b"\n ]" if rows else b"]") + b',\n "inputs": ')
    inputs.pour(write)
    write(b"\n}\n")


def _incomplete(inputs: Inputs, stopped: bool) -> str:
    """Why a run is not complete; empty if it is."""
    whys = ["it was to stop behind the first fault"] if stopped else []
    if inputs.unreadable:
        whys.append(f"{counted(inputs.unreadable, 'place')} could not be read")
    if inputs.lost:
        whys.append(f"{counted(inputs.lost, 'record')} could not be looked at")
    return "; ".join(whys)
