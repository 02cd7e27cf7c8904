"""Generated files: where they stand, writing them, and naming those that have drifted."""

import gzip
from collections.abc import Mapping
from pathlib import Path

from struckle_cli.replay.source import zstd_module

ROOT = Path(__file__).resolve().parent.parent
Files = dict[str, bytes]
"""Contents by path, relative to the root and with `/`."""


def write(root: Path, files: Mapping[str, bytes]) -> None:
    """Write all files below `root`; one that has the right content already is left alone."""
    for name, data in files.items():
        path = root / name
        if _content(path) != plain(name, data):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def drifted(root: Path, files: Mapping[str, bytes], folders: tuple[str, ...] = ()) -> list[str]:
    """What differs below `root`: files that are missing, changed, or (in `folders`) made by nobody."""
    found = []
    for name, data in files.items():
        content = _content(root / name)
        if content != plain(name, data):
            found.append(f"{name}: {'missing' if content is None else 'out of date'}")
    for folder in folders:
        for path in sorted((root / folder).glob("*")):
            name = path.relative_to(root).as_posix()
            if name not in files:
                found.append(f"{name}: no generator makes this file")
    return found


def plain(name: str, data: bytes) -> bytes:
    """The data without compression: compressors of different versions agree on the content, not on the bytes.

    What cannot be decompressed is taken as it is (some vectors are broken on purpose).
    """
    try:
        if name.endswith(".gz"):
            return gzip.decompress(data)
        if name.endswith(".zst"):
            return bytes(zstd_module().decompress(data))
    except Exception:
        return data
    return data


def _content(path: Path) -> bytes | None:
    try:
        return plain(path.name, path.read_bytes())
    except FileNotFoundError:
        return None
