"""Which games the laws are held against, from which set-ups, and the random games that do it."""

import random
from functools import cache
from typing import Any, NamedTuple

from struckle_cli import registry
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout, rolled
from tests.contract import toy
from tests.games.stricken.setups import CONTRACT as STRICKEN

GAMES: dict[str, AnyGame] = {name: registry.lookup(name) for name in registry.names()} | {"toy": toy.GAME}

_FOUR = ("p1", "p2", "p3", "p4")
_EMPTY_13 = "/".join(["19"] * 13)
SETUPS: dict[str, list[dict[str, Any]]] = {
    "castle": [
        {},
        {"men": 16, "first": "black"},
        {"men": 22, "own_castle": "closed"},
        # Games that end soon: few men on the open edge, some near the castles.
        {"position": "w17b/19/19/9bw8/8w10/" + _EMPTY_13 + "/b17w w 7"},
        {"position": "3w15/" + "/".join(["19"] * 12) + "/9b9/19/19/19/19/w3b14 b 41", "first": "black"},
        {"position": "w18/" + "/".join(["19"] * 17) + "/b18 w 1", "own_castle": "closed"},
        {"position": "9w9/" + "/".join(["19"] * 17) + "/w18 b 3"},  # decided: no black man
    ],
    "crungle": [
        {"goals": ["G2", "G10"], "rules": ["M21", "M16", "M27", "I1"], "start": {"orange": 9, "purple": 1}},
        {"goals": ["G9", "G7"], "rules": ["M2", "M11", "I2", "M15"], "start": {"orange": 1, "purple": 1}},
        {"goals": ["G1", "G3"], "rules": ["I4", "M16", "M3", "M13"], "start": {"orange": 6, "purple": 7}},
        {"goals": ["G7", "G6"], "rules": ["M3", "M10", "I1", "M19"], "start": {"orange": 3, "purple": 1}},
    ],
    "stricken": STRICKEN,
    "struckle": [
        {},
        # All promoted and in each other's way: powers and Charges everywhere.
        {"position": "b6+d4+e5+c5+ c2+e4+g4+c4+ f4+d5+b5+g5+ d6+f5+h4+e7+ SB:P 12"},
        # Some promoted, three of them on gold, a record that begins with a house's last piece.
        {"position": "c4+d4+b6a3 h3g8+e3f1 d5+f3f4h6 f8e5+f6c5+ TG:S 999"},
        # Each Shadow is on a goal, the others stand about the other one: such games end soon.
        {"position": "h6g6h8h2 a8b7c8g8 a3b3b2a7 c2c1a1g1 TB:D 3"},
        {"position": "h2h7a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TG:D 9"},  # decided: TB is on both goals
    ],
    "struggle": [
        {"cards": {"p1": "JT9QK", "p2": "QJK9T"}},
        {"players": 3, "first": "p3", "cards": {"p1": "KQ9JT", "p2": "9TKJQ", "p3": "TJ9KQ"}},
        # A short track with a black last space, any orders, four players.
        {"players": 4, "colours": "YRBRYBB", "deck": "free", "cards": dict.fromkeys(_FOUR, "KQJT9")},
        # Three have arrived, so that the next arrival ends the game in the middle of a turn.
        {"position": "K:A Q:28 J:B T:29 9:C p2 41", "cards": {"p1": "QK9TJ", "p2": "JT9QK"}},
        # What decides is hidden.
        {"position": "K:A Q:25 J:8 T:B 9:0 p1 12", "cards": {"p1": "#" + 64 * "a", "p2": "JT9QK"}},
    ],
    "toy": [
        {},
        {"bead_piles": [2, 1], "goal": "misere"},
        {"bead_piles": [7, 0, 12], "most": 3},
        {"bead_piles": [0]},
    ],
}
"""Set-ups of each game; a game that is not listed is tried from its default one."""

BOUND = {"toy": 99 * 8, "stricken": 120}
"""Plies after which every game has ended, where the rules promise an end; Castle promises none (C-2)."""
LIMIT = 120
"""Plies of a random game where there is no bound."""


ENDING = {
    *(f"castle-{n}" for n in (3, 4, 5, 6)), *(f"toy-{n}" for n in range(4)),
    "crungle-1", "crungle-2", "struckle-3", "struckle-4", *(f"struggle-{n}" for n in range(4)),
    *(f"stricken-{n}" for n in range(len(STRICKEN))),
}  # fmt: skip
"""Set-ups whose random games do end, at least one of them."""


class Case(NamedTuple):
    """A game and one of its set-ups, as pytest shows it."""

    name: str
    number: int

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name]

    @property
    def fields(self) -> dict[str, Any]:
        return SETUPS.get(self.name, [{}])[self.number]

    @property
    def setup(self) -> Any:
        return self._bound.setup

    @property
    def start(self) -> Any:
        return self._bound.start

    @property
    def _bound(self) -> Any:
        bound = bind(self.game, self.fields)
        assert bound.faults == (), bound.faults
        return bound

    def __str__(self) -> str:
        return f"{self.name}-{self.number}"


CASES = [Case(name, number) for name in GAMES for number in range(len(SETUPS.get(name, [{}])))]


@cache
def random_games(case: Case, count: int = 5) -> list[tuple[list[str], list[Any]]]:
    """Reproducible random games from a set-up: tokens, and the states before, between and behind them."""
    limit = BOUND.get(case.name, LIMIT)
    return [playout(case.game, case.start, random.Random(f"{case}/{n}"), limit) for n in range(count)]


def sample_states(case: Case, count: int = 12) -> list[Any]:
    """Some states of the random games, always with the first and the last ones."""
    games = random_games(case)
    ends = [state for _, states in games for state in (states[0], states[-1])]
    middle = [state for _, states in games for state in states[1:-1]]
    return ends + random.Random(f"sample/{case}").sample(middle, min(count, len(middle)))


def legal(game: AnyGame, state: Any) -> list[Any]:
    """The legal moves of a state; in a game with dice those of a few rolls, which depend on the state
    alone.
    """
    if game.dice is None:
        return game.legal_moves(state)
    chance = random.Random(repr(state))
    found = [move for _ in range(6) for move in rolled(game, game.dice, chance, state)]
    return list(dict.fromkeys(found))


def is_listed(game: AnyGame, state: Any, move: Any) -> bool:
    """Whether a move is among those that are listed."""
    if game.dice is None:
        return move in game.legal_moves(state)
    return move in game.dice.plays(state, game.dice.rolls(move))


def perturbed(text: str, alphabet: str, chance: random.Random) -> str:
    """The text with one character changed, lost, added or exchanged with its neighbour."""
    spot = chance.randrange(len(text))
    kind = chance.randrange(4)
    if kind == 0:
        return text[:spot] + chance.choice(alphabet) + text[spot + 1 :]
    if kind == 1:
        return text[:spot] + text[spot + 1 :]
    if kind == 2:
        return text[:spot] + chance.choice(alphabet) + text[spot:]
    return text[:spot] + text[spot : spot + 2][::-1] + text[spot + 2 :]
