"""A spreadsheet program that does what it is told, a line at a time: LibreOffice, by a Python that knows its bridge.

    /usr/bin/python3 calc_server.py

Each line read is a JSON object: what is to be done, and what that needs; each line written is `{"done": ...}` or
`{"failed": "..."}`. An area is [first row, first column, last row, last column], counted from 0. A cell holds a
number, a text, true or false, null, or `{"moment": "2026-07-04T09:00"}`; read is also `{"error": "#N/A"}`.
"""

import contextlib
import json
import shutil
import sys
from datetime import datetime, timedelta
from pathlib import Path

import uno  # noqa: F401  (it makes the names of com.sun.star known)
from com.sun.star.lang import Locale
from com.sun.star.table import CellRangeAddress
from run_buttons import opened, properties, run, spreadsheet, url_of

FILTERS = {".xlsm": "Calc MS Excel 2007 VBA XML", ".xlsx": "Calc MS Excel 2007 XML"}
WITH_DAYS_OR_HOURS, PLAIN_TEXT, LOGICAL = 2 | 4, 256, 1024
ERROR_RESULTS = 4
ERRORS = {502: "#VALUE!", 503: "#NUM!", 519: "#VALUE!", 524: "#REF!", 525: "#NAME?", 532: "#DIV/0!", 32767: "#N/A"}
TEXTS, CONTENTS, EVERYTHING = 4, 1 | 2 | 4 | 16, 1023
EXCEL_A1 = 3
LOOKS = ("NumberFormat", "CellBackColor", "CharColor", "CharWeight", "IsTextWrapped", "HoriJustify", "VertJustify")
LOOKS_LIKE_MORE = ("=", *"0123456789")
AMERICAN = Locale("en", "US", "")


class Calc:
    """The open workbooks by number; each method is something that can be asked for."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.books = {}
        self.linked = {}
        """For each sheet that was written to, where its links lead: to look into every cell takes long."""

    def open(self, path, read_only=False):
        document = opened(self.desktop, path, ReadOnly=read_only)
        document.calculateAll()
        number = max(self.books, default=0) + 1
        self.books[number] = document
        return number

    def close(self, book):
        self.books.pop(book).close(True)

    def is_read_only(self, book):
        return self.books[book].isReadonly()

    def store(self, book, path, beside):
        """Stores a workbook or a copy. It is written in the workbook's own folder, to which its links are relative."""
        new = Path(beside).with_name(f"being stored{Path(path).suffix}")
        self.books[book].storeToURL(url_of(str(new)), properties(FilterName=FILTERS[new.suffix.lower()]))
        shutil.move(new, path)

    def run(self, book, macro, arguments):
        document = self.books[book]
        given = [document if each is None else each for each in arguments]
        told = run(document, macro, *given)
        return told if isinstance(told, str | int | float | bool) else None

    def calculate(self, book):
        self.books[book].calculateAll()

    def sheets(self, book):
        return list(self.books[book].Sheets.ElementNames)

    def activate(self, book, sheet):
        document = self.books[book]
        document.CurrentController.setActiveSheet(document.Sheets.getByName(sheet))

    def visible(self, book, sheet):
        return self.books[book].Sheets.getByName(sheet).IsVisible

    def show(self, book, sheet, visible):
        self.books[book].Sheets.getByName(sheet).IsVisible = visible

    def select(self, book, sheet, areas):
        self.activate(book, sheet)
        self.books[book].CurrentController.select(self._ranges(book, sheet, areas))

    def selection(self, book):
        chosen = self.books[book].CurrentController.getSelection()
        each = chosen.RangeAddresses if hasattr(chosen, "RangeAddresses") else (chosen.RangeAddress,)
        return self.shown(book), [_area(place) for place in each]

    def shown(self, book):
        return self.books[book].CurrentController.ActiveSheet.Name

    def used(self, book, sheet):
        cursor = self.books[book].Sheets.getByName(sheet).createCursor()
        cursor.gotoStartOfUsedArea(False)
        cursor.gotoEndOfUsedArea(True)
        return _area(cursor.RangeAddress)

    def read(self, book, sheet, area):
        cells = self._cells(book, sheet, area)
        rows = [list(row) for row in cells.getDataArray()]
        self._tell_moments(book, cells, rows, area)
        for each in cells.queryFormulaCells(ERROR_RESULTS).RangeAddresses:
            for row, column in _places(each):
                code = self._cell(book, sheet, row, column).getError()
                rows[row - area[0]][column - area[1]] = {"error": ERRORS.get(code, f"#{code}")}
        return [[None if each == "" else each for each in row] for row in rows]

    def _tell_moments(self, book, cells, rows, area):
        formats, null = self.books[book].NumberFormats, self.books[book].NullDate
        start = datetime(null.Year, null.Month, null.Day)
        ranges = cells.getCellFormatRanges()
        for number in range(ranges.Count):
            each = ranges.getByIndex(number)
            kind = formats.getByKey(each.NumberFormat).Type
            if kind & (WITH_DAYS_OR_HOURS | LOGICAL):
                for row, column in _places(each.RangeAddress):
                    line, place = rows[row - area[0]], column - area[1]
                    if isinstance(line[place], float):
                        moment = start + timedelta(seconds=round(line[place] * 86400, 3))
                        line[place] = bool(line[place]) if kind & LOGICAL else {"moment": moment.isoformat()}

    def write(self, book, sheet, area, rows):
        """Puts values into cells, as Excel does: an apostrophe makes text, and links stay."""
        cells = self._cells(book, sheet, area)
        links = self._links(book, sheet, area)
        null = self.books[book].NullDate
        start = datetime(null.Year, null.Month, null.Day)
        cells.setDataArray(tuple(tuple(_plain(each, start) for each in row) for row in rows))
        for down, row in enumerate(rows):
            for right, value in enumerate(row):
                if isinstance(value, bool | dict) or (isinstance(value, str) and value[:1] in LOOKS_LIKE_MORE):
                    self._take(book, cells.getCellByPosition(right, down), value)
        for (row, column), url in links.items():
            cell = self._cell(book, sheet, row, column)
            self._link(book, cell, url, cell.String)

    def _take(self, book, cell, value):
        """A value that is more than a number or a text, or a text that looks like more, unless the cell is for text."""
        kind = self.books[book].NumberFormats.getByKey(cell.NumberFormat).Type
        if isinstance(value, bool):
            self._format(book, cell, "BOOLEAN")
        elif isinstance(value, dict) and not kind & WITH_DAYS_OR_HOURS:
            self._format(book, cell, "m/d/yyyy h:mm")
        elif isinstance(value, str) and not kind & PLAIN_TEXT:
            self._formula(book, cell, value)

    def formulas(self, book, sheet, area):
        return [list(row) for row in self._cells(book, sheet, area).getFormulaArray()]

    def write_formulas(self, book, sheet, area, rows):
        cells = self._cells(book, sheet, area)
        for down, row in enumerate(rows):
            for right, formula in enumerate(row):
                self._formula(book, cells.getCellByPosition(right, down), formula)

    def _formula(self, book, cell, formula):
        """A formula in Excel's words; the parser for those knows no tables."""
        if "[" in formula or not formula.startswith("="):
            cell.setFormula(formula.replace(",", ";"))
            return
        parser = self.books[book].createInstance("com.sun.star.sheet.FormulaParser")
        parser.CompileEnglish, parser.FormulaConvention = True, EXCEL_A1
        cell.setTokens(parser.parseFormula(formula[1:], cell.CellAddress))

    def clear(self, book, sheet, area, looks):
        self._cells(book, sheet, area).clearContents(EVERYTHING if looks else CONTENTS)

    def format_of(self, book, sheet, area):
        key = self._cells(book, sheet, area).NumberFormat
        return self.books[book].NumberFormats.getByKey(key).FormatString

    def format(self, book, sheet, areas, code):
        self._format(book, self._ranges(book, sheet, areas), code)

    def _format(self, book, cells, code):
        formats = self.books[book].NumberFormats
        key = formats.queryKey(code, AMERICAN, False)
        cells.NumberFormat = formats.addNew(code, AMERICAN) if key < 0 else key

    def copy_looks(self, book, sheet, model, area):
        """Gives cells the looks of a row above, column by column."""
        for column in range(area[1], area[3] + 1):
            like = self._cells(book, sheet, [model[0], column, model[0], column])
            for name in LOOKS:
                setattr(self._cells(book, sheet, [area[0], column, area[2], column]), name, getattr(like, name))

    def height(self, book, sheet, area):
        """One height for rows of the same height, 0 for hidden ones, null for mixed ones."""
        seen = self._cells(book, sheet, area).queryVisibleCells().RangeAddresses
        count = sum(each.EndRow - each.StartRow + 1 for each in seen)
        return 0 if not count else 15 if count == area[2] - area[0] + 1 else None

    def hide(self, book, sheet, area, hidden):
        self._cells(book, sheet, area).Rows.IsVisible = not hidden

    def tables(self, book, sheet):
        """The tables of a sheet, which are ranges of a database here."""
        ranges = self.books[book].DatabaseRanges
        areas = {name: ranges.getByName(name).DataArea for name in ranges.ElementNames}
        here = self._cells(book, sheet, [0, 0, 0, 0]).RangeAddress.Sheet
        return {name: _area(area) for name, area in areas.items() if area.Sheet == here}

    def resize(self, book, table, area):
        found = self.books[book].DatabaseRanges.getByName(table)
        found.DataArea = CellRangeAddress(found.DataArea.Sheet, area[1], area[0], area[3], area[2])

    def names(self, book):
        named = self.books[book].NamedRanges
        found = {}
        for name in named.ElementNames:
            cells = named.getByName(name).getReferredCells()
            if cells is not None:
                found[name] = [cells.Spreadsheet.Name, _area(cells.RangeAddress)]
        return found

    def link(self, book, sheet, area, target, text, beside):
        self._links(book, sheet, area)
        url = self.linked[book, sheet][area[0], area[1]] = _url(target, beside)
        self._link(book, self._cell(book, sheet, area[0], area[1]), url, text)

    def links(self, book, sheet, area):
        return [[*place, url] for place, url in self._links(book, sheet, area).items()]

    def unlink(self, book, sheet, area):
        for row, column in self._links(book, sheet, area):
            del self.linked[book, sheet][row, column]
            cell = self._cell(book, sheet, row, column)
            text = cell.String
            cell.String = ""
            cell.String = text

    def _links(self, book, sheet, area):
        """Where the cells of an area lead; a link is a field in a cell's text here."""
        if (book, sheet) not in self.linked:
            there = self.linked[book, sheet] = {}
            for each in self.books[book].Sheets.getByName(sheet).queryContentCells(TEXTS).RangeAddresses:
                for row, column in _places(each):
                    fields = self._cell(book, sheet, row, column).getTextFields().createEnumeration()
                    if fields.hasMoreElements():
                        there[row, column] = fields.nextElement().URL
        top, left, bottom, right = area
        known = self.linked[book, sheet].items()
        return {place: url for place, url in known if top <= place[0] <= bottom and left <= place[1] <= right}

    def _link(self, book, cell, url, text):
        cell.String = ""
        field = self.books[book].createInstance("com.sun.star.text.TextField.URL")
        field.URL, field.Representation = url, text
        cell.getText().insertTextContent(cell.getText().createTextCursor(), field, False)

    def _cell(self, book, sheet, row, column):
        return self.books[book].Sheets.getByName(sheet).getCellByPosition(column, row)

    def _ranges(self, book, sheet, areas):
        """Several areas as one."""
        ranges = self.books[book].createInstance("com.sun.star.sheet.SheetCellRanges")
        ranges.addRangeAddresses(tuple(self._cells(book, sheet, each).RangeAddress for each in areas), False)
        return ranges

    def _cells(self, book, sheet, area):
        top, left, bottom, right = area
        return self.books[book].Sheets.getByName(sheet).getCellRangeByPosition(left, top, right, bottom)


def _plain(value, start):
    """A value as a block of cells takes it, which makes no formula of any text. None would end the program."""
    if isinstance(value, dict):
        return (datetime.fromisoformat(value["moment"]) - start) / timedelta(days=1)
    if value is None:
        return ""
    return value.removeprefix("'") if isinstance(value, str) else float(value)


def _url(target, beside):
    """Where a link leads: a cell in this program's words, a file by its whole name."""
    if target.startswith("#"):
        sheet, _, cell = target[1:].rpartition("!")
        return f"#{sheet.strip(chr(39))}.{cell}"
    return target if "://" in target else url_of(str(Path(beside).parent / target))


def _area(place):
    return [place.StartRow, place.StartColumn, place.EndRow, place.EndColumn]


def _places(area):
    for row in range(area.StartRow, area.EndRow + 1):
        for column in range(area.StartColumn, area.EndColumn + 1):
            yield row, column


def main():
    with spreadsheet() as desktop:
        calc = Calc(desktop)
        for line in sys.stdin:
            asked = json.loads(line)
            try:
                answer = {"done": getattr(calc, asked.pop("do"))(**asked)}
            except Exception as error:
                answer = {"failed": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)
        for document in calc.books.values():
            with contextlib.suppress(Exception):
                document.close(True)


if __name__ == "__main__":
    main()
