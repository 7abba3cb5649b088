"""A workbook on disk, read. The file is read whole and closed at once; nothing is written, locked or waited for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from permitbook.errors import WorkbookError
from permitbook.rawzip import package_bytes, read_package, stored
from permitbook.schema import Column
from permitbook.texts import clip
from permitbook.workbook.areas import Area
from permitbook.workbook.distinct import LONG, DistinctCells, Unusual
from permitbook.workbook.formats import format_codes
from permitbook.workbook.gather import Hidden, Mend, gather
from permitbook.workbook.headings import SEARCHED_ROWS, Line, find_headings, with_unknown
from permitbook.workbook.held import SharedStrings, text_in
from permitbook.workbook.measure import SharedTexts, check_size, check_texts
from permitbook.workbook.mends import mends_of, uncover_numbers, without_year
from permitbook.workbook.outline import damaged, outline
from permitbook.workbook.package import CONTENT_TYPES, Package, relationships_part
from permitbook.workbook.records import read_records
from permitbook.workbook.rows import Sheet
from permitbook.workbook.scan import SheetXml, merged_in
from permitbook.workbook.sniff import open_package
from permitbook.workbook.table import Raw, Table

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

__all__ = ["Book", "read_book", "read_records"]

_LONGEST_TEXT = 1 << 20
_TEXT_END = b"si>"
_COUNTS = re.compile(rb"ount\s*=\s*[\"']\s*\+?0*([0-9]+)")


def read_book(path: Path) -> "Book":
    """The workbook at a path. Raises WorkbookError, with one sentence, for anything that is not a sound workbook."""
    return Book(path, open_package(path))


class Book:
    """A workbook as it was when it was opened: its sheets in order, its date system, and its tables on demand."""

    def __init__(self, path: Path, package: Package) -> None:
        self.path, self.package = path, package
        self._part = package.related("", "officeDocument")[0]
        elements = outline(package.part(self._part), package.title)
        told = [each.attributes for each in elements if each.path == "workbook/workbookPr"]
        self.date1904 = bool(told) and told[0].get("date1904") in ("1", "true")
        there = {each.id: each for each in package.relationships(self._part)}
        self._sheets: dict[str, str] = {}
        for each in elements:
            if each.path == "workbook/sheets/sheet":
                id = next((value for key, value in each.attributes.items() if key.endswith("}id")), "")
                meant = there.get(id)
                if meant is not None and meant.type != "worksheet":
                    continue
                part = meant.target if meant else "the part of a sheet"
                if part not in package:
                    # To go on without it would take what stands in the sheet for nothing.
                    raise damaged(package.title, f"{part} is missing from it")
                self._sheets[each.attributes.get("name", "")] = part

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of the sheets that hold cells, in their order."""
        return tuple(self._sheets)

    def sheet(self, name: str) -> str:
        """The sheet of this name as it is spelled in the workbook; case does not matter."""
        for each in self._sheets:
            if each.casefold() == name.casefold():
                return each
        raise WorkbookError(f'{self.package.title} has no sheet "{name}"; its sheets are {", ".join(self._sheets)}.')

    def table(
        self,
        sheet: str,
        columns: Sequence[Column],
        aliases: Mapping[str, str] | None = None,
        *,
        everything: bool = False,
    ) -> Table:
        """The rows of a sheet under the known headings, wherever these stand.

        `aliases` gives the column keys of further headings. With `everything` the columns with unknown headings
        are read too, under their headings as keys. Raises WorkbookError when there are no known headings, when
        one is there twice, or when the sheet cannot be read.
        """
        name = self.sheet(sheet)
        where = f'The sheet "{name}" of {self.package.title}'
        held = self._held(name, where)
        top = list(islice(held.lines, SEARCHED_ROWS))
        headings = find_headings(where, top, columns, aliases or {}, held.first_column)
        if everything:
            headings, columns = with_unknown(headings, columns)
        # The XML is large and seldom needed again, so it is not kept while the values are read.
        xml = cache(lambda: SheetXml(self.package.part(self._sheets[name]), where))
        hidden = Hidden(held.mends, held.merged, lambda rows: xml().formulas(rows) if held.has_formulas else ())
        read = gather(
            *(name, chain(top, held.lines), headings, columns),
            first_column=held.first_column,
            hidden=hidden,
            date1904=self.date1904,
        )
        uncover_numbers(read, columns, xml)
        return replace(read, problems=(*read.problems, *without_year(read, columns, xml, self._codes)))

    def _held(self, name: str, where: str) -> "_Held":
        """What a sheet holds; a long one is read by its distinct cells if it can be."""
        part = self.package.part(self._sheets[name])
        if len(part) >= LONG:
            try:
                cells, merged = DistinctCells(part), merged_in(part)
                del part  # It is large.
                return self._by_distinct_cells(name, where, cells, merged)
            except (Unusual, WorkbookError):
                # Whatever is wrong with the sheet, the whole of it tells best.
                part = self.package.part(self._sheets[name])
        xml = SheetXml(part, where)
        check_texts(where, xml.xml, self._texts)
        mends: dict[int, dict[int, Mend]] = {}
        for (row, column), mend in mends_of(xml, self._codes).items():
            mends.setdefault(row, {})[column] = mend
        merged, has_formulas = merged_in(xml.xml), xml.has_formulas
        del part, xml
        workbook = self._workbook
        with _told(where):
            values = workbook.get_sheet_by_name(name)
        return _Held(_lines(where, values), merged, has_formulas, mends, values.start[1] + 1 if values.start else 1)

    def _by_distinct_cells(self, name: str, where: str, cells: DistinctCells, merged: Sequence[Area]) -> "_Held":
        """What a long sheet holds, with each distinct cell read once."""
        sheet = cells.sheet()
        once = SheetXml(sheet, where)
        check_texts(where, once.xml, self._texts)
        workbook = self._opened({self._sheets[name]: sheet})
        with _told(where):
            raws = cells.in_order(workbook.get_sheet_by_name(name).iter_rows())
        for place, mend in mends_of(once, self._codes).items():
            at = cells.number_at(place)
            raws[at] = mend(raws[at])
        check_size(where, cells.text(raws))
        return _Held(cells.lines(raws), merged, once.has_formulas, first_column=0)

    def headings(self, sheet: str, columns: Sequence[Column]) -> Table:
        """A table of which only the headings are wanted, however many rows it has. Raises as `table` does."""
        name = self.sheet(sheet)
        where = f'The sheet "{name}" of {self.package.title}'
        found = find_headings(where, self._top_texts(name, where), columns, {}, 1)
        return Table(name, found.row, found.heads, found.unknown, (), found.row + 1, (), self.date1904)

    def _top_texts(self, name: str, where: str) -> Iterator[Line]:
        """The texts of the first rows of a sheet; a cell that holds something else counts as empty."""
        sheet = Sheet(self.package.part(self._sheets[name]), where)
        for row in islice(sheet.rows(), SEARCHED_ROWS):
            there = {cell.column: text_in(cell, self._shared) for cell in sheet.cells(row)}
            yield row.number, [there.get(column) for column in range(1, max(there, default=0) + 1)]

    @cached_property
    def _strings(self) -> dict[str, bytes]:
        """The parts with the texts that cells share, one in practice."""
        return {each: self.package.part(each) for each in self.package.related(self._part, "sharedStrings")}

    @cached_property
    def _shared(self) -> SharedStrings:
        return SharedStrings(next(iter(self._strings.values()), b""), self.package.title)

    def value(self, sheet: str, row: int, column: int) -> Raw:
        """What one cell holds; rows and columns are counted from 1."""
        name = self.sheet(sheet)
        workbook = self._workbook
        with _told(f'The sheet "{name}" of {self.package.title}'):
            values = workbook.get_sheet_by_name(name)
            place = column - 1 - (values.start[1] if values.start else 0)
            line = next(islice(values.iter_rows(), row - 1, None), [])
            return line[place] if 0 <= place < len(line) else None

    def top(self, sheet: str) -> list[Line]:
        """The first rows of a sheet, whatever they hold. Raises WorkbookError when there is no such sheet."""
        name = self.sheet(sheet)
        where = f'The sheet "{name}" of {self.package.title}'
        workbook = self._workbook
        with _told(where):
            values = workbook.get_sheet_by_name(name)
        return list(islice(_lines(where, values), SEARCHED_ROWS))

    @cached_property
    def _codes(self) -> dict[int, str]:
        styles = self.package.related(self._part, "styles")
        return format_codes(self.package.part(styles[0]), self.package.title) if styles else {}

    @cached_property
    def _texts(self) -> SharedTexts:
        return SharedTexts(b"".join(self._strings.values()))

    @cached_property
    def _workbook(self) -> "CalamineWorkbook":
        """The workbook for the reader of values."""
        return self._opened(dict.fromkeys(self._sheets.values()))

    def _opened(self, sheets: Mapping[str, bytes | None]) -> "CalamineWorkbook":
        """The workbook with some of its sheets, for the reader of values; a sheet may be given another content."""
        from python_calamine import CalamineWorkbook

        contents = {_folded(name): content for name, content in sheets.items()}
        members = []
        for name, member in read_package(self.package.data).items():
            if (folded := _folded(name)) in self._sound or folded in contents:
                content = contents.get(folded)
                members.append(member if content is None else stored(name, content))
        with _told(self.package.title):
            return CalamineWorkbook.from_filelike(BytesIO(package_bytes(members)))

    @cached_property
    def _sound(self) -> frozenset[str]:
        """The parts that all sheets need, once they are found sound: the reader of values is given no others."""
        styles = self.package.related(self._part, "styles")
        checked = [CONTENT_TYPES, relationships_part(""), self._part, relationships_part(self._part), *styles]
        parts = {each: self.package.part(each) for each in checked if each in self.package} | self._strings
        for name, xml in self._strings.items():
            self._check_counts(name, xml[: xml.find(_TEXT_END)], len(xml))
        for name in styles:
            self._check_counts(name, parts[name], len(parts[name]))
        if self._texts.longest > _LONGEST_TEXT:
            raise WorkbookError(f"{self.package.title} is not read: it holds a text longer than any cell can.")
        return frozenset(map(_folded, parts))

    def _check_counts(self, name: str, xml: bytes, size: int) -> None:
        """Refuses a part that claims to list more things than it has bytes: room would be made for all of them."""
        for count in _COUNTS.findall(xml):
            if len(count) > 9 or int(count) > size:
                claim = count[:20].decode()
                raise WorkbookError(f"{self.package.title} is damaged: {name} claims to list {claim} things.")


class _Held(NamedTuple):
    """What a sheet holds: its lines of values, merged cells, and whether there are formulas.

    `mends` says by row and column what takes the place of a value where the lines do not have it yet.
    """

    lines: Iterator[Line]
    merged: Sequence[Area]
    has_formulas: bool
    mends: Mapping[int, Mapping[int, Mend]] = {}
    first_column: int = 1


def _folded(name: str) -> str:
    return name.replace("\\", "/").lower().lstrip("/")


@contextmanager
def _told(where: str) -> Iterator[None]:
    """Whatever the reader of values stumbles over, its panics too, is one sentence."""
    try:
        yield
    except (GeneratorExit, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        raise WorkbookError(f"{where} is damaged and cannot be read: {clip(str(error))}.") from error


def _lines(where: str, sheet: "CalamineSheet") -> Iterator[Line]:
    with _told(where):
        yield from enumerate(sheet.iter_rows(), 1)
