"""Positions of Crungle for the tests, on both derivations of the rules; random play with everything in it."""

import random
from collections.abc import Iterator
from typing import Any

from struckle_cli.core.errors import NotationError
from struckle_cli.engine.binding import bind
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.draft import deal
from struckle_cli.games.crungle.rules import violation
from struckle_cli.games.crungle.state import State
from tests.games.crungle import slow, slow_rules

GOALS, START = "G2 G9", "orange=1 purple=9"


def fields_of(goals: str, rules: str, start: str) -> dict[str, Any]:
    """The set-up fields of the texts of a record's tags."""
    places = {seat: int(cell) for seat, cell in (part.split("=") for part in start.split())}
    return {"goals": goals.split(), "rules": rules.split(), "start": places}


def state_of(fields: dict[str, Any]) -> State:
    bound = bind(GAME, fields)
    assert bound.faults == (), bound.faults
    return bound.start


def slow_of(fields: dict[str, Any]) -> slow.Position:
    start = fields["start"]
    return slow.Position(tuple(fields["goals"]), tuple(fields["rules"]), start["purple"], start["orange"])


class Game:
    """A record on both derivations at once; `play` wants them to agree at every token."""

    def __init__(self, rules: str, start: str = START, goals: str = GOALS) -> None:
        fields = fields_of(goals, rules, start)
        self.state, self.position = state_of(fields), slow_of(fields)
        agree(self.state, self.position)

    def play(self, *tokens: str) -> "Game":
        """Play tokens that may stand, valid or not."""
        for token in " ".join(tokens).split():
            assert self.refused(token) is None, token
            self.state = GAME.apply(self.state, GAME.parse_move(token))
            after = slow.step(self.position, token)
            assert after is not None, token
            self.position = after
            agree(self.state, self.position)
        return self

    def refused(self, token: str) -> str | None:
        """The code of why a token may not stand here; None where it may."""
        code = refused(self.state, token)
        assert (code is None) == (slow.step(self.position, token) is not None), token
        return code

    def wrong(self, token: str) -> str | None:
        """The code of the rule that a readable move breaks here; None if it is valid."""
        code = wrong(self.state, token)
        assert (code is None) == (slow.what_is_broken(self.position, token) is None), token
        return code

    def moves(self, rule: str = "") -> list[str]:
        """The valid tokens whose rule is spelled so (all by default), without the rule where one is named."""
        found = listed(self.state)
        if not rule:
            return found
        return [token.partition(":")[2] for token in found if token.partition(":")[0] == rule]

    @property
    def cells(self) -> tuple[int, int]:
        """Purple's and orange's."""
        purple, orange = self.state.cells
        return purple + 1, orange + 1

    @property
    def to_move(self) -> str | None:
        return GAME.to_move(self.state)

    @property
    def end(self) -> tuple[str, str] | None:
        """The winner and the reason."""
        return end_of(self.state)

    @property
    def counts(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Counted violations and ignored objections of purple and orange."""
        return self.state.violations, self.state.objections


def listed(state: State) -> list[str]:
    return sorted(map(GAME.format_move, GAME.legal_moves(state)))


def end_of(state: State) -> tuple[str, str] | None:
    found = GAME.outcome(state)
    return None if found is None else (found.winners[0], found.reason)


def refused(state: State, token: str) -> str | None:
    try:
        reason = GAME.why_illegal(state, GAME.parse_move(token))
    except NotationError as error:
        reason = error.reason
    return None if reason is None else reason.code


def wrong(state: State, token: str) -> str | None:
    reason = violation(state, GAME.parse_move(token))  # type: ignore[arg-type]
    return None if reason is None else reason.code


def agree(state: State, position: slow.Position) -> None:
    """Everything that both derivations say of a position outside of a demonstration."""
    assert (state.cells[0] + 1, state.cells[1] + 1) == (position.purple, position.orange)
    assert state.violations == position.violations
    assert state.objections == position.objections
    assert end_of(state) == (None if position.winner is None else (position.winner, position.reason))
    if position.winner:
        assert GAME.to_move(state) is None
        assert listed(state) == []
    elif not position.stage:
        assert GAME.to_move(state) == position.mover
        assert listed(state) == slow.valid_moves(position)


# --- random play -----------------------------------------------------------------------------------


def any_move(chance: random.Random, rules: tuple[str, ...]) -> str:
    """Any readable move over some rules: direct, or indirect ones applying any of them."""
    direct = [rule for rule in rules if rule in slow_rules.DIRECT] or ["M1"]
    rule = chance.choice(rules)
    over = [chance.choice(direct) for _ in range(2 if rule == "I2" else 1)]
    text = rule if rule in direct else f"{rule}({','.join(over)})"
    opp = chance.choice(["", f"/{chance.randint(1, 9)}"])
    return f"{text}:{chance.randint(1, 9)}{opp}"


def any_token(chance: random.Random, position: slow.Position) -> str:
    """A token that may stand while no bet is open: mostly a valid move, at times anything readable."""
    luck = chance.random()
    valid = chance.choice(slow.valid_moves(position))
    if luck < 0.75:
        return valid
    if luck < 0.85:
        return any_move(chance, position.rules)
    if luck < 0.88:
        return any_move(chance, slow_rules.EVERYTHING)
    if luck < 0.91:
        return valid + "?"
    if luck < 0.94:
        return any_move(chance, position.rules) + "?"
    return chance.choice(["pass", "pass?", "bet:purple decline", "bet:orange decline"])


def random_setup(chance: random.Random, **fields: Any) -> dict[str, Any]:
    return deal(chance, fields)


def walk(chance: random.Random, plies: int, **fields: Any) -> Iterator[tuple[State, slow.Position]]:
    """The positions of a random game with everything that may happen in it, the start among them."""
    setup = random_setup(chance, **fields)
    state, position = state_of(setup), slow_of(setup)
    yield state, position
    for _ in range(plies):
        if position.winner:
            return
        for token in any_token(chance, position).split():
            state = GAME.apply(state, GAME.parse_move(token))
            after = slow.step(position, token)
            assert after is not None
            position = after
        yield state, position
