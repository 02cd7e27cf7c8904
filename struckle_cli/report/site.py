"""The index of a site: all its games as a table with search, filters and plots, in one file of HTML.

`page/index.html`, `index.css` and `index.js` are its parts, with what pages share. What it tells of games is
one block of JSON, in which every different text stands once; the page's script makes rows and plots of it.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from struckle_cli.core.drawing import Drawing
from struckle_cli.core.errors import counted
from struckle_cli.report import page
from struckle_cli.report.faults import why_text
from struckle_cli.report.palette import FONT, Theme
from struckle_cli.report.safe import printable
from struckle_cli.report.svg import element, escaped
from struckle_cli.services.pages import PUBLIC
from struckle_cli.services.site import Row, Site
from struckle_cli.services.sitenames import link


def write_index(write: Callable[[bytes], object], site: Site, title: str = "", theme: Theme = "auto") -> None:
    """Write the index of a site whose pages are made. `title` and `theme` are as for the pages."""
    html, style, script = page.parts("index")
    style += page.palette()
    values = {
        "policy": page.policy(script=script, style=style),
        "title": escaped(title or page.SEVERAL),
        "about": escaped(about(site)),
        "theme": theme,
        "pictures": "".join(_picture(game, drawing) for game, drawing in site.pictures.items()),
        "style": style,
        "script": script,
    }
    before, after = html.split("{{data}}")
    write(page.filled(before, values))
    write(page.as_json(index_data(site)))
    write(page.filled(after, values))


def about(site: Site) -> str:
    """The sentence below the title: how much there is, and what to do with it."""
    found = f"{counted(len(site.rows), 'recorded game')} on {counted(site.pages, 'page')}"
    viewer = "the public" if site.seat and site.seat.lower() == PUBLIC else printable(site.seat or "")
    seen = f", as {viewer} may see them" if viewer else ""
    return f"{found}{seen}. Choose a game to step through it, move by move."


def _picture(game: str, drawing: Drawing) -> str:
    """A board as it stands above the table, without words: the button that it stands in has them."""
    shapes = "".join(element(msgspec.structs.replace(shape, about="")) for shape in drawing.shapes)
    size = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    return f'<svg data-game="{escaped(game)}" {size} font-family="{FONT}" aria-hidden="true">{shapes}</svg>'


def index_data(site: Site) -> dict[str, Any]:
    """What the script of the index is given: `words`, and rows of numbers of words (`_row`)."""
    words = _Words()
    files: dict[str, int] = {}
    for row in site.rows:
        files[row.file] = max(files.get(row.file, 0), row.record)
    rows = [_row(row, files[row.file] > 1, words.number) for row in site.rows]
    return {"words": list(words.numbers), "rows": rows, "unreadable": site.unreadable}


class _Words:
    """Texts, each once; the first is empty."""

    def __init__(self) -> None:
        self.numbers = {"": 0}

    def number(self, text: str) -> int:
        return self.numbers.setdefault(printable(text), len(self.numbers))


def _row(row: Row, several: bool, word: Callable[[str], int]) -> list[Any]:
    """Game, title, page, place, file, record, whether the file has several, seats, winners, reason, plies,
    date, event, fault.
    """  # fmt: skip
    seats = [word(text) for seat, name in row.players for text in (seat, name)]
    winners = None if row.winners is None else [word(seat) for seat in row.winners]
    fault = 0 if row.fault is None else [word(row.fault.code), word(why_text(row.fault, None))]
    return [
        word(row.game), word(row.title), word(link(row.page)), row.place, word(row.file), row.record,
        int(several), seats, winners, word(row.reason), row.plies, word(row.date), word(row.event), fault,
    ]  # fmt: skip
