"""Paragraphs of plain text as the rows that they take in some columns."""

import re
import textwrap

_ITEM = re.compile(r"- ")


def wrapped(text: str, width: int) -> list[str]:
    """The rows of some text: lines of a paragraph are joined, items (`- `) begin a row each and hang.

    Nothing is broken within a word, so a long one can be wider than that.
    """
    rows: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")) if text else ():
        if rows:
            rows.append("")
        for block in re.split(r"\n(?=- )", paragraph):
            hang = "  " if _ITEM.match(block) else ""
            rows += textwrap.wrap(
                " ".join(block.split()), max(width, 20), subsequent_indent=hang,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    return rows
