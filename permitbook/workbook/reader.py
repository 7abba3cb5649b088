"""A workbook on disk, read. The file is read whole and closed at once; nothing is written, locked or waited for."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from functools import cache, cached_property, partial
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from permitbook.errors import Problem, WorkbookError
from permitbook.kinds import shown
from permitbook.periods import show_day
from permitbook.rawzip import package_bytes, read_package, stored
from permitbook.schema import Column, Kind
from permitbook.texts import clip
from permitbook.workbook.areas import Area
from permitbook.workbook.distinct import LONG, DistinctCells, Unusual
from permitbook.workbook.formats import format_codes, hides_day, hides_year, zeros
from permitbook.workbook.gather import Hidden, Mend, gather
from permitbook.workbook.headings import SEARCHED_ROWS, Line, find_headings, with_unknown
from permitbook.workbook.held import SharedStrings, text_in
from permitbook.workbook.measure import SharedTexts, check_texts
from permitbook.workbook.outline import damaged, outline
from permitbook.workbook.package import CONTENT_TYPES, Package, relationships_part
from permitbook.workbook.records import read_records
from permitbook.workbook.rows import Sheet
from permitbook.workbook.scan import Place, SheetXml, merged_in
from permitbook.workbook.sniff import open_package
from permitbook.workbook.table import UNSTORED, CellError, Raw, Row, Table, address

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

__all__ = ["Book", "read_book", "read_records"]

_LONGEST_TEXT = 1 << 20
_TEXT_END = b"si>"
_COUNTS = re.compile(rb"ount\s*=\s*[\"']\s*\+?0*([0-9]+)")
_OF_DAYS = (Kind.DATE, Kind.DATETIME, Kind.DATES)
_CLOCKED = (date, datetime, time)


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
        _uncover_numbers(read, columns, xml)
        return replace(read, problems=(*read.problems, *_without_year(read, columns, xml, self._codes)))

    def _held(self, name: str, where: str) -> "_Held":
        """What a sheet holds; a long one is read by its distinct cells if it can be."""
        part = self.package.part(self._sheets[name])
        if len(part) >= LONG:
            try:
                return self._by_distinct_cells(name, where, part)
            except (Unusual, WorkbookError):
                pass  # Whatever is wrong with the sheet, the whole of it tells best.
        xml = SheetXml(part, where)
        check_texts(where, xml.xml, self._texts)
        mends: dict[int, dict[int, Mend]] = {}
        for (row, column), mend in _mends(xml, self._codes).items():
            mends.setdefault(row, {})[column] = mend
        merged, has_formulas = merged_in(xml.xml), xml.has_formulas
        del part, xml
        workbook = self._workbook
        with _told(where):
            values = workbook.get_sheet_by_name(name)
        return _Held(_lines(where, values), merged, has_formulas, mends, values.start[1] + 1 if values.start else 1)

    def _by_distinct_cells(self, name: str, where: str, part: bytes) -> "_Held":
        """What a long sheet holds, with each distinct cell read once. Raises Unusual where it cannot be told."""
        cells = DistinctCells(part)
        check_texts(where, part, self._texts, cells)
        once = SheetXml(cells.sheet(), where)
        workbook = self._opened({self._sheets[name]: once.xml})
        with _told(where):
            raws = cells.in_order(workbook.get_sheet_by_name(name).iter_rows())
        for place, mend in _mends(once, self._codes).items():
            at = cells.number_at(place)
            raws[at] = mend(raws[at])
        return _Held(cells.lines(raws), merged_in(part), once.has_formulas)

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
    def _shared(self) -> SharedStrings:
        parts = self.package.related(self._part, "sharedStrings")
        return SharedStrings(self.package.part(parts[0]) if parts else b"", self.package.title)

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
        parts = self.package.related(self._part, "sharedStrings")
        return SharedTexts(b"".join(map(self.package.part, parts)))

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
        strings, styles = (self.package.related(self._part, kind) for kind in ("sharedStrings", "styles"))
        checked = [CONTENT_TYPES, relationships_part(""), self._part, relationships_part(self._part), *strings, *styles]
        parts = {each: self.package.part(each) for each in checked if each in self.package}
        for name in strings:
            self._check_counts(name, parts[name][: parts[name].find(_TEXT_END)], len(parts[name]))
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


def _mends(xml: SheetXml, codes: Mapping[int, str]) -> dict[Place, Mend]:
    """What takes the place of values that do not say what the cell shows."""
    mends: dict[Place, Mend] = {}
    styles: dict[int, Mend] = {style: _as_shown for style, code in codes.items() if hides_day(code)}
    styles |= {style: partial(_filled_up, digits) for style, code in codes.items() if (digits := zeros(code))}
    mends |= xml.styled(styles)
    mends |= {place: partial(_no_clock, number) for place, number in xml.negatives().items()}
    mends |= {place: partial(_instead, UNSTORED) for place in xml.unstored()}
    mends |= {place: partial(_instead, CellError(code)) for place, code in xml.errors().items()}
    return mends


def _instead(error: CellError, raw: Raw) -> Raw:
    return error


def _no_clock(number: float, raw: Raw) -> Raw:
    """A number below nothing is neither a date nor a time, though it may have the format of one."""
    return number if isinstance(raw, date | time | timedelta) else raw


def _as_shown(raw: Raw) -> Raw:
    """A month alone, to which Excel has added the first day."""
    return f"{raw.month}/{raw.year}" if isinstance(raw, date) and raw.day == 1 else raw


def _filled_up(digits: int, raw: Raw) -> Raw:
    return f"{raw:0{digits}.0f}" if isinstance(raw, float) and raw == raw // 1 else raw


def _uncover_numbers(table: Table, columns: Iterable[Column], xml: Callable[[], SheetXml]) -> None:
    """Put back the numbers under 61 that show as days of long ago, or as times, in a column of dates."""
    held = table.columns()
    places: dict[Place, tuple[Row, str]] = {}
    for key in (each.key for each in columns if each.key in held and each.kind in _OF_DAYS):
        old = {
            raw for raw in set(held[key]) if raw.__class__ in _CLOCKED and (isinstance(raw, time) or raw.year <= 1904)
        }
        found = (row for row, raw in zip(table.rows, held[key], strict=True) if raw in old) if old else ()
        places |= {(row.number, table.heads[key]): (row, key) for row in found}
    for place, number in xml().numbers(places).items() if places else ():
        row, key = places[place]
        row.put(key, number)


def _without_year(
    table: Table, columns: Iterable[Column], xml: Callable[[], SheetXml], codes: Mapping[int, str]
) -> Iterable[Problem]:
    """A note for each date that shows no year: Excel took the year in which it was typed."""
    styles = {style: code for style, code in codes.items() if hides_year(code)}
    if not styles:
        return
    at_column = {table.heads[each.key]: each for each in columns if each.key in table.heads}
    rows = {row.number: row for row in table.rows}
    for (number, at), _ in sorted(xml().styled(styles).items()):
        column, row = at_column.get(at), rows.get(number)
        raw = row.get(column.key) if column and row else None
        if column and row and isinstance(raw, date):
            name = row.get("application_no")
            yield Problem(
                sheet=table.sheet,
                cell=address(number, at),
                heading=column.heading,
                message=f"read as {show_day(raw)} (the cell shows no year).",
                read=shown(raw),
                application_no=None if name is None else shown(name),
                level="note",
            )
