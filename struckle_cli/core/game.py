"""The contract of a game: a record of plain functions, wired in each game's `__init__`.

A game requires little; listing, checking, counting, replaying and drawing for every
command are derived from these functions once, in `engine/` and `services/`. A forgotten room is a
type error, because every required function is a required field here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from struckle_cli.core.errors import Fault, Reason
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.picture import Picture, View

if TYPE_CHECKING:
    from struckle_cli.core.bots import Skill
    from struckle_cli.core.claim import Claim
    from struckle_cli.core.drawing import Drawing, Look
    from struckle_cli.core.hooks import Dice, Draft, Shorthand, Solver
    from struckle_cli.core.secret import Secrets
    from struckle_cli.core.tutorial import Tutorial
else:  # making their types takes time in every command, and few games use them
    Claim = Dice = Draft = Drawing = Look = Secrets = Shorthand = Skill = Solver = Tutorial = Any

Setup = TypeVar("Setup")
State = TypeVar("State")
Move = TypeVar("Move")

FieldKind = Literal["text", "integer", "json"]


class TextForm(msgspec.Struct, frozen=True, kw_only=True):
    """How a structured value is written in a tag and typed in a shell, where compact JSON would be a burden.

    `read` raises `ValueError` for a text that is none, and may return what the game then refuses; `write`
    gets sound values only. `what` completes "holds ...".
    """

    what: str
    read: Callable[[str], object]
    write: Callable[[object], str]


class SetupField(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a game's set-up, as the record and the command line know it.

    `kind` says how the text form writes it: as it is, as a decimal number, or as compact JSON; a JSON value
    may have a `text` form of its own instead.
    """

    name: str
    kind: FieldKind
    help: str
    default: object = None
    """The value that is meant when the field is left out; None where nothing is meant."""
    required: bool = False
    """Whether a record needs the field."""
    text: TextForm | None = None
    choices: tuple[str, ...] = ()
    file: bool = False
    """Whether `new` takes the path of a data file for it (`Game.import_setup` says what becomes of it)."""
    typed: Callable[[str], object] | None = None
    """How a word of the shell is read where short words stand for structured values; it raises
    `ValueError`.
    """
    schema: Mapping[str, Any] | None = None
    """What a JSON Schema says of the value beyond its kind."""

    @property
    def tag(self) -> str:
        """The tag of the text form: the name in capitals without its `_` (`own_castle`: `OwnCastle`)."""
        return "".join(part.capitalize() for part in self.name.split("_"))


class Numbering(msgspec.Struct, frozen=True, kw_only=True):
    """How the text form numbers moves. `pattern` is a regular expression for a number at a word's start.

    `label(setup, ply)` is the number that belongs before ply `ply` (counted from 1), and whether a
    writer puts it there unasked; None where the game has no number at that place.
    """

    pattern: str
    label: Callable[[Any, int], tuple[str, bool] | None]
    lines: bool = False
    """Whether `show` begins a line at each number that a writer puts."""


class Game(msgspec.Struct, Generic[Setup, State, Move], frozen=True, kw_only=True, eq=False):
    """Everything the rest of the program knows about one game.

    Raises: `parse_move` and `parse_position` raise `NotationError`; `apply` may assume a legal
    move; nothing else raises. `read_setup` reports every fault of a set-up at once.
    """

    name: str
    title: str
    about: str
    """One sentence: players, what is hidden or random."""
    rules_version: int
    seats: tuple[str, ...]
    fewest: int | None = None
    """The fewest players, where a set-up may leave seats empty."""
    hidden: bool = False
    chance: bool = False
    scored: bool = False
    setup_fields: tuple[SetupField, ...]
    given_reasons: Mapping[str, bool]
    """Reasons that players give (`resign`, `agreement`), and whether such a result has a winner."""
    end_reasons: tuple[str, ...]
    """Reasons by which the moves themselves end a game."""
    codes: Mapping[str, str]
    """The game's own fault codes, each with one sentence for `formats/errors.md`."""

    read_setup: Callable[[Mapping[str, object]], tuple[Setup | None, list[Fault]]]
    initial: Callable[[Setup], State]
    legal_moves: Callable[[State], list[Move]]
    why_illegal: Callable[[State, Move], Reason | None]
    apply: Callable[[State, Move], State]
    outcome: Callable[[State], Outcome | None]
    to_move: Callable[[State], str | None]
    parse_move: Callable[[str], Move]
    format_move: Callable[[Move], str]
    render: Callable[[State, View], Picture]
    draw: Callable[[State, Look], Drawing]
    """The position as shapes; raises `UsageError` for a chosen piece that the seat to move has not."""
    rules_text: Callable[[], str]
    boards: Callable[[], list[str]]
    """Names of the boards (tracks, lattices) the game can be played on; the default one first."""

    number: Numbering | None = None
    parse_position: Callable[[Setup, str], State] | None = None
    format_position: Callable[[State], str] | None = None
    play_line: Callable[[State, Sequence[str]], tuple[State, int]] | None = None
    """Plays the longest legal prefix of some tokens; agrees with stepping (`tests/contract`)."""
    nearness: Callable[[State, str, Move], Any] | None = None
    """`nearness(state, token, move)`: a sort key, smallest for the legal move nearest to a refused token."""
    import_setup: Callable[[str, str], tuple[str, object]] | None = None
    """`import_setup(field, text)`: what `new --FIELD FILE` makes of a data file's text, as another field."""
    group: Callable[[Move], str] | None = None
    """The heading under which `moves` lists a move for people; headings go as `legal_moves` does."""
    actor: Callable[[State], str] | None = None
    """Who acts next, where a seat has pieces that act in turn: `TB's Diva`. Left out: the seat."""
    views: tuple[str, ...] | None = None
    """Seats at whose edge the board can be drawn, the default one first; left out: all, in seat order."""

    cites: Callable[[str, str], Sequence[str]] | None = None
    """`cites(code, token)`: how the paragraphs of `rules_text` begin that a refused token breaks."""
    listed: Callable[[State, Move], bool] | None = None
    """Whether an entry that may stand is one of `legal_moves`, where a record may hold others too."""
    warning: Callable[[State, Move], Reason | None] | None = None
    """What is wrong with an entry that may stand all the same: a warning of `validate`."""
    tally: Callable[[State], Mapping[str, int]] | None = None
    """What reports count (rulings and the like); empty where there is nothing, and then no warning."""
    mark: Callable[[Sequence[str], str], list[str] | Reason | None] | None = None
    """`mark(tokens, word)`: the moves with a word worked in that is no entry of its own; else None."""
    tell: Callable[[State, Move, State], list[str]] | None = None
    """`tell(before, move, after)`: what an entry led to, in words, for `show`."""
    announce: Callable[[State, Move, State], list[str]] | None = None
    """What `play` says aloud of an entry: `tell`, but for what the players have to see for themselves."""
    author: Callable[[State, Move], str | None] | None = None
    """Whose entry a move is, where that need not be the seat to move."""
    speaker: Callable[[State], str | None] | None = None
    """Who says all that comes next in play, whoever's move it is (a demonstration); else None."""
    in_play: Callable[[Setup], Sequence[str]] | None = None
    """How the paragraphs of `rules_text` begin that a set-up has chosen: what `rules` quotes in play."""
    called: Callable[[State], Mapping[str, str]] | None = None
    """What the picture calls pieces, in small letters, and what tokens call them: where they stand."""
    legend: str = ""
    """What signs of the picture mean that do not explain themselves, in one line for help."""
    shorthands: Callable[[State], list[Shorthand]] | None = None
    """Words that `play` takes for tokens in a position."""
    claims: Callable[[State, Sequence[Move], Outcome | None], Iterable[Claim]] | None = None
    """`claims(start, moves, result)`: what entries, all of which may stand, claim beside the result."""
    why_not_given: Callable[[State, str], Reason | None] | None = None
    """`why_not_given(state, reason)`: why players cannot end the game for that reason just here."""
    draft: Draft | None = None
    """How players choose a set-up in turn, for a game without a default one."""
    deal: Callable[[Any, Mapping[str, Any]], dict[str, Any]] | None = None
    """`deal(chance, fields)`: the set-up fields with what is missing drawn from a `random.Random`."""
    solver: Solver | None = None
    """Who answers `solve`."""
    tutorial: Callable[[], Tutorial] | None = None
    """Set positions with a task each for who has never seen the game; read when they are asked for."""
    skill: Skill | None = None
    """What bots and hints know about playing well; without it they see wins and losses only."""

    playing: Callable[[Setup], tuple[str, ...]] | None = None
    """The seats that a set-up gives to players, in seat order; left out: all."""
    secrets: Secrets | None = None
    """What a record may hide, for a game with hidden information."""
    awaits: Callable[[State], str | None] | None = None
    """Why an ended game has no result yet (something is not opened); None for all other positions."""
    lacking: Callable[[State], Reason | None] | None = None
    """What the record of an ended game must say and does not, so that there can be no result."""
    certain: Callable[[State], bool] | None = None
    """Whether `legal_moves` lists just the legal moves, and not all that what is hidden does not exclude."""
    dice: Dice | None = None
    """How tokens are rolled; then `legal_moves` lists nothing, because a roll is due, and `Dice.plays`
    does.
    """

    @property
    def defaults(self) -> dict[str, object]:
        """What is meant where the set-up leaves a field out."""
        return {field.name: field.default for field in self.setup_fields if field.default is not None}

    @property
    def viewers(self) -> tuple[str, ...]:
        """The seats from which the board can be drawn, the default one first."""
        return self.seats if self.views is None else self.views

    def seated(self, setup: Setup) -> tuple[str, ...]:
        """The seats that take part in a game with this set-up, in seat order."""
        return self.seats if self.playing is None else self.playing(setup)

    def acts(self, state: State) -> str:
        """Who acts next in words; the seat where the game says no more. The game must not be over."""
        return self.actor(state) if self.actor is not None else str(self.to_move(state))


AnyGame = Game[Any, Any, Any]
