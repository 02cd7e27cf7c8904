"""A record told to a person: tags, set-up, numbered moves with notes, result, what is wrong."""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import Fault
from struckle_cli.core.secret import COMMITMENT
from struckle_cli.engine.replayer import play
from struckle_cli.replay.commitments import MASK
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.judging import judge, pending


class Line(NamedTuple):
    """Moves between two remarks: the plies and their labels (`3.`, `3...` or nothing) in order."""

    moves: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


class Told(NamedTuple):
    """One ply with what it led to, a line each, and its notes. `seat` acted; None where nobody knows."""

    ply: int
    seat: str | None
    token: str
    remarks: tuple[str, ...]
    notes: tuple[str, ...]


class Step(NamedTuple):
    """One ply with what it led to, a line each, and the state after it: None from the first illegal ply on.

    `seat` acted; None where nobody knows.
    """

    ply: int
    seat: str | None
    token: str
    remarks: tuple[str, ...]
    state: Any


class Shown(NamedTuple):
    """What `show` tells. `facts` are names and values; `hidden` says what the record keeps secret."""

    title: str
    facts: tuple[tuple[str, str], ...]
    lines: tuple[Line | Told, ...]
    result: str
    hidden: tuple[str, ...]
    problems: tuple[Fault, ...]
    by_number: bool
    """Whether each numbered move begins a line."""


_HASH = re.compile(r"(#[0-9a-f]{12})[0-9a-f]{52}(?![0-9a-f])")


def short_token(token: str) -> str:
    """A token fit to be read; of a commitment as much as one can tell it by."""
    return _HASH.sub(r"\1...", token.replace(MASK, "#..."))


def show(reading: Reading, document: Document) -> Shown:
    """Tell a record; one whose moves break the rules is told too, with its faults."""
    game = reading.game
    moves = _told(reading, document) if _tells(reading) else _lines(reading, document)
    facts = [(key, value) for key, value in document.tags.items()]
    if game is not None:
        facts += [(seat, document.players[seat]) for seat in game.seats if seat in document.players]
    facts += setup_facts(reading, document)
    return Shown(
        title=game.title if game else document.game,
        facts=tuple(facts),
        lines=tuple(moves),
        result="unfinished" if document.result is None else str(document.result),
        hidden=pending(reading),
        problems=judge(reading, "").problems,
        by_number=game is not None and game.number is not None and game.number.lines,
    )


def setup_facts(reading: Reading, document: Document) -> list[tuple[str, str]]:
    """The set-up and the version of the rules as names and values."""
    facts = [(key, _plain(reading, key, value)) for key, value in reading.setup.items()]
    if document.rules is not UNSET:
        facts.append(("rules version", str(document.rules)))
    return facts


def _plain(reading: Reading, name: str, value: object) -> str:
    """A set-up value in words; one that its field cannot write is shown as it is."""
    fields = reading.game.setup_fields if reading.game is not None and reading.bound is not None else ()
    for field in fields:
        if field.name == name and field.text is not None:
            return field.text.write(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    if isinstance(value, dict):
        closed = {secret.text for secret in reading.closed}
        return "\n".join(f"{key} {_cut(part, closed)}" for key, part in value.items())
    return str(value)


def _cut(value: object, closed: Collection[str]) -> str:
    """A part of a set-up value; of a commitment as much as one can tell it by, and whether it is closed."""
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return ", ".join(" ".join(map(str, item.values())) for item in value)
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if not COMMITMENT.match(text):
        return text
    if text == MASK:
        return "hidden"
    return f"{text[:13]}..." + (" (hidden)" if text in closed else "")


def labels(reading: Reading) -> Callable[[int], str]:
    """What gives the number that stands before a ply, or an empty string."""
    game, bound = reading.game, reading.bound
    if game is None or game.number is None or bound is None or bound.setup is None:
        return lambda ply: ""
    number, setup = game.number.label, bound.setup

    def label(ply: int) -> str:
        found = number(setup, ply)
        return found[0] if found and found[1] else ""

    return label


def _tells(reading: Reading) -> bool:
    """Whether the game tells what its entries lead to; not in a record whose set-up is broken."""
    return reading.bound is not None and reading.game is not None and reading.game.tell is not None


def _told(reading: Reading, document: Document) -> Iterator[Line | Told]:
    """Ply after ply with what it led to; what follows an illegal ply stands without remarks."""
    notes = notes_by_ply(document)
    if 0 in notes:
        yield Line((), tuple(notes[0]))
    for step in steps(reading):
        yield Told(step.ply, step.seat, step.token, step.remarks, tuple(notes.get(step.ply, ())))


def steps(reading: Reading) -> Iterator[Step]:
    """The plies of a record whose set-up is sound; of those from the first illegal one on little is known."""
    game, bound = reading.game, reading.bound
    assert game is not None
    assert bound is not None
    state: Any = bound.start
    for ply, token in enumerate(reading.moves, 1):
        seat, remarks = None, []
        if state is not None:
            after, played = play(game, state, [token])
            if played:
                move = game.parse_move(token)
                seat = game.to_move(state) if game.author is None else game.author(state, move)
                remarks = [] if game.tell is None else game.tell(state, move, after)
            state = after if played else None
        yield Step(ply, seat, token, tuple(remarks), state)


def notes_by_ply(document: Document) -> dict[int, list[str]]:
    """The notes of a record, by the ply that they hang on."""
    notes: dict[int, list[str]] = {}
    for note in document.notes:
        notes.setdefault(note.ply, []).append(note.text)
    return notes


def _lines(reading: Reading, document: Document) -> Iterator[Line]:
    label = labels(reading)
    notes = notes_by_ply(document)
    moves: list[tuple[str, str]] = []
    if 0 in notes:
        yield Line((), tuple(notes[0]))
    for ply, token in enumerate(reading.moves, 1):
        moves.append((label(ply), token))
        if ply in notes:
            yield Line(tuple(moves), tuple(notes[ply]))
            moves = []
    if moves:
        yield Line(tuple(moves), ())
