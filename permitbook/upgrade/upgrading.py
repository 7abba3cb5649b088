"""Brings an older workbook up to this version, with a backup: nothing is taken out, and nothing else is changed.

All is prepared before anything is written, so that a workbook that cannot be brought up to date stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.desk import now_in, open_desk
from permitbook.errors import NeedsUser, WorkbookError
from permitbook.upgrade.columns import ColumnCarrier
from permitbook.upgrade.looks import CarriedLooks
from permitbook.upgrade.macros import WITH_MACROS, renew_macros, renew_ribbon
from permitbook.upgrade.sheets import SheetCarrier, named_lists, words_of
from permitbook.values import to_cell
from permitbook.workbook.build import build_workbook
from permitbook.workbook.build_entry import absolute
from permitbook.workbook.build_rows import settings_of, starting_rows
from permitbook.workbook.conf import CONF, this_python
from permitbook.workbook.contents import Contents
from permitbook.workbook.edit import Editor
from permitbook.workbook.headings import same_heading
from permitbook.workbook.held import unescaped
from permitbook.workbook.layout import SHEETS, Sheet, columns_of, takes_rows
from permitbook.workbook.outline import Change, changed, outline, with_attribute
from permitbook.workbook.package import CONTENT_TYPES, Package
from permitbook.workbook.reader import Book, read_book
from permitbook.workbook.saving import backup_path, check_free, save_file, write_new

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.schema import Column
    from permitbook.workbook.cells import CellValue

ENDING, WITHOUT_MACROS = ".xlsm", ".xlsx"
PAGES = (Sheet.FORM, Sheet.BOARD)
"""Pages without a table, which the program fills: an older one gives way to this version's."""


class Upgraded(Struct, frozen=True):
    """What was brought up to date, in sentences; where it is, and where the old version is kept."""

    path: Path
    did: tuple[str, ...]
    kept: Path | None = None


def upgrade(path: Path, as_of: datetime | None = None) -> Upgraded:
    """Brings a workbook up to this version; one that is, is not written.

    A workbook without macros (.xlsx) stays as it is, and one with them is made beside it. Raises WorkbookError when it
    cannot be done without loss.
    """
    if path.suffix.lower() not in (ENDING, WITHOUT_MACROS):
        raise WorkbookError(f"{path.name} is no .xlsm workbook; save it in Excel as a macro-enabled workbook.")
    book = read_book(path)
    check_free(path)
    desk = open_desk(book)
    renewed = _Renewing(book, desk, as_of or now_in(desk.law.zone))
    did = tuple(renewed.run())
    if path.suffix.lower() == WITHOUT_MACROS:
        made = path.with_suffix(ENDING)
        write_new(made, renewed.package.assemble())
        return Upgraded(made, (f"macros and ribbon put into a new workbook; {path.name} stays as it is", *did), path)
    if not did:
        return Upgraded(path, ())
    save_file(path, book.package.data, renewed.package.assemble(), backup=True)
    return Upgraded(path, did, backup_path(path))


class _Renewing:
    """A copy of a workbook while it is brought up to date."""

    def __init__(self, book: Book, desk: Desk, as_of: datetime) -> None:
        self.desk, self.law = desk, desk.law
        self.path = book.path
        self.sheets_before = book.sheets
        self.package = book.package.copy()
        years = sorted(desk.office.calendar.years_listed)
        built = build_workbook(
            desk.law, years, as_of=as_of.date(), settings=desk.office.settings, interpreter=this_python()
        )
        self.fresh = Package(built, "a new workbook")
        self.looks = CarriedLooks(self.package, self.fresh)
        self.sheets = SheetCarrier(self.package, self.fresh, self.looks)
        self.columns = ColumnCarrier(self.package, self.fresh, self.looks, desk.law)

    def run(self) -> Iterator[str]:
        """Does it step by step; what was done, in sentences."""
        yield from self._columns()
        yield from self._sheets()
        self.looks.put()
        yield from self._rows()
        if self.path.suffix.lower() == WITHOUT_MACROS:
            _allow_macros(self.package)
        if renew_macros(self.package):
            yield "the macros are those of this version"
        if renew_ribbon(self.package):
            yield "the tab Permits has this version's buttons"

    def _columns(self) -> Iterator[str]:
        for sheet in Contents(self.package).sheet_names:
            if sheet in SHEETS and takes_rows(sheet):
                lacking = self._lacking(sheet)
                if lacking:
                    self.columns.add(sheet, lacking)
                    yield f"{sheet} has the new columns {', '.join(each.heading for each in lacking)}"

    def _lacking(self, sheet: str) -> list[Column]:
        """The columns of this version that a sheet does not have."""
        wanted = columns_of(sheet, self.law)
        table = self.desk.tables.get(sheet) or Book(self.path, self.package).table(sheet, wanted)
        there = {same_heading(heading) for _, heading in table.unknown}
        return [each for each in wanted if each.key not in table.heads and same_heading(each.heading) not in there]

    def _sheets(self) -> Iterator[str]:
        there = Contents(self.package).sheet_names
        for sheet in SHEETS:
            if sheet not in there:
                self.sheets.add(sheet)
                yield f"the sheet {sheet} was added at the end"
            elif sheet in PAGES and not self._is_current(sheet):
                self.sheets.renew(sheet)
                yield f"the sheet {sheet} is the one of this version; what stood on it is in the backup"

    def _is_current(self, sheet: str) -> bool:
        """The page can be filled by this version: it has the lines, and the names of cells, that it fills."""
        if sheet == Sheet.FORM:
            from permitbook.form import is_whole

            return is_whole(Book(self.path, self.package), self.desk)
        return _names(self.package, sheet) >= _names(self.fresh, sheet)

    def _rows(self) -> Iterator[str]:
        """Settings, and readings of words, that this version knows besides."""
        start = starting_rows(self.law, ())
        settings = [
            {"key": column.heading, "value": to_cell(column, value), "meaning": column.help}
            for column, value in settings_of(self.law, None)
        ]
        readings = [
            {each.key: to_cell(each, getattr(row, each.key)) for each in columns_of(Sheet.READINGS, self.law)}
            for row in start[Sheet.READINGS]
        ]
        for sheet, key, rows in ((Sheet.SETTINGS, "key", settings), (Sheet.READINGS, "id", readings)):
            yield from self._append(sheet, key, rows)
        yield from self._lists()
        yield from self._conf()

    def _lists(self) -> Iterator[str]:
        """Words that cells offer in this version besides those of before, below them in their lists."""
        known = named_lists(self.package)
        for name, theirs in named_lists(self.fresh).items():
            if name not in known:
                continue
            sheet, held = known[name]
            if sheet not in self.sheets_before:
                continue  # a sheet that was added has every word
            there = {each.casefold() for each in words_of(self.package, known[name])}
            added = [each for each in words_of(self.fresh, theirs) if each.casefold() not in there]
            if added:
                editor = Editor(self.path, self.package)
                places = enumerate(added, held.last_row + 1)
                editor.set_cells(sheet, {(row, held.first_column): word for row, word in places})
                self.package = editor.prepared()
                longer = held.with_last_row(held.last_row + len(added))
                cells = ":".join(absolute(*corner) for corner in (longer[:2], longer[2:]))
                SheetCarrier(self.package, self.fresh, self.looks).name(name, f"'{sheet}'!{cells}".encode())
                yield f"cells offer the new words {', '.join(added)}"

    def _conf(self) -> Iterator[str]:
        """What the hidden sheet tells xlwings: what is new, and this Python where it names none that is here."""
        if Sheet.CONF not in self.sheets_before:
            return
        book = Book(self.path, self.package)
        told: dict[str, tuple[int, str]] = {}
        row = 1
        while key := book.value(Sheet.CONF, row, 1):
            told[str(key).casefold()] = row, str(book.value(Sheet.CONF, row, 2) or "")
            row += 1
        cells: dict[tuple[int, int], CellValue] = {}
        for key, value in CONF.items():
            if key.casefold() not in told:
                cells |= {(row, 1): key, (row, 2): value}
                row += 1
        for key, python in this_python().items():
            at, there = told.get(key.casefold(), (0, ""))
            if at and not Path(there).is_file():
                cells[at, 2] = python
                yield f"the buttons run {python}"
        if cells:
            editor = Editor(self.path, self.package)
            editor.set_cells(Sheet.CONF, cells)
            self.package = editor.prepared()
            yield "the hidden sheet xlwings.conf has this version's settings"

    def _append(self, sheet: str, key: str, rows: Sequence[Mapping[str, object]]) -> Iterator[str]:
        table = Book(self.path, self.package).table(sheet, columns_of(sheet, self.law))
        there = {str(row.cells.get(key, "")).strip().casefold() for row in table.rows}
        added = [row for row in rows if str(row[key]).casefold() not in there]
        if not added:
            return
        editor = Editor(self.path, self.package)
        placed: list[dict[int, CellValue]] = [
            {table.heads[name]: value for name, value in row.items() if name in table.heads}  # type: ignore[misc]
            for row in added
        ]
        editor.append_rows(sheet, table.header_row, placed)
        self.package = editor.prepared()
        yield f"{sheet} has the new lines {', '.join(str(row[key]) for row in added)}"


def _names(package: Package, sheet: str) -> set[str]:
    """The names that stand for cells of a sheet."""
    xml = package.part(Contents(package).part)
    found = (each for each in outline(xml, package.title) if each.path == "workbook/definedNames/definedName")
    return {
        each.attributes.get("name", "")
        for each in found
        if unescaped(xml[each.opened : each.closing]).replace("'", "").startswith(f"{sheet}!")
        and "localSheetId" not in each.attributes
    }


def _allow_macros(package: Package) -> None:
    """Declares the workbook as one that may hold macros."""
    part = Contents(package).part
    xml = package.part(CONTENT_TYPES)
    listed = [each for each in outline(xml, package.title) if each.attributes.get("PartName") == f"/{part}"]
    if not listed:
        raise NeedsUser(
            f"{package.title} cannot be given macros; save it in Excel as a macro-enabled workbook (.xlsm)."
        )
    tag = with_attribute(xml[listed[0].start : listed[0].opened], "ContentType", WITH_MACROS)
    package.put(CONTENT_TYPES, changed(xml, [Change(listed[0].start, listed[0].opened, tag)]))
