"""What a session of play answers with: replies to lines, what the board shows, what a word can become."""

from typing import Any, NamedTuple


class Reply(NamedTuple):
    """What a line led to: text for people, whether to draw the board, whether the session is over."""

    text: str = ""
    board: bool = False
    over: bool = False
    clear: bool = False
    """Whether what is on the screen is for one player only, and has to go first."""


class Shown(NamedTuple):
    """What the board has to show: the state behind ply `ply` of `total`, and the token that led to it.

    All of it is what whoever is at the keyboard may see. While they look back, `ply` is less than `total`.
    """

    state: Any
    last: str | None
    ply: int
    total: int


class Completion(NamedTuple):
    """What the last word of a typed line can become: `text` from column `start` (counted from 0) on.

    `about` is a word or two for people: what a command does, how many tokens begin so.
    """

    text: str
    start: int
    about: str = ""
