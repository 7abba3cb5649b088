"""Counting hours: by the clock, and by Wisconsin's rule that leaves out whole Sundays and legal holidays.

Moments are naive, in the municipality's own time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from functools import partial

from permitbook.calendars import ONE_DAY, WEEKEND, OfficeCalendar
from permitbook.counting import Reckoned
from permitbook.periods import hours, show_day, show_moment

MIDNIGHT = time()


class Leave(Enum):
    """Which whole days a count of hours leaves out."""

    NOTHING = "the clock alone"
    SUNDAYS_AND_HOLIDAYS = "whole Sundays and legal holidays left out (K10)"
    SATURDAYS_TOO = "whole Saturdays, Sundays and legal holidays left out (K14)"


def hours_before(moment: datetime, n: int, calendar: OfficeCalendar, leaving_out: Leave = Leave.NOTHING) -> Reckoned:
    """The moment so many hours before; by the clock, the earlier of elapsed and wall time when clocks change between.

    >>> office = OfficeCalendar("WI", "America/Chicago", {})
    >>> hours_before(datetime(2026, 3, 8, 10), 48, office).on  # clocks go forward that morning
    datetime.datetime(2026, 3, 6, 9, 0)
    >>> hours_before(datetime(2026, 7, 4, 10), 48, office, Leave.SUNDAYS_AND_HOLIDAYS).on  # the 4th is left out whole
    datetime.datetime(2026, 7, 2, 0, 0)
    """
    at = moment_before(moment, n, calendar, leaving_out)
    if n == 0 or leaving_out is Leave.NOTHING:
        return Reckoned(at, False, partial(_clock_account, moment, -n, calendar))
    return Reckoned(at, False, partial(_left_out_account, moment, n, calendar, leaving_out))


def hours_after(moment: datetime, n: int, calendar: OfficeCalendar) -> Reckoned:
    """The moment so many hours after; the earlier of elapsed and wall time when clocks change between.

    >>> office = OfficeCalendar("NY", "America/New_York", {})
    >>> hours_after(datetime(2026, 4, 26, 11), 48, office).on
    datetime.datetime(2026, 4, 28, 11, 0)
    """
    at = moment_after(moment, n, calendar)
    return Reckoned(at, False, partial(_clock_account, moment, n, calendar))


def moment_before(moment: datetime, n: int, calendar: OfficeCalendar, leaving_out: Leave) -> datetime:
    """The moment that `hours_before` reaches, without its account."""
    if n == 0 or leaving_out is Leave.NOTHING:
        return min(by_clock(moment, -n, calendar))
    return _before_leaving_out(moment, n, calendar, leaving_out)


def moment_after(moment: datetime, n: int, calendar: OfficeCalendar) -> datetime:
    """The moment that `hours_after` reaches, without its account."""
    return min(by_clock(moment, n, calendar))


def hours_between(first: datetime, last: datetime, calendar: OfficeCalendar) -> int:
    """Whole hours that elapse from one moment to the other.

    >>> office = OfficeCalendar("WI", "America/Chicago", {})
    >>> hours_between(datetime(2026, 5, 29, 16), datetime(2026, 6, 13, 9), office)  # fifteen days, yet not 360 hours
    353
    """
    elapsed = _fixed_time(last, calendar) - _fixed_time(first, calendar)
    return elapsed // timedelta(hours=1)


def by_clock(moment: datetime, n: int, calendar: OfficeCalendar) -> tuple[datetime, datetime]:
    """So many hours on (or back, when n is less than 0): as they elapse, and as the clock on the wall shows them."""
    span = timedelta(hours=n)
    wall, zone = moment + span, calendar.zone_info
    if moment.replace(tzinfo=zone).utcoffset() == wall.replace(tzinfo=zone).utcoffset():
        return wall, wall
    elapsed = (_fixed_time(moment, calendar) + span).astimezone(zone)
    return elapsed.replace(tzinfo=None, fold=0), wall


def _fixed_time(moment: datetime, calendar: OfficeCalendar) -> datetime:
    return moment.replace(tzinfo=calendar.zone_info).astimezone(UTC)


def _before_leaving_out(moment: datetime, n: int, calendar: OfficeCalendar, leave: Leave) -> datetime:
    """Each day that counts gives its hours up to midnight; clocks change on Sundays, which never count."""
    left, day, at = timedelta(hours=n), moment.date(), moment
    while True:
        midnight = datetime.combine(day, MIDNIGHT)
        if _why_left_out(day, calendar, leave) is None:
            if at - midnight >= left:
                return at - left
            left -= at - midnight
        at, day = midnight, day - ONE_DAY


def _why_left_out(day: date, calendar: OfficeCalendar, leave: Leave) -> str | None:
    first_left_out = 5 if leave is Leave.SATURDAYS_TOO else 6
    if day.weekday() >= first_left_out:
        return WEEKEND[day.weekday()]
    return calendar.statutory(day)


def _clock_account(moment: datetime, n: int, calendar: OfficeCalendar, it: Reckoned) -> Iterator[str]:
    if n == 0:
        yield f"At the moment itself, {show_moment(moment)}."
        return
    elapsed, wall = by_clock(moment, n, calendar)
    yield f"Start from {show_moment(moment)}."
    yield f"Count {'back' if n < 0 else 'on'} {hours(abs(n))} by the clock."
    if elapsed != wall:
        yield (
            f"Clocks change on the way: {hours(abs(n))} elapse at {show_moment(elapsed)}, the clock on the wall shows "
            f"them at {show_moment(wall)}; the earlier is taken."
        )
    yield f"Reach {show_moment(min(elapsed, wall))}."


def _left_out_account(moment: datetime, n: int, calendar: OfficeCalendar, leave: Leave, it: Reckoned) -> Iterator[str]:
    assert isinstance(it.on, datetime)
    yield f"Start from {show_moment(moment)}."
    yield f"Count back {hours(n)}, {leave.value}."
    day, left_out = moment.date(), []
    while day >= it.on.date():
        why = _why_left_out(day, calendar, leave)
        if why:
            left_out.append(f"{show_day(day)} ({why})")
        day -= ONE_DAY
    if left_out:
        yield f"Leave out {', '.join(left_out)}."
    start = ", the very start of that day" if it.on.time() == MIDNIGHT else ""
    yield f"Reach {show_moment(it.on)}{start}."
