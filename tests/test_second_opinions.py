"""Counts and sunsets against other people's programs and formulas, over twenty years, where the rules coincide."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import ephem
import holidays
import numpy as np
import pandas as pd
import pytest

from permitbook.calendars import OfficeCalendar
from permitbook.reckoning import business_days, business_days_between, count_back, count_on
from permitbook.sun import daylight

FIRST, LAST = date(2026, 1, 1), date(2045, 12, 31)
DAYS = [date.fromordinal(number) for number in range(FIRST.toordinal(), LAST.toordinal() + 1)]
PERIODS = (1, 2, 3, 5, 7, 10, 15, 30)
ZONES = {"NY": "America/New_York", "WI": "America/Chicago"}


def coinciding(state: str) -> list[date]:
    """The federal holidays, on their own days, that the state keeps too: another library names them."""
    federal = holidays.country_holidays("US", years=range(2024, 2048), observed=False)
    office = OfficeCalendar(state, ZONES[state], {})
    return sorted(day for day in federal if office.statutory(day))


def office_of(state: str) -> OfficeCalendar:
    """An office that is closed on those days and on no others."""
    return OfficeCalendar(state, ZONES[state], dict.fromkeys(coinciding(state), "closed"))


def test_new_york_keeps_every_federal_holiday() -> None:
    federal = holidays.country_holidays("US", years=range(2026, 2046), observed=False)
    assert set(federal) <= set(coinciding("NY"))


@pytest.mark.parametrize("state", ZONES)
@pytest.mark.parametrize("amount", PERIODS)
def test_business_days_are_counted_as_numpy_counts_them(state: str, amount: int) -> None:
    office, closed = office_of(state), np.array(coinciding(state), dtype="datetime64[D]")
    every = np.array(DAYS, dtype="datetime64[D]")
    on = np.busday_offset(every, amount, roll="backward", holidays=closed).tolist()
    back = np.busday_offset(every, -amount, roll="forward", holidays=closed).tolist()
    period = business_days(amount)
    assert [count_on(day, period, office).on for day in DAYS] == on
    assert [count_back(day, period, office).on for day in DAYS] == back


@pytest.mark.parametrize("state", ZONES)
def test_business_days_are_counted_as_pandas_counts_them(state: str) -> None:
    office = office_of(state)
    seven = pd.offsets.CustomBusinessDay(7, holidays=coinciding(state))
    for day in DAYS[::9]:
        assert count_on(day, business_days(7), office).on == (pd.Timestamp(day) + seven).date()


@pytest.mark.parametrize("state", ZONES)
def test_the_open_days_of_a_span_are_as_many_as_numpy_finds(state: str) -> None:
    office, closed = office_of(state), np.array(coinciding(state), dtype="datetime64[D]")
    for first, length in zip(DAYS[::3], (n % 120 for n in range(len(DAYS))), strict=False):
        last = first + timedelta(days=length)
        counted = np.busday_count(first, last + timedelta(days=1), holidays=closed)
        assert business_days_between(first, last, office) == counted


def by_xephem(day: date, latitude: float, longitude: float, zone: str) -> datetime:
    """Sunset in local time by another astronomer's program: the upper limb at the horizon, refraction 34 minutes."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(zone))
    place = ephem.Observer()
    place.lat, place.lon, place.elevation, place.pressure, place.horizon = str(latitude), str(longitude), 0, 0, "-0:34"
    place.date = noon.astimezone(UTC).replace(tzinfo=None)
    setting: datetime = place.next_setting(ephem.Sun()).datetime()
    return setting.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


TOWNS = {
    "East Troy": (42.785, -88.405, "America/Chicago"),
    "Freeport": (40.657, -73.583, "America/New_York"),
    "New Castle": (41.16, -73.77, "America/New_York"),
}


@pytest.mark.parametrize("town", TOWNS)
def test_the_sun_sets_within_two_minutes_of_another_astronomers_program(town: str) -> None:
    for day in DAYS[::5]:
        sunset = daylight(day, *TOWNS[town]).sunset
        assert sunset is not None
        assert abs(sunset - by_xephem(day, *TOWNS[town])) <= timedelta(minutes=2), day
