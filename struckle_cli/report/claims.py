"""The claims of records, for people and as JSON (`cli.md`)."""

from collections.abc import Callable

import msgspec

from struckle_cli.core.claim import Truth
from struckle_cli.report.safe import json_bytes, path_text, printable
from struckle_cli.services.verify import Claims

_WORDS = {True: "true", False: "FALSE", "pending": "pending"}


class _Claim(msgspec.Struct):
    claim: str
    verdict: Truth
    why: str


class _Row(msgspec.Struct):
    path: str
    record: int | None
    claims: list[_Claim]


def encode_claims(item: Claims) -> bytes:
    """The claims of one record as one JSON object, without line end."""
    claims = [_Claim(claim.claim, claim.verdict, claim.why) for claim in item.claims]
    return json_bytes(_Row(path_text(item.path), item.record, claims))


class ClaimsReport:
    """Takes the claims of record after record; `codes` are the exit codes they call for."""

    def __init__(self, write: Callable[[bytes], object], as_json: bool) -> None:
        self.codes: set[int] = set()
        self._write = write
        self._json = as_json
        self._count = 0
        if as_json:
            write(b'{"results":[')

    def add(self, item: Claims) -> None:
        """Write the claims of one record."""
        self.codes.add(_exit_code(item))
        if self._json:
            self._write((b",\n " if self._count else b"\n ") + encode_claims(item))
        else:
            name = printable(item.path) + ("" if item.record is None else f": game {item.record}")
            lines = []
            for claim in item.claims:
                lines += [f"    {printable(step)}" for step in claim.steps]
                lines.append(f"{name}: {claim.claim}: {_WORDS[claim.verdict]}: {printable(claim.why)}")
            self._write("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
        self._count += 1

    def close(self) -> None:
        """Write what stands at the end."""
        if self._json:
            self._write(b"\n]}\n")


def _exit_code(item: Claims) -> int:
    """70 for an error of the program, 3 for what cannot be read, 1 for what is false."""
    if item.code is not None:
        return 70 if item.code.startswith("internal.") else 3
    return int(any(claim.verdict is False for claim in item.claims))
