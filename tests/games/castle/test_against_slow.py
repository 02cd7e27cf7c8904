"""The project's code against the slow second derivation, on random boards, positions, options and tokens."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError
from struckle_cli.engine.binding import bind
from struckle_cli.games.castle import GAME
from tests.games.castle import slow
from tests.games.castle.helpers import code, codes_of, position_of, state_of, tokens

SEATS = st.sampled_from(["white", "black"])
OPTIONS = st.sampled_from(["open", "closed"])
SQUARE = st.sampled_from(slow.SQUARES)
CHANCE = st.integers(0, 2**32).map(random.Random)


def _board(chance: random.Random) -> tuple[str, ...]:
    """The default board, a blurred one, or one of random walls."""
    if chance.random() < 0.4:
        return slow.BOARD
    cells = list("".join(slow.BOARD))
    share = chance.choice([0.02, 0.1, 1.0])
    walls = chance.choice([0.1, 0.3, 0.7])
    for at, cell in enumerate(cells):
        if cell in "#." and chance.random() < share:
            cells[at] = "#" if chance.random() < walls else "."
    if chance.random() < 0.5:  # castles elsewhere
        for at, side in zip(chance.sample(range(361), 2), "wb", strict=True):
            cells[cells.index(side)] = "."
            cells[at] = side if cells[at] in "#." else cells[at]
        for side in "wb":
            if side not in cells:
                cells[next(at for at, cell in enumerate(cells) if cell in "#.")] = side
    return tuple("".join(cells[low : low + 19]) for low in range(0, 361, 19))


def _men(chance: random.Random, rows: tuple[str, ...]) -> dict[str, str]:
    """Some men: a handful or a crowd, some of them about the castles."""
    count = chance.choice([2, 4, 12, 40, 120])
    squares = set(chance.sample(slow.SQUARES, count))
    for side in "wb":
        column, row = slow.coordinates(slow.castle_of(rows, side))
        near = [f"{slow.COLUMNS[column]}{n}" for n in range(1, 20)] + [f"{c}{row}" for c in slow.COLUMNS]
        squares |= set(chance.sample(near, 2))
        if chance.random() < 0.8:
            squares.discard(slow.castle_of(rows, side))
    return {name: chance.choice("wb") for name in sorted(squares)}


@st.composite
def positions(draw: Any) -> slow.Position:
    """Any position that is not decided for both sides; ended ones too."""
    chance = draw(CHANCE)
    rows = _board(chance)
    side, turn = chance.choice("wb"), chance.choice([1, 2, 3, 41, 999])
    position = slow.Position(_men(chance, rows), side, turn, draw(SEATS), draw(OPTIONS), rows)
    try:
        slow.outcome(position)
    except ValueError:
        men = {name: man for name, man in position.men.items() if name != slow.castle_of(rows, "w")}
        position = replace(position, men=men)
    return position


def _agree(position: slow.Position) -> None:
    """Everything that both say of one position."""
    state = state_of(position)
    assert tokens(state) == slow.walked_tokens(position)
    ended = GAME.outcome(state)
    assert (None if ended is None else (ended.winners[0], ended.reason)) == slow.outcome(position)
    assert GAME.format_position is not None
    assert GAME.format_position(state) == slow.format_position(position)
    running = slow.SIDE_NAMES[position.to_move]
    assert GAME.to_move(state) == (running if ended is None else None)


@settings(max_examples=120, deadline=None)
@given(positions())
def test_legal_tokens_outcome_and_string_agree(position: slow.Position) -> None:
    _agree(position)
    assert state_of(position) == state_of(position_of(state_of(position)))


@settings(max_examples=2, deadline=None)
@given(positions())
def test_all_tokens_agree(position: slow.Position) -> None:
    """Every from, sign and to on the derivation that tries them all."""
    assert tokens(state_of(position)) == slow.legal_tokens(position)


@settings(max_examples=120, deadline=None)
@given(positions(), CHANCE)
def test_codes_of_random_tokens_agree(position: slow.Position, chance: random.Random) -> None:
    state = state_of(position)
    men = sorted(position.men)
    for _ in range(60):
        source = chance.choice(men if chance.random() < 0.9 else slow.SQUARES)
        row = slow.coordinates(source)[1]
        line = [n for n in slow.SQUARES if n[0] == source[0] or slow.coordinates(n)[1] == row]
        target = chance.choice(line if chance.random() < 0.9 else slow.SQUARES)
        token = f"{source}{chance.choice('-x')}{target}"
        assert code(state, token) == slow.why_illegal(position, token), token


@settings(max_examples=60, deadline=None)
@given(positions(), st.text(st.sampled_from("ADIKTadikt0123456789-xX \u0663\uff12\n"), max_size=8))
def test_codes_of_strange_tokens_agree(position: slow.Position, token: str) -> None:
    assert code(state_of(position), token) == slow.why_illegal(position, token)


@settings(max_examples=40, deadline=None)
@given(positions(), CHANCE)
def test_random_playouts_agree(position: slow.Position, chance: random.Random) -> None:
    """`apply`, outcome, turns and strings along a random game that likes to capture."""
    state = state_of(position)
    for _ in range(20):
        legal = slow.walked_tokens(position)
        assert tokens(state) == legal
        if not legal:
            break
        captures = [token for token in legal if "x" in token]
        token = chance.choice(captures if captures and chance.random() < 0.6 else legal)
        position = slow.apply(position, token)
        state = GAME.apply(state, GAME.parse_move(token))
        assert state == state_of(position)
    _agree(position)


def _slow_prefix(position: slow.Position, line: list[str]) -> tuple[slow.Position, int]:
    """The longest legal prefix, token by token."""
    for count, token in enumerate(line):
        if slow.why_illegal(position, token) is not None:
            return position, count
        position = slow.apply(position, token)
    return position, len(line)


def _random_line(position: slow.Position, chance: random.Random) -> list[str]:
    line: list[str] = []
    while len(line) < 16:
        legal = slow.walked_tokens(position)
        if not legal:
            break
        captures = [token for token in legal if "x" in token]
        line.append(chance.choice(captures if captures and chance.random() < 0.4 else legal))
        position = slow.apply(position, line[-1])
    return line


@settings(max_examples=40, deadline=None)
@given(positions(), CHANCE)
def test_lines_of_tokens_agree(position: slow.Position, chance: random.Random) -> None:
    """`play_line` on boards it meets for the first time, and again: legal lines and spoilt ones."""
    assert GAME.play_line is not None
    state, line = state_of(position), _random_line(position, chance)
    spoilt = [line]
    for _ in range(6):
        at = chance.randrange(len(line) + 1)
        bad = chance.choice(["", "D8", f"{chance.choice(slow.SQUARES)}-{chance.choice(slow.SQUARES)}", *line])
        spoilt.append([*line[:at], bad.lower(), *line[at + chance.randrange(2) :]])
    chance.shuffle(spoilt)
    for tried in spoilt:
        expected, plies = _slow_prefix(position, tried)
        assert GAME.play_line(state, tried) == (state_of(expected), plies)


@settings(max_examples=40, deadline=None)
@given(positions())
def test_the_turned_position_has_the_turned_tokens(position: slow.Position) -> None:
    """Symmetry: turn the board by 180 degrees, exchange the colours."""
    exchange = str.maketrans("wb", "bw")
    turned = slow.Position(
        {slow.rotate(name): slow.OTHER[man] for name, man in position.men.items()},
        slow.OTHER[position.to_move], position.turn, {"white": "black", "black": "white"}[position.first],
        position.own_castle, tuple(row[::-1].translate(exchange) for row in position.rows[::-1]),
    )  # fmt: skip
    expected = []
    for token in tokens(state_of(position)):
        sign = "x" if "x" in token else "-"
        expected.append(sign.join(map(slow.rotate, token.split(sign))))
    assert tokens(state_of(turned)) == sorted(expected)


PIECE = st.sampled_from(["19", "w18", "b", "w", "9", "1", "0", "10", "/", " ", "w 1", "18", "20"])


@settings(max_examples=120, deadline=None)
@given(positions(), st.lists(PIECE, max_size=6), st.integers(0, 80))
def test_position_strings_are_accepted_alike(position: slow.Position, pieces: list[str], at: int) -> None:
    """A good string with something thrown in: both read the same, or both refuse."""
    good = slow.format_position(replace(position, men=dict(list(position.men.items())[:6])))
    text = good[:at] + "".join(pieces) + good[at + len("".join(pieces)) :]
    setup = bind(GAME, {}).setup
    assert GAME.parse_position is not None
    try:
        expected = slow.parse_position(text)
        slow.outcome(expected)
        assume(expected.turn < 10**9)  # how long a number may be, the page leaves open
    except ValueError:
        with pytest.raises(NotationError):
            GAME.parse_position(setup, text)
    else:
        assert position_of(GAME.parse_position(setup, text)) == expected


@settings(max_examples=60, deadline=None)
@given(SEATS, OPTIONS, st.sampled_from([8, 16, 22]), CHANCE)
def test_set_ups_agree_on_every_board(first: str, option: str, men: int, chance: random.Random) -> None:
    rows = _board(chance)
    fields = {"first": first, "own_castle": option, "men": men, "rows": list(rows)}
    expected = slow.set_up(men, first, option, rows)
    try:
        slow.outcome(expected)
    except ValueError:
        assert codes_of(fields) == ["castle.decided-twice"]
        return
    assert bind(GAME, fields).start == state_of(expected)
    _agree(expected)
