"""A record as plain data for a page: texts, moves, faults, and the drawing of every ply as pooled shapes.

Who looks on (everybody, a seat, the public) has a view of their own, made from the record as they may see it
(`services.loading`), so a page holds of each viewer what that viewer may see. The views of a record share
its pools. Texts are as they stand in the record; who writes a page makes them fit to be shown.
"""

from collections.abc import Sequence
from itertools import takewhile
from operator import is_
from typing import Any

import msgspec

from struckle_cli.core.drawing import Fact, Look, Shape
from struckle_cli.core.errors import Fault, RecordError, has_error
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening
from struckle_cli.replay.commitments import has_open_values
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.boards import to_act
from struckle_cli.services.forms import Form, Placed, placed
from struckle_cli.services.judging import judge
from struckle_cli.services.loading import seen_by, view_for, with_kept
from struckle_cli.services.show import labels, notes_by_ply, setup_facts, short_token, steps
from struckle_cli.services.splices import Pool, Track, edit, parts

PUBLIC = "public"
"""Who looks on without a seat."""
_UNCLEAR = "the record is broken (validate tells where), so nobody can say what of it may be shown"


DRAWN = 10_000
"""Plies of a record that are drawn at most: one can be written that nobody could wait for."""


class PageMove(msgspec.Struct, frozen=True, array_like=True):
    """One entry: its number (`3.` or empty), what is shown of it, the whole token where that is more, who.

    All are numbers of texts, as are `remarks`: what the entry led to, a line each.
    """

    label: int
    shown: int
    token: int
    seat: int
    remarks: tuple[int, ...] = ()


class PageView(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer sees: "" is who sees all that the record holds, else a seat or `public`.

    `plies` counts the legal plies. Behind each of them (of very many only the first), and behind the start,
    stand a status (who is to move, or how it ended) and the edits of four lists: shapes, the words that tell
    the drawing, facts, and the position string in parts; without a board they are empty. `sizes` are the
    plies at which a drawing begins to have a width and height. Notes hang on a ply, 0 is the start.
    """

    seat: str
    plies: int
    valid: bool
    setup: tuple[tuple[str, str], ...]
    moves: tuple[int, ...]
    notes: tuple[tuple[int, str], ...]
    faults: tuple[Fault, ...]
    pending: tuple[str, ...]
    status: tuple[int, ...] = ()
    sizes: tuple[tuple[int, int, int], ...] = ()
    shapes: tuple[int, ...] = ()
    about: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    position: tuple[int, ...] = ()


class PageGame(msgspec.Struct, frozen=True, kw_only=True):
    """One record of a page. `number` is its place in the file `path`; `views` begin with the fullest one.

    The different things that views are made of stand here once: `moves`, `shapes` (as numbers of `forms` and
    `texts`, see `services.forms`), `texts`, the first of which is empty, `edits` (`services.splices`), and
    `facts`. A fact is a list of texts: those of its name, 0, those of its value; it stands here as an edit of
    an earlier one, whose number, counted from 1, is in front (0: of an empty list). `told` says that the game
    tells what its entries lead to, so that each stands in a line of its own.
    """

    game: str
    title: str
    path: str
    number: int
    tags: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str], ...]
    result: str
    reason: str
    winners: tuple[str, ...]
    told: bool
    views: tuple[PageView, ...]
    moves: tuple[PageMove, ...]
    forms: tuple[Form, ...]
    shapes: tuple[Placed, ...]
    facts: tuple[tuple[int, ...], ...]
    texts: tuple[str, ...]
    edits: tuple[tuple[int, ...], ...]

    @property
    def valid(self) -> bool:
        """Whether the record, as the page shows it first, has no error."""
        return self.views[0].valid

    @property
    def plies(self) -> int:
        """How many plies are legal."""
        return self.views[0].plies

    @property
    def entries(self) -> int:
        """How many plies the record has."""
        return len(self.views[0].moves)


class Pools:
    """What the views of a record share."""

    def __init__(self) -> None:
        self.moves: Pool[PageMove] = Pool()
        self.shapes: Pool[Shape] = Pool()
        self.facts: Pool[tuple[int, ...]] = Pool()
        self.fact_edits: list[tuple[int, ...]] = []
        self.texts: Pool[str] = Pool([""])
        self.edits: Pool[tuple[int, ...]] = Pool([()])


def page_game(
    reading: Reading, path: str, seat: str | None = None, openings: Sequence[Opening] = ()
) -> PageGame:
    """A record for a page; a broken one has its faults and no board.

    With `seat` the page holds that seat's view and nothing else, with `openings` what they open. Where the
    record lies open and hides something from somebody, there is a view of each seat and of the public too.
    """
    pools = Pools()
    if seat is None:
        whole = with_kept(reading, openings) if openings else reading
        views = [_view(whole, "", pools), *_others(whole, pools)]
    else:
        whole, views = _of_seat(reading, seat, openings, pools)
    forms: Pool[Form] = Pool()
    shapes = tuple(placed(shape, forms, pools.texts) for shape in pools.shapes.items)
    document, game = whole.document, whole.game
    result = None if document is None else document.result
    name = "" if document is None else document.game
    return PageGame(
        game=name,
        title=game.title if game is not None else name,
        path=path,
        number=reading.number,
        tags=() if document is None else tuple(document.tags.items()),
        players=_players(document, game),
        result=_result(document, result),
        reason="" if result is None else result.reason,
        winners=() if result is None else tuple(result.winners),
        told=game is not None and game.tell is not None and whole.bound is not None,
        views=tuple(views),
        moves=tuple(pools.moves.items),
        forms=tuple(forms.items),
        shapes=shapes,
        facts=tuple(pools.fact_edits),
        texts=tuple(pools.texts.items),
        edits=tuple(pools.edits.items),
    )


def _players(document: Document | None, game: AnyGame | None) -> tuple[tuple[str, str], ...]:
    """Seats and names, in the order of the seats."""
    if document is None:
        return ()
    seats = document.players if game is None else game.seats
    return tuple((seat, document.players[seat]) for seat in seats if seat in document.players)


def _result(document: Document | None, result: Outcome | None) -> str:
    if document is None:
        return ""
    return "unfinished" if result is None else str(result)


def _of_seat(
    reading: Reading, seat: str, openings: Sequence[Opening], pools: Pools
) -> tuple[Reading, list[PageView]]:
    """The record as a seat may see it, and its only view.

    Where nobody can say what the seat may see, because the record is too broken for that, nothing of it is
    shown but why.
    """
    if reading.document is None or reading.game is None:
        view = sealed_off(reading)
        return view, [_view(view, seat, pools)]
    try:
        view = seen_by(reading, seat, openings)
    except RecordError as error:
        view = sealed_off(reading, error.message)
        return view, [_view(view, seat, pools)]
    return view, [_view(view, seat, pools, edge=seat if seat in reading.game.viewers else None)]


def sealed_off(reading: Reading, why: str = _UNCLEAR) -> Reading:
    """Nothing of a record but where it begins and that it is broken: the words of its faults may quote it."""
    fault = Fault(code="commit.unclear", message=why, line=reading.line)
    return Reading(reading.number, reading.encoding, reading.line, reading.offset, b"", None, [fault])


def _faulty(seat: str, faults: Sequence[Fault]) -> PageView:
    """The view of a record of which only the faults can be shown."""
    return PageView(
        seat=seat, plies=0, valid=False, setup=(), moves=(), notes=(), pending=(), faults=tuple(faults)
    )


def _others(reading: Reading, pools: Pools) -> list[PageView]:
    """What each seat and the public see of a record, if it lies open and they do not see all of it."""
    document, game, bound = reading.document, reading.game, reading.bound
    if document is None or game is None or bound is None or not has_open_values(document, game):
        return []
    public = view_for(reading, None)
    if (public.setup, public.moves) == (reading.setup, reading.moves):
        return []
    views = [_view(view_for(reading, seat), seat, pools) for seat in game.seated(bound.setup)]
    return [*views, _view(public, PUBLIC, pools)]


def _view(reading: Reading, seat: str, pools: Pools, edge: str | None = None) -> PageView:
    """What one reading of the record shows; the board is drawn from `edge`."""
    document = reading.document
    if document is None:
        return _faulty(seat, reading.placed(reading.faults))
    verdict = judge(reading, "")
    text = pools.texts.number
    label = labels(reading)
    film = _Film(reading, pools, edge)
    moves = []
    if reading.bound is not None and reading.game is not None:
        film.add(reading.bound.start, None)
        for step in steps(reading):
            if step.state is not None and step.ply <= DRAWN:
                film.add(step.state, step.token)
            shown = short_token(step.token)
            remarks = tuple(map(text, step.remarks))
            moves.append(
                PageMove(text(label(step.ply)), text(shown), text(step.token), text(step.seat or ""), remarks)
            )
    else:
        moves = [PageMove(0, text(short_token(token)), text(token), 0) for token in reading.moves]
    return PageView(
        seat=seat,
        plies=verdict.plies,
        valid=not has_error(verdict.problems),
        setup=tuple(setup_facts(reading, document)),
        moves=tuple(map(pools.moves.number, moves)),
        notes=tuple((ply, note) for ply, notes in notes_by_ply(document).items() for note in notes),
        faults=verdict.problems,
        pending=verdict.pending,
        **film.developed(),
    )


class _Film:
    """The plies of a view as they are drawn: statuses, sizes, and the edits of four lists."""

    def __init__(self, reading: Reading, pools: Pools, edge: str | None) -> None:
        self._reading = reading
        self._edge = edge
        self._pools = pools
        self._before: Any = None
        self._drawn: tuple[Shape, ...] = ()
        self._shapes: list[int] = []
        self._facts: list[int] = []
        self._status: list[int] = []
        self._sizes: list[tuple[int, int, int]] = []
        self._tracks = {name: Track(pools.edits) for name in ("shapes", "about", "facts", "position")}

    def add(self, state: Any, token: str | None) -> None:
        """The state after one ply more (after none: the start), and the token that led to it."""
        game = self._reading.game
        assert game is not None
        words = self._pools.texts.number
        self._status.append(words(self._told(game, state)))
        drawn = game.draw(state, Look(edge=self._edge, last=token, before=self._before))
        size = (drawn.width, drawn.height)
        if not self._sizes or self._sizes[-1][1:] != size:
            self._sizes.append((len(self._status) - 1, *size))
        self._tracks["shapes"].add(self._numbers(drawn.shapes))
        self._tracks["about"].add([words(part) for part in parts(drawn.about)])
        self._facts = [self._fact(fact, place) for place, fact in enumerate(drawn.facts)]
        self._tracks["facts"].add(self._facts)
        if game.format_position is not None:
            position = game.format_position(state)
            self._tracks["position"].add([words(part) for part in parts(position)])
        self._before = state

    def _numbers(self, shapes: tuple[Shape, ...]) -> list[int]:
        """The numbers of shapes. Those that the drawing before begins with, the board itself, are known."""
        same = len(list(takewhile(bool, map(is_, shapes, self._drawn))))
        number = self._pools.shapes.number
        self._drawn = shapes
        self._shapes = [*self._shapes[:same], *map(number, shapes[same:])]
        return self._shapes

    def _told(self, game: AnyGame, state: Any) -> str:
        """Who is to move, or how it ended; a result that players gave stands behind the last ply."""
        document = self._reading.document
        ended = game.outcome(state)
        if ended is None and document is not None and len(self._status) == len(self._reading.moves):
            ended = document.result
        return str(ended) if ended is not None else to_act(game, state)

    def _fact(self, fact: Fact, place: int) -> int:
        """The number of a fact; a new one is told by what sets it apart from the one in its place before."""
        words, facts = self._pools.texts.number, self._pools.facts
        texts = (*map(words, parts(fact.name)), 0, *map(words, parts(fact.value)))
        number = facts.number(texts)
        if number == len(self._pools.fact_edits):
            older = self._facts[place] + 1 if place < len(self._facts) else 0
            before = facts.items[older - 1] if older else ()
            self._pools.fact_edits.append((older, *edit(before, texts)))
        return number

    def developed(self) -> dict[str, Any]:
        """All of it as the fields of a view."""
        tracks = {name: tuple(track.edits) for name, track in self._tracks.items()}
        return {"status": tuple(self._status), "sizes": tuple(self._sizes), **tracks}
