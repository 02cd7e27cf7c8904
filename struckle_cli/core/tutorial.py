"""A tutorial of a game: set positions with one task each, as data that people can read and edit.

The text of a tutorial is TOML (`data/tutorial.toml` of a game). An *answer* is a line as it is typed in play:
one token, or several with blanks in between; with dice the faces to keep, or how they are played.
"""

from typing import Any

import msgspec


class Wrong(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers that are often given and miss the task, and why.

    `code` is that of the fault with which the game refuses them, or that it finds in what could stand all the
    same; left out, they are legal and only not what is asked.
    """

    answers: tuple[str, ...]
    why: str
    code: str | None = None


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position and what is to be found in it.

    `text`, `task`, `hint`, `after` and `why` are paragraphs of plain text in which words to be typed stand
    between backticks; lines that begin with `- ` are items of a list. `setup` and `moves` lead to the
    position as fields of a record do; `seat` is who answers, and sees no more than that seat may, unless
    all is `open`.

    An answer solves the task if it is one of `solved`, the first of which is the one that is shown, or if
    it meets all conditions that are given: `like`, a regular expression for the whole line, and `ends`,
    the reason for which it wins the game for `seat`.

    With dice, `rolls` is what has been rolled before (nothing: a roll is due), and `throw` are the faces that
    come if dice are thrown as they should be.
    """

    title: str
    text: str
    seat: str
    task: str
    solved: tuple[str, ...]
    hint: str
    after: str
    setup: dict[str, Any] = {}
    moves: tuple[str, ...] = ()
    open: bool = False
    like: str | None = None
    ends: str | None = None
    rolls: str = ""
    throw: str = ""
    wrong: tuple[Wrong, ...] = ()


class Tutorial(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game teaches: how it begins, its lessons in order, and what to do afterwards.

    `setup` are set-up fields that all lessons have in common; one of a lesson's own stands for one of these.
    `play` are commands that begin a game against bots, each with a word on it.
    """

    intro: str
    lessons: tuple[Lesson, ...]
    closing: str
    play: dict[str, str]
    setup: dict[str, Any] = {}


def read_tutorial(text: str) -> Tutorial:
    """The tutorial that a TOML text holds. Raises `msgspec.DecodeError` (or its kinds) for what is none."""
    import msgspec.toml  # only who learns pays for it

    return msgspec.toml.decode(text, type=Tutorial)
