"""One fault as one line for people."""

import re

from struckle_cli.core.errors import Fault
from struckle_cli.report.safe import printable


def fault_line(fault: Fault, path: str, record: int | None) -> str:
    """`FILE:LINE:COL` (text) or `FILE:LINE /moves/16` (JSON): code, game, ply, token, why, what is near."""
    where = _where(fault, path)
    about = [] if record is None else [f"game {record}"]
    if fault.ply is not None:
        about.append(f"ply {fault.ply}")
    if fault.token is not None and (_is_entry(fault) or not _named(fault.token, fault.message)):
        about.append(printable(fault.token))
    head = f"{', '.join(about)}: " if about else ""
    tail = f"; nearest legal: {fault.suggestion}" if fault.suggestion and fault.ply is not None else ""
    word = "" if fault.severity == "error" else f"{fault.severity}: "
    return f"{where}{word}{fault.code}: {head}{printable(fault.message)}{tail}"


def _is_entry(fault: Fault) -> bool:
    """Whether a fault is about an entry of the moves; its message may hold other tokens as examples."""
    return fault.ply is not None and not fault.code.startswith(("text.", "record."))


def _named(token: str, message: str) -> bool:
    """Whether a message names a token, not only as a part of some word."""
    return re.search(rf"(?<!\w){re.escape(token)}(?!\w)", message) is not None


def _where(fault: Fault, path: str) -> str:
    """The place, with a colon and a blank behind it; nothing for a fault in what was typed."""
    if not path:
        return ""
    where = printable(path)
    if fault.line is not None:
        where += f":{fault.line}"
    if fault.column is not None:
        where += f":{fault.column}"
    elif fault.pointer:
        where += f" {printable(fault.pointer)}"
    return f"{where}: "
