"""Cards and seeds that may be hidden, what awaits them, and what a record claims of them."""

from random import Random
from typing import Any

import pytest

from struckle_cli.core.claim import Claim
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening, Secret
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.rules import lacking
from struckle_cli.games.struggle.state import State
from tests.games.struggle.helpers import bound, play, random_game, told

SECRETS: Any = GAME.secrets
ONE, TWO = "#" + "1" * 64, "#" + "2" * 64
SEED, NONCE = "3" * 64, "4" * 64
DICE = {"scheme": "hmac-sha256", "commit": ONE, "client": "ana,ben"}
LAST = "K:A Q:B J:C T:30 9:29 p1 50"


def _ended(**fields: Any) -> State:
    return play(bound(LAST, **fields), "TT999=T2")


# --- what is found and put --------------------------------------------------------------------


def test_cards_are_found_open_or_closed() -> None:
    setup = {"cards": {"p2": ONE, "p1": "JT9QK", "p3": "JT9", "p4": 7, "p9": ONE}}
    assert SECRETS.find(setup, []) == [
        Secret(seat="p1", what="card", text="JT9QK", pointer="/setup/cards/p1"),
        Secret(seat="p2", what="card", text=ONE, pointer="/setup/cards/p2"),
    ]
    assert [secret.closed for secret in SECRETS.find(setup, [])] == [False, True]


NONSENSE = (
    {}, {"cards": None}, {"cards": [1]}, {"dice": "declared"}, {"dice": [ONE]},
    {"dice": {"commit": 7, "seed": 8}}, {"dice": {"seed": "xyz"}},
)  # fmt: skip


@pytest.mark.parametrize("setup", NONSENSE)
def test_nonsense_hides_nothing(setup: dict[str, Any]) -> None:
    assert SECRETS.find(setup, ["JJJTT=J3T2"]) == []


def test_the_seed_is_found_behind_its_commitment_with_its_opening() -> None:
    closed = Secret(seat="table", what="dice", text=ONE, pointer="/setup/dice/commit")
    assert SECRETS.find({"dice": DICE}, []) == [closed]
    (found,) = SECRETS.find({"dice": {**DICE, "nonce": NONCE, "seed": SEED}}, [])
    assert found.opening == Opening("table", "dice", NONCE, SEED)
    assert found.closed


def test_a_seed_without_a_commitment_is_open_while_a_record_is_made() -> None:
    making = {"dice": {"scheme": "hmac-sha256", "client": "", "seed": SEED}}
    (found,) = SECRETS.find(making, [])
    assert (found.key, found.text, found.closed) == (("table", "dice"), SEED, False)
    made, moves = SECRETS.put(making, ["AAAAA=-"], {("table", "dice"): ONE})
    assert made == {"dice": {"scheme": "hmac-sha256", "client": "", "commit": ONE}}
    assert moves == ["AAAAA=-"]
    assert SECRETS.put(made, [], {("table", "dice"): SEED})[0] == making


def test_cards_are_put_and_nothing_else_changes() -> None:
    setup = {"players": 3, "cards": {"p1": "JT9QK", "p3": ONE}}
    made, _ = SECRETS.put(setup, [], {("p1", "card"): TWO, ("p3", "card"): "QJK9T"})
    assert made == {"players": 3, "cards": {"p1": TWO, "p3": "QJK9T"}}
    assert setup["cards"] == {"p1": "JT9QK", "p3": ONE}
    assert SECRETS.put({}, [], {("p1", "card"): TWO, ("table", "dice"): ONE}) == ({}, [])


def test_the_opening_of_the_dice_stands_in_the_set_up() -> None:
    opening = Opening("table", "dice", NONCE, SEED)
    made = SECRETS.embed({"dice": DICE, "players": 3}, ("table", "dice"), opening)
    assert made == {"dice": {**DICE, "nonce": NONCE, "seed": SEED}, "players": 3}
    assert SECRETS.embed(made, ("table", "dice"), None) == {"dice": DICE, "players": 3}
    assert SECRETS.embed({}, ("p1", "card"), opening) is None
    assert SECRETS.embed({"dice": "declared"}, ("table", "dice"), opening) == {"dice": "declared"}


def test_values_are_checked_for_their_kind() -> None:
    assert SECRETS.wrong("p1", "card", "KQJT9") is None
    assert SECRETS.wrong("p1", "card", "KQJT").code == "struggle.card"
    assert SECRETS.wrong("table", "dice", SEED) is None
    for wrong in ("", "A" * 64, SEED + "\n", SEED[1:]):
        assert SECRETS.wrong("table", "dice", wrong).code == "struggle.dice-seed"


def test_everything_is_public_once_the_record_has_a_result() -> None:
    setup = {"cards": {"p1": ONE}, "dice": DICE}
    assert [SECRETS.public(secret) for secret in SECRETS.find(setup, [])] == [True, True]


# --- an ended game ----------------------------------------------------------------------------


def test_a_result_awaits_all_cards() -> None:
    state = _ended(cards={"p1": ONE, "p2": "KQJT9"}, deck="free")
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) is None
    assert GAME.awaits is not None
    assert GAME.awaits(state) == "p1's card is not opened"
    assert GAME.awaits(_ended(players=3, cards={"p1": ONE, "p2": TWO, "p3": ONE})) == (
        "p1's, p2's and p3's cards are not opened"
    )
    assert GAME.awaits(bound(LAST, cards={"p1": ONE, "p2": TWO})) is None
    assert GAME.awaits(_ended(cards={"p1": "JT9QK", "p2": "QJK9T"})) is None


def test_cards_must_be_there_once_the_game_has_ended() -> None:
    state = _ended(cards={"p1": ONE})
    assert GAME.awaits is not None
    assert GAME.awaits(state) == "p1's card is not opened; p2's card is not in the record"
    reason = lacking(state)
    assert reason is not None
    assert reason.code == "struggle.cards-missing"
    assert "p2's card is not in the record" in reason.message
    assert lacking(bound(LAST)) is None
    assert lacking(_ended(cards={"p1": ONE, "p2": TWO})) is None


def test_points_are_told_where_cards_are_known() -> None:
    state = bound(LAST, deck="free", players=3, cards={"p1": "KQJT9", "p2": ONE})
    assert told(state, "TT999=T2")[1:] == [
        "the game ends: K Q J T 9 on A B C D E", "p1 (KQJT9) scores 50", "p2's and p3's cards are not known",
    ]  # fmt: skip


def test_no_picture_or_line_depends_on_what_is_hidden() -> None:
    chance = Random("hidden")
    tokens, _ = random_game(chance)
    one, other = bound(cards={"p1": ONE, "p2": TWO}), bound(cards={"p1": TWO, "p2": ONE})
    assert GAME.play_line is not None
    assert (
        GAME.outcome(GAME.play_line(one, tokens)[0]) == GAME.outcome(GAME.play_line(other, tokens)[0]) is None
    )


# --- dealing ----------------------------------------------------------------------------------


def _dealt(seed: int, **fields: Any) -> dict[str, Any]:
    assert GAME.deal is not None
    return GAME.deal(Random(seed), fields)


def test_cards_are_dealt_from_the_deck_and_no_two_alike() -> None:
    for seed in range(30):
        made = _dealt(seed, players=4)
        assert list(made["cards"]) == ["p1", "p2", "p3", "p4"]
        bound(**made)
    assert _dealt(3) == _dealt(3) != _dealt(4)
    assert len(_dealt(1)["cards"]) == 2
    bound(**_dealt(5, deck="free", players=3))


def test_given_cards_are_left_alone() -> None:
    assert _dealt(1, cards={"p1": "JT9QK"}) == {"cards": {"p1": "JT9QK"}}
    assert _dealt(1, players=7) == {"players": 7}


def test_a_seed_is_drawn_from_the_system_and_not_from_the_given_chance() -> None:
    fields = {"dice": {"scheme": "hmac-sha256", "client": ""}}
    one, other = _dealt(1, **fields), _dealt(1, **fields)
    assert one["cards"] == other["cards"]
    assert one["dice"]["seed"] != other["dice"]["seed"]
    assert SECRETS.wrong("table", "dice", one["dice"]["seed"]) is None
    assert _dealt(1, dice=DICE)["dice"] == DICE
    assert _dealt(1, dice="declared")["dice"] == "declared"


# --- claims -----------------------------------------------------------------------------------


def _claims(state: State, tokens: list[str], result: Outcome | None = None) -> list[tuple[str, object]]:
    assert GAME.claims is not None
    found = list(GAME.claims(state, [GAME.parse_move(token) for token in tokens], result))
    assert all(isinstance(claim, Claim) and claim.why for claim in found)
    return [(claim.claim, claim.verdict) for claim in found]


def test_nothing_is_claimed_without_cards_or_dice() -> None:
    assert _claims(bound(), ["JJJTT=J3T2"]) == []
    assert _claims(bound(deck="free", cards={"p1": "KQJT9"}), []) == []


def test_cards_are_claimed_to_be_different() -> None:
    assert _claims(bound(cards={"p1": "JT9QK", "p2": "QJK9T"}), []) == [("cards", True)]
    assert _claims(bound(cards={"p1": "JT9QK", "p2": ONE}), []) == [("cards", "pending")]


def test_dice_are_claimed_to_have_fallen_as_the_seed_says() -> None:
    assert _claims(bound(dice=DICE), ["JJJTT=J3T2"]) == [("dice", "pending")]
    opened = bound(dice={**DICE, "nonce": NONCE, "seed": SEED})
    assert _claims(opened, []) == [("dice", "pending")]
    assert _claims(GAME.initial(SECRETS.known(opened.setup, "5" * 32)), []) == [("dice", True)]


def test_scores_are_claimed_where_the_result_has_them() -> None:
    state = bound(LAST, cards={"p1": "KQ9JT", "p2": "9TKJQ"})
    right = GAME.outcome(play(state, "TT999=T2"))
    assert right is not None
    wrong = Outcome(winners=("p1",), reason="arrival", scores={"p1": 30, "p2": 0})
    none = Outcome(winners=("p1",), reason="arrival")
    cards = ("cards", True)
    assert _claims(state, ["TT999=T2"], right) == [cards, ("scores", True)]
    assert _claims(state, ["TT999=T2"], wrong) == [cards, ("scores", False)]
    assert _claims(state, ["TT999=T2"], none) == [cards]
    assert _claims(state, [], right) == [cards, ("scores", False)]
    closed = bound(LAST, cards={"p1": "KQ9JT", "p2": ONE})
    assert _claims(closed, ["TT999=T2"], right) == [("cards", "pending"), ("scores", "pending")]


def test_the_number_of_players_is_all_that_is_asked_before_play() -> None:
    draft: Any = GAME.draft
    choice = draft.next_choice({})
    assert [option for option, _ in choice.options] == ["2", "3", "4"]
    assert draft.next_choice(draft.take({"deck": "free"}, "3")) is None
    assert draft.take({"deck": "free"}, "3") == {"deck": "free", "players": 3}


# --- dice in a shell --------------------------------------------------------------------------


def test_dice_are_typed_by_the_name_of_their_scheme() -> None:
    (field,) = [field for field in GAME.setup_fields if field.name == "dice"]
    assert field.typed is not None
    assert field.typed("declared") == "declared"
    assert field.typed("hmac-sha256") == {"scheme": "hmac-sha256", "client": ""}
    assert field.typed('{"scheme": "x"}') == {"scheme": "x"}
    with pytest.raises(ValueError, match=r"."):
        field.typed("loaded")


def test_players_contribute_to_dice_that_can_be_checked() -> None:
    rolling: Any = GAME.dice
    fields = rolling.checked({"players": 3})
    assert fields == {"players": 3, "dice": {"scheme": "hmac-sha256", "client": ""}}
    assert rolling.client(fields) == ""
    assert rolling.client(rolling.contributed(fields, "ana,ben")) == "ana,ben"
    assert rolling.client({}) is None
    assert rolling.client({"dice": "declared"}) is None
