"""`struckle render`."""

from typing import Annotated, Any

import typer

from struckle_cli.cli import console
from struckle_cli.cli.flip import Flip, FlipCommand, edge_named
from struckle_cli.cli.games import seat_named
from struckle_cli.cli.options import (
    At,
    ColourOption,
    File,
    InputFormat,
    PictureStyle,
    Record,
    Seat,
    SecretsFiles,
    Theme,
)
from struckle_cli.cli.target import Viewpoint, load_viewed
from struckle_cli.core.errors import UsageError
from struckle_cli.core.picture import View
from struckle_cli.report.paint import paint
from struckle_cli.services.boards import boards
from struckle_cli.services.loading import Loaded
from struckle_cli.services.secretfiles import known_from

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=FlipCommand)
def render(
    file: File,
    at: At = None,
    every: Annotated[bool, typer.Option("--all", help="Every position from the start to the end.")] = False,
    style: PictureStyle = None,
    width: Annotated[
        int | None,
        typer.Option(
            "--width", metavar="N", min=1, help="Columns to draw in; left out: as there are, or 80."
        ),
    ] = None,
    seat: Seat = None,
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    flip: Flip = None,
    theme: Theme = "auto",
    chosen: Annotated[
        str | None,
        typer.Option("--targets", metavar="PIECE", help="In a picture, mark where this piece may go."),
    ] = None,
    record: Record = None,
    color: ColourOption = None,
    input_format: InputFormat = None,
) -> None:
    """Draw boards of a record as text; the last move is named (and marked where there is colour).

    \b
    Examples:
      struckle render game.sgn
      struckle render game.sgn --at -1 --as black --style unicode
      struckle render game.sgn --all
      struckle render struckle.sgn --flip SB
    """
    if every and at is not None:
        raise UsageError("--all and --at exclude each other", code="usage.at")
    looking = Viewpoint(seat, known_from(secrets)) if seat or secrets else None
    loaded = load_viewed(file, record, input_format, view=looking)
    viewer = seat_named(loaded.game, seat)
    edge = edge_named(loaded.game, flip, viewer)
    if style == "svg":
        _svg(loaded, at, every, edge or viewer, chosen, theme)
        return
    if chosen is not None or theme != "auto":
        option = "--theme" if chosen is None else "--targets"
        raise UsageError(f"{option} goes with pictures: --style svg", code="usage.style")
    drawn = style or ("unicode" if console.unicode_fits() else "ascii")
    colour, columns = console.wants_colour(color), width or console.width()
    for number, board in enumerate(boards(loaded, at, every)):
        if number:
            console.say("")
        console.say(board.caption)
        view = View(style=drawn, seat=viewer, edge=edge, last=board.last, width=columns)
        picture = loaded.game.render(board.state, view)
        console.draw(paint(picture, colour))


def _svg(
    loaded: Loaded, at: int | None, every: bool, edge: str | None, chosen: str | None, theme: Any
) -> None:
    """One picture as SVG on standard output."""
    from struckle_cli.report.svg import svg
    from struckle_cli.services.drawings import drawing

    if every:
        raise UsageError("--style svg writes one picture: choose it with --at", code="usage.style")
    for board in boards(loaded, at, every):
        console.write_bytes(svg(drawing(loaded.game, board, edge, chosen), board.caption, theme).encode())
