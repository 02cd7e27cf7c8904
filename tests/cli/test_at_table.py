"""`play --bot SEAT=NAME`: who plays, what is refused, what the record and the last line say of it."""

import re

import pytest

from struckle_cli.services.loading import load
from tests.cli.crungle_support import OPTIONS
from tests.cli.struggle_play_support import content
from tests.cli.support import sgn


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bot", "whit=random"], "Castle has no seat 'whit'; did you mean white?"),
        (["--bot", "white=rendom"], "there is no bot 'rendom'; did you mean random?"),
        (["--bot", "white"], "--bot takes SEAT=BOT, not 'white'; for example --bot white=greedy"),
        (["--bot", "greedy"], "not 'greedy'; for example --bot black=greedy"),
        (["--bot", "search:50"], "for example --bot black=search:50"),
        (["--name", "Ben"], "--name takes SEAT=TEXT, not 'Ben'; for example --name black=Ana"),
        (["--bot", "white="], "--bot takes SEAT=BOT, not 'white='"),
        (["--bot", "white=random", "--bot", "WHITE=greedy"], "--bot is given twice for white"),
        (["--bot", "white=search:0"], "not '0'"),
        (["--bot", "white=search:"], "not ''"),
        (["--bot", "white=search:fast"], "5000"),
        (["--seed", "3"], "--seed says how bots play"),
        (["--bot", "white=random", "--think", "0"], "more than 0 and up to 3600 seconds"),
        (["--bot", "white=random", "--think", "nan"], "more than 0 and up to 3600 seconds"),
        (["--name", "green=Ana"], "Castle has no seat 'green'"),
    ],
)
def test_what_is_not_meant_is_refused_before_anything_is_written(cli, tmp_path, words, why):
    ran = cli("play", "castle", *words)
    assert ran.code == 2
    assert why in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "lower"),
    [
        (["--bot", "white=random"], "black"),
        (["--bot", "black=random"], "white"),
        (["--bot", "white=random", "--flip", "white"], "white"),
        (["--bot", "white=random", "--flip"], "white"),
        (["--bot", "white=random", "--bot", "black=random"], "white"),
        ([], "white"),
    ],
)
def test_one_person_looks_from_their_own_edge(cli, words, lower):
    """Unless `--flip` says otherwise; a bare one turns from there."""
    (ran, columns) = cli("play", "castle", *words, stdin=b"quit\n"), "A B C D E F G H J K L M N O P Q R S T"
    header = next(line for line in ran.out.splitlines() if "H J K" in line or "K J H" in line)
    assert header.strip() == (columns if lower == "white" else columns[::-1])


@pytest.mark.parametrize("own", ["TB", "SB", "TG", "SG"])
def test_each_house_has_its_own_edge(cli, own):
    others = [
        word for seat in ("TB", "SB", "TG", "SG") if seat != own for word in ("--bot", f"{seat}=random")
    ]
    rows = cli("play", "struckle", *others, "--seed", "1", stdin=b"flip " + own.encode()).out.splitlines()
    heads = [
        line.split() for line in rows if line.split()[:2] in (["a", "b"], ["h", "g"], ["1", "2"], ["8", "7"])
    ]
    assert len({tuple(head) for head in heads}) == 1


def test_a_bot_answers_and_is_named_in_the_record(cli):
    ran = cli(
        "play", "castle", "--bot", "black=random:50", "--seed", "7", "--name", "white=Ana B", stdin=b"D8-C8\n"
    )
    assert (ran.code, ran.err) == (0, "")
    item = content(cli, "castle.sgn")
    assert item["players"] == {"white": "Ana B", "black": "random:50 (bot)"}
    assert len(item["moves"]) == 2
    assert f"black (random) plays {item['moves'][1]}" in ran.out
    assert "think" not in ran.out
    again = ran.out.splitlines()[-1].partition("go on with: struckle ")[2].split()
    assert again == ["play", "castle.sgn", "--seed", "7"]
    assert len(content(cli, "castle.sgn")["moves"]) == 2
    ran = cli(*again, stdin=b"C8-C7\n")
    assert ran.code == 0
    assert len(content(cli, "castle.sgn")["moves"]) == 4


def test_a_seed_makes_the_same_choices_again(cli):
    made = []
    for name in ("a.sgn", "b.sgn"):
        cli(
            "play",
            "castle",
            "-o",
            name,
            "--bot",
            "black=random",
            "--seed",
            "9",
            stdin=b"D8-C8\nC8-C7\nC7-C6\n",
        )
        made.append(load(name).document.moves)
    assert made[0] == made[1]
    assert len(made[0]) == 6


def test_bots_that_begin_act_before_anybody_is_asked(cli):
    ran = cli("play", "castle", "--bot", "white=random", "--seed", "1", stdin=b"")
    assert re.search(r"white \(random\) plays \S+\n(?s:.*)1\.\.\. black", ran.out)
    assert len(content(cli, "castle.sgn")["moves"]) == 1


def test_a_record_is_gone_on_with_in_company(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8"))
    assert cli("play", "g.sgn", "--bot", "black=random").code == 0
    item = content(cli)
    assert len(item["moves"]) == 2
    assert "players" not in item
    refused = cli("play", "g.sgn", "--name", "white=Ana")
    assert refused.code == 2
    assert "a record names its players" in refused.err


def test_bots_pick_their_part_of_a_draft(cli):
    """From the seed, so that the same draft can be had again."""
    made = []
    for name in ("a.sgn", "b.sgn"):
        ran = cli(
            "play", "crungle", "-o", name, "--bot", "purple=random", "--seed", "4",
            stdin=b"1\nundo\n2\n1\n2\n1\n",
        )  # fmt: skip
        assert (ran.code, ran.err) == (0, ""), ran.out
        item = content(cli, name)
        assert ran.out.index("purple has picked G") < ran.out.index("orange picks a goal")
        assert item["setup"]["draft"] == "picked"
        assert item["players"] == {"purple": "random (bot)"}
        made.append(item["setup"])
    assert made[0] == made[1]


def test_undo_in_a_draft_goes_back_to_the_last_pick_of_a_person(cli):
    ran = cli("play", "crungle", "--bot", "purple=random", "--seed", "4", stdin=b"2\nundo\n3\nquit\n")
    assert ran.code == 0
    assert len(re.findall("^orange picks a goal ", ran.out, re.MULTILINE)) == 2
    assert "nothing was saved" in ran.out


def test_nobody_is_asked_where_all_are_bots(cli):
    ran = cli(
        "play", "crungle", "--bot", "purple=random", "--bot", "orange=random", "--seed", "2", "-o", "g.sgn",
        stdin=b"",
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert "picks a goal" not in ran.out


def test_a_bot_gives_no_word_for_the_dice_and_covers_nothing(cli):
    ran = cli("play", "struggle", "--bot", "p2=random", "--seed", "2", stdin=b"2\nred\n\nsecrets\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "p2, a word" not in ran.out
    assert "press Enter when nobody" not in ran.out
    item = content(cli, "struggle.sgn")
    assert item["setup"]["dice"]["client"] == "red"
    assert item["players"] == {"p2": "random (bot)"}
    card = re.search("card: ([KQJT9]{5})", ran.out)
    assert card is not None
    assert f"Cards: p1 {card[1]}  p2 hidden" in ran.out


def test_a_bot_at_a_seat_that_nobody_has_is_refused(cli, tmp_path):
    ran = cli("play", "struggle", "--bot", "p3=random", stdin=b"2\n")
    assert ran.code == 2
    assert "p3 takes no part in this game of Struggle, only p1, p2 do" in ran.err
    assert list(tmp_path.iterdir()) == []
    assert cli("new", "crungle", *OPTIONS, "-o", "g.sgn").code == 0
    assert cli("play", "g.sgn", "--bot", "purpel=random").code == 2


def test_one_board_is_enough_for_all_plies_of_bots_in_a_row(cli):
    words = ("--bot", "TG=random", "--bot", "SB=random", "--bot", "SG=random", "--seed", "3")
    ran = cli("play", "struckle", *words, stdin=b"D- H- P- S-\n")
    assert (ran.code, ran.err) == (0, "")
    plies = len(content(cli, "struckle.sgn")["moves"])
    assert plies >= 4
    assert len(re.findall("plays ", ran.out)) == plies - 4
    assert ran.out.count("TBD a Diva") == 3  # at first, behind the own moves, behind those of the bots


def test_the_last_line_says_which_record_of_a_file_is_gone_on_with(cli, tmp_path):
    (tmp_path / "two games.sgn").write_bytes(sgn("1. D8-C8") + b"\n" + sgn())
    ran = cli("play", "two games.sgn", "--record", "2", stdin=b"D8-C8\n")
    assert ran.code == 0
    assert ran.out.endswith("go on with: struckle play 'two games.sgn' --record 2\n")


@pytest.mark.parametrize(
    ("words", "name", "again"),
    [
        (["--bot", "black=greedy"], "greedy (bot)", []),
        (["--bot", "black=SEARCH:5000"], "search:5000 (bot)", []),
        (["--bot", "black=random:0.5s", "--seed", "3"], "random:0.5s (bot)", ["--seed", "3"]),
        (["--bot", "black=random", "--nodes", "70"], "random:70 (bot)", []),
        (
            ["--bot", "black=random", "--nodes", "70", "--think", "2"],
            "random (bot)",
            ["--bot", "black=random", "--nodes", "70", "--think", "2"],
        ),
        (["--bot", "black=random", "--name", "black=Ben"], "Ben", ["--bot", "black=random"]),
        (["--bot", "black=person", "--bot", "white=random"], None, []),
    ],
)
def test_what_names_in_the_record_say_need_not_be_said_again(cli, words, name, again):
    ran = cli("play", "castle", *words, stdin=b"")
    assert ran.code == 0
    assert content(cli, "castle.sgn")["players"].get("black") == name
    assert ran.out.splitlines()[-1].endswith(" ".join(["go on with: struckle play castle.sgn", *again]))


def test_a_bot_that_the_record_names_plays_on_when_nobody_says_anything(cli):
    """However the last game was left; it is told, with how to take the seat over."""
    cli("play", "castle", "--bot", "black=random", stdin=b"D8-C8\n")
    ran = cli("play", "castle.sgn", stdin=b"C8-C7\n")
    assert "black is played by the bot random again, as the record says (--bot black=person" in ran.out
    assert "black (random) plays" in ran.out
    assert len(content(cli, "castle.sgn")["moves"]) == 4


@pytest.mark.parametrize("word", ["person", "none", "PERSON"])
def test_a_seat_is_taken_over_from_a_bot(cli, word):
    """Without the bot's name at the prompt; the last line says it again."""
    cli("play", "castle", "--bot", "black=random", stdin=b"D8-C8\n")
    cli("undo", "castle.sgn", "1")
    ran = cli("play", "castle.sgn", "--bot", f"black={word}", stdin=b"Q12-Q11\n")
    assert content(cli, "castle.sgn")["moves"] == ["D8-C8", "Q12-Q11"]
    assert "1... black> " in ran.out
    assert "(bot)" not in ran.out
    assert "again" not in ran.out
    assert ran.out.endswith(f"go on with: struckle play castle.sgn --bot black={word}\n")


def test_another_bot_takes_over_where_an_option_says_so(cli):
    cli("play", "castle", "--bot", "black=greedy", stdin=b"")
    ran = cli("play", "castle.sgn", "--bot", "black=random", "--seed", "4", stdin=b"D8-C8\n")
    assert "black (random) plays" in ran.out
    assert ran.out.endswith("castle.sgn --bot black=random --seed 4\n")


def test_bots_of_the_record_take_a_seed_and_a_budget(cli):
    cli("play", "castle", "--bot", "black=search", stdin=b"")
    ran = cli("play", "castle.sgn", "--seed", "4", "--nodes", "5", stdin=b"")
    assert ran.code == 0
    assert ran.out.endswith("struckle play castle.sgn --nodes 5 --seed 4\n")
    assert cli("play", "castle.sgn", "--bot", "black=none", "--seed", "4").code == 2


@pytest.mark.parametrize("name", ["grady (bot)", "greedy(bot)", "greedy", "search:0 (bot)", " (bot)"])
def test_whoever_is_named_like_no_bot_is_a_person(cli, name):
    cli("play", "castle", "--name", f"black={name}", stdin=b"D8-C8\n")
    ran = cli("play", "castle.sgn", stdin=b"")
    assert ran.out.count(f"1... black ({name})> ") == 1
    assert "again" not in ran.out


def test_no_person_of_a_new_game_is_named_like_a_bot(cli, tmp_path):
    ran = cli("play", "castle", "--name", "black=greedy (bot)")
    assert ran.code == 2
    assert "is how a record names a bot; --bot black=greedy brings it" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_no_card_of_a_bot_is_shown_when_its_game_is_gone_on_with(cli):
    cli("play", "struggle", "--bot", "p2=random", "--seed", "2", stdin=b"2\nred\n\nquit\n")
    ran = cli("play", "struggle.sgn", stdin=b"secrets\nquit\n")
    assert "press Enter when nobody" not in ran.out
    assert "p2 hidden" in ran.out
    assert "p2 is played by the bot random again" in ran.out
