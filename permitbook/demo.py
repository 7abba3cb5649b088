"""The demonstration: a sample year for each municipality, made the way an office makes its own.

A new workbook is filled, checked, and then taken through its year: letters are made and facts recorded in the order
in which it was done, and at last it is checked as of the minute that stands for now and the board gets its month.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from permitbook.application import Application
from permitbook.checking import check
from permitbook.desk import APPLICATIONS, open_desk
from permitbook.errors import NeedsUser, WorkbookError
from permitbook.ordinances import KEYS, ordinance
from permitbook.report import problem_report
from permitbook.samples import Sample, Step, sample
from permitbook.schema import Record, columns
from permitbook.tables import FindingRow, ReadingRow
from permitbook.values import to_cell
from permitbook.workbook.reader import read_book

if TYPE_CHECKING:
    from permitbook.checking import Checked
    from permitbook.workbook.cells import CellValue

FINDINGS, READINGS, REGISTER = "Findings", "Readings", "Register"
PATIENCE = 1.0
"""Seconds that pass in silence."""


class Made(Struct, frozen=True):
    """One workbook of the demonstration, and what stands in it."""

    path: Path
    municipality: str
    letters: Path
    documents: int
    memo: Path | None
    checked: Checked

    def row(self) -> tuple[object, ...]:
        """Its line in the table: municipality, applications, findings, conflicts, letters, workbook."""
        return (self.municipality, self._applications, self._findings, self._conflicts, self.documents, self.path)

    def report(self) -> dict[str, Any]:
        """The same as JSON, with the folder of the letters and the minute that stands for now."""
        law = self.checked.desk.law
        return {
            "ordinance": law.key,
            "municipality": self.municipality,
            "as_of": f"{self.checked.as_of:%Y-%m-%dT%H:%M}",
            "applications": self._applications,
            "findings": self._findings,
            "conflicts": self._conflicts,
            "letters": self.documents,
            "workbook": str(self.path),
            "letters_folder": str(self.letters),
            "board_memo": str(self.memo) if self.memo else None,
            "problems": [problem_report(each) for each in self.checked.problems],
        }

    @property
    def _applications(self) -> int:
        return len(self.checked.assessed)

    @property
    def _findings(self) -> int:
        """The rows of the Findings sheet."""
        return len(self.checked.desk.findings)

    @property
    def _conflicts(self) -> int:
        """Pairs of events that meet."""
        met = {
            frozenset((each.logged.number, other.with_no))
            for each in self.checked.assessed
            for other in each.assessment.conflicts
        }
        return len(met)


def make_demo(folder: Path) -> list[Made]:
    """The three workbooks with their letters, in a folder that is new or empty.

    Raises WorkbookError when something stands in it already, or when it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WorkbookError(f"{folder} is there already and is not empty; name a new folder for the demonstration.")
    say = Progress()
    return [_make_year(folder / f"{key}.xlsm", sample(key), say) for key in KEYS]


class Progress:
    """Says on standard error what is being done, once it takes longer than a moment."""

    def __init__(self) -> None:
        self.start = monotonic()

    def __call__(self, doing: str) -> None:
        if monotonic() - self.start > PATIENCE:
            print(doing, file=sys.stderr, flush=True)


def _make_year(path: Path, year: Sample, say: Progress) -> Made:
    from permitbook.issuing import act_on
    from permitbook.letters.kinds import ACTS
    from permitbook.letters.templates import copy_templates
    from permitbook.workbook.build import build_workbook
    from permitbook.workbook.conf import this_python
    from permitbook.workbook.saving import write_new

    law = ordinance(year.key)
    say(f"{law.municipality}: a new workbook with {len(year.log)} applications")
    start = year.steps[0].at
    book = build_workbook(
        law, year.years, as_of=start.date(), rows=_tables(year), settings=year.settings, interpreter=this_python()
    )
    write_new(path, book)
    templates = copy_templates(path)
    _log(path, year.log)
    check(path, start)
    _note(path, year.determinations)
    say(f"{law.municipality}: the letters of the year")
    for step in year.steps:
        if step.command is None:
            _note(path, step.determinations, step)
            continue
        acted = act_on(path, ACTS[step.command], [step.application_no], step.at)
        if acted.outcomes[0].reasons:
            raise NeedsUser(f"{step.application_no}: {' '.join(acted.outcomes[0].reasons)}")
    documents = _send(path)
    check(path, year.as_of)
    memo = _board(path, year.as_of)
    checked = check(path, year.as_of, dry_run=True)
    return Made(path, law.municipality, templates.parent, documents, memo, checked)


def _board(path: Path, as_of: datetime) -> Path | None:
    """The last whole month on the Board sheet, and its memo beside the workbook; None where pandas is not installed."""
    if find_spec("pandas") is None:
        return None
    from permitbook.summary.board import write_board_sheet
    from permitbook.summary.digest import digest_desk
    from permitbook.summary.files import write_files
    from permitbook.summary.make import summarize
    from permitbook.summary.month import Month

    month = Month.of(as_of.date().replace(day=1) - timedelta(days=1))
    made = summarize([digest_desk(open_desk(read_book(path)), path.stem, month, as_of)], month)
    write_board_sheet(path, made)
    return write_files(made, path.with_name(f"{path.stem} board"))[0]


def _tables(year: Sample) -> dict[str, Sequence[object]]:
    """The office's tables as a new workbook has them, with what the office entered."""
    from permitbook.workbook.build_rows import starting_rows

    signed = {each.id: each for each in cast("Sequence[ReadingRow]", year.tables[READINGS])}
    start = cast("Sequence[ReadingRow]", starting_rows(ordinance(year.key), year.years)[READINGS])
    readings = [
        replace(each, confirmed_by=signed[each.id].confirmed_by, confirmed_on=signed[each.id].confirmed_on)
        if each.id in signed
        else each
        for each in start
    ]
    return {**year.tables, READINGS: readings}


def _log(path: Path, log: Iterable[Application]) -> None:
    """The applications, typed into the log."""
    from permitbook.workbook.edit import Editor

    book = read_book(path)
    desk, editor = open_desk(book), Editor(path, book.package)
    rows = [_cells(each, desk.heads(APPLICATIONS)) for each in log]
    editor.append_rows(APPLICATIONS, desk.header_row(APPLICATIONS), rows)
    editor.save()


def _note(path: Path, answers: Iterable[FindingRow], step: Step | None = None) -> None:
    """The officials' answers, in the rows of Findings that ask them or below; and facts that were recorded later."""
    from permitbook.workbook.edit import Editor

    book = read_book(path)
    desk, editor = open_desk(book), Editor(path, book.package)
    if step is not None:
        row = next(each.row for each in desk.logged if each.number == step.application_no)
        facts = _cells(Application(**step.facts), desk.heads(APPLICATIONS))
        editor.set_cells(APPLICATIONS, {(row, column): value for column, value in facts.items()})
    asked = {(each.application_no, each.clause): row for row, each in desk.findings}
    added = []
    for each in answers:
        cells, place = _cells(each, desk.heads(FINDINGS)), asked.get((each.application_no, each.clause))
        if place is None:
            added.append(cells)
        else:
            editor.set_cells(FINDINGS, {(place, column): value for column, value in cells.items()})
    editor.append_rows(FINDINGS, desk.header_row(FINDINGS), added)
    editor.save()


def _send(path: Path) -> int:
    """Notes in the Register that each document went out on the day it was made; how many there are."""
    from permitbook.workbook.edit import Editor

    book = read_book(path)
    desk, editor = open_desk(book), Editor(path, book.package)
    heads, ways = desk.heads(REGISTER), {each.role: each.method for each in desk.office.officials}
    made = [(row, each) for row, each in desk.register if each.file]
    for row, each in made:
        way = next((how for role, how in ways.items() if role and (each.recipient or "").startswith(role)), "mail")
        day = each.made_at.date() if each.made_at else None
        editor.set_cells(REGISTER, {(row, heads["method"]): way, (row, heads["sent_on"]): day})
    editor.save()
    return len(made)


def _cells(row: Record, heads: Mapping[str, int]) -> dict[int, CellValue]:
    """The filled cells of a row, by sheet column."""
    kinds = {each.key: each for each in columns(type(row))}
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    told = {heads[key]: to_cell(kinds[key], value) for key, value in values.items() if value is not None}
    return cast("dict[int, CellValue]", told)
