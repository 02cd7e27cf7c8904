"""Typing at a terminal with prompt_toolkit: history, and below the line what it can become."""

import os
import sys
from collections.abc import Sequence

from prompt_toolkit.application.current import get_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input.defaults import create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import PromptSession
from prompt_toolkit.styles import Style

from struckle_cli.cli import console
from struckle_cli.cli.desk import Complete, Offered, as_text, nothing
from struckle_cli.report.excerpts import width
from struckle_cli.report.safe import printable


class Again(Exception):
    """The page has to be drawn anew, and the question asked again: the terminal has another size."""

    def __init__(self, typed: str, suspend: bool = False) -> None:
        super().__init__()
        self.typed = typed
        self.suspend = suspend


class _Terminal(Vt100_Output):
    """Standard output, on which the prompt has at least one row: so the terminal need not be asked."""

    def get_rows_below_cursor_position(self) -> int:
        return 1


def _output() -> Output:
    if sys.platform == "win32":
        return create_output()
    return _Terminal(
        sys.stdout, lambda: Size(console.rows(), console.columns()), term=os.environ.get("TERM"),
        enable_bell=False, enable_cpr=False,
    )  # fmt: skip


class Editor:
    """Asks for lines. Making what edits them takes time, so it is kept until all has to be forgotten."""

    def __init__(self, colour: bool) -> None:
        self._input = create_input()
        self._output = _output()
        dim = "ansibrightblack" if colour else ""
        self._style = Style([("bottom-toolbar", "noreverse"), ("bottom-toolbar.text", dim)])
        self._depth = None if colour else ColorDepth.DEPTH_1_BIT
        self._offers = _Offers(nothing, 1)
        self._size = (0, 0)
        self._session: PromptSession[str] | None = None

    def forget(self) -> None:
        """Drop what was typed, with history, kill ring and undo, also what was typed ahead."""
        self._session = None
        clear_typeahead(self._input)

    def ask(self, prompt: str, complete: Complete, rows: int, typed: str) -> str:
        """One line, which begins as `typed`; below it, in so many rows, what it can become.

        Raises `EOFError`, `KeyboardInterrupt`, and `Again`.
        """
        self._offers = _Offers(complete, rows)
        self._size = _size()
        if self._session is None:
            self._session = self._made()
        line = self._session.prompt(prompt, default=typed, set_exception_handler=False)
        if self._offers.failed is not None:
            raise self._offers.failed
        return as_text(line)

    def _made(self) -> PromptSession[str]:
        session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(), key_bindings=self._keys(), bottom_toolbar=self._offered,
            style=self._style, color_depth=self._depth, include_default_pygments_style=False,
            complete_while_typing=False, input=self._input, output=self._output,
        )  # fmt: skip

        def look(app: object) -> None:
            future = session.app.future
            if _size() != self._size and future is not None and not future.done():
                session.app.exit(exception=Again(session.default_buffer.text))

        session.app.before_render += look
        return session

    def _offered(self) -> str:
        return self._offers.shown()

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("c-c", eager=True)  # else it would only end a search through the lines before
        def _leave(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt())

        @keys.add("tab")
        def _complete(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            line = buffer.document.text_before_cursor
            sure = self._offers.common(line)
            if sure is not None:
                buffer.delete_before_cursor(len(line))
                buffer.insert_text(sure)

        @keys.add("c-l")
        def _draw(event: KeyPressEvent) -> None:
            event.app.exit(exception=Again(event.current_buffer.text))

        if sys.platform != "win32":

            @keys.add("c-z")
            def _suspend(event: KeyPressEvent) -> None:
                event.app.exit(exception=Again(event.current_buffer.text, suspend=True))

        return keys


def _size() -> tuple[int, int]:
    return console.columns(), console.rows()


class _Offers:
    """What the line that is being typed can become; asked for once for each text."""

    def __init__(self, complete: Complete, rows: int) -> None:
        self._complete = complete
        self._rows = rows
        self._known: tuple[str, list[Offered]] | None = None
        self.failed: Exception | None = None

    def at(self, line: str) -> list[Offered]:
        """What a line can become; nothing for an empty one."""
        if self._known is None or self._known[0] != line:
            try:
                found = list(self._complete(line)) if line.strip() else []
            except Exception as error:  # told when the line is done: here nobody could catch it
                self.failed, found = error, []
            self._known = (line, found)
        return self._known[1]

    def shown(self) -> str:
        """The offers in as many rows as there are, always the same number of them."""
        app = get_app()
        found = self.at(app.current_buffer.document.text_before_cursor)
        rows = arranged(found, self._rows, console.columns())
        return "\n".join(rows + [""] * (self._rows - len(rows)))

    def common(self, line: str) -> str | None:
        """The line as far as it is certain; None where nothing more is."""
        found = [line[: offer.start] + offer.text for offer in self.at(line)]
        if not found:
            return None
        first, last = min(found), max(found)  # what these two share, all share
        same = next((n for n, char in enumerate(first) if last[n : n + 1] != char), len(first))
        return first[:same] if first[:same] != line else None


def arranged(offers: Sequence[Offered], rows: int, columns: int) -> list[str]:
    """Offers as rows: each with what it means where that fits, else beside each other, and how many more."""
    texts = [printable(offer.text) for offer in offers]
    if any(offer.about for offer in offers) and len(offers) <= rows:
        broad = max(map(width, texts))
        told = [
            f"{text:{broad}}  {printable(offer.about)}" for text, offer in zip(texts, offers, strict=True)
        ]
        if all(width(row) <= columns for row in told):
            return told
    for count in range(len(texts), -1, -1):
        rest = len(texts) - count
        found = _filled(texts[:count] + [f"... {rest} more"] * (rest > 0), columns)
        if len(found) <= rows:
            return found
    return []


def _filled(words: Sequence[str], columns: int) -> list[str]:
    """Words beside each other, two blanks apart, in rows of so many columns."""
    rows: list[str] = []
    for word in words:
        if rows and width(rows[-1]) + 2 + width(word) <= columns:
            rows[-1] += f"  {word}"
        else:
            rows.append(word)
    return rows
