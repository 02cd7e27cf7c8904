"""The example notebook runs from its first cell to its last, says what is true, and leaves nothing behind."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.api.support import every_record, one
from tools.files import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
STRICT = "import warnings\nwarnings.simplefilter('error')"
Outputs = list[dict[str, Any]]


def executed(home: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Outputs]:
    """The outputs of each cell of code, by its id; warnings in a cell are errors."""
    for name in ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(home / name))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")  # the kernel of this very interpreter
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    book = nbformat.read(NOTEBOOK, as_version=4)
    book.cells.insert(0, nbformat.v4.new_code_cell(STRICT))
    where = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(book, timeout=120, kernel_name="python3", resources=where).execute()
    return {cell["id"]: cell["outputs"] for cell in book.cells[1:] if cell["cell_type"] == "code"}


def printed(outputs: Outputs) -> str:
    """What a cell has printed."""
    return "".join(output["text"] for output in outputs if output["output_type"] == "stream")


def holds_what_is_true(ran: dict[str, Outputs]) -> None:
    """Boards and numbers are what the interface says here."""
    item = one("castle")
    assert ran["load"][0]["data"]["text/html"] == item._repr_html_()
    assert ran["first-board"][0]["data"]["image/svg+xml"] == item.state(4)._repr_svg_()
    seen = one("stricken").as_seen_by("white").state(12)
    assert ran["view"][0]["data"]["image/svg+xml"] == seen._repr_svg_()
    assert "image/svg+xml" in ran["targets"][0]["data"]
    assert printed(ran["as-text"]) == f"{item.state(4)}\n"
    counts = [int(line.split()[1]) for line in printed(ran["mobility"]).splitlines()]
    assert counts == [len(state.legal_moves()) for state in item.states()]
    assert printed(ran["play"]).splitlines()[1] == "castle.terrain near: D8-D2"
    rows = [line.split() for line in printed(ran["table"]).splitlines()[1:]]
    assert {row[0]: int(row[1]) for row in rows} == Counter(each.game.title for each in every_record())
    found = {line.split()[0]: int(line.split()[1]) for line in printed(ran["reasons"]).splitlines()}
    assert found == Counter(each.result.reason if each.result else "unfinished" for each in every_record())


def test_the_notebook_runs_and_says_what_is_true(tmp_path, monkeypatch) -> None:
    """One run for all of it: a kernel takes seconds to start."""
    before = sorted(NOTEBOOK.parent.rglob("*"))
    ran = executed(tmp_path, monkeypatch)
    assert len(ran) >= 10
    for name, outputs in ran.items():
        assert {output["output_type"] for output in outputs} <= {"stream", "execute_result"}, name
        assert [output for output in outputs if output.get("name") == "stderr"] == [], name
        assert outputs or name == "imports"
    holds_what_is_true(ran)
    assert sorted(NOTEBOOK.parent.rglob("*")) == before


def test_the_notebook_is_kept_without_outputs_and_in_its_plain_form() -> None:
    text = NOTEBOOK.read_text("utf-8")
    book = json.loads(text)
    nbformat.validate(nbformat.from_dict(book))
    assert text == json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    for cell in book["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
    assert book["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
