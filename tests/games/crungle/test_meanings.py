"""What tokens mean at all places, against the rules by the other derivation; and how many are kept."""

import random
from itertools import product

import pytest

from struckle_cli.engine.playout import playout
from struckle_cli.engine.replayer import step_through
from struckle_cli.games.crungle import GAME, meanings
from struckle_cli.games.crungle.board import DIRECT, I1, I2, I3, I4, rule_name
from struckle_cli.games.crungle.line import play_line
from struckle_cli.games.crungle.meanings import BOTH, KEPT, LAG, LOST, RULE_OF, code, earlier, mean, uses
from struckle_cli.games.crungle.state import NOTHING
from tests.games.crungle import slow_rules
from tests.games.crungle.helpers import random_setup, state_of

PARTS = (2, 3, 8, 11, 15, 16, 17, 21, 27)
FORMS = [
    *((rule, ()) for rule in range(1, DIRECT + 1)),
    *((rule, (part,)) for rule in (I1, I3, I4) for part in PARTS),
    *((I2, parts) for parts in product(PARTS, PARTS) if parts[0] != parts[1]),
]


def name(rule: int, parts: tuple[int, ...]) -> str:
    """The rule as it is stated."""
    return rule_name(rule) + (f"({','.join(map(rule_name, parts))})" if parts else "")


def stated_ends(rule: int, parts: tuple[int, ...], place: int, began: int) -> dict[str, int]:
    """By token, the next place after each end that a form can lead to, by the other derivation."""
    form = (rule_name(rule), tuple(map(rule_name, parts)))
    back = None if began == NOTHING else began + 1
    ends = slow_rules.ends(form, place // 9 + 1, place % 9 + 1, back, back)
    told = slow_rules.opp_is_stated(form)
    return {
        f"{name(rule, parts)}:{own}{f'/{opp}' if told else ''}": (opp - 1) * 9 + own - 1 for own, opp in ends
    }


@pytest.mark.parametrize("form", random.Random("forms").sample(FORMS, 60), ids=lambda form: name(*form))
def test_a_token_leads_where_the_rules_lead(form: tuple[int, tuple[int, ...]]) -> None:
    """From every place and for every start of the earlier turn; without that, for any one."""
    rule, parts = form
    tokens = [f"{name(rule, parts)}:{own}{opp}" for own in range(1, 10) for opp in ("", "/1", "/5", "/9")]
    looks_back = 16 in (rule, *parts)
    for place in range(81):
        anyhow: dict[str, int] = {}
        for began in range(NOTHING + 1) if looks_back else [NOTHING]:
            ends = stated_ends(rule, parts, place, began)
            anyhow |= ends
            for token in tokens:
                assert earlier(token, began)[1][place] == ends.get(token, LOST)
        for token in tokens:
            assert mean(token)[1][place] == anyhow.get(token, LOST)


def test_each_form_has_a_code_that_tells_its_rule() -> None:
    """And no two have the same one, but those of I2."""
    forms = [*((r, ()) for r in range(1, 31)), *((r, (p,)) for r in (I1, I3, I4) for p in range(1, 31))]
    codes = [code(rule, parts) for rule, parts in forms]
    assert len(set(codes)) == len(codes)
    assert [RULE_OF[found] for found in codes] == [rule for rule, _ in forms]
    assert code(I2, (2, 3)) == code(I2, (30, 1)) == BOTH not in codes
    assert RULE_OF[BOTH] == I2


def test_what_a_token_uses() -> None:
    used = {"M2:4": [2], "I1(M2):4": [2], "I3(M30):4": [30], "I4(M7):4/5": [7], "I2(M2,M13):4": [2, 13]}
    for token, rules in used.items():
        assert [rule for rule in range(1, 31) if uses(token, rule)] == rules


def test_whose_earlier_turn_a_token_looks_at() -> None:
    lags = {"M16:4": 2, "I1(M16):4": 2, "I2(M2,M16):4": 2, "I3(M16):4": 2, "I4(M16):4/5": 1, "M17:4": 0}
    assert {token: mean(token)[1][LAG] for token in lags} == lags


@pytest.mark.parametrize(
    "token", ["", "M2", "M2:4?", "M2:4/5", "M3:4", "I2(M2,M2):4", "pass", "M31:1", "(", "m2:4"]
)
def test_what_cannot_be_valid_leads_nowhere_and_is_not_kept(token: str) -> None:
    assert set(mean(token)[1][:81]) == {LOST}
    assert token not in meanings.known


def test_meanings_kept_are_bounded_and_forgetting_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch of records with a rule set each; the table is emptied in the middle of records too."""
    monkeypatch.setattr(meanings, "KEPT", 40)
    meanings.known.clear()
    chance = random.Random("bounded")
    most = 0
    for _ in range(60):
        start = state_of(random_setup(chance))
        tokens, states = playout(GAME, start, chance, 60)
        assert play_line(start, tokens) == (states[-1], len(tokens)) == step_through(GAME, start, tokens)
        most = max(most, len(meanings.known))
    assert 20 < most <= 40
    assert KEPT <= 8192
