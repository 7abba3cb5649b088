"""The rows that a new workbook starts with, its pages of help, and rows that are given to it."""

import shutil
import subprocess
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import holidays
import pytest
from openpyxl import load_workbook

from permitbook.application import Application
from permitbook.desk import open_desk
from permitbook.office import Settings
from permitbook.ordinances import ordinance
from permitbook.places import Segment
from permitbook.schema import columns
from permitbook.tables import Closure, DeadlineRow, Meeting
from permitbook.workbook.build import build_workbook
from permitbook.workbook.layout import (
    COMPUTED,
    OFFICE_SHEETS,
    SHEETS,
    columns_of,
    sections,
    switchable,
)
from permitbook.workbook.reader import read_book, read_records
from tests.made_book import EVERY_ORDINANCE, MADE_ON, made, offered, opened, rows_of, sheet_of, validation_of


@EVERY_ORDINANCE
def test_settings_name_the_ordinance_and_every_setting_with_its_meaning(key: str) -> None:
    rows = rows_of(sheet_of(key, "Settings"))
    values = {row[0]: row[1] for row in rows}
    assert values["ordinance"] == key
    assert values["municipality"] == ordinance(key).municipality
    assert [row[0] for row in rows[2:]] == [each.heading for each in columns(Settings)]
    assert all(row[2] for row in rows)
    assert (values["opens"], values["closes"]) == (time(9), time(17))
    assert (values["due_soon"], values["setup_buffer"]) == (3, 0)
    assert values["latitude"] == ordinance(key).latitude


def test_settings_given_stand_in_place_of_their_defaults() -> None:
    book = load_workbook(
        BytesIO(build_workbook(ordinance("freeport"), (2026,), as_of=MADE_ON, settings=Settings(due_soon=5)))
    )
    values = {row[0].value: row[1].value for row in book["Settings"].iter_rows(min_row=2)}
    assert values["due_soon"] == 5
    assert values["closes"] == time(17)


@pytest.mark.parametrize(
    ("key", "roles"),
    [
        ("east_troy", {"Village Clerk", "Village Board", "Chief of Police", "Director of Public Works"}),
        ("freeport", {"Chief of Police", "Board of Trustees", "Village Clerk", "Mayor", "Fire Chief", "Postmaster"}),
        ("new_castle", {"Town Board", "Town Clerk"}),
    ],
)
def test_officials_lists_each_role_once_without_a_name(key: str, roles: set[str]) -> None:
    rows = rows_of(sheet_of(key, "Officials"))
    listed = [row[0] for row in rows]
    assert roles | {each.to for each in ordinance(key).recipients} | {ordinance(key).official} <= set(listed)
    assert len(listed) == len(set(listed))
    assert not any(cell for row in rows for cell in row[1:])


@pytest.mark.parametrize(("key", "lines"), [("east_troy", 1), ("freeport", 0), ("new_castle", 1)])
def test_a_fee_has_a_line_only_where_the_ordinance_knows_one_and_no_amount(key: str, lines: int) -> None:
    rows = rows_of(sheet_of(key, "Fees"))
    assert len(rows) == lines
    assert not any(row[1] for row in rows)


@EVERY_ORDINANCE
def test_closures_hold_the_federal_holidays_as_another_library_counts_them(key: str) -> None:
    listed = {row[0].date(): row[1] for row in rows_of(sheet_of(key, "Closures"))}
    known = holidays.country_holidays("US", years=(2026, 2027), observed=False)
    assert set(known) <= set(listed)
    assert list(listed) == sorted(listed)
    assert date(2027, 7, 5) in listed
    assert date(2026, 7, 3) not in listed


@pytest.mark.parametrize(
    ("key", "own"),
    [
        ("east_troy", {date(2026, 8, 11), date(2026, 11, 3)}),
        ("freeport", {date(2026, 2, 12), date(2026, 11, 3), date(2027, 11, 2), date(2026, 6, 14)}),
        ("new_castle", {date(2027, 2, 12), date(2027, 11, 2)}),
    ],
)
def test_closures_hold_the_days_that_only_the_state_keeps(key: str, own: set[date]) -> None:
    assert own <= {row[0].date() for row in rows_of(sheet_of(key, "Closures"))}


@EVERY_ORDINANCE
def test_readings_lists_each_unclear_word_and_what_counsel_may_switch_off(key: str) -> None:
    law = ordinance(key)
    sheet = sheet_of(key, "Readings")
    rows = {row[0]: row for row in rows_of(sheet)}
    assert list(rows) == [*law.readings, *switchable(law)]
    for number, (id, row) in enumerate(rows.items(), 2):
        check = validation_of(sheet, 3, number)
        assert check is not None
        if id in law.readings:
            reading = law.readings[id]
            assert row[1:3] == [reading.words, reading.taken]
            assert (row[3] or "").split("\n") == [*reading.others] or not reading.others
            senses: tuple[str, ...] = (reading.taken, *reading.others) if reading.others else ()
        else:
            senses = ("in force", "switched off")
        assert (offered(opened(key), check) if check.type == "list" else ()) == senses


@EVERY_ORDINANCE
def test_help_fits_one_page_and_shows_every_section(key: str) -> None:
    sheet = sheet_of(key, "Help")
    words = {cell.value for row in sheet.iter_rows() for cell in row if cell.value}
    assert {each.name for each in sections(ordinance(key))} <= words
    assert {"overdue", "proved", "needs_judgment", "Required"} <= words
    assert sheet.page_setup.fitToHeight in (None, 1)
    assert sheet.max_row <= 35


@EVERY_ORDINANCE
def test_the_form_holds_every_fact_once_under_its_section_and_how_the_application_stands(key: str) -> None:
    listed = [row[0].value for row in sheet_of(key, "Form").iter_rows(min_row=4) if row[0].value]
    parts = [("Where it stands", COMPUTED), *((each.name, each.columns) for each in sections(ordinance(key)))]
    expected = [line for name, columns in parts for line in (f"{name}:", *(each.heading for each in columns))]
    assert listed == [*expected, "Findings and open questions:"]


def test_the_office_s_own_tabs_are_grey_and_names_are_defined() -> None:
    book: Any = opened("new_castle")
    greys = {book[each].sheet_properties.tabColor.rgb for each in OFFICE_SHEETS}
    others = {each.sheet_properties.tabColor.rgb for each in book if each.title not in OFFICE_SHEETS}
    assert len(greys) == 1
    assert not greys & others
    assert {"today_as_of", "closures", "board_counts", "board_months", "form"} <= set(book.defined_names)


FULL = Application(
    application_no="FP-2026-001",
    event_name="=1+1",
    received_at=datetime(2026, 3, 2, 9, 5),
    received_how="in person",
    on_official_form=True,
    sworn_on=date(2026, 3, 2),
    applicant_name="Null, Jordan",
    applicant_phone="516 555 0100",
    organization_heads="Ann Example\nBob Example",
    venue="street, sidewalk or parking lot",
    event_date=date(2026, 5, 25),
    more_dates=(date(2026, 5, 26), date(2026, 5, 27)),
    start_time=time(10),
    end_time=time(12, 30),
    assembly_area=("School lot", "Square"),
    route=(Segment("Main Street", "Church Street", "Grand Avenue"), Segment("Church Street")),
    participants=1250,
    unit_interval_ft=12.5,
    structures=False,
    police_cost_actual=Decimal("1250.50"),
)


def test_rows_given_are_read_back_equal(tmp_path: Path) -> None:
    """By the program's own reader, from a file."""
    closures = [Closure(date=date(2028, 1, 3), name="Inventory")]
    meetings = [Meeting(date=date(2026, 6, 1), time=time(19, 30), board="Board of Trustees")]
    due = DeadlineRow(application_no="FP-2026-001", due=datetime(2026, 5, 23, 10), work_by=date(2026, 5, 22))
    rows: dict[str, list[Any]] = {
        "Applications": [FULL],
        "Closures": closures,
        "Meetings": meetings,
        "Deadlines": [due],
    }
    path = tmp_path / "log.xlsm"
    law = ordinance("freeport")
    path.write_bytes(build_workbook(law, (2026,), as_of=MADE_ON, rows=rows))
    book = read_book(path)
    for sheet, kind, given in (
        ("Applications", Application, [FULL]),
        ("Closures", Closure, closures),
        ("Meetings", Meeting, meetings),
        ("Deadlines", DeadlineRow, [due]),
    ):
        table = book.table(sheet, columns_of(sheet, law))
        read, problems = read_records(table, kind)
        assert [each for _, each in read] == given
        assert not problems
    shown = load_workbook(path)["Deadlines"]
    assert shown["E2"].number_format == "ddd d mmm yyyy, h:mm AM/PM"


@EVERY_ORDINANCE
def test_a_new_workbook_opens_as_a_desk_with_nothing_to_mend(key: str, tmp_path: Path) -> None:
    path = tmp_path / "log.xlsm"
    path.write_bytes(made(key))
    desk = open_desk(read_book(path))
    assert desk.law is ordinance(key)
    assert not desk.problems
    assert not desk.logged
    assert desk.office.calendar.years_listed == (2026, 2027)
    assert list(desk.office.readings) == [*desk.law.readings, *switchable(desk.law)]


@pytest.mark.parametrize("sheet", ["Metings", "Help", "Settings"])
def test_rows_that_no_table_takes_are_refused(sheet: str) -> None:
    with pytest.raises(ValueError, match=f"No table of the workbook takes the rows of {sheet}"):
        build_workbook(ordinance("freeport"), (2026,), as_of=MADE_ON, rows={sheet: [FULL]})


def test_a_new_workbook_has_no_row_of_its_own() -> None:
    assert rows_of(sheet_of("east_troy", "Applications")) == []


@pytest.mark.office
@pytest.mark.slow
def test_every_sheet_is_printed_without_cut_off_numbers_or_stray_pages(tmp_path: Path) -> None:
    soffice = shutil.which("soffice") or shutil.which("libreoffice")
    assert soffice is not None
    path = tmp_path / "log.xlsx"
    path.write_bytes(build_workbook(ordinance("freeport"), (2026, 2027), as_of=MADE_ON, rows={"Applications": [FULL]}))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    convert = [soffice, profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(path)]
    subprocess.run(convert, check=True, capture_output=True, timeout=120)
    read = subprocess.run(["pdftotext", "-layout", str(tmp_path / "log.pdf"), "-"], check=True, capture_output=True)
    pages = [each for each in read.stdout.decode().split("\f") if each.strip()]
    assert "###" not in read.stdout.decode()
    assert all(any(sheet in page for page in pages) for sheet in SHEETS if sheet != "xlwings.conf")
    assert len(pages) < 45
