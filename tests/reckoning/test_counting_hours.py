"""Hours by the clock, across clock changes, and by Wisconsin's rule."""

from datetime import date, datetime

import pytest
from offices import new_york, wisconsin

from permitbook.reckoning import (
    Leave,
    chance_hours_before,
    hours,
    hours_after,
    hours_before,
    hours_between,
    show_moment,
)


@pytest.mark.parametrize(
    ("event", "before"),
    [
        (datetime(2026, 3, 8, 1, 59), datetime(2026, 3, 6, 1, 59)),  # clocks go forward at two that morning
        (datetime(2026, 3, 8, 3, 0), datetime(2026, 3, 6, 2, 0)),
        (datetime(2026, 3, 8, 10, 0), datetime(2026, 3, 6, 9, 0)),  # 48 hours elapse from nine
        (datetime(2026, 3, 10, 2, 0), datetime(2026, 3, 8, 1, 0)),  # two o'clock did not exist on the 8th
        (datetime(2026, 3, 10, 3, 0), datetime(2026, 3, 8, 3, 0)),
        (datetime(2026, 11, 1, 0, 59), datetime(2026, 10, 30, 0, 59)),  # clocks go back at two that morning
        (
            datetime(2026, 11, 1, 10, 0),
            datetime(2026, 10, 30, 10, 0),
        ),  # 48 hours elapse from eleven; the wall is earlier
        (datetime(2026, 11, 3, 10, 0), datetime(2026, 11, 1, 10, 0)),
    ],
)
def test_across_a_clock_change_an_official_has_until_the_earlier(event: datetime, before: datetime) -> None:
    assert hours_before(event, 48, new_york()).on == before
    assert hours_before(event, 48, wisconsin()).on == before


@pytest.mark.parametrize(
    ("received", "after"),
    [
        (datetime(2026, 3, 7, 10, 0), datetime(2026, 3, 9, 10, 0)),  # 48 hours elapse at eleven; the wall is earlier
        (datetime(2026, 10, 31, 10, 0), datetime(2026, 11, 2, 9, 0)),  # 48 hours elapse at nine
        (datetime(2026, 4, 26, 11, 0), datetime(2026, 4, 28, 11, 0)),
    ],
)
def test_after_receipt_it_is_the_earlier_too(received: datetime, after: datetime) -> None:
    assert hours_after(received, 48, new_york()).on == after


def test_the_steps_name_both_times_when_clocks_change() -> None:
    assert hours_before(datetime(2026, 3, 8, 10), 48, new_york()).steps == (
        "Start from Sun 8 Mar 2026, 10:00 AM.",
        "Count back 48 hours by the clock.",
        "Clocks change on the way: 48 hours elapse at Fri 6 Mar 2026, 9:00 AM, the clock on the wall shows them at "
        "Fri 6 Mar 2026, 10:00 AM; the earlier is taken.",
        "Reach Fri 6 Mar 2026, 9:00 AM.",
    )


def test_an_applicant_is_too_late_only_after_the_later() -> None:
    limit = chance_hours_before(datetime(2026, 11, 1, 10), 24, new_york())
    assert (limit.due, limit.outer) == (datetime(2026, 10, 31, 10), datetime(2026, 10, 31, 11))
    assert limit.steps[-2] == "Outer limit Sat 31 Oct 2026, 11:00 AM, the later of the two."


@pytest.mark.parametrize(
    ("event", "sundays_and_holidays", "saturdays_too"),
    [
        # a Friday: Thursday and Wednesday
        (datetime(2026, 10, 9, 10), datetime(2026, 10, 7, 10), datetime(2026, 10, 7, 10)),
        # a Saturday: its own ten hours count, or not
        (datetime(2026, 10, 10, 10), datetime(2026, 10, 8, 10), datetime(2026, 10, 8, 0)),
        # a Monday that is Columbus Day, a legal holiday though the office is open
        (datetime(2026, 10, 12, 10), datetime(2026, 10, 9, 0), datetime(2026, 10, 8, 0)),
        # the Tuesday after it: ten hours, then Saturday whole, then fourteen of Friday
        (datetime(2026, 10, 13, 10), datetime(2026, 10, 9, 10), datetime(2026, 10, 8, 10)),
        # the day after the general election: ten hours, Monday whole, then fourteen of Saturday or of Friday
        (datetime(2026, 11, 4, 10), datetime(2026, 10, 31, 10), datetime(2026, 10, 30, 10)),
        # Good Friday is counted
        (datetime(2026, 4, 4, 10), datetime(2026, 4, 2, 10), datetime(2026, 4, 2, 0)),
        # a closure that is no legal holiday is counted: Friday 3 July, before a Sunday event
        (datetime(2026, 7, 5, 10), datetime(2026, 7, 2, 0), datetime(2026, 7, 2, 0)),
        # midnight between Saturday and Sunday, a minute before and a minute after
        (datetime(2026, 10, 3, 23, 59), datetime(2026, 10, 1, 23, 59), datetime(2026, 10, 1, 0)),
        (datetime(2026, 10, 4, 0, 0), datetime(2026, 10, 2, 0, 0), datetime(2026, 10, 1, 0)),
        (datetime(2026, 10, 4, 0, 1), datetime(2026, 10, 2, 0, 0), datetime(2026, 10, 1, 0)),
        # clocks change on a Sunday, which is left out whole
        (datetime(2026, 3, 9, 10), datetime(2026, 3, 6, 10), datetime(2026, 3, 5, 10)),
    ],
)
def test_wisconsin_leaves_out_whole_days(
    event: datetime, sundays_and_holidays: datetime, saturdays_too: datetime
) -> None:
    assert hours_before(event, 48, wisconsin(), Leave.SUNDAYS_AND_HOLIDAYS).on == sundays_and_holidays
    assert hours_before(event, 48, wisconsin(), Leave.SATURDAYS_TOO).on == saturdays_too


def test_the_days_left_out_are_named() -> None:
    assert hours_before(datetime(2026, 10, 4, 13), 48, wisconsin(), Leave.SATURDAYS_TOO).steps == (
        "Start from Sun 4 Oct 2026, 1:00 PM.",
        "Count back 48 hours, whole Saturdays, Sundays and legal holidays left out (K14).",
        "Leave out Sun 4 Oct 2026 (Sunday), Sat 3 Oct 2026 (Saturday).",
        "Reach Thu 1 Oct 2026, 12:00 AM, the very start of that day.",
    )


def test_hours_between_are_those_that_elapse_whole() -> None:
    assert hours_between(datetime(2026, 3, 7, 10), datetime(2026, 3, 8, 10), new_york()) == 23
    assert hours_between(datetime(2026, 10, 31, 10), datetime(2026, 11, 1, 10), new_york()) == 25
    assert hours_between(datetime(2026, 5, 29, 16), datetime(2026, 5, 29, 16, 59), new_york()) == 0
    assert hours_between(datetime(2026, 5, 29, 16), datetime(2026, 5, 29, 17), new_york()) == 1


def test_days_hours_and_periods_are_shown_as_people_say_them() -> None:
    assert show_moment(datetime(2026, 7, 2, 0, 0)) == "Thu 2 Jul 2026, 12:00 AM"
    assert show_moment(datetime(2026, 7, 2, 12, 5)) == "Thu 2 Jul 2026, 12:05 PM"
    assert show_moment(datetime(2026, 7, 12, 21, 30)) == "Sun 12 Jul 2026, 9:30 PM"
    assert (str(hours(48)), str(hours(1))) == ("48 hours", "1 hour")
    assert date(2026, 7, 2) == datetime(2026, 7, 2).date()
