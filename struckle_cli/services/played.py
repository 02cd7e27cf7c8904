"""A record as it is played: its states as its players may see them, its secrets and dice, and saving it."""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from struckle_cli.core.bots import Scene
from struckle_cli.core.errors import StruckleError, UsageError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.replayer import judge_token, play, syntax_fault
from struckle_cli.replay.commitments import of_use, opened, seed_commitment
from struckle_cli.replay.document import Document, Note
from struckle_cli.services.boards import to_act
from struckle_cli.services.commands import AT_END
from struckle_cli.services.company import is_name
from struckle_cli.services.edit import Edited, announced, hidden_since, marked_as
from struckle_cli.services.endings import over
from struckle_cli.services.hidden import with_all_opened
from struckle_cli.services.replies import Reply
from struckle_cli.services.rolling import Rolling
from struckle_cli.services.table import Table
from struckle_cli.services.views import Views
from struckle_cli.services.words import begun, continued

__all__ = ["Played", "Player", "Reply"]


class Player(Protocol):
    """Whatever plays a seat by itself (`services.company.Bot`): its name, and what it types in a scene."""

    @property
    def name(self) -> str:
        """What it is called."""

    def answer(self, scene: Scene, seat: str) -> str:
        """A token, or what a person would type at the dice."""


_UNDERWAY = "interrupted while the last change was being saved"


class Played:
    """One game in progress. `store` writes a document; it is called after every change.

    `bots` play seats by themselves; the others are played by persons. Where something is hidden and several
    persons share the keyboard, the screen is `covered` while it is passed: nothing is shown then but what
    everybody may see. One person alone is never covered, and sees their own view all the time.
    """

    def __init__(
        self, game: AnyGame, document: Document, store: Callable[[Document], None],
        table: Table | None = None, bots: Mapping[str, Player] | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.document = document
        self.viewer: str | None = None
        self.unsaved: str | None = None
        self.bots: dict[str, Player] = {} if bots is None else dict(bots)
        self.release: Callable[[], None] = lambda: None
        """Lets others write to the record again; the process that ends does so too."""
        self.notice = ""
        """What players have to know before they begin; nothing as a rule."""
        self._store = store
        self._table = Table() if table is None else table
        self._rolling = None if game.dice is None else Rolling(game, game.dice, self._table)
        self._undone: list[tuple[str, list[Note]]] = []
        self._offer: str | None = None
        self._views = Views(game, self._table)
        self._eye: str | None = None
        """Whose view is shown; None: what everybody may see."""
        self._unseen = False
        self._legal: tuple[tuple[Any, str, object], list[str]] | None = None
        self.covered = False
        self._look(None)
        self._pass_on()

    def _look(self, seat: str | None) -> None:
        """Show the record as `seat` sees it, with the openings that it holds (None: nobody's).

        Raises `RecordError` if it is broken.
        """
        self._eye = seat
        self._seen = self._views.of(self.document, seat)

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats at the table that no bot plays."""
        return tuple(seat for seat in self.game.seated(self._setup) if seat not in self.bots)

    @property
    def _hiding(self) -> bool:
        """Whether somebody at the table has secrets."""
        return self.game.secrets is not None and bool(self._table.secrets)

    @property
    def _alone(self) -> str | None:
        """The seat of the one person who plays against bots only."""
        persons = self.persons
        return persons[0] if self.bots and len(persons) == 1 else None

    def _pass_on(self) -> None:
        """Hide what a seat may see before the keyboard goes to the next person, if anything is hidden."""
        seat = self.to_move
        self._look(self._alone if self._hiding else None)
        self.covered = self._hiding and self._eye is None and seat is not None and seat not in self.bots

    def _uncover(self) -> None:
        self.covered = self._unseen = False
        self._look(self.to_move)

    @property
    def _setup(self) -> Any:
        return self._seen.setup

    @property
    def _states(self) -> list[Any]:
        return self._seen.states

    @property
    def _tokens(self) -> list[str]:
        return self._seen.tokens

    @property
    def state(self) -> Any:
        """The position after the last ply."""
        return self._states[-1]

    @property
    def to_move(self) -> str | None:
        """The seat that says what comes next; None when the game is over."""
        if self.document.result is not None:
            return None
        speaker = None if self.game.speaker is None else self.game.speaker(self.state)
        return speaker or self.game.to_move(self.state)

    @property
    def confiding(self) -> bool:
        """Whether a person has been shown what is hidden from others who use this keyboard."""
        return self._alone is None and bool(self._table.of(self._eye)) and not self.covered

    def to_open(self) -> list[str]:
        """The seats whose secrets lie on the table while the record still hides them."""
        closed = {secret.key for secret in opened(self.document, self.game).closed}
        left = {item.seat for item in self._table.everything() if item.key in closed}
        return [seat for seat in self._table.secrets if seat in left]

    def missing(self) -> list[str]:
        """Who hides something that the running game's table has no opening of: nobody can show it here."""
        if self.document.result is not None or self.game.secrets is None:
            return []
        held = {item.key for item in self._table.everything()}
        closed = opened(self.document, self.game).closed
        return list(dict.fromkeys(secret.seat for secret in closed if secret.key not in held))

    def to_contribute(self) -> list[str]:
        """The persons who have yet to say what the dice depend on; none once the first has been thrown."""
        dice, document = self.game.dice, self.document
        if dice is None or document.moves or self._table.seed() is None:
            return []
        if dice.client(document.setup) != "" or self._table.rolled(1):
            return []
        return [self._named(seat, seat) for seat in self.persons]

    def dice_commitment(self) -> str:
        """The commitment to the seed of the dice."""
        return seed_commitment(self.document, self.game) or ""

    def contribute(self, words: list[str]) -> None:
        """Write down what the players have said, from which the dice come now."""
        assert self.game.dice is not None
        self._change(setup=self.game.dice.contributed(self.document.setup, ",".join(words)))
        self._pass_on()

    def _named(self, who: str, seat: str | None = None) -> str:
        """Who acts, with the name of the player of `seat` (None: the seat to move).

        A person who has taken a seat over from a bot does not go by the bot's name.
        """
        seat = seat or self.to_move or ""
        name = self.document.players.get(seat, "")
        return f"{who} ({name})" if name and (seat in self.bots or not is_name(name)) else who

    def _is_mark(self, word: str) -> bool:
        """Whether the game works a word into the moves before it (an objection)."""
        return self.game.mark is not None and self.game.mark(self.document.moves, word) is not None

    def _shorthands(self) -> dict[str, str]:
        """Words that stand for tokens in this position."""
        known = self.game.shorthands(self.state) if self.game.shorthands is not None else []
        return {item.word: item.token for item in known}

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
        if self.game.secrets is not None:  # the states are those of who may see this now
            before, token, after = self._states[-2], self._tokens[-1], self._states[-1]
        told = self.game.tell
        return [] if told is None else told(before, self.game.parse_move(token), after)

    def _mover(self, ply: int) -> str | None:
        """Whose entry ply `ply` (counted from 1) is."""
        before = self._states[ply - 1]
        if self.game.author is None:
            return self.game.to_move(before)
        return self.game.author(before, self.game.parse_move(self._tokens[ply - 1]))

    def _may_mark(self, word: str) -> None:
        """Raise `UsageError` for a person who would object to a move of their own in place of a bot."""
        marked = None if self.game.mark is None else self.game.mark(self.document.moves, word)
        if not self.bots or not isinstance(marked, list):
            return
        changed = next(n for n, token in enumerate(marked) if self.document.moves[n : n + 1] != [token])
        others = [seat for seat in self.game.seated(self._setup) if seat != self._mover(changed + 1)]
        if all(seat in self.bots for seat in others):
            raise UsageError(f"that is for {' or '.join(others)} to say, which a bot plays", code="usage.bot")

    def _mark(self, word: str) -> list[str]:
        """Work a word into the moves before it; what that led to, in words. Raises `RecordError`."""
        edited = marked_as(self.game, Edited(self.document, self.state), self._states[0], word)
        self._undone.clear()
        self._change(moves=edited.document.moves, result=edited.document.result)
        return list(edited.told)

    def _push(self, token: str, state: Any) -> None:
        text = self.game.format_move(self.game.parse_move(token))
        plies = len(self.document.moves)
        made = msgspec.structs.replace(self.document, moves=[*self.document.moves, text])
        hidden = hidden_since(made, self.game, plies)
        for openings in hidden.secrets.values():
            for opening in openings:
                self._table.add(opening)  # first: without it the commitment could never be opened
        self._unseen = True  # until the next player looks
        seen = self._views.of(hidden.document, self._eye)  # a bot may not see all that decides an open record
        result = self.game.outcome(state) or self.game.outcome(seen.states[-1])
        self._change(moves=hidden.document.moves, result=result)
        if self._rolling is not None and self.unsaved is None:
            with contextlib.suppress(StruckleError):  # old rolls say nothing of a ply that is played
                self._table.keep_rolls(len(self.document.moves) + 1, "")
        if self.game.secrets is not None:
            self._after_secret_ply()
        self._pass_on()

    def _after_secret_ply(self) -> None:
        """Open everything if the result waits for that."""
        waits = None if self.game.awaits is None else self.game.awaits(self.state)
        if waits is not None:
            openings = of_use(self.document, self.game, self._table.everything())
            document = with_all_opened(self.document, self.game, openings)
            if document is not None:
                self._change(**{name: getattr(document, name) for name in ("setup", "reveals", "result")})

    def _change(self, **fields: Any) -> None:
        """Change the record and save it; a failing save is said, and the game goes on."""
        self.unsaved = self.unsaved or _UNDERWAY
        self.document = msgspec.structs.replace(self.document, **fields)
        self._look(self._eye)
        self._save()

    def catch_up(self) -> None:
        """Save what could not be saved, or was being saved when Ctrl-C came; nothing if all is saved.

        It is called before each line, and has to be when the players leave, however they do.
        """
        if self.unsaved:
            self._save()

    def _settle(self) -> None:
        """Save what is not saved, and make good what Ctrl-C has left half done."""
        self.catch_up()
        self._look(self._eye)
        if self._hiding and self._eye not in (None, self.to_move, self._alone):
            self._pass_on()

    def _save(self) -> None:
        self.unsaved = self.unsaved or _UNDERWAY
        try:
            self._store(self.document)
        except StruckleError as error:
            self.unsaved = error.message
        else:
            self.unsaved = None

    def legal_tokens(self) -> list[str]:
        """What can be played now, in bytewise order: tokens, or ways to play the dice that lie there."""
        rolls = self._rolling.rolls(self.document) if self._rolling is not None else ""
        made_of = (self.state, rolls, self.document.result)
        if self._legal is None or self._legal[0][0] is not self.state or self._legal[0][1:] != made_of[1:]:
            tokens: Iterable[str] = ()
            if self._rolling is not None and self.to_move is not None:
                tokens = (part for part, _ in self._rolling.parts(self.state, rolls))
            elif self.to_move is not None:
                tokens = map(self.game.format_move, self.game.legal_moves(self.state))
            self._legal = made_of, sorted(tokens)
        return self._legal[1]

    def _begun(self, start: str) -> list[str]:
        """The legal tokens that begin so, in whatever case, in bytewise order; none when the game is over."""
        return begun(self.legal_tokens(), start)

    def _refusal(self, token: str) -> str:
        """Why a token cannot be played, or how half a token can go on."""
        found = [] if self._is_token(token) else self._begun(token)
        if found and len(found[0]) > len(token):  # else it is whole, in letters of the wrong case
            return continued(token, found)
        fault = judge_token(self.game, self.state, token, len(self._states))
        near = f"; nearest legal: {fault.suggestion}" if fault.suggestion else ""
        return f"{token}: {fault.message}{near}"

    def _play(self, tokens: list[str]) -> Reply:
        told: list[str] = []
        eye, board = self._eye, False
        for number, token in enumerate(tokens):
            if not self._persons_turn(token):
                told.append(self._left_out(len(tokens) - number))
                break
            try:
                told += self._enter(token)
            except StruckleError as error:
                return Reply("\n".join([*told, error.message]), board=board)
            board = True
        return self._after_plies(told, eye)

    def _persons_turn(self, token: str) -> bool:
        """Whether whoever is at the keyboard may play on; objecting is for them too when the game is over."""
        return not self.covered and (self._is_mark(token) or self.to_move not in self.bots)

    def _left_out(self, words: int) -> str:
        """What is said of words that are not played; which ones is not the next player's to read."""
        who = "the next player" if self.covered else f"{self.to_move}, which a bot plays"
        what = "the keyboard goes to" if self.covered else "it is the turn of"
        return f"{counted(words, 'word')} of that not played; {what} {who}"

    def _enter(self, token: str) -> list[str]:
        """Play a token, or work a mark into the moves; what that led to. Raises `StruckleError`."""
        if self._is_mark(token):
            try:
                self._may_mark(token)
                return self._mark(token)
            except StruckleError as error:
                why = error.faults[0].message if error.faults else error.message
                raise UsageError(f"{token}: {why}", code=error.code) from None
        if self.document.result is not None:
            raise UsageError(f"{token}: {over(self.document.result)}", code="move.finished")
        before = self.state
        state, played = play(self.game, before, [token])
        if not played:
            raise UsageError(self._refusal(token), code="usage.move")
        self._undone.clear()
        try:
            self._push(token, state)
        except StruckleError as error:
            raise UsageError(f"{token}: not played: {error.message}", code=error.code) from None
        return self._told(before, token, state)

    def _has_gone(self, eye: str | None) -> bool:
        """Whether what was shown was the view of one seat, which is shown no more."""
        return self._hiding and eye is not None and self._eye is None

    def _after_plies(self, told: list[str], eye: str | None) -> Reply:
        """What is said and shown when words have been played; `eye` is whose view was shown before."""
        alone = self._alone is not None
        if self.document.result is None:
            if self.to_move is None:
                why = to_act(self.game, self.state)
                told.append(f"{why} (struckle reveal opens it, with its secrets file)")
            return Reply("\n".join(told), board=True, clear=self._has_gone(eye))
        told.append(over(self.document.result))
        # A game in which the last word on a move is the opponent's goes on listening. What a player has seen
        # alone goes from the screen: not everything that is hidden is everybody's at the end.
        listening = self.game.mark is not None
        if listening:
            told.append(AT_END)
        return Reply("\n".join(told), board=True, over=not listening, clear=self._hiding and not alone)
