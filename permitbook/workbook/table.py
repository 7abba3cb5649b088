"""A sheet as it was read: rows of raw cells under the columns they belong to."""

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
    """One row that holds something: its number on the sheet, and its place in the columns, which all rows share.

    A long log has a million cells, so they stay in their columns as they were read, empty ones as None or ''.
    """

    number: int
    at: int
    held: dict[str, list[Raw]]

    @property
    def cells(self) -> dict[str, Raw]:
        """The filled cells by column key."""
        at = self.at
        return {key: raw for key, raws in self.held.items() if (raw := raws[at]) is not None and raw != ""}

    def get(self, key: str) -> Raw:
        """What the cell of one column holds; None when it is empty or the table has no such column."""
        raw = self.held[key][self.at] if key in self.held else None
        return None if raw == "" else raw

    def put(self, key: str, raw: Raw) -> None:
        """Has the cell of a column hold something else."""
        self.held[key][self.at] = raw


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

    def columns(self) -> dict[str, list[Raw]]:
        """What stands in each column, row by row, for the columns in which something stands."""
        held = self.rows[0].held if self.rows else {}
        return {key: raws for key, raws in held.items() if any(raws) or not _EMPTY.issuperset(raws)}


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
