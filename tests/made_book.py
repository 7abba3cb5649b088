"""The workbook that is made for each ordinance, as openpyxl sees it: another reader than ours."""

import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from permitbook.ordinances import KEYS, ordinance
from permitbook.schema import Column, Kind
from permitbook.workbook.build import build_workbook
from permitbook.workbook.layout import (
    SHEETS,
    columns_of,
)

EVERY_ORDINANCE = pytest.mark.parametrize("key", KEYS)
MADE_ON = date(2026, 1, 5)
LAST_ROW = 1_048_576
TABLES = [sheet for sheet in SHEETS if sheet not in ("Board", "Form", "Help", "xlwings.conf")]
OFFERED = {Kind.CHOICE, Kind.YES_NO}


@cache
def made(key: str) -> bytes:
    return build_workbook(ordinance(key), (2026, 2027), as_of=MADE_ON)


@cache
def opened(key: str) -> Workbook:
    return load_workbook(BytesIO(made(key)))


def sheet_of(key: str, name: str) -> Any:
    return opened(key)[name]


def part(package: bytes, name: str) -> str:
    with zipfile.ZipFile(BytesIO(package)) as archive:
        return archive.read(name).decode()


def headings(sheet: Worksheet, row: int) -> list[object]:
    return [cell.value for cell in sheet[row] if cell.value is not None]


def rows_of(sheet: Any) -> list[list[Any]]:
    return [
        list(each) for each in sheet.iter_rows(min_row=2, values_only=True) if any(cell is not None for cell in each)
    ]


def validations(sheet: Worksheet) -> Sequence[DataValidation]:
    found: Sequence[DataValidation] = sheet.data_validations.dataValidation
    return found


def validation_of(sheet: Any, column: int, row: int) -> DataValidation | None:
    cell = f"{get_column_letter(column)}{row}"
    held = [each for each in validations(sheet) if cell in each.sqref]
    assert len(held) < 2, f"{sheet.title}!{cell} is checked twice"
    return held[0] if held else None


def offered(book: Workbook, check: DataValidation) -> tuple[object, ...]:
    name = book.defined_names[str(check.formula1).removeprefix("=")]
    [(title, cells)] = name.destinations
    sheet = book[title]
    assert isinstance(sheet, Worksheet)
    return tuple(cell.value for row in sheet[cells] for cell in row)


def placed(key: str) -> Iterator[tuple[str, int, Column]]:
    for sheet in TABLES:
        for place, column in enumerate(columns_of(sheet, ordinance(key)), 1):
            yield sheet, place, column


def level_of(sheet: Any, column: int) -> int:
    for each in sheet.column_dimensions.values():
        if each.min is not None and each.max is not None and each.min <= column <= each.max:
            return int(each.outlineLevel)
    return 0


@dataclass(frozen=True)
class Look:
    number_format: str
    fill_type: str | None


def below(key: str, column: int) -> Look:
    """How cells of the log look that do not stand there yet: the format of their column."""
    book: Any = opened(key)
    format = book._cell_styles[column_formats(key)[column]]
    number = format.numFmtId
    code = BUILTIN_FORMATS[number] if number < 164 else book._number_formats[number - 164]
    return Look(code, book._fills[format.fillId].fill_type)


@cache
def column_formats(key: str) -> dict[int, int]:
    told = re.finditer(r'<col min="(\d+)" max="(\d+)"[^>]* style="(\d+)"', part(made(key), "xl/worksheets/sheet2.xml"))
    return {place: int(each[3]) for each in told for place in range(int(each[1]), int(each[2]) + 1)}
