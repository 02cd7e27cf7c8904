"""Paragraphs and items as rows."""

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.report.prose import wrapped


def test_paragraphs_are_joined_and_items_hang():
    text = "One two\nthree four\n\n- an item that\nis long\n- another\n\nfive"
    assert wrapped(text, 20) == [
        "One two three four", "", "- an item that is", "  long", "- another", "", "five",
    ]  # fmt: skip


def test_tokens_are_not_broken():
    assert wrapped("Slide along the wall D8-D2 now", 24) == ["Slide along the wall", "D8-D2 now"]


@settings(max_examples=50)
@given(st.lists(st.text("ab -", max_size=12), max_size=20), st.integers(20, 60))
def test_no_word_is_lost_and_no_row_too_wide(words, width):
    text = " ".join(words)
    rows = wrapped(text, width)
    assert " ".join(rows).split() == text.split()
    assert all(len(row) <= width for row in rows)
