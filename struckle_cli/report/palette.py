"""What the roles of a drawing look like, light and dark: the one place where colours of pictures stand.

Colours are chosen so that the seats stay apart for people with a red, green or blue weakness too; a test
computes that. Shapes and labels say the same once more.
"""

from typing import Literal, NamedTuple

Theme = Literal["auto", "light", "dark"]
FONT = "DejaVu Sans, Verdana, sans-serif"


class Paint(NamedTuple):
    """Fill and outline of a role (or `none`), light and dark; the outline's width in units."""

    fill: tuple[str, str]
    stroke: tuple[str, str] = ("none", "none")
    width: int = 0


_NONE = ("none", "none")
_INK = ("#1c1e21", "#f2efe9")
_PAPER = ("#ffffff", "#15171a")

PAINTS: dict[str, Paint] = {
    "frame": Paint(("#fbf8f1", "#1b1d21")),
    "line": Paint(_NONE, ("#b9ae98", "#4a4d52"), 1),
    "ground": Paint(("#f1e7d0", "#2a2c30")),
    "ground2": Paint(("#e4d6b8", "#34373c")),
    "wall": Paint(("#a08f78", "#6f6355")),
    "castle": Paint(("#d9a7d6", "#7d4a7a"), ("#5b2a58", "#e3b9e0"), 2),
    "seat1": Paint(("#ffffff", "#f4f4f0"), ("#1c1e21", "#0b0c0d"), 2),
    "seat2": Paint(("#24272b", "#0b0c0d"), ("#000000", "#d8d4cc"), 2),
    "seat3": Paint(("#0072b2", "#56b4e9"), _INK, 2),
    "seat4": Paint(("#d55e00", "#e69f00"), _INK, 2),
    "seat1-ink": Paint(("#1c1e21", "#0b0c0d")),
    "seat2-ink": Paint(("#ffffff", "#f4f4f0")),
    "seat3-ink": Paint(_PAPER),
    "seat4-ink": Paint(("#000000", "#15171a")),
    "seat1-soft": Paint(("#faf7ee", "#4b4a46")),
    "seat2-soft": Paint(("#cfcac0", "#17181a")),
    "seat3-soft": Paint(("#cfe3f1", "#1d3a4d")),
    "seat4-soft": Paint(("#f7d9c0", "#4d3413")),
    "house1": Paint(("#a3d5f7", "#8cc8f0"), ("#0b4f86", "#e3f4ff"), 2),
    "house2": Paint(("#bfe593", "#aedb80"), ("#3c6e12", "#f0ffe0"), 2),
    "house3": Paint(("#0f3670", "#17468c"), ("#061d3d", "#9cc4f5"), 2),
    "house4": Paint(("#35792a", "#36802c"), ("#10330a", "#a6e39a"), 2),
    "tinted-ink": Paint(("#10202c", "#0b1720")),
    "shaded-ink": Paint(("#ffffff", "#ffffff")),
    "house1-soft": Paint(("#dff1ff", "#2a5068")),
    "house2-soft": Paint(("#f1fadf", "#4a632e")),
    "house3-soft": Paint(("#a9bfe0", "#16294f")),
    "house4-soft": Paint(("#bedcae", "#1d4a1c")),
    "star": Paint(("#fff2a8", "#ffe98a"), ("#1c1e21", "#0b0c0d"), 2),
    "gold": Paint(("#f0c419", "#c79a10"), ("#7a5c00", "#ffe27a"), 1),
    "red": Paint(("#c4352b", "#b23a31"), ("#6e1610", "#ff9d95"), 1),
    "black": Paint(("#2b2b2b", "#050505"), ("#000000", "#8d8d8d"), 1),
    "gold-ink": Paint(("#1c1e21", "#0b0c0d")),
    "red-ink": Paint(("#ffffff", "#ffffff")),
    "black-ink": Paint(("#ffffff", "#ffffff")),
    "purple": Paint(("#6b3fa0", "#8a5fd0"), _INK, 2),
    "orange": Paint(("#f0941e", "#f2a33c"), _INK, 2),
    "purple-ink": Paint(("#ffffff", "#ffffff")),
    "orange-ink": Paint(("#1c1e21", "#0b0c0d")),
    "bead": Paint(_PAPER, _INK, 1),
    "seal": Paint(_NONE, _INK, 2),
    "off": Paint(_NONE, ("#b3261e", "#ff8a80"), 3),
    "label": Paint(("#5b5548", "#b9b3a6")),
    "text": Paint(_INK),
    "faint": Paint(("#6d675b", "#a09a8e")),
    "last": Paint(_NONE, ("#d81b60", "#ff79a8"), 3),
    "target": Paint(("#009e73", "#35d0a5"), _PAPER, 2),
    "target-ink": Paint(("#0b0c0d", "#0b0c0d")),
    "lost": Paint(_NONE, ("#b3261e", "#ff8a80"), 3),
}


def css(roles: list[str], scope: str, theme: Theme) -> str:
    """The style of some roles, classes below the class `scope`; `auto` goes as the reader's system."""
    if theme != "auto":
        return _rules(roles, scope, theme == "dark")
    dark = _rules(roles, scope, True)
    return f"{_rules(roles, scope, False)}@media (prefers-color-scheme:dark){{{dark}}}"


def _rules(roles: list[str], scope: str, dark: bool) -> str:
    return "".join(f".{scope} .{role}{{{_declared(PAINTS[role], dark)}}}" for role in roles)


def _declared(paint: Paint, dark: bool) -> str:
    outline = f";stroke:{paint.stroke[dark]};stroke-width:{paint.width}" if paint.width else ""
    return f"fill:{paint.fill[dark]}{outline}"
