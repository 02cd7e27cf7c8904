"""`play` with dice and cards: whole games by pipe and at a terminal, covers, which dice are kept."""

import random
import re
import stat
import time
from pathlib import Path

import pytest

from struckle_cli.games.struggle.dice import faces
from tests.cli.struggle_play_support import (
    CLEAR,
    WAYS,
    Pipe,
    Terminal,
    begin,
    content,
    new,
    next_line,
    rolled,
    session,
    with_queen,
)
from tests.cli.struggle_support import SEATS
from tests.cli.support import leftovers, unpacked


@pytest.mark.parametrize(
    ("kind", "name"), [(Pipe, "g.sgn"), (Pipe, "g.json.gz"), (Terminal, "g.sgn"), (Terminal, "g.msgpack")]
)
def test_a_whole_game_of_three(cli, talk, tmp_path, kind, name):
    """Secrets are neither on the screen of another seat nor in the record until the end; then all is open."""
    keys = new(cli, name)
    game = talk(kind, name)
    chance = random.Random(f"{kind} {name}")
    asked, plies, turns = game.answer(), 0, []
    while asked is not None:
        raw = unpacked(tmp_path / name)
        for key in keys.values():
            assert key["value"].encode() not in raw
            assert key["nonce"].encode() not in raw
            assert bytes.fromhex(key["nonce"]) not in raw
        if isinstance(game, Terminal):
            who = asked["seat"]
            for seat in SEATS[:3]:
                assert (keys[seat]["value"] in game.screen) <= (seat == who), (seat, asked[0])
            assert keys["table"]["value"] not in game.said
        turns += [asked["seat"]] if asked["seat"] and not asked["rolls"] else []
        plies += 1
        asked = game.answer(next_line(game, asked, chance))
    assert game.finish() == 0
    assert re.search(r"the game is over; p\d.* wins?: arrival", game.said) is not None
    assert "The game is over" in game.said.rpartition("Arrived")[2]
    item = content(cli, name)
    assert turns == [SEATS[turn % 3] for turn in range(len(item["moves"]))]
    assert {key["seat"]: key["value"] for key in item["reveals"]} == {
        seat: keys[seat]["value"] for seat in SEATS[:3]
    }
    dice = item["setup"]["dice"]
    assert (dice["seed"], dice["nonce"]) == (keys["table"]["value"], keys["table"]["nonce"])
    assert item["result"]["reason"] == "arrival"
    assert set(item["result"]["scores"]) == {*SEATS[:3]}
    best = max(item["result"]["scores"].values())
    assert item["result"]["winners"] == [
        seat for seat, score in item["result"]["scores"].items() if score == best
    ]
    for turn, token in enumerate(item["moves"], 1):
        assert token[:5] == faces(dice["seed"], item["id"], dice["client"], turn, 0, 5)
    assert cli("validate", "--strict", name).code == 0
    claims = cli("verify", name, "--json").json["results"][0]["claims"]
    assert all(claim["verdict"] is True for claim in claims)
    assert {"dice", "cards", "scores"} < {claim["claim"] for claim in claims}
    assert not (tmp_path / f"{name}.rolled").exists()
    assert leftovers(tmp_path) == []


def test_a_game_from_the_first_question(cli, tmp_path):
    """`play struggle` asks how many play and for their words; cards and seed are dealt and committed to."""
    ran = cli("play", "struggle", stdin=b"3\nred\n\nb l u e\n\n\nq\n")
    assert (ran.code, ran.err) == (0, "")
    item = content(cli, "struggle.sgn")
    assert item["setup"]["players"] == 3
    assert item["setup"]["dice"].keys() == {"scheme", "client", "commit"}
    assert item["setup"]["dice"]["client"] == "red,,b l u e"
    assert all(card.startswith("#") for card in item["setup"]["cards"].values())
    assert item["setup"]["dice"]["commit"][:13] in ran.out, (
        "what the seed is fixed by is told before the words"
    )
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["struggle.sgn", *(f"struggle.sgn.{seat}.secrets" for seat in (*SEATS[:3], "table"))] or (
        names == ["struggle.sgn", "struggle.sgn.p1.secrets", "struggle.sgn.p2.secrets",
                  "struggle.sgn.p3.secrets", "struggle.sgn.rolled", "struggle.sgn.table.secrets"]
    )  # fmt: skip
    for name in names[1:]:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
    assert cli("play", "struggle", stdin=b"2\nquit\n").code == 0
    assert content(cli, "struggle-2.sgn")["setup"]["dice"]["client"] == ""


def test_who_leaves_before_the_words_is_asked_again(cli):
    new(cli, players=2)
    for lines in ("", "quit\n", "red\n", "red\nQ\n"):
        assert "before the first roll" in session(cli, lines)
        assert content(cli)["setup"]["dice"]["client"] == ""
    out = session(cli, "red\nblue\n")
    assert content(cli)["setup"]["dice"]["client"] == "red,blue"
    assert "a word for the dice" not in session(cli, "")
    assert "p1, press Enter when nobody else looks> " in out


def test_the_keyboard_is_passed_behind_a_cover(cli, talk, tmp_path):
    keys = begin(cli)
    own, other = keys["p1"]["value"], keys["p2"]["value"]
    game = talk(Terminal, "g.sgn")
    assert game.answer()["cover"] == "p1"
    assert own not in game.said
    assert game.answer("")["seat"] == "p1"
    assert CLEAR in game.shown
    assert f"Cards: p1 {own}  p2 hidden" in game.screen
    assert game.answer("")["rolls"]
    game.answer("secrets")
    assert f"card: {own}" in game.shown
    game.answer("moves")
    assert game.answer(WAYS.findall(game.shown)[0])["cover"] == "p2"
    assert own not in game.screen
    assert "ply 1: " in game.screen
    assert "Cards: p1 hidden  p2 hidden" in game.screen
    assert game.answer("")["seat"] == "p2"
    assert f"Cards: p1 hidden  p2 {other}" in game.screen
    assert own not in game.screen


def test_what_one_player_has_typed_is_not_called_back_by_the_next(cli, talk):
    begin(cli)
    game = talk(Terminal, "g.sgn")
    for line in (None, "", "", "note that is mine", "moves"):
        game.answer(line)
    game.answer(WAYS.findall(game.shown)[0])
    assert game.answer("")["rolls"] is None
    asked = game.answer("\x1b[A\x1b[A\x1b[A")  # three lines back; there are none, so this is Enter alone
    assert "mine" not in game.shown
    assert asked["rolls"]


def test_only_enter_alone_uncovers(cli, talk):
    """Whoever has just played may still look: what they type at the next player's cover shows no card."""
    keys = begin(cli)
    game = talk(Terminal, "g.sgn")
    for line in (None, "", "", "moves"):
        game.answer(line)
    assert game.answer(WAYS.findall(game.shown)[0])["cover"] == "p2"
    for line in (
        "board",
        "help",
        "secrets",
        "moves",
        "roll",
        "keep AK",
        "K",
        "AKQJT=K1",
        "note x",
        "foo",
        "flip",
    ):
        assert game.answer(line)["cover"] == "p2", line
        for seat in ("p1", "p2"):
            assert keys[seat]["value"] not in game.screen, line
    assert len(content(cli)["moves"]) == 1
    assert rolled() == ""


def test_a_terminal_that_cannot_be_cleared_is_scrolled_on(cli, talk):
    keys = begin(cli)
    game = talk(Terminal, "g.sgn", TERM="dumb")
    for line in (None, "", "", "moves"):
        game.answer(line)
    assert game.answer(WAYS.findall(game.shown)[0])["cover"] == "p2"
    assert "\x1b" not in game.said
    last_screen = game.said.split("\n")[-40:]
    assert keys["p1"]["value"] in game.said
    assert keys["p1"]["value"] not in "\n".join(last_screen)
    assert 40 * "\n" in game.shown


@pytest.mark.parametrize("how", ["quit", "end of input", "interrupt"])
def test_whoever_leaves_does_not_leave_the_card_on_the_screen(cli, talk, how):
    keys = begin(cli)
    game = talk(Terminal, "g.sgn")
    game.answer()
    game.answer("")
    game.answer("secrets")
    assert keys["p1"]["value"] in game.screen
    if how == "quit":
        game.type("q")
    elif how == "end of input":
        game.child.sendeof()
    else:
        time.sleep(0.5)  # readline may sleep through a signal that comes before it waits for keys
        game.child.sendintr()
    assert game.finish() == (130 if how == "interrupt" else 0)
    assert keys["p1"]["value"] not in game.screen
    assert "go on with: struckle play g.sgn" in game.screen


def test_by_pipe_nothing_is_cleared_and_nothing_coloured(cli):
    begin(cli)
    assert "\x1b" not in session(cli, "\n\nmoves\n")


def test_names_stand_in_the_prompts(cli):
    new(cli, "g.sgn", 2, "--p1", "Ana", "--p2", "Ben")
    out = session(cli, "\n\n\n\n")
    assert "p1 (Ana), a word for the dice" in out
    assert "p1 (Ana), press Enter when nobody else looks> " in out
    assert re.search(r"^1\. p1 \(Ana\) [AKQJT9]{5}> $", out, re.MULTILINE)


def test_a_small_q_leaves_and_a_capital_keeps_the_queen(cli):
    roll = with_queen(cli)
    out = session(cli, "\n\nq\nboard\n")
    assert out.splitlines()[-1] == "the game is saved; go on with: struckle play g.sgn"
    assert rolled() == roll
    session(cli, "\nQ\n")
    assert re.fullmatch(rf"{roll}/Q\+[AKQJT9]{{4}}", rolled())
    assert content(cli)["moves"] == []


def test_ways_to_say_which_dice_are_kept(cli):
    roll = with_queen(cli)
    firsts = set()
    for line in ("Q", "keep Q", "keep q", "KEEP Q"):
        session(cli, f"\n\n{line}\n")
        firsts.add(rolled())
        Path("g.sgn.rolled").unlink()
    assert len(firsts) == 1, "the seed has fixed what is thrown"
    session(cli, "\n\nkeep\n")
    assert rolled().startswith(f"{roll}/+")
    session(cli, "\nkeep\nkeep\nkeep Q\n")
    assert rolled().count("/") == 2
    assert "thrown three times" in session(cli, "\nkeep Q\n")


@pytest.mark.parametrize(
    "wrong", ["keep 99999", "keep AKQJT9", "keep X", "roll", "keep AAAA", "AAAA=K1", "redo"]
)
def test_what_cannot_be_kept_throws_nothing(cli, wrong):
    keys = begin(cli)
    session(cli, "\n\n")
    before = rolled()
    if wrong == "keep AAAA" and before.startswith("AAAA"):
        wrong = "keep 9999"
    session(cli, f"\n{wrong}\n")
    assert rolled() == before == faces(keys["table"]["value"], content(cli)["id"], "a,a", 1, 0, 5)
    assert content(cli)["moves"] == []


def test_the_number_of_players_is_asked_with_its_usual_answer(cli):
    ran = cli("play", "struggle", stdin=b"\n\n\nquit\n")
    assert ran.out.startswith("before the game begins: ")
    assert "players (Enter: 2)> " in ran.out
    assert "players have picked 2\n" in ran.out
    assert content(cli, "struggle.sgn")["setup"]["players"] == 2


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_is_no_word_for_the_dice(cli, word):
    """It is explained, and asked again; whoever leaves there is told how to go on."""
    ran = cli("play", "struggle", stdin=f"2\n{word}\nred\n{word}\nquit\n".encode())
    assert ran.out.count("p1, a word for the dice") == ran.out.count("p2, a word for the dice") == 2
    assert ran.out.count("Enter gives none, quit leaves") == 2
    assert ran.out.endswith(
        "left before the first roll; the game is saved; go on with: struckle play struggle.sgn\n"
    )
    ran = cli("play", "struggle.sgn", stdin=f"red\n{word}\nblue\n".encode())
    assert content(cli, "struggle.sgn")["setup"]["dice"]["client"] == "red,blue"
