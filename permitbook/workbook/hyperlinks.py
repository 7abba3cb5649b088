"""The links of one sheet: which cells lead where.

Links are no formulas; they stand in a list after the rows. Those of other cells keep their place and their bytes.
"""

from collections.abc import Mapping
from urllib.parse import quote

from permitbook.workbook.areas import area
from permitbook.workbook.edits import Body
from permitbook.workbook.outline import RELATIONSHIPS, Change, Element, changed, escaped, find, outline
from permitbook.workbook.package import Package, relationships_part
from permitbook.workbook.rows import Sheet
from permitbook.workbook.table import address

MOST_LINKS = 65_530
_RELATIONS_OF_FILES = "http://schemas.openxmlformats.org/package/2006/relationships"
_AFTER = frozenset(
    f"worksheet/{name}"
    for name in (
        *("printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks", "customProperties"),
        *("cellWatches", "ignoredErrors", "smartTags", "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF"),
        *("picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst"),
    )
)


class Hyperlinks:
    """What one sheet's cells lead to, and the changes that make them lead elsewhere."""

    def __init__(self, package: Package, part: str, sheet: Sheet) -> None:
        self._package, self._part, self._sheet = package, part, sheet
        self._there = [each for each in sheet.around if each.path == "worksheet/hyperlinks/hyperlink"]
        relationships = package.relationships(part)
        self._addresses = {each.id: each.target for each in relationships if each.type == "hyperlink"}
        self._ids = {target: id for id, target in self._addresses.items()}
        self._taken = {each.id for each in relationships}
        self._new_addresses: dict[str, str] = {}
        self._unused: set[str] = set()

    @property
    def targets(self) -> dict[tuple[int, int], str]:
        """Where each single cell with a link leads."""
        places = ((area(each.attributes.get("ref", "A1")), self._target(each)) for each in self._there)
        return {place[:2]: target for place, target in places if place[:2] == place[2:]}

    def changes(self, wanted: Mapping[tuple[int, int], str], bodies: list[Body]) -> list[Change]:
        """The changes to the sheet after which the wanted cells, and no others of the bodies, lead somewhere.

        A sheet can hold 65,530 links; cells beyond that keep their text alone.
        """
        kept, missing = [], dict(wanted)
        for each in self._there:
            place = area(each.attributes.get("ref", "A1"))
            cell, is_one_cell = place[:2], place[:2] == place[2:]
            if is_one_cell and cell in missing and _bare(missing[cell]) == _bare(self._target(each)):
                del missing[cell]
            elif cell in wanted or _is_in(bodies, *cell):
                continue
            kept.append(each)
        if len(kept) == len(self._there) and not missing:
            return []
        xml = self._sheet.xml
        added = list(missing.items())[: max(0, MOST_LINKS - len(kept))]
        links = [xml[each.start : each.end] for each in kept] + [self._link(*each) for each in added]
        used = {_id(each) for each in kept} | {self._ids.get(target, "") for _, target in added}
        self._unused = {_id(each) for each in self._there} - used
        return [self._change(links)]

    def put_addresses(self) -> None:
        """Bring the sheet's relationships up to what its links lead to outside this workbook."""
        if not self._new_addresses and not self._unused:
            return
        name = relationships_part(self._part)
        if name not in self._package:
            self._package.put(name, b'<Relationships xmlns="%b"></Relationships>' % _RELATIONS_OF_FILES.encode())
        xml = self._package.part(name)
        elements = outline(xml, name, depth=2)
        root = elements[0]
        added = b"".join(
            b'<%bRelationship Id="%b" Type="%b/hyperlink" Target="%b" TargetMode="External"/>'
            % (root.prefix, escaped(id), RELATIONSHIPS.encode(), escaped(target))
            for target, id in self._new_addresses.items()
        )
        gone = [each for each in elements[1:] if each.attributes.get("Id") in self._unused]
        changes = [Change(each.start, each.end, b"") for each in gone]
        if root.is_one_tag:
            tag = xml[root.start : root.end - 2].rstrip() + b">"
            changes.append(Change(root.start, root.end, b"%b%b</%b>" % (tag, added, root.name)))
        else:
            changes.append(Change(root.closing, root.closing, added))
        self._package.put(name, changed(xml, changes))

    def _target(self, link: Element) -> str:
        place = link.attributes.get("location", "")
        outside = self._addresses.get(_id(link), "")
        return f"{outside}#{place}" if place else outside

    def _link(self, cell: tuple[int, int], target: str) -> bytes:
        start = b'<%bhyperlink ref="%b"' % (self._sheet.prefix, address(*cell).encode())
        if target.startswith("#"):
            return start + b' location="%b"/>' % escaped(target[1:])
        return start + b' xmlns:r="%b" r:id="%b"/>' % (RELATIONSHIPS.encode(), escaped(self._relationship(target)))

    def _relationship(self, target: str) -> str:
        """The id of the relationship to a target outside: one that is there already, else a new one."""
        if target not in self._ids:
            number = len(self._taken) + 1
            while f"rId{number}" in self._taken:
                number += 1
            self._taken.add(f"rId{number}")
            self._ids[target] = self._new_addresses[target] = f"rId{number}"
        return self._ids[target]

    def _change(self, links: list[bytes]) -> Change:
        prefix = self._sheet.prefix
        whole = b"<%bhyperlinks>%b</%bhyperlinks>" % (prefix, b"".join(links), prefix) if links else b""
        there = find(self._sheet.around, "worksheet/hyperlinks")
        if there is not None:
            return Change(there.start, there.end, whole)
        after = [each.start for each in self._sheet.around if each.path in _AFTER]
        place = after[0] if after else self._sheet.around[0].closing
        return Change(place, place, whole)


def link_target(target: str) -> str:
    """A target as a link names it: a path with forward strokes, and blanks and other signs as in an address.

    >>> link_target("#'Outside Events'!A5"), link_target("Log letters\\\\EP-1\\\\100%.docx")
    ("#'Outside Events'!A5", 'Log%20letters/EP-1/100%25.docx')
    """
    if target.startswith("#"):
        return target
    if "://" in target or target.startswith("mailto:"):
        return quote(target, safe="/:%#?=&+,;@!~()'[]$*")
    path = quote(target.replace("\\", "/"), safe="/:&+,;@!~()'$=")
    return f"file:///{path}" if path[1:3] == ":/" else path


def _bare(target: str) -> str:
    """A target without the quotes that may stand around the name of a sheet."""
    return target.replace("'", "") if target.startswith("#") else target


def _id(link: Element) -> str:
    return link.attributes.get(f"{RELATIONSHIPS}}}id", "")


def _is_in(bodies: list[Body], row: int, column: int) -> bool:
    return any(each.first_row <= row <= each.last_row and column in each.columns for each in bodies)
