"""What a deadline is: the plain date, the open day an official works to, and the latest that any lawful reading allows.

An official works to the earliest lawful reading, an applicant is late only by every one of them. The counting itself is
in `counting` and `hours`; all of it can be had from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from functools import partial

from msgspec import Struct

from permitbook.accounts import (
    Span,
    before_account,
    chance_hours_account,
    chance_within_account,
    duty_within_account,
    hours_after_account,
    hours_before_account,
)
from permitbook.calendars import ONE_DAY, OfficeCalendar, Skip, whole_day
from permitbook.counting import (
    Reckoned,
    business_days_between,
    count_back,
    count_on,
    extended,
    reached,
)
from permitbook.hours import Leave, by_clock, hours_after, hours_before, hours_between, moment_after, moment_before
from permitbook.periods import (
    Period,
    business_days,
    days,
    hours,
    months,
    show,
    show_day,
    show_moment,
    show_span,
    show_time,
)

__all__ = [
    "Leave",
    "Limit",
    "OfficeCalendar",
    "Period",
    "Reckoned",
    "Skip",
    "business_days",
    "business_days_between",
    "chance_before",
    "chance_hours_before",
    "chance_within",
    "count_back",
    "count_on",
    "days",
    "duty_before",
    "duty_hours_after",
    "duty_hours_before",
    "duty_within",
    "extended",
    "hours",
    "hours_after",
    "hours_before",
    "hours_between",
    "months",
    "show",
    "show_day",
    "show_moment",
    "show_span",
    "show_time",
]


class Limit(Struct, frozen=True, eq=False):
    """A deadline: `work_by` is an official's only, and never after `due`; `outer` is never before it.

    `account` tells how the dates were reached; it is not called until `steps` is read. Limits are equal when their
    dates are.
    """

    due: date | datetime
    work_by: date | None
    outer: date | datetime
    provisional: bool
    account: Callable[[Limit], Iterator[str]]

    @property
    def steps(self) -> tuple[str, ...]:
        """How the dates were reached, in sentences; written only when read."""
        return tuple(self.account(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Limit) and self._dates == other._dates

    def __hash__(self) -> int:
        return hash(self._dates)

    @property
    def _dates(self) -> tuple[date | datetime, date | None, date | datetime, bool]:
        return self.due, self.work_by, self.outer, self.provisional


def duty_within(
    anchor: date,
    period: Period,
    calendar: OfficeCalendar,
    not_after: datetime | None = None,
    *,
    work_from: date | None = None,
) -> Limit:
    """An official must act within a period after `anchor`, and not after `not_after` at all.

    `work_from` is the actual receipt when the law's clock starts later: `work_by` is counted from it. It is never
    before the receipt itself.

    >>> office = OfficeCalendar("NY", "America/New_York", {}, listed_years=frozenset({2026}))
    >>> limit = duty_within(date(2026, 5, 6), days(10), office)  # ends on a Saturday
    >>> show_day(limit.work_by), show_day(limit.due), show_day(limit.outer)
    ('Fri 15 May 2026', 'Sat 16 May 2026', 'Mon 18 May 2026')
    """
    anchor = whole_day(anchor)
    received = anchor if work_from is None else whole_day(work_from)
    due = reached(anchor, period, calendar, Skip.BOTH, back=False)
    worked = due if received == anchor else reached(received, period, calendar, Skip.BOTH, back=False)
    work_by = calendar.open_on_or_before(worked)
    outer = _forward_outer(anchor, due, period, calendar)
    if not_after is not None and outer >= _last_day(not_after):
        outer = _last_day(not_after)
        if due >= outer:
            due = outer
            work_by = min(work_by, calendar.last_close_before(not_after))
    work_by = _not_before(received, work_by, due, calendar)
    first = received + ONE_DAY if period.unit == "business day" else work_by
    span = (min(first, work_by), outer)
    account = partial(duty_within_account, anchor, period, calendar, not_after, received, worked, span)
    return Limit(due, work_by, outer, _is_provisional(calendar, span), account)


def duty_before(event_day: date, period: Period, calendar: OfficeCalendar) -> Limit:
    """An official must act at least a period before the event's day.

    >>> office = OfficeCalendar("WI", "America/Chicago", {}, listed_years=frozenset({2026}))
    >>> limit = duty_before(date(2026, 7, 12), days(30), office)  # the 12th of June is a Friday
    >>> limit.work_by == limit.due == limit.outer == date(2026, 6, 12)
    True
    """
    event_day = whole_day(event_day)
    due, outer, last = _backward(event_day, period, calendar)
    work_by = calendar.open_on_or_before(due)
    span = (work_by, last)
    account = partial(before_account, event_day, period, calendar, span)
    return Limit(due, work_by, outer, _is_provisional(calendar, span), account)


def chance_within(anchor: date, period: Period, calendar: OfficeCalendar, not_after: datetime | None = None) -> Limit:
    """An applicant may act within a period after `anchor`: `due` is safe, and only after `outer` is the chance lost.

    >>> office = OfficeCalendar("NY", "America/New_York", {}, listed_years=frozenset({2026}))
    >>> limit = chance_within(date(2026, 6, 15), days(5), office)
    >>> show_day(limit.due), show_day(limit.outer)
    ('Sat 20 Jun 2026', 'Mon 22 Jun 2026')
    """
    anchor = whole_day(anchor)
    due = reached(anchor, period, calendar, Skip.BOTH, back=False)
    outer = _forward_outer(anchor, due, period, calendar)
    if not_after is not None:
        outer = min(outer, _last_day(not_after))
        due = min(due, outer)
    span = (anchor + ONE_DAY if period.unit == "business day" else due, outer)
    account = partial(chance_within_account, anchor, period, calendar, not_after, span)
    return Limit(due, None, outer, _is_provisional(calendar, span), account)


def chance_before(event_day: date, period: Period, calendar: OfficeCalendar) -> Limit:
    """An applicant must act at least a period before the event's day: `due` is safe, after `outer` it is too late.

    No extension reaches the event's day.

    >>> closed = {date(2026, 6, 19): "Juneteenth"}
    >>> limit = chance_before(date(2026, 7, 4), days(15), OfficeCalendar("WI", "America/Chicago", closed))
    >>> show_day(limit.due), show_day(limit.outer)
    ('Fri 19 Jun 2026', 'Mon 22 Jun 2026')
    """
    event_day = whole_day(event_day)
    due, outer, last = _backward(event_day, period, calendar)
    span = (due, last)
    account = partial(before_account, event_day, period, calendar, span)
    return Limit(due, None, outer, _is_provisional(calendar, span), account)


def duty_hours_before(moment: datetime, n: int, calendar: OfficeCalendar, readings: tuple[Leave, ...]) -> Limit:
    """An official must act at least so many hours before: `due` by the first reading, `outer` by the latest one.

    `work_by` is the last open day that closes before the earliest of the readings.

    >>> office = OfficeCalendar("WI", "America/Chicago", {}, listed_years=frozenset({2026}))
    >>> three = (Leave.SUNDAYS_AND_HOLIDAYS, Leave.NOTHING, Leave.SATURDAYS_TOO)
    >>> limit = duty_hours_before(datetime(2026, 10, 4, 13), 48, office, three)
    >>> show_day(limit.work_by), show(limit.due), show(limit.outer)
    ('Wed 30 Sep 2026', 'Fri 2 Oct 2026, 12:00 AM', 'Fri 2 Oct 2026, 1:00 PM')
    """
    moments = [moment_before(moment, n, calendar, each) for each in readings]
    earliest = min(moments)
    work_by = calendar.last_close_before(earliest)
    span = (work_by, earliest.date())
    account = partial(hours_before_account, moment, n, calendar, readings, span)
    return Limit(moments[0], work_by, max(moments), _is_provisional(calendar, span), account)


def duty_hours_after(received: datetime, n: int, calendar: OfficeCalendar, not_after: datetime | None = None) -> Limit:
    """An official must act within so many hours of receipt, and not after `not_after` at all.

    >>> office = OfficeCalendar("NY", "America/New_York", {}, listed_years=frozenset({2026}))
    >>> limit = duty_hours_after(datetime(2026, 4, 26, 11), 48, office)
    >>> show_day(limit.work_by), show(limit.due)
    ('Mon 27 Apr 2026', 'Tue 28 Apr 2026, 11:00 AM')
    """
    due = moment_after(received, n, calendar)
    outer = datetime.combine(extended(due, calendar), due.time())
    if not_after is not None:
        due, outer = min(due, not_after), min(outer, not_after)
    work_by = _not_before(received.date(), calendar.last_close_before(due), due.date(), calendar)
    span = (work_by, outer.date())
    account = partial(hours_after_account, received, n, calendar, not_after, span)
    return Limit(due, work_by, outer, _is_provisional(calendar, span), account)


def chance_hours_before(moment: datetime, n: int, calendar: OfficeCalendar) -> Limit:
    """An applicant must act at least so many hours before, by the clock.

    Only when clocks change between do `due` and `outer` differ: the one is the earlier, the other the later of elapsed
    and wall time.
    """
    both = by_clock(moment, -n, calendar)
    return Limit(min(both), None, max(both), False, partial(chance_hours_account, moment, n, calendar))


def _forward_outer(anchor: date, due: date, period: Period, calendar: OfficeCalendar) -> date:
    if period.unit == "business day":
        return reached(anchor, period, calendar, Skip.EITHER, back=False)
    return extended(due, calendar)


def _backward(event_day: date, period: Period, calendar: OfficeCalendar) -> tuple[date, date, date]:
    """The earliest and the latest reading of a period before the event, and the last day these rest on."""
    eve = event_day - ONE_DAY
    due = narrow = reached(event_day, period, calendar, Skip.EITHER, back=True)
    if period.unit == "business day":
        narrow = reached(event_day, period, calendar, Skip.BOTH, back=True)
    outer = max(due, min(extended(narrow, calendar), eve))
    return due, outer, max(due, eve) if period.unit == "business day" else outer


def _last_day(not_after: datetime) -> date:
    """The last day with a minute before or at the moment; midnight ends the day before it."""
    return not_after.date() if not_after.time() > time() else not_after.date() - ONE_DAY


def _not_before(received: date, work_by: date, due: date, calendar: OfficeCalendar) -> date:
    """No one works before the receipt: then the day due if the office is open, else the day of receipt."""
    if work_by < received:
        work_by = due if calendar.is_open(due) else received
    return min(work_by, due)


def _is_provisional(calendar: OfficeCalendar, span: Span) -> bool:
    return bool(calendar.unlisted(*span))
