"""Rows of other files brought into a workbook: by head or by map, each once, and nothing lost on the way."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path
from random import Random

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.clerk import FILES, MAPS, Desk, cells, messages, one, problems, run, sheet_of

HEADS = "application_no,received_at,event_date,start_time,end_time,route"
ROW = "FP-2026-001,2026-06-01 09:00,2026-09-12,10:00,12:00,Main St from Church to Grand"
ANOTHER = "FP-2026-002,2026-06-01 09:30,2026-09-13,10:00,12:00,Grove St"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# Heads and files


@pytest.mark.parametrize(
    "heads",
    [
        HEADS,
        "Application No,Received,Event Date,Start,End,Route",
        "APPLICATION  NO,received,event date,START_TIME,End Time,route",
    ],
)
def test_heads_may_be_keys_or_headings_in_any_writing(desk: Desk, heads: str) -> None:
    told = desk.log(heads.replace("End Time", "end_time"), ROW)
    assert (told.status, told.json["added"], told.json["problems"]) == (0, ["FP-2026-001"], [])
    assert cells(desk) == [
        {
            "Application No": "FP-2026-001",
            "Received": datetime(2026, 6, 1, 9),
            "Event Date": datetime(2026, 9, 12),
            "Start": time(10),
            "End": time(12),
            "Route": "Main St from Church to Grand",
        }
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_text_file_may_part_its_cells_in_three_ways(desk: Desk, delimiter: str, encoding: str) -> None:
    lines = "\n".join(line.replace(",", delimiter) for line in (HEADS, ROW, ANOTHER))
    told = desk.bring(desk.write("log.csv", lines, encoding))
    assert (told.status, told.json["added"]) == (0, ["FP-2026-001", "FP-2026-002"])


def test_a_file_that_is_not_utf8_is_read_as_cp1252_with_a_note(desk: Desk) -> None:
    told = desk.bring(desk.write("log.csv", f"{HEADS},event_name\n{ROW},Café à la Carte", "cp1252"))
    assert told.status == 0
    assert "cp1252" in " ".join(messages(told.json, "note"))
    assert cells(desk)[0]["Event"] == "Café à la Carte"


def test_columns_that_are_no_field_are_listed_once_and_the_rest_is_imported(desk: Desk) -> None:
    told = desk.log(f"{HEADS},Weather,Mood", f"{ROW},fair,good", f"{ANOTHER},foul,bad")
    assert (told.status, told.json["added"]) == (1, ["FP-2026-001", "FP-2026-002"])
    assert problems(told.json) == [("G1", "Weather", "Weather"), ("H1", "Mood", "Mood")]


def test_a_field_that_this_municipality_does_not_log_is_listed_once(desk: Desk) -> None:
    told = desk.log(f"{HEADS},marshals", f"{ROW},4", f"{ANOTHER},5")
    assert told.status == 1
    assert problems(told.json) == [("G1", "Marshals", "Marshals")]
    assert "no column in this workbook" in messages(told.json)[0]


def test_a_map_may_leave_columns_out_or_keep_them_in_the_notes(desk: Desk) -> None:
    map = 'ignore = ["Weather", "ROUTE"]\nkeep = ["Mood", "Rank"]'
    told = desk.bring(desk.write("log.csv", f"{HEADS},Weather,Mood,Notes,rank\n{ROW},fair,good,As said,7"), map=map)
    assert (told.status, told.json["problems"]) == (0, [])
    row = cells(desk)[0]
    assert row["Notes"] == "As said\nMood: good\nrank: 7"
    assert "Route" not in row


def test_a_source_sheet_is_found_by_its_name_or_asked_for(desk: Desk, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for name in ("Cover", "Old Log"):
        sheet = book.create_sheet(name)
        sheet.append(["Application No", "Received", name])
        sheet.append([f"{name[0]}-1", datetime(2026, 6, 1, 9), "x"])
    del book["Sheet"]
    book.save(path := tmp_path / "two.xlsx")
    asked = desk.bring(path)
    assert (asked.status, asked.out) == (3, "")
    assert "Cover, Old Log" in asked.err and "--from" in asked.err
    assert desk.bring(path, "--from", "old log").json["added"] == ["O-1"]
    assert desk.bring(path, "--from", "Nowhere").status == 3


# What cannot be read


def test_what_cannot_be_read_is_stored_as_typed_and_listed_and_good_rows_go_on(desk: Desk) -> None:
    long = "first north, then as the crowd likes; " * 9
    told = desk.log(
        f"{HEADS},participants",
        f'FP-2026-001,2026-06-01 09:00,4/31/2027,9,25:99,"{long}",many',
        f"{ANOTHER},200",
    )
    assert told.status == 1
    assert [cell for cell, *_ in problems(told.json)] == ["C2", "D2", "E2", "F2", "G2"]
    row, good = cells(desk)
    typed = {"Event Date": "4/31/2027", "Start": "9", "End": "25:99", "Route": long.strip(), "Participants": "many"}
    assert {key: row[key] for key in typed} == typed
    assert (good["Event Date"], good["Participants"]) == (datetime(2026, 9, 13), 200)
    read = [each["read"] for each in desk.check()["problems"] if each["application_no"] == "FP-2026-001"]
    assert read[:3] == ["4/31/2027", "9", "25:99"]


def test_an_error_cell_of_a_workbook_never_becomes_text(desk: Desk) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(["Application No", "Organization", "Event Date", "Mood", "When"])
        sheet.append(["X-1", "#N/A", "#REF!", "#DIV/0!", "#VALUE!"])
        for cell in sheet[2][1:]:
            cell.data_type = "e"

    map = 'keep = ["Mood"]\n[split]\nWhen = ["event_date", "start_time"]\n[columns]\n"Event Date" = "more_dates"'
    told = desk.bring(sheet_of(desk, fill), map=map)
    assert told.status == 1
    assert [cell for cell, *_ in problems(told.json)] == ["B2", "C2", "D2", "E2"]
    assert cells(desk) == [{"Application No": "X-1"}]


def test_numbers_and_dates_that_are_no_dates_keep_their_kind(desk: Desk) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(["Application No", "Event Date", "Start"])
        sheet.append(["X-1", 60, 3])

    told = desk.bring(sheet_of(desk, fill))
    assert [each[2] for each in problems(told.json)] == ["60", "3"]
    written = openpyxl.load_workbook(desk.book)["Applications"][2]
    assert [cell.data_type for cell in written if cell.value is not None] == ["s", "n", "n"]
    assert [each["read"] for each in desk.check()["problems"] if each["level"] == "problem"][:2] == ["60", "3"]


# Maps


def test_a_map_names_heads_words_constants_and_cells_that_hold_two_facts(desk: Desk) -> None:
    map = """
    ignore = ["Office"]
    [columns]
    "Title" = "event_name"
    "Kind of Thing" = "Event Form"
    "Ref" = "application_no"
    [values.event_form]
    "Fun Run" = "run"
    "1" = "walk"
    [constants]
    received_at = 2026-06-01T09:00:00
    received_how = "mail"
    participants = 40
    [split]
    "Begins" = ["event_date", "start_time"]
    "Over" = ["end_date", "end_time"]
    """
    lines = [
        "Ref,Title,Kind of Thing,Begins,Over,Participants,Office",
        "X-1,Spring Dash,FUN  run,9/12/2026 10:30 AM,9/12/2026 1:00 PM,,A",
        "X-2,Stroll,1,2026-09-13T09:00,2026-09-13 11:00,55,B",
    ]
    told = desk.bring(desk.write("log.csv", "\n".join(lines)), map=map)
    assert (told.status, told.json["added"]) == (0, ["X-1", "X-2"]), told.json
    dash, stroll = cells(desk)
    assert dash == {
        "Application No": "X-1",
        "Event": "Spring Dash",
        "Received": datetime(2026, 6, 1, 9),
        "Received How": "mail",
        "Event Form": "run",
        "Event Date": datetime(2026, 9, 12),
        "Start": time(10, 30),
        "End": time(13),
        "Participants": 40,
    }
    assert (stroll["Event Form"], stroll["Participants"], stroll["Start"]) == ("walk", 55, time(9))


def test_a_cell_that_should_hold_a_day_and_a_time_may_lack_either(desk: Desk) -> None:
    map = '[split]\nBegins = ["event_date", "start_time"]'
    told = desk.bring(
        desk.write("log.csv", "application_no,Begins\nX-1,9/12/2026\nX-2,some evening\nX-3,10:30 AM"), map=map
    )
    assert [each[0] for each in problems(told.json)] == ["B3", "B4"]
    assert problems(told.json, "note")[0][0] == "B2"
    assert cells(desk) == [
        {"Application No": "X-1", "Event Date": datetime(2026, 9, 12)},
        {"Application No": "X-2", "Event Date": "some evening"},
        {"Application No": "X-3", "Event Date": "10:30 AM"},
    ]


def test_of_two_columns_that_say_the_same_fact_the_first_counts_and_a_difference_is_told(desk: Desk) -> None:
    map = '[split]\nBegins = ["event_date", "start_time"]'
    lines = [
        "application_no,start_time,Begins",
        "X-1,10:00,9/12/2026 10:00 AM",
        "X-2,10:00,9/12/2026 10:30 AM",
        "X-3,soon,9/12/2026 10:30 AM",
        "X-4,10:00,9/12/2026",
    ]
    told = desk.bring(desk.write("log.csv", "\n".join(lines)), map=map)
    assert [cell for cell, *_ in problems(told.json)] == ["C3", "B4"]
    assert "B3 gives another Start, which is used" in messages(told.json)[0]
    assert [row["Start"] for row in cells(desk)] == [time(10), time(10), time(10, 30), time(10)]


def test_a_word_of_one_head_may_belong_to_one_of_several_fields(desk: Desk) -> None:
    told = desk.bring(FILES / "permit-3-postponed.xlsx", map=MAPS / "sample_log.toml")
    assert problems(told.json) == [("J5", "Action", "postponed to 9/12")]
    assert [(row.get("Action"), row.get("Event Change")) for row in cells(desk)] == [
        (None, "postponed"),
        ("withdrawn", None),
        ("granted", None),
        ("postponed to 9/12", None),
    ]


def test_an_end_date_is_read_as_the_days_from_the_first(desk: Desk) -> None:
    told = desk.log(
        "application_no,event_date,end_date,start_time,end_time,more_dates",
        "A-1,2026-09-11,2026-09-14,10:00,12:00,",
        "A-2,2026-09-11,2026-09-12,20:00,01:00,",
        "A-3,2026-09-11,2026-09-14,20:00,01:00,2026-10-02",
        "A-4,2026-09-11,2026-09-11,10:00,12:00,",
        "A-5,2026-09-11,2026-09-12,10:00,12:00,",
    )
    assert told.status == 0
    assert [row.get("More Dates") for row in cells(desk)] == [
        "2026-09-12 to 2026-09-14",
        None,
        "2026-09-12 to 2026-09-13; 2026-10-02",
        None,
        "2026-09-12",
    ]
    assert problems(told.json, "note") == [("C4", "End Date", "")]
    assert "each day from 8:00 PM to 1:00 AM of the next" in messages(told.json, "note")[0]


@pytest.mark.parametrize(
    ("first", "last", "left"),
    [
        ("2026-09-14", "2026-09-12", "2026-09-14 to 2026-09-12"),
        ("2026-09-14", "2027-09-15", "2026-09-14 to 2027-09-15"),
        ("2026-09-14", "soon", "soon"),
        ("", "2026-09-12", "2026-09-12"),
    ],
)
def test_an_end_date_that_does_not_fit_stays_in_sight(desk: Desk, first: str, last: str, left: str) -> None:
    told = desk.log("application_no,received_at,event_date,end_date", f"A-1,2026-06-01 09:00,{first},{last}")
    assert told.status == 1
    assert problems(told.json)[0][0] == "D2"
    assert cells(desk)[0]["More Dates"] == left
    assert "AE2" in [each["cell"] for each in desk.check()["problems"] if each["level"] == "problem"]


def test_an_end_date_that_does_not_fit_leaves_further_days_alone(desk: Desk) -> None:
    lines = [
        "application_no,event_date,end_date,more_dates",
        "A-1,2026-09-14,soon,9/20/2026",
        "A-2,2026-09-14,2026-09-12,TBD",
    ]
    assert [cell for cell, *_ in problems(desk.log(*lines).json)] == ["C2", "D3", "C3"]
    first, second = cells(desk)
    assert (first["More Dates"], first["Notes"]) == ("2026-09-20", "End Date, not used: soon")
    assert (second["More Dates"], second["Notes"]) == ("TBD", "End Date, not used: 2026-09-14 to 2026-09-12")
    assert desk.log(*lines).json["added"] == []


def test_text_that_no_cell_can_hold_is_told_and_the_rest_is_imported(desk: Desk) -> None:
    told = desk.log("application_no,notes,event_name", f"A-1,{'x' * 32_768},Fair", f"A-2,{'x' * 32_767},Fair")
    assert told.status == 1 and "32,767 characters" in messages(told.json)[0]
    assert [len(row.get("Notes", "")) for row in cells(desk)] == [0, 32_767]
    assert desk.log("application_no,notes,event_name", f"A-1,{'x' * 32_768},Fair").json["added"] == []


def test_rows_without_anything_to_import_make_no_applications(desk: Desk) -> None:
    map = '[constants]\nreceived_at = "2026-06-01 09:00"\n[columns]\n"Title" = "event_name"'
    told = desk.bring(desk.write("log.csv", "Title,Weather\nFair,good\n,bad\n"), map=map)
    assert told.json["added"] == ["FP-2026-001"]
    assert messages(told.json, "note") == ["nothing in this row is imported, so no application is made of it."]


def test_a_year_of_days_is_a_span_and_a_day_more_is_not(desk: Desk) -> None:
    told = desk.log("application_no,event_date,end_date", "A-1,2026-09-14,2027-09-14")
    assert told.status == 0
    assert cells(desk)[0]["More Dates"] == "2026-09-15 to 2027-09-14"
    assert desk.check()["problems"] == []


def test_rows_of_one_event_become_one_application(desk: Desk) -> None:
    map = 'group_by = "Event ID"\nkeep = ["Event ID", "Day"]'
    lines = [
        "Event ID,received_at,event_name,event_date,start_time,end_time,Day",
        "77,2026-06-01 09:00,Market,2026-09-26,10:00,12:00,third",
        "78,2026-06-01 09:00,Market,2026-09-12,10:00,12:00,",
        "77,2026-06-01 09:00,Market,2026-09-12,10:00,12:00,first",
        "77,2026-06-01 09:00,Market,2026-09-19,10:00,13:00,longer",
        "77,2026-06-01 09:00,Market,2026-09-19,10:00,12:00,second",
        ",2026-06-01 09:00,Market,2026-09-12,10:00,12:00,",
    ]
    told = desk.bring(desk.write("events.csv", "\n".join(lines)), map=map)
    assert told.status == 0
    assert told.json["added"] == ["FP-2026-001", "FP-2026-002", "FP-2026-003", "FP-2026-004"]
    market = cells(desk)[0]
    assert (market["Event Date"], market["More Dates"]) == (datetime(2026, 9, 12), "2026-09-19; 2026-09-26")
    assert market["Notes"] == "Event ID: 77\nDay: third\nDay: first\nDay: second"
    assert messages(told.json, "note") == [
        "differs from row 2 of the same event in end_time; it is an application of its own."
    ]


def test_rows_can_be_grouped_by_their_number(desk: Desk) -> None:
    lines = ["application_no,event_date", "A-1,2026-09-12", "A-1,2026-09-13"]
    told = desk.bring(desk.write("events.csv", "\n".join(lines)), map='group_by = "Application No"')
    assert (told.status, told.json["added"]) == (0, ["A-1"])
    assert cells(desk)[0]["More Dates"] == "2026-09-13"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("columns = 3", "[columns]"),
        ('[columns]\nA = "no_such_field"', "'no_such_field', which is no field"),
        ('[values.start_time]\nA = ["x"]', "[values.start_time]"),
        ('[constants]\nstart_time = "whenever"', "start_time"),
        ("[constants]\nstart_time = []", "one value for start_time"),
        ('[split]\nA = ["event_name", "start_time"]', "only a date and a time"),
        ('[split]\nA = "event_date"', "must name the fields"),
        ("group_by = 3", "group_by"),
        ('group_by = "Nowhere"', "nowhere"),
        ('ignore = "A"', "list of heads under ignore"),
        ('kepe = ["A"]', "has kepe; it may have columns, constants"),
        ("not toml", "no TOML file"),
    ],
)
def test_a_faulty_map_is_refused_and_nothing_is_written(desk: Desk, text: str, words: str) -> None:
    before = desk.book.read_bytes()
    told = desk.bring(desk.write("log.csv", f"{HEADS}\n{ROW}"), map=text)
    assert (told.status, told.out) == (2, "")
    assert words in told.err
    assert desk.book.read_bytes() == before


def test_a_head_of_the_map_that_the_file_lacks_is_noted(desk: Desk) -> None:
    told = desk.bring(desk.write("log.csv", f"{HEADS}\n{ROW}"), map='[columns]\n"Tittle" = "event_name"')
    assert told.status == 0
    assert messages(told.json, "note") == ["the map speaks of a head 'Tittle' that the file does not have."]


def test_locations_as_cities_publish_them_become_streets_and_places(desk: Desk) -> None:
    told = desk.log(
        "application_no,route,assembly_area",
        'A-1,"MAIN ST between CHURCH ST and GRAND AVE, GROVE ST between MAIN ST and ELM ST",',
        'A-2,"Town Park: Ball Field, Town Park: Lawn",School Lot',
        'A-3,"MAIN ST between A ST and B ST, Exit 28B",',
        "A-4,Main St: Church to Grand,",
    )
    assert [each[2] for each in problems(told.json)] == ["MAIN ST between A ST and B ST, Exit 28B"]
    streets, places, partly, plain = cells(desk)
    assert streets["Route"] == "MAIN ST from CHURCH ST to GRAND AVE; GROVE ST from MAIN ST to ELM ST"
    assert places["Assembly Area"] == "School Lot; Town Park: Ball Field; Town Park: Lawn"
    assert "Route" not in places
    assert (partly["Route"], partly["Notes"]) == ("MAIN ST from A ST to B ST", "Route, not read: Exit 28B")
    assert plain["Route"] == "Main St from Church to Grand"


# Numbers, and rows that are there already


def test_numbers_are_given_at_import_by_the_year_of_receipt(desk: Desk) -> None:
    heads = "application_no,received_at,event_name"
    first = desk.log(
        heads,
        ",2026-06-01 09:00,A",
        ",2025-12-31 23:59,B",
        "fp-2026-007,2026-01-05 10:00,C",
        ",,D",
        "17/b,2026-01-05,E",
    )
    assert first.json["added"] == ["FP-2026-008", "FP-2025-001", "fp-2026-007", "row 5", "17/b"]
    again = desk.log(heads, ",2026-06-02 09:00,F", name="more.csv")
    assert again.json["added"] == ["FP-2026-009"]
    assert [row.get("Application No") for row in cells(desk)][3] is None


def test_a_file_imported_twice_adds_nothing_and_writes_nothing(desk: Desk) -> None:
    lines = [f"{HEADS},notes", f"{ROW},a", f"{ANOTHER},b", ",2026-06-01 10:00,TBD,10:00,10:00,,c", ",,,,,Elm St,d"]
    assert len(desk.log(*lines).json["added"]) == 4
    before = desk.book.read_bytes()
    again = desk.log(*lines)
    assert (again.json["added"], len(again.json["skipped"])) == ([], 4)
    assert desk.book.read_bytes() == before
    desk.check()
    assert desk.log(*lines).json["added"] == []


def test_rows_without_a_number_that_are_the_same_are_as_many_as_they_were(desk: Desk) -> None:
    lines = ["received_at,event_name", "2026-06-01 09:00,Walk", "2026-06-01 09:00,Walk"]
    assert len(desk.log(*lines).json["added"]) == 2
    assert desk.log(*lines, "2026-06-01 09:00,Walk").json["added"] == ["FP-2026-003"]


def test_a_row_whose_application_has_since_been_worked_on_is_still_known(desk: Desk) -> None:
    desk.log("received_at,event_name,event_date", "2026-06-01 09:00,Walk,soon")
    with desk.by_hand() as book:
        log = book["Applications"]
        heads = [cell.value for cell in log[1]]
        log.cell(2, heads.index("Event Date") + 1).value = datetime(2026, 9, 12)
        log.cell(2, heads.index("Received By") + 1).value = "Ann"
    assert desk.log("received_at,event_name,event_date", "2026-06-01 09:00,Walk,soon").json["added"] == []


def test_a_number_that_is_there_is_skipped_when_the_same_and_refused_when_different(desk: Desk) -> None:
    desk.log(HEADS, ROW, ANOTHER)
    told = desk.log(
        HEADS, ROW.replace("FP", "fp"), ANOTHER.replace("10:00", "10:30"), "X-9,,,,,", "X-9,,,,,", "x-9,,,9:00,,"
    )
    assert told.status == 1
    assert (told.json["added"], told.json["skipped"]) == (["X-9"], ["FP-2026-001", "X-9"])
    refused = [(each["cell"], each["application_no"]) for each in told.json["problems"] if each["level"] == "problem"]
    assert refused == [("row 3", "FP-2026-002"), ("row 6", "x-9")]
    assert "another Start" in messages(told.json)[0]
    assert len(cells(desk)) == 3


def test_a_number_that_stands_twice_in_the_log_is_not_added_a_third_time(desk: Desk) -> None:
    desk.log(HEADS, ROW, ANOTHER)
    with desk.by_hand() as book:
        book["Applications"].cell(3, 1).value = "FP-2026-001"
    assert desk.log(HEADS, ROW, name="again.csv").json["added"] == []
    assert desk.log("received_at", "2026-01-02 09:00", name="new.csv").json["added"] == ["FP-2026-002"]


# Other tables


def test_determinations_can_be_imported_and_brought_up_to_date(desk: Desk) -> None:
    desk.log(HEADS, ROW)
    assert desk.determine("FP-2026-001", "FP-59-A-1", "yes").json["added"] == ["fp-2026-001 fp-59-a-1"]
    assert desk.determine("FP-2026-001", "FP-59-A-1", "yes").json["skipped"] == ["fp-2026-001 fp-59-a-1"]
    changed = desk.determine("FP-2026-001", "FP-59-A-1", "no")
    assert changed.json["updated"] == ["fp-2026-001 fp-59-a-1"]
    assert messages(changed.json, "note") == ["fp-2026-001 fp-59-a-1 had 'Yes' under Found, and now has 'No'."]
    assert [row["Found"] for row in cells(desk, "Findings")] == ["No"]


def test_the_findings_sheet_of_another_workbook_can_be_imported(desk: Desk) -> None:
    def fill(sheet: Worksheet) -> None:
        heads = "Application No,Clause,Citation,Effect,Verdict,Because,Question,Found,By,On,Reason"
        sheet.append(heads.split(","))
        sheet.append(["X-1", "FP-59-A-1", "c", "e", "v", "the program's", "q", "Yes", "Ann", date(2026, 6, 1), "hers"])

    told = desk.bring(sheet_of(desk, fill), sheet="findings")
    assert told.status == 0, told.json
    assert cells(desk, "Findings") == [
        {
            "Application No": "X-1",
            "Clause": "FP-59-A-1",
            "Found": "Yes",
            "By": "Ann",
            "On": datetime(2026, 6, 1),
            "Reason": "hers",
        }
    ]


TABLES: list[tuple[str, str, str, dict[str, object]]] = [
    ("Settings", "key,value", "due_soon,5", {"Setting": "due_soon", "Value": 5}),
    ("Settings", "Setting,Value", "opens,8:30 AM", {"Setting": "opens", "Value": time(8, 30)}),
    ("Officials", "role,name,email", "Village Clerk,Ann,a@x.org", {"Role": "Village Clerk", "E-mail": "a@x.org"}),
    ("Fees", "what,amount,resolution_on", "Hall,$25.50,1/5/2026", {"Fee": "Hall", "Amount": 25.5}),
    ("Closures", "date,name", "12/24/2026,Eve", {"Date": datetime(2026, 12, 24), "Name": "Eve"}),
    ("Meetings", "date,time,board", "9/1/2026,7:00 PM,Trustees", {"Date": datetime(2026, 9, 1), "Time": time(19)}),
    ("Streets", "street,alias,from_cross,to_cross", "Main St,Old Rd; CR 9,A St,B St", {"Also Called": "Old Rd; CR 9"}),
    ("Streets", "Street,State Highway", "Main St,y", {"Street": "Main St", "State Highway": "Yes"}),
    ("Outside Events", "name,date,place", "Fair,9/12/2026,Main St", {"Event": "Fair", "Place": "Main St"}),
    ("Readings", "id,taken,confirmed_by", "Q-G1,otherwise,Counsel", {"Reading": "Q-G1", "Reading Taken": "otherwise"}),
]


@pytest.mark.parametrize(("sheet", "heads", "row", "stands"), TABLES)
def test_each_of_the_offices_tables_can_be_imported_once(
    desk: Desk, sheet: str, heads: str, row: str, stands: dict[str, object]
) -> None:
    file = desk.write("table.csv", f"{heads}\n{row}\n")
    told = desk.bring(file, sheet=sheet)
    assert (told.status, len(told.json["added"]) + len(told.json["updated"])) == (0, 1)
    assert len([each for each in cells(desk, sheet) if stands.items() <= each.items()]) == 1
    again = desk.bring(file, sheet=sheet)
    assert (again.json["added"], again.json["updated"], len(again.json["skipped"])) == ([], [], 1)
    assert desk.check()["problems"] == []


def test_rows_that_cannot_be_used_in_a_table_are_listed(desk: Desk) -> None:
    told = desk.bring(
        desk.write("a.csv", "key,value\nopenss,9:00\ncloses,never\nordinance,east_troy\n,x\n"), sheet="Settings"
    )
    assert told.status == 1
    assert [each["cell"] for each in told.json["problems"]] == ["row 2", "row 3", "row 4", "row 5"]
    assert told.json["added"] == told.json["updated"] == []
    told = desk.bring(desk.write("b.csv", "date,name\n,Nothing\n7/4/2026,A\n7/4/2026,B\nTBD,C\n"), sheet="Closures")
    assert [each["cell"] for each in told.json["problems"] if each["level"] == "problem"] == ["A5", "row 2", "row 4"]
    assert [each["read"] for each in desk.check()["problems"]] == ["TBD"]


def test_of_two_rows_with_one_key_the_first_counts_however_often_they_are_imported(desk: Desk) -> None:
    file = desk.write("c.csv", "date,name\n12/24/2026,Eve\n12/24/2026,Party\n")
    for _ in range(2):
        told = desk.bring(file, sheet="Closures")
        assert told.json["updated"] == [] and "another Name; this row is refused" in messages(told.json)[0]
    assert one(cells(desk, "Closures"), Date=datetime(2026, 12, 24))["Name"] == "Eve"


ODD = (
    *("", "", "", "9/12/2026", "2026-09-12 10:00", "10:00 AM", "9", "26:30", "noon", "yes", "maybe", "12", "-3", "1e5"),
    *("$1,200.50", "a; b", "Main St from A to B", "A between B and C, D between E and F", "Town Park: Lawn", "TBD"),
    *("#REF!", "=1+1", "\x0bv", "line\nbreak", "“q”", "2026-09-12 to 2026-09-20", "parade", "mail", "granted"),
    *("1900-01-01", "12/31/2099", "_x000D_", "\u200b", " lead ", "None", "1.5", "6/1/26"),
)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_cells_hold_a_file_is_imported_once_and_checked_the_same(desk: Desk, seed: int) -> None:
    chance = Random(seed)
    keys = [each["key"] for each in run("fields", "freeport", "--json").json] + ["end_date"]
    rows = [{key: chance.choice(ODD) for key in keys if chance.random() < 0.6} for _ in range(6)]
    assert desk.rows(*rows).status in (0, 1)
    imported = desk.book.read_bytes()
    assert desk.rows(*rows).json["added"] == []
    assert desk.book.read_bytes() == imported
    checked = desk.check()
    before = desk.book.read_bytes()
    assert desk.check() == checked and desk.book.read_bytes() == before
    assert desk.rows(*rows).json["added"] == []


def test_a_table_that_does_not_exist_is_wrong_usage(desk: Desk) -> None:
    told = desk.bring(desk.write("a.csv", "a\n1\n"), sheet="Board")
    assert (told.status, told.out) == (2, "")
    assert "Applications, Findings, Settings" in told.err


# Refusals, and what is written down


def test_an_import_is_logged_with_the_file_and_its_fingerprint(desk: Desk) -> None:
    desk.log(HEADS, ROW)
    entry = cells(desk, "Log")[-1]
    assert entry["Did"] == "imported 1 rows into Applications from log.csv, 0 updated"
    assert entry["Files"].startswith("log.csv ") and len(entry["Files"]) == len("log.csv ") + 64
    assert run("log", desk.book, "--verify").status == 0


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("gone.csv", None),
        ("empty.csv", b""),
        ("page.csv", b"<html><body>"),
        ("text.xlsx", b"a,b\n"),
        ("zip.xlsx", b"PK\3\4x"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(desk: Desk, name: str, content: bytes | None) -> None:
    path = desk.folder / name
    if content is not None:
        path.write_bytes(content)
    before = desk.book.read_bytes()
    told = desk.bring(path)
    assert (told.status, told.out, len(told.err.splitlines())) == (3, "", 1)
    assert name in told.err and "Traceback" not in told.err
    assert desk.book.read_bytes() == before


def test_a_workbook_that_is_open_is_left_alone(desk: Desk) -> None:
    (desk.folder / f"~${desk.book.name}").write_bytes(b"")
    before = desk.book.read_bytes()
    told = desk.log(HEADS, ROW)
    assert told.status == 3 and "is open in Excel" in told.err
    assert desk.book.read_bytes() == before
