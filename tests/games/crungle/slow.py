"""A second, naive and slow derivation of the rules of Crungle, for tests to compare with.

Written from the sentences of the rules page alone; imports nothing of the project. Nothing of a
player's past is ever forgotten: goals are judged from all turn ends. `replay` tells everything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tests.games.crungle import slow_rules
from tests.games.crungle.slow_rules import OTHER, PLAYERS, End, Form, Statement, ends, opp_is_stated, reached


@dataclass(frozen=True)
class Turn:
    """One completed turn."""

    player: str
    began: int  # where own stood when it began
    end: End
    picked: str | None  # which of the four rules was picked
    bans: str | None = None  # the rule that I1 bans on the next turn


@dataclass(frozen=True)
class Position:
    """A game so far: the set-up, all turns, the counts, an open bet, the result."""

    goals: tuple[str, ...]
    rules: tuple[str, ...]
    purple: int
    orange: int
    turns: tuple[Turn, ...] = ()
    violations: tuple[int, int] = (0, 0)  # purple's, orange's
    objections: tuple[int, int] = (0, 0)  # the ignored ones
    bettor: str | None = None
    stage: str | None = None  # of the open bet: "asked", "accepted", "shown"
    shown: tuple[str, ...] = ()  # the demonstration so far
    winner: str | None = None
    reason: str | None = None

    @property
    def mover(self) -> str:
        """Whose turn it is, bets aside."""
        return PLAYERS[len(self.turns) % 2]

    def cell(self, player: str) -> int:
        return self.purple if player == "purple" else self.orange

    def turns_of(self, player: str) -> list[Turn]:
        return [turn for turn in self.turns if turn.player == player]

    def ends_of(self, player: str) -> list[End]:
        return [turn.end for turn in self.turns_of(player)]

    def back(self, player: str) -> int | None:
        """Where the player's last completed turn began."""
        own = self.turns_of(player)
        return own[-1].began if own else None

    def side(self) -> tuple[int, int]:
        """The cells of own and opp, for the player whose turn it is."""
        return self.cell(self.mover), self.cell(OTHER[self.mover])


def begin(goals: str, rules: str, start: str) -> Position:
    """`begin("G3 G7", "M2 M11 I2 M16", "orange=1 purple=9")`."""
    where = dict(part.split("=") for part in start.split())
    return Position(tuple(goals.split()), tuple(rules.split()), int(where["purple"]), int(where["orange"]))


# --- what a move may be --------------------------------------------------------------------------


def banned(position: Position) -> str | None:
    """The rule that I1 bans on the turn to come: only the turn just completed can ban one."""
    return position.turns[-1].bans if position.turns else None


def broken_by_form(position: Position, form: Form) -> str | None:
    """Which sentence forbids this form on this turn, wherever it leads."""
    rule, over = form
    past = position.turns_of(position.mover)
    if rule not in position.rules:
        return "not selected"
    if past and past[-1].picked == rule:
        return "repeated"
    if banned(position) in (rule, *over):
        return "banned"
    if any(part not in position.rules for part in over):
        return "applies an unselected rule"
    if len(set(over)) != len(over):
        return "twice the same"
    return None


def ends_now(position: Position, form: Form) -> frozenset[tuple[int, int]]:
    """All ends of a form from here, bans aside."""
    own, opp = position.side()
    return ends(form, own, opp, position.back(position.mover), position.back(OTHER[position.mover]))


def broken_by_ends(statement: Statement, stays: int, found: frozenset[tuple[int, int]]) -> str | None:
    """Which sentence forbids these destinations, of a form that leads to `found`; opp is on `stays`."""
    form, own, opp = statement
    if not found:
        return "nowhere to go"
    if opp_is_stated(form) != (opp is not None):
        return "opp not stated" if opp is None else "opp stated"
    return None if (own, stays if opp is None else opp) in found else "wrong destination"


def broken(position: Position, statement: Statement) -> str | None:
    """Which sentence a stated move breaks; None if it is valid."""
    form, stays = statement[0], position.side()[1]
    return broken_by_form(position, form) or broken_by_ends(statement, stays, ends_now(position, form))


def valid_statements(position: Position) -> list[str]:
    """The valid tokens but `pass`, found by trying every readable one of the selected rules."""
    valid, stays = [], position.side()[1]
    for form in slow_rules.forms(position.rules):
        found = ends_now(position, form)
        if not found or broken_by_form(position, form):
            continue  # none of the 90 destinations can be valid
        for statement, text in slow_rules.statements_of(form):
            if broken_by_ends(statement, stays, found) is None:
                valid.append(text)
    return sorted(valid)


def valid_moves(position: Position) -> list[str]:
    """The valid tokens, sorted; none when the game is over."""
    return [] if position.winner else valid_statements(position) or ["pass"]


def what_is_broken(position: Position, move: str) -> str | None:
    """The same as `broken`, for a readable token without its `?`."""
    if move == "pass":
        return "a move is possible" if valid_statements(position) else None
    statement = slow_rules.read_move(move)
    assert statement is not None, move
    return broken(position, statement)


# --- playing -------------------------------------------------------------------------------------


def complete(position: Position, move: str) -> Position:
    """After a statement that stands, valid or not, with the win that it brings."""
    own, opp = position.side()
    picked, bans = None, None
    if move != "pass":
        statement = slow_rules.read_move(move)
        assert statement is not None, move
        (rule, over), own, stated = statement
        opp = opp if stated is None else stated
        picked = rule if rule in position.rules else None
        bans = over[0] if rule == "I1" else None
    mover = position.mover
    turn = Turn(mover, position.cell(mover), (own, opp), picked, bans)
    cells = {mover: own, OTHER[mover]: opp}
    after = replace(position, turns=(*position.turns, turn), **cells)
    if any(reached(goal, after.ends_of(mover)) for goal in position.goals):
        return replace(after, winner=mover, reason="goal")
    return after


def counted(counts: tuple[int, int], player: str) -> tuple[int, int]:
    purple, orange = counts
    return (purple + 1, orange) if player == "purple" else (purple, orange + 1)


def stated(position: Position, token: str) -> Position:
    """After a move, with or without an objection to it."""
    move, mover = token.removesuffix("?"), position.mover
    if move == token:
        return complete(position, move)
    if what_is_broken(position, move) is not None:  # upheld: taken back
        violations = counted(position.violations, mover)
        after = replace(position, violations=violations)
        if violations[PLAYERS.index(mover)] == 3:
            return replace(after, winner=OTHER[mover], reason="violations")
        return after
    objections = counted(position.objections, OTHER[mover])
    after = replace(complete(position, move), objections=objections)
    if after.winner is None and objections[PLAYERS.index(OTHER[mover])] == 3:
        return replace(after, winner=mover, reason="objections")
    return after


def proves(position: Position, shown: Iterable[str]) -> bool:
    """Whether these moves are a valid demonstration from this position."""
    at = replace(position, bettor=None, stage=None, shown=())
    for move in shown:
        if at.winner or what_is_broken(at, move) is not None:
            return False
        at = complete(at, move)
    return at.reason == "goal"


def in_a_bet(position: Position, token: str) -> Position | None:
    """The next position while a bet is open; None if the token may not stand here."""
    bettor = position.bettor
    assert bettor is not None
    match position.stage, token:
        case "asked", "decline":
            return replace(position, bettor=None, stage=None)
        case "asked", "accept":
            return replace(position, stage="accepted")
        case "accepted", "(":
            return replace(position, stage="shown")
        case "shown", ")":
            proved = proves(position, position.shown)
            return replace(position, winner=OTHER[bettor] if proved else bettor, reason="bet")
        case "shown", move if move == "pass" or slow_rules.read_move(move):
            return replace(position, shown=(*position.shown, move))
    return None


def step(position: Position, token: str) -> Position | None:
    """The next position; None if the record is broken here."""
    if position.winner or not slow_rules.readable(token):
        return None
    if position.stage:
        return in_a_bet(position, token)
    if token.startswith("bet:"):
        return replace(position, bettor=token.removeprefix("bet:"), stage="asked")
    if token in ("accept", "decline", "(", ")"):
        return None
    return stated(position, token)


@dataclass(frozen=True)
class Said:
    """What the slow derivation says of one token of a record."""

    token: str
    readable: bool
    stands: bool  # whether the record may go on with it
    broken: str | None  # the sentence that a move breaks, objected to or not
    after: Position


def replay(position: Position, tokens: Iterable[str]) -> list[Said]:
    """Everything of a record, token by token, up to the first that may not stand."""
    told = []
    for token in tokens:
        after = step(position, token)
        readable, fault = slow_rules.readable(token), None
        move = token.removesuffix("?")
        if after is not None and not position.stage and (move == "pass" or slow_rules.read_move(move)):
            fault = what_is_broken(position, move)
        told.append(Said(token, readable, after is not None, fault, after or position))
        if after is None:
            break
        position = after
    return told


def play(position: Position, *tokens: str) -> Position:
    """The position after a record that is not broken."""
    told = replay(position, " ".join(tokens).split())
    assert all(said.stands for said in told), told[-1]
    return told[-1].after if told else position


def perft(position: Position, depth: int) -> int:
    """The number of sequences of so many valid moves."""
    moves = valid_moves(position) if depth else []
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(complete(position, move), depth - 1) for move in moves)
