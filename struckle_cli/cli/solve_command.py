"""`struckle solve`."""

from math import isfinite
from typing import Annotated

import typer

from struckle_cli import registry
from struckle_cli.cli import console
from struckle_cli.cli.options import At, InputFormat, Json, Record
from struckle_cli.cli.target import Target, in_record
from struckle_cli.core.errors import UsageError, counted
from struckle_cli.core.solution import Forecast, Limits, Solution
from struckle_cli.engine.binding import bind
from struckle_cli.report.safe import json_bytes
from struckle_cli.services.create import new_document, typed_setup
from struckle_cli.services.solve import Solved, foretold, solved

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_GAME = "crungle"
"""The game whose set-up `--goals`, `--rules` and `--start` are."""
UNDECIDED = 4


@app.command("solve")
def solve_command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A record.", show_default=False)
    ] = None,
    at: At = None,
    record: Record = None,
    goals: Annotated[
        str | None, typer.Option(metavar="WORDS", help='Without a file: two goals, like "G3 G7".')
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="WORDS", help='Without a file: four rules, like "M2 M11 I2 M16".')
    ] = None,
    start: Annotated[
        str | None, typer.Option(metavar="WORDS", help='Without a file: the cells, like "orange=1 purple=9".')
    ] = None,
    versus: Annotated[
        bool, typer.Option("--versus", help="Ask what best play of the two against each other leads to.")
    ] = False,
    states: Annotated[
        int | None, typer.Option("--states", min=1, metavar="N", help="Give up after so many states.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, metavar="S", help="Give up after so many seconds.")
    ] = None,
    as_json: Json = False,
    input_format: InputFormat = None,
) -> int:
    """Find a shortest win that both players can reach together, or prove that there is none (Crungle).

    With --versus: whether the side to move can force a win against best play. Exit code 4: undecided within
    the limits; --versus has a limit of 2,000,000 states unless another is given.

    \b
    Examples:
      struckle solve --goals "G2 G7" --rules "M5 M11 M14 M15" --start "orange=4 purple=4"
      struckle solve game.sgn --at 6 --json
      struckle solve game.sgn --versus --states 500000
    """
    given = {"goals": goals, "rules": rules, "start": start}
    found = _position(file, at, record, input_format, {key: v for key, v in given.items() if v is not None})
    if seconds is not None and not isfinite(seconds):
        raise UsageError(f"--seconds wants a number of seconds, not {seconds}", code="usage.seconds")
    if found.over:
        raise UsageError("the game is over there; --at N asks about an earlier position", code="usage.at")
    limits = Limits(states, seconds)
    if versus:
        forecast = foretold(found.game, found.state, limits)
        _say(forecast, _forecast(forecast), as_json)
        return 0 if forecast.decided else UNDECIDED
    answer = solved(found.game, found.state, limits)
    _say(answer.solution, _solution(answer), as_json)
    return 0 if answer.solution.decided else UNDECIDED


def _say(answer: Solution | Forecast, lines: list[str], as_json: bool) -> None:
    if as_json:
        console.write_bytes(json_bytes(answer) + b"\n")
        return
    for line in lines:
        console.say(line)


def _position(
    file: str | None, at: int | None, record: int | None, encoding: str | None, given: dict[str, str]
) -> Target:
    """The position asked about: in a record, or the start of a set-up that was typed."""
    if file is not None:
        if given:
            raise UsageError("a record has its own goals, rules and start", code="usage.solve")
        return in_record(file, at, record, encoding)
    if at is not None or record is not None:
        raise UsageError("--at and --record go with a file", code="usage.at")
    game = registry.lookup(_GAME)
    assert game is not None
    if not given:
        raise UsageError("name a record, or give --goals, --rules and --start", code="usage.solve")
    setup, unread = typed_setup(game, [(field, given.get(field.name)) for field in game.setup_fields])
    document = new_document(game, setup, {}, {}, unread)
    return Target(game, bind(game, document.setup).start, 0, over=False)


def _solution(solved: Solved) -> list[str]:
    answer = solved.solution
    searched = f"{counted(answer.states, 'state')} searched"
    if not answer.decided:
        return [f"undecided within the limits, {searched}"]
    if answer.demonstration is None:
        return [f"no win is possible: {searched}, and nothing is left"]
    plies = counted(answer.plies or 0, "ply", "plies")
    lines = [f"{answer.winner} can win by {answer.goal} in {plies}, and no win is sooner ({searched})"]
    lines += [f"  {token:<12} {remarks}".rstrip() for token, remarks in solved.steps]
    return [*lines, f"( {' '.join(answer.demonstration)} )"]


def _forecast(answer: Forecast) -> list[str]:
    searched = f"{counted(answer.states, 'position')} searched"
    if not answer.decided:
        return [f"undecided within the limits, {searched}"]
    told = {
        "win": f"{answer.to_move} can force a win in {counted(answer.plies or 0, 'ply', 'plies')}",
        "loss": f"{answer.to_move} loses against best play, in {counted(answer.plies or 0, 'ply', 'plies')}",
        "neither": "neither can force a win: both can play on for ever",
    }[answer.value or "neither"]
    return [f"{told} ({searched})", f"best: {answer.best}"]
