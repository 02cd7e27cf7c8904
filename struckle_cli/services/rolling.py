"""The dice of a turn in play: thrown by the program, kept by typing them, played by typing how.

No roll is ever thrown twice: what was rolled for a ply stays so after leaving, and undo goes back to it at
most.
"""

import re
from typing import Any

from struckle_cli.core.errors import NotationError, UsageError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.core.hooks import Dice, Throw
from struckle_cli.replay.commitments import seed_commitment
from struckle_cli.replay.document import Document
from struckle_cli.services.listing import effect
from struckle_cli.services.table import Table

HELP = {
    "roll": "roll (or Enter): throw the five dice",
    "keep": "keep FACES (or the faces alone, like AK): keep these dice, throw the others; "
    "keep alone keeps none",
    "undo": "undo: take back how the last hand was played; its dice stay as they are",
    "moves": "moves [BEGINNING]: how the dice can be played, and what that leads to",
}
_FEW = 12
"""Ways to play a hand that are listed unasked."""
_KEPT = re.compile(r"[AKQJTakqjt9]{1,4}\Z")


class Rolling:
    """The dice of the ply that is being played: of which game and record, at which table."""

    def __init__(self, game: AnyGame, dice: Dice, table: Table) -> None:
        self.game = game
        self.dice = dice
        self.table = table

    def rolls(self, document: Document) -> str:
        """What has been rolled for the next ply so far."""
        return self.table.rolled(len(document.moves) + 1)

    def committed(self, document: Document) -> bool:
        """Whether the record says that its rolls come from a committed seed."""
        return seed_commitment(document, self.game) is not None

    def throw(self, document: Document, state: Any, kept: str) -> str:
        """Throw the dice but those that are kept; the rolls of the ply after that, remembered.

        Raises `UsageError` where nothing can be thrown.
        """
        rolls = self.rolls(document)
        if rolls and not self.dice.throws_left(rolls):
            raise UsageError("the dice have been thrown three times; play them", code="usage.dice")
        try:
            after = self.dice.roll(rolls, kept, self._source(document, state))
        except NotationError as error:
            raise UsageError(error.reason.message, code=error.reason.code) from None
        self.table.keep_rolls(len(document.moves) + 1, after)
        return after

    def _source(self, document: Document, state: Any) -> Throw:
        if self.committed(document):
            seed = self.table.seed()
            if seed is None:
                why = "the seed of the dice is not here (the table's secrets file), so nobody can roll"
                raise UsageError(why, code="usage.dice")
            return self.dice.foreseen(state, seed)
        from random import SystemRandom

        return self.dice.drawn(SystemRandom())

    def kept(self, word: str) -> str | None:
        """The faces that a typed word keeps; None if it is no row of faces."""
        return word.upper() if _KEPT.match(word) else None

    def token(self, document: Document, word: str) -> str:
        """The token that is meant by how a hand is played, `K3T1`, `=K3T1` or the whole `AKQJ9=...`."""
        rolls = self.rolls(document)
        head, sign, _ = word.partition("=")
        if sign and head:
            if rolls and head.upper() != rolls:
                raise UsageError(f"the dice show {rolls}; type how they are played", code="usage.dice")
            if not rolls and self.committed(document):
                raise UsageError("roll first: the program throws the dice here", code="usage.dice")
            return word.upper()
        if not rolls:
            raise UsageError("roll first (Enter throws the dice)", code="usage.dice")
        return f"{rolls}={word.removeprefix('=').upper()}"

    def parts(self, state: Any, rolls: str) -> list[tuple[str, Any]]:
        """The ways to play what is rolled, in bytewise order, each with its move."""
        moves = self.dice.plays(state, rolls) if rolls else []
        return sorted(((self.dice.part(move), move) for move in moves), key=lambda pair: pair[0])

    def told(self, document: Document, state: Any, start: str = "", most: int | None = None) -> str:
        """What is rolled, what can be done with it, and the ways to play it that begin with `start`."""
        rolls = self.rolls(document)
        if not rolls:
            return "a roll is due: Enter throws the five dice"
        parts = [pair for pair in self.parts(state, rolls) if pair[0].startswith(start.upper())]
        lines = [f"{rolls}: {self._left(rolls)}"]
        if most is not None and len(parts) > most:
            return f"{lines[0]}; {counted(len(parts), 'way')} to play them (moves lists them)"
        size = max((len(part) for part, _ in parts), default=0)
        for part, move in parts:
            lines.append(f"  {part:<{size}}  {'; '.join(effect(self.game, state, move))}")
        return "\n".join(lines)

    def few(self, document: Document, state: Any) -> str:
        """`told`, with the ways to play only where they are few."""
        return self.told(document, state, most=_FEW)

    def _left(self, rolls: str) -> str:
        more = self.dice.throws_left(rolls)
        if not more:
            return "play them"
        return f"{counted(more, 'more throw')}; type the dice to keep, or how to play them"
