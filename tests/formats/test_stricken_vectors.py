"""Stricken's vectors and recorded games against the second, slow derivation of its rules."""

import json
from pathlib import Path

import pytest

from struckle_cli.replay.source import named
from struckle_cli.services.validate import readings
from tests.games.stricken import slow

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "formats/vectors/stricken"
MANIFEST = json.loads((VECTORS / "invalid/expected.json").read_text(encoding="utf-8"))["vectors"]
REPLAYS = sorted(path.name for path in (ROOT / "replays/stricken").iterdir())


def is_open(record: dict) -> bool:
    return "beads" not in record["setup"] and not any("#" in token for token in record["moves"])


def replayed(setup: dict, moves: list[str]) -> slow.Position:
    position = slow.start(setup)
    for token in moves:
        position = slow.judge(position, token)
    return position


def agrees(position: slow.Position, result: dict | None) -> bool:
    """Whether a claimed result is the one of the position, or one that players give."""
    ended = slow.result(position)
    if ended is None or result is None:
        return ended is None and (result is None or result["reason"] in ("resign", "agreement"))
    winner, reason = ended
    scores = result.get("scores", position.score)
    return (result["winners"], result["reason"], scores) == (
        [winner] if winner else [], reason, position.score,
    )  # fmt: skip


@pytest.mark.parametrize(
    "path", sorted((VECTORS / "valid").glob("*.expected.json")), ids=lambda path: path.name
)
def test_what_valid_vectors_say_is_what_the_slow_derivation_says(path):
    for row in filter(lambda row: is_open(row["record"]), json.loads(path.read_bytes())["records"]):
        position = replayed(row["record"]["setup"], row["record"]["moves"])
        assert position.plies == row["plies"]
        assert slow.legal_tokens(position) == row["legal"]
        assert agrees(position, row["result"])


IN_PLAY = [
    name for name, row in sorted(MANIFEST.items())
    if name.endswith(".json") and row["code"].startswith("stricken.") and row["ply"]
]  # fmt: skip


@pytest.mark.parametrize("name", IN_PLAY)
def test_the_slow_derivation_stops_where_an_invalid_vector_says(name):
    record, row = json.loads((VECTORS / "invalid" / name).read_bytes()), MANIFEST[name]
    if not is_open(record) or row["code"] in ("stricken.syntax", "stricken.order-action"):
        return
    *before, token = record["moves"][: row["ply"]]
    position = replayed(record["setup"], before)
    assert slow.code(position, token) == row["code"].removeprefix("stricken.")
    if row["suggestion"] is not None:
        assert row["suggestion"] in slow.legal_tokens(position)


@pytest.mark.parametrize("name", REPLAYS)
def test_recorded_games_are_games_for_the_slow_derivation(name):
    for reading in readings(named(str(ROOT / "replays/stricken" / name))):
        document = reading.document
        if "beads" in document.setup or any("#" in token for token in document.moves):
            continue
        result = None
        if document.result is not None:
            result = {"winners": list(document.result.winners), "reason": document.result.reason}
        assert agrees(replayed(document.setup, document.moves), result)


def test_the_recorded_games_show_every_ending_and_both_fates_of_orders():
    reasons, tokens = set(), set()
    for name in REPLAYS:
        for reading in readings(named(str(ROOT / "replays/stricken" / name))):
            result = reading.document.result
            reasons.add(None if result is None else (result.reason, bool(result.winners)))
            tokens |= {token[0:2] if token[0] in "=F" else "" for token in reading.document.moves}
    assert reasons >= {
        None, ("elimination", True), ("claim", True), ("limit", True), ("limit", False), ("resign", True),
        ("agreement", False),
    }  # fmt: skip
    assert tokens >= {"=v", "F2", "F3", "=1"}


def test_the_forms_of_one_game_are_forms_of_one_game():
    def read(name: str):
        (reading,) = readings(named(str(ROOT / "replays/stricken" / name)))
        return reading

    in_the_open, opened = read("letters-1-open.sgn"), read("letters-1-opened.sgn")
    assert opened.moves == in_the_open.document.moves
    assert opened.bound.start == in_the_open.bound.start
    assert not opened.closed
    secrets = {(item.seat, item.what): item.value for item in opened.document.reveals}
    for name, seat in (("letters-1-as-white-has-it.json", "white"), ("letters-1-public.json", None)):
        raw = (ROOT / f"replays/stricken/{name}").read_text(encoding="utf-8")
        assert {item.key for item in read(name).document.reveals} == {
            key for key in secrets if key[0] == seat
        }
        hidden = {value for key, value in secrets.items() if key[0] != seat}
        known = {value for key, value in secrets.items() if key[0] == seat}
        assert not [value for value in hidden - known if value in raw]
        nonces = [item.nonce for item in opened.document.reveals if item.seat != seat]
        assert nonces
        assert not [nonce for nonce in nonces if nonce in raw]
