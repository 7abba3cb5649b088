"""The awkward cases that are no import: deadlines, writing back, strangers and letters, each through a command."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.clerk import AS_OF, FILES, MAPS, Desk, cells, one, run
from tests.word_files import template, words

NEW_CASTLE = "new_castle"


def office(tmp_path: Path, closed: dict[date, str], **facts: object) -> Desk:
    """A New Castle office with this closing list and one denied application."""
    desk = Desk(tmp_path, NEW_CASTLE)
    with desk.by_hand() as book:
        sheet = book["Closures"]
        for row in sheet.iter_rows(min_row=2):
            for cell in row:
                cell.value = None
        for number, (day, name) in enumerate(closed.items(), 2):
            sheet.cell(number, 1).value, sheet.cell(number, 2).value = day, name
    desk.rows({"application_no": "NC-1", "start_time": "10:00", "route": "King Street", **facts})
    return desk


def appeal(desk: Desk) -> Any:
    """The five business days for an appeal, counted from receipt of the denial (§ 92-6)."""
    it = desk.application("NC-1", as_of="2027-12-31T09:00")
    return one(it["deadlines"], clause="NC-6.3")


def denied(received: str, event: str) -> dict[str, object]:
    day = received[:10]
    return {
        "received_at": f"{day} 09:00",
        "event_date": event,
        "action": "denied",
        "acted_at": f"{day} 10:00",
        "notice_received_on": day,
    }


def test_deadline_1_new_years_day_observed_in_the_year_before(tmp_path: Path) -> None:
    # From Thursday 30 December 2027: 31 December is listed but no legal holiday, so an applicant's safest count takes
    # it, and the most generous does not: 3, 4, 5, 6, 7 January 2028.
    closed = {date(2027, 12, 31): "New Year's Day (observed)", date(2028, 2, 21): "Washington's Birthday"}
    told = appeal(office(tmp_path, closed, **denied("2027-12-30", "2028-03-18")))
    assert (told["due"], told["outer"]) == ("2028-01-06", "2028-01-07")
    assert "New Year's Day (observed)" in " ".join(told["steps"])


def test_deadline_2_counting_from_a_closed_day(tmp_path: Path) -> None:
    # Saturday 15 and Friday 14 August 2026: Monday the 17th is day one, Friday the 21st day five.
    for received in ("2026-08-15", "2026-08-14"):
        folder = tmp_path / received
        folder.mkdir()
        told = appeal(office(folder, {date(2026, 9, 7): "Labor Day"}, **denied(received, "2026-12-12")))
        assert (told["due"], told["outer"]) == ("2026-08-21", "2026-08-21")
    # Labor Day, 7 September: Tuesday the 8th is day one, Monday the 14th day five.
    told = appeal(office(tmp_path, {date(2026, 9, 7): "Labor Day"}, **denied("2026-09-07", "2026-12-12")))
    assert (told["due"], told["outer"]) == ("2026-09-14", "2026-09-14")


def test_deadline_3_a_holiday_on_a_saturday_is_taken_once(tmp_path: Path) -> None:
    # From Thursday 2 July 2026, the 3rd and 4th listed. New York keeps the 4th only, a Saturday: the safest count takes
    # Friday the 3rd (3, 6, 7, 8, 9), the most generous leaves it out (6, 7, 8, 9, 10).
    closed = {date(2026, 7, 3): "Independence Day (observed)", date(2026, 7, 4): "Independence Day"}
    told = appeal(office(tmp_path, closed, **denied("2026-07-02", "2026-12-12")))
    assert (told["due"], told["outer"]) == ("2026-07-09", "2026-07-10")


def test_deadline_4_months_do_not_drift(tmp_path: Path) -> None:
    # New Castle takes no application more than six months ahead (§ 92-3), the only months that an ordinance counts.
    # Where the month reached has no such day, it is its last; and a day more does not move what the next one gives.
    first_days = {
        "2028-07-31": "Mon 31 Jan 2028",
        "2028-08-28": "Mon 28 Feb 2028",
        "2028-08-29": "Tue 29 Feb 2028",
        "2028-08-31": "Tue 29 Feb 2028",
        "2028-09-30": "Thu 30 Mar 2028",
        "2028-12-31": "Fri 30 Jun 2028",
        "2029-08-31": "Wed 28 Feb 2029",
    }
    desk = Desk(tmp_path, NEW_CASTLE)
    for number, day in enumerate(first_days):
        desk.rows({"application_no": f"NC-{number}", "received_at": "2028-01-03 09:00", "event_date": day})
    told = {each["application_no"]: each["findings"] for each in desk.check(as_of="2028-01-04T09:00")["applications"]}
    for number, first in enumerate(first_days.values()):
        assert f"the first day for filing is {first}." in one(told[f"NC-{number}"], clause="NC-3-A.2")["because"]


def test_deadline_5_no_firm_date_in_a_year_without_a_list(tmp_path: Path) -> None:
    closed = {date(2026, 5, 25): "Memorial Day", date(2027, 5, 31): "Memorial Day"}
    told = appeal(office(tmp_path, closed, **denied("2029-05-25", "2029-09-15")))
    # The statutory Memorial Day, 28 May 2029, stands in: 29, 30, 31 May, 1, 4 June.
    assert told["due"] == "2029-06-04"
    assert "add 2029 to the Closures sheet to make this date firm" in " ".join(told["steps"])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_write_2_a_result_in_merged_cells_is_told_and_the_others_are_written(desk: Desk) -> None:
    desk.bring(FILES / "write-2-merged-result-cells.xlsx", map=MAPS / "sample_log.toml")
    with desk.by_hand() as book:
        sheet = book["Applications"]
        column = [cell.value for cell in sheet[1]].index("Status") + 1
        name = sheet.cell(1, column).column_letter
        sheet.merge_cells(f"{name}2:{name}3")
    told = run("check", desk.book, "--as-of", AS_OF)
    assert told.status == 1
    assert f"Applications!{name}3: not written: it is merged with others in {name}2:{name}3" in told.err
    assert ["Status" in row for row in cells(desk)] == [True, False, True, True]


def test_write_3_two_hundred_rows_stay_as_they_were_when_they_cannot_be_saved(desk: Desk) -> None:
    desk.bring(FILES / "write-3-two-hundred-rows.xlsx", map=MAPS / "sample_log.toml")
    before = desk.book.read_bytes()
    mark = desk.folder / "~$freeport.xlsm"
    mark.write_bytes(b"\x04Jane" + b" " * 50)
    told = run("check", desk.book, "--as-of", AS_OF)
    assert (told.status, told.out, len(told.err.splitlines())) == (3, "", 1)
    assert "freeport.xlsm is open in Excel (Jane)" in told.err
    assert desk.book.read_bytes() == before
    mark.unlink()
    assert len(desk.check()["applications"]) == 200
    assert desk.book.read_bytes() != before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("file-1-a-protected.xlsx", "protected by a password"),
        ("file-1-b-web-page.xlsx", "is a web page"),
        ("file-1-c-text-file.xlsx", "is a text file"),
        ("file-1-d-empty.xlsx", "is empty"),
        ("file-1-e-word-file.xlsx", "is a Word document"),
    ],
)
@pytest.mark.parametrize("command", ["check", "import"])
def test_file_1_each_stranger_has_its_sentence(desk: Desk, name: str, says: str, command: str) -> None:
    path = desk.folder / name
    shutil.copyfile(FILES / name, path)
    told = run("check", path) if command == "check" else run("import", desk.book, path)
    assert (told.status, told.out, len(told.err.splitlines())) == (3, "", 1)
    assert says in told.err and name in told.err


def test_file_1_strangers_in_a_folder_stop_no_other_workbook(desk: Desk) -> None:
    for path in FILES.glob("file-1-*.xlsx"):
        shutil.copyfile(path, desk.folder / path.name)
    desk.rows({"application_no": "FP-1", "received_at": "2026-06-02 09:00", "event_date": "2026-09-12"})
    told = run("summary", desk.folder, "--month", "2026-06", "--as-of", AS_OF, "--json")
    assert told.status == 1
    assert all(path.name in told.err for path in FILES.glob("file-1-*.xlsx"))
    assert "Traceback" not in told.err and '"freeport"' in told.out


def receipt(desk: Desk, *numbers: str) -> Any:
    return run("letter", desk.book, "receipt", *numbers, "--as-of", AS_OF, "--json")


def own_template(desk: Desk, content: bytes) -> None:
    """A clerk's own template of the receipt."""
    folder = desk.folder / f"{desk.book.stem} letters" / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "receipt.docx").write_bytes(content)


def made(desk: Desk) -> list[Path]:
    folder = desk.folder / f"{desk.book.stem} letters"
    return sorted(each for each in folder.rglob("*.docx") if each.parent.name != "templates")


def test_letter_1_ampersands_and_angle_brackets_reach_the_letter_whole(desk: Desk) -> None:
    desk.bring(FILES / "letter-1-special-characters.xlsx", map=MAPS / "sample_log.toml")
    (row,) = cells(desk)
    tags = "{{ organization_name }}, {{ event_name }}"
    own_template(desk, template(f"Parks & Recreation: {tags}", rows=[[tags]], header=tags, footer=tags))
    told = receipt(desk, str(row["Application No"]))
    assert told.status == 0, told.err
    whole = "Smith & Sons <Events>, 5K < 10K & Fun"
    (letter,) = made(desk)
    assert [each for each in words(letter.read_bytes()) if "Smith" in each] == [
        f"Parks & Recreation: {whole}",
        whole,
        whole,
        whole,
    ]


def test_letter_2_a_placeholder_that_word_split_is_filled_and_a_broken_one_withholds(desk: Desk) -> None:
    desk.log(
        "application_no,received_at,event_name,event_date,applicant_name",
        "FP-1,2026-06-01 09:00,Fair,2026-09-12,Dana Field",
    )
    own_template(desk, template(["{{ event", "_name", " }} on ", "{{ event_date }}"]))
    assert receipt(desk, "FP-1").status == 0
    assert "Fair on" in " ".join(words(made(desk)[0].read_bytes()))
    made(desk)[0].unlink()
    own_template(desk, template("{{ event_name }", "and {{ event_date }}"))
    told = receipt(desk, "FP-1")
    assert (told.status, made(desk)) == (1, [])
    assert "receipt.docx" in told.err


def test_letter_3_a_gap_withholds_the_letter_with_every_reason(desk: Desk) -> None:
    desk.log("application_no,received_at,event_name,applicant_name", "FP-1,2026-06-01 09:00,Fair,Dana Field")
    own_template(desk, template("{{ event_name }} {{ applicant_phone }}", "{{ docket_letter }}"))
    told = receipt(desk, "FP-1")
    assert (told.status, made(desk)) == (1, [])
    assert "docket_letter" in told.err and "Applicant Phone is missing" in told.err
    assert "None" not in told.err and "nan" not in told.err


def test_letter_5_awkward_event_names_lead_to_files_of_their_own(desk: Desk) -> None:
    desk.bring(FILES / "letter-5-event-names.xlsx", map=MAPS / "sample_log.toml")
    numbers = [str(row["Application No"]) for row in cells(desk)]
    own_template(desk, template("{{ event_name }}"))
    told = receipt(desk, *numbers)
    assert told.status == 0, told.err
    paths = [str(each.relative_to(desk.folder)) for each in made(desk)]
    assert len({each.casefold() for each in paths}) == len(numbers) == 10
    assert all(any(number in each for number in numbers) for each in paths)
    assert not any(sign in each for each in paths for sign in ':*?"<>|\\')
    before = {each: each.read_bytes() for each in made(desk)}
    assert receipt(desk, *numbers).status == 0
    assert {each: each.read_bytes() for each in made(desk)} == before


def test_text_4_what_looks_like_a_formula_is_harmless_in_every_copy(desk: Desk) -> None:
    desk.bring(FILES / "text-4-formula-like-text.xlsx", map=MAPS / "sample_log.toml")
    assert run("export", desk.book, "--out", desk.folder / "csv", "--as-of", AS_OF).status == 0
    (log,) = (desk.folder / "csv").glob("*pplications.csv")
    import csv

    rows = list(csv.DictReader(log.read_text("utf-8-sig").splitlines()))
    assert not any(value.lstrip("\t \r\n")[:1] in ("=", "@", "＝") for row in rows for value in row.values())
    run("check", desk.book, "--as-of", AS_OF)
    workbook = openpyxl.load_workbook(desk.book)
    assert not any(
        cell.data_type == "f" and str(cell.value).startswith(("=HYPERLINK", "=1+1"))
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
    )
