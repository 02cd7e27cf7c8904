"""A site of pages over many records: which page each file has, and what the index says of each game.

Files are gone through one after another, and records within them; what is kept is a row for each game.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

import msgspec

from struckle_cli.core.drawing import Drawing, Look
from struckle_cli.core.errors import AccessError, Fault, RecordError
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, Unreadable, access_error, find
from struckle_cli.replay.storage import inner_path, is_remote
from struckle_cli.services.events import Foreign
from struckle_cli.services.gather import Seen
from struckle_cli.services.judging import Verdict, judge, replayed
from struckle_cli.services.loading import seen_by
from struckle_cli.services.pages import PUBLIC, sealed_off
from struckle_cli.services.sitenames import Filed, filed, page_names, part_name
from struckle_cli.services.tallies import LONGEST
from struckle_cli.services.validate import readings

MOST_GAMES = 100
"""Games on one page; a file with more has further pages."""
MOST_PICTURES = 12
"""Games of which the index shows a board."""
_MOST_SEATS = 8
_WORD, _TAG, _MESSAGE = 60, 100, 300
"""Characters of what records choose freely; what is longer is cut."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What the index says of a game. Everything in it stands in the record as the viewer may see it.

    `page` is the file that shows it, as its `place`-th game (from 1); `record` counts from 1 in its own file,
    which is `file`. `players` are seats with the names of those who sit there (empty: not told). `winners` is
    None for an unfinished game. `fault` is the first fault, None for a valid record.
    """

    page: str
    place: int
    file: str
    record: int
    game: str
    title: str
    players: tuple[tuple[str, str], ...]
    winners: tuple[str, ...] | None
    reason: str
    plies: int
    date: str
    event: str
    valid: bool
    fault: Fault | None


class Place(NamedTuple):
    """A file that is read, and the name of its (first) page."""

    source: Source
    file: Filed
    page: str


class Site:
    """The rows of a site, and what could not be read; filled while its pages are made."""

    def __init__(
        self, places: Sequence[Place], lost: Sequence[tuple[str, Unreadable]], seat: str | None, limit: int
    ) -> None:
        self.places = places
        self.seat = seat
        self.seen = Seen()
        self.rows: list[Row] = []
        self.invalid = 0
        self.pages = 0
        self.unreadable: list[tuple[str, str]] = []
        self.lost: list[Unreadable] = []
        self.pictures: dict[str, Drawing] = {}
        """The last position of the first valid record of each game, as the viewer may see it."""
        self._limit = limit
        for shown, item in lost:
            self._lose(shown, item)

    def pages_of(self, place: Place) -> Iterator[tuple[str, Iterator["Shown"]]]:
        """The pages of a file with the games on each, whose rows are kept as they come.

        A page is to be exhausted before the next one is asked for.
        """
        found = self._readings(place)
        for part, first in enumerate(found, 1):
            self.pages += 1
            page = part_name(place.page, part)
            games = chain([first], islice(found, MOST_GAMES - 1))
            yield page, (self._shown(place, page, item, at) for at, item in enumerate(games, 1))

    def _readings(self, place: Place) -> Iterator[Reading]:
        """The records of a file one after another; what cannot be read ends it, and is told in the index."""
        try:
            for item in readings(place.source, self._limit):
                if isinstance(item, Skipped):
                    self.seen.add(Foreign(place.source.name))
                else:
                    yield item
        except (OSError, AccessError) as error:
            problem = access_error(error)
            self._lose(place.file.shown, Unreadable(place.source.name, problem.code, problem.message))

    def _lose(self, shown: str, item: Unreadable) -> None:
        self.seen.add(item)
        self.lost.append(item)
        self.unreadable.append((shown, item.message))

    def _shown(self, place: Place, page: str, reading: Reading, number: int) -> "Shown":
        view, seat = viewed(reading, self.seat)
        row = _row(place, page, view, number)
        self.seen.records += 1
        self.rows.append(row)
        if row.fault is not None:
            self.invalid += 1
            self.seen.refused |= any(fault.code.startswith("io.") for fault in reading.faults)
        elif row.game not in self.pictures and len(self.pictures) < MOST_PICTURES:
            self._picture(view)
        return Shown(view, row, seat)

    def _picture(self, view: Reading) -> None:
        game, played = view.game, replayed(view)
        if game is not None and played is not None:
            self.pictures[game.name] = game.draw(played.state, Look())

    def exit_code(self, allow_empty: bool = False) -> int:
        """3 for what cannot be read, 1 for records that are not valid, 2 where there is no record."""
        code = self.seen.exit_code(allow_empty)
        return 1 if self.invalid and code != 3 else code


class Shown(NamedTuple):
    """A record as the viewer may see it, its row, and who looks on: a seat, `public`, or all (None)."""

    view: Reading
    row: Row
    seat: str | None


def viewed(reading: Reading, seat: str | None) -> tuple[Reading, str | None]:
    """A record as `seat` may see it, and who that is in its game: the public, if it has no such seat.

    A game without secrets, and any game if `seat` is None, is as it is. Where nobody can say what is hidden
    in a broken record, nothing of it is left but that it is broken.
    """
    if seat is None:
        return reading, None
    game = reading.game
    if reading.document is None or game is None:
        return sealed_off(reading), None
    own = next((known for known in game.seats if known.lower() == seat.lower()), None)
    if game.secrets is None:
        return reading, own
    try:
        return seen_by(reading, own or PUBLIC, ()), own or PUBLIC
    except RecordError:
        return sealed_off(reading), None


def _row(place: Place, page: str, view: Reading, number: int) -> Row:
    verdict = judge(view, place.source.name)
    document, game = view.document, view.game
    result = verdict.result
    return Row(
        page=page,
        place=number,
        file=place.file.shown,
        record=view.number,
        game="" if game is None else game.name,
        title=_title(view),
        players=_players(view),
        winners=None if result is None else tuple(_cut(seat, _WORD) for seat in result.winners[:_MOST_SEATS]),
        reason="" if result is None else _cut(result.reason, _WORD),
        plies=verdict.plies,
        date="" if document is None else _tag(document, "date"),
        event="" if document is None else _tag(document, "event"),
        valid=verdict.valid,
        fault=_first_fault(verdict),
    )


def _title(view: Reading) -> str:
    if view.game is not None:
        return view.game.title
    return "" if view.document is None else _cut(view.document.game, _WORD)


def _players(view: Reading) -> tuple[tuple[str, str], ...]:
    """Who sits where; seats without a name too, where the game is known."""
    document, game = view.document, view.game
    if document is None:
        return ()
    if game is None:
        named = islice(document.players.items(), _MOST_SEATS)
        return tuple((_cut(seat, _WORD), _cut(name, LONGEST)) for seat, name in named)
    seats = game.seats if view.bound is None else game.seated(view.bound.setup)
    return tuple((seat, _cut(document.players.get(seat, ""), LONGEST)) for seat in seats)


def _tag(document: Document, name: str) -> str:
    """A tag, whatever the letter case of its name."""
    return _cut(next((value for key, value in document.tags.items() if key.lower() == name), ""), _TAG)


def _first_fault(verdict: Verdict) -> Fault | None:
    """The first fault that makes a record invalid, without what stands at its place."""
    if verdict.valid:
        return None
    fault = next(fault for fault in verdict.problems if fault.severity == "error")
    return Fault(
        code=fault.code,
        message=_cut(fault.message, _MESSAGE),
        line=fault.line,
        column=fault.column,
        pointer=None if fault.pointer is None else _cut(fault.pointer, _TAG),
        ply=fault.ply,
        token=None if fault.token is None else _cut(fault.token, _WORD),
        suggestion=None if fault.suggestion is None else _cut(fault.suggestion, _WORD),
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def site_of(
    paths: Sequence[str], encoding: str | None = None, limit: int = MAX_RECORD, seat: str | None = None
) -> Site:
    """The site of all record files under `paths`, none of which has been read yet.

    Where several folders are named, their names are parts of those of the pages.
    """
    sources: list[Source] = []
    names: list[Filed] = []
    lost: list[tuple[str, Unreadable]] = []
    for path in paths:
        root, above = _root(path), _above(path) if len(paths) > 1 else ""
        for place in find([path], encoding):
            name = filed(place.name, root, above)
            if isinstance(place, Unreadable):
                lost.append((name.shown, place))
            else:
                sources.append(place)
                names.append(name)
    pages = page_names(names)
    return Site(list(map(Place, sources, names, pages)), lost, seat, limit)


def _root(path: str) -> str | None:
    """The folder that names of pages are told from; None for a file that is named itself."""
    if os.path.isdir(path):
        return path
    if is_remote(path):
        path = inner_path(path)
        if not any(char in path for char in "*?["):
            return path
    elif os.path.lexists(path) or not any(char in path for char in "*?["):
        return None
    parts = path.split(os.sep)
    fixed = next(at for at, part in enumerate(parts) if any(char in part for char in "*?["))
    return os.sep.join(parts[:fixed])


def _above(path: str) -> str:
    """The name of a folder that is one of several."""
    if not os.path.isdir(path):
        return ""
    name = os.path.basename(os.path.normpath(path))
    return "" if name in (".", "..") else name
