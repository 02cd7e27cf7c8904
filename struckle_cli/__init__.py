"""struckle: read, write, check, draw and play recorded board games.

What is exported here is the public interface (`docs/api.md`); it is loaded when it is first asked for.
"""

__version__ = "0.1.0"
__all__ = [
    "AccessError",
    "Fault",
    "Game",
    "IllegalMove",
    "Outcome",
    "Record",
    "RecordError",
    "State",
    "StruckleError",
    "UsageError",
    "game",
    "game_names",
    "load",
    "load_all",
    "loads",
    "render",
]

TYPE_CHECKING = False  # as in `typing`, whose import would cost every command a thirtieth of its start
if TYPE_CHECKING:
    from struckle_cli.api import (
        AccessError,
        Fault,
        Game,
        IllegalMove,
        Outcome,
        Record,
        RecordError,
        State,
        StruckleError,
        UsageError,
        game,
        game_names,
        load,
        load_all,
        loads,
        render,
    )
else:

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from struckle_cli import api

        globals().update({each: getattr(api, each) for each in __all__})
        return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
