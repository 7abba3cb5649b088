"""The holidays of each state against an independent library, and the days where the rules differ."""

from collections.abc import Mapping
from datetime import date, timedelta

import holidays
import pytest

from permitbook.errors import CalendarError
from permitbook.statutory import State, statutory_holidays

YEARS = range(2022, 2046)
NOT_BY_STATUTE = {"Susan B. Anthony Day", "Christmas Eve", "New Year's Eve"}
WISCONSIN_PRIMARIES = {2022: 9, 2024: 13, 2026: 11, 2028: 8, 2030: 13, 2032: 10}


def from_the_library(state: str, year: int) -> dict[date, str]:
    """The library's days proper, without those it moves, less the days the statute does not name."""
    found: Mapping[date, str] = holidays.country_holidays("US", subdiv=state, years=year, observed=False)
    kept = {day: set(names.split("; ")) - NOT_BY_STATUTE for day, names in found.items()}
    return {day: ", ".join(names) for day, names in kept.items() if names}


def moved_to_monday(days: set[date]) -> set[date]:
    return {day + timedelta(days=1) for day in days if day.isoweekday() == 7}


@pytest.mark.parametrize("year", YEARS)
def test_new_york_agrees_with_the_library_but_for_flag_day_and_the_saturday_shift(year: int) -> None:
    proper = set(from_the_library("NY", year))
    flag_day = {day for day in (date(year, 6, n) for n in range(8, 15)) if day.isoweekday() == 7}
    assert set(statutory_holidays("NY", year)) == proper | moved_to_monday(proper) | flag_day


@pytest.mark.parametrize("year", YEARS)
def test_wisconsin_agrees_with_the_library_but_for_columbus_and_election_days(year: int) -> None:
    ours, proper = statutory_holidays("WI", year), set(from_the_library("WI", year))
    in_new_york = {name: day for day, name in from_the_library("NY", year).items()}
    proper.add(in_new_york["Columbus Day"])
    elections = {name: day for day, name in ours.items() if "Election" in name or "Primary" in name}
    assert set(ours) - set(elections.values()) == proper | moved_to_monday(proper)
    assert set(elections) == ({"General Election Day", "Partisan Primary Day"} if year % 2 == 0 else set())
    if year % 2 == 0:
        assert elections["General Election Day"] == in_new_york["Election Day"]
    if year in WISCONSIN_PRIMARIES:
        assert elections["Partisan Primary Day"] == date(year, 8, WISCONSIN_PRIMARIES[year])


@pytest.mark.parametrize(
    ("state", "day", "name"),
    [
        ("NY", date(2026, 7, 3), None),  # no shift from Saturday the 4th
        ("WI", date(2026, 7, 3), None),
        ("NY", date(2027, 7, 5), "Independence Day (observed)"),
        ("WI", date(2027, 7, 5), "Independence Day (observed)"),
        ("NY", date(2026, 6, 14), "Flag Day"),
        ("NY", date(2026, 6, 15), None),  # Flag Day never moves
        ("WI", date(2026, 6, 14), None),
        ("NY", date(2026, 2, 12), "Lincoln's Birthday"),
        ("WI", date(2026, 2, 12), None),
        ("NY", date(2023, 2, 13), "Lincoln's Birthday (observed)"),
        ("NY", date(2027, 11, 2), "Election Day"),  # every year
        ("WI", date(2027, 11, 2), None),  # even years only
        ("WI", date(2026, 11, 3), "General Election Day"),
        ("NY", date(2022, 11, 8), "Election Day"),  # the 1st is a Tuesday, but not after a Monday
        ("WI", date(2026, 8, 11), "Partisan Primary Day"),
        ("NY", date(2026, 8, 11), None),
        ("WI", date(2027, 8, 10), None),
        ("WI", date(2026, 4, 3), None),  # Good Friday, from 11 to 3 only
        ("NY", date(2027, 12, 31), None),  # no New Year's Day in the year before
        ("NY", date(2023, 1, 2), "New Year's Day (observed)"),
        ("WI", date(2022, 12, 26), "Christmas Day (observed)"),
    ],
)
def test_a_day_that_calendars_get_wrong(state: State, day: date, name: str | None) -> None:
    assert statutory_holidays(state, day.year).get(day) == name


def test_the_holidays_stand_in_the_order_of_the_year() -> None:
    days = list(statutory_holidays("NY", 2027))
    assert days == sorted(days)


def test_a_state_without_a_table_is_refused_in_a_sentence() -> None:
    with pytest.raises(CalendarError, match=r"No holidays are known for the state 'OH'; known are NY, WI\."):
        statutory_holidays("OH", 2026)
