"""What a token states, whatever the rule set: from which places it is valid, and which place comes next.

Whole records are played by looking tokens up (`line`). What a token means is worked out when it is first met,
once for all places, and remembered for all rule sets: direct rules have some 1,100 tokens, indirect ones
50,000.
"""

from functools import lru_cache

from struckle_cli.games.crungle.board import DIRECT, EARLIER_TURN, I2, I4
from struckle_cli.games.crungle.moves import Statement
from struckle_cli.games.crungle.notation import statement
from struckle_cli.games.crungle.relations import ANYWHERE, Parts, bits, factors, starts
from struckle_cli.games.crungle.rulebook import states_opp

LOST = 81
"""The next place where a token is not valid."""
FIRST, SECOND, LAG = 81, 82, 83
"""Where the row of a meaning has the rules that I2 applies (else 0), and how many plies ago the turn began
that it looks at (M16): 2 the mover's, 1 the opponent's, 0 none."""
Meaning = tuple[int, tuple[int, ...]]
"""A code for the form (`code`), and a row: at each place (`own * 9 + opp`, as the mover sees it) the next
one, as the other player sees it, or `LOST`. A token that looks at an earlier turn means here that this began
where it fits; see `earlier`. Rows are tuples, since these are what the interpreter reads fastest."""
NOTHING_VALID: Meaning = (0, (LOST,) * 81 + (0, 0, 0))
"""The meaning of what is no statement that could be valid in any rule set."""
BOTH = 0xFF
"""The code of all forms of I2, of which there are too many for one each."""


def code(rule: int, parts: Parts) -> int:
    """A form as a byte: a direct rule's number, and the same with a multiple of 32 added under I1, I3, I4."""
    return rule if rule <= DIRECT else BOTH if rule == I2 else (rule - DIRECT) * 32 + parts[0]


RULE_OF = bytes(
    0 if n == 0 else n if n < 32 else DIRECT + 2 if n == BOTH else DIRECT + n // 32 for n in range(256)
)
"""Translates codes to the rules picked."""


KEPT = 8192
"""Meanings that are remembered, of less than 1,000 bytes each; when there are as many, all are forgotten."""
known: dict[str, Meaning] = {}


def learn(token: str) -> Meaning:
    """The meaning of a token that is not in `known`; it is then, but for `NOTHING_VALID`."""
    found = meaning(token, ANYWHERE)
    if found is not NOTHING_VALID:
        if len(known) >= KEPT:
            known.clear()
        known[token] = found
    return found


def mean(token: str) -> Meaning:
    """The meaning of a token."""
    return known.get(token) or learn(token)


def uses(token: str, rule: int) -> bool:
    """Whether a token picks a direct rule, or applies it."""
    form, row = mean(token)
    return rule in (row[FIRST], row[SECOND]) if form == BOTH else form % 32 == rule


@lru_cache(maxsize=1024)
def earlier(token: str, began: int) -> Meaning:
    """The meaning of a token that looks at an earlier turn, which began on the cell `began`."""
    return meaning(token, began)


def meaning(token: str, began: int) -> Meaning:
    """What a token means if the earlier turn that it looks at (if it does) began on the cell `began`."""
    stated = statement(token)
    if stated is None or stated.objected or not _is_form(stated):
        return NOTHING_VALID
    rule, parts, own, opp = stated.rule, stated.parts, stated.own, stated.opp
    row = list(NOTHING_VALID[1])
    if rule == I2:
        row[FIRST], row[SECOND] = parts
    if EARLIER_TURN in (rule, *parts):
        row[LAG] = 1 if rule == I4 else 2
    product = factors(rule, parts, began, began)
    if opp is None:
        for place in bits(starts(product, 0b111_111_111 << own * 9)):
            row[place] = place % 9 * 9 + own
    else:
        for place in bits(starts(product, 1 << own * 9 + opp)):
            row[place] = opp * 9 + own
    return code(rule, parts), tuple(row)


def _is_form(stated: Statement) -> bool:
    """Whether a statement applies different rules, and tells of the opponent's cell what it has to."""
    parts = stated.parts
    if len(set(parts)) < len(parts):
        return False
    return states_opp(stated.rule, parts) == (stated.opp is not None)
