"""What a game's own rules page says about a refused token, quoted word for word."""

import re
from functools import lru_cache

from struckle_cli.core.game import AnyGame

_ITEM = re.compile(r"(?: *- | *[0-9]+\. | {4,}|#)")
"""How a line begins that does not go on with the paragraph before it."""
_BULLET = re.compile(r" *(?:- |[0-9]+\. )? *")
_RULING = re.compile(r"\b[A-Z]{1,2}-[0-9]{1,2}\b")
_NAME = re.compile(r"[A-Z]{1,2}-?[0-9]{1,2}")
_MOST = 4
"""Paragraphs that are quoted at a time."""


@lru_cache(maxsize=16)
def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs, items and table lines of a rules page, each in one line and without its bullet."""
    found: list[str] = []
    behind = False
    for line in text.split("\n"):
        if not line.strip():
            behind = False
            continue
        if behind and not _ITEM.match(line):
            found[-1] += " " + line.strip()
        else:
            found.append(_BULLET.sub("", line, count=1).strip())
        behind = not line.startswith("#")
    return tuple(re.sub(" {2,}", "  ", paragraph) for paragraph in found)


def is_rule(word: str) -> bool:
    """Whether a word has the shape of a rule's or a ruling's name: `M2`, `C-1`."""
    return _NAME.fullmatch(word) is not None


def rulings(text: str) -> list[str]:
    """The names of the numbered rulings of a rules page, as they stand there."""
    return [found[0] for item in paragraphs(text) if (found := _RULING.match(item)) is not None]


def paragraph(text: str, start: str) -> str | None:
    """The paragraph of a rules page that begins so, with whole words; None if there is none."""
    pattern = re.compile(re.escape(start) + r"(?![A-Za-z0-9])")
    return next((item for item in paragraphs(text) if pattern.match(item)), None)


def quoted(game: AnyGame, code: str, token: str, message: str) -> list[str]:
    """The paragraphs that a token refused with `code` breaks, and the rulings that its reason names."""
    starts = [] if game.cites is None else [*game.cites(code, token)]
    starts += _RULING.findall(message)
    text = game.rules_text()
    found = dict.fromkeys(paragraph(text, start) for start in starts)
    return [item for item in found if item is not None][:_MOST]
