"""A game played move by move: text in, result out; no input or output but the autosave.

Words that are commands are never legal tokens: tokens are tried only for what is no command.
"""

import os
from collections.abc import Callable

from struckle_cli.core.errors import StruckleError, UsageError, counted
from struckle_cli.core.nearest import edit_distance
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import Note
from struckle_cli.replay.source import by_suffix
from struckle_cli.services.commands import ALIASES, AT_COVER, AT_OFFER, COMMANDS
from struckle_cli.services.create import write_new
from struckle_cli.services.listing import list_moves
from struckle_cli.services.looking import Looking
from struckle_cli.services.replies import Reply
from struckle_cli.services.rolling import HELP


class Session(Looking):
    """A game in progress with what its players type: lines in, replies out."""

    def prompt(self) -> str:
        """What stands before the cursor: the move's number as in the record, and who plays it."""
        if self.covered:
            return f"{self._named(self.to_move or '')}, press Enter when nobody else looks> "
        if self._offer is not None:
            return f"{' or '.join(seat for seat in self.game.seats if seat != self._offer)}, yes or no> "
        label = self._label(len(self.document.moves) + 1)
        who = self._named(self.game.acts(self.state))
        rolls = self._rolling.rolls(self.document) if self._rolling is not None else ""
        return " ".join(filter(None, (label, who, rolls))) + "> "

    def handle(self, line: str) -> Reply:
        """Act on one typed line: a command, or one or more tokens."""
        self.catch_up()
        words = line.split()
        if self.covered and words:
            return self._act_covered(words, line)
        if self.covered:
            self._uncover()
            return Reply(self._dice_told(), board=True)
        if not words:
            return self._nothing_typed()
        return self._act(words, line)

    def _act_covered(self, words: list[str], line: str) -> Reply:
        """Act on what says nothing that is hidden; the player before may still be at the keyboard."""
        word = ALIASES.get(words[0].lower(), words[0].lower())
        if word in AT_COVER:
            return self._command(word, words[1:], line)
        return Reply(f"press Enter alone first: what is shown then is for {self.to_move} only")

    def _act(self, words: list[str], line: str) -> Reply:
        words = [self._shorthands().get(word.lower(), word) for word in words[:1]] + words[1:]
        if self._is_mark(words[0]):
            self._offer = None  # whoever objects does not answer the offer
            return self._play(words)
        word = ALIASES.get(words[0].lower(), words[0].lower())
        if self._offer is not None and word not in AT_OFFER:
            return self._answer(word)
        if len(words[0]) == 1 and words[0].isupper() and self._means_play(words[0]):
            # the beginning of a move or a die to keep, and not a short command
            return self._play(words) if self._rolling is None else self._hand(words[0])
        if word in COMMANDS:
            return self._command(word, words[1:], line)
        if self._rolling is not None and self.to_move is not None:
            return self._hand("".join(words))
        if word.isalpha() and not self._is_token(words[0]) and not self._begun(words[0]):
            return Reply(f"there is no command {word!r}{self._hint(word)} (help lists them)")
        return self._play(words)

    def _command(self, word: str, words: list[str], line: str) -> Reply:
        action: Callable[[list[str], str], Reply] = getattr(self, f"_do_{word}")
        try:
            return action(words, line)
        except StruckleError as error:
            return Reply(error.message)

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

    # The commands.

    def _do_moves(self, words: list[str], line: str) -> Reply:
        if self._rolling is not None and self.to_move is not None:
            return Reply(self._rolling.told(self.document, self.state, words[0] if words else ""))
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
        if self._rolling is not None:
            return self._play_again(count)
        if self._table.secrets:
            return self._take_back_unseen(count)
        moves, notes = self.document.moves, self.document.notes
        count = self._plies_back(count)
        if not count and self.game.outcome(self.state) is not None:
            raise UsageError("the moves themselves end the game: undo 1 takes one back", code="undo.decided")
        kept = len(moves) - count
        for ply in range(len(moves), kept, -1):
            self._undone.append((moves[ply - 1], [note for note in notes if note.ply == ply]))
        lost = [note for note in notes if note.ply > kept]
        result = self.game.outcome(self._states[kept])
        self._change(moves=moves[:kept], notes=[note for note in notes if note.ply <= kept], result=result)
        told = f"{counted(len(lost), 'note')} went too; redo brings them back" if lost else ""
        return Reply(told, board=True)

    def _take_back_unseen(self, count: int) -> Reply:
        """Take back the last ply before the next player has looked: what was seen cannot be unseen."""
        moves = self.document.moves
        if count != 1 or not self._unseen or not self.covered:
            why = "with secrets only the last ply can be taken back, until the next player has looked"
            raise UsageError(why, code="undo.seen")
        notes = [note for note in self.document.notes if note.ply < len(moves)]
        self._change(moves=moves[:-1], notes=notes, result=None)
        self._unseen = False
        if self.unsaved is None:
            self._forget_secrets()
        self._pass_on()
        return Reply("taken back", board=True)

    def _plies_back(self, turns: int) -> int:
        """How many plies `undo` takes back: with bots, back to a turn of a person. Raises `UsageError`."""
        total = len(self.document.moves)
        ends = [ply for ply in range(total - 1, -1, -1) if self._is_persons(ply)]
        if turns > len(ends):
            what = counted(len(ends), "turn") if self.bots else counted(len(ends), "ply", "plies")
            raise UsageError(f"there are only {what} to take back", code="usage.undo")
        return total - ends[turns - 1] if turns else 0

    def _is_persons(self, ply: int) -> bool:
        """Whether a person plays on behind ply `ply`."""
        return not self.bots or self.game.to_move(self._states[ply]) not in self.bots

    def _do_redo(self, words: list[str], line: str) -> Reply:
        count = _number(words)
        if count > len(self._undone):
            left = counted(len(self._undone), "ply", "plies")
            raise UsageError(f"there are only {left} to play again", code="usage.undo")
        while count and self._undone:
            token, notes = self._undone.pop()
            state, _played = play(self.game, self.state, [token])
            self._change(
                moves=[*self.document.moves, token],
                notes=[*self.document.notes, *notes],
                result=self.game.outcome(state),
            )
            count -= self._is_persons(len(self.document.moves))
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
        self._pass_on()
        over = f"the game is over: {self.document.result}"
        return Reply(over, over=True, clear=self._alone is None)

    def _do_draw(self, words: list[str], line: str) -> Reply:
        self._need("agreement")
        bots = [seat for seat in self.bots if seat != self.to_move]
        for seat in bots:
            if not self._agrees(seat):
                return Reply(f"{self._bot_named(seat)} declines; play goes on")
        if bots and all(seat in bots or seat == self.to_move for seat in self.game.seated(self._setup)):
            return self._drawn()
        self._offer = self.to_move
        hiding = self._hiding
        if hiding:  # the other side comes to the keyboard to answer
            self._look(None)
        return Reply(f"{self._offer} offers a draw; the other side answers yes or no", hiding, clear=hiding)

    def _drawn(self) -> Reply:
        self._change(result=Outcome(winners=(), reason="agreement"))
        return Reply(f"the game is over: {self.document.result}", over=True)

    def _answer(self, word: str) -> Reply:
        if word not in ("yes", "y", "no", "n"):
            return Reply("a draw is offered: yes or no?")
        self._offer = None
        if word in ("no", "n"):
            self._pass_on()
            return Reply("declined; play goes on", board=self.covered)
        try:
            self._need("agreement")
        except StruckleError as error:
            return Reply(error.message)
        return self._drawn()

    def _need(self, reason: str) -> None:
        if reason not in self.game.given_reasons:
            raise UsageError(f"{self.game.title} does not know that", code="usage.result")
        if self.to_move is None:
            raise UsageError(f"the game is over: {self.document.result}", code="move.finished")
        if self.to_move in self.bots:
            raise UsageError(f"it is the turn of {self._bot_named(self.to_move)}", code="usage.result")
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
        lines = COMMANDS | HELP if self._rolling is not None else dict(COMMANDS)
        if self._rolling is None and self._table.secrets:
            lines["undo"] = "undo: take back the last ply, until the next player has looked"
        if self._is_mark("?"):
            lines["help"] = "help: this list"
        if self.game.shorthands is not None:
            lines |= {item.word: item.help for item in self.game.shorthands(self.state)}
        known = [line for word, line in lines.items() if self._is_of_use(word)]
        lead = f"type a move{example}, its beginning (to be told how it can go on), or several in a row"
        if self._rolling is not None:
            lead = "throw the dice, type those to keep, then how the hand is played (like K3T1)"
        return Reply("\n".join([f"{lead}; or a command:", *known]))

    def _is_of_use(self, command: str) -> bool:
        """Whether the game knows what a command asks for."""
        if command == "flip":
            return len(self.game.viewers) > 1
        if command in ("roll", "keep"):
            return self._rolling is not None
        if command == "redo":
            return self._rolling is None and not self._table.secrets
        if command == "secrets":
            return self.game.secrets is not None
        wanted = {"resign": "resign", "draw": "agreement"}.get(command)
        return wanted is None or wanted in self.game.given_reasons

    def _do_quit(self, words: list[str], line: str) -> Reply:
        return Reply(over=True)


def _number(words: list[str]) -> int:
    if not words:
        return 1
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7):
        raise UsageError(f"a number of plies is wanted, not {words[0]!r}", code="usage.undo")
    return int(words[0])
