"""Whatever is typed into a game of play, by whomever: an answer, a sound record, and never a crash."""

import random

import pytest

from struckle_cli.core.bots import Budget
from struckle_cli.core.picture import View
from struckle_cli.replay.reading import Reading
from struckle_cli.services.commands import ALIASES, COMMANDS
from struckle_cli.services.company import Bot, bot_named
from struckle_cli.services.judging import judge
from struckle_cli.services.play import Session
from struckle_cli.services.played import Player
from struckle_cli.services.replies import Reply
from struckle_cli.services.views import Views
from tests.services.play_support import AnyMove, Says, dealt, session

SEATS = {
    "castle": ("white", "black"), "crungle": ("purple", "orange"), "struckle": ("TB", "TG", "SB", "SG"),
    "stricken": ("white", "black"), "struggle": ("p1", "p2"),
}  # fmt: skip
ODD = (
    "",
    " ",
    "?",
    "/",
    "//",
    "/?",
    "\x00",
    "é",
    "(",
    ")",
    "F2[",
    "=",
    "yes",
    "no",
    "AK",
    "QQ",
    "-",
    "1",
    "goto 1",
    "goto 0",
    "goto",
    "history 3",
    "undo 0",
    "undo 2",
    "redo 2",
    "moves D",
    "moves 5",
    "why ?",
    "why bet",
    "why AK",
    "why -",
    "keep Q",
    "note x",
    "flip black",
    "help why",
    "\u2028",
    "bet",
    "accept",
    "decline",
    "pass",
    "claim",
    "a" * 300,
    "9" * 400,
    "undo 99999",
    "resign",
    "draw",
    "hint",
)


def company(name: str, count: int, chance: random.Random) -> dict[str, Player]:
    """Bots of all kinds at so many seats, bad ones among them."""
    made: dict[str, Player] = {}
    for seat in chance.sample(SEATS[name], count):
        kinds: tuple[Player, ...] = (
            AnyMove(count), bot_named(chance.choice(["random", "greedy"]), Budget(nodes=10)), Says("?", "x"),
        )  # fmt: skip
        made[seat] = chance.choice(kinds)
    return made


def line_for(found: Session, chance: random.Random) -> str:
    """Something to type: tokens, their beginnings, commands, and odd things."""
    tokens = [] if found.covered else found.legal_tokens()
    kind = chance.random()
    if tokens and kind < 0.5:
        line = " ".join(chance.choice(tokens) for _ in range(chance.choice((1, 1, 2))))
        return line[: chance.randrange(1, len(line) + 1)] if chance.random() < 0.2 else line
    if tokens and kind < 0.55:
        return f"{chance.choice(('why', 'moves', 'WHY'))} {chance.choice(tokens)}"
    word = chance.choice([*COMMANDS, *ALIASES, *ODD])
    return "board" if word in ("quit", "q", "exit") else word


def try_all(found: Session, line: str) -> None:
    assert isinstance(found.completions(line), list)
    assert isinstance(found.handle(line), Reply)
    count = 0
    while found.bot_turn is not None and count < 20:
        found.bot_acts()
        count += 1
    shown = found.shown()
    assert found.game.render(shown.state, View(last=shown.last, edge=found.viewer)).lines
    assert found.prompt()


@pytest.mark.parametrize("name", SEATS)
def test_anything_can_be_typed(name: str) -> None:
    for seed in range(8):
        chance = random.Random(f"{name} {seed}")
        bots = company(name, seed % (len(SEATS[name]) + 1), chance)
        hidden = name in ("stricken", "struggle") and seed % 3 > 0
        found = dealt(name, bots) if hidden else session(name, bots=bots)
        found.adviser = Bot("random")
        typed: list[str] = []
        for _ in range(30):
            typed.append(line_for(found, chance))
            try_all(found, typed[-1])
        assert not judge(Reading.of(found.document), "").problems or name == "crungle", typed
        fresh = Views(found.game, found._table)
        for seat in (None, *SEATS[name]):
            whole, kept = fresh.of(found.document, seat), found._views.of(found.document, seat)
            assert (kept.states, kept.tokens) == (whole.states, whole.tokens), typed


@pytest.mark.parametrize("name", SEATS)
def test_a_game_goes_on_from_what_was_saved(name: str) -> None:
    """A session of the record as it was stored shows, lists and asks the same as the one that stored it."""
    chance = random.Random(name)
    for seed in range(3):
        first = dealt(name) if name in ("stricken", "struggle") else session(name)
        for _ in range(12 + seed):
            tokens = [] if first.covered else first.legal_tokens()
            first.handle(chance.choice(tokens) if tokens else "")
        second = Session(first.game, first.document, lambda document: None, first._table)
        for found in (first, second):
            while found.covered:
                found.handle("")
        assert second.prompt() == first.prompt()
        assert second.shown() == first.shown()
        assert second.legal_tokens() == first.legal_tokens()
        assert second.handle("history") == first.handle("history")
