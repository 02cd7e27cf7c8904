"""Verdicts as SARIF 2.1.0, for code scanning: one run, a result a fault.

Source: OASIS, Static Analysis Results Interchange Format 2.1.0. The order of keys means nothing there, so
that results are written as they come and the rules behind them. Fingerprints are left to who uploads them.
"""

from typing import Any
from urllib.parse import quote_from_bytes

from struckle_cli import __version__
from struckle_cli.core.errors import Fault
from struckle_cli.replay.storage import is_remote
from struckle_cli.report.counts import Counts
from struckle_cli.report.faults import why_text
from struckle_cli.report.places import column, from_root
from struckle_cli.report.safe import json_bytes, printable
from struckle_cli.report.spool import Spool
from struckle_cli.report.verdicts import Write
from struckle_cli.services.codes import sentence
from struckle_cli.services.judging import Verdict

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"


class SarifReport:
    """Results as they come; rules, and what could not be read, at the end."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._rules: dict[str, int] = {}
        self._notifications = Spool()
        self._results = 0

    def add(self, verdict: Verdict) -> None:
        """Write the results of a record; a place that could not be read is a notification."""
        if verdict.record is None:
            for fault in verdict.problems:
                self._notifications.put(json_bytes(_notification(fault, verdict.path)))
            return
        for fault in verdict.problems:
            index = self._rules.setdefault(fault.code, len(self._rules))
            self._put(_result(fault, verdict.path, verdict.record, index))

    def close(self, counts: Counts) -> None:
        """Write rules, notifications, and whether all went well."""
        for note in counts.notes():
            self._notifications.put(json_bytes({"level": "note", "message": {"text": note}}))
        rest = {
            "tool": {"driver": {"name": "struckle", "version": __version__, "rules": _rules(self._rules)}},
            "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the checkout."}}},
        }
        went_well = b"true" if counts.exit_code(allow_empty=True) in (0, 1) else b"false"
        self._begin()
        self._write(b"\n]," + json_bytes(rest)[1:-1])
        self._write(
            b',"invocations":[{"executionSuccessful":' + went_well + b',"toolExecutionNotifications":['
        )
        self._notifications.pour(self._write)
        self._write(b"]}]}]}\n")

    def abandon(self) -> None:
        """Remove what was kept."""
        self._notifications.close()

    def _put(self, result: dict[str, Any]) -> None:
        self._begin()
        self._write((b",\n" if self._results else b"\n") + json_bytes(result))
        self._results += 1

    def _begin(self) -> None:
        if not self._results:
            head = {"$schema": _SCHEMA, "version": "2.1.0"}
            run = b',"runs":[{"columnKind":"unicodeCodePoints","results":['
            self._write(json_bytes(head)[:-1] + run)


def _rules(codes: dict[str, int]) -> list[dict[str, Any]]:
    rules = []
    for code in codes:
        meaning = sentence(code)
        rules.append({"id": code} | ({"shortDescription": {"text": meaning}} if meaning else {}))
    return rules


def _result(fault: Fault, path: str, record: int, index: int) -> dict[str, Any]:
    where = f"game {record}{printable(fault.pointer or '')}"
    location = _location(fault, path) | {"logicalLocations": [{"fullyQualifiedName": where}]}
    return {
        "ruleId": fault.code, "ruleIndex": index, "level": fault.severity,
        "message": {"text": why_text(fault, record)}, "locations": [location],
    }  # fmt: skip


def _location(fault: Fault, path: str) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(path)}
    if fault.line is not None:
        physical["region"] = _region(fault, fault.line)
    return {"physicalLocation": physical}


def _region(fault: Fault, line: int) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": line}
    start = column(fault)
    if start is None:
        return region
    region["startColumn"] = start
    if fault.excerpt is not None:
        meant = fault.excerpt.text[fault.excerpt.column : fault.excerpt.column + fault.excerpt.length]
        region |= {"endColumn": start + len(meant), "snippet": {"text": printable(meant)}}
    return region


def _artifact(path: str) -> dict[str, Any]:
    """Where a file lies: from the root of the checkout, or the whole path of one that lies elsewhere."""
    import os

    whole = from_root(path)
    if is_remote(whole):
        return {"uri": quote_from_bytes(os.fsencode(whole), safe="/:?#[]@!$&'()*+,;=%")}
    uri = quote_from_bytes(os.fsencode(whole))
    if os.path.isabs(whole):
        return {"uri": f"file://{uri}"}
    return {"uri": uri, "uriBaseId": _ROOT}


def _notification(fault: Fault, path: str) -> dict[str, Any]:
    return {
        "level": "error", "descriptor": {"id": fault.code}, "locations": [_location(fault, path)],
        "message": {"text": why_text(fault, None)},
    }  # fmt: skip
