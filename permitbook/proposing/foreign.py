"""A table of other origin: the row that holds its heads, and what stands under each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.errors import WorkbookError
from permitbook.incoming import TEXT_FILES, sheet_of
from permitbook.kinds import shown
from permitbook.proposing.shapes import Entries, Shape, shape_of
from permitbook.schema import Column, Kind
from permitbook.texts import bare
from permitbook.workbook.delimited import read_csv, top_of_csv
from permitbook.workbook.headings import same_heading
from permitbook.workbook.reader import read_book
from permitbook.workbook.table import Raw, Table, address, position

if TYPE_CHECKING:
    from permitbook.workbook.headings import Line

_LONGEST_HEAD = 60
_KNOWN, _WORD, _OTHER = 3, 1, -1
_AT_LEAST = 2


class Foreign(Struct, frozen=True):
    """The heads with what stands under them, from left to right; heads that stand twice have a place of their own."""

    file: str
    sheet: str
    header_row: int
    rows: int
    entries: list[Entries]
    twice: list[Entries]


def read_foreign(path: Path, source: str | None, target: str, is_known: Callable[[str], bool]) -> Foreign:
    """The table of a CSV file or of a sheet, whatever its heads are called.

    `is_known` tells a head that means something here. Raises WorkbookError when there is no table.
    """
    if path.suffix.lower() in TEXT_FILES:
        top = top_of_csv(path)
        heads = _heads(path.name, top, is_known)
        table = read_csv(path, _columns(heads), everything=True)
    else:
        book = read_book(path)
        sheet = source or sheet_of(book.sheets, target, path)
        heads = _heads(f'The sheet "{sheet}" of {path.name}', book.top(sheet), is_known)
        table = book.table(sheet, _columns(heads), everything=True)
    return _foreign(path.name, table, heads)


def _heads(where: str, lines: Sequence[Line], is_known: Callable[[str], bool]) -> list[str]:
    """The words of the row among the first that looks most like heads; of several, the first."""
    best, found = 0, []
    for _, cells in lines:
        filled = [raw for raw in cells if raw is not None and (not isinstance(raw, str) or bare(raw))]
        points = sum(_points(raw, is_known) for raw in filled)
        if len(filled) >= min(_AT_LEAST, max(len(each) for _, each in lines)) and points > best:
            best, found = points, [shown(raw) for raw in filled]
    if not found:
        raise WorkbookError(f"{where} has no row that could hold heads in its first rows.")
    return found


def _points(raw: Raw, is_known: Callable[[str], bool]) -> int:
    if not isinstance(raw, str) or shape_of(raw) is not Shape.TEXT:
        return _OTHER
    if is_known(raw):
        return _KNOWN
    return _WORD if len(bare(raw)) <= _LONGEST_HEAD else 0


def _columns(heads: Sequence[str]) -> list[Column]:
    """A column for each head that stands once: by these the same row is found again."""
    count = Counter(map(same_heading, heads))
    return [Column(head, head, Kind.TEXT) for head in heads if count[same_heading(head)] == 1]


def _foreign(file: str, table: Table, heads: Sequence[str]) -> Foreign:
    count = Counter(map(same_heading, heads))
    named = {position(cell)[1]: heading for cell, heading in table.unknown}
    once: list[Entries] = []
    twice: list[Entries] = []
    for key, column in sorted(table.heads.items(), key=lambda each: each[1]):
        head = named.get(column, key)
        filled = [(row.number, row.cells[key]) for row in table.rows if _is_filled(row.cells.get(key))]
        raws, numbers = [raw for _, raw in filled], [number for number, _ in filled]
        entries = Entries(head, address(table.header_row, column), raws, table.date1904, numbers)
        (once if count[same_heading(head)] == 1 else twice).append(entries)
    return Foreign(file, table.sheet, table.header_row, len(table.rows), once, twice)


def _is_filled(raw: Raw) -> bool:
    return raw is not None and (not isinstance(raw, str) or bool(bare(raw)))
