"""What surrounds the rows of a sheet and bears on writing into them: merged ranges, formulas of many cells, formats."""

import re
from collections.abc import Iterable

from permitbook.workbook.areas import Area, area
from permitbook.workbook.outline import damaged, whole
from permitbook.workbook.rows import Sheet
from permitbook.workbook.table import LAST_COLUMN

_FORMULA_TAG = re.compile(rb"<(?:\w+:)?f\s[^>]*>")
_OF_MANY_CELLS = re.compile(rb"\st\s*=\s*[\"'](?:array|dataTable)[\"']")
_REF = re.compile(rb"\sref\s*=\s*[\"']([^\"']*)[\"']")


class Guard:
    """Says which cells must not be written. Rows are asked for in rising order, each as often as wanted."""

    def __init__(self, sheet: Sheet) -> None:
        merged = (each.attributes.get("ref", "") for each in sheet.around if each.path == _MERGED)
        self._merged = _Sweep(area(ref) for ref in merged if ref)
        self._arrays = _Sweep(_array_areas(sheet))
        self.last_row = max(self._merged.last_row, self._arrays.last_row)
        """Below this row every cell may be written."""

    def watches(self, row: int) -> bool:
        """Whether some cell of the row may not be written."""
        return row <= self.last_row and bool(self._merged.at(row) or self._arrays.at(row))

    def reason(self, row: int, column: int) -> str:
        """Why a cell cannot hold a value of its own; empty when it can."""
        for each in self._merged.at(row):
            if each.holds(row, column) and (row, column) != each[:2]:
                return f"it is merged with others in {each}, and only the first cell of these can hold a value"
        for each in self._arrays.at(row):
            if each.holds(row, column):
                return f"an array formula fills {each}"
        return ""


_MERGED = "worksheet/mergeCells/mergeCell"


class _Sweep:
    """Areas as they come and go when rows are passed from the top."""

    def __init__(self, areas: Iterable[Area]) -> None:
        self._coming = sorted(set(areas), reverse=True)
        self.last_row = max((each.last_row for each in self._coming), default=0)
        self._row = 0
        self._here: list[Area] = []

    def at(self, row: int) -> list[Area]:
        if row != self._row:
            while self._coming and self._coming[-1].first_row <= row:
                self._here.append(self._coming.pop())
            self._here = [each for each in self._here if each.last_row >= row]
            if len(self._here) > LAST_COLUMN:
                raise damaged("A sheet", "its merged cells or array formulas lie over each other")
            self._row = row
        return self._here


def _array_areas(sheet: Sheet) -> Iterable[Area]:
    if sheet.xml.find(b"ref=", sheet.data.opened, sheet.data.closing) < 0:
        return
    for tag in _FORMULA_TAG.findall(sheet.xml, sheet.data.opened, sheet.data.closing):
        ref = _REF.search(tag)
        if ref and _OF_MANY_CELLS.search(tag):
            yield area(ref[1].decode())


class ColumnStyles:
    """The format a new cell takes from its column."""

    def __init__(self, sheet: Sheet) -> None:
        listed = (each.attributes for each in sheet.around if each.path == "worksheet/cols/col")
        spans = [(whole(each.get("min"), 0), whole(each.get("max"), 0), whole(each.get("style"), 0)) for each in listed]
        self._spans = [each for each in spans if each[2]]
        self._known: dict[int, int] = {}

    def of(self, column: int) -> int:
        if column not in self._known:
            there = (style for first, last, style in self._spans if first <= column <= last)
            self._known[column] = next(there, 0)
        return self._known[column]
