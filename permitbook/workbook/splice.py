"""New values in the rows of one sheet, as changes to its bytes.

Rows and cells that keep their value keep their bytes. A cell that must not be written (inside a merged range,
holding a formula) is left as it is and named.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, islice

from permitbook.errors import WorkbookError
from permitbook.workbook.areas import Area, on_sheet
from permitbook.workbook.cells import CellValue, CellWriter, Formula, Unwritable
from permitbook.workbook.edits import Edits, Spliced
from permitbook.workbook.fresh import Form, FreshColumns, NewStyles, fresh_rows
from permitbook.workbook.guard import ColumnStyles, Guard
from permitbook.workbook.held import formula_in, is_shared
from permitbook.workbook.outline import Change
from permitbook.workbook.rows import Cell, Row, Sheet, column_name
from permitbook.workbook.swift import Swift
from permitbook.workbook.table import address

_MANY_ROWS = 100
"""From so many rows on, the short cut saves more time than it takes to prepare."""
_FEW, _AT_ONCE = 10, 200
"""So many rows are looked at together: first a few, to learn what they look like, then many."""
_NO_MODEL: Mapping[int, int] = {}
_SPANS = re.compile(rb"\sspans\s*=\s*[\"'](\d+):(\d+)[\"']")


def splice(sheet: Sheet, edits: Edits, writer: CellWriter, *, swift: bool | None = None) -> Spliced:
    """The changes that make the sheet hold what is wanted.

    With or without the short cut they are the same; it is taken where it pays.
    """
    if swift is None:
        swift = len(edits.cells) >= _MANY_ROWS
    return _Splicer(sheet, edits, writer, swift=swift).run()


class _Splicer:
    def __init__(self, sheet: Sheet, edits: Edits, writer: CellWriter, *, swift: bool) -> None:
        self.sheet, self.edits, self.writer = sheet, edits, writer
        self.done = Spliced()
        self.guard = Guard(sheet)
        self.column_styles = ColumnStyles(sheet)
        self.new_rows: list[Change] = []
        self.known_styles: dict[tuple[int, int], NewStyles] = {}
        self.may_hide = bool(edits.bodies) and sheet.xml.find(b"hidden", sheet.data.opened, sheet.data.closing) >= 0
        self.by_column = swift
        self.fresh = FreshColumns(writer)
        self.swift = Swift(sheet, writer, self.fresh, self.styles) if swift and sheet.is_plain else None

    def run(self) -> Spliced:
        self.check_places()
        given = sorted(self.edits.cells)
        place = 0
        end = max([*given[-1:], *(body.last_row for body in self.edits.bodies)], default=0)
        for row, is_held in self.rows():
            if place < len(given) and given[place] < row.number:
                after = bisect_left(given, row.number, place)
                self.add_rows(given[place:after], row.start)
                place = after
            if row.number > end:
                break
            if self.may_hide:
                self.count_hidden(row)
            if not is_held:
                self.change_row(row)
            if place < len(given) and given[place] == row.number:
                place += 1
        self.add_rows(given[place:], self.sheet.data.closing)
        self.place_new_rows()
        return self.done

    def rows(self) -> Iterator[tuple[Row, bool]]:
        """The rows that stand there, each with whether it is known to hold what it should."""
        rows, size = self.sheet.rows(), _FEW
        while block := list(islice(rows, size)):
            held: Collection[int] = ()
            if self.swift and block[0].number > self.guard.last_row:
                held = self.swift.held([(row, wanted) for row in block if (wanted := self.wanted(row.number))])
            for row in block:
                yield row, row.number in held
            size = _AT_ONCE

    def count_hidden(self, row: Row) -> None:
        """A row of a body that a filter hides although something is to stand in it."""
        if self.is_ours(row.number) and self.sheet.hides(row):
            self.done.hidden_rows += any(value is not None for value in self.wanted(row.number).values())

    def check_places(self) -> None:
        rows = self.edits.cells
        columns: set[int] = set().union(*rows.values())
        if not columns or (on_sheet(min(rows), min(columns)) and on_sheet(max(rows), max(columns))):
            return
        for row, cells in rows.items():
            if cells and not (on_sheet(row, min(cells)) and on_sheet(row, max(cells))):
                raise WorkbookError(f"{self.sheet.title} has no place for {address(row, max(cells))}.")

    def wanted(self, number: int) -> Mapping[int, CellValue]:
        """What is to stand in a row, by column."""
        given: Mapping[int, CellValue] = self.edits.cells.get(number, {})
        for body in self.edits.bodies:
            if body.first_row <= number <= body.last_row and not body.columns <= given.keys():
                given = dict.fromkeys(body.columns) | dict(given)
        return given

    def change_row(self, row: Row) -> None:
        wanted = self.wanted(row.number)
        if not wanted:
            return
        if self.swift and not self.guard.watches(row.number):
            swift = self.swift.change(row, wanted)
            if swift is not None:
                self.place_changes(row, *swift)
                return
        columns = sorted(wanted)
        cells = self.sheet.cells(row, first=columns[0])
        styles = self.styles(row.number, row)
        changes = _Changes()
        added = []
        place = 0
        for column in columns:
            while place < len(cells) and cells[place].column < column:
                place += 1
            next_cell = cells[place] if place < len(cells) else None
            old = next_cell if next_cell and next_cell.column == column else None
            new = self.cell(row.number, column, wanted[column], old, styles)
            if new is None:
                continue
            if old is not None:
                changes.add(old.start, old.end, new)
                continue
            at = next_cell.start if next_cell else row.closing
            changes.add(at, at, new)
            added.append(column)
        self.place_changes(row, changes.made, added)

    def place_changes(self, row: Row, changes: list[Change], added: list[int]) -> None:
        """The changes inside one row; its tag is opened when it was a single one, its span widened."""
        if not changes:
            return
        if not added and row.end > row.opened:
            self.done.changes += changes
            return
        there = tag = self.sheet.xml[row.start : row.opened]
        if row.end == row.opened:
            tag = tag[:-2].rstrip() + b">"
            content = b"".join(each.content for each in changes) + b"</%brow>" % self.sheet.prefix
            changes = [Change(row.end, row.end, content)]
        if added:
            self.reach(row.number, min(added), max(added))
        spans = _SPANS.search(tag) if added else None
        if spans and not (int(spans[1]) <= min(added) and max(added) <= int(spans[2])):
            wide = min(int(spans[1]), *added), max(int(spans[2]), *added)
            tag = b"%b%d:%d%b" % (tag[: spans.start(1)], *wide, tag[spans.end(2) :])
        if tag != there:
            self.done.changes.append(Change(row.start, row.opened, tag))
        self.done.changes += changes

    def add_rows(self, numbers: Sequence[int], at: int) -> None:
        """Rows that did not stand there; those that look alike are written together."""
        for (one_by_one, styles), some in groupby(numbers, self.way_of):
            if one_by_one:
                for number in some:
                    self.add_row(number, at, styles)
                continue
            while block := list(islice(some, _AT_ONCE)):
                self.add_block(block, at, styles)

    def way_of(self, number: int) -> tuple[bool, NewStyles]:
        """Whether a new row is written by itself, as it must be where a cell may not be written; and its formats."""
        return not self.by_column or self.guard.watches(number), self.styles(number)

    def add_row(self, number: int, at: int, styles: NewStyles) -> None:
        """A row that did not stand there, unless all of it is blank; it looks like its model in every column."""
        made = {column: self.cell(number, column, value, None, styles) for column, value in self.wanted(number).items()}
        cells = {column: cell for column, cell in made.items() if cell is not None}
        if not cells:
            return
        for column in styles.looks - cells.keys():
            cells[column] = (
                self.writer.start + _place(number, column) + self.writer.written(None, styles.of(column)).tail
            )
        columns = sorted(cells)
        content = b"".join([cells[column] for column in columns])
        prefix = self.sheet.prefix
        self.new_rows.append(Change(at, at, b'<%brow r="%d">%b</%brow>' % (prefix, number, content, prefix)))
        self.reach(number, columns[0], columns[-1])

    def add_block(self, numbers: Sequence[int], at: int, styles: NewStyles) -> None:
        """Rows that did not stand there, as `add_row` adds them, column by column."""
        wanted = [self.wanted(number) for number in numbers]
        columns = sorted(styles.looks.union(*wanted))
        fresh = [self.fresh[Form(column, styles.of(column), blanks=column in styles.looks)] for column in columns]
        try:
            cells = [
                each.cells([row.get(column) for row in wanted]) for column, each in zip(columns, fresh, strict=True)
            ]
        except Unwritable:
            for number in numbers:
                self.add_row(number, at, styles)
            return
        rows = fresh_rows(numbers, fresh, cells, self.sheet.prefix)
        if rows:
            self.new_rows.append(Change(at, at, b"".join(rows.values())))
            reached = [column for column, those in zip(columns, cells, strict=True) if any(those)]
            for number in (min(rows), max(rows)):
                self.reach(number, reached[0], reached[-1])

    def place_new_rows(self) -> None:
        """The new rows among the old ones; a sheet without any row gets a place to put them first."""
        data = self.sheet.data
        if data.is_one_tag and self.new_rows:
            tag = self.sheet.xml[data.start : data.opened][:-2].rstrip() + b">"
            rows = b"".join(each.content for each in self.new_rows)
            self.new_rows = [Change(data.start, data.end, tag + rows + b"</%bsheetData>" % data.prefix)]
        self.done.changes += self.new_rows

    def cell(self, row: int, column: int, value: CellValue, old: Cell | None, styles: NewStyles) -> bytes | None:
        """The cell's new bytes; None when it stays as it is, because it holds the value or must not be written."""
        if self.guard.watches(row) and (reason := self.guard.reason(row, column)):
            if value is not None and value != "":
                self.done.not_written[row, column] = reason
            return None
        reason = ""
        formula = formula_in(old) if old is not None and b"f" in old.content else None
        if old is not None and formula is not None:
            reason = self.formula_stays(row, old, value)
        try:
            new = None if reason else self.writer.cell(_place(row, column), value, old, styles.of(column))
        except Unwritable as error:
            reason, new = str(error), None
        if reason:
            self.done.not_written[row, column] = reason
        elif new is not None and (formula is not None or isinstance(value, Formula)):
            self.done.formulas_changed = True
        return new

    def formula_stays(self, row: int, old: Cell, value: CellValue) -> str:
        """Why a formula that stands in a cell is not overwritten; empty when it may be."""
        if is_shared(old):
            return "it holds part of a formula that it shares with other cells"
        return "" if self.is_ours(row) or isinstance(value, Formula) else "it holds a formula"

    def is_ours(self, row: int) -> bool:
        return any(body.first_row <= row <= body.last_row for body in self.edits.bodies)

    def styles(self, number: int, row: Row | None = None) -> NewStyles:
        model, of_row = self.model(number), self.sheet.style_of(row) if row else 0
        known = self.known_styles.get((id(model), of_row))
        if known is None:
            known = self.known_styles[id(model), of_row] = NewStyles(model, of_row, self.column_styles)
        return known

    def model(self, number: int) -> Mapping[int, int]:
        for each in self.edits.models:
            if each.first_row <= number <= each.last_row:
                return each.styles
        return _NO_MODEL

    def reach(self, row: int, first: int, last: int) -> None:
        """The sheet reaches to new cells of a row, from column to column. Rows come in rising order."""
        there = self.done.reached or Area(row, first, row, last)
        left, right = min(there.first_column, first), max(there.last_column, last)
        self.done.reached = Area(there.first_row, left, row, right)


class _Changes:
    """Changes from left to right; those that adjoin become one."""

    def __init__(self) -> None:
        self._start = self._end = -1
        self._parts: list[bytes] = []
        self._made: list[Change] = []

    def add(self, start: int, end: int, content: bytes) -> None:
        if start != self._end:
            self._close()
            self._start = start
        self._parts.append(content)
        self._end = end

    @property
    def made(self) -> list[Change]:
        self._close()
        return self._made

    def _close(self) -> None:
        if self._parts:
            self._made.append(Change(self._start, self._end, b"".join(self._parts)))
            self._parts = []


def _place(row: int, column: int) -> bytes:
    return b"%b%d" % (column_name(column), row)
