"""How each kind of limit is told: the sentences behind `due`, `work_by` and `outer`, written only when read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING

from permitbook.calendars import OfficeCalendar, Skip, whole_day
from permitbook.counting import count_steps, extended, missing_list, reached, why_extended
from permitbook.hours import Leave, hours_after, hours_before
from permitbook.periods import Period, show, show_day, show_moment, show_time

if TYPE_CHECKING:
    from permitbook.reckoning import Limit

Span = tuple[date, date]
"""The first and the last day on whose being open or closed a limit rests."""


def duty_within_account(
    anchor: date,
    period: Period,
    calendar: OfficeCalendar,
    not_after: datetime | None,
    received: date,
    worked: date,
    span: Span,
    it: Limit,
) -> Iterator[str]:
    """An official's period after a day."""
    yield from count_steps(anchor, period, calendar, Skip.BOTH, back=False)
    yield from _capped(it, _plain_end(anchor, period, calendar), not_after)
    if received != anchor:
        yield f"Counted from the receipt on {show_day(received)}, as the office works, it is {show_day(worked)}."
    yield from _work_by(it, worked, calendar, not_after)
    yield from _forward_outer(it, anchor, period, calendar, not_after)
    yield from _rule(period, calendar, Skip.BOTH)
    yield from _provisional(it, calendar, span)


def chance_within_account(
    anchor: date, period: Period, calendar: OfficeCalendar, not_after: datetime | None, span: Span, it: Limit
) -> Iterator[str]:
    """An applicant's period after a day."""
    yield from count_steps(anchor, period, calendar, Skip.BOTH, back=False)
    yield from _capped(it, _plain_end(anchor, period, calendar), not_after)
    yield from _forward_outer(it, anchor, period, calendar, not_after)
    yield from _rule(period, calendar, Skip.BOTH)
    yield from _provisional(it, calendar, span)


def before_account(event_day: date, period: Period, calendar: OfficeCalendar, span: Span, it: Limit) -> Iterator[str]:
    """A period before the event's day, an applicant's or an official's."""
    yield from count_steps(event_day, period, calendar, Skip.EITHER, back=True)
    if it.work_by is not None:
        yield from _work_by(it, whole_day(it.due), calendar, None)
    if it.outer != it.due:
        yield _backward_outer(it, event_day, period, calendar)
    yield from _rule(period, calendar, Skip.EITHER)
    yield from _provisional(it, calendar, span)


def hours_before_account(
    moment: datetime, n: int, calendar: OfficeCalendar, readings: tuple[Leave, ...], span: Span, it: Limit
) -> Iterator[str]:
    """An official's hours before a moment, by each reading in turn."""
    first, *others = [hours_before(moment, n, calendar, each) for each in readings]
    yield from first.steps
    for other in others:
        yield from other.steps[1:]
    earliest = show(min(each.on for each in (first, *others))) + (", the earliest reading" if others else "")
    yield f"{_finish(it, calendar)} before {earliest}."
    if it.outer != it.due:
        yield f"Outer limit {show(it.outer)}, the latest reading."
    yield from _hours_rule(n, readings[0])
    yield from _provisional(it, calendar, span)


def hours_after_account(
    received: datetime, n: int, calendar: OfficeCalendar, not_after: datetime | None, span: Span, it: Limit
) -> Iterator[str]:
    """An official's hours after receipt."""
    plain = hours_after(received, n, calendar)
    yield from plain.steps
    yield from _capped(it, plain.on, not_after)
    if it.work_by == calendar.last_close_before(_moment(it.due)):
        yield f"{_finish(it, calendar)} before that."
    else:
        yield f"No open day closes between receipt and then: finish by {_day(it.work_by)}."
    if it.outer != it.due:
        yield f"Outer limit {show(it.outer)}: {_runs_on(whole_day(it.due), calendar)}, to the same hour."
    yield from _hours_rule(n, Leave.NOTHING)
    yield from _provisional(it, calendar, span)


def chance_hours_account(moment: datetime, n: int, calendar: OfficeCalendar, it: Limit) -> Iterator[str]:
    """An applicant's hours before a moment."""
    yield from hours_before(moment, n, calendar).steps
    if it.outer != it.due:
        yield f"Outer limit {show(it.outer)}, the later of the two."
    yield from _hours_rule(n, Leave.NOTHING)


def _plain_end(anchor: date, period: Period, calendar: OfficeCalendar) -> date:
    return reached(anchor, period, calendar, Skip.BOTH, back=False)


def _capped(it: Limit, plain: date, not_after: datetime | None) -> Iterator[str]:
    if not_after is not None and it.due != plain:
        yield f"Nothing runs past {show_moment(not_after)}: due {show(it.due)}."


def _work_by(it: Limit, worked: date, calendar: OfficeCalendar, not_after: datetime | None) -> Iterator[str]:
    """Why an official should finish earlier than the count alone says."""
    if it.work_by in (it.due, worked):
        return
    rolled = calendar.open_on_or_before(min(worked, whole_day(it.due)))
    why = calendar.why_closed(worked)
    if it.work_by == rolled and why and worked <= whole_day(it.due):
        yield f"{show_day(worked)} is a closed day ({why}): finish by {_day(it.work_by)}, the open day before."
    elif not_after is not None and it.work_by == calendar.last_close_before(not_after):
        yield f"Finish by {_day(it.work_by)}, the last open day that closes before {show_moment(not_after)}."
    else:
        yield f"No open day is left before that: finish by {_day(it.work_by)}."


def _finish(it: Limit, calendar: OfficeCalendar) -> str:
    return f"Finish by {_day(it.work_by)}, the last open day that closes ({show_time(calendar.closes)})"


def _forward_outer(
    it: Limit, anchor: date, period: Period, calendar: OfficeCalendar, not_after: datetime | None
) -> Iterator[str]:
    if it.outer == it.due:
        return
    if period.unit == "business day":
        wide = reached(anchor, period, calendar, Skip.EITHER, back=False)
        told = f"when {Skip.EITHER.value}"
    else:
        wide = extended(_plain_end(anchor, period, calendar), calendar)
        told = _runs_on(whole_day(it.due), calendar)
    if wide != it.outer and not_after is not None:
        told += f"; but not past {show_moment(not_after)}"
    yield f"Outer limit {show(it.outer)}: {told}."


def _backward_outer(it: Limit, event_day: date, period: Period, calendar: OfficeCalendar) -> str:
    told, narrow = [], whole_day(it.due)
    if period.unit == "business day":
        narrow = reached(event_day, period, calendar, Skip.BOTH, back=True)
        told.append(f"{Skip.BOTH.value}, which gives {show_day(narrow)}")
    if narrow != it.outer:
        told.append(_runs_on(narrow, calendar))
    if extended(narrow, calendar) > whole_day(it.outer):
        told.append("no extension reaches the day of the event")
    return f"Outer limit {show(it.outer)}: {'; '.join(told)}."


def _runs_on(day: date, calendar: OfficeCalendar) -> str:
    why = why_extended(day, calendar)
    return f"{show_day(day)} is no business day ({why}), and the period runs on by {calendar.law.extension}"


def _rule(period: Period, calendar: OfficeCalendar, skip: Skip) -> Iterator[str]:
    """The rule of counting, with its source; a period of nothing is not counted."""
    if period.amount == 0:
        return
    law = calendar.law.months if period.unit == "month" else calendar.law.days
    yield f"Counted by {law}; {skip.value}." if period.unit == "business day" else f"Counted by {law}."


def _hours_rule(n: int, first: Leave) -> Iterator[str]:
    if n == 0:
        return
    if first is Leave.NOTHING:
        yield "Counted by the clock; across a clock change the earlier of elapsed and wall time holds (K16)."
    elif first is Leave.SATURDAYS_TOO:
        yield "Counted by a clause of the Village's own code that leaves out whole Saturdays too (K14)."
    else:
        yield "Counted by Wis. Stat. § 990.001(4)(a), which leaves out whole Sundays and legal holidays (K10)."


def _provisional(it: Limit, calendar: OfficeCalendar, span: Span) -> Iterator[str]:
    if it.provisional:
        yield missing_list(calendar, calendar.unlisted(*span))


def _day(day: date | None) -> str:
    return show_day(day) if day else ""


def _moment(when: date | datetime) -> datetime:
    assert isinstance(when, datetime)
    return when
