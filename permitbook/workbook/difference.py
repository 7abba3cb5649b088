"""What differs between two versions of one workbook: cells, links, and where tables end.

The second version is one that an Editor made of the first. Whoever can change the workbook only bit by bit, as it
stands open in Excel, makes these changes and no others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from permitbook.workbook.applying import NO_STYLES
from permitbook.workbook.cells import Formula
from permitbook.workbook.contents import Contents
from permitbook.workbook.guard import ColumnStyles, Guard
from permitbook.workbook.held import SharedStrings, formula_in, is_blank, number_in, text_in, truth_in
from permitbook.workbook.hyperlinks import Hyperlinks
from permitbook.workbook.rows import Cell, Row, Sheet
from permitbook.workbook.styles import TEXT, Styles

if TYPE_CHECKING:
    from permitbook.workbook.areas import Area
    from permitbook.workbook.package import Package

Place = tuple[int, int]
Held = str | float | bool | Formula | None
"""What a cell holds, a date as the number that stands for it in this workbook."""


class Look(NamedTuple):
    """How a cell is to look otherwise than it does: like the cell of another row, else in a number format."""

    like_row: int
    number_format: str


class Difference(Struct, kw_only=True):
    """What is to change on one sheet. Rows and columns are counted from 1.

    `texts` are changed cells in which everything is text, by their format. `guarded` are rows with changes in which
    some cell must not be touched (merged, or part of an array formula), `hidden` such that cannot be seen.
    """

    sheet: str
    tables: dict[str, Area] = field(default_factory=dict)
    cells: dict[Place, Held] = field(default_factory=dict)
    looks: dict[Place, Look] = field(default_factory=dict)
    links: dict[Place, str] = field(default_factory=dict)
    unlinked: list[Place] = field(default_factory=list)
    texts: set[Place] = field(default_factory=set)
    guarded: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    kept: dict[int, int] = field(default_factory=dict)
    """For each row with changes, a bit for each column whose cell holds something and keeps it."""

    def is_free(self, row: int, column: int) -> bool:
        """Whether a cell in a row with changes is blank and stays so, and may be emptied without harm."""
        is_kept = self.kept[row] >> column & 1
        return not is_kept and row not in self.guarded and (row, column) not in self.cells


def differences(before: Package, after: Package) -> Iterator[Difference]:
    """What differs on each sheet, in the order of the sheets; sheets without a difference are left out."""
    old, new = _Version(before), _Version(after)
    changed = frozenset(after.changed_parts)
    for name, part in new.contents.cell_sheets.items():
        tables = {each.name: each.area for each in new.contents.tables(name) if each.part in changed}
        for each in old.contents.tables(name) if tables else ():
            if tables.get(each.name) == each.area:
                del tables[each.name]
        is_same = part not in changed or before.part(part) == after.part(part)
        if is_same and not tables:
            continue
        found = Difference(sheet=name, tables=tables)
        if not is_same:
            _Comparison(name, old, new, found).run()
        yield found


class _Version:
    """One version of a workbook."""

    def __init__(self, package: Package) -> None:
        self.package, self.contents = package, Contents(package)

    def sheet(self, name: str) -> Sheet:
        return Sheet(self.package.part(self.contents.sheet_part(name)), f'The sheet "{name}" of {self.package.title}')

    def links(self, name: str, sheet: Sheet) -> dict[Place, str]:
        return Hyperlinks(self.package, self.contents.sheet_part(name), sheet).targets

    @cached_property
    def styles(self) -> Styles:
        part = self.contents.part_of_kind("styles")
        return Styles(self.package.part(part) if part else NO_STYLES, self.package.title)

    @cached_property
    def shared(self) -> SharedStrings:
        part = self.contents.part_of_kind("sharedStrings")
        return SharedStrings(self.package.part(part) if part else b"", self.package.title)


class _Comparison:
    """Two versions of one sheet, row by row."""

    def __init__(self, name: str, old: _Version, new: _Version, found: Difference) -> None:
        self.old, self.new = old.sheet(name), new.sheet(name)
        self.shared, self.styles, self.found = new.shared, new.styles, found
        self.formats = old.styles.count
        self.text_styles = frozenset(each for each in range(new.styles.count) if new.styles.code(each) == TEXT)
        self.guard, self.column_styles = Guard(self.old), ColumnStyles(self.old)
        self.links = old.links(name, self.old), new.links(name, self.new)
        self.old_rows = {row.number: row for row in self.old.rows()}
        self.models: dict[tuple[int, int], int] = {}
        """The last row above the new ones in which a column has a format."""

    def run(self) -> None:
        there, wanted = self.links
        self.found.links = {place: target for place, target in wanted.items() if there.get(place) != target}
        self.found.unlinked = sorted(there.keys() - wanted.keys())
        linked = {row for row, _ in self.found.links}
        for row in self.new.rows():
            old_row = self.old_rows.get(row.number)
            is_same = old_row is not None and self.bytes_of(self.old, old_row) == self.bytes_of(self.new, row)
            if not is_same or row.number in linked:
                self.compare(row, old_row)

    def bytes_of(self, sheet: Sheet, row: Row) -> bytes:
        return sheet.xml[row.start : row.end]

    def compare(self, row: Row, old_row: Row | None) -> None:
        there = {cell.column: cell for cell in self.old.cells(old_row)} if old_row else {}
        row_style = self.old.style_of(old_row) if old_row else 0
        if self.guard.watches(row.number):
            self.found.guarded.add(row.number)
        if self.new.hides(row):
            self.found.hidden.add(row.number)
        kept = 0
        found, number = self.found, row.number
        for cell in self.new.cells(row):
            _, _, column, style, kind, content = cell
            old = there.get(column)
            # Excel writes the text of a link itself, so what a cell with a new link holds must come after it.
            if old and old[3:] == (style, kind, content) and (number, column) not in found.links:
                kept |= bool(content) << column
                continue
            if content or (old and not is_blank(old)):
                found.cells[number, column] = _held(cell, self.shared)
                if style in self.text_styles:
                    found.texts.add((number, column))
            if style != (old.style if old else row_style or self.column_styles.of(column)):
                like = 0 if old else self.model(number, cell)
                found.looks[number, column] = Look(like, self.styles.code(style))
        found.kept[number] = kept

    def model(self, number: int, cell: Cell) -> int:
        """A row above in which the column has the format of a new cell; 0 when there is none."""
        key = cell.column, cell.style
        if key not in self.models:
            self.models[key] = 0
            if cell.style >= self.formats:
                return 0  # a new format, which no cell has yet
            for row in reversed(self.old_rows.values()):
                if row.number < number:
                    found = [each for each in self.old.cells(row) if each.column == cell.column]
                    if found and found[0].style == cell.style:
                        self.models[key] = row.number
                        break
        return self.models[key]


def _held(cell: Cell, shared: SharedStrings) -> Held:
    if not cell.content:
        return None
    if cell.type == b"inlineStr":
        return text_in(cell, shared)
    if b"f>" in cell.content and (formula := formula_in(cell)) is not None:
        return Formula(formula)
    if cell.type == b"b":
        return truth_in(cell)
    return text_in(cell, shared) if cell.type else number_in(cell)
