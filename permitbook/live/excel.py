"""The few things asked of Excel that xlwings has no word for, on Windows and on a Mac."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xlwings

_MAC = sys.platform == "darwin"
_SANDBOX = Path("Library/Containers/com.microsoft.Excel/Data")
"""The only folder in which Excel for Mac writes without asking."""


def selection(app: xlwings.App) -> xlwings.Range | None:
    """The selected cells; None where something else is selected.

    xlwings would first count them, and on Windows a whole sheet has more cells than Excel can count.
    """
    from xlwings import Range

    selected = app.impl.selection
    return None if selected is None else Range(impl=selected)


def full_name(book: xlwings.Book) -> str:
    """The path or web address under which Excel has the workbook; its bare name when it was never saved.

    xlwings would look for a web address all over the disk, so Excel is asked itself.
    """
    return str(book.api.full_name.get() if _MAC else book.api.FullName)


def is_read_only(book: xlwings.Book) -> bool:
    """Whether the workbook was opened to be read only, so that it cannot be saved."""
    return bool(book.api.read_only.get() if _MAC else book.api.ReadOnly)


def save_copy(book: xlwings.Book, path: Path) -> None:
    """Has Excel write a copy of the workbook as it stands; what is open and whether it is saved stay as they are."""
    if _MAC:
        name = book.name.replace("'", "''")
        book.app.macro(f"'{name}'!Permitbook.SaveCopy")(str(path))
    else:
        book.api.SaveCopyAs(str(path))


@contextmanager
def folder_for_copy() -> Iterator[Path]:
    """A folder into which Excel can write, gone afterwards.

    It is named as it really lies on the disk: the Python of the Microsoft Store keeps its temporary files in a place
    of its own, where Excel does not find them by the usual name. A guard against viruses may hold a new file for a
    moment; that keeps no button from its work.
    """
    home = Path.home() / _SANDBOX if _MAC else None
    with tempfile.TemporaryDirectory(prefix="permitbook-", dir=home, ignore_cleanup_errors=True) as name:
        yield Path(name).resolve()


def takes_lists() -> bool:
    """Whether several areas can be named at one go; xlwings on a Mac takes the first cell of them for all."""
    return not _MAC


def unlink(cell: xlwings.Range) -> None:
    """Takes the link off a cell, which keeps its text and its looks."""
    if _MAC:
        cell.api.clear_hyperlinks()
    else:
        cell.api.ClearHyperlinks()
