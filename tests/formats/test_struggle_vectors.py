"""Struggle's vectors and recorded games against the second, slow derivation of its rules."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from struckle_cli.replay.source import named
from struckle_cli.services.validate import readings
from tests.games.struggle import slow

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "formats/vectors/struggle"
MANIFEST = json.loads((VECTORS / "invalid/expected.json").read_text(encoding="utf-8"))["vectors"]
REPLAYS = sorted(path.name for path in (ROOT / "replays/struggle").iterdir())


def begin(setup: dict[str, Any]) -> slow.Position:
    """Where a set-up begins."""
    players, track = setup.get("players", 2), setup.get("colours", slow.TRACK)
    position = slow.start(players, track)
    if "position" not in setup:
        return slow.replace(position, player=int(setup.get("first", "p1")[1]))
    *squares, seat, turn = setup["position"].split(" ")
    marks = dict(square.split(":") for square in squares)
    at = {piece: int(mark) if mark.isdigit() else mark for piece, mark in marks.items()}
    return slow.Position(at, int(seat[1]), int(turn), track, players)


def played(setup: dict[str, Any], moves: list[str]) -> tuple[slow.Position, int]:
    """The position after the longest legal prefix, and its length; any dice may have fallen."""
    position = begin(setup)
    for count, token in enumerate(moves):
        after = slow.judge(position, token)
        if after is None:
            return position, count
        position = after
    return position, len(moves)


def opened(record: dict[str, Any]) -> dict[str, Any]:
    """The set-up with the cards that openings of the record give."""
    setup = dict(record.get("setup", {}))
    for item in record.get("reveals", []):
        setup["cards"] = {**setup["cards"], item["seat"]: item["value"]}
    return setup


def check(record: dict[str, Any]) -> str:
    """Check a sound record; the position it leads to."""
    setup = opened(record)
    hidden = any(card.startswith("#") for card in setup.get("cards", {}).values())
    position, plies = played(setup, record["moves"])
    assert plies == len(record["moves"])
    assert slow.over(position) == (record["result"] is not None) or hidden
    if record["result"] is not None:
        seats = [f"p{number}" for number in range(1, position.players + 1)]
        points = slow.scores(position, [setup["cards"][seat] for seat in seats])
        best = [seat for seat, score in zip(seats, points, strict=True) if score == max(points)]
        assert record["result"]["winners"] == best
        if "scores" in record["result"]:
            assert record["result"]["scores"] == dict(zip(seats, points, strict=True))
    return slow.format_position(position)


@pytest.mark.parametrize(
    "path", sorted((VECTORS / "valid").glob("*.expected.json")), ids=lambda path: path.name
)
def test_what_valid_vectors_say_is_what_the_slow_derivation_says(path: Path) -> None:
    for row in json.loads(path.read_text(encoding="utf-8"))["records"]:
        record = row["record"]
        assert check(record) == row["position"]
        assert row["plies"] == len(record["moves"])
        fallen = record.get("setup", {}).get("dice", "declared")
        if isinstance(fallen, dict) and "seed" in fallen:
            _check_dice(record, fallen)


def _check_dice(record: dict[str, Any], fallen: dict[str, Any]) -> None:
    for turn, token in enumerate(record["moves"], 1):
        for roll, group in enumerate(token.split("=")[0].split("/")):
            faces = group.rpartition("+")[2]
            seed, client = fallen["seed"], fallen["client"]
            assert faces == slow.thrown(seed, record["id"], client, turn, roll, len(faces))


PLIES = sorted(name for name, row in MANIFEST.items() if row["ply"] and name.endswith(".json"))


@pytest.mark.parametrize("name", PLIES)
def test_what_invalid_vectors_refuse_the_slow_derivation_refuses(name: str) -> None:
    record, row = json.loads((VECTORS / "invalid" / name).read_bytes()), MANIFEST[name]
    position, plies = played(record.get("setup", {}), record["moves"])
    if row["code"] == "struggle.wrong-roll":
        assert plies >= row["ply"]  # but for the seed the dice could have fallen so
        return
    assert plies == row["ply"] - 1
    if row["suggestion"] is not None:
        assert slow.judge(position, row["suggestion"]) is not None


@pytest.mark.parametrize("name", REPLAYS)
def test_recorded_games_are_what_the_slow_derivation_plays(name: str) -> None:
    for reading in readings(named(str(ROOT / "replays/struggle" / name))):
        check(json.loads(msgspec.json.encode(reading.document)))
