"""The page's own facts about Castle, held against the slow second derivation alone."""

import random
import re
from dataclasses import replace

import pytest

from tests.games.castle import slow

START = "19/19/19/19/5b7b5/7b3b7/19/3b4b1b4b3/19/19/19/3w4w1w4w3/19/7w3w7/5w7w5/19/19/19/19 w 1"
ALL_STARTS = [
    slow.set_up(men, first, own_castle)
    for men in (8, 16, 22)
    for first in ("white", "black")
    for own_castle in ("open", "closed")
]


def place(white: str = "", black: str = "", to_move: str = "w", own_castle: str = "open") -> slow.Position:
    men = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    return slow.Position(men, to_move, own_castle=own_castle)


def targets(position: slow.Position, start: str) -> set[str]:
    """Where the man on `start` may go, from the try-everything list."""
    pairs = [re.split("[-x]", token) for token in slow.legal_tokens(position)]
    return {target for man, target in pairs if man == start}


def rotated(position: slow.Position) -> slow.Position:
    """The board turned by 180 degrees and the colours exchanged."""
    exchange = str.maketrans("wb", "bw")
    return slow.Position(
        {slow.rotate(square): slow.OTHER[side] for square, side in position.men.items()},
        slow.OTHER[position.to_move],
        position.turn,
        {"white": "black", "black": "white"}[position.first],
        position.own_castle,
        tuple(row[::-1].translate(exchange) for row in position.rows[::-1]),
    )


def rotated_token(token: str) -> str:
    sign = "x" if "x" in token else "-"
    return sign.join(slow.rotate(square) for square in token.split(sign))


def random_positions(seed: int, games: int, plies: int) -> list[slow.Position]:
    """Positions met by random walks from every start, ended ones included."""
    chance = random.Random(seed)
    met: list[slow.Position] = []
    for _ in range(games):
        position = chance.choice(ALL_STARTS)
        for _ in range(plies):
            tokens = slow.walked_tokens(position)
            if not tokens:
                break
            captures = [token for token in tokens if "x" in token]
            position = slow.apply(position, chance.choice(captures or tokens))
        met.append(position)
    return met


# --- board --------------------------------------------------------------------------------------


def test_106_walls_and_255_ground_squares() -> None:
    slow.check_rows(slow.BOARD)
    walls = [square for square in slow.SQUARES if slow.is_wall(slow.BOARD, square)]
    assert (len(walls), len(slow.SQUARES) - len(walls)) == (106, 255)


def test_board_is_the_same_rotated_and_mirrored() -> None:
    assert rotated(place()).rows == slow.BOARD
    assert tuple(row[::-1] for row in slow.BOARD) == slow.BOARD


def test_castles() -> None:
    assert slow.castle_of(slow.BOARD, "w") == "K5"
    assert slow.castle_of(slow.BOARD, "b") == "K15"


def test_attacks_meet_the_walls_the_source_counts() -> None:
    for row in (5, 15):
        for side in ("ABCDEFGHJ", "TSRQPONML"):
            assert sum(slow.is_wall(slow.BOARD, f"{column}{row}") for column in side) == 3
    for rows in (range(11, 5, -1), range(9, 15)):
        for column in "JL":
            assert sum(slow.is_wall(slow.BOARD, f"{column}{row}") for row in rows) == 2
    for row in (8, 12):  # the hole in the middle of the outer wall
        assert [slow.is_wall(slow.BOARD, f"{column}{row}") for column in "JKL"] == [True, False, True]


def test_edges_and_centre_are_open_ground() -> None:
    open_rows = {1, 9, 10, 11, 19}
    for square in slow.SQUARES:
        if square[0] in "ABCRST" or int(square[1:]) in open_rows:
            assert not slow.is_wall(slow.BOARD, square), square


@pytest.mark.parametrize(
    "rows",
    [
        slow.BOARD[:-1],
        (*slow.BOARD[:-1], "." * 18),
        (*slow.BOARD[:-1], "." * 18 + "?"),
        (*slow.BOARD[:-1], "." * 18 + "w"),
        tuple(row.replace("b", "#") for row in slow.BOARD),
    ],
)
def test_what_is_no_board(rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a board"):
        slow.check_rows(rows)


# --- set-up -------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", ALL_STARTS)
def test_set_ups_stand_on_walls_and_are_symmetric(position: slow.Position) -> None:
    sides = list(position.men.values())
    assert sides.count("w") == sides.count("b")
    assert len(sides) in (16, 32, 44)
    assert all(slow.is_wall(slow.BOARD, square) for square in position.men)
    assert rotated(position).men == position.men
    assert slow.SIDE_NAMES[position.to_move] == position.first
    assert slow.outcome(position) is None


@pytest.mark.parametrize("men", [8, 16, 22])
def test_set_up_sizes(men: int) -> None:
    assert len(set(slow.WHITE_MEN[men])) == len(slow.WHITE_MEN[men]) == men
    assert list(slow.set_up(men).men.values()).count("w") == men


# --- moves --------------------------------------------------------------------------------------


def test_d8_at_the_start() -> None:
    front, side, steps = ["E8", "F8", "G8", "H8"], [f"D{row}" for row in range(2, 8)], ["C8", "D9"]
    assert targets(slow.set_up(8), "D8") == {*front, *side, *steps}


def test_e7_reaches_row_7_and_column_e() -> None:
    row, column = {f"{letter}7" for letter in "FGHJKLMNOP"}, {f"E{row}" for row in range(3, 7)}
    assert targets(place("E7", "A1"), "E7") == row | column | {"D7", "E8"}


def test_geometry_of_the_board_alone() -> None:
    """5,832 from-to pairs that a lone man can ever use (the number in the architecture page)."""
    pairs = 0
    for square in slow.SQUARES:
        others = [other for other in slow.SQUARES if other != square]
        for other in others:
            way = slow.squares_on_the_way(square, other)
            if way is not None and slow.first_obstacle(place(square), square, way) is None:
                pairs += 1
    assert pairs == 5832


@pytest.mark.parametrize("position", ALL_STARTS[::3])  # every size, side and kind of castle
def test_walking_agrees_with_trying_everything_at_the_starts(position: slow.Position) -> None:
    assert slow.walked_tokens(position) == slow.legal_tokens(position)


@pytest.mark.parametrize("seed", range(6))
def test_walking_agrees_with_trying_everything_later(seed: int) -> None:
    for position in random_positions(seed, games=1, plies=5 + seed * 10):
        assert slow.walked_tokens(position) == slow.legal_tokens(position)


@pytest.mark.parametrize("own_castle", ["open", "closed"])
def test_walking_agrees_with_trying_everything_on_another_board(own_castle: str) -> None:
    chance = random.Random(7)
    squares = ["w", "b", *chance.choices("#...", k=359)]
    chance.shuffle(squares)
    rows = tuple("".join(squares[start : start + 19]) for start in range(0, 361, 19))
    near = [slow.castle_of(rows, "w")[0] + str(row) for row in range(1, 20)]  # the own castle matters
    men = dict.fromkeys(chance.sample(slow.SQUARES, 30), "b") | dict.fromkeys(chance.sample(near, 9), "w")
    for side in "wb":
        men.pop(slow.castle_of(rows, side), None)
    position = slow.Position(men, own_castle=own_castle, rows=rows)
    assert slow.walked_tokens(position) == slow.legal_tokens(position) != []


@pytest.mark.parametrize("seed", range(4))
def test_rotation_maps_the_legal_tokens(seed: int) -> None:
    for position in random_positions(seed, games=10, plies=30):
        tokens = slow.walked_tokens(position)
        assert sorted(map(rotated_token, tokens)) == slow.walked_tokens(rotated(position))
        assert bool(tokens) == (slow.outcome(position) is None)  # C-2: a man can always move


@pytest.mark.parametrize(
    ("token", "fault"),
    [
        ("D8-D2", None),
        ("d8-d2", None),
        ("D8XD2", "castle.syntax"),
        ("D8-I8", "castle.syntax"),
        ("D8-D20", "castle.syntax"),
        ("D8-D0", "castle.syntax"),
        ("D8-D02", "castle.syntax"),
        ("D8D2", "castle.syntax"),
        ("D8-D2\n", "castle.syntax"),
        ("D8-D\N{FULLWIDTH DIGIT TWO}", "castle.syntax"),
        ("A1-B2", "castle.empty-from"),
        ("D12-E13", "castle.not-yours"),
        ("D8-E9", "castle.not-straight"),
        ("D8-D8", "castle.not-straight"),
        ("D8xL8", "castle.blocked"),  # J8 comes before the hole K8
        ("J8-L8", "castle.terrain"),  # the hole
        ("D8-D10", "castle.terrain"),
        ("D8-J8", "castle.own-man"),
        ("D8xJ8", "castle.own-man"),
        ("D8xD2", "castle.capture-mark"),
    ],
)
def test_faults_at_the_start(token: str, fault: str | None) -> None:
    assert slow.why_illegal(slow.set_up(8), token) == fault


def test_order_of_obstacles() -> None:
    man_on_other_terrain = place("D8 D9 D12", "A1")
    assert slow.why_illegal(man_on_other_terrain, "D8-D10") == "castle.blocked"
    assert slow.why_illegal(man_on_other_terrain, "D8-D9") == "castle.own-man"
    assert slow.why_illegal(man_on_other_terrain, "D8-D12") == "castle.blocked"
    assert slow.why_illegal(place("D8 D12", "A1"), "D8-D12") == "castle.terrain"
    assert slow.why_illegal(place("D8 D11", "A1"), "D8-D12") == "castle.terrain"
    assert slow.why_illegal(place("D8", "D12"), "D8-D12") == "castle.terrain"
    closed = place("K5 G5 J5 K6", "A1", own_castle="closed")
    assert slow.why_illegal(closed, "J5-L5") == "castle.blocked"
    assert slow.why_illegal(closed, "J5-K5") == "castle.own-castle"
    assert slow.why_illegal(closed, "K6-K4") == "castle.blocked"
    assert slow.why_illegal(place("K6", "A1", own_castle="closed"), "K6-K5") == "castle.own-castle"
    assert slow.why_illegal(place("K6", "A1", own_castle="closed"), "K6-K4") == "castle.terrain"


def test_captures_need_the_right_sign() -> None:
    position = place("D8", "D2 C8")
    assert slow.why_illegal(position, "D8-D2") == "castle.capture-mark"
    assert slow.why_illegal(position, "D8xD2") is None
    assert slow.why_illegal(position, "D8xC8") is None  # one step off the wall may capture
    assert slow.apply(position, "d8xd2").men == {"D2": "w", "C8": "b"}


def test_own_castle_open_and_closed() -> None:
    assert targets(place("J5", "A1"), "J5") == {"H5", "J6", "J4", "K5", "L5"}
    assert targets(place("J5", "A1", own_castle="closed"), "J5") == {"H5", "J6", "J4"}
    on_it = place("K5", "A1", own_castle="closed")  # C-5
    assert slow.outcome(on_it) is None
    left = replace(slow.apply(on_it, "K5-L5"), to_move="w")
    assert slow.why_illegal(left, "L5-K5") == "castle.own-castle"


# --- end and turns ------------------------------------------------------------------------------


def test_passing_over_the_enemy_castle_does_not_win() -> None:
    for own_castle in ("open", "closed"):
        position = place("J15", "A1", own_castle=own_castle)
        assert slow.outcome(slow.apply(position, "J15-L15")) is None
        assert slow.outcome(slow.apply(position, "J15-K15")) == ("white", "castle")


def test_castle_goes_before_elimination() -> None:
    after = slow.apply(place("J15", "K15"), "J15xK15")
    assert slow.outcome(after) == ("white", "castle")
    assert slow.outcome(slow.apply(place("J15", "L15"), "J15xL15")) == ("white", "elimination")
    assert slow.outcome(slow.apply(place("L5", "J5", "b"), "J5-K5")) == ("black", "castle")


def test_nothing_after_the_end() -> None:
    over = place("K15", "A1", to_move="b")
    assert slow.legal_tokens(over) == slow.walked_tokens(over) == []
    assert slow.why_illegal(over, "A1-A2") == "castle.after-end"
    assert slow.why_illegal(over, "C3-D4") == "castle.after-end"
    assert slow.why_illegal(over, "A1") == "castle.syntax"
    assert [slow.perft(over, n) for n in range(3)] == [1, 0, 0]
    with pytest.raises(ValueError, match=r"castle\.after-end"):
        slow.apply(over, "A1-A2")


def test_decided_for_both_is_an_error() -> None:
    with pytest.raises(ValueError, match="both sides"):
        slow.outcome(place("K15", "K5"))


def test_turn_number_grows_after_the_side_that_did_not_begin() -> None:
    for first in ("white", "black"):
        position, turns = slow.set_up(8, first), []
        for _ in range(5):
            turns.append((position.to_move, position.turn))
            position = slow.apply(position, slow.walked_tokens(position)[0])
        began, other = first[0], slow.OTHER[first[0]]
        assert turns == [(began, 1), (other, 1), (began, 2), (other, 2), (began, 3)]


# --- perft --------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["white", "black"])
def test_perft_of_8_men(first: str) -> None:
    assert [slow.perft(slow.set_up(8, first), n) for n in range(4)] == [1, 60, 3600, 214422]


# --- position string ----------------------------------------------------------------------------


def test_the_start_string_of_the_page() -> None:
    assert slow.format_position(slow.set_up(8)) == START
    assert slow.parse_position(START) == slow.set_up(8)


@pytest.mark.parametrize("seed", range(4))
def test_positions_survive_their_string(seed: int) -> None:
    for position in random_positions(seed, games=10, plies=40):
        text = slow.format_position(position)
        assert slow.parse_position(text, position.first, position.own_castle) == position


EMPTY_18 = "/".join(["19"] * 18)


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{EMPTY_18}/19 w 1",  # no man
        f"{EMPTY_18} w 1",  # 18 rows
        f"{EMPTY_18}/w18/19 w 1",
        f"{EMPTY_18}/w17 w 1",
        f"{EMPTY_18}/w19 w 1",
        f"{EMPTY_18}/w018 w 1",
        f"{EMPTY_18}/w0w17 w 1",
        f"{EMPTY_18}/W18 w 1",
        f"{EMPTY_18}/w1\N{FULLWIDTH DIGIT EIGHT} w 1",
        f"{EMPTY_18}/w18/ w 1",
        f"{EMPTY_18}//w18 w 1",
        f"{EMPTY_18}/w18 W 1",
        f"{EMPTY_18}/w18 white 1",
        f"{EMPTY_18}/w18 w",
        f"{EMPTY_18}/w18 w 0",
        f"{EMPTY_18}/w18 w 01",
        f"{EMPTY_18}/w18 w -1",
        f"{EMPTY_18}/w18 w 1_0",
        f"{EMPTY_18}/w18 w \N{FULLWIDTH DIGIT ONE}",
        f"{EMPTY_18}/w18  w 1",
        f" {EMPTY_18}/w18 w 1",
        f"{EMPTY_18}/w18 w 1 ",
        f"{EMPTY_18}/w18 w 1\n",
        f"{EMPTY_18}/w18\tw 1",
        f"{EMPTY_18}/{'1' * 5000} w 1",
    ],
)
def test_strings_that_are_no_position(text: str) -> None:
    with pytest.raises(ValueError, match=r"row|side|turn|man|digits"):
        slow.parse_position(text)


def test_one_man_is_enough_for_a_string() -> None:
    position = slow.parse_position(f"{EMPTY_18}/w18 b 12")
    assert (position.men, position.to_move, position.turn) == ({"A1": "w"}, "b", 12)
    assert slow.outcome(position) == ("white", "elimination")
