"""How far down the data of a sheet reach, and what stands below them."""

from collections.abc import Container, Iterator

from permitbook.workbook.held import formula_in, is_blank
from permitbook.workbook.rows import Row, Sheet


def row_at(sheet: Sheet, number: int) -> Row | None:
    """The row of that number, if the sheet has one."""
    for row in sheet.rows():
        if row.number >= number:
            return row if row.number == number else None
    return None


def last_data_row(sheet: Sheet, columns: Container[int], first: int, last: int) -> Row | None:
    """The last row from `first` to `last` in which a value was entered in one of the columns.

    Formats alone are no data, and neither are formulas, which some fill down ahead.
    """
    rows = [row for row in _rows(sheet, first, last) if _may_hold_value(sheet.xml, row)]
    for row in reversed(rows):
        cells = (cell for cell in sheet.cells(row) if cell.column in columns)
        if any(not is_blank(cell) and formula_in(cell) is None for cell in cells):
            return row
    return None


def last_filled_row(sheet: Sheet, columns: Container[int], first: int, last: int) -> int:
    """The last row from `first` to `last` that holds a value or a formula in one of the columns; 0 when none does."""
    filled = 0
    for row in _rows(sheet, first, last):
        if any(cell.column in columns and not is_blank(cell) for cell in sheet.cells(row)):
            filled = row.number
    return filled


def first_filled_cell(sheet: Sheet, columns: Container[int], first: int, last: int) -> tuple[int, int] | None:
    """The first cell from row `first` to `last` that holds a value or a formula in one of the columns."""
    for row in _rows(sheet, first, last):
        for cell in sheet.cells(row):
            if cell.column in columns and not is_blank(cell):
                return row.number, cell.column
    return None


def filled_columns(sheet: Sheet, number: int) -> frozenset[int]:
    """The columns that hold something in a row."""
    row = row_at(sheet, number)
    return frozenset(cell.column for cell in sheet.cells(row) if not is_blank(cell)) if row else frozenset()


def formats(sheet: Sheet, row: Row | None, columns: Container[int]) -> dict[int, int]:
    """The format of each of a row's cells in the columns."""
    return {cell.column: cell.style for cell in sheet.cells(row) if cell.column in columns} if row else {}


def _rows(sheet: Sheet, first: int, last: int) -> Iterator[Row]:
    if first > last:
        return
    for row in sheet.rows():
        if row.number > last:
            return
        if row.number >= first:
            yield row


def _may_hold_value(xml: bytes, row: Row) -> bool:
    return xml.find(b"v>", row.opened, row.closing) >= 0 or xml.find(b"is>", row.opened, row.closing) >= 0
