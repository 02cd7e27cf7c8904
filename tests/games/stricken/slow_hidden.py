"""Which records hidden things do not exclude: by filling them in every way, with the slow derivation.

Hidden beads are tried as `IWPS`, because more capabilities never make anything illegal, and what was needed
of each is written down; in the end twelve different sets have to hold it, where they must differ. A hidden
order is tried as every order that was legal when it was sealed.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from tests.games.stricken.slow import (
    Position,
    RefusedError,
    Shell,
    check_action,
    conceivable,
    judge,
    legal_tokens,
)

HIDDEN = re.compile(r"F\[#[0-9a-f]{64}\]")
SETS = ["".join(letters) for size in (1, 2, 3, 4) for letters in combinations("IWPS", size)]
Needs = frozenset[tuple[Shell, str]]
World = tuple[Position, Needs]


def used(position: Position, token: str) -> Needs:
    """The capability that a legal token needs, and of whom."""
    inner = re.sub(r"^F[23]\[|^=|\]$", "", token)
    if ":" not in inner:
        return frozenset()
    actor, sign, _ = check_action(position, inner)
    return frozenset({(actor, sign)})


def worlds(world: World, token: str) -> Iterator[World]:
    """Every way to fill in a token that may be a hidden order: the position after it and all needs."""
    position, needs = world
    meant = [token]
    if HIDDEN.fullmatch(token):
        meant = [f"F{delay}[{action}]" for delay in (2, 3) for action in conceivable(position)]
    for text in meant:
        try:
            yield judge(position, text), needs | used(position, text)
        except RefusedError:
            continue


def after(known: list[World], token: str, differing: set[str]) -> list[World]:
    """All worlds after a token, without those whose beads cannot be."""
    return [found for world in known for found in worlds(world, token) if fits(found[1], differing)]


def fits(needs: Needs, sides: set[str]) -> bool:
    """Whether the sides' beads can be twelve different sets each that hold what is needed."""
    for side in sides:
        wanted = [{sign for shell, sign in needs if shell == (side, number)} for number in range(1, 13)]
        if not _dealt(sorted(wanted, key=len, reverse=True), SETS):
            return False
    return True


def _dealt(wanted: list[set[str]], left: list[str]) -> bool:
    """Deal the sets that are left to shells, the most demanding one first."""
    if not wanted or not wanted[0]:
        return len(left) >= len(wanted)
    return any(
        _dealt(wanted[1:], [other for other in left if other != bead])
        for bead in left
        if wanted[0] <= set(bead)
    )


def listings(known: list[World], blind: bool, differing: set[str]) -> set[tuple[str, ...]]:
    """The lists of legal tokens of all worlds; `blind`: the beads of the side to move are hidden.

    A world stands for those whose beads hold what is needed and nothing else, and for those with more.
    """
    found = set()
    for position, needs in known:
        legal = legal_tokens(position)
        able = [token for token in legal if fits(needs | used(position, token), differing)]
        bare = [token for token in legal if not blind or token[0] == "=" or used(position, token) <= needs]
        found |= {tuple(able), tuple(bare)}
    return found
