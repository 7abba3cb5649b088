"""The office's calendar as a file beside its workbook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from permitbook.agenda import Entry, Mark, entries_of
from permitbook.checking import assess_desk
from permitbook.desk import APPLICATIONS, open_desk
from permitbook.errors import WorkbookError
from permitbook.export.privacy import scrubber
from permitbook.ical import calendar_file, is_ours
from permitbook.workbook.opened import OpenBook, opened
from permitbook.workbook.saving import save_file, write_new
from permitbook.workbook.sniff import read_bytes

if TYPE_CHECKING:
    from permitbook.errors import Problem
    from permitbook.results import Assessed


class Planned(Struct, frozen=True, kw_only=True):
    """A calendar file that was written, and what stands in it."""

    path: Path
    entries: Sequence[Entry]
    problems: Sequence[Problem]
    left_out: int
    """Applications without a day, or without a number to be known by."""
    changed: bool

    @property
    def events(self) -> int:
        """How many stretches of events."""
        return sum(not each.is_deadline for each in self.entries)

    @property
    def deadlines(self) -> int:
        """How many open dates."""
        return sum(each.is_deadline for each in self.entries)

    @property
    def cancelled(self) -> int:
        """How many of the events are struck out."""
        return sum(each.mark is Mark.CANCELLED for each in self.entries)


def plan(book: Path | OpenBook, out: Path | None, as_of: datetime | None) -> Planned:
    """Writes the calendar of a workbook, beside it where no other place is named.

    An earlier calendar is replaced. Raises WorkbookError when something else stands there, or when the workbook cannot
    be read or the file not be written.
    """
    book = opened(book)
    path = out or book.path.with_suffix(".ics")
    checked = assess_desk(open_desk(book.read), as_of)
    typed = {row.number: row.get("route") for row in checked.desk.tables[APPLICATIONS].rows}
    entries, left_out = [], 0
    for each in checked.assessed:
        made = list(_entries(each, typed.get(each.logged.row))) if each.logged.is_numbered else []
        entries += made
        left_out += all(one.is_deadline for one in made)
    content = calendar_file(checked.desk.law, entries, checked.as_of)
    changed = _put(path, content)
    return Planned(path=path, entries=entries, problems=checked.problems, left_out=left_out, changed=changed)


def _entries(it: Assessed, route: object) -> Iterator[Entry]:
    """The entries of an application, without what reaches people at home; `route` is what was typed for it."""
    clean = scrubber(it.logged.application)
    for each in entries_of(it.logged.application, it.assessment, route if isinstance(route, str) else None):
        place = clean(each.location) if each.location else None
        yield replace(each, summary=clean(each.summary), location=place, description=clean(each.description))


def _put(path: Path, content: bytes) -> bool:
    """Lets the file hold this; whether it did not before."""
    if not path.exists():
        write_new(path, content)
        return True
    if path.is_dir():
        raise WorkbookError(f"{path} is a folder; name a file for the calendar, such as {path / 'permits.ics'}.")
    before = read_bytes(path)
    if before == content:
        return False
    if not is_ours(before):
        raise WorkbookError(
            f"{path} is no calendar that permitbook made, so it is not replaced; name another file with --out, or move "
            "it away."
        )
    save_file(path, before, content)
    return True
