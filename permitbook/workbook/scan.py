"""What a fast reader of values hides: errors, formulas without a result, merged cells, small numbers, styles.

The XML of a sheet is searched as bytes, which is many times faster than parsing it; a sheet written in an
unusual way (other prefixes or quotes, cells without addresses) is first put into the usual one by a real parser.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TypeVar
from xml.parsers import expat

from permitbook.errors import WorkbookError
from permitbook.workbook.areas import Area
from permitbook.workbook.outline import escaped
from permitbook.workbook.table import LAST_COLUMN, LAST_ROW, address, letters, position

Place = tuple[int, int]
"""Row and column on the sheet, both counted from 1."""

_REF = re.compile(rb'\sr="([A-Z]{1,3}[0-9]{1,7})"')
_ROW = re.compile(rb'<row\s[^>]*?\br="([0-9]+)"')
_LETTERS = re.compile(rb' r="([A-Z]{1,3})[0-9]')
_VALUE = re.compile(rb"<v>([^<]*)</v>")
_NO_VALUE = (b"</f></c>", b"/></c>", b"<v></v>", b"<v/>", b"<v />")
_NEGATIVE = re.compile(rb"<v>(-[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)</v>")
_MERGED = re.compile(rb'<mergeCell\s[^>]*?ref="(\$?[A-Z]{1,3}\$?[0-9]{1,7}):(\$?[A-Z]{1,3}\$?[0-9]{1,7})"')
_CELL = re.compile(rb'<c r="([A-Z]{1,3}[0-9]{1,7})"(?: (?:s|t|cm|vm|ph)="[A-Za-z0-9]+")*(/?)>')
_MOST_CELLS = 20_000_000
_T = TypeVar("_T")


class SheetXml:
    """One sheet's XML. `title` is what a refusal calls the sheet."""

    def __init__(self, xml: bytes, title: str) -> None:
        self.title = title
        if not self._take(xml) and not self._take(_Rewriter(title).rewrite(xml)):
            raise WorkbookError(f"{title} is damaged: its cells cannot be told apart.")

    def _take(self, xml: bytes) -> bool:
        """Whether the sheet is written in the usual way.

        Refuses one whose few cells lie so far apart that reading it would fill the memory.
        """
        start = xml.find(b"<sheetData")
        self.xml, self.end = xml, xml.rfind(b"</sheetData>")
        if start < 0 or b"<!" in xml[:start]:
            return False
        bottom, right = self._first_guess()
        near = f'r="(?:{_up_to(letters(right))})[0-9]{{1,{len(str(bottom))}}}"(?: (?:s|t|cm|vm|ph)="[A-Za-z0-9]+")*+/?>'
        for other in re.compile(f"<c(?! {near})".encode()).finditer(xml, start, self.end):
            cell = _CELL.match(xml, other.start())
            if cell is None:
                return False
            if not cell[2]:
                down, across = position(cell[1].decode())
                bottom, right = max(bottom, down), max(right, across)
        if bottom > LAST_ROW or right > LAST_COLUMN:
            raise WorkbookError(f"{self.title} is damaged: it has a cell {address(bottom, right)}, which no sheet has.")
        if bottom * right > _MOST_CELLS and xml.count(b"</c>") < bottom * right // 4:
            raise WorkbookError(
                f"{self.title} is not read: it reaches to {address(bottom, right)}, far beyond its data; "
                "clear the cells there (Ctrl+End goes to the last one), save, and run again."
            )
        return True

    def _first_guess(self) -> Place:
        """The last row with a value, and the last column near the top."""
        last = max(self.xml.rfind(each, 0, self.end) for each in (b"</v>", b"</is>"))
        row = _ROW.match(self.xml, max(self.xml.rfind(b"<row", 0, max(last, 0)), 0))
        names = {name.decode() for name in _LETTERS.findall(self.xml, 0, 1 << 20)}
        widest = max(names, key=lambda name: (len(name), name), default="A")
        return int(row[1]) if row else 1, position(f"{widest}1")[1]

    def errors(self) -> dict[Place, str]:
        """The cells that show an error, with its code. Text that only looks like one is not among them."""
        return {
            place: value[1].decode("utf-8", "replace")
            if self.xml[at - 2 : at] != b"/>" and (value := _VALUE.search(self.xml, at, self.xml.find(b"</c>", at)))
            else "#N/A"
            for place, at in self._cells_with(b't="e"')
        }

    def unstored(self) -> set[Place]:
        """The formulas whose result is not in the file; a result that is empty text is one."""
        if not self.has_formulas:
            return set()
        found = set()
        for mark in _NO_VALUE:
            for at in self._all(mark):
                start = self.xml.rfind(b"<c ", 0, at)
                cell = self.xml[start : self.xml.find(b"</c>", at)]
                if b"<f" in cell and b't="str"' not in cell[: cell.find(b">")] and (ref := _REF.search(cell)):
                    found.add(position(ref[1].decode()))
        return found

    @property
    def has_formulas(self) -> bool:
        """Some cell holds a formula."""
        return self.xml.find(b"<f", 0, self.end) >= 0

    def formulas(self, rows: Collection[int]) -> set[Place]:
        """The formula cells in some rows."""
        return {
            position(ref[1].decode())
            for _, row in self._rows(rows)
            if b"<f" in row
            for cell in row.split(b"</c>")
            if b"<f" in cell and (ref := _REF.search(cell, cell.rfind(b"<c ")))
        }

    def numbers(self, places: Collection[Place]) -> dict[Place, float]:
        """The bare numbers stored in some cells, whatever their format makes of them."""
        rows = dict(self._rows({row for row, _ in places}))
        found = {}
        for row, column in places:
            tag = rb'\sr="%b"[^>]*>' % address(row, column).encode()
            cell = re.search(
                tag + rb"(?:<f.*?(?:</f>|/>))?<v>(-?[0-9]+(?:\.[0-9]+)?)</v>", rows.get(row, b""), re.DOTALL
            )
            if cell:
                found[row, column] = float(cell[1])
        return found

    def negatives(self) -> dict[Place, float]:
        """The cells that hold a number below nothing, which Excel shows as ##### where it should be a date or time."""
        found = {}
        for at in self._all(b"<v>-"):
            number = _NEGATIVE.match(self.xml, at)
            ref = _REF.search(self.xml, self.xml.rfind(b"<c ", 0, at), at)
            if number and ref:
                found[position(ref[1].decode())] = float(number[1])
        return found

    def styled(self, styles: Mapping[int, _T]) -> dict[Place, _T]:
        """The filled cells that have one of the given styles, with what the style stands for."""
        return {
            place: meaning
            for style, meaning in styles.items()
            for place, at in self._cells_with(b's="%d"' % style)
            if self.xml[at - 2 : at] != b"/>"
        }

    def _all(self, mark: bytes) -> Iterator[int]:
        at = self.xml.find(mark, 0, self.end)
        while at >= 0:
            yield at
            at = self.xml.find(mark, at + len(mark), self.end)

    def _cells_with(self, attribute: bytes) -> Iterator[tuple[Place, int]]:
        """The cells whose tag has an attribute, and where their tag ends."""
        for at in self._all(b" " + attribute):
            start = self.xml.rfind(b"<", 0, at)
            end = self.xml.find(b">", start) + 1
            if end > at and self.xml[start : start + 3] == b"<c " and (ref := _REF.search(self.xml, start, end)):
                yield position(ref[1].decode()), end

    def _rows(self, numbers: Collection[int]) -> Iterator[tuple[int, bytes]]:
        """The XML of some rows."""
        for row in _ROW.finditer(self.xml, 0, self.end) if numbers else ():
            if (number := int(row[1])) in numbers:
                yield number, self.xml[row.start() : self.xml.find(b"</row>", row.end())]


def merged_in(xml: bytes) -> list[Area]:
    """The merged cells of a sheet's XML, each as its rectangle."""
    below = xml[xml.rfind(b"</sheetData>") :]
    listing = xml[max(xml.rfind(b"<mergeCells"), 0) :] if b"<mergeCell " in below else b""
    return [Area(*position(one.decode()), *position(other.decode())) for one, other in _MERGED.findall(listing)]


def _up_to(name: str) -> str:
    """A pattern for the letters of the columns up to one.

    >>> _up_to("BH")
    '[A-Z]{1,1}|[A-A][A-Z]{1}|B[A-G][A-Z]{0}|BH'
    """
    earlier = [f"[A-Z]{{1,{len(name) - 1}}}"] if len(name) > 1 else []
    for at, letter in enumerate(name):
        if letter > "A":
            earlier.append(f"{name[:at]}[A-{chr(ord(letter) - 1)}][A-Z]{{{len(name) - at - 1}}}")
    return "|".join([*earlier, name])


class _Rewriter:
    """Writes the cells of a sheet again in the usual way: no prefix, double quotes, every cell with its address."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.out = bytearray()
        self.opened = -1
        self.row = self.column = 0
        self.kept: list[str] = []

    def rewrite(self, xml: bytes) -> bytes:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.finish
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = self.doctype
        try:
            parser.Parse(xml, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            raise WorkbookError(f"{self.title} is damaged: its XML cannot be read ({error}).") from error
        return b"<worksheet><sheetData>%b</worksheet>" % bytes(self.out)

    def doctype(self, *_: object) -> None:
        raise WorkbookError(f"{self.title} declares a document type, which no sheet needs, and is not read.")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "row":
            self.row, self.column = int(attributes.get("r") or self.row + 1), 0
            attributes = {"r": str(self.row)}
        elif name == "c":
            self.row, self.column = position(attributes.get("r") or address(max(self.row, 1), self.column + 1))
            if self.row > LAST_ROW or self.column > LAST_COLUMN:
                raise WorkbookError(f"{self.title} is damaged: it has a cell that no sheet has.")
            kept = {key: attributes[key] for key in ("t", "s") if key in attributes}
            attributes = {"r": address(self.row, self.column)} | kept
        elif name not in ("f", "v", "is", "t", "mergeCells", "mergeCell"):
            return
        self.kept.append(name)
        told = b"".join(b' %b="%b"' % (key.encode(), escaped(value)) for key, value in attributes.items())
        self.out += b"<%b%b>" % (name.encode(), told)
        self.opened = len(self.out)

    def finish(self, name: str) -> None:
        name = name.rpartition(":")[2]
        if name == "sheetData":
            self.out += b"</sheetData>"
        elif self.kept and self.kept[-1] == name:
            self.kept.pop()
            if len(self.out) == self.opened:
                self.out[-1:] = b"/>"
            else:
                self.out += b"</%b>" % name.encode()

    def text(self, text: str) -> None:
        if self.kept and self.kept[-1] in ("f", "v", "t"):
            self.out += escaped(text)
