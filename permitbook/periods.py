"""Periods in the law's own words, and days and hours as they are shown."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal

from msgspec import Struct

Unit = Literal["day", "business day", "month", "hour"]

# Names of our own, so that a machine set to another language shows the same.
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Period(Struct, frozen=True):
    """So many days, business days, months or hours."""

    amount: int
    unit: Unit

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise ValueError(f"A period cannot be less than nothing: {self.amount} {self.unit}s.")

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}" if self.amount == 1 else f"{self.amount} {self.unit}s"


def days(n: int) -> Period:
    """Calendar days: any day counts.

    >>> str(days(15)), str(days(1))
    ('15 days', '1 day')
    """
    return Period(n, "day")


def business_days(n: int) -> Period:
    """Monday to Friday, less the days that the office keeps closed by law."""
    return Period(n, "business day")


def months(n: int) -> Period:
    """Calendar months: to the day of the same number, or the last day of a shorter month."""
    return Period(n, "month")


def hours(n: int) -> Period:
    """Hours; counted from a moment by `hours_before` and `hours_after`."""
    return Period(n, "hour")


def show_day(day: date) -> str:
    """A day with its weekday.

    >>> show_day(date(2026, 7, 4))
    'Sat 4 Jul 2026'
    """
    return f"{short_day(day)} {day.year}"


def short_day(day: date) -> str:
    """A day with its weekday, the year being plain from what stands beside it: `Fri 3 Jul`."""
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def show_time(at: time) -> str:
    """An hour of the day as people say it.

    >>> show_time(time(9)), show_time(time(12)), show_time(time(0, 5))
    ('9:00 AM', '12:00 PM', '12:05 AM')
    """
    return f"{at.hour % 12 or 12}:{at.minute:02} {'AM' if at.hour < 12 else 'PM'}"


def show_moment(moment: datetime) -> str:
    """A day and its hour.

    >>> show_moment(datetime(2026, 7, 2, 10))
    'Thu 2 Jul 2026, 10:00 AM'
    """
    return f"{show_day(moment)}, {show_time(moment.time())}"


def show_span(start: datetime, end: datetime) -> str:
    """From one minute to another, the day told once where it is the same.

    >>> show_span(datetime(2026, 7, 4, 10), datetime(2026, 7, 4, 11, 30))
    'Sat 4 Jul 2026, 10:00 AM to 11:30 AM'
    """
    last = show_time(end.time()) if start.date() == end.date() else show_moment(end)
    return f"{show_moment(start)} to {last}"


def show(when: date | datetime) -> str:
    """A day, or a moment with its hour."""
    return show_moment(when) if isinstance(when, datetime) else show_day(when)


def in_words(items: list[str]) -> str:
    """Items in a row as in a sentence: `a, b and c`."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
