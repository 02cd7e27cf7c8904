"""Orders in open play: sealing, due turns, what they come to, and what stands in their way."""

import pytest

from struckle_cli.games.stricken.setup import Terms
from struckle_cli.games.stricken.state import State
from tests.games.stricken.helpers import alive, bound, code, placed, play, refused, stands, tokens, won


def _quiet(**more: str) -> State:
    """Two shells far from each other, and others that are named."""
    return placed(**({"w1": "1a1", "b1": "5e5"} | more))


def test_an_order_is_due_after_two_or_three_own_turns() -> None:
    state = play(_quiet(), "F2[1a1-1a2]", "pass", "pass", "pass")
    assert tokens(state) == ["=1a1-1a2"]
    assert stands(play(state, "=1a1-1a2"), "w1") == "1a2"
    state = play(_quiet(), "F3[1a1-1a2]", "pass", "pass", "pass", "1a1-1b1", "pass")
    assert tokens(state) == ["=void"], "the actor has moved away"
    state = play(_quiet(), "F3[1a1-1a2]", "pass", "pass", "pass", "pass", "pass")
    assert tokens(state) == ["=1a1-1a2"]


def test_nothing_else_is_done_on_a_due_turn() -> None:
    state = play(_quiet(), "F2[1a1-1a2]", "pass", "pass", "pass")
    for token in ("pass", "1a1-1b1", "1a1-1a2", "F2[1a1-1b1]", "F[#" + "0" * 64 + "]"):
        refused(state, token, "due-turn", "order of its turn 1")


def test_sn_5_neither_pass_nor_claim_is_foretold_and_no_claim_made_on_a_due_turn() -> None:
    state = placed(w1="1a1", b1="5e5", terms=Terms(0, 0))
    for token in ("F2[pass]", "F3[claim]", "=pass", "=claim", "F2[F2[1a1-1a2]]", "F2[=void]"):
        refused(state, token, "order-action", "SN-5")
    due = play(state, "F2[1a1-1a2]", "pass", "pass", "pass")
    refused(due, "claim", "due-turn")
    assert won(play(due, "=1a1-1a2", "claim")) == ("win:black", "claim")


def test_the_delay_is_two_or_three() -> None:
    for token in ("F1[1a1-1a2]", "F4[1a1-1a2]", "F22[1a1-1a2]", "F[1a1-1a2]", "F0[1a1:I]"):
        refused(_quiet(), token, "delay", "2 or 3")


def test_an_order_names_what_is_legal_now() -> None:
    state = placed(w1="1a1 I", w2="1c1", b1="1a2")
    refused(state, "F2[1a1-1a2]", "occupied")
    refused(state, "F2[1a1x1b1]", "no-target")
    refused(state, "F2[1a1:I]", "no-ally")
    refused(state, "F2[1a1:P]", "no-ability")
    refused(state, "F2[1a2-1a3]", "not-yours")
    refused(state, "F2[3a3-3a4]", "empty-from")
    assert code(placed(w1="1a1 I", w2="1b1", b1="1a2"), "F2[1a1:I]") is None


def test_sealing_reveals_nothing_and_carrying_out_does() -> None:
    state = play(_quiet(w2="1b1"), "F2[1a1:I]")
    assert state.revealed == bytes(24)
    state = play(state, "pass", "pass", "pass", "=1a1:I")
    assert (state.revealed[0], state.power[1]) == (1, 2)


def test_three_orders_a_side_and_game() -> None:
    state = _quiet(w2="1c1", w3="1e1", w4="3a1")
    state = play(state, "F2[1a1-1a2]", "pass", "F3[1c1-1c2]", "pass", "=1a1-1a2", "pass")
    state = play(state, "F2[1e1-1e2]", "pass", "=1c1-1c2", "pass", "=1e1-1e2", "pass")
    refused(state, "F2[3a1-3a2]", "no-orders-left", "white", "three")
    assert not [token for token in tokens(state) if token.startswith("F")]
    assert code(play(state, "pass"), "F2[5e5-4e5]") is None, "the other side has its own"


def test_due_turns_that_fall_on_each_other() -> None:
    state = play(_quiet(w2="1c1"), "F3[1a1-1a2]", "pass")
    refused(state, "F2[1c1-1c2]", "order-taken", "turn 4")
    assert code(state, "F3[1c1-1c2]") is None
    assert "F2[1c1-1c2]" not in tokens(state)
    state = play(state, "F3[1c1-1c2]", "5e5-4e5", "pass", "pass", "=1a1-1a2", "pass")
    assert tokens(state) == ["=1c1-1c2"]


def test_a_shell_is_the_actor_of_one_unresolved_order() -> None:
    state = play(_quiet(), "F3[1a1-1a2]", "pass")
    refused(state, "F3[1a1-1b1]", "actor-taken", "white's shell 1", "turn 1")
    assert code(state, "1a1-1b1") is None, "until then it acts as usual"
    state = play(state, "pass", "pass", "pass", "pass", "=1a1-1a2", "pass")
    assert code(state, "F2[1a2-1a3]") is None, "resolved"


def test_two_orders_may_aim_at_the_same() -> None:
    state = play(placed(w1="1a1 W1", w2="1b2 W1", b1="1a2 W3"), "F2[1a1x1a2]", "pass", "F2[1b2x1a2]", "pass")
    state = play(state, "=1a1x1a2", "pass")
    assert tokens(state) == ["=1b2x1a2"]


def test_sn_3_a_failed_order_uses_up_the_due_turn() -> None:
    state = play(_quiet(b2="3a2"), "F2[1a1-2a1]", "3a2-2a2", "pass", "2a2-2a1")
    assert tokens(state) == ["=void"]
    refused(state, "=1a1-2a1", "foretold", "void", "black's shell 2", "2a1")
    after = play(state, "=void")
    assert (after.turn, after.side, after.orders, after.used) == (3, 1, ((), ()), (1, 0))


def test_an_order_that_is_legal_is_carried_out() -> None:
    state = play(_quiet(), "F2[1a1-1a2]", "pass", "pass", "pass")
    refused(state, "=void", "foretold", "white's shell 1 to Drift to 1a2")
    refused(state, "=1a1-1b1", "foretold")
    refused(state, "=1a1:I", "foretold")


def test_a_due_token_without_a_due_order() -> None:
    refused(_quiet(), "=void", "not-due", "white", "turn 1")
    state = play(_quiet(), "F3[1a1-1a2]", "pass", "pass", "pass")
    refused(state, "=1a1-1a2", "not-due", "turn 3")


def test_sn_4_a_foretold_drift_aims_at_a_point() -> None:
    state = play(_quiet(), "F3[1a1-1a2]", "pass", "1a1-1b1", "pass", "1b1-1b2", "pass")
    assert tokens(state) == ["=1b2-1a2"], "from wherever the shell then stands"
    assert stands(play(state, "=1b2-1a2"), "w1") == "1a2"


def test_sn_4_a_foretold_attack_aims_at_a_shell_wherever_it_is() -> None:
    start = placed(w1="1a1 P2 W1", b1="1a2", b2="1b2", b3="5e5")
    state = play(start, "F2[1a1x1a2]", "1a2-1a3", "1a1-1a2", "1b2-1b3")
    assert tokens(state) == ["=1a2x1a3"]
    assert alive(play(state, "=1a2x1a3"), "b1", "b2") == [False, True]
    state = play(start, "F2[1a1x1a2]", "1a2-1a3", "pass", "1b2-1a2")
    assert tokens(state) == ["=void"], "another shell on the point is no target"
    refused(state, "=1a1x1a2", "foretold", "black's shell 1", "not adjacent")


def test_sn_4_a_foretold_sap_aims_at_a_shell_wherever_it_is() -> None:
    start = placed(w1="1a1", b1="1a2 P3", b2="5e5")
    state = play(start, "F2[1a1:S1a2]", "1a2-1b2", "1a1-1b1", "pass")
    assert tokens(state) == ["=1b1:S1b2"]
    assert play(state, "=1b1:S1b2").power[12] == 1


def test_sn_9_a_foretold_drift_to_where_the_actor_stands_is_void() -> None:
    state = play(_quiet(), "F2[1a1-1a2]", "pass", "1a1-1a2", "pass")
    assert tokens(state) == ["=void"]
    refused(state, "=1a2-1a2", "foretold", "SN-9")


def test_an_order_of_a_dead_actor_is_void() -> None:
    start = placed(w1="1a1", w2="3c3", b1="1a2 W1", b2="5e5")
    state = play(start, "F2[1a1-1b1]", "1a2x1a1", "pass", "pass")
    assert tokens(state) == ["=void"]
    refused(state, "=1a1-1b1", "foretold", "white's shell 1 is destroyed")


def test_an_order_against_a_dead_target_is_void() -> None:
    start = placed(w1="1a1 W1", w2="1b2 P9 W9", b1="1a2", b2="5e5")
    state = play(start, "F2[1a1x1a2]", "pass", "1b2x1a2", "pass")
    assert tokens(state) == ["=void"]
    refused(state, "=1a1x1a2", "foretold", "black's shell 1 is destroyed")


def test_an_order_of_a_sapped_actor_is_void_for_abilities_only() -> None:
    start = placed(w1="1a1", w2="1b1", b1="1a2 W5", b2="5e5")
    state = play(start, "F2[1a1:I]", "1a2:S1a1", "pass", "pass")
    assert tokens(state) == ["=void"]
    refused(state, "=1a1:I", "foretold", "sapped")
    state = play(start, "F2[1a1-2a1]", "1a2:S1a1", "pass", "pass")
    assert tokens(state) == ["=1a1-2a1"]


def test_a_dead_actor_keeps_its_due_turn() -> None:
    start = placed(w1="1a1", w2="3c3", b1="1a2 W1", b2="5e5")
    state = play(start, "F3[1a1-1b1]", "1a2x1a1")
    refused(state, "F2[3c3-3c4]", "order-taken", "turn 4")


def test_a_foretold_attack_advances_and_scores() -> None:
    state = play(placed(w1="1a1 P2 W1", b1="1a2", b2="5e5"), "F2[1a1x1a2]", "pass", "pass", "pass")
    after = play(state, "=1a1x1a2")
    assert (stands(after, "w1"), after.points[0]) == ("1a2", state.points[0] + 1)


def test_a_foretold_action_can_end_the_game() -> None:
    state = play(placed(w1="1a1 P2 W1", b1="1a2"), "F2[1a1x1a2]", "pass", "pass", "pass")
    assert won(play(state, "=1a1x1a2")) == ("win:white", "elimination")


@pytest.mark.parametrize(("turn", "delay"), [(58, 3), (59, 2), (60, 2), (60, 3)])
def test_an_order_due_after_turn_60_may_be_sealed_and_is_never_resolved(turn: int, delay: int) -> None:
    state = play(placed(turn=turn, w1="1a1", b1="5e5"), f"F{delay}[1a1-1a2]", "pass")
    while won(state) is None:
        state = play(state, "pass", "pass")
    assert state.ply == 120
    assert stands(state, "w1") == "1a1"


def test_an_order_due_on_turn_60_is_resolved() -> None:
    state = play(placed(turn=58, w1="1a1", b1="5e5"), "F2[1a1-1a2]", "pass", "pass", "pass")
    assert tokens(state) == ["=1a1-1a2"]


def test_every_action_but_pass_and_claim_can_be_sealed_with_both_delays() -> None:
    listed = tokens(bound())
    acts = [token for token in listed if token[0].isdigit()]
    assert [token for token in listed if token[0] == "F"] == [f"F{d}[{a}]" for a in acts for d in (2, 3)]
    assert listed == [*acts, "pass", *listed[len(acts) + 1 :]]
