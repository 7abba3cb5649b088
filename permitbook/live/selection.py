"""What is selected in Excel: the sheet, and those of the selected rows that can be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from permitbook.errors import NeedsUser
from permitbook.picked import Picked
from permitbook.workbook.table import LAST_ROW

if TYPE_CHECKING:
    import xlwings

_LONGEST = 250
"""Excel cuts off the address of a selection of many parts about here."""


def picked_in(book: xlwings.Book) -> Picked:
    """The rows selected on the sheet that is shown; of several areas each, of whole columns all rows in use.

    Rows that a filter hides are not among them. Raises NeedsUser when no cells are selected, or too many parts.
    """
    selected = book.selection
    if selected is None or selected.sheet.book.name != book.name:
        raise NeedsUser("No cell is selected. Select a cell in the row of each application that you mean.")
    if len(selected.address) >= _LONGEST:
        raise NeedsUser("Too many separate cells are selected; select fewer rows at a time.")
    sheet = selected.sheet
    end = sheet.used_range.last_cell.row
    wanted = [(first, min(last, end)) for first, last in spans(selected.address) if first <= end]
    return Picked(sheet.name, tuple(span for each in wanted for span in _seen(sheet, *each)))


def spans(address: str) -> list[tuple[int, int]]:
    """The first and last row of each part of an address.

    >>> spans("$B$2:$C$5,$D$9"), spans("$A:$B"), spans("$3:$4")
    ([(2, 5), (9, 9)], [(1, 1048576)], [(3, 4)])
    """
    found = []
    for part in re.split("[,;]", address):
        rows = [int(each) for each in re.findall(r"\d+", part.rpartition("!")[2])]
        found.append((rows[0], rows[-1]) if rows else (1, LAST_ROW))
    return found


def _seen(sheet: xlwings.Sheet, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The rows that are not hidden: Excel tells one height for rows of the same height, and none for mixed ones."""
    height = sheet.range((first, 1), (last, 1)).row_height
    if height:
        yield first, last
    elif height is None and first < last:
        middle = (first + last) // 2
        yield from _seen(sheet, first, middle)
        yield from _seen(sheet, middle + 1, last)
    elif height is None:
        yield first, last
