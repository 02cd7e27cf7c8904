"""`play` says whose secrets are not beside the record, before anybody relies on them."""

from pathlib import Path

import pytest

SEATS = {"stricken": ("white", "black"), "struggle": ("p1", "p2", "table")}


@pytest.mark.parametrize(("game", "seat"), [(game, seat) for game in SEATS for seat in SEATS[game]])
def test_secrets_that_are_not_there_are_named_and_others_are_not(cli, game, seat):
    assert cli("play", game, "-o", "g.sgn", stdin=b"2\n\n\n" if game == "struggle" else b"").code == 0
    assert "is not here" not in cli("play", "g.sgn").out
    Path(f"g.sgn.{seat}.secrets").unlink()
    out = cli("play", "g.sgn").out
    assert f"what {seat} hid is not here (g.sgn.{seat}.secrets)" in out
    for other in set(SEATS[game]) - {seat}:
        assert f"g.sgn.{other}.secrets" not in out


def test_a_record_in_the_open_lacks_nothing(cli):
    assert cli("new", "stricken", "-o", "g.sgn", "--seed", 3).code == 0
    assert "is not here" not in cli("play", "g.sgn").out
