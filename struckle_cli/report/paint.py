"""Pictures and words with colour: what each role looks like on a terminal."""

from itertools import groupby

from struckle_cli.core.picture import Picture, Span

_STYLES = {
    "label": "2",
    "wall": "90",
    "ground": "2",
    "castle": "1;35",
    "seat1": "1;97",
    "seat2": "1;33",
    "seat3": "1;36",
    "seat4": "1;32",
    "last": "1;7",
    "blue": "1;38;5;117",
    "green": "1;38;5;120",
    "darkblue": "1;38;5;27",
    "darkgreen": "1;38;5;28",
    "gold": "1;33",
    "red": "31",
    "blue-square": "38;5;117",
    "green-square": "38;5;120",
    "darkblue-square": "38;5;27",
    "darkgreen-square": "38;5;28",
    "error": "1;31",
    "warning": "1;33",
}


_MARK = "\x1b[7m{}\x1b[0m"
"""How the last move stands out where no colours are wanted."""


def painted(text: str, role: str, colour: bool) -> str:
    """A text in the colour of a role, if `colour`."""
    return f"\x1b[{_STYLES[role]}m{text}\x1b[0m" if colour else text


def paint(picture: Picture, colour: bool, marks: bool = False) -> str:
    """The picture as text, with ANSI colours if `colour`; with `marks` alone the last move is reversed."""
    if not colour and not marks:
        return picture.text()
    lines = []
    for line in picture.lines:
        parts = [(role, "".join(span.text for span in spans)) for role, spans in groupby(line, _role)]
        if colour:
            lines.append("".join(painted(text, role, role in _STYLES) for role, text in parts))
        else:
            lines.append("".join(_MARK.format(text) if role == "last" else text for role, text in parts))
    return "\n".join(lines)


def _role(span: Span) -> str:
    return span.role
