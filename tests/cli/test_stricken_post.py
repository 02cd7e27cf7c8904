"""Stricken by post: moves with one's own secrets file, whole games, and the proof at the end."""

import json
import random
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.stricken_machines_support import (
    ORDER,
    SOON,
    Cli,
    beads_in,
    begin,
    finished,
    holds_nothing_of,
    snapshot,
)
from tests.cli.stricken_support import COMMITMENT, SEATS, committed, open_game, slow_commitment
from tests.cli.struggle_support import put
from tests.cli.support import leftovers, unpacked
from tests.games.stricken.setups import CLOSE, DEFAULT, WHITE_BEADS


def test_a_sealed_order_stands_in_the_own_file_and_its_commitment_in_the_record(cli: Cli) -> None:
    white, black = begin(cli)
    before = white.keys
    said = white.move(ORDER)
    assert ORDER not in said
    assert "black to move" in said
    item = white.content()
    assert [key["what"] for key in white.keys] == ["beads", "order:1"]
    assert white.keys[:1] == before
    opening = white.keys[1]
    assert opening["value"] == ORDER
    assert item["moves"] == [f"F[{slow_commitment(item['id'], opening)}]"]
    assert stat.S_IMODE(white.secrets.stat().st_mode) == 0o600
    assert leftovers(white.folder) == []
    white.send(black)
    black.move("F3[5b1-5a1]")
    assert [(key["seat"], key["what"], key["value"]) for key in black.keys[1:]] == [
        ("black", "order:1", "F3[5b1-5a1]")
    ]
    assert COMMITMENT.search(black.content()["moves"][1])
    assert holds_nothing_of(white.bytes(), black.keys)
    assert holds_nothing_of(black.bytes(), white.keys)
    pending = "pending: white beads, black beads, white order:1, black order:1"
    assert f"consistent with what is visible; {pending}" in black.say("validate")


def test_several_moves_at_once_seal_what_is_the_own_side_s(cli: Cli) -> None:
    white, black = begin(cli)
    before = snapshot()
    ran = cli("move", white.record, ORDER, "F2[5b1-5a1]", *white.own)
    assert (ran.code, "the secrets file of black" in ran.err) == (2, True)
    assert snapshot() == before
    white.move(ORDER, "pass", "F2[1c1-2c1]")
    assert [key["what"] for key in white.keys] == ["beads", "order:1", "order:2"]
    tokens = white.content()["moves"]
    assert [token[:3] for token in tokens] == ["F[#", "pas", "F[#"]
    assert tokens[0] != tokens[2]
    assert holds_nothing_of(unpacked(white.record), white.keys)
    assert black.keys[0]["what"] == "beads"


def test_an_order_without_the_own_secrets_file_is_refused(cli: Cli, tmp_path: Path) -> None:
    white, black = begin(cli)
    others = Path("others")
    put(others, [key | {"seat": "black"} for key in white.keys])
    Path("none").write_text("[]")
    before = snapshot()
    for words, code, what in (
        ((), 2, "needs the secrets file of white (--secrets FILE)"),
        (("--secrets", black.secrets), 2, "needs the secrets file of white"),
        (("--secrets", "none"), 2, "needs the secrets file of white"),
        (("--secrets", others), 1, "commit.false"),
        (("--secrets", "missing"), 3, "missing"),
        (("--secrets", white.record), 1, "secrets.form"),
        (("--secrets", white.folder), 3, "at-white"),
    ):
        ran = cli("move", white.record, ORDER, *words)
        assert (ran.code, ran.out) == (code, ""), words
        assert what in ran.err, words
        assert holds_nothing_of(ran.err.encode(), white.keys + black.keys)
    assert snapshot() == before


def test_the_secrets_of_another_game_are_refused_and_not_repeated(cli: Cli) -> None:
    white, _ = begin(cli)
    assert cli("new", "stricken", "--as", "white", "-o", "other.sgn").code == 0
    foreign = Path("other.sgn.white.secrets")
    (key,) = json.loads(foreign.read_bytes())
    before = snapshot()
    for name, *words in (
        ("move", "pass"), ("move", ORDER), ("moves", "--as", "white"), ("show", "--as", "white"),
        ("render", "--as", "white"), ("show",),
    ):  # fmt: skip
        ran = cli(name, white.record, *words, "--secrets", foreign)
        assert ran.code == 1, name
        assert "commit.false" in ran.out + ran.err
        assert holds_nothing_of((ran.out + ran.err).encode(), [key])
    ran = cli("reveal", white.record, foreign)
    assert (ran.code, ran.out, "white beads" in ran.err) == (1, "", True)
    assert snapshot() == before


def test_what_the_own_bead_does_not_hold_is_refused_before_it_is_committed_to(cli: Cli) -> None:
    """Without the file nobody could know, and the lie would come to light at the end."""
    white, _ = begin(cli)
    beads = white.keys[0]["value"].split(",")
    shell = next(index for index, bead in enumerate(beads) if "I" not in bead)
    point = DEFAULT["shells"]["white"][shell]["point"]
    before = snapshot()
    for token in (f"{point}:I", f"F2[{point}:I]", f"F3[{point}:I]"):
        ran = cli("move", white.record, token, *white.own)
        assert (ran.code, ran.out) == (1, "")
        assert "stricken.no-ability" in ran.err
        assert f"has the bead {beads[shell]}" in ran.err
    assert snapshot() == before
    assert cli("move", white.record, f"{point}:I").code == 0


def test_an_illegal_token_among_several_changes_neither_record_nor_secrets(cli: Cli) -> None:
    white, _ = begin(cli)
    before = snapshot()
    ran = cli("move", white.record, ORDER, "pass", "1a1-1a2", *white.own)
    assert (ran.code, "ply 3" in ran.err) == (1, True)
    assert snapshot() == before


def test_an_own_order_is_known_on_its_due_turn_and_to_nobody_else(cli: Cli) -> None:
    white, black = begin(cli)
    white.move(ORDER, "pass", "1c1-2c1", "pass")
    white.send(black)
    listing = json.loads(white.say("moves", "--json", "--as", "white", *white.own))
    assert listing == {"ply": 4, "to_move": "white", "moves": ["=1b1-1a1"], "complete": True}
    seen = json.loads(black.say("moves", "--json", "--as", "black", *black.own))
    assert seen["complete"] is False
    assert {"=1b1-1a1", "=1c1-1c2", "pass"} & {*seen["moves"]} == {"=1b1-1a1", "pass"}
    assert "1b1 to" not in black.say("show", "--as", "black", *black.own)
    for token, code in (
        ("pass", "stricken.due-turn"),
        ("=void", "stricken.foretold"),
        ("=1a2-1a1", "foretold"),
    ):
        assert code in white.say("move", token, *white.own, code=1)
    white.move("=1b1-1a1")


@pytest.mark.parametrize("seed", range(3))
def test_what_a_side_is_listed_is_just_what_it_can_do(cli: Cli, seed: Any) -> None:
    """With the own file the list is complete, and that of the game in the open."""
    item = open_game(DEFAULT, seed, 10 + seed)
    closed, keys = committed(item)
    put(Path("g.json"), closed)
    put(Path("open.json"), item)
    mover = SEATS[len(item["moves"]) % 2]
    for seat in SEATS:
        put(Path(f"{seat}.secrets"), [key for key in keys if key["seat"] == seat])
    full = cli("moves", "open.json", "--json").json
    own = cli("moves", "g.json", "--json", "--as", mover, "--secrets", f"{mover}.secrets").json
    assert own == full
    assert own["complete"] is True
    other = next(seat for seat in SEATS if seat != mover)
    for words in ((), ("--as", mover), ("--as", other, "--secrets", f"{other}.secrets"),
                  ("--as", mover, "--secrets", f"{other}.secrets")):  # fmt: skip
        listed = cli("moves", "g.json", "--json", *words).json
        assert {*full["moves"]} <= {*listed["moves"]}
        assert listed["complete"] is False


def test_each_side_sees_its_own_beads_and_orders(cli: Cli) -> None:
    white, black = begin(cli)
    white.move(ORDER)
    white.send(black)
    black.move("F3[5b1-5a1]")
    black.send(white)
    for machine, other in ((white, black), (black, white)):
        shown = machine.say("render", "--as", machine.seat, *machine.own, "--width", 100)
        beads = machine.keys[0]["value"].lower().split(",")
        assert beads_in(shown, machine.seat) == beads
        assert beads_in(shown, other.seat) == 12 * ["?"]
        assert f"{other.seat}: order of turn 1, due on turn 3 or 4: hidden" in shown
        assert f"{machine.seat}: order of turn 1, due on turn" in shown
        assert f"{machine.seat}'s shell 1 to Drift to" in shown
        told = machine.say("show", "--as", machine.seat, *machine.own)
        assert machine.keys[1]["value"] in told
        assert other.keys[1]["value"] not in told
        hidden = [f"hidden: {other.seat} beads", f"hidden: {other.seat} order:1"]
        assert [line for line in told.splitlines() if line.startswith("hidden: ")] == hidden
        blind = machine.say("render", "--width", 100)
        assert beads_in(blind, "white") == beads_in(blind, "black") == 12 * ["?"]
        assert blind.count(": hidden") == 2


def test_an_order_that_is_taken_back_and_another_one(cli: Cli) -> None:
    """The older opening of the same turn stays in the file: it may be of another copy; it does no harm."""
    white, black = begin(cli)
    white.move(ORDER)
    first = white.keys[1]
    white.say("undo")
    white.move("F3[1c1-2c1]")
    assert [key["value"] for key in white.keys[1:]] == [ORDER, "F3[1c1-2c1]"]
    assert first["nonce"] != white.keys[2]["nonce"]
    white.say("undo")
    white.move("pass")
    assert len(white.keys) == 3
    for name in ("show", "render", "moves"):
        white.say(name, "--as", "white", *white.own)
    white.send(black)
    black.move("pass")
    ran = cli("reveal", black.record, white.secrets, black.secrets)
    assert ran.code == 0
    assert "left out" in ran.err
    assert "white order:1" in ran.err
    assert holds_nothing_of(ran.err.encode(), white.keys)
    assert black.say("validate", "--strict")
    assert [key["what"] for key in black.content()["reveals"]] == ["beads", "beads"]


def test_an_order_that_is_sealed_again_and_again_is_proved_by_its_last_opening(cli: Cli) -> None:
    white, black = begin(cli)
    for token in (ORDER, "F2[1c1-2c1]", ORDER):
        white.move(token)
        white.say("undo")
    white.move(ORDER)
    ran = cli("reveal", white.record, white.secrets, black.secrets)
    assert ran.code == 0
    assert ran.err.count("white order:1") == 1
    assert holds_nothing_of(ran.err.encode(), white.keys)
    assert white.content()["reveals"][1] == white.keys[-1]
    white.say("validate", "--strict")


@pytest.mark.parametrize(("name", "seed"), [("g.sgn", 1), ("g.json", 2), ("g.msgpack.zst", 3)])
def test_a_whole_game_by_post_that_both_sides_can_prove(
    cli: Cli, tmp_path: Path, name: Any, seed: Any
) -> None:
    white, black = begin(cli, *SOON, name=name)
    chance, machine, other = random.Random(seed), white, black
    while machine.content()["result"] is None:
        listing = json.loads(machine.say("moves", "--json", "--as", machine.seat, *machine.own))
        assert (listing["to_move"], listing["complete"]) == (machine.seat, True)
        orders = [token for token in listing["moves"] if token[0] == "F"]
        attacks = [token for token in listing["moves"] if re.match("...[x:]", token)]
        kinds = [kind for kind in (orders, attacks) if kind and chance.random() < 0.5]
        token = chance.choice(kinds[0] if kinds else listing["moves"])
        if "claim" in listing["moves"]:
            token = "claim"
        known = len(machine.keys)
        machine.move(token)
        assert len(machine.keys) == known + (token[0] == "F")
        assert holds_nothing_of(machine.bytes(), other.keys)
        assert holds_nothing_of(unpacked(machine.record), machine.keys)
        assert (token in machine.content()["moves"][-1]) == (token[0] != "F")
        machine.send(other)
        assert other.content() == machine.content()
        machine, other = other, machine
    item = machine.content()
    assert item["result"]["reason"] in ("claim", "elimination")
    assert sum(token[0] == "F" for token in item["moves"]) >= 2
    # The openings are exchanged, and one command proves the game.
    names = [*(key["what"] for key in white.keys), *(key["what"] for key in black.keys)]
    ran = cli("reveal", machine.record, white.secrets, black.secrets)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("nothing is hidden any more\n")
    assert len(machine.content()["reveals"]) == len(names)
    machine.say("validate", "--strict")
    claims = json.loads(machine.say("verify", "--json"))["results"][0]["claims"]
    assert {claim["verdict"] for claim in claims} == {True}
    assert len([claim for claim in claims if claim["claim"].startswith("commitment of ")]) == len(names)
    # In the open it is the same game.
    assert cli("reveal", machine.record, "--open", white.secrets, black.secrets, "-o", "open.json").code == 0
    opened = json.loads(Path("open.json").read_bytes())
    assert opened.keys() >= {"id", "setup", "moves", "result"}
    assert "reveals" not in opened
    assert cli("validate", "--strict", "open.json").code == 0
    assert opened["result"] == item["result"]
    # Afterwards each side may give away what is its own, or nothing.
    for viewer in ("white", "black", "public"):
        shown = cli("redact", machine.record, "--for", viewer, "--to", "json").raw
        for owner in (white, black):
            assert holds_nothing_of(shown, owner.keys) == (owner.seat != viewer)


def test_each_may_play_at_their_own_machine(cli: Cli) -> None:
    """`play` asks for one's own move, and knows nothing of the other side's secrets."""
    white, black = begin(cli)
    for machine, other, line in (
        (white, black, ORDER), (black, white, "F3[5b1-5a1]"), (white, black, "pass"), (black, white, "pass"),
        (white, black, "=1b1-1a1"),
    ):  # fmt: skip
        ran = cli("play", machine.record, stdin=f"\nsecrets\n{line}\nq\n".encode())
        assert (ran.code, ran.err) == (0, "")
        assert f"beads: {machine.keys[0]['value']}" in ran.out
        assert holds_nothing_of(ran.raw, other.keys)
        assert sorted(path.name for path in machine.folder.iterdir()) == [
            "g.sgn", machine.secrets.name,
        ]  # fmt: skip
        assert holds_nothing_of(machine.bytes(), other.keys)
        assert holds_nothing_of(machine.record.read_bytes(), machine.keys)
        machine.send(other)
    assert len(black.content()["moves"]) == 5
    assert cli("reveal", black.record, white.secrets, black.secrets).code == 0
    black.say("validate", "--strict")


def test_one_side_opens_after_the_other(cli: Cli) -> None:
    white, black = finished(cli)
    assert "still hidden: black beads, black order:2" in white.say("reveal", white.secrets)
    assert black.say("validate")
    white.send(black)
    assert "nothing is hidden any more" in black.say("reveal", black.secrets)
    black.say("validate", "--strict")
    black.say("verify")


@pytest.mark.parametrize("part", ["seat", "what", "nonce", "value"])
@pytest.mark.parametrize("index", [0, 1])
def test_a_tampered_secrets_file_is_refuted_and_the_record_left_alone(
    cli: Cli, part: Any, index: Any
) -> None:
    white, black = finished(cli)
    keys = black.keys
    changed = {
        "seat": "white", "what": "order:9", "nonce": keys[index]["nonce"][::-1],
        "value": keys[index]["value"].replace("5b1-5a1", "5b1-4b1") if index else ",".join(WHITE_BEADS),
    }  # fmt: skip
    keys[index] |= {part: changed[part]}
    put(Path("lie"), keys)
    before = snapshot()
    for words in ((), ("--open",), ("-o", "x.sgn"), ("--open", "-o", "-")):
        ran = cli("reveal", black.record, white.secrets, "lie", *words)
        assert (ran.code, ran.out) == (1, ""), words
        assert re.search(r"commit\.(false|nothing|twice)", ran.err)
        assert holds_nothing_of(ran.err.encode(), keys[index : index + 1])
    assert snapshot() == before


def test_a_tampered_record_is_refused_by_whoever_holds_the_secrets(cli: Cli) -> None:
    """The other side cannot exchange a commitment, nor the id, without being found out at once."""
    white, black = begin(cli, name="g.json")
    white.move(ORDER, "pass")
    item = white.content()
    for change in (
        {"id": item["id"][::-1]},
        {"moves": ["F[" + black.content()["setup"]["beads"]["black"] + "]", "pass"]},
        {"setup": item["setup"] | {"beads": item["setup"]["beads"] | {"white": "#" + 64 * "0"}}},
    ):
        put(white.record, item | change)
        before = snapshot()
        for name, *words in (("move", "pass"), ("moves", "--as", "white"), ("show", "--as", "white")):
            assert "commit.false" in white.say(name, *words, *white.own, code=1)
        assert snapshot() == before
    put(white.record, item)
    white.move("pass")


def test_whoever_cheats_without_the_own_file_is_refuted_at_the_end(cli: Cli) -> None:
    white, black = begin(cli)
    beads = black.keys[0]["value"].split(",")
    shell = next(index for index, bead in enumerate(beads) if "W" not in bead)
    token = f"{DEFAULT['shells']['black'][shell]['point']}:W"
    white.move("pass")
    white.send(black)
    black.say("move", token)
    black.send(white)
    white.say("validate")
    ran = cli("reveal", white.record, white.secrets, black.secrets)
    assert ran.code == 1
    assert "stricken.no-ability: game 1, ply 2" in ran.err
    assert "stricken.no-ability" in white.say("validate", code=1)
    assert f"ply 2 ({token})" in white.say("verify", code=1)


def test_the_board_and_the_list_agree_with_a_game_in_the_open(cli: Cli) -> None:
    """A random game in the open, sent to and fro as its commitments allow, ends as it does there."""
    item = open_game(CLOSE, 5)
    closed, keys = committed(item)
    put(Path("g.json"), closed | {"moves": [], "result": None})
    for seat in SEATS:
        put(Path(seat), [key for key in keys if key["seat"] == seat and key["what"] == "beads"])
    for ply, token in enumerate(item["moves"]):
        ran = cli("move", "g.json", token, "--secrets", SEATS[ply % 2])
        assert (ran.code, ran.err) == (0, "")
    made = json.loads(Path("g.json").read_bytes())
    assert made["result"] == item["result"]
    assert [token[:2] == "F[" for token in made["moves"]] == [token[0] == "F" for token in item["moves"]]
    assert cli("reveal", "g.json", *SEATS, "--open").code == 0
    assert json.loads(Path("g.json").read_bytes()) == item | {"id": made["id"]}
