"""Generated files are up to date, and checking them writes nothing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import gen, replays
from tools.files import drifted, write

ROOT = Path(__file__).parents[2]


def stamps(root: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file below the folders that hold generated ones."""
    return {
        str(path): (path.stat().st_size, path.stat().st_mtime_ns)
        for folder in ("formats", "docs", "replays")
        for path in (root / folder).rglob("*")
        if path.is_file()
    }


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ | environment,
    )  # fmt: skip


def test_nothing_has_drifted_and_checking_writes_nothing():
    before = stamps(ROOT)
    done = run("tools.gen", "--check")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert stamps(ROOT) == before


def test_check_names_what_has_drifted(tmp_path):
    files = gen.generated()
    write(tmp_path, files)
    assert drifted(tmp_path, files, gen.FOLDERS) == []
    (tmp_path / "formats/errors.md").write_text("changed", encoding="utf-8")
    (tmp_path / "docs/commands.md").unlink()
    (tmp_path / "formats/schema/chess.schema.json").write_text("{}", encoding="utf-8")
    before = stamps(tmp_path)
    assert drifted(tmp_path, files, gen.FOLDERS) == [
        "formats/errors.md: out of date",
        "docs/commands.md: missing",
        "formats/schema/chess.schema.json: no generator makes this file",
    ]
    assert stamps(tmp_path) == before


def test_drift_ends_with_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gen, "ROOT", tmp_path)
    assert gen.main(["--check"]) == 1
    assert "formats/errors.md: missing\n" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert gen.main(["--chekc"]) == 2


@pytest.mark.parametrize("columns", ["40", "200"])
def test_the_command_reference_does_not_depend_on_the_terminal(columns):
    code = "from tools.gen import commands_text; import sys; sys.stdout.write(commands_text())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
        env=os.environ | {"COLUMNS": columns, "FORCE_COLOR": "1"},
    )  # fmt: skip
    assert done.stdout == (ROOT / "docs/commands.md").read_text(encoding="utf-8")


def test_the_recorded_games_come_out_the_same_every_time(tmp_path):
    for folder in ("one", "two"):
        done = run("tools.replays", str(tmp_path / folder))
        assert (done.stderr, done.returncode) == ("", 0)
    for place in replays.FOLDERS:
        made = [tmp_path / folder / place for folder in ("one", "two")]
        committed = sorted(path.name for path in (ROOT / place).iterdir())
        assert [sorted(path.name for path in folder.iterdir()) for folder in made] == [committed] * 2
        for name in committed:
            one, two = ((folder / name).read_bytes() for folder in made)
            assert one == two
            if not name.endswith((".gz", ".zst")):  # compressors of other versions may pack in another way
                assert one == (ROOT / place / name).read_bytes()
    assert drifted(ROOT, replays.files()) == []


def test_every_code_in_the_source_is_in_the_catalogue():
    known = {code for codes in gen.catalogue().values() for code in codes}
    pattern = re.compile(r'(?:code=|Reason\(|fault\(|Unreadable\([^"]*)\s*"([a-z]+\.[a-z0-9-]+)"')
    used = set()
    for path in (ROOT / "struckle_cli").rglob("*.py"):
        used |= set(pattern.findall(path.read_text(encoding="utf-8")))
    assert len(used) > 40
    assert {code for code in used if not code.startswith("usage.")} <= known


def test_the_catalogue_holds_no_code_that_nothing_raises():
    source = "".join(
        re.sub(r'^ +"[a-z]+\.[a-z0-9-]+": .*$', "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for path in (ROOT / "struckle_cli").rglob("*.py")
    )
    for codes in gen.catalogue().values():
        for code in codes:
            assert f'"{code}"' in source, code
