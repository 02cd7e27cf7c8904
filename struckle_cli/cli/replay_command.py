"""`struckle replay`."""

from typing import Annotated, Literal

import typer

from struckle_cli.cli import console
from struckle_cli.cli.desk import Lines, at_terminal
from struckle_cli.cli.flip import Flip, FlipCommand, edge_named
from struckle_cli.cli.games import seat_named
from struckle_cli.cli.options import At, ColourOption, File, InputFormat, Record, Seat, SecretsFiles
from struckle_cli.core.picture import Picture, View
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import named
from struckle_cli.services.loading import broken, pick, seen_by, with_kept
from struckle_cli.services.replies import Reply
from struckle_cli.services.secretfiles import known_from
from struckle_cli.services.stepping import Stepping

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("replay", cls=FlipCommand)
def replay_command(
    file: File,
    at: At = None,
    style: Annotated[
        Literal["ascii", "unicode"] | None,
        typer.Option("--style", help="Characters to draw with; unicode on a terminal that can, else ascii."),
    ] = None,
    seat: Seat = None,
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    flip: Flip = None,
    record: Record = None,
    color: ColourOption = None,
    input_format: InputFormat = None,
) -> int:
    """Step forward and back through a record, with its boards, what each ply led to, and its notes.

    At a terminal keys do it: arrows, space, Home and End, g and a number, f to flip, ? for help, q to leave.
    Through a pipe, lines: next, back, goto N, start, end, flip, help, quit. A broken record is shown up to
    its fault, and ends with 1.

    \b
    Examples:
      struckle replay game.sgn
      struckle replay game.sgn --at -1
      struckle replay struggle.sgn --as p1 --secrets struggle.sgn.p1.secrets
      echo next | struckle replay game.sgn
    """
    source = named(file, input_format)
    reading, viewer = _seen(pick(source, record), seat, secrets)
    if reading.document is None or reading.game is None or reading.bound is None:
        raise broken(source, reading)
    stepping = Stepping(reading, at, edge_named(reading.game, flip, viewer))
    if at_terminal():
        from struckle_cli.cli.keys import Keys, by_keys

        with Keys(console.wants_colour(color)) as desk:
            desk.style = style or desk.style
            by_keys(Player(stepping, desk, viewer), desk)
    else:
        with Lines(console.wants_colour(color)) as desk:
            desk.style = style or desk.style
            by_lines(Player(stepping, desk, viewer), desk)
    return 1 if stepping.broken else 0


def _seen(reading: Reading, seat: str | None, secrets: list[str]) -> tuple[Reading, str | None]:
    """The record as it may be seen, and who looks."""
    if reading.document is None or reading.game is None:
        return reading, None
    viewer, openings = seat_named(reading.game, seat), known_from(secrets)
    if viewer is not None:
        return seen_by(reading, viewer, openings), viewer
    return (with_kept(reading, openings) if openings else reading), None


class Player:
    """Shows a place in a record, and goes where lines say."""

    def __init__(self, stepping: Stepping, desk: Lines, viewer: str | None) -> None:
        self.stepping = stepping
        self._desk = desk
        self._viewer = viewer

    def show(self, told: list[str], *, fresh: bool) -> None:
        """The board as it is, and what there is to tell."""
        shown = self.stepping.shown()

        def board(columns: int) -> Picture:
            view = View(
                style=self._desk.style,
                seat=self._viewer,
                edge=self.stepping.edge,
                last=shown.last,
                width=columns,
                height=self._desk.rows(),
            )
            return self.stepping.game.render(shown.state, view)

        self._desk.show(board, told, fresh=fresh)

    def begin(self) -> None:
        """The first page."""
        self.show([self.stepping.game.title, *self.stepping.facts()], fresh=True)

    def go(self, line: str) -> Reply:
        """Do what a line says, and show it."""
        reply = self.stepping.handle(line)
        if not reply.over:
            self.show(reply.text.split("\n") if reply.text else [], fresh=reply.board)
        return reply


def by_lines(player: Player, desk: Lines) -> None:
    """Go where typed lines say, until they end."""
    player.begin()
    while True:
        try:
            line = desk.ask(player.stepping.prompt())
        except EOFError:
            return
        if player.go(line).over:
            return
