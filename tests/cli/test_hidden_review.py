"""What a review of hidden things found, each with its kind."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.cli import output
from struckle_cli.core.errors import AccessError
from struckle_cli.core.secret import Opening
from struckle_cli.games.stricken.board import BEADS
from struckle_cli.registry import lookup
from struckle_cli.replay.document import Document
from struckle_cli.services.loading import load
from struckle_cli.services.play import Session
from struckle_cli.services.table import FileTable, identity_of
from tests.cli.screen_support import Screen
from tools.files import ROOT

ORDER = "F2[1b1-1a1]"
FREE = "F2[5b1-5a1]"


def content(cli: Any, name: str = "g.sgn") -> dict[str, Any]:
    found: dict[str, Any] = cli("convert", name, "-", "--to", "json").json
    return found


def keys(name: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(Path(name).read_bytes())
    return found


def session(name: str = "g.sgn", store: Any = None) -> Session:
    """A session in this process; nothing is saved unless `store` does."""
    loaded = load(name)
    table = FileTable(name, loaded.game.seats, identity_of(loaded.document, 1))
    return Session(loaded.game, loaded.document, store or (lambda document: None), table)


# What was typed.


@pytest.mark.parametrize("asked", ["\x1b[A", "\x10", "\x19", "\x1b.", "\x12F2"], ids=repr)
def test_what_one_player_has_typed_cannot_be_called_back_at_the_cover(cli, terminal, asked):
    """Before Enter, too: by the arrow, Ctrl-P, the kill ring, the last word, or a search."""
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    child = terminal("play", "g.sgn")
    child.expect("white, press Enter when nobody else looks> ")
    child.sendline("")
    child.expect("white> ")
    child.send(f"{ORDER}\x15")  # typed, and killed again
    child.send(f"{ORDER}\r")
    child.expect("black, press Enter when nobody else looks> ")
    child.send(asked)
    time.sleep(0.3)
    child.send("\x07\x15\r")
    child.expect("black> ")
    after = child.before.rpartition("nobody else looks> ")[2]
    assert "1b1-1a1" not in after.replace(" ", "").split("layer")[0]


def test_a_draw_offer_takes_the_screen_and_the_line_with_it(cli, tmp_path):
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    beads = keys("g.sgn.white.secrets")[0]["value"]
    screen = Screen(tmp_path, "play", "g.sgn")
    try:
        screen.line("")
        screen.line("secrets")
        assert beads in screen.all().replace("\n", "")
        screen.line("draw")
        assert screen.before_cursor().endswith("black, yes or no> ")
        assert beads not in screen.all().replace("\n", "")
        screen.keys("\x1b[A\x19.", "yes or no> .")
        screen.line("\x15no")
        assert screen.before_cursor() == "white, press Enter when nobody else looks> "
        assert beads not in screen.all().replace("\n", "")
    finally:
        screen.close()


# Records that are not the ones that somebody has played.


def without_commitment(item: dict[str, Any]) -> None:
    """As an opponent could send it: black's beads in the open, any beads."""
    del item["setup"]["beads"]["black"]
    for shell, bead in zip(item["setup"]["shells"]["black"], BEADS[1:13], strict=True):
        shell["bead"] = bead


def without_beads_at_all(item: dict[str, Any]) -> None:
    """All in the open."""
    without_commitment(item)
    for shell in item["setup"]["shells"]["white"]:
        shell["bead"] = "I"
    del item["setup"]["beads"]


@pytest.mark.parametrize("change", [without_commitment, without_beads_at_all])
def test_a_record_that_does_not_commit_to_ones_own_beads_is_refused(cli, change):
    """Else what its player seals would stand in it in the open."""
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    cli("move", "g.sgn", "pass")
    item = content(cli)
    change(item)
    Path("evil.json").write_text(json.dumps(item))
    before = Path("evil.json").read_bytes()
    for words in (("move", "evil.json", FREE), ("moves", "evil.json"), ("show", "evil.json")):
        ran = cli(*words, "--secrets", "g.sgn.black.secrets")
        assert ran.code == 1, words
        assert "[commit.nothing]" in ran.err
        assert "black beads" in ran.err
    assert Path("evil.json").read_bytes() == before
    Path("evil.json.black.secrets").write_bytes(Path("g.sgn.black.secrets").read_bytes())
    assert cli("play", "evil.json").code == 1


def test_a_record_that_was_laid_open_is_still_ones_own(cli):
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    files = ["g.sgn.white.secrets", "g.sgn.black.secrets"]
    assert cli("reveal", "g.sgn", *files, "--open").code == 0
    assert cli("moves", "g.sgn", "--as", "white", "--secrets", files[0]).code == 0
    assert cli("play", "g.sgn", stdin=b"q\n").code == 0


# Openings that must not be lost.


def test_one_secrets_file_of_both_seats_keeps_what_both_seal(cli):
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    both = keys("g.sgn.white.secrets") + keys("g.sgn.black.secrets")
    Path("both.secrets").write_text(json.dumps(both))
    assert cli("move", "g.sgn", ORDER, FREE, "--secrets", "both.secrets").code == 0
    assert [key["value"] for key in keys("both.secrets")[2:]] == [ORDER, FREE]
    assert cli("reveal", "g.sgn", "both.secrets").code == 0
    assert cli("validate", "g.sgn", "--strict").code == 0


def test_the_same_turn_sealed_in_two_copies_opens_both(cli):
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    Path("copy.sgn").write_bytes(Path("g.sgn").read_bytes())
    own = ("--secrets", "g.sgn.white.secrets")
    assert cli("move", "g.sgn", ORDER, *own).code == 0
    assert cli("move", "copy.sgn", "F3[1c1-2c1]", *own).code == 0
    for name in ("g.sgn", "copy.sgn"):
        assert cli("moves", name, "--as", "white", *own).code == 0
        assert cli("reveal", name, "g.sgn.white.secrets").code == 0
        assert cli("validate", name).code == 0
    assert content(cli, "g.sgn")["reveals"][1]["value"] == ORDER
    assert content(cli, "copy.sgn")["reveals"][1]["value"] == "F3[1c1-2c1]"


def test_what_is_replaced_by_force_can_be_opened_until_the_new_record_stands(cli, monkeypatch):
    assert cli("new", "struggle", "-o", "g.sgn").code == 0
    old, record = keys("g.sgn.p1.secrets"), Path("g.sgn").read_bytes()

    def full(*words: Any, **more: Any) -> None:
        raise AccessError("no space left", code="io.write")

    with monkeypatch.context() as patch:
        patch.setattr(output, "write_record", full)
        assert cli("new", "struggle", "-o", "g.sgn", "--force").code == 3
    assert Path("g.sgn").read_bytes() == record
    assert set(map(str, old)) <= set(map(str, keys("g.sgn.p1.secrets")))
    assert cli("reveal", "g.sgn", "g.sgn.p1.secrets").code == 0


def test_a_secrets_file_that_cannot_be_written_is_said_and_the_game_goes_on(cli, monkeypatch):
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    game = session()
    game.handle("")
    before = game.document

    def full(self: FileTable, opening: Opening) -> None:
        raise AccessError("no space left", code="io.write")

    with monkeypatch.context() as patch:
        patch.setattr(FileTable, "add", full)
        reply = game.handle(ORDER)
    assert "not played: no space left" in reply.text
    assert game.document is before
    assert game.to_move == "white"
    assert not game.covered
    assert game.handle(ORDER).text
    assert game.covered


def test_a_failing_save_does_not_give_another_roll(cli):
    assert cli("new", "struggle", "-o", "g.sgn").code == 0

    def full(document: Document) -> None:
        raise AccessError("no space left", code="io.write")

    game = session(store=full)
    game.handle("")
    game.handle("")
    rolls = game._table.rolled(1)
    assert rolls
    game.handle("moves")
    part = game._rolling.parts(game.state, rolls)[0][0]
    game.handle(part)
    assert game.unsaved
    again = session()
    again.handle("")
    assert again._table.rolled(1) == rolls


# What stays on a screen, or is taken from a file that says something else.


def test_the_end_by_a_move_clears_what_the_mover_has_seen(cli):
    assert cli("new", "stricken", "-o", "g.sgn", "--claim-at", "0", "--claim-lead", "0").code == 0
    game = session()
    game.handle("")
    reply = game.handle("claim")
    assert (reply.over, reply.clear) == (True, True)
    shown = game.game.render(game.state, _view()).text()
    assert shown.count(" ?") >= 24


def _view() -> Any:
    from struckle_cli.core.picture import View

    return View(width=100)


@pytest.mark.parametrize("text", ["AAAAAA", "x", "AKQJT/", "99999/99999+9", "=", "AKQJT=K1"])
def test_a_damaged_file_of_rolls_is_as_none(cli, text):
    assert cli("new", "struggle", "-o", "g.sgn", "--seed", "2").code == 0
    Path("g.sgn.rolled").write_text(f"{identity_of(load('g.sgn').document, 1)} 1 {text}\n")
    ran = cli("play", "g.sgn", stdin=b"\n\nq\n")
    assert ran.code == 0
    assert "more throws" in ran.out


def test_a_new_record_in_the_place_of_an_old_one_has_no_roll_yet(cli):
    for _ in range(2):
        assert cli("new", "struggle", "-o", "g.sgn", "--seed", "2", "--force").code == 0
        assert not Path("g.sgn.rolled").exists()
        assert cli("play", "g.sgn", stdin=b"\nq\n").code == 0
        assert Path("g.sgn.rolled").exists()


@pytest.mark.parametrize("token", [f"{FREE} ", "F4[5b1-5a1]", "F2[5b1-5a1", "f2[5b1-5a1]"])
def test_a_record_with_a_token_that_is_none_is_not_redacted(cli, token):
    """What has not the shape of an order could not be taken out."""
    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    item = content(cli) | {"moves": ["pass", token]}
    Path("odd.json").write_text(json.dumps(item))
    ran = cli("redact", "odd.json", "--for", "white")
    assert (ran.code, ran.out) == (1, "")


def test_help_names_no_option_that_there_is_not(cli):
    assert "--random" not in cli("new", "stricken", "--help").out
    assert lookup("stricken") is not None


# What a tester found from outside.


@pytest.mark.parametrize("note", [r"{x \} y \} \} z}", "; x]\n; x]", "{[}", r"{\}"], ids=repr)
@pytest.mark.parametrize("command", ["show", "render", "moves"])
def test_notes_do_not_keep_a_seat_from_looking(cli, note, command):
    """A view of a text record finds its places in the text, as the record itself does."""
    Path("a.sgn").write_text(f'[Game "struggle"]\n\n1. AAAAA=J1 {note}\n*\n')
    Path("empty.secrets").write_text("[]")
    for words in ((command, "a.sgn", "--as", "p1"), ("reveal", "a.sgn", "empty.secrets", "-o", "-")):
        assert cli(*words).code == 1


def test_a_fault_seen_by_a_seat_stands_where_it_stands(cli):
    Path("a.sgn").write_text('[Game "struggle"]\n\n1. AAAAA=-\n2. AAAAA=- 3. KKKKK=K4\n*\n')
    told = [cli("show", "a.sgn", *more).out.splitlines()[-1] for more in ((), ("--as", "p1"))]
    assert told[0].startswith("a.sgn:4:15: struggle.")
    assert told[0] == told[1]


def test_what_an_opening_opens_to_is_never_told(cli):
    """Not even where it fits and is nonsense."""
    from struckle_cli.replay.commitments import commitment

    assert cli("new", "stricken", "-o", "g.sgn").code == 0
    item, value = content(cli), "IWPS,IWPS,"
    odd = Opening("white", "beads", 32 * "0f", value)
    item["setup"]["beads"]["white"] = commitment("stricken", item["id"], odd)
    item["reveals"] = [{"seat": "white", "what": "beads", "nonce": odd.nonce, "value": value}]
    Path("odd.json").write_text(json.dumps(item))
    for words in (("redact", "odd.json", "--for", "black"), ("moves", "odd.json"), ("validate", "odd.json")):
        ran = cli(*words)
        assert ran.code == 1
        assert "stricken.opened" in ran.out + ran.err
        assert value not in ran.out + ran.err
        assert odd.nonce not in ran.out + ran.err


def test_records_of_one_file_keep_their_own_rolls(cli):
    """With an id and without one."""
    names = []
    for number, more in enumerate(((), (), ("--no-deal",), ("--no-deal", "--p1", "Ana"))):
        names.append(f"{number}.sgn")
        assert cli("new", "struggle", "-o", names[-1], *more).code == 0
    Path("all.sgn").write_text("\n".join(Path(name).read_text() for name in names))
    rolls: dict[int, str] = {}
    for _ in range(2):
        for record in range(1, 5):
            lines = b"\n\nq\n" if record > 9 else b"\nq\n"
            ran = cli("play", "all.sgn", "--record", record, stdin=lines)
            assert ran.code == 0
            [thrown] = {line.split(":")[0] for line in ran.out.splitlines() if "more throws" in line}
            assert rolls.setdefault(record, thrown) == thrown
    assert len(Path("all.sgn.rolled").read_text().splitlines()) == 4


def test_a_record_that_cannot_be_written_leaves_no_secrets(cli, monkeypatch):
    def full(*words: Any, **more: Any) -> None:
        raise AccessError("no space left", code="io.write")

    with monkeypatch.context() as patch:
        patch.setattr(output, "write_record", full)
        assert cli("new", "struggle", "-o", "g.sgn").code == 3
    assert list(Path().iterdir()) == []
    assert cli("new", "struggle", "-o", "g.sgn").code == 0


@pytest.mark.parametrize(
    "text", ['[{"seat":"p1","seat":"p1","what":"card","nonce":"","value":""}]', "[{}]", "{}", "[", "\xff"]
)
def test_secrets_files_are_read_as_strictly_as_records(cli, text):
    assert cli("new", "struggle", "-o", "g.sgn").code == 0
    Path("x.secrets").write_text(text, encoding="latin-1")
    ran = cli("reveal", "g.sgn", "x.secrets")
    assert ran.code == 1
    assert "[secrets.form]" in ran.err


def test_an_opening_of_dice_needs_dice_that_were_committed_to(cli):
    assert cli("new", "struggle", "-o", "g.sgn", "--dice", "hmac-sha256").code == 0
    assert cli("new", "struggle", "-o", "h.sgn").code == 0
    ran = cli("reveal", "h.sgn", "g.sgn.table.secrets")
    assert ran.code == 1
    assert "table dice" in ran.err


def test_masks_are_no_hashes_to_look_at(cli):
    assert cli("new", "struggle", "-o", "g.sgn", "--seed", "3").code == 0
    told = cli("show", "g.sgn", "--as", "p1").out
    assert "p2 hidden" in told
    assert "#0" not in told


def test_what_lies_open_is_not_said_to_be_hidden(cli):
    """Cards stand among the openings, the seed beside its commitment; both are open at the end."""
    source = ROOT / "replays/struggle/checked-dice-three.sgn"
    Path("g.sgn").write_bytes(source.read_bytes())
    item = content(cli)
    dice = item["setup"]["dice"]
    held = {key["seat"]: [key] for key in item["reveals"]}
    held["table"] = [{"seat": "table", "what": "dice", "nonce": dice["nonce"], "value": dice["seed"]}]
    for seat, openings in held.items():
        Path(f"g.sgn.{seat}.secrets").write_text(json.dumps(openings))
    assert session().to_open() == []
    closed = item | {"reveals": [], "result": None}
    closed["setup"] = item["setup"] | {"dice": {k: dice[k] for k in ("scheme", "commit", "client")}}
    Path("g.json").write_text(json.dumps(closed))
    for seat in held:
        Path(f"g.json.{seat}.secrets").write_bytes(Path(f"g.sgn.{seat}.secrets").read_bytes())
    assert session("g.json").to_open() == ["p1", "p2", "p3", "table"]
    told = cli("play", "g.sgn", stdin=b"q\n").out
    assert "is hidden" not in told
