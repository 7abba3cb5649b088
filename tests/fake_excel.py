"""Excel as xlwings shows it, over a workbook that openpyxl holds: it can be busy, and tells what is written to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.hyperlink import Hyperlink

BUSY = (-2146777998, "Exception from HRESULT: 0x800AC472", None, None)
REJECTED = (-2147418111, "Call was rejected by callee.", None, None)
EDITING = (-2147352567, "Exception occurred.", (0, None, None, None, 0, -2146777998), None)
LATER = (-2147417846, "The message filter indicated that the application is busy.", None, None)
UNSAID = (-2147352567, "Exception occurred.", None, None)
FAILED = (-2147352567, "Exception occurred.", (0, "Microsoft Excel", "The cell is locked.", None, 0, -2146827284), None)


class ComError(Exception):
    """An error as Windows hands it over."""

    def __init__(self, code: tuple[Any, ...]) -> None:
        super().__init__(*code)
        self.hresult = code[0]


class FakeBook:
    """An open workbook. `trip` is called before each write with its number, and may raise."""

    def __init__(self, path: Path, full_name: str = "", trip: Callable[[int], None] = lambda number: None) -> None:
        self.held = openpyxl.load_workbook(path, keep_vba=path.suffix == ".xlsm")
        self.path, self.name, self.trip = path, path.name, trip
        self.writes: list[str] = []
        self.tried = self.saved = 0
        self.app, self.api = FakeApp(), FakeApi(self, full_name or str(path))
        self.sheets = FakeSheets(self)

    def save(self) -> None:
        self.trip(-1)
        self.saved += 1
        self.held.save(self.path)

    def written(self, sheet: FakeSheet, where: str) -> None:
        self.tried += 1
        self.trip(self.tried)
        self.writes.append(f"{sheet.name}!{where}")


class FakeApp:
    def __init__(self) -> None:
        self.screen_updating = self.enable_events = True
        self.calculation = "automatic"
        self.status_bar: str | bool = False
        self.cut_copy_mode: Any = False
        self.alerts: list[tuple[str, str]] = []
        self.selection = None
        self.impl = self

    def alert(self, prompt: str, title: str = "", buttons: str = "ok", mode: str | None = None) -> str:
        self.alerts.append((prompt, mode or ""))
        return "ok"


class FakeApi:
    def __init__(self, book: FakeBook, full_name: str) -> None:
        self._book, self.FullName, self.ReadOnly = book, full_name, False

    def SaveCopyAs(self, name: str) -> None:  # noqa: N802
        self._book.trip(0)
        self._book.held.save(name)


class FakeSheets:
    def __init__(self, book: FakeBook) -> None:
        self.book = book

    def __getitem__(self, name: str) -> FakeSheet:
        return FakeSheet(self.book, name)


class FakeSheet:
    def __init__(self, book: FakeBook, name: str) -> None:
        self.book, self.name, self.held = book, name, book.held[name]
        self.tables = {each: FakeTable(self, each) for each in self.held.tables}
        dimensions = [each for each in self.held.column_dimensions.values() if each.min]
        self.looks = {at: each._style for each in dimensions for at in range(each.min, each.max + 1)}

    def range(self, cells: str) -> FakeRange:
        return FakeRange(self, cells)


class FakeTable:
    def __init__(self, sheet: FakeSheet, name: str) -> None:
        self.sheet, self.held = sheet, sheet.held.tables[name]

    def resize(self, cells: FakeRange) -> None:
        self.sheet.book.written(self.sheet, self.held.name)
        self.held.ref = cells.address
        if self.held.autoFilter:
            self.held.autoFilter.ref = cells.address


class FakeRange:
    clipboard: FakeRange

    def __init__(self, sheet: FakeSheet, cells: str) -> None:
        self.sheet, self.address, self.api = sheet, cells, self

    def cells(self) -> Iterator[tuple[int, int, Any]]:
        for part in self.address.split(","):
            left, top, right, bottom = range_boundaries(part)
            for row in range(top, bottom + 1):
                for column in range(left, right + 1):
                    yield row - top, column - left, self.cell(row, column)

    def cell(self, row: int, column: int) -> Any:
        """A cell; one that did not stand there yet looks like its column."""
        there = (row, column) in self.sheet.held._cells
        cell = self.sheet.held.cell(row, column)
        if not there and (look := self.sheet.looks.get(column)) is not None:
            cell._style = copy(look)
        return cell

    def written(self) -> None:
        self.sheet.book.written(self.sheet, self.address)

    @property
    def raw_value(self) -> Any:
        raise NotImplementedError

    @raw_value.setter
    def raw_value(self, value: Any) -> None:
        self.written()
        rows = {cell.row for _, _, cell in self.cells()}
        hidden = [row for row in rows if self.sheet.held.row_dimensions[row].hidden]
        assert not hidden or len(rows) == 1, "a block over hidden rows is not sure to reach them"
        for down, right, cell in self.cells():
            _put(cell, value[down][right] if isinstance(value, list) else value)

    @property
    def formula(self) -> Any:
        raise NotImplementedError

    @formula.setter
    def formula(self, value: list[list[str]]) -> None:
        self.written()
        for down, right, cell in self.cells():
            cell.value = value[down][right]

    @property
    def number_format(self) -> Any:
        raise NotImplementedError

    @number_format.setter
    def number_format(self, code: str) -> None:
        self.written()
        for _, _, cell in self.cells():
            cell.number_format = code

    def copy(self) -> None:
        FakeRange.clipboard = self
        self.sheet.book.app.cut_copy_mode = "copy"

    def paste(self, paste: str) -> None:
        assert paste == "formats"
        self.written()
        models = [cell for _, _, cell in FakeRange.clipboard.cells()]
        for _, right, cell in self.cells():
            cell._style = copy(models[right]._style)

    def add_hyperlink(self, address: str, text_to_display: str, screen_tip: str) -> None:
        self.written()
        for _, _, cell in self.cells():
            cell.value = text_to_display
            if address.startswith("#"):
                cell.hyperlink = Hyperlink(ref=cell.coordinate, location=address[1:])
            else:
                cell.hyperlink = address.replace(" ", "%20")

    def ClearHyperlinks(self) -> None:  # noqa: N802
        self.written()
        for _, _, cell in self.cells():
            cell.hyperlink = None


def _put(cell: Any, value: Any) -> None:
    """A value as Excel takes it: an apostrophe makes text, and without one it makes of a text what it looks like."""
    if not isinstance(value, str):
        cell.value = value
    elif cell.number_format == "@" and not value.startswith("'"):
        cell.value = value or None
        if value:
            cell.data_type = "s"
    elif value.startswith("'"):
        cell.value = value[1:]
        cell.data_type = "s"
    elif value == "":
        cell.value = None
    else:
        assert not any(sign.isdigit() for sign in value) and value[0] not in "=+-@", (
            f"Excel would not take {value} as text"
        )
        cell.value = value
