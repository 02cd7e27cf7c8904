"""Laws over invented turns, positions and texts."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struggle import GAME
from tests.games.struggle.helpers import (
    DICE,
    at,
    bound,
    random_game,
    random_position,
    random_rolls,
    state_of,
    text,
)

seeds = st.integers(0, 2**32)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_a_position_survives_its_string(seed: int) -> None:
    position = random_position(Random(seed))
    state = state_of(position)
    assert GAME.parse_position is not None
    assert GAME.parse_position(state.setup, text(state)) == state
    assert hash(GAME.parse_position(state.setup, text(state))) == hash(state)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_listed_plays_are_legal_distinct_sorted_and_lead_to_possible_positions(seed: int) -> None:
    chance = Random(seed)
    state, rolls = state_of(random_position(chance)), random_rolls(chance)
    moves = DICE.plays(state, rolls)
    tokens = [GAME.format_move(move) for move in moves]
    assert moves
    assert tokens == sorted(set(tokens))
    for move, token in zip(moves, tokens, strict=True):
        assert GAME.parse_move(token) == move
        assert token == f"{DICE.rolls(move)}={DICE.part(move)}"
        assert GAME.why_illegal(state, move) is None
        after = GAME.apply(state, move)
        assert GAME.parse_position is not None
        assert GAME.parse_position(state.setup, text(after)) == after
        assert GAME.tell is not None
        assert all(line.isprintable() for line in GAME.tell(state, move, after))


@given(st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_turn_or_a_fault_of_the_game(token: str) -> None:
    _parse(token)


@given(st.text(alphabet="AKQJT9/+=-12345 ", max_size=40))
@settings(max_examples=400, deadline=None)
def test_texts_of_the_right_letters_are_written_as_they_were_read(token: str) -> None:
    _parse(token)


def _parse(token: str) -> None:
    try:
        written = GAME.format_move(GAME.parse_move(token))
    except NotationError as error:
        reason = error.reason
    else:
        assert written == token
        return
    assert reason.code in GAME.codes
    assert reason.message


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_games_on_the_default_track_end_with_all_pieces_on_their_places(seed: int) -> None:
    tokens, states = random_game(Random(seed))
    assert sorted(map(str, at(states[-1], "KQJT9"))) == list("ABCDE")
    assert len(states) == len(tokens) + 1
    assert all(GAME.to_move(state) is not None for state in states[:-1])


WORDS = (
    "p1",
    "JT9QK",
    "declared",
    "hmac-sha256",
    "#" + "0" * 64,
    "0" * 64,
    "K:0 Q:0 J:0 T:0 9:0 p1 1",
    "YRB",
)
KEYS = ("p1", "p2", "p3", "scheme", "commit", "client", "nonce", "seed")
keys = st.sampled_from(KEYS) | st.text(max_size=4)
texts = st.text(max_size=8) | st.sampled_from(WORDS)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=8,
)
names = st.sampled_from([field.name for field in GAME.setup_fields]) | st.text(max_size=5)


@given(st.dictionaries(names, values, max_size=6))
@settings(max_examples=120, deadline=None)
def test_any_set_up_is_read_or_has_faults_with_a_place(fields: dict[str, Any]) -> None:
    setup, faults = GAME.read_setup(fields)
    assert (setup is None) == bool(faults)
    for fault in faults:
        assert fault.code in GAME.codes or fault.code.startswith("setup.")
        assert fault.message
        assert str(fault.pointer).startswith("/setup")
    if setup is not None:
        assert GAME.to_move(GAME.initial(setup)) in GAME.seated(setup)
    assert GAME.secrets is not None
    for secret in GAME.secrets.find(fields, []):
        assert secret.pointer.startswith("/setup/")


@given(st.text(max_size=40) | st.text(alphabet="KQJT9:0123456789ABCDEp ", max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_position_or_a_fault_of_the_game(position: str) -> None:
    assert GAME.parse_position is not None
    try:
        state = GAME.parse_position(bound().setup, position)
    except NotationError as error:
        reason = error.reason
    else:
        assert text(state) == position
        return
    assert reason.code in GAME.codes
