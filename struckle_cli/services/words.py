"""Words that are typed in play: which tokens one begins or names, and what half a token can become."""

import re
from collections.abc import Iterable

FEW = 40
"""Tokens that are listed whole when one is half typed."""
_LETTER = r"(?:(?<![a-z])(?=[a-z])|(?<![A-Z])(?=[A-Z]))"
"""Where a word can begin with a letter: not within letters of the same case (`Db6` has a `b6`)."""
_PART = re.compile(r"[^A-Za-z0-9]*[A-Za-z]*[0-9]*")


def begun(tokens: Iterable[str], start: str) -> list[str]:
    """The tokens that begin so, in whatever case."""
    lower = start.lower()
    return [token for token in tokens if token.lower().startswith(lower)]


def naming(tokens: Iterable[str], word: str) -> list[str]:
    """The tokens that name something in whatever case (a square, a piece, a rule), not at their beginning.

    `D1` is not named by `D12-C12`, nor `4` by `M14:2`; `b6` is by `Db6c5`.
    """
    if not word or not word.isascii() or not word.isalnum():
        return []
    before = _LETTER if word[0].isalpha() else r"(?<![0-9])"
    if word.isdigit() and len(word) == 1:
        before = r"(?<![A-Za-z0-9])"
    behind = r"(?![0-9])" if word[-1].isdigit() else "" if len(word) > 1 else r"(?![A-Za-z])"
    pattern = re.compile(f"{before}(?i:{re.escape(word)}){behind}")
    lower = word.lower()
    return [token for token in tokens if pattern.search(token) and not token.lower().startswith(lower)]


def heads(start: str, tokens: Iterable[str]) -> dict[str, int]:
    """What the beginning of some tokens can become by its next part, and how many tokens then begin so."""
    found: dict[str, int] = {}
    for token in tokens:
        part = _PART.match(token, len(start))
        head = token[: part.end()] if part else token
        found[head] = found.get(head, 0) + 1
    return found


def continued(start: str, tokens: list[str]) -> str:
    """What half a token can become: a few tokens whole, many by their next part and how many begin so."""
    if len(tokens) <= FEW:
        return f"{start} can become {' '.join(tokens)}"
    listed = [head if count == 1 else f"{head}.. ({count})" for head, count in heads(start, tokens).items()]
    return f"{start} can become {' '.join(listed)}"
