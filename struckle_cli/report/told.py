"""A record told to people, and lists of moves."""

import textwrap
from collections.abc import Sequence

from struckle_cli.report.faults import fault_line
from struckle_cli.report.safe import printable
from struckle_cli.services.show import Line, Shown, Told, short_token


def shown_text(shown: Shown, path: str, record: int, width: int) -> str:
    """What `show` prints: facts, moves with notes, result, faults."""
    lines = [shown.title]
    size = max((len(name) for name, _ in shown.facts), default=0)
    for name, value in shown.facts:
        rows = value.split("\n")
        lines.append(f"  {printable(name):<{size}}  {printable(rows[0])}")
        lines += [f"  {'':<{size}}  {printable(row)}" for row in rows[1:]]
    lines.append("")
    told = [line for line in shown.lines if isinstance(line, Told)]
    size = min(max((len(printable(short_token(line.token))) for line in told), default=0), 20)
    seats = max((len(line.seat or "") for line in told), default=0)
    for line in shown.lines:
        if isinstance(line, Told):
            lines += _told(line, seats, size, width)
        else:
            lines += _moves(line, width, shown.by_number)
    lines.append(f"result: {printable(shown.result)}")
    lines += [f"hidden: {printable(item)}" for item in shown.hidden]
    lines += [fault_line(fault, path, record) for fault in shown.problems]
    return "\n".join(lines)


def _moves(line: Line, width: int, by_number: bool) -> list[str]:
    rows: list[list[str]] = []
    for label, token in line.moves:
        if not rows or (label and by_number):
            rows.append([])
        rows[-1].append(f"{label}\0{printable(token)}" if label else printable(token))
    found = [columns(row, width).replace("\0", " ") for row in rows]
    return found + _notes(line.notes)


def _notes(notes: Sequence[str]) -> list[str]:
    return [f"    {{{printable(row)}}}" for note in notes for row in note.split("\n")]


def _told(line: Told, seats: int, size: int, width: int) -> list[str]:
    """`  3  purple  M2:4  what it led to`, wrapped, with the notes below."""
    head = f"{line.ply:>3}  {line.seat or '':<{seats}}  {printable(short_token(line.token)):<{size}}  "
    lead, found = head, []
    for remark in line.remarks:
        room = max(width - len(head), 30)
        rows = textwrap.wrap(printable(remark), room, break_long_words=False, break_on_hyphens=False)
        for row in rows:
            found.append(lead + row)
            lead = " " * len(head)
    found = found or [head.rstrip()]
    return found + _notes(line.notes)


def grouped(groups: dict[str, list[str]], width: int) -> str:
    """Tokens under their headings, wrapped."""
    size = max((len(name) for name in groups), default=0)
    rows = []
    for name, tokens in groups.items():
        lead = f"{name:<{size}}  "
        text = columns(tokens, max(width, 30) - len(lead))
        rows.append(lead + text.replace("\n", "\n" + " " * len(lead)))
    return "\n".join(rows)


def columns(tokens: Sequence[str], width: int) -> str:
    """Tokens side by side, wrapped."""
    return textwrap.fill(" ".join(tokens), max(width, 20), break_long_words=False, break_on_hyphens=False)
