"""One game between bots, and what comes of many added up."""

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from struckle_cli import registry
from struckle_cli.core.bots import Budget, Scene
from struckle_cli.core.errors import UsageError
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.solution import Limits
from struckle_cli.engine import bots
from struckle_cli.engine.binding import bind
from struckle_cli.replay.document import Document
from struckle_cli.services.company import bot_named, budget_given, budget_of, told
from struckle_cli.services.match import BotError, Game, Match, arranged, dealt, entrants, play_game
from struckle_cli.services.series import CERTAIN, Standing, series, wilson
from tests.contract.toy import GAME as TOY

GAMES = ["castle", "crungle", "stricken", "struckle", "struggle"]
Answer = Callable[[Scene, str], str]


def match(game: str, names: str = "random random", **more: Any) -> Match:
    found = registry.lookup(game)
    assert found is not None
    return arranged(Match(game=found, entrants=entrants(names.split()), **more))


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], None]:
    """Give the bot `random` other answers."""

    def answer_by(answer: Answer) -> None:
        monkeypatch.setattr(bots, "at_random", lambda scene, seat, budget, chance: answer(scene, seat))

    return answer_by


def at_random(scene: Scene, seat: str) -> str:
    return bots.answers(scene)[1](random.Random(len(scene.tokens)).choice(bots.answers(scene)[0]))


@pytest.mark.parametrize("name", GAMES)
def test_seats_are_exchanged_over_the_same_deal(name: str) -> None:
    wanted = match(name, "greedy random", max_plies=8, seed=5)
    games = list(series(wanted, range(1, 9), 1))
    size = 4 if name == "struckle" else 2
    for deal in range(0, 8, size):
        a_round = games[deal : deal + size]
        assert all(game.document.setup == a_round[0].document.setup for game in a_round)
        seats = [[seat for seat, index in game.seating.items() if index == 0] for game in a_round]
        assert sorted(seat for (seat,) in seats) == sorted(a_round[0].seating)
    setups = [game.document.setup for game in games]
    assert (setups[0] != setups[-1]) == (wanted.game.deal is not None)
    for game in games:
        assert game.document.players == {
            seat: ("greedy", "random")[index] for seat, index in game.seating.items()
        }


def test_as_many_bots_as_seats_go_round() -> None:
    wanted = match("struckle", "greedy random search random")
    assert [entrant.name for entrant in wanted.entrants] == ["greedy", "random", "search", "random (2)"]
    assert wanted.seatings == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
    assert match("struggle", "greedy random search").seatings == ((0, 1, 2), (1, 2, 0), (2, 0, 1))


def test_two_bots_at_a_table_for_more_play_one_against_the_others() -> None:
    assert match("struckle").seatings == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert match("struggle", setup={"players": 3}).seatings == ((0, 1, 1), (1, 0, 1), (1, 1, 0))


@pytest.mark.parametrize(
    ("game", "count"), [("castle", 1), ("castle", 3), ("struckle", 1), ("struckle", 3), ("struggle", 1),
                        ("struggle", 5), ("crungle", 0)],
)  # fmt: skip
def test_any_other_number_of_bots_is_refused(game: str, count: int) -> None:
    with pytest.raises(UsageError):
        match(game, "random " * count)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_depends_on_seed_and_number_alone(name: str) -> None:
    wanted = match(name, "random greedy", seed=3, max_plies=20)
    whole = [game.document for game in series(wanted, range(1, 7), 1)]
    assert play_game(wanted, 5).document == whole[4]
    assert [game.document for game in series(wanted, range(3, 6), 1)] == whole[2:5]
    other = match(name, "random greedy", seed=4, max_plies=20)
    assert play_game(other, 5).document.moves != whole[4].moves


def test_the_same_dice_fall_in_all_games_of_a_round() -> None:
    wanted = match("struggle", "random greedy", seed=8)
    one, two, other = (play_game(wanted, number).document.moves for number in (1, 2, 3))
    rolls = [[token[:5] for token in moves[:30]] for moves in (one, two, other)]
    assert rolls[0] == rolls[1] != rolls[2]


def test_openings_are_random_and_the_same_in_all_games_of_a_round() -> None:
    wanted = match("castle", "greedy random", opening=6, max_plies=12, seed=2)
    games = [play_game(wanted, number) for number in (1, 2, 3)]
    assert games[0].document.moves[:6] == games[1].document.moves[:6] != games[2].document.moves[:6]
    assert games[0].document.moves != games[1].document.moves
    assert games[0].answers == (3, 3)
    assert games[0].document.tags["Opening"] == "6"


def test_only_deals_that_can_be_won_where_that_is_wanted() -> None:
    """Some of those that are drawn cannot be won."""
    wanted = match("crungle", winnable=True, seed=4)
    assert wanted.game.solver is not None
    drawn = [dealt(match("crungle", seed=4), deal) for deal in range(48, 54)]
    taken = [dealt(wanted, deal) for deal in range(48, 54)]
    for before, fields in zip(drawn, taken, strict=True):
        won = [wanted.game.solver.solve(bind(wanted.game, it).start, Limits()) for it in (before, fields)]
        assert won[1].winnable
        assert (before == fields) == won[0].winnable
    assert drawn != taken


def test_a_game_that_does_not_end_stays_unfinished() -> None:
    game = play_game(match("castle", max_plies=7), 1)
    assert (len(game.document.moves), game.document.result) == (7, None)


def test_a_set_up_that_is_decided_is_a_game_without_plies() -> None:
    decided = {"position": "9w9/" + "/".join(["19"] * 17) + "/w18 b 3"}
    game = play_game(match("castle", setup=decided), 1)
    assert (game.document.moves, game.document.result) == (
        [],
        Outcome(winners=("white",), reason="elimination"),
    )


@pytest.mark.parametrize(
    ("name", "wrong", "why"),
    [
        ("castle", "D8-D1", "D8"),
        ("castle", "castle!", "castle!"),
        ("struckle", "", ""),
        ("crungle", "M1:5", "it would stand only because nobody objects"),
        ("crungle", "accept", "no bet is open"),
        ("crungle", "?", ""),
        ("struggle", "K7", ""),
        ("struggle", "AAAAA", ""),
        ("stricken", "1b1-5b1", ""),
    ],
)
def test_an_illegal_answer_is_told_with_bot_game_and_ply(
    answering: Callable[[Answer], None], name: str, wrong: str, why: str
) -> None:
    answering(lambda scene, seat: wrong if len(scene.tokens) == (wrong != "?") else at_random(scene, seat))
    with pytest.raises(BotError) as refused:
        play_game(match(name, "random random", seed=77), 3)
    error = refused.value
    ply = 1 + (wrong != "?")
    seat = match(name).game.seats[(ply - 1) % 2]
    assert (error.code, error.exit_code) == ("bot.illegal", 70)
    assert error.message.startswith(f"game 3 of seed 77, ply {ply}: the bot random")
    assert f"({seat}) answered" in error.message or name == "struckle"
    assert why in error.message


def test_a_bot_that_fails_is_told_too(answering: Callable[[Answer], None]) -> None:
    def fail(scene: Scene, seat: str) -> str:
        raise ZeroDivisionError("one\ntwo")

    answering(fail)
    with pytest.raises(BotError) as refused:
        play_game(match("castle"), 1)
    assert refused.value.code == "bot.failed"
    assert "the bot random (white) has failed (ZeroDivisionError: one" in refused.value.message


@pytest.mark.parametrize("answer", [None, 7, ["D8-D7"], b"D8-D7"])
def test_an_answer_that_is_no_text_is_told(answering: Callable[[Answer], None], answer: Any) -> None:
    answering(lambda scene, seat: answer)
    with pytest.raises(BotError, match="gave no answer"):
        play_game(match("castle"), 1)


def test_dice_are_kept_thrown_and_played_as_the_bot_says(answering: Callable[[Answer], None]) -> None:
    def answer(scene: Scene, seat: str) -> str:
        if scene.game.dice is None or scene.rolls.count("/") == 2:
            return at_random(scene, seat)
        return scene.rolls[0] if "/" not in scene.rolls else bots.ROLL

    answering(answer)
    game = play_game(match("struggle"), 1)
    for token in game.document.moves:
        first, kept, again = token.partition("=")[0].split("/")
        assert kept.startswith(first[0] + "+")
        assert again.startswith("+")
        assert len(again) == 6


def test_a_fourth_throw_is_not_legal(answering: Callable[[Answer], None]) -> None:
    answering(lambda scene, seat: bots.ROLL)
    with pytest.raises(BotError, match=r"ply 1: the bot random \(p1\) answered"):
        play_game(match("struggle"), 1)


def test_an_objection_is_worked_into_the_move_before(answering: Callable[[Answer], None]) -> None:
    answering(lambda scene, seat: "?" if len(scene.tokens) == 3 and not scene.tokens[2].endswith("?")
              else at_random(scene, seat))  # fmt: skip
    game = play_game(match("crungle", max_plies=5, seed=4), 1)
    assert [token.endswith("?") for token in game.document.moves] == [False, False, True, False, False]


def test_a_game_of_another_package_needs_no_skill() -> None:
    wanted = arranged(Match(game=TOY, entrants=entrants(["greedy", "random"]), setup={"bead_piles": [2, 2]}))
    registry.register(TOY)
    try:
        standing = Standing(wanted)
        for game in series(wanted, range(1, 101), 1):
            standing.add(game)
    finally:
        registry.unregister(TOY.name)
    assert standing.scores[0].wins > 60  # it takes the last bead where it can


# --- names and budgets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "budget", "said"),
    [
        ("1", Budget(nodes=1), "1 node"),
        ("5000", Budget(nodes=5000), "5,000 nodes"),
        ("2s", Budget(nodes=None, seconds=2.0), "2 s"),
        ("0.25s", Budget(nodes=None, seconds=0.25), "0.25 s"),
    ],
)
def test_a_bot_may_have_a_budget_of_its_own(words: str, budget: Budget, said: str) -> None:
    assert budget_of(words) == budget == bot_named(f"search:{words}", Budget(nodes=7)).budget
    assert told(budget) == said
    assert entrants(["search", f"search:{words}"], Budget(nodes=7))[0].budget == Budget(nodes=7)


@pytest.mark.parametrize(
    "name", ["", "serch", "search:3601s", "search:", "search:0", "search:-1", "search:1.5", "search:0s",
             "search:1e3s", "search:5000nodes", "search:５", "search:1s2", "search:1" + "0" * 30],
)  # fmt: skip
def test_names_and_budgets_that_are_none(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        bot_named(name)
    assert refused.value.code == "usage.bot"


def test_a_name_in_any_case_and_the_nearest_to_one_that_is_none() -> None:
    assert bot_named("Search:5").name == entrants(["SEARCH"])[0].name == "search"
    with pytest.raises(UsageError, match="did you mean greedy"):
        bot_named("gredy")


@pytest.mark.parametrize("seconds", [0.0, -1.0, 3601.0, float("inf"), float("nan")])
def test_seconds_that_cannot_be_thought(seconds: float) -> None:
    with pytest.raises(UsageError):
        budget_given(None, seconds)


def test_positions_and_seconds_together() -> None:
    assert budget_given(None, None) == Budget()
    assert budget_given(5, 2.0) == Budget(nodes=5, seconds=2.0)
    assert told(budget_given(5, 2.0)) == "5 nodes or 2 s"


# --- the score --------------------------------------------------------------------------------------


@given(games=st.integers(1, 500), half_points=st.integers(0, 1000))
def test_the_interval_is_that_of_all_shares_which_the_score_does_not_exclude(
    games: int, half_points: int
) -> None:
    """At its ends the score is 1.96 standard deviations away from what is expected there."""
    points = min(half_points / 2, games)
    low, high = wilson(points, games)
    assert 0 <= low <= points / games <= high <= 1
    for end in (low, high):
        away = abs(points / games - end)
        assert away == pytest.approx(CERTAIN * sqrt(max(0.0, end * (1 - end)) / games), abs=1e-7)


def game_with(result: Outcome | None, seating: dict[str, int]) -> Game:
    document = Document(format=1, game="struggle", moves=["x"] * 3, result=result)
    return Game(number=1, document=document, seating=seating, answers=(2, 1), seconds=(0.5, 0.25))


def test_every_way_to_end_is_counted_for_both() -> None:
    standing = Standing(match("struggle", "greedy random"))
    seating = {"p1": 0, "p2": 1}
    for winners in [("p1",), ("p2",), ("p2",), ("p1", "p2"), ()]:
        standing.add(game_with(Outcome(winners=winners, reason="arrival"), seating))
    standing.add(game_with(None, seating))
    one, two = standing.scores
    assert (one.games, one.wins, one.losses, one.shared, one.draws, one.unfinished) == (6, 1, 2, 1, 1, 1)
    assert (two.games, two.wins, two.losses, two.shared, two.draws, two.unfinished) == (6, 2, 1, 1, 1, 1)
    assert (one.points, two.points) == (2.5, 3.5)
    assert (one.answers, one.seconds) == (12, 3.0)
    assert (standing.games, standing.reasons) == (6, {"arrival": 5, "unfinished": 1})
    assert (standing.fair(0), standing.fair(1)) == (0.5, 0.5)


def test_a_bot_with_several_seats_wins_with_any_of_them_and_with_two_at_once() -> None:
    standing = Standing(match("struckle", "greedy random"))
    seating = {"TB": 1, "TG": 0, "SB": 1, "SG": 1}
    for winners in [("SB",), ("TB", "SG"), ("TG",), ("TG", "SG")]:
        standing.add(game_with(Outcome(winners=winners, reason="goals"), seating))
    one, two = standing.scores
    assert (one.wins, one.shared, one.losses) == (1, 1, 2)
    assert (two.wins, two.shared, two.losses) == (2, 1, 1)
    assert (standing.fair(0), standing.fair(1)) == (0.25, 0.75)
