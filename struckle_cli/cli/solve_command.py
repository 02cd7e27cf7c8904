"""`struckle solve`."""

from math import isfinite
from typing import Annotated, Any

import typer

from struckle_cli import registry
from struckle_cli.cli import console
from struckle_cli.cli.options import At, InputFormat, Json, Record
from struckle_cli.cli.target import Target, in_record
from struckle_cli.core.errors import UsageError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.core.solution import Forecast, Limits, Solution
from struckle_cli.engine.binding import bind
from struckle_cli.report.safe import json_bytes
from struckle_cli.services.create import new_document, setup_value

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_GAME = "crungle"
"""The game that `--goals`, `--rules` and `--start` are about."""
UNDECIDED = 4


@app.command("solve")
def solve_command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A record.", show_default=False)
    ] = None,
    at: At = None,
    record: Record = None,
    goals: Annotated[str | None, typer.Option(metavar="WORDS", help='Without a file: "G3 G7".')] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="WORDS", help='Without a file: "M2 M11 I2 M16".')
    ] = None,
    start: Annotated[
        str | None, typer.Option(metavar="WORDS", help='Without a file: "orange=1 purple=9".')
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
    solver = found.game.solver
    if solver is None:
        raise UsageError(f"there is no solver for {found.game.title}", code="usage.solve")
    state = solver.position(found.state)
    if found.over or found.game.outcome(state) is not None:
        raise UsageError("the game is over there; --at N asks about an earlier position", code="usage.at")
    if seconds is not None and not isfinite(seconds):
        raise UsageError(f"--seconds wants a number of seconds, not {seconds}", code="usage.seconds")
    limits = Limits(states, seconds)
    answer = solver.versus(state, limits) if versus else solver.solve(state, limits)
    if as_json:
        console.write_bytes(json_bytes(answer) + b"\n")
    else:
        told = _forecast(answer) if isinstance(answer, Forecast) else _solution(found.game, state, answer)
        for line in told:
            console.say(line)
    return 0 if answer.decided else UNDECIDED


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
    fields = {field.name: field for field in game.setup_fields}
    setup: dict[str, Any] = dict(setup_value(game, fields[name], text) for name, text in given.items())
    document = new_document(game, setup, {}, {})
    return Target(game, bind(game, document.setup).start, 0, over=False)


def _solution(game: AnyGame, state: Any, answer: Solution) -> list[str]:
    searched = f"{counted(answer.states, 'state')} searched"
    if not answer.decided:
        return [f"undecided within the limits, {searched}"]
    if not answer.winnable or answer.demonstration is None:
        return [f"no win is possible: {searched}, and nothing is left"]
    plies = counted(answer.plies or 0, "ply", "plies")
    lines = [f"{answer.winner} can win by {answer.goal} in {plies}, and no win is sooner ({searched})"]
    for token in answer.demonstration:
        move = game.parse_move(token)
        after = game.apply(state, move)
        remarks = game.tell(state, move, after) if game.tell is not None else []
        lines.append(f"  {token:<12} {'; '.join(remarks)}".rstrip())
        state = after
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
