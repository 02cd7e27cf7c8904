"""One archetype turn on a board that can be changed: each rule once, for listing, judging and playing alike.

Answers are numbers, so that nothing is worded where nobody reads it: `FINE`, `WON`, or which rule stands
against the turn; `explain` turns these into sentences. Source: the game's page, *Turn* and *End*.
"""

from collections.abc import Callable, Iterator

from struckle_cli.games.struckle.board import (
    BIT,
    DEMOTES,
    EFFECT,
    HOME,
    OWNER,
    PARTNER,
    PROMOTES,
    Path,
    Steps,
    neighbours,
    paths,
)
from struckle_cli.games.struckle.moves import NO_POWER, Move
from struckle_cli.games.struckle.state import Desk

(
    FINE, WON, FAR_STEP, STEP_OCCUPIED, AFTER_WIN, WRONG_POWER, NOT_PROMOTED, NO_TARGET, OWN_PIECE, PROTECTED,
    TARGET_DEMOTED, ON_GOLD, FAR_TARGET, NO_ROOM, FAR_TO, TO_OCCUPIED, HOME_TAKEN,
) = range(17)  # fmt: skip
"""What is said of a turn. `FINE` and `WON` are the legal ones, the others name what is against it."""


def act(desk: Desk, piece: int, move: Move) -> int:
    """Let `piece`, whose turn it is, do `move`. What is against it leaves the desk as it was.

    `move.archetype` must be that of the piece. Nobody may have won before.
    """
    here, steps = desk.squares[piece], move.steps
    path = paths(here).get(steps)
    if path is None:
        return FAR_STEP
    needs, end, effect, goals = path
    if desk.occupied & needs:
        return STEP_OCCUPIED
    won = wins_by_steps(desk, piece, steps, path) if goals else FINE
    if won > WON:
        return won
    before = desk.promoted
    if end != here:
        desk.cells[here] = 0
        desk.cells[end] = piece + 1
        desk.squares[piece] = end
        desk.occupied ^= BIT[here] | BIT[end]
    if effect:
        enter(desk, piece, effect)
    if move.power == NO_POWER:
        return won
    fault = AFTER_WIN if won else _use(desk, piece, move)
    if fault > WON:
        desk.put(piece, here)
        desk.promoted = before
    return fault


def walks(desk: Desk, piece: int) -> Iterator[tuple[Steps, Path, int]]:
    """The movements that a piece can make, in the order of `paths`, each with `FINE` or `WON`."""
    for steps, path in paths(desk.squares[piece]).items():
        if not desk.occupied & path.needs:
            won = wins_by_steps(desk, piece, steps, path) if path.goals else FINE
            if won <= WON:
                yield steps, path, won


def enter(desk: Desk, piece: int, effect: int) -> None:
    """What entering squares does to a piece's state."""
    if effect == PROMOTES:
        desk.promoted |= 1 << piece
    elif effect == DEMOTES:
        desk.promoted &= ~(1 << piece)


def wins_by_steps(desk: Desk, piece: int, steps: Steps, path: Path) -> int:
    """`WON` if the last step completes the goals of the piece's house, `AFTER_WIN` if an earlier one does."""
    house = piece >> 2
    if path.goals >> 4 + house & 1 and completes(desk, piece, steps[0]):
        return AFTER_WIN
    return WON if path.goals >> house & 1 and completes(desk, piece, path.end) else FINE


def completes(desk: Desk, piece: int, square: int) -> bool:
    """Whether `piece` on `square` gives its house both goals; any two do, in any state (ST-2)."""
    partner = PARTNER[piece >> 2].get(square)
    if partner is None:
        return False
    holder = desk.cells[partner] - 1
    return holder >= 0 and holder >> 2 == piece >> 2 and holder != piece


def _use(desk: Desk, piece: int, move: Move) -> int:
    """Use the power of a piece that has moved; a fault changes nothing."""
    if move.power != (piece & 3) + 1:
        return WRONG_POWER
    if not desk.promoted >> piece & 1:
        return NOT_PROMOTED
    fault = against(desk, piece, move.target, move.to)
    return fault or _DO[piece & 3](desk, piece, move)


def against(desk: Desk, piece: int, target: int, to: int) -> int:
    """What is against a promoted piece's using its power from where it stands; `FINE` if nothing is.

    Charge chooses a direction and not a target, so house squares protect from the other three only.
    """
    victim = desk.cells[target] - 1
    if victim < 0:
        return NO_TARGET
    if victim >> 2 == piece >> 2:
        return OWN_PIECE
    return _AGAINST[piece & 3](desk, piece, target, to)


def _against_diminish(desk: Desk, piece: int, target: int, to: int) -> int:
    victim = desk.cells[target] - 1
    if OWNER[target] == victim >> 2:
        return PROTECTED
    if not desk.promoted >> victim & 1:
        return TARGET_DEMOTED
    return ON_GOLD if EFFECT[target] == PROMOTES else FINE


def _against_charge(desk: Desk, piece: int, target: int, to: int) -> int:
    behind = neighbours(desk.squares[piece]).get(target)
    if behind is None:
        return FAR_TARGET
    return NO_ROOM if behind < 0 or desk.cells[behind] else FINE


def _against_brainwash(desk: Desk, piece: int, target: int, to: int) -> int:
    if OWNER[target] == desk.cells[target] - 1 >> 2:
        return PROTECTED
    if to not in neighbours(target):
        return FAR_TO
    return TO_OCCUPIED if desk.cells[to] else FINE


def _against_homegoing(desk: Desk, piece: int, target: int, to: int) -> int:
    victim = desk.cells[target] - 1
    if OWNER[target] == victim >> 2:
        return PROTECTED
    return HOME_TAKEN if desk.cells[HOME[victim]] else FINE


_AGAINST: tuple[Callable[[Desk, int, int, int], int], ...] = (
    _against_diminish, _against_charge, _against_brainwash, _against_homegoing,
)  # fmt: skip


def _diminish(desk: Desk, piece: int, move: Move) -> int:
    desk.promoted &= ~(1 << desk.cells[move.target] - 1)
    return FINE


def _charge(desk: Desk, piece: int, move: Move) -> int:
    """Both move, and only then are the goals of both looked at (the page's *End*)."""
    victim = desk.cells[move.target] - 1
    behind = neighbours(desk.squares[piece])[move.target]
    desk.put(victim, behind)
    desk.put(piece, move.target)
    enter(desk, victim, EFFECT[behind])
    enter(desk, piece, EFFECT[move.target])
    return WON if completes(desk, victim, behind) or completes(desk, piece, move.target) else FINE


def _brainwash(desk: Desk, piece: int, move: Move) -> int:
    victim = desk.cells[move.target] - 1
    desk.put(victim, move.to)
    enter(desk, victim, EFFECT[move.to])
    return WON if completes(desk, victim, move.to) else FINE


def _homegoing(desk: Desk, piece: int, move: Move) -> int:
    """The state of the piece stays as it is (ST-4); a home is no goal."""
    victim = desk.cells[move.target] - 1
    desk.put(victim, HOME[victim])
    return FINE


_DO: tuple[Callable[[Desk, int, Move], int], ...] = (_diminish, _charge, _brainwash, _homegoing)
