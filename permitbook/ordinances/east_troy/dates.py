"""The dates that East Troy's article counts; the parts of it say what each is for."""

from collections.abc import Iterator
from datetime import date, datetime, time

from msgspec.structs import replace

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.east_troy.law import SATURDAYS_TOO, THE_CLOCK, law
from permitbook.ordinances.shared import as_day, other_sense
from permitbook.reckoning import (
    Leave,
    Limit,
    chance_before,
    days,
    duty_before,
    duty_hours_before,
    duty_within,
    show_day,
)

FIFTEEN, THIRTY = days(15), days(30)
FAR_AHEAD = 45
"""Filed so many days ahead or more, an application may come any way, and is decided 30 days before the event."""
TWO_DAYS = 48
READINGS_OF_HOURS = {
    None: (Leave.SUNDAYS_AND_HOLIDAYS, Leave.NOTHING, Leave.SATURDAYS_TOO),
    THE_CLOCK: (Leave.NOTHING,),
    SATURDAYS_TOO: (Leave.SATURDAYS_TOO,),
}
"""The senses of 48 hours that still count, by the one the office has taken; by default all three."""


def last_day_to_file(first_day: date, calendar: OfficeCalendar, office: Office) -> Limit:
    """Fifteen whole days before an event; an office may read it without extension (Q-ET5)."""
    limit = chance_before(first_day, FIFTEEN, calendar)
    return replace(limit, outer=limit.due) if other_sense(law, office, "Q-ET5") else limit


def thirty_days_before(first_day: date, calendar: OfficeCalendar) -> Limit:
    """When an application filed 45 days ahead or more is decided."""
    return duty_before(first_day, THIRTY, calendar)


def within_fifteen_days(
    received_on: date, first_day: date | None, start: datetime | None, calendar: OfficeCalendar
) -> Limit:
    """When a nearer one is decided: fifteen days after filing, never after the event.

    A start not given is taken as the first minute of its day; without a date nothing caps the fifteen days.
    """
    if first_day is None:
        return duty_within(received_on, FIFTEEN, calendar)
    return duty_within(received_on, FIFTEEN, calendar, not_after=start or datetime.combine(first_day, time()))


def two_days_before(
    received_on: date | None, first_day: date, start: datetime | None, calendar: OfficeCalendar, office: Office
) -> Limit:
    """And no later than 48 hours before the start, worked to the earliest reading that the office has left (Q-ET7).

    A start not given is taken as the first minute of its day. Nobody works before the receipt.
    """
    readings = READINGS_OF_HOURS[other_sense(law, office, "Q-ET7")]
    limit = duty_hours_before(start or datetime.combine(first_day, time()), TWO_DAYS, calendar, readings)
    assert limit.work_by is not None
    work_by = max(limit.work_by, min(received_on, as_day(limit.due))) if received_on else limit.work_by

    def account(it: Limit) -> Iterator[str]:
        if start is None:
            yield "No start is given: the first minute of the day is taken."
        yield from limit.steps
        if received_on and work_by != limit.work_by:
            yield f"It came only on {show_day(received_on)}: finish by {show_day(work_by)}."

    return replace(limit, work_by=work_by, account=account)


def decide_by(
    lead_days: int,
    received_on: date,
    first_day: date,
    start: datetime | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Limit:
    """The limit on the decision that the office must finish for first."""
    if lead_days >= FAR_AHEAD:
        return thirty_days_before(first_day, calendar)
    both = (
        within_fifteen_days(received_on, first_day, start, calendar),
        two_days_before(received_on, first_day, start, calendar, office),
    )
    return min(both, key=lambda limit: (limit.work_by or date.max, as_day(limit.outer)))
