"""Each rule and each ruling: actions, points, claims, the ways a game ends."""

import pytest
from msgspec.structs import replace

from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import NAMES, NEIGHBOURS, POINT, START
from struckle_cli.games.stricken.setup import Terms
from tests.games.stricken.helpers import (
    alive,
    bound,
    code,
    number,
    placed,
    play,
    refused,
    stands,
    strength,
    tokens,
    won,
)
from tests.games.stricken.setups import RIM

# --- lattice and start --------------------------------------------------------------------------


def test_a_point_has_up_to_six_neighbours_one_step_along_one_axis() -> None:
    def near(name: str) -> set[str]:
        return {NAMES[point] for point in NEIGHBOURS[POINT[name]]}

    assert near("3c3") == {"2c3", "4c3", "3b3", "3d3", "3c2", "3c4"}
    assert near("1a1") == {"2a1", "1b1", "1a2"}
    assert near("5e3") == {"4e3", "5d3", "5e2", "5e4"}
    assert sum(map(len, NEIGHBOURS)) == 3 * 2 * 4 * 25


def test_the_default_start_is_the_rim_without_corners() -> None:
    assert [NAMES[point] for point in START] == [f"{layer}{place}" for layer in (1, 5) for place in RIM]


def test_every_shell_starts_at_power_1_and_defense_1() -> None:
    state = bound()
    assert {strength(state, f"{side}{n}") for side in "wb" for n in range(1, 13)} == {(1, 1)}
    assert (GAME.to_move(state), state.points, state.suffered) == ("white", (0, 0), (0, 0))


def test_sides_alternate_and_a_pass_changes_no_shell() -> None:
    state = bound()
    for ply in range(8):
        assert GAME.to_move(state) == ("white", "black")[ply % 2]
        before, state = state, play(state, "pass")
        assert replace(state, ply=before.ply) == before


# --- Drift --------------------------------------------------------------------------------------


def test_a_drift_leads_to_an_adjacent_empty_point() -> None:
    state = placed(w1="3c3", w2="3c4", b1="3d3")
    drifts = {token for token in tokens(state) if token.startswith("3c3-")}
    assert drifts == {"3c3-2c3", "3c3-4c3", "3c3-3b3", "3c3-3c2"}
    assert stands(play(state, "3c3-4c3"), "w1") == "4c3"
    refused(state, "3c3-3c4", "occupied", "white's shell 2", "3c4")
    refused(state, "3c3-3d3", "occupied", "black's shell 1")
    refused(state, "3c3-3b2", "not-adjacent", "3b2", "3c3")
    refused(state, "3c3-3c3", "not-adjacent", "3c3")
    refused(state, "3c3-5c3", "not-adjacent")


def test_only_own_shells_that_are_there_act() -> None:
    state = placed(w1="3c3", b1="3d3")
    refused(state, "1a1-1a2", "empty-from", "1a1")
    refused(state, "3d3-3d4", "not-yours", "black's shell 1", "white is to move")
    refused(state, "3d3:P", "not-yours")


# --- Attack -------------------------------------------------------------------------------------


def test_two_fresh_shells_that_attack_each_other_are_both_destroyed() -> None:
    state = placed(w1="1a1", b1="1a2", w2="5e5", b2="5e4")
    after = play(state, "1a1x1a2")
    assert alive(after, "w1", "b1") == [False, False]
    assert after.points == (state.points[0] + 1, state.points[1] + 1)
    assert after.at(POINT["1a2"]) == after.at(POINT["1a1"]) == -1, "nobody advances"


def test_both_take_damage_equal_to_the_others_power_at_once() -> None:
    after = play(placed(w1="1a1 P3 W9", b1="1a2 P2 W9"), "1a1x1a2")
    assert strength(after, "w1") == (3, 8)
    assert strength(after, "b1") == (2, 7)
    assert stands(after, "w1") == "1a1", "a target that stands keeps its point"


def test_the_attacker_advances_if_only_the_target_is_destroyed() -> None:
    state = placed(w1="1a1 P2 W1", b1="1a2", b2="5e5")
    after = play(state, "1a1x1a2")
    assert (stands(after, "w1"), strength(after, "w1")) == ("1a2", (2, 1))
    assert after.points == (state.points[0] + 1, state.points[1])


def test_nobody_moves_if_only_the_attacker_is_destroyed() -> None:
    after = play(placed(w1="1a1", b1="1a2 W1", w2="5e5"), "1a1x1a2")
    assert alive(after, "w1", "b1") == [False, True]
    assert stands(after, "b1") == "1a2"


def test_an_attack_needs_an_adjacent_enemy() -> None:
    state = placed(w1="1a1", w2="1b1", b1="1a2", b2="1b2")
    refused(state, "1a1x1b2", "not-adjacent", "1b2")
    refused(state, "1a1x2a1", "no-target", "2a1")
    refused(state, "1a1x1b1", "own-shell", "white's shell 2")


def test_damage_stays() -> None:
    state = play(placed(w1="1a1 W2", b1="1a2 W2"), "1a1x1a2", "pass")
    assert strength(state, "w1") == strength(state, "b1") == (1, 2)
    state = play(state, "1a1x1a2", "1a2x1a1")
    assert alive(state, "w1", "b1") == [False, False]


# --- Inspire and Ward ---------------------------------------------------------------------------


def test_inspire_raises_every_adjacent_ally_and_not_the_actor() -> None:
    state = placed(w1="3c3 I", w2="3c4", w3="2c3", w4="3d4", b1="3b3")
    after = play(state, "3c3:I")
    assert [strength(after, name)[0] for name in ("w1", "w2", "w3", "w4", "b1")] == [1, 2, 2, 1, 1]
    again = play(after, "pass", "3c3:I")
    assert strength(again, "w2") == (3, 1), "for good, without a cap"


def test_ward_raises_every_adjacent_ally_and_not_the_actor() -> None:
    state = placed(w1="3c3 W", w2="3c4", w3="2c3 W1 D1", w4="3d4", b1="3b3")
    after = play(state, "3c3:W")
    assert [strength(after, name)[1] for name in ("w1", "w2", "w3", "w4", "b1")] == [1, 2, 2, 1, 1]


def test_inspire_and_ward_need_an_adjacent_ally() -> None:
    state = placed(w1="3c3", w2="3d4", b1="3b3")
    refused(state, "3c3:I", "no-ally", "white's shell 1", "Inspire")
    refused(state, "3c3:W", "no-ally", "Ward")
    assert code(state, "3c3:P") is None, "an enemy is enough for a Pulse"


# --- Pulse --------------------------------------------------------------------------------------


def test_a_pulse_hits_every_adjacent_shell_friends_too() -> None:
    state = placed(w1="3c3 P P2", w2="3c4", w3="2c3 W4", b1="3b3", b2="3d3 W2", w4="3d4", b3="5a1")
    after = play(state, "3c3:P")
    assert alive(after, "w1", "w2", "w3", "b1", "b2", "w4") == [True, False, True, False, True, True]
    assert (strength(after, "w3"), strength(after, "b2")) == ((1, 3), (1, 1))
    assert strength(after, "w1") == (2, 1), "the actor takes no damage"


def test_sn_1_points_for_a_friend_destroyed_by_a_pulse_go_to_the_other_side() -> None:
    state = placed(w1="3c3", w2="3c4", b1="3b3", b2="5a1")
    after = play(state, "3c3:P")
    assert after.points == (state.points[0] + 1, state.points[1] + 1)


def test_sn_1_a_point_for_a_shell_destroyed_by_sap_goes_to_the_other_side() -> None:
    state = placed(w1="3c3", b1="3b3 W1 D1", b2="5a1")
    after = play(state, "3c3:S3b3")
    assert (alive(after, "b1"), after.points) == ([False], (state.points[0] + 1, state.points[1]))


def test_a_pulse_needs_an_adjacent_shell() -> None:
    refused(placed(w1="3c3", w2="3d4", b1="5e5"), "3c3:P", "no-neighbour", "Pulse")


def test_sn_8_a_pulse_destroys_all_at_once_and_never_its_actor() -> None:
    ring = {f"b{n}": f"{point}" for n, point in enumerate(["2c3", "4c3", "3b3", "3d3", "3c2"], 1)}
    state = placed(w1="3c3", w2="3c4", b6="5e5", **ring)
    after = play(state, "3c3:P")
    assert alive(after, "w1", "w2", *ring) == [True, False] + [False] * 5
    assert after.points == (state.points[0] + 5, state.points[1] + 1)


# --- Sap ----------------------------------------------------------------------------------------


def test_sap_takes_the_buffs_and_the_capabilities_and_reveals_nothing() -> None:
    state = placed(w1="3c3 S", b1="3b3 IWPS P4 W3", b2="3a3")
    after = play(state, "3c3:S3b3")
    assert strength(after, "b1") == (1, 1)
    assert after.revealed[number("b1")] == 0
    for token in ("3b3:I", "3b3:W", "3b3:P", "3b3:S3c3"):
        refused(after, token, "sapped", "black's shell 1")
    assert code(after, "3b3-3b4") is None
    assert code(after, "3b3x3c3") is None


def test_sap_on_a_shell_with_one_ward_and_one_damage_destroys_it() -> None:
    state = placed(w1="3c3", b1="3b3 W1 D1", b2="5e5")
    after = play(state, "3c3:S3b3")
    assert alive(after, "w1", "b1") == [True, False]
    assert stands(after, "w1") == "3c3", "nobody advances"


def test_buffs_given_after_a_sap_count_and_a_sapped_shell_can_be_sapped() -> None:
    state = play(placed(w1="3c3", b1="3b3 P4", b2="3a3"), "3c3:S3b3", "3a3:I")
    assert strength(state, "b1") == (2, 1)
    state = play(state, "3c3:S3b3")
    assert strength(state, "b1") == (1, 1)
    refused(state, "3b3:P", "sapped")


def test_sap_needs_an_adjacent_enemy() -> None:
    state = placed(w1="3c3", w2="3c4", b1="3b3", b2="5e5")
    refused(state, "3c3:S5e5", "not-adjacent")
    refused(state, "3c3:S3d3", "no-target", "3d3", "Sap")
    refused(state, "3c3:S3c4", "own-shell", "white's shell 2")


# --- capabilities -------------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "others"), [("I", "WPS"), ("W", "IPS"), ("P", "IWS"), ("S", "IWP")])
def test_an_ability_needs_its_capability(letter: str, others: str) -> None:
    token = f"3c3:{letter}" + ("3b3" if letter == "S" else "")
    have = {"w2": "3c4", "b1": "3b3"}
    refused(placed(w1=f"3c3 {others}", **have), token, "no-ability", others, "white's shell 1")
    after = play(placed(w1=f"3c3 {letter}", **have), token)
    assert after.revealed[0] == after.known[0] == 1 << "IWPS".index(letter)
    assert not any(after.revealed[1:])


# --- claims and ends ----------------------------------------------------------------------------


def test_a_claim_needs_points_and_a_lead() -> None:
    def state(mine: int, theirs: int) -> object:
        terms = Terms(claim_at=5, claim_lead=2)
        return replace(placed(w1="1a1", b1="5e5", terms=terms), points=(mine, theirs))

    assert won(play(state(5, 3), "claim")) == ("win:white", "claim")  # type: ignore[arg-type]
    assert "claim" in tokens(state(7, 5))  # type: ignore[arg-type]
    for mine, theirs in ((4, 0), (5, 4), (4, 3)):
        refused(state(mine, theirs), "claim", "claim-early", "5 points", "lead of 2")  # type: ignore[arg-type]
        assert "claim" not in tokens(state(mine, theirs))  # type: ignore[arg-type]


def test_sn_7_the_threshold_is_part_of_the_set_up_and_24_out_of_reach() -> None:
    assert bound().terms == Terms(24, 3, True)
    most = placed(w1="1a1", b1="5e5")
    refused(most, "claim", "claim-early", "11 points against 11", "24 points and a lead of 3")
    at_once = placed(w1="1a1", b1="5e5", terms=Terms(0, 0))
    assert won(play(at_once, "claim")) == ("win:white", "claim")


def test_nothing_follows_a_claim() -> None:
    state = play(placed(w1="1a1", b1="5e5", terms=Terms(0, 0)), "claim")
    assert tokens(state) == []
    refused(state, "pass", "after-end", "claim", "black")


def test_a_side_without_shells_has_lost() -> None:
    assert won(play(placed(w1="1a1 P2 W1", b1="1a2"), "1a1x1a2")) == ("win:white", "elimination")
    assert won(play(placed(w1="1a1", b1="1a2 P2 W1"), "1a1x1a2")) == ("win:black", "elimination")
    assert won(play(placed(w1="1a1", w2="1a2", b1="5e5"), "1a1:P")) is None
    last = placed(to_move="black", w1="1a2", b1="1a1", b2="1b1", b3="2a1")
    assert won(play(last, "1a1:P")) == ("win:black", "elimination")


def test_elimination_on_the_very_last_turn() -> None:
    state = placed(turn=60, to_move="black", w1="1a1", b1="1a2 P2 W1")
    assert won(play(state, "1a2x1a1")) == ("win:black", "elimination")
    assert won(play(placed(turn=60, to_move="black", w1="1a1", b1="1a2 P2 W1"), "pass")) is not None


def test_sn_2_both_sides_lose_their_last_shells_at_once() -> None:
    state = placed(w1="1a1 W1 D1", b1="1a2")
    even = replace(state, points=(9, 9), suffered=(20, 20))
    assert won(play(even, "1a1x1a2")) == ("draw", "limit")
    assert won(play(replace(even, points=(9, 10)), "1a1x1a2")) == ("win:black", "limit")
    assert won(play(replace(even, suffered=(19, 20)), "1a1x1a2")) == ("win:white", "limit")


def test_the_limit_comes_after_both_sides_sixtieth_turns() -> None:
    state = placed(turn=60, w1="1a1", b1="5e5")
    state = play(state, "pass")
    assert won(state) is None
    state = play(state, "pass")
    assert won(state) == ("draw", "limit")
    refused(state, "pass", "after-end", "limit")


def test_the_limit_is_decided_by_score_then_shells_then_damage() -> None:
    state = placed(turn=60, to_move="black", w1="1a1", w2="1a3", b1="5e5")
    even = replace(state, points=(7, 7), suffered=(5, 5))
    assert won(play(even, "pass")) == ("win:white", "limit"), "more active shells"
    assert won(play(replace(even, points=(7, 8)), "pass")) == ("win:black", "limit"), "score before shells"
    equal = replace(placed(turn=60, to_move="black", w1="1a1", b1="5e5"), points=(7, 7), suffered=(5, 4))
    assert won(play(equal, "pass")) == ("win:black", "limit"), "less total damage"
    assert won(play(replace(equal, suffered=(4, 4)), "pass")) == ("draw", "limit")


def test_sn_6_total_damage_counts_destroyed_shells_and_overkill_but_no_sap() -> None:
    state = replace(placed(w1="3c3 P5 W1", b1="3b3", b2="5e5"), suffered=(0, 0))
    after = play(state, "3c3x3b3")
    assert after.suffered == (1, 5)
    state = replace(placed(w1="3c3", b1="3b3 W1 D1", b2="5e5"), suffered=(0, 1))
    assert play(state, "3c3:S3b3").suffered == (0, 1), "what a Sap clears is no damage"


def test_scores_are_in_the_result() -> None:
    found = GAME.outcome(play(placed(w1="1a1 P2 W1", b1="1a2"), "1a1x1a2"))
    assert found is not None
    assert found.scores == {"white": 12, "black": 11}
