"""Positions and questions for the tests of Stricken's rules."""

import re
from typing import Any

from msgspec.structs import replace

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import BEAD, OFF, POINT
from struckle_cli.games.stricken.setup import Terms
from struckle_cli.games.stricken.state import State
from tests.games.stricken.setups import DEFAULT

SPEC = re.compile(r"(?P<point>[1-5][a-e][1-5])(?: (?P<bead>[IWPS]+|\?))?(?: P(?P<power>\d+))?"
                  r"(?: W(?P<wards>\d+))?(?: D(?P<damage>\d+))?(?P<sapped> sapped)?\Z")  # fmt: skip


def bound(fields: dict[str, Any] | None = None) -> State:
    """The start of a set-up, which must be sound."""
    found = bind(GAME, DEFAULT if fields is None else fields)
    assert found.faults == ()
    state: State = found.start
    return state


def number(name: str) -> int:
    """The number of a shell that is named like `w3` or `b12`."""
    return 12 * (name[0] == "b") + int(name[1:]) - 1


def placed(turn: int = 1, to_move: str = "white", terms: Terms | None = None, **shells: str) -> State:
    """A position with some shells only: `w1="1a1 IWPS P2 W1 D1 sapped"`; all others are destroyed.

    Left out: the bead IWPS, Power 1, no Ward buffs, no damage. Points are those of the destroyed shells.
    """
    where, beads, power, wards, damage, sapped = [OFF] * 24, [15] * 24, [1] * 24, [0] * 24, [1] * 24, 0
    for name, text in shells.items():
        match = SPEC.match(text)
        assert match, text
        shell = number(name)
        where[shell] = POINT[match["point"]]
        beads[shell] = BEAD[match["bead"] or "IWPS"]
        power[shell] = int(match["power"] or 1)
        wards[shell] = int(match["wards"] or 0)
        damage[shell] = int(match["damage"] or 0)
        sapped |= bool(match["sapped"]) << shell
    lost = where[:12].count(OFF), where[12:].count(OFF)
    return State(
        terms or Terms(), 2 * turn - (2 if to_move == "white" else 1), bytes(where), tuple(beads), bytes(24),
        bytes(24), tuple(power), tuple(wards), tuple(damage), sapped, (lost[1], lost[0]),
        (sum(damage[:12]), sum(damage[12:])), ((), ()), (0, 0), -1,
    )  # fmt: skip


def blind(state: State, *seats: str) -> State:
    """The state with the beads of some sides hidden."""
    beads = list(state.beads)
    for seat in seats:
        low = 12 * (seat == "black")
        beads[low : low + 12] = [None] * 12
    return replace(state, beads=tuple(beads))


def play(state: State, *tokens: str) -> State:
    """The state after tokens, all of which must be legal; stepped, and held against `play_line`."""
    start = state
    for token in tokens:
        move = GAME.parse_move(token)
        assert GAME.format_move(move) == token
        reason = GAME.why_illegal(state, move)
        assert reason is None, (token, reason)
        state = GAME.apply(state, move)
    assert GAME.play_line is not None
    assert GAME.play_line(start, tokens) == (state, len(tokens))
    return state


def why(state: State, token: str) -> Reason | None:
    """Why a token is refused, for its form or its meaning; None if it is legal."""
    try:
        return GAME.why_illegal(state, GAME.parse_move(token))
    except NotationError as error:
        return error.reason


def code(state: State, token: str) -> str | None:
    """The code by which a token is refused, without `stricken.`; None if it is legal."""
    reason = why(state, token)
    return None if reason is None else reason.code.removeprefix("stricken.")


def refused(state: State, token: str, expected: str, *words: str) -> None:
    """Check that a token is refused with this code, in a sentence with these words, and has a nearest one."""
    reason = why(state, token)
    assert reason is not None, token
    assert reason.code == f"stricken.{expected}", reason
    for word in words:
        assert word in reason.message, reason.message
    fault = judge_token(GAME, state, token, 1)
    assert (fault.suggestion is None) == (GAME.outcome(state) is not None)
    assert fault.suggestion in (None, *tokens(state))


def tokens(state: State) -> list[str]:
    """The tokens of all legal moves."""
    return [GAME.format_move(move) for move in GAME.legal_moves(state)]


def strength(state: State, name: str) -> tuple[int, int]:
    """Power and Defense of a shell."""
    shell = number(name)
    return state.power[shell], state.defense(shell)


def alive(state: State, *names: str) -> list[bool]:
    """Which of some shells are on the lattice."""
    return [state.where[number(name)] != OFF for name in names]


def stands(state: State, name: str) -> str | None:
    """The point of a shell; None if it is destroyed."""
    return next((point for point, place in POINT.items() if place == state.where[number(name)]), None)


def won(state: State) -> tuple[str, str] | None:
    """The result token and reason; None for a running game."""
    found = GAME.outcome(state)
    return None if found is None else (found.token, found.reason)
