"""The project's code against the slow second derivation, on random positions, tokens and lines."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struckle import GAME
from tests.games.struckle import slow
from tests.games.struckle.helpers import bound, code, faults_of, position_of, state_of, tokens, won

CHANCE = st.integers(0, 2**32).map(random.Random)
SIGNS = "!^~@"


def _squares(chance: random.Random) -> list[str]:
    """Sixteen different squares: anywhere, in a crowd about the centre, or about the goals."""
    kind = chance.random()
    if kind < 0.4:
        return chance.sample(slow.SQUARES, 16)
    if kind < 0.7:
        near = [name for name in slow.SQUARES if name[0] in "bcdefg" and name[1] in "234567"]
        return chance.sample(near, 16)
    corners = [name for name in slow.SQUARES if name[0] in "abgh" or name[1] in "1278"]
    return chance.sample(corners, 16)


def _random_position(chance: random.Random) -> slow.Position:
    """Any position that is not decided for two houses; gold promotes and red demotes (ST-3)."""
    at = dict(zip(slow.PIECES, _squares(chance), strict=True))
    for house in slow.HOUSES:  # often one goal is held
        free = [goal for goal in slow.GOALS[house] if goal not in at.values()]
        if free and chance.random() < 0.3:
            at[house + chance.choice("DHPS")] = free[0]
    promoted = {
        piece
        for piece, square in at.items()
        if square in slow.GOLD or (square not in slow.RED and chance.random() < 0.6)
    }
    acting = chance.choice(slow.PIECES)
    position = slow.Position(at, frozenset(promoted), acting, chance.choice([1, 2, 9, 999]))
    return replace(slow.START, acting=acting) if slow.impossible(position) else position


POSITIONS = CHANCE.map(_random_position)


def _agree(position: slow.Position) -> None:
    """Everything that both say of one position."""
    state = state_of(position)
    assert tokens(state) == slow.legal_tokens(position)
    winners = slow.winners(position)
    assert won(state) == (winners[0] if winners else None)
    assert GAME.to_move(state) == (None if winners else position.acting[:2])
    assert position_of(state) == position


@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_legal_tokens_outcome_and_string_agree(position: slow.Position) -> None:
    _agree(position)


@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_what_each_legal_token_does_agrees(position: slow.Position) -> None:
    state = state_of(position)
    for move in GAME.legal_moves(state):
        expected = slow.judge(position, GAME.format_move(move))
        assert position_of(GAME.apply(state, move)) == expected


def _random_token(position: slow.Position, chance: random.Random) -> str:
    """A token that is often nearly right: the letter, steps beside each other, squares that hold pieces."""
    letter = position.acting[2] if chance.random() < 0.95 else chance.choice("DHPS")
    here, steps = position.at[position.acting], ""
    for _ in range(chance.choice([0, 0, 1, 2])):
        near = [name for name in slow.SQUARES if slow.adjacent(here, name)]
        here = chance.choice(near if chance.random() < 0.95 else slow.SQUARES)
        steps += here
    if chance.random() < 0.2:
        return letter + (steps or "-")
    sign = slow.POWER_SIGN[letter] if chance.random() < 0.9 else chance.choice(SIGNS)
    target = chance.choice(list(position.at.values()) if chance.random() < 0.9 else slow.SQUARES)
    if sign == "^" and chance.random() < 0.8:
        target = chance.choice([name for name in slow.SQUARES if slow.adjacent(here, name)])
    beside = [name for name in slow.SQUARES if slow.adjacent(target, name)]
    to = chance.choice(beside if chance.random() < 0.9 else slow.SQUARES) if sign == "~" else ""
    return f"{letter}{steps}{sign}{target}{to}"


@settings(max_examples=150, deadline=None)
@given(POSITIONS, CHANCE)
def test_codes_of_random_tokens_agree(position: slow.Position, chance: random.Random) -> None:
    state = state_of(position)
    for _ in range(60):
        token = _random_token(position, chance)
        assert code(state, token) == slow.code(position, token), token


def test_random_tokens_meet_every_code() -> None:
    chance, seen = random.Random("codes"), set()
    for _ in range(400):
        position = _random_position(chance)
        seen |= {slow.code(position, _random_token(position, chance)) for _ in range(40)}
    about_positions = ("position", "same-square", "wrong-state", "decided-twice", "syntax")
    expected = set(GAME.codes) - {f"struckle.{name}" for name in about_positions}
    assert seen == expected | {None}


@settings(max_examples=100, deadline=None)
@given(POSITIONS, st.text(st.sampled_from("DHPSdabh1458!^~@-+ \u0661\uff12\nx"), max_size=9))
def test_codes_of_strange_tokens_agree(position: slow.Position, token: str) -> None:
    assert code(state_of(position), token) == slow.code(position, token)


def _chosen(position: slow.Position, legal: list[str], chance: random.Random) -> str:
    """A legal token, mostly with a power where there is one, else mostly towards gold."""
    powers = [token for token in legal if any(sign in token for sign in SIGNS)]
    golden = [token for token in legal if token[-2:] in slow.GOLD]
    liked = powers or golden
    return chance.choice(liked if liked and chance.random() < 0.7 else legal)


@settings(max_examples=12, deadline=None)
@given(POSITIONS, CHANCE)
def test_random_playouts_agree(position: slow.Position, chance: random.Random) -> None:
    state = state_of(position)
    for _ in range(20):
        legal = slow.legal_tokens(position)
        assert tokens(state) == legal
        if not legal:
            break
        token = _chosen(position, legal, chance)
        position = slow.judge(position, token)
        state = GAME.apply(state, GAME.parse_move(token))
        assert state == state_of(position)
    _agree(position)


def _slow_prefix(position: slow.Position, line: list[str]) -> tuple[slow.Position, int]:
    """The longest legal prefix, token by token."""
    for count, token in enumerate(line):
        if slow.code(position, token) is not None:
            return position, count
        position = slow.judge(position, token)
    return position, len(line)


@settings(max_examples=20, deadline=None)
@given(POSITIONS, CHANCE)
def test_lines_of_tokens_agree(position: slow.Position, chance: random.Random) -> None:
    """`play_line` on legal lines and spoilt ones."""
    assert GAME.play_line is not None
    state, line, here = state_of(position), [], position
    while len(line) < 12 and (legal := slow.legal_tokens(here)):
        line.append(_chosen(here, legal, chance))
        here = slow.judge(here, line[-1])
    for _ in range(8):
        at = chance.randrange(len(line) + 1)
        bad = chance.choice(["", "D", _random_token(position, chance), *line])
        spoilt = [*line[:at], bad, *line[at + chance.randrange(2) :]]
        expected, plies = _slow_prefix(position, spoilt)
        assert GAME.play_line(state, spoilt) == (state_of(expected), plies)
    assert GAME.play_line(state, line) == (state_of(here), len(line))


@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_a_quarter_turn_of_everything_is_the_turned_game(position: slow.Position) -> None:
    """The four-fold rotation: squares, houses and who acts turned by 90 degrees give the turned result."""
    turned = position
    for _ in range(4):
        before, turned = turned, slow.quarter_position(turned)
        legal = {token: slow.quarter_token(token) for token in tokens(state_of(before))}
        assert tokens(state_of(turned)) == sorted(legal.values())
        for token in random.Random(repr(before.at)).sample(sorted(legal), min(12, len(legal))):
            after = GAME.apply(state_of(before), GAME.parse_move(token))
            other = GAME.apply(state_of(turned), GAME.parse_move(legal[token]))
            assert state_of(slow.quarter_position(position_of(after))) == other
            winner, ahead = won(after), slow.HOUSES.index
            assert won(other) == (None if winner is None else slow.HOUSES[(ahead(winner) + 1) % 4])
    assert turned == replace(position, round=position.round + 1)


@settings(max_examples=60, deadline=None)
@given(POSITIONS, CHANCE)
def test_faults_are_turned_with_the_position(position: slow.Position, chance: random.Random) -> None:
    turned = slow.quarter_position(position)
    for _ in range(30):
        token = _random_token(position, chance)
        assert code(state_of(position), token) == code(state_of(turned), slow.quarter_token(token))


PIECE = st.sampled_from(["a1", "d4", "d4+", "b7+", "+", " ", "TB", ":D", "1", "0", "i9", "A1", "\u0661"])


@settings(max_examples=200, deadline=None)
@given(POSITIONS, st.lists(PIECE, max_size=4), st.integers(0, 60))
def test_position_strings_are_accepted_alike(position: slow.Position, pieces: list[str], at: int) -> None:
    """A good string with something thrown in: both read the same, or both refuse by the same code."""
    good = slow.format_position(position)
    text = good[:at] + "".join(pieces) + good[at + len("".join(pieces)) :]
    try:
        expected = slow.parse_position(text)
    except ValueError as error:
        wanted = "position" if str(error) == "malformed" else str(error)
        assert f"struckle.{wanted}" in {fault.code for fault in faults_of(text)}
        with pytest.raises(NotationError):
            GAME.parse_position(GAME.read_setup({})[0], text)  # type: ignore[misc, arg-type]
    else:
        assert position_of(bound(text)) == expected
