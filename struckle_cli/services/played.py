"""A record as it is played: its states as its players may see them, its secrets and dice, and saving it."""

import contextlib
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from struckle_cli.core.errors import RecordError, StruckleError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.replayer import judge_token, play, syntax_fault
from struckle_cli.replay.commitments import of_use, opened, revealed, seed_commitment
from struckle_cli.replay.document import Document, Note
from struckle_cli.replay.reading import Reading
from struckle_cli.services.boards import to_act
from struckle_cli.services.edit import Edited, announced, hidden_since, marked_as
from struckle_cli.services.hidden import with_all_opened
from struckle_cli.services.rolling import Rolling
from struckle_cli.services.table import Table


class Reply(NamedTuple):
    """What a line led to: text for people, whether to draw the board, whether the session is over."""

    text: str = ""
    board: bool = False
    over: bool = False
    clear: bool = False
    """Whether what is on the screen is for one player only, and has to go first."""


class Played:
    """One game in progress. `store` writes a document; it is called after every change.

    While it is `covered`, nothing is shown but what everybody may see: the keyboard goes to the next player.
    """

    def __init__(
        self, game: AnyGame, document: Document, store: Callable[[Document], None],
        table: Table | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.document = document
        self.viewer: str | None = None
        self.unsaved: str | None = None
        self.notice = ""
        """What players have to know before they begin; nothing as a rule."""
        self._store = store
        self._table = Table() if table is None else table
        self._rolling = None if game.dice is None else Rolling(game, game.dice, self._table)
        self._undone: list[tuple[str, list[Note]]] = []
        self._offer: str | None = None
        self._states: list[Any] = []
        self._tokens: list[str] = []
        self._unseen = False
        self._setup: Any = None
        self.covered = False
        self._look(None)
        self._cover()

    def _look(self, seat: str | None) -> None:
        """Play the record again as `seat` sees it, with the openings that it holds (None: nobody's).

        Raises `RecordError` if it is broken.
        """
        document = self.document
        if self.game.secrets is not None:
            document = revealed(document, self.game, of_use(document, self.game, self._table.of(seat)))
        reading = Reading.of(document)
        if not reading.sound or reading.bound is None:
            faults = reading.faults
            raise RecordError("the record is broken", code=faults[0].code, faults=faults)
        self._setup = reading.bound.setup
        self._states = [reading.bound.start]
        self._tokens = reading.moves
        for token in reading.moves:
            state, played = play(self.game, self._states[-1], [token])
            if not played:
                fault = judge_token(self.game, self._states[-1], token, len(self._states))
                raise RecordError(
                    "the record is broken, so it cannot be played", code=fault.code, faults=[fault]
                )
            self._states.append(state)

    def _cover(self) -> None:
        """Hide what a seat may see before the keyboard goes to the next one, if anything is hidden."""
        seat = self.to_move
        hiding = self.game.secrets is not None and bool(self._table.secrets)
        if self.game.secrets is not None and len(self._states) > 1:
            self._look(None)
        self.covered = hiding and seat is not None

    def _uncover(self) -> None:
        self.covered = self._unseen = False
        self._look(self.to_move)

    @property
    def state(self) -> Any:
        """The position after the last ply."""
        return self._states[-1]

    @property
    def to_move(self) -> str | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.document.result is not None else self.game.to_move(self.state)

    @property
    def confiding(self) -> bool:
        """Whether the seat to move has been shown what is hidden from others."""
        return bool(self._table.of(self.to_move)) and not self.covered

    def to_open(self) -> list[str]:
        """The seats whose secrets lie on the table while the record still hides them."""
        closed = {secret.key for secret in opened(self.document, self.game).closed}
        left = {item.seat for item in self._table.everything() if item.key in closed}
        return [seat for seat in self._table.secrets if seat in left]

    def to_contribute(self) -> list[str]:
        """The players who have yet to say what the dice depend on; none once the first has been thrown."""
        dice, document = self.game.dice, self.document
        if dice is None or document.moves or self._table.seed() is None:
            return []
        if dice.client(document.setup) != "" or self._table.rolled(1):
            return []
        names = document.players
        return [
            f"{seat} ({names[seat]})" if seat in names else seat for seat in self.game.seated(self._setup)
        ]

    def dice_commitment(self) -> str:
        """The commitment to the seed of the dice."""
        return seed_commitment(self.document, self.game) or ""

    def contribute(self, words: list[str]) -> None:
        """Write down what the players have said, from which the dice come now."""
        assert self.game.dice is not None
        self._change(setup=self.game.dice.contributed(self.document.setup, ",".join(words)))
        self._look(None)

    def _named(self, who: str) -> str:
        """Who acts, with the name of the player."""
        name = self.document.players.get(self.to_move or "", "")
        return f"{who} ({name})" if name else who

    def _is_mark(self, word: str) -> bool:
        """Whether the game works a word into the moves before it (an objection)."""
        return self.game.mark is not None and self.game.mark(self.document.moves, word) is not None

    def _is_token(self, word: str) -> bool:
        """Whether a word has the shape of a move, legal or not."""
        return syntax_fault(self.game, word) is None

    def _label(self, ply: int) -> str:
        """The number of a ply as the text form writes it; empty where the game has none."""
        number = self.game.number
        found = number.label(self._setup, ply) if number is not None else None
        return found[0] if found else ""

    def _forget_secrets(self) -> None:
        """Drop the openings of what is not in the record any more."""
        found = self.game.secrets.find(self.document.setup, self.document.moves) if self.game.secrets else ()
        there = {secret.key for secret in found}
        self._table.forget({item.key for item in self._table.everything()} - there)

    def _told(self, before: Any, token: str, after: Any) -> list[str]:
        """What a ply led to, in words: where something is hidden or thrown, all that everybody may see of
        it.
        """
        if self._rolling is None and self.game.secrets is None:
            return announced(self.game, before, token, after)
        if self.game.secrets is not None:  # the states are the public's now
            before, token, after = self._states[-2], self._tokens[-1], self._states[-1]
        told = self.game.tell
        return [] if told is None else told(before, self.game.parse_move(token), after)

    def _mark(self, word: str) -> list[str]:
        """Work a word into the moves before it; what that led to, in words. Raises `RecordError`."""
        old = self.document.moves
        edited = marked_as(self.game, Edited(self.document, self.state), self._states[0], word)
        moves = edited.document.moves
        changed = next(n for n, token in enumerate(moves) if n >= len(old) or token != old[n])
        del self._states[changed + 1 :]
        for token in moves[changed:]:
            self._states.append(play(self.game, self._states[-1], [token])[0])
        self._undone.clear()
        self._change(moves=moves, result=edited.document.result)
        return list(edited.told)

    def _push(self, token: str, state: Any) -> None:
        text = self.game.format_move(self.game.parse_move(token))
        plies = len(self.document.moves)
        made = msgspec.structs.replace(self.document, moves=[*self.document.moves, text])
        hidden = hidden_since(made, self.game, plies)
        for openings in hidden.secrets.values():
            for opening in openings:
                self._table.add(opening)  # first: without it the commitment could never be opened
        self._states.append(state)
        self._unseen = True  # until the next player looks
        self._change(moves=hidden.document.moves, result=self.game.outcome(state))
        if self._rolling is not None and self.unsaved is None:
            with contextlib.suppress(StruckleError):  # old rolls say nothing of a ply that is played
                self._table.keep_rolls(len(self.document.moves) + 1, "")
        if self.game.secrets is not None:
            self._after_secret_ply()

    def _after_secret_ply(self) -> None:
        """Open everything if the result waits for that, and cover the screen for the next player."""
        waits = None if self.game.awaits is None else self.game.awaits(self.state)
        if waits is not None:
            openings = of_use(self.document, self.game, self._table.everything())
            document = with_all_opened(self.document, self.game, openings)
            if document is not None:
                self._change(**{name: getattr(document, name) for name in ("setup", "reveals", "result")})
        self._cover()

    def _change(self, **fields: Any) -> None:
        """Change the record and save it; a failing save is said, and the game goes on."""
        self.unsaved = self.unsaved or _UNDERWAY
        self.document = msgspec.structs.replace(self.document, **fields)
        self._save()

    def catch_up(self) -> None:
        """Save what could not be saved, or was being saved when Ctrl-C came; nothing if all is saved.

        It is called before each line, and has to be when the players leave, however they do.
        """
        if self.unsaved:
            self._save()

    def _save(self) -> None:
        self.unsaved = self.unsaved or _UNDERWAY
        try:
            self._store(self.document)
        except StruckleError as error:
            self.unsaved = error.message
        else:
            self.unsaved = None

    def _begun(self, start: str) -> list[str]:
        """The legal tokens that begin so, in whatever case, in bytewise order; none when the game is over."""
        tokens: Iterable[str] = ()
        if self._rolling is not None and self.to_move is not None:
            parts = self._rolling.parts(self.state, self._rolling.rolls(self.document))
            tokens = (part for part, _ in parts)
        elif self.to_move is not None:
            tokens = map(self.game.format_move, self.game.legal_moves(self.state))
        return sorted(token for token in tokens if token.lower().startswith(start.lower()))

    def _refusal(self, token: str) -> str:
        """Why a token cannot be played, or how half a token can go on."""
        begun = [] if self._is_token(token) else self._begun(token)
        if begun and len(begun[0]) > len(token):  # else it is whole, in letters of the wrong case
            return continued(token, begun)
        fault = judge_token(self.game, self.state, token, len(self._states))
        near = f"; nearest legal: {fault.suggestion}" if fault.suggestion else ""
        return f"{token}: {fault.message}{near}"

    def _play(self, tokens: list[str]) -> Reply:
        told: list[str] = []
        for number, token in enumerate(tokens):
            if self.covered:
                left = counted(len(tokens) - number, "word")  # which ones is not the next player's to read
                told.append(f"{left} of that not played; the keyboard goes to the next player")
                break
            if self._is_mark(token):
                try:
                    told += self._mark(token)
                except StruckleError as error:
                    why = error.faults[0].message if error.faults else error.message
                    return Reply(f"{token}: {why}", board=token is not tokens[0])
                continue
            if self.document.result is not None:
                return Reply(f"{token}: the game is over: {self.document.result}")
            before = self.state
            state, played = play(self.game, self.state, [token])
            if not played:
                return Reply(self._refusal(token), board=token is not tokens[0])
            self._undone.clear()
            try:
                self._push(token, state)
            except StruckleError as error:
                return Reply(f"{token}: not played: {error.message}", board=token is not tokens[0])
            told += self._told(before, token, state)
        if self.document.result is None:
            if self.to_move is None:
                why = to_act(self.game, self.state)
                told.append(f"{why} (struckle reveal opens it, with its secrets file)")
            return Reply("\n".join(told), board=True)
        told.append(f"the game is over: {self.document.result}")
        # A game in which the last word on a move is the opponent's goes on listening. What a player has seen
        # alone goes from the screen: not everything that is hidden is everybody's at the end.
        over, hiding = self.game.mark is None, bool(self._table.secrets)
        return Reply("\n".join(told), board=True, over=over, clear=hiding)


_UNDERWAY = "interrupted while the last change was being saved"
_FEW = 40
"""Tokens that are listed whole when one is half typed."""
_PART = re.compile(r"[^A-Za-z0-9]*[A-Za-z]*[0-9]*")


def continued(start: str, tokens: list[str]) -> str:
    """What half a token can become: a few tokens whole, many by their next part and how many begin so."""
    if len(tokens) <= _FEW:
        return f"{start} can become {' '.join(tokens)}"
    heads: dict[str, int] = {}
    for token in tokens:
        part = _PART.match(token, len(start))
        head = token[: part.end()] if part else token
        heads[head] = heads.get(head, 0) + 1
    listed = [head if count == 1 else f"{head}.. ({count})" for head, count in heads.items()]
    return f"{start} can become {' '.join(listed)}"
