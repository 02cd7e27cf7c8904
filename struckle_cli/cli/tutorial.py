"""The front of a tutorial: shows lessons with their boards, reads answers; at a terminal and from a pipe."""

from collections.abc import Sequence

import typer

from struckle_cli.cli import console, fitting
from struckle_cli.cli.desk import Draw, Lines, desk
from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.picture import Picture, View
from struckle_cli.report.prose import wrapped
from struckle_cli.services.tutorial import Shown, Tutor

_BESIDE = ("what", "tutorial", "color")
"""Parameters of `play` that a tutorial knows."""
_MEASURE = 80
"""Columns of text at most."""


def alone(context: typer.Context) -> None:
    """Raise `UsageError` for options of a real game beside `--tutorial`."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if name not in _BESIDE and source is not None and source.name == "COMMANDLINE":
            option = {"output": "-o"}.get(name, f"--{name.replace('_', '-')}")
            why = f"a tutorial has set positions and saves nothing: no {option}"
            raise UsageError(why, code="usage.tutorial")


def teach(game: AnyGame, colour: bool) -> int:
    """Go through the tutorial of a game until its learner leaves; the exit code. Nothing is written.

    Raises `UsageError` where the game has none.
    """
    tutor = Tutor(game)
    with desk(colour) as at:
        try:
            _learn(tutor, at)
        except KeyboardInterrupt:
            told = f"left the tutorial; again: struckle play {game.name} --tutorial"
            console.tell(("" if at.in_place else "\n") + told)
            return 130
    return 0


def _learn(tutor: Tutor, at: Lines) -> None:
    shown = tutor.begin()
    while not shown.over:
        _show(tutor, shown, at)
        try:
            line = at.ask(tutor.prompt(), tutor.completions)
        except EOFError:
            return
        shown = tutor.handle(line)
    at.end(wrapped(shown.text, min(at.columns(), _MEASURE)))


def _show(tutor: Tutor, shown: Shown, at: Lines) -> None:
    """The board and what there is to tell: on one page, or in the order in which it is read."""
    board = _board(tutor, at)
    if not at.in_place:
        width = min(at.columns(), _MEASURE)
        for drawn, told in (
            (None, wrapped(shown.text, width)), (None, shown.rows.splitlines()),
            (board if shown.board else None, ()), (None, wrapped(shown.below, width)),
        ):  # fmt: skip
            if drawn is not None or told:
                at.show(drawn, ["", *told] if drawn is None else [], fresh=True)
        at.show(None, [""])
        return
    # What stood below the board is gone from the page.
    task = "" if shown.board or shown.text == tutor.task else tutor.task

    def text(columns: int) -> list[str]:
        width = min(columns, _MEASURE)
        rows = [row for line in shown.rows.splitlines() for row in fitting.wrapped(line, columns)]
        return _parted([wrapped(shown.text, width), rows, wrapped(shown.below, width), wrapped(task, width)])

    at.show(board if tutor.begun else None, [text], fresh=shown.board)


def _board(tutor: Tutor, at: Lines) -> Draw:
    stage = tutor.stage

    def draw(columns: int) -> Picture:
        view = View(style=at.style, last=stage.last, width=columns, height=at.rows())
        return tutor.game.render(stage.state, view)

    return draw


def _parted(parts: Sequence[Sequence[str]]) -> list[str]:
    """Some rows below each other, with an empty one between those that belong together."""
    found: list[str] = []
    for part in parts:
        if part:
            found += ["", *part] if found else part
    return found
