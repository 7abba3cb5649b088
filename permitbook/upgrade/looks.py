"""Cell formats of a new workbook, carried over into an older one, so that what is added looks as it should."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from permitbook.workbook.contents import Contents
from permitbook.workbook.outline import Change, Element, changed, escaped, find, outline, whole, with_attribute

if TYPE_CHECKING:
    from permitbook.workbook.package import Package

_FIRST_OWN_FORMAT = 164
_PARTS = (("fonts", "font", "fontId"), ("fills", "fill", "fillId"), ("borders", "border", "borderId"))
_BEFORE_DXFS = ("cellStyles", "cellXfs")


class _Listed:
    """One list of a styles part: what stands in it, and what is added."""

    def __init__(self, xml: bytes, elements: list[Element], group: str, one: str) -> None:
        self.group = find(elements, f"styleSheet/{group}")
        found = [each for each in elements if each.path == f"styleSheet/{group}/{one}"]
        self.there = [xml[each.start : each.end] for each in found]
        self.known = len(self.there)

    def place(self, content: bytes) -> int:
        """Where this stands in the list; it is added when it does not."""
        if content not in self.there:
            self.there.append(content)
        return self.there.index(content)

    def changes(self, xml: bytes) -> Iterable[Change]:
        added = self.there[self.known :]
        if self.group is None or not added:
            return
        tag = with_attribute(xml[self.group.start : self.group.opened], "count", str(len(self.there)))
        if self.group.opened == self.group.end:
            name = self.group.name
            yield Change(self.group.start, self.group.end, b"%b>%b</%b>" % (tag[:-2].rstrip(), b"".join(added), name))
            return
        yield Change(self.group.start, self.group.opened, tag)
        yield Change(self.group.closing, self.group.closing, b"".join(added))


class CarriedLooks:
    """The formats of one workbook as another has them; `put` writes what was asked for."""

    def __init__(self, package: Package, fresh: Package) -> None:
        self.package = package
        self.part = Contents(package).part_of_kind("styles")
        self.xml = package.part(self.part)
        self.theirs = fresh.part(Contents(fresh).part_of_kind("styles"))
        old, new = outline(self.xml, package.title), outline(self.theirs, fresh.title)
        self.lists = {group: _Listed(self.xml, old, group, one) for group, one, _ in _PARTS}
        self.new = {group: _Listed(self.theirs, new, group, one) for group, one, _ in _PARTS}
        self.formats, self.new_formats = (
            _Listed(self.xml, old, "cellXfs", "xf"),
            _Listed(self.theirs, new, "cellXfs", "xf"),
        )
        self.dxfs, self.new_dxfs = _Listed(self.xml, old, "dxfs", "dxf"), _Listed(self.theirs, new, "dxfs", "dxf")
        self.codes, self.new_codes = _codes(old), _codes(new)
        self.listed_codes = _Listed(self.xml, old, "numFmts", "numFmt")
        self.root = old[0]

    def format(self, number: int) -> int:
        """The number here of a cell format there."""
        xf = self.new_formats.there[number]
        told = outline(xf, "styles")[0].attributes
        opened = outline(xf, "styles")[0].opened
        tag = xf[:opened]
        for group, _, key in _PARTS:
            there = whole(told.get(key), 0)
            tag = with_attribute(tag, key, str(self.lists[group].place(self.new[group].there[there])))
        code = self._code(whole(told.get("numFmtId"), 0))
        tag = with_attribute(with_attribute(tag, "numFmtId", str(code)), "xfId", "0")
        return self.formats.place(tag + xf[opened:])

    def dxf(self, number: int) -> int:
        """The number here of a format that follows the value."""
        return self.dxfs.place(self.new_dxfs.there[number])

    def _code(self, number: int) -> int:
        """The number here of a number format."""
        if number < _FIRST_OWN_FORMAT:
            return number
        code = self.new_codes[number]
        known = next((id for id, each in self.codes.items() if each == code), None)
        if known is None:
            known = max([_FIRST_OWN_FORMAT - 1, *self.codes]) + 1
            self.codes[known] = code
            self.listed_codes.place(b'<numFmt numFmtId="%d" formatCode="%b"/>' % (known, escaped(code)))
        return known

    def put(self) -> None:
        """Writes the formats that were asked for into the workbook."""
        lists = [*self.lists.values(), self.formats, self.dxfs, self.listed_codes]
        changes = [change for each in lists for change in each.changes(self.xml)]
        codes = self.listed_codes
        if codes.group is None and codes.there:
            held = b'<numFmts count="%d">%b</numFmts>' % (len(codes.there), b"".join(codes.there))
            changes.append(Change(self.root.opened, self.root.opened, held))
        if changes:
            self.package.put(self.part, changed(self.xml, changes))


def _codes(elements: list[Element]) -> dict[int, str]:
    listed = [each.attributes for each in elements if each.path == "styleSheet/numFmts/numFmt"]
    return {whole(each.get("numFmtId"), -1): each.get("formatCode", "") for each in listed}
