"""What the person at Excel sees while a button works: words in the status bar, and one message box at the end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from permitbook.live.patience import ExcelBusy, ExcelRefused, Patience

if TYPE_CHECKING:
    import xlwings

TITLE = "Permits"
_A_MOMENT, _AN_HOUR = 2.0, 3600.0
_LONGEST = 1000
"""A message box taller than the screen would hide its button."""


class Window:
    """The window of one open workbook."""

    def __init__(self, book: xlwings.Book) -> None:
        self.book = book

    def progress(self, text: str) -> None:
        """Says in the status bar what is going on; a busy Excel is not told, and nothing hangs on it."""
        self._set_status(text, Patience(limit=0))

    def done(self) -> None:
        """Gives the status bar back to Excel."""
        self._set_status(False, Patience(limit=_A_MOMENT))

    def say(self, text: str, *, grave: bool = False) -> None:
        """Shows a message box and waits until it is closed; `grave` when something was refused or needs someone.

        While a cell is being edited it waits for that; what is not edited to its end in an hour is not told. A Mac
        stops waiting for an answer after a while, with the box still open.
        """
        if len(text) > _LONGEST:
            text = f"{text[:_LONGEST].rstrip()} …"
        mode: Literal["critical", "info"] = "critical" if grave else "info"
        with suppress(ExcelBusy, ExcelRefused):
            Patience(limit=_AN_HOUR)(lambda: self.book.app.alert(text, title=TITLE, buttons="ok", mode=mode))

    def show(self, sheet: str) -> None:
        """Goes to a sheet, also one that is hidden; where Excel does not let it, nothing hangs on it."""

        def go() -> None:
            found = self.book.sheets[sheet]
            if not found.visible:
                found.visible = True
            found.activate()

        with suppress(ExcelBusy, ExcelRefused):
            Patience(limit=_A_MOMENT)(go)

    def _set_status(self, text: str | Literal[False], patience: Patience) -> None:
        with suppress(ExcelBusy, ExcelRefused):
            patience(lambda: setattr(self.book.app, "status_bar", text))
