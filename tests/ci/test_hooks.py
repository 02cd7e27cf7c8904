"""`.pre-commit-hooks.yaml`, run by pre-commit itself on somebody else's repository."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.ci.support import BROKEN, SOUND, UNTIDY, checkout, commit, environment, git, repository
from tests.cli.support import ROOT, encoded, record

HOOKS = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}


def pre_commit(place: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    stored = {
        "PRE_COMMIT_HOME": str(place / "stored"),
        "VIRTUALENV_OVERRIDE_APP_DATA": str(place / "virtualenv"),
    }
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments], cwd=folder, env=environment(**stored),
        stdin=subprocess.DEVNULL, capture_output=True, check=False, text=True, timeout=600,
    )  # fmt: skip


def test_the_manifest_is_sound(tmp_path):
    done = pre_commit(tmp_path, ROOT, "validate-manifest", ".pre-commit-hooks.yaml")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("hook", HOOKS)
def test_only_files_that_hold_records_are_taken(hook):
    taken = re.compile(HOOKS[hook]["files"])
    for suffix in (".sgn", ".jsonl", ".msgpack"):
        for packing in ("", ".gz", ".zst"):
            assert taken.search(f"games/a{suffix}{packing}")
    for name in (
        "a.json",
        "a.json.gz",
        "package.json",
        "a.sgn.bak",
        "sgn",
        "jsonl/a.txt",
        "a.gz",
        "a.SGN",
        "asgn",
    ):
        assert not taken.search(name)
    assert HOOKS[hook]["require_serial"] is True


def readme_config() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```yaml\n# \.pre-commit-config\.yaml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.slow
def test_pre_commit_runs_both_hooks(tmp_path):
    """One environment is built, from a clone as for anybody; the configuration is that of README."""
    source = checkout(tmp_path)
    git(source, "init", "-q")
    revision = commit(source, {})
    config = readme_config().replace("https://HOST/OWNER/struckle", f"'{source}'").replace("REV", revision)
    package = {"package.json": b'{"name": "theirs"}', "notes.txt": b"no record"}
    sound = {"games/a b.sgn": SOUND, "-x.sgn": SOUND, "c.msgpack": encoded(record(["D8-C8"]), ".msgpack")}
    folder = repository(tmp_path / "theirs", package | sound | {".pre-commit-config.yaml": config.encode()})

    done = pre_commit(tmp_path, folder, "run", "--all-files")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"^struckle (\w+)\.+(\w+)$", done.stdout, re.MULTILINE) == [
        ("validate", "Passed"), ("fmt", "Passed"),
    ]  # fmt: skip

    commit(folder, {"games/broken.sgn": BROKEN, "games/untidy.sgn": UNTIDY})
    done = pre_commit(tmp_path, folder, "run", "--all-files", "struckle-validate")
    assert done.returncode == 1
    assert "exit code: 1" in done.stdout
    assert "games/broken.sgn:4:10: castle.blocked: " in done.stdout
    assert "untidy.sgn:" not in done.stdout

    done = pre_commit(tmp_path, folder, "run", "--all-files", "struckle-fmt")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert (folder / "games/untidy.sgn").read_bytes() == SOUND
    assert git(folder, "status", "--porcelain") == "M games/untidy.sgn"

    (folder / "games/untidy.sgn").write_bytes(UNTIDY)
    (folder / "package.json").write_bytes(b'{"name": 1}')
    checking = config.replace("- id: struckle-fmt", "- {id: struckle-fmt, args: [--check, --]}")
    commit(folder, {".pre-commit-config.yaml": checking.encode()})
    done = pre_commit(tmp_path, folder, "run", "struckle-fmt", "--files", "games/untidy.sgn", "package.json")
    assert done.returncode == 1
    assert "games/untidy.sgn: would change" in done.stdout
    assert "files were modified" not in done.stdout
    assert "package.json" not in done.stdout
    assert (folder / "games/untidy.sgn").read_bytes() == UNTIDY

    done = pre_commit(tmp_path, folder, "run", "--files", "package.json", "notes.txt")
    assert (done.returncode, done.stdout.count("Skipped")) == (0, 2)
