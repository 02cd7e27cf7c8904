"""A Crungle position as shapes: nine cells with the pieces, and beside them goals, rules and counts.

Purple's piece is round and Orange's square. The steps of each goal stand in a row a player, filled where they
are done. In a demonstration it is the demonstrated position that is drawn, in a frame of its own.
"""

from functools import lru_cache
from textwrap import wrap

from struckle_cli.core.drawing import Drawing, Fact, Look, Shape, box, disc, label, line, words
from struckle_cli.core.errors import UsageError, short
from struckle_cli.games.crungle.board import CELLS, rule_name
from struckle_cli.games.crungle.entries import legal_moves, to_move
from struckle_cli.games.crungle.moves import Pass, Statement
from struckle_cli.games.crungle.notation import parse_move
from struckle_cli.games.crungle.progress import progress, steps
from struckle_cli.games.crungle.render import bet_text, held, shown_of
from struckle_cli.games.crungle.rules import LIMIT
from struckle_cli.games.crungle.setup import SEATS, Setup, goal_name
from struckle_cli.games.crungle.state import End, State
from struckle_cli.games.crungle.texts import texts

CELL = 122
_LEFT, _TOP = 24, 62
_SPAN = 3 * CELL
_PANEL = _LEFT + _SPAN + 30
WIDTH, HEIGHT = _PANEL + 436, _TOP + _SPAN + 24
_SIDES = {"above": "↑", "below": "↓", "left": "←", "right": "→"}
"""How a step is written that is a side of the opponent."""
_GOAL = 126
"""How high a goal with its steps is."""

Shapes = tuple[Shape, ...]


def draw(state: State, look: Look) -> Drawing:
    """The board with its goals and rules; it is drawn from one side only.

    `look.chosen` is `purple` or `orange`, or the cell of one (the mover's, where both stand on it). Raises
    `UsageError` for any other, and where nobody moves.
    """
    shown = shown_of(state)
    before = look.before if isinstance(look.before, State) else None
    targets = _targets(state, look.chosen)
    told = _told(state, look.last, before)
    shapes = [*_ground(state.setup), *_demonstration(state)]
    for cell in CELLS:
        shapes += _cell(cell)
    shapes += [*_done(shown), *_last(state, look.last, before)]
    for seat, cell in enumerate(shown.cells):
        shapes += _man(seat, *_place(seat, cell), 25, f"{SEATS[seat]} on {cell + 1}")
    shapes += [
        *_banner(state, told, look.last),
        *_progress(shown),
        *_picked(shown),
        *_counts(state),
        *targets,
    ]
    facts = _facts(state)
    return Drawing(width=WIDTH, height=HEIGHT, shapes=tuple(shapes), about=_about(state, facts), facts=facts)


# --- what a set-up fixes ------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _ground(setup: Setup) -> Shapes:
    """The names of goals and rules, with what they say."""
    shapes = [box(0, 0, WIDTH, HEIGHT, "frame")]
    for number, goal in enumerate(setup.goals):
        x, y, name = _PANEL, _TOP + _GOAL * number, goal_name(goal)
        shapes += [
            box(x, y, 54, 32, "wall", radius=5, about=f"{name}: {texts()[name]}"),
            box(x + 2, y + 2, 50, 28, "ground", radius=4),
            label(x + 27, y + 16, 19, name, "text"),
        ]
        lines = wrap(texts()[name], 46)
        shapes += [
            words(x + 64, y + 16 + 17 * row - 8 * (len(lines) - 1), 13, text)
            for row, text in enumerate(lines)
        ]
    for number, rule in enumerate(setup.rules):
        x, y = _tile(number)
        about = f"{rule_name(rule)}: {texts()[rule_name(rule)]}"
        shapes += [
            box(x, y, 94, 36, "wall", radius=5, about=about),
            box(x + 2, y + 2, 90, 32, "ground2", radius=4),
            label(x + 34, y + 18, 19, rule_name(rule), "text"),
        ]
    return tuple(shapes)


def _tile(number: int) -> tuple[int, int]:
    """The upper left corner of a rule."""
    return _PANEL + 106 * number, _TOP + 2 * _GOAL + 4


@lru_cache(maxsize=9)
def _cell(cell: int) -> Shapes:
    x, y = _corner(cell)
    return (
        box(x, y, CELL, CELL, "ground2" if cell % 2 else "ground"),
        line((x, y, x + CELL, y, x + CELL, y + CELL, x, y + CELL, x, y), "line"),
        label(x + 17, y + 18, 19, str(cell + 1)),
    )


def _corner(cell: int) -> tuple[int, int]:
    return _LEFT + CELL * (cell % 3), _TOP + CELL * (cell // 3)


def _place(seat: int, cell: int) -> tuple[int, int]:
    """Where a player's piece stands in a cell: purple's to the left, orange's to the right."""
    x, y = _corner(cell)
    return x + (32, CELL - 32)[seat], y + CELL // 2 + 4


def _man(seat: int, x: int, y: int, half: int, about: str = "") -> list[Shape]:
    """A piece, or the sign of a player."""
    role = SEATS[seat]
    if seat == 0:
        shape = disc(x, y, half, role, about=about)
    else:
        shape = box(
            x - half + 1, y - half + 1, 2 * half - 2, 2 * half - 2, role, radius=half // 5, about=about
        )
    return [shape, label(x, y, half, "PO"[seat], f"{role}-ink")]


# --- the position -------------------------------------------------------------------------------


def _done(state: State) -> list[Shape]:
    """Small signs in the cells that count for a goal: the first goal's above the second one's."""
    shapes = []
    for row, goal in enumerate(state.setup.goals):
        for seat in (0, 1):
            done = {name for name, reached in _steps(state, goal, seat) if reached and name.isdigit()}
            for name in sorted(done):
                x, y = _corner(int(name) - 1)
                x, y = x + CELL - 34 + 20 * seat, y + 14 + 16 * row
                about = f"{goal_name(goal)}: {name} counts for {SEATS[seat]}"
                if seat == 0:
                    shapes.append(disc(x, y, 6, "purple", about=about))
                else:
                    shapes.append(box(x - 5, y - 5, 11, 11, "orange", about=about))
    return shapes


def _steps(state: State, goal: int, seat: int) -> tuple[tuple[str, bool], ...]:
    return steps(goal, state.ends[seat], state.visited[seat])


def _progress(state: State) -> list[Shape]:
    """The steps of each goal, a row a player."""
    shapes = []
    for number, goal in enumerate(state.setup.goals):
        for seat in (0, 1):
            found = _steps(state, goal, seat)
            x, y = _PANEL + 14, _TOP + _GOAL * number + 54 + 32 * seat
            shapes += _man(seat, x, y, 12)
            for step, (name, reached) in enumerate(found):
                shapes += _step(x + 34 + 27 * step, y, name, reached, seat)
            count = sum(reached for _, reached in found)
            shapes.append(words(x + 34 + 27 * len(found), y, 16, f"{count}/{len(found)}"))
    return shapes


@lru_cache(maxsize=1024)
def _step(x: int, y: int, name: str, reached: bool, seat: int) -> Shapes:
    """A step: filled where it is done."""
    text = _SIDES.get(name, name)
    if reached:
        return (disc(x, y, 12, SEATS[seat]), label(x, y, 14, text or "+", f"{SEATS[seat]}-ink"))
    empty = disc(x, y, 11, "bead")
    return (empty, label(x, y, 14, text, "text")) if text else (empty,)


def _picked(state: State) -> list[Shape]:
    """On the rules: who picked which last, and a bar over what the side to move may not pick."""
    shapes: list[Shape] = []
    rules = state.setup.rules
    for seat, pick in enumerate(state.picks):
        if pick < len(rules):
            x, y = _tile(pick)
            about = f"{SEATS[seat]} picked {rule_name(rules[pick])} last"
            shapes += _man(seat, x + 78, y + 10 + 17 * seat, 8, about)
    for pick, about in _barred(state).items():
        x, y = _tile(pick)
        shapes.append(line((x + 6, y + 31, x + 62, y + 5), "off", about=about))
    return shapes


def _barred(state: State) -> dict[int, str]:
    """The rules, by index, that the side to move may not pick, each with why."""
    found: dict[int, str] = {}
    for pick, rule in enumerate(() if state.over is not None else state.setup.rules):
        why = "it was picked on the last turn" if pick == state.picks[state.side] else ""
        why = "it is banned by I1" if rule == state.ban else why
        if why:
            found[pick] = f"{SEATS[state.side]} may not pick {rule_name(rule)}: {why}"
    return found


def _counts(state: State) -> list[Shape]:
    """What is held against each player: violations, and objections to valid moves."""
    shapes = []
    for seat in (0, 1):
        x, y = _PANEL + 14, _TOP + 2 * _GOAL + 64 + 32 * seat
        shapes += _man(seat, x, y, 12)
        for name, count, left in (
            ("violations", state.violations[seat], x + 24),
            ("false objections", state.objections[seat], x + 198),
        ):
            shapes.append(words(left, y, 13, name))
            about = f"{SEATS[seat]}: {count} of {LIMIT} {name}"
            for number in range(LIMIT):
                at = left + 9 * len(name) + 20 * number
                done = number < count
                shapes.append(disc(at, y, 8, "red" if done else "bead", about=about))
                if done:
                    shapes.append(label(at, y, 11, "!", "red-ink"))
    return shapes


# --- what has just happened ---------------------------------------------------------------------


def _demonstration(state: State) -> list[Shape]:
    """A frame around the board where the position on it is a demonstrated one."""
    if state.bet is None or state.bet.trial is None:
        return []
    about = "a demonstrated position"
    return [box(_LEFT - 10, _TOP - 10, _SPAN + 20, _SPAN + 20, "gold", radius=8, about=about)]


def _banner(state: State, told: str, token: str | None) -> list[Shape]:
    """The line above the board; framed where the last entry moved no piece."""
    demonstrated = state.bet is not None and state.bet.trial is not None
    role = "gold" if demonstrated else "ground2"
    shapes = [
        box(_LEFT - 10, 10, WIDTH - 2 * _LEFT + 20, 34, role, radius=6, about=told),
        words(_LEFT + 4, 27, 15, told, "gold-ink" if demonstrated else "text"),
    ]
    if token is not None and not isinstance(parse_move(token), Statement):
        about = f"last entry: {token}"
        shapes.append(box(_LEFT - 12, 8, WIDTH - 2 * _LEFT + 24, 38, "last", radius=7, about=about))
    return shapes


def _told(state: State, token: str | None, before: State | None) -> str:
    """What the line above the board says: a bet, the end, a ruling on the last entry, or who is to move."""
    if state.bet is not None:
        what = "demonstration: " if state.bet.trial is not None and state.over is None else ""
        return what + bet_text(state.bet, state.over)
    if state.over is not None:
        return _won(state.over)
    if token == "decline":
        return "the bet was declined, and play goes on"
    if token == "pass":
        return f"{SEATS[1 - state.side]} passes"
    if token is None or not token.endswith("?") or before is None:
        return f"{SEATS[state.side]} to move"
    if state.violations != before.violations:
        return f"objection upheld: {token[:-1]} is taken back, and {SEATS[state.side]} moves again"
    return f"objection overruled: {token[:-1]} is valid"


def _won(over: End) -> str:
    seat, other = SEATS[over.winner], SEATS[1 - over.winner]
    if over.reason == "goal":
        return f"{seat} wins by {' and '.join(map(goal_name, over.goals))}"
    what = "violation" if over.reason == "violations" else "false objection"
    return f"{seat} wins: it is {other}'s third {what}"


def _last(state: State, token: str | None, before: State | None) -> list[Shape]:
    """The ways of the pieces that moved, a frame around the mover's; a cross for what came to nothing."""
    if token is None:
        return []
    move = parse_move(token)
    if not isinstance(move, Statement | Pass):
        return []
    shown, earlier = shown_of(state), None if before is None else shown_of(before)
    mover = 1 - shown.side if earlier is None else earlier.side
    if isinstance(move, Statement) and before is not None and _void(before, state):
        return _crossed(mover, move)
    shapes: list[Shape] = []
    for seat, cell in enumerate(shown.cells):
        x, y = _place(seat, cell)
        if earlier is not None and earlier.cells[seat] != cell:
            start = _place(seat, earlier.cells[seat])
            about = f"last move: {SEATS[seat]} from {earlier.cells[seat] + 1} to {cell + 1}"
            shapes += [line((*start, x, y), "last", about=about), disc(*start, 8, "last")]
        if seat == mover:
            about = f"last move: {SEATS[seat]} on {cell + 1}"
            shapes.append(box(x - 30, y - 30, 60, 60, "last", radius=8, about=about))
    return shapes


def _void(before: State, state: State) -> bool:
    """Whether a statement moved nothing: it was taken back, or a demonstration has failed."""
    failed = state.bet is not None and state.bet.broken is not None
    return failed or state.violations != before.violations


def _crossed(mover: int, move: Statement) -> list[Shape]:
    """A cross where a piece would stand."""
    x, y = _place(mover, move.own)
    about = f"came to nothing: {SEATS[mover]} to {move.own + 1}"
    return [
        box(x - 30, y - 30, 60, 60, "last", radius=8, about=about),
        line((x - 30, y - 30, x + 30, y + 30), "lost", about=about),
        line((x - 30, y + 30, x + 30, y - 30), "lost"),
    ]


# --- words --------------------------------------------------------------------------------------


def _facts(state: State) -> tuple[Fact, ...]:
    """Goals with how far each player is, rules with what they say, and what else counts."""
    shown, said = shown_of(state), texts()
    found = []
    for goal in shown.setup.goals:
        found.append(Fact(goal_name(goal), said[goal_name(goal)]))
        for seat, name in enumerate(SEATS):
            found.append(
                Fact(f"{goal_name(goal)} {name}", progress(goal, shown.ends[seat], shown.visited[seat]))
            )
    found += [Fact(rule_name(rule), said[rule_name(rule)]) for rule in shown.setup.rules]
    return (*found, *(Fact("", text) for text in held(shown)))


def _about(state: State, facts: tuple[Fact, ...]) -> str:
    """Where the pieces stand, how a bet is, and all else that is drawn."""
    shown = shown_of(state)
    told = [f"{seat.capitalize()} on {cell + 1}." for seat, cell in zip(SEATS, shown.cells, strict=True)]
    told.append(f"{_told(state, None, None)}.")
    told += [f"{fact.name}: {fact.value}." if fact.name else f"{fact.value}." for fact in facts]
    told += [f"{why}." for why in _barred(shown).values()]
    for goal in shown.setup.goals:
        for seat, name in enumerate(SEATS):
            done = " ".join(step for step, reached in _steps(shown, goal, seat) if reached and step)
            told += [f"{goal_name(goal)} {name}: {done}."] if done else []
    return " ".join(told)


def _targets(state: State, chosen: str | None) -> list[Shape]:
    """A mark in each cell to which a piece can be brought, with the rules that bring it there."""
    if chosen is None:
        return []
    shown = shown_of(state)
    seat = _seat(shown, chosen.lower())
    why = "" if seat is not None else "no piece; they are purple and orange"
    if to_move(state) is None:
        why = "the game is over"
    elif state.bet is not None and state.bet.trial is None:
        why = "a bet is open, so no piece moves"
    if why:
        raise UsageError(f"{short(chosen)!r}: {why}", code="usage.targets")
    found: dict[int, list[str]] = {}
    for move in legal_moves(state):
        if isinstance(move, Statement):
            cell = move.own if seat == shown.side else move.opp
            if cell is not None:
                found.setdefault(cell, []).append(rule_name(move.rule))
    shapes: list[Shape] = []
    for cell in sorted(found):
        x, y = _corner(cell)
        rules = " ".join(dict.fromkeys(found[cell]))
        shapes += [
            disc(x + 15, y + CELL - 15, 9, "target", about=f"target {cell + 1}: {rules}"),
            words(x + 29, y + CELL - 15, 13, rules),
        ]
    return shapes


def _seat(state: State, chosen: str) -> int | None:
    """The player whose piece is named, by name or cell; the mover's where both stand on it."""
    if chosen in SEATS:
        return SEATS.index(chosen)
    for seat in (state.side, 1 - state.side):
        if chosen == str(state.cells[seat] + 1):
            return seat
    return None
