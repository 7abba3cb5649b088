"""What a check leaves in the workbook: results where they belong, everything of the clerk's as it was."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.clerk import AS_OF, Desk, cells, messages, one, problems, run

PARADE: dict[str, object] = {
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "11:00",
    "participants": 200,
    "affects_traffic": "yes",
    "planned": "yes",
    "seeks_attention": "yes",
    "venue": "street, sidewalk or parking lot",
    "route": "Main St from A St to C St",
}
ANOTHER = PARADE | {"received_at": "2026-06-02 09:00", "event_date": "2026-07-12"}
FIRST, SECOND = "FP-2026-001", "FP-2026-002"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.rows(PARADE, ANOTHER)
    return desk


def finding(desk: Desk, clause: str, number: str = FIRST) -> Any:
    return one(desk.application(number)["findings"], clause=clause)


def column_of(sheet: Worksheet, heading: str) -> int:
    return [cell.value for cell in sheet[1]].index(heading) + 1


def row_of(sheet: Worksheet, *key: str) -> int:
    return next(
        number for number in range(2, sheet.max_row + 1) if tuple(c.value for c in sheet[number][: len(key)]) == key
    )


# Nothing twice, nothing unasked


def test_a_second_check_changes_not_a_byte(desk: Desk) -> None:
    desk.check()
    before = desk.book.read_bytes()
    entries = cells(desk, "Log")
    desk.check()
    assert desk.book.read_bytes() == before
    assert cells(desk, "Log") == entries
    assert "nothing changed" in run("check", desk.book, "--as-of", AS_OF).out


def test_a_check_that_changes_something_adds_one_entry(desk: Desk) -> None:
    entries = len(cells(desk, "Log"))
    desk.check()
    desk.check(as_of="2026-07-01T08:00")
    added = cells(desk, "Log")[entries:]
    assert [(each["At"], each["Did"], each["By"]) for each in added] == [
        (datetime(2026, 6, 20, 9), "checked", "Test Clerk"),
        (datetime(2026, 7, 1, 8), "checked", "Test Clerk"),
    ]


def test_the_same_rows_make_the_same_workbook(desk: Desk, tmp_path: Path) -> None:
    (folder := tmp_path / "twin").mkdir()
    twin = Desk(folder)
    twin.rows(PARADE, ANOTHER)
    assert desk.check() == twin.check()
    assert desk.book.read_bytes() == twin.book.read_bytes()


def test_a_dry_run_writes_nothing_and_reads_a_workbook_that_is_open(desk: Desk) -> None:
    (desk.folder / f"~${desk.book.name}").write_bytes(b"")
    before = {path.name: path.read_bytes() for path in desk.folder.iterdir()}
    told = run("check", desk.book, "--dry-run", "--json", "--as-of", AS_OF)
    assert (told.status, len(told.json["applications"])) == (0, 2)
    assert {path.name: path.read_bytes() for path in desk.folder.iterdir()} == before
    refused = run("check", desk.book, "--as-of", AS_OF)
    assert (refused.status, refused.out) == (3, "") and "is open in Excel" in refused.err
    assert desk.book.read_bytes() == before[desk.book.name]


def test_the_log_is_verified_and_each_kind_of_tampering_found(desk: Desk) -> None:
    desk.check()
    desk.check(as_of="2026-07-01T08:00")
    whole = desk.book.read_bytes()
    assert run("log", desk.book, "--verify").out.startswith("The Log stands as it was written: ")
    entries = len(cells(desk, "Log"))
    assert run("log", desk.book, "--verify", "--json").json == {"entries": entries, "changed": []}

    def tampered(change: Any) -> Any:
        desk.book.write_bytes(whole)
        with desk.by_hand() as book:
            change(book["Log"])
        told = run("log", desk.book, "--verify", "--json")
        assert told.status == 1
        return told.json["changed"]

    def rewrite(log: Worksheet) -> None:
        log.cell(3, column_of(log, "Did")).value = "checked again"

    def redate(log: Worksheet) -> None:
        log.cell(3, column_of(log, "At")).value = datetime(2026, 6, 21, 9)

    assert tampered(rewrite) == tampered(redate) == [2]
    assert tampered(lambda log: log.delete_rows(3)) == [3]


# Computed columns and sheets


def test_results_are_written_beside_the_row_and_into_the_sheets(desk: Desk) -> None:
    document = desk.check()
    first = cells(desk)[0]
    it = one(document["applications"], application_no=FIRST)
    assert (first["Application No"], first["Status"]) == (FIRST, it["status"]) == (FIRST, "incomplete")
    assert first["Recommendation"] == "Ask for what is missing"
    headings = {each["key"]: each["heading"] for each in run("fields", "freeport", "--json").json}
    assert set(first["Missing"].split("; ")) == {headings[each["field"]] for each in it["missing"]}
    assert first["Next By"] == datetime.fromisoformat(it["next"]["by"][:10])
    deadlines = [each for each in cells(desk, "Deadlines") if each["Application No"] == FIRST]
    assert [each["Clause"] for each in deadlines] == [each["clause"] for each in it["deadlines"]]
    shown = {each["Clause"]: each["Verdict"] for each in cells(desk, "Findings") if each["Application No"] == FIRST}
    settled = ("clear", "not_applicable")
    assert shown == {each["clause"]: each["verdict"] for each in it["findings"] if each["verdict"] not in settled}
    today = list(openpyxl.load_workbook(desk.book)["Today"].iter_rows(values_only=True))
    assert today[1][0] == "As of Sat 20 Jun 2026"
    assert {row[0] for row in today[4:] if row[0]} == {FIRST, SECOND}


def test_what_no_longer_holds_leaves_the_computed_sheets(desk: Desk) -> None:
    desk.rows(PARADE | {"received_at": "2026-06-03 09:00"})
    desk.check()
    assert [(each["Application No"], each["With"]) for each in cells(desk, "Conflicts")] == [
        (FIRST, "FP-2026-003"),
        ("FP-2026-003", FIRST),
    ]
    with desk.by_hand() as book:
        log = book["Applications"]
        log.cell(4, column_of(log, "Action")).value = "withdrawn"
    desk.check()
    assert cells(desk, "Conflicts") == []
    assert {each["Application No"] for each in cells(desk, "Deadlines")} == {FIRST, SECOND}


# The Findings sheet


def test_a_determination_changes_the_verdict_it_answers(desk: Desk) -> None:
    assert finding(desk, "FP-59-A-3")["verdict"] == "needs_judgment"
    desk.determine(FIRST, "FP-59-A-3", "no", because="three officers short")
    answered = finding(desk, "FP-59-A-3")
    # A finding that the permit needs and the Chief does not make stands against it.
    assert (answered["verdict"], answered["question"]) == ("proved", None)
    assert answered["determination"] == {
        "found": False,
        "by": "Chief Doe",
        "on": "2026-06-19",
        "because": "three officers short",
    }
    assert "three officers short" in answered["because"]
    desk.determine(FIRST, "FP-59-A-3", "yes")
    assert finding(desk, "FP-59-A-3")["verdict"] == "clear"
    assert finding(desk, "FP-59-A-3", SECOND)["verdict"] == "needs_judgment"


def test_a_determination_is_found_however_its_number_and_clause_are_spelled(desk: Desk) -> None:
    desk.check()
    desk.determine("fp-2026-001", "fp-59-a-3", "yes")
    assert finding(desk, "FP-59-A-3")["verdict"] == "clear"
    desk.check()
    keys = [(each["Application No"].upper(), each["Clause"].upper()) for each in cells(desk, "Findings")]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("number", "clause", "by", "heading", "words"),
    [
        (FIRST, "FP-57-B.1", "Chief Doe", "Found", "the facts settle this clause"),
        (FIRST, "FP-99", "Chief Doe", "Clause", "no clause that an official could determine"),
        ("FP-2026-999", "FP-59-A-3", "Chief Doe", "Application No", "there is no application FP-2026-999"),
        (FIRST, "FP-59-A-3", "", "By", "once the official's name stands in By"),
    ],
)
def test_a_determination_that_cannot_be_used_is_a_problem_and_stays(
    desk: Desk, number: str, clause: str, by: str, heading: str, words: str
) -> None:
    desk.determine(number, clause, "yes", by=by)
    told = run("check", desk.book, "--json", "--as-of", AS_OF)
    assert told.status == 1
    (problem,) = [each for each in told.json["problems"] if each["sheet"] == "Findings"]
    assert (problem["heading"], problem["application_no"]) == (heading, number)
    assert words in problem["message"]
    assert one(cells(desk, "Findings"), Clause=clause, **{"Application No": number})["Found"] == "Yes"


def test_two_answers_to_one_clause_that_differ_are_told_and_neither_is_used(desk: Desk) -> None:
    desk.determine(FIRST, "FP-59-A-3", "yes")
    desk.check()
    with desk.by_hand() as book:
        sheet = book["Findings"]
        row = [cell.value for cell in sheet[row_of(sheet, FIRST, "FP-59-A-3")]]
        row[column_of(sheet, "Found") - 1] = "No"
        for place, value in enumerate(row, 1):
            sheet.cell(sheet.max_row + (place == 1), place).value = value
    document = desk.check()
    assert [each["heading"] for each in document["problems"] if each["sheet"] == "Findings"] == ["Found", "Found"]
    assert "differently; neither is used" in messages(document)[0]
    assert finding(desk, "FP-59-A-3")["verdict"] == "needs_judgment"


def test_findings_keep_their_rows_and_the_officials_columns_wherever_the_clerk_put_them(desk: Desk) -> None:
    desk.check()
    with desk.by_hand() as book:
        sheet = book["Findings"]
        rows = [[cell.value for cell in sheet[number]] for number in range(2, sheet.max_row + 1)]
        rows.sort(key=lambda row: (str(row[1]), str(row[0])), reverse=True)
        found, by, reason = (column_of(sheet, each) - 1 for each in ("Found", "By", "Reason"))
        for row in rows:
            if row[:2] == [SECOND, "FP-59-A-5"]:
                row[found], row[by], row[reason] = "Yes", "Chief Doe", "ambulances pass on Elm"
        for number, row in enumerate(rows, 2):
            for place, value in enumerate(row, 1):
                sheet.cell(number, place).value = value
    before = [(each["Application No"], each["Clause"]) for each in cells(desk, "Findings")]
    desk.check()
    after = cells(desk, "Findings")
    assert [(each["Application No"], each["Clause"]) for each in after] == before
    answered = one(after, Clause="FP-59-A-5", **{"Application No": SECOND})
    assert (answered["Verdict"], answered["Found"], answered["By"]) == ("clear", "Yes", "Chief Doe")
    assert answered["Reason"] == "ambulances pass on Elm"


def test_a_finding_that_no_longer_waits_is_updated_where_it_stands(desk: Desk) -> None:
    desk.check()
    with desk.by_hand() as book:
        row = row_of(book["Findings"], FIRST, "FP-59-A-3")
        log = book["Applications"]
        log.cell(2, column_of(log, "Participants")).value = 20
        log.cell(3, column_of(log, "Application No")).value = "17/b"
    desk.check()
    sheet: Any = openpyxl.load_workbook(desk.book)["Findings"]
    verdict = column_of(sheet, "Verdict")
    assert tuple(cell.value for cell in sheet[row][:2]) == (FIRST, "FP-59-A-3")
    if desk.application(FIRST)["permit_required"] is False:
        assert sheet.cell(row, verdict).value == "not_applicable"
    assert sheet.cell(row_of(sheet, SECOND, "FP-59-A-3"), verdict).value == "not_applicable"
    assert sheet.cell(row_of(sheet, "17/b", "FP-59-A-3"), verdict).value == "needs_judgment"


# What belongs to the clerk


def test_the_clerks_columns_sheets_and_formulas_survive(desk: Desk) -> None:
    with desk.by_hand() as book:
        log = book["Applications"]
        place = log.max_column + 2
        log.cell(1, place).value = "Days to Event"
        log.cell(2, place).value = f"={log.cell(2, column_of(log, 'Event Date')).coordinate}-TODAY()"
        log.cell(3, place).value = "ask again"
        stats = book.create_sheet("Stats", 0)
        stats["A1"] = '=COUNTIF(Applications!A:A,"FP*")'
        stats["A2"] = "=1+1"
        wide = book["Findings"].max_column + 2
        book["Findings"].cell(1, wide).value = "My remark"
        book["Findings"].cell(2, wide).value = "call back"
    before: Any = openpyxl.load_workbook(desk.book)
    desk.check()
    after: Any = openpyxl.load_workbook(desk.book)
    for row in (1, 2, 3):
        assert after["Applications"].cell(row, place).value == before["Applications"].cell(row, place).value
    assert [each.value for each in after["Stats"]["A"]] == ['=COUNTIF(Applications!A:A,"FP*")', "=1+1"]
    assert after["Findings"].cell(2, wide).value == "call back"
    assert after["Findings"].cell(2, 1).value == FIRST


def test_columns_are_found_by_heading_wherever_and_however_they_are_written(desk: Desk) -> None:
    straight = desk.check()
    with desk.by_hand() as book:
        log = book["Applications"]
        turned = [[cell.value for cell in reversed(log[number])] for number in range(1, 4)]
        for number, row in enumerate(turned, 1):
            for place, value in enumerate(row, 1):
                log.cell(number, place).value = value.upper() if number == 1 and isinstance(value, str) else value
    again = desk.check()
    assert again["applications"] == straight["applications"]
    assert cells(desk)[0]["STATUS"] == "incomplete"


def test_a_column_that_was_taken_out_counts_as_blank_with_a_note(desk: Desk) -> None:
    with desk.by_hand() as book:
        log = book["Applications"]
        log.cell(1, column_of(log, "Event Date")).value = "Day of Event"
    document = desk.check()
    assert problems(document, "note") == [("row 1", "Event Date", "")]
    assert {each["field"] for each in document["applications"][0]["missing"]} >= {"event_date"}


def test_a_computed_heading_that_is_there_twice_is_written_nowhere(desk: Desk) -> None:
    with desk.by_hand() as book:
        log = book["Applications"]
        place = log.max_column + 2
        log.cell(1, place).value = "status"
        log.cell(2, place).value = "my own"
    document = desk.check()
    assert [each["heading"] for each in document["problems"] if each["level"] == "problem"] == ["Status"]
    sheet: Any = openpyxl.load_workbook(desk.book)["Applications"]
    assert sheet.cell(2, place).value == "my own"
    assert sheet.cell(2, column_of(sheet, "Recommendation")).value == "Ask for what is missing"


@pytest.mark.parametrize("sheet", ["Today", "Findings", "Deadlines", "Conflicts", "Register", "Log"])
def test_a_sheet_that_was_taken_out_is_told_and_the_rest_is_written(desk: Desk, sheet: str) -> None:
    with desk.by_hand() as book:
        del book[sheet]
    document = desk.check()
    assert [(each["sheet"], each["level"]) for each in document["problems"]] == [(sheet, "problem")]
    assert cells(desk)[0]["Status"] == "incomplete"


@pytest.mark.parametrize("heading", ["Application No", "Clause", "Found", "By"])
def test_findings_without_a_heading_are_told_and_not_added_again_and_again(desk: Desk, heading: str) -> None:
    with desk.by_hand() as book:
        sheet = book["Findings"]
        sheet.cell(1, column_of(sheet, heading)).value = "Mine"
    first = desk.check()
    assert [(each["sheet"], each["heading"]) for each in first["problems"]] == [("Findings", heading)]
    after = desk.book.read_bytes()
    desk.check()
    assert desk.book.read_bytes() == after


@pytest.mark.parametrize(
    ("sheet", "heading"), [("Closures", "Date"), ("Meetings", "Board"), ("Streets", "Street"), ("Readings", "Reading")]
)
def test_a_table_of_the_office_whose_heading_was_renamed_is_told(desk: Desk, sheet: str, heading: str) -> None:
    with desk.by_hand() as book:
        there = book[sheet]
        there.cell(1, column_of(there, heading)).value = "Mine"
    assert [(each["sheet"], each["heading"]) for each in desk.check()["problems"]] == [(sheet, heading)]


def test_a_table_of_the_office_that_was_taken_out_is_noted(desk: Desk) -> None:
    with desk.by_hand() as book:
        del book["Closures"]
    (told,) = [each for each in desk.check()["problems"] if each["sheet"] == "Closures"]
    assert told["level"] == "note"


# Numbers


def test_numbers_are_given_at_the_first_check_above_all_that_were_used(desk: Desk) -> None:
    with desk.by_hand() as book:
        log = book["Applications"]
        for number, received in ((4, datetime(2026, 6, 3, 9)), (5, datetime(2025, 12, 31, 9)), (6, None)):
            log.cell(number, column_of(log, "Event")).value = "Fair"
            log.cell(number, column_of(log, "Received")).value = received
        log.cell(3, column_of(log, "Application No")).value = "17/b"
        history = book["Log"]
        history.cell(history.max_row, column_of(history, "Application No")).value = "FP-2026-030"
    document = desk.check()
    assert [row.get("Application No") for row in cells(desk)] == [FIRST, "17/b", "FP-2026-031", "FP-2025-001", None]
    assert [(cell, heading) for cell, heading, _ in problems(document)] == [("A6", "Application No")]
    assert "Received is filled in" in messages(document)[0]
    assert len(document["applications"]) == 5


def test_a_number_that_cannot_be_read_is_not_written_over(desk: Desk) -> None:
    with desk.by_hand() as book:
        book["Applications"].cell(3, 1).value = datetime(2026, 3, 14)
    document = desk.check()
    assert problems(document) == [("A3", "Application No", "Sat 14 Mar 2026")]
    assert [row["Application No"] for row in cells(desk)] == [FIRST, datetime(2026, 3, 14)]
    assert desk.check() == document


def test_an_application_without_receipt_has_no_findings_to_sign_yet(desk: Desk) -> None:
    desk.rows({"event_name": "Fair", "event_date": "2026-09-01"})
    document = desk.check()
    assert document["applications"][2]["findings"]
    assert {each["Application No"] for each in cells(desk, "Findings")} == {FIRST, SECOND}


def test_applications_that_share_a_number_are_listed_and_neither_is_evaluated(desk: Desk) -> None:
    desk.rows(PARADE | {"received_at": "2026-06-03 09:00"})
    with desk.by_hand() as book:
        book["Applications"].cell(2, 1).value = "fp-2026-002"
    document = desk.check()
    assert problems(document) == [("A2", "Application No", "fp-2026-002"), ("A3", "Application No", SECOND)]
    assert "row 3" in messages(document)[0] and "row 2" in messages(document)[1]
    assert [each["application_no"] for each in document["applications"]] == ["FP-2026-003"]
    assert document["applications"][0]["conflicts"] == []


# Protected sheets


def test_a_protected_sheet_is_written_only_where_the_office_allows_it(desk: Desk) -> None:
    with desk.by_hand() as book:
        book["Applications"].protection.sheet = True
    before = desk.book.read_bytes()
    told = run("check", desk.book, "--as-of", AS_OF)
    assert (told.status, told.out) == (3, "") and "protected" in told.err
    assert desk.book.read_bytes() == before
    with desk.by_hand() as book:
        settings = book["Settings"]
        settings.cell(row_of(settings, "write_protected"), 2).value = "Yes"
    assert run("check", desk.book, "--as-of", AS_OF).status == 0
    assert openpyxl.load_workbook(desk.book)["Applications"].protection.sheet is True
