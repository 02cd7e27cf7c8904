"""Two shells on one record, records that are damaged or taken away, and disks that are full, for real."""

import os
import resource
import signal

import pytest

from struckle_cli.replay import locking
from struckle_cli.services.loading import load
from tests.cli.hidden_support import half, sealed
from tests.cli.struggle_play_support import Pipe
from tests.cli.support import dumps, encoded, leftovers, record, sgn

SUFFIXES = [
    kind + packing for kind in (".sgn", ".json", ".jsonl", ".msgpack") for packing in ("", ".gz", ".zst")
]


class Castle(Pipe):
    """`play` on a record of Castle, through a pipe."""

    prompt = r"\d+\.(?:\.\.)? ?(?:white|black)> "


def moves_of(name: object = "g.sgn") -> list[str]:
    return load(str(name)).document.moves


@pytest.fixture
def playing(talk, tmp_path, monkeypatch):
    """A record that somebody plays, with one ply played."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(locking, "PATIENCE", 0)
    (tmp_path / "g.sgn").write_bytes(sgn())
    shell = talk(Castle, "g.sgn")
    shell.answer()
    assert shell.answer("D8-C8")
    return shell


WRITING = [
    ("play", "g.sgn"), ("move", "g.sgn", "Q12-Q11"), ("undo", "g.sgn"), ("result", "g.sgn", "draw"),
    ("fmt", "g.sgn"), ("play", "soft.sgn"), ("move", "hard.sgn", "Q12-Q11"), ("convert", "h.json", "g.sgn"),
    ("validate", "h.json", "--report", "json=g.sgn"),
]  # fmt: skip
READING = [
    ("show", "g.sgn"), ("replay", "g.sgn"), ("render", "g.sgn"), ("moves", "g.sgn"), ("validate", "g.sgn"),
    ("stats", "."), ("fmt", "--check", "g.sgn"), ("convert", "g.sgn", "-", "--to", "json"),
]  # fmt: skip


def test_who_would_write_is_told_who_plays_and_who_reads_is_not(playing, cli, tmp_path):
    assert os.listdir(tmp_path) == ["g.sgn"], "no lock lies about"
    os.link("g.sgn", "hard.sgn")
    os.symlink("g.sgn", "soft.sgn")
    (tmp_path / "h.json").write_bytes(dumps(record()))
    before = (tmp_path / "g.sgn").read_bytes()
    for words in WRITING:
        ran = cli(*words, stdin=b"Q12-Q11\n")
        assert (ran.code, "io.locked" in ran.err) == (3, True), words
        assert f"process {playing.child.pid} (running since " in ran.err
    for words in READING:
        assert cli(*words).code == 0, words
    assert (tmp_path / "g.sgn").read_bytes() == before
    assert playing.answer("Q12-Q11")
    assert cli("move", "g.sgn", "C8-C3").code == 3, "what stands there now is locked too"
    assert playing.finish() == 0
    assert cli("move", "g.sgn", "C8-C3").code == 0
    assert moves_of() == ["D8-C8", "Q12-Q11", "C8-C3"]


def test_openings_are_not_added_to_a_record_that_is_played(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "PATIENCE", 0)
    names = sealed(cli, tmp_path, half(), "c.sgn")
    with locking.Hold("c.sgn"):
        assert cli("reveal", "c.sgn", *names).code == 3
        assert cli("reveal", "c.sgn", *names, "-o", "other.sgn").code == 0
    assert cli("reveal", "c.sgn", *names).code == 0


def test_a_process_that_is_killed_leaves_nothing_that_blocks(playing, cli, tmp_path):
    os.kill(playing.child.pid, signal.SIGKILL)
    playing.finish()
    ran = cli("play", "g.sgn", stdin=b"Q12-Q11\n")
    assert (ran.code, ran.err) == (0, "")
    assert moves_of() == ["D8-C8", "Q12-Q11"]
    assert leftovers(tmp_path) == []


def test_where_there_are_no_locks_players_are_told_once(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "_fcntl", lambda: None)
    (tmp_path / "g.sgn").write_bytes(sgn())
    ran = cli("play", "g.sgn", stdin=b"D8-C8\nQ12-Q11\n")
    assert ran.code == 0
    assert (ran.out + ran.err).count("play it in one shell only") == 1
    assert moves_of() == ["D8-C8", "Q12-Q11"]


def damage(data: bytes) -> dict[str, bytes]:
    """Ways in which a file can be damaged."""
    half = len(data) // 2
    return {
        "cut": data[:half],
        "hole": data[:half] + bytes(8) + data[half + 8 :],
        "nonsense": b"\x00nonsense",
    }


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_damaged_record_is_not_played_and_stays_as_it_is(cli, tmp_path, suffix):
    whole = encoded(record(["D8-C8", "Q12-Q11", "C8-C3"]), suffix)
    for how, data in damage(whole).items():
        (tmp_path / f"g{suffix}").write_bytes(data)
        ran = cli("play", f"g{suffix}", stdin=b"D8-D7\n")
        assert (ran.code in (1, 2, 3), ran.raw) == (True, b""), how
        if ran.code == 2:  # what is left looks like several records
            assert "several records" in ran.err
        else:
            assert "left as it is" in ran.err, how
            assert "older copy" in ran.err, how
        assert (tmp_path / f"g{suffix}").read_bytes() == data
    assert leftovers(tmp_path) == []


def test_moves_that_are_wrong_are_named_with_the_way_back(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(record(["D8-C8", "D8-C8", "Q8-Q7"])))
    ran = cli("play", "g.json", stdin=b"D8-D7\n")
    assert ran.code == 1
    assert "ply 2" in ran.err
    assert "struckle undo g.json 2 takes back the last 2 plies" in ran.err
    assert cli("undo", "g.json", "2").code == 0
    assert cli("play", "g.json", stdin=b"Q12-Q11\n").code == 0
    assert moves_of("g.json") == ["D8-C8", "Q12-Q11"]


@pytest.mark.parametrize("data", [b"nonsense", sgn()[:20], sgn("1. D8-D1"), sgn("1. D8-D7"), b"", None])
def test_what_was_damaged_or_changed_meanwhile_is_never_overwritten(playing, tmp_path, data):
    path = tmp_path / "g.sgn"
    saved = path.read_bytes()
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    assert playing.answer("Q12-Q11")
    assert "NOT saved" in playing.shown
    assert playing.answer("save copy.json")
    assert (path.read_bytes() if path.exists() else None) == data
    assert moves_of("copy.json") == ["D8-C8", "Q12-Q11"]
    path.write_bytes(saved)
    assert playing.answer("C8-C3")
    assert "NOT saved" not in playing.shown
    assert playing.finish() == 0
    assert moves_of(path) == ["D8-C8", "Q12-Q11", "C8-C3"]
    assert leftovers(tmp_path) == []


def test_other_records_of_the_file_may_change_meanwhile(talk, tmp_path):
    own, other = dumps(record(["D8-C8"])) + b"\n", dumps(record(["D8-D7"], tags={"Event": "x"})) + b"\n"
    (tmp_path / "g.jsonl").write_bytes(own + other)
    shell = talk(Castle, "g.jsonl", "--record", "1")
    shell.answer()
    (tmp_path / "g.jsonl").write_bytes(own + other + other)
    assert shell.answer("Q12-Q11")
    assert shell.finish() == 0
    found = (tmp_path / "g.jsonl").read_bytes()
    assert found == dumps(record(["D8-C8", "Q12-Q11"])) + b"\n" + other + other


def test_a_folder_that_comes_back(talk, tmp_path):
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "g.sgn").write_bytes(sgn())
    shell = talk(Castle, "f/g.sgn")
    shell.answer()
    (tmp_path / "f").rename(tmp_path / "elsewhere")
    assert shell.answer("D8-C8")
    assert "NOT saved: f/g.sgn: No such file" in shell.shown
    assert shell.answer("Q12-Q11")
    (tmp_path / "elsewhere").rename(tmp_path / "f")
    assert shell.finish() == 0
    assert moves_of(tmp_path / "f" / "g.sgn") == ["D8-C8", "Q12-Q11"]


def test_a_file_that_may_grow_no_more_and_then_may(playing, tmp_path):
    """A write that the system refuses, in a process that knows nothing of being tested."""
    limits = resource.prlimit(playing.child.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(playing.child.pid, resource.RLIMIT_FSIZE, (10, limits[1]))
    for word in ("Q12-Q11", "C8-C3"):
        assert playing.answer(word)
        assert "NOT saved: g.sgn: cannot be written" in playing.shown
        assert moves_of() == ["D8-C8"]
    resource.prlimit(playing.child.pid, resource.RLIMIT_FSIZE, limits)
    assert playing.finish() == 0, "the last chance is taken"
    assert moves_of() == ["D8-C8", "Q12-Q11", "C8-C3"]
    assert leftovers(tmp_path) == []


def test_a_file_that_was_made_read_only_keeps_its_mode(playing, tmp_path):
    (tmp_path / "g.sgn").chmod(0o444)
    assert playing.answer("Q12-Q11")
    assert playing.finish() == 0
    assert (tmp_path / "g.sgn").stat().st_mode & 0o777 == 0o444
    assert moves_of() == ["D8-C8", "Q12-Q11"]


def test_secrets_of_a_game_that_never_began_are_in_nobodys_way(cli, tmp_path):
    """A process that was killed between the secrets and the record; neither is the name taken twice."""
    (tmp_path / "stricken.sgn.white.secrets").write_text("[]\n")
    assert cli("play", "stricken", stdin=b"").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "stricken-2.sgn", "stricken-2.sgn.black.secrets", "stricken-2.sgn.white.secrets",
        "stricken.sgn.white.secrets",
    ]  # fmt: skip


def test_secrets_of_another_record_are_not_taken_for_those_of_a_new_game(cli, tmp_path):
    (tmp_path / "a.sgn.black.secrets").write_text("[]\n")
    ran = cli("play", "stricken", "-o", "a.sgn")
    assert ran.code == 2
    assert "a.sgn.black.secrets exists" in ran.err
    assert "--force" not in ran.err
    assert os.listdir(tmp_path) == ["a.sgn.black.secrets"]


def test_a_link_to_a_record_has_the_same_dice(cli, tmp_path):
    assert cli("new", "struggle", "--players", "2", "--seed", "1", "-o", "g.sgn").code == 0
    cli("play", "g.sgn", stdin=b"\n")
    thrown = (tmp_path / "g.sgn.rolled").read_text().split()[-1]
    (tmp_path / "soft.sgn").symlink_to("g.sgn")
    assert f"{thrown}> " in cli("play", "soft.sgn", stdin=b"").out


def test_a_folder_that_cannot_be_written_is_no_hindrance(locked, cli):
    path = locked.folder / "g.sgn"
    path.write_bytes(sgn())
    assert cli("play", path).code == 0  # all that is needed is imported: that user may not read it
    with locked(), locking.Hold(str(path)) as hold:
        assert hold.missing == ""
        ran = cli("play", path)
        assert (ran.code, "io.locked" in ran.err) == (3, True), ran.err
        assert os.listdir(locked.folder) == ["g.sgn"]
