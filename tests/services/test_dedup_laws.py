"""Laws of `dedup`: the first of equal records stays, whatever encoding they stand in."""

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.replay.writer import encode
from struckle_cli.services.canonical import canonical
from struckle_cli.services.dedup import digest
from tests.replay.documents import documents
from tests.replay.support import castle, readings
from tests.services.support import deduplicated, encodings, joined, pieces, pile_of, piles_with_copies

few = settings(max_examples=40)  # each example writes files
ways = st.sampled_from(["all", "game"])


def kept_by_hand(pile, key):
    found = {}
    for document in pile:
        found.setdefault(key(document), document)
    return list(found.values())


@few
@given(piles_with_copies(), encodings)
def test_the_first_of_equal_records_is_kept_in_order(pile, encoding):
    data = pile_of(kept_by_hand(pile, lambda document: pile_of([document], encoding)), encoding)
    once = deduplicated(pile_of(pile, encoding), encoding)
    assert deduplicated(data, encoding) == once
    rest = iter(readings(pile_of(pile, encoding), encoding))
    for reading in readings(once, encoding):
        assert any(other.raw.strip() == reading.raw.strip() for other in rest)


@few
@given(piles_with_copies(), encodings, ways)
def test_doing_it_again_changes_nothing(pile, encoding, by):
    once = deduplicated(pile_of(pile, encoding), encoding, by)
    assert deduplicated(once, encoding, by) == once


@few
@given(piles_with_copies(), encodings, encodings, ways)
def test_it_does_not_matter_how_records_are_encoded(pile, one, two, by):
    kept = []
    for encoding in (one, two):
        written = deduplicated(pile_of(pile, encoding), encoding, by, to="jsonl")
        kept.append([digest(reading, False, "all") for reading in readings(written, "jsonl")])
    assert kept[0] == kept[1]


@few
@given(piles_with_copies(), encodings)
def test_what_was_played_is_part_of_all(pile, encoding):
    """By game no record stays that does not stay by all."""
    data = pile_of(pile, encoding)
    assert deduplicated(deduplicated(data, encoding), encoding, "game") == deduplicated(
        data, encoding, "game"
    )


@few
@given(documents(), documents())
def test_equal_is_what_fmt_writes_alike(one, two):
    """Documents with tags in the same order, so that this is the whole of it."""
    digests, texts = [], []
    for document in (one, two, one):
        (reading,) = readings(encode(document, castle(), "jsonl"), "jsonl")
        digests.append(digest(reading, False, "all"))
        ordered = canonical(document, castle())
        ordered.tags = dict(sorted(ordered.tags.items()))
        texts.append(encode(ordered, castle(), "jsonl"))
    assert (digests[0] == digests[1]) == (texts[0] == texts[1])
    assert digests[0] == digests[2]


@few
@given(st.data(), encodings)
def test_every_record_stays_that_no_other_equals(data, encoding):
    """Sound or broken."""
    items = data.draw(pieces(encoding))
    whole = joined(items, encoding)
    kept = [reading.raw.strip() for reading in readings(deduplicated(whole, encoding), encoding)]
    assert set(kept) <= {reading.raw.strip() for reading in readings(whole, encoding)}
    broken = [reading.raw.strip() for reading in readings(whole, encoding) if not reading.sound]
    assert [raw for raw in kept if raw in broken] == list(dict.fromkeys(broken))
