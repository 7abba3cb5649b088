"""The way in from Excel: a button of the tab Permits was pressed.

Its macro names the button, and the versions of permitbook and xlwings that the workbook was made for. What comes of it
is said in one message box of Excel's, in words.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xlwings

    from permitbook.live.window import Window
    from permitbook.pressing import Told

OPTIONAL = ("numpy", "pandas", "polars", "matplotlib", "plotly", "PIL")
"""Packages that xlwings loads wherever it finds them; buttons do without them, and they take seconds."""


def press(macro: str, made_for: str, xlwings_version: str) -> None:
    """Does what a button says, on the workbook whose macro calls.

    Raises SystemExit with a sentence, which xlwings shows, where the workbook cannot be reached in Excel.
    """
    if any(each.startswith("--wb=") and each.count("=") > 1 for each in sys.argv):
        raise SystemExit("The name of the workbook holds an equals sign, which xlwings cannot pass on: rename it.")
    try:
        with hidden(OPTIONAL):
            import xlwings
        book = xlwings.Book.caller()
    except Exception as error:
        told = f"The workbook could not be reached in Excel ({error}). Save it, close Excel, and open it again."
        raise SystemExit(told) from None
    press_in(book, macro, made_for, xlwings_version)


def press_in(book: xlwings.Book, macro: str, made_for: str, xlwings_version: str) -> None:
    """Does what a button says on an open workbook; what comes of it is said in one message box, if at all."""
    from permitbook.buttons import button_of
    from permitbook.live.window import Window

    window = Window(book)
    button = button_of(macro)
    window.progress(f"Permits: {button.label if button else macro} …")
    try:
        told = _done(book, window, macro, made_for, xlwings_version)
        if button and button.sheet and not told.grave:
            window.show(button.sheet)
    finally:
        window.done()
    if told.text:
        window.say(told.text, grave=told.grave)


def _done(book: xlwings.Book, window: Window, macro: str, made_for: str, xlwings_version: str) -> Told:
    from permitbook.buttons import button_of
    from permitbook.cli import unforeseen
    from permitbook.errors import PermitbookError
    from permitbook.live.book import LiveBook
    from permitbook.pressing import Told, check_versions, pressed

    try:
        check_versions(book.name, made_for, xlwings_version)
        button = button_of(macro)
        assert button, macro
        live = LiveBook(book, window)
        return pressed(button, live, live.picked, window.progress)
    except PermitbookError as error:
        return Told(str(error), grave=True)
    except Exception as error:
        return Told(unforeseen(error), grave=True)


@contextmanager
def hidden(names: Sequence[str]) -> Iterator[None]:
    """While this lasts, an import of these packages finds nothing, unless they are loaded already."""
    absent = [name for name in names if name not in sys.modules]
    # Python takes a module that is None for one that is not there.
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


if __name__ == "__main__":
    press(*sys.argv[1:4])
