"""The sheet Form: one application, fact below fact, opened from its row and saved back to it.

What was opened stands beside what is given, in a hidden column: so only what was changed on the form is written, and
never over a cell of the row that someone has changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from permitbook.checking import Checked, assess_desk, not_written
from permitbook.desk import APPLICATIONS, Desk, now_in, open_desk
from permitbook.errors import NeedsUser, PermitbookError, Problem
from permitbook.kinds import shown
from permitbook.reckoning import show
from permitbook.results import computed, in_words, is_shown
from permitbook.schema import Column, Kind
from permitbook.values import read_value, to_cell
from permitbook.workbook.headings import same_heading
from permitbook.workbook.layout import COMPUTED, FINDINGS, MOST_FINDINGS, Sheet, application_columns
from permitbook.workbook.opened import OpenBook, opened
from permitbook.workbook.table import CellError, Raw, Row, address
from permitbook.writing import append_history

if TYPE_CHECKING:
    from permitbook.assessment import Finding
    from permitbook.results import Assessed
    from permitbook.workbook.cells import CellValue
    from permitbook.workbook.reader import Book

FORM = Sheet.FORM.value
LINES = (
    Column("fact", "Fact", Kind.TEXT),
    Column("given", "Given", Kind.TEXT),
    Column("as_opened", "As Opened", Kind.TEXT),
)
NUMBER = "application_no"
_AS_TYPED = (Kind.TEXT, Kind.LIST, Kind.ROUTE, Kind.DATES, Kind.CLAUSE)
_NONE_OPEN = (
    "No application is open on the sheet Form. Select a cell in its row on Applications and press Open form first."
)
_OLDER = "The sheet Form is not as this version makes it; close the workbook and run `permitbook upgrade` on it."


class Form(Struct):
    """The lines of the sheet by fact: the row, what is given there, and what was there when it was opened."""

    heads: dict[str, int]
    header_row: int
    rows: dict[str, int] = field(default_factory=dict)
    given: dict[str, Raw] = field(default_factory=dict)
    as_opened: dict[str, Raw] = field(default_factory=dict)
    findings_row: int = 0

    @property
    def number(self) -> str:
        """The application that is open; empty when none is."""
        return shown(self.as_opened.get(NUMBER) or "").strip()


class Change(Struct, frozen=True):
    """A fact that the form gives otherwise than the row."""

    column: Column
    before: Raw
    after: Raw
    value: CellValue

    def __str__(self) -> str:
        return f"{self.column.heading}: {_told(self.before)}, now {_told(self.after)}"


class Saved(Struct, frozen=True):
    """What saving the form did: the changes written, or the problems for which nothing was."""

    number: str
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]


def opened_number(book: Book) -> str:
    """The number of the application that is open on the form. Raises NeedsUser when none is."""
    if not (number := _form(book, (Column(NUMBER, "Application No", Kind.TEXT),)).number):
        raise NeedsUser(_NONE_OPEN)
    return number


def is_whole(book: Book, desk: Desk) -> bool:
    """The sheet has a line for every fact of this version, and room for what was found."""
    try:
        return all(each.key in _form(book, _facts(desk)).rows for each in _facts(desk))
    except PermitbookError:
        return False


def open_form(book: Path | OpenBook, number: str, as_of: datetime | None = None) -> tuple[Checked, list[Change]]:
    """Puts an application on the form: its facts as they stand in its row, how it stands, and what was found.

    Changes of the same application that were not saved give way and are returned; those of another one are kept, and
    NeedsUser is raised, as it is when there is no such application.
    """
    book = opened(book)
    checked = assess_desk(open_desk(book.read), as_of)
    desk = checked.desk
    found = checked.of(number)
    if found is None:
        raise NeedsUser(f"There is no application {number} to be opened in {book.path.name}.")
    form = _form(book.read, _facts(desk))
    unsaved = list(_changes(form, desk))
    if unsaved and form.number.casefold() != found.logged.number.casefold():
        told = "; ".join(each.column.heading for each in unsaved)
        raise NeedsUser(
            f"The form holds changes of {form.number} that are not saved ({told}). Press Save form first; or, to let "
            f"them go, open {form.number} on the form once more."
        )
    writer = book.writer(desk.office.settings)
    writer.set_cells(FORM, dict(_cells(form, checked, found)))
    writer.save()
    return checked, unsaved


def save_form(book: Path | OpenBook, as_of: datetime | None = None) -> Saved:
    """Writes what was changed on the form to the row of its application, and a note of it into the Log.

    When something cannot be read, or the row was changed meanwhile, nothing is written and the problems say where.
    Raises NeedsUser when no application is open on the form.
    """
    book = opened(book)
    desk = open_desk(book.read)
    form = _form(book.read, _facts(desk))
    if not form.number:
        raise NeedsUser(_NONE_OPEN)
    row = _row_of(desk, form.number)
    changes = list(_changes(form, desk))
    problems = [*_problems(form, desk, row, changes)]
    if problems or not changes:
        return Saved(form.number, () if problems else tuple(changes), tuple(problems))
    settings = desk.office.settings
    writer = book.writer(settings)
    heads = desk.heads(APPLICATIONS)
    writer.set_cells(APPLICATIONS, {(row.number, heads[each.column.key]): each.value for each in changes})
    kept = [each for each in not_written(writer) if each.level == "problem"]
    if kept:
        return Saved(form.number, (), tuple(kept))
    as_opened = form.heads["as_opened"]
    writer.set_cells(FORM, {(form.rows[each.column.key], as_opened): _cell(each.after) for each in changes})
    did = f"changed on the form: {'; '.join(map(str, changes))}"
    append_history(writer, desk, at=as_of or now_in(desk.law.zone), did=did, application_no=form.number)
    writer.save(backup=bool(settings.keep_backup))
    return Saved(form.number, tuple(changes), tuple(not_written(writer)))


def _form(book: Book, facts: Sequence[Column]) -> Form:
    """The form as it stands, with the lines of these facts."""
    if FORM not in book.sheets:
        raise NeedsUser(_OLDER)
    table = book.table(FORM, LINES)
    form = Form(table.heads, table.header_row)
    keys = {same_heading(each.heading): each.key for each in facts}
    for row in table.rows:
        fact = shown(row.cells.get("fact") or "").strip()
        if fact == f"{FINDINGS}:":
            form.findings_row = row.number
            break
        key = keys.get(same_heading(fact), "")
        if key and key not in form.rows:
            form.rows[key] = row.number
            form.given[key], form.as_opened[key] = row.cells.get("given"), row.cells.get("as_opened")
    if not form.findings_row or len(table.heads) < len(LINES) or NUMBER not in form.rows:
        raise NeedsUser(_OLDER)
    return form


def _facts(desk: Desk) -> tuple[Column, ...]:
    return (*application_columns(desk.law), *COMPUTED)


def _changes(form: Form, desk: Desk) -> Iterator[Change]:
    """The facts whose given value differs from the one that was opened."""
    if not form.number:
        return
    date1904 = desk.tables[APPLICATIONS].date1904
    for column in application_columns(desk.law):
        before, after = form.as_opened.get(column.key), form.given.get(column.key)
        if column.key in form.rows and _fact(column, before, date1904) != _fact(column, after, date1904):
            read = read_value(column, after, date1904=date1904)
            value = _cell(after) if column.kind in _AS_TYPED else _cell(to_cell(column, read.value))
            yield Change(column, before, after, value)


def _fact(column: Column, raw: Raw, date1904: bool) -> object:
    """What a cell says, for comparison: the fact, or the words when it cannot be read."""
    read = read_value(column, raw, date1904=date1904)
    return shown(raw) if read.problem and raw is not None else read.value


def _problems(form: Form, desk: Desk, row: Row, changes: Sequence[Change]) -> Iterator[Problem]:
    """Why the changes cannot be written: what is unreadable, has no column, or was changed on the row meanwhile."""
    table = desk.tables[APPLICATIONS]
    for each in changes:
        column, place = each.column, address(form.rows[each.column.key], form.heads["given"])
        there = row.cells.get(column.key)
        problem = read_value(column, each.after, date1904=table.date1904).problem
        if column.key == NUMBER:
            problem = "the number of an application is not changed on the form; change it on Applications."
        elif column.key not in table.heads:
            problem = "Applications has no column with this heading."
        elif isinstance(there, CellError):
            problem = f"its cell in row {row.number} of Applications shows an error; correct it there."
        elif _fact(column, there, table.date1904) != _fact(column, each.before, table.date1904):
            problem = (
                f"the row was changed meanwhile: it has {_told(there)}, and the form was opened with "
                f"{_told(each.before)}. Open the form once more."
            )
        if problem:
            yield Problem(FORM, place, column.heading, problem, read=_told(each.after), application_no=form.number)


def _row_of(desk: Desk, number: str) -> Row:
    """The one row of the log with a number."""
    wanted = number.casefold()
    rows = {each.row for each in (*desk.logged, *desk.set_aside) if each.number.casefold() == wanted}
    if len(rows) > 1:
        raise NeedsUser(f"Rows {' and '.join(map(str, sorted(rows)))} share the number {number}; give each its own.")
    found = next((each for each in desk.tables[APPLICATIONS].rows if each.number in rows), None)
    if found is None:
        raise NeedsUser(f"There is no application {number} on Applications any more; open another on the form.")
    return found


def _cells(form: Form, checked: Checked, found: Assessed) -> Iterator[tuple[tuple[int, int], CellValue]]:
    """What the form is to hold: each fact twice, how the application stands, and the findings below."""
    desk, it = checked.desk, found.assessment
    row = next(each for each in desk.tables[APPLICATIONS].rows if each.number == found.logged.row)
    fact, given, as_opened = (form.heads[each.key] for each in LINES)
    stands = computed(it)
    now = "; ".join(str(each) for each in (it.status.value, stands["recommendation"]) if each)
    about = f"{it.application_no}, as of {show(checked.as_of)}: {now}."
    yield (form.header_row - 1, fact), about
    raws: Mapping[str, Raw] = {**row.cells, NUMBER: it.application_no}
    for column in application_columns(desk.law):
        if column.key in form.rows:
            for place in (given, as_opened):
                yield (form.rows[column.key], place), _cell(raws.get(column.key))
    for key, value in stands.items():
        if key in form.rows:
            yield (form.rows[key], given), value  # type: ignore[misc]
    findings = [each for each in it.findings if is_shown(found, each)]
    for line in range(MOST_FINDINGS):
        told = _finding(findings[line]) if line < len(findings) else (None, None, None)
        if line == MOST_FINDINGS - 1 and len(findings) > MOST_FINDINGS:
            told = (f"and {len(findings) - line} more", "See the sheet Findings.", None)
        for place, text in enumerate(told, fact):
            yield (form.findings_row + 1 + line, place), text


def _finding(it: Finding) -> tuple[str, str, str | None]:
    told = f"Not known yet: {in_words(it.needs)}." if it.needs else it.because
    answer = it.determination
    question = it.question or it.answering
    if answer is not None:
        question = f"{question or 'Determined'} {'Yes' if answer.found else 'No'}, by {answer.by or 'nobody named'}."
    return f"{it.cite} ({it.clause})", f"{it.verdict.value}: {told}", question


def _cell(raw: Raw) -> CellValue:
    """A value as it can be written into a cell; what is no value there, such as an error, is left empty."""
    if isinstance(raw, CellError):
        return None
    return shown(raw) if isinstance(raw, timedelta) else raw


def _told(raw: Raw) -> str:
    return "nothing" if raw is None or raw == "" else f"'{shown(raw)}'"
