"""What README and `docs/ci.md` show of CI is run: YAML by the system that it is for, shell as it stands."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from struckle_cli.replay.source import zstd_module
from tests.ci.support import BROKEN, SOUND, Runner, command, environment
from tests.cli.support import ROOT, child_environment

GITHUB, GITLAB, PRE_COMMIT = ".github/workflows/", ".gitlab-ci.yml", ".pre-commit-config.yaml"
OTHERS = {"actions/checkout": set(), "github/codeql-action/upload-sarif": {"sarif_file"}}
"""Actions of others that are shown, and what they are given."""
FILES = {"games/sound.sgn": SOUND, "games/broken.sgn": BROKEN}


def section(page: str) -> str:
    """What a page has about CI; README has one chapter."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return text.partition("## In your CI\n")[2].partition("\n## ")[0] if page == "README.md" else text


_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(kind, text, id=f"{page}-{number}")
    for page in ("README.md", "docs/ci.md")
    for number, (kind, text) in enumerate(_FENCED.findall(section(page)))
]
YAML = [block for block in BLOCKS if block.values[0] == "yaml"]
SHELL = [block for block in BLOCKS if block.values[0] == "sh"]


def named(text: str) -> str:
    """The file that a block of YAML is, as its first line says."""
    return text.partition("\n")[0].removeprefix("# ")


def of(kind: str) -> list[Any]:
    """The blocks of one kind of file."""
    found = [block for block in YAML if named(block.values[1]).startswith(kind)]
    assert found
    return found


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


PIP = """\
#!/bin/sh
[ "$#" = 2 ] && [ "$1" = install ] && [ "$2" = git+https://HOST/OWNER/struckle@REV ]
"""
PYTHON = """\
#!/bin/sh
[ "$1 $2 $#" = "-m venv 3" ] && mkdir -p "$3/bin" && cp "$TOOLS/pip" "$TOOLS/struckle" "$3/bin/"
"""


def shell(place: Path, workspace: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script; pip and `python3 -m venv` only look at what they are told, and bring this checkout."""
    tools = command(place).parent
    for name, text in {"pip": PIP, "python3": PYTHON}.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=workspace, stdin=subprocess.DEVNULL, capture_output=True,
        env=environment(PATH=path, TOOLS=str(tools), GITHUB_STEP_SUMMARY=str(place / "summary")),
        check=False, text=True, timeout=120,
    )  # fmt: skip


def test_every_block_is_of_a_kind_that_is_run():
    assert {block.values[0] for block in BLOCKS} == {"yaml", "sh"}
    for block in YAML:
        assert named(block.values[1]).startswith((GITHUB, GITLAB, PRE_COMMIT))


@pytest.mark.parametrize(("kind", "text"), YAML)
def test_each_file_has_the_form_that_its_system_wants(kind, text, tmp_path):
    file = tmp_path / "file.yml"
    file.write_text(text)
    if named(text) == PRE_COMMIT:
        words = ["pre_commit", "validate-config"]
    else:
        schema = "vendor.github-workflows" if named(text).startswith(GITHUB) else "vendor.gitlab-ci"
        words = ["check_jsonschema", "--builtin-schema", schema]
    done = subprocess.run(
        [sys.executable, "-m", *words, str(file)], env=child_environment(PRE_COMMIT_HOME=str(tmp_path)),
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_the_job_of_readme_is_five_lines():
    [text] = [block.values[1] for block in of(GITHUB) if block.id.startswith("README")]
    assert len(text.partition("\njobs:\n")[2].splitlines()) == 5


@pytest.mark.parametrize(("kind", "text"), of(GITHUB))
def test_workflows_show_faults_at_their_lines(kind, text, tmp_path, workspace):
    [job] = yaml.safe_load(text)["jobs"].values()
    line = b'{"format":1,"game":"castle","moves":["D8-C8"],"result":null}\n'
    (workspace / "archive.jsonl.zst").write_bytes(zstd_module().compress(line))
    [ours] = [step for step in job["steps"] if step.get("uses") == "OWNER/struckle@REV"]
    given = {key: str(value).replace("True", "true") for key, value in ours.get("with", {}).items()}
    runner = Runner(ROOT, workspace, tmp_path, **given)
    runner.outputs["install"] = {"struckle": str(command(tmp_path))}
    done = runner.step("check")
    places = [(at["file"], at["line"], at["title"]) for _, at, _ in done.annotations if "file" in at]
    assert (done.code, places) == (1, [("games/broken.sgn", "4", "castle.blocked")])
    for report in given.get("reports", "").split():
        assert b"castle.blocked" in (workspace / report.partition("=")[2]).read_bytes()
    for step in job["steps"]:
        if "run" in step:
            value = runner.result()["struckle"]
            assert step["env"] == {"STRUCKLE": "${{ steps.%s.outputs.struckle }}" % ours["id"]}  # noqa: UP031
            shell(tmp_path, workspace, f"export STRUCKLE='{value}'\n{step['run']}")
            assert "castle" in (tmp_path / "summary").read_text().lower()


@pytest.mark.parametrize(("kind", "text"), of(GITHUB))
def test_actions_of_others_are_given_what_is_there(kind, text):
    [job] = yaml.safe_load(text)["jobs"].values()
    for step in job["steps"]:
        action, _, version = step.get("uses", "").partition("@")
        if action not in ("", "OWNER/struckle"):
            assert re.fullmatch(r"v\d+", version)
            assert set(step.get("with", {})) == OTHERS[action]
        if action.endswith("/upload-sarif"):
            assert f"sarif={step['with']['sarif_file']}" in text
            assert step["if"] == "always()"


@pytest.mark.parametrize(("kind", "text"), of(GITLAB))
def test_a_job_of_gitlab_leaves_the_report_that_it_names(kind, text, tmp_path, workspace):
    [job] = yaml.safe_load(text).values()
    done = shell(tmp_path, workspace, "\n".join(job["script"]))
    assert (done.returncode, "games/broken.sgn:4:10: castle.blocked: " in done.stdout) == (1, True), (
        done.stderr
    )
    assert b"castle.blocked" in (workspace / job["artifacts"]["reports"]["junit"]).read_bytes()
    assert job["artifacts"]["when"] == "always"


@pytest.mark.parametrize(("kind", "text"), of(PRE_COMMIT))
def test_configurations_name_hooks_that_there_are(kind, text):
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    [repository] = yaml.safe_load(text)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == {hook["id"] for hook in hooks}
    for hook in repository["hooks"]:
        assert hook.get("args", ["--"])[-1] == "--"


@pytest.mark.parametrize(("kind", "text"), SHELL)
def test_shell_runs_as_it_stands_and_ends_with_the_fault(kind, text, tmp_path, workspace):
    lines = text.splitlines()
    assert not any(line.startswith(" ") or line.endswith("\\") for line in lines)
    separate = all(line.startswith("struckle validate") for line in lines)
    for script in lines if separate else [text]:
        done = shell(tmp_path, workspace, script)
        assert done.returncode == 1, done.stderr
        assert re.search(r"^(::error file=)?games/broken\.sgn[:,](line=)?4\D", done.stdout, re.MULTILINE)
        for path in re.findall(r"--report \w+=(\S+)", script):
            assert b"castle.blocked" in (workspace / path).read_bytes()
