"""Laws of `filter`: what is selected and what is not make the whole, and nothing is changed on the way."""

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.services import conditions
from struckle_cli.services.conditions import Wanted
from tests.replay.support import readings
from tests.services.support import BROKEN, ENCODINGS, encodings, joined, pieces, pile_of, piles, selected

few = settings(max_examples=40)  # each example writes files
ALL = Wanted()
single = st.one_of(
    st.builds(conditions.plies, st.sampled_from(["0", "1-", "-2", "3-5"])),
    st.builds(conditions.result, st.sampled_from(["win", "win:white", "win:white,black", "draw", "*"])),
    st.builds(conditions.reason, st.sampled_from(["castle", "resign", "agreement"])),
    st.builds(conditions.winner, st.sampled_from(["white", "black", ""])),
    st.builds(conditions.tag, st.sampled_from(["White", "men>8", "first=white", "Result~w", "a", "Id>=1"])),
    st.builds(conditions.player, st.sampled_from(["", "white=", "x"])),
    st.builds(conditions.game, st.sampled_from(["castle", "struckle"])),
)
tests = st.lists(single, max_size=3).map(tuple)


def raws(data: bytes, encoding: str) -> list[bytes]:
    return [reading.raw.strip() for reading in readings(data, encoding)]


@few
@given(piles, encodings)
def test_without_conditions_the_input_comes_out_byte_by_byte(pile, encoding):
    data = pile_of(pile, encoding)
    assert selected(data, encoding, ALL) == data


@few
@given(piles, encodings, encodings)
def test_in_another_encoding_it_is_what_convert_writes(pile, one, two):
    data = pile_of(pile, one)
    as_read = [reading.document for reading in readings(data, one)]
    assert selected(data, one, ALL, to=two) == pile_of(as_read, two)


@few
@given(piles, encodings, tests)
def test_what_is_selected_and_what_is_not_make_the_input(pile, encoding, wanted):
    """In the order of the input: each record stands at the head of the one rest or of the other."""
    data = pile_of(pile, encoding)
    parts = [
        raws(selected(data, encoding, Wanted(conditions=wanted, inverted=inverted)), encoding)
        for inverted in (False, True)
    ]
    whole = raws(data, encoding)
    assert sorted(parts[0] + parts[1]) == sorted(whole)
    for part in parts:
        rest = iter(whole)
        assert all(record in rest for record in part)


@few
@given(piles, encodings, tests)
def test_selecting_again_changes_nothing(pile, encoding, wanted):
    once = selected(pile_of(pile, encoding), encoding, Wanted(conditions=wanted))
    assert selected(once, encoding, Wanted(conditions=wanted)) == once


@few
@given(piles, tests, tests)
def test_conditions_together_are_one_after_another(pile, one, two):
    data = pile_of(pile, "jsonl")
    first = selected(data, "jsonl", Wanted(conditions=one))
    both = selected(data, "jsonl", Wanted(conditions=one + two))
    assert selected(first, "jsonl", Wanted(conditions=two)) == both


@few
@given(st.data(), encodings)
def test_valid_and_invalid_records_make_the_input(data, encoding):
    """Broken ones among them: they come back as they were, and spoil no neighbour."""
    whole = joined(data.draw(pieces(encoding)), encoding)
    valid, invalid = (
        selected(whole, encoding, Wanted(conditions=(conditions.valid(wanted),), judged=True))
        for wanted in (True, False)
    )
    assert sorted(raws(valid, encoding) + raws(invalid, encoding)) == sorted(raws(whole, encoding))
    assert selected(invalid, encoding, Wanted(conditions=(conditions.valid(True),), judged=True)) == b""
    inverted = Wanted(conditions=(conditions.valid(True),), judged=True, inverted=True)
    assert selected(whole, encoding, inverted) == invalid


@few
@given(st.data(), encodings, tests, st.booleans())
def test_broken_records_are_on_neither_side(data, encoding, wanted, inverted):
    """Unless it is validity that is asked for."""
    items = data.draw(pieces(encoding))
    condition = Wanted(conditions=wanted, inverted=inverted)
    sound = [item for item in items if item not in BROKEN[encoding]]
    assert raws(selected(joined(items, encoding), encoding, condition), encoding) == raws(
        selected(joined(sound, encoding), encoding, condition), encoding
    )


def test_the_broken_samples_are_broken():
    for encoding in ENCODINGS:
        for item in BROKEN[encoding]:
            assert selected(item, encoding, ALL) == b""
            (reading,) = readings(item, encoding)
            assert reading.raw
