"""Writing into a clerk's workbook without losing anything of it.

An Editor takes what is to stand in cells and rows. Only the parts of the file that must change do; all others keep
their bytes. Nothing at all is written when the workbook holds everything already.
"""

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Self

from permitbook.errors import WorkbookError
from permitbook.workbook.applying import Applied, NotWritten, Plan, apply
from permitbook.workbook.areas import area
from permitbook.workbook.cells import CellValue, Formula, Link
from permitbook.workbook.contents import Contents, Table
from permitbook.workbook.edits import Body
from permitbook.workbook.extent import (
    filled_columns,
    first_filled_cell,
    formats,
    last_data_row,
    last_filled_row,
    row_at,
)
from permitbook.workbook.formulas import adds_up, names_cells
from permitbook.workbook.held import formula_in
from permitbook.workbook.hyperlinks import link_target
from permitbook.workbook.outline import find
from permitbook.workbook.package import Package
from permitbook.workbook.rows import Row, Sheet
from permitbook.workbook.saving import save_file
from permitbook.workbook.sniff import open_package
from permitbook.workbook.table import LAST_ROW, address


class Editor:
    """One workbook file, and what is to stand in it. Rows and columns are counted from 1.

    Raises WorkbookError, before anything is written, for a file that cannot be changed without loss.
    """

    def __init__(self, path: Path, package: Package, *, write_protected: bool = False) -> None:
        self.path = path
        self._write_protected = write_protected
        self._start(package)
        self._done: Applied | None = None
        self._earlier: Applied | None = None

    @classmethod
    def open(cls, path: str | PathLike[str], *, write_protected: bool = False) -> Self:
        """The workbook as it stands on the disk. With `write_protected`, protected sheets are written too."""
        return cls(Path(path), open_package(Path(path)), write_protected=write_protected)

    def _start(self, package: Package) -> None:
        self._package = package
        self._contents = Contents(package)
        self._plans: dict[str, Plan] = {}

    @property
    def sheet_names(self) -> list[str]:
        """The sheets in their order."""
        return self._contents.sheet_names

    def set_cells(self, sheet: str, cells: Mapping[tuple[int, int], CellValue]) -> None:
        """Let cells hold values, by row and column; None empties a cell. Formulas that stand there stay."""
        plan = self._plan(sheet)
        given = plan.edits.cells
        for (row, column), value in cells.items():
            if row in given and value.__class__ is not Link and not plan.links:
                given[row][column] = value
            else:
                self._set(plan, row, column, value)

    def set_rows(
        self,
        sheet: str,
        first_row: int,
        rows: Sequence[Mapping[int, CellValue]],
        clear_to: int | None = None,
        columns: Collection[int] = (),
    ) -> None:
        """Let the rows of a computed sheet be these, and empty what stood below; its table ends with the last.

        A row tells the value of each column. Columns are all those that some row names, or `columns`; cells
        of other columns are the clerk's, and the table stays long enough to hold them. Emptied are the rows down
        to the table's end, or to `clear_to`, or without a table all of them. Raises WorkbookError when a table
        would grow over something else.
        """
        plan = self._plan(sheet)
        table = self._table(sheet, first_row - 1)
        told = frozenset(columns).union(*rows) or self._headed(plan, table, first_row - 1)
        last_row = first_row + len(rows) - 1
        self._check_fits(sheet, last_row)
        cleared_to = max(clear_to or 0, table.area.last_row) if table else clear_to or LAST_ROW
        if table:
            self._check_growth(sheet, plan, table, cleared_to + 1, last_row)
            others = frozenset(table.columns) - told
            kept = last_filled_row(plan.sheet, others, last_row + 1, table.area.last_row)
            plan.table_ends[table.part] = max(first_row, last_row, kept)
        self._move_filter(plan, first_row - 1, max(first_row, last_row))
        plan.forget(first_row, told)
        plan.edits.bodies.append(Body(first_row, max(cleared_to, last_row), told))
        for number, row in enumerate(rows, first_row):
            self._set_row(plan, number, dict(row))
        looks = formats(plan.sheet, row_at(plan.sheet, first_row), told)
        plan.edits.look_like(looks, first_row, last_row)

    def append_rows(self, sheet: str, header_row: int, rows: Sequence[Mapping[int, CellValue]]) -> int:
        """Add rows below the last row of data, looking like it; the row in which the first of them stands.

        The table or filter whose headings stand in `header_row` grows, and the table's own formulas are carried
        on. Raises WorkbookError when a total row or anything else stands in the way.
        """
        plan = self._plan(sheet)
        table = self._table(sheet, header_row)
        columns = self._headed(plan, table, header_row)
        end = table.area.last_row if table else LAST_ROW
        if header_row not in plan.data_ends:
            kept = min((body.first_row - 1 for body in plan.edits.bodies if body.first_row > header_row), default=end)
            last = last_data_row(plan.sheet, columns, header_row + 1, min(end, kept))
            if last and not table:
                self._check_no_total(sheet, plan, last, columns)
            planned = (row for row, cells in plan.edits.cells.items() if columns & cells.keys())
            plan.data_ends[header_row] = max(last.number if last else header_row, *planned, header_row)
            plan.looks[header_row] = formats(plan.sheet, last, columns)
        first_row = plan.data_ends[header_row] + 1
        if not rows:
            return first_row
        last_row = plan.data_ends[header_row] = first_row + len(rows) - 1
        self._check_fits(sheet, last_row)
        if table:
            self._check_growth(sheet, plan, table, end + 1, last_row)
            plan.table_ends[table.part] = max(end, last_row)
            self._carry_formulas(plan, table, range(first_row, last_row + 1))
        self._move_filter(plan, header_row, last_row, grow=True)
        plan.edits.look_like(plan.looks[header_row], first_row, last_row)
        for number, row in enumerate(rows, first_row):
            self._set_row(plan, number, {column: value for column, value in row.items() if value is not None})
        return first_row

    @property
    def changed(self) -> bool:
        """Something stands otherwise in the workbook than is wanted."""
        return bool(self.changed_parts)

    @property
    def changed_parts(self) -> tuple[str, ...]:
        """The parts of the file that would be written anew."""
        return self._applied().package.changed_parts

    @property
    def wanted(self) -> Package:
        """The workbook as it would be with everything that is wanted."""
        return self._applied().package

    def prepared(self) -> Package:
        """The workbook as it would be saved."""
        return self._applied().package

    @property
    def not_written(self) -> list[NotWritten]:
        """The cells that keep what they hold, and why; after saving, those of the last save."""
        return list(self._applied().not_written)

    @property
    def hidden_rows(self) -> dict[str, int]:
        """How many rows of a computed sheet a filter hides although something stands in them now, by sheet."""
        return dict(self._applied().hidden_rows)

    @property
    def recalculates(self) -> bool:
        """Formulas may hang on what is written, so Excel is told to work them out when it opens the workbook."""
        return self._applied().recalculates

    def save(self, backup: bool = False) -> None:
        """Put the changed workbook in the place of the old one; with `backup` the old one stays beside it.

        Nothing is written when nothing changed. Raises WorkbookError when it cannot be written; then the old
        file stands there unchanged.
        """
        done = self._applied()
        if not done.package.changed_parts:
            return
        data = done.package.assemble()
        save_file(self.path, self._package.data, data, backup=backup)
        self._start(Package(data, self.path.name))
        self._done = Applied(self._package, done.not_written, done.hidden_rows, done.recalculates)
        self._earlier = None

    def _applied(self) -> Applied:
        if self._done is None:
            done = apply(self._package, self._plans, write_protected=self._write_protected)
            if self._earlier:
                done.not_written = list(dict.fromkeys([*self._earlier.not_written, *done.not_written]))
                done.hidden_rows = self._earlier.hidden_rows | done.hidden_rows
                done.recalculates |= self._earlier.recalculates
            self._done = done
        return self._done

    def _plan(self, sheet: str) -> Plan:
        """What is to become of a sheet; whoever asks is about to change it.

        What has been worked out by then is not worked out again: the new plan starts from there.
        """
        if self._done and self._done.package is not self._package:
            self._earlier = self._done
            self._start(self._done.package)
        self._done = None
        if sheet not in self._plans:
            xml = self._package.part(self._contents.sheet_part(sheet))
            self._plans[sheet] = Plan(Sheet(xml, f'The sheet "{sheet}" of {self._package.title}'))
        return self._plans[sheet]

    def _set(self, plan: Plan, row: int, column: int, value: CellValue) -> None:
        if isinstance(value, Link):
            plan.links[row, column] = link_target(value.target)
        elif plan.links:
            plan.links.pop((row, column), None)
        plan.edits.cells.setdefault(row, {})[column] = value

    def _set_row(self, plan: Plan, row: int, cells: dict[int, CellValue]) -> None:
        if row not in plan.edits.cells and not plan.links and Link not in map(type, cells.values()):
            plan.edits.cells[row] = cells
            return
        for column, value in cells.items():
            self._set(plan, row, column, value)

    def _table(self, sheet: str, header_row: int) -> Table | None:
        tables = self._contents.tables(sheet)
        return next((each for each in tables if each.has_heading and each.area.first_row == header_row), None)

    def _headed(self, plan: Plan, table: Table | None, header_row: int) -> frozenset[int]:
        return frozenset(table.columns) if table else filled_columns(plan.sheet, header_row)

    def _check_fits(self, sheet: str, last_row: int) -> None:
        if last_row > LAST_ROW:
            raise WorkbookError(f'The sheet "{sheet}" of {self.path.name} is full: Excel has {LAST_ROW:,} rows.')

    def _check_growth(self, sheet: str, plan: Plan, table: Table, first_free: int, last_row: int) -> None:
        """Refuses to let a table grow over its total row, or over what stands below it."""
        if table.has_total:
            raise WorkbookError(
                f'The table on the sheet "{sheet}" of {self.path.name} has a total row; take it off in Excel '
                "(Table Design > Total Row) and run again."
            )
        filled = first_filled_cell(plan.sheet, table.columns, first_free, last_row)
        if filled:
            raise WorkbookError(
                f"{sheet}!{address(*filled)} of {self.path.name} stands below the table, which needs its place; "
                "move it away, or drag the table's corner down over it, and run again."
            )

    def _check_no_total(self, sheet: str, plan: Plan, last: Row, columns: Collection[int]) -> None:
        """Refuses to write below a row that adds up those above it."""
        cells = [cell for cell in plan.sheet.cells(last) if cell.column in columns]
        if any(adds_up(formula_in(cell) or "") for cell in cells):
            raise WorkbookError(
                f'The rows on the sheet "{sheet}" of {self.path.name} end with a total in row {last.number}; '
                "move it away and run again."
            )

    def _carry_formulas(self, plan: Plan, table: Table, rows: range) -> None:
        for column, formula in table.formulas.items():
            if names_cells(formula):
                reason = "the column's formula names single cells; fill it down in Excel"
                plan.not_carried[rows[0], column] = reason
            else:
                for row in rows:
                    self._set(plan, row, column, Formula(formula))

    def _move_filter(self, plan: Plan, header_row: int, last_row: int, *, grow: bool = False) -> None:
        """The sheet's own filter, when its headings are these, ends with the last row."""
        found = find(plan.sheet.around, "worksheet/autoFilter")
        place = area(found.attributes.get("ref", "A1")) if found else None
        if place and place.first_row == header_row:
            plan.filter_end = max(last_row, place.last_row) if grow else last_row
