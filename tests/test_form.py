"""The sheet Form: an application opened from its row, corrected, and saved back; all of it on a workbook on disk."""

import re
import shutil
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from permitbook.errors import NeedsUser
from permitbook.form import open_form, save_form
from permitbook.ordinances import KEYS, ordinance
from permitbook.workbook.layout import application_columns, sections
from tests.clerk import AS_OF, Desk, cells, run
from tests.test_upgrade import with_part

AT = datetime.fromisoformat(AS_OF)
FIRST, SECOND = "FP-2026-001", "FP-2026-002"
PARADE: dict[str, object] = {
    "event_name": "Summer Walk",
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "11:00",
    "participants": 200,
    "route": "Main St from A St to C St",
    "advance_police_cost": "125.50",
    "more_dates": "2026-07-18; 2026-07-25",
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk = Desk(tmp_path_factory.mktemp("checked"))
    desk.rows(PARADE, PARADE | {"received_at": "2026-06-02 09:00", "event_name": "Run"})
    run("check", desk.book, "--as-of", AS_OF)
    return desk.book


@pytest.fixture
def desk(checked: Path, tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    shutil.copy(checked, desk.book)
    return desk


def lines(desk: Desk) -> dict[str, Any]:
    """What the form gives, by fact."""
    sheet = openpyxl.load_workbook(desk.book)["Form"]
    return {str(row[0]): row[1] for row in sheet.iter_rows(min_row=4, values_only=True) if row[0]}


def give(desk: Desk, **facts: object) -> None:
    """Types facts into the form, by heading with _ for a blank."""
    with desk.by_hand() as book:
        rows = {str(row[0].value): row[1] for row in book["Form"].iter_rows(min_row=4) if row[0].value}
        for heading, value in facts.items():
            rows[heading.replace("_", " ")].value = value


def row_of(desk: Desk, number: str) -> dict[str, Any]:
    return next(row for row in cells(desk) if row["Application No"] == number)


def test_every_fact_of_the_row_stands_on_the_form(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    told, row = lines(desk), row_of(desk, FIRST)
    columns = application_columns(ordinance("freeport"))
    assert {each.heading: told[each.heading] for each in columns} == {
        each.heading: row.get(each.heading) for each in columns
    }
    assert told["Start"] == time(10)
    assert told["Status"] == row["Status"] == "incomplete"
    assert "§ 155-59A(1) (FP-59-A-1)" in told


def test_a_fact_whose_heading_names_a_section_too_is_kept_apart() -> None:
    law = ordinance("freeport")
    both = {each.name for each in sections(law)} & {each.heading for each in application_columns(law)}
    assert both == {"Applicant", "Organization", "Event", "Notes"}


def test_opening_the_form_changes_no_other_sheet(desk: Desk) -> None:
    before = others(desk)
    open_form(desk.book, FIRST, AT)
    assert others(desk) == before


def others(desk: Desk) -> dict[str, list[tuple[Any, ...]]]:
    saved = openpyxl.load_workbook(desk.book, read_only=True)
    held = {each.title: list(each.iter_rows(values_only=True)) for each in saved if each.title != "Form"}
    saved.close()
    return held


def test_a_form_that_was_not_changed_writes_nothing(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    before = desk.book.read_bytes()
    assert save_form(desk.book, AT).changes == ()
    assert desk.book.read_bytes() == before


@pytest.mark.parametrize(
    ("heading", "typed", "written"),
    [
        ("Start", time(11, 30), time(11, 30)),
        ("Start", "11:30 AM", time(11, 30)),
        ("Event Date", datetime(2026, 7, 12), datetime(2026, 7, 12)),
        ("Participants", 250, 250),
        ("Route", "Main St from B St to C St", "Main St from B St to C St"),
        ("Applicant", "Smith & Sons <VFW>", "Smith & Sons <VFW>"),
        ("On Official Form", "yes", "Yes"),
        ("Received How", "E-Mail", "e-mail"),
        ("End", None, None),
    ],
)
def test_what_is_changed_is_written_to_the_row_as_what_it_is(
    desk: Desk, heading: str, typed: object, written: object
) -> None:
    open_form(desk.book, FIRST, AT)
    before = cells(desk)
    give(desk, **{heading.replace(" ", "_"): typed})
    saved = save_form(desk.book, AT)
    assert [each.column.heading for each in saved.changes] == [heading]
    assert saved.problems == ()
    assert row_of(desk, FIRST).get(heading) == written
    after = [row | {heading: None} if row["Application No"] == FIRST else row for row in cells(desk)]
    assert after == [row | {heading: None} if row["Application No"] == FIRST else row for row in before]
    assert save_form(desk.book, AT).changes == ()


def test_the_log_notes_what_was_changed_from_what_to_what(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250, Applicant="A. Walker")
    save_form(desk.book, AT)
    entry = cells(desk, "Log")[-1]
    assert entry["Did"] == "changed on the form: Applicant: nothing, now 'A. Walker'; Participants: '200', now '250'"
    assert (entry["Application No"], entry["At"]) == (FIRST, AT)
    assert run("log", desk.book, "--verify").status == 0


def test_nothing_is_written_while_something_cannot_be_read(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Start="nine-ish", Participants=250)
    before = desk.book.read_bytes()
    saved = save_form(desk.book, AT)
    assert [(each.sheet, each.heading) for each in saved.problems] == [("Form", "Start")]
    assert "expected a time such as 9:00 AM" in saved.problems[0].message
    assert desk.book.read_bytes() == before


def test_a_cell_of_the_row_that_was_changed_meanwhile_is_not_written_over(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250)
    change_row(desk, "Participants", 300)
    [problem] = save_form(desk.book, AT).problems
    assert problem.message.startswith("the row was changed meanwhile: it has '300', and the form was opened with '200'")
    assert row_of(desk, FIRST)["Participants"] == 300


def test_another_cell_of_the_row_that_was_changed_meanwhile_stays(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250)
    change_row(desk, "Applicant", "A. Walker")
    assert save_form(desk.book, AT).problems == ()
    assert (row_of(desk, FIRST)["Applicant"], row_of(desk, FIRST)["Participants"]) == ("A. Walker", 250)


def change_row(desk: Desk, heading: str, value: object) -> None:
    with desk.by_hand() as book:
        sheet = book["Applications"]
        column = next(cell.column for cell in sheet[1] if cell.value == heading)
        sheet.cell(2, column).value = value


def test_a_formula_of_the_row_is_not_written_over_and_nothing_else_either(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250, Applicant="A. Walker")
    formula_for(desk, "Participants", "100+100")
    [problem] = save_form(desk.book, AT).problems
    assert "formula" in problem.message
    assert "Applicant" not in row_of(desk, FIRST)
    assert "form" not in cells(desk, "Log")[-1]["Did"]


def formula_for(desk: Desk, heading: str, formula: str) -> None:
    """Lets a formula stand in a cell of the row, with the result that stood there."""
    sheet = openpyxl.load_workbook(desk.book)["Applications"]
    place = next(cell.column_letter for cell in sheet[1] if cell.value == heading)
    with zipfile.ZipFile(desk.book) as archive:
        name = "xl/worksheets/sheet2.xml"
        xml = archive.read(name)
    found = re.search(rf'<c r="{place}2"[^>]*>(<v>)'.encode(), xml)
    assert found
    at = found.start(1)
    with_part(desk.book, name, xml[:at] + f"<f>{formula}</f>".encode() + xml[at:])


def test_a_cell_of_the_row_that_shows_an_error_is_told(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250)
    change_row(desk, "Participants", "=1/0")
    [problem] = save_form(desk.book, AT).problems
    assert problem.message == "its cell in row 2 of Applications shows an error; correct it there."


def test_the_number_is_not_changed_on_the_form(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Application_No="FP-9")
    [problem] = save_form(desk.book, AT).problems
    assert "is not changed on the form" in problem.message


def test_unsaved_changes_are_not_lost_to_another_application(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250)
    with pytest.raises(NeedsUser, match=rf"holds changes of {FIRST} that are not saved \(Participants\)"):
        open_form(desk.book, SECOND, AT)
    assert lines(desk)["Participants"] == 250


def test_opening_the_same_application_anew_tells_what_it_lets_go(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250)
    _, gone = open_form(desk.book, FIRST, AT)
    assert list(map(str, gone)) == ["Participants: '200', now '250'"]
    assert lines(desk)["Participants"] == 200


def test_the_form_of_one_leaves_nothing_on_that_of_the_next(desk: Desk) -> None:
    desk.rows({"event_name": "Bare", "received_at": "2026-06-03 09:00"})
    open_form(desk.book, FIRST, AT)
    open_form(desk.book, "FP-2026-003", AT)
    told = lines(desk)
    assert told["Event"] == "Bare"
    assert told["Participants"] is told["Route"] is told["Start"] is None
    assert {name for name, value in told.items() if value and name.startswith("§")} == {
        f"{row['Citation']} ({row['Clause']})"
        for row in (run("check", desk.book, "--as-of", AS_OF), cells(desk, "Findings"))[1]
        if row["Application No"] == "FP-2026-003"
    }


def without_form(book: Any) -> None:
    del book["Form"]


def of_an_older_version(book: Any) -> None:
    book["Form"].delete_cols(4)


@pytest.mark.parametrize("spoil", [without_form, of_an_older_version])
def test_a_form_that_is_not_as_it_was_made_sends_to_upgrade(desk: Desk, spoil: Callable[[Any], None]) -> None:
    with desk.by_hand() as book:
        spoil(book)
    with pytest.raises(NeedsUser, match="permitbook upgrade"):
        open_form(desk.book, FIRST, AT)


def test_a_row_that_is_gone_or_shares_its_number_is_told(desk: Desk) -> None:
    open_form(desk.book, FIRST, AT)
    give(desk, Participants=250)
    change_row(desk, "Application No", SECOND)
    with pytest.raises(NeedsUser, match=f"no application {FIRST} on Applications any more"):
        save_form(desk.book, AT)
    with pytest.raises(NeedsUser, match=f"no application {FIRST}"):
        open_form(desk.book, FIRST, AT)


@pytest.mark.parametrize("key", KEYS)
def test_each_municipality_has_its_form(tmp_path: Path, key: str) -> None:
    desk = Desk(tmp_path, key)
    desk.rows({"event_name": "Walk", "event_date": date(2026, 7, 11), "received_at": "2026-06-01 09:00"})
    number = cells(desk)[0]["Application No"]
    open_form(desk.book, number, AT)
    give(desk, Event="Long Walk")
    save_form(desk.book, AT)
    assert cells(desk)[0]["Event"] == "Long Walk"
