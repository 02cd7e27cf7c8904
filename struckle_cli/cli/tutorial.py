"""The line-mode front of a tutorial: reads lines, prints text and boards; at a terminal and from a pipe."""

import typer

from struckle_cli.cli import console
from struckle_cli.cli.desk import Lines
from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.picture import Picture, View
from struckle_cli.report.prose import wrapped
from struckle_cli.services.tutorial import Shown, Tutor

_BESIDE = ("what", "tutorial", "color")
"""Parameters of `play` that a tutorial knows."""


def alone(context: typer.Context) -> None:
    """Raise `UsageError` for options of a real game beside `--tutorial`."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if name not in _BESIDE and source is not None and source.name == "COMMANDLINE":
            option = {"output": "-o"}.get(name, f"--{name.replace('_', '-')}")
            raise UsageError(
                f"a tutorial has set positions and saves nothing: no {option}", code="usage.tutorial"
            )


def teach(game: AnyGame, colour: bool) -> int:
    """Go through the tutorial of a game until its learner leaves; the exit code. Nothing is written.

    Raises `UsageError` where the game has none.
    """
    tutor = Tutor(game)
    try:
        _learn(tutor, Lines(colour))
    except KeyboardInterrupt:
        console.tell(f"\nleft the tutorial; again: struckle play {game.name} --tutorial")
        return 130
    return 0


def _learn(tutor: Tutor, at: Lines) -> None:
    shown = tutor.begin()
    while True:
        _show(tutor, shown, at)
        if shown.over:
            return
        try:
            line = at.ask(tutor.prompt())
        except EOFError:
            return
        shown = tutor.handle(line)


def _show(tutor: Tutor, shown: Shown, at: Lines) -> None:
    """Text, the board if it has changed, and what stands below it, with blank lines in between."""
    _say(shown.text)
    if shown.rows:
        console.say("")
    at.show(None, shown.rows.splitlines())
    if shown.board:
        console.say("")
        at.show(lambda columns: _board(tutor, at, columns), [])
    _say(shown.below)
    console.say("")


def _board(tutor: Tutor, at: Lines, columns: int) -> Picture:
    view = View(style=at.style, last=tutor.stage.last, width=columns)
    return tutor.game.render(tutor.stage.state, view)


def _say(text: str) -> None:
    if text:
        console.say("\n".join(["", *wrapped(text, console.width())]))
