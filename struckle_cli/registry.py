"""Which games there are: the built-in ones, one line each, and those that other packages bring.

A package brings a game through an entry point of the group `struckle_cli.games` that names a
`Game`. A plug-in that cannot be loaded is one reported line (`broken()`), never a crash.
"""

from importlib import import_module

from struckle_cli.core.game import AnyGame, Game

BUILT_IN = {
    "castle": "struckle_cli.games.castle",
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
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda item: item.name):
        try:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"{point.value} is no Game")
            if game.name in BUILT_IN or game.name in _loaded:
                raise ValueError(f"there is a game {game.name!r} already")
        except Exception as error:
            first = (str(error).splitlines() or [""])[0]
            _broken[point.name] = f"{type(error).__name__}: {first}"
        else:
            _loaded[game.name] = game
