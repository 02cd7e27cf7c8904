"""`struckle match`."""

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from struckle_cli.cli import console
from struckle_cli.cli.checking import Interrupts
from struckle_cli.cli.collected import records_out
from struckle_cli.cli.games import game_named
from struckle_cli.cli.options import Encoding, Json
from struckle_cli.cli.output import target_encoding, to_standard_output
from struckle_cli.core.bots import DEFAULT_NODES
from struckle_cli.core.errors import StruckleError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.reading import Reading
from struckle_cli.report.progress import GamesProgress
from struckle_cli.services.company import budget_given
from struckle_cli.services.copying import Copy
from struckle_cli.services.create import typed_setup
from struckle_cli.services.match import MAX_PLIES, BotError, Match, arranged, entrants
from struckle_cli.services.match import Game as Played
from struckle_cli.services.series import Standing, series
from struckle_cli.services.validate import cores

app = typer.Typer(rich_markup_mode=None, add_completion=False)

MOST = 10**12
"""The largest number that is taken for a count: it fits wherever it goes."""

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game's name.", show_default=False)]
Bots = Annotated[
    list[str],
    typer.Option(
        "--bot", metavar="BOT", help="random, greedy or search; search:5000 or search:2s has its own budget."
    ),
]
Games = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Fixes deals, dice and the bots' choices.")]
First = Annotated[
    int, typer.Option("--first", metavar="N", min=1, help="Begin with game N of the seed's games.")
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes", metavar="N", min=1, show_default=str(DEFAULT_NODES),
        help="Positions that a bot may look at for an answer.",
    ),
]  # fmt: skip
Think = Annotated[
    float | None,
    typer.Option("--think", metavar="S", help="Seconds for an answer; not reproducible."),
]
MaxPlies = Annotated[
    int,
    typer.Option("--max-plies", metavar="N", min=1, help="Plies after which a game is left."),
]
Opening = Annotated[
    int,
    typer.Option("--opening", metavar="N", min=0, help="So many plies of a deal are random."),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="OUT", help="Write the records to a file, or to standard output (-)."
    ),
]
Encode = Annotated[
    Encoding | None, typer.Option("--to", help="Their encoding; left out: by OUT's suffix, JSON Lines for -.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes.", show_default="as many as cores"),
]
Winnable = Annotated[
    bool, typer.Option("--winnable", help="Deal only what can be won, as solve says (Crungle).")
]
Fields = Annotated[
    list[str],
    typer.Option("--set", metavar="FIELD=VALUE", help="A set-up field as new takes it; may come again."),
]


@app.command("match")
def match_command(
    game: Game,
    bots: Bots = [],  # noqa: B006 - Typer takes no tuple
    games: Games = 20,
    seed: Seed = 0,
    first: First = 1,
    nodes: Nodes = None,
    think: Think = None,
    max_plies: MaxPlies = MAX_PLIES,
    opening: Opening = 0,
    winnable: Winnable = False,
    fields: Fields = [],  # noqa: B006 - Typer takes no tuple
    jobs: Jobs = None,
    output: Output = None,
    to: Encode = None,
    as_json: Json = False,
) -> int:
    """Let bots play many games, with the score and its 95 % interval.

    Each deal is played as often as the bots can change seats. Two bots at four seats: one against three,
    from each seat. A shared win, a draw, and a game without an end count half. A bot sees what its seat
    may see. With a budget in nodes all is the same for the same seed, whatever --jobs is; game N of a
    match is played again by --first N --games 1.

    Each record stands in OUT as soon as its game is over. Ctrl-C, or a terminal that is closed, ends the
    match with the table of what was played (130).

    \b
    Examples:
      struckle match castle --bot search --bot greedy --games 40 -o games.jsonl
      struckle match struckle --bot search --bot greedy --nodes 300
      struckle match crungle --bot search:5000 --bot search:500 --winnable
      struckle match struggle --bot search --bot greedy --bot random --set players=3
    """
    if max(games, first, nodes or 0, max_plies, opening) > MOST:
        raise UsageError(f"a number here is {MOST:,} at most", code="usage.match")
    budget = budget_given(nodes, think)
    wanted = game_named(game)
    match = arranged(
        Match(
            game=wanted, entrants=entrants(bots, budget), setup=_setup(wanted, fields), seed=seed,
            max_plies=max_plies, opening=opening, winnable=winnable,
        )
    )  # fmt: skip
    _check_output(output, to, games, as_json)
    numbers = range(first, first + games)
    run = _Run(match, numbers, jobs or cores())
    failed: BaseException | None = None
    try:
        if output is None:
            run.over(None)
        else:
            with records_out(output, to, at_once=True) as copy:
                run.over(copy)
    except KeyboardInterrupt as error:
        if run.interrupts.urgent:
            raise
        failed = error
    except (StruckleError, OSError) as error:
        failed = error
    asked = run.interrupts.asked
    with contextlib.suppress(*([OSError] if asked else [])):  # a terminal that is closed takes no table
        run.tell(output, as_json)
        console.flush()
    failed = failed or run.failed
    if failed is not None and not (asked and isinstance(failed, KeyboardInterrupt | OSError)):
        raise failed
    return 130 if asked else 0


def _setup(game: AnyGame, words: Sequence[str]) -> dict[str, Any]:
    """The set-up fields that are given. Raises `UsageError` for what is none."""
    known = {field.name: field for field in game.setup_fields}
    typed: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        name = name.replace("-", "_")
        if not equals or name not in known:
            why = f"--set takes FIELD=VALUE with one of {', '.join(known)}, not {word[:60]!r}"
            raise UsageError(why, code="usage.set")
        if name in typed:
            raise UsageError(f"--set: {name} is given twice", code="usage.set")
        typed[name] = text
    setup, faults = typed_setup(game, [(field, typed.get(name)) for name, field in known.items()])
    if faults:
        raise UsageError("there can be no such game", code=faults[0].code, faults=faults)
    return setup


def _check_output(output: str | None, to: str | None, games: int, as_json: bool) -> None:
    """Refuse before anything is played what could not be written in the end."""
    if output is None:
        if to is not None:
            raise UsageError("--to goes with -o: without it no records are written", code="usage.output")
        return
    if to_standard_output(output):
        encoding = to
        if as_json:
            raise UsageError("-o - and --json would both write on standard output", code="usage.output")
    else:
        encoding, _ = target_encoding(output, to)
    if encoding == "json" and games > 1:
        why = "JSON holds one record, and there are several: use .jsonl (or --to jsonl)"
        raise UsageError(why, code="usage.record")


class _Run:
    """One run of a match: its games go to the table and to a file, to their end or until Ctrl-C."""

    def __init__(self, match: Match, numbers: range, jobs: int) -> None:
        self.standing = Standing(match)
        self.numbers = numbers
        self.interrupts = Interrupts()
        self.failed: BotError | None = None
        self._ahead: list[Played] = []
        self._last = 0
        self._games = series(match, numbers, jobs, self._ahead)
        self._progress: GamesProgress | None = None

    def over(self, copy: Copy | None) -> None:
        """Play, and write each game; what was played before an end that comes too soon is kept.

        Raises `KeyboardInterrupt` if Ctrl-C comes twice.
        """
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI"):
            self._progress = GamesProgress(len(self.numbers), console.flush)
        with self.interrupts as interrupts:
            try:
                self._play(copy)
            except KeyboardInterrupt:
                if interrupts.urgent or not interrupts.asked:
                    raise
            except BotError as error:
                self.failed = error
            finally:
                self._games.close()  # type: ignore[attr-defined]
                if self._progress is not None:
                    self._progress.close()
            if interrupts.asked and self.failed is None:
                for game in self._ahead:  # over already, when one before them was still being played
                    self._take(game, copy)

    def _play(self, copy: Copy | None) -> None:
        from struckle_cli.report.matches import score_line

        interrupts = self.interrupts
        interrupts.waiting = True
        for game in self._games:
            interrupts.waiting = False
            self._take(game, copy)
            if self._progress is not None:
                self._progress.take(self.standing.games, score_line(self.standing))
            interrupts.waiting = True
            if interrupts.asked:
                break
        interrupts.waiting = False

    def _take(self, game: Played, copy: Copy | None) -> None:
        """Write a game, and count it, if it is not the one that was taken last."""
        if game.number <= self._last:
            return
        if copy is not None:
            if self._progress is not None and sys.stdout.isatty():
                self._progress.clear()
            copy.add(Reading.of(game.document), broken=False)
        self._last = game.number
        self.standing.add(game)

    def tell(self, output: str | None, as_json: bool) -> None:
        """The table: on standard output, if no records are there."""
        if not self.standing.games:
            if self.interrupts.asked:
                left = "" if output is None else ", and nothing was written"
                console.tell(f"interrupted: no game was finished{left}")
            return
        from struckle_cli.report.matches import match_json, match_text

        first, asked = self.numbers.start, self.interrupts.asked
        if as_json:
            console.write_bytes(match_json(self.standing, first, len(self.numbers), asked))
            return
        say = console.tell if output is not None and to_standard_output(output) else console.say
        say(match_text(self.standing, first, asked))
