"""The two office sheets whose cells differ from row to row: Settings, and Readings with the senses of each word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from permitbook.ordinances import KEYS
from permitbook.schema import Column, Kind
from permitbook.tables import ReadingRow
from permitbook.values import to_cell
from permitbook.workbook.build_entry import validation
from permitbook.workbook.build_looks import number_format
from permitbook.workbook.build_rows import choices_of_reading
from permitbook.workbook.build_tables import Build, TableSheet, put
from permitbook.workbook.layout import Sheet
from permitbook.workbook.table import LAST_ROW

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_VALUE = 1
"""The column of the values on Settings, counted from 0."""


class SettingsSheet(TableSheet):
    """One setting to a line; each value is shown and checked as its own kind."""

    def __init__(self, build: Build, sheet: Worksheet, settings: Sequence[tuple[Column, object]]) -> None:
        super().__init__(build, sheet, Sheet.SETTINGS, [column for column, _ in settings])
        self.settings = settings

    def _fill(self) -> None:
        top = self.build.looks.format(valign="top", text_wrap=True, align="left")
        for number, (column, value) in enumerate(self.settings, self.head + 1):
            shown = number_format(Sheet.SETTINGS, column)
            cell = self.build.looks.format(valign="top", align="left", text_wrap=True, num_format=shown)
            put(self.sheet, number, 0, column.heading, top)
            put(self.sheet, number, _VALUE, to_cell(column, value), cell)
            put(self.sheet, number, 2, f"{column.help} In {column.unit}." if column.unit else column.help, top)
            if value is None:
                self.sheet.write_blank(number, _VALUE, None, cell)

    def _validate(self) -> None:
        for number, (column, _) in enumerate(self.settings, self.head + 1):
            wish = validation(column, self.build.law, self.build.lists) or {"validate": "any"}
            if column.key == "ordinance":
                wish |= {"validate": "list", "source": self.build.lists.source("ordinance", KEYS)}
            if column.kind is not Kind.TEXT or column.key == "ordinance":
                self.sheet.data_validation(number, _VALUE, number, _VALUE, wish)


class ReadingsSheet(TableSheet):
    """How each unclear word is read; where more than one sense is built in, the cell offers them."""

    def __init__(self, build: Build, sheet: Worksheet, rows: Sequence[object]) -> None:
        super().__init__(build, sheet, Sheet.READINGS, rows)

    def _validate_column(self, place: int, column: Column, computed: bool) -> None:
        if column.key != "taken":
            super()._validate_column(place, column, computed)
            return
        told: dict[str, Any] = {"validate": "any", "input_title": column.heading}
        only = told | {
            "input_message": "One sense is built in; another one is a note for counsel and changes no result."
        }
        after = self.head + 1
        for number, row in enumerate(self.rows, after):
            senses = choices_of_reading(row) if isinstance(row, ReadingRow) else ()
            if not senses:
                self.sheet.data_validation(number, place, number, place, only)
                continue
            source = self.build.lists.source(f"reading_{self._name(row)}", senses)
            message = "The attorney chooses, signs and dates; the next check follows it."
            wish = {"validate": "list", "source": source, "input_title": column.heading, "input_message": message}
            self.sheet.data_validation(number, place, number, place, wish)
        rest = told | {"input_message": "For a clause that has fallen: its id, and here 'switched off'."}
        self.sheet.data_validation(after + len(self.rows), place, LAST_ROW - 1, place, rest)

    @staticmethod
    def _name(row: object) -> str:
        return str(getattr(row, "id", "")).lower().replace("-", "_").replace(".", "_")
