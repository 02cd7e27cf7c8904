"""A record as a small piece of a page, for notebooks. Nothing of a record is ever markup."""

from collections.abc import Mapping, Sequence

from struckle_cli.report.svg import escaped

_MOST = 20
"""How many faults are told; `Record.faults` has all."""
_WIDTH = "max-width:40em"
_FITTING = "max-width:100%;height:auto"


def record_html(
    *, title: str, players: Mapping[str, str], result: str, faults: Sequence[str], picture: str
) -> str:
    """Names and result in a line, the picture (SVG; empty where there is none), and what is wrong.

    Without ids, scripts and rules of style that are its own, so that any number can stand in one page.
    """
    names = [", ".join(f"{seat}: {name}" for seat, name in players.items())] if players else []
    rest = "".join(f" &middot; {escaped(part)}" for part in (*names, result))
    lines = [f'<div style="{_WIDTH}"><p><strong>{escaped(title)}</strong>{rest}</p>']
    if picture:
        lines.append(picture.rstrip("\n").replace("<svg ", f'<svg style="{_FITTING}" ', 1))
    if faults:
        told = [f"<li>{escaped(fault)}</li>" for fault in faults[:_MOST]]
        told += [f"<li>and {len(faults) - _MOST} more</li>"] if len(faults) > _MOST else []
        lines.append(f"<ul>{''.join(told)}</ul>")
    return "\n".join([*lines, "</div>"])
