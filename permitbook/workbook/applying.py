"""Carrying planned edits out on a package: sheets, formats, tables, links, and what Excel must reckon anew."""

from collections.abc import Container
from typing import NamedTuple

from msgspec import Struct, field

from permitbook.errors import WorkbookError
from permitbook.workbook.areas import area
from permitbook.workbook.cells import CellWriter
from permitbook.workbook.contents import Contents, resized
from permitbook.workbook.edits import Edits, Spliced
from permitbook.workbook.held import SharedStrings
from permitbook.workbook.hyperlinks import Hyperlinks
from permitbook.workbook.outline import Change, changed, find, with_attribute
from permitbook.workbook.package import MAIN, Package
from permitbook.workbook.rows import Sheet
from permitbook.workbook.splice import splice
from permitbook.workbook.styles import Styles
from permitbook.workbook.table import address

NO_STYLES = f'<styleSheet xmlns="{MAIN}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>'.encode()


class NotWritten(NamedTuple):
    """A cell that kept what it held, and why."""

    sheet: str
    address: str
    reason: str


class Plan(Struct):
    """What is to become of one sheet: its cells, what they lead to, where its tables and its filter end.

    For the headings of each row under which rows were added: where the data end now, and what new cells look like.
    """

    sheet: Sheet
    edits: Edits = field(default_factory=Edits)
    links: dict[tuple[int, int], str] = field(default_factory=dict)
    table_ends: dict[str, int] = field(default_factory=dict)
    filter_end: int = 0
    data_ends: dict[int, int] = field(default_factory=dict)
    looks: dict[int, dict[int, int]] = field(default_factory=dict)
    not_carried: dict[tuple[int, int], str] = field(default_factory=dict)

    def forget(self, first_row: int, columns: Container[int]) -> None:
        """Drop what was planned for cells of these columns from a row on down."""
        for row, cells in self.edits.cells.items():
            if row >= first_row:
                self.edits.cells[row] = {column: value for column, value in cells.items() if column not in columns}
        self.links = {cell: to for cell, to in self.links.items() if cell[0] < first_row or cell[1] not in columns}


class Applied(Struct):
    """The package with all that was planned, what was not written, and what the user should know."""

    package: Package
    not_written: list[NotWritten] = field(default_factory=list)
    hidden_rows: dict[str, int] = field(default_factory=dict)
    recalculates: bool = False


def apply(package: Package, plans: dict[str, Plan], *, write_protected: bool = False) -> Applied:
    """A package that holds what is planned; the one given stays as it is.

    Raises WorkbookError when a sheet that would change is protected.
    """
    return _Applying(package, write_protected=write_protected).run(plans)


class _Applying:
    def __init__(self, package: Package, *, write_protected: bool) -> None:
        self.package = package.copy()
        self.write_protected = write_protected
        self.done = Applied(self.package)
        self.contents = Contents(self.package)
        self.styles_part = self.contents.part_of_kind("styles")
        styles = self.package.part(self.styles_part) if self.styles_part else NO_STYLES
        self.styles = Styles(styles, package.title)
        strings = self.contents.part_of_kind("sharedStrings")
        self.shared = SharedStrings(self.package.part(strings) if strings else b"", package.title)
        self.formulas_changed = False

    def run(self, plans: dict[str, Plan]) -> Applied:
        for name, plan in plans.items():
            self.change_sheet(name, plan)
        self.put_styles()
        if self.package.changed_parts:
            self.reckon()
        return self.done

    def change_sheet(self, name: str, plan: Plan) -> None:
        sheet, part = plan.sheet, self.contents.sheet_part(name)
        writer = CellWriter(self.styles, self.shared, from_1904=self.contents.from_1904, prefix=sheet.prefix)
        spliced = splice(sheet, plan.edits, writer)
        links = Hyperlinks(self.package, part, sheet)
        wanted = {cell: target for cell, target in plan.links.items() if cell not in spliced.not_written}
        changes = [*spliced.changes, *links.changes(wanted, plan.edits.bodies), *_around(plan, spliced)]
        if changes:
            self.check_protection(name, sheet)
            self.package.put(part, changed(sheet.xml, changes))
            links.put_addresses()
        for table, last_row in plan.table_ends.items():
            self.package.put(table, resized(self.package.part(table), table, last_row))
        refused = sorted((plan.not_carried | spliced.not_written).items())
        self.done.not_written += [NotWritten(name, address(*cell), reason) for cell, reason in refused]
        if spliced.hidden_rows:
            self.done.hidden_rows[name] = spliced.hidden_rows
        self.formulas_changed |= spliced.formulas_changed

    def check_protection(self, name: str, sheet: Sheet) -> None:
        protection = find(sheet.around, "worksheet/sheetProtection")
        if self.write_protected or protection is None or protection.attributes.get("sheet") not in ("1", "true"):
            return
        raise WorkbookError(
            f'The sheet "{name}" of {self.package.title} is protected, so nothing was written; '
            "unprotect it in Excel (Review > Unprotect Sheet) and run again."
        )

    def put_styles(self) -> None:
        xml = self.styles.xml
        if self.styles_part:
            self.package.put(self.styles_part, xml)
        elif xml != NO_STYLES:
            raise WorkbookError(f"{self.package.title} has no cell formats; save it once in Excel and run again.")

    def reckon(self) -> None:
        """Formulas may hang on what was written: Excel is told to work them out when it opens the workbook."""
        if self.formulas_changed:
            self.contents.forget_calculation_order()
        if not self.contents.recalculates and (self.formulas_changed or self.contents.has_formulas()):
            self.contents.recalculate()
            self.done.recalculates = True


def _around(plan: Plan, spliced: Spliced) -> list[Change]:
    """The changes before and after the rows: the cells in use, and where the sheet's own filter ends."""
    changes = []
    for path, widened in (("worksheet/dimension", spliced.reached), ("worksheet/autoFilter", plan.filter_end)):
        element = find(plan.sheet.around, path)
        if element is None or not widened:
            continue
        there = area(element.attributes.get("ref", "A1"))
        if isinstance(widened, int):
            wide = there.with_last_row(widened)
        else:
            wide = there.with_cell(*widened[:2]).with_cell(*widened[2:])
        if wide != there:
            tag = with_attribute(plan.sheet.xml[element.start : element.opened], "ref", str(wide))
            changes.append(Change(element.start, element.opened, tag))
    return changes
