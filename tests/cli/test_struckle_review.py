"""The default position is not canonical; what is half typed is answered in the terms of the game."""

import pytest

from struckle_cli.games.struckle import GAME
from struckle_cli.games.struckle.setup import START_TEXT

HEAD = '[Game "struckle"]\n'
TAIL = '[Result "*"]\n\n1.TB D- *\n'
OTHER = "c4+b4a4+a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 5"


def test_the_text_of_the_start_is_that_of_the_default():
    setup, faults = GAME.read_setup({})
    assert (setup, faults) == GAME.read_setup({"position": START_TEXT})
    assert GAME.format_position is not None
    assert GAME.format_position(GAME.initial(setup)) == START_TEXT


def test_fmt_drops_the_default_position(cli, tmp_path):
    (tmp_path / "g.sgn").write_text(f'{HEAD}[Position "{START_TEXT}"]\n{TAIL}')
    assert cli("fmt", "g.sgn").code == 0
    assert (tmp_path / "g.sgn").read_text() == HEAD + TAIL


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Dh", "no legal token of TB's Diva begins so"),
        ("P", "no legal token of TB's Diva begins so"),
        ("undp", "did you mean undo?"),
    ],
)
def test_what_begins_no_token_is_no_command_either(cli, tmp_path, line, told):
    (tmp_path / "g.sgn").write_text(f'{HEAD}[Position "{OTHER}"]\n[Result "*"]\n\n*\n')
    assert told in cli("play", "g.sgn", stdin=f"{line}\n".encode()).out


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("Dd4c3!f8", "without that step it would be promoted by d4"),
        ("Dc3!f8", "without that step it would be promoted"),
    ],
)
def test_a_piece_that_lost_its_state_on_red_is_told_so(cli, tmp_path, token, told):
    (tmp_path / "g.sgn").write_text(f'{HEAD}[Position "{OTHER}"]\n[Result "*"]\n\n*\n')
    ran = cli("move", "g.sgn", token)
    assert ran.code == 1
    assert told in ran.err
    assert "would have promoted" not in ran.err


def test_a_number_is_no_token(cli, tmp_path):
    (tmp_path / "g.sgn").write_text(f'{HEAD}[Result "*"]\n\n*\n')
    assert "stands before a token and in the text form alone" in cli("move", "g.sgn", "1.TB", "D-").err
