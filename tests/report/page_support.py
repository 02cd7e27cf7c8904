"""A written page read as a browser's script reads it: blocks of JSON, pools, and edits from ply to ply."""

import json
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

from struckle_cli.core.drawing import Drawing, Fact
from struckle_cli.report.page import write_page
from struckle_cli.services.forms import Form, shape_of
from struckle_cli.services.pages import PageGame
from struckle_cli.services.splices import applied


class Page(HTMLParser):
    """The parts of a page. `raw` elements (script, style) as texts, all tags, and the texts between them."""

    def __init__(self, data: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.data = data
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.style = self.plain = self.title = ""
        self._within: list[str] = []
        self._text = ""
        self.feed(data.decode("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within.append(tag)
        self._text = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self.scripts.append((self.tags[-1][1], self._text))
        elif tag == "style":
            self.style = self._text
        elif tag == "title" and not self.title:
            self.title = self._text
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self._text += data
        if "noscript" in self._within:
            self.plain += data + "\n"

    @property
    def script(self) -> str:
        """The one script that runs."""
        [found] = [text for attrs, text in self.scripts if "type" not in attrs]
        return found

    @property
    def games(self) -> list[dict[str, Any]]:
        """The games of the page."""
        return [json.loads(text) for attrs, text in self.scripts if attrs.get("class") == "game"]

    @property
    def index(self) -> list[Any]:
        """The lines of the index."""
        [found] = [text for attrs, text in self.scripts if attrs.get("id") == "index"]
        return list(json.loads(found))

    @property
    def policy(self) -> str:
        """What the page allows."""
        [found] = [str(a["content"]) for tag, a in self.tags if tag == "meta" and "http-equiv" in a]
        return found


def page_of(games: Iterable[PageGame], title: str = "", **more: Any) -> Page:
    """The page with some games."""
    written: list[bytes] = []
    write_page(written.append, games, title, **more)
    return Page(b"".join(written))


class Film:
    """A view of a game, ply by ply."""

    def __init__(self, game: dict[str, Any], number: int = 0) -> None:
        self.game = game
        self.view = game["views"][0] | game["views"][number]
        self.facts: list[list[int]] = []
        for older, *edit in game["facts"]:
            self.facts.append(applied(self.facts[older - 1] if older else [], edit))

    def __len__(self) -> int:
        return len(self.view["status"])

    @property
    def tokens(self) -> list[str]:
        """The whole tokens of all plies."""
        return [self.text(self.game["moves"][number][2]) for number in self.view["moves"]]

    @property
    def shown(self) -> list[str]:
        """What is shown of them."""
        return [self.text(self.game["moves"][number][1]) for number in self.view["moves"]]

    @property
    def remarks(self) -> list[list[str]]:
        """What each led to."""
        moves = (self.game["moves"][number] for number in self.view["moves"])
        return [[self.text(number) for number in move[4:]] for move in moves]

    @property
    def statuses(self) -> list[str]:
        """Who is to move, or how it ended, at every ply."""
        return [self.text(number) for number in self.view["status"]]

    def text(self, *numbers: int) -> str:
        """Texts behind each other."""
        return "".join(self.game["texts"][number] for number in numbers)

    def lists(self, name: str) -> list[list[int]]:
        """A list at every ply."""
        found: list[list[int]] = []
        for number in self.view[name]:
            found.append(applied(found[-1] if found else [], self.game["edits"][number]))
        return found

    def drawings(self) -> list[Drawing]:
        """What is drawn at every ply."""
        forms = [Form(kind, role, text, tuple(rest)) for kind, role, text, rest in self.game["forms"]]
        shapes = [shape_of(tuple(shape), forms, self.game["texts"]) for shape in self.game["shapes"]]
        lists = zip(self.lists("shapes"), self.lists("about"), self.lists("facts"), strict=True)
        return [
            Drawing(
                **self._size(ply),
                shapes=tuple(shapes[number] for number in drawn),
                about=self.text(*about),
                facts=tuple(self._fact(self.facts[number]) for number in facts),
            )
            for ply, (drawn, about, facts) in enumerate(lists)
        ]

    def positions(self) -> list[str]:
        """The position string at every ply."""
        return [self.text(*numbers) for numbers in self.lists("position")]

    def _size(self, ply: int) -> dict[str, int]:
        width, height = next(size[1:] for size in reversed(self.view["sizes"]) if size[0] <= ply)
        return {"width": width, "height": height}

    def _fact(self, numbers: list[int]) -> Fact:
        between = numbers.index(0)
        return Fact(self.text(*numbers[:between]), self.text(*numbers[between + 1 :]))
