"""Rolls as text: what stands before the `=` of a token, read strictly, and made longer by one roll.

Source: the game's page, *Notation*; ruling SG-4.
"""

import re
from collections.abc import Callable

from struckle_cli.core.errors import NotationError, Reason, short
from struckle_cli.games.struggle.faces import ALL, DICE, FACES, GROUPS, TEXTS, encode, ordered, within
from struckle_cli.games.struggle.moves import Rolls

MOST = 3
"""Rolls of a turn."""
_SHAPE = re.compile(rf"[{FACES}]*(?:/[{FACES}]*\+[{FACES}]*){{0,2}}\Z")
_ORDINALS = ("first", "second", "third")


_met: dict[str, tuple[int, int]] = {}
"""Re-rolls that have been met (there are 4,116): the codes of the dice kept, and of all five after that."""


def hand_of(text: str) -> int:
    """The code of the hand that some rolls lead to; -1 if they are none, for whatever reason."""
    first, *groups = text.split("/", MOST)
    hand = GROUPS.get(first, -1)
    if hand < 0 or len(first) != DICE or len(groups) >= MOST:
        return -1
    for group in groups:
        held, after = _met.get(group) or _reroll(group)
        if not within(held, hand):
            return -1
        hand = after
    return hand


def _reroll(group: str) -> tuple[int, int]:
    """The codes of what a re-roll keeps and leaves; more than there can be for what is none."""
    kept, _, thrown = group.partition("+")
    held, fell = GROUPS.get(kept, -1), GROUPS.get(thrown, 0)
    if held < 0 or not fell or len(group) != DICE + 1:
        return ALL, 0
    found = _met[group] = held, held + fell
    return found


def parse_rolls(text: str) -> Rolls:
    """The rolls that a text states; raises `NotationError` with the first thing that is wrong in it."""
    hand = hand_of(text)
    if hand < 0:
        raise NotationError(_fault(text))
    first, *groups = text.split("/")
    again = [group.partition("+") for group in groups]
    return Rolls(first, tuple((kept, thrown) for kept, _, thrown in again), TEXTS[hand])


SHAPE = (
    "a turn is its rolls, = and its plays, like JJJTT=J3T2 or AKQJ9/AK+KT9=K3T191; the faces are "
    "A K Q J T 9, behind a / stand the faces kept, + and those thrown again"
)


def _fault(text: str) -> Reason:
    """The first fault of rolls that have one, from left to right; the shape of the whole comes first."""
    if not _SHAPE.match(text):
        if text.count("/") >= MOST:
            return Reason("struggle.syntax", f"a turn has at most two re-rolls, each behind a /; {SHAPE}")
        return Reason("struggle.syntax", f"{short(text)!r} states no rolls; {SHAPE}")
    first, *groups = text.split("/")
    before, fault = first, _wrong_group(first, "the first roll")
    for number, group in enumerate(groups, 1):
        if fault is not None:
            return fault
        kept, thrown = group.split("+")
        fault = _wrong_reroll(kept, thrown, before, number)
        before = kept + thrown
    assert fault is not None
    return fault


def _wrong_group(group: str, what: str, dice: int | None = DICE) -> Reason | None:
    """Whether a group is out of order, or (unless `dice` is None) has another number of dice."""
    if ordered(group) != group:
        why = f"the faces of {what} stand in the order A K Q J T 9: not {short(group)}"
        return Reason("struggle.face-order", why if len(group) > DICE else f"{why} but {ordered(group)}")
    if dice is not None and len(group) != dice:
        return Reason(
            "struggle.dice-count", f"{what} has {len(group):,} dice ({short(group) or 'none'}), not five"
        )
    return None


def _wrong_reroll(kept: str, thrown: str, before: str, number: int) -> Reason | None:
    name = f"the {_ORDINALS[number]} roll"
    fault = _wrong_group(kept, f"what {name} keeps", None) or _wrong_group(
        thrown, f"what {name} throws", None
    )
    if fault is not None:
        return fault
    if not thrown:
        why = f"{name} throws no die; a re-roll throws at least one (SG-4), and a hand that stands has no /"
        return Reason("struggle.nothing-thrown", why)
    if len(kept) + len(thrown) != DICE:
        shown = short(f"{kept}+{thrown}")
        why = f"{name} keeps {len(kept):,} dice and throws {len(thrown):,} ({shown}), not five together"
        return Reason("struggle.dice-count", why)
    for face in FACES:
        if kept.count(face) > before.count(face):
            lay = before.count(face)
            why = (
                f"{name} keeps {kept.count(face)} of {face}, but of {ordered(before)} only {lay} can be kept"
            )
            why = why if lay else f"{name} keeps {face}, but {ordered(before)} has no {face}"
            return Reason("struggle.kept-not-rolled", why)
    return None


def roll(rolls: str, kept: str, throw: Callable[[int, int], str]) -> str:
    """The rolls after one more throw that keeps the faces `kept` (in any order); raises `NotationError`."""
    if not rolls:
        if kept:
            why = "at the first roll nothing lies there that could be kept: all five dice are thrown"
            raise NotationError(Reason("struggle.kept-not-rolled", why))
        return throw(0, DICE)
    before = parse_rolls(rolls)
    number = len(before.again) + 1
    if number >= MOST:
        raise NotationError(Reason("struggle.syntax", "a turn has at most two re-rolls"))
    if any(face not in FACES for face in kept):
        raise NotationError(Reason("struggle.syntax", f"faces are A K Q J T 9, not {short(kept)!r}"))
    if len(kept) >= DICE:
        fault = _wrong_reroll(ordered(kept[:60]), "", before.hand, number)
        raise NotationError(fault or Reason("struggle.dice-count", "five dice are rolled"))
    if not within(encode(kept), encode(before.hand)):
        fault = _wrong_reroll(ordered(kept), "A" * (DICE - len(kept)), before.hand, number)
        raise NotationError(fault or Reason("struggle.kept-not-rolled", f"{kept} was not rolled"))
    return f"{rolls}/{ordered(kept)}+{throw(number, DICE - len(kept))}"


def throws_left(rolls: str) -> int:
    """How many rolls can follow in this turn."""
    return MOST - 1 - rolls.count("/") if rolls else MOST
