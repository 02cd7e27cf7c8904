"""Crungle's vectors and recorded games against the second, slow derivation of its rules."""

import json
from pathlib import Path

import pytest

from struckle_cli.replay.source import named
from struckle_cli.services.validate import readings
from tests.games.crungle import slow

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "formats/vectors/crungle"
MANIFEST = json.loads((VECTORS / "invalid/expected.json").read_text(encoding="utf-8"))["vectors"]
REPLAYS = sorted(path.name for path in (ROOT / "replays/crungle").iterdir())


def begin(setup: dict) -> slow.Position:
    start = " ".join(f"{seat}={cell}" for seat, cell in setup["start"].items())
    return slow.begin(" ".join(setup["goals"]), " ".join(setup["rules"]), start)


def legal(position: slow.Position) -> list[str]:
    """What the slow derivation lists; in a bet its answers and brackets too."""
    if position.winner:
        return []
    if position.stage in (None, "shown"):
        if position.stage is None:
            return slow.valid_moves(position)
        at = slow.replace(position, bettor=None, stage=None, shown=())
        for move in position.shown:
            if at.winner or slow.what_is_broken(at, move) is not None:
                return [")"]
            at = slow.complete(at, move)
        return sorted([*slow.valid_moves(at), ")"])
    return ["accept", "decline"] if position.stage == "asked" else ["("]


def stands_invalid(said: list[slow.Said]) -> list[int]:
    return [ply for ply, row in enumerate(said, 1) if row.broken and not row.token.endswith("?")]


def counts(said: list[slow.Said], last: slow.Position) -> dict[str, int]:
    found = {
        "violations": sum(last.violations),
        "overruled_objections": sum(last.objections),
        "standing_violations": len(stands_invalid(said)),
    }
    return found if any(found.values()) else {}


@pytest.mark.parametrize(
    "path", sorted((VECTORS / "valid").glob("*.expected.json")), ids=lambda path: path.name
)
def test_what_valid_vectors_say_is_what_the_slow_derivation_says(path):
    for row in json.loads(path.read_text(encoding="utf-8"))["records"]:
        record, result = row["record"], row["result"]
        start = begin(record["setup"])
        said = slow.replay(start, record["moves"])
        last = said[-1].after if said else start
        assert all(entry.stands for entry in said)
        assert len(said) == row["plies"] == len(record["moves"])
        assert legal(last) == row["legal"]
        assert [warning["ply"] for warning in row.get("warnings", [])] == stands_invalid(said)
        assert counts(said, last) == row.get("counts", {})
        if result is None or result["reason"] == "agreement":
            assert last.winner is None
        else:
            assert result == {"winners": [last.winner], "reason": last.reason}


def _json(prefixes: tuple[str, ...]) -> list[str]:
    return [
        name for name, row in sorted(MANIFEST.items())
        if name.endswith(".json") and row["code"].startswith(prefixes)
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in _json(("crungle.",)) if MANIFEST[name]["ply"]])
def test_the_slow_derivation_stops_at_the_ply_that_an_invalid_vector_names(name):
    record = json.loads((VECTORS / "invalid" / name).read_bytes())
    said = slow.replay(begin(record["setup"]), record["moves"])
    assert [row.stands for row in said] == [True] * (MANIFEST[name]["ply"] - 1) + [False]
    assert said[-1].readable == (MANIFEST[name]["code"] != "crungle.syntax")


@pytest.mark.parametrize("name", _json(("result.",)))
def test_the_slow_derivation_finds_another_result_than_the_claimed_one(name):
    record = json.loads((VECTORS / "invalid" / name).read_bytes())
    said = slow.replay(begin(record["setup"]), record["moves"])
    last = said[-1].after
    assert all(row.stands for row in said)
    found = None if last.winner is None else {"winners": [last.winner], "reason": last.reason}
    assert found != record["result"]
    right = f"win:{last.winner}" if last.winner else "draw" if "agreement" in name else "*"
    assert right == MANIFEST[name]["suggestion"]


@pytest.mark.parametrize("name", REPLAYS)
def test_recorded_games_are_what_the_slow_derivation_says(name):
    for reading in readings(named(str(ROOT / "replays/crungle" / name))):
        said = slow.replay(begin(reading.document.setup), reading.document.moves)
        assert all(row.stands for row in said)
        assert bool(stands_invalid(said)) == (name == "it-stood.sgn")
        last, result = said[-1].after, reading.document.result
        if result is None or result.reason == "agreement":
            assert last.winner is None
        else:
            assert (result.winners, result.reason) == ((last.winner,), last.reason)


def test_recorded_games_end_in_each_possible_way():
    ends = set()
    for name in REPLAYS:
        for reading in readings(named(str(ROOT / "replays/crungle" / name))):
            result = reading.document.result
            ends.add(None if result is None else result.reason)
    assert ends == {None, "goal", "violations", "objections", "bet", "agreement"}
