"""The positions of a record that are to be drawn, each with its caption."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from struckle_cli.core.errors import RecordError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.services.loading import Loaded, position_at


class Board(NamedTuple):
    """A state to draw, the token that led to it, and a line that says where it stands in the game."""

    state: Any
    last: str | None
    caption: str
    before: Any = None
    """The state before the last token; None at the start."""


def boards(loaded: Loaded, at: int | None, every: bool) -> Iterator[Board]:
    """The board after `at` plies (None: the last), or every board from the start.

    Raises `RecordError` at an illegal ply.
    """
    if not every:
        place = position_at(loaded, at)
        before = position_at(loaded, place.ply - 1).state if place.ply else None
        yield Board(place.state, place.last, _caption(loaded, place.state, place.ply), before)
        return
    state = loaded.start
    yield Board(state, None, _caption(loaded, state, 0))
    for ply, token in enumerate(loaded.reading.moves, 1):
        after, played = play(loaded.game, state, [token])
        if not played:
            [fault] = loaded.reading.placed([judge_token(loaded.game, state, token, ply)])
            why = f"{loaded.source.name}: record {loaded.reading.number} is illegal at ply {ply}"
            raise RecordError(
                why, code=fault.code, faults=[fault], path=loaded.source.name, record=loaded.reading.number
            )
        state, before = after, state
        yield Board(state, token, _caption(loaded, state, ply), before)


def to_act(game: AnyGame, state: Any) -> str:
    """Who acts next, the piece too where pieces act in turn, or why an ended game has no result yet."""
    return f"{game.acts(state)} to move" if game.to_move(state) is not None else to_move_told(game, state)


def to_move_told(game: AnyGame, state: Any) -> str:
    """The seat to move, or why an ended game has no result yet."""
    if game.to_move(state) is not None:
        return f"{game.to_move(state)} to move"
    why = None if game.awaits is None else game.awaits(state)
    return "the game is over" + (f"; {why}" if why else "")


def turned(game: AnyGame, edge: str | None, words: Sequence[str]) -> str:
    """From whose edge a board is drawn after `flip [SEAT]`: the next one, or the seat that is named.

    Raises `UsageError` for a seat that is none, and where a game is drawn from one side only.
    """
    views = game.viewers
    if len(views) < 2:
        raise UsageError(f"{game.title} is drawn from one side only", code="usage.flip")
    if not words:
        return views[((views.index(edge) if edge in views else 0) + 1) % len(views)]
    named = [seat for seat in views if seat.lower() == words[0].lower()]
    if not named:
        raise UsageError(f"flip [SEAT], with one of {', '.join(views)}", code="usage.flip")
    return named[0]


def captioned(
    game: AnyGame, state: Any, ply: int, last: str | None, setup: Any = None, given: Outcome | None = None
) -> str:
    """`Castle, ply 4, after 2... Q12-Q11: white to move`, or how it ended.

    `last` is the token that led to the state; where the `setup` is known its number stands before it. `given`
    is a result that the players gave here.
    """
    moved = ""
    if ply and last is not None:
        label = game.number.label(setup, ply) if game.number and setup is not None else None
        moved = f", after {label[0] + ' ' if label else ''}{last}"
    ended = game.outcome(state)
    if ended is None:
        ended = given
    end = str(ended) if ended else to_act(game, state)
    return f"{game.title}, ply {ply}{moved}: {end}"


def _caption(loaded: Loaded, state: Any, ply: int) -> str:
    moves, bound = loaded.reading.moves, loaded.reading.bound
    given = loaded.document.result if ply == len(moves) else None
    setup = bound.setup if bound else None
    return captioned(loaded.game, state, ply, moves[ply - 1] if ply else None, setup, given)
