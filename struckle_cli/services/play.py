"""A game played move by move: text in, result out; no input or output but the autosave.

A word that begins a legal token, letter for letter, is never read as a command; what is read as a command
begins none. `/` before a command says that nothing else is meant.
"""

import os
from collections.abc import Callable

from struckle_cli.core.errors import StruckleError, UsageError, counted, short
from struckle_cli.core.nearest import edit_distance
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import Note
from struckle_cli.replay.source import by_suffix
from struckle_cli.replay.storage import only_here
from struckle_cli.services.asking import Asking
from struckle_cli.services.boards import turned
from struckle_cli.services.commands import ALIASES, AT_COVER, AT_OFFER, COMMANDS, TAKES
from struckle_cli.services.create import write_new
from struckle_cli.services.endings import in_words, over
from struckle_cli.services.looking import IN_THE_PAST
from struckle_cli.services.replies import Reply
from struckle_cli.services.rolling import HELP
from struckle_cli.services.secretfiles import laid_beside
from struckle_cli.services.words import heads


class Session(Asking):
    """A game in progress with what its players type: lines in, replies out."""

    def prompt(self) -> str:
        """What stands before the cursor: the move's number as in the record, and who plays it."""
        if self.covered:
            return f"{self._named(self.to_move or '')}, press Enter when nobody else looks> "
        if self._offer is not None:
            return f"{' or '.join(seat for seat in self.game.seats if seat != self._offer)}, yes or no> "
        if self.looking_back:
            shown = self.shown()
            return f"ply {shown.ply} of {shown.total}, goto returns> "
        if self.to_move is None:
            return "game over> "
        label = self._label(len(self.document.moves) + 1)
        who = self._named(self.game.acts(self.state))
        rolls = self._rolling.rolls(self.document) if self._rolling is not None else ""
        return " ".join(filter(None, (label, who, rolls))) + "> "

    def handle(self, line: str) -> Reply:
        """Act on one typed line: a command, or one or more tokens."""
        self._settle()
        words = line.split()
        if self.covered and words:
            return self._act_covered(words, line)
        if self.covered:
            self._uncover()
            return Reply(self._dice_told(), board=True)
        if not words:
            return self._do_goto([], "") if self.looking_back else self._nothing_typed()
        return self._act(words, line)

    def _act_covered(self, words: list[str], line: str) -> Reply:
        """Act on what says nothing that is hidden; the player before may still be at the keyboard."""
        command = self.command_of(words[0])
        if command in AT_COVER:
            return self._command(command, words[1:], line)
        return Reply(f"press Enter alone first: what is shown then is for {self.to_move} only")

    def command_of(self, word: str) -> str:
        """The command that a word means where commands are typed; empty where it means none.

        What begins a legal token, or is a shorthand for one, means that and no command.
        """
        lower = word.lower()
        named = lower.removeprefix("/")
        command = ALIASES.get(named, named)
        if command not in COMMANDS:
            return ""
        if self.covered:  # nothing can be played here, and which tokens there are is not to be told
            return command
        if self._is_mark(word) or lower in self._shorthands() or self._is_face(word):
            return ""
        return "" if any(token.startswith(word) for token in self.legal_tokens()) else command

    def _act(self, words: list[str], line: str) -> Reply:
        command = self.command_of(words[0])
        words = [self._shorthands().get(word.lower(), word) for word in words[:1]] + words[1:]
        mark = self._is_mark(words[0])
        if mark:
            self._offer = None  # whoever objects does not answer the offer
        elif self._offer is not None and command not in AT_OFFER:
            return self._answer(words[0].lower())
        if command:
            return self._commanded(command, words[1:], line)
        if not mark and self._is_unknown(words[0]):
            return Reply(f"there is no command {short(words[0])!r}{self._meant(words[0])} (help lists them)")
        if self.looking_back:
            return self._back_to_the_end()
        if self._rolling is not None and self.to_move is not None:
            return self._hand("".join(words))
        return self._play(words)

    def _is_unknown(self, word: str) -> bool:
        """Whether a word is neither the beginning of a token nor anything like one, nor faces of dice."""
        if not word.isalpha() or self._is_token(word) or self._begun(word):
            return False
        rolling = self._rolling
        if rolling is None or self.to_move is None:
            return True
        return any(rolling.kept(letter) is None for letter in word)  # else faces to keep

    def _commanded(self, command: str, words: list[str], line: str) -> Reply:
        """Act on a command; one that is about the end returns there first from a look back."""
        if not self.looking_back or command in IN_THE_PAST:
            return self._command(command, words, line)
        if command in ("roll", "keep"):
            return self._back_to_the_end()
        self._at = None
        return self._command(command, words, line)._replace(board=True)

    def _command(self, word: str, words: list[str], line: str) -> Reply:
        if len(words) > TAKES.get(word, len(words)):
            return Reply(f"{COMMANDS[word].partition(':')[0]}: {short(words[TAKES[word]])!r} is too much")
        action: Callable[[list[str], str], Reply] = getattr(self, f"_do_{word}")
        try:
            return action(words, line)
        except StruckleError as error:
            return Reply(error.message)

    def _meant(self, word: str) -> str:
        """What may have been meant by a word that is neither a command nor the beginning of a legal token."""
        near = min((edit_distance(name, word.lower()), name) for name in filter(self._is_of_use, COMMANDS))
        if len(word) > 2 and near[0] <= 2:
            return f"; did you mean {near[1]}?"
        if self.to_move is None:
            return ""
        return f", and no legal token of {self.game.acts(self.state)} begins so"

    # The commands.

    def _do_board(self, words: list[str], line: str) -> Reply:
        return Reply(board=True)

    def _do_flip(self, words: list[str], line: str) -> Reply:
        self.viewer = turned(self.game, self.viewer, words)
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
        ended, decided = self.document.result, self.game.outcome(self.state)
        result = self.game.outcome(self._states[kept])
        self._change(moves=moves[:kept], notes=[note for note in notes if note.ply <= kept], result=result)
        told = [f"{counted(len(lost), 'note')} went too; redo brings them back"] if lost else []
        if ended is not None and result is None:
            back = "; redo brings it back, until you leave" if ended == decided and count else ""
            told.insert(0, f"the result is gone ({in_words(ended)}){back}")
        return Reply("\n".join(told), board=True)

    def _take_back_unseen(self, count: int) -> Reply:
        """Take back the last ply before the next player has looked: what was seen cannot be unseen."""
        moves = self.document.moves
        if count != 1 or not self._unseen or not self.covered:
            why = "with secrets only the last ply can be taken back, until the next player has looked"
            if self._alone is not None:
                why = "with secrets nothing can be taken back once a bot has seen it"
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
            what = ("turn", "turns of yours") if self.bots else ("ply", "plies")
            raise UsageError(f"{_only(len(ends), *what)} to take back", code="usage.undo")
        return total - ends[turns - 1] if turns else 0

    def _is_persons(self, ply: int) -> bool:
        """Whether a person plays on behind ply `ply`."""
        return not self.bots or self.game.to_move(self._states[ply]) not in self.bots

    def _do_redo(self, words: list[str], line: str) -> Reply:
        count = _number(words)
        if count > len(self._undone):
            raise UsageError(f"{_only(len(self._undone))} to play again", code="usage.undo")
        while count and self._undone:
            token, notes = self._undone.pop()
            state, _played = play(self.game, self.state, [token])
            self._change(
                moves=[*self.document.moves, token],
                notes=[*self.document.notes, *notes],
                result=self.game.outcome(state),
            )
            count -= self._is_persons(len(self.document.moves))
        return Reply("" if self.document.result is None else over(self.document.result), board=True)

    def _do_note(self, words: list[str], line: str) -> Reply:
        text = _behind(line)
        if not text:
            raise UsageError("note TEXT: there is no text", code="usage.note")
        ply = self.shown().ply
        notes = [*self.document.notes, Note(ply, text)]
        self._change(notes=sorted(notes, key=lambda note: note.ply))
        return Reply(f"noted on ply {ply}" if self.looking_back else "noted")

    def _do_resign(self, words: list[str], line: str) -> Reply:
        self._need("resign")
        others = tuple(seat for seat in self.game.seats if seat != self.to_move)
        if len(others) != 1:
            raise UsageError("resigning needs two players", code="usage.result")
        self._change(result=Outcome(winners=others, reason="resign"))
        self._pass_on()
        ended = over(self.document.result)
        return Reply(ended, over=True, clear=self._alone is None)

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
        return Reply(over(self.document.result), over=True)

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
            raise UsageError(over(self.document.result), code="move.finished")
        if self.to_move in self.bots:
            raise UsageError(f"it is the turn of {self._bot_named(self.to_move)}", code="usage.result")
        wrong = None if self.game.why_not_given is None else self.game.why_not_given(self.state, reason)
        if wrong is not None:
            raise UsageError(wrong.message, code=wrong.code)

    def _do_save(self, words: list[str], line: str) -> Reply:
        if not words:
            self._save()
            return Reply(self.unsaved or "saved")
        path = _behind(line)
        if "\0" in path:
            raise UsageError(f"{short(path)}: no file can have that name", code="usage.save")
        path = os.path.expanduser(path)
        only_here(path)
        encoding, compression = by_suffix(path)
        if encoding is None:
            raise UsageError(f"{path}: the suffix names no encoding (.sgn, .json, ...)", code="usage.suffix")
        if os.path.lexists(path):
            raise UsageError(f"{path} exists; choose another name", code="usage.exists")
        secrets = {seat: held for seat, held in self._table.secrets.items() if held}
        with laid_beside(path, secrets):  # without them nobody could go on with the copy
            write_new(path, self.document, self.game, encoding, compression, force=False)
        return Reply(f"a copy is in {path}{', its secrets are beside it' if secrets else ''}")

    def _do_help(self, words: list[str], line: str) -> Reply:
        lines = self._help_lines()
        if words:
            asked = ALIASES.get(words[0].lower(), words[0].lower())
            told = lines.get(asked)
            return Reply(told or f"there is no command {short(words[0])!r}{self._meant(words[0])}")
        legend = [f"on the board: {self.game.legend}"] if self.game.legend else []
        clash = [f"/{word}" for word in lines if word in COMMANDS and not self.command_of(word)]
        other = [f"what begins a move is one: for the command type {' '.join(clash)}"] if clash else []
        return Reply("\n".join([f"{self._lead()}; or a command:", *lines.values(), *legend, *other]))

    def _help_lines(self) -> dict[str, str]:
        """What help says of each command that there is in this game, and of its shorthands."""
        lines = COMMANDS | HELP if self._rolling is not None else dict(COMMANDS)
        if self._rolling is None and self._table.secrets:
            lines["undo"] = "undo: take back the last ply, until the next player has looked"
        elif self._rolling is None and self.bots:
            lines["undo"] = "undo [N]: go back to your last turn, or the N-th before this"
        if self._is_mark("?"):
            lines["help"] = "help [COMMAND]: this list"
        lines = {word: line for word, line in lines.items() if self._is_of_use(word)}
        for word in ("moves", "why"):
            example = self._example(word)
            lines[word] += f" (like {word} {example})" if example else ""
        lines["rules"] += "".join(f" (like rules {name})" for name in self._rule_names()[:1])
        if self.game.shorthands is not None:
            lines |= {item.word: item.help for item in self.game.shorthands(self.state)}
        return lines

    def _lead(self) -> str:
        """What can be typed beside commands, with what could be typed now."""
        tokens = [] if self.covered else self.legal_tokens()
        if self._rolling is not None:
            if not tokens:
                return "Enter throws the dice; then type those to keep, or how the hand is played"
            kept = self._rolling.rolls(self.document)[:2]
            return f"type the dice to keep, like {kept}, or how the hand is played, like {tokens[0]}"
        if not tokens:
            return "type a move, its beginning (to be told how it can go on), or several in a row"
        example = tokens[len(tokens) // 2]
        half = f", like {self._half(example)}" if self._half(example) else ""
        return (
            f"type a move, like {example}, its beginning{half} (to be told how it can go on), "
            "or several in a row"
        )

    def _half(self, token: str) -> str:
        """The beginning of a token that several tokens have; empty if none has it."""
        for head, count in heads("", self.legal_tokens()).items():
            if count > 1 and token.startswith(head) and head != token:
                return head
        return ""

    def _example(self, command: str) -> str:
        """What could be typed now behind a command about tokens."""
        tokens = [] if self.covered else self.legal_tokens()
        if not tokens:
            return ""
        example = tokens[len(tokens) // 2]
        return example if command == "why" else self._half(example) or example

    def _is_of_use(self, command: str) -> bool:
        """Whether the game knows what a command asks for."""
        if command == "flip":
            return len(self.game.viewers) > 1
        if command in ("roll", "keep"):
            return self._rolling is not None
        if command == "undo":  # what somebody plays alone with secrets, a bot has seen at once
            return self._rolling is not None or self._alone is None or not self._table.secrets
        if command == "redo":
            return self._rolling is None and not self._table.secrets
        if command == "secrets":
            return self.game.secrets is not None
        wanted = {"resign": "resign", "draw": "agreement"}.get(command)
        return wanted is None or wanted in self.game.given_reasons

    def _do_quit(self, words: list[str], line: str) -> Reply:
        return Reply(over=True)


def _only(number: int, one: str = "ply", many: str = "plies") -> str:
    """How few there are of something."""
    if not number:
        return "there is nothing"
    return f"there {'is' if number == 1 else 'are'} only {counted(number, one, many)}"


def _behind(line: str) -> str:
    """What stands behind the first word of a line, as it was typed; without blanks around it."""
    parts = line.split(None, 1)
    return parts[1].strip() if len(parts) > 1 else ""


def _number(words: list[str]) -> int:
    if not words:
        return 1
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7):
        raise UsageError(f"a number of plies is wanted, not {short(words[0])!r}", code="usage.undo")
    return int(words[0])
