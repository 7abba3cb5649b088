"""What a button does and says, on a workbook on disk: the same functions serve one that is open in Excel."""

import os
import subprocess
import sys
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from openpyxl import load_workbook

from permitbook.buttons import Button, button_of
from permitbook.click import OPTIONAL, hidden
from permitbook.errors import NeedsUser
from permitbook.letters.templates import letters_folder
from permitbook.live.selection import picked_in, spans
from permitbook.picked import Picked, named_rows
from permitbook.pressing import MOST_LETTERS, Told, check_versions, month_to_show, pressed
from permitbook.workbook.board_layout import ASKED_MONTH
from permitbook.workbook.conf import XLWINGS
from permitbook.workbook.opened import opened
from permitbook.workbook.reader import read_book
from tests.clerk import AS_OF, Desk, cells, run
from tests.fake_excel import ComError

PARADE: dict[str, object] = {
    "event_name": "Summer Walk",
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "11:00",
    "participants": 200,
    "route": "Main St from A St to C St",
}
FIRST, SECOND = "FP-2026-001", "FP-2026-002"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr("permitbook.desk.now_in", lambda zone: datetime.fromisoformat(AS_OF))
    monkeypatch.setattr("permitbook.checking.now_in", lambda zone: datetime.fromisoformat(AS_OF))
    desk = Desk(tmp_path)
    desk.rows(PARADE, PARADE | {"received_at": "2026-06-02 09:00", "event_date": "2026-07-12"})
    return desk


def button(macro: str) -> Button:
    found = button_of(macro)
    assert found
    return found


def press(desk: Desk, macro: str, *rows: int, sheet: str = "Applications") -> Told:
    picked = Picked(sheet, tuple((row, row) for row in rows))
    return pressed(button(macro), opened(desk.book), lambda: picked)


def test_check_all_sums_up_in_one_line_and_fills_the_workbook(desk: Desk) -> None:
    told = press(desk, "CheckAll")
    assert told.text.startswith("2 applications as of Sat 20 Jun 2026, 9:00 AM;")
    assert told.text.endswith("written; save the workbook to keep it.")
    assert not told.grave
    assert {row["Status"] for row in cells(desk)} == {"incomplete"}


def test_what_is_going_on_is_told_as_it_goes_on(desk: Desk) -> None:
    heard: list[str] = []
    picked = Picked("Applications", ((2, 3),))
    for macro in ("CheckAll", "Deny"):
        pressed(button(macro), opened(desk.book), lambda: picked, heard.append)
    assert heard == [
        *("Permits: reading …", "Permits: checking 2 applications …", "Permits: writing …"),
        *(f"Permits: deny {FIRST} (1 of 2) …", f"Permits: deny {SECOND} (2 of 2) …"),
    ]


def test_check_row_tells_only_of_the_selected_rows(desk: Desk) -> None:
    told = press(desk, "CheckRow", 3)
    assert SECOND in told.text
    assert FIRST not in told.text


def test_check_row_numbers_a_row_that_has_no_number_and_tells_of_it(desk: Desk) -> None:
    with desk.by_hand() as book:
        sheet = book["Applications"]
        for column in range(1, 80):
            sheet.cell(4, column).value = None if column == 1 else sheet.cell(3, column).value
    assert "FP-2026-003: " in press(desk, "CheckRow", 4).text


def test_problems_of_other_rows_are_not_told_by_check_row(desk: Desk) -> None:
    desk.rows(PARADE | {"received_at": "2026-06-03 09:00", "start_time": "nine"})
    assert "nine" in press(desk, "CheckAll").text
    assert press(desk, "CheckAll").grave
    assert "nine" not in press(desk, "CheckRow", 2).text
    assert "nine" in press(desk, "CheckRow", 4).text


@pytest.mark.parametrize(
    ("sheet", "row"), [("Applications", 2), ("Findings", 2), ("Deadlines", 2), ("Conflicts", 2), ("Today", 5)]
)
def test_an_application_is_found_from_any_sheet_that_names_it(desk: Desk, sheet: str, row: int) -> None:
    desk.rows(PARADE | {"received_at": "2026-06-04 09:00"})
    run("check", desk.book, "--as-of", AS_OF)
    number = named_rows(read_book(desk.book), Picked(sheet, ((row, row),)))
    assert len(number) == 1
    assert press(desk, "Explain", row, sheet=sheet).text.startswith(f"{number[0]} as of ")


def test_each_application_counts_once_and_rows_that_are_not_selected_never(desk: Desk) -> None:
    run("check", desk.book, "--as-of", AS_OF)
    read = read_book(desk.book)
    assert named_rows(read, Picked("Findings", ((1, 1_048_576),))) == [FIRST, SECOND]
    assert named_rows(read, Picked("Applications", ((3, 3), (2, 2), (3, 3)))) == [FIRST, SECOND]
    assert named_rows(read, Picked("Applications", ((3, 900),))) == [SECOND]


@pytest.mark.parametrize(
    ("macro", "sheet", "rows", "words"),
    [
        ("Issue", "Applications", (40,), "No application is selected on the sheet Applications."),
        ("Issue", "Applications", (1,), "No application is selected"),
        ("Deny", "Settings", (2,), "The sheet Settings names no applications. Go to Applications or Today"),
        ("Refer", "Help", (2,), "The sheet Help names no applications."),
        ("Explain", "Applications", (2, 3), "This button takes one application, and 2 are selected"),
        ("Explain", "Form", (2,), "No application is open on the sheet Form."),
        ("SaveForm", "Form", (2,), "No application is open on the sheet Form."),
    ],
)
def test_a_button_with_nothing_to_work_on_explains_itself(
    desk: Desk, macro: str, sheet: str, rows: tuple[int, ...], words: str
) -> None:
    before = desk.book.read_bytes()
    told = press(desk, macro, *rows, sheet=sheet)
    assert told.text.startswith(words)
    assert told.grave
    assert desk.book.read_bytes() == before


def test_an_empty_workbook_is_explained_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert press(desk, "CheckAll").text.startswith("0 applications")
    for macro in ("CheckRow", "Explain", "OpenForm", "Refer", "Issue", "Deny"):
        assert press(desk, macro, 2).text.startswith("No application is selected"), macro


def test_a_decision_needs_a_number(desk: Desk) -> None:
    with desk.by_hand() as book:
        book["Applications"]["A3"].value = None
    told = press(desk, "Issue", 2, 3)
    assert told.text.startswith("row 3 of Applications has no number yet: press Check all")


def test_what_was_withheld_is_told_with_its_reasons(desk: Desk) -> None:
    told = press(desk, "Issue", 2)
    assert told.text.startswith(f"{FIRST}: not issued. No letter was made:")
    assert "Action is blank" in told.text
    assert told.grave
    assert len(told.text) <= MOST_LETTERS


def test_a_failure_nobody_foresaw_is_one_sentence(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("1 / 0")

    monkeypatch.setattr("permitbook.commands.checks.check_book", broken)
    told = press(desk, "CheckAll")
    assert told.grave
    assert told.text == ("something went wrong that should not (ZeroDivisionError: 1 / 0); please report it.")


def test_a_long_message_keeps_its_beginning_and_its_last_line(desk: Desk) -> None:
    desk.rows(*(PARADE | {"received_at": f"2026-06-05 09:{each:02}", "start_time": "nine"} for each in range(40)))
    told = press(desk, "CheckAll")
    lines = told.text.splitlines()
    assert lines[0].startswith("42 applications")
    assert "more lines" in told.text
    assert lines[-2].startswith("Applications!") or lines[-2].startswith("note:")
    file = letters_folder(desk.book) / "last message.txt"
    assert lines[-1] == f"All of it is in {file}."
    assert len(told.text) <= MOST_LETTERS
    whole = file.read_text("utf-8").splitlines()
    assert whole[0] == lines[0]
    assert sum(line.startswith("Applications!") for line in whole) >= 40


def test_a_message_that_has_room_leaves_no_file(desk: Desk) -> None:
    press(desk, "CheckAll")
    assert not (letters_folder(desk.book) / "last message.txt").exists()


# The month


def asked_month(desk: Desk, typed: object) -> str:
    with desk.by_hand() as book:
        book["Board"].cell(*ASKED_MONTH).value = typed
    return str(month_to_show(read_book(desk.book)))


def test_the_summary_shows_the_last_full_month_unless_another_is_typed(desk: Desk) -> None:
    assert asked_month(desk, None) == "2026-05"
    for typed in ("2026-03", "March 2026", "march 2026", date(2026, 3, 9)):
        assert asked_month(desk, typed) == "2026-03"


def test_a_month_that_cannot_be_read_is_told_with_its_cell(desk: Desk) -> None:
    with pytest.raises(NeedsUser, match="Board!M2: read 'soon'; expected a month such as 2026-06"):
        asked_month(desk, "soon")


def test_the_summary_puts_its_files_beside_the_workbook_and_says_where(desk: Desk) -> None:
    asked_month(desk, "2026-06")
    told = press(desk, "MonthlySummary")
    assert told.text.startswith("June 2026, the Village of Freeport")
    assert "Received 2" in told.text
    folder = desk.folder / "freeport summary"
    assert str(folder) in told.text
    assert (folder / "summary-2026-06.docx").exists()


# Versions


@pytest.mark.parametrize(
    ("made_for", "xlwings", "words"),
    [
        ("0.0.9", XLWINGS, "are of an older version"),
        ("0.1.0", "0.33.1", "are of an older version"),
        ("0.99.0", XLWINGS, "Install the newer one here"),
    ],
)
def test_macros_of_another_version_are_told_and_what_to_run(made_for: str, xlwings: str, words: str) -> None:
    with pytest.raises(NeedsUser, match=words) as told:
        check_versions("Log.xlsm", made_for, xlwings)
    assert ('permitbook upgrade "Log.xlsm"' in str(told.value)) == ("older" in words)


def test_macros_of_this_version_are_not_held_up() -> None:
    check_versions("Log.xlsm", "0.1.0", XLWINGS)


# The way in


def test_optional_packages_are_hidden_and_there_again_afterwards() -> None:
    absent = [each for each in OPTIONAL if each not in sys.modules]
    with hidden(OPTIONAL):
        for each in absent:
            with pytest.raises(ImportError):
                __import__(each)
    assert not set(absent) & set(sys.modules)
    import numpy

    with hidden(OPTIONAL):
        import numpy as still_there
    assert still_there is numpy


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("--wb=Log.xlsm", "The workbook could not be reached in Excel"),
        ("--wb=A=B.xlsm", "The name of the workbook holds an equals sign"),
    ],
)
def test_where_excel_cannot_be_reached_the_way_in_leaves_with_a_sentence(argument: str, words: str) -> None:
    command = [sys.executable, "-P", "-m", "permitbook.click", "CheckAll", "0.1.0", XLWINGS, argument]
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=here)
    assert done.returncode == 1
    assert done.stderr.startswith(words)
    assert len(done.stderr.splitlines()) == 1


def test_rows_are_read_from_the_address_of_a_selection() -> None:
    assert spans("$A$2") == [(2, 2)]
    assert spans("$A$2:$C$4,$B$9,$D$11:$D$12") == [(2, 4), (9, 9), (11, 12)]
    assert spans("$C:$E") == [(1, 1_048_576)]
    assert spans("$5:$7") == [(5, 7)]


class Selected:
    """Cells as Excel for Windows tells of them: more than a long number can count are counted by nobody."""

    def __init__(self, address: str, book: str = "Log.xlsm") -> None:
        self.xl = self.api = self
        self.address = address
        self.sheet = SimpleNamespace(name="Applications", book=SimpleNamespace(name=book))

    def __len__(self) -> int:
        raise ComError((-2147352567, "Exception occurred.", (0, None, "Overflow", None, 0, -2146828282), None))


def selecting(monkeypatch: pytest.MonkeyPatch, selected: Selected | None) -> Picked:
    """What is selected in an Excel in which these cells are."""
    monkeypatch.setattr("xlwings.Range", lambda impl: impl)
    app = SimpleNamespace(impl=SimpleNamespace(selection=selected))
    return picked_in(SimpleNamespace(app=app, name="Log.xlsm"))  # type: ignore[arg-type]


def test_a_whole_sheet_can_be_selected_though_excel_cannot_count_its_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    assert selecting(monkeypatch, Selected("$1:$1048576")) == Picked("Applications", ((1, 1_048_576),))


def test_cells_selected_in_another_workbook_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NeedsUser, match="No cell is selected"):
        selecting(monkeypatch, Selected("$A$1", "Other.xlsm"))


@pytest.mark.parametrize(("address", "words"), [(None, "No cell is selected"), ("$A$1," * 60, "Too many separate")])
def test_a_selection_that_is_none_is_explained(
    monkeypatch: pytest.MonkeyPatch, address: str | None, words: str
) -> None:
    with pytest.raises(NeedsUser, match=words):
        selecting(monkeypatch, Selected(address) if address else None)


def test_rows_that_a_filter_hides_are_not_among_those_selected(desk: Desk) -> None:
    desk.rows(PARADE | {"received_at": "2026-06-03 09:00"})
    book = load_workbook(desk.book, keep_vba=True)
    book["Applications"].row_dimensions[3].hidden = True
    book.save(desk.book)
    names = named_rows(read_book(desk.book), Picked("Applications", ((1, 1_048_576),)))
    assert names == [FIRST, "FP-2026-003"]
    told = press(desk, "Explain", 3)
    assert told.text.startswith("No application is selected on the sheet Applications.")
