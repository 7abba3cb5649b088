"""A sheet with a table: headings, formats, lists and messages, colours that follow the values, print set-up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from permitbook.schema import Column
from permitbook.values import to_cell
from permitbook.workbook import build_looks as look
from permitbook.workbook.build_entry import ChoiceLists, absolute, validation
from permitbook.workbook.layout import (
    Need,
    Section,
    Sheet,
    columns_of,
    header_row,
    holds_days_and_moments,
    is_computed,
    needs,
    sections,
    table_name,
)
from permitbook.workbook.table import LAST_ROW, letters

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

    from permitbook.ordinance import Ordinance

_FROZEN_COLUMNS: dict[str, int] = {Sheet.APPLICATIONS: 2, Sheet.FINDINGS: 2, Sheet.DEADLINES: 2, Sheet.CONFLICTS: 1}
_HEADER_HEIGHTS = (20, 34)
_STYLE = "Table Style Light 1"
_LETTER_PAPER = 1
_BAND_WIDTH = 210
"""About how many letters of Applications are printed side by side."""


class Build(Struct, kw_only=True):
    """What every sheet of one new workbook shares."""

    book: Workbook
    law: Ordinance
    looks: look.Looks
    lists: ChoiceLists
    needs: dict[str, Need]

    @classmethod
    def of(cls, book: Workbook, law: Ordinance) -> Build:
        """A workbook about to be filled."""
        return cls(book=book, law=law, looks=look.Looks(book), lists=ChoiceLists(book), needs=needs(law))


class TableSheet:
    """One sheet and its table while they are written."""

    def __init__(self, build: Build, sheet: Worksheet, name: str, rows: Sequence[object]) -> None:
        self.build, self.sheet, self.name, self.rows = build, sheet, name, rows
        self.columns = columns_of(name, build.law)
        self.head = header_row(name) - 1
        self.sections = sections(build.law) if name == Sheet.APPLICATIONS else ()

    def write(self) -> None:
        """Everything that stands on the sheet."""
        self._shape_columns()
        self._table()
        self._validate()
        self._colour()
        self.sheet.freeze_panes(self.head + 1, _FROZEN_COLUMNS.get(self.name, 0))
        self.sheet.ignore_errors({"number_stored_as_text": f"A1:{letters(len(self.columns))}{LAST_ROW}"})
        page_setup(self.build, self.sheet)
        self.sheet.repeat_rows(self.head)
        if self.sections:
            self._print_in_bands()

    @cached_property
    def _starts(self) -> dict[str, Section]:
        """The first column of each section."""
        return {each.columns[0].key: each for each in self.sections}

    @cached_property
    def _section_of(self) -> dict[str, Section]:
        return {column.key: each for each in self.sections for column in each.columns}

    def _shape_columns(self) -> None:
        """Widths and formats down to the last row; each section folds away behind its first column."""
        for place, column in enumerate(self.columns):
            starts = column.key in self._starts or (bool(self.sections) and column.key == "status")
            kept = starts or place < _FROZEN_COLUMNS.get(self.name, 0)
            folds = bool(self.sections) and not kept and not is_computed(self.name, column.key)
            cells = self.build.looks.cells(self.name, column, starts_section=starts)
            self.sheet.set_column(place, place, look.width(column), cells, {"level": 1} if folds else {})
        self.sheet.outline_settings(symbols_right=False)
        lines = max(look.lines(each) for each in self.columns)
        self.sheet.set_row(self.head, _HEADER_HEIGHTS[lines - 1])

    def _table(self) -> None:
        last = self.head + max(1, len(self.rows))
        headings = [{"header": each.heading, "header_format": self._header(each)} for each in self.columns]
        wish = {"name": table_name(self.name), "style": _STYLE, "columns": headings}
        self.sheet.add_table(self.head, 0, last, len(self.columns) - 1, wish)
        self._fill()

    def _fill(self) -> None:
        for number, row in enumerate(self.rows, self.head + 1):
            for place, column in enumerate(self.columns):
                value = to_cell(column, value_of(row, column))
                minute = isinstance(value, datetime) and holds_days_and_moments(column)
                shown = self.build.looks.cells(self.name, column, minute=True) if minute else None
                put(self.sheet, number, place, value, shown)

    def _header(self, column: Column) -> Format:
        section = self._section_of.get(column.key)
        return self.build.looks.header(self.name, column, section, self._need(column))

    def _need(self, column: Column) -> Need | None:
        return self.build.needs.get(column.key) if self.sections else None

    def _validate(self) -> None:
        for place, column in enumerate(self.columns):
            computed = is_computed(self.name, column.key)
            if not computed or self.sections:
                self._validate_column(place, column, computed)

    def _validate_column(self, place: int, column: Column, computed: bool) -> None:
        wish = validation(column, self.build.law, self.build.lists, need=self._need(column), computed=computed)
        if wish:
            self.sheet.data_validation(self.head + 1, place, LAST_ROW - 1, place, wish)

    def _place(self, key: str) -> int:
        return next(place for place, each in enumerate(self.columns) if each.key == key)

    def _colour(self) -> None:
        """Colours that follow the values, in rows to come too."""
        if self.name in (Sheet.TODAY, Sheet.DEADLINES):
            states = {"overdue": look.OVERDUE, "late": look.PROVED, "lapsed": look.PROVED, "due soon": look.SOON}
            self._where_equal("state", states)
        elif self.name == Sheet.FINDINGS:
            verdicts = {"proved": look.PROVED, "needs_judgment": look.TO_JUDGE, "needs_facts": look.FACTS_WANTED}
            self._where_equal("verdict", verdicts)
            self._unanswered()
        elif self.name == Sheet.CONFLICTS:
            self._where_equal("level", {"segment": look.PROVED, "place": look.PROVED, "street": look.TO_JUDGE})
        elif self.name == Sheet.APPLICATIONS:
            self._on_column("application_no", {"type": "duplicate", "format": self.build.looks.format(**look.TWICE)})

    def _where_equal(self, key: str, colours: dict[str, dict[str, Any]]) -> None:
        for word, colour in colours.items():
            wish = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": self.build.looks.format(**colour)}
            self._on_column(key, wish)

    def _unanswered(self) -> None:
        """Where an official's answer is awaited."""
        row = self.head + 2
        verdict, found = letters(self._place("verdict") + 1), letters(self._place("found") + 1)
        asked = f'=AND(${verdict}{row}="needs_judgment",${found}{row}="")'
        wish = {"type": "formula", "criteria": asked, "format": self.build.looks.format(**look.TO_JUDGE)}
        self._on_column("found", wish)

    def _on_column(self, key: str, wish: dict[str, Any]) -> None:
        place = self._place(key)
        self.sheet.conditional_format(self.head + 1, place, LAST_ROW - 1, place, wish)

    def _print_in_bands(self) -> None:
        """Some hundred columns on one sheet of paper could not be read: what fits side by side makes a page.

        Each page is one page wide, and repeats number, event and headings; it begins with a section where it can.
        """
        first, areas = 1, []
        for band in self._bands():
            last = first + len(band) - 1
            areas.append(f"{self.name}!{absolute(1, first)}:{absolute(LAST_ROW, last)}")
            first = last + 1
        self.sheet.repeat_columns(0, _FROZEN_COLUMNS[self.name] - 1)
        self.build.book.define_name(f"{self.name}!_xlnm.Print_Area", f"={','.join(areas)}")

    def _bands(self) -> list[list[Column]]:
        """The columns in runs that are printed on one page each."""
        computed = tuple(each for each in self.columns if is_computed(self.name, each.key))
        bands: list[list[Column]] = [[]]
        for part in (*(each.columns for each in self.sections), computed):
            if bands[-1] and not _fits((*bands[-1], *part)):
                bands.append([])
            for column in part:
                if bands[-1] and not _fits((*bands[-1], column)):
                    bands.append([])
                bands[-1].append(column)
        return bands


def _fits(columns: Sequence[Column]) -> bool:
    return sum(map(look.width, columns)) <= _BAND_WIDTH


def page_setup(build: Build, sheet: Worksheet) -> None:
    """Landscape on letter paper, one page wide, with page numbers."""
    sheet.set_landscape()
    sheet.set_paper(_LETTER_PAPER)
    sheet.fit_to_pages(1, 0)
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    sheet.set_footer(f"&L&9{build.law.municipality}&C&9&A&R&9Page &P of &N")


def value_of(row: object, column: Column) -> object:
    """A row's value for a column; None where it has none. A key that is a word of Python's has a stroke behind it."""
    return getattr(row, column.key, getattr(row, f"{column.key}_", None))


def put(sheet: Worksheet, row: int, column: int, value: object, format: Format | None = None) -> None:
    """A value in a cell, counted from 0, as what it is: text is never taken for a formula or an address."""
    match value:
        case None:
            return
        case datetime() | date() | time():
            sheet.write_datetime(row, column, value, format)
        case int() | float():
            sheet.write_number(row, column, value, format)
        case _:
            sheet.write_string(row, column, str(value), format)
