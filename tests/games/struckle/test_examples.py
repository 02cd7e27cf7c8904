"""Every worked example of the original rules, as a position: what it says before and after.

Their pictures are lost, so the squares are ours; what the text says of each position holds.
"""

from tests.games.struckle.helpers import bound, code, placed, play, refused, standing, tokens, won


def test_the_diva_has_four_options_for_its_first_step() -> None:
    ones = [token for token in tokens(bound()) if len(token) == 3]
    assert ones == ["Da7", "Db5", "Db6", "Db7"]


def test_the_diva_has_seven_options_for_its_second_step_after_b6() -> None:
    twos = [token for token in tokens(bound()) if token.startswith("Db6") and len(token) == 5]
    assert twos == ["Db6a6", "Db6a7", "Db6b5", "Db6b7", "Db6c5", "Db6c6", "Db6c7"]


def test_the_start_has_every_piece_at_home() -> None:
    state = bound("a6a5a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 1")
    assert state == bound()
    assert len(tokens(state)) == 30


DIMINISH = {"TBD": "d4+", "SBP": "b5+", "SGH": "g4+", "TGS": "d3+"}
"""Four promoted pieces; that of TG stands on a square of its own house."""


def test_diminish_has_two_targets_and_a_third_is_protected() -> None:
    state = placed(**DIMINISH)
    assert [token for token in tokens(state) if token.startswith("D!")] == ["D!b5", "D!g4"]
    refused(state, "D!d3", "protected", "d3", "TG's")
    # After any steps that keep the Diva promoted the choice is the same.
    assert [token for token in tokens(state) if token.startswith("De3c3")] == []
    assert [token for token in tokens(state) if token.startswith("De3e2")] == [
        "De3e2",
        "De3e2!b5",
        "De3e2!g4",
    ]


def test_diminish_reverts_its_target_and_nothing_else() -> None:
    state = placed(**DIMINISH)
    after = play(state, "D!b5")
    assert standing(after, *DIMINISH) == ["d4+", "b5", "g4+", "d3+"]
    assert after == placed("TB:H", **DIMINISH | {"SBP": "b5"})


CHARGE = {
    "TBH": "d4+", "TBD": "c4", "TBP": "c5", "TBS": "c3",
    "TGD": "d3", "TGH": "e3", "SGP": "d5+", "SBH": "e4+", "SBS": "e5+",
}  # fmt: skip
"""The Hero of TB on d4 amid eight pieces, three of its own house; behind the other five all is empty."""


def test_charge_has_five_directions_among_eight_neighbours() -> None:
    state = placed("TB:H", **CHARGE)
    charges = [token for token in tokens(state) if "^" in token]
    assert charges == ["H^d3", "H^d5", "H^e3", "H^e4", "H^e5"]
    assert tokens(state) == ["H-", *charges], "there is no room for a step"
    for own in ("c3", "c4", "c5"):
        refused(state, f"H^{own}", "own-piece", own, "TB's")


def test_charge_moves_both_pieces_one_square_in_the_same_direction() -> None:
    state = placed("TB:H", **CHARGE)
    after = play(state, "H^e5")
    assert standing(after, "TBH", "SBS") == ["e5+", "f6"]  # f6 is red, so the Shadow is demoted there
    assert after == placed("TB:P", **CHARGE | {"TBH": "e5+", "SBS": "f6"})


BRAINWASH = {"TBP": "d4+", "TBD": "d3", "TGD": "b5+", "SBH": "e3", "TGH": "f5"}
"""Of twelve enemies nine stand on squares of their own houses."""


def test_brainwash_has_three_targets() -> None:
    state = placed("TB:P", **BRAINWASH)
    washed = [token for token in tokens(state) if token.startswith("P~")]
    assert {token[2:4] for token in washed} == {"b5", "e3", "f5"}
    for home in ("e1", "f1", "h3", "h5", "h6", "f8", "e8", "d8", "c8"):
        assert code(state, f"P~{home}a1") == "struckle.protected"


def test_brainwash_has_seven_destinations_for_the_diva() -> None:
    state = placed("TB:P", **BRAINWASH)
    ends = [token[4:] for token in tokens(state) if token.startswith("P~b5")]
    assert ends == ["a4", "a6", "b4", "b6", "c4", "c5", "c6"]
    refused(state, "P~b5a5", "step-occupied", "a5", "Hero")


def test_brainwash_onto_a_red_square_demotes() -> None:
    state = placed("TB:P", **BRAINWASH)
    after = play(state, "P~b5c6")
    assert after == placed("TB:S", **BRAINWASH | {"TGD": "c6"})
    assert standing(play(state, "P~b5c5"), "TGD") == ["c5+"]


HOMEGOING = {"TBS": "d4+", "TGD": "b8", "TGH": "f7+"}
"""TG holds one goal, and its promoted Hero is a step from the other."""


def test_homegoing_has_one_target() -> None:
    state = placed("TB:S", **HOMEGOING)
    assert [token for token in tokens(state) if token.startswith("S@")] == ["S@f7"]
    refused(state, "S@b8", "protected", "b8", "TG's")


def test_homegoing_stops_the_win() -> None:
    state = placed("TB:S", **HOMEGOING)
    lost = play(state, "S-", "D-", "Hg8")
    assert won(lost) == "TG"
    saved = play(state, "S@f7")
    assert saved == placed("TG:D", **HOMEGOING | {"TGH": "d1+"})
    refused(play(saved, "D-"), "Hg8", "not-adjacent", "g8", "d1")


def test_the_final_position_of_shaded_green() -> None:
    """Its Philosopher on the left goal, its Diva on the right one."""
    state = placed("SG:D", SGP="b1", SGD="f2")
    assert won(state) is None
    assert won(play(state, "Dg1")) == "SG"
    assert won(placed(SGP="b1", SGD="g1")) == "SG"
