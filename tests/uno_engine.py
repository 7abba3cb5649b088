"""An engine for xlwings that speaks with LibreOffice: its unchanged words work on a live workbook, for tests.

`start()` brings up the spreadsheet program and makes the engine the active one. What Excel alone has is stood in for:
`api` of a workbook knows FullName, ReadOnly and SaveCopyAs, that of a cell ClearHyperlinks; message boxes are recorded
as `app.impl.alerts`. Tables are resized as in Excel, but do not grow by themselves.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import xlwings
from xlwings import NoSuchObjectError, base_classes, utils

from permitbook.workbook.areas import Area, area
from tests.test_macros_run import TOOLS, python_of_libreoffice

LAST_ROW, LAST_COLUMN = 1_048_576, 1024
ADDRESS = re.compile(r"\$?(?:[A-Z]{0,3}\$?\d+|[A-Z]{1,3})(?::\$?(?:[A-Z]{0,3}\$?\d+|[A-Z]{1,3}))?(?:,.+)?")


class Calc:
    """The spreadsheet program in a process of its own: one line asked, one line answered."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [python_of_libreoffice(), str(TOOLS / "calc_server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, do: str, **needed: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        print(json.dumps({"do": do, **needed}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or '{"failed": "LibreOffice broke down"}')
        if "failed" in answer:
            raise CalcError(f"{do}: {answer['failed']}")
        return answer["done"]

    def end(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


class CalcError(Exception):
    """LibreOffice did not do what it was told."""


class Engine:
    name, type = "libreoffice", "desktop"

    def __init__(self) -> None:
        self.apps = Apps()

    @staticmethod
    def clean_value_data(data: Any, datetime_builder: Any, empty_as: Any, number_builder: Any, err_to_str: bool) -> Any:
        def one(value: Any) -> Any:
            if value is None:
                return empty_as
            if isinstance(value, CellError):
                return value if err_to_str else None
            if isinstance(value, dt.datetime) and datetime_builder is not dt.datetime:
                parts = ("year", "month", "day", "hour", "minute", "second", "microsecond")
                return datetime_builder(**{part: getattr(value, part) for part in parts}, tzinfo=None)
            is_number = isinstance(value, float) and number_builder is not None
            return number_builder(value) if is_number else value

        return [[one(each) for each in row] for row in data]

    @staticmethod
    def prepare_xl_data_element(value: Any, options: Any) -> Any:
        return "" if value is None else value


class CellError(str):
    """An error that a cell shows."""


class Apps(base_classes.Apps):
    def __init__(self) -> None:
        self.open: list[App] = []

    def keys(self) -> list[int]:
        return [each.pid for each in self.open]

    def __iter__(self) -> Iterator[App]:
        return iter(self.open)

    def __len__(self) -> int:
        return len(self.open)

    def __getitem__(self, pid: int) -> App:
        return next(each for each in self.open if each.pid == pid)

    def add(self, spec: Any = None, add_book: Any = None, xl: Any = None, visible: Any = None) -> App:
        self.open.insert(0, App(self))
        return self.open[0]


class App(base_classes.App):
    """One running program. What is set of it stays set, so that tests can look whether it was set back."""

    screen_updating = display_alerts = enable_events = interactive = visible = True
    calculation = "automatic"
    status_bar: str | bool = False
    cut_copy_mode: str | bool | None = None
    version = "LibreOffice"

    def __init__(self, apps: Apps) -> None:
        self.apps, self.calc = apps, Calc()
        self._books = Books(self)
        self.alerts: list[tuple[str, str | None]] = []
        self.clipboard: Range | None = None

    xl = api = property(lambda self: self)
    engine = property(lambda self: ENGINE)
    books = property(lambda self: self._books)

    @property
    def pid(self) -> int:
        return self.calc.process.pid

    @property
    def selection(self) -> Range | None:
        book = self.books.active
        return book.selection() if book else None

    def alert(self, prompt: str, title: str, buttons: str, mode: str | None, callback: Any) -> str:
        self.alerts.append((prompt, mode))
        return "ok"

    def run(self, macro: str, args: Any) -> Any:
        """Runs `'Book'!Module.Sub`; None for an argument stands for the button's own object."""
        name, _, place = macro.rpartition("!")
        book = self.books(name.strip("'")) if name else self.books.active
        assert book
        return self.calc("run", book=book.number, macro=place, arguments=list(args))

    def activate(self, steal_focus: bool = False) -> None:
        """There is no window."""

    def calculate(self) -> None:
        for book in self.books:
            self.calc("calculate", book=book.number)

    def quit(self) -> None:
        self.calc.end()
        self.apps.open.remove(self)


class Books(base_classes.Books):
    def __init__(self, app: App) -> None:
        self.app, self.open_books = app, list[Book]()

    api = property(lambda self: self)

    @property
    def active(self) -> Book | None:
        return self.open_books[-1] if self.open_books else None

    def open(self, fullname: str, update_links: Any = None, read_only: Any = None, *more: Any, **others: Any) -> Book:
        path = Path(fullname).resolve()
        number = self.app.calc("open", path=str(path), read_only=bool(read_only))
        self.open_books.append(Book(self, number, path))
        return self.open_books[-1]

    def __call__(self, name: int | str) -> Book:
        if isinstance(name, int):
            return self.open_books[name - 1]
        for book in self.open_books:
            if name.lower() in (book.name.lower(), book.fullname.lower()):
                return book
        raise KeyError(name)

    def __len__(self) -> int:
        return len(self.open_books)

    def __iter__(self) -> Iterator[Book]:
        return iter(list(self.open_books))


class Book(base_classes.Book):
    def __init__(self, books: Books, number: int, path: Path) -> None:
        self.books, self.number, self.path = books, number, path

    def calc(self, do: str, **needed: Any) -> Any:
        return self.app.calc(do, book=self.number, **needed)

    api = property(lambda self: BookApi(self))
    app = property(lambda self: self.books.app)
    name = property(lambda self: self.path.name)
    fullname = property(lambda self: str(self.path))
    sheets = property(lambda self: Sheets(self))
    names = property(lambda self: Names(self))

    def selection(self) -> Range:
        sheet, areas = self.calc("selection")
        return Range(Sheet(self, sheet), [_counted_from_1(each) for each in areas])

    def save(self, path: str | None = None, password: str | None = None) -> None:
        self.path = Path(path).resolve() if path else self.path
        self.calc("store", path=str(self.path), beside=str(self.path))

    def close(self) -> None:
        self.calc("close")
        self.books.open_books.remove(self)

    def activate(self) -> None:
        self.books.open_books.remove(self)
        self.books.open_books.append(self)


class BookApi:
    """What is asked of Excel itself."""

    def __init__(self, book: Book) -> None:
        self._book = book

    @property
    def FullName(self) -> str:  # noqa: N802
        return self._book.fullname

    @property
    def ReadOnly(self) -> bool:  # noqa: N802
        return bool(self._book.calc("is_read_only"))

    def SaveCopyAs(self, path: str) -> None:  # noqa: N802
        self._book.calc("store", path=path, beside=self._book.fullname)


class Sheets(base_classes.Sheets):
    api = None

    def __init__(self, book: Book) -> None:
        self.book = book

    @property
    def names(self) -> list[str]:
        return list(self.book.calc("sheets"))

    @property
    def active(self) -> Sheet:
        return Sheet(self.book, self.book.calc("shown"))

    def __call__(self, name: int | str) -> Sheet:
        names = self.names
        if isinstance(name, int):
            return Sheet(self.book, names[name - 1])
        for each in names:
            if each.lower() == name.lower():
                return Sheet(self.book, each)
        raise NoSuchObjectError(f"Sheet {name!r} doesn't exist.")

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Sheet]:
        return (Sheet(self.book, each) for each in self.names)


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
        return Range(self, [_counted_from_1(self.calc("used"))])

    def activate(self) -> None:
        self.calc("activate")


def _areas(sheet: Sheet, first: Any, last: Any) -> list[Area]:
    """What xlwings may name cells by: an address, a name, a pair of numbers, or other cells."""
    if isinstance(first, str) and last is None:
        if ADDRESS.fullmatch(first):
            return [_whole_lines(each) for each in first.split(",")]
        return [_counted_from_1(sheet.book.calc("names")[first][1])]
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


def _counted_from_1(place: list[int]) -> Area:
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
        given = [[each.isoformat() if isinstance(each, dt.date | dt.time) else each for each in row] for row in rows]
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
        for each in self.areas:
            self.sheet.calc("format", area=_counted_from_0(each), code=code)

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
        return {name: _counted_from_1(place) for name, place in self.sheet.calc("tables").items()}

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
        return Range(Sheet(self.book, self._sheet), [_counted_from_1(self._place)])


ENGINE = Engine()


def start() -> xlwings.App:
    """The program running, with no workbook open; the engine is the active one from here on."""
    if ENGINE.name not in [each.name for each in xlwings.engines]:
        xlwings.engines.add(xlwings.Engine(impl=ENGINE))
    xlwings.engines[ENGINE.name].activate()
    return xlwings.App(visible=False, add_book=False)
