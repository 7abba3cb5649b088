"""The applications that a clerk has selected: the numbers in the selected rows of whichever sheet is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.errors import NeedsUser, WorkbookError
from permitbook.form import opened_number
from permitbook.kinds import shown
from permitbook.schema import Column, Kind
from permitbook.workbook.contents import Contents
from permitbook.workbook.layout import SHEETS, Sheet, sheet_columns
from permitbook.workbook.rows import Sheet as Rows

if TYPE_CHECKING:
    from permitbook.workbook.reader import Book

NUMBER = Column("application_no", "Application No", Kind.TEXT)
HEADINGS = (NUMBER, Column("application", "Application", Kind.TEXT))
"""The headings under which a sheet names applications; Today has the second."""


class Picked(Struct, frozen=True):
    """The sheet that is shown, and the rows of the selected cells, from first to last each."""

    sheet: str
    rows: tuple[tuple[int, int], ...]

    def holds(self, row: int) -> bool:
        """The row is among those selected."""
        return any(first <= row <= last for first, last in self.rows)


def named_rows(book: Book, picked: Picked) -> list[str]:
    """The selected applications by number, each once; one of the log that has none yet as `row 7`.

    Rows that are hidden, as by a filter, are passed over, since nobody sees that they are selected.
    Raises NeedsUser, with what to do, when nothing that is selected names an application.
    """
    if picked.sheet == Sheet.FORM:
        return [opened_number(book)]
    names = list(dict.fromkeys(_names(book, picked)))
    if not names:
        raise NeedsUser(
            f"No application is selected on the sheet {picked.sheet}. Select a cell in the row of each application "
            "that you mean, and press the button again."
        )
    return names


def _names(book: Book, picked: Picked) -> Iterator[str]:
    try:
        if _is_none(picked.sheet):
            raise WorkbookError
        table = book.table(picked.sheet, HEADINGS)
    except WorkbookError:
        raise NeedsUser(
            f"The sheet {picked.sheet} names no applications. Go to Applications or Today, select a cell in the row "
            "of each application that you mean, and press the button again."
        ) from None
    log = picked.sheet == Sheet.APPLICATIONS
    rows = book.table(picked.sheet, HEADINGS, everything=True).rows if log else table.rows
    hidden = _hidden_rows(book, picked.sheet)
    for row in rows:
        if picked.holds(row.number) and row.number not in hidden:
            cell = next((row.cells[each.key] for each in HEADINGS if row.cells.get(each.key) is not None), None)
            if cell is not None and (number := shown(cell).strip()):
                yield number
            elif log:
                yield f"row {row.number}"


def _hidden_rows(book: Book, sheet: str) -> set[int]:
    cells = Rows(book.package.part(Contents(book.package).sheet_part(sheet)), sheet)
    return {row.number for row in cells.rows() if cells.hides(row)}


def _is_none(sheet: str) -> bool:
    """One of the workbook's own sheets that names no applications, whatever words stand on it."""
    keys = {each.key for each in sheet_columns(sheet)}
    return sheet in SHEETS and sheet != Sheet.APPLICATIONS and not keys & {each.key for each in HEADINGS}


def numbers(book: Book, picked: Picked) -> list[str]:
    """The selected applications by number. Raises NeedsUser when one has none yet, or none is selected."""
    names = named_rows(book, picked)
    nameless = [each for each in names if each.startswith("row ")]
    if nameless:
        raise NeedsUser(
            f"{'; '.join(nameless)} of Applications has no number yet: press Check all, which gives one, and try again."
        )
    return names
