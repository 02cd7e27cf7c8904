"""A scratch repository of somebody else's, and enough of GitHub's runner to run the action in it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.cli.support import ROOT, child_environment, sgn

INSTALLED = (
    "README.md",
    "LICENSE",
    "pyproject.toml",
    "requirements.lock",
    "action.yml",
    ".pre-commit-hooks.yaml",
)
SOUND = sgn("1. D8-C8 Q12-Q11")
BROKEN = sgn("1. D8-C8 Q12-E12")
"""Black's second man is in the way: ply 2, on line 4."""
UNTIDY = SOUND.replace(b"1. D8-C8", b"1.   D8-C8")


def environment(**more: str) -> dict[str, str]:
    """An environment with nothing in it of whose git runs the tests, or of a repository around them."""
    kept = {key: value for key, value in child_environment().items() if not key.startswith("GIT_")}
    who = ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL")
    named = {f"GIT_{item}": "tests@invalid" for item in who}
    return kept | named | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull} | more


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *arguments], cwd=folder, env=environment(),
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def repository(folder: Path, files: dict[str, bytes]) -> Path:
    """A git repository with one commit of these files."""
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, files)
    return folder


def commit(folder: Path, files: dict[str, bytes]) -> str:
    """Write files and commit them; the commit."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "--allow-empty", "-m", "records")
    return git(folder, "rev-parse", "HEAD")


def checkout(place: Path) -> Path:
    """What somebody who uses this repository has of it: the files as they are here, changed ones too."""
    folder = place / "checkout of struckle"
    shutil.copytree(
        ROOT / "struckle_cli", folder / "struckle_cli", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in INSTALLED:
        shutil.copy(ROOT / name, folder / name)
    return folder


def command(place: Path) -> Path:
    """The command `struckle` of this checkout, in a folder of its own."""
    program = place / "bin/struckle"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m struckle_cli "$@"\n')
    program.chmod(0o755)
    return program


class Step(NamedTuple):
    """How a step ended, what it wrote, and its outputs."""

    code: int
    out: str
    err: str
    outputs: dict[str, str]

    @property
    def annotations(self) -> list[tuple[str, dict[str, str], str]]:
        """The workflow commands for faults, unescaped: level, properties, message."""
        pattern = re.compile(r"^::(error|warning) (.*?)::(.*)$", re.MULTILINE)
        return [
            (level, dict(map(_property, properties.split(","))), _unescaped(message))
            for level, properties, message in pattern.findall(self.out)
        ]


def _property(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, _unescaped(value.replace("%3A", ":").replace("%2C", ","))


def _unescaped(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


class Runner:
    """Runs steps of a composite action as GitHub does, as far as this action needs it."""

    def __init__(self, action: Path, workspace: Path, place: Path, **inputs: str) -> None:
        self.action = yaml.safe_load((action / "action.yml").read_text(encoding="utf-8"))
        self.path, self.workspace, self.place = action, workspace, place
        known = self.action["inputs"]
        assert set(inputs) <= set(known)
        self.inputs = {name: str(item.get("default", "")) for name, item in known.items()} | inputs
        self.outputs: dict[str, dict[str, str]] = {}

    def step(self, name: str) -> Step:
        """Run one step."""
        step = next(item for item in self.action["runs"]["steps"] if item["id"] == name)
        assert step["shell"] == "bash"
        script, told = self.place / f"{name}.sh", self.place / f"{name}.outputs"
        script.write_text(step["run"], encoding="utf-8")
        told.write_bytes(b"")
        (self.place / "temp").mkdir(exist_ok=True)
        variables = environment(
            GITHUB_ACTIONS="true", CI="true", GITHUB_OUTPUT=str(told),
            GITHUB_ACTION_PATH=str(self.path), GITHUB_WORKSPACE=str(self.workspace),
            RUNNER_TEMP=str(self.place / "temp"),
        ) | {key: self.expression(str(value)) for key, value in step["env"].items()}  # fmt: skip
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.workspace, env=variables, stdin=subprocess.DEVNULL, capture_output=True,
            check=False, timeout=600,
        )  # fmt: skip
        lines = told.read_text(encoding="utf-8").splitlines()
        self.outputs[name] = dict(line.split("=", 1) for line in lines)
        return Step(done.returncode, done.stdout.decode(), done.stderr.decode(), self.outputs[name])

    def expression(self, text: str) -> str:
        """A value with its `${{ }}` replaced; only inputs and outputs of steps can stand there."""
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: self._value(match[1]), text)

    def _value(self, name: str) -> str:
        match name.split("."):
            case ["inputs", key]:
                return self.inputs[key]
            case ["steps", step, "outputs", key]:
                return self.outputs[step][key]
        raise AssertionError(f"no runner knows {name}")

    def result(self) -> dict[str, Any]:
        """The outputs of the action."""
        return {name: self.expression(item["value"]) for name, item in self.action["outputs"].items()}
