"""The line-mode front of a tutorial: reads lines, prints text and boards; at a terminal and from a pipe."""

import typer

from struckle_cli.cli import console
from struckle_cli.cli.front import ask, line_editing
from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.picture import View
from struckle_cli.report.paint import paint
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
    line_editing()
    try:
        _learn(tutor, colour)
    except KeyboardInterrupt:
        console.tell(f"\nleft the tutorial; again: struckle play {game.name} --tutorial")
        return 130
    return 0


def _learn(tutor: Tutor, colour: bool) -> None:
    shown = tutor.begin()
    while True:
        _show(tutor, shown, colour)
        if shown.over:
            return
        try:
            line = ask(tutor.prompt())
        except EOFError:
            console.say("")
            return
        shown = tutor.handle(line)


def _show(tutor: Tutor, shown: Shown, colour: bool) -> None:
    """Text, the board if it has changed, and what stands below it, with blank lines in between."""
    _say(shown.text)
    if shown.rows:
        console.say("")
    for row in shown.rows.splitlines():
        console.say("\n".join(console.wrapped(row)))
    if shown.board:
        style = "unicode" if console.unicode_fits() else "ascii"
        view = View(style=style, last=tutor.stage.last, width=console.width())
        console.say("")
        console.draw(paint(tutor.game.render(tutor.stage.state, view), colour))
    _say(shown.below)
    console.say("")


def _say(text: str) -> None:
    if text:
        console.say("\n".join(["", *wrapped(text, console.width())]))
