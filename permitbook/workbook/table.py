"""A sheet as it was read: rows of raw cells under the columns they belong to."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from msgspec import Struct

from permitbook.errors import Problem

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384


class CellError(Struct, frozen=True):
    """A cell in which Excel shows an error instead of a value."""

    code: str


UNSTORED = CellError("=")
"""A formula whose result is not stored in the file, as other programs than Excel leave it."""

Raw = None | str | float | int | bool | date | datetime | time | timedelta | CellError

_EMPTY: frozenset[Raw] = frozenset({None, ""})


class Row(Struct, gc=False):
    """One row that holds something: its number on the sheet, and its cells in the order of the table's columns.

    A long log has a million cells, so they stay as they were read, empty ones as None or ''; `places` tells where
    among them the cell of a column stands, and is the same for all rows.
    """

    number: int
    places: Mapping[str, int]
    raws: Sequence[Raw]

    @property
    def cells(self) -> dict[str, Raw]:
        """The filled cells by column key."""
        return {key: raw for key, raw in zip(self.places, self.raws, strict=True) if raw is not None and raw != ""}

    def get(self, key: str) -> Raw:
        """What the cell of one column holds; None when it is empty or the table has no such column."""
        raw = self.raws[self.places[key]] if key in self.places else None
        return None if raw == "" else raw

    def put(self, key: str, raw: Raw) -> None:
        """Has the cell of a column hold something else."""
        if not isinstance(self.raws, list):
            self.raws = list(self.raws)
        self.raws[self.places[key]] = raw


class Table(Struct, frozen=True):
    """The rows under one heading row, and where each column stands.

    `heads` gives the sheet column (counted from 1) of each column key, `unknown` the address and words of
    headings that are no column, `next_row` the first free row under the data. `date1904` is the workbook's
    date system; `plain` marks a text file, in which all cells are text.
    """

    sheet: str
    header_row: int
    heads: dict[str, int]
    unknown: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    next_row: int
    problems: tuple[Problem, ...]
    date1904: bool = False
    plain: bool = False

    def column(self, key: str) -> list[Raw]:
        """What stands in one column, row by row."""
        at = list(self.heads).index(key)
        return [row.raws[at] for row in self.rows]

    def columns(self) -> dict[str, Sequence[Raw]]:
        """What stands in each column, row by row, for the columns in which something stands."""
        held = zip(*(row.raws for row in self.rows), strict=True)
        return {
            key: raws for key, raws in zip(self.heads, held, strict=False) if any(raws) or not _EMPTY.issuperset(raws)
        }


def letters(column: int) -> str:
    """The letters of a sheet column counted from 1.

    >>> letters(6), letters(27), letters(16384)
    ('F', 'AA', 'XFD')
    """
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def address(row: int, column: int) -> str:
    """A cell's name on the sheet.

    >>> address(12, 6)
    'F12'
    """
    return f"{letters(column)}{row}"


def position(cell: str) -> tuple[int, int]:
    """Row and column of a cell name; dollar signs do not matter.

    >>> position("F12"), position("$XFD$1048576")
    ((12, 6), (1048576, 16384))
    """
    name = cell.replace("$", "").upper()
    digits = name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    column = 0
    for letter in name[: len(name) - len(digits)]:
        column = column * 26 + ord(letter) - 64
    return int(digits), column
