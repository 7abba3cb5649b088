"""What the person at Excel sees while a button works: words in the status bar, and one message box at the end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xlwings

TITLE = "Permits"
_LONGEST = 1000
"""A message box taller than the screen would hide its button."""


class Window:
    """The window of one open workbook."""

    def __init__(self, book: xlwings.Book) -> None:
        self.book = book

    def progress(self, text: str) -> None:
        """Says in the status bar what is going on; a busy Excel is not told, and nothing hangs on it."""
        with suppress(Exception):
            self.book.app.status_bar = text

    def done(self) -> None:
        """Gives the status bar back to Excel."""
        with suppress(Exception):
            self.book.app.status_bar = False

    def say(self, text: str, *, grave: bool = False) -> None:
        """Shows a message box and waits until it is closed; `grave` when something was refused or needs someone."""
        if len(text) > _LONGEST:
            text = f"{text[:_LONGEST].rstrip()} …"
        self.book.app.alert(text, title=TITLE, buttons="ok", mode="critical" if grave else "info")
