"""Locks on files: who gets them, under which names, what they leave behind, and where there are none."""

import errno
import fcntl
import os
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from struckle_cli.core.errors import AccessError, RecordError, StruckleError, UsageError
from struckle_cli.replay import locking
from struckle_cli.replay.locking import Hold, tidy
from struckle_cli.replay.writer import Unchanged, replacing
from struckle_cli.services.edit import append, save
from struckle_cli.services.loading import load
from tests.cli.support import leftovers, sgn


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "PATIENCE", 0)
    (tmp_path / "g.sgn").write_bytes(b"older")
    return tmp_path / "g.sgn"


def is_locked(path) -> bool:
    """Whether somebody holds a file; who asks is told then who that is."""
    return f"process {os.getpid()} (running since 20" in refusal(path)


def refusal(path) -> str:
    hold = Hold(str(path))
    try:
        hold.take(0)
    except AccessError as error:
        return error.message if error.code == "io.locked" else ""
    hold.release()
    return ""


def test_one_at_a_time_under_every_name(path, tmp_path):
    (tmp_path / "soft").symlink_to("g.sgn")
    os.link(path, tmp_path / "hard")
    names = [path, tmp_path / "soft", tmp_path / "hard"]
    for name in names:
        with Hold(str(name)) as hold:
            assert list(map(is_locked, names)) == [True] * 3
            hold.take(0)  # once more does no harm
        assert list(map(is_locked, names)) == [False] * 3
    assert sorted(os.listdir(tmp_path)) == ["g.sgn", "hard", "soft"]


def test_what_takes_the_place_of_a_file_is_locked_too(path, tmp_path):
    os.link(path, tmp_path / "hard")
    with Hold(str(path)) as hold:
        for number in range(3):
            with replacing(str(path), hold=hold) as file:
                file.write(b"%d" % number)
            assert is_locked(path)
            assert is_locked(tmp_path / "hard"), "what stood there before still has that name"
        with pytest.raises(ZeroDivisionError), replacing(str(path), hold=hold):
            raise ZeroDivisionError
        assert is_locked(path)
        assert len(os.listdir("/proc/self/fd")) < 60
    assert not is_locked(path)
    assert not is_locked(tmp_path / "hard")
    assert path.read_bytes() == b"2"
    assert leftovers(tmp_path) == []


def test_a_file_that_another_program_puts_there_has_to_be_taken_again(path, tmp_path):
    with Hold(str(path)) as hold:
        (tmp_path / "new").write_bytes(b"newer")
        (tmp_path / "new").rename(path)
        with Hold(str(path)) as other:
            with pytest.raises(AccessError):
                hold.take(0)
            other.release()
            hold.take(0)
        assert is_locked(path)


def test_nothing_replaces_a_file_that_somebody_else_holds(path, tmp_path):
    with Hold(str(path)):
        with pytest.raises(AccessError) as raised, replacing(str(path)) as file:
            file.write(b"mine")
        assert raised.value.code == "io.locked"
    assert path.read_bytes() == b"older"
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("name", ["gone.sgn", "folder", "pipe", "link", "a\0b", "g.sgn/x"])
def test_what_is_no_file_is_not_waited_for(path, tmp_path, name):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("gone")
    with Hold(f"{tmp_path}/{name}") as one, Hold(f"{tmp_path}/{name}") as two:
        assert (one.missing, two.missing) == ("", "")


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, None])
def test_where_there_are_no_locks_that_is_said(path, monkeypatch, code):
    def flock(handle: int, operation: int) -> None:
        raise OSError(code, "")

    module = None if code is None else SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4)
    monkeypatch.setattr(locking, "_fcntl", lambda: module)
    with Hold(str(path)) as one, Hold(str(path)) as two:
        assert one.missing == two.missing
        assert ("no locks" in one.missing) is True
        with replacing(str(path), hold=one) as file:
            file.write(b"mine")
        assert one._handles == two._handles == []
    assert path.read_bytes() == b"mine"


def test_a_new_file_is_not_kept_open_where_nothing_can_be_locked(path, monkeypatch):
    monkeypatch.setattr(locking, "_fcntl", lambda: None)
    with Hold(f"{path}.new") as hold:
        with replacing(f"{path}.new", fresh=True, hold=hold) as file:
            file.write(b"mine")
        assert hold._handles == []


def test_who_waits_gets_the_lock_of_what_stands_there_then(path, tmp_path):
    """The name leads to another file each time that somebody has got the lock."""
    path.write_bytes(sgn())
    threads, each = 4, 5

    def play() -> None:
        for _ in range(each):
            with Hold(str(path)) as hold:
                loaded = load(str(path))
                moves = loaded.document.moves
                back = moves[-4:-3] if len(moves) > 3 else []
                begins = ["D8-C8", "Q12-Q11"], ["C8-D8", "Q11-Q12"]
                token = begins[len(moves) // 2 % 2][len(moves) % 2]
                assert not back or back[0] == token
                save(loaded, append(loaded, [token]).document, hold)

    locking.PATIENCE = 20
    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(play) for _ in range(threads)]:
            future.result()
    assert len(load(str(path)).document.moves) == threads * each
    assert leftovers(tmp_path) == []


def test_what_killed_processes_have_left_is_taken_away_and_nothing_else(path, tmp_path):
    left = [".g.sgn.0123456789abcdef.tmp", ".g.sgn.white.secrets.0123456789abcdef.tmp"]
    kept = [
        ".h.sgn.0123456789abcdef.tmp",
        ".g.sgn.tmp",
        ".g.sgn.0123456789abcdeX.tmp",
        "g.sgn.0123456789abcdef.tmp",
    ]
    busy = ".g.sgn.ffffffffffffffff.tmp"
    for name in [*left, *kept, busy]:
        (tmp_path / name).write_bytes(b"")
    os.link(path, tmp_path / ".g.sgn.aaaaaaaaaaaaaaaa.tmp")  # killed between two names of one file
    with open(tmp_path / busy, "rb") as other, Hold(str(path)):
        fcntl.flock(other, fcntl.LOCK_EX)
        tidy(str(path))
    assert sorted(os.listdir(tmp_path)) == sorted(["g.sgn", *kept, busy])


@pytest.mark.parametrize("links", [True, False])
def test_a_fresh_file_takes_nobodys_place(path, tmp_path, monkeypatch, links):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    new = tmp_path / "new.sgn"
    with replacing(str(new), fresh=True) as file:
        file.write(b"first")
    with pytest.raises(UsageError) as raised, replacing(str(new), fresh=True) as file:
        file.write(b"second")
    assert raised.value.code == "usage.exists"
    assert new.read_bytes() == b"first"
    assert leftovers(tmp_path) == []


def by_writing(path) -> None:
    path.write_bytes(b"by an editor")


def by_renaming(path) -> None:
    (path.parent / "x").write_bytes(b"by an editor")
    (path.parent / "x").rename(path)


@pytest.mark.parametrize("change", [by_writing, by_renaming])
def test_a_file_that_is_changed_while_its_successor_is_written_stays(path, tmp_path, change):
    unchanged = Unchanged(str(path))
    unchanged.check()
    written = replacing(str(path), before=unchanged.check)
    with pytest.raises(RecordError) as raised, written:
        change(path)
    assert raised.value.code == "play.changed"
    assert path.read_bytes() == b"by an editor"
    assert leftovers(tmp_path) == []


def test_a_file_that_is_gone_is_not_written_anew(path):
    unchanged = Unchanged(str(path))
    with pytest.raises(StruckleError), replacing(str(path), before=unchanged.check):
        path.unlink()
    assert not path.exists()
