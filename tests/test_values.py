"""One cell at a time: what is read, what is noted, what is refused; expected values are worked out by hand."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from permitbook.application import Application
from permitbook.consistency import check_times
from permitbook.places import Segment
from permitbook.schema import Kind, columns
from permitbook.values import read_value, show_value, to_cell
from permitbook.when import FIRST_DAY, LAST_DAY
from permitbook.workbook.table import UNSTORED, CellError, Raw, address, position

COLUMNS = {each.key: each for each in columns(Application)}
SEP_12 = date(2026, 9, 12)


def value(key: str, raw: Raw, **how: Any) -> object:
    read = read_value(COLUMNS[key], raw, **how)
    assert read.problem is None, read.problem
    return read.value


def note(key: str, raw: Raw, **how: Any) -> str:
    read = read_value(COLUMNS[key], raw, **how)
    assert read.problem is None and read.note, read
    return read.note


def problem(key: str, raw: Raw, **how: Any) -> str:
    read = read_value(COLUMNS[key], raw, **how)
    assert read.value is None and read.note is None and read.problem, read
    return read.problem


# Dates


@pytest.mark.parametrize(
    "text",
    [
        "9/12/2026",
        "09/12/2026",
        "9-12-2026",
        "9.12.2026",
        "2026-09-12",
        "2026/9/12",
        "20260912",
        "Sept 12, 2026",
        "September 12 2026",
        "SEP. 12, 2026",
        "Sep 12th, 2026",
        "12 Sep 2026",
        "12-Sep-2026",
        "12th of September 2026",
        "Saturday, September 12, 2026",
        "Sat 12 Sep 2026",
        " 9/12/2026\u00a0",
        "9/12/2026\u200b",
        "9‑12‑2026",
    ],
)
def test_a_date_is_read_in_the_ways_clerks_type_it_and_noted_as_text(text: str) -> None:
    assert value("event_date", text) == SEP_12
    assert "read as Sat 12 Sep 2026" in note("event_date", text)


@pytest.mark.parametrize("text", ["9/12/2026", "2026-09-12", "2026-09-12T00:00:00.000", "Sept 12, 2026"])
def test_a_full_date_in_a_text_file_needs_no_note(text: str) -> None:
    assert read_value(COLUMNS["event_date"], text, plain=True).note is None
    assert value("event_date", text, plain=True) == SEP_12


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("4/31/2027", "not a calendar date: April 2027 has no day 31"),
        ("2/29/2027", "not a calendar date"),
        ("9/31/2026", "not a calendar date"),
        ("2026-02-30", "not a calendar date"),
        ("13/9/2026", "the month is read first"),
        ("0/9/2026", "not a calendar date"),
        ("Oct 2026", "incomplete: no day is given"),
        ("2026-10", "incomplete: no day is given"),
        ("10/2026", "incomplete: no day is given"),
        ("October", "incomplete: no day is given"),
        ("September 12", "incomplete: no year is given"),
        ("12 Sep", "incomplete: no year is given"),
        ("9/12", "incomplete: no year is given"),
        ("2026", "incomplete: only a year is given"),
        ("Saturday", "incomplete: only a day of the week is given"),
        ("TBD", "incomplete: no date is given"),
        ("N/A", "incomplete: no date is given"),
        ("--/--/2026", "incomplete: a part of the date is missing"),
        ("9/?/2026", "incomplete: a part of the date is missing"),
        ("1A2B", "not readable as a date"),
        ("Sun 12 Sep 2026", "that day is a Saturday"),
        ("Foober 12, 2026", "is no month"),
        ("٩/١٢/٢٠٢٦", "not readable"),
        ("9/12/2126", "year 2126"),
    ],
)
def test_a_date_that_is_none_is_refused_with_what_is_wrong(text: str, because: str) -> None:
    told = problem("event_date", text)
    assert because in told
    assert text in told and told.endswith("expected a date such as 9/12/2026.")


def test_the_first_and_the_last_usable_day() -> None:
    assert value("event_date", date(1990, 1, 1)) == date(1990, 1, 1)
    assert value("event_date", date(2099, 12, 31)) == date(2099, 12, 31)
    assert "year 1989" in problem("event_date", date(1989, 12, 31))
    assert "year 2100" in problem("event_date", date(2100, 1, 1))


@pytest.mark.parametrize(("text", "year"), [("9/12/00", 2000), ("9/12/26", 2026), ("12-Sep-49", 2049)])
def test_a_year_of_two_digits_up_to_49_is_of_this_century_with_a_note(text: str, year: int) -> None:
    assert value("event_date", text) == date(year, 9, 12)
    assert "two digits" in note("event_date", text, plain=True)


def test_a_year_of_two_digits_from_50_is_not_read() -> None:
    assert "four digits" in problem("event_date", "9/12/50")
    assert "four digits" in problem("event_date", "9/12/99")


def test_bare_numbers_in_a_date_column() -> None:
    assert value("event_date", 46277.0) == SEP_12
    assert note("event_date", 46277.0) == "'46277' read as Sat 12 Sep 2026."
    assert value("event_date", 20260912.0) == SEP_12
    assert "read as" in note("event_date", 20260912.0)
    assert value("event_date", 44745.0, date1904=True) == date(2026, 7, 4)
    for number in (0.0, 60.0, 60.5, -1.0, 2026.0, 20261301.0, 3_000_000.0, 1e300, float("nan"), float("inf")):
        assert "expected a date" in problem("event_date", number)


def test_a_time_of_day_in_a_date_column_is_set_aside_with_a_note() -> None:
    assert value("event_date", datetime(2026, 9, 12, 10, 30)) == SEP_12
    assert "the time of day is not used" in note("event_date", datetime(2026, 9, 12, 10, 30))
    assert value("event_date", "9/12/2026 10:30 AM") == SEP_12
    assert read_value(COLUMNS["event_date"], datetime(2026, 9, 12)).note is None


@pytest.mark.parametrize("raw", [time(10), timedelta(hours=54, minutes=5), True, CellError("#REF!"), UNSTORED])
def test_what_is_no_date_at_all_is_refused(raw: Raw) -> None:
    problem("event_date", raw)


# Moments


@pytest.mark.parametrize(
    "raw",
    [
        datetime(2026, 5, 4, 9, 30),
        datetime(2026, 5, 4, 9, 30, 59),
        datetime(2026, 5, 4, 9, 29, 59, 999_000),
        46146 + 9.5 / 24,
        "5/4/2026 9:30 AM",
        "05/04/2026 09:30:00 AM",
        "5/4/26 0930",
        "2026-05-04T09:30",
        "2026-05-04T09:30:00.000",
        "May 4, 2026 at 9:30 am",
        "Mon 4 May 2026, 9:30 AM",
        "5/4/2026\u202f9:30\u202fAM",
    ],
)
def test_a_moment_is_read_to_the_minute(raw: Raw) -> None:
    assert value("received_at", raw) == datetime(2026, 5, 4, 9, 30)


@pytest.mark.parametrize("raw", [date(2026, 5, 4), "5/4/2026", 46146.0])
def test_a_filing_without_a_time_is_of_the_first_minute_of_the_day_with_a_note(raw: Raw) -> None:
    assert value("received_at", raw) == datetime(2026, 5, 4)
    assert "no time of day is given" in note("received_at", raw)


@pytest.mark.parametrize("raw", ["5/4/2026 9", "9 am", time(9), "5/4/2026 26:00", "2026-05-04T09:30:00Z", "TBD"])
def test_a_moment_that_is_none_is_refused(raw: Raw) -> None:
    problem("received_at", raw)


# Times of day


@pytest.mark.parametrize(
    "text", ["9 pm", "9pm", "9:00 P.M.", "9:00p", "09:00 PM", "9.00 pm", "2100", "21:00", "2100 hrs", "21h00"]
)
def test_a_time_is_read_in_the_ways_clerks_type_it_and_noted_as_text(text: str) -> None:
    assert value("start_time", text) == time(21)
    assert f"'{text}' read as 9:00 PM" in note("start_time", text)


@pytest.mark.parametrize("raw", [0.875, time(21), timedelta(hours=21), time(20, 59, 59, 999_000)])
def test_a_time_cell_and_its_bare_fraction_need_no_note(raw: Raw) -> None:
    assert value("start_time", raw) == time(21)
    assert read_value(COLUMNS["start_time"], raw).note is None


@pytest.mark.parametrize("text", ["21:00", "09:00 PM", "9:00 pm", "21:00:00"])
def test_a_plain_time_in_a_text_file_needs_no_note(text: str) -> None:
    assert read_value(COLUMNS["start_time"], text, plain=True).note is None


@pytest.mark.parametrize(
    ("raw", "at"),
    [
        ("noon", time(12)),
        ("12 noon", time(12)),
        ("Midnight", time(0)),
        ("12:00 am", time(0)),
        ("12:30 pm", time(12, 30)),
        ("9:00", time(9)),
        ("0930", time(9, 30)),
        (2100.0, time(21)),
        ("0.875", time(21)),
        (0.99999999, None),
        (time(23, 59, 59, 999_000), time(0)),
    ],
)
def test_words_and_the_24_hour_clock(raw: Raw, at: time | None) -> None:
    if at is None:
        problem("start_time", raw)
    else:
        assert value("start_time", raw) == at


@pytest.mark.parametrize("raw", ["9", "21", "930", "9 o'clock", 9.0, 930.0, 0.0])
def test_an_hour_without_minutes_or_am_and_pm_is_ambiguous(raw: Raw) -> None:
    told = problem("start_time", raw)
    assert "ambiguous" in told and told.endswith("expected a time such as 9:00 AM.")


@pytest.mark.parametrize(
    "raw",
    ["13 pm", "9:60", "25:00", "9 am - noon", "9:00 PM EST", "TBD", "9.30", SEP_12, True, 9.3, -0.5, timedelta(-1)],
)
def test_what_is_no_time_is_refused(raw: Raw) -> None:
    problem("start_time", raw)


@pytest.mark.parametrize(
    "raw", [timedelta(hours=26), "26:00", 26 / 24, datetime(1900, 1, 1, 2), datetime(1904, 1, 2, 2)]
)
def test_hours_past_24_end_on_the_next_day_with_a_note(raw: Raw) -> None:
    assert value("end_time", raw) == time(2)
    told = note("end_time", raw)
    assert "2:00 AM (on the next day)" in told
    assert "1900" not in told and "1904" not in told
    assert "more than a day" in problem("start_time", raw)


def test_the_hour_counts_around_24_and_48() -> None:
    assert value("end_time", timedelta(hours=23, minutes=59)) == time(23, 59)
    assert value("end_time", timedelta(hours=24)) == time(0)
    assert value("end_time", timedelta(hours=47, minutes=59)) == time(23, 59)
    assert "more than a day" in problem("end_time", timedelta(hours=48))
    assert "54:05" in problem("end_time", timedelta(hours=54, minutes=5))


def test_the_date_in_a_time_cell_is_not_used() -> None:
    assert value("start_time", datetime(2026, 9, 12, 21)) == time(21)
    assert "date in the cell is not used" in note("start_time", datetime(2026, 9, 12, 21))


# Yes and no, choices


@pytest.mark.parametrize("raw", ["Yes", "yes", "YES", "y", "true", "TRUE", True])
def test_yes(raw: Raw) -> None:
    assert value("on_official_form", raw) is True
    assert read_value(COLUMNS["on_official_form"], raw).note is None


@pytest.mark.parametrize("raw", ["No", "no", "N", "False", False])
def test_no(raw: Raw) -> None:
    assert value("on_official_form", raw) is False


@pytest.mark.parametrize("raw", ["x", "X", "1", 1.0, 0.0, "ok", "yes?", "yes and no", "n/a", "✓"])
def test_a_mark_that_could_mean_either_is_refused(raw: Raw) -> None:
    assert "expected yes or no" in problem("on_official_form", raw)


@pytest.mark.parametrize("text", ["in person", "In Person", "IN PERSON"])
def test_a_choice_is_read_whatever_its_case(text: str) -> None:
    assert value("received_how", text) == "in person"
    assert read_value(COLUMNS["received_how"], text).note is None


@pytest.mark.parametrize(
    "text",
    [
        "in person ",
        "in person\u00a0",
        "\u00a0In person",
        "in per\u200bson",
        "in  person",
        "in\u00a0person",
        "in-person",
    ],
)
def test_odd_blanks_and_hyphens_in_a_choice_are_noted_once(text: str) -> None:
    assert value("received_how", text) == "in person"
    assert "read as 'in person'" in note("received_how", text)


def test_a_choice_that_is_none_is_refused_with_the_list() -> None:
    told = problem("event_change", "postponed to 9/12")
    assert told == "read 'postponed to 9/12' (none of the choices); expected one of: cancelled; postponed."
    problem("event_change", "post")
    problem("event_change", 5.0)


# Numbers and money


@pytest.mark.parametrize(
    ("raw", "number"), [(250.0, 250), (250, 250), ("250", 250), ("1,200", 1200), ("1,234,567", 1234567), ("0", 0)]
)
def test_a_count(raw: Raw, number: int) -> None:
    read = value("participants", raw)
    assert read == number and isinstance(read, int)
    assert read_value(COLUMNS["participants"], raw).note is None


def test_a_count_with_the_unit_of_its_column_is_noted() -> None:
    assert value("participants", "250 people") == 250
    assert "read as 250" in note("participants", "250 people")


@pytest.mark.parametrize(
    "raw",
    [
        *(
            "~150",
            "about 50",
            "50+",
            "50-60",
            "1,20",
            "1.200",
            "12.5",
            "-1",
            "1e3",
            "٣",
            ".",
            "fifty",
            "200 cars",
            "N/A",
        ),
        *(12.5, -1.0, 1e9, float("nan"), float("inf"), True, date(1900, 7, 18), time(0)),
    ],
)
def test_what_is_no_count_is_refused(raw: Raw) -> None:
    assert "expected a whole number such as 250" in problem("participants", raw)


def test_numbers_that_need_not_be_whole() -> None:
    assert value("police_hours", 12.5) == 12.5
    assert value("police_hours", timedelta(hours=54, minutes=30)) == 54.5
    assert "'54:30' read as 54.5 hours" in note("police_hours", timedelta(hours=54, minutes=30))
    problem("police_hours", -1.0)
    problem("unit_interval_ft", timedelta(hours=54))


@pytest.mark.parametrize(
    ("raw", "amount"),
    [
        ("$1,000,000.00", "1000000.00"),
        (1_000_000.0, "1000000.00"),
        ("1000000", "1000000.00"),
        ("USD 500", "500.00"),
        ("500 dollars", "500.00"),
        ("$500.5", "500.50"),
        (0.1 + 0.2, "0.30"),
        (0.0, "0.00"),
        (19.99, "19.99"),
    ],
)
def test_an_amount_is_read_to_the_cent(raw: Raw, amount: str) -> None:
    read = value("fee_paid", raw)
    assert read == Decimal(amount) and str(read) == amount


@pytest.mark.parametrize("raw", ["(500)", "-5", -5.0, "1.000.000", "$1M", "12.345", 12.345, "free", True, "$"])
def test_what_is_no_amount_is_refused(raw: Raw) -> None:
    assert "expected an amount such as $1,250.00" in problem("fee_paid", raw)


# Text and lists


@pytest.mark.parametrize(
    "text", ["Null, Jordan", "None", "N/A", "NA", "nan", "#N/A", "-Parade-", "@Home 5K", "\t=1+1", "＝1+1"]
)
def test_text_is_kept_as_typed(text: str) -> None:
    assert value("organization_name", text) == text
    assert read_value(COLUMNS["organization_name"], text).note is None


@pytest.mark.parametrize("raw", [None, "", "  ", "\u00a0", "\u200b", "\r\n", "_x000D_"])
def test_what_shows_nothing_is_blank_in_every_kind_of_column(raw: Raw) -> None:
    for column in COLUMNS.values():
        assert read_value(column, raw) == read_value(column, None)


def test_marks_of_pasted_text() -> None:
    assert value("notes", "Line one_x000D_\nLine two") == "Line one\nLine two"
    assert value("notes", "Line one\r\nLine two\r") == "Line one\nLine two"
    assert value("notes", "Main\x0bStreet") == value("notes", "Main_x000B_Street") == "Main Street"
    assert "control characters" in note("notes", "Main\x0bStreet")
    assert value("notes", "tab\there") == "tab\there"
    assert value("notes", " Dana Field ") == "Dana Field"


def test_words_for_an_empty_cell_are_a_setting() -> None:
    assert value("organization_name", "N/A") == "N/A"
    assert value("organization_name", " n/a", blank_words=frozenset({"n/a", "none"})) is None


def test_numbers_and_dates_in_a_text_cell() -> None:
    assert value("applicant_phone", 5555550142.0) == "5555550142"
    assert value("applicant_phone", 12.5) == "12.5"
    assert value("application_no", 7.0) == "7"
    assert value("application_no", "\tFP-2026-001\u200b ") == "FP-2026-001"
    assert "as text" in note("notes", SEP_12)
    assert "apostrophe" in problem("application_no", date(2026, 1, 1))


def test_lists_are_parted_by_semicolons_or_line_breaks() -> None:
    assert value("assembly_area", "Lot A; Lot B;\nLot C") == ("Lot A", "Lot B", "Lot C")
    assert value("assembly_area", "Lot A") == ("Lot A",)
    assert value("assembly_area", " ; ") is None


@pytest.mark.parametrize(
    "raw",
    [
        "2026-09-12 to 2026-09-14",
        "9/12/2026; 9/13/2026; 9/14/2026",
        "9/14/2026\n9/13/2026\n9/12/2026",
        "9/12/2026, 9/13/2026 and 9/14/2026",
        "9/12/2026-9/14/2026",
        "9/12/2026 through 9/14/2026",
        "Sept 12-14, 2026",
        "Sept 12, 2026 – Sept 14, 2026",
        "2026-09-12 to 2026-09-13; 9/14/26",
    ],
)
def test_further_dates_and_ranges(raw: str) -> None:
    assert value("more_dates", raw) == (SEP_12, date(2026, 9, 13), date(2026, 9, 14))


def test_further_dates_in_one_date_cell() -> None:
    assert value("more_dates", date(2026, 9, 20)) == (date(2026, 9, 20),)


@pytest.mark.parametrize(
    "raw", ["9/14/2026 to 9/12/2026", "9/12/2026 to 9/13/2027", "9/12/2026; TBD", "9/12 - 9/14/2026"]
)
def test_further_dates_that_are_none_are_refused(raw: str) -> None:
    problem("more_dates", raw)


def test_a_span_of_a_year_at_most() -> None:
    assert len(value("more_dates", "1/1/2028 to 12/31/2028")) == 366  # type: ignore[arg-type]
    problem("more_dates", "1/1/2028 to 1/1/2029")


def test_a_route_is_read_or_refused_with_the_words_of_its_reader() -> None:
    assert value("route", "Main St from First Ave to Third Ave\nElm St") == (
        Segment("Main St", "First Ave", "Third Ave"),
        Segment("Elm St"),
    )
    assert "STREET from CROSS to CROSS" in problem("route", "see attached")


def test_errors_and_formulas_without_a_result() -> None:
    assert problem("organization_name", CellError("#N/A")) == "the cell shows the error #N/A; expected text."
    assert "open the workbook in Excel and save it" in problem("event_date", UNSTORED)


# Showing and reading back

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)
DAYS = st.dates(FIRST_DAY, LAST_DAY)
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))
FIGURES = st.floats(0, 99_999).map(lambda number: round(number, 2))
VALUES: dict[Kind, st.SearchStrategy[object]] = {
    Kind.TEXT: TEXTS,
    Kind.DATE: DAYS,
    Kind.DATETIME: st.datetimes(datetime(1990, 1, 1), datetime(2099, 12, 31)).map(
        lambda at: at.replace(second=0, microsecond=0)
    ),
    Kind.TIME: st.times().map(lambda at: at.replace(second=0, microsecond=0)),
    Kind.YES_NO: st.booleans(),
    Kind.MONEY: st.decimals(0, 10_000_000, places=2),
    Kind.LIST: st.lists(TEXTS.filter(lambda text: ";" not in text), min_size=1).map(tuple),
    Kind.DATES: st.sets(DAYS, min_size=1, max_size=5).map(lambda days: tuple(sorted(days))),
    Kind.ROUTE: st.just((Segment("Main St", "First Ave", "Third Ave"), Segment("Elm St"))),
    Kind.CLAUSE: st.sampled_from(["ET-2-L.2", "FP-69.1", "NC-11"]),
}


@given(data=st.data())
@pytest.mark.parametrize("key", Application.__struct_fields__)
def test_what_is_shown_or_written_reads_back_as_the_same(key: str, data: st.DataObject) -> None:
    column = COLUMNS[key]
    if column.kind is Kind.CHOICE:
        fact: object = data.draw(st.sampled_from(column.choices))
    elif column.kind is Kind.NUMBER:
        fact = data.draw(
            st.integers(0, 999_999_999) if column.whole else st.floats(0, 99_999).map(lambda n: round(n, 2))
        )
    else:
        fact = data.draw(VALUES[column.kind])
    assert read_value(column, show_value(column, fact)).value == fact
    assert read_value(column, to_cell(column, fact)).value == fact


@given(key=st.sampled_from(sorted(COLUMNS)), text=st.text(max_size=40))
def test_whatever_is_typed_is_read_noted_or_refused_but_never_breaks(key: str, text: str) -> None:
    read = read_value(COLUMNS[key], text)
    assert read.problem is None or (read.value is None and read.note is None)
    assert read_value(COLUMNS[key], text) == read


@given(
    key=st.sampled_from(sorted(COLUMNS)),
    raw=st.one_of(st.floats(), st.integers(), st.booleans(), st.dates(), st.datetimes(), st.times(), st.timedeltas()),
    date1904=st.booleans(),
)
def test_whatever_a_cell_holds_is_read_noted_or_refused_but_never_breaks(key: str, raw: Raw, date1904: bool) -> None:
    read_value(COLUMNS[key], raw, date1904=date1904)


def test_how_values_are_shown() -> None:
    shown = {
        "event_date": (date(2026, 7, 4), "Sat 4 Jul 2026"),
        "start_time": (time(9), "9:00 AM"),
        "received_at": (datetime(2026, 7, 2, 10), "Thu 2 Jul 2026, 10:00 AM"),
        "insured_per_person": (Decimal(1_000_000), "$1,000,000.00"),
        "participants": (1200, "1,200"),
        "police_hours": (12.5, "12.5"),
        "recurring": (False, "No"),
        "assembly_area": (("Lot A", "Lot B"), "Lot A; Lot B"),
        "notes": (None, ""),
    }
    for key, (fact, words) in shown.items():
        assert show_value(COLUMNS[key], fact) == words


# Cells that do not fit together


def doubts(raws: dict[str, Raw] | None = None, **values: object) -> dict[str, tuple[str, str]]:
    return {each.key: (each.level, each.message) for each in check_times(values, raws)}


def test_an_end_at_the_minute_of_the_start_is_refused() -> None:
    level, told = doubts(start_time=time(10), end_time=time(10))["end_time"]
    assert level == "problem" and "zero length" in told
    assert doubts(start_time=time(10), end_time=time(10, 1)) == {}


def test_an_end_next_morning_is_asked_about_beyond_twelve_hours() -> None:
    level, told = doubts(start_time=time(13), end_time=time(4))["end_time"]
    assert level == "problem" and "ends next morning - 15 hours?" in told
    assert doubts(start_time=time(20), end_time=time(1)) == {}
    assert doubts(start_time=time(20), end_time=time(8)) == {}
    assert "12.02 hours?" in doubts(start_time=time(20), end_time=time(8, 1))["end_time"][1]
    assert doubts(start_time=time(6), end_time=time(22)) == {}


def test_a_start_without_an_end_is_noted() -> None:
    level, told = doubts(start_time=time(10))["end_time"]
    assert level == "note" and told.startswith("no end time")
    assert doubts(event_date=SEP_12) == {}


def test_an_end_past_midnight_must_come_within_a_day() -> None:
    assert doubts({"end_time": "26:00"}, start_time=time(20), end_time=time(2)) == {}
    late = doubts({"end_time": timedelta(hours=26)}, start_time=time(1), end_time=time(2))
    assert "more than 24 hours after the start" in late["end_time"][1]


def test_a_time_cell_that_holds_another_day_is_refused() -> None:
    other: dict[str, Raw] = {"start_time": datetime(2026, 9, 13, 9)}
    assert (
        "the day is Sat 12 Sep 2026"
        in doubts(other, event_date=SEP_12, start_time=time(9), end_time=time(10))["start_time"][1]
    )
    same: dict[str, Raw] = {"start_time": datetime(2026, 9, 12, 20), "end_time": datetime(2026, 9, 13, 1)}
    assert doubts(same, event_date=SEP_12, start_time=time(20), end_time=time(1)) == {}


def test_further_dates_need_a_first_day() -> None:
    assert "no event date" in doubts(more_dates=(SEP_12,))["more_dates"][1]
    assert doubts(more_dates=(SEP_12,), event_date=date(2026, 9, 11)) == {}


def test_an_act_before_the_filing_is_listed() -> None:
    received = datetime(2026, 5, 4, 9, 30)
    assert (
        "before the application was received"
        in doubts(received_at=received, acted_at=datetime(2026, 5, 4, 9, 29))["acted_at"][1]
    )
    assert "notice_mailed_on" in doubts(received_at=received, notice_mailed_on=date(2026, 5, 3))
    for act in (datetime(2026, 5, 4, 9, 30), datetime(2026, 5, 4), datetime(2026, 5, 5, 8)):
        assert doubts(received_at=received, acted_at=act) == {}
    assert doubts(received_at=received, referred_on=date(2026, 5, 4)) == {}


@given(row=st.integers(1, 1_048_576), column=st.integers(1, 16_384))
def test_a_cell_name_and_its_place_are_one(row: int, column: int) -> None:
    assert position(address(row, column)) == (row, column)
