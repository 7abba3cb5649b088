"""Counting days, business days and months, with the sentences that show the count.

The day counted from is never counted; the day reached is.
"""

from __future__ import annotations

import calendar as months_of
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import partial

from msgspec import Struct

from permitbook.calendars import FIRST_YEAR, LAST_YEAR, ONE_DAY, WEEKEND, OfficeCalendar, Skip, whole_day
from permitbook.errors import CalendarError
from permitbook.periods import Period, in_words, short_day, show_day

_MOST_YEARS = 60
_LEAST_BUSINESS_DAYS = 240
"""Of an ordinary year; a ruler that proves too short is made longer."""


class Reckoned(Struct, frozen=True):
    """A day or a moment, and the sentences that led to it, which are written only when read."""

    on: date | datetime
    provisional: bool
    account: Callable[[Reckoned], Iterator[str]]

    @property
    def steps(self) -> tuple[str, ...]:
        """How it was reached, in sentences."""
        return tuple(self.account(self))


def count_on(anchor: date, period: Period, calendar: OfficeCalendar, skip: Skip = Skip.BOTH) -> Reckoned:
    """The day so long after `anchor`, which is not counted itself.

    Each month is counted from the anchor, so a short month on the way shortens nothing after it.

    >>> from permitbook.periods import days, months
    >>> office = OfficeCalendar("NY", "America/New_York", {})
    >>> count_on(date(2026, 4, 20), days(10), office).on
    datetime.date(2026, 4, 30)
    >>> count_on(date(2027, 12, 31), months(2), office).on, count_on(date(2027, 12, 31), months(3), office).on
    (datetime.date(2028, 2, 29), datetime.date(2028, 3, 31))
    """
    return _counted(anchor, period, calendar, skip, back=False)


def count_back(anchor: date, period: Period, calendar: OfficeCalendar, skip: Skip = Skip.BOTH) -> Reckoned:
    """The day so long before `anchor`: filed on it, "at least so long before" is met.

    >>> from permitbook.periods import business_days, days, months
    >>> closed = {date(2026, 10, 12): "Columbus Day"}
    >>> office = OfficeCalendar("NY", "America/New_York", closed)
    >>> count_back(date(2026, 5, 25), days(10), office).on  # not the 14th
    datetime.date(2026, 5, 15)
    >>> count_back(date(2026, 10, 18), business_days(7), office).on
    datetime.date(2026, 10, 7)
    >>> count_back(date(2026, 8, 31), months(6), office).on
    datetime.date(2026, 2, 28)
    """
    return _counted(anchor, period, calendar, skip, back=True)


def _counted(anchor: date, period: Period, calendar: OfficeCalendar, skip: Skip, back: bool) -> Reckoned:
    anchor = whole_day(anchor)
    day = reached(anchor, period, calendar, skip, back)
    account = partial(_count_account, anchor, period, calendar, skip, back)
    return Reckoned(day, rests_on_unlisted(anchor, day, period, calendar), account)


def reached(anchor: date, period: Period, calendar: OfficeCalendar, skip: Skip, back: bool) -> date:
    """The day a count reaches, without its account. CalendarError when that is no usable date."""
    n = period.amount
    try:
        if period.unit == "day":
            day = _two_days(anchor, calendar, back) if _is_two_days(period, calendar) else _plus(anchor, n, back)
        elif period.unit == "business day":
            day = _business_days(anchor, n, calendar, skip, back) if n else anchor
        elif period.unit == "month":
            day = _months(anchor, -n if back else n)
        else:
            raise ValueError(f"{period} are counted from a moment, not from a day.")
    except OverflowError:
        day = date.max
    if not FIRST_YEAR < day.year < LAST_YEAR:
        raise CalendarError(f"{period} {'before' if back else 'after'} {show_day(anchor)} is no usable date.")
    return day


def _plus(anchor: date, n: int, back: bool) -> date:
    return anchor - timedelta(days=n) if back else anchor + timedelta(days=n)


def _is_two_days(period: Period, calendar: OfficeCalendar) -> bool:
    return period.amount == 2 and calendar.state == "NY"


def _two_days(anchor: date, calendar: OfficeCalendar, back: bool) -> date:
    """New York's period of two days (K5): a Saturday, Sunday or public holiday that comes between is left out."""
    step = -ONE_DAY if back else ONE_DAY
    first = anchor + step
    while first.weekday() > 4 or calendar.statutory(first):
        first += step
    return first + step


def _business_days(anchor: date, n: int, calendar: OfficeCalendar, skip: Skip, back: bool) -> date:
    reach = 1 + n // _LEAST_BUSINESS_DAYS
    while reach <= _MOST_YEARS:
        ruler = calendar.business_days(skip, anchor.year, reach)
        at = bisect_left(ruler, anchor) - n if back else bisect_right(ruler, anchor) + n - 1
        if 0 <= at < len(ruler):
            return ruler[at]
        reach *= 2
    raise OverflowError


def _months(anchor: date, n: int) -> date:
    """The day of the same number, or the last day of a month that has not so many (K6)."""
    year, month = divmod(anchor.year * 12 + anchor.month - 1 + n, 12)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise OverflowError
    return date(year, month + 1, min(anchor.day, months_of.monthrange(year, month + 1)[1]))


def business_days_between(first: date, last: date, calendar: OfficeCalendar, skip: Skip = Skip.BOTH) -> int:
    """How many business days from the first day to the last, both counted when they are business days.

    >>> closed = {date(2026, 7, 3): "Independence Day (observed)", date(2026, 7, 4): "Independence Day"}
    >>> office = OfficeCalendar("NY", "America/New_York", closed)
    >>> business_days_between(date(2026, 6, 29), date(2026, 7, 6), office, Skip.EITHER)  # a Saturday is not taken twice
    5
    """
    first, last = whole_day(first), whole_day(last)
    if last < first:
        return 0
    ruler = calendar.business_days(skip, first.year, 1 + last.year - first.year)
    return bisect_right(ruler, last) - bisect_left(ruler, first)


def extended(day: date, calendar: OfficeCalendar) -> date:
    """The day to which a period that ends on `day` runs, if that is a closed day: the next business day.

    New York: Saturdays, Sundays and holidays (K4). Wisconsin: Sundays and legal holidays (K11), and Saturdays on which
    the office takes in no papers (K12). Listed closures count as closed too, the sense most generous to the applicant.

    >>> closed = {date(2026, 6, 19): "Juneteenth"}
    >>> extended(date(2026, 6, 19), OfficeCalendar("WI", "America/Chicago", closed))
    datetime.date(2026, 6, 22)
    >>> extended(date(2026, 6, 19), OfficeCalendar("WI", "America/Chicago", closed, saturday_hours=True))
    datetime.date(2026, 6, 20)
    """
    day = whole_day(day)
    while why_extended(day, calendar):
        day += ONE_DAY
    return day


def why_extended(day: date, calendar: OfficeCalendar) -> str | None:
    """Why a period does not end on this day; None when it does."""
    if day.weekday() == 5 and calendar.saturday_hours and calendar.state == "WI":
        return calendar.closure(day) or calendar.statutory(day)
    return calendar.why_skipped(day, Skip.EITHER)


def rests_on_unlisted(anchor: date, day: date, period: Period, calendar: OfficeCalendar) -> bool:
    """A count of business days passes through a year without a closing list."""
    return period.unit == "business day" and anchor != day and bool(_years_walked(anchor, day, calendar))


def _years_walked(anchor: date, day: date, calendar: OfficeCalendar) -> tuple[int, ...]:
    """Unlisted years from the first day counted to the day reached."""
    return calendar.unlisted(anchor + (ONE_DAY if anchor < day else -ONE_DAY), day)


def _count_account(
    anchor: date, period: Period, calendar: OfficeCalendar, skip: Skip, back: bool, it: Reckoned
) -> Iterator[str]:
    yield from count_steps(anchor, period, calendar, skip, back)
    if it.provisional:
        yield missing_list(calendar, _years_walked(anchor, whole_day(it.on), calendar))


def count_steps(anchor: date, period: Period, calendar: OfficeCalendar, skip: Skip, back: bool) -> Iterator[str]:
    """The sentences of one count, from its first day to the day reached."""
    day = reached(anchor, period, calendar, skip, back)
    if period.amount == 0:
        yield f"On the day itself, {show_day(day)}."
        return
    yield f"Start from {show_day(anchor)}, not counted."
    yield f"Count {'back' if back else 'on'} {period}."
    if period.unit == "business day":
        yield from _skips(anchor, day, calendar, skip)
    elif _is_two_days(period, calendar):
        yield from _left_out_of_two(anchor, day, calendar)
    elif period.unit == "month" and day.day != anchor.day:
        yield f"That month has no day {anchor.day}; its last day is taken."
    yield f"Reach {show_day(day)}."


def _walk(anchor: date, day: date) -> Iterator[date]:
    """The days after the anchor up to the day reached, in the order of counting."""
    step = ONE_DAY if anchor < day else -ONE_DAY
    while anchor != day:
        anchor += step
        yield anchor


def _skips(anchor: date, day: date, calendar: OfficeCalendar, skip: Skip) -> Iterator[str]:
    skipped: list[str] = []
    counted: list[str] = []
    for each in _walk(anchor, day):
        why = calendar.why_skipped(each, skip)
        if why:
            skipped.append(f"{show_day(each)} ({why})")
        else:
            counted.extend(_why_counted(each, calendar))
    clauses = ([f"Skip {', '.join(skipped)}"] if skipped else []) + counted
    if clauses:
        yield f"{'; '.join(clauses)}."


def _why_counted(day: date, calendar: OfficeCalendar) -> Iterator[str]:
    """What to say of a counted day that some would skip."""
    law, closure, holiday = calendar.law, calendar.closure(day), calendar.statutory(day)
    shown = f"{short_day(day)} is counted"
    if closure:
        yield f"{shown}, an office closure ({closure}) but no {law.holiday} in {law.name}"
    elif holiday:
        yield f"{shown}, a {law.holiday} ({holiday}) but no office closure"
    elif day.weekday() == 4 and calendar.statutory(day + ONE_DAY):
        yield f"{shown}, no holiday in {law.name} when the {_ordinal(day + ONE_DAY)} is a Saturday"


def _ordinal(day: date) -> str:
    n = day.day
    ending = "th" if 10 < n < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _left_out_of_two(anchor: date, day: date, calendar: OfficeCalendar) -> Iterator[str]:
    whys = [(each, WEEKEND.get(each.weekday()) or calendar.statutory(each)) for each in _walk(anchor, day)]
    shown = [f"{show_day(each)} ({why})" for each, why in whys if why and each != day]
    if shown:
        yield f"Leave out {', '.join(shown)}: New York counts no such day within a period of two days (K5)."


def missing_list(calendar: OfficeCalendar, years: tuple[int, ...]) -> str:
    """What the clerk can do to make a date firm.

    >>> from permitbook.calendars import OfficeCalendar
    >>> listed = OfficeCalendar("NY", "America/New_York", {}, listed_years=frozenset({2025, 2026}))
    >>> missing_list(listed, (2027,))
    'Closures are listed only through 31 Dec 2026; add 2027 to the Closures sheet to make this date firm.'
    """
    wanted = in_words([str(year) for year in years])
    listed = calendar.years_listed
    if not listed:
        told = "No closures are listed"
    elif years[0] > listed[-1]:
        told = f"Closures are listed only through 31 Dec {listed[-1]}"
    elif years[-1] < listed[0]:
        told = f"Closures are listed only from 1 Jan {listed[0]}"
    else:
        told = f"Closures are not listed for {wanted}"
    return f"{told}; add {wanted} to the Closures sheet to make this date firm."
