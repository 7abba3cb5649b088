"""Where the rows and cells of a worksheet stand in its bytes.

Nearly every program writes rows and cells in one plain form, which two patterns read at great speed. Each must
account for every byte between two tags; where it cannot, an XML parser finds the same places. The parser is
the rule, the patterns its short cut.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from xml.parsers import expat

from permitbook.errors import WorkbookError
from permitbook.workbook.outline import Element, damaged, find, outline, tag_end, whole
from permitbook.workbook.package import check_root
from permitbook.workbook.table import letters, position

_ROW = re.compile(rb'<row r="(\d{1,9})"(?: [\w:]+="[^"<]*")*/?>')
_CELL = re.compile(
    rb'(<c r="([A-Z]{1,3})(\d+)"(?: s="(\d{1,9})")?(?: t="(\w+)")?(?:/>|>([^<]*(?:<(?!/c>)[^<]*)*)</c>))',
)
_ROW_STYLE = re.compile(rb"\ss\s*=\s*[\"'](\d+)[\"']")
_HIDDEN = re.compile(rb"\shidden\s*=\s*[\"'](?:1|true)[\"']")
_OPEN, _CLOSE, _CLOSE_ROW, _SLASH = b"<sheetData>", b"</sheetData>", b"</row>", ord("/")


class Row(NamedTuple):
    """One row: where its tag starts and ends, where its closing tag starts, and where all of it ends."""

    number: int
    start: int
    opened: int
    closing: int
    end: int


class Cell(NamedTuple):
    """One cell: its place in the bytes, its column, format and type, and what stands between its tags."""

    start: int
    end: int
    column: int
    style: int
    type: bytes
    content: bytes


class Sheet:
    """A worksheet part. `around` lists what stands before and after the rows, down to the third level."""

    def __init__(self, xml: bytes, title: str, *, plain: bool = True) -> None:
        self.xml, self.title = xml, title
        body = _plain_body(xml) if plain else None
        self.is_plain = body is not None
        self.around = _without_rows(xml, *body, title) if body else self._parse()
        check_root(self.around, xml, title, "worksheet")
        data = find(self.around, "worksheet/sheetData")
        if data is None:
            raise damaged(title, "it has no rows")
        self.data = data

    @property
    def prefix(self) -> bytes:
        """What stands before the names of the sheet's elements: nothing, or the like of `x:`."""
        return self.data.prefix

    def rows(self) -> Iterator[Row]:
        """The rows in their order."""
        return self._plain_rows() if self.is_plain else self._parsed_rows(0)

    def style_of(self, row: Row) -> int:
        """The format that cells of a row have which do not stand there yet; 0 when it has none."""
        told = _ROW_STYLE.search(self.xml, row.start, row.opened)
        return int(told[1]) if told else 0

    def hides(self, row: Row) -> bool:
        """Whether a row cannot be seen."""
        return _HIDDEN.search(self.xml, row.start, row.opened) is not None

    def cells(self, row: Row, *, first: int = 1) -> list[Cell]:
        """The cells of a row in their order, at least those from column `first` on."""
        cells = self._plain_cells(row, first) if self.is_plain else None
        if cells is None:
            cells = _CellParser(self, row).read()
        before = 0
        for cell in cells:
            if cell.column <= before:
                raise damaged(self.title, f"the cells of row {row.number} are out of order")
            before = cell.column
        return cells

    def _plain_rows(self) -> Iterator[Row]:
        xml, start, end = self.xml, self.data.opened, self.data.closing
        match, search = _ROW.match, xml.find
        before = 0
        while start < end:
            tag = match(xml, start)
            closing = after = opened = tag.end() if tag else 0
            if tag and xml[opened - 2] != _SLASH:
                closing = search(_CLOSE_ROW, opened, end)
                after = closing + len(_CLOSE_ROW)
            if tag is None or closing < 0:
                self._parse()
                self.is_plain = False
                yield from self._parsed_rows(start)
                return
            number = int(tag[1])
            self._check_order(number, before)
            yield Row(number, start, opened, closing, after)
            before, start = number, after

    def _check_order(self, number: int, before: int) -> None:
        if number <= before:
            raise damaged(self.title, f"row {number} stands after row {before}")

    def _plain_cells(self, row: Row, first: int) -> list[Cell] | None:
        """The cells when the pattern accounts for every byte of the row, else None."""
        start = row.opened
        if first > 1:
            start = max(start, self.xml.find(b'<c r="%b%d"' % (column_name(first), row.number), start, row.closing))
        number = b"%d" % row.number
        cells = []
        for all_of_it, name, at_row, style, kind, content in _CELL.findall(self.xml, start, row.closing):
            if at_row != number:
                return None
            end = start + len(all_of_it)
            cells.append(Cell(start, end, column_number(name), int(style or 0), kind, content))
            start = end
        return cells if start == row.closing else None

    def _parse(self) -> list[Element]:
        """Everything by the parser; the rows are kept apart."""
        everything = outline(self.xml, self.title)
        self._parsed = [each for each in everything if each.path == "worksheet/sheetData/row"]
        return [each for each in everything if each.path != "worksheet/sheetData/row"]

    def _parsed_rows(self, start: int) -> Iterator[Row]:
        """The rows from a place in the bytes on, as the parser found them."""
        before = 0
        for each in self._parsed:
            if each.prefix != self.prefix:
                raise WorkbookError(f"{self.title} spells its rows in two ways; save it once in Excel and run again.")
            number = whole(each.attributes.get("r"), before + 1)
            self._check_order(number, before)
            before = number
            if each.start >= start:
                yield Row(number, each.start, each.opened, each.closing, each.end)


class _CellParser:
    """The cells of one row by the XML parser, whatever their spelling."""

    def __init__(self, sheet: Sheet, row: Row) -> None:
        self.sheet, self.row = sheet, row
        self.xml = sheet.xml[row.start : row.end]
        self.cells: list[Cell] = []
        self.level = self.column = self.start = 0
        self.attributes: dict[str, str] = {}
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.finish

    def read(self) -> list[Cell]:
        try:
            self.parser.Parse(self.xml, True)
        except expat.ExpatError as error:
            raise damaged(self.sheet.title, f"row {self.row.number} breaks off") from error
        return self.cells

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self.level += 1
        if self.level == 2:
            if name.encode() != self.sheet.prefix + b"c":
                raise damaged(self.sheet.title, f"row {self.row.number} holds a {name}")
            self.start, self.attributes = self.parser.CurrentByteIndex, attributes

    def finish(self, _name: str) -> None:
        self.level -= 1
        if self.level != 1:
            return
        opened = closing = end = tag_end(self.xml, self.start)
        if self.xml[opened - 2] != _SLASH:
            closing = self.parser.CurrentByteIndex
            end = self.xml.index(b">", closing) + 1
        told, at = self.attributes, self.row.start
        try:
            self.column = position(told["r"])[1] if "r" in told else self.column + 1
        except ValueError as error:
            raise damaged(self.sheet.title, f"{told['r']} is no cell") from error
        content = self.xml[opened:closing]
        style, kind = whole(told.get("s"), 0), told.get("t", "").encode()
        self.cells.append(Cell(at + self.start, at + end, self.column, style, kind, content))


def _plain_body(xml: bytes) -> tuple[int, int] | None:
    """Where the rows start and end when nothing but tags and text can stand among them."""
    start, end = xml.find(_OPEN) + len(_OPEN), xml.rfind(_CLOSE)
    if start < len(_OPEN) or end < start:
        return None
    for sign, marker in ((b"!", b"<!"), (b"?", b"<?")):
        # One sign is found far faster than two, and most sheets hold neither.
        if xml.find(sign, start, end) >= 0 and xml.find(marker, start, end) >= 0:
            return None
    return None if xml.find(b"<!", 0, start) >= 0 else (start, end)


def _without_rows(xml: bytes, start: int, end: int, title: str) -> list[Element]:
    """What stands before and after the rows, found without reading them."""
    found = outline(xml[:start] + xml[end:], title)
    for each in found:
        is_body = each.path == "worksheet/sheetData"
        for edge in ("start", "opened", "closing", "end"):
            at = getattr(each, edge)
            if at > start or (at == start and is_body and edge == "closing"):
                setattr(each, edge, at + end - start)
    return found


@cache
def column_number(name: bytes) -> int:
    """The number of a column from its letters."""
    return position(f"{name.decode()}1")[1]


@cache
def column_name(column: int) -> bytes:
    """The letters of a column, as they stand in the bytes."""
    return letters(column).encode()
