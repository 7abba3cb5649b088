"""What the program writes into the workbook: computed columns and sheets, numbers it gave, and the history."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from getpass import getuser
from os import environ
from typing import TYPE_CHECKING, cast

from permitbook.desk import APPLICATIONS
from permitbook.history import next_entry
from permitbook.reckoning import show_day
from permitbook.results import (
    FOUND,
    SETTLED,
    all_by_position,
    by_position,
    computed,
    conflict_rows,
    deadline_rows,
    is_shown,
    key_of,
    today_rows,
    told,
)
from permitbook.workbook.cells import CellValue, Link
from permitbook.workbook.layout import AS_OF_CELL, FIRST_ROW
from permitbook.workbook.table import address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from permitbook.assessment import Finding
    from permitbook.checking import Checked
    from permitbook.desk import Desk
    from permitbook.results import Values
    from permitbook.tables import FindingRow
    from permitbook.workbook.opened import Writer


def write_results(book: Writer, checked: Checked) -> None:
    """Puts all computed columns and sheets, and the numbers given, into the workbook."""
    _write_applications(book, checked)
    _write_today(book, checked)
    _write_findings(book, checked)
    _write_sheet(book, checked.desk, "Deadlines", deadline_rows(checked.assessed))
    _write_sheet(book, checked.desk, "Conflicts", conflict_rows(checked.assessed))


def _write_applications(book: Writer, checked: Checked) -> None:
    heads = checked.desk.computed_heads()
    cells: dict[tuple[int, int], CellValue] = {}
    for each in checked.assessed:
        for key, value in computed(each.assessment).items():
            if key in heads:
                cells[each.logged.row, heads[key]] = cast(CellValue, value)
    column = checked.desk.heads(APPLICATIONS).get("application_no")
    for given in checked.desk.numbered:
        if column:
            cells[given.row, column] = given.number
    book.set_cells(APPLICATIONS, cells)


def _write_today(book: Writer, checked: Checked) -> None:
    if "Today" not in book.sheet_names:
        return
    heads = checked.desk.heads("Today")
    column = checked.desk.heads(APPLICATIONS).get("application_no", 1)
    rows = []
    for each, values in today_rows(checked.assessed):
        target = f"#'{APPLICATIONS}'!{address(each.logged.row, column)}"
        rows.append(values | {"application": Link(each.assessment.application_no, target)})
    _set_rows(book, checked.desk, "Today", rows)
    if heads:
        book.set_cells("Today", {AS_OF_CELL: f"As of {show_day(checked.as_of.date())}"})


def _write_findings(book: Writer, checked: Checked) -> None:
    """Updates each finding where it stands and adds new ones below; the official's columns are left alone."""
    desk = checked.desk
    heads = desk.heads("Findings")
    if "Findings" not in book.sheet_names or not {"application_no", "clause"} <= heads.keys():
        # Without the key a row would not be found again, and be added at each check.
        return
    keys = [key_of(each.application_no, each.clause) for _, each in desk.findings]
    standing = frozenset(keys)
    shown: dict[tuple[str, str], tuple[str, Finding]] = {}
    for each in checked.assessed:
        number = each.assessment.application_no
        for finding in each.assessment.findings:
            key = key_of(number, finding.clause)
            if key in standing or is_shown(each, finding):
                shown[key] = (number, finding)
    cells: dict[tuple[int, int], CellValue] = {}
    for key, (row, there) in zip(keys, desk.findings, strict=True):
        held, now = _held(there), _told(there, shown.get(key))
        # A long sheet holds most of its findings already; only what differs is looked at again.
        if now != held:
            changed = {name: value for name, value, old in zip(FOUND, now, held, strict=True) if value != old}
            cells |= {(row, heads[name]): value for name, value in changed.items() if name in heads}
    if cells:
        book.set_cells("Findings", cells)
    columns = ("application_no", "clause", *FOUND)
    found = [(number, finding) for key, (number, finding) in shown.items() if key not in standing]
    new: list[Values] = [dict(zip(columns, (number, each.clause, *told(each)), strict=True)) for number, each in found]
    if new:
        rows = cast("list[dict[int, CellValue]]", all_by_position(new, heads))
        book.append_rows("Findings", desk.header_row("Findings"), rows)


def _held(there: FindingRow) -> tuple[str | None, ...]:
    """What stands in the program's columns of a row."""
    return there.cite, there.effect, there.verdict, there.because, there.question


def _told(there: FindingRow, found: tuple[str, Finding] | None) -> tuple[str | None, ...]:
    """What is to stand in these columns; the row's key stays as it is spelled there."""
    if found is not None:
        return told(found[1])
    return (there.cite, there.effect, *SETTLED) if there.verdict else _held(there)


def _write_sheet(book: Writer, desk: Desk, sheet: str, rows: Iterable[Values]) -> None:
    if sheet in book.sheet_names:
        _set_rows(book, desk, sheet, list(rows))


def _set_rows(book: Writer, desk: Desk, sheet: str, rows: Sequence[Values]) -> None:
    heads = desk.heads(sheet)
    placed = cast("list[dict[int, CellValue]]", all_by_position(rows, heads))
    book.set_rows(sheet, desk.header_row(sheet) + FIRST_ROW, placed, columns=frozenset(heads.values()))


def append_history(
    book: Writer,
    desk: Desk,
    *,
    at: datetime,
    did: str,
    application_no: str | None = None,
    clauses: str | None = None,
    files: str | None = None,
) -> None:
    """Adds one entry to the Log sheet, with the hash of the one before."""
    if "Log" not in book.sheet_names:
        return
    entry = next_entry(
        desk.history, at=at, by=who(), did=did, application_no=application_no, clauses=clauses, files=files
    )
    desk.history.append(entry)
    heads = desk.heads("Log")
    values = by_position({name: getattr(entry, name) for name in entry.__struct_fields__}, heads)
    book.append_rows("Log", desk.header_row("Log"), [cast("dict[int, CellValue]", values)])


def who() -> str:
    """The person at the keyboard, as the computer knows them."""
    named = environ.get("PERMITBOOK_USER")
    if named:
        return named
    try:
        return getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
