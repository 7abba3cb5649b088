"""Three offices to count in. Their closing lists are written out here, not taken from the code under test."""

from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from permitbook.calendars import OfficeCalendar

NEW_YORK_CLOSED: Mapping[date, str] = {
    date(2025, 11, 4): "Election Day",
    date(2025, 11, 11): "Veterans Day",
    date(2025, 11, 27): "Thanksgiving Day",
    date(2025, 12, 25): "Christmas Day",
    date(2026, 1, 1): "New Year's Day",
    date(2026, 1, 19): "Martin Luther King Jr. Day",
    date(2026, 2, 12): "Lincoln's Birthday",
    date(2026, 2, 16): "Washington's Birthday",
    date(2026, 5, 25): "Memorial Day",
    date(2026, 6, 19): "Juneteenth",
    date(2026, 9, 7): "Labor Day",
    date(2026, 10, 12): "Columbus Day",
    date(2026, 11, 3): "Election Day",
    date(2026, 11, 11): "Veterans Day",
    date(2026, 11, 26): "Thanksgiving Day",
    date(2026, 12, 25): "Christmas Day",
}
WISCONSIN_CLOSED: Mapping[date, str] = {
    date(2026, 1, 1): "New Year's Day",
    date(2026, 5, 25): "Memorial Day",
    date(2026, 6, 19): "Juneteenth",
    date(2026, 7, 3): "Independence Day (observed)",
    date(2026, 9, 7): "Labor Day",
    date(2026, 11, 26): "Thanksgiving Day",
    date(2026, 12, 25): "Christmas Day",
}
LISTED = frozenset(range(2025, 2029))


def new_york(closures: Mapping[date, str] | None = None, **more: Any) -> OfficeCalendar:
    """A New York office; 2025 to 2028 are listed unless said otherwise."""
    more.setdefault("listed_years", LISTED)
    return OfficeCalendar("NY", "America/New_York", NEW_YORK_CLOSED if closures is None else closures, **more)


def wisconsin(closures: Mapping[date, str] | None = None, **more: Any) -> OfficeCalendar:
    """A Wisconsin office; 2025 to 2028 are listed unless said otherwise."""
    more.setdefault("listed_years", LISTED)
    return OfficeCalendar("WI", "America/Chicago", WISCONSIN_CLOSED if closures is None else closures, **more)


def office_of(ordinance: str, kept_open: Iterable[date] = (), saturday_hours: bool = False) -> OfficeCalendar:
    """The office of one ordinance, open on some of the days that it is usually closed."""
    make, closed = (wisconsin, WISCONSIN_CLOSED) if ordinance == "east_troy" else (new_york, NEW_YORK_CLOSED)
    left = {day: name for day, name in closed.items() if day not in set(kept_open)}
    return make(left, saturday_hours=saturday_hours, closes=time(17))
