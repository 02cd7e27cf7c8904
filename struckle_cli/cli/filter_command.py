"""`struckle filter`."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.collected import Teller, check_written, records_out, tell_nothing
from struckle_cli.cli.games import game_named
from struckle_cli.cli.options import AllowEmpty, InputFormat, MaxRecord, Paths, RecordsOut, To
from struckle_cli.cli.output import to_standard_output
from struckle_cli.core.errors import UsageError, counted
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.services import conditions
from struckle_cli.services.conditions import Condition, Wanted, any_of
from struckle_cli.services.filter import Match, Selection

app = typer.Typer(rich_markup_mode=None, add_completion=False)

Games = Annotated[
    list[str], typer.Option("--game", metavar="NAME", help="Of this game; of one of these, if given again.")
]
Tags = Annotated[
    list[str],
    typer.Option(
        "--tag",
        metavar="TEST",
        help="KEY, KEY=VALUE, KEY!=VALUE, KEY~REGEX, or KEY>=VALUE (also >, <=, <).",
    ),
]
Players = Annotated[
    list[str],
    typer.Option("--player", metavar="[SEAT=]NAME", help="NAME plays, on any seat or on SEAT."),
]
Winners = Annotated[
    list[str],
    typer.Option("--winner", metavar="SEAT|NAME", help="That seat or player won, perhaps with others."),
]
Results = Annotated[
    list[str], typer.Option("--result", metavar="TOKEN", help="win, win:SEAT, draw, or * (unfinished).")
]
Reasons = Annotated[list[str], typer.Option("--reason", metavar="REASON", help="It ended for that reason.")]
Plies = Annotated[
    list[str], typer.Option("--plies", metavar="RANGE", help="So many plies: 40, 10-40, 10- or -40.")
]
Valid = Annotated[
    bool | None, typer.Option("--valid/--invalid", help="What validate says of it.", show_default=False)
]
Inverted = Annotated[bool, typer.Option("--not", help="All records but these.")]
Count = Annotated[bool, typer.Option("--count", help="Write no records, print how many there are.")]
Head = Annotated[int | None, typer.Option("--head", metavar="N", min=1, help="Only the first N of them.")]


@app.command("filter")
def filter_command(
    paths: Paths,
    output: RecordsOut = None,
    to: To = None,
    games: Games = [],  # noqa: B006 - Typer takes no tuple
    tags: Tags = [],  # noqa: B006 - Typer takes no tuple
    players: Players = [],  # noqa: B006 - Typer takes no tuple
    winners: Winners = [],  # noqa: B006 - Typer takes no tuple
    results: Results = [],  # noqa: B006 - Typer takes no tuple
    reasons: Reasons = [],  # noqa: B006 - Typer takes no tuple
    plies: Plies = [],  # noqa: B006 - Typer takes no tuple
    valid: Valid = None,
    inverted: Inverted = False,
    count: Count = False,
    head: Head = None,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Select records and write them on, in the order of the input.

    All conditions must hold; --tag and --player count each time, of the other options given again one
    must hold. A record is written as it stands, or, in another encoding, as convert does it. --tag asks
    the tags of the text form, whatever the encoding; dates (2026-11-30, 2026-11, 2026) and whole numbers
    have an order.

    A broken record cannot be asked: it is told and left out (exit code 1), but for --invalid. Finding
    nothing is no fault (0).

    \b
    Examples:
      struckle filter archive.jsonl.zst --game castle --winner Ana -o ana.sgn
      struckle filter games/ --tag "Date>=2026-01" --plies 40- --count
      struckle filter games/ --invalid --to sgn | less
    """
    if count and output is not None:
        raise UsageError("--count writes no records, so there is nothing for -o", code="usage.filter")
    tests = [
        *_either(games, lambda name: conditions.game(game_named(name).name)),
        *map(conditions.tag, tags),
        *map(conditions.player, players),
        *_either(winners, conditions.winner),
        *_either(results, conditions.result),
        *_either(reasons, conditions.reason),
        *_either(plies, conditions.plies),
        *([] if valid is None else [conditions.valid(valid)]),
    ]
    wanted = Wanted(conditions=tuple(tests), judged=valid is not None, inverted=inverted)
    selection = Selection(paths, wanted, encoding=input_format, limit=max_record, head=head, target=output)
    if count:
        _count(selection)
    else:
        _copy(selection, output, to, allow_empty)
    return selection.seen.exit_code(allow_empty)


def _either(words: Sequence[str], make: Callable[[str], Condition]) -> list[Condition]:
    """The condition that one of some words asks for; none without words."""
    return [any_of([make(word) for word in words])] if words else []


def _count(selection: Selection) -> None:
    teller = Teller()
    for item in selection:
        if not isinstance(item, Match):
            teller.add(item)
    teller.close(selection.seen, "left out")
    tell_nothing(selection.seen)
    console.say(str(selection.matches))


def _copy(selection: Selection, output: str | None, to: str | None, allow_empty: bool) -> None:
    """Write what is selected to a file, which stands if all could be read, or to standard output."""
    teller, seen = Teller(), selection.seen
    with records_out(output, to) as copy:
        for item in selection:
            if not isinstance(item, Match):
                teller.add(item)
            elif (error := selection.copy_to(copy, item)) is not None:
                teller.not_written(item.item, error)
        teller.close(seen, "left out")
        check_written(copy, seen, output, allow_empty)
    if not to_standard_output(output):
        console.complain(f"struckle: {copy.count:,} of {counted(seen.records, 'record')} written to {output}")
