"""Rectangles of cells as a sheet names them: `L2:L3`."""

from typing import NamedTuple

from permitbook.workbook.outline import damaged
from permitbook.workbook.table import LAST_COLUMN, LAST_ROW, address, position


class Area(NamedTuple):
    """The cells from one corner to the other, both included."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int

    def __str__(self) -> str:
        first, last = address(self.first_row, self.first_column), address(self.last_row, self.last_column)
        return first if first == last else f"{first}:{last}"

    def holds(self, row: int, column: int) -> bool:
        return self.first_row <= row <= self.last_row and self.first_column <= column <= self.last_column

    def with_last_row(self, row: int) -> "Area":
        return self._replace(last_row=row)

    def with_cell(self, row: int, column: int) -> "Area":
        """The smallest area that holds this one and the cell."""
        return Area(
            min(self.first_row, row),
            min(self.first_column, column),
            max(self.last_row, row),
            max(self.last_column, column),
        )


def area(ref: str) -> Area:
    """The area a reference names; one cell is an area too. Raises WorkbookError when it names none.

    >>> area("L2:L3"), str(area("$B$4"))
    (Area(first_row=2, first_column=12, last_row=3, last_column=12), 'B4')
    """
    first, _, last = ref.partition(":")
    try:
        top, left = position(first)
        bottom, right = position(last or first)
    except ValueError as error:
        raise damaged("The workbook", f"{ref[:20]!r} in it names no cells") from error
    return Area(top, left, bottom, right)


def on_sheet(row: int, column: int) -> bool:
    """Whether Excel has such a cell."""
    return 1 <= row <= LAST_ROW and 1 <= column <= LAST_COLUMN
