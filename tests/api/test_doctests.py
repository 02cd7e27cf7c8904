"""The examples in `docs/api.md` and in docstrings of the interface are true, and the page names all of it."""

import ast
import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import struckle_cli
from struckle_cli import api
from tools.files import ROOT

PAGE = ROOT / "docs" / "api.md"
OPTIONS = doctest.ELLIPSIS
MODULES = [f"struckle_cli.api.{module.name}" for module in pkgutil.iter_modules(api.__path__)]


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def failed(tests: list[doctest.DocTest]) -> tuple[int, str]:
    """How many examples were run, and what is wrong with them."""
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for test in tests:
        runner.run(test, out=told.append)
    return runner.tries, "".join(told)


def blocks(page: Path) -> list[str]:
    """The Python examples of a page."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_page_are_true() -> None:
    found = blocks(PAGE)
    assert len(found) >= 8
    assert all(block.startswith(">>> ") and block.endswith("\n\n") for block in found)
    test = doctest.DocTestParser().get_doctest("".join(found), {}, "docs/api.md", str(PAGE), 0)
    tries, wrong = failed([test])
    assert wrong == ""
    assert tries > 30


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_are_true(name: str) -> None:
    tests = doctest.DocTestFinder().find(importlib.import_module(name))
    assert failed(tests)[1] == ""


def test_docstrings_have_examples() -> None:
    found = [test for name in MODULES for test in doctest.DocTestFinder().find(importlib.import_module(name))]
    assert sum(len(test.examples) for test in found) >= 10


def test_the_page_names_what_is_exported_and_nothing_else() -> None:
    table = PAGE.read_text("utf-8").split("## Records")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(struckle_cli.__all__)
    assert sorted(api.__all__) == sorted(struckle_cli.__all__)


@pytest.mark.parametrize("kind", ["Record", "State", "Game"])
def test_what_the_page_says_of_members_is_there(kind: str) -> None:
    public = {name for name in dir(getattr(struckle_cli, kind)) if not name.startswith("_")}
    text = PAGE.read_text("utf-8")
    for name in re.findall(rf"`{kind}\.(\w+)", text):
        assert name in public, name


def test_type_checkers_and_python_see_the_same_names() -> None:
    source = Path(struckle_cli.__file__).read_text("utf-8")
    imported = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    seen = [name.name for node in imported if node.module == "struckle_cli.api" for name in node.names]
    assert sorted(seen) == sorted(struckle_cli.__all__)
    assert (Path(struckle_cli.__file__).parent / "py.typed").exists()
