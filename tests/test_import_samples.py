"""The sample logs of tests/cases brought in with a map and checked: each comes out as it should."""

from __future__ import annotations

from datetime import datetime, time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.clerk import FILES, MAPS, Desk, Heard, cells, one, sheet_of

HEADS = "application_no,received_at,event_date,start_time,end_time,route"
ROW = "FP-2026-001,2026-06-01 09:00,2026-09-12,10:00,12:00,Main St from Church to Grand"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def sample(desk: Desk, name: str) -> tuple[Heard, Any]:
    """A sample log imported, and the check that follows; notes on the missing minute of filing aside."""
    (path,) = FILES.glob(f"{name}*.xlsx")
    told = desk.bring(path, map=MAPS / "sample_log.toml")
    return told, desk.check()


def said(document: Any, level: str) -> list[tuple[str, str]]:
    """Cell and message, without what is said of every sample."""
    return [
        (each["cell"], each["message"])
        for each in document["problems"]
        if each["level"] == level and "no time of day is given" not in each["message"] and each["cell"]
    ]


def meetings(document: Any) -> set[tuple[str, str]]:
    return {
        (each["application_no"], other["with"])
        for each in document["applications"]
        for other in each["conflicts"]
        if other["level"] != "time"
    }


def due_dates(document: Any, number: str) -> set[str]:
    found = one(document["applications"], application_no=number)["deadlines"]
    return {each["due"] for each in found if each["due"]}


def test_date_1_a_workbook_of_the_1904_system_keeps_its_days(desk: Desk) -> None:
    told, checked = sample(desk, "date-1")
    assert told.status == 0
    assert [row["Event Date"] for row in cells(desk)] == [datetime(2026, 7, 4), datetime(2026, 9, 12)]
    assert cells(desk)[0]["Start"] == time(10)
    # Filed 4 May: a decision within ten days (§ 155-61) is due 14 May.
    assert "2026-05-14" in due_dates(checked, "2026-001")


def test_date_2_days_that_do_not_exist_are_flagged_and_roll_nowhere(desk: Desk) -> None:
    told, checked = sample(desk, "date-2")
    assert [cell for cell, message in said(told.json, "problem") if "not a calendar date" in message] == [
        "F2",
        "F3",
        "F4",
    ]
    assert [each["read"] for each in checked["problems"] if each["level"] == "problem"] == [
        "4/31/2027",
        "2/29/2027",
        "9/31/2026",
    ]
    for number in ("2026-001", "2026-002", "2026-003"):
        assert not due_dates(checked, number) & {"2027-05-01", "2027-02-28", "2026-10-01"}
        assert one(checked["applications"], application_no=number)["conflicts"] == []
    assert cells(desk)[3]["Event Date"] == datetime(2026, 9, 12)


def test_date_3_partial_dates_are_never_completed(desk: Desk, tmp_path: Path) -> None:
    told, checked = sample(desk, "date-3")
    assert [cell for cell, _ in said(told.json, "problem")] == ["F2", "F3", "F4", "F5", "F6", "F8"]
    later = desk.check("--dry-run", as_of="2026-10-11T15:00")
    assert [each["message"] for each in later["problems"]] == [each["message"] for each in checked["problems"]]
    empty = one(checked["applications"], application_no="2026-006")
    assert {"field": "event_date", "clause": "FP-57-D-3"} in empty["missing"]


def test_date_4_bare_serials_are_noted_and_zero_and_sixty_flagged(desk: Desk) -> None:
    told, checked = sample(desk, "date-4")
    assert said(told.json, "note")[:2] == [
        ("F2", "'46277' read as Sat 12 Sep 2026."),
        ("F3", "'20260912' read as Sat 12 Sep 2026."),
    ]
    assert [cell for cell, _ in said(told.json, "problem")] == ["F4", "F5"]
    assert meetings(checked) == {("2026-001", "2026-002"), ("2026-002", "2026-001")}


def test_time_1_one_start_in_five_storages_and_one_that_is_not_guessed(desk: Desk) -> None:
    told, checked = sample(desk, "time-1")
    assert [row["Start"] for row in cells(desk)] == [time(21)] * 5 + ["9"]
    assert [cell for cell, _ in said(told.json, "note")] == ["G4", "G5", "G6"]
    assert [cell for cell, message in said(told.json, "problem") if "ambiguous" in message] == ["G7"]
    assert [each["application_no"] for each in checked["problems"] if each["level"] == "problem"] == ["2026-006"]


def test_time_2_hours_past_24_end_on_the_next_day(desk: Desk) -> None:
    told, checked = sample(desk, "time-2")
    assert told.status == 0
    assert ("H2", "'26:00' read as 2:00 AM (on the next day).") in said(told.json, "note")
    late, hours = cells(desk)
    assert (late["Event Date"], late["End"]) == (datetime(2026, 10, 10), time(2))
    assert hours["Extra Police Hours"] == pytest.approx(54 + 5 / 60, abs=1e-4)
    assert "1899" not in str(checked) and "1900" not in str(checked)


def test_time_3_an_event_past_midnight_meets_one_of_the_next_day(desk: Desk) -> None:
    told, checked = sample(desk, "time-3")
    flagged = [
        ("H3", "ends next morning - 15 hours? Check AM and PM of 1:00 PM to 4:00 AM."),
        ("H4", "ends at the minute it starts, 10:00 AM: zero length."),
    ]
    assert said(told.json, "problem") == flagged
    night = one(checked["applications"], application_no="2026-001")
    assert one(night["conflicts"], **{"with": "2026-004"})["overlap"] == ["2026-10-11T00:30", "2026-10-11T01:00"]


def test_text_1_invisible_blanks_do_not_part_a_choice(desk: Desk) -> None:
    told, checked = sample(desk, "text-1")
    assert {each["status"] for each in checked["applications"]} == {"granted, not issued"}
    assert [cell for cell, _ in said(told.json, "note")] == ["J3", "J4", "J5", "J6"]


def test_text_2_names_that_read_as_missing_are_names(desk: Desk) -> None:
    told, checked = sample(desk, "text-2")
    assert (told.status, said(checked, "problem")) == (0, [])
    assert [(row["Applicant"], row.get("Organization")) for row in cells(desk)] == [
        ("Null, Jordan", "NA"),
        ("None", "N/A"),
        ("Dana Field", "nan"),
        ("Dana Field", None),
    ]
    asked = [{each["field"] for each in it["missing"]} for it in checked["applications"]]
    assert ["organization_address" in each for each in asked] == [True, True, True, False]


def test_text_3_pasted_marks_become_line_breaks_and_blanks(desk: Desk) -> None:
    told, checked = sample(desk, "text-3")
    first, second, third = cells(desk)
    assert (first["Notes"], second["Route"], third["Notes"]) == ("Line one\nLine two", "Main Street", "tab\there")
    assert ("I3", "read with blanks in place of control characters.") in said(told.json, "note")
    assert "_x000" not in str(checked)


def test_text_4_text_like_a_formula_stays_text(desk: Desk) -> None:
    told, _ = sample(desk, "text-4")
    assert told.status == 0
    sheet = openpyxl.load_workbook(desk.book)["Applications"]
    column = [cell.value for cell in sheet[1]].index("Organization") + 1
    written = [sheet.cell(row, column) for row in range(2, 8)]
    assert {cell.data_type for cell in written} == {"s"}
    assert [cell.value for cell in written] == [
        '=HYPERLINK("http://example.invalid","x")',
        "+1 555 555 0142",
        "-Parade-",
        "@Home 5K",
        "\t=1+1",
        "＝1+1",
    ]


def test_sheet_1_error_cells_are_flagged_and_text_like_one_is_text(desk: Desk) -> None:
    told, _ = sample(desk, "sheet-1")
    flagged = said(told.json, "problem")
    assert [cell for cell, _ in flagged] == ["F2", "D3", "L4"]
    assert [code for code in ("#REF!", "#N/A", "#DIV/0!") if code in " ".join(m for _, m in flagged)] == [
        "#REF!",
        "#N/A",
        "#DIV/0!",
    ]
    assert [row.get("Organization") for row in cells(desk)] == [
        "Example Runners Club",
        None,
        "Example Runners Club",
        "#N/A",
    ]


def test_sheet_2_merged_cells_are_inherited_with_a_note(desk: Desk) -> None:
    told, checked = sample(desk, "sheet-2")
    assert [row["Applicant"] for row in cells(desk)] == ["Dana Field"] * 4
    assert [cell for cell, message in said(told.json, "note") if "merged cells" in message] == ["C3", "C4", "D3", "D4"]
    assert all("applicant_name" not in {m["field"] for m in each["missing"]} for each in checked["applications"])


@pytest.mark.parametrize("name", ["sheet-3-two-event-dates.xlsx", "sheet-3-two-event-dates-case.xlsx"])
def test_sheet_3_two_columns_with_one_heading_stop_the_import(desk: Desk, name: str) -> None:
    before = desk.book.read_bytes()
    told = desk.bring(FILES / name)
    assert (told.status, told.out) == (3, "")
    assert "C1 and E1" in told.err
    assert desk.book.read_bytes() == before


def test_sheet_4_a_sheet_formatted_to_its_end_has_three_rows(desk: Desk) -> None:
    told, checked = sample(desk, "sheet-4")
    assert len(told.json["added"]) == len(checked["applications"]) == 3
    assert desk.log(HEADS, ROW).json["added"] == ["FP-2026-001"]
    assert one(desk.check()["applications"], application_no="FP-2026-001")["row"] == 5


def test_sheet_5_titles_above_and_totals_below_are_no_applications(desk: Desk) -> None:
    told, checked = sample(desk, "sheet-5")
    assert told.json["added"] == ["2026-001", "2026-002"]
    assert said(told.json, "note") == [("A6", "this row is left out, as it holds totals.")]
    assert [each["row"] for each in checked["applications"]] == [2, 3]


def test_permit_1_overlaps_across_midnight_and_days_are_found_whatever_the_order(desk: Desk, tmp_path: Path) -> None:
    _, checked = sample(desk, "permit-1")
    met = {("A", "B"), ("A", "C"), ("B", "C"), ("C", "D")}
    assert meetings(checked) == met | {(other, this) for this, other in met}
    (folder := tmp_path / "turned").mkdir()
    turned = Desk(folder)
    rows = list(openpyxl.load_workbook(FILES / "permit-1-across-days.xlsx").worksheets[0].iter_rows(values_only=True))

    def fill(sheet: Worksheet) -> None:
        for row in (rows[0], *reversed(rows[1:])):
            sheet.append(row)

    turned.bring(sheet_of(turned, fill), map=MAPS / "sample_log.toml")
    assert meetings(turned.check()) == meetings(checked)


def test_permit_2_an_empty_end_lasts_to_the_end_of_the_day(desk: Desk) -> None:
    told, checked = sample(desk, "permit-2")
    assert next(cell for cell, _ in said(told.json, "problem")) == "L4"
    assert ("AI2", "no end time: taken to last to the end of the day.") in said(checked, "note")
    assert [(cell, message.partition(",")[0]) for cell, message in said(checked, "problem")] == [
        ("AE4", "further days are given")
    ]
    late = "X-1,2026-06-01 08:00,2026-09-12,23:30,23:45,Main St"
    early = "X-2,2026-06-01 08:00,2026-09-13,00:05,00:10,Main St"
    desk.log(HEADS, late, early)
    assert meetings(desk.check()) == {
        ("2026-001", "X-1"),
        ("X-1", "2026-001"),
        ("2026-002", "X-2"),
        ("X-2", "2026-002"),
    }


def test_permit_3_postponed_and_withdrawn_events_hold_no_street(desk: Desk) -> None:
    told, checked = sample(desk, "permit-3")
    assert said(told.json, "problem") == [
        ("J5", "read 'postponed to 9/12', which says nothing of Action or Event Change.")
    ]
    assert [each["status"] for each in checked["applications"]][:3] == ["postponed", "withdrawn", "granted, not issued"]
    assert one(checked["applications"], application_no="2026-003")["conflicts"] == []
    assert [(each["heading"], each["read"]) for each in checked["problems"] if each["level"] == "problem"] == [
        ("Action", "postponed to 9/12")
    ]


@pytest.mark.parametrize(
    ("key", "clause"), [("freeport", "FP-59-A-9"), ("east_troy", "ET-2-G-4.b"), ("new_castle", "NC-4-D.2")]
)
@pytest.mark.parametrize(("said", "verdict"), [("postponed to 9/12", "needs_judgment"), ("", "proved")])
def test_permit_3_an_event_whose_status_cannot_be_read_is_neither_taken_to_hold_its_place_nor_to_have_left_it(
    tmp_path: Path, key: str, clause: str, said: str, verdict: str
) -> None:
    desk = Desk(tmp_path, key)
    desk.log(
        f"{HEADS},action",
        f"X-1,2026-06-01 09:00,2026-09-12,10:00,12:00,Main St from Church to Grand,{said}",
        "X-2,2026-06-02 09:00,2026-09-12,10:00,12:00,Main St from Church to Grand,",
    )
    checked = desk.check()
    found = one(one(checked["applications"], application_no="X-2")["findings"], clause=clause)
    assert found["verdict"] == verdict, found["because"]
    assert ("What became of it cannot be read" in found["because"]) == bool(said)
    # Whichever way it is, the clerk sees the two together, and which cell to put right.
    assert meetings(checked) == {("X-1", "X-2"), ("X-2", "X-1")}
    assert [each["read"] for each in checked["problems"] if each["heading"] == "Action"] == [said] * bool(said)
