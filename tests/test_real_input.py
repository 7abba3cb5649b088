"""Real input: a month of a city's permitted events, brought into a Freeport workbook with a map, and checked."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from tests.clerk import DATA, MAPS, Desk, Heard, cells, problems, run

EVENTS = DATA / "nyc_permitted_events_sample.csv"
AS_OF = "2022-01-20T09:00"


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, Heard, Any]:
    """The workbook, what the import said, and the document of the check that follows."""
    desk = Desk(tmp_path_factory.mktemp("city"))
    told = desk.bring(EVENTS, map=MAPS / "nyc_events.toml")
    return desk, told, desk.check(as_of=AS_OF)


def event_of(row: dict[str, Any]) -> str:
    return str(row["Notes"]).splitlines()[0].removeprefix("Event ID: ")


def logged(desk: Desk) -> dict[str, dict[str, Any]]:
    """The rows of the log by the city's event number."""
    return {event_of(row): row for row in cells(desk)}


def days_of(row: dict[str, Any]) -> set[date]:
    """The days that a row of the log names, read apart from the program."""
    days = {row["Event Date"].date()}
    for piece in filter(None, str(row.get("More Dates") or "").split("; ")):
        first, _, last = piece.partition(" to ")
        begin, end = date.fromisoformat(first), date.fromisoformat(last or first)
        days |= {begin + timedelta(days=count) for count in range((end - begin).days + 1)}
    return days


def published() -> Iterator[tuple[int, str, datetime, datetime]]:
    """Row, event, start and end as the city gives them."""
    with EVENTS.open(encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            begin, end = (
                datetime.strptime(row[head], "%m/%d/%Y %I:%M:%S %p") for head in ("Start Date/Time", "End Date/Time")
            )
            yield number, row["Event ID"], begin, end


def test_each_event_is_one_application_with_all_its_days_and_its_hours(city: tuple[Desk, Heard, Any]) -> None:
    desk, told, _ = city
    rows, days = logged(desk), dict[str, set[date]]()
    for number, event, begin, end in published():
        row = rows[event]
        assert row["Start"] == begin.time(), f"row {number}"
        assert row["End"] == end.time(), f"row {number}"
        # An end no later on the clock than the start belongs to the day before.
        last = end.date() - timedelta(days=end.time() <= begin.time() and end.date() > begin.date())
        span = (last - begin.date()).days
        days.setdefault(event, set()).update(begin.date() + timedelta(days=count) for count in range(span + 1))
    assert (len(rows), len(told.json["added"])) == (201, 201)
    too_long = days.pop("544104")
    assert len(too_long) == 561 and rows["544104"]["More Dates"] == "2020-08-18 to 2022-03-01"
    assert {event: days_of(row) for event, row in rows.items() if event in days} == days


@pytest.mark.parametrize(
    ("event", "route", "area"),
    [
        (
            "621622",
            "155 WEST 62 STREET; WEST 62 STREET from AMSTERDAM AVENUE to COLUMBUS AVENUE; AMSTERDAM AVENUE from WEST "
            "62 STREET to WEST 65 STREET; AMSTERDAM AVENUE from WEST 60 STREET to WEST 62 STREET",
            None,
        ),
        (
            "619536",
            "BROADWAY from WEST 43 STREET to WEST 44 STREET; WEST 43 STREET from BROADWAY to 6 AVENUE",
            "43/44 Broadway Pedestrian Plaza (Times Sq)",
        ),
        ("626080", "8 AVENUE from WEST 35 STREET to WEST 36 STREET", None),
        ("625916", "30 LINCOLN CENTER PLAZA; AMSTERDAM AVENUE from WEST 62 STREET to WEST 66 STREET", None),
        ("624416", "WEST 62 STREET from COLUMBUS AVENUE to AMSTERDAM AVENUE", None),
    ],
)
def test_locations_are_read_as_a_reader_of_the_file_would(
    city: tuple[Desk, Heard, Any], event: str, route: str, area: str | None
) -> None:
    row = logged(city[0])[event]
    assert (row["Route"], row.get("Assembly Area")) == (route, area)


def test_every_location_is_in_the_log_or_reported(city: tuple[Desk, Heard, Any]) -> None:
    desk, told, _ = city
    unread = [each for each in told.json["problems"] if each["heading"] == "Route" and each["level"] == "problem"]
    assert [each["cell"] for each in unread] == ["H36"] * 4
    kept = logged(desk)[event_in("H36")]["Notes"]
    for part in ("BQE / I278E between GOWANUS EXWY and BROOKLYN BRIDGE", "Exit 28B", "FDR DR NORTH betw"):
        assert f"Route, not read: {part}" in kept.splitlines()
    for row in cells(desk):
        assert row.get("Route") or row.get("Assembly Area"), row["Application No"]


def event_in(cell: str) -> str:
    number = int(re.sub(r"\D", "", cell))
    return next(event for row, event, *_ in published() if row == number)


def test_what_the_map_does_not_know_or_the_log_cannot_hold_is_reported(city: tuple[Desk, Heard, Any]) -> None:
    _, told, checked = city
    assert told.status == 1
    by_heading: dict[str, list[tuple[str, str]]] = {}
    for cell, heading, read in problems(told.json):
        by_heading.setdefault(heading, []).append((cell, read))
    assert by_heading.keys() == {"Street Width", "Route", "End Date", "End"}
    assert {read for _, read in by_heading["Street Width"]} == {"Both"} and len(by_heading["Street Width"]) == 22
    assert [cell for cell, _ in by_heading["End Date"]] == ["D59"]
    # One for 21 hours, and three around the clock, which the log cannot hold: their end is their start.
    assert [cell for cell, _ in by_heading["End"]] == ["D30", "D122", "D228", "D233"]
    again = {(each["heading"], each["read"]) for each in checked["problems"] if each["level"] == "problem"}
    assert ("Street Width", "Both") in again and ("More Dates", "2020-08-18 to 2022-03-01") in again


def test_events_on_one_block_or_crossing_at_one_time_meet_and_no_others(city: tuple[Desk, Heard, Any]) -> None:
    """Four pairs, found by hand in the file: three on one block, one at the corner of Amsterdam and West 62nd."""
    desk, _, checked = city
    numbers = {row["Application No"]: event for event, row in logged(desk).items()}
    met = {
        (*sorted((numbers[it["application_no"]], numbers[other["with"]])), *other["shared"], *other["overlap"])
        for it in checked["applications"]
        for other in it["conflicts"]
        if other["level"] == "segment"
    }
    assert met == {
        ("622272", "623295", "WEST 40 STREET from 5 AVENUE to 6 AVENUE", "2022-03-12T00:01", "2022-03-12T23:30"),
        (
            *("625527", "625530", "EAST 120 STREET from 1 AVENUE to PLEASANT AVENUE"),
            *("2022-02-19T07:00", "2022-02-19T19:00"),
        ),
        ("624416", "625916", "AMSTERDAM AVENUE at WEST 62 STREET", "2022-03-09T00:01", "2022-03-09T23:59"),
        (
            *("620634", "624355", "KNICKERBOCKER AVENUE from HIMROD STREET to STANHOPE STREET"),
            *("2022-02-01T07:00", "2022-02-01T19:00"),
        ),
    }


def test_the_same_month_brought_in_again_adds_nothing(city: tuple[Desk, Heard, Any]) -> None:
    desk, _, _ = city
    before = desk.book.read_bytes()
    told = desk.bring(EVENTS, map=MAPS / "nyc_events.toml")
    assert (told.json["added"], len(told.json["skipped"])) == ([], 201)
    assert desk.book.read_bytes() == before
    assert run("log", desk.book, "--verify").status == 0
