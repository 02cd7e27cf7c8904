"""What the benchmark says of bots: rows, scores, and what is to be reached."""

from pathlib import Path

import pytest

from struckle_cli import registry
from struckle_cli.core.outcome import Outcome
from struckle_cli.replay.document import Document
from struckle_cli.services.match import Game, Match, arranged, entrants
from struckle_cli.services.series import Standing, wilson
from tools.bench import bots
from tools.bench.bots import CONTESTS, Contest
from tools.bench.plan import Plan

GAMES = ["castle", "struckle", "crungle", "stricken", "struggle"]


def standing(game: str, *ends: str) -> Standing:
    """A match of `search` against `greedy`, whose games ended so: won, lost, shared, `*`."""
    found = registry.lookup(game)
    assert found is not None
    made = Standing(match := arranged(Match(game=found, entrants=entrants(["search", "greedy"]))))
    seats = found.seats[: len(match.seatings[0])]
    seating = {seat: int(number > 0) for number, seat in enumerate(seats)}
    winners = {"won": seats[:1], "lost": seats[1:2], "shared": seats[:2]}
    for end in ends:
        result = None if end == "*" else Outcome(winners=winners[end], reason="x")
        document = Document(format=1, game=game, moves=[], result=result)
        made.add(Game(number=1, document=document, seating=seating, answers=(1, 1), seconds=(1.0, 1.0)))
    return made


def contest(game: str) -> Contest:
    return next(item for item in CONTESTS if item.game == game)


def test_every_pair_of_every_game_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = tuple(Contest(item.game, item.least, item.surely, 1, 4, item.winnable) for item in CONTESTS)
    monkeypatch.setattr(bots, "CONTESTS", small)
    told: list[str] = []
    part = bots.bots(Plan(tmp_path, 1, 1, 1, tell=told.append), 4)
    assert [item.game for item in CONTESTS] == GAMES
    assert len(part.text.splitlines()) == 2 + 2 * len(GAMES)
    assert len(told) == len(part.bars) == 2 * len(GAMES)
    assert "Struckle: search against greedy, one against three" in part.text
    assert [bar.floor for bar in part.bars[::2]] == [75, 25, 75, 65, 50]


def test_shared_wins_and_games_without_an_end_are_half_a_point() -> None:
    bar = bots._bar(
        contest("stricken"), ("search", "greedy"), standing("stricken", "won", "lost", "*", "won")
    )
    assert (bar.value, bar.missed) == (62.5, True)
    bar = bots._bar(contest("castle"), ("search", "greedy"), standing("castle", "won", "won", "*"))
    assert bar.value == pytest.approx(250 / 3)
    assert not bar.missed


def test_at_four_seats_a_game_without_an_end_counts_what_a_seat_is_worth() -> None:
    found = standing("struckle", "won", "lost", "lost", "*")
    bar = bots._bar(contest("struckle"), ("search", "greedy"), found)
    assert bar.value == pytest.approx(100 * wilson(1.25, 4)[0])
    assert "31.2 %" in bots._row(contest("struckle"), ("search", "greedy"), found, 1.0)


def test_where_dice_rule_the_interval_has_to_lie_above_even() -> None:
    pair = ("search", "greedy")
    even = bots._bar(contest("struggle"), pair, standing("struggle", *["won", "lost"] * 20))
    better = bots._bar(contest("struggle"), pair, standing("struggle", *["won", "won", "lost"] * 20))
    assert even.missed
    assert not better.missed


def test_a_match_for_tuning_is_the_command(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert bots.main(["castle", "random", "random", "--games", "1", "--max-plies", "3", "-j", "1"]) == 0
    assert b"1 game of Castle: unfinished 1" in capfdbinary.readouterr().out
