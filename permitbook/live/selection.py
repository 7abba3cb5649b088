"""What is selected in Excel: the sheet, and the rows of the selected cells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from permitbook.errors import NeedsUser
from permitbook.live.excel import selection
from permitbook.picked import Picked
from permitbook.workbook.table import LAST_ROW

if TYPE_CHECKING:
    import xlwings

_LONGEST = 250
"""Excel cuts off the address of a selection of many parts about here."""


def picked_in(book: xlwings.Book) -> Picked:
    """The rows selected on the sheet that is shown; of several areas each, of whole columns all.

    Raises NeedsUser when no cells are selected, or too many parts.
    """
    selected = selection(book.app)
    if selected is None or selected.sheet.book.name != book.name:
        raise NeedsUser("No cell is selected. Select a cell in the row of each application that you mean.")
    address = selected.address
    if len(address) >= _LONGEST:
        raise NeedsUser("Too many separate cells are selected; select fewer rows at a time.")
    return Picked(selected.sheet.name, tuple(spans(address)))


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
