"""Writing the text form (`.sgn`), canonically: tags, a blank line, moves in lines of at most 80 columns."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from struckle_cli.core.game import AnyGame
from struckle_cli.engine.binding import bind
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.replay.escapes import write_note, write_tag
from struckle_cli.replay.setuptext import write_setup_text

WIDTH = 80


def write_sgn(document: Document, game: AnyGame) -> str:
    """The record as text, ending with a line end. Its set-up and tokens must be sound in form."""
    tags = "".join(f'[{name} "{write_tag(value)}"]\n' for name, value in text_tags(document, game))
    return f"{tags}\n{_fill(_words(document, game))}\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def text_tags(document: Document, game: AnyGame) -> Iterator[tuple[str, str]]:
    """The tags of the text form, names and values, in order. Set-up and result must be sound in form."""
    yield "Game", document.game
    if document.format != FORMAT:
        yield "Format", str(document.format)
    if document.rules is not UNSET:
        yield "RulesVersion", str(document.rules)
    if document.id is not UNSET:
        yield "Id", str(document.id)
    yield from document.tags.items()
    for seat in game.seats:
        if seat in document.players:
            yield (seat if seat.isupper() else seat.capitalize()), document.players[seat]
    for field in game.setup_fields:
        if field.name in document.setup:
            value = document.setup[field.name]
            yield field.tag, write_setup_text(field, value)
    yield from _result_tags(document)


def _result_tags(document: Document) -> Iterator[tuple[str, str]]:
    result = document.result
    yield "Result", "*" if result is None else result.token
    if result is not None:
        yield "Reason", result.reason
        if result.scores is not UNSET:
            yield "Scores", _json(result.scores)
    if document.reveals:
        yield "Reveals", _json(document.reveals)


def _words(document: Document, game: AnyGame) -> Iterator[str]:
    """What may not be broken, in order: numbers with their tokens, words of notes, the result token."""
    notes: dict[int, list[str]] = {}
    for note in document.notes:
        words = write_note(note.text)
        words[0] = "{" + words[0]
        words[-1] += "}"
        notes.setdefault(note.ply, []).extend(words)
    setup = bind(game, document.setup).setup
    label = game.number.label if game.number is not None and setup is not None else None
    yield from notes.get(0, ())
    for ply, token in enumerate(document.moves, 1):
        number = label(setup, ply) if label else None
        yield f"{number[0]} {token}" if number and number[1] else token
        yield from notes.get(ply, ())
    yield "*" if document.result is None else document.result.token


def _fill(words: Iterator[str]) -> str:
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return "\n".join(lines)
