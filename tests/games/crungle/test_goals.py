"""Each goal by hand, from the sentence of the page, and all of them against the slow derivation.

A history is a player's turn ends, `own/opp` each: `1/9 2/9`; where opp does not matter it is left out.
"""

import random
from collections.abc import Callable, Iterable
from itertools import product

import pytest

from struckle_cli.games.crungle import goals as searches
from struckle_cli.games.crungle.goals import OWN, RELATION, reached, reached_last
from struckle_cli.games.crungle.goals import first_win as first_in_row
from struckle_cli.games.crungle.machine import NEVER, Joint, machine
from struckle_cli.games.crungle.progress import NEEDED, progress
from struckle_cli.games.crungle.state import KEPT
from tests.games.crungle import slow_rules
from tests.games.crungle.helpers import Game

End = tuple[int, int]


def history(text: str) -> list[End]:
    """`own/opp` or `own` each; opp is then the farthest cell from it that has no relation to it."""
    apart = {1: 9, 2: 9, 3: 7, 4: 9, 5: 1, 6: 7, 7: 3, 8: 3, 9: 1}
    ends = []
    for word in text.split():
        own, _, opp = word.partition("/")
        ends.append((int(own), int(opp) if opp else apart[int(own)]))
    return ends


def packed(ends: Iterable[End]) -> bytes:
    return bytes((own - 1) * 9 + opp - 1 for own, opp in ends)


def visited(ends: Iterable[End]) -> int:
    return sum(1 << cell - 1 for cell in {own for own, _ in ends})


def first_win(goal: int, ends: list[End]) -> int | None:
    """The number of the turn with which the goal is reached first, by the project's judge."""
    for turn in range(1, len(ends) + 1):
        if reached((goal,), packed(ends[:turn])[-KEPT:], visited(ends[:turn])):
            return turn
    return None


def slow_first_win(goal: int, ends: list[End]) -> int | None:
    turns = range(1, len(ends) + 1)
    return next((turn for turn in turns if slow_rules.reached(f"G{goal}", ends[:turn])), None)


def machine_first_win(goal: int, ends: list[End]) -> int | None:
    one = machine(goal)
    bits = one.initial
    for turn, end in enumerate(packed(ends), 1):
        bits = one.read(bits, end)
        if bits & one.winning:
            return turn
    return None


REACHED = {
    1: [("1/1 2/2 2/2", 3), ("1/2 1/1 1/1 2/1 1/1 5/5 9/9", 7), ("7/7 7/7 7/7", 3)],
    2: [("1 2 3 4 5 6 7 8 9", 9), ("9 9 1 2 3 4 5 6 7 6 5 4 8", 13)],
    3: [("1 2 3 1 2", 5), ("1 1 1 2 3", 5), ("4 1 9 9 8 7 7", 7), ("4 4 4 4 4 5 6", 7), ("5 1 2 3 3 3", 6)],
    4: [("1 4 7 1 4", 5), ("2 2 8 2 5", 5), ("1 3 3 3 6 6 9", 7), ("9 9 9 9 9 6 3", 7)],
    5: [("1 3 7 9", 4), ("9 5 7 5 3 2 2 1", 8), ("1 1 1 1 1 9 7 3", 8), ("5 5 5 5 5 9 5 7 5 3 2 2 1", 13)],
    6: [("2 4 6 8", 4), ("8 1 6 5 4 2", 6), ("2 1 4 1 6 1 1 8", 8), ("2 2 1 4 1 6 1 1 8", 9)],
    7: [("2/5 8/5", 2), ("8/5 2/5", 2), ("1/4 5 5 5 5 5 5 7/4", 8), ("6/9 6/3", 2), ("3/6 3/6 9/6", 3)],
    8: [("4/5 6/5", 2), ("6/5 4/5", 2), ("1/2 5 5 5 5 5 5 3/2", 8), ("2/3 2/1", 2), ("7/8 8/8 8/7", 3)],
    9: [("1 2 3 4 6 7 8 9 1 2 3 4", 12), ("5 " + "1 " * 12, 13), ("1 " * 11 + "5 " + "2 " * 12, 24)],
    10: [("1 2 3 4 5 6 7 8", 8), ("1 1 2 3 4 5 6 7 8", 9), ("9 1 2 1 3 4 5 6 7 8 9", 10)],
}
MISSED = {
    1: ["1/1 2/2", "1/1 2/2 2/3 3/3 3/3", "1/1 2/1 3/3 4/4", "1/2 2/3 3/4"],
    2: ["1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 9 1 2 3 4 5 6 7 9", ""],
    3: ["1 2 3 1", "1 2 1 2 1", "1 2 3 4 1 2", "1 2 3 3 6 1 2 3 3", "1 4 7 1 4", "1 2 6 1 2"],
    4: ["1 4 7 1", "1 4 1 4 1", "1 4 7 2 1 4", "1 2 3 1 2", "3 6 9 9 8 6 3"],
    5: ["1 3 7 7", "1 5 5 5 3 5 7 5 9", "1 2 2 3 2 7 2 2 9", "2 4 6 8"],
    6: ["2 4 6 6", "2 1 4 1 6 1 1 1 8", "1 3 7 9", "8 5 5 5 2 4 5 5 6"],
    7: ["2/5 5/5 4/5", "2/5 5 5 5 5 5 5 5 8/5", "4/5 6/5", "2/8 8/2", "1/5 7/5", "1/4 9/4"],
    8: ["4/5 5/5 2/5", "4/5 5 5 5 5 5 5 5 6/5", "2/5 8/5", "4/6 6/4", "3/4 4/3", "1/5 3/5"],
    9: ["1 " * 11, "1 " * 11 + "5 " + "1 " * 11, "5 " * 20],
    10: ["1 2 3 4 5 6 7", "1 2 3 4 5 6 7 1 2 3", "1 2 3 4 5 6 7 7 8 9", "1 2 3 4 1 5 6 7 4 8"],
}
GOALS = range(1, 11)


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_goal_is_reached(goal: int) -> None:
    for text, turn in REACHED[goal]:
        ends = history(text)
        assert first_win(goal, ends) == turn, text
        assert slow_first_win(goal, ends) == turn, text
        assert machine_first_win(goal, ends) == turn, text


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_goal_is_just_missed(goal: int) -> None:
    for text in MISSED[goal]:
        ends = history(text)
        assert first_win(goal, ends) is None, text
        assert slow_first_win(goal, ends) is None, text
        assert machine_first_win(goal, ends) is None, text


# --- in play ---------------------------------------------------------------------------------------


def test_a_start_cell_is_no_turn_end() -> None:
    """Purple starts on orange's cell: three turns there are needed all the same."""
    game = Game("M14 M26 M2 M11", start="orange=1 purple=1", goals="G1 G2")
    game.play("M14:1", "M14:1", "M26:9", "M26:9", "M14:9")
    assert game.end is None  # purple: 1/1, 9/1, 9/9
    visits = Game("M2 M11 M14 M3", start="orange=9 purple=1", goals="G2 G7")
    for purple, orange in ["M2:2", "M14:9"], ["M3:2/6", "M14:6"], ["M2:3", "M3:3/3"]:
        visits.play(purple, orange)
    assert visits.state.visited[0] == 0b000000110  # 2 and 3, and not 1


def test_only_own_turn_ends_count() -> None:
    """Orange's turn brings orange onto purple's cell, which is an end of orange's turn alone."""
    game = Game("M15 M20 M21 M14", start="orange=3 purple=1", goals="G1 G2")
    game.play("M14:1", "M21:1", "M20:1", "M14:1", "M14:1", "M20:1")
    assert game.end == ("orange", "goal")  # orange: 1/1, 1/1, 1/1; purple: 1/3, 1/1, 1/1


def test_only_the_player_whose_turn_ended_can_win() -> None:
    """Purple pushes orange to the cell that orange lacks; orange wins by ending a turn there only."""
    game = Game("M6 M17 M14 M2", start="orange=8 purple=1", goals="G3 G2")
    game.play("M14:1", "M2:7", "M2:2", "M14:7", "M14:2", "M2:8", "M2:1", "M14:8")
    game.play("M6:2/9")  # orange has been on 7 7 8 8 and stands on 9
    assert game.end is None
    game.play("M6:9/3")
    assert game.end == ("orange", "goal")


LINES = {
    ("purple", "G7"): ("orange=4 purple=9", "M24:1 M14:4 M14:1 M26:6 M24:9"),
    ("orange", "G7"): ("orange=4 purple=9", "M14:9 M24:6 M26:1 M14:6 M14:1 M24:4"),
    ("purple", "G1"): ("orange=9 purple=9", "M14:9 M14:9 M15:9/9 M15:9/9 M14:9"),
    ("orange", "G1"): ("orange=9 purple=9", "M26:1 M26:1 M14:1 M14:1 M15:1/1 M15:1/1"),
}


@pytest.mark.parametrize("goals", ["G1 G7", "G7 G1"])
@pytest.mark.parametrize("winner", LINES, ids="-".join)
def test_either_player_wins_by_either_goal(winner: tuple[str, str], goals: str) -> None:
    start, line = LINES[winner]
    game = Game("M14 M15 M24 M26", start=start, goals=goals)
    *before, last = line.split()
    assert game.play(*before).end is None
    assert game.wrong(last) is None
    assert game.play(last).end == (winner[0], "goal")


def test_g7_judges_the_pieces_as_they_stood_at_each_turn_end() -> None:
    """Purple ends above orange on 4, orange moves away, purple ends below orange elsewhere."""
    game = Game("M24 M14 M26 M13", start="orange=4 purple=9", goals="G2 G7")
    game.play("M24:1", "M26:6", "M14:1", "M14:6", "M24:9")
    assert game.end == ("purple", "goal")


# --- random histories ------------------------------------------------------------------------------


def random_history(chance: random.Random, goal: int) -> list[End]:
    """A history that has a chance to reach the goal: cells drawn from few, opp often near."""
    some = [[1, 2, 3], [1, 4, 7], [1, 3, 7, 9], [2, 4, 6, 8], [1, 2, 3, 4, 6, 7, 8, 9], range(1, 10)]
    cells = range(1, 10) if goal == 2 else chance.choice(some)
    near = chance.random()
    ends: list[End] = []
    for _ in range(chance.randrange(1, 32)):
        own = chance.choice(list(cells) if chance.random() < 0.9 else range(1, 10))
        if goal == 10 and chance.random() < 0.85:
            own = chance.choice([cell for cell in range(1, 10) if cell not in {o for o, _ in ends[-6:]}])
        opp = own if chance.random() < near else chance.randint(1, 9)
        ends.append((own, opp))
    return ends


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_goals_and_machines_against_the_slow_derivation(goal: int) -> None:
    chance = random.Random(f"goal/{goal}")
    won = 0
    for _ in range(800):
        ends = random_history(chance, goal)
        turn = slow_first_win(goal, ends)
        assert first_win(goal, ends) == turn, ends
        assert machine_first_win(goal, ends) == turn, ends
        won += turn is not None
    assert 50 < won < 780


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_left_is_a_lower_bound_and_no_attempt_is_lost(goal: int) -> None:
    """Before a win in n more turns there is an attempt (or one not begun) that needs n or fewer."""
    one, chance = machine(goal), random.Random(f"left/{goal}")
    for _ in range(400):
        ends = random_history(chance, goal)
        turn = slow_first_win(goal, ends)
        if turn is None:
            continue
        bits = one.initial
        for done, end in enumerate(packed(ends[:turn])):
            n = turn - done
            can = one.fresh <= n or any(bits & mask for needed, mask in one.left.items() if needed <= n)
            assert can, (ends, done)
            bits = one.read(bits, end)
        assert bits & one.winning


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_no_single_attempt_wins_sooner_than_left_says(goal: int) -> None:
    one = machine(goal)
    assert sum(mask.bit_count() for mask in one.left.values()) + one.winning.bit_count() == one.size
    for needed, mask in one.left.items():
        attempts = [1 << n for n in range(one.size) if mask >> n & 1]
        for bit in random.Random(goal).sample(attempts, min(len(attempts), 40)):
            assert _soonest(goal, bit) >= needed


def _soonest(goal: int, bit: int) -> int:
    """The fewest turn ends that make this attempt win; attempts begun meanwhile are left out."""
    one = machine(goal)
    level, met = {bit}, {bit}
    for turns in range(1, 14):
        level = {_moved(one.steps[end][1], at) for at in level for end in range(81)} - met - {0}
        met |= level
        if any(at & one.winning for at in level):
            return turns
    return NEVER


def _moved(moves: tuple[tuple[int, int], ...], bits: int) -> int:
    return sum((bits & mask) << shift for mask, shift in moves)


@pytest.mark.parametrize("seed", range(12))
def test_joint_of_two_goals_and_two_players(seed: int) -> None:
    """The first win on both sides' histories, taken in turn, is the one that the goals tell."""
    chance = random.Random(f"joint/{seed}")
    for _ in range(60):
        goals = tuple(chance.sample(GOALS, 2))
        both = Joint((goals[0], goals[1]))
        pasts = [random_history(chance, chance.choice(goals)) for _ in (0, 1)]
        firsts = [[slow_first_win(goal, past) or NEVER for goal in goals] for past in pasts]
        plies = [2 * turn - 1 + side for side in (0, 1) for turn in firsts[side]]
        bits, met = both.initial, None
        for ply in range(1, 2 * min(map(len, pasts)) + 1):
            side, turn = (ply - 1) % 2, (ply - 1) // 2
            bits = both.read(side, bits, packed([pasts[side][turn]])[0])
            if bits & both.winning:
                met = ply
                assert both.winner(bits) == _winner(goals, firsts, ply)
                break
        wanted = min(plies)
        assert met == (wanted if wanted <= 2 * min(map(len, pasts)) else None)


def _winner(goals: tuple[int, ...], firsts: list[list[int]], ply: int) -> tuple[int, int]:
    side, turn = (ply - 1) % 2, (ply + 1) // 2
    return side, goals[firsts[side].index(turn)]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_a_row_of_turn_ends_is_searched_as_turn_by_turn(goal: int) -> None:
    """Whatever of it comes later; and from the middle of it, with no more kept than a state keeps."""
    chance = random.Random(f"row/{goal}")
    won = 0
    for _ in range(300):
        ends = random_history(chance, goal)
        turn = slow_first_win(goal, ends)
        cut = chance.randrange(turn or len(ends))
        kept, rest = packed(ends[:cut])[-KEPT:], packed(ends[cut:])
        at, found = first_in_row((goal,), kept, rest, visited(ends[:cut]))
        assert found == (() if turn is None else (goal,)), ends
        assert turn is None or cut + at + 1 == turn, ends
        won += turn is not None
    assert won > 20


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_both_rows_are_searched_together(goal: int) -> None:
    """The last turn of all wins, an earlier one does, or none, with two goals and for either player."""
    chance = random.Random(f"rows/{goal}")
    met = set()
    for _ in range(400):
        goals = (goal, chance.choice([other for other in GOALS if other != goal]))
        one, other = random_history(chance, goal), random_history(chance, chance.choice(goals))
        firsts = {each: slow_first_win(each, other) for each in goals}
        ends = [turn for turn in firsts.values() if turn is not None]
        if ends and chance.random() < 0.8:
            other = other[: min(ends)]
        elsewhere = any(slow_first_win(each, one) for each in goals)
        early = any(turn < len(other) for turn in ends)
        wanted = tuple(each for each in goals if firsts[each] == len(other))
        found = reached_last(goals, packed(one), packed(other))
        assert found == (None if elsewhere or early else wanted), (goals, one, other)
        met.add(None if found is None else len(found))
    assert met >= {None, 0, 1}


def test_no_goal_reaches_across_the_gap_between_rows() -> None:
    longest = max(NEEDED[goal] for goal in GOALS if goal != 2)
    assert len(searches.GAP) >= longest - 1


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_progress_is_whole_exactly_when_the_goal_is_reached(goal: int) -> None:
    chance = random.Random(f"progress/{goal}")
    for _ in range(400):
        ends = random_history(chance, goal)
        turn = slow_first_win(goal, ends)
        for done in range(turn or len(ends)):
            told = progress(goal, packed(ends[: done + 1])[-KEPT:], visited(ends[: done + 1]))
            count, whole = told.split()[0].split("/")
            assert int(whole) == NEEDED[goal]
            assert (int(count) == int(whole)) == (done + 1 == turn), (told, ends[: done + 1])


@pytest.mark.parametrize(("goal", "line"), [(3, slow_rules.row), (4, slow_rules.column)], ids=["G3", "G4"])
def test_progress_within_a_line_says_how_many_turns_are_left(goal: int, line: Callable[[int], int]) -> None:
    """Of a run on two cells of a line not all turns count: five in a row have to end on the third one too."""
    chance, met = random.Random(f"left/{goal}"), set()
    for _ in range(300):
        own = [chance.randint(1, 9)]
        while len(own) < 7:
            own.append(chance.choice([cell for cell in range(1, 10) if line(cell) == line(own[-1])]))
        ends = [(cell, 10 - cell) for cell in own[chance.randint(0, 2) :][: chance.randint(1, 5)]]
        if slow_first_win(goal, ends):
            continue
        cells = [cell for cell in range(1, 10) if line(cell) == line(ends[-1][0])]
        left = next(
            n
            for n in range(1, 6)
            if any(
                slow_first_win(goal, [*ends, *((cell, 10 - cell) for cell in more)])
                for more in product(cells, repeat=n)
            )
        )
        assert progress(goal, packed(ends), 0).startswith(f"{5 - left}/5 "), ends
        met.add((left, len(ends)))
    assert {(1, 4), (2, 4), (2, 5)} <= met


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"G{goal}")
def test_progress_before_the_first_turn_is_none(goal: int) -> None:
    assert progress(goal, b"", 0).startswith(f"0/{NEEDED[goal]} ")


def test_tables_of_turn_ends() -> None:
    for own in range(9):
        for opp in range(9):
            assert OWN[own * 9 + opp] == own
            above = slow_rules.gone(opp + 1, -1, 0) == own + 1
            left = slow_rules.gone(opp + 1, 0, -1) == own + 1
            assert (RELATION[own * 9 + opp] == 1) == above
            assert (RELATION[own * 9 + opp] == 3) == left
            assert (RELATION[own * 9 + opp] == 0) == (own == opp)
