"""`struckle render`."""

from typing import Annotated

import typer

from struckle_cli.cli.flip import Flip, FlipCommand, edge_named
from struckle_cli.cli.games import seat_named
from struckle_cli.cli.options import (
    At,
    ColourOption,
    File,
    Force,
    InputFormat,
    PictureStyle,
    Record,
    Seat,
    SecretsFiles,
    Theme,
)
from struckle_cli.cli.picturing import Asked, Sight, target_of, write
from struckle_cli.cli.target import Viewpoint, load_viewed
from struckle_cli.core.errors import UsageError
from struckle_cli.services.secretfiles import known_from

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=FlipCommand)
def render(
    file: File,
    at: At = None,
    every: Annotated[bool, typer.Option("--all", help="Every position from the start to the end.")] = False,
    style: PictureStyle = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="PICTURE",
            help="A file (.svg, .png, .gif, .txt), or with --all a folder; left out: standard output.",
        ),
    ] = None,
    force: Force = False,
    width: Annotated[
        int | None,
        typer.Option(
            "--width", metavar="N", min=1, help="Columns to draw text in; left out: as there are, or 80."
        ),
    ] = None,
    seat: Seat = None,
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    flip: Flip = None,
    theme: Theme = "auto",
    scale: Annotated[
        float | None,
        typer.Option(
            "--scale",
            metavar="FACTOR",
            min=0.1,
            max=8,
            help="How large PNG and GIF are; 1 is as large as SVG.",
            show_default="1",
        ),
    ] = None,
    delay: Annotated[
        int | None,
        typer.Option(
            "--delay",
            metavar="MS",
            min=20,
            max=60_000,
            help="Milliseconds a position in a GIF; the last one stays four times as long.",
            show_default="800",
        ),
    ] = None,
    chosen: Annotated[
        str | None,
        typer.Option("--targets", metavar="PIECE", help="In a picture, mark where this piece may go."),
    ] = None,
    record: Record = None,
    color: ColourOption = None,
    input_format: InputFormat = None,
) -> None:
    """Draw boards of a record as text or pictures; the last move is named, and marked where that can be.

    What is written goes by the ending of the file's name. Several positions (--all) become one animated GIF,
    or a folder (-o boards/) of 000.svg, 001.svg, ... or with --style png of PNG. PNG and GIF need the extra
    packages of struckle[pictures].

    \b
    Examples:
      struckle render game.sgn
      struckle render game.sgn --at -1 --as black --style unicode
      struckle render game.sgn --all
      struckle render struckle.sgn --flip SB
      struckle render game.sgn --at 12 --targets D8 -o board.svg
      struckle render game.sgn --all --delay 600 -o game.gif
    """
    if every and at is not None:
        raise UsageError("--all and --at exclude each other", code="usage.at")
    asked = Asked(theme, scale, delay, chosen, width, color)
    target = target_of(output, style, asked, every=every, force=force)
    looking = Viewpoint(seat, known_from(secrets)) if seat or secrets else None
    loaded = load_viewed(file, record, input_format, view=looking)
    viewer = seat_named(loaded.game, seat)
    write(loaded, at, Sight(viewer, edge_named(loaded.game, flip, viewer)), target, asked)
