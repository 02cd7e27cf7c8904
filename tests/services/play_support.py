"""Sessions of play for the tests: games of every kind with persons and bots, without files or a process."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from struckle_cli import registry
from struckle_cli.core.bots import Scene
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.create import Dealt, dealt_secretly, new_record
from struckle_cli.services.play import Session
from struckle_cli.services.played import Player
from struckle_cli.services.replies import Reply
from struckle_cli.services.table import Table
from tests.contract.cases import SETUPS

ID = "0123456789abcdef" * 2
HASH = re.compile(r"#[0-9a-f]{64}")


class AnyMove:
    """A bot that answers at random with what is legal, dice kept at random included."""

    name = "any"

    def __init__(self, seed: int = 0) -> None:
        self.chance = Random(seed)
        self.scenes: list[Scene] = []

    def answer(self, scene: Scene, seat: str) -> str:
        self.scenes.append(scene)
        game, dice = scene.game, scene.game.dice
        if dice is None:
            return str(game.format_move(self.chance.choice(game.legal_moves(scene.state))))
        if dice.throws_left(scene.rolls) and self.chance.random() < 0.4:
            return "roll"
        return str(dice.part(self.chance.choice(dice.plays(scene.state, scene.rolls))))


class Says:
    """A bot that gives some answers in turn, the last one for ever; an exception is raised."""

    name = "says"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked = 0

    def answer(self, scene: Scene, seat: str) -> str:
        self.asked += 1
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(found, BaseException):
            raise found
        return found  # type: ignore[no-any-return]


class Saved(list[Document]):
    """What a session has stored."""

    def store(self, document: Document) -> None:
        self.append(document)


def session(
    game: str | AnyGame, moves: Sequence[str] = (), bots: Mapping[str, Player] | None = None,
    *, saved: Saved | None = None, kind: type[Session] = Session, **setup: Any,
) -> Session:  # fmt: skip
    """A session of a record that has no secrets on the table; a game of the tests is registered for it."""
    game = registry.lookup(game) if isinstance(game, str) else game
    setup = setup or dict(SETUPS.get(game.name, [{}])[0])
    document = Document(
        format=1, game=game.name, setup=setup, moves=list(moves), result=None,
        **({"id": ID} if "#" in repr(setup) else {}),
    )  # fmt: skip
    document.result = _result(game, document)
    store = (saved if saved is not None else Saved()).store
    with _known(game):
        return kind(game, document, store, Table(), bots=bots)


@contextmanager
def _known(game: AnyGame) -> Iterator[None]:
    """Register a game of the tests for a moment."""
    if game.name in registry.BUILT_IN:
        yield
        return
    registry.register(game)
    try:
        yield
    finally:
        registry.unregister(game.name)


def _result(game: AnyGame, document: Document) -> Outcome | None:
    """What the moves of a record lead to."""
    with _known(game):
        reading = Reading.of(document)
    assert reading.bound is not None, reading.faults
    return game.outcome(play(game, reading.bound.start, document.moves)[0])


def dealt(name: str, bots: Mapping[str, Player] | None = None, **setup: Any) -> Session:
    """A session of a new game with its secrets on the table, and dice that come from a committed seed."""
    game = registry.lookup(name)
    fields = dict(setup) if game.dice is None else game.dice.checked(setup)
    deal = dealt_secretly(game, fields, None) if game.secrets is not None else Dealt(fields, frozenset())
    made = new_record(game, deal.setup, {}, {}, (), deal.drawn)
    table = Table({seat: list(held) for seat, held in made.secrets.items()})
    found = Session(game, made.document, lambda document: None, table, bots=bots)
    if found.to_contribute():
        found.contribute(["a"])
    return found


def from_items(
    item: Mapping[str, Any], keys: Sequence[Mapping[str, str]], bots: Mapping[str, Player] | None = None
) -> Session:
    """A session of a record as plain data, with what opens its commitments on the table."""
    document = msgspec.convert({"result": None, **item}, Document)
    secrets: dict[str, list[Opening]] = {}
    for key in keys:
        secrets.setdefault(key["seat"], []).append(msgspec.convert(key, Opening))
    return Session(registry.lookup(document.game), document, lambda document: None, Table(secrets), bots=bots)


def told(found: Session, *lines: str) -> str:
    """What a session says to some lines, bots between them included."""
    return "\n".join(reply.text for reply in replies(found, *lines))


def replies(found: Session, *lines: str) -> list[Reply]:
    """The replies to some lines; bots act as soon as it is their turn."""
    got = []
    for line in lines:
        got.append(found.handle(line))
        while found.bot_turn is not None:
            got.append(found.bot_acts())
    return got


def play_on(found: Session, plies: int, seed: int = 1, each: Callable[[], object] | None = None) -> None:
    """Play at random for so many lines, or to the end of the game; `each` is called in between."""
    chance = Random(seed)
    for _ in range(plies):
        if found.to_move is None:
            return
        if each is not None:
            each()
        if found.bot_turn is not None:
            found.bot_acts()
        elif found.covered or not found.legal_tokens():
            found.handle("")
        else:
            found.handle(chance.choice(found.legal_tokens()))


def masked(text: str) -> str:
    """A text without the digits of commitments, which differ where what they hide does."""
    return HASH.sub("#", text)
