"""`play` with dice and cards: leaving, coming back, undo, and the files beside the record."""

import json
import os
import re
import signal
from pathlib import Path

import pytest

from struckle_cli.games.struggle.dice import faces
from tests.cli.struggle_play_support import (
    WAYS,
    Pipe,
    begin,
    content,
    new,
    play_one,
    rolled,
    session,
)
from tests.cli.struggle_support import SHORT, committed, open_game, put, seeded_dice


def test_leaving_and_coming_back_in_the_middle_of_a_turn(cli):
    begin(cli)
    seen = []
    for line in ("\n\n", "\n", "\nkeep\n", "\n", "\n\n\n", "\nkeep\n", "\n"):
        out = session(cli, line)
        seen.append(rolled())
        assert f"1. p1 {seen[-1]}> " in out.splitlines()
    assert seen[0] == seen[1]
    assert seen[2] == seen[3] == seen[4] != seen[1]
    assert seen[5] == seen[6] != seen[4]
    assert content(cli)["moves"] == []
    part = WAYS.findall(session(cli, "\nmoves\n"))[0]
    session(cli, f"\n{part}\n")
    assert content(cli)["moves"] == [f"{seen[-1]}={part}"]
    assert rolled() == ""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("dice", ["declared", "hmac-sha256"])
def test_a_signal_in_the_middle_of_a_turn_does_not_roll_again(cli, talk, number, dice):
    assert cli("new", "struggle", "-o", "g.sgn", "--dice", dice).code == 0
    if dice != "declared":
        session(cli, "a\na\n")
    game = talk(Pipe, "g.sgn")
    game.answer()
    game.answer("")
    game.answer("")
    asked = game.answer("keep")
    assert asked["rolls"].count("/") == 1
    os.kill(game.child.pid, number)
    game.child.wait(20)
    assert rolled() == asked["rolls"]
    assert session(cli, "\n").splitlines()[-2] == f"1. p1 {asked['rolls']}> "


@pytest.mark.parametrize("dice", ["declared", "hmac-sha256"])
def test_undo_never_gives_another_roll(cli, dice):
    assert cli("new", "struggle", "-o", "g.sgn", "--dice", dice).code == 0
    if dice != "declared":
        session(cli, "a\na\n")
    session(cli, "\n\nkeep\n")
    rolls = rolled()
    part = WAYS.findall(session(cli, "\nmoves\n"))[-1]
    session(cli, f"\n{part}\n")
    assert content(cli)["moves"] == [f"{rolls}={part}"]
    for _ in range(3):
        out = session(cli, "undo\n")
        assert "the dice stay as they were" in out
        assert "p1, press Enter" in out.splitlines()[-2]
        assert (content(cli)["moves"], rolled()) == ([], rolls)
        for lines in ("undo\n", "\nundo\n"):
            assert "no plies to take back" in session(cli, lines)
        assert rolled() == rolls
        session(cli, f"\n{part}\n")
    # Once the next player has thrown, nothing can be taken back, not even after leaving.
    session(cli, "\n\n")
    second = rolled()
    for lines in ("\nundo\n", "undo\n", "\nundo 1\n", "\nundo 2\n"):
        assert "undo never crosses a roll" in session(cli, lines)
    assert rolled() == second
    assert len(content(cli)["moves"]) == 1
    assert "undo never crosses a roll" in session(cli, "\nundo 2\n")


def test_undo_of_more_than_the_last_hand(cli):
    begin(cli)
    play_one(cli)
    play_one(cli)
    before = content(cli)["moves"]
    assert "undo never crosses a roll" in session(cli, "undo 2\n")
    ran = cli("undo", "g.sgn")
    assert (ran.code, "undo.roll" in ran.err) == (1, True)
    assert content(cli)["moves"] == before
    session(cli, "undo\n")
    assert content(cli)["moves"] == before[:1]
    assert rolled() == before[1].partition("=")[0]


def test_dice_of_a_seed_are_not_typed(cli):
    begin(cli)
    assert "roll first" in session(cli, "\nAKQJT=K2Q1J1T1\n")
    assert "roll first" in session(cli, "\nK1\n")
    session(cli, "\n\n")
    other = "AAAAA" if rolled() != "AAAAA" else "KKKKK"
    assert "the dice show" in session(cli, f"\n{other}=-\n")
    assert content(cli)["moves"] == []


def test_a_new_record_of_the_same_name_has_dice_of_its_own(cli):
    """The roll that the record before was left with is not the new one's."""
    begin(cli)
    session(cli, "\n\n")
    old = Path("g.sgn.rolled").read_text()
    keys = new(cli, "g.sgn", 2, "--force")
    Path("g.sgn.rolled").write_text(old)
    out = session(cli, "a\na\n\n")
    assert "a roll is due" in out
    session(cli, "\n\n")
    assert rolled() == faces(keys["table"]["value"], content(cli)["id"], "a,a", 1, 0, 5)


@pytest.mark.parametrize("seat", ["p1", "p2", "table"])
def test_secrets_of_another_record_are_refused_at_once(cli, seat):
    """With another seed the dice would be refuted at the end, when nothing can be mended any more."""
    begin(cli)
    keys = begin(cli, name="h.sgn")
    before = Path("g.sgn").read_bytes()
    Path(f"g.sgn.{seat}.secrets").write_bytes(Path(f"h.sgn.{seat}.secrets").read_bytes())
    ran = cli("play", "g.sgn", stdin=b"\n\n\n")
    assert ran.code == 1
    assert "commit.false" in ran.err
    assert "not its own" in ran.err
    assert keys[seat]["value"] not in ran.out + ran.err
    assert rolled() == ""
    assert Path("g.sgn").read_bytes() == before


@pytest.mark.parametrize("text", ["", "{}", "\xff"])
def test_a_damaged_secrets_file_is_refused(cli, text):
    begin(cli)
    Path("g.sgn.p2.secrets").write_bytes(text.encode("latin-1"))
    ran = cli("play", "g.sgn", stdin=b"\n\n\n")
    assert (ran.code, "secrets.form" in ran.err) == (1, True)


def test_without_the_seed_nobody_can_roll(cli):
    begin(cli)
    Path("g.sgn.table.secrets").unlink()
    out = session(cli, "\n\nroll\n")
    assert out.count("the seed of the dice is not here") == 2
    assert rolled() == ""


def test_secrets_of_an_opened_record_do_no_harm(cli):
    begin(cli)
    play_one(cli)
    assert cli("reveal", "g.sgn", *map(str, Path().glob("*.secrets")), "--open").code == 0
    out = session(cli, "\n\n\nmoves\n")
    assert "hidden" not in out
    assert re.search(r"^2\. p2 [AKQJT9]{5}> $", out, re.MULTILINE)
    assert len(rolled()) == 5


def test_a_game_whose_cards_are_not_all_here_ends_without_a_result(cli, tmp_path):
    item = open_game(3, 3, colours=SHORT)
    last = item["moves"].pop()
    made, found = committed(item)
    put(tmp_path / "g.json", made)
    put(tmp_path / "g.json.p1.secrets", found[:1])
    put(tmp_path / "g.json.p3.secrets", found[2:3])
    (tmp_path / "g.json.rolled").write_text(
        f"{made['id']} {len(item['moves']) + 1} {last.partition('=')[0]}\n"
    )
    out = session(cli, f"\n{last.partition('=')[2]}\n", "g.json")
    assert "p2's" in out
    assert "reveal" in out
    after = content(cli, "g.json")
    assert (after["moves"][-1], after["result"]) == (last, None)
    assert "reveals" not in after
    put(tmp_path / "k2", found[1:2])
    secrets = ["g.json.p1.secrets", "k2", "g.json.p3.secrets"]
    assert cli("reveal", "g.json", *secrets).code == 0
    assert content(cli, "g.json")["result"] == open_game(3, 3, colours=SHORT)["result"]


def test_declared_dice_may_be_thrown_here_or_typed(cli):
    assert cli("new", "struggle", "-o", "g.sgn").code == 0
    session(cli, "\nKQJT9=K1Q1J1T191\n\n\n")
    assert content(cli)["moves"] == ["KQJT9=K1Q1J1T191"]
    second = rolled()
    assert re.fullmatch("[AKQJT9]{5}", second)
    assert second == "".join(sorted(second, key="AKQJT9".index))
    session(cli, "\n" + WAYS.findall(session(cli, "\nmoves\n"))[0] + "\n")
    assert content(cli)["moves"][1].startswith(second)


def test_a_finished_game_lies_open_and_takes_no_undo(cli, tmp_path):
    item = open_game(3, 3, colours=SHORT, dice=seeded_dice())
    last = item["moves"].pop()
    made, found = committed(item)
    put(tmp_path / "g.json", made)
    for key in found:
        put(tmp_path / f"g.json.{key['seat']}.secrets", [key])
    (tmp_path / "g.json.rolled").write_text(
        f"{made['id']} {len(item['moves']) + 1} {last.partition('=')[0]}\n"
    )
    out = session(cli, f"\n{last.partition('=')[2]}\n", "g.json")
    whole = open_game(3, 3, colours=SHORT, dice=seeded_dice())
    for seat, card in whole["setup"]["cards"].items():
        assert f"{seat} ({card}) scores {whole['result']['scores'][seat]}" in out
    assert content(cli, "g.json")["result"] == whole["result"]
    assert cli("validate", "--strict", "g.json").code == 0
    out = session(cli, "undo\n\nroll\nK1\n", "g.json")
    assert content(cli, "g.json")["result"] == whole["result"]
    assert "press Enter when nobody" not in out


@pytest.mark.parametrize("suffix", ["sgn", "json", "msgpack"])
def test_any_words_for_the_dice(cli, suffix):
    """Whatever is typed stands in the record as it was, and the dice are those of just that text."""
    words = ["\x1b[31m\x00\x7f", '"] } \\ ; {', "a:1:0,b|c ß \u2028\u202e."]
    name = f"g.{suffix}"
    keys = new(cli, name)
    session(cli, "".join(f"{word}\n" for word in words), name)
    item = content(cli, name)
    assert item["setup"]["dice"]["client"] == ",".join(words)
    session(cli, "\n\n", name)
    assert rolled(name) == faces(keys["table"]["value"], item["id"], ",".join(words), 1, 0, 5)
    part = WAYS.findall(session(cli, "\nmoves\n", name))[0]
    assert "\x1b" not in session(cli, f"\n{part}\n", name)
    assert cli("reveal", name, f"{name}.table.secrets").code == 0
    assert cli("validate", name).code == 0


def test_bytes_that_are_no_utf8_are_no_word(cli):
    new(cli, players=2)
    ran = cli("play", "g.sgn", stdin=b"\xff\xfe\nmine\n" + 300 * b"x" + b"\n\n\n")
    assert (ran.code, ran.err) == (0, "")
    assert "that line is not UTF-8: nothing of it was read" in ran.out
    assert content(cli)["setup"]["dice"]["client"] == "mine," + 100 * "x"
    assert cli("validate", "g.sgn").code == 0


def test_one_file_with_several_games(cli, tmp_path):
    """Each seat has one secrets file beside a file of records: those of another record in it do not fit."""
    items = [committed(open_game(number, 3, 3), f"{number}" * 32) for number in (1, 2)]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(item) + "\n" for item, _ in items))
    for key in items[1][1]:
        put(tmp_path / f"m.jsonl.{key['seat']}.secrets", [key])
    assert cli("play", "m.jsonl", stdin=b"").code == 2
    ran = cli("play", "m.jsonl", "--record", "1", stdin=b"\n\n")
    assert (ran.code, "not its own" in ran.err) == (1, True)
    ran = cli("play", "m.jsonl", "--record", "2", stdin=b"\nAKKQQ=K2Q3\n")
    assert ran.code == 0
    lines = (tmp_path / "m.jsonl").read_text().splitlines()
    assert json.loads(lines[0]) == items[0][0]
    assert json.loads(lines[1])["moves"] == [*items[1][0]["moves"], "AKKQQ=K2Q3"]


def test_a_copy_saved_in_play_holds_no_secret(cli, tmp_path):
    keys = begin(cli)
    session(cli, "\n\nsave copy.json\nnote hello\n")
    raw = (tmp_path / "copy.json").read_bytes()
    for key in keys.values():
        assert key["value"].encode() not in raw
    assert json.loads(raw)["setup"] == content(cli)["setup"]


def test_two_machines_exchange_records(cli, tmp_path):
    """Each has its own secrets file and nothing of the other's; the cards are opened one after the other."""
    item = open_game(3, 2, colours=SHORT)
    made, found = committed(item | {"moves": []})
    for at, name in enumerate(("a", "b")):
        (tmp_path / name).mkdir()
        put(tmp_path / name / "own", [found[at]])
    record = json.dumps(made).encode()
    for ply, token in enumerate(item["moves"]):
        folder = tmp_path / "ab"[ply % 2]
        (folder / "g.json").write_bytes(record)
        words = ("--as", f"p{ply % 2 + 1}", "--secrets", folder / "own")
        out = cli("show", folder / "g.json", *words).out
        assert [key["value"] in out for key in found] == [ply % 2 == 0, ply % 2 == 1]
        ran = cli("move", folder / "g.json", token, "--secrets", folder / "own")
        assert (ran.code, ran.err) == (0, "")
        assert json.loads((folder / "own").read_bytes()) == [found[ply % 2]]
        record = (folder / "g.json").read_bytes()
        assert not any(key["value"].encode() in record for key in found)
    assert json.loads(record)["result"] is None
    for name, left in (("a", "unfinished; still hidden: p2 card"), ("b", "nothing is hidden any more")):
        (tmp_path / name / "g.json").write_bytes(record)
        ran = cli("reveal", tmp_path / name / "g.json", tmp_path / name / "own")
        assert (ran.code, left in ran.out) == (0, True)
        record = (tmp_path / name / "g.json").read_bytes()
    final = json.loads(record)
    assert (final["result"], final["reveals"]) == (item["result"], found)
    assert cli("validate", "--strict", tmp_path / "b" / "g.json").code == 0


def test_a_move_is_checked_against_the_seed_of_whoever_holds_it(cli, tmp_path):
    item = open_game(3, 2, 2, colours=SHORT, dice=seeded_dice())
    made, found = committed(item | {"moves": item["moves"][:1]})
    put(tmp_path / "g.json", made)
    put(tmp_path / "table", found[2:])
    before = (tmp_path / "g.json").read_bytes()
    other = "AAAAA=-" if not item["moves"][1].startswith("AAAAA") else "KKKKK=K5"
    ran = cli("move", "g.json", other, "--secrets", "table")
    assert (ran.code, "struggle.wrong-roll" in ran.err) == (1, True)
    assert (tmp_path / "g.json").read_bytes() == before
    assert found[2]["value"] not in ran.out + ran.err
    assert cli("move", "g.json", item["moves"][1], "--secrets", "table").code == 0
    assert found[2]["value"].encode() not in (tmp_path / "g.json").read_bytes()


def test_an_order_that_was_taken_back_does_no_harm_in_the_secrets_file(cli, tmp_path):
    """Stricken keeps an opening a foretold order; the command undo leaves one that opens nothing any more."""
    assert cli("new", "stricken", "-o", "s.sgn").code == 0
    session(cli, "\nF2[1b1-1a1]\n", "s.sgn")
    assert cli("undo", "s.sgn").code == 0
    assert len(json.loads((tmp_path / "s.sgn.white.secrets").read_bytes())) == 2
    session(cli, "\npass\n", "s.sgn")
    assert content(cli, "s.sgn")["moves"] == ["pass"]
    own = ("s.sgn", "--as", "white", "--secrets", "s.sgn.white.secrets")
    for name in ("show", "render", "moves"):
        ran = cli(name, *own)
        assert (ran.code, ran.err) == (0, ""), name
    session(cli, "\npass\n", "s.sgn")
    session(cli, "\nF3[1b1-1a1]\n", "s.sgn")
    assert re.fullmatch(r"F\[#[0-9a-f]{64}\]", content(cli, "s.sgn")["moves"][2])
    assert "1b1-1a1" not in (tmp_path / "s.sgn").read_text()
