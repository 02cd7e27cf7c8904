"""`play` at Stricken: taking back, draws, leaving, and the files beside the record."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.core.errors import AccessError
from struckle_cli.core.secret import Opening
from struckle_cli.services import secretfiles, table
from tests.cli.stricken_machines_support import beads_in, holds_nothing_of
from tests.cli.stricken_play_support import (
    IN_WORDS,
    ORDER,
    AtTerminal,
    ByPipe,
    Cli,
    Start,
    content,
    keys_in,
    new,
    session,
)
from tests.cli.stricken_support import (
    SEATS,
    committed,
    open_game,
    slow_commitment,
)
from tests.cli.struggle_support import put
from tests.cli.support import leftovers
from tests.games.stricken.setups import CLOSE


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
        assert "the game is over; black wins: resign" in again
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
    assert "the game is over; black wins: claim" in game.screen
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
