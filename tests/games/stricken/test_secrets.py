"""What a record may hide: finding it, closing it, opening it again."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import play as replay
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.hiding import SECRETS, find, put, wrong
from tests.games.stricken.setups import DEFAULT, hidden

HASH = "#" + "0123456789abcdef" * 4
MOVES = [
    "F2[1b1-1a1]",
    "5b1-5a1",
    "1c1-1b1",
    "F3[5c1:P]",
    "pass",
    f"F[{HASH}]",
    "claim",
    "=void",
    "F4[1b1-1a1]",
]


def test_every_secret_is_found_in_the_order_of_their_places() -> None:
    found = [
        (secret.seat, secret.what, secret.text, secret.pointer, secret.ply) for secret in find(DEFAULT, MOVES)
    ]
    assert found == [
        ("white", "beads", "I,W,P,S,IW,IP,IS,WP,WS,PS,IWP,IWPS", "/setup/shells/white", 0),
        ("black", "beads", "IWPS,WPS,IPS,IWS,IWP,PS,WS,WP,IS,IP,IW,S", "/setup/shells/black", 0),
        ("white", "order:1", "F2[1b1-1a1]", "/moves/0", 1),
        ("black", "order:2", "F3[5c1:P]", "/moves/3", 4),
        ("black", "order:3", HASH, "/moves/5", 6),
    ]
    closed = find(hidden(DEFAULT, "black"), [])
    assert [(secret.seat, secret.closed, secret.pointer) for secret in closed] == [
        ("white", False, "/setup/shells/white"), ("black", True, "/setup/beads/black"),
    ]  # fmt: skip
    assert not any(SECRETS.public(secret) for secret in find(DEFAULT, MOVES))


def test_closing_and_opening_again_is_the_same_record() -> None:
    secrets = find(DEFAULT, MOVES)
    values = {secret.key: secret.text for secret in secrets}
    closed, tokens = put(DEFAULT, MOVES, dict.fromkeys(values, HASH))
    assert bind(GAME, closed).faults == ()
    assert closed["beads"] == {"white": HASH, "black": HASH}
    assert all("bead" not in shell for side in closed["shells"].values() for shell in side)
    assert [secret.key for secret in find(closed, tokens)] == [secret.key for secret in secrets]
    assert all(secret.closed for secret in find(closed, tokens))
    opened, back = put(closed, tokens, values)
    assert (opened, back) == (DEFAULT, MOVES)


def test_one_side_alone() -> None:
    values = {secret.key: secret.text for secret in find(DEFAULT, MOVES)}
    closed, tokens = put(DEFAULT, MOVES, {key: HASH for key in values if key[0] == "black"})
    assert closed == hidden(DEFAULT, "black")
    assert tokens[0] == MOVES[0]
    assert tokens[3] == f"F[{HASH}]"
    before = (repr(DEFAULT), repr(MOVES))
    put(DEFAULT, MOVES, dict.fromkeys(values, HASH))
    assert before == (repr(DEFAULT), repr(MOVES)), "nothing that is given changes"


def test_a_closed_record_can_be_played_where_the_open_one_can() -> None:
    moves = ["F2[1b1-1a1]", "5b1-5a1", "1c1-2c1", "F3[5c1:P]", "=1b1-1a1", "pass"]
    closed, tokens = put(DEFAULT, moves, {secret.key: HASH for secret in find(DEFAULT, moves)})
    assert replay(GAME, bind(GAME, DEFAULT).start, moves)[1] == len(moves)
    assert replay(GAME, bind(GAME, closed).start, tokens)[1] == len(moves)


@pytest.mark.parametrize(
    ("setup", "moves"),
    [
        ({}, []),
        ({"shells": 1, "beads": 2}, ["F"]),
        ({"shells": {"white": [1] * 12}, "beads": {"white": "x"}}, ["F[]", "F2[]", "F2[pass]", "F[#]"]),
        ({"shells": {"white": [{"bead": 1}] * 12, "black": [{"bead": "Z"}] * 12}}, [""]),
        ({"beads": {"white": HASH.upper(), "black": None, "red": HASH}}, [f"F[{HASH.upper()}]"]),
    ],
)
def test_nonsense_has_no_secrets(setup: dict[str, Any], moves: list[str]) -> None:
    assert find(setup, moves) == []
    assert put(setup, moves, {("white", "beads"): HASH}) == (setup, moves)


BEADS = "I,W,P,S,IW,IP,IS,WP,WS,PS,IWP,IWPS"


@pytest.mark.parametrize(
    ("seat", "what", "value"),
    [("white", "beads", BEADS), ("black", "order:1", "F2[1a2x1a3]"), ("white", "order:60", "F3[1a2:I]"),
     ("white", "beads", ",".join(["I"] * 12))],
)  # fmt: skip
def test_opened_values_of_the_right_shape(seat: str, what: str, value: str) -> None:
    assert wrong(seat, what, value) is None


@pytest.mark.parametrize(
    ("seat", "what", "value"),
    [
        ("white", "beads", ""), ("white", "beads", BEADS + ",I"), ("white", "beads", BEADS[2:]),
        ("white", "beads", BEADS.replace("IW,", "WI,")), ("white", "beads", BEADS + " "),
        ("white", "beads", "," * 10**6), ("black", "order:1", "F4[1a2x1a3]"), ("black", "order:1", "1a2x1a3"),
        ("black", "order:1", "F2[pass]"), ("black", "order:1", f"F[{HASH}]"), ("black", "order:1", ""),
        ("black", "order:0", "F2[1a2:I]"), ("black", "order:٣", "F2[1a2:I]"), ("black", "card", "JT9QK"),
        ("red", "beads", BEADS), ("table", "dice", "0"),
    ],
)  # fmt: skip
def test_opened_values_of_another_shape(seat: str, what: str, value: str) -> None:
    reason = wrong(seat, what, value)
    assert reason is not None
    assert reason.code == "stricken.opened"
    assert len(reason.message) < 300


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just(HASH),
    lambda inner: (
        st.lists(inner, max_size=12)
        | st.dictionaries(st.sampled_from(["white", "black", "bead", "point", "x"]), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(st.fixed_dictionaries({}, optional={"shells": JSON, "beads": JSON, "deal": JSON, "claim_at": JSON}))
def test_nothing_raises_whatever_stands_in_a_set_up(fields: dict[str, Any]) -> None:
    GAME.read_setup(fields)
    put(fields, [], {secret.key: HASH for secret in find(fields, [])})
