"""Laws over invented turns, positions and texts."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struggle import GAME
from tests.games.struggle.helpers import DICE, at, random_game, random_position, random_rolls, state_of, text

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
