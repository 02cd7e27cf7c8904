"""The game's code held against the slow derivation, on random positions, hands and spoilt tokens."""

from random import Random

import pytest

from struckle_cli.core.errors import NotationError
from struckle_cli.engine.replayer import step_through
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.board import named_track
from struckle_cli.games.struggle.deck import rebuilt_deck
from tests.games.struggle import slow
from tests.games.struggle.helpers import (
    bound,
    plays,
    random_game,
    random_position,
    random_rolls,
    state_of,
    text,
    why,
)


def test_the_data_are_those_of_the_page() -> None:
    assert named_track("struggle-32").colours == slow.TRACK
    assert list(rebuilt_deck()) == slow.DECK


@pytest.mark.parametrize("seed", range(8))
def test_every_hand_has_the_plays_that_the_slow_derivation_finds(seed: int) -> None:
    chance, ended = Random(f"plays/{seed}"), 0
    for _ in range(150):
        position = random_position(chance)
        assert not slow.impossible(position)
        state, rolls = state_of(position), random_rolls(chance)
        hand = slow.hand_of(rolls)
        assert hand is not None
        expected = slow.outcomes(position, hand)
        assert plays(state, rolls) == sorted(expected)
        for part, after in expected.items():
            move = GAME.parse_move(f"{rolls}={part}")
            assert GAME.why_illegal(state, move) is None
            assert GAME.apply(state, move) == state_of(after)
            ended += slow.over(after)
    assert ended


def _spoilt(token: str, chance: Random) -> str:
    spot = chance.randrange(len(token))
    letter = chance.choice("AKQJT9/+=-12345")
    return chance.choice(
        [token[:spot] + letter + token[spot + chance.randint(0, 1) :], token[:spot] + token[spot + 1 :]]
    )


def _other_plays(chance: Random) -> str:
    pieces = chance.sample(slow.FIGURES, chance.randint(1, 4))
    return "".join(f"{piece}{chance.randint(1, 3)}" for piece in pieces)


@pytest.mark.parametrize("seed", range(6))
def test_tokens_are_legal_just_where_the_slow_derivation_plays_them(seed: int) -> None:
    chance, legal, illegal = Random(f"tokens/{seed}"), 0, set()
    for _ in range(300):
        position = random_position(chance)
        state, rolls = state_of(position), random_rolls(chance)
        hand = slow.hand_of(rolls)
        assert hand is not None
        part = chance.choice(sorted(slow.outcomes(position, hand)))
        for token in (
            f"{rolls}={part}",
            f"{rolls}={_other_plays(chance)}",
            _spoilt(f"{rolls}={part}", chance),
        ):
            after = slow.judge(position, token)
            reason = why(state, token)
            assert (reason is None) == (after is not None), (slow.format_position(position), token, reason)
            assert GAME.play_line is not None
            assert GAME.play_line(state, [token]) == step_through(GAME, state, [token])
            if after is None:
                assert reason is not None
                assert reason.code in GAME.codes
                illegal.add(reason.code)
            else:
                legal += 1
                assert text(GAME.apply(state, GAME.parse_move(token))) == slow.format_position(after)
    assert legal > 300
    assert len(illegal) > 8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_go_as_in_the_slow_derivation_and_score_alike(players: int) -> None:
    chance = Random(f"games/{players}")
    for _ in range(4):
        cards = chance.sample(slow.DECK, players)
        fields = {"players": players, "cards": dict(zip(GAME.seats, cards, strict=False))}
        tokens, states = random_game(chance, **fields)
        position: slow.Position | None = slow.start(players)
        for token in tokens:
            assert position is not None
            position = slow.judge(position, token)
        assert position is not None
        assert slow.over(position)
        assert text(states[-1]) == slow.format_position(position)
        ended = GAME.outcome(states[-1])
        points = slow.scores(position, cards)
        assert ended is not None
        assert ended.scores == {f"p{number}": score for number, score in enumerate(points, 1)}
        assert ended.winners == tuple(f"p{n}" for n, score in enumerate(points, 1) if score == max(points))
        assert GAME.play_line is not None
        assert GAME.play_line(states[0], tokens) == (states[-1], len(tokens))


def test_play_line_agrees_with_stepping_whatever_stands_in_a_record() -> None:
    chance, ended = Random("line"), 0
    assert GAME.play_line is not None
    for _ in range(40):
        short = "".join(chance.choice("YRB") for _ in range(chance.randint(1, 12)))
        tokens, states = random_game(chance, colours=short, players=3)
        extra = [*tokens, chance.choice(tokens)]
        found = GAME.play_line(states[0], extra)
        assert found == step_through(GAME, states[0], extra)
        if GAME.to_move(states[-1]) is None:  # on a track with many black spaces a game need not end
            assert found == (states[-1], len(tokens))
            ended += 1
        for _ in range(5):
            spot = chance.randrange(len(tokens))
            broken = [*tokens[:spot], _spoilt(tokens[spot], chance), *tokens[spot + 1 :]]
            assert GAME.play_line(states[0], broken) == step_through(GAME, states[0], broken)
            assert GAME.play_line(states[0], tuple(broken[::-1])) == step_through(
                GAME, states[0], broken[::-1]
            )
    assert ended > 10


def test_positions_are_refused_just_where_the_slow_derivation_finds_them_impossible() -> None:
    chance, met = Random("impossible"), set()
    assert GAME.parse_position is not None
    for _ in range(1500):
        squares: list[int | str] = [0, 0, 0, *range(1, 34), *"ABCDE", "A", "A", "B"]
        marks = {piece: chance.choice(squares) for piece in slow.FIGURES}
        position = slow.Position(marks, chance.randint(1, 4), 3, slow.TRACK, chance.randint(2, 4))
        setup = bound(players=position.players).setup
        try:
            GAME.parse_position(setup, slow.format_position(position))
        except NotationError as error:
            met.add(error.reason.code)
            assert slow.impossible(position)
        else:
            assert not slow.impossible(position)
    assert {
        f"struggle.{code}" for code in ("same-space", "on-black", "beyond-track", "places", "position-seat")
    } <= met
