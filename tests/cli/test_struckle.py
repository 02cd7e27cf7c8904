"""Struckle through the command line: a whole game played, saved, resumed, drawn and verified."""

import json
import re

import pexpect
import pytest

from struckle_cli.services.loading import load
from tests.cli.support import dumps, leftovers

HOUSES = ["TB", "TG", "SB", "SG"]
NEAR = "g6a5a4h2 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 5"
POWERS = "c4d4+b6a3 h3g8+e3f1 d5+f3f4h6 f8e5+f6c5+ TB:H 2"
ESC = "\x1b["


def item(moves=(), result=None, position=None, **more):
    setup = {} if position is None else {"setup": {"position": position}}
    return {"format": 1, "game": "struckle"} | more | setup | {"moves": list(moves), "result": result}


def moves_of(name="struckle.sgn"):
    return load(name).document.moves


@pytest.fixture
def game(cli):
    names = [word for house in HOUSES for word in (f"--{house.lower()}", f"Player{house}")]
    assert cli("new", "struckle", "-o", "g.sgn", *names).code == 0
    assert cli("move", "g.sgn", *["Db6c5", "Hb5", "P-", "S-", "D-", "H-", "P-", "Sg2", "Dg4"]).code == 0
    return "g.sgn"


def test_a_game_from_new_to_verify(cli):
    assert cli("new", "struckle", "-o", "g.json", "--position", NEAR, "--tb", "Ana").code == 0
    refused = cli("move", "g.json", "Dh7g8")
    assert (refused.code, "struckle.after-win" in refused.err, "Dh7" in refused.err) == (1, True, True)
    done = cli("move", "g.json", "Dh7")
    assert (done.code, "win:TB (goals)" in done.out) == (0, True)
    assert cli("validate", "g.json").code == 0
    assert cli("verify", "g.json").code == 0
    assert cli("move", "g.json", "H-").code == 1
    assert cli("fmt", "--check", "g.json").code == 0
    assert cli("undo", "g.json").code == 0
    assert load("g.json").document.result is None


def test_nobody_resigns_and_nothing_is_agreed(cli, game):
    for words in (["win:TB"], ["draw"], ["win:TB", "--reason", "resign"], ["draw", "--reason", "agreement"]):
        assert cli("result", game, *words).code == 2
    ran = cli("play", game, stdin=b"resign\ndraw\nhelp\n")
    assert ran.out.count("Struckle does not know that") == 2
    assert "\nresign" not in ran.out
    assert "\ndraw" not in ran.out


def test_show_tells_house_turns_a_line_each(cli, game):
    ran = cli("show", game)
    assert ran.code == 0
    assert "1.TB Db6c5 Hb5 P- S-\n1.TG D- H- P- Sg2\n1.SB Dg4\n" in ran.out
    for house in HOUSES:
        assert f"Player{house}" in ran.out


def test_moves_are_grouped_steps_before_powers(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(item(position=POWERS)))
    ran = cli("moves", "g.json")
    heads = [line.split("  ")[0] for line in ran.out.splitlines()[1:] if not line.startswith(" ")]
    assert heads[:3] == ["no step", "one step", "two steps"]
    assert heads[3:]
    assert all(head.startswith("Charge on ") for head in heads[3:])
    assert "TB's Hero to move" in ran.out
    flat = cli("moves", "g.json", "--json").json
    assert (flat["ply"], flat["to_move"], flat["complete"]) == (0, "TB", True)
    assert flat["moves"] == sorted(flat["moves"])
    assert set(flat["moves"]) <= set(ran.out.split())


def test_counting(cli):
    assert cli("perft", "struckle", "--depth", "2", "--json").json == {"counts": [1, 30, 788]}
    parts = cli("perft", "struckle", "--depth", "2", "--divide", "--json").json["divide"]
    assert (len(parts), sum(parts.values())) == (30, 788)
    decided = "h2h7a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TG:D 9"
    assert cli("perft", "struckle", "--position", decided, "--json").json == {"counts": [1, 0, 0]}
    assert cli("moves", "struckle", "--position", decided, "--json").json["moves"] == []
    wrong = cli("moves", "struckle", "--position", decided.replace("h7", "h2"))
    assert (wrong.code, "struckle.same-square" in wrong.err) == (2, True)


# --- views --------------------------------------------------------------------------------------


def board(text):
    return text.split("\n")[1:11]


@pytest.mark.parametrize("house", HOUSES)
def test_flip_turns_the_view_and_its_coordinates(cli, game, house):
    ran = cli("render", game, "--flip", house)
    assert ran.code == 0
    lowest = board(ran.out)[8]
    assert lowest.split()[0] == {"TB": "a", "TG": "1", "SB": "h", "SG": "8"}[house]
    assert ran.out == cli("render", game, "--as", house).out
    assert ran.out == cli("render", game, "--as", "TB", "--flip", house.lower()).out
    assert ran.out.split("\n")[0] == cli("render", game).out.split("\n")[0], "the position is the same"


def test_flip_without_a_house_turns_to_the_next(cli, game):
    usual = cli("render", game).out
    assert usual == cli("render", game, "--flip", "TG").out
    following = cli("render", game, "--flip", "SB").out
    assert following == cli("render", game, "--flip").out == cli("render", "--flip", game).out
    assert following == cli("render", game, "--flip", "--style", "ascii").out
    assert usual == cli("render", game, "--as", "TB", "--flip").out


@pytest.mark.parametrize("wrong", ["XX", "white", "T", "1"])
def test_flip_to_what_is_no_house_is_wrong_usage(cli, game, wrong):
    for words in (["render", game], ["play", game]):
        ran = cli(*words, "--flip", wrong)
        assert (ran.code, ran.raw) == (2, b"")
        assert "TB" in ran.err or "Usage" in ran.err


def test_flip_is_general(cli):
    assert cli("new", "castle", "-o", "c.sgn").code == 0
    assert cli("render", "c.sgn", "--flip", "black").out == cli("render", "c.sgn", "--flip").out
    assert cli("render", "c.sgn", "--flip", "TB").code == 2


def test_a_board_without_sides_is_not_turned(cli):
    assert cli("new", "crungle", "-o", "c.sgn", "--seed", "1").code == 0
    for words in (["--flip"], ["--flip", "orange"]):
        ran = cli("render", "c.sgn", *words)
        assert (ran.code, "one side only" in ran.err) == (2, True)
    ran = cli("play", "c.sgn", stdin=b"flip\nhelp\n")
    assert "one side only" in ran.out
    assert "\nflip" not in ran.out


def test_colour_tells_houses_apart_and_machines_get_none(cli, game):
    drawn = cli("render", game, "--color", "always").out
    assert ESC in drawn
    assert ESC not in cli("render", game).out
    codes = {drawn[drawn.index(f"m{house}") - 12 : drawn.index(f"m{house}")] for house in ("TBH", "TGD")}
    assert len(codes) == 2
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn)
    assert [line.rstrip() for line in plain.split("\n")] == cli("render", game).out.split("\n")


def test_render_all_and_at(cli, game):
    ran = cli("render", game, "--all", "--flip", "SG")
    assert ran.out.count("Struckle, ply ") == 10
    assert "after 1.TG Sg2: SB's Diva to move" in ran.out
    assert "after 1.SB Dg4: SB's Hero to move" in cli("render", game, "--at", "9").out


# --- playing ------------------------------------------------------------------------------------


def test_play_names_the_piece_and_the_player(cli, game):
    ran = cli("play", game, stdin=b"H-\nP-\nS-\n")
    for prompt in (
        "1.SB SB's Hero (PlayerSB)>",
        "1.SB SB's Shadow (PlayerSB)>",
        "1.SG SG's Diva (PlayerSG)>",
    ):
        assert prompt in ran.out
    assert len(moves_of(game)) == 12


def test_half_a_token_lists_what_can_follow(cli):
    ran = cli("play", "struckle", stdin=b"D\nDb\nDb6c\nDb9\nDh1\nDb6\nH\n")
    assert moves_of() == ["Db6"]
    answers = [line for line in ran.out.splitlines() if "can become" in line]
    assert answers[1:3] == [
        "Db can become Db5 Db5a6 Db5b4 Db5b6 Db5c4 Db5c5 Db5c6 Db6 Db6a6 Db6a7 Db6b5 Db6b7 Db6c5 Db6c6 Db6c7 "
        "Db7 Db7a6 Db7a7 Db7a8 Db7b6 Db7b8 Db7c6 Db7c7",
        "Db6c can become Db6c5 Db6c6 Db6c7",
    ]
    assert answers[0].startswith("D can become D- Da7 ")
    assert answers[3].startswith("H can become H- "), "not help, though h is"
    assert "Db9: a token is a piece" in ran.out
    assert "Dh1: h1 is not adjacent to a6; nearest legal: D" in ran.out


def test_half_a_token_with_many_ends_lists_its_next_part(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(item(position=POWERS)))
    ran = cli("play", "g.json", stdin=b"H\nHc3\nHd3^\nh\n")
    first = next(line for line in ran.out.splitlines() if line.startswith("H can become"))
    parts = first.split()
    assert "H-" in parts
    assert any(part.endswith("..") for part in parts)
    assert len(first) < 300
    assert "type a move" in ran.out, "h is help"
    assert cli("play", "g.json", stdin=b"Hc9\n").code == 0


def test_half_a_token_in_castle(cli):
    ran = cli("play", "castle", stdin=b"D8-\nd8\nQ\nq\n")
    assert "D8- can become D8-" in ran.out
    assert "d8 can become D8-" in ran.out
    assert "Q can become Q8-" in ran.out
    assert ran.code == 0


def test_an_answer_to_a_draw_is_no_half_token(cli, tmp_path):
    position = "/".join(["19"] * 17 + ["12w6", "b18"]) + " w 1"  # a man in column N
    record = {"format": 1, "game": "castle", "setup": {"position": position}, "moves": [], "result": None}
    (tmp_path / "c.json").write_bytes(dumps(record))
    ran = cli("play", "c.json", stdin=b"N\ndraw\nN\n")
    assert "N can become N2-" in ran.out
    assert "declined" in ran.out


def test_flip_while_playing(cli):
    ran = cli("play", "struckle", "--flip", "TB", stdin=b"flip\nflip SG\nflip sideways\nD-\n")
    edges = [rows.split("\n")[-1].split()[0] for rows in _boards(ran.out)]
    assert edges == ["a", "1", "8", "8"]
    assert "flip [SEAT], with one of TG, SB, SG, TB" in ran.out


def _boards(text):
    """Each board's eight rows."""
    lines = text.split("\n")
    found = []
    for at, line in enumerate(lines):
        if line.startswith("TB Tinted Blue"):
            found.append("\n".join(lines[at - 9 : at - 1]))
    return found


def test_a_game_is_won_resumed_and_verified(cli, tmp_path):
    (tmp_path / "g.sgn").write_text(f'[Game "struckle"]\n[Position "{NEAR}"]\n[Result "*"]\n\n*\n')
    assert cli("play", "g.sgn", stdin=b"D-\nundo\n").code == 0
    ran = cli("play", "g.sgn", stdin=b"note near\nDg5\nundo\nDh7\nH-\n")
    assert "the game is over; TB wins: goals" in ran.out
    assert moves_of("g.sgn") == ["Dh7"]
    assert cli("verify", "g.sgn").code == 0
    later = cli("play", "g.sgn", stdin=b"H-\nH\nundo\nDh7\n")
    assert later.code == 0
    assert "the game is over" in later.out


def test_a_whole_game_at_a_terminal(terminal, tmp_path):
    """Played by four, left, resumed, won by a Charge of an enemy, drawn and verified."""
    start = "a6c5+a4a3 c1d1e1f1 b6a2h5h6 f8e8d8c8 SG:H 8"
    names = ["--tb", "Ana", "--tg", "Ben", "--sb", "Cleo", "--sg", "Dario"]
    made = terminal("new", "struckle", "-o", "g.sgn", "--position", start, *names)
    made.expect(pexpect.EOF)
    child = terminal("play", "g.sgn", "--flip", "SB", "--color", "always")
    child.expect(r"8\.SG SG's Hero \(Dario\)> ")
    assert ESC in child.before
    assert "✦" in child.before
    for token, answer in (
        ("He7", "Philosopher"),
        ("Pd7", "Shadow"),
        ("S", "can become"),
        ("S-", "9.TB TB's"),
    ):
        child.sendline(token)
        child.expect(answer)
    child.expect(r"\(Ana\)> ")
    child.sendline("quit")
    child.expect("struckle play g.sgn")
    child.expect(pexpect.EOF)
    child = terminal("play", "g.sgn")
    child.expect(r"9\.TB TB's Diva \(Ana\)> ")
    child.sendline("D- H^b6")
    child.expect("the game is over; SB wins: goals")
    child.expect(pexpect.EOF)
    assert moves_of("g.sgn") == ["He7", "Pd7", "S-", "D-", "H^b6"]
    assert leftovers(tmp_path) == []
    drawn = terminal("render", "g.sgn", "--flip", "TB")
    drawn.expect(r"after 9\.TB H\^b6: win:SB \(goals\)")
    drawn.expect(pexpect.EOF)
    checked = terminal("verify", "g.sgn")
    checked.expect(pexpect.EOF)
    assert checked.before.count("true") == 2


@pytest.mark.parametrize("columns", [60, 80])
def test_long_lists_are_wrapped_at_words(terminal, columns):
    child = terminal("play", "struckle", "--color", "never", columns=columns)
    child.expect("Diva> ")
    for line in ("D", "moves", "moves D"):
        child.sendline(line)
        child.expect("Diva> ")
        answer = child.before.replace("\r", "").split("\n")[1:]
        assert len(answer) > 2
        assert all(len(row) <= columns for row in answer), answer


# --- checking -----------------------------------------------------------------------------------


def test_verdicts_name_code_place_and_nearest(cli, tmp_path):
    (tmp_path / "g.jsonl").write_bytes(
        dumps(item(["Db6", "Hb6"]))
        + b"\n"
        + dumps(item(["D-", "H-", "D-"]))
        + b"\n"
        + dumps(item(["D-"]))
        + b"\n"
    )
    rows = cli("validate", "g.jsonl", "--format", "jsonl").rows
    assert [(row["valid"], row["plies"]) for row in rows] == [(False, 1), (False, 2), (True, 1)]
    first, second = rows[0]["problems"][0], rows[1]["problems"][0]
    assert (first["code"], first["ply"], first["line"]) == ("struckle.step-occupied", 2, 1)
    assert "TB's Diva stands on b6" in first["message"]
    assert (second["code"], second["ply"], second["suggestion"]) == ("struckle.wrong-piece", 3, "P-")
    assert "TB's Philosopher" in second["message"]


@pytest.mark.parametrize("suffix", ["json", "jsonl.gz", "msgpack.zst", "sgn.gz"])
def test_convert_there_and_back(cli, game, suffix):
    assert cli("convert", game, f"other.{suffix}").code == 0
    assert cli("convert", f"other.{suffix}", "back.sgn").code == 0
    with open(game, "rb") as one, open("back.sgn", "rb") as other:
        assert one.read() == other.read()


def test_rules_schema_and_games(cli):
    rules = cli("rules", "struckle").out
    assert all(f"ST-{number}" in rules for number in (1, 2, 3, 4))
    assert json.loads(cli("schema", "struckle").raw)["properties"]["game"] == {"const": "struckle"}
    (row,) = [row for row in cli("games", "--json").json["games"] if row["name"] == "struckle"]
    assert (row["seats"], row["hidden"], row["chance"]) == (HOUSES, False, False)
    options = cli("new", "struckle", "--help").out
    for option in ("--position", "--tb", "--tg", "--sb", "--sg"):
        assert option in options


@pytest.mark.parametrize(
    "token", ["", "D", "D" * 100_000, "D-\n", "🂡", "\x1b[31m", "D\x00", "-", "--", "*", "1.TB"]
)
def test_hostile_tokens_are_refused(cli, tmp_path, token):
    (tmp_path / "g.json").write_bytes(json.dumps(item([token])).encode())
    (row,) = cli("validate", "g.json", "--format", "jsonl").rows
    assert (row["valid"], row["problems"][0]["code"]) == (False, "struckle.syntax")
    assert "\x1b" not in cli("validate", "g.json").out


@pytest.mark.parametrize(
    "position", ["", " " * 5, "a" * 100_000, "a6" * 16 + " TB:D 1", "\x1b[31m", None, [], {}, 1.5]
)
def test_hostile_positions_are_refused(cli, tmp_path, position):
    (tmp_path / "g.json").write_bytes(json.dumps(item([]) | {"setup": {"position": position}}).encode())
    (row,) = cli("validate", "g.json", "--format", "jsonl").rows
    assert row["valid"] is False
    assert row["problems"][0]["code"] in ("struckle.position", "setup.type")


def test_a_very_long_record_is_judged_in_time(cli, tmp_path):
    """A hundred thousand plies, all of them wrong but for the first: one fault and no hang."""
    (tmp_path / "g.json").write_bytes(json.dumps(item(["D-"] * 100_000)).encode())
    (row,) = cli("validate", "g.json", "--format", "jsonl").rows
    assert (row["plies"], [problem["ply"] for problem in row["problems"]]) == (1, [2])
    long = ["D-", "H-", "P-", "S-"] * 25_000
    (tmp_path / "h.json").write_bytes(json.dumps(item(long)).encode())
    assert cli("validate", "h.json").code == 0
