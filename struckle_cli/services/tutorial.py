"""A tutorial without input or output: typed lines in, what to show out. Nothing is saved anywhere.

Words that are commands are never legal tokens, as in play.
"""

from collections.abc import Callable
from typing import NamedTuple

from struckle_cli.core.errors import UsageError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.core.tutorial import Tutorial
from struckle_cli.services.commands import COMMANDS as PLAY
from struckle_cli.services.lessons import KEEP, ROLL, Judged, Stage, judged, refusal, stage_of
from struckle_cli.services.play import Session
from struckle_cli.services.replies import Completion

COMMANDS = {
    "hint": "hint: a nudge",
    "solution": "solution: an answer, carried out",
    "moves": "moves [BEGINNING]: what can be played, all or what begins so",
    "why": "why MOVE: which rule forbids it, or what it would lead to",
    "board": "board: the lesson and its board once more",
    "again": "again: this lesson from its beginning",
    "back": "back: the lesson before",
    "skip": "skip (or next): the next lesson",
    "quit": "quit: leave; nothing is saved",
    "help": "help: this list",
}
_ALIASES = {"q": "quit", "exit": "quit", "h": "help", "?": "help", "next": "skip"}

_LONGEST = 40
"""Words of an answer at most: each is carried out on the board."""


class Shown(NamedTuple):
    """What a line led to: paragraphs, the board or not, paragraphs below it; whether the tutorial is over.

    `rows` are lines of a list, which keep their ends.
    """

    text: str = ""
    rows: str = ""
    board: bool = False
    below: str = ""
    over: bool = False


class Tutor:
    """A tutorial in progress. `stage` is the position to be drawn."""

    def __init__(self, game: AnyGame) -> None:
        """Raises `UsageError` where the game has no tutorial."""
        if game.tutorial is None:
            raise UsageError(f"{game.title} has no tutorial", code="usage.tutorial")
        self.game = game
        self.tutorial: Tutorial = game.tutorial()
        self.number = 0
        self.begun = self.solved = False
        self.stage: Stage = self._staged()
        self._asked: tuple[Stage, Session | None] = self.stage, None

    def _staged(self) -> Stage:
        return stage_of(self.game, self.tutorial, self.tutorial.lessons[self.number])

    def begin(self) -> Shown:
        """What is shown first: what the game is about, and how the tutorial goes."""
        head = f"{self.game.title}: {counted(len(self.tutorial.lessons), 'lesson')} with one task each"
        how = (
            "Type what the task asks for, and press Enter. `hint` helps on, `help` lists what else there is."
        )
        return Shown(f"{head}\n\n{self.tutorial.intro.strip()}\n\n{how}")

    def prompt(self) -> str:
        """What stands before the cursor: which lesson, and who is to answer."""
        if not self.begun:
            return "press Enter to begin> "
        where = f"{self.number + 1}/{len(self.tutorial.lessons)}"
        if self.solved:
            return f"{where} solved, press Enter to go on> "
        lesson, state = self.stage.lesson, self.stage.state
        named = self.game.to_move(state) == lesson.seat
        who = self.game.acts(state) if named else lesson.seat
        return " ".join(filter(None, (where, who, self.stage.rolls))) + "> "

    def handle(self, line: str) -> Shown:
        """Act on one typed line: a command, or an answer."""
        words = line.split()
        word = words[0] if words else ""
        command = None if self._answers and self._is_mark(word) else _command(word)
        if not self.begun and command not in ("help", "quit"):
            self.begun = True
            return self._lesson()
        if command is not None:
            action: Callable[[str], Shown] = getattr(self, f"_do_{command}")
            return action(line.strip()[len(word) :].strip())
        if self.solved:
            again = "This lesson is solved. Press Enter to go on, or type `again` for another try."
            return Shown(again) if words else self._next()
        if not words and (self.game.dice is None or self.stage.rolls):
            return Shown(self.task)
        if len(words) > _LONGEST:
            return Shown("No task asks for that much. Type `hint` for a nudge.")
        if word.lower() in PLAY and not (self.game.dice and word.lower() in (ROLL, KEEP)):
            return Shown(f"`{word}` is for real games. Here there are {', '.join(COMMANDS)}.")
        return self._answer(line)

    def completions(self, text: str) -> list[Completion]:
        """What the last word of a half-typed line can become: a command, or tokens by their next part."""
        words = text.split()
        last = "" if not words or text[-1].isspace() else words.pop()
        start = len(text) - len(last)
        own = [
            Completion(name, start, help.partition(": ")[2])
            for name, help in COMMANDS.items()
            if not words and name.startswith(last.lower())
        ]
        if not self._answers or (words and _command(words[0]) not in (None, "moves", "why")):
            return own
        found = self._session().completions(text)
        return [*(item for item in found if words or item.text not in PLAY), *own]

    def _session(self) -> Session:
        """A session of play at this stage, to be asked about it; it is asked at every key."""
        stage, session = self._asked
        if stage is not self.stage or session is None:
            session = self.stage.session()
            self._asked = self.stage, session
        return session

    @property
    def _answers(self) -> bool:
        """Whether the learner is at a task."""
        return self.begun and not self.solved

    def _is_mark(self, word: str) -> bool:
        """Whether a word is played by working it into the moves before it (an objection)."""
        return self.game.mark is not None and self.game.mark(self.stage.document.moves, word) is not None

    def _lesson(self) -> Shown:
        """The lesson with its board and its task."""
        lesson = self.stage.lesson
        text = f"Lesson {self.number + 1}: {lesson.title}\n\n{lesson.text.strip()}"
        return Shown(text, board=True, below=self.task)

    @property
    def task(self) -> str:
        """What is to be answered now; empty between lessons."""
        return f"Task: {self.stage.lesson.task.strip()}" if self._answers else ""

    def _answer(self, line: str) -> Shown:
        found = judged(self.stage, line)
        if found.kind == "solved":
            assert found.after is not None
            self.stage, self.solved = found.after, True
            return Shown(board=True, below="\n\n".join([*_said(found), self.stage.lesson.after.strip()]))
        if found.kind == "part":
            assert found.after is not None
            self.stage = found.after
            return Shown(board=True, below="\n\n".join([*_said(found), "Right so far; go on."]))
        return Shown("\n\n".join(self._missed(found, line)))

    def _missed(self, found: Judged, line: str) -> list[str]:
        """What is wrong with an answer, in the game's words and in those of the lesson."""
        told = []
        if found.kind == "refused":
            told.append(refusal(self.stage, line))
        elif found.kind == "unsound":
            told.append(f"{line.strip()} is not valid: {found.why}.")
            told.append("It would stand all the same, unless the other side objects.")
        else:
            told.append(f"{line.strip()} can be played, but it is not what is asked here.")
        if found.kind != "refused" and found.told:
            told.append(f"It would lead to this: {'; '.join(found.told)}.")
        if found.wrong is not None:
            told.append(found.wrong.why.strip())
        if found.kind != "refused":
            told.append("Try something else, or type `hint`.")
        return told

    def _next(self) -> Shown:
        if self.number + 1 == len(self.tutorial.lessons):
            return Shown(self.farewell(), over=True)
        self.number += 1
        return self._do_again("")

    def farewell(self) -> str:
        """What to do after the last lesson: how a real game begins."""
        rows = [f"- `{command}`: {what}" for command, what in self.tutorial.play.items()]
        return "\n\n".join([self.tutorial.closing.strip(), "\n".join(rows)])

    # The commands.

    def _do_hint(self, rest: str) -> Shown:
        return Shown(self.stage.lesson.hint.strip())

    def _do_solution(self, rest: str) -> Shown:
        self.stage = self._staged()
        answer = self.stage.lesson.solved[0]
        shown = self._answer(answer)
        return shown._replace(text=f"An answer is: {answer}")

    def _do_moves(self, rest: str) -> Shown:
        return Shown(rows=self._session().handle(f"moves {rest}").text)

    def _do_why(self, rest: str) -> Shown:
        if not rest:
            return Shown("`why MOVE`: which move?")
        wrong = judged(self.stage, rest.split(maxsplit=1)[0]).wrong
        told = self._session().handle(f"why {rest}").text
        return Shown(rows=told, below="" if wrong is None else wrong.why.strip())

    def _do_board(self, rest: str) -> Shown:
        return Shown(board=True) if self.solved else self._lesson()

    def _do_again(self, rest: str) -> Shown:
        self.stage, self.solved = self._staged(), False
        return self._lesson()

    def _do_back(self, rest: str) -> Shown:
        if not self.number:
            return Shown("This is the first lesson.")
        self.number -= 1
        return self._do_again("")

    def _do_skip(self, rest: str) -> Shown:
        return self._next()

    def _do_quit(self, rest: str) -> Shown:
        return Shown(over=True)

    def _do_help(self, rest: str) -> Shown:
        rows = [f"- {text}" for text in COMMANDS.values()]
        return Shown("\n".join(["Type an answer to the task, or one of these words:", *rows]))


def _said(found: Judged) -> list[str]:
    """What an answer has led to, a paragraph."""
    told = "; ".join(found.said)
    return [f"{told[0].upper()}{told[1:]}."] if told else []


def _command(word: str) -> str | None:
    """The command that a word is; a single capital letter is none, but may be the beginning of a move."""
    low = word.lower() if len(word) > 1 else word
    low = _ALIASES.get(low, low)
    return low if low in COMMANDS else None
