"""Looking back in a game in progress: the board and the facts of any ply, and the moves so far with notes."""

import re
from collections.abc import Iterator
from typing import Any

from struckle_cli.core.errors import UsageError
from struckle_cli.services.beside import Beside, plain
from struckle_cli.services.boards import to_act
from struckle_cli.services.edit import announced
from struckle_cli.services.endings import in_words, over
from struckle_cli.services.replies import Reply, Shown

IN_THE_PAST = (
    "board", "flip", "help", "history", "goto", "note", "save", "quit", "moves", "why", "rules", "secrets",
)  # fmt: skip
"""Commands that act while somebody looks back; others return to the end first."""


class Looking(Beside):
    """A game in progress that can be looked at, back to its beginning.

    The past is seen as whoever is at the keyboard may see it, and nothing that is typed there is played.
    """

    _at: int | None = None
    """The ply that is looked back at; None at the end."""

    def shown(self) -> Shown:
        """What the board has to show, as whoever is at the keyboard may see it."""
        total = len(self._tokens)
        ply = total if self._at is None else min(self._at, total)
        return Shown(self._states[ply], self._tokens[ply - 1] if ply else None, ply, total)

    @property
    def looking_back(self) -> bool:
        """Whether the board shows an earlier ply than the last."""
        return self._at is not None

    def _pass_on(self) -> None:
        self._at = None
        super()._pass_on()

    def _back_to_the_end(self) -> Reply:
        """Return from the past where a move was typed; it is not played, for it may be meant otherwise."""
        at, self._at = self._at, None
        return Reply(f"that was a look back at ply {at}; this is the end again: type it now to play it", True)

    def _do_goto(self, words: list[str], line: str) -> Reply:
        total = len(self._tokens)
        if words and not (words[0].isascii() and words[0].isdigit() and _number(words[0]) <= total):
            raise UsageError(f"goto N: a ply from 0 (the start) to {total}", code="usage.goto")
        ply = _number(words[0]) if words else total
        self._at = ply if ply < total else None
        return Reply("\n".join(self._facts(ply)), board=True)

    def _facts(self, ply: int) -> list[str]:
        """What there is to say of a ply: where it stands, who acts behind it, what it led to, its notes."""
        total, state = len(self._tokens), self._states[ply]
        ended = self.document.result if ply == total else self.game.outcome(state)
        end = over(ended) if ended else to_act(self.game, state)
        what = f"{self._label(ply)} {plain(self._tokens[ply - 1])}".strip() if ply else "the start"
        lines = [f"ply {ply} of {total}, {what}; {end}"]
        if ply:
            lines += self._said(ply)
        lines += [f"note: {text}" for text in self._notes_on(ply)]
        if ply < total:
            lines.append("goto returns to the end")
        return lines

    def _said(self, ply: int) -> list[str]:
        """What was said of a ply when it was played."""
        before, token, after = self._states[ply - 1], self._tokens[ply - 1], self._states[ply]
        if self._rolling is None and self.game.secrets is None:
            return announced(self.game, before, token, after)
        tell = self.game.tell
        return [] if tell is None else tell(before, self.game.parse_move(token), after)

    def _notes_on(self, ply: int) -> list[str]:
        """The notes of a ply that may be shown: a person's notes may say what is hidden from another."""
        if self._hiding and self._alone is None:
            return []
        return [note.text for note in self.document.notes if note.ply == ply]

    def _do_history(self, words: list[str], line: str) -> Reply:
        total = len(self._tokens)
        if words and not re.fullmatch("[1-9][0-9]*", words[0]):
            raise UsageError("history [N]: how many of the last plies", code="usage.history")
        first = max(1, total - _number(words[0]) + 1) if words else 1
        rows = [*self._rows(first, total)]
        if self.document.result is not None:
            rows.append(in_words(self.document.result))
        if self._hiding and self._alone is None:
            rows.append("(notes are not listed here: they may say what is hidden)")
        return Reply("\n".join(rows) or "nothing has been played yet")

    def _rows(self, first: int, last: int) -> Iterator[str]:
        """Plies in rows, each note in a row of its own; in some games each numbered house turn begins one."""
        notes: dict[int, list[str]] = {}
        for note in self.document.notes if not self._hiding or self._alone is not None else ():
            notes.setdefault(note.ply, []).append(note.text)
        if first == 1:
            yield from (f"  {text}" for text in notes.get(0, ()))
        if self.game.number is None:
            yield from self._plies(first, last, notes)
            return
        row: list[str] = []
        lines = self.game.number.lines
        for ply in range(first, last + 1):
            label, written = self._numbered(ply)
            if row and lines and written:
                yield " ".join(row)
                row = []
            row += [label] if label and (written or not row) else []
            row.append(plain(self._tokens[ply - 1]))
            if ply in notes:
                yield " ".join(row)
                yield from (f"  {text}" for text in notes[ply])
                row = []
        if row:
            yield " ".join(row)

    def _plies(self, first: int, last: int, notes: dict[int, list[str]]) -> Iterator[str]:
        """Plies in a row each, with their number and whose they are, where the game has no numbers."""
        seats = max(map(len, self.game.seats))
        for ply in range(first, last + 1):
            who = f"{self._mover(ply) or '':<{seats}}"
            yield f"{ply:>{len(str(last))}}  {who}  {plain(self._tokens[ply - 1])}"
            yield from (f"  {text}" for text in notes.get(ply, ()))

    def _numbered(self, ply: int) -> tuple[str, bool]:
        """The number of a ply as the text form writes it, and whether it stands there unasked."""
        number: Any = self.game.number
        found = number.label(self._setup, ply) if number is not None else None
        return found or ("", False)


def _number(digits: str) -> int:
    """The number that ASCII digits say, as far as plies are counted."""
    return int(digits.lstrip("0")[:9] or "0")
