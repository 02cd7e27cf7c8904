"""What players type at the dice: throwing, keeping, and how a hand is played."""

from typing import Any

from struckle_cli.core.errors import AccessError, StruckleError, UsageError
from struckle_cli.services.played import Played
from struckle_cli.services.replies import Reply
from struckle_cli.services.words import continued

NOTHING = ("NOTHING", "NONE")
"""What people may type behind `keep` to throw all dice again; `keep` alone does it too."""


class AtDice(Played):
    """A game in progress in which dice may have to be thrown before anything can be played."""

    def _nothing_typed(self) -> Reply:
        """Enter alone throws the dice where a roll is due, and shows them afterwards."""
        if self._rolling is None or self.to_move is None:
            return Reply()
        try:
            rolled = bool(self._rolling.rolls(self.document))
            return Reply(self._dice_told()) if rolled else self._throw("")
        except StruckleError as error:
            return Reply(error.message)

    def _is_face(self, word: str) -> bool:
        """Whether a word is a capital letter that a die can show, while dice lie there: one to keep."""
        rolling = self._rolling
        if rolling is None or self.to_move is None or len(word) > 1 or not word.isupper():
            return False
        return rolling.kept(word) is not None and bool(rolling.rolls(self.document))

    def _hand(self, word: str) -> Reply:
        """Act on a word about dice: faces to keep, or how the hand is played."""
        rolling = self._rolling
        assert rolling is not None
        kept = rolling.kept(word) if rolling.rolls(self.document) else None
        try:
            return self._throw(kept) if kept is not None else self._play([self._dice_token(word)])
        except StruckleError as error:
            return Reply(error.message)

    def _dice_token(self, word: str) -> str:
        """The token that a word means, a beginning that can be finished in one way only included."""
        rolling = self._rolling
        assert rolling is not None
        begun = self._begun(word) if "=" not in word else []
        if len(begun) > 1 and word.upper() not in begun:
            raise UsageError(continued(word, begun), code="usage.dice")
        return rolling.token(self.document, begun[0] if len(begun) == 1 else word)

    def _throw(self, kept: str) -> Reply:
        self._thrown(self.state, kept)
        return Reply(self._dice_told())

    def _thrown(self, state: Any, kept: str) -> str:
        """Throw the dice but those that are kept, in a state as everybody sees it; the rolls since then.

        Raises `UsageError`.
        """
        rolling = self._rolling
        assert rolling is not None
        try:
            rolling.throw(self.document, state, kept)
        except AccessError as error:  # the dice lie there all the same; `catch_up` writes them down
            self.unsaved = error.message
        self._undone.clear()
        return rolling.rolls(self.document)

    def _dice_told(self) -> str:
        """What the dice show and how they can be played; nothing in a game without."""
        rolling = self._rolling
        return "" if rolling is None or self.to_move is None else rolling.few(self.document, self.state)

    def _play_again(self, count: int) -> Reply:
        """Take back how the last hand was played; its dice stay as they are (undo never crosses a roll)."""
        rolling, moves = self._rolling, self.document.moves
        assert rolling is not None
        if not moves:
            raise UsageError("there are no plies to take back", code="usage.undo")
        if count != 1 or rolling.rolls(self.document):
            why = "undo never crosses a roll: only how the last hand was played can be taken back"
            raise UsageError(f"{why}, before the next throw", code="undo.roll")
        if self.document.result is not None:
            raise UsageError("the game is over, and the cards are on the table", code="undo.roll")
        mover = self._mover(len(moves))
        if mover in self.bots:  # it would play the same again
            raise UsageError(f"the last hand was that of {mover}, which a bot plays", code="undo.roll")
        last = self.game.parse_move(moves[-1])
        notes = [note for note in self.document.notes if note.ply < len(moves)]
        self._table.keep_rolls(len(moves), rolling.dice.rolls(last))  # first, so that no crash loses them
        self._change(moves=moves[:-1], notes=notes, result=None)
        self._pass_on()
        return Reply(self._dice_told() if not self.covered else "the dice stay as they were", board=True)

    def _do_roll(self, words: list[str], line: str) -> Reply:
        if self._rolling is None or self.to_move is None:
            raise UsageError("there is nothing to roll", code="usage.dice")
        if self._rolling.rolls(self.document):
            raise UsageError(
                "the dice are thrown: type those to keep, or how they are played", code="usage.dice"
            )
        return self._throw("")

    def _do_keep(self, words: list[str], line: str) -> Reply:
        if self._rolling is None or self.to_move is None or not self._rolling.rolls(self.document):
            raise UsageError("there are no dice to keep", code="usage.dice")
        kept = "".join(words).upper()
        return self._throw("" if kept in NOTHING else kept)

    def _do_secrets(self, words: list[str], line: str) -> Reply:
        found = [f"{item.what}: {item.value}" for item in self._table.of(self._eye)]
        return Reply("\n".join(found) or "nothing of this game is your secret")
