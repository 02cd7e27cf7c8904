"""`play crungle` with standard input from a pipe: the draft, objections, bets, and what the screen tells."""

import re

import pytest

from struckle_cli.games.crungle.texts import texts
from tests.cli.crungle_support import (
    AGREED,
    BET_ORANGE,
    BET_PURPLE,
    GOAL,
    OBJECTIONS,
    PROVED,
    STOLEN,
    VIOLATIONS,
    WIN,
    content,
    put,
)
from tests.cli.support import leftovers

PICKS = "G1\nG2\nM14\nM15\nM18\nM2\n1\n1\n"
SET_UP = {
    "goals": ["G1", "G2"], "rules": ["M14", "M15", "M18", "M2"], "start": {"orange": 1, "purple": 1},
    "draft": "picked",
}  # fmt: skip


def drafted(cli, answers: str, name: str = "crungle.sgn"):
    """The outcome of `play crungle` with some answers, and the set-up that was saved, if any."""
    ran = cli("play", "crungle", stdin=answers.encode())
    assert (ran.code, ran.err) == (0, "")
    made = cli("convert", name, "-", "--to", "json")
    return ran, (made.json["setup"] if made.code == 0 else None)


def session(cli, lines: str, name: str = "g.sgn") -> str:
    ran = cli("play", name, stdin=lines.encode())
    assert (ran.code, ran.err) == (0, "")
    return ran.out


# The draft.


def test_picks_by_name(cli, tmp_path):
    ran, setup = drafted(cli, PICKS.lower())
    assert setup == SET_UP
    asked = re.findall(r"^(purple|orange) (picks a goal|picks a movement rule|places)", ran.out, re.MULTILINE)
    assert " ".join(seat for seat, _ in asked) == "purple orange orange purple orange purple purple orange"
    assert "places orange's piece" in ran.out
    assert "places purple's piece" in ran.out
    assert "three turns in a row end on the opponent's cell" in ran.out
    assert "swap own and opp" in ran.out
    assert cli("validate", "crungle.sgn", "--strict").code == 0
    assert cli("fmt", "--check", "crungle.sgn").code == 0
    assert leftovers(tmp_path) == []


def test_picks_by_number_are_those_on_the_screen(cli):
    ran, setup = drafted(cli, "10\n9\n34\n30\n1\n2\n9\n1\n")
    assert setup == {
        "goals": ["G10", "G9"], "rules": ["I4", "M30", "M1", "M3"], "start": {"orange": 9, "purple": 1},
        "draft": "picked",
    }  # fmt: skip
    assert "orange has picked I4" in ran.out
    asked = ran.out.split("purple picks a movement rule (2 of 4")[1].split("orange picks a movement rule (3")[
        0
    ]
    assert not re.search(r"^ +\d+ +I[1-4] ", asked, re.MULTILINE), "a second indirect rule was offered"


@pytest.mark.parametrize("wrong", ["5", "0", "10", "9 9", "five", "-1", "1.0"])
def test_a_cell_that_is_not_offered_is_no_number_of_a_list(cli, wrong):
    """Orange may not start on 5: whoever types 5 means that cell, and no other may be taken for it."""
    ran, setup = drafted(cli, PICKS.replace("\n1\n1\n", f"\n{wrong}\n6\n1\n"))
    assert setup["start"] == {"orange": 6, "purple": 1}
    assert "none of the options" in ran.out


@pytest.mark.parametrize("wrong", ["2", "3", "5", "8", "9"])
def test_a_cell_next_to_orange_is_refused_for_purple(cli, wrong):
    ran, setup = drafted(cli, PICKS.replace("\n1\n1\n", f"\n6\n{wrong}\n4\n"))
    assert setup["start"] == {"orange": 6, "purple": 4}
    assert "none of the options" in ran.out


@pytest.mark.parametrize("wrong", ["G1", "11", "0", "M1", "foo", "G99", "1 2", "\u0661", "-1", "99999999999"])
def test_wrong_answers_are_said_and_asked_again(cli, wrong):
    ran, setup = drafted(cli, f"G1\n{wrong}\n\n" + PICKS.removeprefix("G1\n"))
    assert setup == SET_UP
    assert "none of the options" in ran.out


def test_undo_takes_back_one_pick(cli):
    ran, setup = drafted(
        cli, "undo\nG3\nundo\nG1\nG2\nM14\nM1\nundo\nundo\nM14\nM15\nM18\nM2\n9\nUNDO\n1\n1\n"
    )
    assert setup == SET_UP
    assert len(re.findall("^purple picks a goal ", ran.out, re.MULTILINE)) == 3


def test_random_picks(cli, tmp_path):
    for _ in range(3):
        cli("play", "crungle", "-o", "r.json", stdin=b"random\n" * 8)
        assert cli("validate", "r.json", "--strict").code == 0
        assert cli("convert", "r.json", "-", "--to", "json").json["setup"]["draft"] == "picked"
        (tmp_path / "r.json").unlink()


def test_what_chance_picks_for_a_person_is_told_with_its_text(cli):
    ran, setup = drafted(cli, "random\n" * 8)
    for name in [*setup["goals"], *setup["rules"]]:
        assert f"has picked {name}: {texts()[name]}" in ran.out
    assert f"purple has picked {setup['start']['orange']}\n" in ran.out


def test_the_heading_of_a_long_list_stands_at_its_end_too(cli):
    """Who picks what, which of how many, what was picked so far: the list may be longer than the screen."""
    ran, _ = drafted(cli, PICKS)
    ends = re.findall(r"^(.*)\n(?:purple|orange)> $", ran.out, re.MULTILINE)
    assert ends[0] == "now purple picks a goal (1 of 2)"
    assert ends[1] == "now orange picks a goal (2 of 2; so far G1)"
    assert ends[4] == "now orange picks a movement rule (3 of 4; so far M14 M15; own is the mover's cell)"


def test_enter_alone_repeats_what_is_asked(cli):
    ran, _ = drafted(cli, "\n" + PICKS.replace("\n1\n1\n", "\n1\n\n1\n"))
    assert len(re.findall("^purple picks a goal ", ran.out, re.MULTILINE)) == 2
    assert ran.out.count(texts()["G1"]) == 2
    assert ran.out.count("orange places purple's piece:") == 2


@pytest.mark.parametrize("answers", ["", "quit\n", "G1\n", "G1\nQ\n", PICKS.removesuffix("1\n") + "exit\n"])
def test_who_leaves_the_draft_leaves_nothing(cli, tmp_path, answers):
    ran = cli("play", "crungle", stdin=answers.encode())
    assert (ran.code, ran.err) == (0, "")
    assert "nothing was saved" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_after_the_draft_play_begins_and_is_resumed(cli):
    ran, _ = drafted(cli, PICKS + "M14:1\nM2:2\n")
    assert "saved in crungle.sgn" in ran.out
    assert ran.out.splitlines()[-1].endswith("struckle play crungle.sgn")
    assert content(cli, "crungle.sgn") == ("M14:1 M2:2", None)
    assert "purple> " in session(cli, "M15:2/1\n", "crungle.sgn")
    assert content(cli, "crungle.sgn") == ("M14:1 M2:2 M15:2/1", None)
    assert "crungle-2.sgn" in cli("play", "crungle", stdin=PICKS.encode()).out


# Objections.


def test_an_invalid_move_stands_and_the_screen_does_not_tell(cli, tmp_path):
    """Whether to object is the opponent's question: an invalid move must look like a valid one."""
    screens = []
    for token in ("M2:4", "M18:4", "M2:9", "M14:9", "M5:9", "I2(M2,M2):9"):
        put(tmp_path)
        out = session(cli, f"{token}\nboard\nmoves\nhelp\nquit\n")
        for word in (
            "invalid",
            "not valid",
            "violation",
            "illegal",
            "crungle.",
            "leads to",
            "nearest",
            "stands",
        ):
            assert word not in out, (token, word)
        screens.append(len(out.splitlines()))
        assert content(cli) == (token, None)
    valid, other = screens[:2], screens[2:4]
    assert len({*valid, *other}) == 1
    assert "warning" not in session(cli, "quit\n")


def test_an_objection_upheld(cli, tmp_path):
    put(tmp_path)
    out = session(cli, "M2:9\n?\nM2:2\n")
    assert "objection upheld, violation 1 of 3, because" in out
    assert re.findall(r"^(\w+)> $", out, re.MULTILINE) == ["purple", "orange", "purple", "orange"]
    assert content(cli) == ("M2:9? M2:2", None)


def test_an_objection_overruled_and_repeated(cli, tmp_path):
    put(tmp_path)
    out = session(cli, "?\nM14:1\n?\n?\nM14:1\n")
    assert "objection overruled, false objection 1 of 3" in out
    assert "objected to already" in out
    assert content(cli) == ("M14:1? M14:1", None)


@pytest.mark.parametrize(
    ("lines", "result"),
    [("M2:9\n?\n" * 3, VIOLATIONS), ("M14:1\n?\nM14:1\nM2:2\n?\nM2:4\nM14:2\n?\n", OBJECTIONS)],
)
def test_the_third_ends_the_game(cli, tmp_path, lines, result):
    put(tmp_path)
    out = session(cli, lines)
    assert f"{result['winners'][0]} wins: {result['reason']}" in out
    assert content(cli)[1] == result
    assert cli("validate", "g.sgn").code == 0


def test_a_win_can_still_be_objected_to(cli, tmp_path):
    put(tmp_path, "M14:1 M14:1 M18:1 M18:1")
    out = session(cli, "M18:1\nM2:2\n?\nM14:1\n?\n")
    assert out.count("the game is over; purple wins: goal") >= 2
    assert "objection upheld, violation 1 of 3" in out
    assert "objection overruled" in out
    assert content(cli) == (f"{STOLEN}? M14:1?", GOAL)


def test_a_stolen_win_is_objected_to_after_resuming(cli, tmp_path):
    put(tmp_path, STOLEN, GOAL)
    assert "the game is over" in session(cli, "?\n")
    assert content(cli) == (STOLEN + "?", None)


def test_undo_and_redo(cli, tmp_path):
    put(tmp_path)
    session(cli, "M2:9\n?\nM14:1\n?\nundo 2\nredo 2\nundo\n")
    assert content(cli) == ("M2:9?", None)
    session(cli, "undo\nM2:2\nredo\n")
    assert content(cli) == ("M2:2", None)
    put(tmp_path)
    session(cli, f"{WIN}\nundo\nredo\n")
    assert content(cli) == (WIN, GOAL)
    session(cli, "undo\n?\nredo\n")
    assert content(cli) == ("M14:1 M14:1 M18:1 M18:1?", None)


# Bets.


def test_a_bet_is_made_and_declined(cli, tmp_path):
    put(tmp_path)
    out = session(cli, "bet\nM14:1\nmoves\ndecline\nbet:orange\ndecline\nM14:1\nBET\ndecline\n")
    assert "purple bets that no win is possible" in out
    assert "has to accept or decline first" in out
    assert re.search(r"accept +decline", out)
    assert content(cli) == ("bet:purple decline bet:orange decline M14:1 bet:orange decline", None)


@pytest.mark.parametrize(
    ("shown", "result", "said"),
    [
        (WIN, BET_ORANGE, "proved"),
        ("M14:1 M2:9", BET_PURPLE, "refuted at move 2"),
        ("", BET_PURPLE, "no demons"),
    ],
)
@pytest.mark.parametrize("glue", [" ", "\n"])
def test_a_demonstration_in_one_line_or_many(cli, tmp_path, shown, result, said, glue):
    put(tmp_path)
    tokens = ["(", *shown.split(), ")"]
    out = session(cli, f"bet\naccept\n{glue.join(tokens)}\n")
    assert said in out
    assert f"{result['winners'][0]} wins: bet" in out
    assert content(cli) == (" ".join(["bet:purple accept", *tokens]), result)
    assert cli("verify", "g.sgn").code == 0


def test_a_demonstration_is_resumed(cli, tmp_path):
    put(tmp_path)
    words = PROVED.split()
    for word in words:
        session(cli, f"{word}\nquit\n")
    assert content(cli) == (PROVED, BET_ORANGE)


def test_no_draw_and_no_objection_while_a_bet_is_open(cli, tmp_path):
    put(tmp_path, "M2:9 bet:orange")
    out = session(cli, "draw\n?\naccept\ndraw\n(\n?\nM2:2\n?\n")
    assert out.count("orange's bet is open, so no draw can be agreed") == 2
    assert "is no move to object to" in out
    assert "no objections within a demonstration" in out
    assert content(cli) == ("M2:9 bet:orange accept ( M2:2", None)


def test_a_draw_is_agreed_and_nobody_resigns(cli, tmp_path):
    put(tmp_path, "M14:1")
    out = session(cli, "resign\ndraw\nno\ndraw\nyes\n")
    assert "does not know that" in out
    assert content(cli) == ("M14:1", AGREED)
    assert "the game is over; a draw: agreement" in session(cli, "?\nM14:1\n")
    assert content(cli) == ("M14:1", AGREED)


def test_help_tells_of_objections_and_bets_and_of_nothing_that_is_not_there(cli, tmp_path):
    put(tmp_path, "M14:1")
    out = session(cli, "help\n")
    assert re.search(r"^\?: the opponent objects", out, re.MULTILINE)
    assert re.search(r"^bet: orange bets", out, re.MULTILINE)
    assert not re.search(r"^resign", out, re.MULTILINE)
    assert re.search(r"^draw", out, re.MULTILINE)
    assert "of one man" not in out, "there are no men in Crungle"


def test_unreadable_words_are_said_and_change_nothing(cli, tmp_path):
    put(tmp_path)
    out = session(cli, "M31:4\nm9:2\nfoo\n(\naccept\nM2:2 M31:1 M2:4\n")
    assert "rules are written in upper case: M9:2" in out
    assert "there is no command 'foo'" in out
    assert "behind an accepted bet only" in out
    assert "no bet is open" in out
    assert content(cli) == ("M2:2", None)


def test_notes_and_several_moves_in_a_line(cli, tmp_path):
    put(tmp_path)
    session(cli, "M2:9 ? M14:1\nnote a remark }\n")
    item = cli("convert", "g.sgn", "-", "--to", "json").json
    assert item["moves"] == ["M2:9?", "M14:1"]
    assert item["notes"] == [{"ply": 2, "text": "a remark }"}]
    assert cli("validate", "g.sgn").code == 0
