"""A page of games as a reader meets it: its controls by their test ids, and what stands on the board."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from struckle_cli.core.drawing import Drawing, Fact, Shape
from tests.browser.making import Position

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_MARKED = """() => {
    const marked = document.querySelectorAll('[data-testid="moves"] [aria-current]');
    return marked.length ? marked[0].dataset.ply : 0;
}"""
_SEEN = """() => {
    const the = (id) => document.querySelector(`[data-testid="${id}"]`);
    const board = the('board');
    const shapes = [...board.querySelector('g').children].map(node => {
        const all = Object.fromEntries([...node.attributes].map(({name, value}) => [name, value]));
        const title = node.querySelector('title');
        return [node.localName, all, title ? '' : node.textContent, title ? title.textContent : ''];
    });
    const facts = [...the('facts').children].map(node => [node.localName, node.textContent]);
    const marked = [...the('moves').querySelectorAll('[aria-current]')].map(node => Number(node.dataset.ply));
    return [marked, shapes, board.getAttribute('viewBox'), board.querySelector('desc').textContent, facts];
}"""
_GONE = f"""async (fragments) => {{
    const found = [];
    for (const fragment of fragments) {{
        const gone = new Promise(done => addEventListener('hashchange', done, {{once: true}}));
        if (location.hash !== fragment) {{
            location.hash = fragment;
            await gone;
        }}
        found.push(({_SEEN})());
    }}
    return JSON.stringify(found);
}}"""

_WALKED = f"""([control, steps]) => {{
    const found = [];
    for (let step = 0; step < steps; step++) {{
        document.querySelector(`[data-testid="${{control}}"]`).click();
        found.push(({_SEEN})());
    }}
    return JSON.stringify(found);
}}"""


class Seen(NamedTuple):
    """What a page shows: the ply that the list of moves marks (0: none), and a drawing."""

    ply: int
    drawing: Drawing


class Stage:
    """Reads and drives one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __getitem__(self, name: str) -> Locator:
        """What has a test id."""
        return self.page.get_by_test_id(name)

    @property
    def marked(self) -> int:
        """The ply that the list of moves marks; 0 where it marks none."""
        return int(self.page.evaluate(_MARKED))

    @property
    def seen(self) -> Seen:
        """What the page shows."""
        return _seen(*json.loads(self.page.evaluate(f"() => JSON.stringify(({_SEEN})())")))

    def seen_at(self, plies: Iterable[int], seat: str = "") -> list[Seen]:
        """What the page shows a viewer at some plies, each reached by the address."""
        fragments = [f"#ply={ply}" + (f"&as={seat}" if seat else "") for ply in plies]
        return [_seen(*found) for found in json.loads(self.page.evaluate(_GONE, fragments))]

    def walked(self, control: str, steps: int) -> list[Seen]:
        """What the page shows after each of some clicks on a control."""
        return [_seen(*found) for found in json.loads(self.page.evaluate(_WALKED, [control, steps]))]

    @property
    def fragment(self) -> str:
        """The end of the address, with its #."""
        return str(self.page.evaluate("location.hash"))

    def go(self, fragment: str) -> None:
        """Change the end of the address, as a link within the page does."""
        self.page.evaluate("to => { location.hash = to }", fragment)
        self.page.evaluate("() => new Promise(done => setTimeout(done))")  # behind the event of the change

    def move(self, ply: int) -> Locator:
        """The entry of a ply in the list of moves."""
        return self["move"].and_(self.page.locator(f'[data-ply="{ply}"]'))

    def assert_at(self, ply: int, shown: list[Position]) -> None:
        """The page is at a ply: marked in the list, and drawn shape by shape, with size, words and facts."""
        assert self.seen == Seen(ply, shown[ply].drawing)


def _seen(marked: list[int], shapes: list[Any], box: str, about: str, facts: list[tuple[str, str]]) -> Seen:
    assert len(marked) <= 1
    left, top, width, height = map(int, box.split())
    assert (left, top) == (0, 0)
    told: list[Fact] = []
    name = ""
    for tag, text in facts:
        if tag == "dd":
            told.append(Fact(name, text))
        name = text if tag == "dt" else ""
    drawing = Drawing(
        width=width,
        height=height,
        shapes=tuple(shape(*found) for found in shapes),
        about=about,
        facts=tuple(told),
    )
    return Seen(marked[0] if marked else 0, drawing)


def shape(tag: str, all_: dict[str, str], text: str, about: str) -> Shape:
    """The shape that an element is."""
    role = all_["class"]

    def numbers(*names: str) -> tuple[int, ...]:
        return tuple(int(all_.get(name, "0")) for name in names)

    if tag == "rect":
        return Shape("box", role, numbers("x", "y", "width", "height", "rx"), "", about)
    if tag == "circle":
        return Shape("disc", role, numbers("cx", "cy", "r"), "", about)
    if tag == "text":
        kind: Any = "label" if all_.get("text-anchor") == "middle" else "words"
        return Shape(kind, role, numbers("x", "y", "font-size"), text, about)
    kinds: dict[str, Any] = {"polyline": "line", "polygon": "area"}
    corners = tuple(map(int, all_["points"].replace(",", " ").split()))
    return Shape(kinds[tag], role, corners, "", about)
