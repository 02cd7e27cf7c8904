"""`struckle play`: the line-mode front of a session; works at a terminal and from a pipe."""

import itertools
import os
import sys
from typing import Annotated, Any

import typer

from struckle_cli.cli import console
from struckle_cli.cli.flip import Flip, FlipCommand, edge_named
from struckle_cli.cli.games import game_named
from struckle_cli.cli.options import ColourOption, InputFormat, Record
from struckle_cli.cli.output import store_sealed
from struckle_cli.cli.target import names_game
from struckle_cli.core.errors import AccessError, RecordError, UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.picture import View
from struckle_cli.replay.document import Document
from struckle_cli.report.paint import paint
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import to_act
from struckle_cli.services.create import Dealt, dealt_secretly, new_record
from struckle_cli.services.edit import save
from struckle_cli.services.loading import Loaded, load
from struckle_cli.services.play import Session
from struckle_cli.services.played import Reply
from struckle_cli.services.secretfiles import SUFFIX, free_paths
from struckle_cli.services.table import FileTable, Table, check_secrets, identity_of

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("play", cls=FlipCommand)
def play_command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE", help="A game to begin, or a record to go on with.", show_default=False
        ),
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where a new game is saved.")
    ] = None,
    flip: Flip = None,
    record: Record = None,
    color: ColourOption = None,
    input_format: InputFormat = None,
) -> int:
    """Play at one keyboard, move by move; every ply is saved at once, and a game can be resumed.

    Type a move or a command (help lists them); moves may also come from a pipe. In games with secrets
    the record holds commitments only; the secrets lie beside it, in one file a seat and one of the table.
    Whoever reads those files knows them: nothing is promised against that.

    \b
    Examples:
      struckle play castle
      struckle play castle -o game.sgn
      struckle play crungle
      struckle play game.sgn
      struckle play struckle --flip TB
    """
    try:
        loaded = _loaded(what, output, record, input_format, flip)
    except EOFError:
        loaded = None
    if loaded is None:
        console.say("left before the game began; nothing was saved")
        return 0
    path = loaded.source.name
    session = _session(loaded)
    if not _contributed(session):
        return 0
    session.viewer = edge_named(loaded.game, flip)
    front = _Front(session, path, console.wants_colour(color))
    if loaded.game.secrets is not None:
        _remember_nothing()
    try:
        return front.run()
    except KeyboardInterrupt:
        front.leave()
        console.tell(f"\nleft; {front.where()}")
        return 130
    finally:
        front.leave()


def _loaded(
    what: str, output: str | None, record: int | None, encoding: str | None, flip: str | None
) -> Loaded | None:
    """The record to play: the one in a file, or a new one that is written first; None if its players leave.

    A game without a default set-up begins with its draft. Raises `EOFError` where the input ends in that.
    """
    if not names_game(what):
        if output is not None:
            raise UsageError(
                "-o goes with a new game; a record is saved in its own file", code="usage.output"
            )
        return load(what, record, encoding)
    game = game_named(what)
    path = output or _free_name(game.name)
    if os.path.lexists(path):
        raise UsageError(f"{path} exists; go on with it by: struckle play {path}", code="usage.exists")
    from struckle_cli.replay.source import by_suffix

    if by_suffix(path)[0] is None:
        raise UsageError(f"{path}: the suffix names no encoding (.sgn, .json, ...)", code="usage.suffix")
    edge_named(game, flip)  # before anybody drafts or anything is written
    folder = os.path.dirname(path) or os.curdir
    if not os.access(folder, os.W_OK):
        raise AccessError(f"{path}: nothing can be written in that folder", code="io.write")
    setup: dict[str, Any] | None = {}
    if game.draft is not None:
        from struckle_cli.cli.drafting import drafted

        _line_editing()
        setup = drafted(game.draft, {}, _ask)
    if setup is None:
        return None
    _begin(game, setup, path)
    return load(path)


def _begin(game: AnyGame, setup: dict[str, Any], path: str) -> None:
    """Write the record of a new game, with the secrets that are dealt beside it."""
    if game.dice is not None:
        setup = game.dice.checked(setup)
    deal = Dealt(setup, frozenset())
    if game.secrets is not None and game.deal is not None:
        deal = dealt_secretly(game, setup, None)
    made = new_record(game, deal.setup, {}, {}, (), deal.drawn)
    store_sealed(made, game, path, None, free_paths(path, made.secrets, None, force=False), force=False)


def _free_name(game: str) -> str:
    """The first of castle.sgn, castle-2.sgn, ... in this folder that is free."""
    names = itertools.chain([f"{game}.sgn"], (f"{game}-{number}.sgn" for number in itertools.count(2)))
    return next(name for name in names if not os.path.lexists(name))


def _session(loaded: Loaded) -> Session:
    """A session whose every change replaces the record in its file, if that is still what was saved last."""
    name, number, encoding = loaded.source.name, loaded.reading.number, loaded.source.encoding
    last = loaded.document

    def store(document: Document) -> None:
        nonlocal last
        current = load(name, number, encoding)
        if current.document != last:
            why = f"{name}: somebody else has changed the record meanwhile"
            raise RecordError(why, code="play.changed")
        save(current, document)
        last = load(name, number, encoding).document

    table = Table()
    if loaded.game.secrets is not None:
        table = FileTable(name, loaded.game.seats, identity_of(last, number))
    try:
        check_secrets(table, loaded.document, loaded.game)
        return Session(loaded.game, loaded.document, store, table)
    except RecordError as error:
        faults = loaded.reading.placed(error.faults)
        why = f"{name}: {error.message}"
        raise RecordError(why, code=error.code, faults=faults, path=name, record=number) from None


def _contributed(session: Session) -> bool:
    """Ask each player for a word that the dice depend on, once, before the first roll; false if they leave.

    The seed is committed to already, so that neither who keeps it nor who gives a word can choose the dice.
    """
    asked = session.to_contribute()
    if not asked:
        return True
    console.say(
        f"The dice come from a seed that is fixed already ({session.dice_commitment()[:13]}...) and "
        "from a word of each player, so that nobody can choose them."
    )
    words = []
    for who in asked:
        try:
            word = _ask(f"{who}, a word for the dice (Enter: none)> ").strip()
        except EOFError:
            word = "quit"
        if word.lower() in ("quit", "q", "exit"):
            console.say("left before the first roll; the game is saved")
            return False
        words.append(word[:100])
    session.contribute(words)
    if session.unsaved:  # dice that depend on what is not on record could never be checked
        raise AccessError(session.unsaved, code="io.write")
    return True


def _forget_typed() -> None:
    """Forget the lines that the player before has typed, which the next one could call back."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def _remember_nothing() -> None:
    """Keep what is typed out of the history and the kill ring, from which the next player could take it."""
    _line_editing()
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.set_auto_history(False)
        for key in ("C-y", "e\\C-y", "ey", "e.", "e_"):
            readline.parse_and_bind(f'"\\{key}": redraw-current-line')


def _line_editing() -> None:
    """Line editing and history for what is typed at a terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - input() uses it


def _ask(prompt: str) -> str:
    """One typed line; raises `EOFError` at the end of the input."""
    console.flush()
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    console.write_bytes(prompt.encode())
    console.flush()
    line = sys.stdin.buffer.readline(1 << 16) if sys.stdin is not None else b""
    if not line:
        raise EOFError
    console.say("")
    return line.decode("utf-8", "replace")


class _Front:
    """Reads lines, prints replies; a terminal gets the board after each move too."""

    def __init__(self, session: Session, path: str, colour: bool) -> None:
        self.session = session
        self.path = path
        self.colour = colour
        self.left = False
        self.style = "unicode" if console.unicode_fits() else "ascii"

    def where(self) -> str:
        """Where the game is, and how to go on with it."""
        if self.session.unsaved:
            return f"NOT saved: {printable(self.session.unsaved)}"
        if self.session.document.result is not None:
            path = printable(self.path)
            keys = [f"{path}.{seat}{SUFFIX}" for seat in self.session.to_open()]
            hint = f"; to lay open what is hidden: struckle reveal {path} {' '.join(keys)}" if keys else ""
            return f"the game is saved in {path}{hint}"
        return f"the game is saved; go on with: struckle play {printable(self.path)}"

    def run(self) -> int:
        _line_editing()
        console.say(
            f"{self.session.game.title}, saved in {printable(self.path)} after every ply; help lists commands"
        )
        self.draw()
        if self.session.document.result is not None:
            hint = "" if self.session.game.secrets is not None else " (undo takes back)"
            console.say(f"the game is over: {self.session.document.result}{hint}")
        elif self.session.to_move is None:
            console.say(to_act(self.session.game, self.session.state))
        while True:
            try:
                line = self.ask()
            except EOFError:
                console.say("")
                break
            if self.session.covered:
                _forget_typed()
                console.clear()
            reply = self.session.handle(line)
            self.show(reply)
            if reply.over:
                break
        self.leave()
        console.say(self.where())
        return 3 if self.session.unsaved else 0

    def leave(self) -> None:
        """Whoever leaves with a card on the screen must not leave it to the next one to read."""
        if self.session.confiding and not self.left:
            console.clear()
        self.left = True

    def ask(self) -> str:
        prompt = self.session.prompt() if self.session.to_move else "game over> "
        return _ask(prompt)

    def show(self, reply: Reply) -> None:
        if reply.clear or (self.session.covered and reply.board):
            _forget_typed()
            console.clear()
        if reply.board:
            self.draw()
        for row in reply.text.split("\n") if reply.text else ():
            for line in console.wrapped(printable(row)):
                console.say(line)
        if self.session.unsaved:
            console.tell(f"struckle: NOT saved: {printable(self.session.unsaved)}; the game goes on")

    def draw(self) -> None:
        session = self.session
        last = session.document.moves[-1] if session.document.moves else None
        view = View(style=self.style, edge=session.viewer, last=last, width=console.width())
        console.draw(paint(session.game.render(session.state, view), self.colour))
        if last:
            console.say(f"ply {len(session.document.moves)}: {short(last, 40)}")
