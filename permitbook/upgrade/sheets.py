"""Whole sheets of a new workbook, put into an older one: those it lacks, and pages that are of another version."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import relpath, splitext
from typing import TYPE_CHECKING

from permitbook.errors import WorkbookError
from permitbook.upgrade.macros import declare, relate, undeclare
from permitbook.workbook.areas import Area, area
from permitbook.workbook.contents import Contents
from permitbook.workbook.held import SharedStrings, unescaped
from permitbook.workbook.layout import Sheet
from permitbook.workbook.outline import RELATIONSHIPS, Change, changed, escaped, find, outline, whole
from permitbook.workbook.package import CONTENT_TYPES, relationships_part
from permitbook.workbook.reader import Book

if TYPE_CHECKING:
    from permitbook.upgrade.looks import CarriedLooks
    from permitbook.workbook.package import Package

_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_STYLED = re.compile(rb'(<(?:c|row|col)\b[^>]*?\s(?:s|style)=")(\d+)(")')
_FOLLOWING = re.compile(rb'(\sdxfId=")(\d+)(")')
_SHARED = re.compile(rb'<c ([^>]*?) t="s">\s*<v>(\d+)</v></c>')
_LIST = re.compile(rb"<formula1>(choices_\w+)</formula1>")
_CELLS = re.compile(r"[A-Z]{1,3}\d{1,7}(:[A-Z]{1,3}\d{1,7})?")
_LONGEST_LIST = 250
_TABLE_ID = re.compile(rb'(<table\b[^>]*?\sid=")(\d+)(")')


class SheetCarrier:
    """Carries sheets from a new workbook into an older one; formats are put by whoever made the looks."""

    def __init__(self, package: Package, fresh: Package, looks: CarriedLooks) -> None:
        self.package, self.fresh, self.looks = package, fresh, looks
        self.new = Contents(fresh)
        strings = self.new.part_of_kind("sharedStrings")
        self.strings = SharedStrings(fresh.part(strings), fresh.title)

    def add(self, sheet: str) -> None:
        """Adds a sheet after the last one, where it moves no other. WorkbookError when the workbook takes none."""
        self._check_structure()
        self._check_tables(sheet)
        part = self._free("xl/worksheets/sheet1.xml")
        self._carry(self.new.sheet_part(sheet), part)
        declare(self.package, part, _SHEET)
        book = Contents(self.package).part
        id = relate(self.package, book, f"{RELATIONSHIPS}/worksheet", relpath(part, "xl"))
        xml = self.package.part(book)
        elements = outline(xml, self.package.title)
        listed = [each for each in elements if each.path == "workbook/sheets/sheet"]
        number = max(whole(each.attributes.get("sheetId"), 0) for each in listed) + 1
        hidden = b' state="hidden"' if sheet == Sheet.CONF else b""
        line = b'<sheet name="%b" sheetId="%d"%b xmlns:r="%b" r:id="%b"/>' % (
            escaped(sheet),
            number,
            hidden,
            RELATIONSHIPS.encode(),
            escaped(id),
        )
        self.package.put(book, changed(xml, [Change(listed[-1].end, listed[-1].end, line)]))
        self.name_cells(sheet)

    def _check_structure(self) -> None:
        book = Contents(self.package).part
        told = find(outline(self.package.part(book), self.package.title), "workbook/workbookProtection")
        if told is not None and told.attributes.get("lockStructure") in ("1", "true"):
            raise WorkbookError(
                f"The structure of {self.package.title} is protected, so that it takes no new sheet; unprotect it in "
                "Excel (Review > Protect Workbook) and run again."
            )

    def _check_tables(self, sheet: str) -> None:
        """Its table must not stand elsewhere: a workbook with two of one name is damaged, and rows would be parted."""
        contents = Contents(self.package)
        wanted = {each.name for each in self.new.tables(sheet)}
        for other in contents.cell_sheets:
            if any(each.name in wanted for each in contents.tables(other)):
                raise WorkbookError(
                    f"{self.package.title} has no sheet {sheet}, but its table on the sheet {other}; give that sheet "
                    f"the name {sheet} again and run again."
                )

    def renew(self, sheet: str) -> None:
        """Puts a page of this version in the place of the one that is there."""
        part = Contents(self.package).sheet_part(sheet)
        self._carry(self.new.sheet_part(sheet), part)
        self.name_cells(sheet)

    def name_cells(self, sheet: str) -> None:
        """The names that the new workbook gives to cells of the sheet, as it has them."""
        xml = self.fresh.part(self.new.part)
        theirs = [each for each in outline(xml, "names") if each.path == "workbook/definedNames/definedName"]
        spelled = (f"{sheet}!".encode(), f"'{sheet}'!".encode())
        for each in theirs:
            if xml[each.opened : each.closing].startswith(spelled) and "localSheetId" not in each.attributes:
                self.name(each.attributes["name"], xml[each.opened : each.closing])

    def name(self, name: str, cells: bytes) -> None:
        """Lets a name stand for cells."""
        book = Contents(self.package).part
        xml = self.package.part(book)
        elements = outline(xml, self.package.title)
        names = [each for each in elements if each.path == "workbook/definedNames/definedName"]
        same = next((each for each in names if each.attributes.get("name") == name), None)
        if same is not None:
            change = Change(same.opened, same.closing, cells)
        else:
            line = b'<definedName name="%b">%b</definedName>' % (escaped(name), cells)
            group = find(elements, "workbook/definedNames")
            if group is None:
                place = next(each for each in elements if each.path == "workbook/sheets").end
                line = b"<definedNames>%b</definedNames>" % line
            else:
                place = group.closing
            change = Change(place, place, line)
        self.package.put(book, changed(xml, [change]))

    def _carry(self, source: str, target: str) -> None:
        """A sheet's part with its formats and texts as this workbook has them, and the parts that hang on it."""
        xml = self.fresh.part(source)
        xml = _STYLED.sub(lambda found: found[1] + b"%d" % self.looks.format(int(found[2])) + found[3], xml)
        xml = _FOLLOWING.sub(lambda found: found[1] + b"%d" % self.looks.dxf(int(found[2])) + found[3], xml)
        xml = _SHARED.sub(self._told, xml)
        self.package.put(target, with_lists(xml, self.package, self.fresh))
        self._carry_parts(source, target)

    def _told(self, found: re.Match[bytes]) -> bytes:
        text = escaped(self.strings[found[2]] or "")
        return b'<c %b t="inlineStr"><is><t xml:space="preserve">%b</t></is></c>' % (found[1], text)

    def _carry_parts(self, source: str, target: str) -> None:
        """The parts that a part points to, under names that are free here, and theirs."""
        listing = relationships_part(source)
        self._drop_parts(target)
        if listing not in self.fresh:
            return
        xml = self.fresh.part(listing)
        for each in self.fresh.relationships(source):
            part = self._free(each.target)
            content = self.fresh.part(each.target)
            if each.type == "table":
                content = _TABLE_ID.sub(
                    lambda found: found[1] + b"%d" % self._next_table() + found[3], content, count=1
                )
            self.package.put(part, content)
            declare(self.package, part, _declared(self.fresh, each.target))
            self._carry_parts(each.target, part)
            there = relpath(each.target, splitext(source)[0].rpartition("/")[0])
            here = relpath(part, target.rpartition("/")[0])
            xml = xml.replace(b'Target="%b"' % there.encode(), b'Target="%b"' % here.encode())
        self.package.put(relationships_part(target), xml)

    def _drop_parts(self, part: str) -> None:
        """Takes out what hung on a part that gives way: its drawings, and their charts."""
        for each in self.package.relationships(part):
            if not each.external and each.target in self.package:
                self._drop_parts(each.target)
                self.package.remove(each.target)
                undeclare(self.package, each.target)
        if relationships_part(part) in self.package:
            self.package.remove(relationships_part(part))

    def _free(self, name: str) -> str:
        """A name like this that no part has yet: `xl/tables/table16.xml`."""
        stem, ending = splitext(name)
        stem = stem.rstrip("0123456789")
        number = 1
        while f"{stem}{number}{ending}" in self.package:
            number += 1
        return f"{stem}{number}{ending}"

    def _next_table(self) -> int:
        tables = (self.package.part(each) for each in self.package.names if each.startswith("xl/tables/"))
        return max((int(found[2]) for xml in tables if (found := _TABLE_ID.search(xml))), default=0) + 1


def with_lists(xml: bytes, package: Package, fresh: Package) -> bytes:
    """A part whose cells offer words: lists that have no name in this workbook are spelled out, or given up."""
    known, theirs = named_lists(package), named_lists(fresh)

    def spelled(found: re.Match[bytes]) -> bytes:
        name = found[1].decode()
        if name in known:
            return found[0]
        words = ",".join(words_of(fresh, theirs[name]))
        # A list that is spelled out has a limit of its own, and parts its words by commas.
        return (
            b'<formula1>"%b"</formula1>' % escaped(words)
            if len(words) <= _LONGEST_LIST
            else b"<formula1>TRUE</formula1>"
        )

    return _LIST.sub(spelled, xml)


def named_lists(package: Package) -> dict[str, tuple[str, Area]]:
    """The lists of words that cells offer: by name, the sheet and the cells that hold them."""
    part = Contents(package).part
    xml = package.part(part)
    found = {}
    for each in outline(xml, package.title):
        name = each.attributes.get("name", "")
        if each.path == "workbook/definedNames/definedName" and name.startswith("choices_"):
            sheet, _, cells = unescaped(xml[each.opened : each.closing]).replace("$", "").rpartition("!")
            if _CELLS.fullmatch(cells):
                found[name] = sheet.strip("'"), area(cells)
    return found


def words_of(package: Package, place: tuple[str, Area]) -> list[str]:
    """The words of a list."""
    book, (sheet, held) = Book(Path(package.title), package), place
    rows = range(held.first_row, held.last_row + 1)
    return [str(book.value(sheet, row, held.first_column) or "") for row in rows]


def _declared(package: Package, part: str) -> str:
    """The kind of a part as its package declares it."""
    elements = outline(package.part(CONTENT_TYPES), package.title)
    return next(
        each.attributes["ContentType"] for each in elements if each.attributes.get("PartName", "") == f"/{part}"
    )
