"""A record looked at ply by ply: text in, result out; no input or output.

Nothing is shown but what the given reading shows, so whoever may see only a view gives that one. A broken
record is shown up to its first illegal ply, which is a place of its own: the board stays as it was, and the
fault is told.
"""

from collections.abc import Callable
from typing import Any

from struckle_cli.core.errors import Fault, StruckleError, UsageError, counted, has_error, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.nearest import edit_distance
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.boards import to_act, turned
from struckle_cli.services.judging import judge, pending
from struckle_cli.services.replies import Reply, Shown
from struckle_cli.services.show import short_token

COMMANDS = {
    "next": "next [N]: N plies on (1); Enter does the same",
    "back": "back [N]: N plies back (1)",
    "goto": "goto N (or N alone): after N plies; -1 is one before the last",
    "start": "start: the position that play starts in",
    "end": "end: the last position",
    "board": "board: draw the board",
    "flip": "flip [SEAT]: look from the next side, or from that of SEAT",
    "help": "help (or ?): this list",
    "quit": "quit: leave",
}
ALIASES = {
    "n": "next",
    "b": "back",
    "p": "back",
    "prev": "back",
    "previous": "back",
    "g": "goto",
    "home": "start",
}
ALIASES |= {"f": "flip", "?": "help", "h": "help", "q": "quit", "exit": "quit"}
_APART = 64
"""Plies between two states that are kept, so that a step back is quick in a long record too."""


class Stepping:
    """A place in a record, and what lines do to it.

    `ply` counts from 0, the start; an illegal ply is the last place. `edge` is the seat from whose edge the
    board is drawn, None for the usual one. The reading must have a set-up without faults. Raises `UsageError`
    for a ply `at` that the record does not have.
    """

    def __init__(self, reading: Reading, at: int | None = None, edge: str | None = None) -> None:
        game, bound = reading.game, reading.bound
        assert reading.document is not None
        assert game is not None
        assert bound is not None
        self.game: AnyGame = game
        self.document: Document = reading.document
        self.edge = edge
        self._setup = bound.setup
        self._tokens = reading.moves
        self._kept = {0: bound.start}
        self._hidden = pending(reading)
        self.problems = judge(reading, "").problems
        self.total = len(self._tokens)
        self._legal = play(game, bound.start, self._tokens)[1]
        self._last = min(self._legal + 1, self.total)
        self.ply = 0 if at is None else self._place(at, f"--at {at}")

    @property
    def broken(self) -> bool:
        """Whether something is wrong with the record."""
        return has_error(self.problems)

    def prompt(self) -> str:
        """Where one is."""
        return f"ply {self.ply} of {self.total}> "

    def shown(self) -> Shown:
        """What the board has to show; behind an illegal ply that is the position before it."""
        legal = self.ply <= self._legal
        last = self._tokens[self.ply - 1] if self.ply and legal else None
        return Shown(self._state(min(self.ply, self._legal)), last, self.ply, self.total)

    def _state(self, ply: int) -> Any:
        """The state after a number of legal plies."""
        known = max(kept for kept in self._kept if kept <= ply)
        state = self._kept[known]
        while known < ply:
            following = min(ply, (known // _APART + 1) * _APART)
            state, _ = play(self.game, state, self._tokens[known:following])
            known = following
            if not known % _APART:
                self._kept[known] = state
        return state

    # What is told.

    def facts(self) -> list[str]:
        """What there is to say of the place: the ply, what it led to, notes, and what is wrong."""
        lines = [self._headline()]
        if not self.ply:
            names = (f"{seat}: {name}" for seat, name in self.document.players.items())
            lines += filter(None, [", ".join(names), self._warned()])
        elif self.ply <= self._legal:
            lines += self._led_to()
        lines += [f"note: {note.text}" for note in self.document.notes if note.ply == self.ply]
        lines += [_worded(fault) for fault in self.problems if self._told_at(fault) == self.ply]
        if self.ply == self.total:
            lines += [f"hidden: {item}" for item in self._hidden]
        return lines

    def _headline(self) -> str:
        """`ply 2 of 14, 1... Q12-Q11; white to move`, or how the game ended."""
        where = f"ply {self.ply} of {self.total}"
        if self.ply > self._legal:
            return f"{where}, {self._named()}: the record cannot be followed any further"
        state = self._state(self.ply)
        ended = self.game.outcome(state)
        if ended is None and self.ply == self.total:
            ended = self.document.result
        end = f"the game is over: {ended}" if ended else to_act(self.game, state)
        return f"{where}, {self._named()}; {end}"

    def _named(self) -> str:
        """The ply with its number as the text form writes it."""
        if not self.ply:
            return "the start"
        number = self.game.number
        label = number.label(self._setup, self.ply) if number is not None else None
        return f"{label[0]} {self._token()}" if label else self._token()

    def _token(self) -> str:
        return short_token(self._tokens[self.ply - 1])

    def _led_to(self) -> list[str]:
        tell = self.game.tell
        if tell is None:
            return []
        before, move = self._state(self.ply - 1), self.game.parse_move(self._tokens[self.ply - 1])
        author = self.game.to_move(before) if self.game.author is None else self.game.author(before, move)
        told = tell(before, move, self._state(self.ply))
        return [f"{author}: {line}" if author and not number else line for number, line in enumerate(told)]

    def _warned(self) -> str:
        """How much is wrong, and where that is told first; nothing in a sound record."""
        if not self.problems:
            return ""
        first = min(map(self._told_at, self.problems))
        what = "fault" if self.broken else "warning"
        return f"{counted(len(self.problems), what)}, told from ply {first} on"

    def _told_at(self, fault: Fault) -> int:
        """The place at which a fault is told: its ply, or else the end."""
        return fault.ply if fault.ply is not None and fault.ply <= self._last else self._last

    # What lines do.

    def handle(self, line: str) -> Reply:
        """Act on one typed line."""
        words = line.split() or ["next"]
        word = ALIASES.get(words[0].lower(), words[0].lower())
        if _is_number(word) and len(words) == 1:
            word, words = "goto", ["goto", *words]
        if word not in COMMANDS:
            near = min((edit_distance(name, word), name) for name in COMMANDS)
            hint = f"; did you mean {near[1]}?" if len(word) > 2 and near[0] <= 2 else ""
            return Reply(f"there is no command {short(words[0])!r}{hint} (help lists them)")
        action: Callable[[list[str]], Reply] = getattr(self, f"_do_{word}")
        try:
            return action(words[1:])
        except StruckleError as error:
            return Reply(error.message)

    def _go(self, ply: int) -> Reply:
        before, self.ply = self.ply, min(max(ply, 0), self._last)
        if self.ply == before:
            where = "this is the start" if ply < before else "this is the end"
            return Reply(where if ply != before else "\n".join(self.facts()), board=ply == before)
        return Reply("\n".join(self.facts()), board=True)

    def _place(self, number: int, what: str) -> int:
        """The place that a number means, negative ones from the end. Raises `UsageError` if there is none."""
        ply = number + self.total if number < 0 else number
        if not 0 <= ply <= self.total:
            why = f"{what}: the record has {self.total} plies (0 is the start, -1 one ply before the last)"
            raise UsageError(why, code="usage.at")
        return min(ply, self._last)

    def _do_next(self, words: list[str]) -> Reply:
        return self._go(self.ply + _number(words))

    def _do_back(self, words: list[str]) -> Reply:
        return self._go(self.ply - _number(words))

    def _do_goto(self, words: list[str]) -> Reply:
        if len(words) != 1 or not _is_number(words[0]) or len(words[0]) > 9:
            raise UsageError(f"goto N: a number of plies from 0 to {self.total}", code="usage.at")
        return self._go(self._place(int(words[0]), f"goto {words[0]}"))

    def _do_start(self, words: list[str]) -> Reply:
        return self._go(0)

    def _do_end(self, words: list[str]) -> Reply:
        return self._go(self._last)

    def _do_board(self, words: list[str]) -> Reply:
        return Reply("\n".join(self.facts()), board=True)

    def _do_flip(self, words: list[str]) -> Reply:
        self.edge = turned(self.game, self.edge, words)
        return Reply("\n".join(self.facts()), board=True)

    def _do_help(self, words: list[str]) -> Reply:
        flips = len(self.game.viewers) > 1
        return Reply("\n".join(line for name, line in COMMANDS.items() if name != "flip" or flips))

    def _do_quit(self, words: list[str]) -> Reply:
        return Reply(over=True)


def _worded(fault: Fault) -> str:
    """What is wrong, and what may have been meant."""
    kind = "" if fault.severity == "error" else f"{fault.severity}: "
    near = f"; nearest legal: {fault.suggestion}" if fault.suggestion else ""
    return f"{kind}{fault.code}: {fault.message}{near}"


def _is_number(word: str) -> bool:
    """Whether a word is a whole number in ASCII digits; `isdigit` alone takes what `int` does not (`²`)."""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def _number(words: list[str]) -> int:
    if not words:
        return 1
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 10):
        raise UsageError(f"a number of plies is wanted, not {words[0][:40]!r}", code="usage.at")
    return int(words[0])
