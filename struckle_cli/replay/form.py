"""The form of a record of the right types: what is wrong with it before any rule of a game is asked."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import MAX_FAULTS, Fault, json_pointer, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.registry import lookup, names
from struckle_cli.replay.document import (
    FORMAT,
    ID,
    MODEL_TAGS,
    TAG_KEY,
    Document,
    Note,
)

CODES = {
    "record.missing": "A required field is missing.",
    "record.unknown": "The record has a field that the format does not know; free text belongs in `tags`.",
    "record.type": "A field has a value of the wrong type.",
    "record.format": "The format's version is one that this program does not know.",
    "record.game": "No game has that name.",
    "record.rules": "The version of the rules is no whole number from 1.",
    "record.rules-newer": "The record was played by newer rules than this program knows.",
    "record.id": "The id is not 32 lower-case hexadecimal digits.",
    "record.tag": "The name of a tag does not match `[A-Za-z][A-Za-z0-9_]*`.",
    "record.tag-twice": "Two tags have the same name (upper and lower case count as the same).",
    "record.tag-reserved": "A tag has a name that the text form reserves for something else.",
    "record.seat": "A seat is named that the game does not have.",
    "record.note-ply": "A note hangs on a ply that the record does not have.",
    "record.reveals": "The record opens commitments although its game hides nothing.",
    "record.scores": "The result has scores although its game has none, or they name no seat.",
    "record.winners": "The winners are not seats of the game, each once, in seat order.",
    "record.reason": "The reason of the result is none that the game has.",
}


@lru_cache(maxsize=64)
def reserved(game: AnyGame) -> dict[str, tuple[str, str]]:
    """The reserved tags of the text form in lower case: what kind each is, and what it names."""
    table = {tag.lower(): ("model", tag) for tag in MODEL_TAGS}
    table |= {seat.lower(): ("seat", seat) for seat in game.seats}
    table |= {field.tag.lower(): ("setup", field.name) for field in game.setup_fields}
    return table


def check_document(document: Document) -> tuple[AnyGame | None, list[Fault]]:
    """The game of a document and every fault of form: fields, tags, seats, notes, and the result's shape."""
    game = lookup(document.game)
    faults = [] if _usual(document) else _check_versions(document)
    if game is None:
        why = f"there is no game {short(document.game)!r}; known: {', '.join(names())}"
        faults.append(Fault(code="record.game", message=why, pointer="/game", token=short(document.game)))
        return None, faults
    if document.rules is not UNSET:
        faults += _check_rules(game, document.rules)
    if document.tags and not _seen_before(game, tuple(document.tags)):
        faults += _check_tags(game, document.tags)
    if document.players:
        faults += [
            _no_seat(game, seat, json_pointer("players", seat))
            for seat in document.players
            if seat not in game.seats
        ]
    if document.notes:
        faults += _check_notes(document)
    if document.reveals and game.secrets is None:
        why = f"{game.title} hides nothing, so there is nothing to reveal"
        faults.append(Fault(code="record.reveals", message=why, pointer="/reveals"))
    result = document.result
    if result is not None and (result.scores is not UNSET or not _good_result(game, result)):
        faults += _check_result(game, result)
    return game, faults


def check_seated(document: Document, game: AnyGame, seated: Sequence[str]) -> list[Fault]:
    """The faults of a record that names seats of its game that take no part in it."""
    if len(seated) == len(game.seats):
        return []
    scores = {} if document.result is None or document.result.scores is UNSET else document.result.scores
    winners = () if document.result is None else document.result.winners
    named = [
        *(("record.seat", seat, json_pointer("players", seat)) for seat in document.players),
        *(("record.winners", seat, "/result/winners") for seat in winners),
        *(("record.scores", seat, json_pointer("result", "scores", seat)) for seat in scores),
    ]
    why = f"this game is played by {', '.join(seated)}, so there is no "
    return [
        Fault(code=code, message=why + seat, pointer=where, token=seat)
        for code, seat, where in named
        if seat in game.seats and seat not in seated
    ]


def _usual(document: Document) -> bool:
    return document.format == FORMAT and document.id is UNSET


_good_results: set[tuple[AnyGame, tuple[str, ...], str]] = set()


def _good_result(game: AnyGame, result: Outcome) -> bool:
    """Whether just this result was found sound for this game before; there are not many sound ones."""
    key = (game, result.winners, result.reason)
    if key in _good_results:
        return True
    if _check_result(game, result):
        return False
    _good_results.add(key)
    return True


def _check_versions(document: Document) -> list[Fault]:
    faults = []
    if document.format != FORMAT:
        why = f"this program knows version {FORMAT} of the format, not {short(document.format)}"
        faults.append(Fault(code="record.format", message=why, pointer="/format"))
    if document.id is not UNSET and not ID.match(str(document.id)):
        why = "an id is 32 lower-case hexadecimal digits"
        faults.append(Fault(code="record.id", message=why, pointer="/id", token=short(document.id)))
    return faults


def _check_notes(document: Document) -> list[Fault]:
    plies = len(document.moves)
    faults: list[Fault] = []
    for index, note in enumerate(document.notes):
        if len(faults) > MAX_FAULTS:
            break
        if not 0 <= note.ply <= plies:
            why = f"a note hangs on ply {short(note.ply)}, but the record has {plies}"
            faults.append(Fault(code="record.note-ply", message=why, pointer=f"/notes/{index}/ply"))
    return faults


def _no_seat(game: AnyGame, seat: str, pointer: str, code: str = "record.seat") -> Fault:
    why = f"{game.title} has the seats {', '.join(game.seats)}, not {short(seat)!r}"
    return Fault(code=code, message=why, pointer=pointer, token=short(seat))


def _check_rules(game: AnyGame, rules: Any) -> list[Fault]:
    if rules < 1:
        why = f"the version of the rules is a whole number from 1, not {short(rules)}"
        return [Fault(code="record.rules", message=why, pointer="/rules")]
    if rules > game.rules_version:
        why = (
            f"the record was played by version {short(rules)} of {game.title}'s rules; this program "
            f"knows them up to version {game.rules_version}, so a newer one is needed to check it"
        )
        return [Fault(code="record.rules-newer", message=why, pointer="/rules")]
    return []


_good_tags: dict[tuple[str, ...], AnyGame] = {}
_REMEMBERED = 256
_LONGEST = 200


def _seen_before(game: AnyGame, keys: tuple[str, ...]) -> bool:
    """Whether just these tag names were found sound for this game before: records of a batch share them."""
    if _good_tags.get(keys) is game:
        return True
    if sum(map(len, keys)) <= _LONGEST and not _check_tags(game, dict.fromkeys(keys, "")):
        if len(_good_tags) >= _REMEMBERED:
            _good_tags.clear()
        _good_tags[keys] = game
        return True
    return False


def _check_tags(game: AnyGame, tags: Mapping[str, str]) -> list[Fault]:
    faults: list[Fault] = []
    seen: set[str] = set()
    for key in tags:
        if len(faults) > MAX_FAULTS:
            break
        where, low = json_pointer("tags", key), key.lower()
        if not TAG_KEY.match(key):
            why = f"a tag's name is a letter, then letters, digits and '_', not {short(key)!r}"
            faults.append(Fault(code="record.tag", message=why, pointer=where, token=short(key)))
        elif low in reserved(game):
            kind, target = reserved(game)[low]
            place = {"model": "a field of the record", "seat": "players", "setup": "setup"}[kind]
            why = f"the text form reserves the tag {short(key)!r}; what it says belongs in {place} ({target})"
            faults.append(Fault(code="record.tag-reserved", message=why, pointer=where, token=short(key)))
        elif low in seen:
            why = f"there is a tag {short(key)!r} already (upper and lower case count as the same)"
            faults.append(Fault(code="record.tag-twice", message=why, pointer=where, token=short(key)))
        seen.add(low)
    return faults


def _check_result(game: AnyGame, result: Outcome) -> list[Fault]:
    faults = []
    if len(result.winners) > len(game.seats):
        why = f"{game.title} has {len(game.seats)} seats, so it cannot have {len(result.winners)} winners"
        return [Fault(code="record.winners", message=why, pointer="/result/winners")]
    places = [game.seats.index(seat) if seat in game.seats else -1 for seat in result.winners]
    for index, place in enumerate(places):
        if place < 0:
            where = json_pointer("result", "winners", index)
            faults.append(_no_seat(game, result.winners[index], where, "record.winners"))
    if -1 not in places and places != sorted(set(places)):
        why = f"winners stand in seat order ({', '.join(game.seats)}), each once"
        faults.append(Fault(code="record.winners", message=why, pointer="/result/winners"))
    if result.reason not in game.given_reasons and result.reason not in game.end_reasons:
        known = ", ".join((*game.end_reasons, *game.given_reasons))
        why = f"{game.title} ends by {known}, not by {short(result.reason)!r}"
        faults.append(
            Fault(code="record.reason", message=why, pointer="/result/reason", token=short(result.reason))
        )
    if result.scores is not UNSET:
        faults += _check_scores(game, result.scores)
    return faults


def _check_scores(game: AnyGame, scores: Any) -> list[Fault]:
    if not game.scored:
        why = f"{game.title} has no scores"
        return [Fault(code="record.scores", message=why, pointer="/result/scores")]
    strangers = islice((seat for seat in scores if seat not in game.seats), MAX_FAULTS + 1)
    return [
        _no_seat(game, seat, json_pointer("result", "scores", seat), "record.scores") for seat in strangers
    ]


def tidy(document: Document, game: AnyGame) -> Document:
    """The canonical document: explicit defaults dropped, seats and set-up fields in the game's order.

    Notes are put in the order of their plies. Tokens and set-up strings are the game's to normalise
    (`services.canonical`).
    """
    setup = {
        field.name: document.setup[field.name]
        for field in game.setup_fields
        if field.name in document.setup and document.setup[field.name] != field.default
    }
    players = {seat: document.players[seat] for seat in game.seats if seat in document.players}
    notes: list[Note] = sorted(document.notes, key=lambda note: note.ply)
    rules = UNSET if document.rules == 1 else document.rules
    return msgspec.structs.replace(document, setup=setup, players=players, notes=notes, rules=rules)
