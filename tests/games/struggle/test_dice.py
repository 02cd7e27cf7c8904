"""Rolls, and dice that can be checked."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.dice import faces
from struckle_cli.games.struggle.faces import FACES, GROUPS, encode, within
from struckle_cli.games.struggle.state import State
from tests.games.struggle import slow
from tests.games.struggle.helpers import DICE, bound, plays, random_rolls, refused, why

SEED = "".join(f"{byte:02x}" for byte in range(32))
ID = "0123456789abcdef0123456789abcdef"
CHECKED = {
    "scheme": "hmac-sha256",
    "commit": "#" + "0" * 64,
    "client": "ana,ben",
    "nonce": "1" * 64,
    "seed": SEED,
}

KNOWN = (
    # client, turn, roll, dice, faces: the table of formats/struggle.md
    ("ana,ben", 1, 0, 5, "AAKQJ"),
    ("ana,ben", 1, 1, 3, "AKQ"),
    ("ana,ben", 1, 2, 1, "Q"),
    ("ana,ben", 2, 0, 5, "AAAKT"),
    ("", 1, 0, 5, "QQQQ9"),
    ("Zoë", 17, 2, 4, "AKJ9"),
)


def test_the_stream_is_that_of_a_second_implementation() -> None:
    chance = Random("stream")
    for _ in range(300):
        seed = chance.randbytes(32).hex()
        identity, client = chance.randbytes(16).hex(), chance.choice(["", "ana,ben", "Zoë:1:2", "x" * 500])
        turn, roll, dice = chance.choice([1, 7, 10**18]), chance.randrange(3), chance.randint(1, 5)
        expected = slow.thrown(seed, identity, client, turn, roll, dice)
        assert faces(seed, identity, client, turn, roll, dice) == expected
        assert expected in GROUPS


def test_many_dice_need_more_than_one_block() -> None:
    assert faces(SEED, ID, "x", 1, 0, 500) == slow.thrown(SEED, ID, "x", 1, 0, 500)


def test_all_faces_are_equally_likely() -> None:
    """Chi-square over 60,000 dice of one seed; five degrees of freedom, 20.5 is the 0.1 percent point."""
    counts = Counter("".join(faces(SEED, ID, "", turn, roll, 5) for turn in range(4000) for roll in range(3)))
    assert sum(counts.values()) == 60_000
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in FACES) < 20.5


def _checked(**more: Any) -> State:
    state = bound(dice=CHECKED, **more)
    assert GAME.secrets is not None
    return GAME.initial(GAME.secrets.known(state.setup, ID))


def test_rolls_are_recomputed_from_an_open_seed() -> None:
    state = _checked()
    throw = DICE.foreseen(state, SEED)
    rolls = DICE.roll("", "", throw)
    assert rolls == faces(SEED, ID, "ana,ben", 1, 0, 5)
    longer = DICE.roll(DICE.roll(rolls, rolls[:2], throw), "", throw)
    assert longer.split("/")[2] == "+" + faces(SEED, ID, "ana,ben", 1, 2, 5)
    for found in (rolls, longer):
        assert plays(state, found)
        assert [GAME.why_illegal(state, move) for move in DICE.plays(state, found)] == [None] * len(
            plays(state, found)
        )
    after = GAME.apply(state, DICE.plays(state, longer)[0])
    assert DICE.roll("", "", DICE.foreseen(after, SEED)) == faces(SEED, ID, "ana,ben", 2, 0, 5)


def test_a_roll_that_fell_otherwise_is_named() -> None:
    state = _checked()
    fell = faces(SEED, ID, "ana,ben", 1, 0, 5)
    other = "AAAAA" if fell != "AAAAA" else "KKKKK"
    refused(state, f"{other}=-", "wrong-roll", "turn 1", "first roll", fell, other)
    again = faces(SEED, ID, "ana,ben", 1, 1, 4)
    wrong = "AAAA" if again != "AAAA" else "KKKK"
    token = f"{fell}/{fell[0]}+{wrong}=-"
    refused(state, token, "wrong-roll", "second roll", again, wrong)
    assert plays(state, other) == []
    assert DICE.near(state, f"{other}=-") == []


def test_rolls_are_not_looked_at_while_the_seed_or_the_id_is_not_known() -> None:
    closed = {key: CHECKED[key] for key in ("scheme", "commit", "client")}
    assert why(bound(dice=closed), "AAAAA=-") is None
    assert why(bound(dice=CHECKED), "AAAAA=-") is None
    assert why(bound(), "AAAAA=-") is None


def test_play_line_recomputes_rolls_too() -> None:
    state, tokens = _checked(), []
    start = state
    for _ in range(30):
        rolls = DICE.roll("", "", DICE.foreseen(state, SEED))
        move = DICE.plays(state, rolls)[-1]
        tokens.append(GAME.format_move(move))
        state = GAME.apply(state, move)
    assert GAME.play_line is not None
    assert GAME.play_line(start, tokens) == (state, 30)
    assert GAME.play_line(start, [*tokens[:9], "AAAAA=-", *tokens[10:]])[1] == 9


# --- rolling ------------------------------------------------------------------------------------


def test_rolling_makes_rolls_that_can_be_read() -> None:
    chance = Random("rolling")
    for _ in range(300):
        rolls = random_rolls(chance)
        assert plays(bound(), rolls)
        assert slow.hand_of(rolls) is not None
        assert DICE.throws_left(rolls) == 2 - rolls.count("/")
    assert DICE.throws_left("") == 3


def test_kept_faces_may_be_told_in_any_order() -> None:
    def throw(roll: int, dice: int) -> str:
        return "K" * dice

    assert DICE.roll("AKQJ9", "JA", throw) == "AKQJ9/AJ+KKK"
    assert DICE.roll("AKQJ9", "", throw) == "AKQJ9/+KKKKK"


@pytest.mark.parametrize(
    ("rolls", "kept", "code"),
    [
        ("", "A", "kept-not-rolled"), ("AKQJ9", "T", "kept-not-rolled"), ("AKQJ9", "AA", "kept-not-rolled"),
        ("AKQJ9", "AKQJ9", "nothing-thrown"), ("AKQJ9", "A" * 999, "nothing-thrown"),
        ("AKQJ9", "X", "syntax"),
        ("AKQJ9/+AKQJ9/+AKQJ9", "A", "syntax"), ("AKQ9J", "A", "face-order"), ("nonsense", "A", "syntax"),
        ("AKQJ9", "a", "syntax"),
    ],
)  # fmt: skip
def test_what_cannot_be_rolled_is_refused(rolls: str, kept: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        DICE.roll(rolls, kept, DICE.drawn(Random(1)))
    assert caught.value.reason.code == f"struggle.{code}"


def test_groups_within_groups() -> None:
    for one in GROUPS:
        for other in ("AKQJ9", "AAKK9", "99999", "AAAAA", ""):
            assert within(encode(one), encode(other)) == (not Counter(one) - Counter(other))


def test_the_published_vectors() -> None:
    for client, turn, roll, dice, expected in KNOWN:
        assert faces(SEED, ID, client, turn, roll, dice) == expected
        assert slow.thrown(SEED, ID, client, turn, roll, dice) == expected
