"""Games, positions in them, and playing from one to the next."""

import json
from typing import Any

from struckle_cli import registry
from struckle_cli.core.errors import Fault, NotationError, RecordError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.report.faults import why_text
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import Board, captioned
from struckle_cli.services.create import new_document
from struckle_cli.services.listing import list_moves
from struckle_cli.services.naming import game_named


class IllegalMove(RecordError):
    """A token that cannot be played. `code` says which rule forbids it, `suggestion` what is near."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(why_text(fault, None), code=fault.code, faults=[fault])

    @property
    def token(self) -> str | None:
        """The token that was refused, cut where it is long."""
        return self.faults[0].token

    @property
    def suggestion(self) -> str | None:
        """The nearest legal token; None where there is none."""
        return self.faults[0].suggestion


def game(name: str) -> "Game":
    """The game of that name. Raises `UsageError` (`usage.game`), which names the nearest one.

    >>> game("castle")
    <Game castle>
    >>> game("castel")
    Traceback (most recent call last):
    struckle_cli.core.errors.UsageError: there is no game 'castel'; did you mean castle? Known: ...
    """
    return Game(game_named(name))


def game_names() -> list[str]:
    """The names of all games, those of other packages behind the built-in ones.

    >>> game_names()[:5]
    ['castle', 'crungle', 'stricken', 'struckle', 'struggle']
    """
    return registry.names()


class Game:
    """A game: how it begins, and what can be played in a position of it. `game(NAME)` gives one."""

    __slots__ = ("_core",)

    def __init__(self, core: AnyGame) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """The name that records have: `castle`."""
        return self._core.name

    @property
    def title(self) -> str:
        """The name for people: `Castle`."""
        return self._core.title

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in seat order; a set-up may leave some of them empty."""
        return self._core.seats

    def start(self, **setup: object) -> "State":
        """The state that play begins in, from the fields of a record's set-up (`formats/NAME.md`).

        A structured field can be given as the text that `struckle new` takes for it. Raises `UsageError` with
        all faults of the set-up (`faults`); Crungle and Stricken have no default one.

        >>> game("castle").start(men=16).legal_moves()[:3]
        ['D2-C2', 'D2-D1', 'D2-D3']
        """
        fields = json.loads(json.dumps({name: self._plain(name, value) for name, value in setup.items()}))
        try:
            document = new_document(self._core, fields, {}, {})
        except UsageError as error:
            raise _told(error) from None
        bound = bind(self._core, document.setup)
        return State(self, bound.start, setup=bound.setup)

    def position(self, text: str) -> "State":
        """The state that a position string describes.

        Raises `UsageError` for what is none, and for a game that has no position strings (`usage.position`).
        """
        if self._core.parse_position is None:
            raise UsageError(f"{self.title} has no position string", code="usage.position")
        try:
            return State(self, self._core.parse_position(bind(self._core, {}).setup, text))
        except NotationError as error:
            raise UsageError(error.reason.message, code=error.reason.code) from None

    def legal_moves(self, state: "State", dice: str | None = None) -> list[str]:
        """The legal tokens of a state, in bytewise order; none when the game is over.

        Before a roll (Struggle) there are none; `dice="AAKQJ"` lists those that play these dice. Where
        something is hidden, what the visible does not exclude is listed too. Crungle lists valid moves alone,
        although others may stand. Raises `UsageError` for what is no roll (`usage.dice`).
        """
        raw = self._raw(state)
        if dice is None:
            return list_moves(self._core, raw, state.ply, over=False).tokens
        if self._core.dice is None:
            raise UsageError(f"{self.title} is played without dice", code="usage.dice")
        if state.to_move is None:
            return []
        try:
            moves = self._core.dice.plays(raw, dice)
        except NotationError as error:
            raise UsageError(error.reason.message, code=error.reason.code) from None
        return sorted(map(self._core.format_move, moves))

    def why_illegal(self, state: "State", token: str) -> Fault | None:
        """Why a token cannot be played: its `code`, `message` and `suggestion`; None for one that can.

        >>> castle = game("castle")
        >>> castle.why_illegal(castle.start(), "D8-D1").code
        'castle.terrain'
        """
        _, played = play(self._core, self._raw(state), [_text(token)])
        return None if played else judge_token(self._core, self._raw(state), token, state.ply + 1)

    def _raw(self, state: "State") -> Any:
        if state.game != self:
            why = f"a state of {state.game.title} is none of {self.title}"
            raise UsageError(why, code="usage.game")
        return state.raw

    def _plain(self, name: str, value: object) -> object:
        """A set-up value as records have it; a text that cannot be read stays, and is refused as one."""
        form = next((field.text for field in self._core.setup_fields if field.name == name), None)
        if form is not None and isinstance(value, str):
            try:
                return form.read(value)
            except ValueError:
                pass
        return value

    def __eq__(self, other: object) -> bool:
        return self._core is other._core if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._core)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.name,)


class State:
    """A position of a game; never changes. Two are equal when their game and their position are.

    It knows the position alone: a result that the players gave (a resignation) stands in the record.
    """

    __slots__ = ("_before", "_game", "_last", "_ply", "_raw", "_setup")

    def __init__(
        self, game: Game, raw: Any, ply: int = 0, last: str | None = None, before: Any = None,
        setup: Any = None,
    ) -> None:  # fmt: skip
        self._game = game
        self._raw = raw
        self._ply = ply
        self._last = last
        self._before = before
        self._setup = setup

    @property
    def game(self) -> Game:
        """The game that it is a position of."""
        return self._game

    @property
    def ply(self) -> int:
        """How many plies have led to it from where the record, or `Game.start`, began."""
        return self._ply

    @property
    def last(self) -> str | None:
        """The token that has led to it; None at the start."""
        return self._last

    @property
    def raw(self) -> Any:
        """The game's own state, whose fields are no part of the stable interface."""
        return self._raw

    @property
    def to_move(self) -> str | None:
        """The seat to move; None when the game is over."""
        return self._game._core.to_move(self._raw)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended: `winners`, `reason`, `scores`; as text `win:white (castle)`. Else None."""
        return self._game._core.outcome(self._raw)

    @property
    def position(self) -> str | None:
        """The position as a string, which `Game.position` reads; None for a game without such strings."""
        form = self._game._core.format_position
        return None if form is None else form(self._raw)

    def legal_moves(self, dice: str | None = None) -> list[str]:
        """`Game.legal_moves` of this state."""
        return self._game.legal_moves(self, dice)

    def play(self, token: str) -> "State":
        """The state after a token. Raises `IllegalMove` with its code and the nearest legal token.

        >>> start = game("castle").start()
        >>> start.play("D8-C8").to_move
        'black'
        >>> start.play("D8-D1")
        Traceback (most recent call last):
        struckle_cli.api.playing.IllegalMove: ply 1, D8-D1: D1 is ground, ...; nearest legal: D8-D2
        """
        core = self._game._core
        after, played = play(core, self._raw, [_text(token)])
        if not played:
            raise IllegalMove(judge_token(core, self._raw, token, self._ply + 1))
        written = core.format_move(core.parse_move(token))
        return State(self._game, after, self._ply + 1, written, self._raw, self._setup)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game == other._game and bool(self._raw == other._raw)

    def __hash__(self) -> int:
        return hash((self._game, self._raw))

    def __str__(self) -> str:
        from struckle_cli.api.rendering import render

        return render(self, "ascii")

    def __repr__(self) -> str:
        return f"<State {printable(self._board().caption)}>"

    def _repr_svg_(self) -> str:
        """The board for a notebook."""
        from struckle_cli.api.rendering import render

        return render(self)

    def _board(self) -> Board:
        """The state as something to be drawn."""
        caption = captioned(self._game._core, self._raw, self._ply, self._last, self._setup)
        return Board(self._raw, self._last, caption, self._before)


def _text(token: object) -> str:
    if not isinstance(token, str):
        raise TypeError(f"a token is a str, not {type(token).__name__}")
    return token


def _told(error: UsageError) -> UsageError:
    """The error with the first of its faults in its words, because a traceback shows these alone."""
    first = printable(error.faults[0].message) if error.faults else ""
    more = f" (and {len(error.faults) - 1} more: see faults)" if len(error.faults) > 1 else ""
    return UsageError(f"{error.message}: {first}{more}", code=error.code, faults=error.faults)
