"""Workbooks and text files as they lie on disk: the named sample files, books by other writers, and hostile ones."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from openpyxl.worksheet.worksheet import Worksheet

from permitbook.application import Application
from permitbook.errors import Problem, WorkbookError
from permitbook.schema import Column, Kind, columns
from permitbook.tables import Closure
from permitbook.workbook.delimited import read_csv
from permitbook.workbook.reader import Book, read_book, read_records
from permitbook.workbook.records import read_facts
from permitbook.workbook.table import CellError, Table
from tests.hand_made import parts_of, zipped

FILES = Path(__file__).parent / "cases" / "files"
COLUMNS = columns(Application)
THEIRS = {
    "Filed": "received_at",
    "Attendance": "participants",
    "Attendance Hours": "police_hours",
    "End Date": "more_dates",
}
STATUS = Column("status", "Status", Kind.CHOICE, choices=("Received", "Approved", "Denied", "Withdrawn", "Postponed"))
NO_TIME = "no time of day is given"


def sample(name: str) -> tuple[dict[str, Application], list[Problem], Table]:
    """The applications of a sample file by number, and what is said of them beside the missing hour of filing."""
    (path,) = FILES.glob(f"{name}*.xls?")
    table = read_book(path).table("log", COLUMNS, THEIRS)
    records, problems = read_records(table, Application)
    told = [each for each in problems if NO_TIME not in each.message]
    return {record.application_no or str(row): record for row, record in records}, told, table


def told(problems: list[Problem]) -> list[tuple[str, str, str]]:
    return [(each.level, each.cell, each.message) for each in problems]


# The sample files


def test_date_1_the_1904_date_system() -> None:
    records, problems, table = sample("date-1")
    assert table.date1904
    assert records["2026-001"].event_date == date(2026, 7, 4)
    assert records["2026-001"].received_at == datetime(2026, 5, 4)
    assert records["2026-001"].start_time == time(10)
    assert problems == []


def test_date_2_days_that_do_not_exist() -> None:
    records, problems, _ = sample("date-2")
    assert [each.event_date for each in records.values()] == [None, None, None, date(2026, 9, 12)]
    assert [(each.application_no, each.heading, each.cell, each.read) for each in problems] == [
        ("2026-001", "Event Date", "F2", "4/31/2027"),
        ("2026-002", "Event Date", "F3", "2/29/2027"),
        ("2026-003", "Event Date", "F4", "9/31/2026"),
    ]
    assert all("not a calendar date" in each.message and each.level == "problem" for each in problems)


def test_date_3_partial_dates_are_not_completed() -> None:
    records, problems, _ = sample("date-3")
    assert {each.event_date for each in records.values()} == {None}
    assert [each.cell for each in problems] == ["F2", "F3", "F4", "F5", "F6", "F8"]
    assert sum("incomplete" in each.message for each in problems) == 5


def test_date_4_bare_serial_numbers() -> None:
    records, problems, _ = sample("date-4")
    assert [each.event_date for each in records.values()] == [date(2026, 9, 12), date(2026, 9, 12), None, None]
    assert [(each.level, each.cell, each.read) for each in problems] == [
        ("note", "F2", "46277"),
        ("note", "F3", "20260912"),
        ("problem", "F4", "0"),
        ("problem", "F5", "60"),
    ]
    assert all("no usable date" in each.message for each in problems[2:])


def test_time_1_the_same_start_in_five_storages() -> None:
    records, problems, _ = sample("time-1")
    assert [each.start_time for each in records.values()] == [time(21)] * 5 + [None]
    assert [(each.level, each.cell) for each in problems] == [
        ("note", "G4"),
        ("note", "G5"),
        ("note", "G6"),
        ("problem", "G7"),
    ]
    assert "ambiguous" in problems[-1].message


def test_time_2_hours_past_24() -> None:
    records, problems, _ = sample("time-2")
    first, second = records.values()
    assert (first.start_time, first.end_time) == (time(20), time(2))
    assert second.police_hours == 54.0833
    assert [(each.level, each.cell, each.read) for each in problems] == [
        ("note", "H2", "26:00"),
        ("note", "L3", "54:05"),
    ]
    assert not any("1900" in each.message or "1899" in each.message for each in problems)


def test_time_3_past_midnight_and_slips_of_am_and_pm() -> None:
    records, problems, _ = sample("time-3")
    assert [each.end_time for each in records.values()] == [time(1), time(4), None, time(2)]
    assert [(each.level, each.cell) for each in problems] == [("problem", "H3"), ("problem", "H4")]
    assert "ends next morning - 15 hours?" in problems[0].message
    assert "zero length" in problems[1].message


def test_text_1_invisible_blanks_in_a_choice() -> None:
    table = read_book(FILES / "text-1-invisible-blanks.xlsx").table("Log", [*COLUMNS, STATUS])
    facts, problems = read_facts(table, [STATUS])
    assert facts == {"status": ["Approved"] * 5}
    assert [(each.cell, each.level) for each in problems] == [(f"J{row}", "note") for row in (3, 4, 5, 6)]


def test_text_2_names_that_read_as_missing() -> None:
    records, problems, _ = sample("text-2")
    assert [each.applicant_name for each in records.values()] == ["Null, Jordan", "None", "Dana Field", "Dana Field"]
    assert [each.organization_name for each in records.values()] == ["NA", "N/A", "nan", None]
    assert problems == []
    table = read_book(FILES / "text-2-names-like-missing.xlsx").table("Log", COLUMNS)
    chosen, _ = read_records(table, Application, blank_words=frozenset({"n/a"}))
    assert [each.organization_name for _, each in chosen] == ["NA", None, "nan", None]


def test_text_3_marks_of_pasted_text() -> None:
    records, problems, _ = sample("text-3")
    assert records["2026-001"].notes == "Line one\nLine two"
    assert [segment.street for segment in records["2026-002"].route or ()] == ["Main Street"]
    assert records["2026-003"].notes == "tab\there"
    assert [(each.level, each.cell) for each in problems] == [("note", "I3")]


def test_text_4_text_that_looks_like_a_formula() -> None:
    records, problems, _ = sample("text-4")
    assert [each.organization_name for each in records.values()] == [
        '=HYPERLINK("http://example.invalid","x")',
        "+1 555 555 0142",
        "-Parade-",
        "@Home 5K",
        "\t=1+1",
        "＝1+1",
    ]
    assert problems == []


def test_sheet_1_error_cells_and_text_like_one() -> None:
    records, problems, table = sample("sheet-1")
    assert [(each.cell, each.read, each.level) for each in problems] == [
        ("F2", "#REF!", "problem"),
        ("D3", "#N/A", "problem"),
        ("L4", "#DIV/0!", "problem"),
    ]
    assert table.rows[0].cells["event_date"] == CellError("#REF!")
    assert [each.organization_name for each in records.values()][1::2] == [None, "#N/A"]


def test_sheet_2_merged_cells_are_inherited_with_a_note() -> None:
    records, problems, _ = sample("sheet-2")
    assert [each.applicant_name for each in records.values()] == ["Dana Field"] * 4
    assert [each.organization_name for each in records.values()] == ["Example Arts Council"] * 3 + [
        "Example Runners Club"
    ]
    assert [(each.level, each.cell) for each in problems] == [
        ("note", "C3"),
        ("note", "C4"),
        ("note", "D3"),
        ("note", "D4"),
    ]
    assert problems[0].message == "'Dana Field' read as in C2 (merged cells C2:C4)."


@pytest.mark.parametrize("name", ["sheet-3-two-event-dates.xlsx", "sheet-3-two-event-dates-case.xlsx"])
def test_sheet_3_two_columns_with_one_heading_stop_the_run(name: str) -> None:
    with pytest.raises(WorkbookError, match=r"in C1 and E1, and neither is read"):
        read_book(FILES / name).table("Log", COLUMNS, THEIRS)


def test_sheet_4_a_sheet_formatted_to_its_end() -> None:
    records, problems, table = sample("sheet-4")
    assert list(records) == ["2026-001", "2026-002", "2026-003"]
    assert table.next_row == 5 and problems == []


def test_sheet_5_title_lines_above_and_totals_below() -> None:
    records, problems, table = sample("sheet-5")
    assert table.header_row == 3
    assert [row.number for row in table.rows] == [4, 5]
    assert [each.participants for each in records.values()] == [200, 250]
    assert told(problems) == [("note", "A6", "this row is left out, as it holds totals.")]
    assert problems[0].application_no is None
    assert table.next_row == 7


def test_permit_2_an_empty_end() -> None:
    records, problems, _ = sample("permit-2")
    assert [each.end_time for each in records.values()] == [None, None, time(12)]
    assert [(each.level, each.cell, each.application_no) for each in problems] == [
        ("note", "H2", "2026-001"),
        ("problem", "L4", "2026-003"),
    ]
    assert "no end time" in problems[0].message


def test_file_1_five_files_that_are_no_workbooks_get_five_sentences() -> None:
    sentences = []
    for letter in "abcde":
        (path,) = FILES.glob(f"file-1-{letter}-*.xlsx")
        with pytest.raises(WorkbookError) as caught:
            read_book(path)
        assert str(caught.value).startswith(path.name)
        sentences.append(str(caught.value).removeprefix(path.name))
    words = ["protected", "web page", "text file", "is empty", "Word document"]
    assert all(word in sentence for word, sentence in zip(words, sentences, strict=True))
    assert len(set(sentences)) == 5


@pytest.mark.parametrize("path", sorted(FILES.glob("*.xls?")), ids=lambda path: path.name)
def test_every_sample_is_read_or_refused_in_one_sentence(path: Path) -> None:
    before = path.read_bytes()
    try:
        book = read_book(path)
        read_records(book.table(book.sheets[0], COLUMNS, THEIRS), Application)
    except WorkbookError as error:
        assert str(error).count("\n") == 0
    assert path.read_bytes() == before


# Books of our own making, written by openpyxl


def book_of(tmp_path: Path, fill: Callable[[Worksheet], object], edit: Callable[[bytes], bytes] | None = None) -> Book:
    """A workbook with one sheet; `edit` changes the sheet's XML."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Applications"
    fill(sheet)
    path = tmp_path / "log.xlsx"
    made.save(path)
    if edit:
        repack(path, {"xl/worksheets/sheet1.xml": edit})
    return read_book(path)


def repack(path: Path, edits: Mapping[str, Callable[[bytes], bytes]]) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in dict.fromkeys([*parts, *edits]):
            archive.writestr(name, edits[name](parts.get(name, b"")) if name in edits else parts[name])


def rows(*lines: tuple[Any, ...]) -> Callable[[Worksheet], None]:
    def fill(sheet: Worksheet) -> None:
        for line in lines:
            sheet.append(line)

    return fill


HEADS = ("Application No", "Received", "Event Date", "Start", "Participants", "Notes")
FIRST = ("FP-1", datetime(2026, 5, 4, 9, 30), date(2026, 9, 12), time(10), 200, "first")


def facts(book: Book) -> tuple[list[Application], list[tuple[str, str, str]], Table]:
    table = book.table("Applications", COLUMNS)
    records, problems = read_records(table, Application)
    return [each for _, each in records], told([each for each in problems if "no end time" not in each.message]), table


def test_values_of_every_kind_come_back_as_openpyxl_wrote_them(tmp_path: Path) -> None:
    (one,), problems, _ = facts(book_of(tmp_path, rows(HEADS, FIRST)))
    expected = Application(
        application_no="FP-1",
        received_at=datetime(2026, 5, 4, 9, 30),
        event_date=date(2026, 9, 12),
        start_time=time(10),
        participants=200,
        notes="first",
    )
    assert one == expected and problems == []


def test_columns_are_found_by_heading_or_key_wherever_they_stand(tmp_path: Path) -> None:
    heads = ("My own", "event\u00a0DATE ", None, "application_no", "START", "notes\n", "Colour")
    book = book_of(
        tmp_path,
        rows((), ("Parades of the Village",), (), heads, ("x", date(2026, 9, 12), 1, "FP-1", time(9), "n", "red")),
    )
    (one,), _, table = facts(book)
    assert (one.application_no, one.event_date, one.start_time, one.notes) == ("FP-1", date(2026, 9, 12), time(9), "n")
    assert table.header_row == 4
    assert table.heads == {"event_date": 2, "application_no": 4, "start_time": 5, "notes": 6}
    assert table.unknown == (("A4", "My own"), ("G4", "Colour"))


def test_a_table_may_start_in_any_column(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet["D5"], sheet["E5"], sheet["D7"], sheet["E7"] = "Application No", "Notes", "FP-1", "a"

    (one,), _, table = facts(book_of(tmp_path, fill))
    assert one.notes == "a" and table.rows[0].number == 7 and table.heads == {"application_no": 4, "notes": 5}


def test_a_key_and_a_heading_for_one_column_stop_the_run(tmp_path: Path) -> None:
    book = book_of(tmp_path, rows(("Application No", "Event Date", "Notes", "event_date"), FIRST))
    with pytest.raises(WorkbookError, match="in B1 and D1"):
        facts(book)


def test_two_private_columns_may_share_a_heading(tmp_path: Path) -> None:
    book = book_of(tmp_path, rows(("Application No", "Mine", "Mine"), ("FP-1", 1, 2)))
    table = book.table("Applications", COLUMNS, everything=True)
    assert table.rows[0].cells == {"application_no": "FP-1", "Mine": 1.0, "Mine (C1)": 2.0}
    assert table.unknown == (("B1", "Mine"), ("C1", "Mine"))


def test_a_sheet_without_known_headings_or_of_another_name_is_refused(tmp_path: Path) -> None:
    book = book_of(tmp_path, rows(("Colour", "Size"), ("red", 5)))
    with pytest.raises(WorkbookError, match="no heading row"):
        book.table("Applications", COLUMNS)
    with pytest.raises(WorkbookError, match='no sheet "Closures"; its sheets are Applications'):
        book.table("Closures", columns(Closure))


def test_headings_are_looked_for_in_the_first_thirty_rows(tmp_path: Path) -> None:
    blank: list[tuple[Any, ...]] = [("note",)] * 29
    assert facts(book_of(tmp_path, rows(*blank, HEADS, FIRST)))[2].header_row == 30
    with pytest.raises(WorkbookError, match="no heading row"):
        facts(book_of(tmp_path, rows(*blank, ("note",), HEADS, FIRST)))


def test_rows_that_are_no_entries_are_left_out(tmp_path: Path) -> None:
    lines = [
        HEADS,
        FIRST,
        (),
        (None, None, None, None, " ", "\u00a0"),
        ("Application No", "Received", "Event Date", None, None, None),
        ("Subtotal:", None, None, None, 200, None),
        (None, None, None, None, "=SUM(E2:E3)", None),
        (None, None, date(2026, 9, 20), None, None, "no number yet"),
        (None, None, None, None, None, "Total Wine will sponsor"),
    ]
    records, problems, table = facts(book_of(tmp_path, rows(*lines), stored_results))
    assert [row.number for row in table.rows] == [2, 8, 9]
    assert [each.application_no for each in records] == ["FP-1", None, None]
    assert [cell for _, cell, _ in problems] == ["A5", "A6", "E7"]
    assert table.next_row == 10


def stored_results(xml: bytes) -> bytes:
    """As Excel writes it: openpyxl leaves the results of formulas out."""
    return xml.replace(b"</f><v></v>", b"</f><v>31</v>").replace(b"</f><v />", b"</f><v>31</v>")


def test_formulas_waiting_in_private_columns_leave_a_row_free(tmp_path: Path) -> None:
    lines: list[tuple[Any, ...]] = [("Application No", "Notes", "Days to Event"), ("FP-1", "a", "=1+1")]
    waiting: list[tuple[Any, ...]] = [(None, None, "=1+1")] * 5
    table = facts(book_of(tmp_path, rows(*lines, *waiting), stored_results))[2]
    assert [row.number for row in table.rows] == [2] and table.next_row == 3
    own = facts(book_of(tmp_path, rows(*lines, *waiting, (None, None, "mine")), stored_results))[2]
    assert [row.number for row in own.rows] == [2] and own.next_row == 9


def test_a_formula_without_a_stored_result_is_listed(tmp_path: Path) -> None:
    records, problems, _ = facts(book_of(tmp_path, rows(HEADS, FIRST, ("FP-2", "=NOW()", "=TODAY()+30", None, 5))))
    assert records[1].event_date is None and records[1].participants == 5
    assert [(level, cell) for level, cell, _ in problems] == [("problem", "B3"), ("problem", "C3")]
    assert all("open the workbook in Excel and save it" in message for _, _, message in problems)


def test_a_formula_with_a_stored_result_is_read(tmp_path: Path) -> None:
    records, problems, _ = facts(book_of(tmp_path, rows(HEADS, ("FP-1", None, None, None, "=30+1")), stored_results))
    assert records[0].participants == 31 and problems == []


def test_a_formula_whose_result_is_empty_text_is_a_blank(tmp_path: Path) -> None:
    def edit(xml: bytes) -> bytes:
        return xml.replace(b'<c r="F2">', b'<c r="F2" t="str">')

    records, problems, _ = facts(book_of(tmp_path, rows(HEADS, ("FP-1", None, None, None, 5, '=""')), edit))
    assert records[0].notes is None and problems == []


def test_an_error_stands_alone_in_its_row(tmp_path: Path) -> None:
    def edit(xml: bytes) -> bytes:
        return xml.replace(b"</sheetData>", b'<row r="9"><c r="C9" t="e"><v>#NAME?</v></c></row></sheetData>')

    _, problems, table = facts(book_of(tmp_path, rows(HEADS, FIRST), edit))
    assert [row.number for row in table.rows] == [2, 9] and table.next_row == 10
    assert problems == [("problem", "C9", "the cell shows the error #NAME?; expected a date such as 9/12/2026.")]


def formatted(line: tuple[Any, ...], formats: dict[str, str]) -> Callable[[Worksheet], None]:
    def fill(sheet: Worksheet) -> None:
        sheet.append(HEADS)
        sheet.append(line)
        for cell, code in formats.items():
            sheet[cell].number_format = code

    return fill


def test_a_month_that_excel_completed_to_its_first_day_is_no_date(tmp_path: Path) -> None:
    line = ("FP-1", None, date(2026, 10, 1), None, None)
    records, problems, _ = facts(book_of(tmp_path, formatted(line, {"C2": "mmm-yy"})))
    assert records[0].event_date is None
    assert "incomplete: no day is given" in problems[0][2] and problems[0][0] == "problem"
    kept, none, _ = facts(book_of(tmp_path, formatted(("FP-1", None, date(2026, 10, 2)), {"C2": "mmm yyyy"})))
    assert kept[0].event_date == date(2026, 10, 2) and none == []


def test_a_day_to_which_excel_added_the_year_is_noted(tmp_path: Path) -> None:
    records, problems, _ = facts(book_of(tmp_path, formatted(("FP-1", None, date(2026, 9, 12)), {"C2": "d-mmm"})))
    assert records[0].event_date == date(2026, 9, 12)
    assert problems == [("note", "C2", "read as Sat 12 Sep 2026 (the cell shows no year).")]


@pytest.mark.parametrize(
    "code", ["m/d/yyyy", "mm/dd/yy;@", "yyyy-mm-dd", "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "d. mmmm yyyy"]
)
def test_a_date_in_any_full_format_needs_no_note(tmp_path: Path, code: str) -> None:
    records, problems, _ = facts(book_of(tmp_path, formatted(("FP-1", None, date(2026, 10, 1)), {"C2": code})))
    assert records[0].event_date == date(2026, 10, 1) and problems == []


def test_leading_zeros_that_a_format_shows_are_kept_in_text(tmp_path: Path) -> None:
    line = (7, None, None, None, 12, 501)
    records, _, _ = facts(book_of(tmp_path, formatted(line, {"A2": "0000", "F2": "00000"})))
    assert (records[0].application_no, records[0].notes, records[0].participants) == ("0007", "00501", 12)


def test_a_time_below_nothing_is_not_midnight(tmp_path: Path) -> None:
    fill = formatted(("FP-1", None, None, -0.25, None), {"D2": "h:mm"})
    records, problems, _ = facts(book_of(tmp_path, fill))
    assert records[0].start_time is None and [cell for _, cell, _ in problems] == ["D2"]
    midnight, none, _ = facts(book_of(tmp_path, formatted(("FP-1", None, None, time(0), None), {"D2": "h:mm"})))
    assert midnight[0].start_time == time(0) and none == []


def merged(line: list[tuple[Any, ...]], *areas: str) -> Callable[[Worksheet], None]:
    def fill(sheet: Worksheet) -> None:
        for each in (HEADS, *line):
            sheet.append(each)
        for area in areas:
            sheet.merge_cells(area)

    return fill


def test_an_application_number_merged_over_rows_is_one_rows_only(tmp_path: Path) -> None:
    lines: list[tuple[Any, ...]] = [FIRST, (None, None, date(2026, 9, 13), time(10), 5, "second")]
    records, problems, _ = facts(book_of(tmp_path, merged(lines, "A2:A3")))
    assert [each.application_no for each in records] == ["FP-1", None]
    assert problems == [
        ("problem", "A3", "the cells A2:A3 are merged, but each row needs its own number; unmerge them.")
    ]


def test_cells_merged_across_columns_state_only_the_first(tmp_path: Path) -> None:
    lines: list[tuple[Any, ...]] = [("FP-1", datetime(2026, 5, 4, 9), date(2026, 9, 12), None, None, "n")]
    records, problems, _ = facts(book_of(tmp_path, merged(lines, "C2:D2")))
    assert records[0].event_date == date(2026, 9, 12) and records[0].start_time is None
    assert problems == [("problem", "D2", "the cells C2:D2 are merged and state one thing only; unmerge them.")]


def test_a_title_line_merged_over_the_table_is_left_out(tmp_path: Path) -> None:
    lines: list[tuple[Any, ...]] = [FIRST, ("October",), ("FP-2", None, None, None, 5, None)]
    records, problems, _ = facts(book_of(tmp_path, merged(lines, "A3:F3")))
    assert [each.application_no for each in records] == ["FP-1", "FP-2"]
    assert problems == [("note", "A3", "this row is left out, as it holds a title line.")]


def test_merged_headings_and_banners_are_of_no_account(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(("Parades",))
        sheet.append(HEADS)
        sheet.append(())
        sheet.append(FIRST)
        sheet.merge_cells("A1:F1")
        sheet.merge_cells("A2:A3")

    records, problems, _ = facts(book_of(tmp_path, fill))
    assert [each.application_no for each in records] == ["FP-1"] and problems == []


# Sheets written in unusual ways

PLAIN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData>%s</worksheet>'
BODY = (
    b'<row r="1"><c r="A1" t="inlineStr"><is><t>Application No</t></is></c>'
    b'<c r="B1" t="inlineStr"><is><t>Notes</t></is></c></row>'
    b'<row r="2"><c r="A2" t="inlineStr"><is><t>FP-1</t></is></c><c r="B2" t="e"><v>#N/A</v></c></row>'
    b'<row r="3"><c r="A3" t="inlineStr"><is><t>FP-2</t></is></c><c r="B3"><f>A&amp;"&lt;"</f></c></row>'
    b'<row r="4"><c r="A4" t="inlineStr"><is><t>FP-3</t></is></c>'
    b'<c r="B4" t="inlineStr"><is><t>a &lt; b</t></is></c></row>'
    b'<row r="5"><c r="A5" t="inlineStr"><is><t>FP-4</t></is></c><c r="B5" s="0"/></row>'
)
MERGED = b'<mergeCells count="1"><mergeCell ref="B4:B5"/></mergeCells>'


def prefixed(xml: bytes) -> bytes:
    return re.sub(rb"<(/?)(?=[a-z])", rb"<\1x:", xml, flags=re.IGNORECASE).replace(b"xmlns=", b"xmlns:x=")


def without_addresses(xml: bytes) -> bytes:
    return re.sub(rb' r="[A-Z]*[0-9]+"', b"", xml)


def reordered(xml: bytes) -> bytes:
    return re.sub(rb'<c (r="[^"]*") (t="[^"]*")', rb"<c \2 \1", xml)


@pytest.mark.parametrize(
    "way",
    [bytes, prefixed, without_addresses, reordered, lambda xml: xml.replace(b'"', b"'").replace(b"A&amp;'&lt;'", b"A")],
    ids=["usual", "prefixed", "without addresses", "attributes in another order", "single quotes"],
)
def test_a_sheet_reads_the_same_however_it_is_written(tmp_path: Path, way: Callable[[bytes], bytes]) -> None:
    book = book_of(tmp_path, rows(("a",)), lambda _: way(PLAIN % (BODY, MERGED)))
    records, problems, _ = facts(book)
    assert [each.notes for each in records] == [None, None, "a < b", "a < b"]
    assert [(level, cell) for level, cell, _ in problems] == [("note", "B5"), ("problem", "B2"), ("problem", "B3")]


# Hostile and damaged files


def refused(read: Callable[[], object]) -> str:
    with pytest.raises(WorkbookError) as caught:
        read()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def hostile(tmp_path: Path, body: bytes) -> str:
    book = book_of(tmp_path, rows(("a",)), lambda _: PLAIN % (body, b""))
    return refused(lambda: facts(book))


@pytest.mark.parametrize(
    "cell",
    [
        b'r="XFD1048576"',
        b'r="xfd1048576"',
        b"r='XFD1048576'",
        b'r = "XFD1048576"',
        b's="0" r="XFD1048576"',
        b'r="A6"r="XFD1048576"',
        b'r="ZZZZZZZ1"',
        b'r="A99999999999"',
        b'r="ZZZ999999"',
    ],
)
def test_a_cell_far_beyond_the_data_does_not_fill_the_memory(tmp_path: Path, cell: bytes) -> None:
    for row in (b"6", b"1048576"):
        told = hostile(tmp_path, BODY + b'<row r="%s"><c %s><v>1</v></c></row>' % (row, cell))
        assert "far beyond its data" in told or "is damaged" in told


def test_a_stray_column_beside_a_long_log_is_found(tmp_path: Path) -> None:
    """Thirty thousand rows and 702 columns are more cells than are read; the same with 80 columns are not."""
    long = b'<row r="30000"><c r="A30000"><v>1</v></c></row>'
    assert "far beyond" in hostile(tmp_path, BODY.replace(b'"B4"', b'"ZZ4"') + long)
    book = book_of(tmp_path, rows(("a",)), lambda _: PLAIN % (BODY.replace(b'"B4"', b'"CB4"') + long, b""))
    assert facts(book)[2].next_row == 30_001


def test_a_span_of_time_beyond_all_measure_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    book = book_of(tmp_path, formatted(("FP-1", None, None, 1e15, None), {"D2": "[h]:mm"}))
    assert "is damaged" in refused(lambda: facts(book))


def test_a_list_that_claims_more_than_it_holds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes((FILES / "sheet-1-error-cells.xlsx").read_bytes())
    repack(
        path, {"xl/sharedStrings.xml": lambda xml: re.sub(rb'uniqueCount="\d+"', b'uniqueCount="99999999999999"', xml)}
    )
    assert "claims to list" in refused(lambda: read_book(path).table("Log", COLUMNS, THEIRS))


def test_one_stray_cell_at_the_end_of_a_narrow_log_is_read(tmp_path: Path) -> None:
    body = BODY + b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>FP-9</t></is></c></row>'
    book = book_of(tmp_path, rows(("a",)), lambda _: PLAIN % (body, b""))
    assert [row.number for row in facts(book)[2].rows] == [2, 3, 4, 5, 1_048_576]


def test_a_document_type_with_entities_is_refused(tmp_path: Path) -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    book = book_of(tmp_path, rows(("a",)), lambda _: bomb + PLAIN % (BODY.replace(b"FP-1", b"&b;"), b""))
    assert "document type" in refused(lambda: facts(book))


def test_a_part_that_unpacks_without_measure_is_refused(tmp_path: Path) -> None:
    book = book_of(tmp_path, rows(HEADS), lambda xml: xml + b" " * (80 << 20))
    assert "unpacks to" in refused(lambda: facts(book))


def test_a_text_longer_than_any_cell_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    made = xlsxwriter.Workbook(path)
    made.add_worksheet("Applications").write_row(0, 0, HEADS)
    made.close()
    repack(path, {"xl/sharedStrings.xml": lambda xml: xml.replace(b"Notes", os.urandom(1 << 20).hex().encode())})
    assert "longer than any cell" in refused(lambda: facts(read_book(path)))


@pytest.mark.parametrize("length", [0.1, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_refused(tmp_path: Path, length: float) -> None:
    whole = (FILES / "sheet-5-banner-and-total.xlsx").read_bytes()
    path = tmp_path / "cut.xlsx"
    path.write_bytes(whole[: int(len(whole) * length)])
    refused(lambda: read_book(path).table("Log", COLUMNS, THEIRS))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.7 ...", "PDF"),
        (b"\xef\xbb\xbf<!DOCTYPE html><html>", "web page"),
        (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', "XML file"),
        ("Application No\tNotes".encode("utf-16"), "text file"),
        (b"\x00\x01\x02\x03", "is not a workbook"),
        (b"PK\x03\x04 and no more", "cannot be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old format"),
    ],
)
def test_other_strangers_are_named(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes(content)
    assert words in refused(lambda: read_book(path))


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("content.xml", "OpenDocument"),
        ("xl/workbook.bin", "binary workbook"),
        ("ppt/slide.xml", "PowerPoint"),
        ("a", "zip"),
    ],
)
def test_other_packages_are_named(tmp_path: Path, part: str, words: str) -> None:
    path = tmp_path / "log.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "x")
        archive.writestr(part, "x")
    assert words in refused(lambda: read_book(path))


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    assert "is not there" in refused(lambda: read_book(tmp_path / "none.xlsx"))
    assert "folder" in refused(lambda: read_book(tmp_path))


@given(data=st.data())
def test_a_damaged_workbook_is_read_or_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = bytearray((FILES / "sheet-2-merged-cells.xlsx").read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "damaged.xlsx"
    path.write_bytes(whole)
    try:
        book = read_book(path)
        for sheet in book.sheets:
            read_records(book.table(sheet, COLUMNS, THEIRS), Application)
    except WorkbookError as error:
        assert "\n" not in str(error)


# A reader that disturbs nobody


def test_reading_neither_holds_nor_changes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes((FILES / "sheet-5-banner-and-total.xlsx").read_bytes())
    path.chmod(0o444)
    stamp = path.stat().st_mtime_ns
    book = read_book(path)
    path.chmod(0o644)
    path.unlink()
    assert len(book.table("Log", COLUMNS, THEIRS).rows) == 2
    assert stamp


def test_reading_loads_none_of_the_heavy_libraries() -> None:
    code = (
        "import sys; from pathlib import Path; from permitbook.application import Application\n"
        "from permitbook.schema import columns\n"
        "from permitbook.workbook.reader import read_book, read_records\n"
        f"book = read_book(Path({str(FILES / 'sheet-1-error-cells.xlsx')!r}))\n"
        "read_records(book.table('Log', columns(Application)), Application)\n"
        "heavy = {'pandas', 'numpy', 'openpyxl', 'xlsxwriter', 'docx', 'lxml', 'urllib.request', 'csv'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Text files

CSV = (
    "Application No,Event Date,Start,Participants,Notes\n"
    'FP-1,2026-09-12,10:00,"1,200","a, b\nc"\n'
    "FP-2,9/13/2026,9 pm,,\n"
)


def csv_file(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "log.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def csv_facts(path: Path) -> tuple[list[Application], list[tuple[str, str, str]]]:
    records, problems = read_records(read_csv(path, COLUMNS), Application)
    return [each for _, each in records], told([each for each in problems if "no end time" not in each.message])


@pytest.mark.parametrize(
    "content",
    [
        CSV,
        "\ufeff" + CSV,
        CSV.replace("\n", "\r\n").replace("b\r\nc", "b\nc"),
        CSV.replace('"1,200"', "1200").replace(",", ";").replace("a; b", "a, b"),
        CSV.replace('"1,200"', "1200").replace(",", "\t").replace("a\t b", "a, b"),
        "\n\n" + CSV,
    ],
    ids=["commas", "mark", "CR LF", "semicolons", "tabs", "blank lines"],
)
def test_a_text_file_reads_the_same_however_it_is_written(tmp_path: Path, content: str) -> None:
    records, problems = csv_facts(csv_file(tmp_path, content))
    assert [(each.application_no, each.event_date, each.start_time) for each in records] == [
        ("FP-1", date(2026, 9, 12), time(10)),
        ("FP-2", date(2026, 9, 13), time(21)),
    ]
    assert (records[0].participants, records[0].notes) == (1200, "a, b\nc")
    assert [(level, message) for level, _, message in problems] == [("note", "'9 pm' read as 9:00 PM.")]


def test_a_text_file_in_cp1252_is_read_with_a_note(tmp_path: Path) -> None:
    records, problems = csv_facts(csv_file(tmp_path, "application_no,notes\nFP-1,Café\n".encode("cp1252")))
    assert records[0].notes == "Café"
    assert [(level, cell) for level, cell, _ in problems] == [("note", "")] and "cp1252" in problems[0][2]
    assert refused(lambda: csv_facts(csv_file(tmp_path, b"application_no,notes\nFP-1,\x81\n")))


def test_a_text_file_of_excels_unicode_kind_is_read(tmp_path: Path) -> None:
    records, _ = csv_facts(csv_file(tmp_path, "application_no\tnotes\nFP-1\tCafé\n".encode("utf-16")))
    assert records[0].notes == "Café"


def test_rows_with_more_cells_than_headings_are_listed(tmp_path: Path) -> None:
    records, problems = csv_facts(csv_file(tmp_path, "application_no,notes\nFP-1,a\nFP-2,a, b\nFP-3\n"))
    assert [each.notes for each in records] == ["a", "a", None]
    assert [(level, cell) for level, cell, _ in problems] == [("problem", "C3")]


def test_unknown_heads_of_a_text_file_can_be_read_too(tmp_path: Path) -> None:
    path = csv_file(tmp_path, "Their No,Colour\n7,red\n")
    table = read_csv(path, COLUMNS, {"Their No": "application_no"}, everything=True)
    assert table.rows[0].cells == {"application_no": "7", "Colour": "red"}
    assert table.unknown == (("B1", "Colour"),)
    assert read_csv(path, COLUMNS, everything=True).rows[0].cells == {"Their No": "7", "Colour": "red"}


@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"PK\x03\x04", b"<html><table>", b"a\x00b", b'a,b\n"' + b"x" * (2 << 20)]
)
def test_what_is_no_text_file_with_rows_is_refused(tmp_path: Path, content: bytes) -> None:
    refused(lambda: csv_facts(csv_file(tmp_path, content)))


def test_tables_other_than_the_log_are_read_the_same_way(tmp_path: Path) -> None:
    path = csv_file(tmp_path, "Date,Name\n2026-12-25,Christmas Day\n12/32/2026,?\n")
    records, problems = read_records(read_csv(path, columns(Closure)), Closure)
    assert [each for _, each in records] == [Closure(date=date(2026, 12, 25), name="Christmas Day"), Closure(name="?")]
    assert [each.cell for each in problems] == ["A3"]


def test_a_quick_look_and_a_careful_one_agree(tmp_path: Path) -> None:
    """Cells that are plainly right are read by a short cut; an invisible mark takes a cell the long way."""
    lines = [HEADS, FIRST, (*FIRST[:5], "fi\u200brst")]
    records, _, _ = facts(book_of(tmp_path, rows(*lines)))
    assert replace(records[1], notes="first") == records[0]


def test_the_date_of_an_hour_count_never_shows(tmp_path: Path) -> None:
    heads = ("Application No", "Start", "End")
    fill = rows(heads, ("FP-1", time(20), timedelta(hours=26)), ("FP-2", time(1), timedelta(hours=26)))
    records, problems, _ = facts(book_of(tmp_path, fill))
    assert [each.end_time for each in records] == [time(2), None]
    assert [(level, cell) for level, cell, _ in problems] == [("note", "C2"), ("note", "C3"), ("problem", "C3")]
    assert not any(year in message for _, _, message in problems for year in ("1899", "1900", "1904"))


def test_a_log_is_read_while_another_process_has_it(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes((FILES / "sheet-5-banner-and-total.xlsx").read_bytes())
    with path.open("rb") as held:
        assert held.read(2) == b"PK"
        assert read_book(path).sheets == ("Log",)


def test_a_hundred_thousand_empty_rows_with_formats_are_no_rows(tmp_path: Path) -> None:
    empty = b"".join(b'<row r="%d"><c r="A%d" s="0"/><c r="B%d" s="0"/></row>' % (n, n, n) for n in range(6, 100_006))
    book = book_of(tmp_path, rows(("a",)), lambda _: PLAIN % (BODY + empty, b""))
    table = facts(book)[2]
    assert len(table.rows) == 4 and table.next_row == 6


def test_a_sheet_whose_part_is_gone_is_damage_and_not_an_empty_sheet(tmp_path: Path) -> None:
    parts = parts_of((FILES / "write-3-two-hundred-rows.xlsx").read_bytes())
    gone = next(name for name in parts if name.startswith("xl/worksheets/sheet"))
    del parts[gone]
    path = tmp_path / "log.xlsx"
    path.write_bytes(zipped(parts))
    with pytest.raises(WorkbookError, match=f"is damaged: {gone} is missing from it"):
        read_book(path)


@pytest.mark.parametrize(
    "text", ['event_name,notes\n"Parade,one\nMarch,two\n', 'event_name\nParade\n"', 'event_name\n"x']
)
def test_a_quotation_mark_left_open_swallows_no_rows(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.csv"
    path.write_text(text)
    assert "never closed" in refused(lambda: read_csv(path, columns(Application)))


def test_a_row_that_says_end_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("event_name\nParade\nend")
    assert [row.cells["event_name"] for row in read_csv(path, columns(Application)).rows] == ["Parade", "end"]
