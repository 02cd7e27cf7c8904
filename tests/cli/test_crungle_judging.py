"""`validate` and `verify` in Crungle: broken records, violations, standing violations, and settled bets."""

import pytest

from tests.cli.crungle_support import (
    AGREED,
    BET_ORANGE,
    BET_PURPLE,
    GOAL,
    OBJECTIONS,
    PROVED,
    REFUTED,
    STOLEN,
    VIOLATIONS,
    WIN,
    crungle,
    item,
    put,
)
from tests.cli.support import dumps

PROBLEM = ["code", "severity", "ply", "line", "column", "token", "message", "suggestion"]
ROW = ["path", "record", "game", "valid", "plies", "result", "pending", "problems"]
THIRD_VIOLATION = "M2:9? M2:9? M2:9?"
THIRD_OBJECTION = "M14:1? M14:1 M2:2? M2:4 M14:2?"


def checked(cli, folder, moves: str, result=None, *more: str):
    """The exit code and the row of `validate --format jsonl` for a record."""
    ran = cli("validate", put(folder, moves, result), "--format", "jsonl", *more)
    (row,) = ran.rows
    return ran.code, row


def test_a_clean_record(cli, tmp_path):
    code, row = checked(cli, tmp_path, WIN, GOAL, "--strict")
    assert (code, row["valid"], row["plies"], row["result"], row["problems"]) == (0, True, 5, GOAL, [])
    assert list(row)[: len(ROW)] == ROW
    assert cli("validate", "g.sgn").out == "1 record in 1 file: 1 valid (crungle 1; 5 legal plies)\n"


def test_a_violation_that_was_objected_to_is_counted_and_fine(cli, tmp_path):
    code, row = checked(cli, tmp_path, "M2:9? M2:2 M14:1? M18:2", None, "--strict")
    assert (code, row["valid"], row["plies"], row["problems"]) == (0, True, 4, [])
    assert row["counts"] == {"violations": 1, "overruled_objections": 1, "standing_violations": 0}
    told = cli("validate", "g.sgn").out
    assert "violations 1" in told
    assert "overruled objections 1" in told
    assert "standing" not in told


def test_a_standing_violation_is_a_warning_and_an_error_under_strict(cli, tmp_path):
    for more, code, severity in (([], 0, "warning"), (["--strict"], 1, "error")):
        ended, row = checked(cli, tmp_path, "M14:1 M2:9 M2:2", None, *more)
        assert (ended, row["valid"], row["plies"]) == (code, not code, 3)
        (problem,) = row["problems"]
        assert list(problem) == PROBLEM
        assert (problem["code"], problem["severity"]) == ("crungle.destination", severity)
        assert (problem["ply"], problem["line"], problem["column"]) == (2, 7, 7)
        assert problem["token"] == "M2:9"
        assert "2 or 4, not to 9" in problem["message"]
        assert problem["suggestion"] in ("M2:2", "M2:4")
        assert row["counts"]["standing_violations"] == 1
    text = cli("validate", "g.sgn")
    assert text.code == 0
    assert "g.sgn:7:7: warning: crungle.destination: game 1, ply 2" in text.out
    assert "standing violations 1" in text.out
    strict = cli("validate", "g.sgn", "--strict")
    assert strict.code == 1
    assert "warning" not in strict.out
    assert "1 invalid" in strict.out


@pytest.mark.parametrize(
    ("moves", "code", "said"),
    [
        ("M5:4", "not-selected", "M5"),
        ("I1(M14):1", "not-selected", "I1"),
        ("M14:1 M14:1 M14:1", "repeated", "M14"),
        ("M2:5", "destination", "2 or 4"),
        ("M15:1", "opponent-missing", "M15"),
        ("M14:1/1", "opponent-stated", "M14"),
        ("M15:1/2", "opponent-destination", "1/1"),
        ("pass", "pass", "7 valid moves"),
        (STOLEN, "repeated", "M18"),
    ],
)
def test_why_a_move_that_stands_is_invalid(cli, tmp_path, moves, code, said):
    ended, row = checked(cli, tmp_path, moves, GOAL if moves == STOLEN else None)
    assert (ended, row["valid"]) == (0, True)
    (problem,) = row["problems"]
    assert problem["code"] == f"crungle.{code}"
    assert said in problem["message"]
    assert (problem["ply"], problem["token"]) == (len(moves.split()), moves.split()[-1])
    ended, row = checked(cli, tmp_path, f"{moves}?", None)
    assert (ended, row["problems"], row["counts"]["violations"]) == (0, [], 1)


def test_every_standing_violation_is_told_and_hides_no_error(cli, tmp_path):
    _, row = checked(cli, tmp_path, "M2:9 M2:9 M14:9 M5:1")
    assert [problem["ply"] for problem in row["problems"]] == [1, 2, 4]
    code, row = checked(cli, tmp_path, "M2:9 M99:1 M14:9")
    assert (code, row["valid"], row["plies"]) == (1, False, 1)
    told = [(problem["ply"], problem["code"], problem["severity"]) for problem in row["problems"]]
    assert told == [(1, "crungle.destination", "warning"), (2, "crungle.syntax", "error")]


def test_within_a_demonstration_nothing_stands_or_counts(cli, tmp_path):
    code, row = checked(cli, tmp_path, REFUTED, BET_PURPLE, "--strict")
    assert (code, row["valid"], row["problems"]) == (0, True, [])


@pytest.mark.parametrize(
    ("moves", "result", "code", "ply"),
    [
        ("M31:4", None, "crungle.syntax", 1),
        ("M14:1 m2:4", None, "crungle.syntax", 2),
        ("1. M14:1", None, "crungle.syntax", 1),
        ("accept", None, "crungle.no-bet", 1),
        ("M14:1 )", None, "crungle.no-demonstration", 2),
        ("bet:purple M14:1", None, "crungle.bet-open", 2),
        ("bet:purple accept M14:1", None, "crungle.demonstration-due", 3),
        ("bet:purple accept ( M14:1?", None, "crungle.in-demonstration", 4),
        ("bet:purple accept ( bet:orange", None, "crungle.in-demonstration", 4),
        ("M2:9? M2:9? M2:9? M14:1", None, "crungle.after-end", 4),
        (f"{THIRD_OBJECTION} M2:1", None, "crungle.after-end", 6),
        (f"{WIN} M2:2", GOAL, "crungle.after-end", 6),
        (f"{PROVED} M2:2", BET_ORANGE, "crungle.after-end", 10),
    ],
)
def test_broken_records(cli, tmp_path, moves, result, code, ply):
    ended, row = checked(cli, tmp_path, moves, result)
    assert (ended, row["valid"], row["plies"]) == (1, False, ply - 1)
    assert [(problem["code"], problem["ply"]) for problem in row["problems"]] == [(code, ply)]
    assert cli("validate", "g.sgn").code == 1


def one(seat: str, reason: str) -> dict:
    return {"winners": [seat], "reason": reason}


@pytest.mark.parametrize(
    ("moves", "right", "wrong"),
    [
        (THIRD_VIOLATION, VIOLATIONS, [None, one("purple", "violations"), one("orange", "goal"), AGREED]),
        (THIRD_OBJECTION, OBJECTIONS, [None, one("orange", "objections"), one("purple", "violations")]),
        (WIN, GOAL, [None, one("orange", "goal"), one("purple", "bet")]),
        (STOLEN, GOAL, [None, one("orange", "violations")]),
        (PROVED, BET_ORANGE, [None, BET_PURPLE, one("orange", "goal")]),
        (REFUTED, BET_PURPLE, [None, BET_ORANGE, AGREED]),
        ("M14:1", None, [one("purple", "goal"), one("purple", "violations"), one("orange", "bet")]),
        (STOLEN + "?", None, [GOAL]),
        ("bet:orange", None, [AGREED, one("orange", "bet")]),
        ("M14:1", AGREED, [one("purple", "agreement"), one("purple", "resign")]),
    ],
)  # fmt: skip
def test_the_result_is_what_the_moves_lead_to(cli, tmp_path, moves, right, wrong):
    assert checked(cli, tmp_path, moves, right)[0] == 0
    assert cli("verify", "g.sgn").code == 0
    for result in wrong:
        ended, row = checked(cli, tmp_path, moves, result)
        assert (ended, row["valid"]) == (1, False), result
        (problem,) = [problem for problem in row["problems"] if problem["severity"] == "error"]
        assert problem["ply"] is None
        assert problem["code"].startswith(("result.", "record.reason", "crungle.bet-open"))
        assert cli("verify", "g.sgn").code == 1, result


def test_json_points_into_the_record(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(item("M14:1 M2:9")))
    assert "g.json:1 /moves/1: warning: crungle.destination" in cli("validate", "g.json").out
    ran = cli("validate", "g.json", "--format", "json")
    assert (ran.code, list(ran.json)) == (0, ["records", "valid", "invalid", "unreadable", "results"])
    assert (ran.json["records"], ran.json["valid"], ran.json["invalid"]) == (1, 1, 0)
    (problem,) = ran.json["results"][0]["problems"]
    assert list(problem) == PROBLEM


def test_counts_of_several_records_add_up_whatever_the_jobs(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(
        crungle("M2:9? M14:1?") + b"\n" + crungle("M2:9") + b"\n" + crungle("accept")
    )
    (tmp_path / "b.sgn").write_bytes(crungle("M2:9? M2:9? M2:9?", VIOLATIONS))
    ran = cli("validate", "a.sgn", "b.sgn")
    assert ran.code == 1
    assert "4 records in 2 files: 3 valid, 1 invalid (crungle 4; 6 legal plies)" in ran.out
    assert "violations 4, overruled objections 1, standing violations 1" in ran.out
    assert cli("validate", "a.sgn", "b.sgn", "--jobs", "2").raw == ran.raw


# verify


def claims(cli, folder, moves: str, result=None):
    """The exit code, the verdicts by claim, and the reasons, of `verify --json`."""
    ran = cli("verify", put(folder, moves, result), "--json")
    (row,) = ran.json["results"]
    assert (list(row), row["path"], row["record"]) == (["path", "record", "claims"], "g.sgn", 1)
    assert all(list(claim) == ["claim", "verdict", "why"] for claim in row["claims"])
    return (
        ran.code,
        [(c["claim"], c["verdict"]) for c in row["claims"]],
        {c["claim"]: c["why"] for c in row["claims"]},
    )


@pytest.mark.parametrize(
    ("moves", "result", "verdict", "said"),
    [
        (PROVED, BET_ORANGE, True, ["proved", "move 5", "purple", "G1", "orange wins"]),
        (REFUTED, BET_PURPLE, True, ["refuted", "move 2", "leads to 2 or 4", "purple wins"]),
        ("bet:purple accept ( )", BET_PURPLE, True, ["refuted", "no demonstration"]),
        ("bet:purple accept ( M14:1 )", BET_PURPLE, True, ["refuted", "1 move ", "nobody"]),
        (f"bet:purple accept ( {WIN} M2:2 )", BET_PURPLE, True, ["refuted", "move 6", "move 5"]),
        (f"bet:purple accept ( {STOLEN} )", BET_PURPLE, True, ["refuted", "move 5", "M18"]),
        ("bet:purple decline", None, True, ["declined"]),
        ("bet:purple", None, "pending", ["open"]),
        ("bet:purple accept", None, "pending", ["open"]),
        (f"bet:purple accept ( {WIN}", None, "pending", ["open"]),
        (PROVED, BET_PURPLE, False, ["proved", "win:orange (bet)"]),
        (REFUTED, BET_ORANGE, False, ["refuted", "move 2", "win:purple (bet)"]),
        (PROVED, None, False, ["proved", "unfinished"]),
    ],
)
def test_what_becomes_of_a_bet(cli, tmp_path, moves, result, verdict, said):
    code, verdicts, why = claims(cli, tmp_path, moves, result)
    assert code == (1 if verdict is False else 0)
    assert verdicts == [("moves", True), ("bet", verdict), ("result", verdict is not False)]
    for part in said:
        assert part in why["bet"]
    text = cli("verify", "g.sgn")
    assert text.code == code
    word = {True: "true", False: "FALSE", "pending": "pending"}[verdict]
    assert f"g.sgn: game 1: bet: {word}: {why['bet']}\n" in text.out


def test_each_bet_is_a_claim_of_its_own(cli, tmp_path):
    moves = (
        f"bet:orange decline M14:1 M14:1 bet:purple decline bet:orange accept ( {WIN.split(maxsplit=2)[2]} )"
    )
    code, verdicts, _ = claims(cli, tmp_path, moves, BET_PURPLE)
    assert (code, verdicts) == (0, [("moves", True), *[("bet", True)] * 3, ("result", True)])


def test_the_text_tells_the_demonstration_move_by_move(cli, tmp_path):
    lines = cli("verify", put(tmp_path, PROVED, BET_ORANGE)).out.splitlines()
    steps = [line.strip() for line in lines if ": move " in line and line.startswith("    ")]
    assert steps.pop().startswith("): proved: move 5")
    assert [step.split(": ")[0] for step in steps] == WIN.split()
    for number, (step, seat) in enumerate(zip(steps, ["purple", "orange"] * 3, strict=False), 1):
        assert f"move {number}: {seat} on 1" in step
        assert "G2 1/9 cells" in step
    assert [step.split("G1 ")[1][:3] for step in steps] == ["1/3", "1/3", "2/3", "2/3", "3/3"]
    assert steps[-1].endswith("purple wins by G1")
    broken = cli("verify", put(tmp_path, REFUTED, BET_PURPLE)).out
    assert "M2:9: move 2: not valid here" in broken
    assert "crungle.destination" in broken


def test_counts_are_told_with_the_moves(cli, tmp_path):
    _, _, why = claims(cli, tmp_path, "M2:9? M14:1? M2:9")
    assert (
        why["moves"] == "all 3 plies may stand; violations 1; overruled objections 1; standing violations 1"
    )
    _, _, why = claims(cli, tmp_path, "M14:1")
    assert "1 plies" not in why["moves"]


def test_a_broken_record_is_a_false_claim(cli, tmp_path):
    code, verdicts, why = claims(cli, tmp_path, "bet:purple accept ( M14:1? )")
    assert (code, verdicts[0]) == (1, ("moves", False))
    assert "ply 4" in why["moves"]
    assert "crungle.in-demonstration" in why["moves"]
