"""Text data that a game carries in its `data/` folder, and folders of data that a user adds."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from struckle_cli.core.tutorial import Tutorial
else:
    Tutorial = Any

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\Z")
MAX_DATA = 1 << 20
"""Bytes that a data file may have."""


def data_path(package_file: str, name: str) -> Path:
    """The path of a data file that stands in `data/` beside the module file `package_file`."""
    return Path(package_file).with_name("data") / name


def read_data(package_file: str, name: str) -> str:
    """The text of a data file beside the module file `package_file`."""
    return data_path(package_file, name).read_text(encoding="utf-8")


def tutorial_beside(package_file: str) -> Callable[[], Tutorial]:
    """What reads the tutorial beside the module file `package_file` when it is asked for, and not before."""

    def read() -> Tutorial:
        from struckle_cli.core.tutorial import read_tutorial

        return read_tutorial(read_data(package_file, "tutorial.toml"))

    return read


def user_folders() -> list[Path]:
    """Folders that `STRUCKLE_DATA` names (separated as in `PATH`), in which users keep boards."""
    return [Path(part) for part in os.environ.get("STRUCKLE_DATA", "").split(os.pathsep) if part]


def find_data(package_file: str, name: str) -> str | None:
    """The text of `name`.txt: the game's own data first, then the user's folders; None where there is none.

    `name` comes from records, so it must match `NAME`: it can name no other folder.
    """
    if not NAME.match(name):
        return None
    for folder in (Path(package_file).with_name("data"), *user_folders()):
        path = folder / f"{name}.txt"
        try:
            if path.stat().st_size <= MAX_DATA:
                return path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            continue
    return None
