"""Where `render` draws to, and in which form: text or a picture, standard output, a file or a folder."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from struckle_cli.cli import console
from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.core.picture import View
from struckle_cli.replay.source import STDIN
from struckle_cli.replay.storage import only_here
from struckle_cli.report.paint import paint
from struckle_cli.report.safe import printable
from struckle_cli.services.boards import boards
from struckle_cli.services.loading import Loaded

if TYPE_CHECKING:
    from struckle_cli.core.drawing import Drawing
    from struckle_cli.report.raster import Look

_SUFFIXES = {".svg": "svg", ".png": "png", ".gif": "gif", ".txt": "text"}
_TEXTS = ("ascii", "unicode")
_DELAY = 800
"""Milliseconds of a position in a GIF."""


class Asked(NamedTuple):
    """Options of `render` that say what drawings look like; None (and `auto`) where they were left out."""

    theme: Any
    scale: float | None
    delay: int | None
    chosen: str | None
    width: int | None
    color: str | None


class Sight(NamedTuple):
    """Who looks on, and from whose edge."""

    viewer: str | None
    edge: str | None


class Target(NamedTuple):
    """Where to write (None: standard output), and `svg`, `png`, `gif` or the style of a text."""

    path: str | None
    form: str
    folder: bool
    every: bool
    force: bool


def target_of(output: str | None, style: str | None, asked: Asked, *, every: bool, force: bool) -> Target:
    """What options mean together. Raises `UsageError` where they contradict, or packages are missing."""
    path = None if output in (None, STDIN) else output
    only_here(path)
    folder = path is not None and (path.endswith(("/", os.sep)) or os.path.isdir(path))
    target = Target(path, _form(path, folder, style), folder, every, force)
    _refuse_several(target, asked)
    _refuse_in_vain(target, asked)
    if target.form in ("png", "gif"):
        from struckle_cli.report.raster import need_packages

        need_packages()
        if path is None and sys.stdout.isatty():
            raise UsageError(f"{target.form.upper()} is not for terminals: -o FILE", code="usage.output")
    if path is not None and not folder and not force and os.path.lexists(path):
        raise UsageError(f"{path} exists; --force replaces it", code="usage.exists")
    return target


def _form(path: str | None, folder: bool, style: str | None) -> str:
    """The form that a file's name and `--style` ask for."""
    if path is None:
        return style or ("unicode" if console.unicode_fits() else "ascii")
    if folder:
        return style or "svg"
    suffix = os.path.splitext(path)[1].lower()
    form = _SUFFIXES.get(suffix)
    if form is None:
        why = f"{path}: the suffix names no kind of picture ({', '.join(_SUFFIXES)}; a folder ends in /)"
        raise UsageError(why, code="usage.suffix")
    if style is None:
        return "ascii" if form == "text" else form
    if form != ("text" if style in _TEXTS else style):
        raise UsageError(f"{path}: --style {style} is another kind of picture", code="usage.style")
    return style


def _refuse_several(target: Target, asked: Asked) -> None:
    """Several positions need a place that can hold them."""
    if target.folder and not target.every:
        raise UsageError(f"{target.path} is a folder, which is for --all: name a file", code="usage.output")
    if target.folder and target.form == "gif":
        raise UsageError("a GIF holds all positions by itself: -o FILE.gif", code="usage.style")
    if target.every and not target.folder and target.form in ("svg", "png"):
        one = f"{target.form.upper()} is one picture"
        why = f"{one}: choose it with --at, or name a folder (-o boards/) or a GIF"
        raise UsageError(why, code="usage.style")
    if target.every and asked.chosen is not None:
        raise UsageError("--targets is for one position: choose it with --at", code="usage.targets")


def _refuse_in_vain(target: Target, asked: Asked) -> None:
    """Options that would do nothing."""
    picture, pixels = target.form not in _TEXTS, target.form in ("png", "gif")
    moving = target.form == "gif" and target.every
    for name, given, of_use, what in (
        ("--targets", asked.chosen is not None, picture, "pictures: -o FILE.svg, or --style svg"),
        ("--theme", asked.theme != "auto", picture, "pictures: -o FILE.svg, or --style svg"),
        ("--scale", asked.scale is not None, pixels, "PNG and GIF"),
        ("--delay", asked.delay is not None, moving, "a GIF of all positions: --all -o FILE.gif"),
        ("--width", asked.width is not None, not picture, "text" + "; PNG and GIF have --scale" * pixels),
        ("--force", target.force, target.path is not None, "-o FILE"),
    ):
        if given and not of_use:
            raise UsageError(f"{name} goes with {what}", code="usage.style")


def write(loaded: Loaded, at: int | None, sight: Sight, target: Target, asked: Asked) -> None:
    """Draw one position of a record, or all, and write that where it is wanted.

    Raises `RecordError` at an illegal ply, of which only standard output has seen what comes before, and
    `AccessError` where something cannot be written. Nothing half written stays.
    """
    artist = _Artist(loaded, sight, target, asked)
    if target.path is None:
        _to_standard_output(artist, at, target)
    elif target.folder:
        _to_folder(artist, target)
    else:
        from struckle_cli.replay.writer import replacing

        with replacing(target.path, fresh=not target.force, lasting=True) as file:
            if target.form == "gif":
                artist.gif(file.write, at, target.every)
                return
            for number, data in enumerate(artist.drawn(at, target.every)):
                file.write(b"\n" * bool(number) + data)


def _to_standard_output(artist: "_Artist", at: int | None, target: Target) -> None:
    if target.form == "gif":
        artist.gif(console.write_bytes, at, target.every)
    elif target.form in _TEXTS:
        for number, text in enumerate(artist.texts(at, target.every)):
            console.draw("\n" * bool(number) + text)
    else:
        for data in artist.drawn(at, target.every):
            console.write_bytes(data)


def _to_folder(artist: "_Artist", target: Target) -> None:
    """A file a position, numbered by plies; what is new vanishes again if not all can be written."""
    from struckle_cli.replay.writer import replacing

    assert target.path is not None
    names = artist.names(target.path)  # an illegal record ends here
    if not target.force and (there := next(filter(os.path.lexists, names), None)):
        raise UsageError(f"{there} exists; --force replaces it", code="usage.exists")
    made = _make_folder(target.path)
    fresh = [name for name in names if not os.path.lexists(name)]
    try:
        for name, data in zip(names, artist.drawn(None, True), strict=True):
            with replacing(name, fresh=not target.force) as file:
                file.write(data)
    except BaseException:
        for name in fresh:
            with contextlib.suppress(OSError):
                os.unlink(name)
        if made:
            with contextlib.suppress(OSError):
                os.rmdir(target.path)
        raise


def _make_folder(path: str) -> bool:
    """Make a folder where there is none yet; whether that was so. Raises `AccessError`."""
    if os.path.isdir(path):
        return False
    try:
        os.mkdir(path)
    except OSError as error:
        raise AccessError(f"{path}: cannot be made: {error.strerror}", code="io.write") from None
    return True


class _Artist:
    """Draws positions of a record in one form."""

    def __init__(self, loaded: Loaded, sight: Sight, target: Target, asked: Asked) -> None:
        self._loaded = loaded
        self._sight = sight
        self._target = target
        self._asked = asked

    def names(self, folder: str) -> list[str]:
        """A file's name for each position. Raises `RecordError` at an illegal ply."""
        count = sum(1 for _ in boards(self._loaded, None, True))
        digits = max(3, len(str(count - 1)))
        ending = "txt" if self._target.form in _TEXTS else self._target.form
        return [os.path.join(folder, f"{ply:0{digits}}.{ending}") for ply in range(count)]

    def drawn(self, at: int | None, every: bool) -> Iterator[bytes]:
        """Each position as it stands in a file of its own."""
        if self._target.form in _TEXTS:
            for text in self.texts(at, every):
                yield f"{text}\n".encode("utf-8", "backslashreplace")
            return
        for drawing, caption in self._pages(at, every):
            if self._target.form == "svg":
                from struckle_cli.report.svg import svg

                yield svg(drawing, caption, self._asked.theme).encode()
            else:
                from struckle_cli.report.raster import png

                yield png((drawing, caption), self._look())

    def texts(self, at: int | None, every: bool) -> Iterator[str]:
        """Each position as text below its caption; in a file coloured only if that was asked for."""
        filed = self._target.path is not None
        colour = self._asked.color == "always" if filed else console.wants_colour(self._asked.color)
        width = self._asked.width or (80 if filed else console.width())
        sight = View(style=self._target.form, seat=self._sight.viewer, edge=self._sight.edge, width=width)
        for board in boards(self._loaded, at, every):
            view = msgspec.structs.replace(sight, last=board.last)
            picture = self._loaded.game.render(board.state, view)
            yield f"{printable(board.caption)}\n{paint(picture, colour)}"

    def gif(self, write: Callable[[bytes], object], at: int | None, every: bool) -> None:
        """All positions, or one, as a GIF."""
        from struckle_cli.report.gif import gif

        gif(write, lambda: self._pages(at, every), self._look(), self._asked.delay or _DELAY)

    def _look(self) -> "Look":
        from struckle_cli.report.raster import Look

        return Look(self._asked.theme, self._asked.scale or 1.0)

    def _pages(self, at: int | None, every: bool) -> Iterator[tuple["Drawing", str]]:
        from struckle_cli.services.drawings import drawing

        edge = self._sight.edge or self._sight.viewer
        for board in boards(self._loaded, at, every):
            yield drawing(self._loaded.game, board, edge, self._asked.chosen), board.caption
