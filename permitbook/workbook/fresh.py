"""New rows of a sheet, written column by column.

A long log repeats itself: the same clause, question and state stand in thousands of rows. So each value of a column is
written once, as a cell of any row, with a mark where the row's number comes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from permitbook.workbook.cells import CellValue, CellWriter, Formula, Unwritable, in_cell
from permitbook.workbook.guard import ColumnStyles
from permitbook.workbook.rows import column_name

_MARK = b"\0"
"""Stands for the number of a row; no text of a sheet can hold it."""
_REMEMBERED_CELL, _REMEMBERED_VALUES = 300, 50_000


class FreshColumn(dict[object, bytes]):
    """The new cells of one column in one format, each by its value and that value's type.

    Where no value stands there is nothing, or with `blanks` an empty cell in that format.
    """

    def __init__(self, writer: CellWriter, column: int, style: int, *, blanks: bool) -> None:
        super().__init__()
        self._writer, self._style = writer, style
        self._start = writer.start + column_name(column) + _MARK
        before_text, self._after_text = writer.around_text(style)
        self._before_text = self._start + before_text
        self.blank = self._start + writer.written(None, style).tail if blanks else b""
        self._refused: dict[object, str] = {}
        self.has_formula = False

    def cells(self, values: Iterable[CellValue]) -> list[bytes]:
        """The cells that hold these values."""
        return [self[value if value.__class__ is str else (value.__class__, value)] for value in values]

    def refused(self, numbers: Iterable[int], values: Iterable[CellValue]) -> Iterator[tuple[int, str]]:
        """The rows whose value a cell cannot hold, and why."""
        if self._refused:
            for number, value in zip(numbers, values, strict=True):
                if reason := self._refused.get((value.__class__, value)):
                    yield number, reason

    def __missing__(self, key: object) -> bytes:
        value = cast(CellValue, key[1] if isinstance(key, tuple) else key)
        try:
            cell = self._cell(value)
        except Unwritable as error:
            cell, self._refused[value.__class__, value] = self.blank, str(error)
        if len(cell) <= _REMEMBERED_CELL and len(self) < _REMEMBERED_VALUES:
            self[key] = cell
        return cell

    def _cell(self, value: CellValue) -> bytes:
        if value.__class__ is str and value:
            return self._before_text + in_cell(value) + self._after_text
        written = self._writer.compose(value, self._style)
        if not written.content:
            return self.blank
        if isinstance(value, Formula):
            self.has_formula = True
        return self._start + written.tail


class NewStyles:
    """The format of a new cell: its model's, else the row's, else the column's."""

    def __init__(self, model: Mapping[int, int], row: int, columns: ColumnStyles) -> None:
        self._model, self._row, self._columns = model, row, columns
        self._known: dict[int, int] = {}
        self._fresh: dict[int, FreshColumn] = {}
        self.looks = frozenset(column for column, style in model.items() if style)
        """The columns of the model that have a format: a new row has a cell in each of them."""

    def of(self, column: int) -> int:
        style = self._known.get(column)
        if style is None:
            style = self._known[column] = self._model.get(column) or self._row or self._columns.of(column)
        return style

    def fresh(self, column: int, writer: CellWriter) -> FreshColumn:
        """The cells of a column in new rows."""
        if column not in self._fresh:
            self._fresh[column] = FreshColumn(writer, column, self.of(column), blanks=column in self.looks)
        return self._fresh[column]


def fresh_rows(
    numbers: Sequence[int], columns: Sequence[FreshColumn], cells: Sequence[Sequence[bytes]], prefix: bytes
) -> dict[int, bytes]:
    """The rows by their numbers, from the cells of each column; a row without any value is left out."""
    opening, closing = b'<%brow r="%b">' % (prefix, _MARK), b"</%brow>" % prefix
    blank = tuple(each.blank for each in columns)
    return {
        number: b"".join((opening, *row, closing)).replace(_MARK, b"%d" % number)
        for number, row in zip(numbers, zip(*cells, strict=True), strict=False)
        if row != blank
    }
