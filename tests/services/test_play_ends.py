"""Taking back, giving up, draws, leaving and saving in play, with bots and without."""

from pathlib import Path

import msgspec
import pytest

from struckle_cli.core.bots import Skill
from struckle_cli.core.errors import AccessError
from struckle_cli.replay.document import Document
from struckle_cli.services import views
from struckle_cli.services.loading import load
from struckle_cli.services.saving import session_of
from tests.cli.crungle_support import SETUP, STOLEN, WIN
from tests.contract import toy
from tests.contract.cases import CASES, Case, random_games
from tests.services.play_support import AnyMove, Saved, Says, dealt, play_on, replies, session, told


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name not in ("stricken", "struggle")], ids=str
)
def test_undo_and_redo_go_both_ways(case: Case) -> None:
    tokens, _ = random_games(case)[0]
    tokens = tokens[:30]
    found = session(case.game, tokens, **case.fields)
    before = found.document
    for count in {1, len(tokens) // 2, len(tokens)} - {0}:
        found.handle(f"undo {count}")
        assert found.document.moves == tokens[: len(tokens) - count]
        found.handle(f"redo {count}")
        assert found.document == before
        assert found.shown().last == (tokens[-1] if tokens else None)


def test_undo_with_bots_goes_back_to_a_turn_of_a_person() -> None:
    found = session("castle", bots={"black": Says("Q12-Q11", "Q11-Q10", "Q10-Q9")})
    told(found, "D8-C8", "C8-C3", "C3-C2")
    assert found.document.moves == ["D8-C8", "Q12-Q11", "C8-C3", "Q11-Q10", "C3-C2", "Q10-Q9"]
    found.handle("undo")
    assert found.document.moves == ["D8-C8", "Q12-Q11", "C8-C3", "Q11-Q10"]
    assert found.bot_turn is None
    found.handle("redo")
    assert len(found.document.moves) == 6
    found.handle("undo 3")
    assert found.document.moves == []
    assert "there is nothing to take back" in told(found, "undo")
    found.handle("redo 2")
    assert found.document.moves == ["D8-C8", "Q12-Q11", "C8-C3", "Q11-Q10"]
    assert "there are only" in told(found, "undo 3")
    found.handle("D8-D7")
    assert "no man stands on D8" not in told(found, "history")


def test_a_bot_that_begins_keeps_its_first_move() -> None:
    found = session("castle", bots={"white": Says("D8-C8", "C8-C3")})
    found.bot_acts()
    assert "nothing to take back" in told(found, "undo")
    replies(found, "Q12-Q11", "undo")
    assert found.document.moves == ["D8-C8"]


def test_undo_of_a_house_with_bots_takes_one_piece_at_a_time() -> None:
    found = session("struckle", bots={seat: AnyMove(n) for n, seat in enumerate(("TG", "SB", "SG"))})
    replies(found, "Db6", "Hb5", "P-", "S-")
    assert len(found.document.moves) == 16
    found.handle("undo")
    assert len(found.document.moves) == 3, "back to the last ply of the person's own"
    found.handle("undo")
    assert len(found.document.moves) == 2


def test_undo_when_a_bot_has_won() -> None:
    found = session("crungle", ["M14:1", "M14:1", "M18:1", "M18:1"], {"purple": Says("M14:1")}, **SETUP)
    found.bot_acts()
    assert found.document.result is not None
    assert found.document.moves == WIN.split()
    found.handle("undo")
    assert found.document.result is None
    assert len(found.document.moves) == 3
    assert found.to_move == "orange"


def test_at_dice_a_persons_last_hand_can_be_taken_back_and_a_bots_cannot() -> None:
    found = session("struggle", bots={"p2": AnyMove(3)})
    found.handle("")
    found.handle(found.legal_tokens()[0])
    found.handle("undo")
    assert (found.document.moves, found.to_move) == ([], "p1")
    replies(found, found.legal_tokens()[0])
    moves = list(found.document.moves)
    assert (len(moves), found.to_move) == (2, "p1")
    for line in ("undo", "undo 1"):
        assert "p2, which a bot plays" in told(found, line)
        assert (found.document.moves, found.bot_turn) == (moves, None)


def test_a_roll_and_what_was_seen_are_never_taken_back() -> None:
    found = dealt("struggle", {"p2": AnyMove()}, players=2)
    found.handle("")
    rolling = found._rolling
    assert rolling is not None
    rolls = rolling.rolls(found.document)
    assert "there are no plies" in told(found, "undo")
    assert rolling.rolls(found.document) == rolls
    found.handle(found.legal_tokens()[0])
    assert found.bot_turn == "p2"
    found.handle("undo")  # nobody has thrown since
    assert rolling.rolls(found.document) == rolls
    replies(found, found.legal_tokens()[0])
    moves = found.document.moves
    found.handle("")
    assert "undo never crosses a roll" in told(found, "undo")
    assert found.document.moves == moves
    other = dealt("stricken", {"black": Says("pass")})
    replies(other, "pass")
    assert "nothing can be taken back" in told(other, "undo")
    assert len(other.document.moves) == 2


def judged(worth: float) -> object:
    return msgspec.structs.replace(
        toy.GAME,
        given_reasons={"resign": True, "agreement": False},
        skill=Skill(value=lambda state, seat: worth if seat == "right" else -worth),
    )


@pytest.mark.parametrize(("worth", "agreed"), [(-0.5, True), (-0.01, True), (0.0, False), (0.5, False)])
def test_a_bot_takes_a_draw_if_it_stands_worse(worth: float, agreed: bool) -> None:
    saved = Saved()
    found = session(judged(worth), bots={"right": Says("a1")}, saved=saved, bead_piles=[3, 4])  # type: ignore[arg-type]
    reply = found.handle("draw")
    assert reply.over == agreed
    assert ("declines" in reply.text) != agreed
    assert (str(found.document.result) == "draw (agreement)") == agreed
    assert bool(saved) == agreed
    assert found.completions("a") != [] or agreed


def test_resigning_against_a_bot() -> None:
    found = session("castle", bots={"black": Says("Q12-Q11")})
    reply = found.handle("resign")
    assert reply.over
    assert str(found.document.result) == "win:black (resign)"
    assert found.bot_turn is None
    found.handle("undo 0")
    assert found.document.result is None


@pytest.mark.parametrize("name", ["struckle", "struggle", "crungle", "castle", "stricken"])
@pytest.mark.parametrize(("line", "reason"), [("resign", "resign"), ("draw", "agreement")])
def test_only_games_that_have_them_know_resigning_and_draws(name: str, line: str, reason: str) -> None:
    found = session(name)
    text = told(found, line)
    assert ("does not know that" in text) == (reason not in found.game.given_reasons)
    assert (found.document.result is None) == (line == "draw" or reason not in found.game.given_reasons)


def test_an_objection_takes_a_stolen_win_back_between_persons_too() -> None:
    found = session("crungle", STOLEN.split(), **SETUP)
    assert found.bot_turn is None
    found.handle("?")
    assert found.document.result is None


@pytest.mark.parametrize("name", ["castle", "crungle", "struckle", "stricken", "struggle"])
def test_quit_leaves_whatever_is_going_on(name: str) -> None:
    for lines in ([], ["goto 0"], ["note x", "goto 0"]):
        found = session(name)
        replies(found, *lines)
        for word in ("quit", "QUIT", "q", "exit", "/quit"):
            assert found.handle(word).over
    found = dealt(name) if name in ("stricken", "struggle") else session(name)
    assert found.handle("quit").over


@pytest.mark.parametrize("name", ["stricken", "struggle"])
def test_a_copy_has_the_secrets_that_one_needs_to_go_on_with_it(tmp_path: Path, name: str) -> None:
    """The game's own folder may be gone, and what is on the table the last that is left of them."""
    found = dealt(name)
    path = tmp_path / "copy.json"
    assert "its secrets are beside it" in told(found, "", f"save {path}")
    other = session_of(load(str(path)))
    assert other._table.secrets == found._table.secrets
    assert all(item.value not in path.read_text() for item in found._table.everything())
    modes = {item.name: item.stat().st_mode & 0o777 for item in tmp_path.glob("*.secrets")}
    assert modes == {f"copy.json.{seat}.secrets": 0o600 for seat in found._table.secrets}
    other.handle("")
    assert ": " in told(other, "secrets") == told(found, "secrets")
    assert other.legal_tokens() == found.legal_tokens()
    other.release()


@pytest.mark.parametrize("there", ["copy.json.white.secrets", "copy.json.black.secrets", "copy.json/x"])
def test_a_copy_that_cannot_be_written_leaves_nothing(tmp_path: Path, there: str) -> None:
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).write_text("mine")
    found = dealt("stricken")
    assert "exists" in told(found, f"save {tmp_path / 'copy.json'}")
    assert [item.read_text() for item in tmp_path.rglob("*") if item.is_file()] == ["mine"]
    assert "cannot be written" in told(found, f"save {tmp_path / 'none' / 'copy.json'}")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("name", ["\0.sgn", "~\0.sgn", "~a\0b.sgn", "~nobody/a.sgn", "a/\0/b.sgn", "/", "."])
def test_a_copy_with_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    found = session("castle", ["D8-C8"])
    for path in (name, str(tmp_path / name)):
        reply = found.handle(f"save {path}")
        assert reply.text
        assert "a copy" not in reply.text
        assert len(reply.text) < 300
    assert list(tmp_path.iterdir()) == []


def test_a_copy_is_written_beside_the_game(tmp_path: Path) -> None:
    found = session("castle", ["D8-C8"], bots={"black": Says("Q12-Q11")})
    path = tmp_path / "a copy.json"
    assert "a copy is in" in told(found, f"save {path}")
    assert load(str(path)).document.moves == ["D8-C8"]
    assert "exists" in told(found, f"save {path}")
    assert "suffix" in told(found, f"SAVE {tmp_path / 'x'}")
    assert [item.name for item in tmp_path.iterdir()] == ["a copy.json"]


def test_a_bots_ply_that_cannot_be_saved_is_said_and_stays() -> None:
    def failing(document: Document) -> None:
        raise AccessError("disk full", code="io.write")

    found = session("castle", bots={"black": Says("Q12-Q11")})
    found._store = failing
    told(found, "D8-C8")
    assert found.unsaved == "disk full"
    assert found.document.moves == ["D8-C8", "Q12-Q11"]


# A long game costs no more a ply than a short one.


@pytest.mark.parametrize("name", ["castle", "stricken", "struggle", "crungle"])
def test_no_game_is_played_anew_for_a_ply(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    real = views.play

    def counting(game: object, state: object, tokens: list[str]) -> object:
        played.append(len(tokens))
        return real(game, state, tokens)  # type: ignore[arg-type]

    monkeypatch.setattr(views, "play", counting)
    seats = {"castle": "black", "stricken": "black", "struggle": "p2", "crungle": "orange"}
    hidden = name in ("stricken", "struggle")
    for bots in ({}, {seats[name]: AnyMove()}):
        found = dealt(name, bots) if hidden else session(name, bots=bots)
        play_on(found, 30)
        costs = []
        for _ in range(12):
            played.clear()
            play_on(found, 1)
            found.completions("")
            found.handle("goto 1")
            found.handle("goto")
            costs.append(sum(played))
        assert max(costs) <= 4, (costs, "a few views, one ply each")


def test_a_long_game_answers_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = ["D8-C8", "Q12-Q11", "C8-D8", "Q11-Q12"] * 500
    found = session("castle", moves, bots={"black": Says("Q12-Q11")})
    asked = views.play

    def forbidden(game: object, state: object, tokens: list[str]) -> object:
        assert len(tokens) == 1
        count.append(1)
        return asked(game, state, tokens)  # type: ignore[arg-type]

    count: list[int] = []
    monkeypatch.setattr(views, "play", forbidden)
    said = told(
        found, "moves D8", "why D8-D1", "goto 1000", "history", "goto", "D8-C8", "undo", "redo", "note x"
    )
    assert "ply 1000 of 2000" in said
    assert said.count("D8-C8") > 500
    assert len(count) < 10
