"""Games and states of the Python interface: what is listed, played and refused is what the commands say."""

import json
import random
import sys

import pytest

from struckle_cli import Game, IllegalMove, State, UsageError, game, game_names
from struckle_cli.engine.replayer import judge_token
from tests.api.support import FILES, one
from tests.contract.cases import CASES, GAMES, Case, perturbed, sample_states

ALPHABET = "ABCDEabcde12345-x/=+?[]() "


def state_of(case: Case, raw) -> State:
    return State(Game(GAMES[case.name]), raw)


@pytest.mark.parametrize("name", list(FILES))
def test_legal_moves_are_those_of_the_command(cli, name) -> None:
    """`Game.legal_moves` is what `struckle moves --json` lists, at any ply before a result."""
    item = one(name)
    for at in {0, 1, len(item.moves) // 2, len(item.moves) - 1}:
        state = item.state(at)
        told = cli("moves", item.path, "--at", at, "--json").json
        assert state.legal_moves() == item.game.legal_moves(state) == told["moves"]
        assert (state.ply, state.to_move) == (told["ply"], told["to_move"])


def test_dice_are_played_as_the_command_says(cli) -> None:
    item = one("struggle")
    state = item.state(0)
    assert state.legal_moves() == []
    told = cli("moves", item.path, "--at", 0, "--dice", "AAKQJ", "--json").json
    found = state.legal_moves(dice="AAKQJ")
    assert [token.removeprefix("AAKQJ=") for token in found] == told["moves"]
    assert {state.play(token).ply for token in found} == {1}
    assert item.state().legal_moves(dice="AAKQJ") == []
    with pytest.raises(UsageError):
        state.legal_moves(dice="AAKQX")
    with pytest.raises(UsageError) as caught:
        one("castle").state(0).legal_moves(dice="AAKQJ")
    assert caught.value.code == "usage.dice"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_listed_can_be_played_and_what_is_refused_cannot(case: Case) -> None:
    """Laws over random games of all games: `legal_moves`, `play` and `why_illegal` agree with each other."""
    chance = random.Random(f"api/{case}")
    for raw in sample_states(case, 3)[-4:]:
        state = state_of(case, raw)
        listed = state.legal_moves()
        assert listed == sorted(listed)
        assert state.to_move is not None or listed == []
        for token in chance.sample(listed, min(3, len(listed))):
            assert state.game.why_illegal(state, token) is None
            after = state.play(token)
            assert (after.ply, after.last) == (state.ply + 1, token)
            wrong = perturbed(token, ALPHABET, chance)
            fault = state.game.why_illegal(state, wrong)
            if fault is None:
                assert state.play(wrong).ply == 1
                continue
            assert fault == judge_token(GAMES[case.name], raw, wrong, 1)
            with pytest.raises(IllegalMove) as caught:
                state.play(wrong)
            assert caught.value.faults == (fault,)
            assert (caught.value.code, caught.value.suggestion) == (fault.code, fault.suggestion)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_equal_positions_are_equal_states(case: Case) -> None:
    states = [state_of(case, raw) for raw in sample_states(case, 3)]
    for state in states:
        again = State(state.game, state.raw, 7, "x", state.raw)
        assert again == state
        assert hash(again) == hash(state)
        assert len({again, state}) == 1
        if state.position is not None and case.name != "toy":
            assert isinstance(state.position, str)
    assert states[0] != states[0].raw
    assert states[0] != "x"


@pytest.mark.parametrize("name", ["castle", "struckle", "struggle"])
def test_positions_come_back_from_their_strings(name) -> None:
    item = one(name)
    for at in (0, len(item.moves) // 2):
        state = item.state(at)
        again = item.game.position(state.position)
        assert again.position == state.position
        assert again.to_move == state.to_move
        assert again.ply == 0
    with pytest.raises(UsageError):
        item.game.position("nonsense")


@pytest.mark.parametrize("name", ["crungle", "stricken"])
def test_games_without_position_strings_say_so(name) -> None:
    assert one(name).state(0).position is None
    with pytest.raises(UsageError) as caught:
        game(name).position("x")
    assert caught.value.code == "usage.position"


def test_names_are_those_of_the_command(cli) -> None:
    assert game_names() == [row["name"] for row in cli("games", "--json").json["games"]]
    for name in game_names():
        found = game(name)
        assert (found.name, found.title, repr(found)) == (name, found.title, f"<Game {name}>")
        assert found == game(name)
        assert hash(found) == hash(game(name))
    assert game("castle") != game("struckle")
    assert game("castle") != "castle"
    with pytest.raises(UsageError, match="did you mean castle") as caught:
        game("castel")
    assert caught.value.code == "usage.game"


def test_a_game_of_another_package_is_a_game_too(toy_game) -> None:
    toy = game("toy")
    assert toy.name in game_names()
    state = toy.start()
    while state.to_move is not None:
        state = state.play(state.legal_moves()[0])
    assert state.outcome is not None
    assert "<State" in repr(state)


def test_a_set_up_is_given_by_its_fields() -> None:
    castle = game("castle")
    assert castle.start(men=16, first="black").to_move == "black"
    assert castle.start() == castle.start(men=8)
    crungle = game("crungle")
    plain = crungle.start(
        goals=("G7", "G6"), rules=["M3", "M10", "I1", "M19"], start={"orange": 3, "purple": 1}
    )
    assert plain == crungle.start(goals="G7 G6", rules="M3 M10 I1 M19", start="orange=3 purple=1")


@pytest.mark.parametrize(
    ("name", "setup", "codes"),
    [
        ("castle", {"men": 7}, ["castle.men"]),
        ("castle", {"men": 10**30}, ["castle.men"]),
        ("castle", {"pawns": 8}, ["setup.unknown"]),
        ("castle", {"men": "8", "first": "red"}, ["setup.type", "setup.value"]),
        ("crungle", {}, ["setup.missing"] * 3),
        ("crungle", {"goals": "G99", "rules": "M3 M10 I1 M19", "start": "orange=3 purple=1"}, None),
        ("crungle", {"goals": "G7 G6", "rules": "M3 M10 I1 M19", "start": "nowhere"}, None),
        ("stricken", {}, None),
    ],
)
def test_a_set_up_that_cannot_be_names_all_its_faults(name, setup, codes) -> None:
    with pytest.raises(UsageError) as caught:
        game(name).start(**setup)
    assert caught.value.faults
    assert codes is None or [fault.code for fault in caught.value.faults] == codes
    assert caught.value.faults[0].message in str(caught.value)


def test_types_are_refused_as_python_does_it() -> None:
    start = game("castle").start()
    for token in (None, 3, b"D8-C8"):
        with pytest.raises(TypeError):
            start.play(token)
        with pytest.raises(TypeError):
            start.game.why_illegal(start, token)
    with pytest.raises(TypeError):
        game("castle").start(men=object())
    with pytest.raises(UsageError) as caught:
        game("struckle").legal_moves(start)
    assert caught.value.code == "usage.game"


def test_what_is_played_is_written_as_the_game_writes_it() -> None:
    struckle = game("struckle").start()
    token = struckle.legal_moves()[-1]
    assert struckle.play(token) == struckle.play(token)
    assert struckle.play(token).last == token


def test_the_interface_is_exported_when_it_is_asked_for(tmp_path) -> None:
    import subprocess

    script = """
import sys, json
import struckle_cli
before = sorted(sys.modules)
names = dir(struckle_cli)
assert set(struckle_cli.__all__) < set(names)
missing = [name for name in names if not hasattr(struckle_cli, name)]
from struckle_cli import *
import struckle_cli.cli.app
assert struckle_cli.load is load
try:
    struckle_cli.nothing
except AttributeError as error:
    print(json.dumps([before, missing, str(error)]))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True)
    modules, missing, error = json.loads(done.stdout)
    assert [name for name in modules if name.startswith("struckle_cli")] == ["struckle_cli"]
    assert missing == []
    assert error == "module 'struckle_cli' has no attribute 'nothing'"


def test_no_command_imports_the_interface(tmp_path) -> None:
    from tests.cli.test_startup import imported

    modules = imported(tmp_path, "render", one("castle").path, "--style", "svg")
    assert "struckle_cli.report.svg" in modules
    assert not {name for name in modules if name.startswith("struckle_cli.api")}
