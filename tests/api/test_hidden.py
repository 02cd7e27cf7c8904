"""The leak law of the Python interface: a record as a seat may see it holds nothing that others hide."""

import copy
import gc
import json
import pickle
import re
import types
from functools import partial
from typing import Any

import pytest

import struckle_cli
from struckle_cli import Record, RecordError, StruckleError, UsageError, load, loads, render
from struckle_cli.core.game import Game
from tests.api.support import REPLAYS, every_record
from tests.cli.hidden_support import half, sealed, whole
from tests.cli.stricken_support import SEATS, Key, closed_twins, closed_with, keys_of, twins
from tests.cli.struggle_support import put
from tests.games.stricken.setups import DEFAULT, MIXED
from tests.replay.stricken_hidden_support import BREAKS, forms

CUTS = [(MIXED, 2, 12), (DEFAULT, 3, 9)]


def told(ask) -> Any:
    """What is answered, or how it is refused."""
    try:
        return ask()
    except StruckleError as error:
        return type(error).__name__, error.code, str(error), error.faults


def everything(view: Record) -> list[Any]:
    """All that a record says."""
    found = [view.tags, view.players, view.setup, view.moves, view.notes, view.result, view.valid,
             view.faults, view.pending, view.plies, view.number, repr(view), view.show(),
             view._repr_html_()]  # fmt: skip
    found += [told(partial(view.dumps, encoding)) for encoding in ("sgn", "json", "jsonl", "msgpack")]
    states = list(view.states())
    for state in [*states[:-1:13], states[-1]]:
        found += [repr(state), str(state), state.legal_moves(), state._repr_svg_(), state.outcome]
    return found + states


def held(view: Record) -> bytes:
    """All texts and bytes that can be reached from a record, its states among them, and its pickle."""
    found: list[bytes] = [pickle.dumps(view)]
    waiting: list[Any] = [view, told(lambda: list(view.states())), told(view.state)]
    seen: set[int] = set()
    keep = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, Game)
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, keep):
            continue
        seen.add(id(item))
        if isinstance(item, str):
            found.append(item.encode("utf-8", "surrogatepass"))
        elif isinstance(item, bytes):
            found.append(item)
        else:
            waiting += gc.get_referents(item)
    return b"\0".join(found)


def hidden(keys: list[Key], seat: str) -> list[bytes]:
    """What must not be found: values and nonces of others, but for values of a letter or two."""
    return [form for key in keys if key["seat"] != seat for form in forms(key) if len(form) > 4]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: str(cut[1:]))
def test_games_that_look_alike_to_a_seat_say_the_same(seat: str, cut) -> None:
    """Two open games that differ only in what a seat has not seen, whatever else is wrong with them."""
    for break_it in BREAKS:
        pair = copy.deepcopy(twins(cut[0], cut[1], seat, cut[2]))
        for item in pair:
            break_it(item, seat)
        one, two = (loads(json.dumps(item)) for item in pair)
        assert one.setup != two.setup
        first, second = (told(lambda item=item: everything(item.as_seen_by(seat))) for item in (one, two))
        assert first == second, break_it.__name__


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: str(cut[1:]))
def test_nothing_hidden_can_be_reached_from_a_view(seat: str, cut) -> None:
    for item in twins(cut[0], cut[1], seat, cut[2]):
        keys = keys_of(item)
        whole_record = loads(json.dumps(item))
        own = [key["value"].encode() for key in keys if key["seat"] == seat]
        secret = [key["value"].encode() for key in keys if key["seat"] != seat]
        orders = [value for value in secret if value.startswith(b"F")]
        resolved = b" ".join(token.encode() for token in item["moves"] if not token.startswith("F"))
        assert all(value in held(whole_record) for value in orders)
        found = held(whole_record.as_seen_by(seat))
        assert [value for value in orders if value in found and value not in resolved] == []
        assert [value for value in own if value.startswith(b"F") and value not in found] == []
        made = closed_with(item, keys)
        for closed, opened in ((made, []), (made | {"reveals": keys}, keys)):
            view = loads(json.dumps(closed)).as_seen_by(seat)
            found = held(view)
            assert [form for form in hidden(opened, seat) if form in found] == []
            assert [key for key in opened if key["seat"] == seat and key["nonce"].encode() not in found] == []


@pytest.mark.parametrize("seat", SEATS)
def test_committed_games_that_look_alike_say_the_same(seat: str) -> None:
    (one, keys), (two, others) = closed_twins(MIXED, 2, seat, 12)
    pair = [loads(json.dumps(one | {"reveals": keys})), loads(json.dumps(two | {"reveals": others}))]
    views = [item.as_seen_by(seat) for item in pair]
    assert views[0].result == views[1].result
    assert [state.legal_moves() for state in views[0].states()] == [
        state.legal_moves() for state in views[1].states()
    ]
    boards = [[re.sub("#[0-9a-f]{64}", "#", str(state)) for state in view.states()] for view in views]
    assert boards[0] == boards[1]


def test_cards_are_hidden_until_the_game_has_a_result() -> None:
    running = loads(json.dumps(half()))
    ended = loads(json.dumps(whole()))
    for seat in ("p1", "p2", "p3"):
        for item, shown in ((running, {seat}), (ended, {"p1", "p2", "p3"})):
            view = item.as_seen_by(seat)
            found = held(view)
            cards = item.setup["cards"]
            assert {one for one, card in cards.items() if card.encode() in found} == shown
            assert {one for one, card in view.setup["cards"].items() if card == cards[one]} == shown


def test_a_view_of_a_view_shows_no_more() -> None:
    firsts = {item.path: item for item in reversed(every_record()) if item.game._core.secrets is not None}
    assert len(firsts) > 20
    for item in firsts.values():
        view = item.as_seen_by(item.game.seats[1])
        again = view.as_seen_by(item.game.seats[1])
        assert (again.moves, again.setup, again.pending, again.result) == (
            view.moves, view.setup, view.pending, view.result,
        )  # fmt: skip
        assert list(again.states()) == list(view.states())


def test_games_without_secrets_are_seen_whole() -> None:
    item = load(REPLAYS / "castle" / "club-evening.sgn", 1)
    view = item.as_seen_by("Black")
    assert everything(view) == everything(item)
    with pytest.raises(UsageError) as caught:
        item.as_seen_by("p1")
    assert caught.value.code == "usage.seat"


def test_the_view_of_an_open_record_is_not_saved(tmp_path) -> None:
    view = load(REPLAYS / "stricken" / "letters-1-open.sgn", seat="white")
    for write in (view.dumps, lambda: view.save(tmp_path / "x.sgn"), pickle.loads(pickle.dumps(view)).dumps):
        with pytest.raises(UsageError) as caught:
            write()
        assert caught.value.code == "usage.open-record"
    assert list(tmp_path.iterdir()) == []


def test_secrets_files_are_used_as_the_commands_use_them(cli, tmp_path) -> None:
    names = sealed(cli, tmp_path, whole())
    own = next(name for name in names if ".p1." in name)
    for seat, secrets in (("p1", own), (None, own), (None, names), ("p2", names)):
        item = load("c.sgn", seat=seat, secrets=secrets)
        listed = [secrets] if isinstance(secrets, str) else secrets
        words = [word for name in listed for word in ("--secrets", name)] + (["--as", seat] if seat else [])
        assert item.show() + "\n" == cli("show", "c.sgn", *words).out
        drawn = cli("render", "c.sgn", "--width", 80, "--style", "ascii", *words)
        assert render(item, "ascii") + "\n" == drawn.out
        assert item.state().legal_moves() == cli("moves", "c.sgn", "--json", *words).json["moves"]
        # What somebody knows is not written into the record.
        for text in (item.dumps("json"), item.as_seen_by("p1").dumps("json")):
            assert "nonce" not in text
    p2 = load("c.sgn", seat="p2", secrets=own)
    cards = load("c.sgn", secrets=names).setup["cards"]
    assert cards == whole()["setup"]["cards"]
    assert cards["p1"].encode() not in held(p2)
    assert cards["p1"].encode() not in held(load("c.sgn", secrets=names).as_seen_by("p2"))


def test_the_saved_view_of_a_committed_record_is_what_redact_writes(cli, tmp_path) -> None:
    names = sealed(cli, tmp_path, half() | {"notes": [{"ply": 1, "text": "p1 smiled"}]})
    assert cli("reveal", "c.sgn", *names, "-o", "known.sgn").code == 0
    for seat in ("p1", "p2"):
        view = load("known.sgn", seat=seat)
        view.save(f"{seat}.json")
        assert (tmp_path / f"{seat}.json").read_bytes() == cli(
            "redact", "known.sgn", "--for", seat, "--to", "json"
        ).raw
        assert load(f"{seat}.json").setup == view.setup
        assert "smiled" not in view.dumps() + view.show()


def test_what_nobody_can_hide_is_not_shown() -> None:
    item = loads(json.dumps({"format": 1, "game": "stricken", "setup": half()["setup"], "moves": ["F2[junk"],
                             "result": None}))  # fmt: skip
    with pytest.raises(RecordError):
        item.as_seen_by("white")
    with pytest.raises(StruckleError):
        render(item, seat="white")


def test_secrets_for_a_game_that_hides_nothing(tmp_path, monkeypatch) -> None:
    put(tmp_path / "x.secrets", [])
    castle = REPLAYS / "castle" / "quick-win.sgn"
    assert load(castle, secrets=tmp_path / "x.secrets").valid
    put(tmp_path / "y.secrets", [{"seat": "white", "what": "beads", "nonce": 64 * "a", "value": "x"}])
    with pytest.raises(UsageError) as caught:
        struckle_cli.load(castle, secrets=[tmp_path / "y.secrets"])
    assert caught.value.code == "usage.secrets"
