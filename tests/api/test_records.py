"""Records of the Python interface: what they say is what the commands say, whatever is wrong with them."""

import copy
import pickle
from itertools import pairwise

import pytest

import struckle_cli
from struckle_cli import (
    AccessError,
    IllegalMove,
    RecordError,
    StruckleError,
    UsageError,
    load,
    load_all,
    loads,
)
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import step_through
from struckle_cli.registry import lookup
from tests.api.support import FILES, REPLAYS, every_record, one
from tests.cli.support import dumps, encoded, numbered, record, sgn

GAMES = list(FILES)


def lines(cli, *arguments: object) -> str:
    """What a command prints, which must be well."""
    ran = cli(*arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


# --- laws over all records in replays/ ----------------------------------------------------------


def test_states_are_where_single_steps_lead() -> None:
    """`Record.states()` agrees with stepping through the moves by the game's contract, on every record."""
    for item in every_record():
        core = lookup(item.game.name)
        found = list(item.states())
        assert [one.ply for one in found] == list(range(len(item.moves) + 1))
        if core.secrets is None:  # else the id of the record belongs to the start
            assert found[0] == item.game.start(**item.setup)
            assert found[0].raw == bind(core, item.setup).start
        for before, after in pairwise(found):
            stepped, played = step_through(core, before.raw, [after.last])
            assert played == 1
            assert stepped == after.raw
        assert item.state() == found[-1]


def test_a_record_that_ended_by_its_moves_says_so_in_its_last_state() -> None:
    given = {"resign", "agreement"}
    ended = [item for item in every_record() if item.result is not None and item.result.reason not in given]
    assert len(ended) > 40
    for item in ended:
        last = item.state()
        assert last.outcome is not None
        assert str(last.outcome) == str(item.result)
        assert last.to_move is None
        assert last.legal_moves() == []


def test_verdicts_are_those_of_validate(cli) -> None:
    rows = cli("validate", REPLAYS, "--format", "jsonl").rows
    assert len(rows) == len(every_record())
    for row, item in zip(rows, every_record(), strict=True):
        said = (item.path, item.number, item.game.name, item.valid, item.plies, list(item.pending))
        assert said == tuple(row[key] for key in ("path", "record", "game", "valid", "plies", "pending"))
        winners = None if item.result is None else list(item.result.winners)
        assert winners == (row["result"] and row["result"]["winners"])
        assert [fault.code for fault in item.faults] == [problem["code"] for problem in row["problems"]]


@pytest.mark.parametrize("encoding", ["sgn", "json", "jsonl", "msgpack"])
def test_what_is_dumped_is_what_convert_writes_and_can_be_read_again(cli, tmp_path, encoding) -> None:
    for name in GAMES:
        item = one(name)
        data = item.dumps(encoding)
        assert isinstance(data, bytes) == (encoding == "msgpack")
        raw = data if isinstance(data, bytes) else data.encode()
        assert cli("convert", item.path, "-", "--to", encoding).raw == raw
        assert loads(data).dumps() == loads(data, encoding).dumps() == item.dumps()
        item.save(tmp_path / f"saved.{encoding}.gz")
        again = load(tmp_path / f"saved.{encoding}.gz")
        assert (again.moves, again.setup, again.players) == (item.moves, item.setup, item.players)


def test_show_is_what_the_command_prints(cli) -> None:
    for name in GAMES:
        item = one(name)
        assert item.show() + "\n" == lines(cli, "show", item.path)


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, lambda item: pickle.loads(pickle.dumps(item))])
def test_copies_and_pickles_say_the_same(made) -> None:
    for item in [one(name) for name in GAMES] + [loads(sgn("1. D8-D1 Q12-Q11"))]:
        again = made(item)
        assert again.dumps() == item.dumps()
        assert again.faults == item.faults
        assert list(again.states()) == list(item.states())
        assert (repr(again), again.number, again.path) == (repr(item), item.number, item.path)
        state = item.state(item.plies)
        assert made(state) == state
        assert hash(made(state)) == hash(state)
        assert str(made(state)) == str(state)


# --- loading ------------------------------------------------------------------------------------


def test_load_wants_one_record(tmp_path) -> None:
    path = REPLAYS / "castle" / "club-evening.sgn"
    with pytest.raises(UsageError, match="record=N") as caught:
        load(path)
    assert caught.value.code == "usage.record"
    assert [load(path, number).number for number in (1, 2, 3)] == [1, 2, 3]
    with pytest.raises(UsageError, match="has no record 4; it holds 3"):
        load(path, record=4)
    (tmp_path / "none.sgn").write_bytes(b"\n")
    with pytest.raises(UsageError, match="holds no record"):
        load(tmp_path / "none.sgn")


def test_paths_are_texts_or_path_objects_and_a_dash_is_a_file(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").write_bytes(sgn("1. D8-C8"))
    assert load("-").moves == load(tmp_path / "-").moves == ("D8-C8",)
    assert [item.moves for item in load_all("-")] == [("D8-C8",)]
    with pytest.raises(TypeError):
        load(b"-")
    with pytest.raises(TypeError):
        load(3)


@pytest.mark.parametrize("call", [load, lambda path: list(load_all(path))])
def test_what_cannot_be_read_is_an_access_error(tmp_path, call) -> None:
    with pytest.raises(AccessError) as caught:
        call(tmp_path / "gone.sgn")
    assert caught.value.code == "io.missing"
    whole = encoded(record(["D8-C8"]), ".json.gz")
    (tmp_path / "cut.json.gz").write_bytes(whole[:-9])
    with pytest.raises(AccessError) as caught:
        call(tmp_path / "cut.json.gz")
    assert caught.value.code == "io.damaged"


def test_load_all_has_broken_records_too(tmp_path) -> None:
    sound = dumps(record(["D8-C8"]))
    few = {"men": 7}
    rows = [sound, b"{", dumps(record(["D8-D1"])), dumps(record() | {"game": "chess"}),
            dumps(record(setup=few)), dumps(record(["D8-C8"], setup=few)), sound]  # fmt: skip
    (tmp_path / "mixed.jsonl").write_bytes(b"\n".join(rows))
    found = list(load_all(tmp_path / "mixed.jsonl"))
    assert [item.number for item in found] == [1, 2, 3, 4, 5, 6, 7]
    assert [item.valid for item in found] == [True, False, False, False, False, False, True]
    assert [item.faults[0].code for item in found if not item.valid] == [
        "json.malformed", "castle.terrain", "record.game", "castle.men", "castle.men",
    ]  # fmt: skip
    assert [item.plies for item in found] == [1, 0, 0, 0, 0, 0, 1]
    for item in found:
        assert repr(item).startswith("<Record ")
        assert item._repr_html_().endswith("</div>")
        assert repr(pickle.loads(pickle.dumps(item))) == repr(item)
    nothing = found[1]
    assert (nothing.tags, nothing.players, nothing.moves, nothing.setup, nothing.notes) == (
        {},
        {},
        (),
        {},
        (),
    )
    assert nothing.result is None
    asked = (nothing.states, nothing.state, nothing.show, nothing.dumps, lambda: nothing.as_seen_by("white"))
    for ask in (lambda: nothing.game, *asked):
        with pytest.raises(RecordError):
            ask()


def test_a_broken_set_up_has_no_states_and_says_why() -> None:
    item = loads(dumps(record(setup={"men": 7})))
    assert item.game.name == "castle"
    assert "men" in item.show()
    for ask in (item.states, item.state, item.dumps, lambda: struckle_cli.render(item)):
        with pytest.raises(RecordError, match="not 7") as caught:
            ask()
        assert caught.value.code == "castle.men"
        assert caught.value.faults == item.faults


def test_states_of_an_illegal_record_end_before_the_illegal_ply() -> None:
    item = loads(sgn("1. D8-C8 Q12-Q11 2. D8-D7 Q11-Q12"))
    assert (item.valid, item.plies, len(item.moves)) == (False, 2, 4)
    assert [state.last for state in item.states()] == [None, "D8-C8", "Q12-Q11"]
    assert item.state(2).ply == item.state(-2).ply == 2
    for at in (None, 3, 4, -1):
        with pytest.raises(RecordError, match="ply 3") as caught:
            item.state(at)
        assert caught.value.code == item.faults[0].code


@pytest.mark.parametrize("at", [5, -5, 1 << 70])
def test_a_ply_that_there_is_not(at) -> None:
    with pytest.raises(UsageError, match="the record has 2 plies") as caught:
        loads(sgn("1. D8-C8 Q12-Q11")).state(at)
    assert caught.value.code == "usage.at"


@pytest.mark.parametrize(
    ("text", "encoding", "kind", "code"),
    [
        ("x", None, RecordError, "codec.unknown"),
        ("", None, UsageError, "usage.record"),
        ('[Game "chess"] *', None, RecordError, "record.game"),
        ('[Game "castle"] *', "json", RecordError, "codec.mismatch"),
        ("{}", "xml", UsageError, "usage.encoding"),
        (sgn("1. D8-C8") + sgn("1. D8-C8"), None, UsageError, "usage.record"),
        ("\ud800", "sgn", RecordError, "encoding.utf8"),
    ],
)
def test_texts_that_hold_no_record(text, encoding, kind, code) -> None:
    with pytest.raises(kind) as caught:
        loads(text, encoding)
    assert caught.value.code == code


def test_broken_records_are_not_written(tmp_path) -> None:
    item = loads(sgn("1. D8-C8 Q12/Q11"))
    for write in (item.dumps, lambda: item.save(tmp_path / "x.json")):
        with pytest.raises(RecordError):
            write()
    assert list(tmp_path.iterdir()) == []
    illegal = loads(sgn("1. D8-D1"))  # correct syntax suffices, as for convert
    assert loads(illegal.dumps("json")).faults[0].code == illegal.faults[0].code
    with pytest.raises(UsageError) as caught:
        illegal.save(tmp_path / "x.txt")
    assert caught.value.code == "usage.suffix"
    with pytest.raises(UsageError) as caught:
        illegal.dumps("xml")
    assert caught.value.code == "usage.encoding"
    with pytest.raises(AccessError) as caught:
        illegal.save(tmp_path / "no" / "x.sgn")
    assert caught.value.code in ("io.write", "io.missing")


def test_what_a_record_gives_away_changes_nothing_in_it() -> None:
    item = one("stricken")
    before = item.dumps()
    item.tags["Event"] = item.players["white"] = "x"
    item.setup["shells"]["white"].clear()
    assert item.dumps() == before
    assert item.setup["shells"]["white"]
    with pytest.raises(AttributeError):
        item.moves = ()
    with pytest.raises(AttributeError):
        item.state(0).ply = 3


def test_errors_can_be_pickled() -> None:
    with pytest.raises(IllegalMove) as caught:
        struckle_cli.game("castle").start().play("D8-D1")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.code) == (IllegalMove, str(caught.value), "castle.terrain")
    assert (again.faults, again.suggestion, again.token) == (caught.value.faults, "D8-D2", "D8-D1")
    plain = pickle.loads(pickle.dumps(StruckleError("why", code="some.code", path="p", record=3)))
    assert (str(plain), plain.code, plain.path, plain.record) == ("why", "some.code", "p", 3)


def test_the_repr_of_a_record_is_one_printable_line() -> None:
    item = loads(dumps(record(["D8-C8"], players={"white": "A\x1b[31m\nB", "black": "\u202eC"})))
    assert repr(item) == r"<Record castle, A\x1b[31m\nB - \u202eC, 1 ply, unfinished>"
    assert "\x1b" not in item.show()


def test_numbered_moves_are_the_captions_of_states() -> None:
    item = loads(sgn(numbered(["D8-C8", "Q12-Q11", "C8-C3"])))
    assert [repr(state) for state in item.states()][2:] == [
        "<State Castle, ply 2, after 1... Q12-Q11: white to move>",
        "<State Castle, ply 3, after 2. C8-C3: black to move>",
    ]
