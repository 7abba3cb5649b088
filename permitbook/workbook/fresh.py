"""Cells as they stand when they are written anew, for rows by the thousand.

A long log repeats itself: the same clause, question and state stand in row after row. So each value of a column is
written once, as a cell of any row, with a mark where the row's number comes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from permitbook.workbook.cells import CellValue, CellWriter, Filled, Formula, Link, Unwritable
from permitbook.workbook.guard import ColumnStyles
from permitbook.workbook.held import cleaned
from permitbook.workbook.rows import column_name

_MARK = b"\0"
"""Stands for the number of a row; no text of a sheet can hold it."""
NO_CELL = b"\xff"
"""Like none that stands on a sheet."""
_REMEMBERED_CELL, _REMEMBERED_VALUES = 600, 50_000


class Form(NamedTuple):
    """How the cells of a column are written.

    With `blanks` an empty cell stands where no value does. With `shared` texts stand among those that all sheets
    share, as Excel saves them; they are not added there, only found.
    """

    column: int
    style: int
    blanks: bool = False
    shared: bool = False


class FreshColumn(dict[Any, bytes]):
    """The cells of one column in one form, each by its value and that value's type. Formulas have no place here."""

    def __init__(self, writer: CellWriter, form: Form) -> None:
        super().__init__()
        self._writer, self._form = writer, form
        self._start = writer.start + column_name(form.column) + _MARK
        self._around: dict[type, tuple[bytes, bytes]] = {}
        self.blank = self._start + writer.written(None, form.style).tail if form.blanks else b""

    def cells(self, values: Iterable[CellValue]) -> list[bytes]:
        """The cells that hold these values. Raises Unwritable when one cannot, or holds a formula."""
        return [self[value if value.__class__ is str else (value.__class__, value)] for value in values]

    def __missing__(self, key: Any) -> bytes:
        value: CellValue = key[1] if isinstance(key, tuple) else key
        if isinstance(value, Formula):
            raise Unwritable
        plain = value.text if isinstance(value, Link) else value
        cell = self.blank if plain is None or plain == "" else self._cell(plain)
        if len(cell) <= _REMEMBERED_CELL and len(self) < _REMEMBERED_VALUES:
            self[key] = cell
        return cell

    def _cell(self, value: Filled) -> bytes:
        if self._form.shared and isinstance(value, str):
            return self._shared_cell(value)
        kind = value.__class__
        if kind not in self._around:
            before, after = self._writer.around(value, self._form.style)
            self._around[kind] = self._start + before, after
        before, after = self._around[kind]
        return before + self._writer.inner(value) + after

    def _shared_cell(self, text: str) -> bytes:
        number = self._writer.shared.numbers.get(cleaned(text))
        before, after = self._writer.around_shared(self._form.style)
        return NO_CELL if number is None else self._start + before + number + after


class FreshColumns(dict[Form, FreshColumn]):
    """The columns of one sheet."""

    def __init__(self, writer: CellWriter) -> None:
        super().__init__()
        self._writer = writer

    def __missing__(self, form: Form) -> FreshColumn:
        fresh = self[form] = FreshColumn(self._writer, form)
        return fresh


def cells_of_row(columns: Iterable[FreshColumn], values: Iterable[CellValue]) -> list[bytes]:
    """One cell of each column. Raises Unwritable when one cannot hold its value, or holds a formula."""
    return [
        column[value if value.__class__ is str else (value.__class__, value)]
        for column, value in zip(columns, values, strict=True)
    ]


def in_row(number: int, cells: Iterable[bytes]) -> bytes:
    """Cells as they stand in the row of this number."""
    return b"".join(cells).replace(_MARK, b"%d" % number)


def fresh_rows(
    numbers: Sequence[int], columns: Sequence[FreshColumn], cells: Sequence[Sequence[bytes]], prefix: bytes
) -> dict[int, bytes]:
    """The rows by their numbers, from the cells of each column; a row without any value is left out."""
    opening, closing = b'<%brow r="%b">' % (prefix, _MARK), b"</%brow>" % prefix
    blank = tuple(each.blank for each in columns)
    return {
        number: in_row(number, (opening, *row, closing))
        for number, row in zip(numbers, zip(*cells, strict=True), strict=False)
        if row != blank
    }


class NewStyles:
    """The format of a new cell: its model's, else the row's, else the column's."""

    def __init__(self, model: Mapping[int, int], row: int, columns: ColumnStyles) -> None:
        self._model, self._row, self._columns = model, row, columns
        self._known: dict[int, int] = {}
        self.looks = frozenset(column for column, style in model.items() if style)
        """The columns of the model that have a format: a new row has a cell in each of them."""

    def of(self, column: int) -> int:
        style = self._known.get(column)
        if style is None:
            style = self._known[column] = self._model.get(column) or self._row or self._columns.of(column)
        return style
