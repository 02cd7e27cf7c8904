"""What Struggle's bots answer: dice to keep and how hands are played; and how they judge positions."""

from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.engine.playout import playout
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.chances import HANDS, best_keep, expected, keeps, throws
from struckle_cli.games.struggle.deck import points, rebuilt_deck
from struckle_cli.games.struggle.faces import FACES, TEXTS, encode, ordered
from struckle_cli.games.struggle.odds import shares_of, worth
from struckle_cli.games.struggle.players import THROW_ALL, Hands, judge
from struckle_cli.games.struggle.state import State
from tests.games.struggle.helpers import CARDS, DICE, bound, plays

SKILL: Any = GAME.skill
BOTS = ("greedy", "search")
USUAL = Budget()
HIDDEN = "#" + "0" * 64
LATE = "K:A Q:B J:C T:28 9:25 p1 40"
"""Whoever brings the Ten in ends the game."""


def scene_of(state: State, rolls: str) -> Scene:
    return Scene(game=GAME, setup=state.setup, start=state, state=state, tokens=(), rolls=rolls)


def answer(bot: str, state: State, rolls: str, budget: Budget = USUAL, seed: int = 0) -> str:
    """What a bot answers whose turn it is."""
    who = GAME.to_move(state)
    return str(getattr(SKILL, bot)(scene_of(state, rolls), who, budget, Random(seed)))


def dealt(chance: Random, players: int) -> dict[str, str]:
    """A card for each player."""
    return dict(zip(GAME.seats, chance.sample(rebuilt_deck(), players), strict=False))


def drawn(seed: int, players: int = 2, hide: bool = True) -> State:
    """A running position behind some random turns; whoever rolls sees no card but its own."""
    chance = Random(seed)
    start = bound(players=players, cards=dealt(chance, players))
    _, states = playout(GAME, start, chance, chance.randrange(60))
    state = next(one for one in reversed(states) if not one.over)
    return seen(state) if hide else state


def seen(state: State, hidden: str = HIDDEN) -> State:
    """The position as the seat that rolls sees it."""
    cards = tuple(card if n == state.seat else hidden for n, card in enumerate(state.setup.cards))
    return replace(state, setup=replace(state.setup, cards=cards))


def rolled(chance: Random, again: int) -> str:
    """A first roll and some more throws, anything kept."""
    throw = DICE.drawn(chance)
    rolls = DICE.roll("", "", throw)
    for _ in range(again):
        lying = lies(rolls)
        kept = "".join(chance.sample(lying, chance.randrange(5)))
        rolls = DICE.roll(rolls, kept, throw)
    return str(rolls)


def lies(rolls: str) -> str:
    """The five faces that lie there."""
    return ordered(rolls.rsplit("/", maxsplit=1)[-1].replace("+", ""))


# What positions are worth.


@settings(max_examples=25)
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_values_are_bounded_and_fair(seed, players):
    state = drawn(seed, players, hide=False)
    seats = GAME.seats[:players]
    values = [SKILL.value(state, seat) for seat in seats]
    assert all(-1 <= value <= 1 for value in values)
    turned = replace(state, setup=replace(state.setup, cards=state.setup.cards[::-1]))
    assert [SKILL.value(turned, seat) for seat in seats[::-1]] == pytest.approx(values)
    if players == 2:
        assert values[0] == pytest.approx(-values[1])
    shares = [worth(state.squares, 32, shares_of(state.setup, seat)) for seat in range(players)]
    assert sum(shares) == pytest.approx(1), "all win together once"


@pytest.mark.parametrize("seed", range(15))
def test_finished_games_are_worth_what_the_scores_say(seed):
    players = 2 + seed % 3
    chance = Random(seed)
    start = bound(players=players, cards=dealt(chance, players))
    end = playout(GAME, start, chance, 10_000)[1][-1]
    winners = GAME.outcome(end).winners
    for seat in GAME.seats[:players]:
        value = SKILL.value(end, seat)
        if seat not in winners:
            assert value == -1
        elif len(winners) == 1:
            assert value == 1
        else:
            assert (0 if len(winners) == players else 1e-9) <= value < 1


def test_where_all_stands_even_all_are_worth_their_share():
    nobody = bound(cards={"p1": HIDDEN, "p2": HIDDEN})
    assert [SKILL.value(nobody, seat) for seat in ("p1", "p2")] == [0, 0]
    alike = bound(deck="free", cards={"p1": "KQJT9", "p2": "KQJT9"})
    assert [SKILL.value(alike, seat) for seat in ("p1", "p2")] == [pytest.approx(0)] * 2


def test_pieces_in_the_order_of_the_card_are_worth_more():
    cards = {"p1": "KQJT9", "p2": HIDDEN}
    good, level, bad = (
        bound(f"K:{k} Q:{q} J:16 T:13 9:{nine} p1 9", deck="free", cards=cards)
        for k, q, nine in ((22, 20, 9), (18, 17, 15), (9, 15, 22))
    )
    values = [SKILL.value(state, "p1") for state in (good, level, bad)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0 > values[2]


@pytest.mark.parametrize("players", [2, 3])
def test_shares_of_the_win_are_the_average_over_all_cards(players):
    own = "JT9QK"
    state = bound(
        players=players, cards={"p1": own, "p2": HIDDEN, **({"p3": "QJK9T"} if players == 3 else {})}
    )
    known = [card for card in ("QJK9T",) if players == 3]
    rest = [card for card in rebuilt_deck() if card not in (own, *known)]
    for order, share in shares_of(state.setup, 0).items():
        places = "".join("KQJT9"[piece] for piece in order)
        total = 0.0
        for other in rest:
            scores = [points(card, places) for card in (own, other, *known)]
            total += (scores[0] == max(scores)) / scores.count(max(scores))
        assert share == pytest.approx(total / len(rest))


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_orders_of_arrival_are_drawn_whole(seed):
    """The chances of all orders are one together, and only those that can still come about have any."""
    state = drawn(seed)
    there = sorted((-square, piece) for piece, square in enumerate(state.squares) if square < 0)
    done = tuple(piece for _, piece in there)
    total = 0.0
    for order in permutations(range(5)):
        only = {one: float(one == order) for one in permutations(range(5))}
        chance = worth(state.squares, 32, only)
        assert 0 <= chance <= 1
        assert chance == 0 or order[: len(done)] == done
        total += chance
    assert total == pytest.approx(1)


# Chances.


@pytest.mark.parametrize("dice", range(6))
def test_throws_are_counted_one_by_one(dice):
    counted: dict[int, int] = {}
    for faces in product(FACES, repeat=dice):
        counted[encode("".join(faces))] = counted.get(encode("".join(faces)), 0) + 1
    assert dict(throws(dice)) == pytest.approx({code: n / 6**dice for code, n in counted.items()})


@pytest.fixture(scope="module")
def worths() -> dict[int, float]:
    """Any worth for every hand."""
    chance = Random(7)
    return {hand: chance.random() ** 4 for hand in HANDS}


def slow_expected(values: dict[int, float], kept: str) -> float:
    """The average over all throws of the other dice, one by one."""
    falls = list(product(FACES, repeat=5 - len(kept)))
    return sum(values[encode(kept + "".join(faces))] for faces in falls) / len(falls)


def slow_keeps(hand: str) -> set[str]:
    masks = product((False, True), repeat=5)
    found = {"".join(face for face, kept in zip(hand, mask, strict=True) if kept) for mask in masks}
    return found - {hand}


@pytest.mark.parametrize("kept", ["AKQJ", "AAAA", "KTT", "", "9", "QJ"])
def test_what_a_keep_promises_is_the_average_over_all_throws(worths, kept):
    assert expected(worths, encode(kept)) == pytest.approx(slow_expected(worths, kept))


def test_the_best_keep_is_best_with_one_and_two_throws_left(worths):
    one = {code: slow_expected(worths, group) for code, group in TEXTS.items() if len(group) < 5}
    later = {
        hand: max(worths[hand], *(one[encode(kept)] for kept in slow_keeps(TEXTS[hand]))) for hand in HANDS
    }
    two = {code: expected(later, code) for code in one}
    for hand in HANDS[::5]:
        assert {TEXTS[code] for code in keeps(hand)} == slow_keeps(TEXTS[hand])
        assert best_keep(worths, hand, 0) is None
        for left, promised in ((1, one), (2, two)):
            best = max(promised[encode(kept)] for kept in slow_keeps(TEXTS[hand]))
            kept = best_keep(worths, hand, left)
            if best > worths[hand]:
                assert kept is not None
                assert promised[kept] == pytest.approx(best)
            else:
                assert kept is None


@pytest.mark.parametrize("position", [None, "K:5 Q:0 J:8 T:3 9:2 p1 7", "K:A Q:25 J:B T:28 9:24 p1 30", LATE])
def test_hands_are_worth_their_best_way_to_be_played(position):
    state = bound(position, cards={"p1": "KQ9JT", "p2": HIDDEN})
    judged = judge(state, 0)
    values = Hands(state, judged).values()
    assert set(values) == set(HANDS)
    for hand in HANDS[::3]:
        ends = [judged(GAME.apply(state, move).squares) for move in DICE.plays(state, TEXTS[hand])]
        assert values[hand] == max(ends)


# Answers.


@settings(max_examples=15)
@given(st.integers(0, 10**9), st.integers(0, 2), st.integers(2, 4))
def test_answers_are_legal_whatever_may_be_spent(seed, again, players):
    chance = Random(seed)
    state, rolls = drawn(seed, players), rolled(chance, again)
    for bot in BOTS:
        for budget in (Budget(), Budget(nodes=1), Budget(nodes=0), Budget(seconds=0), Budget(nodes=None)):
            said = answer(bot, state, rolls, budget)
            if said in plays(state, rolls):
                continue
            kept = "" if said == THROW_ALL else said
            longer = DICE.roll(rolls, kept, DICE.drawn(chance))
            assert longer.startswith(f"{rolls}/{kept}+")


@settings(max_examples=10)
@given(st.integers(0, 10**9), st.integers(0, 2))
def test_hidden_cards_and_past_turns_change_nothing(seed, again):
    state, rolls = drawn(seed, 2 + seed % 3, hide=False), rolled(Random(seed), again)
    others = [seen(state, "#" + digit * 64) for digit in "09af"]
    for bot in BOTS:
        assert len({answer(bot, one, rolls) for one in others}) == 1


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_nodes_and_chance_give_the_same_answer(bot):
    for seed in range(6):
        state, rolls = drawn(seed), rolled(Random(seed), seed % 3)
        assert answer(bot, state, rolls) == answer(bot, state, rolls)


@settings(max_examples=15)
@given(st.integers(0, 10**9))
def test_hands_are_played_for_the_best_position(seed):
    state, rolls = drawn(seed), rolled(Random(seed), 2)
    seat = GAME.to_move(state)
    worths = {
        DICE.part(move): SKILL.value(GAME.apply(state, move), seat) for move in DICE.plays(state, rolls)
    }
    for bot in BOTS:
        assert worths[answer(bot, state, rolls)] == pytest.approx(max(worths.values()))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("card", "first"), [("KQJT9", "T"), ("KQJ9T", "9")])
def test_a_win_in_one_is_played(bot, card, first):
    """Ten and Nine can both arrive: the card says which goes first, and that ends the game."""
    state = bound("K:A Q:B J:C T:29 9:28 p1 40", deck="free", cards={"p1": card, "p2": HIDDEN})
    rolls = "AAAT9/AAA+T9/AAAT+9"
    said = answer(bot, state, rolls)
    end = GAME.apply(state, GAME.parse_move(f"{rolls}={said}"))
    assert end.over
    assert end.squares["KQJT9".index(first)] == -4


def test_a_hand_that_wins_stands_and_one_that_loses_is_thrown_again():
    """All hangs on the Ten going in before the Nine; either can go in with the dice that lie there."""
    cards = {"p1": "JKQT9", "p2": "KJQ9T"}
    state = bound("K:A Q:B J:C T:29 9:28 p1 40", deck="free", cards=cards)
    assert answer("search", state, "AAATT") == "T5"
    assert answer("search", state, "AAA99") in {"A", "AA", "AAA", THROW_ALL}


@pytest.mark.parametrize("bot", BOTS)
def test_five_aces_are_not_left_lying(bot):
    """They do nothing, and with a figure among them they are that many."""
    state = bound(cards={"p1": "JT9QK", "p2": HIDDEN})
    assert set(answer(bot, state, "AAAAA")) == {"A"}


def test_what_cannot_be_judged_within_the_nodes_is_answered_by_the_rule_of_thumb():
    for seed in range(8):
        state, rolls = drawn(seed), rolled(Random(seed), 1)
        assert answer("search", state, rolls, Budget(nodes=1)) == answer("greedy", state, rolls)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("bot", BOTS)
def test_games_come_to_an_end(bot, players):
    """From late positions on, by the bots' answers alone."""
    cards = dict(zip(GAME.seats, rebuilt_deck(), strict=False)) if players == 4 else CARDS
    cards = {seat: cards[seat] for seat in GAME.seats[:players]}
    state = bound("K:21 Q:A J:25 T:18 9:B p1 31", players=players, cards=cards)
    throw = DICE.drawn(Random(players))
    for _ in range(40):
        if state.over:
            break
        rolls = DICE.roll("", "", throw)
        while (said := answer(bot, seen(state), rolls)) not in plays(state, rolls):
            rolls = DICE.roll(rolls, "" if said == THROW_ALL else said, throw)
        state = GAME.apply(state, GAME.parse_move(f"{rolls}={said}"))
    assert GAME.outcome(state) is not None


def test_a_seat_without_a_card_of_its_own_plays_all_the_same():
    state = bound()
    assert answer("search", state, "KKQJ9") in plays(state, "KKQJ9"), "no throw can be better"
    assert answer("greedy", state, "KKQJ9") == THROW_ALL
    for bot in BOTS:
        assert answer(bot, state, "") == THROW_ALL
