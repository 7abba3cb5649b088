"""Bare counts of days, business days and months, with their sentences."""

from datetime import date, datetime, timedelta

import pytest
from offices import new_york, wisconsin

from permitbook.calendars import OfficeCalendar, Skip
from permitbook.errors import CalendarError
from permitbook.reckoning import (
    Period,
    business_days,
    business_days_between,
    count_back,
    count_on,
    days,
    extended,
    hours,
    months,
)

NEW_YEAR_OBSERVED = {date(2027, 12, 24): "Christmas Day (observed)", date(2027, 12, 31): "New Year's Day (observed)"}


def closing_list(*closed: date, listed: frozenset[int]) -> OfficeCalendar:
    """An office whose closing list alone decides; counted with Skip.EITHER, a listed day is skipped, holiday or not."""
    return new_york(dict.fromkeys(closed, "closed"), listed_years=listed)


def test_deadline_1_new_years_day_observed_in_the_year_before() -> None:
    listed = frozenset({2027, 2028})
    office = new_york(NEW_YEAR_OBSERVED, listed_years=listed)
    due = count_on(date(2027, 12, 30), business_days(3), office, Skip.EITHER)
    assert due.on == date(2028, 1, 5)
    assert due.steps[2] == (
        "Skip Fri 31 Dec 2027 (New Year's Day (observed)), Sat 1 Jan 2028 (Saturday), Sun 2 Jan 2028 (Sunday)."
    )
    without = closing_list(date(2027, 12, 24), listed=listed)
    assert count_on(date(2027, 12, 30), business_days(3), without, Skip.EITHER).on == date(2028, 1, 4)


@pytest.mark.parametrize(
    ("filed", "n", "due"),
    [
        (date(2026, 8, 14), 5, date(2026, 8, 21)),
        (date(2026, 8, 15), 5, date(2026, 8, 21)),
        (date(2026, 8, 16), 5, date(2026, 8, 21)),
        (date(2026, 8, 17), 5, date(2026, 8, 24)),
        (date(2026, 9, 7), 1, date(2026, 9, 8)),
    ],
)
def test_deadline_2_filed_on_a_closed_day(filed: date, n: int, due: date) -> None:
    office = closing_list(date(2026, 9, 7), listed=frozenset({2026}))
    assert count_on(filed, business_days(n), office, Skip.EITHER).on == due


def test_deadline_3_a_weekend_holiday_is_not_taken_away_twice() -> None:
    office = closing_list(date(2026, 7, 3), date(2026, 7, 4), listed=frozenset({2026}))
    assert business_days_between(date(2026, 6, 29), date(2026, 7, 6), office, Skip.EITHER) == 5
    assert count_on(date(2026, 7, 2), business_days(1), office, Skip.EITHER).on == date(2026, 7, 6)
    only = closing_list(date(2026, 7, 2), listed=frozenset({2026}))
    assert business_days_between(date(2026, 7, 2), date(2026, 7, 2), only, Skip.EITHER) == 0
    assert business_days_between(date(2026, 7, 2), date(2026, 7, 6), only, Skip.EITHER) == 2
    assert count_on(date(2026, 7, 2), business_days(1), only, Skip.EITHER).on == date(2026, 7, 3)
    assert business_days_between(date(2026, 7, 6), date(2026, 7, 2), only) == 0


def test_deadline_4_months_are_each_counted_from_the_same_day() -> None:
    reached = [count_on(date(2027, 12, 31), months(n), new_york()).on for n in (1, 2, 3)]
    assert reached == [date(2028, 1, 31), date(2028, 2, 29), date(2028, 3, 31)]


def test_deadline_5_a_list_that_ends_too_early_makes_no_firm_date() -> None:
    closures = {date(2026, 5, 25): "Memorial Day", date(2027, 5, 31): "Memorial Day"}
    due = count_on(date(2029, 5, 25), business_days(2), new_york(closures, listed_years=None), Skip.EITHER)
    assert due.provisional
    assert due.on == date(2029, 5, 30)
    assert due.steps[-1] == (
        "Closures are listed only through 31 Dec 2027; add 2029 to the Closures sheet to make this date firm."
    )


@pytest.mark.parametrize(
    ("anchor", "provisional"),
    [(date(2028, 12, 27), False), (date(2028, 12, 28), True), (date(2028, 12, 31), True), (date(2029, 1, 5), True)],
)
def test_a_count_is_provisional_once_it_enters_an_unlisted_year(anchor: date, provisional: bool) -> None:
    assert count_on(anchor, business_days(2), new_york()).provisional is provisional
    assert not count_on(anchor, days(20), new_york()).provisional  # any day counts, open or not


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ({2026}, "Closures are listed only through 31 Dec 2026; add 2027 and 2028 to"),
        ({2029}, "Closures are listed only from 1 Jan 2029; add 2027 and 2028 to"),
        ({2026, 2028}, "Closures are not listed for 2027; add 2027 to"),
        (set(), "No closures are listed; add 2027 and 2028 to"),
    ],
)
def test_the_sentence_says_which_years_to_list(listed: set[int], told: str) -> None:
    office = new_york({}, listed_years=frozenset(listed))
    steps = count_on(date(2027, 12, 29), business_days(5), office).steps
    assert steps[-1] == f"{told} the Closures sheet to make this date firm."


def test_the_steps_read_as_a_clerk_would_say_them() -> None:
    assert count_back(date(2026, 7, 4), business_days(7), new_york()).steps == (
        "Start from Sat 4 Jul 2026, not counted.",
        "Count back 7 business days.",
        "Skip Sun 28 Jun 2026 (Sunday), Sat 27 Jun 2026 (Saturday); Fri 3 Jul is counted, no holiday in New York when "
        "the 4th is a Saturday.",
        "Reach Thu 25 Jun 2026.",
    )


def test_the_steps_say_why_a_weekday_on_one_list_only_is_counted() -> None:
    closed = {date(2026, 10, 13): "Water damage"}
    told = count_on(date(2026, 10, 9), business_days(2), new_york(closed))
    assert told.on == date(2026, 10, 13)
    assert told.steps[2] == (
        "Skip Sat 10 Oct 2026 (Saturday), Sun 11 Oct 2026 (Sunday); "
        "Mon 12 Oct is counted, a public holiday (Columbus Day) but no office closure; "
        "Tue 13 Oct is counted, an office closure (Water damage) but no public holiday in New York."
    )
    either = count_on(date(2026, 10, 9), business_days(2), new_york(closed), Skip.EITHER)
    assert either.on == date(2026, 10, 15)
    assert "Mon 12 Oct 2026 (Columbus Day), Tue 13 Oct 2026 (Water damage)" in either.steps[2]


def test_the_steps_of_a_short_month_say_so() -> None:
    assert count_back(date(2026, 8, 31), months(6), new_york()).steps == (
        "Start from Mon 31 Aug 2026, not counted.",
        "Count back 6 months.",
        "That month has no day 31; its last day is taken.",
        "Reach Sat 28 Feb 2026.",
    )


@pytest.mark.parametrize(
    ("anchor", "on", "back"),
    [
        (date(2026, 8, 27), date(2027, 2, 27), date(2026, 2, 27)),
        (date(2026, 8, 28), date(2027, 2, 28), date(2026, 2, 28)),
        (date(2026, 8, 29), date(2027, 2, 28), date(2026, 2, 28)),
        (date(2026, 9, 1), date(2027, 3, 1), date(2026, 3, 1)),
        (date(2026, 1, 1), date(2026, 7, 1), date(2025, 7, 1)),
        (date(2026, 12, 31), date(2027, 6, 30), date(2026, 6, 30)),
        (date(2027, 8, 31), date(2028, 2, 29), date(2027, 2, 28)),
    ],
)
def test_six_months_at_and_around_the_ends_of_months(anchor: date, on: date, back: date) -> None:
    assert count_on(anchor, months(6), new_york()).on == on
    assert count_back(anchor, months(6), new_york()).on == back


@pytest.mark.parametrize(
    ("anchor", "on"),
    [
        (date(2026, 6, 10), date(2026, 6, 12)),  # Wednesday: nothing comes between
        (date(2026, 6, 11), date(2026, 6, 13)),  # ends on a Saturday, which is not between
        (date(2026, 6, 12), date(2026, 6, 16)),  # Friday: Saturday and Sunday come between
        (date(2026, 6, 18), date(2026, 6, 23)),  # and Juneteenth too
    ],
)
def test_new_york_leaves_out_days_that_come_between_in_a_period_of_two_days(anchor: date, on: date) -> None:
    assert count_on(anchor, days(2), new_york()).on == on
    assert count_on(anchor, days(2), wisconsin()).on == date.fromordinal(anchor.toordinal() + 2)
    assert count_on(anchor, days(3), new_york()).on == date.fromordinal(anchor.toordinal() + 3)


def test_the_days_left_out_of_two_are_told() -> None:
    assert count_back(date(2026, 6, 22), days(2), new_york()).steps[2] == (
        "Leave out Sun 21 Jun 2026 (Sunday), Sat 20 Jun 2026 (Saturday), Fri 19 Jun 2026 (Juneteenth): New York counts "
        "no such day within a period of two days (K5)."
    )


@pytest.mark.parametrize(
    ("day", "weekdays_only", "with_saturdays"),
    [
        (date(2026, 6, 18), date(2026, 6, 18), date(2026, 6, 18)),
        (date(2026, 6, 19), date(2026, 6, 22), date(2026, 6, 20)),  # Juneteenth, a Friday
        (date(2026, 6, 20), date(2026, 6, 22), date(2026, 6, 20)),
        (date(2026, 6, 21), date(2026, 6, 22), date(2026, 6, 22)),
        (date(2026, 7, 3), date(2026, 7, 6), date(2026, 7, 6)),  # a closure, then a holiday on Saturday, then Sunday
        (date(2026, 10, 12), date(2026, 10, 13), date(2026, 10, 13)),  # a holiday on which the office is open
    ],
)
def test_a_period_that_ends_on_a_closed_day_runs_on(day: date, weekdays_only: date, with_saturdays: date) -> None:
    assert extended(day, wisconsin()) == weekdays_only
    assert extended(day, wisconsin(saturday_hours=True)) == with_saturdays


def test_saturday_hours_change_nothing_in_new_york() -> None:
    assert extended(date(2026, 6, 20), new_york(saturday_hours=True)) == date(2026, 6, 22)


def test_the_hour_plays_no_part_in_a_count_of_days() -> None:
    late = datetime(2026, 6, 12, 23, 59)
    assert count_on(late, days(10), new_york()).on == date(2026, 6, 22)
    assert count_on(late, business_days(3), new_york()).on == date(2026, 6, 17)
    assert count_back(late, business_days(3), new_york()).on == date(2026, 6, 9)
    assert extended(datetime(2026, 6, 20, 9), new_york()) == date(2026, 6, 22)


@pytest.mark.parametrize("period", [days(0), business_days(0), months(0)], ids=str)
def test_a_period_of_nothing_stays_where_it_is(period: Period) -> None:
    assert count_on(date(2026, 6, 13), period, new_york()).on == date(2026, 6, 13)


def test_a_long_count_and_a_crowded_closing_list_are_still_counted() -> None:
    listed = frozenset(range(2020, 2060))
    no_closures = new_york({}, listed_years=listed)
    # under Skip.BOTH an empty list leaves every weekday counted: 2,000 weekdays are 400 weeks
    assert count_on(date(2026, 1, 1), business_days(2000), no_closures).on == date(2033, 9, 1)
    monday_to_thursday = {date(2026, 1, 5) + timedelta(days=7 * week + n): "" for week in range(300) for n in range(4)}
    fridays_only = new_york(monday_to_thursday, listed_years=listed)
    # 204 weeks, for four of these Fridays are holidays: Juneteenth, Christmas, New Year's Day, Lincoln's Birthday
    assert count_on(date(2026, 1, 2), business_days(200), fridays_only, Skip.EITHER).on == date(2029, 11, 30)


@pytest.mark.parametrize("period", [days(4_000_000), business_days(1_000_000), months(100_000), days(10**12)], ids=str)
def test_a_count_that_leaves_the_calendar_is_refused_in_a_sentence(period: Period) -> None:
    with pytest.raises(CalendarError, match=r"after Fri 12 Jun 2026 is no usable date\."):
        count_on(date(2026, 6, 12), period, new_york())
    with pytest.raises(CalendarError, match="before"):
        count_back(date(2026, 6, 12), period, new_york())


def test_hours_are_not_counted_from_a_day_and_no_period_is_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="48 hours are counted from a moment"):
        count_on(date(2026, 6, 12), hours(48), new_york())
    with pytest.raises(ValueError, match="less than nothing"):
        days(-1)
