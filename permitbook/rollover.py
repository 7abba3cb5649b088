"""Next year's workbook: the office's own tables taken over from this year's, and its recurring events as drafts.

The workbook of this year is only read. What is dated stays with its year, but for the closings of the year before,
over which periods of January are counted back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from permitbook.desk import APPLICATIONS, now_in, open_desk
from permitbook.errors import Problem, WorkbookError
from permitbook.history import broken_at, next_entry
from permitbook.letters.folder import write_set
from permitbook.letters.templates import copy_templates, own_templates
from permitbook.office import Settings
from permitbook.recurring import drafts_of
from permitbook.schema import columns
from permitbook.statutory import statutory_holidays
from permitbook.tables import Closure, Fee, Meeting, Official, OutsideEvent, ReadingRow, Street
from permitbook.workbook.layout import OFFICE_SHEETS, Sheet
from permitbook.workbook.opened import OpenBook, opened
from permitbook.workbook.reader import read_records

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.desk import Desk
    from permitbook.ordinance import Ordinance

ENDING = ".xlsm"
_NAMED_SETTINGS = ("ordinance", "municipality")
Row = TypeVar("Row")


class Rolled(Struct):
    """What became of it: the rows taken over by sheet, the drafts, and what the clerk should see."""

    path: Path
    municipality: str
    templates: Path | None = None
    rows: dict[str, int] = field(default_factory=dict)
    drafts: list[tuple[str, str]] = field(default_factory=list)
    """Number of the application, and its event."""
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def made(self) -> bool:
        """The workbook is there; it is not while cells of the office's tables cannot be read."""
        return self.templates is not None

    def noted(self) -> list[Problem]:
        """The notes, as all commands tell them."""
        return [Problem(self.path.name, "", "", each, level="note") for each in self.notes]


def roll_over(
    book: Path | OpenBook,
    new: Path,
    year: int,
    as_of: datetime | None = None,
    recurring: Collection[str] | None = None,
) -> Rolled:
    """Makes the workbook of a year from the one before; never in the place of another file.

    With `recurring` events are taken over as drafts: those named by number, or, where none is named, those that the
    log shows to recur. Raises WorkbookError when the old one cannot be read or the new one not be written; NeedsUser
    for an application that is not there. Then nothing is left behind.
    """
    book = opened(book)
    if new.suffix.lower() != ENDING:
        raise WorkbookError(f"{new.name} must end in {ENDING}, so that Excel runs its buttons.")
    if new.exists():
        raise WorkbookError(f"{new.name} is there already and is not overwritten; choose another name.")
    desk = open_desk(book.read)
    made = Rolled(new, desk.law.municipality)
    made.problems = [each for each in desk.problems if each.sheet in OFFICE_SHEETS and each.level == "problem"]
    if made.problems:
        return made
    moment = as_of or now_in(desk.law.zone)
    rows: dict[str, Sequence[object]] = dict(_taken_over(desk, year, made))
    made.rows = {sheet: len(each) for sheet, each in rows.items()}
    if recurring is not None:
        rows[APPLICATIONS] = _drafts(desk, year, recurring, made)
    rows[Sheet.LOG] = [_first_entry(book, desk, year, moment, made)]
    made.notes += _not_taken_over(desk)
    _write(book.path, new, desk, year, moment, rows)
    made.templates = own_templates(new)
    return made


def _taken_over(desk: Desk, year: int, made: Rolled) -> Iterator[tuple[str, Sequence[object]]]:
    """The rows of each of the office's tables."""
    from permitbook.workbook.build_rows import starting_rows

    start = starting_rows(desk.law, [year])
    since = date(year, 1, 1)
    officials, fees = _records(desk, Official), _records(desk, Fee)
    yield Sheet.OFFICIALS, _with_new(officials, cast("Sequence[Official]", start[Sheet.OFFICIALS]), "role")
    yield Sheet.FEES, _with_new(fees, cast("Sequence[Fee]", start[Sheet.FEES]), "what")
    yield Sheet.CLOSURES, _closures(desk.law, _records(desk, Closure), year, made)
    yield Sheet.MEETINGS, [each for each in _records(desk, Meeting) if each.date is None or each.date >= since]
    yield Sheet.STREETS, _records(desk, Street)
    yield (
        Sheet.OUTSIDE_EVENTS,
        [each for each in _records(desk, OutsideEvent) if each.date is None or each.date >= since],
    )
    yield (
        Sheet.READINGS,
        _readings(_records(desk, ReadingRow), cast("Sequence[ReadingRow]", start[Sheet.READINGS]), made),
    )


_SHEETS: dict[type, str] = {
    Official: Sheet.OFFICIALS,
    Fee: Sheet.FEES,
    Closure: Sheet.CLOSURES,
    Meeting: Sheet.MEETINGS,
    Street: Sheet.STREETS,
    OutsideEvent: Sheet.OUTSIDE_EVENTS,
    ReadingRow: Sheet.READINGS,
}


def _records(desk: Desk, kind: type[Row]) -> list[Row]:
    sheet = _SHEETS[kind]
    if sheet not in desk.tables:
        return []
    return [record for _, record in read_records(desk.tables[sheet], kind)[0]]


def _with_new(there: Sequence[Row], start: Sequence[Row], key: str) -> list[Row]:
    """The rows there are, and those that a new workbook starts with and the old one has not."""
    known = {str(getattr(each, key)).casefold() for each in there}
    return [*there, *(each for each in start if str(getattr(each, key)).casefold() not in known)]


def _closures(law: Ordinance, there: Sequence[Closure], year: int, made: Rolled) -> list[Closure]:
    """The closings from the year before on, with the statutory holidays of the year as a new workbook lists them.

    A year that the office has listed already is taken as it stands there: a holiday that is not in it was taken out.
    """
    kept = [each for each in there if each.date is None or each.date.year >= year - 1]
    listed, holidays = {each.date for each in kept}, statutory_holidays(law.state, year)
    missing = [Closure(date=day, name=name) for day, name in holidays.items() if day not in listed]
    if missing and len(missing) < len(holidays):
        told = ", ".join(f"{each.name} ({each.date})" for each in missing)
        made.notes.append(
            f"Closures: the list for {year} stood in the old workbook already and is taken as it is; of the statutory "
            f"holidays it does not have {told}. Add those on which the office is closed."
        )
        missing = []
    return sorted([*kept, *missing], key=lambda each: each.date or date.max)


def _readings(there: Sequence[ReadingRow], start: Sequence[ReadingRow], made: Rolled) -> list[ReadingRow]:
    """Each reading as this version has it, in the sense the office takes, with what the attorney confirmed.

    A confirmation of other words than those of this version is left for the attorney to renew.
    """
    held = {each.id: each for each in there}
    rows = []
    for each in start:
        old = held.pop(each.id, None)
        if old is None:
            rows.append(each)
            continue
        taken = replace(each, taken=old.taken or each.taken)
        if old.words == each.words:
            taken = replace(taken, confirmed_by=old.confirmed_by, confirmed_on=old.confirmed_on)
        elif old.confirmed_by or old.confirmed_on:
            made.notes.append(f"Readings: the words of {each.id} have changed, so it is to be confirmed anew.")
        rows.append(taken)
    return [*rows, *(each for each in there if each.id in held)]


def _drafts(desk: Desk, year: int, recurring: Collection[str], made: Rolled) -> list[Application]:
    """The events that are taken over, as rows without number, receipt or day."""
    found = drafts_of(desk, year, recurring)
    made.drafts = [(each.number, each.application.event_name or "") for each in found.taken]
    made.notes += found.notes
    numbers = {number for number, _ in made.drafts}
    made.notes += [
        f"{each.application_no}: {each.heading} ({each.cell}) cannot be read and is blank in the draft."
        for each in desk.problems
        if (each.sheet, each.level) == (APPLICATIONS, "problem") and each.application_no in numbers
    ]
    return found.drafts


def _first_entry(book: OpenBook, desk: Desk, year: int, moment: datetime, made: Rolled) -> object:
    """The first entry of the new history: from which workbook, and with which entry its history ends."""
    from permitbook.writing import who

    name, last = book.path.name, desk.history[-1] if desk.history else None
    ends = f"its last entry is {last.no}, {last.hash}" if last else "it has no history"
    if broken_at(desk.history):
        made.notes.append(f"The history of {name} was changed; see `permitbook log {name} --verify`.")
    return next_entry(
        [],
        at=moment,
        by=who(),
        did=f"started for {year} from {name}: {ends}",
        files=f"{name} {sha256(book.read.package.data).hexdigest()}",
    )


def _not_taken_over(desk: Desk) -> Iterator[str]:
    """What the office has added to its tables and the new workbook has no place for."""
    for sheet in OFFICE_SHEETS:
        for _, heading in desk.tables[sheet].unknown if sheet in desk.tables else ():
            yield f"{sheet}: the column {heading} is the office's own and is not taken over."
    known = {*_NAMED_SETTINGS, *(each.heading for each in columns(Settings))}
    for row in desk.tables[Sheet.SETTINGS].rows if Sheet.SETTINGS in desk.tables else ():
        key = str(row.cells.get("key", "")).strip()
        if key and key not in known:
            yield f"Settings: {key} is no setting of this version and is not taken over."


def _write(old: Path, new: Path, desk: Desk, year: int, moment: datetime, rows: dict[str, Sequence[object]]) -> None:
    """The templates first and the workbook last, so that a workbook is never there without its own letters."""
    from permitbook.workbook.build import build_workbook
    from permitbook.workbook.conf import this_python
    from permitbook.workbook.saving import write_new

    settings = desk.office.settings
    content = build_workbook(
        desk.law, [year], as_of=moment.date(), rows=cast(Any, rows), settings=settings, interpreter=this_python()
    )
    folder = own_templates(new)
    before = {each.name for each in folder.glob("*")} if folder.is_dir() else set()
    missing = [each for each in (folder, folder.parent, *folder.parent.parents) if not each.exists()]
    try:
        write_set(folder, _edited_templates(old))
        copy_templates(new)
        write_new(new, content)
    except BaseException:
        for each in folder.glob("*.docx"):
            if each.name not in before:
                with suppress(OSError):
                    each.unlink()
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise


def _edited_templates(old: Path) -> dict[str, bytes]:
    """The office's own templates; one that is open in Word lies there as it was saved last."""
    there = sorted(own_templates(old).glob("*.docx"))
    return {each.name: each.read_bytes() for each in there if not each.name.startswith("~$")}
