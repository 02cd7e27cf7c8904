"""Boards of the Python interface are what `struckle render` writes, and pieces of pages that clash with none.

Nothing in a record is ever markup.
"""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from struckle_cli import RecordError, UsageError, loads, render
from tests.api.support import FILES, every_record, one
from tests.cli.support import dumps, record, sgn

EVIL = "</svg></title><script>alert(1)</script><img src=x onerror=alert(2)>]]>&amp;\"'"


class Markup(HTMLParser):
    """The elements and attributes of a piece of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.open: list[str] = []
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.said += data


@pytest.mark.parametrize("name", list(FILES))
def test_boards_are_those_of_the_command(cli, name) -> None:
    item = one(name)
    for at in (0, len(item.moves) // 2, -1):
        for style in ("ascii", "unicode"):
            ran = cli("render", item.path, "--at", at, "--style", style, "--width", 80)
            assert render(item, style, at=at) + "\n" == ran.out
            assert render(item.state(at), style) == render(item, style, at=at)
        assert str(item.state(at)) == render(item, "ascii", at=at)
    seat = item.game.seats[1]
    ran = cli("render", item.path, "--style", "ascii", "--as", seat, "--width", 80)
    assert render(item, "ascii", seat=seat.lower()) + "\n" == ran.out
    assert render(item.as_seen_by(seat), "ascii") == render(item, "ascii", seat=seat)


@pytest.mark.parametrize("name", list(FILES))
def test_pictures_are_those_of_the_command(cli, name) -> None:
    item = one(name)
    for at in (0, len(item.moves) // 2, -1):
        ran = cli("render", item.path, "--at", at, "--style", "svg", "--theme", "dark")
        assert render(item, at=at, theme="dark") == render(item.state(at), theme="dark") == ran.out
    assert render(item) == cli("render", item.path, "--style", "svg").out
    seat = item.game.seats[1]
    ran = cli("render", item.path, "--style", "svg", "--as", seat)
    assert render(item, seat=seat.lower()) == ran.out
    assert render(item.as_seen_by(seat)) == render(item, seat=seat)


def test_edges_and_targets_are_those_of_the_command(cli) -> None:
    item = one("castle")
    ran = cli("render", item.path, "--at", 4, "--style", "svg", "--flip", "black", "--targets", "D8")
    assert render(item, at=4, edge="Black", targets="D8") == ran.out
    assert render(item.state(4), edge="black", targets="d8") == ran.out
    ran = cli("render", item.path, "--at", 4, "--style", "ascii", "--flip", "black", "--width", 80)
    assert render(item, "ascii", at=4, edge="black") + "\n" == ran.out


def test_a_resignation_stands_in_the_picture_of_the_record(cli) -> None:
    given = [item for item in every_record() if item.result is not None and item.result.reason == "resign"]
    for item in given:
        first = render(item, "ascii").splitlines()[0]
        assert first.endswith(f": {item.result}")
        assert item.state().outcome is None
        assert "to move" in str(item.state()).splitlines()[0]
    assert len(given) > 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"style": "png"}, "usage.style"),
        ({"theme": "blue"}, "usage.theme"),
        ({"style": "ascii", "targets": "D8"}, "usage.style"),
        ({"style": "ascii", "theme": "dark"}, "usage.style"),
        ({"edge": "red"}, "usage.flip"),
        ({"targets": "A1"}, "usage.targets"),
        ({"at": 99}, "usage.at"),
        ({"seat": "red"}, "usage.seat"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, code) -> None:
    with pytest.raises(UsageError) as caught:
        render(one("castle"), **arguments)
    assert caught.value.code == code


def test_a_state_is_one_position_and_hides_nothing_from_a_seat() -> None:
    state = one("stricken").state(3)
    for arguments in ({"at": 2}, {"seat": "white"}):
        with pytest.raises(UsageError, match="go with a record"):
            render(state, **arguments)


def test_what_a_record_does_not_reach_is_not_drawn() -> None:
    item = loads(sgn("1. D8-C8 Q12-E12"))
    assert render(item, "ascii", at=1).startswith("Castle, ply 1, after 1. D8-C8: black to move\n")
    for at in (None, 2):
        with pytest.raises(RecordError) as caught:
            render(item, at=at)
        assert caught.value.code == "castle.blocked"


@pytest.mark.parametrize("name", list(FILES))
def test_pictures_in_a_notebook_are_boards(name) -> None:
    for state in (one(name).state(0), one(name).state()):
        assert state._repr_svg_() == render(state)
        root = ET.fromstring(state._repr_svg_())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_records_in_a_notebook_say_who_played_and_what_is_wrong() -> None:
    item = one("castle")
    shown = Markup(item._repr_html_())
    assert shown.open == []
    assert "white: Ben, black: Edda" in shown.said
    assert "win:white (castle)" in shown.said
    assert "svg" in shown.tags
    broken = Markup(loads(sgn("1. D8-C8 Q12-E12"))._repr_html_())
    assert "castle.blocked: ply 2, Q12-E12:" in broken.said
    assert "after 1. D8-C8" in broken.said  # the last legal position
    assert {"ul", "li", "svg"} <= set(broken.tags)
    setup = Markup(loads(dumps(record(setup={"men": 7})))._repr_html_())
    assert "svg" not in setup.tags
    assert "castle.men" in setup.said


def test_many_faults_do_not_fill_a_notebook() -> None:
    shown = Markup(loads(dumps(record(["x"] * 900)))._repr_html_())
    assert shown.tags.count("li") == 21
    assert "and 880 more" in shown.said


def test_pieces_of_a_page_clash_with_no_other() -> None:
    """No ids, no scripts, no rules but those below a class that all pictures of a theme share."""
    items = [one(name) for name in FILES]
    pieces = [item._repr_html_() for item in items]
    pieces += [render(one(name), theme="dark") for name in FILES]
    for piece in pieces:
        shown = Markup(piece)
        assert {"id", "onclick", "onload", "onerror", "href"} & set(shown.attributes) == set()
        assert {"script", "use", "iframe", "object", "image", "img"} & set(shown.tags) == set()
        assert "url(" not in piece
        for style in re.findall("<style>(.*?)</style>", piece):
            inner = re.sub(r"@media [^{]*\{(.*)\}", r"\1", style)
            for selector in re.findall(r"([^{}]+)\{", inner):
                assert re.fullmatch(r"\.struckle-(auto|light|dark) \.[a-z0-9-]+", selector), selector
    rules: dict[tuple[str, bool], str] = {}
    for piece in pieces:  # the same selector says the same in every piece
        for style in re.findall("<style>(.*?)</style>", piece):
            day, _, night = style.partition("@media")
            for part, dark in ((day, False), (night, True)):
                for selector, said in re.findall(r"(\.struckle-\w+ \.[a-z0-9-]+)\{([^}]*)\}", part):
                    assert rules.setdefault((selector, dark), said) == said


def test_nothing_of_a_record_is_markup() -> None:
    """Names, tags, tokens and whatever else a record holds stay text."""
    made = [
        record(["D8-C8"], players={"white": EVIL, "black": EVIL}, tags={"Event": EVIL}),
        record([EVIL], notes=[{"ply": 1, "text": EVIL}]),
        record(setup={"board": EVIL, EVIL: EVIL}),
        record() | {EVIL: EVIL},
        record(result={"winners": [EVIL], "reason": EVIL}),
    ]
    plain = {"div", "p", "strong", "ul", "li", "svg", "title", "desc", "style", "rect", "g", "circle", "text",
             "polygon", "polyline"}  # fmt: skip
    for item in made:
        shown = Markup(loads(dumps(item))._repr_html_())
        assert set(shown.tags) <= plain
        assert "onerror" not in shown.attributes
        assert shown.open == []
    assert EVIL in Markup(loads(dumps(made[0]))._repr_html_()).said
