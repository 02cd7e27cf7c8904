"""The pages of `formats/` name tests that exist."""

import re
from pathlib import Path

import pytest

from tools.files import ROOT

PAGES = [ROOT / "formats" / name for name in ("crungle.md", "stricken.md", "struckle.md", "struggle.md")]
_FILES = list((ROOT / "tests").rglob("test_*.py"))
DEFINED = {path.stem for path in _FILES} | {
    name
    for path in _FILES
    for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_test_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"\b(test_\w+)(\*?)", page.read_text(encoding="utf-8")))
    assert len(named) > 10
    for name, star in named:
        begins = star or name.endswith("_")  # `test_m16_...` stands for all that begin so
        assert any(one.startswith(name) for one in DEFINED) if begins else name in DEFINED, name
