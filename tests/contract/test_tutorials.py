"""A tutorial tells the truth: answers do what its lessons say, and wrong ones are judged as they say."""

import re
import shlex
from typing import Any, NamedTuple

import msgspec
import pytest

from struckle_cli import registry
from struckle_cli.core.errors import RecordError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.tutorial import Lesson, Tutorial, read_tutorial
from struckle_cli.engine.bots import NAMES
from struckle_cli.replay.commitments import MASK
from struckle_cli.services.commands import COMMANDS as PLAY
from struckle_cli.services.lessons import Stage, judged, refusal, stage_of
from struckle_cli.services.tutorial import COMMANDS
from tests.contract import toy
from tests.contract.cases import GAMES, is_listed


class Taught(NamedTuple):
    """A lesson of a game, as pytest shows it."""

    game: AnyGame
    tutorial: Tutorial
    number: int

    @property
    def lesson(self) -> Lesson:
        return self.tutorial.lessons[self.number - 1]

    @property
    def stage(self) -> Stage:
        return stage_of(self.game, self.tutorial, self.lesson)

    def __str__(self) -> str:
        return f"{self.game.name}-{self.number}"


TUTORIALS = {name: game.tutorial() for name, game in GAMES.items() if game.tutorial is not None}
LESSONS = [
    Taught(GAMES[name], tutorial, number)
    for name, tutorial in TUTORIALS.items()
    for number in range(1, len(tutorial.lessons) + 1)
]
lessons = pytest.mark.parametrize("taught", LESSONS, ids=str)


def tokens_of(taught: Taught, answer: str) -> list[str]:
    """The tokens that an answer adds to the position; none where it throws dice or objects."""
    found = judged(taught.stage, answer)
    assert found.after is not None
    before, after = taught.stage.document.moves, found.after.document.moves
    return after[len(before) :] if after[: len(before)] == before else []


def test_every_built_in_game_has_one():
    assert set(registry.BUILT_IN) <= set(TUTORIALS)


@pytest.mark.parametrize("name", TUTORIALS)
def test_it_is_short_and_says_how_to_go_on(name):
    tutorial = TUTORIALS[name]
    assert 4 <= len(tutorial.lessons) <= 7
    assert len({lesson.title for lesson in tutorial.lessons}) == len(tutorial.lessons)
    words = tutorial.intro + "".join(lesson.text + lesson.task for lesson in tutorial.lessons)
    assert len(words.split()) < 1000  # five minutes
    assert tutorial.play
    assert tutorial.closing.strip()


@pytest.mark.parametrize("name", TUTORIALS)
def test_the_commands_at_its_end_seat_bots_that_there_are(name):
    game = GAMES[name]
    for command in TUTORIALS[name].play:
        words = shlex.split(command)
        assert words[:3] == ["struckle", "play", name]
        assert words[3::2] == ["--bot"] * len(words[4::2])
        for seat, bot in (word.split("=") for word in words[4::2]):
            assert seat in game.seats
            assert bot in NAMES


@lessons
def test_the_seat_of_a_lesson_is_to_act(taught: Taught):
    stage, lesson = taught.stage, taught.lesson
    assert taught.game.outcome(stage.state) is None
    assert taught.game.to_move(stage.state) == lesson.seat
    texts = (lesson.title, lesson.text, lesson.task, lesson.hint, lesson.after)
    assert all(text.strip() for text in texts)


@lessons
def test_every_answer_that_is_listed_solves_the_task(taught: Taught):
    assert taught.lesson.solved
    for answer in taught.lesson.solved:
        found = judged(taught.stage, answer)
        assert found.kind == "solved", answer
        assert found.wrong is None
        assert found.code is None


@lessons
def test_answers_are_listed_moves(taught: Taught):
    """What `moves` lists in play is what can be answered; nothing depends on how a lesson reads a token."""
    game, stage = taught.game, taught.stage
    for answer in taught.lesson.solved:
        state = stage.state
        for token in tokens_of(taught, answer):
            move = game.parse_move(token)
            assert is_listed(game, state, move) or (game.listed and not game.listed(state, move)), token
            assert game.why_illegal(state, move) is None
            state = game.apply(state, move)


@lessons
def test_wrong_answers_are_judged_as_the_lesson_says(taught: Taught):
    for wrong in taught.lesson.wrong:
        assert wrong.why.strip()
        for answer in wrong.answers:
            found = judged(taught.stage, answer)
            assert found.code == wrong.code, answer
            assert found.wrong is wrong
            assert found.kind == ("missed" if wrong.code is None else found.kind)
            assert found.kind in ("missed", "unsound", "refused")
            if found.kind == "refused":
                assert refusal(taught.stage, answer)


@lessons
def test_conditions_let_in_what_the_task_asks_for_and_not_everything(taught: Taught):
    """Each legal move that ends the game so solves the task, and no legal move that does not."""
    game, lesson, stage = taught.game, taught.lesson, taught.stage
    if lesson.like is None and lesson.ends is None:
        return
    moves = game.legal_moves(stage.state)
    solving = [token for token in map(game.format_move, moves) if judged(stage, token).kind == "solved"]
    assert len(solving) < len(moves)
    for token in map(game.format_move, moves):
        result = game.outcome(game.apply(stage.state, game.parse_move(token)))
        wins = result is not None and result.reason == lesson.ends and lesson.seat in result.winners
        fits = lesson.like is not None and re.fullmatch(lesson.like, token) is not None
        assert (token in solving) == (wins or fits), token


@lessons
def test_a_lesson_shows_its_seat_nothing_that_is_hidden(taught: Taught):
    """Everything that another seat holds in secret is behind a mask, unless the lesson lays it open."""
    game, document = taught.game, taught.stage.document
    if game.secrets is None:
        return
    found = game.secrets.find(document.setup, document.moves)
    assert found
    for secret in found:
        hidden = secret.seat != taught.lesson.seat and not taught.lesson.open
        assert (secret.text == MASK) == hidden


@lessons
def test_words_between_backticks_are_words_that_can_be_typed(taught: Taught):
    """A whole token reads as one; what is less is the beginning of one, a part of one, or a command."""
    game, lesson = taught.game, taught.lesson
    told = "\n".join([lesson.text, lesson.task, lesson.hint, lesson.after, *(w.why for w in lesson.wrong)])
    for word in re.findall(r"`([^`]+)`", told):
        whole = len(word) > 4 and any(sign in word for sign in ":-x!^~@=") and word[-1] not in "-=@"
        if whole and word.split()[0] not in {*PLAY, *COMMANDS, "struckle"}:
            game.parse_move(word)


def test_a_word_of_a_tutorial_is_never_a_token_of_a_lesson():
    for taught in LESSONS:
        game, state = taught.game, taught.stage.state
        tokens = {game.format_move(move).lower() for move in game.legal_moves(state)}
        assert not tokens & {*COMMANDS, "next"}


# What is no tutorial.

TOML = """
intro = "Take beads."
closing = "Done."
[play]
"struckle play toy" = "a game"
[[lessons]]
title = "One"
seat = "left"
text = "Take."
task = "Take one bead from pile a."
solved = ["a1"]
hint = "a1"
after = "One."
"""


@pytest.mark.usefixtures("toy_game")
def test_a_tutorial_is_toml():
    tutorial = read_tutorial(TOML)
    assert tutorial.lessons[0].solved == ("a1",)
    found = judged(stage_of(toy.GAME, tutorial, tutorial.lessons[0]), "a1")
    assert found.kind == "solved"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('hint = "a1"\n', ""),
        ('solved = ["a1"]', 'solved = "a1"'),
        ('hint = "a1"', 'hint = "a1"\nhnit = "a2"'),
        ("intro =", "intro"),
    ],
)
def test_a_field_that_is_missing_wrong_or_unknown_is_refused(old: str, new: str):
    with pytest.raises((msgspec.DecodeError, ValueError)):
        read_tutorial(TOML.replace(old, new))


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize("change", [{"moves": ("a9",)}, {"setup": {"most": 0}}, {"setup": {"unknown": 1}}])
def test_a_lesson_without_a_position_is_refused(change: dict[str, Any]):
    tutorial = read_tutorial(TOML)
    lesson = msgspec.structs.replace(tutorial.lessons[0], **change)
    with pytest.raises(RecordError, match="One: "):
        stage_of(toy.GAME, tutorial, lesson)
