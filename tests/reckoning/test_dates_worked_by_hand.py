"""The hand-worked dates of `vectors.toml`."""

import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from offices import office_of

from permitbook import reckoning
from permitbook.reckoning import Leave, Limit, Period, hours_between
from permitbook.reckoning import business_days as bd
from permitbook.reckoning import days as d
from permitbook.reckoning import months as m

VECTORS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("vectors.toml").read_text("utf-8"))["vector"]
EAST_TROY_READINGS = (Leave.SUNDAYS_AND_HOLIDAYS, Leave.NOTHING, Leave.SATURDAYS_TOO)
UNITS = {"days": d, "business days": bd, "months": m}


def period(text: str) -> Period:
    amount, unit = text.split(" ", 1)
    return UNITS[unit](int(amount))


def made(vector: dict[str, Any]) -> Any:
    office = office_of(vector["office"], vector.get("kept_open", ()), vector.get("saturday_hours", False))
    how, start = getattr(reckoning, vector["make"]), vector["from"]
    if "hours" not in vector:
        more = {"not_after": vector["not_after"]} if "not_after" in vector else {}
        return how(start, period(vector["period"]), office, **more)
    if vector["make"] == "duty_hours_before":
        readings = EAST_TROY_READINGS if vector["office"] == "east_troy" else (Leave.NOTHING,)
        return how(start, vector["hours"], office, readings)
    more = {"leaving_out": Leave[vector["leave"]]} if "leave" in vector else {}
    return how(start, vector["hours"], office, **more)


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{each['id']} {each['name']}" for each in VECTORS])
def test_a_date_worked_by_hand(vector: dict[str, Any]) -> None:
    result = made(vector)
    if isinstance(result, Limit):
        found = {"due": result.due, "work_by": result.work_by, "outer": result.outer}
        assert {name: value for name, value in found.items() if value is not None} == vector["expect"]
    else:
        assert {"on": result.on} == vector["expect"]
    assert not result.provisional
    assert result.steps[0].startswith("Start from ")


def test_the_lines_of_45_and_15_days_are_at_one_before_and_one_after() -> None:
    office = office_of("east_troy")
    line = reckoning.count_back(date(2026, 7, 4), d(45), office).on
    assert [(date(2026, 5, filed) <= line) for filed in (19, 20, 21)] == [True, True, False]
    last = reckoning.chance_before(date(2026, 10, 3), d(15), office)  # a Friday: nothing runs on
    assert [(date(2026, 9, filed) <= last.outer) for filed in (17, 18, 19)] == [True, True, False]


def test_v14_fifteen_days_can_be_fewer_than_360_hours() -> None:
    assert hours_between(datetime(2026, 5, 29, 16), datetime(2026, 6, 13, 9), office_of("east_troy")) == 353
