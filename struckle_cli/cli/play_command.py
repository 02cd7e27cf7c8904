"""`struckle play`: move by move in the shell."""

import os
from collections.abc import Sequence
from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.at_table import Bots, Company, Names, Nodes, Seed, Think, company
from struckle_cli.cli.beginning import begun, place_for, seated
from struckle_cli.cli.desk import Lines, desk
from struckle_cli.cli.flip import Flip, FlipCommand, edge_named
from struckle_cli.cli.front import Front, contributed
from struckle_cli.cli.games import game_named
from struckle_cli.cli.options import ColourOption, InputFormat, Record
from struckle_cli.cli.target import names_game
from struckle_cli.core.errors import UsageError
from struckle_cli.replay.source import named
from struckle_cli.replay.storage import only_here
from struckle_cli.services.loading import Loaded
from struckle_cli.services.play import Session
from struckle_cli.services.saving import session_of, to_play

_NOT_BEGUN = "left before the game began; nothing was saved"

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("play", cls=FlipCommand)
def play_command(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE", help="A game to begin, or a record to go on with.", show_default=False
        ),
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where a new game is saved.")
    ] = None,
    bot: Bots = [],  # noqa: B006 - Typer makes a new one
    name: Names = [],  # noqa: B006
    seed: Seed = None,
    nodes: Nodes = None,
    think: Think = None,
    tutorial: Annotated[
        bool, typer.Option("--tutorial", help="Learn GAME in five minutes; nothing is saved.")
    ] = False,
    flip: Flip = None,
    record: Record = None,
    color: ColourOption = None,
    input_format: InputFormat = None,
) -> int:
    """Play move by move, with people at one keyboard or against bots; every ply is saved at once.

    Type a move or a command (help lists them); moves may also come from a pipe. At a terminal you see below
    a half-typed line what it can become, and Tab types what is certain. In games with secrets the record
    holds commitments only; the secrets lie beside it, in one file a seat and one of the table. Whoever reads
    those files knows them: nothing is promised against that.

    A bot's choices can be had again with the same --seed, if it counts positions and not seconds. A record
    names its bots (`greedy (bot)`), and they play on when it is gone on with.

    \b
    Examples:
      struckle play castle
      struckle play castle --bot black=greedy -o game.sgn
      struckle play crungle --bot purple=search
      struckle play struggle --bot p2=search:2s --name p1=Ana
      struckle play game.sgn
      struckle play game.sgn --bot black=person
      struckle play struckle --flip TB
      struckle play castle --tutorial
    """
    if tutorial:
        from struckle_cli.cli.tutorial import alone, teach

        alone(context)
        return teach(game_named(what), console.wants_colour(color))
    if names_game(what):
        game = game_named(what)
        players = company(game, bot, name, seed, nodes, think)
        edge_named(game, flip)  # before anybody drafts or anything is written
        path = place_for(game, output)
        at = desk(console.wants_colour(color))
        with at:
            try:
                loaded = begun(game, path, players, at)
            except EOFError:
                loaded = None
            except KeyboardInterrupt:
                if os.path.lexists(path):
                    raise
                console.tell(("" if at.in_place else "\n") + _NOT_BEGUN)
                return 130
            if loaded is None:
                at.end([_NOT_BEGUN])
                return 0
            return _play(loaded, players, at, flip)
    if output is not None:
        raise UsageError("-o goes with a new game; a record is saved in its own file", code="usage.output")
    if name:
        raise UsageError("--name goes with a new game; a record names its players", code="usage.seat")
    if named(what).stdin:  # the record would take the place of what is typed, and could not be saved
        raise UsageError("standard input cannot be played on; name a file", code="usage.stdin")
    only_here(what)
    loaded = to_play(what, record, input_format)
    taking_part = seated(loaded.game, loaded.reading)
    called = {seat: text for seat, text in loaded.document.players.items() if seat in taking_part}
    players = company(loaded.game, bot, name, seed, nodes, think, called)
    with desk(console.wants_colour(color)) as at:
        return _play(loaded, players, at, flip, [] if record is None else ["--record", str(record)])


def _own_edge(session: Session) -> str | None:
    """The edge of the one person who plays against bots, if the board can be drawn from it."""
    persons = session.persons if session.bots else ()
    return persons[0] if len(persons) == 1 and persons[0] in session.game.viewers else None


def _play(loaded: Loaded, players: Company, at: Lines, flip: str | None, more: Sequence[str] = ()) -> int:
    """Play a record on, until it is over or left; `more` says which one of a file it is."""
    game, path = loaded.game, loaded.source.name
    players.need(game, seated(game, loaded.reading))
    session = session_of(loaded, players.bots)
    session.notice = "\n".join(filter(None, [session.notice, players.notice]))
    if game.secrets is not None:
        at.keep_secrets(shared=len(session.persons) > 1)
    own = _own_edge(session)
    session.viewer = own if flip is None else edge_named(game, flip, own)
    front = Front(session, path, at, players.again(path, session.document.players, more))
    try:
        if not contributed(session, at):
            at.end([f"left before the first roll; {front.where()}"])
            return 0
        return front.run()
    except KeyboardInterrupt:
        session.catch_up()
        front.leave()
        console.tell(("" if at.in_place else "\n") + f"left; {front.where()}")
        return 130
    finally:
        front.leave()
        session.release()
