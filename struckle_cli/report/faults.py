"""One fault as one line for people, or as several with what stands at its place."""

import re

from struckle_cli.core.errors import Fault
from struckle_cli.report.excerpts import excerpt_lines
from struckle_cli.report.paint import painted
from struckle_cli.report.safe import inert, printable


def fault_line(fault: Fault, path: str, record: int | None, colour: bool = False) -> str:
    """`FILE:LINE:COL` (text) or `FILE:LINE /moves/16` (JSON): code, game, ply, token, why, what is near."""
    word = "" if fault.severity == "error" else f"{fault.severity}: "
    code = painted(fault.code, fault.severity, colour)
    return inert(f"{_where(fault, path)}{word}{code}: {why_text(fault, record)}")


def fault_lines(fault: Fault, path: str, record: int | None, colour: bool = False) -> list[str]:
    """The line of a fault, and below it what stands at its place with a caret line, where that is known."""
    line = fault_line(fault, path, record, colour)
    if fault.excerpt is None:
        return [line]
    text, caret = excerpt_lines(fault.excerpt)
    mark = caret.lstrip(" |")
    return [line, text, caret.removesuffix(mark) + painted(mark, fault.severity, colour)]


def why_text(fault: Fault, record: int | None) -> str:
    """Game, ply, token, why, and what is near: a fault without its place and code."""
    about = [] if record is None else [f"game {record}"]
    if fault.ply is not None:
        about.append(f"ply {fault.ply}")
    if fault.token is not None and (_is_entry(fault) or not _named(fault.token, fault.message)):
        about.append(printable(fault.token))
    head = f"{', '.join(about)}: " if about else ""
    near = fault.suggestion if fault.ply is not None else None
    tail = f"; nearest legal: {printable(near)}" if near else ""
    return f"{head}{printable(fault.message)}{tail}"


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
