"""A record that is being played, as each of its readers sees it; kept up to date ply by ply.

Where something is hidden each reader has states of their own. They are kept, and only what has changed since
they were last asked for is played, so that a long game costs no more a ply than a short one.
"""

from typing import Any

from struckle_cli.core.bots import Scene
from struckle_cli.core.errors import RecordError
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.replayer import play
from struckle_cli.replay.commitments import masked, of_use, opened, revealed
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.loading import bound_of, unplayable
from struckle_cli.services.table import Table

_BOT = "bot "
"""Before a seat: the view of the bot that plays it, from which even values in the open are kept."""


class Seen:
    """A record as one reader sees it: set-up, tokens, and the states between them, the first one included."""

    __slots__ = ("made_of", "setup", "states", "tokens")

    def __init__(self, setup: Any, start: Any, made_of: object) -> None:
        self.setup = setup
        self.states = [start]
        self.tokens: list[str] = []
        self.made_of = made_of
        """What a set-up was read from; another one makes all of this void."""

    def follow(self, game: AnyGame, tokens: list[str]) -> None:
        """Go back to where some tokens differ from those that were played, and play the rest of them.

        Raises `RecordError` at an illegal one.
        """
        same = _shared(self.tokens, tokens)
        del self.states[same + 1 :]
        self.tokens = tokens[:same]
        for token in tokens[same:]:
            state, played = play(game, self.states[-1], [token])
            if not played:
                raise unplayable(game, self.states[-1], token, len(self.states))
            self.states.append(state)
            self.tokens.append(token)


def _shared(old: list[str], new: list[str]) -> int:
    """How many tokens two rows begin with in common."""
    most = min(len(old), len(new))
    if old[:most] == new[:most]:
        return most
    return next(index for index in range(most) if old[index] != new[index])


class Views:
    """The views of all readers of one record at one table."""

    def __init__(self, game: AnyGame, table: Table) -> None:
        self._game = game
        self._table = table
        self._known: dict[str | None, Seen] = {}

    def of(self, document: Document, seat: str | None) -> Seen:
        """The record as `seat` sees it, with the openings that it holds (None: nobody's).

        Raises `RecordError` if it is broken.
        """
        return self._seen(document, None if self._game.secrets is None else seat, seat)

    def scene(self, document: Document, seat: str, rolls: str) -> Scene:
        """The record as a bot gets it that plays `seat`: nothing of others, were it in the open or not."""
        seen = self._seen_by_bot(document, seat)
        return Scene(
            game=self._game, setup=seen.setup, start=seen.states[0], state=seen.states[-1],
            tokens=tuple(seen.tokens), rolls=rolls,
        )  # fmt: skip

    def _seen_by_bot(self, document: Document, seat: str) -> Seen:
        if self._game.secrets is None:
            return self.of(document, None)
        return self._seen(masked(document, self._game, seat, ended=False), _BOT + seat, seat)

    def _seen(self, document: Document, name: str | None, seat: str | None) -> Seen:
        openings = []
        if self._game.secrets is not None:
            openings = of_use(document, self._game, self._table.of(seat))
        setting = [opening for opening in openings if ":" not in opening.what]
        made_of = (document.id, document.setup, document.reveals, setting)
        known = self._known.get(name)
        if known is None or known.made_of != made_of:
            reading = _read(document, self._game, openings)
            bound = bound_of(reading)
            known = Seen(bound.setup, bound.start, made_of)
            self._known[name] = known
            tokens = reading.moves
        else:
            tokens = opened(document, self._game, openings).moves
        try:
            known.follow(self._game, tokens)
        except RecordError:
            del self._known[name]
            raise
        return known


def _read(document: Document, game: AnyGame, openings: list[Any]) -> Reading:
    """The reading of a record with some openings."""
    if game.secrets is not None:
        document = revealed(document, game, openings)
    return Reading.of(document)
