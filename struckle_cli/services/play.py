"""A game played move by move: text in, result out; no input or output but the autosave.

Words that are commands are never legal tokens: tokens are tried only for what is no command.
"""

import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from struckle_cli.core.errors import RecordError, StruckleError, UsageError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.core.nearest import edit_distance
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import Bound
from struckle_cli.engine.replayer import judge_token, play, syntax_fault
from struckle_cli.replay.document import Document, Note
from struckle_cli.replay.source import by_suffix
from struckle_cli.services.create import write_new
from struckle_cli.services.edit import Edited, announced, marked_as
from struckle_cli.services.listing import list_moves

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
COMMANDS = {
    "moves": "moves [BEGINNING]: the legal tokens, all or those that begin so",
    "board": "board: draw the board",
    "flip": "flip [SEAT]: look from the next side, or from that of SEAT",
    "undo": "undo [N]: take back N plies (1)",
    "redo": "redo [N]: play again what was taken back",
    "note": "note TEXT: a note on the last move",
    "resign": "resign: the side to move gives up",
    "draw": "draw: offer a draw; the other side answers yes or no",
    "save": "save [FILE]: save now, or a copy under another name",
    "help": "help (or ?): this list",
    "quit": "quit: leave; the game is saved and can be resumed",
}


class Reply(NamedTuple):
    """What a line led to: text for people, whether to draw the board, whether the session is over."""

    text: str = ""
    board: bool = False
    over: bool = False


class Session:
    """One game in progress. `store` writes a document; it is called after every change."""

    def __init__(
        self, game: AnyGame, document: Document, bound: Bound, store: Callable[[Document], None]
    ) -> None:
        self.game = game
        self.document = document
        self.viewer: str | None = None
        self.unsaved: str | None = None
        self._store = store
        self._setup = bound.setup
        self._states = [bound.start]
        self._undone: list[tuple[str, list[Note]]] = []
        self._offer: str | None = None
        for token in document.moves:
            state, played = play(game, self._states[-1], [token])
            if not played:
                fault = judge_token(game, self._states[-1], token, len(self._states))
                raise RecordError(
                    "the record is broken, so it cannot be played", code=fault.code, faults=[fault]
                )
            self._states.append(state)

    @property
    def state(self) -> Any:
        """The position after the last ply."""
        return self._states[-1]

    @property
    def to_move(self) -> str | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.document.result is not None else self.game.to_move(self.state)

    def prompt(self) -> str:
        """What stands before the cursor: the move's number as in the record, and who plays it."""
        if self._offer is not None:
            return f"{' or '.join(seat for seat in self.game.seats if seat != self._offer)}, yes or no> "
        label = self._label(len(self.document.moves) + 1)
        name = self.document.players.get(self.to_move or "", "")
        who = self.game.acts(self.state) + (f" ({name})" if name else "")
        return f"{label} {who}> " if label else f"{who}> "

    def handle(self, line: str) -> Reply:
        """Act on one typed line: a command, or one or more tokens."""
        words = line.split()
        if not words:
            return Reply()
        words = [self._shorthands().get(word.lower(), word) for word in words[:1]] + words[1:]
        if self._is_mark(words[0]):
            self._offer = None  # whoever objects does not answer the offer
            return self._play(words)
        word = ALIASES.get(words[0].lower(), words[0].lower())
        if self._offer is not None and word not in ("help", "board", "moves", "quit"):
            return self._answer(word)
        if len(words[0]) == 1 and words[0].isupper() and self._begun(words[0]):
            return self._play(words)  # the beginning of a move, and not a short command
        if word in COMMANDS:
            action: Callable[[list[str], str], Reply] = getattr(self, f"_do_{word}")
            try:
                return action(words[1:], line)
            except StruckleError as error:
                return Reply(error.message)
        if word.isalpha() and not self._is_token(words[0]) and not self._begun(words[0]):
            return Reply(f"there is no command {word!r}{self._hint(word)} (help lists them)")
        return self._play(words)

    def _hint(self, word: str) -> str:
        """What may have been meant by a word that is neither a command nor the beginning of a legal token."""
        near = min((edit_distance(name, word), name) for name in filter(self._is_of_use, COMMANDS))
        if len(word) > 2 and near[0] <= 2:
            return f"; did you mean {near[1]}?"
        if self.to_move is None:
            return ""
        return f", and no legal token of {self.game.acts(self.state)} begins so"

    def _shorthands(self) -> dict[str, str]:
        known = self.game.shorthands(self.state) if self.game.shorthands is not None else []
        return {item.word: item.token for item in known}

    def _is_mark(self, word: str) -> bool:
        """Whether the game works a word into the moves before it (an objection)."""
        return self.game.mark is not None and self.game.mark(self.document.moves, word) is not None

    def _is_token(self, word: str) -> bool:
        """Whether a word has the shape of a move, legal or not."""
        return syntax_fault(self.game, word) is None

    def _begun(self, start: str) -> list[str]:
        """The legal tokens that begin so, in whatever case, in bytewise order; none when the game is over."""
        tokens = [] if self.to_move is None else map(self.game.format_move, self.game.legal_moves(self.state))
        return sorted(token for token in tokens if token.lower().startswith(start.lower()))

    def _label(self, ply: int) -> str:
        """The number of a ply as the text form writes it; empty where the game has none."""
        number = self.game.number
        found = number.label(self._setup, ply) if number is not None else None
        return found[0] if found else ""

    def _play(self, tokens: list[str]) -> Reply:
        told: list[str] = []
        for token in tokens:
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
                begun = [] if self._is_token(token) else self._begun(token)
                if begun and len(begun[0]) > len(token):  # else it is whole, in letters of the wrong case
                    return Reply(_continued(token, begun), board=token is not tokens[0])
                fault = judge_token(self.game, self.state, token, len(self._states))
                near = f"; nearest legal: {fault.suggestion}" if fault.suggestion else ""
                return Reply(f"{token}: {fault.message}{near}", board=token is not tokens[0])
            self._undone.clear()
            self._push(token, state)
            told += announced(self.game, before, token, state)
        if self.document.result is None:
            return Reply("\n".join(told), board=True)
        told.append(f"the game is over: {self.document.result}")
        # A game in which the last word on a move is the opponent's goes on listening.
        return Reply("\n".join(told), board=True, over=self.game.mark is None)

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
        self._states.append(state)
        text = self.game.format_move(self.game.parse_move(token))
        self._change(moves=[*self.document.moves, text], result=self.game.outcome(state))

    def _change(self, **fields: Any) -> None:
        """Change the record and save it; a failing save is said, and the game goes on."""
        self.document = msgspec.structs.replace(self.document, **fields)
        self._save()

    def _save(self) -> None:
        try:
            self._store(self.document)
        except StruckleError as error:
            self.unsaved = error.message
        else:
            self.unsaved = None

    # The commands.

    def _do_moves(self, words: list[str], line: str) -> Reply:
        listing = list_moves(self.game, self.state, len(self._states) - 1, over=self.to_move is None)
        if not words:
            groups = listing.groups or {"": listing.tokens}
            return Reply("\n".join(f"{name}  {' '.join(tokens)}" for name, tokens in groups.items()))
        return Reply(" ".join(self._begun(words[0])) or f"no legal move begins with {words[0]}")

    def _do_board(self, words: list[str], line: str) -> Reply:
        return Reply(board=True)

    def _do_flip(self, words: list[str], line: str) -> Reply:
        views = self.game.viewers
        if len(views) < 2:
            raise UsageError(f"{self.game.title} is drawn from one side only", code="usage.flip")
        now = views.index(self.viewer) if self.viewer in views else 0
        following = views[(now + 1) % len(views)]
        named = [seat for seat in views if words and seat.lower() == words[0].lower()]
        if words and not named:
            raise UsageError(f"flip [SEAT], with one of {', '.join(views)}", code="usage.flip")
        self.viewer = named[0] if named else following
        return Reply(board=True)

    def _do_undo(self, words: list[str], line: str) -> Reply:
        count = _number(words)
        moves, notes = self.document.moves, self.document.notes
        if count > len(moves):
            left = counted(len(moves), "ply", "plies")
            raise UsageError(f"there are only {left} to take back", code="usage.undo")
        if not count and self.game.outcome(self.state) is not None:
            raise UsageError("the moves themselves end the game: undo 1 takes one back", code="undo.decided")
        kept = len(moves) - count
        for ply in range(len(moves), kept, -1):
            self._undone.append((moves[ply - 1], [note for note in notes if note.ply == ply]))
        del self._states[kept + 1 :]
        lost = [note for note in notes if note.ply > kept]
        result = self.game.outcome(self.state)
        self._change(moves=moves[:kept], notes=[note for note in notes if note.ply <= kept], result=result)
        told = f"{counted(len(lost), 'note')} went too; redo brings them back" if lost else ""
        return Reply(told, board=True)

    def _do_redo(self, words: list[str], line: str) -> Reply:
        count = _number(words)
        if count > len(self._undone):
            left = counted(len(self._undone), "ply", "plies")
            raise UsageError(f"there are only {left} to play again", code="usage.undo")
        for _ in range(count):
            token, notes = self._undone.pop()
            state, _played = play(self.game, self.state, [token])
            self._states.append(state)
            self._change(
                moves=[*self.document.moves, token],
                notes=[*self.document.notes, *notes],
                result=self.game.outcome(state),
            )
        return Reply(board=True)

    def _do_note(self, words: list[str], line: str) -> Reply:
        text = line.strip()[len("note") :].strip()
        if not text:
            raise UsageError("note TEXT: there is no text", code="usage.note")
        self._change(notes=[*self.document.notes, Note(len(self.document.moves), text)])
        return Reply("noted")

    def _do_resign(self, words: list[str], line: str) -> Reply:
        self._need("resign")
        others = tuple(seat for seat in self.game.seats if seat != self.to_move)
        if len(others) != 1:
            raise UsageError("resigning needs two players", code="usage.result")
        self._change(result=Outcome(winners=others, reason="resign"))
        return Reply(f"the game is over: {self.document.result}", over=True)

    def _do_draw(self, words: list[str], line: str) -> Reply:
        self._need("agreement")
        self._offer = self.to_move
        return Reply(f"{self._offer} offers a draw; the other side answers yes or no")

    def _answer(self, word: str) -> Reply:
        if word not in ("yes", "y", "no", "n"):
            return Reply("a draw is offered: yes or no?")
        self._offer = None
        if word in ("no", "n"):
            return Reply("declined; play goes on")
        try:
            self._need("agreement")
        except StruckleError as error:
            return Reply(error.message)
        self._change(result=Outcome(winners=(), reason="agreement"))
        return Reply(f"the game is over: {self.document.result}", over=True)

    def _need(self, reason: str) -> None:
        if reason not in self.game.given_reasons:
            raise UsageError(f"{self.game.title} does not know that", code="usage.result")
        if self.to_move is None:
            raise UsageError(f"the game is over: {self.document.result}", code="move.finished")
        wrong = None if self.game.why_not_given is None else self.game.why_not_given(self.state, reason)
        if wrong is not None:
            raise UsageError(wrong.message, code=wrong.code)

    def _do_save(self, words: list[str], line: str) -> Reply:
        if not words:
            self._save()
            return Reply(self.unsaved or "saved")
        path = os.path.expanduser(line.strip()[len("save") :].strip())
        encoding, compression = by_suffix(path)
        if encoding is None:
            raise UsageError(f"{path}: the suffix names no encoding (.sgn, .json, ...)", code="usage.suffix")
        if os.path.lexists(path):
            raise UsageError(f"{path} exists; choose another name", code="usage.exists")
        write_new(path, self.document, self.game, encoding, compression, force=False)
        return Reply(f"a copy is in {path}")

    def _do_help(self, words: list[str], line: str) -> Reply:
        moves = self.game.legal_moves(self.state)
        example = f", like {self.game.format_move(moves[0])}" if moves else ""
        lines = dict(COMMANDS)
        if self._is_mark("?"):
            lines["help"] = "help: this list"
        if self.game.shorthands is not None:
            lines |= {item.word: item.help for item in self.game.shorthands(self.state)}
        known = [line for word, line in lines.items() if self._is_of_use(word)]
        lead = f"type a move{example}, its beginning (to be told how it can go on), or several in a row"
        return Reply("\n".join([f"{lead}; or a command:", *known]))

    def _is_of_use(self, command: str) -> bool:
        """Whether the game knows what a command asks for."""
        if command == "flip":
            return len(self.game.viewers) > 1
        wanted = {"resign": "resign", "draw": "agreement"}.get(command)
        return wanted is None or wanted in self.game.given_reasons

    def _do_quit(self, words: list[str], line: str) -> Reply:
        return Reply(over=True)


_FEW = 40
"""Tokens that are listed whole when one is half typed."""
_PART = re.compile(r"[^A-Za-z0-9]*[A-Za-z]*[0-9]*")


def _continued(start: str, tokens: list[str]) -> str:
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


def _number(words: list[str]) -> int:
    if not words:
        return 1
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7):
        raise UsageError(f"a number of plies is wanted, not {words[0]!r}", code="usage.undo")
    return int(words[0])
