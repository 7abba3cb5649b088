"""Open and closed days, listed and unlisted years, meetings."""

from datetime import date, datetime, time

import pytest
from offices import new_york, wisconsin

from permitbook.calendars import OfficeCalendar, Skip
from permitbook.errors import CalendarError

BOARD = "Board of Trustees"


@pytest.mark.parametrize(
    ("day", "is_open"),
    [
        (date(2026, 10, 9), True),  # Friday
        (date(2026, 10, 10), False),
        (date(2026, 10, 11), False),
        (date(2026, 10, 12), False),  # Columbus Day, on the list
        (date(2026, 10, 13), True),
    ],
)
def test_the_office_is_open_on_weekdays_off_the_list(day: date, is_open: bool) -> None:
    assert new_york().is_open(day) is is_open
    assert new_york().is_open(datetime(day.year, day.month, day.day, 16, 30)) is is_open


def test_a_holiday_off_the_list_is_an_ordinary_day_at_the_counter() -> None:
    office = wisconsin()
    assert office.statutory(date(2026, 10, 12)) == "Columbus Day"
    assert office.closure(date(2026, 10, 12)) is None
    assert office.is_open(date(2026, 10, 12))


def test_a_closure_that_is_no_holiday_shuts_the_office() -> None:
    office = wisconsin()
    assert office.statutory(date(2026, 7, 3)) is None
    assert not office.is_open(date(2026, 7, 3))


def test_open_days_are_found_before_at_and_after() -> None:
    office = new_york()
    friday, monday, tuesday = date(2026, 10, 9), date(2026, 10, 12), date(2026, 10, 13)
    assert [office.open_on_or_before(day) for day in (friday, monday, tuesday)] == [friday, friday, tuesday]
    assert [office.open_on_or_after(day) for day in (friday, monday, tuesday)] == [friday, tuesday, tuesday]
    assert [office.next_open_after(day) for day in (friday, monday, tuesday)] == [tuesday, tuesday, date(2026, 10, 14)]


def test_saturday_hours_make_no_saturday_an_open_day_of_the_office() -> None:
    assert not new_york(saturday_hours=True).is_open(date(2026, 10, 10))


def test_in_a_year_without_a_list_the_statutory_holidays_stand_in() -> None:
    office = new_york()
    assert not office.is_listed(2029)
    assert office.closure(date(2029, 5, 28)) == "Memorial Day"
    assert not office.is_open(date(2029, 5, 28))
    assert office.unlisted(date(2028, 12, 31), date(2028, 12, 1)) == ()
    assert office.unlisted(date(2030, 1, 1), date(2028, 12, 31)) == (2029, 2030)


def test_the_years_listed_are_those_with_a_closure_unless_they_are_given() -> None:
    closures = {date(2026, 5, 25): "Memorial Day", date(2028, 5, 29): "Memorial Day"}
    assert OfficeCalendar("NY", "America/New_York", closures).years_listed == (2026, 2028)
    assert new_york(closures, listed_years=frozenset({2026})).years_listed == (2026,)


def test_a_closure_without_a_name_still_has_a_reason() -> None:
    assert new_york({date(2026, 8, 14): ""}).why_skipped(date(2026, 8, 14), Skip.EITHER) == "office closed"


def test_a_list_changed_afterwards_changes_no_calendar() -> None:
    closures = {date(2026, 8, 14): "Painting"}
    office = new_york(closures)
    closures.clear()
    assert not office.is_open(date(2026, 8, 14))


@pytest.mark.parametrize(
    ("after", "meeting"),
    [
        (date(2026, 6, 7), date(2026, 6, 8)),
        (date(2026, 6, 8), date(2026, 6, 22)),  # the whole day is over
        (datetime(2026, 6, 8, 18, 59), date(2026, 6, 8)),
        (datetime(2026, 6, 8, 19, 0), date(2026, 6, 22)),
        (datetime(2026, 6, 8, 19, 1), date(2026, 6, 22)),
        (datetime(2026, 6, 22, 9, 0), date(2026, 7, 6)),  # no hour is listed for the 22nd
        (date(2026, 7, 6), None),
    ],
)
def test_the_next_meeting_is_the_first_after_the_moment(after: date, meeting: date | None) -> None:
    office = new_york(
        meetings=[
            (date(2026, 7, 6), time(19), BOARD),
            (date(2026, 6, 22), None, BOARD),
            (date(2026, 6, 8), time(19), "board of  trustees"),
            (date(2026, 6, 9), time(19), "Planning Board"),
        ]
    )
    assert office.next_meeting_after(after, BOARD) == meeting


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 6, 17, 16, 59), date(2026, 6, 16)),
        (datetime(2026, 6, 17, 17, 0), date(2026, 6, 16)),
        (datetime(2026, 6, 17, 17, 1), date(2026, 6, 17)),
        (datetime(2026, 6, 15, 12, 0), date(2026, 6, 12)),  # Monday noon: Friday's close
    ],
)
def test_the_last_close_before_a_moment_is_wholly_before_it(moment: datetime, day: date) -> None:
    assert wisconsin().last_close_before(moment) == day


def test_an_unknown_zone_is_refused_in_a_sentence() -> None:
    with pytest.raises(CalendarError, match="There is no time zone 'America/Gotham'"):
        OfficeCalendar("NY", "America/Gotham", {})
