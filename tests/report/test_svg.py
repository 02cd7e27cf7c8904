"""SVG: well-formed whatever the texts hold, nothing in them is markup, the same bytes again."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.drawing import (
    ROLES,
    Drawing,
    Fact,
    Shape,
    area,
    box,
    diamond,
    disc,
    label,
    line,
    words,
)
from struckle_cli.report.safe import printable
from struckle_cli.report.svg import element, escaped, svg

XMLNS = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "g", "rect", "circle", "polyline", "polygon", "text"}
ATTRIBUTES = {
    "class", "viewBox", "width", "height", "role", "font-family", "font-size", "transform", "x", "y",
    "cx", "cy", "r", "rx", "points", "dy", "text-anchor",
}  # fmt: skip
EVIL = st.sampled_from(
    ["</title><script>alert(1)</script>", "<![CDATA[", "]]>", "&lt;&#0;&amp;", '" onload="x', "<!--", "-->",
     "\x00\x0b", "\u2028\u202e\ufffe", "</svg>", "javascript:x", "url(#a)"]
)  # fmt: skip
TEXTS = st.one_of(EVIL, st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
AT = st.integers(-50, 900)
SOME = st.sampled_from(ROLES)
SHAPES = st.one_of(
    st.builds(
        box, AT, AT, st.integers(1, 99), st.integers(1, 99), SOME, radius=st.integers(0, 9), about=TEXTS
    ),
    st.builds(disc, AT, AT, st.integers(1, 99), SOME, about=TEXTS),
    st.builds(diamond, AT, AT, st.integers(1, 99), SOME, about=TEXTS),
    st.builds(line, st.lists(AT, min_size=4, max_size=4), SOME, about=TEXTS),
    st.builds(area, st.lists(AT, min_size=6, max_size=6), SOME, about=TEXTS),
    st.builds(label, AT, AT, st.integers(1, 40), TEXTS, SOME),
    st.builds(words, AT, AT, st.integers(1, 40), TEXTS, SOME),
)
DRAWINGS = st.builds(
    Drawing, width=st.integers(40, 900), height=st.integers(40, 900), about=TEXTS,
    shapes=st.lists(SHAPES, max_size=6).map(tuple),
    facts=st.lists(st.builds(Fact, TEXTS, TEXTS), max_size=3).map(tuple),
)  # fmt: skip
PLAIN = Drawing(
    width=600, height=300, shapes=(disc(50, 50, 20, "seat1", about="white man on D8"),), about="A man."
)


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@settings(max_examples=150)
@given(DRAWINGS, TEXTS, st.sampled_from(["auto", "light", "dark"]))
def test_whatever_texts_hold_is_text(drawing, caption, theme):
    text = svg(drawing, caption, theme)
    root = parsed(text)
    found = list(root.iter())
    assert {item.tag.removeprefix(XMLNS) for item in found} <= ELEMENTS
    assert {name for item in found for name in item.attrib} <= ATTRIBUTES
    assert root[0].tag == f"{XMLNS}title"
    assert (root[0].text or "") == printable(caption)
    assert root[1].tag == f"{XMLNS}desc"
    assert (root[1].text or "") == printable(drawing.about)
    told = [item.find(f"{XMLNS}title") for item in root.iter(f"{XMLNS}g") for item in item]
    assert [item.text or "" for item in told if item is not None] == [
        printable(shape.about) for shape in drawing.shapes if shape.about
    ]
    written = [item.text or "" for item in root.iter(f"{XMLNS}text")]
    labels = [printable(shape.text) for shape in drawing.shapes if shape.kind in ("label", "words")]
    assert written[: len(labels)] == labels
    assert all(line.isprintable() for line in text.split("\n"))


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escaped_text_comes_back_from_an_element_and_an_attribute(text):
    for place in (f"<a>{escaped(text)}</a>", f'<a b="{escaped(text)}"/>'):
        root = parsed(place)
        assert (root.text or root.get("b") or "") == printable(text)


def test_halves_of_pairs_do_not_break_it():
    root = parsed(svg(PLAIN, "a\ud800b\udcffc"))
    assert root[0].text == "a\\ud800b\\xffc"


@given(SHAPES)
def test_each_kind_of_shape_is_one_element_of_its_role(shape: Shape):
    item = parsed(element(shape))
    assert item.get("class") == shape.role
    kinds = {
        "box": "rect",
        "disc": "circle",
        "line": "polyline",
        "area": "polygon",
        "label": "text",
        "words": "text",
    }
    assert item.tag == kinds[shape.kind]
    if shape.kind in ("line", "area"):
        assert tuple(map(int, item.attrib["points"].replace(",", " ").split())) == shape.at


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_picture_needs_nothing_else_and_does_not_clash_with_others_in_a_page(theme):
    text = svg(PLAIN, "a caption", theme)
    assert " id=" not in text
    for word in ("href", "url(", "<script", "foreignObject", "@import", "<image", "<use", "onload"):
        assert word not in text
    assert text.count("http") == text.count("http://www.w3.org/2000/svg") == 1
    style = parsed(text).findtext(f"{XMLNS}style") or ""
    assert ("prefers-color-scheme" in style) == (theme == "auto")
    rules = style.replace("@media (prefers-color-scheme:dark){", "").split("}")
    assert all(rule.startswith(f".struckle-{theme} .") for rule in rules if rule)


def test_the_caption_and_the_facts_stand_below_the_board_in_lines_that_fit():
    facts = (Fact("goal", "three in a row " * 12), Fact("", "no name"))
    root = parsed(svg(Drawing(width=500, height=300, shapes=(), about="", facts=facts), "Castle, ply 4"))
    lines = list(root.iter(f"{XMLNS}text"))
    assert [item.text for item in lines][:2] == ["Castle, ply 4", "goal: three in a row three in a row three"]
    assert lines[-1].text == "no name"
    heights = [int(item.attrib["y"]) for item in lines]
    assert heights[0] > 300
    assert heights == sorted(set(heights))
    assert int(root.attrib["height"]) > heights[-1]
    assert {item.get("class") for item in lines} == {"text", "faint"}


def test_the_same_bytes_in_two_processes(tmp_path):
    code = (
        "import sys\nfrom struckle_cli.cli.app import run\n"
        "sys.exit(run(['render', sys.argv[1], '--style', 'svg', '--at', '3']))"
    )
    replay = Path("replays/castle/quick-win.sgn").resolve()
    made = [
        subprocess.run(
            [sys.executable, "-c", code, str(replay)], check=True, capture_output=True, cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path.cwd())},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert made[0] == made[1]
    assert made[0].startswith(b"<svg ")
