"""What a workbook part says of the workbook: its sheets in order, its date system, its tables, its reckoning."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from permitbook.errors import WorkbookError
from permitbook.workbook.areas import Area, area
from permitbook.workbook.held import unescaped
from permitbook.workbook.outline import (
    RELATIONSHIPS,
    Change,
    Element,
    changed,
    find,
    outline,
    whole,
    with_attribute,
)
from permitbook.workbook.package import CONTENT_TYPES, Package, check_root, relationships_part

_BEFORE_CALCULATION = ("sheets", "functionGroups", "externalReferences", "definedNames")


class Table(Struct, frozen=True):
    """An Excel table: its part, its name, and the cells it takes up, headings included.

    `formulas` are those that Excel carries on to each new row, by sheet column.
    """

    part: str
    name: str
    area: Area
    has_heading: bool
    has_total: bool
    formulas: Mapping[int, str]

    @property
    def columns(self) -> range:
        return range(self.area.first_column, self.area.last_column + 1)


class Contents:
    """The workbook part, read."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self.part = package.workbook_part()
        self._xml = package.part(self.part)
        self._elements = outline(self._xml, package.title)
        check_root(self._elements, self._xml, package.title, "workbook")
        settings = find(self._elements, "workbook/workbookPr")
        self.from_1904 = settings is not None and settings.attributes.get("date1904") in ("1", "true")
        there = {each.id: each for each in package.relationships(self.part)}
        self._tables: dict[str, list[Table]] = {}
        self._parts: dict[str, str] = {}
        for sheet in self._elements:
            if sheet.path == "workbook/sheets/sheet":
                meant = there.get(sheet.attributes.get(f"{RELATIONSHIPS}}}id", ""))
                self._parts[sheet.attributes.get("name", "")] = (
                    meant.target if meant and meant.type == "worksheet" else ""
                )

    @property
    def sheet_names(self) -> list[str]:
        """The sheets in their order."""
        return list(self._parts)

    @property
    def cell_sheets(self) -> dict[str, str]:
        """The sheets that hold cells in their order, and the part of each."""
        return {name: part for name, part in self._parts.items() if part}

    def sheet_part(self, sheet: str) -> str:
        """The part of a sheet of cells. Raises WorkbookError when there is no such sheet."""
        if sheet not in self._parts:
            raise WorkbookError(f'{self._package.title} has no sheet "{sheet}".')
        if not self._parts[sheet]:
            raise WorkbookError(f'The sheet "{sheet}" of {self._package.title} holds no cells.')
        return self._parts[sheet]

    def tables(self, sheet: str) -> list[Table]:
        """The Excel tables of a sheet."""
        if sheet not in self._tables:
            parts = self._package.related(self.sheet_part(sheet), "table")
            self._tables[sheet] = [_table(part, self._package) for part in parts]
        return self._tables[sheet]

    def part_of_kind(self, kind: str) -> str:
        """The workbook's one part of a kind (`styles`, `sharedStrings`); empty when it has none."""
        return next(iter(self._package.related(self.part, kind)), "")

    def has_formulas(self) -> bool:
        """Some cell holds a formula, whose result may hang on what was written."""
        if self.part_of_kind("calcChain"):
            return True
        return any(_holds_formula(self._package.part(part)) for part in self._parts.values() if part)

    @property
    def recalculates(self) -> bool:
        """Excel will work out all formulas when it opens the workbook."""
        told = find(self._elements, "workbook/calcPr")
        return told is not None and told.attributes.get("fullCalcOnLoad") in ("1", "true")

    def recalculate(self) -> None:
        """Have Excel work out all formulas when it opens the workbook."""
        told = find(self._elements, "workbook/calcPr")
        if told is not None:
            tag = with_attribute(self._xml[told.start : told.opened], "fullCalcOnLoad", "1")
            change = Change(told.start, told.opened, tag)
        else:
            before = [each for each in self._elements if each.path.removeprefix("workbook/") in _BEFORE_CALCULATION]
            place = before[-1].end
            change = Change(place, place, b'<%bcalcPr fullCalcOnLoad="1"/>' % before[-1].prefix)
        self._package.put(self.part, changed(self._xml, [change]))

    def forget_calculation_order(self) -> None:
        """Take out the list of formula cells, which Excel makes anew, since it no longer names them all."""
        part = self.part_of_kind("calcChain")
        if not part:
            return
        listing = relationships_part(self.part)
        for name, path, key, meant in (
            (listing, "Relationships/Relationship", "Type", f"{RELATIONSHIPS}/calcChain"),
            (CONTENT_TYPES, "Types/Override", "PartName", f"/{part}"),
        ):
            xml = self._package.part(name)
            found = [each for each in outline(xml, self._package.title) if each.path == path]
            listed = [each for each in found if each.attributes.get(key, "").lower() == meant.lower()]
            gone = [Change(each.start, each.end, b"") for each in listed]
            self._package.put(name, changed(xml, gone))
        self._package.remove(part)


def resized(xml: bytes, title: str, last_row: int) -> bytes:
    """A table part that ends at another row; its filter and its order follow, whatever they hide or sort by."""
    elements = outline(xml, title, depth=4)
    changes = []
    for each in elements:
        ref = each.attributes.get("ref", "")
        if each.path.rpartition("/")[2] not in ("table", "autoFilter", "sortState", "sortCondition") or not ref:
            continue
        tag = with_attribute(xml[each.start : each.opened], "ref", str(area(ref).with_last_row(last_row)))
        changes.append(Change(each.start, each.opened, tag))
    return b"".join(changed(xml, changes))


def _table(part: str, package: Package) -> Table:
    xml = package.part(part)
    elements = outline(xml, package.title, depth=4)
    check_root(elements, xml, package.title, "table")
    told = elements[0].attributes
    place = area(told.get("ref", "A1"))
    return Table(
        part=part,
        name=told.get("displayName", told.get("name", "")),
        area=place,
        has_heading=whole(told.get("headerRowCount"), 1) > 0,
        has_total=whole(told.get("totalsRowCount"), 0) > 0,
        formulas=dict(_column_formulas(xml, elements, place.first_column)),
    )


def _column_formulas(xml: bytes, elements: list[Element], first_column: int) -> Iterator[tuple[int, str]]:
    column = first_column - 1
    for each in elements:
        column += each.path == "table/tableColumns/tableColumn"
        if each.path == "table/tableColumns/tableColumn/calculatedColumnFormula":
            yield column, unescaped(xml[each.opened : each.closing])


def _holds_formula(xml: bytes) -> bool:
    start, end = xml.find(b"sheetData"), xml.rfind(b"sheetData")
    return any(xml.find(tag, start, end) >= 0 for tag in (b"<f>", b"<f ", b":f>", b":f "))
