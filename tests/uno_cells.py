"""The sheets, cells, tables and names of xlwings' engine for LibreOffice."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import xlwings
from xlwings import base_classes, utils

from permitbook.workbook.areas import Area, area

if TYPE_CHECKING:
    from tests.uno_engine import Book

LAST_ROW, LAST_COLUMN = 1_048_576, 1024
ADDRESS = re.compile(r"\$?(?:[A-Z]{0,3}\$?\d+|[A-Z]{1,3})(?::\$?(?:[A-Z]{0,3}\$?\d+|[A-Z]{1,3}))?(?:,.+)?")


class CellError(str):
    """An error that a cell shows."""


class Sheet(base_classes.Sheet):
    api = None

    def __init__(self, book: Book, name: str) -> None:
        self._book, self._name = book, name

    def calc(self, do: str, **needed: Any) -> Any:
        return self._book.calc(do, sheet=self._name, **needed)

    book = property(lambda self: self._book)
    name = property(lambda self: self._name)
    index = property(lambda self: self._book.sheets.names.index(self._name) + 1)
    names = property(lambda self: Names(self._book))
    tables = property(lambda self: Tables(self))
    cells = property(lambda self: Range(self, [Area(1, 1, LAST_ROW, LAST_COLUMN)]))

    def range(self, first: Any, last: Any = None) -> Range:
        return Range(self, _areas(self, first, last))

    @property
    def used_range(self) -> Range:
        return Range(self, [counted_from_1(self.calc("used"))])

    def activate(self) -> None:
        self.calc("activate")

    @property
    def visible(self) -> bool:
        return bool(self.calc("visible"))

    @visible.setter
    def visible(self, visible: bool) -> None:
        self.calc("show", visible=visible)


def _areas(sheet: Sheet, first: Any, last: Any) -> list[Area]:
    """What xlwings may name cells by: an address, a name, a pair of numbers, or other cells."""
    if isinstance(first, str) and last is None:
        if ADDRESS.fullmatch(first):
            return [_whole_lines(each) for each in first.split(",")]
        return [counted_from_1(sheet.book.calc("names")[first][1])]
    corners = [_corner(sheet, each) for each in (first, first if last is None else last)]
    return [
        Area(
            min(each.first_row for each in corners),
            min(each.first_column for each in corners),
            max(each.last_row for each in corners),
            max(each.last_column for each in corners),
        )
    ]


def _corner(sheet: Sheet, place: Any) -> Area:
    if isinstance(place, Range):
        return place.area
    return _areas(sheet, place, None)[0] if isinstance(place, str) else Area(*place, *place)


def _whole_lines(address: str) -> Area:
    """An area by its address; `3:4` and `B:C` are whole rows and columns."""
    first, _, last = address.replace("$", "").partition(":")
    if first.isdigit():
        return Area(int(first), 1, int(last or first), LAST_COLUMN)
    return area(f"{first}1:{last or first}{LAST_ROW}" if first.isalpha() else address)


def counted_from_1(place: list[int]) -> Area:
    return Area(*(each + 1 for each in place))


class Range(base_classes.Range):
    max_cells_per_read = max_cells_per_write = None
    has_array = False

    def __init__(self, sheet: Sheet, areas: list[Area]) -> None:
        self.sheet, self.areas = sheet, areas
        self.area = areas[0]
        self.options: dict[str, Any] = {}

    def calc(self, do: str, **needed: Any) -> Any:
        return self.sheet.calc(do, area=_counted_from_0(self.area), **needed)

    row = property(lambda self: self.area.first_row)
    column = property(lambda self: self.area.first_column)
    api = property(lambda self: RangeApi(self))
    address = property(lambda self: self.get_address(True, True, False))

    @property
    def shape(self) -> tuple[int, int]:
        place = self.area
        return place.last_row - place.first_row + 1, place.last_column - place.first_column + 1

    @property
    def coords(self) -> tuple[Any, ...]:
        return self.sheet.name, self.row, self.column, *self.shape

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1]

    def __call__(self, row: int, column: int | None = None) -> Range:
        if column is None:
            row, column = (row - 1) // self.shape[1] + 1, (row - 1) % self.shape[1] + 1
        place = self.row + row - 1, self.column + column - 1
        return Range(self.sheet, [Area(*place, *place)])

    def get_address(self, row_absolute: bool = True, column_absolute: bool = True, external: bool = False) -> str:
        def corner(row: int, column: int) -> str:
            dollars = "$" * column_absolute, "$" * row_absolute
            return f"{dollars[0]}{utils.col_name(column)}{dollars[1]}{row}"

        told = []
        for each in self.areas:
            first, last = corner(*each[:2]), corner(*each[2:])
            told.append(first if first == last else f"{first}:{last}")
        cells = ",".join(told)
        return f"[{self.sheet.book.name}]{self.sheet.name}!{cells}" if external else cells

    @property
    def raw_value(self) -> Any:
        rows = [[_told(each) for each in row] for row in self.calc("read")]
        return rows if len(self) > 1 else rows[0][0]

    @raw_value.setter
    def raw_value(self, data: Any) -> None:
        rows = data if isinstance(data, list | tuple) else [[data] * self.shape[1]] * self.shape[0]
        place = self.area._replace(last_row=self.row + len(rows) - 1, last_column=self.column + len(rows[0]) - 1)
        given = [[{"moment": each.isoformat()} if isinstance(each, dt.date) else each for each in row] for row in rows]
        self.sheet.calc("write", area=_counted_from_0(place), rows=given)

    @property
    def formula(self) -> Any:
        rows = self.calc("formulas")
        return tuple(map(tuple, rows)) if len(self) > 1 else rows[0][0]

    @formula.setter
    def formula(self, value: Any) -> None:
        rows = value if isinstance(value, list | tuple) else [[value] * self.shape[1]] * self.shape[0]
        self.calc("write_formulas", rows=rows)

    formula2 = formula

    @property
    def number_format(self) -> str:
        return str(self.calc("format_of"))

    @number_format.setter
    def number_format(self, code: str) -> None:
        self.sheet.calc("format", areas=[_counted_from_0(each) for each in self.areas], code=code)

    @property
    def row_height(self) -> float | None:
        height: float | None = self.calc("height")
        return height

    @property
    def row_hidden(self) -> bool | None:
        return {0: True, None: None}.get(self.row_height, False)

    @row_hidden.setter
    def row_hidden(self, hidden: bool) -> None:
        self.calc("hide", hidden=hidden)

    def clear_contents(self) -> None:
        self.calc("clear", looks=False)

    def clear(self) -> None:
        self.calc("clear", looks=True)

    def copy(self, destination: Any = None) -> None:
        assert destination is None, "only formats are copied in tests"
        self.sheet.book.app.clipboard = self
        self.sheet.book.app.cut_copy_mode = "copy"

    def paste(
        self, paste: str | None = None, operation: Any = None, skip_blanks: bool = False, transpose: bool = False
    ) -> None:
        assert paste == "formats", "only formats are copied in tests"
        self.calc("copy_looks", model=_counted_from_0(self.sheet.book.app.clipboard.area))

    def add_hyperlink(self, address: str, text_to_display: str | None = None, screen_tip: str | None = None) -> None:
        self.calc("link", target=address, text=text_to_display, beside=self.sheet.book.fullname)

    @property
    def hyperlink(self) -> str:
        return str(self.calc("links")[0][2])

    def select(self) -> None:
        self.sheet.calc("select", areas=[_counted_from_0(each) for each in self.areas])

    def end(self, direction: str) -> Range:
        """The last filled cell upward or downward, as Ctrl and an arrow key find it below or above blanks."""
        used = self.sheet.used_range.area
        column = Range(self.sheet, [Area(1, self.column, used.last_row, self.column)]).calc("read")
        filled = [row for row, (value,) in enumerate(column, 1) if value is not None]
        if direction == "up":
            found = max((row for row in filled if row < self.row), default=1)
        else:
            found = next((row for row in filled if row >= self.row and row + 1 not in filled), LAST_ROW)
        return Range(self.sheet, [Area(found, self.column, found, self.column)])


class RangeApi:
    """What is asked of Excel itself."""

    def __init__(self, cells: Range) -> None:
        self._cells = cells

    def ClearHyperlinks(self) -> None:  # noqa: N802
        self._cells.calc("unlink")


def _counted_from_0(place: Area) -> list[int]:
    return [each - 1 for each in place]


def _told(value: Any) -> Any:
    if isinstance(value, dict):
        return dt.datetime.fromisoformat(value["moment"]) if "moment" in value else CellError(value["error"])
    return value


class Tables(base_classes.Collection):
    api = None

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    parent = property(lambda self: self.sheet)

    @property
    def areas(self) -> dict[str, Area]:
        return {name: counted_from_1(place) for name, place in self.sheet.calc("tables").items()}

    def __call__(self, key: int | str) -> Table:
        names = list(self.areas)
        name = names[key - 1] if isinstance(key, int) else next(each for each in names if each.lower() == key.lower())
        return Table(self.sheet, name)

    def __len__(self) -> int:
        return len(self.areas)

    def __iter__(self) -> Iterator[Table]:
        return (Table(self.sheet, each) for each in self.areas)

    def __contains__(self, key: Any) -> bool:
        return str(key).lower() in (each.lower() for each in self.areas)


class Table(base_classes.Table):
    api = None

    def __init__(self, sheet: Sheet, name: str) -> None:
        self.sheet, self._name = sheet, name

    parent = property(lambda self: self.sheet)
    name = display_name = property(lambda self: self._name)

    @property
    def area(self) -> Area:
        return self.sheet.tables.areas[self._name]

    @property
    def range(self) -> Range:
        return Range(self.sheet, [self.area])

    @property
    def header_row_range(self) -> Range:
        return Range(self.sheet, [self.area.with_last_row(self.area.first_row)])

    @property
    def data_body_range(self) -> Range:
        return Range(self.sheet, [self.area._replace(first_row=self.area.first_row + 1)])

    def resize(self, range: xlwings.Range) -> None:
        self.sheet.book.calc("resize", table=self._name, area=_counted_from_0(range.impl.area))


class Names(base_classes.Names):
    def __init__(self, book: Book) -> None:
        self.book = book

    api = property(lambda self: self)

    def __call__(self, key: int | str) -> Name:
        found = self.book.calc("names")
        name = (
            list(found)[key - 1]
            if isinstance(key, int)
            else next(each for each in found if each.lower() == key.lower())
        )
        return Name(self.book, name, *found[name])

    def contains(self, key: str) -> bool:
        return key.lower() in (each.lower() for each in self.book.calc("names"))

    def __len__(self) -> int:
        return len(self.book.calc("names"))

    def __iter__(self) -> Iterator[Name]:
        return (Name(self.book, name, *place) for name, place in self.book.calc("names").items())


class Name(base_classes.Name):
    api = None

    def __init__(self, book: Book, name: str, sheet: str, place: list[int]) -> None:
        self.book, self._name, self._sheet, self._place = book, name, sheet, place

    name = property(lambda self: self._name)
    refers_to = property(lambda self: f"={self._sheet}!{self.refers_to_range.address}")

    @property
    def refers_to_range(self) -> Range:
        return Range(Sheet(self.book, self._sheet), [counted_from_1(self._place)])
