"""The worksheet functions, held to dates worked by hand and called the way Excel's macros call them."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any

import pytest

from permitbook import udfs
from permitbook.errors import PermitbookError
from permitbook.ordinances.east_troy.law import THE_CLOCK
from permitbook.workbook.grid import Grids, Values, cell
from tests.made_book import opened

ET, FP, NC = "east_troy", "freeport", "new_castle"


@cache
def tables(key: str) -> dict[str, Values]:
    """The office's tables of a new workbook, as Excel gives them: moments for days, decimals for numbers."""
    return {name: _values(key, name.capitalize()) for name in udfs.TABLES}


def _values(key: str, sheet: str) -> Values:
    return [[_excels(each) for each in row] for row in opened(key)[sheet].iter_rows(values_only=True)]


def _excels(value: object) -> object:
    if isinstance(value, time):
        return datetime.combine(date(1899, 12, 30), value)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def said(key: str, function: Callable[..., Any], *given: object) -> Any:
    """What a formula shows in a workbook of a municipality."""
    return function(*given, **tables(key))


def day(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("key", "event", "last"),
    [
        (ET, "2026-07-04", "2026-06-19"),
        (ET, "2026-10-04", "2026-09-19"),
        (FP, "2026-05-25", "2026-05-15"),
        (FP, "2026-07-04", "2026-06-24"),
        (NC, "2026-10-18", "2026-10-07"),
        (NC, "2026-11-14", "2026-11-04"),
    ],
)
def test_the_last_day_to_file_is_the_safe_one(key: str, event: str, last: str) -> None:
    assert said(key, udfs.PERMIT_LAST_FILING, day(event)) == date.fromisoformat(last)


def test_a_series_in_freeport_is_filed_sixty_days_ahead() -> None:
    assert said(FP, udfs.PERMIT_LAST_FILING, day("2026-05-25"), "yes") == date(2026, 3, 26)
    assert said(FP, udfs.PERMIT_LAST_FILING, day("2026-05-25"), "no") == date(2026, 5, 15)


@pytest.mark.parametrize(
    ("key", "received", "event"),
    [
        (ET, "2026-06-18", "2026-07-03"),
        (ET, "2026-06-19", "2026-07-04"),
        (ET, "2026-06-20", "2026-07-05"),
        (FP, "2026-05-15", "2026-05-25"),
        (FP, "2026-06-24", "2026-07-04"),
        (NC, "2026-10-07", "2026-10-17"),
        (NC, "2026-10-08", "2026-10-20"),
    ],
)
def test_the_earliest_day_for_an_event_leaves_the_whole_period(key: str, received: str, event: str) -> None:
    assert said(key, udfs.PERMIT_EARLIEST_DATE, day(received)) == date.fromisoformat(event)


@pytest.mark.parametrize(
    ("key", "received", "event", "start", "decide"),
    [
        (ET, "2026-05-20T10:00", "2026-07-04", None, "2026-06-04"),
        (ET, "2026-05-21T10:00", "2026-07-04", None, "2026-06-05"),
        (ET, "2026-09-19T10:00", "2026-10-04", "1:00 PM", "2026-09-30"),
        (FP, "2026-04-20T14:00", "2026-05-25", None, "2026-04-30"),
        (FP, "2026-04-26T11:00", "2026-05-25", None, "2026-04-27"),
        (NC, "2026-06-12T09:00", "2026-07-18", None, "2026-06-17"),
        (NC, "2026-06-13T09:00", "2026-07-18", None, "2026-06-17"),
        (NC, "2026-10-07T09:00", "2026-10-18", None, "2026-10-13"),
    ],
)
def test_the_day_to_decide_is_an_open_one_within_every_limit(
    key: str, received: str, event: str, start: str | None, decide: str
) -> None:
    assert said(key, udfs.PERMIT_DECIDE_BY, day(received), day(event), start) == date.fromisoformat(decide)


@pytest.mark.parametrize(
    ("key", "received", "event", "start", "decided", "told"),
    [
        (FP, "2026-04-20T14:00", "2026-05-25", "10:00 AM", None, "2026-05-22"),
        (FP, "2026-04-20T14:00", "2026-07-04", "11:00 AM", None, "2026-07-01"),
        (NC, "2026-06-12T09:00", "2026-07-18", None, "2026-06-15T10:00", "2026-06-15"),
        (NC, "2026-06-12T09:00", "2026-07-18", None, None, "2026-06-17"),
        (ET, "2026-05-20T10:00", "2026-07-04", None, "2026-06-01T10:00", "2026-06-01"),
    ],
)
def test_the_day_to_tell_the_applicant_of_a_denial(
    key: str, received: str, event: str, start: str | None, decided: str | None, told: str
) -> None:
    denied = day(decided) if decided else None
    found = said(key, udfs.PERMIT_NOTIFY_BY, day(received), day(event), start, denied)
    assert found == date.fromisoformat(told)


def test_a_start_is_asked_for_where_no_day_can_be_set_without_it() -> None:
    told = said(FP, udfs.PERMIT_NOTIFY_BY, day("2026-04-20T14:00"), day("2026-05-25"))
    assert told == "Without the start no day is set by which the applicant is told; give it as the third value."


@pytest.mark.parametrize(
    ("start", "number", "reached"),
    [
        ("2026-10-18", -7.0, "2026-10-07"),
        ("2026-11-14", -7.0, "2026-11-04"),
        ("2026-06-12", 3.0, "2026-06-17"),
        ("2026-06-13", 3.0, "2026-06-17"),
        ("2026-06-13", 0.0, "2026-06-13"),
    ],
)
def test_business_days_are_added_and_taken_away(start: str, number: float, reached: str) -> None:
    assert said(NC, udfs.PERMIT_ADD_BUSINESS_DAYS, day(start), number) == date.fromisoformat(reached)


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        ("2026-06-29", "2026-07-06", 6),
        ("2026-10-09", "2026-10-13", 2),
        ("2026-10-13", "2026-10-09", -2),
        ("2026-10-10", "2026-10-12", 0),
    ],
)
def test_business_days_are_counted_with_both_ends(first: str, last: str, count: int) -> None:
    assert said(NC, udfs.PERMIT_COUNT_BUSINESS_DAYS, day(first), day(last)) == count


def test_weekday_holidays_are_named_and_those_on_a_saturday_are_not() -> None:
    assert "Mon 12 Oct 2026" in said(NC, udfs.PERMIT_WEEKDAY_HOLIDAYS, day("2026-10-12"), day("2026-10-12"))
    assert said(NC, udfs.PERMIT_WEEKDAY_HOLIDAYS, day("2026-10-13"), day("2026-10-18")) == ""
    assert said(ET, udfs.PERMIT_WEEKDAY_HOLIDAYS, day("2026-07-01"), day("2026-07-10")) == ""


def test_a_legal_holiday_on_which_the_office_is_open_is_named_as_counted() -> None:
    held = tables(NC)
    opened_up = [row for row in held["closures"] if row[0] != datetime(2026, 10, 12)]
    assert len(opened_up) == len(held["closures"]) - 1
    office = {**held, "closures": opened_up}
    told = udfs.PERMIT_WEEKDAY_HOLIDAYS(day("2026-10-12"), day("2026-10-12"), **office)
    assert str(told).endswith(", counted as a business day)")
    assert udfs.PERMIT_ADD_BUSINESS_DAYS(day("2026-10-18"), -7, **office) == date(2026, 10, 8)


def test_a_closure_that_is_no_legal_holiday_costs_an_applicant_a_day_and_the_office_none() -> None:
    office = {**tables(NC), "closures": [*tables(NC)["closures"], [datetime(2026, 6, 15), "Flood"]]}
    assert said(NC, udfs.PERMIT_LAST_FILING, day("2026-06-24")) == date(2026, 6, 12)
    assert udfs.PERMIT_LAST_FILING(day("2026-06-24"), **office) == date(2026, 6, 11)
    assert udfs.PERMIT_ADD_BUSINESS_DAYS(day("2026-06-12"), 3, **office) == date(2026, 6, 17)


def test_the_sense_that_counsel_has_chosen_counts() -> None:
    readings = [list(row) for row in tables(ET)["readings"]]
    column = readings[0].index("Reading Taken")
    [hours] = [row for row in readings if row[0] == "Q-ET7"]
    hours[column] = THE_CLOCK
    given = (day("2026-09-19"), day("2026-10-04"), "1:00 PM")
    assert said(ET, udfs.PERMIT_DECIDE_BY, *given) == date(2026, 9, 30)
    assert udfs.PERMIT_DECIDE_BY(*given, **{**tables(ET), "readings": readings}) == date(2026, 10, 1)


def test_the_sun_sets_later_further_west_in_the_same_zone() -> None:
    settings = [list(row) for row in tables(NC)["settings"]]
    [west] = [row for row in settings if row[0] == "longitude"]
    west[1] = -79.0
    moved: Any = udfs.PERMIT_SUNSET(day("2026-10-18"), **{**tables(NC), "settings": settings})
    assert moved - said(NC, udfs.PERMIT_SUNSET, day("2026-10-18")) > timedelta(minutes=15)


@pytest.mark.parametrize(
    ("on", "hour"),
    [("2026-06-20", "20:31"), ("2026-10-18", "18:10"), ("2026-10-31", "17:52"), ("2026-12-05", "16:26")],
)
def test_the_sun_sets_in_new_castle_within_two_minutes_of_the_almanac(on: str, hour: str) -> None:
    found = said(NC, udfs.PERMIT_SUNSET, day(on))
    assert abs(found - day(f"{on}T{hour}")) <= timedelta(minutes=2)


LOG = [["FP-2026-001"], ["FP-2026-002"], [7.0], ["FP-2026-003"], ["fp-2026-003"], [None]]
STATES = [["in review"], [None], ["issued"], ["denied"], ["denied"], [None]]


@pytest.mark.parametrize("function", [udfs.PERMIT_STATUS, udfs.PERMIT_NEXT])
@pytest.mark.parametrize(
    ("number", "told"),
    [
        (" fp-2026-001 ", "in review"),
        ("FP-2026-002", ""),
        (7.0, "issued"),
        ("FP-2026-003", "2 rows of the log have the number FP-2026-003."),
        ("FP-2026-004", "There is no application FP-2026-004 in the log."),
        ("  ", ""),
        (None, ""),
    ],
)
def test_status_and_next_step_are_those_of_the_last_check(
    function: Callable[..., Any], number: object, told: str
) -> None:
    assert function(number, LOG, STATES) == told


def test_a_blank_cell_gives_an_empty_one() -> None:
    for function in (udfs.PERMIT_LAST_FILING, udfs.PERMIT_EARLIEST_DATE, udfs.PERMIT_SUNSET):
        assert said(FP, function, None) == ""
    assert said(FP, udfs.PERMIT_DECIDE_BY, day("2026-04-20"), None) == ""
    assert said(FP, udfs.PERMIT_ADD_BUSINESS_DAYS, day("2026-04-20"), "") == ""


@pytest.mark.parametrize(
    ("function", "given", "told"),
    [
        (udfs.PERMIT_LAST_FILING, ("soon",), "Event: "),
        (udfs.PERMIT_DECIDE_BY, ("2026-04-20", "2026-02-30"), "Event: "),
        (udfs.PERMIT_DECIDE_BY, ("2026-04-20", "2026-05-25", "ten-ish"), "Start: "),
        (udfs.PERMIT_ADD_BUSINESS_DAYS, ("2026-04-20", "many"), "Number of days: "),
        (udfs.PERMIT_ADD_BUSINESS_DAYS, ("2026-04-20", 1.5), "Number of days: 1.5 is no whole number."),
    ],
)
def test_what_cannot_be_read_is_told_in_words(
    function: Callable[..., Any], given: tuple[object, ...], told: str
) -> None:
    shown = said(FP, function, *given)
    assert shown.startswith(told)
    assert shown.endswith(".")


def test_texts_in_cells_are_read_as_the_log_reads_them() -> None:
    assert said(FP, udfs.PERMIT_LAST_FILING, "May 25, 2026") == date(2026, 5, 15)


def test_a_workbook_that_is_none_is_told() -> None:
    held = {**tables(FP), "settings": [["Setting", "Value", "Meaning"]]}
    assert str(udfs.PERMIT_LAST_FILING(day("2026-05-25"), **held)).startswith("This is no permit workbook")


def test_a_time_alone_comes_as_a_moment_of_a_day_that_is_none() -> None:
    assert cell(datetime(1899, 12, 30, 9, 30)) == time(9, 30)
    assert cell(datetime(2026, 7, 4, 9, 30)) == datetime(2026, 7, 4, 9, 30)
    assert cell(None) is None


def test_sheets_that_are_not_given_are_not_there() -> None:
    grids = Grids({"Settings": [["Setting", "Value"], ["ordinance", "freeport"]]})
    assert grids.sheets == ("Settings",)
    with pytest.raises(PermitbookError, match="no heading row"):
        Grids({"Closures": [[None]]}).table("Closures", opened_columns())


def opened_columns() -> Any:
    from permitbook.schema import columns
    from permitbook.tables import Closure

    return columns(Closure)
