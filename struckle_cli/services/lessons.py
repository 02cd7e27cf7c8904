"""The lessons of a tutorial: the position of each as its learner sees it, and what an answer comes to."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from struckle_cli.core.errors import Fault, NotationError, RecordError, StruckleError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.tutorial import Lesson, Tutorial, Wrong
from struckle_cli.engine.replayer import judge_token, play, warnings
from struckle_cli.replay.commitments import masked
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.play import Session
from struckle_cli.services.rolling import Rolling
from struckle_cli.services.table import Table

ROLL = "roll"
"""What throws all dice; Enter alone means it too."""
KEEP = "keep"
"""What may stand before the dice to keep; alone it keeps none."""


class Stage(NamedTuple):
    """The position of a lesson: `start` and the `states` behind each of `tokens`, the last to be drawn."""

    game: AnyGame
    lesson: Lesson
    document: Document
    start: Any
    tokens: tuple[str, ...]
    states: tuple[Any, ...]
    rolls: str = ""
    said: tuple[str, ...] = ()
    """What the learner has played here already, where an answer has several words."""

    @property
    def state(self) -> Any:
        """The position that the learner has before them."""
        return self.states[-1] if self.states else self.start

    @property
    def last(self) -> str | None:
        """The token that led here."""
        return self.tokens[-1] if self.tokens else None

    def session(self) -> Session:
        """A game in progress at this position, saved nowhere, that can be asked what a player may ask."""
        table = Table()
        if self.rolls:
            table.keep_rolls(len(self.tokens) + 1, self.rolls)
        return Session(self.game, self.document, lambda document: None, table)


def stage_of(game: AnyGame, tutorial: Tutorial, lesson: Lesson) -> Stage:
    """The position of a lesson as its seat sees it. Raises `RecordError` if there is none."""
    setup = {**tutorial.setup, **lesson.setup}
    document = Document(format=FORMAT, game=game.name, setup=setup, moves=list(lesson.moves), result=None)
    if not lesson.open:
        document = masked(document, game, lesson.seat, ended=False)
    return _staged(game, lesson, document, lesson.rolls)


def _staged(game: AnyGame, lesson: Lesson, document: Document, rolls: str = "") -> Stage:
    reading = Reading.of(document)
    if not reading.sound or reading.bound is None:
        fault = reading.faults[0]
        raise RecordError(f"{lesson.title}: {fault.message}", code=fault.code, faults=reading.faults)
    start, states = reading.bound.start, [reading.bound.start]
    for token in reading.moves:
        state, played = play(game, states[-1], [token])
        if not played:
            fault = judge_token(game, states[-1], token, len(states))
            raise RecordError(f"{lesson.title}: {token}: {fault.message}", code=fault.code, faults=[fault])
        states.append(state)
    return Stage(game, lesson, document, start, tuple(reading.moves), tuple(states[1:]), rolls)


Kind = Literal["solved", "part", "missed", "unsound", "refused"]
"""What an answer comes to: the task is solved, or could be by more of that; it is legal and misses the task;
a game that lets wrong moves stand would let this one; it cannot be played.
"""


class Judged(NamedTuple):
    """What an answer comes to. `after` is where it leads, `told` what it leads to in the game's words, `said`
    as much of that as is said aloud in play.

    `code` is that of the fault in it, `why` the reason of one that stands all the same; `wrong` what the
    lesson has to say of it.
    """

    kind: Kind
    told: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    after: Stage | None = None
    code: str | None = None
    wrong: Wrong | None = None
    why: str = ""


def judged(stage: Stage, line: str) -> Judged:
    """What a typed line comes to at a stage of a lesson."""
    game, lesson = stage.game, stage.lesson
    words = line.split() or [ROLL]
    thrown = None if game.dice is None else _thrown(stage, words)
    if thrown is not None:
        return thrown
    if game.dice is not None:
        words = ["".join(words)]
    tokens = list(stage.said)
    after, told, said = stage, list[str](), list[str]()
    fault: Fault | None = None
    for word in words:
        token = _meant(after, word)
        step = _step(after, token)
        if isinstance(step, str):
            return Judged("refused", code=step, wrong=_wrong(stage, [*tokens, token]))
        fault = fault or _fault_that_stands(after, step)
        told += _told(after, step, game.tell)
        said += _told(after, step, game.announce or game.tell)
        tokens.append(_part(game, token))
        after = step
    after = after._replace(said=tuple(tokens))
    if fault is not None:
        return Judged("unsound", after=after, code=fault.code, wrong=_wrong(stage, tokens), why=fault.message)
    kind: Kind = "missed"
    if _solves(lesson, stage, tokens, after):
        kind = "solved"
    elif any(answer.split()[: len(tokens)] == tokens for answer in lesson.solved):
        kind = "part"
    return Judged(kind, tuple(told), tuple(said), after, wrong=_wrong(stage, tokens))


def _meant(stage: Stage, word: str) -> str:
    """The token that a word stands for: a shorthand of the game's, or how the dice are played."""
    game = stage.game
    if game.shorthands is not None:
        known = {item.word: item.token for item in game.shorthands(stage.state)}
        word = known.get(word.lower(), word)
    if game.dice is not None and stage.rolls and "=" not in word:
        word = f"{stage.rolls}={_finished(stage, word.upper())}"
    try:
        return str(game.format_move(game.parse_move(word)))
    except NotationError:
        return word


def _finished(stage: Stage, start: str) -> str:
    """How a hand is played, of which only the beginning is typed, where it can go on in one way only."""
    dice = stage.game.dice
    assert dice is not None
    begun = [part for part in map(dice.part, dice.plays(stage.state, stage.rolls)) if part.startswith(start)]
    return begun[0] if len(begun) == 1 else start


def _part(game: AnyGame, token: str) -> str:
    """A token as answers have it: with dice only what stands behind the `=`."""
    return token.rpartition("=")[2] if game.dice is not None else token


def _step(stage: Stage, token: str) -> Stage | str:
    """The stage after one more token, or the code of the fault in it."""
    game, document = stage.game, stage.document
    moves = [*document.moves, token]
    marked = None if game.mark is None else game.mark(document.moves, token)
    if isinstance(marked, list):
        moves = marked
    elif game.outcome(stage.state) is not None:
        return "move.finished"
    try:
        made = Document(format=FORMAT, game=game.name, id=document.id, setup=document.setup, moves=moves,
                        result=None)  # fmt: skip
        return _staged(game, stage.lesson, made)
    except RecordError as error:
        return error.code


def _before(stage: Stage, after: Stage) -> tuple[Any, str, Any]:
    """The entry in which a stage differs from the one before, and the states on both sides of it."""
    at = next(n for n, token in enumerate(after.tokens) if stage.tokens[n : n + 1] != (token,))
    return (after.states[at - 1] if at else after.start), after.tokens[at], after.states[at]


def _fault_that_stands(stage: Stage, after: Stage) -> Fault | None:
    """What is wrong with an entry that stands all the same."""
    before, token, _ = _before(stage, after)
    found = warnings(stage.game, before, [token]) if len(after.tokens) > len(stage.tokens) else []
    return found[0] if found else None


def _told(stage: Stage, after: Stage, tell: Callable[[Any, Any, Any], list[str]] | None) -> list[str]:
    """What an entry led to in the game's words; the end of the game in any case."""
    game = stage.game
    before, token, behind = _before(stage, after)
    told = [] if tell is None else tell(before, game.parse_move(token), behind)
    result = game.outcome(after.state)
    return told if result is None else [*told, f"the game is over: {result}"]


def _solves(lesson: Lesson, stage: Stage, tokens: Sequence[str], after: Stage) -> bool:
    line = " ".join(tokens)
    if line in lesson.solved:
        return True
    if lesson.like is None and lesson.ends is None:
        return False
    result = stage.game.outcome(after.state)
    won = result is not None and result.reason == lesson.ends and lesson.seat in result.winners
    return (lesson.like is None or re.fullmatch(lesson.like, line) is not None) and (
        lesson.ends is None or won
    )


def _wrong(stage: Stage, tokens: Sequence[str]) -> Wrong | None:
    """What the lesson says of an answer, in which all that was played here counts."""
    line = " ".join(_part(stage.game, token) for token in tokens)
    return next((wrong for wrong in stage.lesson.wrong if line in wrong.answers), None)


# Dice: the faces that come are those of the lesson.


def _thrown(stage: Stage, words: Sequence[str]) -> Judged | None:
    """What it comes to if a line throws dice; None if it plays a hand."""
    dice, word = stage.game.dice, "".join(words)
    assert dice is not None
    rolling = Rolling(stage.game, dice, Table())
    if not stage.rolls:
        return _after_throw(stage, "") if word.lower() == ROLL else Judged("refused", code="usage.dice")
    if words[0].lower() == KEEP:
        return _after_throw(stage, "".join(words[1:]).upper())
    kept = rolling.kept(word)
    return None if kept is None else _after_throw(stage, kept)


def _after_throw(stage: Stage, kept: str) -> Judged:
    """What keeping some faces comes to; the others fall as the lesson says only if it is what is asked."""
    lesson = stage.lesson
    if not _can_keep(stage, kept):
        return Judged("refused", code="usage.dice")
    if not stage.rolls:
        return _fallen(stage, _rolled(stage, ""))
    asked = [answer for answer in lesson.solved if _can_keep(stage, answer)]
    if any(_same(stage, kept, answer) for answer in asked):
        return _fallen(stage, _rolled(stage, kept))
    wrong = [item for item in lesson.wrong if any(_same(stage, kept, answer) for answer in item.answers)]
    return Judged("missed", wrong=wrong[0] if wrong else None)


def _fallen(stage: Stage, rolls: str) -> Judged:
    return Judged("solved", said=(f"the dice show {rolls}",), after=stage._replace(rolls=rolls))


def _rolled(stage: Stage, kept: str, faces: str | None = None) -> str:
    """The rolls after one more throw, which shows the lesson's faces, or others. Raises `NotationError`."""
    dice = stage.game.dice
    assert dice is not None
    fallen = stage.lesson.throw
    return dice.roll(stage.rolls, kept, lambda roll, count: fallen if faces is None else faces * count)


def _can_keep(stage: Stage, kept: str) -> bool:
    try:
        _rolled(stage, kept, "A")
    except NotationError:
        return False
    return not stage.rolls or stage.game.dice is None or stage.game.dice.throws_left(stage.rolls) > 0


def _same(stage: Stage, one: str, other: str) -> bool:
    """Whether two rows of faces keep the same dice, in whatever order they are typed."""
    return sorted(one) == sorted(other)


def refusal(stage: Stage, line: str) -> str:
    """Why a line cannot be played, or how a half-typed one can go on, as play says it."""
    try:
        return stage.session().handle(line).text
    except StruckleError as error:
        return error.message
