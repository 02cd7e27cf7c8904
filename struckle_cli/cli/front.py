"""The front of a session: shows boards and replies, reads lines, and lets bots act in between."""

import shlex
from collections.abc import Sequence

from struckle_cli.cli.desk import Lines
from struckle_cli.core.errors import AccessError, short
from struckle_cli.core.picture import Picture, View
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import to_act
from struckle_cli.services.commands import AT_END
from struckle_cli.services.endings import over
from struckle_cli.services.play import Session
from struckle_cli.services.played import Reply
from struckle_cli.services.secretfiles import SUFFIX

LEAVE = ("quit", "q", "exit")
_WORD_HELP = (
    "Type any word or number that nobody could foresee: it goes into the record and is mixed with the seed, "
    "so that the dice are not the other players' choice. Enter gives none, quit leaves."
)


def contributed(session: Session, desk: Lines) -> bool:
    """Ask each player for a word that the dice depend on, once, before the first roll; false if they leave.

    The seed is committed to already, so that neither who keeps it nor who gives a word can choose the dice.
    """
    asked = session.to_contribute()
    if not asked:
        return True
    told = (
        f"The dice come from a seed that is fixed already ({session.dice_commitment()[:13]}...) and "
        "from a word of each player, so that nobody can choose them."
    )
    desk.show(None, [told])
    words = []
    for who in asked:
        word = _word_of(who, desk)
        if word.lower() in LEAVE:
            return False
        words.append(word[:100])
    session.contribute(words)
    if session.unsaved:  # dice that depend on what is not on record could never be checked
        raise AccessError(session.unsaved, code="io.write")
    return True


def _word_of(who: str, desk: Lines) -> str:
    """What a player says that the dice depend on, or a word to leave; `help` explains what is asked for."""
    while True:
        try:
            word = desk.ask(f"{who}, a word for the dice (Enter: none)> ").strip()
        except EOFError:
            return LEAVE[0]
        if word.lower() not in ("help", "?"):
            return word
        desk.show(None, [_WORD_HELP])


class Front:
    """Reads lines, shows replies; `again` is the command that goes on with the game."""

    def __init__(self, session: Session, path: str, desk: Lines, again: str) -> None:
        self.session = session
        self.path = path
        self.desk = desk
        self.again = again
        self.left = False
        desk.recall = "history"

    def where(self) -> str:
        """Where the game is, and how to go on with it."""
        if self.session.unsaved:
            return f"NOT saved: {self.session.unsaved}"
        if self.session.document.result is not None:
            path = self.path
            keys = [f"{path}.{seat}{SUFFIX}" for seat in self.session.to_open()]
            hint = f"to go through it: struckle replay {shlex.quote(path)}"
            if keys:
                hint = f"to lay open what is hidden: struckle reveal {path} {' '.join(keys)}"
            return f"the game is saved in {path}; {hint}"
        return f"the game is saved; go on with: {self.again}"

    def run(self) -> int:
        """Play until the players leave or the game is over; the exit code."""
        self.begin()
        while not self.bots_act():
            try:
                line = self.ask()
            except EOFError:
                break
            if self.session.covered:
                self.desk.clear()
            elif line.split()[:1] == ["hint"]:
                self.desk.wait("thinking ...")
            if self.show(self.session.handle(line)):
                break
        self.session.catch_up()
        self.leave()
        self.desk.end([self.where()])
        return 3 if self.session.unsaved else 0

    def begin(self) -> None:
        """The first page."""
        session = self.session
        told = [f"{session.game.title}, saved in {self.path} after every ply; help lists commands"]
        if not self.desk.in_place:
            self.desk.show(None, told)
            told = []
        if session.notice:
            told.append(session.notice)
        if session.document.result is not None:
            hint = "" if session.game.secrets is not None else " (undo takes back)"
            told.append(f"{over(session.document.result)}{hint}")
            told.append(f"{AT_END}; struckle replay {shlex.quote(self.path)} goes through it")
        elif session.to_move is None:
            told.append(to_act(session.game, session.state))
        self.page(told, fresh=True)

    def leave(self) -> None:
        """Whoever leaves with a card on the screen must not leave it to the next one to read."""
        session = self.session
        alone = bool(session.bots) and session.document.result is None and bool(session.to_open())
        if (session.confiding or alone) and not self.left:
            self.desk.clear()
        self.left = True

    def bots_act(self) -> bool:
        """Let bots act while it is their turn; whether the session is over then."""
        seat, changed = self.session.bot_turn, False
        while seat is not None:
            self.desk.wait(f"{self.session.bots[seat].name} thinks for {seat} ...")
            reply = self.session.bot_acts()
            seat, changed = None if reply.over else self.session.bot_turn, changed or reply.board
            # Where boards are printed below each other, one is enough for all plies of bots.
            if self.show(reply, more=True, board=changed and (self.desk.steady or seat is None)):
                return True
        return False

    def ask(self) -> str:
        """One typed line. Raises `EOFError` at the end of the input."""
        prompt = self.session.prompt() if self.session.to_move else "game over> "
        return self.desk.ask(prompt, self.session.completions)

    def show(self, reply: Reply, *, more: bool = False, board: bool | None = None) -> bool:
        """What a line led to, after what was told already if there is `more`; whether that was all.

        `board` says whether it is drawn; None: as the reply says.
        """
        if reply.clear or (self.session.covered and reply.board):
            self.desk.clear()
        self.page(
            reply.text.split("\n") if reply.text else [],
            fresh=reply.board if board is None else board,
            more=more,
        )
        if self.session.unsaved:
            self.desk.warn(f"NOT saved: {printable(self.session.unsaved)}; the game goes on")
        return reply.over

    def page(self, told: Sequence[str], *, fresh: bool, more: bool = False) -> None:
        """The board as it is, the last move, and what there is to tell."""
        shown = self.session.shown()

        def board(columns: int) -> Picture:
            view = View(
                style=self.desk.style, edge=self.session.viewer, last=shown.last, width=columns,
                height=self.desk.rows(),
            )  # fmt: skip
            return self.session.game.render(shown.state, view)

        token = short(shown.last, 40) if shown.last else ""
        where = f"ply {shown.ply}: {token}" if token else ""
        if shown.ply < shown.total or (self.desk.in_place and any(token in line for line in told)):
            where = ""  # it is told anyway
        self.desk.show(board, told, fresh=fresh, where=where, more=more)
