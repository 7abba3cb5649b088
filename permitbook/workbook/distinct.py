"""A long sheet by its distinct cells: a log says few things often, and what a cell says does not depend on its place.

The rows are taken apart as bytes. Each content of a cell that was not met before is put into a second sheet, a tenth
as long; that alone is given to the reader of values and searched for what such a reader hides. Only the plainest
spelling is taken apart; a sheet that is written in another way has to be read whole.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from xml.parsers import expat

from permitbook.workbook.headings import Line
from permitbook.workbook.package import MAIN
from permitbook.workbook.rows import column_name, column_number
from permitbook.workbook.table import LAST_COLUMN, LAST_ROW, Raw

LONG = 1 << 20
"""So many bytes of a sheet are worth taking it apart."""

_OPEN, _CLOSE, _CLOSE_ROW, _CELL = b"<sheetData>", b"</sheetData>", b"</row>", b'<c r="'
_ROW = re.compile(rb'<row r="([1-9][0-9]{0,6})"(?: [\w:]+="[^"<]*")*(/?)>')
_ENCODED = re.compile(rb"""<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-8["'])""", re.IGNORECASE)
_ADDRESS = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"')
_ANOTHER = re.compile(rb"<c[\s/>]|<row|<!|<\?")
_SHEET = b'<worksheet xmlns="%b"><sheetData>%%b</sheetData></worksheet>' % MAIN.encode()
_ACROSS = 64
"""So many cells stand in a row of the second sheet, between its edges."""
_NAMES = [column_name(at) for at in range(2, _ACROSS + 2)]
_EDGES = b'<c r="A%d"><v>0</v></c>', b'<c r="' + column_name(_ACROSS + 2) + b'%d"><v>0</v></c>'
_DIGITS_OF_A_FORMAT = 3
_MOST_CELLS = 20_000_000


class Unusual(Exception):
    """The sheet is not written so plainly that it can be taken apart."""


class DistinctCells:
    """A sheet's rows as numbers of cells, and each distinct cell once. Raises Unusual for a sheet to be read whole."""

    def __init__(self, xml: bytes) -> None:
        pieces = _Numbered()
        self._rows = {int(number): pieces.of(_taken_apart(row, number)) for number, row in _rows(xml)}
        self._learn(pieces)
        if odd := {number for number, row in self._rows.items() if not self._is_whole(row)}:
            # A row's number stands in one of its texts too.
            self._rows |= {
                int(number): pieces.of(_split(row, number)) for number, row in _rows(xml) if int(number) in odd
            }
            self._learn(pieces)
            self._forget_unused()
            if not all(self._is_whole(self._rows[number]) for number in odd):
                raise Unusual
        self._check_extent(xml)
        if _ANOTHER.search(b"".join(self._cells)):
            raise Unusual

    def _learn(self, pieces: _Numbered) -> None:
        """What each piece says: the cell that ends in it, and the column of the one that it leads on to, 0 for none."""
        self._leads_to: list[int] = []
        self._cells: list[bytes] = []
        for piece in pieces:
            cell, start, name = piece.rpartition(_CELL)
            column = _column(name) if start else 0
            self._leads_to.append(column)
            self._cells.append(cell if column else piece)
        self._width = max(self._leads_to, default=0) + 1
        self._ends = {number for number, to in enumerate(self._leads_to) if not to}

    def _is_whole(self, row: array[int]) -> bool:
        """Each piece but the last leads on to a cell, and nothing stands before the first cell."""
        return not self._cells[row[0]] and row[-1] in self._ends and self._ends.isdisjoint(row[:-1])

    def _forget_unused(self) -> None:
        used = set().union(*self._rows.values())
        self._cells = [cell if number in used else b"" for number, cell in enumerate(self._cells)]

    def _check_extent(self, xml: bytes) -> None:
        """A sheet whose few cells lie far apart is for the careful reader to refuse."""
        bottom, right = max(self._rows, default=0), self._width - 1
        if right > LAST_COLUMN or (bottom * right > _MOST_CELLS and xml.count(b"</c>") < bottom * right // 4):
            raise Unusual

    def sheet(self) -> bytes:
        """The second sheet, in which each distinct cell stands once, between two that hold it apart from its edges.

        Raises Unusual when these are not sound XML without prefixes.
        """
        rows = []
        cells = self._cells
        for number, first in enumerate(range(0, len(cells), _ACROSS), 1):
            row = [
                b'<c r="%b%d"%b' % (_NAMES[at], number, cell or b"/>")
                for at, cell in enumerate(cells[first : first + _ACROSS])
            ]
            rows.append(b'<row r="%d">%b%b%b</row>' % (number, _EDGES[0] % number, b"".join(row), _EDGES[1] % number))
        sheet = _SHEET % b"".join(rows)
        try:
            # A cell that is not closed, or has a prefix, would run into others than those that follow it in its row.
            expat.ParserCreate(namespace_separator=" ").Parse(sheet, True)
        except expat.ExpatError as error:
            raise Unusual from error
        return sheet

    def in_order(self, lines: Iterable[Sequence[Raw]]) -> list[Raw]:
        """What the rows of the second sheet hold, as one list by the numbers of its cells."""
        return [raw for line in lines for raw in line[1:-1]]

    def number_at(self, place: tuple[int, int]) -> int:
        """The number of the cell that stands in a row and column of the second sheet."""
        row, column = place
        return (row - 1) * _ACROSS + column - 2

    def lines(self, raws: Sequence[Raw]) -> Iterator[Line]:
        """The sheet's rows, from what each distinct cell holds. Column A stands at 1 in them; nothing stands at 0."""
        leads_to, width = self._leads_to, self._width
        for number, row in self._rows.items():
            line: list[Raw] = [None] * width
            at = 0
            for each in row:
                line[at] = raws[each]
                at = leads_to[each]
            yield number, line

    def text(self, raws: Sequence[Raw]) -> int:
        """How long all texts of the sheet are together, as often as its cells repeat them."""
        length = [len(raw) if isinstance(raw, str) else 0 for raw in raws].__getitem__
        return sum(sum(map(length, row)) for row in self._rows.values())


class _Numbered(dict[bytes, int]):
    """The distinct pieces of rows, numbered as they are met. A piece stands between the addresses of two cells."""

    def __missing__(self, piece: bytes) -> int:
        self[piece] = number = len(self)
        return number

    def of(self, row: Iterable[bytes]) -> array[int]:
        """The numbers of a row's pieces."""
        return array("I", map(self.__getitem__, row))


def _rows(xml: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each row's number and what stands in it. Raises Unusual where there is anything else, or rows out of order."""
    start, end, before = xml.find(_OPEN) + len(_OPEN), xml.rfind(_CLOSE), 0
    if start < len(_OPEN) or end < start or xml.find(b"<!", 0, start) >= 0 or _ENCODED.search(xml, 0, start):
        raise Unusual
    while start < end:
        tag = _ROW.match(xml, start)
        if tag is None or not before < (number := int(tag[1])) <= LAST_ROW:
            raise Unusual
        before, start = number, tag.end()
        if not tag[2]:
            closing = xml.find(_CLOSE_ROW, start, end)
            if closing < 0:
                raise Unusual
            yield tag[1], xml[start:closing]
            start = closing + len(_CLOSE_ROW)


def _taken_apart(row: bytes, number: bytes) -> list[bytes]:
    """The pieces of a row, as its number parts them; a small number may be that of a format as well."""
    pieces = row.split(b'%b"' % number)
    if len(number) <= _DIGITS_OF_A_FORMAT and len(pieces) - 1 != row.count(_CELL):
        return _split(row, number)
    return pieces


@cache
def _column(name: bytes) -> int:
    """The number of a column; 0 where there is none of this name."""
    return (
        column_number(name) if name.isalpha() and name.isupper() and len(name) <= len(column_name(LAST_COLUMN)) else 0
    )


def _split(row: bytes, number: bytes) -> list[bytes]:
    """The pieces of a row in which each address is looked at, not its number alone."""
    first, *parts = _ADDRESS.split(row)
    if any(each != number for each in parts[1::3]):
        raise Unusual
    columns, cells = parts[::3], parts[2::3]
    return [cell + _CELL + column for cell, column in zip([first, *cells], columns, strict=False)] + [
        [first, *cells][-1]
    ]
