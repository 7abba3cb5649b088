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
from permitbook.workbook.table import address, letters, position

Place = tuple[int, int]
"""Row and column on the sheet, both counted from 1."""

_REF = re.compile(rb'\sr="([A-Z]{1,3}[0-9]{1,7})"')
_ROW = re.compile(rb'<row\s[^>]*?\br="([0-9]+)"')
_LETTERS = re.compile(rb' r="([A-Z]{1,3})[0-9]')
_VALUE = re.compile(rb"<v>([^<]*)</v>")
_NO_VALUE = (b"</f></c>", b"/></c>", b"<v></v>", b"<v/>", b"<v />")
_NEGATIVE = re.compile(rb"<v>(-[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)</v>")
_MERGED = re.compile(rb'<mergeCell\s[^>]*?ref="(\$?[A-Z]{1,3}\$?[0-9]{1,7}):(\$?[A-Z]{1,3}\$?[0-9]{1,7})"')
_NAME = re.compile(rb"([A-Za-z]+)([0-9]+)")
_SHAPES = bytes.maketrans(b"123456789BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", b"0" * 9 + b"A" * (25 + 26))
"""Every digit as 0 and every letter as A, so that addresses can be looked for by their length."""

_TWO_LETTERS = 702
_MOST_CELLS = 20_000_000
_T = TypeVar("_T")


class SheetXml:
    """One sheet's XML. `title` is what a refusal calls the sheet."""

    def __init__(self, xml: bytes, title: str) -> None:
        start, end = xml.find(b"<sheetData"), xml.rfind(b"</sheetData>")
        addressed = start >= 0 and xml.count(b"<c", start, end) == xml.count(b'<c r="', start, end)
        if not addressed or b"<!" in xml[:start]:
            xml = _Rewriter(title).rewrite(xml)
        self.xml, self.title = xml, title
        self.end = xml.rfind(b"</sheetData>")

    def check_extent(self) -> None:
        """Refuses a sheet whose few cells lie so far apart that reading it would fill the memory."""
        last = max(self.xml.rfind(each, 0, self.end) for each in (b"</v>", b"</is>"))
        row = self.xml.rfind(b"<row", 0, max(last, 0))
        found = _ROW.match(self.xml, row) if row >= 0 else None
        bottom = int(found[1]) if found else 1
        widest = max(set(_LETTERS.findall(self.xml, 0, 1 << 20)), key=lambda name: (len(name), name), default=b"A")
        right = position(widest.decode() + "1")[1]
        for place in self._cells_beyond(bottom, right):
            bottom, right = max(bottom, place[0]), max(right, place[1])
        if bottom * right > _MOST_CELLS and self.xml.count(b"</c>") < bottom * right // 4:
            raise WorkbookError(
                f"{self.title} is not read: it reaches to {address(bottom, right)}, far beyond its data; "
                "clear the cells there (Ctrl+End goes to the last one), save, and run again."
            )

    def _cells_beyond(self, bottom: int, right: int) -> Iterator[Place]:
        """The filled cells far below a row or right of a column; any quoted address counts, however it is written."""
        shapes = self.xml.translate(_SHAPES)
        for mark in (b"AAA0", b"A" + b"0" * (len(str(bottom)) + 1)):
            at = shapes.find(mark)
            while at >= 0:
                start = len(shapes[max(at - 20, 0) : at].rstrip(b"A")) + max(at - 20, 0)
                yield from self._filled(start)
                at = shapes.find(mark, at + 1)
        if _TWO_LETTERS * bottom > _MOST_CELLS:
            later = _after(letters(right), "A", "Z").replace("-Z", "-Za-z") if right < _TWO_LETTERS else "[A-Za-z]{3,}"
            for hit in re.finditer(f"[\"'](?:{later})[0-9]".encode(), self.xml):
                yield from self._filled(hit.start() + 1)

    def _filled(self, at: int) -> Iterator[Place]:
        """The place that a quoted address names, if it is that of a cell with something in it."""
        name = _NAME.match(self.xml, at)
        tag, end = self.xml.rfind(b"<", 0, at), self.xml.find(b">", at)
        if name is None or self.xml[at - 1 : at] not in (b'"', b"'") or self.xml[tag : tag + 2] != b"<c":
            return
        if self.xml[end - 1 : end] != b"/":
            if len(name[1]) > 3 or len(name[2]) > 7:
                cell = name[0][:20].decode()
                raise WorkbookError(f"{self.title} is damaged: it has a cell {cell}, which no sheet has.")
            yield position(name[0].decode())

    def errors(self) -> dict[Place, str]:
        """The cells that show an error, with its code. Text that only looks like one is not among them."""
        return {
            place: value[1].decode("utf-8", "replace")
            if (value := _VALUE.search(self.xml, at, self.xml.find(b"</c>", at)))
            else "#N/A"
            for place, at in self._cells_with(b't="e"')
        }

    def unstored(self) -> set[Place]:
        """The formulas whose result is not in the file; a result that is empty text is one."""
        if self.xml.find(b"<f", 0, self.end) < 0:
            return set()
        found = set()
        for mark in _NO_VALUE:
            for at in self._all(mark):
                start = self.xml.rfind(b"<c ", 0, at)
                cell = self.xml[start : self.xml.find(b"</c>", at)]
                if b"<f" in cell and b't="str"' not in cell[: cell.find(b">")] and (ref := _REF.search(cell)):
                    found.add(position(ref[1].decode()))
        return found

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

    def merged(self) -> list[Area]:
        """The merged cells, each as its rectangle."""
        listing = self.xml[max(self.xml.rfind(b"<mergeCells"), 0) :] if b"<mergeCell " in self.xml[self.end :] else b""
        return [Area(*position(one.decode()), *position(other.decode())) for one, other in _MERGED.findall(listing)]

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


def _after(name: str, low: str, high: str) -> str:
    """A pattern for the names that come after one: those that are longer, or as long and later.

    >>> _after("BH", "A", "Z")
    '[A-Z]{3,}|[C-Z][A-Z]{1}|B[I-Z][A-Z]{0}'
    """
    later = [f"[{low}-{high}]{{{len(name) + 1},}}"]
    for at, sign in enumerate(name):
        if sign < high:
            later.append(f"{name[:at]}[{chr(ord(sign) + 1)}-{high}][{low}-{high}]{{{len(name) - at - 1}}}")
    return "|".join(later)


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
            attributes = {"r": address(self.row, self.column)} | {
                k: attributes[k] for k in ("t", "s") if k in attributes
            }
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
