"""Everything the office has in its workbook, read once: the log, the tables, the officials' answers.

A desk is the same whether the workbook lies on disk or is open in Excel; it knows only tables of raw cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from permitbook.application import Application
from permitbook.assessment import Determination
from permitbook.calendars import OfficeCalendar
from permitbook.errors import Problem, WorkbookError
from permitbook.office import Office, Settings
from permitbook.ordinances import KEYS, ordinance
from permitbook.roads import Roads
from permitbook.schema import columns
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
from permitbook.workbook.layout import COMPUTED, TODAY
from permitbook.workbook.reader import read_records
from permitbook.workbook.table import Table, address, position

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance
    from permitbook.schema import Column

Record = TypeVar("Record")

APPLICATIONS = "Applications"
COMPUTED_SHEETS = {"Today": TODAY, "Deadlines": columns(DeadlineRow), "Conflicts": columns(ConflictRow)}
"""Sheets that each check writes anew; of these only the headings are read."""


class Source(Protocol):
    """A workbook as tables of raw cells."""

    @property
    def sheets(self) -> Sequence[str]:
        """The names of its sheets."""

    def table(self, sheet: str, columns: Sequence[Column]) -> Table:
        """The rows of one sheet under the columns asked for."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An application and the row it stands in."""

    row: int
    application: Application

    @property
    def number(self) -> str:
        """The application's number."""
        return self.application.application_no or ""


@dataclass(slots=True, kw_only=True)
class Desk:
    """What the workbook holds, in the program's own terms."""

    law: Ordinance
    office: Office
    logged: list[Logged]
    determinations: dict[str, dict[str, Determination]]
    findings: list[tuple[int, FindingRow]]
    register: list[tuple[int, RegisterRow]]
    history: list[LogRow]
    tables: dict[str, Table]
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
        """Where the computed columns of the log stand; they are found by heading and never read."""
        keys = {each.heading.casefold(): each.key for each in COMPUTED}
        found = ((keys.get(heading.strip().casefold()), cell) for cell, heading in self.tables[APPLICATIONS].unknown)
        return {key: position(cell)[1] for key, cell in found if key}

    def header_row(self, sheet: str) -> int:
        """The row of a sheet's headings."""
        return self.tables[sheet].header_row

    def copies_sent(self) -> dict[str, date]:
        """By application, the day on which the last copy of its permit was sent, where all were."""
        sent: dict[str, date] = {}
        waiting = set()
        for _, each in self.register:
            if each.kind != "permit copy" or not each.application_no:
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
    setting_table = source.table("Settings", columns(SettingRow)) if "Settings" in source.sheets else None
    raw_settings = {str(row.cells.get("key", "")).strip(): row for row in setting_table.rows} if setting_table else {}
    law = ordinance(_ordinance_key(raw_settings))
    settings = _settings(raw_settings, setting_table, reader.problems)
    blank_words = frozenset(word.casefold() for word in settings.blank_words or ())
    pairs, found = read_records(reader.table(APPLICATIONS, columns(Application)), Application, blank_words=blank_words)
    reader.problems += found
    office = _office(law, settings, reader)
    findings = reader.records("Findings", FindingRow)
    for sheet, wanted in COMPUTED_SHEETS.items():
        if sheet in source.sheets:
            reader.table(sheet, wanted)
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
    _number(desk)
    _set_duplicates_aside(desk)
    desk.determinations = _determinations(desk)
    return desk


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
    return Settings(**values)


def _office(law: Ordinance, settings: Settings, reader: _Reader) -> Office:
    closures = {each.date: each.name or "closed" for each in reader.each("Closures", Closure) if each.date}
    meetings = [(each.date, each.time, each.board or "") for each in reader.each("Meetings", Meeting) if each.date]
    calendar = OfficeCalendar(
        law.state,
        law.zone,
        closures,
        meetings=meetings,
        opens=settings.opens or time(9),
        closes=settings.closes or time(17),
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


def numbers_of(law: Ordinance) -> Callable[[str], tuple[int, int] | None]:
    """Reads a number of the program's own form as its year and count."""
    form = re.compile(rf"{law.prefix}-(\d{{4}})-(\d+)")

    def read(number: str) -> tuple[int, int] | None:
        found = form.fullmatch(number.strip())
        return (int(found[1]), int(found[2])) if found else None

    return read


def highest_numbers(desk: Desk) -> Counter[int]:
    """The highest count given in each year, over the log, the Register and the Log."""
    read, highest = numbers_of(desk.law), Counter[int]()
    used = [each.application.application_no for each in desk.logged]
    used += [each.application_no for _, each in desk.register]
    used += [each.application_no for each in desk.history]
    for number in used:
        found = read(number) if number else None
        if found:
            highest[found[0]] = max(highest[found[0]], found[1])
    return highest


def _number(desk: Desk) -> None:
    """Gives each row without a number the next of its year of receipt; a row without receipt waits for it."""
    highest = highest_numbers(desk)
    for at, each in enumerate(desk.logged):
        if each.application.application_no:
            continue
        received = each.application.received_at
        if received is None:
            number = f"(row {each.row})"
            message = "no application number can be given until Received is filled in."
            desk.problems.append(_at(desk, each.row, "application_no", message))
        else:
            highest[received.year] += 1
            number = f"{desk.law.prefix}-{received.year}-{highest[received.year]:03d}"
        given = Logged(each.row, replace(each.application, application_no=number))
        desk.logged[at] = given
        if received is not None:
            desk.numbered.append(given)


def _set_duplicates_aside(desk: Desk) -> None:
    """Applications that share a number are listed, and neither is evaluated."""
    rows: dict[str, list[int]] = {}
    for each in desk.logged:
        rows.setdefault(each.number.casefold(), []).append(each.row)
    for each in desk.logged:
        others = [row for row in rows[each.number.casefold()] if row != each.row]
        if others:
            told = ", ".join(str(row) for row in others)
            message = (
                f"the number {each.number} stands also in row {told}; none of them is evaluated. Give each its own."
            )
            desk.problems.append(_at(desk, each.row, "application_no", message, each.number))
    desk.logged = [each for each in desk.logged if len(rows[each.number.casefold()]) == 1]


def _at(desk: Desk, row: int, key: str, message: str, number: str | None = None) -> Problem:
    table = desk.tables[APPLICATIONS]
    column = next(each for each in columns(Application) if each.key == key)
    cell = address(row, table.heads[key]) if key in table.heads else f"row {row}"
    return Problem(APPLICATIONS, cell, column.heading, message, read=number or "", application_no=number)


def _determinations(desk: Desk) -> dict[str, dict[str, Determination]]:
    """The officials' answers, by application and clause; an unsigned one is listed and not used."""
    made: dict[str, dict[str, Determination]] = {}
    known = {each.number for each in desk.logged}
    for row, each in desk.findings:
        if each.found is None or not each.application_no or not each.clause:
            continue
        if not each.by:
            message = "a determination counts once the official's name stands in By."
            desk.problems.append(finding_problem(desk, row, each, "by", message))
        elif each.application_no not in known:
            message = f"there is no application {each.application_no} to evaluate."
            desk.problems.append(finding_problem(desk, row, each, "application_no", message))
        else:
            answer = Determination(found=each.found, by=each.by, on=each.on, because=each.reason)
            made.setdefault(each.application_no, {})[each.clause] = answer
    return made


def finding_problem(desk: Desk, row: int, finding: FindingRow, key: str, message: str) -> Problem:
    """A problem with one row of the Findings sheet."""
    table = desk.tables["Findings"]
    column = next(each for each in columns(FindingRow) if each.key == key)
    cell = address(row, table.heads[key]) if key in table.heads else f"row {row}"
    read = str(getattr(finding, key) or "")
    return Problem("Findings", cell, column.heading, message, read=read, application_no=finding.application_no)


def now_in(zone: str) -> datetime:
    """The minute it is in the municipality."""
    from zoneinfo import ZoneInfo

    return datetime.now(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
