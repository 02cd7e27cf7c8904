"""The tutor without input or output: lines in, what to show out."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli import registry
from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.services.commands import COMMANDS as PLAY
from struckle_cli.services.tutorial import COMMANDS, Shown, Tutor

NAMES = sorted(registry.BUILT_IN)


def game_of(name: str) -> AnyGame:
    game = registry.lookup(name)
    assert game is not None
    return game


def tutor_of(name: str, lesson: int = 1) -> Tutor:
    """A tutor that has got as far as a lesson."""
    tutor = Tutor(game_of(name))
    tutor.handle("")
    for _ in range(lesson - 1):
        tutor.handle("skip")
    assert tutor.number == lesson - 1
    return tutor


def text_of(shown: Shown) -> str:
    return " ".join("\n".join([shown.text, shown.rows, shown.below]).split())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("which", [0, -1])
def test_a_tutorial_is_gone_through_by_its_answers(name, which):
    """With the first and with the last answer of each lesson."""
    tutor = Tutor(game_of(name))
    assert tutor.tutorial.intro.split()[0] in tutor.begin().text
    shown = tutor.handle("")
    for number, lesson in enumerate(tutor.tutorial.lessons, 1):
        assert shown.board
        assert lesson.title in shown.text
        assert shown.below == f"Task: {lesson.task.strip()}"
        assert tutor.prompt().startswith(f"{number}/{len(tutor.tutorial.lessons)} ")
        solved = tutor.handle(lesson.solved[which])
        assert solved.board
        assert lesson.after.strip() in solved.below
        assert "press Enter" in tutor.prompt()
        shown = tutor.handle("")
    assert shown.over
    for command in tutor.tutorial.play:
        assert command in shown.text


@pytest.mark.parametrize("name", NAMES)
def test_a_tutorial_is_gone_through_by_its_solutions(name):
    tutor = tutor_of(name)
    while True:
        shown = tutor.handle("solution")
        assert tutor.solved
        assert tutor.stage.lesson.solved[0] in shown.text
        if tutor.handle("next").over:
            break
    assert tutor.number + 1 == len(tutor.tutorial.lessons)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_answers_are_explained_and_change_nothing(name):
    tutor = tutor_of(name)
    for lesson in tutor.tutorial.lessons:
        for wrong in lesson.wrong:
            for answer in wrong.answers:
                before = tutor.stage
                shown = tutor.handle(answer)
                assert " ".join(wrong.why.split()) in text_of(shown), answer
                assert not shown.board
                assert (tutor.solved, tutor.stage) == (False, before)
        tutor.handle("skip")


def test_an_illegal_answer_gets_the_reason_of_the_game():
    shown = tutor_of("castle").handle("D8-D1")
    assert "D1 is ground, the slide starts on wall" in shown.text
    assert "nearest legal: D8-D2" in shown.text


def test_a_legal_answer_that_misses_is_told_what_it_would_do():
    shown = tutor_of("stricken", 2).handle("3a2:W")
    assert "can be played, but it is not what is asked" in text_of(shown)
    assert "white's shell 4 gains Defense" in text_of(shown)


def test_a_move_that_is_not_valid_and_would_stand_is_told_so():
    tutor = tutor_of("crungle", 3)
    shown = tutor.handle("M2:9")
    assert "not valid" in shown.text
    assert "would stand all the same, unless the other side objects" in text_of(shown)
    assert "rule on the previous turn" in text_of(shown)
    assert not tutor.solved
    assert "rule on the previous turn" in text_of(tutor.handle("why M2:9"))


def test_half_a_move_is_told_how_it_can_go_on():
    assert "D8 can become" in tutor_of("castle").handle("D8").text
    assert "H can become H-" in tutor_of("struckle", 2).handle("H").text


def test_letters_of_the_other_case_are_read_as_in_play():
    tutor = tutor_of("castle")
    tutor.handle("d8-d2")
    assert tutor.solved


def test_several_moves_go_in_one_line_or_one_by_one():
    tutor = tutor_of("struckle", 6)
    first = tutor.handle("P~b6b7")
    assert first.board
    assert "go on" in first.below
    assert not tutor.solved
    assert "Shadow" in tutor.prompt()
    assert "g8 is a goal" in tutor.handle("S@g8").text
    tutor.handle("S@c7")
    assert tutor.solved
    tutor.handle("again")
    assert "Philosopher" in tutor.prompt()
    tutor.handle("P~b6b7 S@c7")
    assert tutor.solved


def test_an_objection_takes_the_move_back():
    tutor = tutor_of("crungle", 4)
    assert "violation 1 of 3" in text_of(tutor.handle("?"))
    assert tutor.solved
    assert tutor.stage.document.moves == ["M2:6", "M2:5?"]
    assert "hint: a nudge" in tutor.handle("help").text


def test_an_objection_to_a_valid_move_is_not_help():
    shown = tutor_of("crungle", 3).handle("?")
    assert "false objection 1 of 3" in text_of(shown)


def test_a_bet_is_answered_and_shown_word_by_word():
    tutor = tutor_of("crungle", 6)
    for word in ("accept", "(", "I2(M1,M2):8"):
        assert "go on" in tutor.handle(word).below
    assert "win:purple (bet)" in text_of(tutor.handle(")"))
    assert tutor.solved


def test_dice_fall_as_the_lesson_says():
    tutor = tutor_of("struggle")
    assert tutor.prompt() == "1/6 p1> "
    assert "the dice show aajt9" in text_of(tutor.handle("")).lower()
    assert tutor.handle("").board
    assert tutor.prompt() == "2/6 p1 AAJT9> "
    for kept, why in (
        ("AA", "The Jack would be thrown"),
        ("keep a j", "throws an Ace away"),
        ("keep", "can be played, but it is not what is asked"),
        ("KK", "K"),
        ("keep K", "K"),
        ("keep AAJT9", "throws no die"),
        ("roll", "dice are thrown"),
    ):
        assert why in text_of(tutor.handle(kept)), kept
        assert not tutor.solved
    assert "Task" in tutor.handle("").text
    assert "AAJT9/AAJ+JT" in text_of(tutor.handle("jaa"))
    tutor.handle("")
    assert tutor.handle("moves T1").rows.splitlines()[1:] == [
        "  T1J4  Ten moves 1 to space 1; Jack moves 4 (2 Aces) to space 4"
    ]
    tutor.handle("J4")  # there is one way to go on
    assert tutor.solved


def test_the_hand_is_played_after_a_third_throw_at_most():
    tutor = tutor_of("struggle", 3)
    tutor.stage = tutor.stage._replace(rolls="AAJT9/AAJ+JT/AA+JJT")
    shown = tutor.handle("AA")
    assert "three times" in shown.text


def test_the_end_of_a_game_is_told():
    assert "win:white (castle)" in text_of(tutor_of("castle", 6).handle("J15-K15"))
    assert "p1 (JT9QK) scores 50" in text_of(tutor_of("struggle", 6).handle("92"))


def test_lessons_can_be_left_out_and_gone_back_to():
    tutor = tutor_of("castle")
    assert "first lesson" in tutor.handle("back").text
    assert "Lesson 2" in tutor.handle("skip").text
    tutor.handle("Q8-Q9")
    assert tutor.solved
    again = tutor.handle("again")
    assert (again.board, tutor.solved, tutor.stage.document.moves) == (True, False, [])
    assert "Lesson 1" in tutor.handle("back").text
    assert tutor.handle("hint").text.startswith("Column D")
    assert "Lesson 1" in tutor.handle("board").text


def test_a_solved_lesson_waits_for_enter():
    tutor = tutor_of("castle")
    tutor.handle("D8-D2")
    assert "Press Enter" in tutor.handle("Q12-Q11").text
    assert tutor.number == 0
    assert tutor.handle("board") == Shown(board=True)
    assert "Lesson 2" in tutor.handle("").text


def test_the_introduction_waits_for_enter():
    tutor = Tutor(game_of("castle"))
    assert tutor.prompt() == "press Enter to begin> "
    assert "hint: a nudge" in tutor.handle("help").text
    assert not tutor.begun
    assert "Lesson 1" in tutor.handle("yes").text
    assert Tutor(game_of("castle")).handle("quit") == Shown(over=True)


@pytest.mark.parametrize("word", sorted(set(PLAY) - set(COMMANDS)))
def test_what_is_of_use_in_a_game_only_is_told_so(word):
    tutor = tutor_of("castle")
    shown = tutor.handle(word)
    assert "real games" in shown.text
    assert not tutor.solved


@pytest.mark.parametrize(("word", "said"), [("HELP", "a nudge"), ("?", "a nudge"), ("Hint", "Column D")])
def test_commands_in_any_case(word, said):
    assert said in tutor_of("castle").handle(word).text


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_leaving(word):
    assert tutor_of("castle").handle(word).over


def test_why_quotes_the_rules_as_in_play_and_the_lesson():
    tutor = tutor_of("castle")
    told = text_of(tutor.handle("why D8-D1"))
    assert "D1 is ground" in told
    assert 'the rules: "Between wall and ground' in told
    assert "the slide began on wall" in told
    assert "D8-D5 is legal" in text_of(tutor.handle("why D8-D5"))
    assert "which move" in tutor.handle("why").text
    assert not tutor.solved


@pytest.mark.parametrize(
    "line", ["zzz", "D8-D2 D8-D2", "?!", "\x1b[2J", "é" * 300, "hint me", "D8-D2x", "=", "a b c d e f g"]
)
@pytest.mark.parametrize("name", NAMES)
def test_any_line_gets_an_answer(name, line):
    tutor = tutor_of(name)
    shown = tutor.handle(line)
    assert text_of(shown)
    assert not shown.over
    assert not tutor.solved


def test_a_game_without_a_tutorial():
    game = msgspec.structs.replace(game_of("castle"), tutorial=None)
    with pytest.raises(UsageError, match="Castle has no tutorial"):
        Tutor(game)


def test_completions_are_legal_tokens_and_the_words_of_a_tutorial():
    tutor = tutor_of("castle")
    assert {item.text for item in tutor.completions("h")} == {"H6", "hint", "help"}
    assert {item.text for item in tutor.completions("")} >= set(COMMANDS)
    assert "resign" not in {item.text for item in tutor.completions("re")}
    found = tutor.completions("D8-D")
    assert {item.text for item in found} == {f"D8-D{row}" for row in (2, 3, 4, 5, 6, 7, 9)}
    assert {item.start for item in tutor.completions("why D8-D")} == {4}
    assert tutor.completions("quit D") == []
    tutor.handle("D8-D2")
    assert tutor.completions("Q12") == []
    assert {item.text for item in tutor.completions("b")} == {"board", "back"}


def test_completions_follow_what_was_played():
    tutor = tutor_of("struckle", 6)
    assert {item.text for item in tutor.completions("P~b")} == {"P~b6"}
    tutor.handle("P~b6c6")
    assert tutor.completions("P~b") == []
    assert {item.text for item in tutor.completions("S@")} == {"S@c6", "S@c7"}


def test_completions_at_dice_are_ways_to_play_them():
    tutor = tutor_of("struggle", 3)
    assert {item.text for item in tutor.completions("J")} == {"J2", "J3", "J4"}


LINES = st.lists(
    st.sampled_from(
        [*COMMANDS, "next", "", "?", "D8-D2", "D8", "roll", "JAA", "J4", "moves J", "why K", "zz"]
    ),
    max_size=12,
)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(NAMES), LINES)
def test_any_row_of_lines_is_answered(name, lines):
    tutor = Tutor(game_of(name))
    for line in lines:
        assert tutor.prompt().endswith("> ")
        tutor.completions(line)
        shown = tutor.handle(line)
        assert shown != Shown()
        if shown.over:
            break


def test_a_line_of_very_many_moves_is_not_played():
    tutor = tutor_of("struckle", 6)
    shown = tutor.handle("P- S- D- H- " * 5_000)
    assert "that much" in shown.text
    assert tutor.stage.said == ()
    assert "one token at a time" in text_of(tutor.handle("why " + "P- S- D- H- " * 5_000))
