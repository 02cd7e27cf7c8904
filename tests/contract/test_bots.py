"""Laws about bots: they answer with what is legal, by what their seat may see, and by chance alone."""

import pickle
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import COMMITMENT
from struckle_cli.engine.bots import NAMES, ROLL, value
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import Document
from struckle_cli.services.company import bot_named
from struckle_cli.services.match import Match, arranged, entrants, play_game
from struckle_cli.services.scenes import Scenes, scene_of
from tests.contract.cases import CASES, GAMES, Case, random_games

pytestmark = pytest.mark.usefixtures("toy_game")
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_bot = pytest.mark.parametrize("name", NAMES)


class Place(NamedTuple):
    """A record in which a seat is to answer, with what lies on the table."""

    document: Document
    seat: str
    rolls: str

    @property
    def scene(self) -> Scene:
        return scene_of(self.document, GAMES[self.document.game], self.seat, (), self.rolls)


def record(case: Case, tokens: list[str]) -> Document:
    made = Document(format=1, game=case.name, setup=case.fields, moves=tokens, result=None)
    return replace(made, id=32 * "0") if case.game.secrets is not None else made


def rolls_at(case: Case, ply: int) -> list[str]:
    """What can lie on the table: one throw, two and three; nothing in a game without dice."""
    dice = case.game.dice
    if dice is None:
        return [""]
    throw = dice.drawn(random.Random(f"{case}/{ply}"))
    first = dice.roll("", "", throw)
    second = dice.roll(first, first[0], throw)
    return [first, second, dice.roll(second, "", throw)]


def places(case: Case, games: int = 1) -> Iterator[Place]:
    """The start, the middle and the end of some random games, where their seats know what is their own."""
    game = case.game
    for tokens, states in random_games(case)[:games]:
        last = next(n for n in reversed(range(len(states))) if n == 0 or game.to_move(states[n]))
        for ply in sorted({0, last // 2, last}):
            for more in [[], *_spoken(game, states[ply])]:
                moves = [*tokens[:ply], *more]
                state, _ = play(game, case.start, moves)
                seat = game.to_move(state)
                if seat is None or _hidden_from_itself(case, seat):
                    continue
                for rolls in rolls_at(case, ply):
                    yield Place(record(case, moves), seat, rolls)


def _spoken(game: AnyGame, state: Any) -> list[list[str]]:
    """What can be said instead of a move (a bet)."""
    said = game.shorthands(state) if game.shorthands is not None else []
    tokens = [item.token for item in said]
    return [[token] for token in tokens if play(game, state, [token])[1]]


def _hidden_from_itself(case: Case, seat: str) -> bool:
    """Whether the set-up commits to a value of the seat's own, which no bot at a table ever meets."""
    found = case.game.secrets.find(case.fields, ()) if case.game.secrets is not None else []
    return any(secret.closed and secret.seat == seat for secret in found)


def in_the_open(case: Case, scene: Scene, place: Place) -> Scene:
    """The scene with nothing hidden, as the match has it that judges the answer."""
    moves = place.document.moves
    return replace(scene, setup=case.setup, start=case.start, tokens=moves,
                   state=play(case.game, case.start, moves)[0])  # fmt: skip


def fits(scene: Scene, answer: str) -> bool:
    """Whether an answer is legal: a token, a mark on the last one, faces to keep, or a way to play dice."""
    game, token = scene.game, f"{scene.rolls}={answer}" if scene.rolls else answer
    if game.mark is not None and (marked := game.mark(scene.tokens, token)) is not None:
        return isinstance(marked, list) and play(game, scene.start, marked)[1] == len(marked)
    if play(game, scene.state, [token])[1]:
        return game.warning is None or game.warning(scene.state, game.parse_move(token)) is None
    dice = game.dice
    if dice is None or not dice.throws_left(scene.rolls):
        return False
    return bool(dice.roll(scene.rolls, "" if answer == ROLL else answer, dice.drawn(random.Random(0))))


@each_bot
@each_case
def test_a_bot_answers_with_what_is_legal_however_little_it_may_spend(case: Case, name: str) -> None:
    for place in places(case, 2):
        scene = place.scene
        for nodes in (1, 30):
            answer = bot_named(name, Budget(nodes=nodes), seed=nodes).answer(scene, place.seat)
            assert fits(scene, answer), (place, nodes, answer)
            assert fits(in_the_open(case, scene, place), answer), (place, nodes, answer)


@each_bot
@each_case
def test_the_same_chance_gives_the_same_answer_and_the_scene_stays_as_it_is(case: Case, name: str) -> None:
    """Also where the scene is made of other objects than those that were met before."""
    for place in places(case):
        scene, before = place.scene, repr(place.scene)
        bot = bot_named(name, Budget(nodes=25), seed=len(place.document.moves))
        answer = bot.answer(scene, place.seat)
        assert repr(scene) == before
        parts = (scene.setup, scene.start, scene.state, scene.tokens)
        setup, start, state, tokens = pickle.loads(pickle.dumps(parts))
        anew = replace(scene, setup=setup, start=start, state=state, tokens=tokens)
        for again in (scene, place.scene, anew):
            assert bot.answer(again, place.seat) == answer


@each_bot
@each_case
def test_what_is_hidden_from_a_seat_changes_no_answer(case: Case, name: str) -> None:
    if case.game.secrets is None:
        assert not case.game.hidden
        return
    changed = 0
    for place in places(case):
        twin = place._replace(document=otherwise_hidden(place))
        assert twin.scene == place.scene
        bot = bot_named(name, Budget(nodes=25))
        assert bot.answer(twin.scene, place.seat) == bot.answer(place.scene, place.seat)
        changed += twin.document != place.document
    assert changed or any(COMMITMENT.match(str(text)) for text in _values(case.fields))


def otherwise_hidden(place: Place) -> Document:
    """The record with other values wherever its seat may not see them."""
    secrets, document = GAMES[place.document.game].secrets, place.document
    assert secrets is not None
    texts = {}
    for secret in secrets.find(document.setup, document.moves):
        if secret.seat != place.seat and not secret.closed:
            texts[secret.key] = _another(secret.text)
            assert secrets.wrong(secret.seat, secret.what, texts[secret.key]) is None
    setup, moves = secrets.put(document.setup, document.moves, texts)
    return replace(document, setup=setup, moves=moves)


def _another(text: str) -> str:
    if "," in text:
        return ",".join(reversed(text.split(",")))
    return {"F2": "F3", "F3": "F2"}[text[:2]] + text[2:] if text[0] == "F" else text[::-1]


def _values(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _values(item)
    else:
        yield value


@each_case
def test_scenes_of_a_game_that_goes_on_are_those_of_the_whole_record(case: Case) -> None:
    tokens, _ = random_games(case)[0]
    scenes, seats = Scenes(case.game), case.game.seated(case.setup)
    document = record(case, [])
    for ply in (*range(0, len(tokens), 7), 3, 0, len(tokens)):
        document.moves = tokens[:ply]
        for seat in seats:
            assert scenes.scene(document, seat) == scene_of(document, case.game, seat)


@each_case
def test_no_bot_is_asked_when_it_is_not_its_turn(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    if any(COMMITMENT.match(str(text)) for text in _values(case.fields)):
        return  # a match has its secrets in the open
    from struckle_cli.engine import bots

    asked, random_answer = [], bots.at_random

    def answer(scene: Scene, seat: str, budget: Budget, chance: random.Random) -> str:
        assert scene.game.outcome(scene.state) is None
        assert scene.game.to_move(scene.state) == seat
        asked.append(seat)
        return random_answer(scene, seat, budget, chance)

    monkeypatch.setattr(bots, "at_random", answer)
    seats = len(case.game.seated(case.setup))
    match = Match(game=case.game, setup=case.fields, entrants=entrants(["random"] * seats), max_plies=60)
    game = play_game(arranged(match), 1)
    plies = len(game.document.moves)
    assert len(asked) == plies or case.game.dice is not None
    assert len(asked) >= plies
    assert game.document.result is not None or plies == 60


@each_case
def test_a_position_is_worth_something_between_lost_and_won(case: Case) -> None:
    game = case.game
    for _, states in random_games(case)[:2]:
        for state in (states[0], states[len(states) // 2], states[-1]):
            result = game.outcome(state)
            for seat in game.seated(case.setup):
                worth = value(game, state, seat)
                assert -1 <= worth <= 1
                if result is not None and result.winners:
                    assert worth == (1 if seat in result.winners else -1)
