"""Sheets as blocks of values, the way an open workbook hands them over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, cast

from permitbook.workbook.gather import gather
from permitbook.workbook.headings import SEARCHED_ROWS, find_headings
from permitbook.workbook.table import Raw, Table

if TYPE_CHECKING:
    from permitbook.schema import Column

Values = Sequence[Sequence[object]]
"""The cells of an area, row by row."""
_NO_DAYS = (date(1899, 12, 30), date(1899, 12, 31), date(1904, 1, 1))
"""The day that comes with a cell which holds a time of day alone."""


class Grids:
    """Some sheets of a workbook; those that are not given count as not there."""

    def __init__(self, sheets: Mapping[str, Values]) -> None:
        self._sheets = sheets

    @property
    def sheets(self) -> Sequence[str]:
        """The names of the sheets."""
        return tuple(self._sheets)

    def table(self, sheet: str, columns: Sequence[Column]) -> Table:
        """The rows of one sheet under the columns asked for."""
        lines = [(number, [cell(each) for each in row]) for number, row in enumerate(self._sheets[sheet], 1)]
        headings = find_headings(f'The sheet "{sheet}"', lines[:SEARCHED_ROWS], columns, {}, 1)
        return gather(sheet, lines, headings, columns)

    def headings(self, sheet: str, columns: Sequence[Column]) -> Table:
        """The same; a block of values is small."""
        return self.table(sheet, columns)


def cell(value: object) -> Raw:
    """A value as the readers of files give it.

    >>> cell(datetime(1899, 12, 30, 9)), cell(datetime(2026, 7, 4))
    (datetime.time(9, 0), datetime.datetime(2026, 7, 4, 0, 0))
    """
    if isinstance(value, datetime):
        value = value.replace(tzinfo=None)
        return value.time() if value.date() in _NO_DAYS else value
    if value is None or isinstance(value, str | int | float | date | time):
        return cast("Raw", value)
    return str(value)
