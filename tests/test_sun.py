"""Sunset and dusk against the dates worked by hand, and against tables published for other places."""

from datetime import date, datetime, timedelta

import pytest

from permitbook.sun import daylight

TWO_MINUTES = timedelta(minutes=2)
TOWN = (41.16, -73.77, "America/New_York")
NEW_YORK = (40.7128, -74.006, "America/New_York")
MILWAUKEE = (43.0389, -87.9065, "America/Chicago")
LONDON = (51.5074, -0.1278, "Europe/London")
TROMSO = (69.6492, 18.9553, "Europe/Oslo")
Place = tuple[float, float, str]


def at(day: date, clock: str) -> datetime:
    return datetime.fromisoformat(f"{day.isoformat()}T{clock}")


@pytest.mark.parametrize(
    ("day", "sunset", "dusk"),
    [  # V46
        (date(2026, 6, 20), "20:31", "21:05"),
        (date(2026, 10, 18), "18:10", "18:38"),
        (date(2026, 10, 31), "17:52", "18:20"),
        (date(2026, 12, 5), "16:26", "16:57"),
    ],
)
def test_the_sun_sets_at_the_town_as_worked_by_hand(day: date, sunset: str, dusk: str) -> None:
    light = daylight(day, *TOWN)
    assert light.sunset is not None and abs(light.sunset - at(day, sunset)) <= TWO_MINUTES
    assert light.dusk is not None and abs(light.dusk - at(day, dusk)) <= TWO_MINUTES


@pytest.mark.parametrize(
    ("place", "day", "sunrise", "sunset"),
    [  # Almanac tables: the solstices, and New York at the equinoxes.
        (NEW_YORK, date(2026, 3, 20), "06:59", "19:08"),
        (NEW_YORK, date(2026, 6, 21), "05:25", "20:31"),
        (NEW_YORK, date(2026, 9, 23), "06:45", "18:51"),
        (NEW_YORK, date(2026, 12, 21), "07:17", "16:32"),
        (MILWAUKEE, date(2026, 6, 21), "05:12", "20:34"),
        (MILWAUKEE, date(2026, 12, 21), "07:20", "16:20"),
        (LONDON, date(2026, 6, 21), "04:43", "21:21"),
        (LONDON, date(2026, 12, 21), "08:04", "15:53"),
    ],
)
def test_the_sun_rises_and_sets_elsewhere_as_the_almanacs_print(
    place: Place, day: date, sunrise: str, sunset: str
) -> None:
    light = daylight(day, *place)
    assert light.sunrise is not None and abs(light.sunrise - at(day, sunrise)) <= TWO_MINUTES
    assert light.sunset is not None and abs(light.sunset - at(day, sunset)) <= TWO_MINUTES


def test_every_day_has_its_own_sunset_in_local_time_when_clocks_change_too() -> None:
    for number in range(date(2026, 1, 1).toordinal(), date(2029, 1, 1).toordinal()):
        day = date.fromordinal(number)
        light = daylight(day, *TOWN)
        assert light.sunrise is not None and light.sunset is not None and light.dusk is not None
        assert light.sunrise.date() == light.sunset.date() == light.dusk.date() == day
        assert light.sunrise.hour < 8 and light.sunset.hour > 15
        assert timedelta(minutes=25) < light.dusk - light.sunset < timedelta(minutes=37)


def test_sunset_moves_by_an_hour_when_the_clocks_go_back() -> None:
    before, after = daylight(date(2026, 10, 31), *TOWN), daylight(date(2026, 11, 1), *TOWN)
    assert before.sunset is not None and after.sunset is not None
    assert timedelta(minutes=60) < before.sunset.replace(day=1, month=11) - after.sunset < timedelta(minutes=63)


def test_the_times_are_whole_minutes_without_a_zone() -> None:
    light = daylight(date(2026, 10, 18), *TOWN)
    for moment in (light.sunrise, light.sunset, light.dusk):
        assert moment is not None
        assert (moment.second, moment.microsecond, moment.tzinfo) == (0, 0, None)


@pytest.mark.parametrize("day", [date(2026, 6, 21), date(2026, 12, 21)])
def test_where_the_sun_neither_rises_nor_sets_there_is_no_time_to_tell(day: date) -> None:
    light = daylight(day, *TROMSO)
    assert (light.sunrise, light.sunset) == (None, None)
