"""The machine formats that `cli.md` promises: keys, their order, types, bytes."""

import pytest

from tests.cli.support import DECIDED, FIRST_60, NEAR_CASTLE, dumps, encoded, record, sgn

PROBLEM = ["code", "severity", "ply", "line", "column", "token", "message", "suggestion"]
ROW = ["path", "record", "game", "valid", "plies", "result", "pending", "problems"]


def test_games_json(cli):
    ran = cli("games", "--json")
    assert (ran.code, ran.err) == (0, "")
    (castle,) = [game for game in ran.json["games"] if game["name"] == "castle"]
    assert castle["seats"] == ["white", "black"]
    assert (castle["hidden"], castle["chance"]) == (False, False)
    assert castle["boards"] == ["castle-19"]


def test_games_for_people(cli):
    ran = cli("games")
    assert (ran.code, ran.err) == (0, "")
    for word in ("castle", "white", "black", "castle-19"):
        assert word in ran.out


def test_rules_tell_all_rulings(cli):
    ran = cli("rules", "castle")
    assert (ran.code, ran.err) == (0, "")
    for number in range(1, 6):
        assert f"C-{number}" in ran.out


def test_schema_of_one_game_and_of_all(cli):
    for arguments in (["schema"], ["schema", "castle"]):
        ran = cli(*arguments)
        assert (ran.code, ran.err) == (0, "")
        assert ran.json["$schema"] == "https://json-schema.org/draft/2020-12/schema"


# moves


def test_moves_json(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(record(["D8-C8"])))
    ran = cli("moves", "g.json", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert list(ran.json) == ["ply", "to_move", "moves", "complete"]
    assert (ran.json["ply"], ran.json["to_move"], ran.json["complete"]) == (1, "black", True)
    assert len(ran.json["moves"]) == FIRST_60
    assert ran.json["moves"] == sorted(ran.json["moves"], key=str.encode)
    assert ran.raw == dumps(ran.json) + b"\n"


@pytest.mark.parametrize(
    ("at", "ply", "seat"),
    [("0", 0, "white"), ("1", 1, "black"), ("2", 2, "white"), ("-1", 1, "black"), ("-2", 0, "white")],
)
def test_moves_at(cli, tmp_path, at, ply, seat):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 Q12-Q11"))
    ran = cli("moves", "g.sgn", "--at", at, "--json")
    assert (ran.code, ran.json["ply"], ran.json["to_move"]) == (0, ply, seat)


@pytest.mark.parametrize("at", ["3", "-3", "99999999999999999999"])
def test_moves_at_a_ply_that_is_not_there(cli, tmp_path, at):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 Q12-Q11"))
    ran = cli("moves", "g.sgn", "--at", at, "--json")
    assert (ran.code, ran.raw) == (2, b"")
    assert "2 plies" in ran.err


def test_moves_of_a_finished_game(cli, tmp_path):
    given = record(["D8-C8"], {"winners": ["white"], "reason": "resign"})
    (tmp_path / "given.json").write_bytes(dumps(given))
    ended = record(["J15-K15"], {"winners": ["white"], "reason": "castle"}, setup={"position": NEAR_CASTLE})
    (tmp_path / "ended.json").write_bytes(dumps(ended))
    for name in ("given.json", "ended.json"):
        ran = cli("moves", name, "--json")
        assert (ran.code, ran.err) == (0, "")
        assert ran.json == {"ply": 1, "to_move": None, "moves": [], "complete": True}
        assert "over" in cli("moves", name).out
        before = cli("moves", name, "--at", "0", "--json").json
        assert (before["ply"], before["to_move"]) == (0, "white")
        assert before["moves"]


def test_moves_of_a_position_without_a_file(cli):
    ran = cli("moves", "castle", "--position", NEAR_CASTLE, "--json")
    assert ran.code == 0
    assert ran.json["ply"] == 0
    assert "J15-K15" in ran.json["moves"]
    finished = cli("moves", "castle", "--position", DECIDED, "--json")
    assert finished.json == {"ply": 0, "to_move": None, "moves": [], "complete": True}


@pytest.mark.parametrize("position", ["", "19", "x", NEAR_CASTLE + " ", NEAR_CASTLE.replace(" w ", " W ")])
def test_moves_of_a_position_that_is_none(cli, position):
    ran = cli("moves", "castle", "--position", position)
    assert ran.code in (1, 2)
    assert ran.raw == b""
    assert "position" in ran.err


# validate


def test_validate_jsonl_is_one_object_a_record_in_input_order(cli, tmp_path):
    lines = [dumps(record(["D8-C8"])), dumps(record(["D8-C8", "D8-C8"])), b"{", dumps(record([], "x"))]
    (tmp_path / "b.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8", "win:white", "resign"))
    ran = cli("validate", "b.jsonl", "a.sgn", "--format", "jsonl")
    assert (ran.code, ran.err) == (1, "")
    assert [(row["path"], row["record"]) for row in ran.rows] == [
        ("b.jsonl", 1),
        ("b.jsonl", 2),
        ("b.jsonl", 3),
        ("b.jsonl", 4),
        ("a.sgn", 1),
    ]
    assert [row["valid"] for row in ran.rows] == [True, False, False, False, True]
    assert all(list(row) == ROW for row in ran.rows)
    assert all(list(fault) == PROBLEM for row in ran.rows for fault in row["problems"])
    assert all(dumps(row) == line for row, line in zip(ran.rows, ran.raw.splitlines(), strict=True))
    assert ran.rows[-1] == {
        "path": "a.sgn",
        "record": 1,
        "game": "castle",
        "valid": True,
        "plies": 1,
        "result": {"winners": ["white"], "reason": "resign"},
        "pending": [],
        "problems": [],
    }


def test_validate_jsonl_of_an_illegal_ply(cli, tmp_path):
    text = record(["D8-C8", "Q12-Q11", "D8-D3", "Q12-Q10"], {"winners": ["black"], "reason": "resign"})
    (tmp_path / "g.jsonl").write_bytes(b"\n" + dumps(text) + b"\n")
    (row,) = cli("validate", "g.jsonl", "--format", "jsonl").rows
    assert (row["record"], row["valid"], row["plies"]) == (1, False, 2)
    assert row["result"] == {"winners": ["black"], "reason": "resign"}
    (fault,) = row["problems"]
    message = fault.pop("message")
    assert "D8" in message
    assert fault == {
        "code": "castle.empty-from",
        "severity": "error",
        "ply": 3,
        "line": 2,
        "column": None,
        "token": "D8-D3",
        "suggestion": fault["suggestion"],
    }
    legal = cli("moves", "g.jsonl", "--at", "2", "--json").json["moves"]
    assert fault["suggestion"] in legal


def test_validate_jsonl_places_in_text(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 Q12-Q11\n2. D8-D3"))
    (row,) = cli("validate", "g.sgn", "--format", "jsonl").rows
    (fault,) = row["problems"]
    assert (fault["ply"], fault["line"], fault["column"], fault["token"]) == (3, 5, 4, "D8-D3")


def test_validate_of_what_cannot_be_read(cli, tmp_path):
    (tmp_path / "cut.json.gz").write_bytes(encoded(record(["D8-C8"] * 3), ".json.gz")[:-9])
    ran = cli("validate", "gone.sgn", "cut.json.gz", "--format", "jsonl")
    assert ran.code == 3
    for row, code in zip(ran.rows, ["io.missing", "io.damaged"], strict=True):
        assert list(row) == ROW
        assert row["record"] is None
        assert row["valid"] is False
        assert row["problems"][0]["code"] == code


def test_validate_json_is_one_document(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(dumps(record()) + b"\n" + dumps(record(["x"])) + b"\n")
    ran = cli("validate", "a.jsonl", "gone.sgn", "--format", "json")
    lines = cli("validate", "a.jsonl", "gone.sgn", "--format", "jsonl").rows
    assert ran.code == 3
    assert list(ran.json) == ["records", "valid", "invalid", "unreadable", "results"]
    assert (ran.json["records"], ran.json["valid"], ran.json["invalid"]) == (2, 1, 1)
    (place,) = ran.json["unreadable"]
    assert list(place) == ["path", "code", "message"]
    assert (place["path"], place["code"]) == ("gone.sgn", "io.missing")
    assert ran.json["results"] == lines[:2]


def test_validate_json_of_nothing_is_still_a_document(cli, tmp_path):
    (tmp_path / "empty.jsonl").write_bytes(b"")
    ran = cli("validate", "empty.jsonl", "--format", "json")
    assert ran.code == 2
    assert ran.json == {"records": 0, "valid": 0, "invalid": 0, "unreadable": [], "results": []}
    assert cli("validate", "empty.jsonl", "--format", "json", "--allow-empty").code == 0


# verify, perft


def test_verify_json(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(
        b"\n".join(
            map(
                dumps,
                [
                    record(["D8-C8"]),
                    record(["D8-D9", "D8-D9"]),
                    record([], {"winners": ["white"], "reason": "castle"}),
                ],
            )
        )
    )
    ran = cli("verify", "a.jsonl", "--json")
    assert (ran.code, ran.err) == (1, "")
    assert list(ran.json) == ["results"]
    assert [list(item) for item in ran.json["results"]] == [["path", "record", "claims"]] * 3
    assert [(item["path"], item["record"]) for item in ran.json["results"]] == [
        ("a.jsonl", n) for n in (1, 2, 3)
    ]
    claims = [claim for item in ran.json["results"] for claim in item["claims"]]
    assert all(list(claim) == ["claim", "verdict", "why"] for claim in claims)
    verdicts = [
        {claim["claim"]: claim["verdict"] for claim in item["claims"]} for item in ran.json["results"]
    ]
    assert [item["result"] for item in verdicts] == [True, False, False]
    text = cli("verify", "a.jsonl")
    assert text.code == 1
    assert len(text.out.splitlines()) == len(claims)


def test_perft_json(cli):
    ran = cli("perft", "castle", "--depth", "2", "--json")
    assert (ran.code, ran.raw.replace(b" ", b""), ran.err) == (0, b'{"counts":[1,60,3600]}\n', "")
    assert cli("perft", "castle", "--depth", "0", "--json").json == {"counts": [1]}
    divided = cli("perft", "castle", "--depth", "2", "--divide", "--json").json
    assert divided["counts"] == [1, 60, 3600]
    assert sum(divided["divide"].values()) == divided["counts"][-1]
    assert list(divided["divide"]) == sorted(divided["divide"])


def test_perft_from_a_record_and_from_a_position(cli, tmp_path):
    item = record(["J15-K15"], {"winners": ["white"], "reason": "castle"}, setup={"position": NEAR_CASTLE})
    (tmp_path / "g.json").write_bytes(dumps(item))
    assert cli("perft", "castle", "--from", "g.json", "--depth", "2", "--json").json == {"counts": [1, 0, 0]}
    assert cli("perft", "castle", "--position", DECIDED, "--depth", "1", "--json").json == {"counts": [1, 0]}
    legal = len(cli("moves", "castle", "--position", NEAR_CASTLE, "--json").json["moves"])
    found = cli("perft", "castle", "--position", NEAR_CASTLE, "--depth", "1", "--json").json
    assert found == {"counts": [1, legal]}
    assert cli("perft", "castle", "--from", "g.json", "--position", DECIDED).code == 2


def test_perft_for_people(cli):
    assert [row.split() for row in cli("perft", "castle").out.splitlines()] == [
        ["0", "1"],
        ["1", "60"],
        ["2", "3600"],
    ]
    divided = cli("perft", "castle", "--depth", "1", "--divide").out.splitlines()
    assert "D8-D2  1" in divided
    assert len(divided) == 2 + FIRST_60
