"""`stats`: tables over many records, and totals by player over the games of a match."""

import json

import pytest

from tests.cli.support import sgn
from tools.files import ROOT

CASTLE = '[Game "castle"]\n[White "Ana"]\n[Black "Ben"]\n'


def castle(result: str = "*", reason: str = "", moves: str = "1. D8-C8 Q12-Q11") -> str:
    """A short record of Castle."""
    tag = f'[Reason "{reason}"]\n' if reason else ""
    return f'{CASTLE}[Result "{result}"]\n{tag}\n{moves} {result}\n'


def struggle(names: str, winners: str, scores: str | None) -> str:
    """A record of Struggle that one turn ends; the cards give p1 30 points and p2 none."""
    players = "".join(f'[P{n} "{name}"]\n' for n, name in enumerate(names.split(), 1) if name != "-")
    told = f'[Scores "{scores}"]\n' if scores else ""
    return (
        f'[Game "struggle"]\n{players}[Deck "free"]\n'
        '[Cards "{\\"p1\\":\\"KJ9QT\\",\\"p2\\":\\"TQK9J\\"}"]\n'
        f'[Position "K:A Q:29 J:B T:30 9:C p1 41"]\n[Result "{winners}"]\n[Reason "arrival"]\n{told}\n'
        f"41. AQQTT=T3 {winners}\n"
    )


SCORES = '{\\"p1\\":30,\\"p2\\":0}'


def test_results_reasons_and_lengths_by_game(cli, tmp_path):
    games = [
        castle(), castle("win:white", "resign"), castle("draw", "agreement", "1. D8-C8"),
        struggle("Ana Ben", "win:p1", SCORES),
    ]  # fmt: skip
    (tmp_path / "a.sgn").write_text("\n".join(games))
    found = cli("stats", "a.sgn", "--json").json
    assert (found["records"], found["valid"], found["invalid"]) == (4, 4, 0)
    assert found["games"]["castle"] == {
        "records": 3, "unfinished": 1, "drawn": 1, "shared": 0, "wins": {"white": 1},
        "reasons": {"agreement": 1, "resign": 1},
        "plies": {
            "least": 1, "median": 2, "mean": 1.67, "most": 2, "quartiles": [1, 2, 2],
            "deciles": [1, 1, 1, 2, 2, 2, 2, 2, 2],
            "buckets": [{"least": 1, "most": 1, "records": 1}, {"least": 2, "most": 2, "records": 2}],
        },
        "first_moves": [
            {"moves": ["D8-C8"], "records": 3, "unfinished": 1, "drawn": 1, "shared": 0, "wins": {"white": 1}}
        ],
        "other_first_moves": 0,
    }  # fmt: skip
    assert found["faults"] == []
    assert found["games"]["struggle"]["wins"] == {"p1": 1}
    told = cli("stats", "a.sgn").out
    assert "castle" in told
    assert "struggle" in told
    assert "4 records" in told


def test_totals_add_points_by_name_over_all_records_of_a_match(cli, tmp_path):
    """Wherever a player sits; scores that a record leaves out are computed."""
    match = tmp_path / "match"
    match.mkdir()
    (match / "1.sgn").write_text(struggle("Ana Ben", "win:p1", SCORES))
    (match / "2.sgn").write_text(struggle("Ben Ana", "win:p1", None))
    (match / "3.sgn").write_text(struggle("Ben Cid", "win:p1", None))
    totals = cli("stats", "match", "--json").json["totals"]
    assert totals == [
        {"player": "Ben", "games": 3, "wins": 2, "shared": 0, "draws": 0, "losses": 1, "points": 60},
        {"player": "Ana", "games": 2, "wins": 1, "shared": 0, "draws": 0, "losses": 1, "points": 30},
        {"player": "Cid", "games": 1, "wins": 0, "shared": 0, "draws": 0, "losses": 1, "points": 0},
    ]
    rows = [line.split() for line in cli("stats", "match", "--totals").out.splitlines()]
    assert ["1", "Ben", "3", "2", "0", "0", "1", "60"] in rows


def test_shared_wins_are_counted_for_each_winner(cli):
    found = cli("stats", ROOT / "replays/struggle/short-track.sgn", "--json").json
    assert found["games"]["struggle"]["shared"] == 1
    assert sorted(found["games"]["struggle"]["wins"]) == ["p1", "p3"]
    assert [total["shared"] for total in found["totals"]] == [1, 1, 0]


def test_seats_without_a_name_are_shown_as_seats(cli, tmp_path):
    (tmp_path / "a.sgn").write_text(struggle("- Ben", "win:p1", None))
    assert [total["player"] for total in cli("stats", "a.sgn", "--json").json["totals"]] == ["(p1)", "Ben"]


def test_records_that_are_not_valid_are_left_out_and_counted(cli, tmp_path):
    games = [castle(), castle(moves="1. D8-D1"), castle("draw", "agreement")]
    (tmp_path / "a.sgn").write_text("\n".join(games))
    ran = cli("stats", "a.sgn")
    assert ran.code == 1
    assert "1 invalid one left out" in ran.out
    found = json.loads(cli("stats", "a.sgn", "--json").out)
    assert (found["records"], found["invalid"], found["games"]["castle"]["records"]) == (3, 1, 2)


@pytest.mark.parametrize(("more", "code"), [((), 2), (("--allow-empty",), 0)])
def test_nothing_to_count(cli, tmp_path, more, code):
    (tmp_path / "empty").mkdir()
    assert cli("stats", "empty", *more).code == code


def test_what_cannot_be_read_is_3_and_the_rest_is_counted(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8"))
    ran = cli("stats", "a.sgn", "missing.sgn")
    assert ran.code == 3
    assert "missing.sgn" in ran.err
    assert "1 record" in ran.out


def test_names_are_shown_safely(cli, tmp_path):
    (tmp_path / "a.sgn").write_text(castle("win:white", "resign").replace("Ana", "1e5\\n\x1b[31m"))
    told = cli("stats", "a.sgn", "--totals")
    assert told.code in (0, 1)
    assert "\x1b" not in told.out
