"""Boards as text and as pictures."""

from typing import Any, Literal

from struckle_cli.api.playing import Game, State
from struckle_cli.api.records import Record
from struckle_cli.core.errors import UsageError
from struckle_cli.core.picture import View
from struckle_cli.report.palette import Theme
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import Board
from struckle_cli.services.naming import viewer_named

Style = Literal["svg", "ascii", "unicode"]
_CHOICES: dict[str, tuple[str, ...]] = {
    "style": ("svg", "ascii", "unicode"),
    "theme": ("auto", "light", "dark"),
}


def render(
    what: State | Record, style: Style = "svg", *, at: int | None = None, seat: str | None = None,
    edge: str | None = None, targets: str | None = None, theme: Theme = "auto",
) -> str:  # fmt: skip
    """A board with its caption, as `struckle render` writes it: SVG, or lines of text (without the last end).

    Of a record it is the last position, or the one after `at` plies (-1: one before the last); `seat` shows
    what that seat may see (`Record.as_seen_by`), from its edge. `edge` is the seat at the lower edge.
    `targets` names a piece (or its place) whose legal targets are marked, `theme` is `auto` (as the reader's
    system), `light` or `dark`; both are for pictures. Raises `UsageError` for what makes no sense, and
    `RecordError` for a position that the record does not reach.
    """
    for name, value in (("style", style), ("theme", theme)):
        if value not in _CHOICES[name]:
            known = ", ".join(_CHOICES[name])
            raise UsageError(f"{name} is one of {known}, not {value!r}", code=f"usage.{name}")
    if isinstance(what, State):
        if at is not None or seat is not None:
            why = "at and seat go with a record: a state is one position, and shows all that it holds"
            raise UsageError(why, code="usage.at" if seat is None else "usage.seat")
        game, board, viewer = what.game, what._board(), None
    else:
        record = what if seat is None else what.as_seen_by(seat)
        game, board, viewer = record.game, record._board(at), record._viewer
    lower = None if edge is None else viewer_named(game._core, edge)
    if style == "svg":
        return _svg(game, board, lower or viewer, targets, theme)
    if targets is not None or theme != "auto":
        why = f"{'theme' if targets is None else 'targets'} goes with pictures: style='svg'"
        raise UsageError(why, code="usage.style")
    view = View(style=style, seat=viewer, edge=lower, last=board.last)
    return f"{printable(board.caption)}\n{game._core.render(board.state, view).text()}"


def _svg(game: Game, board: Board, edge: str | None, targets: str | None, theme: Any) -> str:
    from struckle_cli.report.svg import svg
    from struckle_cli.services.drawings import drawing

    return svg(drawing(game._core, board, edge, targets), board.caption, theme)
