"""`validate --format junit`: what a strict reader takes, and what stands in it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema

from tests.cli.hostile_support import NAMES, write_hostile
from tests.cli.support import dumps, encoded, record, sgn

SCHEMA = xmlschema.XMLSchema(Path(__file__).parents[1] / "data" / "junit.xsd")


def read(raw: bytes) -> ElementTree.Element:
    """The report, if the schema takes it, and its counts are those of its cases."""
    SCHEMA.validate(ElementTree.ElementTree(ElementTree.fromstring(raw)))
    root = ElementTree.fromstring(raw)
    for suite in root:
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))
        for count in ("failure", "error"):
            assert int(suite.attrib[f"{count}s"]) == len(suite.findall(f"testcase/{count}"))
    return root


@pytest.mark.parametrize(
    "broken",
    [
        b"<testsuites><testsuite name='x' tests='1' failures='0'/></testsuites>",
        b"<testsuites><testsuite name='x' tests='one' failures='0' errors='0'/></testsuites>",
        b"<testsuites><testcase name='x'/></testsuites>",
        b"<testsuite/>",
    ],
)
def test_the_schema_refuses_what_is_no_report(broken):
    with pytest.raises(xmlschema.XMLSchemaValidationError):
        SCHEMA.validate(ElementTree.ElementTree(ElementTree.fromstring(broken)))


def test_a_suite_a_file_and_a_case_a_record(cli, tmp_path):
    (tmp_path / "two.jsonl").write_bytes(dumps(record(["D8-C8"])) + b"\n" + dumps(record(["D8-D1"])) + b"\n")
    (tmp_path / "good.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "cut.json.gz").write_bytes(encoded(record(), ".json.gz")[:12])
    ran = cli("validate", "two.jsonl", "good.sgn", "cut.json.gz", "gone.sgn", "--format", "junit")
    assert ran.code == 3
    two, good, cut, gone = read(ran.raw)
    assert [suite.get("name") for suite in (two, good, cut, gone)] == [
        "two.jsonl", "good.sgn", "cut.json.gz", "gone.sgn",
    ]  # fmt: skip
    assert [(case.get("name"), case.get("classname")) for case in two] == [
        ("game 1", "two_jsonl"), ("game 2", "two_jsonl"),
    ]  # fmt: skip
    assert [len(case) for case in two] == [0, 1]
    failure = two[1][0]
    assert (failure.tag, failure.get("type")) == ("failure", "castle.terrain")
    line, shown, caret = (failure.text or "").split("\n")
    assert line.startswith("two.jsonl:2 /moves/0: castle.terrain: game 2, ply 1, D8-D1: ")
    assert shown[caret.index("^") : caret.rindex("^") + 1] == '"D8-D1"'
    assert len(good[0]) == 0
    for suite, code in ((cut, "io.damaged"), (gone, "io.missing")):
        assert (suite[0][0].tag, suite[0][0].get("type")) == ("error", code)


def test_pending_and_warnings_stand_in_the_output_of_a_sound_case(cli):
    root = Path(__file__).parents[2] / "replays"
    ran = cli("validate", root / "struggle" / "sealed-cards-running.json", "--format", "junit")
    (suite,) = read(ran.raw)
    assert (suite[0][0].tag, suite[0][0].text) == (
        "system-out", "pending: p1 card\npending: p2 card\npending: p3 card",
    )  # fmt: skip
    found = read(cli("validate", root / "crungle", "--format", "junit").raw)
    out = [case.text or "" for case in found.iter("system-out")]
    assert any(": warning: crungle." in text for text in out)


def test_hostile_text_stays_text(cli, tmp_path):
    invalid = write_hostile(tmp_path)
    ran = cli("validate", ".", "--format", "junit")
    assert ran.code == 3
    root = read(ran.raw)
    assert len(root.findall("testsuite")) == len(NAMES) + 2
    assert len(root.findall("testsuite/testcase/failure")) == invalid
    assert len(root.findall("testsuite/testcase/error")) == 1
    text = ran.raw.decode()
    assert all(char == "\n" or char.isprintable() for char in text)


def test_nothing_to_check_is_a_report_too(cli):
    ran = cli("validate", "no*.sgn", "--format", "junit", "--allow-empty")
    assert (ran.code, len(read(ran.raw))) == (0, 0)
