"""Sunrise, sunset and civil dusk at a place, in its own local time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import lru_cache

from msgspec import Struct


class Daylight(Struct, frozen=True):
    """When the sun rises and sets on a day, and when civil dusk (the sun six degrees down) ends its light.

    To the minute, so that night is never cut short: the first whole minute after sunrise, the last before sunset and
    dusk. One is None on a day that does not have it, as in a northern summer.
    """

    sunrise: datetime | None
    sunset: datetime | None
    dusk: datetime | None


@lru_cache(maxsize=4096)
def daylight(day: date, latitude: float, longitude: float, zone: str) -> Daylight:
    """A day's light at a place: naive moments of its zone; longitude is negative in the west.

    >>> light = daylight(date(2026, 10, 18), 41.16, -73.77, "America/New_York")
    >>> f"{light.sunrise:%H:%M} {light.sunset:%H:%M} {light.dusk:%H:%M}"
    '07:11 18:09 18:37'
    """
    from zoneinfo import ZoneInfo

    from astral import Observer
    from astral.sun import dusk, sunrise, sunset

    place, local = Observer(latitude, longitude), ZoneInfo(zone)

    def at(of: Callable[..., datetime]) -> datetime | None:
        try:
            moment: datetime = of(place, date=day, tzinfo=local)
        except ValueError:  # the sun does not go that far up or down on this day
            return None
        return moment.replace(tzinfo=None)

    risen, gone, dark = at(sunrise), at(sunset), at(dusk)
    return Daylight(
        sunrise=_minute(risen + timedelta(minutes=1, microseconds=-1)) if risen else None,
        sunset=_minute(gone) if gone else None,
        dusk=_minute(dark) if dark else None,
    )


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)
