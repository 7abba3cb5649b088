"""What holds for every date: counts against a plain day-by-day walk, both ways round, and anywhere on earth."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from offices import new_york, wisconsin

from permitbook.calendars import OfficeCalendar, Skip
from permitbook.reckoning import (
    Leave,
    Limit,
    business_days,
    business_days_between,
    chance_before,
    chance_hours_before,
    chance_within,
    count_back,
    count_on,
    days,
    duty_before,
    duty_hours_after,
    duty_hours_before,
    duty_within,
    extended,
)

DAY = timedelta(days=1)
ODD_CLOSURES = {date(2026, 1, 1) + timedelta(days=n * 11): "closed" for n in range(60)}
OFFICES = [
    new_york(),
    wisconsin(),
    new_york(ODD_CLOSURES, listed_years=None),
    wisconsin(ODD_CLOSURES, saturday_hours=True),
]
a_day = st.dates(date(2024, 1, 1), date(2031, 12, 31))
a_moment = st.datetimes(datetime(2024, 1, 1), datetime(2031, 12, 31)).map(
    lambda it: it.replace(second=0, microsecond=0)
)
an_office = st.sampled_from(OFFICES)
a_skip = st.sampled_from(list(Skip))
an_amount = st.integers(1, 90)
READINGS = (Leave.SUNDAYS_AND_HOLIDAYS, Leave.NOTHING, Leave.SATURDAYS_TOO)
quick = settings(deadline=None, max_examples=200)


def is_business_day(day: date, office: OfficeCalendar, skip: Skip) -> bool:
    kept = (office.statutory(day) is None, office.closure(day) is None)
    return day.isoweekday() < 6 and (any(kept) if skip is Skip.BOTH else all(kept))


def walk(day: date, n: int, office: OfficeCalendar, skip: Skip) -> date:
    step = DAY if n > 0 else -DAY
    left = abs(n)
    while left:
        day += step
        left -= is_business_day(day, office, skip)
    return day


@quick
@given(a_day, an_amount, an_office, a_skip)
def test_business_days_are_those_a_finger_on_the_calendar_finds(
    day: date, n: int, office: OfficeCalendar, skip: Skip
) -> None:
    assert count_on(day, business_days(n), office, skip).on == walk(day, n, office, skip)
    assert count_back(day, business_days(n), office, skip).on == walk(day, -n, office, skip)


@quick
@given(a_day, an_amount, an_office, a_skip)
def test_counting_back_undoes_counting_on_between_business_days(
    day: date, n: int, office: OfficeCalendar, skip: Skip
) -> None:
    start = walk(day, 1, office, skip)
    end = count_on(start, business_days(n), office, skip).on
    assert count_back(end, business_days(n), office, skip).on == start
    assert business_days_between(start, end, office, skip) == n + 1


@quick
@given(a_day, an_amount, an_office)
def test_the_more_is_skipped_the_further_a_count_runs(day: date, n: int, office: OfficeCalendar) -> None:
    period = business_days(n)
    assert count_on(day, period, office, Skip.BOTH).on <= count_on(day, period, office, Skip.EITHER).on
    assert count_back(day, period, office, Skip.BOTH).on >= count_back(day, period, office, Skip.EITHER).on


def each_limit(moment: datetime, other: datetime, n: int, office: OfficeCalendar) -> Iterator[Limit]:
    for period in (days(n), business_days(n)):
        yield duty_within(moment, period, office)
        yield duty_within(moment, period, office, other)
        yield duty_within(moment, period, office, work_from=moment.date() - DAY * n)
        yield duty_before(moment, period, office)
        yield chance_within(moment, period, office)
        yield chance_within(moment, period, office, other)
        yield chance_before(moment, period, office)
    yield duty_hours_before(moment, n, office, READINGS)
    yield duty_hours_after(moment, n, office)
    yield duty_hours_after(moment, n, office, other)
    yield chance_hours_before(moment, n, office)


@quick
@given(a_moment, st.integers(-30, 60), an_amount, an_office)
def test_work_comes_no_later_than_due_and_due_no_later_than_the_outer_limit(
    moment: datetime, away: int, n: int, office: OfficeCalendar
) -> None:
    for limit in each_limit(moment, moment + DAY * away, n, office):
        due = limit.due.date() if isinstance(limit.due, datetime) else limit.due
        assert limit.work_by is None or limit.work_by <= due
        assert type(limit.due) is type(limit.outer)
        assert limit.due <= limit.outer
        assert all(step.endswith(".") for step in limit.steps)


@quick
@given(a_day, an_amount, an_office)
def test_a_limit_before_the_event_is_before_the_event(day: date, n: int, office: OfficeCalendar) -> None:
    for period in (days(n), business_days(n)):
        assert chance_before(day, period, office).outer < day
        assert duty_before(day, period, office).outer < day


@quick
@given(a_day, an_office)
def test_a_period_runs_on_to_a_day_that_is_closed_by_no_list(day: date, office: OfficeCalendar) -> None:
    on = extended(day, office)
    assert on >= day
    saturday = office.saturday_hours and office.state == "WI" and on.isoweekday() == 6
    assert (saturday or on.isoweekday() < 6) and not office.statutory(on) and not office.closure(on)
    assert extended(on, office) == on


@quick
@given(a_moment, an_amount)
def test_the_more_hours_are_left_out_the_earlier_it_is(moment: datetime, n: int) -> None:
    office = wisconsin()
    sundays, clock, saturdays = (duty_hours_before(moment, n, office, (each,)).due for each in READINGS)
    assert saturdays <= sundays <= clock


PROBE = """
import json, sys
from datetime import date, datetime
from offices import new_york, wisconsin
from permitbook.reckoning import Leave, business_days, chance_before, duty_hours_after, duty_hours_before, duty_within
limits = [
    duty_within(datetime(2026, 3, 6, 23, 30), business_days(3), new_york()),
    chance_before(date(2026, 3, 8), business_days(7), new_york()),
    duty_hours_before(datetime(2026, 3, 8, 10), 48, wisconsin(), tuple(Leave)),
    duty_hours_after(datetime(2026, 10, 31, 10), 48, new_york()),
]
json.dump([[str(it.due), str(it.work_by), str(it.outer), *it.steps] for it in limits], sys.stdout)
"""


def test_no_result_depends_on_where_the_machine_stands() -> None:
    def told(zone: str) -> object:
        environment = {**os.environ, "TZ": zone, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
        run = subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    at_home = told("America/New_York")
    assert told("Pacific/Auckland") == at_home
    assert told("UTC") == at_home
