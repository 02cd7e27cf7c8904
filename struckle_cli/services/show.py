"""A record told to a person: tags, set-up, numbered moves with notes, result, what is wrong."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from struckle_cli.core.errors import Fault
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.judging import judge


class Line(NamedTuple):
    """Moves between two remarks: the plies and their labels (`3.`, `3...` or nothing) in order."""

    moves: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


class Shown(NamedTuple):
    """What `show` tells. `facts` are names and values; `hidden` says what the record keeps secret."""

    title: str
    facts: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    result: str
    hidden: tuple[str, ...]
    problems: tuple[Fault, ...]


def show(reading: Reading, document: Document) -> Shown:
    """Tell a record; one whose moves break the rules is told too, with its faults."""
    game = reading.game
    facts = [(key, value) for key, value in document.tags.items()]
    if game is not None:
        facts += [(seat, document.players[seat]) for seat in game.seats if seat in document.players]
    facts += [(key, _plain(value)) for key, value in document.setup.items()]
    if document.rules is not UNSET:
        facts.append(("rules version", str(document.rules)))
    return Shown(
        title=game.title if game else document.game,
        facts=tuple(facts),
        lines=tuple(_lines(document, _labels(reading))),
        result="unfinished" if document.result is None else str(document.result),
        hidden=(),
        problems=judge(reading, "").problems,
    )


def _plain(value: object) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    return str(value)


def _labels(reading: Reading) -> Callable[[int], str]:
    """The number that stands before a ply, or an empty string."""
    game, bound = reading.game, reading.bound
    if game is None or game.number is None or bound is None or bound.setup is None:
        return lambda ply: ""
    number, setup = game.number.label, bound.setup

    def label(ply: int) -> str:
        found = number(setup, ply)
        return found[0] if found and found[1] else ""

    return label


def _lines(document: Document, label: Callable[[int], str]) -> Iterator[Line]:
    notes: dict[int, list[str]] = {}
    for note in document.notes:
        notes.setdefault(note.ply, []).append(note.text)
    moves: list[tuple[str, str]] = []
    if 0 in notes:
        yield Line((), tuple(notes[0]))
    for ply, token in enumerate(document.moves, 1):
        moves.append((label(ply), token))
        if ply in notes:
            yield Line(tuple(moves), tuple(notes[ply]))
            moves = []
    if moves:
        yield Line(tuple(moves), ())
