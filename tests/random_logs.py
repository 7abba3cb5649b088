"""Random applications for properties that must hold whatever a log contains."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random

from permitbook.application import Application
from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinance import Ordinance
from permitbook.places import read_route
from permitbook.roads import Roads
from permitbook.schema import Column, Kind, columns
from permitbook.statutory import statutory_holidays
from permitbook.tables import Fee, OutsideEvent, Street

FIRST_DAY = date(2026, 5, 1)
AS_OF = datetime(2026, 6, 1, 9, 0)
ROUTES = (
    "Main Street",
    "Main St from Church to Grove",
    "Church Street from Main to Elm",
    "Grove St & Main St",
    "Elm Street",
)
TIMES = (
    *(time(0, 5), time(8, 59), time(9), time(10), time(14, 30)),
    *(time(20, 45), time(21), time(21, 1)),
)
PLACES = ("Memorial Park", "Village Square", "School Lot")


def office_of(law: Ordinance) -> Office:
    """An office with a few streets, a fee and an outside event."""
    closures = {day: name for year in (2025, 2026, 2027) for day, name in statutory_holidays(law.state, year).items()}
    meetings = [(date(2026, month, 8), time(19), law.board) for month in range(1, 13)]
    streets = (
        Street(street="Main Street", state_highway=True, peak_from=time(7), peak_to=time(10), transit=("Bus Co",)),
        Street(street="Elm Street", under_municipality=False, closed_from=FIRST_DAY, closed_to=date(2026, 6, 15)),
    )
    outside = OutsideEvent(name="Fair", date=date(2026, 6, 6), start_time=time(9), end_time=time(17), officers=4)
    fees = {law.fee_rule.what: Fee(what=law.fee_rule.what, amount=Decimal(50))} if law.fee_rule else {}
    calendar = OfficeCalendar(law.state, law.zone, closures, meetings=meetings)
    return Office(calendar=calendar, roads=Roads(streets), fees=fees, outside_events=(outside,))


def value_of(column: Column, chance: Random) -> object:
    """A value of a column's kind, near the dates and amounts at which limits stand."""
    if column.kind is Kind.CHOICE:
        return chance.choice(column.choices)
    return _VALUES[column.kind](chance)


def _day(chance: Random) -> date:
    return FIRST_DAY + timedelta(days=chance.randint(0, 75))


def _time(chance: Random) -> time:
    return chance.choice(TIMES)


_VALUES: dict[Kind, Callable[[Random], object]] = {
    Kind.DATE: _day,
    Kind.DATETIME: lambda chance: datetime.combine(_day(chance), _time(chance)),
    Kind.TIME: _time,
    Kind.YES_NO: lambda chance: chance.random() < 0.5,
    Kind.NUMBER: lambda chance: chance.choice([0, 1, 10, 11, 50, 51, 400]),
    Kind.MONEY: lambda chance: chance.choice([Decimal(0), Decimal(50), Decimal(999_999), Decimal(1_000_000)]),
    Kind.LIST: lambda chance: tuple(chance.sample(PLACES, chance.randint(1, 2))),
    Kind.DATES: lambda chance: tuple(_day(chance) for _ in range(chance.randint(1, 2))),
    Kind.ROUTE: lambda chance: read_route(chance.choice(ROUTES)),
    Kind.CLAUSE: lambda chance: "ET-2-L.2",
    Kind.TEXT: lambda chance: chance.choice(["Smith & Sons <VFW>", "none", "Null, Jordan", "5 Oak St"]),
}


def application(law: Ordinance, chance: Random, number: str = "X-1", filled: float = 0.75) -> Application:
    """An application in which each fact of the municipality is filled with this chance."""
    values = {
        column.key: value_of(column, chance)
        for column in columns(Application)
        if law.initial in column.municipalities and chance.random() < filled
    }
    return Application(**values | {"application_no": number})  # type: ignore[arg-type]


def log_of(law: Ordinance, chance: Random, most: int = 6) -> list[Application]:
    """A few applications with numbers of their own, from nearly blank to nearly full."""
    filled = chance.choice([0.3, 0.75, 0.95])
    return [application(law, chance, f"X-{at + 1}", filled) for at in range(chance.randint(1, most))]
