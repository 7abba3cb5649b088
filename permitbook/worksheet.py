"""What the worksheet functions say: the dates that the ordinance sets, for one event, and where an application stands.

Each takes what stands in cells and the office's own tables, and gives what a cell shows: a date, a number or words. A
blank cell gives an empty one. Dates come from the same clocks as those of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache, wraps
from typing import Any

from msgspec import Struct

from permitbook.application import Application
from permitbook.assessment import Deadline
from permitbook.case import Case
from permitbook.desk import open_office
from permitbook.errors import NeedsUser, PermitbookError
from permitbook.evaluate import cases_of, clock_of
from permitbook.office import Office
from permitbook.ordinance import Ordinance
from permitbook.ordinances.shared import as_day
from permitbook.reckoning import Skip, business_days, business_days_between, count_back, count_on, show_day
from permitbook.schema import Column, Kind
from permitbook.sun import daylight
from permitbook.values import read_value
from permitbook.workbook.grid import Grids, Values, cell

Shown = date | int | str
"""What a cell shows."""

EVENT = Column("event_date", "Event", Kind.DATE, "")
RECEIVED = Column("received_at", "Received", Kind.DATETIME, "")
START = Column("start_time", "Start", Kind.TIME, "")
DECIDED = Column("acted_at", "Decided", Kind.DATETIME, "")
SERIES = Column("recurring", "Series", Kind.YES_NO, "")
FIRST, LAST, DAY = (Column(key, key.capitalize(), Kind.DATE, "") for key in ("first", "last", "date"))
NUMBER_OF_DAYS = Column("days", "Number of days", Kind.NUMBER, "")

FILED = frozenset({"received_at", "received_on"})
ACTED = frozenset({"acted_at"})
TOLD = frozenset({"notified_at", "notice_mailed_on", "notice_received_on"})
"""The facts by which the clocks of filing, deciding and telling the applicant stop."""
FURTHEST = 400
"""How many days ahead an event is looked for."""


class _Blank(Exception):
    """A cell that the function needs is empty."""


class Bench(Struct, frozen=True):
    """The law and the office for which dates are reckoned."""

    law: Ordinance
    office: Office

    def case(self, **facts: Any) -> Case:
        """An application with these facts and no others."""
        as_of = facts.get("received_at") or datetime.combine(facts["event_date"], time())
        return cases_of(self.law, [Application(application_no="-", **facts)], self.office, as_of, {})[0]

    def dates(self, case: Case, stopped_by: frozenset[str]) -> Iterator[Deadline]:
        """The deadlines of a case that one of these facts meets, where they have a date."""
        for clock in self.law.clocks:
            if stopped_by & set(clock.done.names) and (found := clock_of(clock, case)) and found.due is not None:
                yield found


def bench(settings: Values, closures: Values, readings: Values) -> Bench:
    """The law and the office that a workbook's sheets Settings, Closures and Readings describe."""
    return _bench(*(tuple(tuple(row) for row in each) for each in (settings, closures, readings)))


@lru_cache(maxsize=4)
def _bench(settings: Values, closures: Values, readings: Values) -> Bench:
    return Bench(*open_office(Grids({"Settings": settings, "Closures": closures, "Readings": readings})))


def in_words(function: Callable[..., Shown]) -> Callable[..., Shown]:
    """The function, with its errors as sentences for the cell, and an empty cell for a blank one."""

    @wraps(function)
    def told(*given: Any) -> Shown:
        try:
            return function(*given)
        except _Blank:
            return ""
        except PermitbookError as error:
            return str(error)

    return told


@in_words
def last_filing(event: object, series: object, tables: Sequence[Values]) -> Shown:
    """The last day on which an application for an event is in time."""
    it, day = bench(*tables), _given(EVENT, event)
    return _last_filing(it, day, recurring=_read(SERIES, series))


@in_words
def earliest_date(received: object, tables: Sequence[Values]) -> Shown:
    """The first day for an event whose application comes on a day and is in time."""
    it, filed = bench(*tables), as_day(_given(RECEIVED, received))
    for ahead in range(1, FURTHEST):
        day = filed + timedelta(days=ahead)
        if _last_filing(it, day, recurring=None) >= filed:
            return day
    raise NeedsUser(f"No event within {FURTHEST} days of {show_day(filed)} could be applied for in time.")


def _last_filing(it: Bench, day: date, recurring: bool | None) -> date:
    case = it.case(event_date=day, recurring=recurring)
    found = [as_day(each.due) for each in it.dates(case, FILED) if each.due is not None and each.work_by is None]
    if not found:
        raise NeedsUser(f"The ordinance of the {it.law.municipality} sets no last day to file for it.")
    return min(found)


@in_words
def decide_by(received: object, event: object, start: object, tables: Sequence[Values]) -> Shown:
    """The open day by which the official must grant or deny."""
    it = bench(*tables)
    return _decide_by(it, _given(RECEIVED, received), _given(EVENT, event), _read(START, start))


def _decide_by(it: Bench, received: datetime, event: date, start: time | None) -> date:
    case = it.case(received_at=received, event_date=event, start_time=start)
    return _first_day(it.dates(case, ACTED), "the official decides")


@in_words
def notify_by(received: object, event: object, start: object, decided: object, tables: Sequence[Values]) -> Shown:
    """The open day by which the applicant must be told of a denial, made on the last day unless one is given."""
    it = bench(*tables)
    when, day, hour = _given(RECEIVED, received), _given(EVENT, event), _read(START, start)
    acted = _read(DECIDED, decided) or max(when, datetime.combine(_decide_by(it, when, day, hour), time()))
    case = it.case(received_at=when, event_date=day, start_time=hour, action="denied", acted_at=acted)
    return _first_day(it.dates(case, TOLD), "the applicant is told")


def _first_day(deadlines: Iterator[Deadline], what: str) -> date:
    found = [each.work_by for each in deadlines if each.work_by is not None]
    if not found:
        raise NeedsUser(f"Without the start no day is set by which {what}; give it as the third value.")
    return min(found)


@in_words
def add_business_days(day: object, days: object, tables: Sequence[Values]) -> Shown:
    """The day so many business days after a day, or before it when the number is negative."""
    it, start, number = bench(*tables), _given(DAY, day), _given(NUMBER_OF_DAYS, days)
    if number != int(number):
        raise NeedsUser(f"Number of days: {number:g} is no whole number.")
    count = count_back if number < 0 else count_on
    return as_day(count(start, business_days(abs(int(number))), it.office.calendar).on)


@in_words
def count_business_days(first: object, last: object, tables: Sequence[Values]) -> Shown:
    """How many business days lie from one day to another, both counted; fewer than none when the second is earlier."""
    it, one, other = bench(*tables), _given(FIRST, first), _given(LAST, last)
    between = business_days_between(min(one, other), max(one, other), it.office.calendar)
    return between if one <= other else -between


@in_words
def weekday_holidays(first: object, last: object, tables: Sequence[Values]) -> Shown:
    """The holidays and closures on weekdays from one day to another, with what each does to a count."""
    it, one, other = bench(*tables), _given(FIRST, first), _given(LAST, last)
    calendar = it.office.calendar
    told = []
    for place in range((other - one).days + 1):
        day = one + timedelta(days=place)
        why = calendar.why_skipped(day, Skip.EITHER)
        if why and day.weekday() < 5:
            counted = "" if calendar.why_skipped(day, Skip.BOTH) else ", counted as a business day"
            told.append(f"{show_day(day)} ({why}{counted})")
    return "; ".join(told)


@in_words
def sunset(day: object, tables: Sequence[Values]) -> Shown:
    """The minute in which the sun sets on a day in the municipality, by its own clock."""
    it, on = bench(*tables), _given(DAY, day)
    settings = it.office.settings
    north = it.law.latitude if settings.latitude is None else settings.latitude
    east = it.law.longitude if settings.longitude is None else settings.longitude
    gone = daylight(on, north, east, it.law.zone).sunset
    return gone or f"The sun does not set on {show_day(on)}."


@in_words
def of_application(number: object, numbers: Values, told: Values) -> Shown:
    """What the log tells of an application in one of its computed columns, as of the last check."""
    wanted = _words(number)
    if not wanted:
        raise _Blank
    places = [place for place, row in enumerate(numbers) if _words(row[0]) == wanted]
    if not places:
        raise NeedsUser(f"There is no application {str(number).strip()} in the log.")
    if len(places) > 1:
        raise NeedsUser(f"{len(places)} rows of the log have the number {str(number).strip()}.")
    found = told[places[0]][0] if places[0] < len(told) else None
    return "" if found is None else str(found)


def _words(number: object) -> str:
    return "" if number is None else str(number).strip().casefold()


def _read(column: Column, given: object) -> Any:
    """What was given, read as a cell of the log is; None for a blank one. NeedsUser when it cannot be read."""
    raw = cell(given)
    value = read_value(column, raw)
    if value.problem:
        raise NeedsUser(f"{column.heading}: {value.problem}")
    return value.value


def _given(column: Column, given: object) -> Any:
    value = _read(column, given)
    if value is None:
        raise _Blank
    return value
