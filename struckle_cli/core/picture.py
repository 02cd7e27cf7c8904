"""A drawing in characters: lines of spans with a role each, so that colour is decided at the very end."""

import msgspec

ROLES = ("plain", "label", "wall", "ground", "castle", "seat1", "seat2", "seat3", "seat4", "last",
         "blue", "green", "darkblue", "darkgreen", "gold", "red",
         "blue-square", "green-square", "darkblue-square", "darkgreen-square")  # fmt: skip


class Span(msgspec.Struct, frozen=True):
    """A piece of one line; `role` says what it shows, and a painter decides how that looks."""

    text: str
    role: str = "plain"


class Picture(msgspec.Struct, frozen=True):
    """Lines from top to bottom; every board line has the same display width."""

    lines: tuple[tuple[Span, ...], ...]
    legend: int = 0
    """How many of the last lines only explain the signs: where rows are few, they may be left out."""

    def text(self) -> str:
        """The picture without colour; trailing blanks are dropped."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How a state is to be drawn: `style` is `ascii` or `unicode`; `seat` looks on, and from its own edge.

    With `edge` the board is drawn from that seat's edge instead, coordinates included.
    """

    style: str = "ascii"
    seat: str | None = None
    edge: str | None = None
    last: str | None = None
    """The last token played, for marking it."""
    width: int = 80
    """Columns that there are, for a game that can draw itself broad or high."""
    height: int | None = None
    """Rows that there are, for a game that can draw itself lower; None where that does not matter."""

    @property
    def lower(self) -> str | None:
        """The seat at the lower edge; None where the game's usual one is meant."""
        return self.seat if self.edge is None else self.edge
