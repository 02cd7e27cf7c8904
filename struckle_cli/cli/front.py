"""The line-mode front of a session: reads lines, prints replies; works at a terminal and from a pipe."""

import sys

from struckle_cli.cli import console
from struckle_cli.core.errors import AccessError, short
from struckle_cli.core.picture import View
from struckle_cli.report.paint import paint
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import to_act
from struckle_cli.services.play import Session
from struckle_cli.services.played import Reply
from struckle_cli.services.secretfiles import SUFFIX


def contributed(session: Session) -> bool:
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
            word = ask(f"{who}, a word for the dice (Enter: none)> ").strip()
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


def forget_typed() -> None:
    """Forget the lines that the player before has typed, which the next one could call back."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def remember_nothing() -> None:
    """Keep what is typed out of the history and the kill ring, from which the next player could take it."""
    line_editing()
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.set_auto_history(False)
        for key in ("C-y", "e\\C-y", "ey", "e.", "e_"):
            readline.parse_and_bind(f'"\\{key}": redraw-current-line')


def line_editing() -> None:
    """Line editing and history for what is typed at a terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - input() uses it


def ask(prompt: str) -> str:
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


class Front:
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
        """Play until the players leave or the game is over; the exit code."""
        line_editing()
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
                forget_typed()
                console.clear()
            reply = self.session.handle(line)
            self.show(reply)
            if reply.over:
                break
        self.session.catch_up()
        self.leave()
        console.say(self.where())
        return 3 if self.session.unsaved else 0

    def leave(self) -> None:
        """Whoever leaves with a card on the screen must not leave it to the next one to read."""
        if self.session.confiding and not self.left:
            console.clear()
        self.left = True

    def ask(self) -> str:
        """One typed line. Raises `EOFError` at the end of the input."""
        prompt = self.session.prompt() if self.session.to_move else "game over> "
        return ask(prompt)

    def show(self, reply: Reply) -> None:
        """What a line led to."""
        if reply.clear or (self.session.covered and reply.board):
            forget_typed()
            console.clear()
        if reply.board:
            self.draw()
        for row in reply.text.split("\n") if reply.text else ():
            for line in console.wrapped(printable(row)):
                console.say(line)
        if self.session.unsaved:
            console.tell(f"struckle: NOT saved: {printable(self.session.unsaved)}; the game goes on")

    def draw(self) -> None:
        """The board as it is, and the last move."""
        session = self.session
        last = session.document.moves[-1] if session.document.moves else None
        view = View(style=self.style, edge=session.viewer, last=last, width=console.width())
        console.draw(paint(session.game.render(session.state, view), self.colour))
        if last:
            console.say(f"ply {len(session.document.moves)}: {short(last, 40)}")
