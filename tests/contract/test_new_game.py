"""A new game needs its own code and one registry line: the toy game, end to end through services."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from struckle_cli import registry
from struckle_cli.core.errors import RecordError, UsageError
from struckle_cli.core.game import AnyGame, Game
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import bind
from struckle_cli.engine.perft import divide, perft
from struckle_cli.replay.schema import game_schema, record_schema
from struckle_cli.replay.source import by_suffix, named
from struckle_cli.services.convert import convert
from struckle_cli.services.create import new_document, setup_value, write_new
from struckle_cli.services.edit import append, give_result, save, take_back
from struckle_cli.services.fmt import formatted_files
from struckle_cli.services.listing import list_moves
from struckle_cli.services.loading import load, position_at
from struckle_cli.services.validate import Options
from struckle_cli.services.validate import verdicts as verdicts_of
from struckle_cli.services.verify import Claims, verify
from tests.contract import toy

SETUP: dict[str, Any] = {"bead_piles": [2, 1], "goal": "misere"}
TEXT = """[Game "toy"]
[Event "Tea"]
[Left "Ana"]
[Right "Ben"]
[BeadPiles "[2,1]"]
[Goal "misere"]
[Result "win:left"]
[Reason "beads"]

a2 {one is left} b1 win:left
"""


def _new(path: Path, game: AnyGame) -> Path:
    document = new_document(game, SETUP, {"left": "Ana", "right": "Ben"}, {"Event": "Tea"})
    encoding, compression = by_suffix(path.name)
    write_new(str(path), document, game, encoding or "sgn", compression, force=False)
    return path


def _verdicts(path: Path) -> list[Any]:
    return list(verdicts_of([str(path)], Options()))


# --- the registry -------------------------------------------------------------------------------


def test_a_registered_game_is_found_and_forgotten(toy_game: AnyGame) -> None:
    assert registry.lookup("toy") is toy_game
    assert registry.names() == [*sorted(registry.BUILT_IN), "toy"]
    registry.unregister("toy")
    assert registry.lookup("toy") is None
    assert "toy" not in registry.names()
    registry.unregister("toy")  # and nothing happens


@pytest.mark.parametrize("name", ["toy", *registry.BUILT_IN])
def test_a_name_that_is_taken_is_refused(toy_game: AnyGame, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        registry.register(toy.make(name))
    assert registry.lookup("toy") is toy_game


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_built_in_game_is_known_by_its_name(name: str) -> None:
    game = registry.lookup(name)
    assert game is not None
    assert game.name == name
    assert name in registry.names()


def test_a_forgotten_room_is_an_error() -> None:
    fields = msgspec.structs.fields(Game)
    rooms = {field.name: getattr(toy.GAME, field.name) for field in fields}
    required = [field.name for field in fields if field.required]
    assert {"legal_moves", "why_illegal", "apply", "outcome", "parse_move", "render"} <= set(required)
    Game(**rooms)
    for name in required:
        with pytest.raises(TypeError, match=name):
            Game(**{key: value for key, value in rooms.items() if key != name})


def test_defaults_and_tags_come_from_the_set_up_fields(toy_game: AnyGame) -> None:
    assert toy_game.defaults == {"most": 9, "goal": "last"}
    assert [field.tag for field in toy_game.setup_fields] == ["BeadPiles", "Most", "Goal"]


# --- a record through its life ------------------------------------------------------------------


def test_a_record_from_the_start_to_its_end(toy_game: AnyGame, tmp_path: Path) -> None:
    path = _new(tmp_path / "game.sgn", toy_game)
    assert [(v.valid, v.plies, v.result) for v in _verdicts(path)] == [(True, 0, None)]
    loaded = load(str(path))
    save(loaded, append(loaded, ["a2"]).document)
    before = path.read_bytes()
    loaded = load(str(path))
    with pytest.raises(RecordError) as refused:
        append(loaded, ["b1", "b1"])
    (fault,) = refused.value.faults
    assert (fault.code, fault.ply) == ("toy.after-end", 3)
    assert path.read_bytes() == before
    edited = append(loaded, ["b1"])
    assert edited.document.result == Outcome(winners=("left",), reason="beads")
    save(loaded, edited.document)
    (verdict,) = _verdicts(path)
    assert (verdict.valid, verdict.plies, verdict.game) == (True, 2, "toy")
    found = [item for item in verify([str(path)]) if isinstance(item, Claims)]
    assert [claim.verdict for item in found for claim in item.claims] == [True, True]
    loaded = load(str(path))
    back = take_back(loaded, 2).document
    assert (back.moves, back.result) == ([], None)


def test_a_result_that_players_give(toy_game: AnyGame, tmp_path: Path) -> None:
    loaded = load(str(_new(tmp_path / "game.json.gz", toy_game)))
    given = give_result(loaded, "win:right", None).document.result
    assert given == Outcome(winners=("right",), reason="resign")


@pytest.mark.parametrize(
    ("change", "code", "ply"),
    [
        (lambda text: text.replace("a2", "a3"), "toy.too-many", 1),
        (lambda text: text.replace("a2", "c1"), "toy.no-pile", 1),
        (lambda text: text.replace("b1", "b"), "toy.syntax", 2),
        (lambda text: text.replace("b1", "b1 b1"), "toy.after-end", 3),
        (lambda text: text.replace("win:left", "win:right"), "result.differs", None),
        (lambda text: text.replace('"beads"', '"castle"'), "record.reason", None),
        (lambda text: text.replace("misere", "mosere"), "setup.value", None),
        (lambda text: text.replace("[2,1]", "[2,-1]"), "toy.piles", None),
        (lambda text: text.replace('[Left "Ana"]', '[Left "Ana"]\n[Most "0"]'), "toy.most", None),
    ],
)
def test_faults_of_a_record(
    toy_game: AnyGame, tmp_path: Path, change: Callable[[str], str], code: str, ply: int | None
) -> None:
    path = tmp_path / "game.sgn"
    path.write_text(TEXT)
    assert _verdicts(path)[0].valid
    path.write_text(change(TEXT))
    (verdict,) = _verdicts(path)
    assert not verdict.valid
    assert (verdict.problems[0].code, verdict.problems[0].ply) == (code, ply)


def test_convert_there_and_back_and_canonical_form(toy_game: AnyGame, tmp_path: Path) -> None:
    start = tmp_path / "game.sgn"
    start.write_text(TEXT)
    way = [start]
    for suffix, encoding, compression in (
        ("json", "json", None), ("msgpack.zst", "msgpack", "zstd"), ("jsonl.gz", "jsonl", "gzip"),
        ("sgn", "sgn", None),
    ):  # fmt: skip
        target = tmp_path / f"{len(way)}.{suffix}"
        assert convert(named(str(way[-1])), str(target), encoding, compression) == 1
        way.append(target)
    assert way[-1].read_text() == TEXT
    loose = tmp_path / "loose.sgn"
    loose.write_text(TEXT.replace("[Goal", '[Most "9"]\n[goal').replace(" b1", "\n\n  b1"))
    (formatted,) = formatted_files([str(loose)], write=True)
    assert formatted.error is None
    assert loose.read_text() == TEXT


def test_listing_counting_and_positions(toy_game: AnyGame, tmp_path: Path) -> None:
    path = tmp_path / "game.sgn"
    path.write_text(TEXT)
    loaded = load(str(path))
    place = position_at(loaded, 0)
    listing = list_moves(toy_game, place.state, 0, place.over)
    assert (listing.to_move, listing.tokens, listing.groups) == ("left", ["a1", "a2", "b1"], {})
    assert [perft(toy_game, place.state, n) for n in range(5)] == [1, 3, 5, 3, 0]
    assert divide(toy_game, place.state, 3) == {"a1": 2, "a2": 0, "b1": 1}
    assert position_at(loaded, None).over


def test_set_up_values_as_they_are_typed(toy_game: AnyGame) -> None:
    fields = {field.name: field for field in toy_game.setup_fields}
    assert setup_value(toy_game, fields["bead_piles"], "[1,2]") == ("bead_piles", [1, 2])
    assert setup_value(toy_game, fields["most"], "3") == ("most", 3)
    for name, text in (("bead_piles", "[1,"), ("most", "3.0"), ("most", "٣")):
        with pytest.raises(UsageError):
            setup_value(toy_game, fields[name], text)


def test_set_ups_of_one_key_are_not_taken_for_another(toy_game: AnyGame) -> None:
    """1, 1.0 and True are equal in Python; a record with one is no record with the other."""
    assert bind(toy_game, {"most": 1}).faults == ()
    for wrong in (1.0, True):
        assert [fault.code for fault in bind(toy_game, {"most": wrong}).faults] == ["setup.type"]
    assert bind(toy_game, {"most": 1}).setup.most == 1
    assert bind(toy.make("other"), {}).setup == bind(toy_game, {}).setup


def test_its_schema_is_made_from_its_fields(toy_game: AnyGame) -> None:
    check = jsonschema.Draft202012Validator(game_schema(toy_game))
    record: dict[str, Any] = {"format": 1, "game": "toy", "setup": SETUP, "moves": [], "result": None}
    assert list(check.iter_errors(record)) == []
    for setup in ({"goal": "x"}, {"most": "9"}, {"bead_piles": 3}, {"men": 8}):
        assert list(check.iter_errors(record | {"setup": setup}))
    assert "toy" in record_schema([toy_game])["properties"]["game"]["enum"]
