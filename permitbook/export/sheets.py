"""The tables of a workbook as they stand in it, cell by cell, in words that any program reads."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct, field

from permitbook.application import Application
from permitbook.kinds import shown
from permitbook.schema import Column, Kind, columns
from permitbook.texts import clean
from permitbook.workbook.layout import COMPUTED, SHEETS, Sheet, sheet_columns, takes_rows
from permitbook.workbook.table import UNSTORED, CellError, Raw, position

if TYPE_CHECKING:
    from permitbook.errors import Problem
    from permitbook.workbook.reader import Book
    from permitbook.workbook.table import Table

OWN = "own"
"""The beginning of the keys of columns that the clerk has added."""


class Line(Struct):
    """One row: its cells in the order of the columns, as they stand in the workbook and in words."""

    raw: list[Raw]
    told: list[str]


class SheetCopy(Struct):
    """A copy of one sheet's table: its columns from left to right, and its rows."""

    name: str
    columns: list[Column]
    lines: list[Line]
    problems: list[Problem] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The name of its CSV file."""
        return f"{self.name.lower().replace(' ', '-')}.csv"


def tables_of(book: Book) -> Iterator[SheetCopy]:
    """Every table that the program knows and the workbook has, in the order of the sheets.

    Raises WorkbookError when one of them cannot be read.
    """
    there = {each.casefold() for each in book.sheets}
    for sheet in SHEETS:
        if takes_rows(sheet) and sheet.casefold() in there:
            known = [*columns(Application), *COMPUTED] if sheet == Sheet.APPLICATIONS else sheet_columns(sheet)
            yield _table(sheet, known, book.table(sheet, known, everything=True))


def own_sheets(book: Book) -> list[str]:
    """The sheets that the office has added, which are not exported: nobody but the office knows what they hold."""
    known = {each.casefold() for each in SHEETS}
    return [each for each in book.sheets if each.casefold() not in known]


def _table(name: str, known: list[Column] | tuple[Column, ...], table: Table) -> SheetCopy:
    by_place = {table.heads[each.key]: each for each in known if each.key in table.heads}
    for cell, heading in table.unknown:
        place = position(cell)[1]
        by_place[place] = Column(f"{OWN} {place}", heading, Kind.TEXT)
    keys = {place: key for key, place in table.heads.items()}
    placed = sorted(by_place.items())
    lines = []
    for row in table.rows:
        raw = [row.get(keys[place]) for place, _ in placed]
        lines.append(Line(raw, [in_words(cell, column) for cell, (_, column) in zip(raw, placed, strict=True)]))
    return SheetCopy(name, [column for _, column in placed], lines, list(table.problems))


def in_words(raw: Raw, column: Column) -> str:
    """A cell as it is shown, days and times in ISO form; a formula without a stored result is nothing."""
    match raw:
        case None:
            return ""
        case CellError():
            return "" if raw == UNSTORED else raw.code
        case bool():
            return str(raw).upper()
        case int() | float():
            return _number(raw, column)
        case str():
            return clean(raw)[0]
        case datetime() if raw.year > 1904:
            return _moment(raw, column)
        case date() if not isinstance(raw, datetime) and raw.year > 1904:
            return raw.isoformat()
        case time():
            return raw.isoformat("seconds" if raw.second else "minutes")
        case datetime() | timedelta() | date():
            return shown(raw)


def _number(raw: float, column: Column) -> str:
    if column.kind is Kind.MONEY and round(raw, 2) == raw:
        return f"{raw:.2f}"
    return shown(float(raw))


def _moment(raw: datetime, column: Column) -> str:
    """Excel stores a minute as a hair before or after it, so half a second is added; a day may come as its midnight."""
    moment = (raw + timedelta(milliseconds=500)).replace(microsecond=0)
    if column.kind is not Kind.DATETIME and moment.time() == time():
        return moment.date().isoformat()
    return moment.isoformat(" ", "seconds" if moment.second else "minutes")
