"""Conditions by which records are selected: each holds, does not hold, or cannot be answered.

What is typed is read here, beside what it asks of a record. A condition answers None about a record that is
too broken to be asked.
"""

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from operator import ge, gt, le, lt
from typing import Any

import msgspec

from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.document import Document
from struckle_cli.replay.form import reserved
from struckle_cli.replay.sgnwrite import text_tags
from struckle_cli.services.gather import Broken, Record
from struckle_cli.services.judging import judge


class Asked:
    """A record as conditions see it: what of it can be trusted, and its verdict once somebody asks for it."""

    def __init__(self, item: Record, broken: Broken | None) -> None:
        reading = item.reading
        self.item = item
        self.game: AnyGame | None = reading.game
        self.document: Document | None = reading.document
        self.sound = reading.sound
        self.broken = broken is not None
        self._valid: bool | None = None

    @property
    def valid(self) -> bool:
        """Whether `validate` finds nothing wrong with the record."""
        if self._valid is None:
            self._valid = not self.broken and judge(self.item.reading, self.item.path).valid
        return self._valid

    @property
    def players(self) -> Mapping[str, str]:
        """Names by seat."""
        return {} if self.document is None else self.document.players


Condition = Callable[[Asked], bool | None]
Order = Callable[[Any, Any], bool]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which records are wanted: those that all `conditions` hold for; with `inverted` all others.

    Broken records are wanted only where something is asked of validity (`judged`).
    """

    conditions: tuple[Condition, ...] = ()
    judged: bool = False
    inverted: bool = False

    def holds(self, asked: Asked) -> bool | None:
        """Whether a record is wanted; None where it is too broken for an answer."""
        if asked.broken and not self.judged:
            return None
        answer: bool | None = True
        for condition in self.conditions:
            one = condition(asked)
            if one is False:
                return self.inverted
            answer = one if one is None else answer
        return answer if answer is None else answer is not self.inverted


def any_of(conditions: Sequence[Condition]) -> Condition:
    """The condition that holds where one of some does."""

    def one_holds(asked: Asked) -> bool | None:
        answers = [condition(asked) for condition in conditions]
        return True if True in answers else None if None in answers else False

    return one_holds


def valid(wanted: bool) -> Condition:
    """That a record is valid, or that it is not."""
    return lambda asked: asked.valid is wanted


def game(name: str) -> Condition:
    """That a record is of one game."""
    return lambda asked: None if asked.game is None else asked.game.name == name


def reason(word: str) -> Condition:
    """That a game ended for a reason."""
    return lambda asked: None if (document := _trusted(asked)) is None else _reason(document) == word


def _reason(document: Document) -> str | None:
    return None if document.result is None else document.result.reason


def _trusted(asked: Asked) -> Document | None:
    """The document, if its moves and result are what was written."""
    return asked.document if asked.sound else None


_RESULT = re.compile(r"(?:\*|draw|win(?::[^,\s]+(?:,[^,\s]+)*)?)\Z")


def result(token: str) -> Condition:
    """That a record has a result token: `win:SEAT`, `draw` or `*`; `win` stands for any win.

    Raises `UsageError` for what is none of them.
    """
    if not _RESULT.match(token):
        why = f"--result is win, win:SEAT, draw or * (unfinished), not {token!r}"
        raise UsageError(why, code="usage.filter")

    def same(asked: Asked) -> bool | None:
        document = _trusted(asked)
        if document is None:
            return None
        found = "*" if document.result is None else document.result.token
        return found == token or (token == "win" and found.startswith("win:"))

    return same


def winner(name: str) -> Condition:
    """That a seat, or a player of that name, is among the winners."""

    def won(asked: Asked) -> bool | None:
        document = _trusted(asked)
        if document is None:
            return None
        winners = () if document.result is None else document.result.winners
        return any(seat.lower() == name.lower() or asked.players.get(seat) == name for seat in winners)

    return won


def player(text: str) -> Condition:
    """That a player of a name takes part: `NAME` on any seat, or `SEAT=NAME`."""
    seat, equals, name = text.partition("=")

    def plays(asked: Asked) -> bool | None:
        if asked.document is None or asked.game is None:
            return None
        seats = [known for known in asked.game.seats if equals and known.lower() == seat.lower()]
        if seats:
            return asked.players.get(seats[0]) == name
        return text in asked.players.values()

    return plays


_PLIES = re.compile(r"([0-9]{1,9})?(-)?([0-9]{1,9})?\Z")


def plies(text: str) -> Condition:
    """That a record has so many plies: `40`, `10-40`, `10-` or `-40`. Raises `UsageError` for other text."""
    match = _PLIES.match(text)
    if match is None or not (match[1] or match[3]):
        raise UsageError(f"--plies is N, N-M, N- or -M, not {text!r}", code="usage.filter")
    least = int(match[1] or 0)
    most = least if match[2] is None else int(match[3]) if match[3] else None
    if most is not None and most < least:
        raise UsageError(f"--plies {text}: no number is in that range", code="usage.filter")

    def long_enough(asked: Asked) -> bool | None:
        document = _trusted(asked)
        if document is None:
            return None
        return len(document.moves) >= least and (most is None or len(document.moves) <= most)

    return long_enough


_TAG = re.compile(r"([A-Za-z][A-Za-z0-9_]*)(?:(>=|<=|!=|=|>|<|~)(.*))?\Z", re.DOTALL)
_ORDERS: dict[str, Order] = {">=": ge, "<=": le, ">": gt, "<": lt}


def tag(text: str) -> Condition:
    """What a tag of the text form has to be, whatever the record's encoding.

    `KEY` (it is there), `KEY=VALUE`, `KEY!=VALUE` (it is there and differs), `KEY~REGEX` (found anywhere in
    it), and `KEY>=VALUE`, `>`, `<=`, `<` for whole numbers and dates (`in_order`). Names of tags are read
    in any case. Raises `UsageError` for other text.
    """
    match = _TAG.match(text)
    if match is None:
        why = f"--tag is KEY, or KEY followed by =, !=, ~, <, <=, > or >= and a value, not {text!r}"
        raise UsageError(why, code="usage.filter")
    key, sign, value = match[1].lower(), match[2], match[3] or ""
    test = _test(sign, value)

    def fits(asked: Asked) -> bool | None:
        if asked.document is None:
            return None
        found = _tag(asked, asked.document, key)
        return found is not None and test(found)

    return fits


def _test(sign: str | None, value: str) -> Callable[[str], bool]:
    if sign is None:
        return lambda found: True
    if sign == "=":
        return lambda found: found == value
    if sign == "!=":
        return lambda found: found != value
    if sign == "~":
        search = _pattern(value).search
        return lambda found: search(found) is not None
    if _number(value) is None and _date(value) is None:
        why = f"--tag: {sign} compares whole numbers, or dates like 2026-11-30, not {value!r}"
        raise UsageError(why, code="usage.filter")
    order = _ORDERS[sign]
    return lambda found: in_order(order, found, value)


def _pattern(text: str) -> re.Pattern[str]:
    try:
        with warnings.catch_warnings(action="ignore"):  # of what may mean something else one day
            return re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        why = f"--tag: {text!r} is no regular expression: {error}"
        raise UsageError(why, code="usage.filter") from None


def _tag(asked: Asked, document: Document, key: str) -> str | None:
    """The value of a tag of the text form by its name in lower case; None if the record has none."""
    for name, value in document.tags.items():
        if name.lower() == key:
            return value
    if asked.game is None or key not in reserved(asked.game) or asked.broken:
        return None
    return next((value for name, value in text_tags(document, asked.game) if name.lower() == key), None)


_NUMBER = re.compile(r"-?[0-9]{1,18}\Z")
_DATE = re.compile(r"[0-9]{4}(?:[-.][0-9]{2}(?:[-.][0-9]{2})?)?\Z")


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.match(text) else None


def _date(text: str) -> str | None:
    return text.replace(".", "-") if _DATE.match(text) else None


def in_order(order: Order, found: str, value: str) -> bool:
    """Whether a tag's value stands in an order to another: both whole numbers, or both dates.

    Dates are `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (or with dots) and are compared as far as `value` says: each
    day of a month is `<=` that month. One that says less than `value`, and what is neither, does not fit.
    """
    one, other = _number(found), _number(value)
    if one is not None and other is not None:
        return order(one, other)
    day, limit = _date(found), _date(value)
    return (
        day is not None and limit is not None and len(day) >= len(limit) and order(day[: len(limit)], limit)
    )
