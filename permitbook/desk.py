"""Everything the office has in its workbook, read once: the log, the tables, the officials' answers.

A desk is the same whether the workbook lies on disk or is open in Excel; it knows only tables of raw cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from msgspec import Struct, field

from permitbook.application import Application
from permitbook.assessment import Determination
from permitbook.calendars import OfficeCalendar
from permitbook.determined import determinations_of
from permitbook.errors import NeedsUser, Problem, WorkbookError
from permitbook.kinds import shown
from permitbook.lacking import lacking_tables
from permitbook.numbering import give_numbers, set_duplicates_aside
from permitbook.office import Office, Settings
from permitbook.ordinances import KEYS, ordinance
from permitbook.roads import Roads
from permitbook.schema import columns
from permitbook.sent import Sent, sent_by
from permitbook.standing import TELLING
from permitbook.tables import (
    Closure,
    ConflictRow,
    DeadlineRow,
    Fee,
    FindingRow,
    LogRow,
    Meeting,
    Official,
    OutsideEvent,
    ReadingRow,
    RegisterRow,
    SettingRow,
    Street,
)
from permitbook.values import read_value
from permitbook.workbook.headings import same_heading
from permitbook.workbook.layout import COMPUTED, TODAY
from permitbook.workbook.reader import read_records
from permitbook.workbook.table import Table, address, position

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance
    from permitbook.schema import Column

Record = TypeVar("Record")

APPLICATIONS = "Applications"
_OPENS, _CLOSES = time(9), time(17)
_BOUNDS = {"latitude": (-90, 90), "longitude": (-180, 180), "fiscal_year_starts": (1, 12)}
UNNUMBERED = "(row "
WRITTEN_SHEETS = ("Today", "Findings", "Deadlines", "Conflicts", "Register", "Log")
COMPUTED_SHEETS = {"Today": TODAY, "Deadlines": columns(DeadlineRow), "Conflicts": columns(ConflictRow)}
"""Sheets that each check writes anew; of these only the headings are read."""


class Source(Protocol):
    """A workbook as tables of raw cells."""

    @property
    def sheets(self) -> Sequence[str]:
        """The names of its sheets."""

    def table(self, sheet: str, columns: Sequence[Column]) -> Table:
        """The rows of one sheet under the columns asked for."""

    def headings(self, sheet: str, columns: Sequence[Column]) -> Table:
        """The same without the rows, for a sheet that is only written."""


class Logged(Struct, frozen=True, gc=False):
    """An application and the row it stands in."""

    row: int
    application: Application

    @property
    def number(self) -> str:
        """The application's number; while none can be given, the words that stand for it."""
        return self.application.application_no or ""

    @property
    def is_numbered(self) -> bool:
        """It has a number under which it is found again."""
        return not self.number.startswith(UNNUMBERED)


class Desk(Struct, kw_only=True):
    """What the workbook holds, in the program's own terms."""

    law: Ordinance
    office: Office
    logged: list[Logged]
    determinations: dict[str, dict[str, Determination]]
    findings: list[tuple[int, FindingRow]]
    register: list[tuple[int, RegisterRow]]
    history: list[LogRow]
    tables: dict[str, Table]
    set_aside: list[Logged] = field(default_factory=list)
    """Applications that share their number with another; they are not evaluated."""
    numbered: list[Logged] = field(default_factory=list)
    """Applications to which this reading gave a number that the workbook does not hold yet."""
    problems: list[Problem] = field(default_factory=list)

    @property
    def applications(self) -> list[Application]:
        """The applications in the order of their rows."""
        return [each.application for each in self.logged]

    def heads(self, sheet: str) -> dict[str, int]:
        """Where each column of a sheet stands; empty when there is no such sheet."""
        return self.tables[sheet].heads if sheet in self.tables else {}

    def computed_heads(self) -> dict[str, int]:
        """Where the computed columns of the log stand; one whose heading is there twice is written nowhere."""
        return {key: position(cells[0])[1] for key, cells in self.computed_cells().items() if len(cells) == 1}

    def computed_cells(self) -> dict[str, list[str]]:
        """The cells with the headings of the computed columns, which are found by heading and never read."""
        keys = {same_heading(each.heading): each.key for each in COMPUTED}
        found: dict[str, list[str]] = {}
        for cell, heading in self.tables[APPLICATIONS].unknown:
            if key := keys.get(same_heading(heading)):
                found.setdefault(key, []).append(cell)
        return found

    def header_row(self, sheet: str) -> int:
        """The row of a sheet's headings."""
        return self.tables[sheet].header_row

    def unread(self) -> frozenset[str]:
        """The applications of which a cell that tells what became of them cannot be read."""
        headings = {each.heading for each in columns(Application) if each.key in TELLING}
        of_log = (each for each in self.problems if each.sheet == APPLICATIONS and each.level == "problem")
        rows = {position(each.cell)[0] for each in of_log if each.heading in headings}
        return frozenset(each.number for each in self.logged if each.row in rows)

    def wanted(self, number: str, book: str) -> Logged:
        """The application of a number as typed. NeedsUser when the workbook of this name evaluates none of it."""
        told = number.strip().casefold()
        for each in self.logged:
            if each.is_numbered and each.number.casefold() == told:
                return each
        rows = [str(each.row) for each in self.set_aside if each.number.casefold() == told]
        if rows:
            shared = f"rows {' and '.join(rows)} share the number {number}, so neither is evaluated"
            raise NeedsUser(f"In {book} {shared}; give each its own.")
        raise NeedsUser(f"There is no application {number} in {book}.")

    def sent(self) -> dict[str, Sent]:
        """By application, what went out of its letters."""
        return sent_by((row for _, row in self.register), self.copies_sent())

    def copies_sent(self) -> dict[str, date]:
        """By application, the day on which the last copy of its permit was sent, where all were.

        Copies of a permit whose number was voided since are waited for no longer.
        """
        sent: dict[str, date] = {}
        waiting = set()
        voided = {
            row.application_no: row.made_at for _, row in self.register if row.kind == "voided number" and row.made_at
        }
        for _, each in self.register:
            if each.kind not in ("permit copy", "amended permit copy") or not each.application_no:
                continue
            since = voided.get(each.application_no)
            if since and each.made_at and each.made_at < since:
                continue
            if each.sent_on is None:
                waiting.add(each.application_no)
            else:
                sent[each.application_no] = max(each.sent_on, sent.get(each.application_no, each.sent_on))
        return {number: day for number, day in sent.items() if number not in waiting}


def open_desk(source: Source) -> Desk:
    """The desk of a workbook; cells that cannot be read are listed as problems and count as unknown.

    Raises WorkbookError when it is no permit workbook.
    """
    reader = _Reader(source)
    law, settings = _law_and_settings(reader)
    blank_words = frozenset(word.casefold() for word in settings.blank_words or ())
    pairs, found = read_records(reader.table(APPLICATIONS, columns(Application)), Application, blank_words=blank_words)
    reader.problems += found
    office = _office(law, settings, reader)
    findings = reader.records("Findings", FindingRow)
    for sheet, wanted in COMPUTED_SHEETS.items():
        if sheet in source.sheets:
            reader.tables[sheet] = source.headings(sheet, wanted)
    desk = Desk(
        law=law,
        office=office,
        logged=[Logged(row, application) for row, application in pairs],
        determinations={},
        findings=findings,
        register=reader.records("Register", RegisterRow),
        history=[entry for _, entry in reader.records("Log", LogRow)],
        tables=reader.tables,
        problems=reader.problems,
    )
    desk.problems += _lacking(desk, source.sheets)
    give_numbers(desk)
    set_duplicates_aside(desk)
    desk.determinations = determinations_of(desk)
    return desk


def open_office(source: Source) -> tuple[Ordinance, Office]:
    """The law and the office's own tables, without the log; what cannot be read counts as unknown.

    Raises WorkbookError when it is no permit workbook.
    """
    reader = _Reader(source)
    law, settings = _law_and_settings(reader)
    return law, _office(law, settings, reader)


def open_without_log(source: Source) -> Desk:
    """The desk without its applications, for what is written beside the log: the law, the office, the history.

    Raises WorkbookError when it is no permit workbook.
    """
    reader = _Reader(source)
    law, settings = _law_and_settings(reader)
    return Desk(
        law=law,
        office=_office(law, settings, reader),
        logged=[],
        determinations={},
        findings=[],
        register=[],
        history=[entry for _, entry in reader.records("Log", LogRow)],
        tables=reader.tables,
        problems=reader.problems,
    )


def open_settings(source: Source) -> Settings:
    """The office's settings alone. Raises WorkbookError when it is no permit workbook."""
    return _law_and_settings(_Reader(source))[1]


def _law_and_settings(reader: _Reader) -> tuple[Ordinance, Settings]:
    table = reader.table("Settings", columns(SettingRow)) if "Settings" in reader.source.sheets else None
    rows = {str(row.cells.get("key", "")).strip(): row for row in table.rows} if table else {}
    return ordinance(_ordinance_key(rows)), _settings(rows, table, reader.problems)


def _lacking(desk: Desk, sheets: Sequence[str]) -> Iterator[Problem]:
    """Sheets and columns that were taken out or renamed: results go nowhere, or facts count as blank."""
    for sheet in WRITTEN_SHEETS:
        if sheet not in sheets:
            yield Problem(sheet, "", "", "there is no such sheet, so what belongs there is not written; put it back.")
    table = desk.tables[APPLICATIONS]
    for column in columns(Application):
        if desk.law.initial in column.municipalities and column.key not in table.heads:
            message = "there is no column with this heading, so it counts as blank in every row."
            yield Problem(APPLICATIONS, f"row {table.header_row}", column.heading, message, level="note")
    yield from lacking_tables(desk.tables, sheets)
    headings = {each.key: each.heading for each in COMPUTED}
    for key, cells in desk.computed_cells().items():
        if len(cells) > 1:
            message = f"two columns have this heading ({' and '.join(cells)}), so neither is written; rename one."
            yield Problem(APPLICATIONS, cells[0], headings[key], message)


class _Reader:
    """Reads tables and records, keeping what it meets on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tables: dict[str, Table] = {}
        self.problems: list[Problem] = []

    def table(self, sheet: str, wanted: Sequence[Column]) -> Table:
        if sheet not in self.tables:
            self.tables[sheet] = self.source.table(sheet, wanted)
        return self.tables[sheet]

    def records(self, sheet: str, kind: type[Record]) -> list[tuple[int, Record]]:
        if sheet not in self.source.sheets:
            return []
        made: list[tuple[int, Record]]
        made, problems = read_records(self.table(sheet, columns(kind)), kind)
        self.problems += problems
        return made

    def each(self, sheet: str, kind: type[Record]) -> tuple[Record, ...]:
        return tuple(record for _, record in self.records(sheet, kind))


def _ordinance_key(rows: dict[str, Any]) -> str:
    row = rows.get("ordinance")
    key = str(row.cells.get("value", "")).strip() if row else ""
    if key not in KEYS:
        raise WorkbookError(
            f"This is no permit workbook: its Settings sheet names no ordinance (one of {', '.join(KEYS)}). "
            "Make one with `permitbook new` and bring the rows in with `permitbook import`."
        )
    return key


def _settings(rows: dict[str, Any], table: Table | None, problems: list[Problem]) -> Settings:
    values: dict[str, Any] = {}
    for column in columns(Settings):
        row = rows.get(column.heading)
        raw = row.cells.get("value") if row else None
        if row is None or raw is None or table is None:
            continue
        read = read_value(column, raw)
        values[column.key] = read.value
        if read.problem or read.note:
            cell = address(row.number, table.heads["value"])
            message = read.problem or read.note or ""
            level: Literal["problem", "note"] = "problem" if read.problem else "note"
            problems.append(Problem("Settings", cell, column.heading, message, read=str(raw), level=level))
    for key, wrong in list(_impossible(values)):
        cell = address(rows[key].number, table.heads["value"]) if table else ""
        message = f"read '{shown(values.pop(key))}' ({wrong}), so the usual value is taken; correct the cell."
        problems.append(Problem("Settings", cell, key, message))
    return Settings(**values)


def _impossible(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Settings that can be read and yet cannot be, and why."""
    for key, (least, most) in _BOUNDS.items():
        value = values.get(key)
        if value is not None and not least <= value <= most:
            yield key, f"not between {least} and {most}"
    opens, closes = values.get("opens") or _OPENS, values.get("closes") or _CLOSES
    if closes <= opens:
        for key in ("opens", "closes"):
            if values.get(key) is not None:
                yield key, "the office closes before it opens"


def _office(law: Ordinance, settings: Settings, reader: _Reader) -> Office:
    closures = {each.date: each.name or "closed" for each in reader.each("Closures", Closure) if each.date}
    meetings = [(each.date, each.time, each.board or "") for each in reader.each("Meetings", Meeting) if each.date]
    calendar = OfficeCalendar(
        law.state,
        law.zone,
        closures,
        meetings=meetings,
        opens=settings.opens or _OPENS,
        closes=settings.closes or _CLOSES,
        saturday_hours=bool(settings.saturday_hours),
    )
    return Office(
        calendar=calendar,
        roads=Roads(reader.each("Streets", Street)),
        settings=settings,
        fees={each.what: each for each in reader.each("Fees", Fee) if each.what},
        officials=reader.each("Officials", Official),
        outside_events=reader.each("Outside Events", OutsideEvent),
        readings={each.id: each for each in reader.each("Readings", ReadingRow) if each.id},
    )


def now_in(zone: str) -> datetime:
    """The minute it is in the municipality."""
    from zoneinfo import ZoneInfo

    return datetime.now(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
