"""Check: read the log, hold every row against the ordinance, and write what follows into the computed sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.desk import Desk, now_in, open_desk
from permitbook.determined import finding_problem
from permitbook.errors import Problem
from permitbook.evaluate import evaluate_log
from permitbook.progress import tell
from permitbook.results import Assessed, key_of
from permitbook.workbook.copies import copies_beside
from permitbook.workbook.opened import OpenBook, opened

if TYPE_CHECKING:
    from permitbook.workbook.opened import Writer


class Checked(Struct, kw_only=True):
    """A workbook's log with everything the ordinance says of it."""

    desk: Desk
    as_of: datetime
    assessed: list[Assessed]
    problems: list[Problem]
    changed: bool = False

    @property
    def has_problems(self) -> bool:
        """Some cell or row needs the clerk."""
        return any(each.level == "problem" for each in self.problems)

    def of(self, number: str) -> Assessed | None:
        """One application, by its number as typed; one that has no number yet cannot be acted on."""
        wanted = number.strip().casefold()
        numbered = (each for each in self.assessed if each.logged.is_numbered)
        return next((each for each in numbered if each.logged.number.casefold() == wanted), None)


def assess_desk(desk: Desk, as_of: datetime | None) -> Checked:
    """Every application of a desk, assessed as of a minute; as of now where none is given."""
    when = as_of or now_in(desk.law.zone)
    made = evaluate_log(
        desk.law,
        desk.applications,
        desk.office,
        as_of=when,
        determinations=desk.determinations,
        sent=desk.sent(),
        unread=desk.unread(),
    )
    assessed = [Assessed(logged, each) for logged, each in zip(desk.logged, made, strict=True)]
    problems = [*desk.problems, *_unused(desk, assessed)]
    return Checked(desk=desk, as_of=when, assessed=assessed, problems=problems)


def _unused(desk: Desk, assessed: Sequence[Assessed]) -> list[Problem]:
    """Determinations that answer no question stay in the sheet, are not used, and are told."""
    unused = {key_of(each.logged.number, clause) for each in assessed for clause in each.assessment.unused}
    problems = []
    for row, finding in desk.findings:
        if key_of(finding.application_no, finding.clause) in unused and finding.found is not None:
            message = "the facts settle this clause, so the determination is not used; correct the facts or clear it."
            problems.append(finding_problem(desk, row, finding, "found", message))
    return problems


def check(book: Path | OpenBook, as_of: datetime | None = None, *, dry_run: bool = False) -> Checked:
    """Reads a workbook, assesses it and writes what follows; with `dry_run` nothing is written.

    Nothing is written either when nothing changed. Raises WorkbookError when it cannot be read or written.
    """
    tell("Permits: reading …")
    book = opened(book)
    desk = open_desk(book.read)
    tell(f"Permits: checking {len(desk.logged)} applications …")
    checked = assess_desk(desk, as_of)
    checked.problems += copies_beside(book.path)
    if dry_run:
        return checked
    from permitbook.writing import append_history, write_results

    tell("Permits: writing …")
    settings = checked.desk.office.settings
    writer = book.writer(settings)
    write_results(writer, checked)
    if writer.changed:
        append_history(writer, checked.desk, at=checked.as_of, did="checked")
        writer.save(backup=bool(settings.keep_backup))
        checked.changed = True
    checked.problems += not_written(writer)
    return checked


def not_written(writer: Writer) -> Iterator[Problem]:
    """Cells that kept what they held, and rows that a filter hides."""
    for each in writer.not_written:
        yield Problem(each.sheet, each.address, "", f"not written: {each.reason}.")
    for sheet, count in writer.hidden_rows.items():
        message = f"a filter hides {count} rows that were written; clear it (Data > Clear) to see them."
        yield Problem(sheet, "", "", message, level="note")
