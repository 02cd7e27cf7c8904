"""A page to step through games: one file of HTML that needs nothing else, the same bytes for the same games.

`page.html`, `page.css`, `board.js` and `page.js` beside this module are its parts, with `shared.css` and
`shared.js`, which the index of a site has too. Each game is a block of JSON, which is never run: nothing of a
record is markup. The script puts texts in as texts, and the page's own policy allows nothing but this script
and this style, by their hashes.
"""

import base64
import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from struckle_cli.core.drawing import ROLES
from struckle_cli.core.errors import Fault
from struckle_cli.report.faults import why_text
from struckle_cli.report.palette import FONT, Theme, css
from struckle_cli.report.safe import printable
from struckle_cli.report.svg import escaped
from struckle_cli.services.pages import PageGame, PageView

SEVERAL = "Recorded games"
"""The title of a page with several games, where nobody gives another one."""

_HOME = '<p class="home"><a href="{}" data-testid="home">← All games</a></p>\n'
_SCRIPTS = {"page": ["shared.js", "board.js", "page.js"], "index": ["shared.js", "index.js"]}
_SHARED = ("moves", "status", "sizes", "shapes", "about", "facts", "position")
"""Lists of a view that are often the same for every viewer."""

_encode = msgspec.json.Encoder().encode
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPED = str.maketrans(_ESCAPES)


def write_page(
    write: Callable[[bytes], object], games: Iterable[PageGame], title: str = "", theme: Theme = "auto",
    home: str = "",
) -> int:  # fmt: skip
    """Write a page with some games, one after another as they come; how many there were.

    Without a `title` it is the only game's, or says that there are several. `theme` is what the page
    shows until its reader chooses another. `home` is the address of an index that the page belongs to.
    """
    coming = iter(games)
    first = list(islice(coming, 2))
    named = title or (heading(first[0]) if len(first) == 1 else SEVERAL)
    before, after = _frame(named, theme, home)
    write(before)
    index = []
    for game in chain(first, coming):
        index.append(_summary(game))
        write(_plainly(game))
        write(b'<script type="application/json" class="game">' + as_json(_data(game)) + b"</script>\n")
    write(b'<script type="application/json" id="index">' + as_json(index) + b"</script>\n")
    write(after)
    return len(index)


def heading(game: PageGame) -> str:
    """What a game is called: `Castle: Ana (white), Ben (black)`."""
    players = ", ".join(f"{name} ({seat})" for seat, name in game.players)
    return f"{game.title or 'A broken record'}{': ' if players else ''}{players}"


def as_json(value: object) -> bytes:
    """A value as JSON that can stand in a page: no text in it ends its element, or is not printable."""
    return _encode(_shown(value)).decode().translate(_ESCAPED).encode()


def page_script() -> str:
    """The script of every page."""
    return parts("page")[2]


@lru_cache(maxsize=1)
def page_css() -> str:
    """The style of every page, with the palette of drawings."""
    return parts("page")[1] + palette()


def policy(*, script: str, style: str) -> str:
    """What a page allows (Content-Security-Policy): one script and one style, and nothing from elsewhere."""
    allowed = f"script-src '{_hash(script)}'; style-src '{_hash(style)}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def palette(theme_class: str = "theme") -> str:
    """The roles of drawings, and what a page needs besides, for the three themes a reader can choose."""
    themes: tuple[Theme, ...] = ("light", "dark", "auto")
    return "".join(css(list(ROLES), f"{theme_class}-{theme}", theme) for theme in themes)


@lru_cache(maxsize=2)
def parts(name: str) -> tuple[str, str, str]:
    """HTML, style and script of `page` or `index`; the last two begin with what both share."""
    here = Path(__file__).parent
    files = ([f"{name}.html"], ["shared.css", f"{name}.css"], _SCRIPTS[name])
    html, style, script = (
        "".join((here / file).read_text(encoding="utf-8") for file in some) for some in files
    )
    return html, style, script


def _frame(title: str, theme: Theme, home: str) -> tuple[bytes, bytes]:
    """What stands before the games, and behind them."""
    page, style, script = parts("page")[0], page_css(), page_script()
    values = {
        "policy": policy(script=script, style=style),
        "title": escaped(title),
        "theme": theme,
        "home": _HOME.format(escaped(home)) if home else "",
        "font": FONT,
        "style": style,
        "script": script,
    }
    before, after = page.split("{{games}}\n")
    return filled(before, values), filled(after, values)


def filled(text: str, values: dict[str, str]) -> bytes:
    """A part of the page with its places filled; what was filled in is not looked at again."""
    pieces = text.split("{{")
    made = [pieces[0]]
    for piece in pieces[1:]:
        name, rest = piece.split("}}", 1)
        made += (values[name], rest)
    return "".join(made).encode()


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _shown(value: Any) -> Any:
    """Plain data in which every text is fit to be shown; line ends stay."""
    if isinstance(value, str):
        return value if value.isprintable() else "\n".join(map(printable, value.split("\n")))
    if isinstance(value, list | tuple):
        return [_shown(item) for item in value]
    if isinstance(value, dict):
        return {key: _shown(item) for key, item in value.items()}
    return value


def _data(game: PageGame) -> dict[str, Any]:
    """A game as the script has it."""
    return {
        "title": game.title,
        "heading": heading(game),
        "place": place(game),
        "tags": game.tags,
        "players": game.players,
        "result": game.result,
        "told": game.told,
        "moves": [[move.label, move.shown, move.token, move.seat, *move.remarks] for move in game.moves],
        "forms": game.forms,
        "shapes": game.shapes,
        "facts": game.facts,
        "texts": game.texts,
        "edits": game.edits,
        "views": [_view(view, game.views[0]) for view in game.views],
    }


def _view(view: PageView, fullest: PageView) -> dict[str, Any]:
    """A view as the script has it; what is the same in the fullest one is left out."""
    found = {name: getattr(view, name) for name in view.__struct_fields__}
    found["faults"] = [_fault(fault) for fault in view.faults]
    if view is not fullest:
        for name in _SHARED:
            if getattr(view, name) == getattr(fullest, name):
                del found[name]
    return found


def _fault(fault: Fault) -> list[Any]:
    """Its ply (0: none), how grave it is, code, and what it says."""
    about = msgspec.structs.replace(fault, ply=None) if fault.ply is not None else fault
    text = why_text(about, None)
    near = f"; nearest legal: {printable(fault.suggestion)}" if fault.ply and fault.suggestion else ""
    return [fault.ply or 0, fault.severity, fault.code, text + near]


def _summary(game: PageGame) -> list[Any]:
    """A line of the index: what it is called, how it ended, plies, whether it is valid, where it stands."""
    return [heading(game), game.result, game.plies, game.valid, place(game)]


def place(game: PageGame) -> str:
    """The file of a game, and its number there."""
    return f"{printable(game.path)}, record {game.number}"


def _plainly(game: PageGame) -> bytes:
    """A game for who runs no scripts: names, result, moves."""
    view = game.views[0]
    moves = []
    for move in (game.moves[number] for number in view.moves):
        label = game.texts[move.label]
        moves.append(f"{label} {game.texts[move.shown]}" if label else game.texts[move.shown])
    rows = [f"<h2>{escaped(heading(game))}</h2>"]
    rows += [f"<p>{escaped(seat)}: {escaped(name)}</p>" for seat, name in game.players]
    rows += [f"<p>Result: {escaped(game.result)}</p>"] if game.result else []
    rows += [f"<p>{escaped(' '.join(moves))}</p>"] if moves else []
    rows += [f"<p>{escaped(fault.code)}: {escaped(why_text(fault, None))}</p>" for fault in view.faults]
    return f"<noscript><article>{''.join(rows)}</article></noscript>\n".encode()
