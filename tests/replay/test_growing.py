"""Files that have every part as soon as it is written."""

import errno
import os
from pathlib import Path

import pytest

from struckle_cli.core.errors import AccessError
from struckle_cli.replay import writer
from struckle_cli.replay.locking import Hold
from struckle_cli.replay.writer import growing
from tests.cli.support import leftovers


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.jsonl"


def test_every_part_stands_when_it_is_written(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"older")
    path.chmod(0o640)
    with growing(str(path)) as file:
        assert path.read_bytes() == b"older"
        for count in (1, 2, 3):
            file.write(b"part\n")
            assert path.read_bytes() == b"part\n" * count
        assert leftovers(tmp_path) == []
    assert path.read_bytes() == b"part\n" * 3
    assert path.stat().st_mode & 0o777 == 0o640


def test_without_a_part_nothing_changes(path: Path, tmp_path: Path) -> None:
    with growing(str(path)):
        pass
    assert os.listdir(tmp_path) == []
    path.write_bytes(b"older")
    with growing(str(path)):
        pass
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"older", [path.name])


def test_links_are_followed(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    with growing(str(link)) as file:
        file.write(b"part\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"part\n"


@pytest.mark.parametrize("parts", [0, 2])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_no_half_part_stays(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: int, error: BaseException
) -> None:
    write = os.write
    path.write_bytes(b"older")

    def half(handle: int, data: bytes) -> int:
        if len(data) < 4:
            raise error
        return write(handle, data[: len(data) // 2])

    def break_off() -> None:
        with growing(str(path)) as file:
            for _ in range(parts):
                file.write(b"part\n")
            monkeypatch.setattr(os, "write", half)
            file.write(b"part\n")

    with pytest.raises((AccessError, KeyboardInterrupt)):
        break_off()
    assert path.read_bytes() == (b"part\n" * parts or b"older")
    assert os.listdir(tmp_path) == [path.name]


def taken_away(path: Path) -> None:
    path.unlink()


def moved(path: Path) -> None:
    path.rename(path.with_suffix(".old"))


def replaced(path: Path) -> None:
    taken_away(path)
    path.write_bytes(b"foreign")


@pytest.mark.parametrize("act", [taken_away, moved, replaced])
def test_a_file_that_is_gone_is_made_again_with_all_that_was_in_it(path: Path, tmp_path: Path, act) -> None:
    with growing(str(path)) as file:
        file.write(b"one\n")
        file.write(b"two\n")
        act(path)
        file.write(b"three\n")
        assert path.read_bytes() == b"one\ntwo\nthree\n"
    assert path.read_bytes() == b"one\ntwo\nthree\n"
    assert leftovers(tmp_path) == []


def test_what_somebody_else_has_written_into_it_is_left(path: Path) -> None:
    with growing(str(path)) as file:
        file.write(b"one\n")
        path.write_bytes(b"foreign")
        with pytest.raises(AccessError, match="somebody else"):
            file.write(b"two\n")
    assert path.read_bytes() == b"foreign"


def test_it_is_locked_from_its_first_part_on(path: Path) -> None:
    with growing(str(path)) as file:
        with Hold(str(path)):  # there is nothing yet
            pass
        file.write(b"one\n")
        with pytest.raises(AccessError) as raised:
            Hold(str(path)).take(0)
        assert raised.value.code == "io.locked"
    with Hold(str(path)):
        pass


def test_of_two_that_begin_together_the_later_takes_nobodys_place(path: Path, tmp_path: Path) -> None:
    with growing(str(path)) as one:
        with growing(str(path)) as two:
            one.write(b"one\n")
            with pytest.raises(AccessError) as raised:
                two.write(b"two\n")
            assert raised.value.code == "io.locked"
        one.write(b"more\n")
    assert path.read_bytes() == b"one\nmore\n"
    assert leftovers(tmp_path) == []


def test_pipes_are_written_directly(path: Path) -> None:
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with growing(str(path)) as file:
            file.write(b"part\n")
            assert os.read(reader, 100) == b"part\n"
    finally:
        os.close(reader)


@pytest.mark.parametrize("name", ["nowhere/a.jsonl", "a\0b"])
def test_what_cannot_be_made_is_told_at_once(tmp_path: Path, name: str) -> None:
    with pytest.raises(AccessError) as raised, growing(str(tmp_path / name)):
        pass
    assert raised.value.code == "io.write"


def test_where_no_open_file_can_be_renamed_it_stands_in_the_end(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_RENAMES_OPEN_FILES", False)
    with growing(str(path)) as file:
        file.write(b"one\n")
        file.write(b"two\n")
        assert not path.exists()
    assert path.read_bytes() == b"one\ntwo\n"
    assert leftovers(tmp_path) == []
