"""Columns of this version that a sheet of an older workbook lacks, added at the right end of its table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from permitbook.errors import WorkbookError
from permitbook.upgrade.sheets import with_lists
from permitbook.workbook.contents import Contents, Table
from permitbook.workbook.extent import first_filled_cell
from permitbook.workbook.layout import columns_of, header_row, table_name
from permitbook.workbook.outline import Change, Element, changed, escaped, find, outline, whole, with_attribute
from permitbook.workbook.rows import Sheet
from permitbook.workbook.table import LAST_ROW, address, letters

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance
    from permitbook.schema import Column
    from permitbook.upgrade.looks import CarriedLooks
    from permitbook.workbook.package import Package

_SPANS = re.compile(rb'spans="(\d+):(\d+)"')


class ColumnCarrier:
    """Adds columns to the tables of an older workbook, looking as they do in a new one."""

    def __init__(self, package: Package, fresh: Package, looks: CarriedLooks, law: Ordinance) -> None:
        self.package, self.fresh, self.looks, self.law = package, fresh, looks, law

    def add(self, sheet: str, lacking: Sequence[Column]) -> None:
        """Adds these columns to the table of a sheet, in their order.

        Raises WorkbookError when the sheet has no such table any more, when something stands at its right, or when the
        sheet is protected.
        """
        contents = Contents(self.package)
        part = contents.sheet_part(sheet)
        table = next((each for each in contents.tables(sheet) if each.name == table_name(sheet)), None)
        if table is None or not table.has_heading:
            raise WorkbookError(
                f"{sheet} of {self.package.title} has no table {table_name(sheet)} any more, so the columns "
                f"{_named(lacking)} cannot be added; type their headings beside the others."
            )
        told = Sheet(self.package.part(part), f"{sheet} of {self.package.title}")
        first = table.area.last_column + 1
        self._check_room(sheet, told, table, range(first, first + len(lacking)))
        places = {column.key: place for place, column in enumerate(columns_of(sheet, self.law), 1)}
        theirs = [places[each.key] for each in lacking]
        self.package.put(part, changed(told.xml, self._changes(sheet, told, table, lacking, theirs)))
        self.package.put(table.part, _widened(self.package.part(table.part), self.package.title, table, lacking))

    def _check_room(self, sheet: str, told: Sheet, table: Table, columns: range) -> None:
        protection = find(told.around, "worksheet/sheetProtection")
        if protection is not None and protection.attributes.get("sheet") in ("1", "true"):
            raise WorkbookError(
                f'The sheet "{sheet}" of {self.package.title} is protected; unprotect it in Excel (Review > Unprotect '
                "Sheet) and run again."
            )
        filled = first_filled_cell(told, columns, table.area.first_row, table.area.last_row)
        if filled:
            raise WorkbookError(
                f"{sheet}!{address(*filled)} of {self.package.title} stands at the right of the table, which needs its "
                "place for new columns; move it away and run again."
            )

    def _changes(
        self, sheet: str, told: Sheet, table: Table, lacking: Sequence[Column], theirs: Sequence[int]
    ) -> list[Change]:
        """The headings, the widths and formats of the columns, and what their cells say and offer."""
        new = Contents(self.fresh).sheet_part(sheet)
        fresh = Sheet(self.fresh.part(new), sheet)
        first = table.area.last_column + 1
        heading = next(row for row in told.rows() if row.number == table.area.first_row)
        model = next(row for row in fresh.rows() if row.number == header_row(sheet))
        styles = {cell.column: cell.style for cell in fresh.cells(model)}
        cells = b"".join(
            b'<c r="%b" s="%d" t="inlineStr"><is><t>%b</t></is></c>'
            % (
                address(heading.number, first + at).encode(),
                self.looks.format(styles[place]),
                escaped(column.heading),
            )
            for at, (column, place) in enumerate(zip(lacking, theirs, strict=True))
        )
        last = first + len(lacking) - 1
        tag = _SPANS.sub(lambda found: b'spans="%b:%d"' % (found[1], last), told.xml[heading.start : heading.opened])
        held = told.cells(heading)
        after = next((cell.start for cell in held if cell.column > last), heading.closing)
        changes = [
            Change(heading.start, heading.opened, tag),
            *(Change(cell.start, cell.end, b"") for cell in held if first <= cell.column <= last),
            Change(after, after, cells),
            *self._widths(told, fresh, first, theirs),
            *self._validations(told, fresh, first, table.area.first_row, theirs),
        ]
        dimension = find(told.around, "worksheet/dimension")
        if dimension is not None and ":" in (ref := dimension.attributes.get("ref", "")):
            start, _, end = ref.partition(":")
            row = re.sub(r"\D", "", end)
            tag = with_attribute(told.xml[dimension.start : dimension.opened], "ref", f"{start}:{letters(last)}{row}")
            changes.append(Change(dimension.start, dimension.opened, tag))
        return changes

    def _widths(self, told: Sheet, fresh: Sheet, first: int, theirs: Sequence[int]) -> list[Change]:
        """How wide the columns are; left as they are where the sheet has widths for them already."""
        group = find(told.around, "worksheet/cols")
        there = [each.attributes for each in told.around if each.path == "worksheet/cols/col"]
        if group is None or any(whole(each.get("max"), 0) >= first for each in there):
            return []
        made = []
        for at, place in enumerate(theirs):
            model = next(
                each
                for each in fresh.around
                if each.path == "worksheet/cols/col"
                and whole(each.attributes.get("min"), 0) <= place <= whole(each.attributes.get("max"), 0)
            )
            tag = fresh.xml[model.start : model.opened]
            for name in ("min", "max"):
                tag = with_attribute(tag, name, str(first + at))
            made.append(with_attribute(tag, "style", str(self.looks.format(whole(model.attributes.get("style"), 0)))))
        return [Change(group.closing, group.closing, b"".join(made))]

    def _validations(self, told: Sheet, fresh: Sheet, first: int, header: int, theirs: Sequence[int]) -> list[Change]:
        """What the cells say when they are selected, and the words they offer."""
        group = find(told.around, "worksheet/dataValidations")
        if group is None:
            return []
        made = []
        for at, place in enumerate(theirs):
            model = _validation(fresh, place)
            if model is not None:
                column = letters(first + at)
                cells = f"{column}{header + 1}:{column}{LAST_ROW}"
                tag = with_attribute(fresh.xml[model.start : model.opened], "sqref", cells)
                made.append(tag + fresh.xml[model.opened : model.end])
        xml = with_lists(b"".join(made), self.package, self.fresh)
        count = whole(group.attributes.get("count"), 0) + len(made)
        tag = with_attribute(told.xml[group.start : group.opened], "count", str(count))
        return [Change(group.start, group.opened, tag), Change(group.closing, group.closing, xml)]


def _validation(fresh: Sheet, column: int) -> Element | None:
    """What a new workbook says of the cells of a column."""
    for each in fresh.around:
        if each.path == "worksheet/dataValidations/dataValidation":
            cell = each.attributes.get("sqref", "").partition(":")[0]
            if re.sub(r"\d", "", cell) == letters(column):
                return each
    return None


def _widened(xml: bytes, title: str, table: Table, lacking: Sequence[Column]) -> list[bytes]:
    """A table part with more columns at its right end."""
    elements = outline(xml, title, depth=4)
    area = table.area._replace(last_column=table.area.last_column + len(lacking))
    changes = [
        Change(each.start, each.opened, with_attribute(xml[each.start : each.opened], "ref", str(area)))
        for each in elements
        if each.path in ("table", "table/autoFilter") and each.attributes.get("ref")
    ]
    listed = [each for each in elements if each.path == "table/tableColumns/tableColumn"]
    number = max(whole(each.attributes.get("id"), 0) for each in listed)
    added = b"".join(
        b'<tableColumn id="%d" name="%b"/>' % (number + at, escaped(column.heading))
        for at, column in enumerate(lacking, 1)
    )
    group = next(each for each in elements if each.path == "table/tableColumns")
    tag = with_attribute(xml[group.start : group.opened], "count", str(len(listed) + len(lacking)))
    changes += [Change(group.start, group.opened, tag), Change(group.closing, group.closing, added)]
    return list(changed(xml, changes))


def _named(columns: Sequence[Column]) -> str:
    return ", ".join(each.heading for each in columns)
