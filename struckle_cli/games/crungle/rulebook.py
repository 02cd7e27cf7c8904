"""A rule set compiled: for every way to use its four rules, where both pieces end up.

The same tables serve checking, listing and searching. A *form* is a rule as it is stated: `M2`, or an
indirect rule with what it applies (`I2(M2,M3)`). A *place* is an index for all that destinations depend on:
`own * 9 + opp`, and in rule sets with M16 also where the mover's previous turn began (and under I4, where the
opponent's did). Source: the game's page, *Movement rules* I1..I4, rulings CR-2, CR-3, CR-7, CR-10.
"""

from collections.abc import Iterator
from functools import lru_cache

from struckle_cli.games.crungle.board import (
    DIRECT,
    EARLIER_TURN,
    I1,
    I2,
    I4,
    MOVES_OPP,
    Pair,
    rule_name,
)
from struckle_cli.games.crungle.moves import Statement
from struckle_cli.games.crungle.relations import Parts, bits, ends, factors
from struckle_cli.games.crungle.state import NO_PICK

Entry = tuple[int, int, int, int]
"""A valid statement as `(pick, uses, end, there)`: the index of the rule picked, the mask of the direct rules
used (bit = index among the four), the turn end `own * 9 + opp`, and the other's view `opp * 9 + own`."""


def form_text(rule: int, parts: Parts) -> str:
    """`M2`, `I1(M2)`, `I2(M2,M3)`."""
    name = rule_name(rule)
    return f"{name}({','.join(map(rule_name, parts))})" if parts else name


def states_opp(rule: int, parts: Parts) -> bool:
    """Whether this form states the opponent's destination: where it can move that piece, and under I4."""
    return rule == I4 or not MOVES_OPP.isdisjoint(parts or (rule,))


class Form:
    """One way to use the four rules: which is picked, what it applies, and where that leads."""

    __slots__ = ("parts", "pick", "rule", "states_opp", "text", "uses")

    def __init__(self, rules: tuple[int, ...], rule: int, parts: Parts) -> None:
        self.rule = rule
        self.parts = parts
        self.pick = rules.index(rule)
        self.uses = sum(1 << rules.index(part) for part in parts or (rule,) if part <= DIRECT)
        self.states_opp = states_opp(rule, parts)
        self.text = form_text(rule, parts)

    def results(self, own: int, opp: int, began: int, opp_began: int) -> list[Pair]:
        """The pairs of cells that the form can lead to, each once, sorted; none: it may not be used."""
        product = factors(self.rule, self.parts, began, opp_began)
        return [divmod(place, 9) for place in bits(ends(product, own * 9 + opp))]


def form_names(rules: tuple[int, ...]) -> Iterator[tuple[int, Parts]]:
    """Every way to use four rules, as the rule picked and what it applies, in listing order."""
    direct = [rule for rule in rules if rule <= DIRECT]
    for rule in rules:
        if rule <= DIRECT:
            yield rule, ()
        elif rule == I2:
            yield from ((rule, (a, b)) for a in direct for b in direct if a != b)
        else:
            yield from ((rule, (part,)) for part in direct)


class Rulebook:
    """Everything that four rules in pick order fix. `forms` is in the order in which moves are listed.

    `tables[place]` has for each valid token its entry (but for the ban on repeating and I1's, which
    depend on the turns before); places are filled in when they are met.
    """

    def __init__(self, rules: tuple[int, ...]) -> None:
        self.rules = rules
        self.forms = {name: Form(rules, *name) for name in form_names(rules)}
        has_m16 = EARLIER_TURN in rules
        self.own_weight = 81 if has_m16 else 0
        self.opp_weight = 810 if has_m16 and I4 in rules else 0
        places = 8100 if self.opp_weight else 810 if has_m16 else 81
        self.tables: list[dict[str, Entry] | None] = [None] * places
        self.i1 = rules.index(I1) if I1 in rules else NO_PICK
        self._listed: dict[int, list[tuple[int, int, Statement]]] = {}

    def place(self, own: int, opp: int, began: int, opp_began: int) -> int:
        """The place of a mover on `own`, an opponent on `opp`, and their previous starts."""
        return own * 9 + opp + self.own_weight * began + self.opp_weight * opp_began

    def unpack(self, place: int) -> tuple[int, int, int, int]:
        """The arguments of `place`; 0 for a previous start on which nothing depends here."""
        return place % 81 // 9, place % 9, place // 81 % 10, place // 810

    def table(self, place: int) -> dict[str, Entry]:
        """The valid tokens of a place, in the order in which they are listed."""
        found = self.tables[place]
        if found is None:
            found = self.tables[place] = dict(self._fill(place))
        return found

    def _fill(self, place: int) -> Iterator[tuple[str, Entry]]:
        for form, own, opp in self._ways(place):
            end = f"/{opp + 1}" if form.states_opp else ""
            yield f"{form.text}:{own + 1}{end}", (form.pick, form.uses, own * 9 + opp, opp * 9 + own)

    def _ways(self, place: int) -> Iterator[tuple[Form, int, int]]:
        """Every valid use of the rules from a place, in listing order: the form and the cells after it."""
        for form in self.forms.values():
            for own, opp in form.results(*self.unpack(place)):
                yield form, own, opp

    def listed(self, place: int) -> list[tuple[int, int, Statement]]:
        """The statements of a place with pick and use, in the same order."""
        found = self._listed.get(place)
        if found is None:
            found = [
                (
                    form.pick,
                    form.uses,
                    Statement(form.rule, form.parts, own, opp if form.states_opp else None),
                )
                for form, own, opp in self._ways(place)
            ]
            self._listed[place] = found
        return found

    def bit(self, rule: int) -> int:
        """The mask of a rule among the four; 0 if it is none of them (or there is none)."""
        return 1 << self.rules.index(rule) if rule in self.rules else 0


@lru_cache(maxsize=128)
def rulebook(rules: tuple[int, ...]) -> Rulebook:
    """The compiled rule set; batches share theirs."""
    return Rulebook(rules)
