"""`play stricken`: two at one keyboard who cannot see each other's beads and orders; by pipe and terminal."""

import json
import os
import random
import re
import signal
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.core.errors import AccessError
from struckle_cli.core.secret import Opening
from struckle_cli.games.stricken import GAME
from struckle_cli.services import secretfiles, table
from tests.cli.stricken_support import (
    LONG,
    SEATS,
    Item,
    Key,
    closed_twins,
    committed,
    masked,
    open_game,
    slow_commitment,
)
from tests.cli.struggle_support import put
from tests.cli.support import Ran, leftovers, unpacked
from tests.cli.test_stricken_machines import SOON, beads_in, holds_nothing_of
from tests.cli.test_struggle_play import CLEAR, Pipe, Talk, Terminal
from tests.games.stricken.helpers import bound, tokens
from tests.games.stricken.setups import CLOSE, DEFAULT

Cli = Callable[..., Ran]
Start = Callable[..., Any]
ORDER = "F2[1b1-1a1]"
IN_WORDS = "white's shell 1 to Drift to 1a1"
PROMPT = (
    r"(?P<cover>white|black)(?: \([^)]*\))?, press Enter when nobody else looks> "
    r"|(?P<asked>white|black), yes or no> "
    r"|(?P<turn>\d+)\.(?:\.\.)? (?P<seat>white|black)(?: \([^)]*\))?> "
    r"|(?P<over>game over)> "
)


class ByPipe(Pipe):
    prompt = PROMPT


class AtTerminal(Terminal):
    prompt = PROMPT


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Start]:
    """Start `play` by pipe or at a terminal."""
    started: list[Talk] = []

    def start(kind: type[Talk], *arguments: str, **env: str) -> Talk:
        started.append(kind(tmp_path, *arguments, **env))
        return started[-1]

    yield start
    for one in started:
        if isinstance(one, Terminal):
            one.child.close(force=True)
        elif isinstance(one, Pipe) and one.child.stdout is not None and not one.child.stdout.closed:
            one.child.kill()
            one.finish()


def keys_in(name: str, seat: str) -> list[Key]:
    """What the secrets file of a seat beside a record holds."""
    found: list[Key] = json.loads(Path(f"{name}.{seat}.secrets").read_bytes())
    return found


def new(cli: Cli, *options: object, name: str = "g.sgn") -> dict[str, list[str]]:
    """A new game beside which both secrets files lie; the beads of each side."""
    assert cli("new", "stricken", "-o", name, *options).code == 0
    return {seat: keys_in(name, seat)[0]["value"].split(",") for seat in SEATS}


def content(cli: Cli, name: str = "g.sgn") -> Item:
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    item: Item = ran.json
    return item


def session(cli: Cli, lines: str, name: str = "g.sgn") -> str:
    """What `play` says to some lines from a pipe."""
    ran = cli("play", name, stdin=lines.encode())
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def in_the_open(item: Item, beads: dict[str, list[str]]) -> Any:
    """The state before the first move of a committed record, with the beads in the open."""
    setup = {key: value for key, value in item["setup"].items() if key != "beads"}
    sides = {
        seat: [shell | {"bead": bead} for shell, bead in zip(shells, beads[seat], strict=True)]
        for seat, shells in setup["shells"].items()
    }
    return bound(setup | {"shells": sides})


def public_beads(cli: Cli, name: str, seat: str) -> list[str]:
    """What everybody may know of a side's beads, from the record alone."""
    return beads_in(cli("render", name, "--width", 100).out, seat)


def lower(texts: list[str]) -> list[str]:
    return [text.lower() for text in texts]


# Whole games.


class Players:
    """Both players of a game, who act at random on what they know; the game is kept in the open besides."""

    def __init__(self, cli: Cli, name: str, seed: int) -> None:
        self.cli, self.name, self.chance = cli, name, random.Random(seed)
        self.beads = new(cli, *SOON, name=name)
        self.state = in_the_open(content(cli, name), self.beads)
        self.orders: dict[str, list[str]] = {seat: [] for seat in SEATS}

    def token(self, seat: str) -> str:
        legal = tokens(self.state)
        orders = [token for token in legal if token[0] == "F"]
        fights = [token for token in legal if re.match("...[x:]", token)]
        kinds = [kind for kind in (orders, fights) if kind and self.chance.random() < 0.5]
        token = "claim" if "claim" in legal else self.chance.choice(kinds[0] if kinds else legal)
        if token[0] == "F":
            self.orders[seat].append(token)
        self.state = GAME.apply(self.state, GAME.parse_move(token))
        return token

    def look_at_record(self) -> None:
        """Nothing of the secrets is in the record, and each file holds the secrets of its seat alone."""
        raw = unpacked(Path(self.name))
        for seat in SEATS:
            keys = keys_in(self.name, seat)
            assert holds_nothing_of(raw, keys)
            assert {key["seat"] for key in keys} == {seat}
            assert [key["value"] for key in keys[1:]] == self.orders[seat]

    def look_at_screen(self, screen: str, seat: str | None) -> None:
        """On it are the own beads and, of the other side, what everybody may know."""
        for side in SEATS:
            shown = beads_in(screen, side)
            if side == seat:
                assert lower(shown) == lower(self.beads[side])
            else:
                assert shown == public_beads(self.cli, self.name, side)
                assert ",".join(self.beads[side]) not in screen
                assert not any(order in screen for order in self.orders[side])
                assert not re.search(rf"{side}: order of turn [^\n]*: {side}'s shell", screen)


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
    assert "the game is over: win:" in game.said
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


# The cover.


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
    assert "1b1" not in game.shown.partition("ply")[0]
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


LINES = """board
moves
secrets
resign
help

moves
secrets
moves F2
1a1x1a1
F2[1a1:S1a1]
F2[1b1
=5e5-5e5
claim
F[#0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef]x
2a2x
note mine
flip
draw
moves
no

undo
pass pass
moves
board
undo
"""


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


# Taking back.


def test_undo_until_the_next_player_has_looked(cli: Cli) -> None:
    """The opening of an order that is taken back goes from the file, and the next one has another nonce."""
    new(cli)
    first = keys_in("g.sgn", "white")
    out = session(cli, f"\n{ORDER}\nundo\n")
    assert "taken back" in out
    assert content(cli)["moves"] == []
    assert keys_in("g.sgn", "white") == first
    session(cli, f"\n{ORDER}\nundo\n\nF3[1c1-2c1]\n")
    assert [key["value"] for key in keys_in("g.sgn", "white")[1:]] == ["F3[1c1-2c1]"]
    assert len(content(cli)["moves"]) == 1
    assert cli("validate", "g.sgn").code == 0


@pytest.mark.parametrize(
    "lines",
    [f"\n{ORDER}\n\nundo\n", f"\n{ORDER}\nundo 2\n", f"\n{ORDER}\nundo 0\n", f"\n{ORDER}\n\npass\n\nundo\n",
     f"\n{ORDER}\n\npass\nundo 2\n", f"\n{ORDER}\n\nundo\nundo\n"],
)  # fmt: skip
def test_what_has_been_seen_cannot_be_taken_back(cli: Cli, lines: Any) -> None:
    new(cli)
    out = session(cli, lines)
    assert "only the last ply can be taken back, until the next player has looked" in out
    assert len(content(cli)["moves"]) == 1 + ("pass" in lines)
    assert [key["value"] for key in keys_in("g.sgn", "white")[1:]] == [ORDER]


def test_undo_reaches_neither_over_one_s_own_cover_nor_over_a_session(cli: Cli) -> None:
    new(cli)
    refused = "only the last ply can be taken back"
    assert refused in session(cli, "undo\n")
    assert refused in session(cli, "\nundo\n")
    session(cli, f"\n{ORDER}\n")
    for lines in ("undo\n", "\nundo\n"):
        assert refused in session(cli, lines)
    assert len(content(cli)["moves"]) == 1
    # Once is once: behind the ply that was taken back, its player has looked.
    out = session(cli, "\npass\nundo\nundo\n")
    assert (out.count("taken back, until"), len(content(cli)["moves"])) == (1, 1)


def test_an_undo_that_is_refused_or_done_shows_nothing(cli: Cli, talk: Start) -> None:
    beads = new(cli)
    game = talk(AtTerminal, "g.sgn")
    for line in (None, "", "secrets", ORDER):
        game.answer(line)
    assert game.answer("undo")["cover"] == "white"
    for text in (ORDER, IN_WORDS, ",".join(beads["white"])):
        assert text not in game.screen
    assert beads_in(game.screen, "white") == 12 * ["?"]
    assert "order of turn 1" not in game.screen
    assert game.answer("redo")["cover"] == "white"
    assert content(cli)["moves"] == []


# Draws, resignations, leaving.


def test_a_draw_is_offered_and_answered_with_nothing_on_the_screen(cli: Cli, talk: Start) -> None:
    beads = new(cli)
    session(cli, f"\n{ORDER}\n\npass\n")
    game = talk(AtTerminal, "g.sgn")
    for line in (None, "", "secrets"):
        game.answer(line)
    assert game.answer("draw")["asked"] == "black"
    secret = [ORDER, IN_WORDS, *(",".join(beads[seat]) for seat in SEATS)]
    for line in (None, "board", "help", "secrets", "1b1-1a1", "foo", "undo", "flip", "moves"):
        asked = game.answer(line) if line else None
        assert asked is None or asked["asked"] == "black", line
        assert not any(text in game.screen for text in secret[line == "moves" :]), line
    assert beads_in(game.screen, "white") == beads_in(game.screen, "black") == 12 * ["?"]
    assert "1b1-1a1" in game.shown, "as everybody can see, it may be what the order says"
    assert game.answer("no")["cover"] == "white"
    assert not any(text in game.screen for text in secret)
    assert "declined" in game.screen
    assert game.answer("")["seat"] == "white"
    game.answer("draw")
    assert game.answer("yes") is None
    assert game.finish() == 0
    assert not any(text in game.screen for text in secret)
    item = content(cli)
    assert item["result"] == {"winners": [], "reason": "agreement"}
    assert "reveals" not in item
    assert cli("reveal", "g.sgn", "g.sgn.white.secrets", "g.sgn.black.secrets").code == 0
    assert cli("validate", "--strict", "g.sgn").code == 0


@pytest.mark.parametrize("how", ["resign", "leave while a draw is offered"])
def test_who_gives_up_or_leaves_shows_nothing(cli: Cli, talk: Start, how: Any) -> None:
    beads = new(cli)
    session(cli, f"\n{ORDER}\n\npass\n")
    game = talk(AtTerminal, "g.sgn")
    for line in (None, "", "secrets"):
        game.answer(line)
    if how == "resign":
        assert game.answer("resign") is None
    else:
        game.answer("draw")
        assert game.answer("quit") is None
    assert game.finish() == 0
    for text in (ORDER, IN_WORDS, *(",".join(beads[seat]) for seat in SEATS)):
        assert text not in game.screen
    assert "secrets" not in game.screen or how == "resign"
    item = content(cli)
    if how == "resign":
        assert item["result"] == {"winners": ["black"], "reason": "resign"}
        again = session(cli, "undo\nmoves\nboard\nsecrets\n")
        assert "the game is over: win:black (resign)" in again
        assert "undo takes back" not in again
        assert not any(text in again for text in (ORDER, IN_WORDS, ",".join(beads["white"])))
        assert content(cli) == item
    else:
        assert item["result"] is None
        assert "white, press Enter" in session(cli, "").splitlines()[-2]


def test_the_end_of_a_game_leaves_nothing_on_the_screen(cli: Cli, talk: Start) -> None:
    """Beads are nobody else's even then: only reveal lays them open."""
    beads = new(cli, "--claim-at", 0, "--claim-lead", 0)
    game = talk(AtTerminal, "g.sgn")
    for line in (None, "", ORDER, "", "secrets"):
        game.answer(line)
    assert game.answer("claim") is None
    assert game.finish() == 0
    assert "the game is over: win:black (claim)" in game.screen
    assert beads_in(game.screen, "white") == beads_in(game.screen, "black") == 12 * ["?"]
    for text in (ORDER, IN_WORDS, *(",".join(beads[seat]) for seat in SEATS)):
        assert text not in game.screen
    assert "struckle reveal g.sgn g.sgn.white.secrets g.sgn.black.secrets" in game.screen


def test_leaving_and_coming_back(cli: Cli) -> None:
    """Each side's orders are known again to it alone, and it goes on behind the cover."""
    new(cli)
    for lines, last in (
        (f"\n{ORDER}\n", "black"), ("\nF3[5b1-5a1]\n", "white"), ("\nq\n", "white"), ("q\n", "white"),
        ("\npass\n", "black"), ("\npass\n", "white"),
    ):  # fmt: skip
        out = session(cli, lines)
        rows = [row for row in out.splitlines() if "press Enter" in row or re.match(r"\d+\.", row)]
        assert rows[-1].startswith((f"{last}, press", "2. white>")), lines
    out = session(cli, "\nsecrets\nmoves\npass\n")
    assert f"order:1: {ORDER}" in out
    assert "F3[5b1-5a1]" not in out
    assert "due on this turn" in out
    assert "black: order of turn 1, due on turn 3 or 4: hidden" in out
    out = session(cli, "\n=1b1-1a1\n\nsecrets\n")
    assert "white's order of its turn 1 is carried out" in out
    assert "order:1: F3[5b1-5a1]" in out
    assert f"order:1: {ORDER}" not in out
    assert len(content(cli)["moves"]) == 5


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_signal_behind_a_sealed_order_loses_nothing(cli: Cli, talk: Start, number: Any) -> None:
    new(cli)
    game = talk(ByPipe, "g.sgn")
    for line in (None, "", ORDER):
        game.answer(line)
    os.kill(game.child.pid, number)
    game.child.wait(20)
    (token,) = content(cli)["moves"]
    assert token == f"F[{slow_commitment(content(cli)['id'], keys_in('g.sgn', 'white')[1])}]"
    assert cli("reveal", "g.sgn", "g.sgn.white.secrets", "g.sgn.black.secrets").code == 0
    assert leftovers(Path()) == []


@pytest.mark.parametrize("seat", SEATS)
def test_secrets_of_another_record_are_refused_at_once(cli: Cli, seat: Any) -> None:
    new(cli)
    new(cli, name="h.sgn")
    before = Path("g.sgn").read_bytes()
    Path(f"g.sgn.{seat}.secrets").write_bytes(Path(f"h.sgn.{seat}.secrets").read_bytes())
    ran = cli("play", "g.sgn", stdin=b"\npass\n")
    assert ran.code == 1
    assert "commit.false" in ran.err
    assert "not its own" in ran.err
    assert holds_nothing_of((ran.out + ran.err).encode(), keys_in("g.sgn", seat))
    assert Path("g.sgn").read_bytes() == before


def test_an_order_whose_opening_cannot_be_kept_is_not_played(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could open it ever again; the game goes on."""
    new(cli)

    def fail(path: str, openings: object) -> None:
        raise AccessError("no space left", code="io.write")

    monkeypatch.setattr(table, "write_secrets", fail)
    out = session(cli, f"\n{ORDER}\npass\n\npass\n")
    assert f"{ORDER}: not played: no space left" in out
    assert content(cli)["moves"] == ["pass", "pass"]
    assert len(keys_in("g.sgn", "white")) == 1


def test_an_opening_that_cannot_be_taken_out_of_the_file_does_no_harm(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(cli)
    written, write = 0, secretfiles.write_secrets

    def fail_at_the_second(path: str, openings: list[Opening]) -> None:
        nonlocal written
        written += 1
        if written == 2:
            raise AccessError("no space left", code="io.write")
        write(path, openings)

    monkeypatch.setattr(table, "write_secrets", fail_at_the_second)
    out = session(cli, f"\n{ORDER}\nundo\n\npass\n\nmoves\npass\n")
    assert "taken back" in out
    assert content(cli)["moves"] == ["pass", "pass"]
    assert len(keys_in("g.sgn", "white")) == 2
    assert cli("reveal", "g.sgn", "g.sgn.white.secrets", "g.sgn.black.secrets").code == 0


def test_a_note_and_a_copy_hold_no_secret(cli: Cli) -> None:
    new(cli)
    session(cli, f"\n{ORDER}\nnote sealed\nsave copy.json\n")
    raw = Path("copy.json").read_bytes()
    assert all(holds_nothing_of(raw, keys_in("g.sgn", seat)) for seat in SEATS)
    assert json.loads(raw)["moves"] == content(cli)["moves"]
    assert content(cli)["notes"] == [{"ply": 1, "text": "sealed"}]


def test_an_open_record_is_played_in_the_open(cli: Cli) -> None:
    """`--seed` deals a record in which nothing is hidden: no cover, and orders stand as they are."""
    assert cli("new", "stricken", "-o", "g.sgn", "--seed", "3").code == 0
    assert list(Path().glob("*.secrets")) == []
    out = session(cli, f"{ORDER}\nundo\n{ORDER}\npass\n")
    assert "press Enter" not in out
    assert content(cli)["moves"] == [ORDER, "pass"]


def test_a_record_that_was_laid_open_can_be_gone_on_with(cli: Cli) -> None:
    item = open_game(CLOSE, 3, 12)
    closed, keys = committed(item)
    put(Path("g.json"), closed)
    for seat in SEATS:
        put(Path(f"g.json.{seat}.secrets"), [key for key in keys if key["seat"] == seat])
    assert cli("reveal", "g.json", *(f"g.json.{seat}.secrets" for seat in SEATS), "--open").code == 0
    out = session(cli, "moves\n", "g.json")
    assert "press Enter" not in out
    assert ": hidden" not in out
    assert content(cli, "g.json") == item | {"id": closed["id"]}
