"""Which games there are: the built-in ones, one line each, and those that other packages bring.

A package brings a game through an entry point of the group `struckle_cli.games` that names a
`Game`. A plug-in that cannot be loaded is one reported line (`broken()`), never a crash.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from struckle_cli.core.game import AnyGame, Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = {
    "castle": "struckle_cli.games.castle",
    "crungle": "struckle_cli.games.crungle",
    "stricken": "struckle_cli.games.stricken",
    "struckle": "struckle_cli.games.struckle",
    "struggle": "struckle_cli.games.struggle",
}
GROUP = "struckle_cli.games"

_loaded: dict[str, AnyGame] = {}
_broken: dict[str, str] = {}
_plugins_read = False


def lookup(name: str) -> AnyGame | None:
    """The game of that name, or None; only the module of a built-in game is imported for this."""
    game = _loaded.get(name)
    if game is None and name in BUILT_IN:
        game = _loaded[name] = import_module(BUILT_IN[name]).GAME
    if game is None:
        _read_plugins()
        game = _loaded.get(name)
    return game


def names() -> list[str]:
    """The names of all games, built-in ones first, each group in alphabetical order."""
    _read_plugins()
    return [*sorted(BUILT_IN), *sorted(set(_loaded) - set(BUILT_IN))]


def broken() -> dict[str, str]:
    """Plug-ins that could not be loaded: the entry point's name and a one-line reason."""
    _read_plugins()
    return dict(_broken)


def register(game: AnyGame) -> None:
    """Add a game for this process (tests, notebooks); raises `ValueError` if its name is taken."""
    if game.name in BUILT_IN or game.name in _loaded:
        raise ValueError(f"there is a game {game.name!r} already")
    _loaded[game.name] = game


def unregister(name: str) -> None:
    """Forget a game that `register` added."""
    _loaded.pop(name, None)


def _read_plugins() -> None:
    global _plugins_read  # noqa: PLW0603 - the entry points of a process do not change
    if _plugins_read:
        return
    _plugins_read = True
    for point in sorted(_entry_points(), key=lambda item: item.name):
        try:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"{point.value} is no Game")
            if game.name in BUILT_IN or game.name in _loaded:
                raise ValueError(f"there is a game {game.name!r} already")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a stranger's module does, SystemExit too, is reported
            _broken[point.name] = _one_line(error)
        else:
            _loaded[game.name] = game


def _entry_points() -> "Iterator[EntryPoint]":
    """The entry points of our group, distribution by distribution, so that a damaged one spoils no other."""
    from importlib.metadata import distributions  # 26 ms that only strangers' games need

    seen = set()
    for distribution in distributions():
        try:
            name = distribution.metadata["Name"]
            if name in seen:  # two places of the path lead to it
                continue
            seen.add(name)
            yield from distribution.entry_points.select(group=GROUP)
        except Exception as error:
            _broken[str(getattr(distribution, "name", "?"))] = _one_line(error)


def _one_line(error: BaseException) -> str:
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}"
