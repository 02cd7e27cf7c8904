"""A game played move by move: text in, result out; no input or output but the autosave.

Words that are commands are never legal tokens: tokens are tried only for what is no command.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from struckle_cli.core.errors import RecordError, StruckleError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.replay.document import Document
from struckle_cli.services.listing import list_moves

COMMANDS = {
    "moves": "moves [SQUARE]: the legal tokens, of one man or of all",
    "board": "board: draw the board",
    "flip": "flip: look from the other side",
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
        self, game: AnyGame, document: Document, start: Any, store: Callable[[Document], None]
    ) -> None:
        self.game = game
        self.document = document
        self.viewer: str = game.seats[0]
        self.unsaved: str | None = None
        self._store = store
        self._states = [start]
        self._undone: list[str] = []
        self._offer: str | None = None
        for token in document.moves:
            state, played = play(game, self._states[-1], [token])
            if not played:
                fault = judge_token(game, self._states[-1], token, len(self._states))
                raise RecordError("the record is broken", code=fault.code, faults=[fault])
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
        """What stands before the cursor: the number of the move and who plays it."""
        return f"{len(self.document.moves) + 1}. {self.to_move}> "

    def handle(self, line: str) -> Reply:
        """Act on one typed line: a command, or one or more tokens."""
        words = line.split()
        if not words:
            return Reply()
        if self._offer is not None:
            return self._answer(words[0].lower())
        word = "help" if words[0] == "?" else words[0].lower()
        if word in COMMANDS:
            action: Callable[[list[str], str], Reply] = getattr(self, f"_do_{word}")
            try:
                return action(words[1:], line)
            except StruckleError as error:
                return Reply(error.message)
        return self._play(words)

    def _play(self, tokens: list[str]) -> Reply:
        for token in tokens:
            if self.document.result is not None:
                return Reply(f"{token}: the game is over: {self.document.result}")
            state, played = play(self.game, self.state, [token])
            if not played:
                fault = judge_token(self.game, self.state, token, len(self._states))
                near = f"; nearest legal: {fault.suggestion}" if fault.suggestion else ""
                return Reply(f"{token}: {fault.message}{near}", board=token is not tokens[0])
            self._undone.clear()
            self._push(token, state)
        if self.document.result is not None:
            return Reply(f"the game is over: {self.document.result}", board=True, over=True)
        return Reply(board=True)

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
        found = [token for token in listing.tokens if token.lower().startswith(words[0].lower())]
        return Reply(" ".join(found) or f"no legal move begins with {words[0]}")

    def _do_board(self, words: list[str], line: str) -> Reply:
        return Reply(board=True)

    def _do_flip(self, words: list[str], line: str) -> Reply:
        seats = self.game.seats
        self.viewer = seats[(seats.index(self.viewer) + 1) % len(seats)]
        return Reply(board=True)

    def _do_undo(self, words: list[str], line: str) -> Reply:
        count = _number(words)
        moves = self.document.moves
        if count > len(moves):
            raise UsageError(f"there are only {len(moves)} plies to take back", code="usage.undo")
        kept = moves[: len(moves) - count]
        self._undone += reversed(moves[len(kept) :])
        del self._states[len(kept) + 1 :]
        notes = [note for note in self.document.notes if note.ply <= len(kept)]
        self._change(moves=kept, notes=notes, result=None)
        return Reply(board=True)

    def _do_redo(self, words: list[str], line: str) -> Reply:
        count = _number(words)
        if count > len(self._undone):
            raise UsageError(f"there are only {len(self._undone)} plies to play again", code="usage.undo")
        for _ in range(count):
            token = self._undone.pop()
            state, _ = play(self.game, self.state, [token])
            self._push(token, state)
        return Reply(board=True)

    def _do_note(self, words: list[str], line: str) -> Reply:
        from struckle_cli.replay.document import Note

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
        self._change(result=Outcome(winners=(), reason="agreement"))
        return Reply(f"the game is over: {self.document.result}", over=True)

    def _need(self, reason: str) -> None:
        if reason not in self.game.given_reasons:
            raise UsageError(f"{self.game.title} does not know that", code="usage.result")
        if self.to_move is None:
            raise UsageError(f"the game is over: {self.document.result}", code="move.finished")

    def _do_save(self, words: list[str], line: str) -> Reply:
        if words:
            from struckle_cli.replay.source import by_suffix
            from struckle_cli.services.create import write_new

            path = line.strip()[len("save") :].strip()
            encoding, compression = by_suffix(path)
            if encoding is None:
                raise UsageError(
                    f"{path}: the suffix names no encoding (.sgn, .json, ...)", code="usage.suffix"
                )
            write_new(path, self.document, self.game, encoding, compression, force=False)
            return Reply(f"a copy is in {path}")
        self._save()
        return Reply(self.unsaved or "saved")

    def _do_help(self, words: list[str], line: str) -> Reply:
        moves = self.game.legal_moves(self.state)
        example = f", like {self.game.format_move(moves[0])}" if moves else ""
        return Reply(
            "\n".join([f"type a move{example}, or several in a row; or a command:", *COMMANDS.values()])
        )

    def _do_quit(self, words: list[str], line: str) -> Reply:
        return Reply(over=True)


def _number(words: list[str]) -> int:
    if not words:
        return 1
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7):
        raise UsageError(f"a number of plies is wanted, not {words[0]!r}", code="usage.undo")
    return int(words[0])
