"""An engine for xlwings that speaks with LibreOffice: its unchanged words work on a live workbook, for tests.

`start()` brings up the spreadsheet program and makes the engine the active one. What Excel alone has is stood in for:
`api` of a workbook knows FullName, ReadOnly and SaveCopyAs, that of a cell ClearHyperlinks; message boxes are recorded
as `app.impl.alerts`. Tables are resized as in Excel, but do not grow by themselves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import xlwings
from xlwings import NoSuchObjectError, base_classes

from tests.calc import Calc
from tests.uno_cells import CellError, Names, Range, Sheet, counted_from_1


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
        return Range(Sheet(self, sheet), [counted_from_1(each) for each in areas])

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


ENGINE = Engine()


def start() -> xlwings.App:
    """The program running, with no workbook open; the engine is the active one from here on."""
    if ENGINE.name not in [each.name for each in xlwings.engines]:
        xlwings.engines.add(xlwings.Engine(impl=ENGINE))
    xlwings.engines[ENGINE.name].activate()
    return xlwings.App(visible=False, add_book=False)
