"""`play` at Stricken: whole games by pipe and at a terminal, and what is seen at the cover."""

import re
import stat
import time
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.games.stricken import GAME
from tests.cli.stricken_machines_support import beads_in, holds_nothing_of
from tests.cli.stricken_play_support import (
    IN_WORDS,
    LINES,
    ORDER,
    AtTerminal,
    ByPipe,
    Cli,
    Players,
    Start,
    content,
    in_the_open,
    keys_in,
    lower,
    new,
    session,
)
from tests.cli.stricken_support import (
    LONG,
    SEATS,
    closed_twins,
    masked,
    slow_commitment,
)
from tests.cli.struggle_play_support import CLEAR, Talk
from tests.cli.struggle_support import put
from tests.cli.support import leftovers
from tests.games.stricken.helpers import tokens
from tests.games.stricken.setups import DEFAULT


@pytest.mark.parametrize(
    ("kind", "name"),
    [(ByPipe, "g.sgn"), (ByPipe, "g.json.gz"), (AtTerminal, "g.sgn"), (AtTerminal, "g.msgpack")],
)
def test_a_whole_game(cli: Cli, talk: Start, kind: type[Talk], name: Any) -> None:
    """Secrets are neither on the other's screen nor in the record, and at the end they prove the game."""
    players = Players(cli, name, len(name))
    game = talk(kind, name)
    asked, turns = game.answer(), []
    while asked is not None:
        players.look_at_record()
        if isinstance(game, AtTerminal):
            players.look_at_screen(game.screen, asked["seat"])
        turns += [asked["seat"]] if asked["seat"] else []
        asked = game.answer("" if asked["cover"] else players.token(asked["seat"]))
    assert game.finish() == 0
    assert "the game is over; " in game.said
    players.look_at_record()
    item = content(cli, name)
    assert turns == [SEATS[turn % 2] for turn in range(len(item["moves"]))]
    outcome = GAME.outcome(players.state)
    assert outcome is not None
    assert (item["result"]["winners"], item["result"]["reason"]) == ([*outcome.winners], outcome.reason)
    assert "reveals" not in item
    if isinstance(game, AtTerminal):
        players.look_at_screen(game.screen, None)
    files = [f"{name}.{seat}.secrets" for seat in SEATS]
    ran = cli("reveal", name, *files)
    assert (ran.code, "nothing is hidden any more" in ran.out) == (0, True)
    assert cli("validate", "--strict", name).code == 0
    claims = cli("verify", name, "--json").json["results"][0]["claims"]
    assert {claim["verdict"] for claim in claims} == {True}
    assert len(claims) >= 4 + sum(map(len, players.orders.values()))
    assert leftovers(Path()) == []


def test_a_game_from_nothing(cli: Cli, tmp_path: Path) -> None:
    """`play stricken` deals from the secure source and commits; the files are their owners' alone."""
    ran = cli("play", "stricken", stdin=b"\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "stricken.sgn", "stricken.sgn.black.secrets", "stricken.sgn.white.secrets",
    ]  # fmt: skip
    item = content(cli, "stricken.sgn")
    assert (item["moves"], item["result"], item["setup"]["deal"]) == ([], None, "rebuilt")
    for seat in SEATS:
        (key,) = keys_in("stricken.sgn", seat)
        assert item["setup"]["beads"][seat] == slow_commitment(item["id"], key)
        assert len({*key["value"].split(",")}) == 12
        assert stat.S_IMODE(Path(f"stricken.sgn.{seat}.secrets").stat().st_mode) == 0o600
        assert holds_nothing_of(Path("stricken.sgn").read_bytes(), [key])
    assert cli("play", "stricken", stdin=b"").code == 0
    assert keys_in("stricken-2.sgn", "white")[0]["value"] != keys_in("stricken.sgn", "white")[0]["value"]


def test_the_keyboard_is_passed_behind_a_cover(cli: Cli, talk: Start) -> None:
    beads = new(cli)
    game = talk(AtTerminal, "g.sgn")
    assert game.answer()["cover"] == "white"
    assert beads_in(game.said, "white") == beads_in(game.said, "black") == 12 * ["?"]
    assert game.answer("")["seat"] == "white"
    assert CLEAR in game.shown
    assert beads_in(game.screen, "white") == lower(beads["white"])
    assert beads_in(game.screen, "black") == 12 * ["?"]
    game.answer("secrets")
    assert f"beads: {','.join(beads['white'])}" in game.shown
    assert game.answer(ORDER)["cover"] == "black"
    assert CLEAR in game.shown
    for text in (ORDER, "1b1-1a1", IN_WORDS, ",".join(beads["white"])):
        assert text not in game.screen
    assert "white: order of turn 1, due on turn 3 or 4: hidden" in game.screen
    assert "white seals a hidden order, due on its turn 3 or 4; 2 orders left" in game.screen
    assert beads_in(game.screen, "white") == beads_in(game.screen, "black") == 12 * ["?"]
    assert game.answer("")["seat"] == "black"
    assert beads_in(game.screen, "white") == 12 * ["?"]
    assert beads_in(game.screen, "black") == lower(beads["black"])
    assert "white: order of turn 1, due on turn 3 or 4: hidden" in game.screen
    game.answer("secrets")
    assert f"beads: {','.join(beads['black'])}" in game.shown
    assert "order:" not in game.shown
    assert game.answer("pass")["cover"] == "white"
    assert ",".join(beads["black"]) not in game.screen
    game.answer("")
    assert f"white: order of turn 1, due on turn 3: {IN_WORDS}" in game.screen
    game.answer("secrets")
    assert f"order:1: {ORDER}" in game.shown


def test_only_enter_alone_uncovers(cli: Cli, talk: Start) -> None:
    """Whoever has just played may still look: what they type at the next player's cover shows nothing."""
    beads = new(cli)
    game = talk(AtTerminal, "g.sgn")
    for line in (None, "", "secrets"):
        game.answer(line)
    assert game.answer(ORDER)["cover"] == "black"
    for line in (
        "board", "help", "secrets", "moves", "pass", "5b1-5a1", "F2[5b1-5a1]", "note x", "foo", "flip",
        "resign", "draw", "redo", "yes", "moves F2", "=1b1-1a1", "save copy.json", "save",
    ):  # fmt: skip
        assert game.answer(line)["cover"] == "black", line
        shown = game.shown.replace(line, "", 1)  # the line itself is echoed
        assert not any(text in game.screen for text in (ORDER, IN_WORDS)), line
        assert not any(",".join(beads[seat]) in game.screen for seat in SEATS), line
        if "layer 1" in shown:
            assert beads_in(shown, "white") == beads_in(shown, "black") == 12 * ["?"], line
    item = content(cli)
    assert (len(item["moves"]), item["result"]) == (1, None)
    raw = Path("copy.json").read_bytes()
    assert all(holds_nothing_of(raw, keys_in("g.sgn", seat)) for seat in SEATS)


def test_words_behind_a_move_are_not_repeated_to_the_next_player(cli: Cli, talk: Start) -> None:
    new(cli)
    game = talk(AtTerminal, "g.sgn")
    game.answer()
    game.answer("")
    assert game.answer(f"{ORDER} F3[1c1-2c1]")["cover"] == "black"
    assert "not played" in game.screen
    assert "1c1-2c1" not in game.screen
    assert len(content(cli)["moves"]) == 1


def test_a_legal_list_is_that_of_the_own_beads(cli: Cli, talk: Start) -> None:
    beads = new(cli)
    state = in_the_open(content(cli), beads)
    out = session(cli, "\nmoves\n")
    listed = {word for word in out.split() if re.fullmatch(r"(?:F[23]\[)?[1-5][a-e][1-5][-x:]\S+|pass", word)}
    assert listed == {*tokens(state)}
    shell = next(index for index, bead in enumerate(beads["white"]) if "W" not in bead)
    point = DEFAULT["shells"]["white"][shell]["point"]
    told = session(cli, f"\n{point}:W\nF2[{point}:W]\n")
    assert told.count(f"has the bead {beads['white'][shell]}, so it has no Ward") == 2
    assert content(cli)["moves"] == []


@pytest.mark.parametrize("style", [{}, {"TERM": "dumb"}])
def test_what_one_player_has_typed_is_not_called_back_by_the_next(cli: Cli, talk: Start, style: Any) -> None:
    new(cli)
    game = talk(AtTerminal, "g.sgn", **style)
    for line in (None, "", "note that is mine", "F2[1b1"):
        game.answer(line)
    assert game.answer(ORDER)["cover"] == "black"
    assert game.answer("")["seat"] == "black"
    game.answer("\x1b[A\x1b[A\x1b[A")  # three lines back; there are none, so this is Enter alone
    assert "mine" not in game.shown
    assert "F2[" not in game.shown
    assert len(content(cli)["moves"]) == 1


def test_a_terminal_that_cannot_be_cleared_is_scrolled_on(cli: Cli, talk: Start) -> None:
    beads = new(cli)
    game = talk(AtTerminal, "g.sgn", TERM="dumb")
    for line in (None, "", "secrets"):
        game.answer(line)
    assert game.answer(ORDER)["cover"] == "black"
    assert "\x1b" not in game.said
    last_screen = "\n".join(game.said.split("\n")[-40:])
    assert ",".join(beads["white"]) in game.said
    assert ",".join(beads["white"]) not in last_screen
    assert ORDER not in last_screen
    assert 40 * "\n" in game.shown


@pytest.mark.parametrize("how", ["quit", "end of input", "interrupt"])
def test_whoever_leaves_does_not_leave_beads_and_orders_on_the_screen(
    cli: Cli, talk: Start, how: Any
) -> None:
    beads = new(cli)
    session(cli, f"\n{ORDER}\n\npass\n")
    game = talk(AtTerminal, "g.sgn")
    game.answer()
    game.answer("")
    game.answer("secrets")
    assert ",".join(beads["white"]) in game.screen
    assert IN_WORDS in game.screen
    if how == "quit":
        game.type("q")
    elif how == "end of input":
        game.child.sendeof()
    else:
        time.sleep(0.5)  # readline may sleep through a signal that comes before it waits for keys
        game.child.sendintr()
    assert game.finish() == (130 if how == "interrupt" else 0)
    assert not any(text in game.screen for text in (",".join(beads["white"]), IN_WORDS, ORDER))
    assert "layer" not in game.screen
    assert "go on with: struckle play g.sgn" in game.screen


def test_by_pipe_nothing_is_cleared_and_nothing_coloured(cli: Cli) -> None:
    new(cli)
    assert "\x1b" not in session(cli, f"\nmoves\n{ORDER}\n\ndraw\nno\n")


def test_names_stand_in_the_prompts(cli: Cli) -> None:
    new(cli, "--white", "Ana", "--black", "Ben")
    out = session(cli, "\npass\n\n")
    for prompt in (
        "white (Ana), press Enter when nobody else looks> ", "1. white (Ana)> ",
        "black (Ben), press Enter when nobody else looks> ", "1... black (Ben)> ",
    ):  # fmt: skip
        assert prompt in out.splitlines()


def test_what_abilities_and_orders_show_is_everybody_s(cli: Cli, talk: Start) -> None:
    """A used capability is a capital for both; an order that is carried out shows what the rules say."""
    beads = new(cli)
    shell = next(index for index, bead in enumerate(beads["white"]) if "I" in bead and index)
    point = DEFAULT["shells"]["white"][shell]["point"]
    game = talk(AtTerminal, "g.sgn")
    game.answer()
    game.answer("")
    assert game.answer(f"{point}:I")["cover"] == "black"
    assert f"white's shell {shell + 1} shows Inspire" in game.screen
    assert beads_in(game.screen, "white")[shell] == "I?"
    game.answer("")
    assert beads_in(game.screen, "white")[shell] == "I?"
    for line in ("pass", "", f"F2[{point}:I]", "", "pass", "", "pass", ""):
        game.answer(line)
    assert game.answer("pass")["cover"] == "white"
    assert "due on turn 4 or 5: hidden" in game.screen
    game.answer("")
    assert f"due on turn 4: white's shell {shell + 1} to Inspire" in game.screen
    game.answer("pass")
    assert "due on this turn" in " ".join(game.shown.split())
    assert game.answer(f"={point}:I")["cover"] == "black"
    assert "white's order of its turn 2" in game.screen


@pytest.mark.parametrize("limit", [3, 4, 5, 8, 9, 12])
@pytest.mark.parametrize("number", range(3))
def test_games_that_look_alike_to_a_player_do_so_in_play(cli: Cli, number: int, limit: int) -> None:
    """Whatever they type (but for the last line nothing legal), until the other player looks."""
    viewer = SEATS[limit % 2]
    said = []
    for item, keys in closed_twins(LONG[number], limit, viewer, limit):
        put(Path("g.json"), item)
        for seat in SEATS:
            put(Path(f"g.json.{seat}.secrets"), [key for key in keys if key["seat"] == seat])
        out = session(cli, LINES, "g.json")
        said.append(masked(out.encode()))
        own = {key["value"] for key in keys if key["seat"] == viewer}
        others = [key for key in keys if key["seat"] != viewer and key["value"] not in own]
        assert not any(
            key["nonce"] in out or (key["value"] in out and key["what"] == "beads") for key in others
        )
    assert said[0] == said[1]
