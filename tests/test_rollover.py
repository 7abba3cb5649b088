"""Next year's workbook: the office's tables as they stand, recurring events as drafts, the old one untouched."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from openpyxl import load_workbook

from permitbook.application import Application
from permitbook.desk import Desk, open_desk
from permitbook.history import broken_at
from permitbook.letters.templates import shipped_templates
from permitbook.ordinances import KEYS, ordinance
from permitbook.places import read_route
from permitbook.recurring import TAKEN_OVER
from permitbook.statutory import statutory_holidays
from permitbook.tables import Closure, Fee, Meeting, Official, OutsideEvent, ReadingRow, Street
from permitbook.workbook.build_rows import starting_rows
from permitbook.workbook.layout import application_columns
from permitbook.workbook.reader import read_book
from tests.clerk import Heard, run
from tests.letter_books import EAST_TROY, FREEPORT, NEW_CASTLE, book, east_troy, freeport

AT = "2026-12-01T09:00"


def roll(old: Path, *more: object, new: str = "next.xlsm", year: int = 2027) -> Heard:
    return run("rollover", old, old.parent / new, "--year", year, "--as-of", AT, *more)


def desk_of(path: Path) -> Desk:
    return open_desk(read_book(path))


def rows_of(path: Path, sheet: str) -> list[tuple[Any, ...]]:
    """The filled rows of a sheet below its headings, as openpyxl reads them."""
    rows = load_workbook(path)[sheet].iter_rows(min_row=2, values_only=True)
    return [row for row in rows if any(cell is not None for cell in row)]


def change(path: Path, sheet: str, cell: str, value: Any) -> None:
    there = load_workbook(path, keep_vba=True)
    there[sheet][cell] = value
    there.save(path)


# What is taken over


@pytest.mark.parametrize("key", KEYS)
def test_officials_fees_streets_settings_and_readings_stand_in_the_new_workbook_as_in_the_old(
    tmp_path: Path, key: str
) -> None:
    law = ordinance(key)
    readings: Any = starting_rows(law, [2026])["Readings"]
    signed = replace(readings[0], confirmed_by="Counsel", confirmed_on=date(2026, 2, 3))
    tables: dict[str, Any] = {
        "Officials": [Official(role=law.official, name="Jo Lee", email="jo@example.org", address="1 Hall\nTown")],
        "Fees": [Fee(what="Usage permit", amount=Decimal("12.50"), resolution_on=date(2026, 1, 5))],
        "Streets": [Street(street="Elm Street", alias=("Elm",), peak_from=time(7), transit=("Bus",), parking_spaces=4)],
        "Readings": [signed, *readings[1:]],
    }
    old = book(tmp_path, key, [], [], **tables)
    row = next(at for at, each in enumerate(rows_of(old, "Settings"), 2) if each[0] == "due_soon")
    change(old, "Settings", f"B{row}", 9)
    before = old.read_bytes()
    assert (told := roll(old)).status == 0, told.err
    there, here = desk_of(old).office, desk_of(tmp_path / "next.xlsm").office
    assert here.settings == there.settings and here.settings.due_soon == 9
    assert [each for each in here.officials if each.name] == list(there.officials)
    assert {each.role for each in here.officials} >= {each.to for each in law.recipients}
    assert there.fees.items() <= here.fees.items()
    assert rows_of(tmp_path / "next.xlsm", "Streets") == rows_of(old, "Streets")
    assert (here.readings, there.readings) == (there.readings, here.readings)
    assert here.readings[signed.id].confirmed_by == "Counsel"
    assert old.read_bytes() == before


def test_what_is_dated_stays_with_its_year_but_for_the_closings_that_january_is_counted_back_over(
    tmp_path: Path,
) -> None:
    tables: dict[str, Any] = {
        "Closures": [Closure(date=date(year, 12, 24), name=f"Eve {year}") for year in (2025, 2026, 2027)],
        "Meetings": [Meeting(date=date(year, month, 3), board="Board") for year, month in ((2026, 12), (2027, 1))],
        "Outside Events": [OutsideEvent(name=f"Fair {year}", date=date(year, 7, 1)) for year in (2026, 2027)],
    }
    old = book(tmp_path, FREEPORT, [], [], **tables)
    assert roll(old).status == 0
    new = tmp_path / "next.xlsm"
    named = [each[1] for each in rows_of(new, "Closures")]
    assert [each for each in named if each.startswith("Eve")] == ["Eve 2026", "Eve 2027"]
    assert [each[0] for each in rows_of(new, "Meetings")] == [datetime(2027, 1, 3)]
    assert [each[0] for each in rows_of(new, "Outside Events")] == ["Fair 2027"]


@pytest.mark.parametrize("key", KEYS)
def test_the_statutory_holidays_of_the_year_are_listed_as_a_new_workbook_lists_them(tmp_path: Path, key: str) -> None:
    old = book(tmp_path, key, [], [])
    assert roll(old).status == 0
    run("new", tmp_path / "new.xlsm", "--ordinance", key, "--year", 2027, "--as-of", AT)
    fresh = rows_of(tmp_path / "new.xlsm", "Closures")
    assert [row for row in rows_of(tmp_path / "next.xlsm", "Closures") if row[0].year == 2027] == fresh
    assert {row[0].date() for row in fresh} == set(statutory_holidays(ordinance(key).state, 2027))


def test_a_list_that_the_office_has_made_for_the_year_is_taken_as_it_is_and_what_it_lacks_is_told(
    tmp_path: Path,
) -> None:
    """A holiday that was taken out is a day on which the office is open."""
    holidays = statutory_holidays("NY", 2027)
    kept = [Closure(date=day, name=name) for day, name in holidays.items() if name != "Columbus Day"]
    old = book(tmp_path, FREEPORT, [], [], Closures=kept)
    told = roll(old)
    assert len(rows_of(tmp_path / "next.xlsm", "Closures")) == len(holidays) - 1
    assert "it does not have Columbus Day (2027-10-11)" in told.err


def test_a_confirmation_of_other_words_is_left_for_the_attorney_to_renew(tmp_path: Path) -> None:
    readings: Any = starting_rows(ordinance(FREEPORT), [2026])["Readings"]
    old_words = replace(readings[0], words="other words", confirmed_by="Counsel", confirmed_on=date(2026, 2, 3))
    own = ReadingRow(id="FP-66", words="fallen", taken="switched off", confirmed_by="Counsel")
    old = book(tmp_path, FREEPORT, [], [], Readings=[old_words, *readings[1:], own])
    told = roll(old)
    here = desk_of(tmp_path / "next.xlsm").office.readings
    assert (here[readings[0].id].words, here[readings[0].id].confirmed_by) == (readings[0].words, None)
    assert f"the words of {readings[0].id} have changed" in told.err
    assert (here["FP-66"].taken, here["FP-66"].confirmed_by) == ("switched off", "Counsel")


def test_templates_that_the_clerk_has_edited_come_along_and_the_others_are_the_programs(tmp_path: Path) -> None:
    old = book(tmp_path, FREEPORT, [], [])
    own = tmp_path / f"{old.stem} letters" / "templates"
    own.mkdir(parents=True)
    (own / "permit.docx").write_bytes(b"edited")
    (own / "~$permit.docx").write_bytes(b"Word")
    assert roll(old).status == 0
    there = {each.name: each.read_bytes() for each in (tmp_path / "next letters" / "templates").iterdir()}
    shipped = {each.name: each.read_bytes() for each in shipped_templates().glob("*.docx")}
    assert there == {**shipped, "permit.docx": b"edited"}


def test_the_new_history_begins_with_the_end_of_the_old_one(tmp_path: Path) -> None:
    old = book(tmp_path, FREEPORT)
    run("check", old, "--as-of", "2026-06-20T09:00")
    last = desk_of(old).history[-1]
    assert roll(old).status == 0
    [entry] = desk_of(tmp_path / "next.xlsm").history
    assert broken_at([entry]) == []
    assert entry.did == f"started for 2027 from {old.name}: its last entry is {last.no}, {last.hash}"
    assert (entry.files or "").startswith(f"{old.name} ")


def test_what_the_office_has_added_is_told_where_it_has_no_place(tmp_path: Path) -> None:
    old = book(tmp_path, FREEPORT, [], [])
    change(old, "Officials", "H1", "Fax")
    row = len(rows_of(old, "Settings")) + 2
    change(old, "Settings", f"A{row}", "moon")
    told = roll(old)
    assert told.status == 0
    assert "Officials: the column Fax is the office's own and is not taken over" in told.err
    assert "Settings: moon is no setting of this version" in told.err


# Recurring events


def drafts(path: Path) -> list[Application]:
    return [each.application for each in desk_of(path).logged]


def test_an_event_marked_as_recurring_becomes_a_draft_with_who_what_and_where(tmp_path: Path) -> None:
    old = book(
        tmp_path, FREEPORT, [freeport(recurring=True), freeport(application_no="FP-2026-002", event_name="Once")], []
    )
    told = roll(old, "--recurring")
    assert told.status == 0
    [draft] = drafts(tmp_path / "next.xlsm")
    was = freeport(recurring=True)
    for column in application_columns(ordinance(FREEPORT)):
        value = getattr(draft, column.key)
        if column.key in TAKEN_OVER:
            assert value == getattr(was, column.key), column.key
        elif column.key not in ("notes", "application_no"):
            assert value is None, column.key
    assert not desk_of(tmp_path / "next.xlsm").logged[0].is_numbered
    assert "Draft from FP-2026-001, not an application yet." in (draft.notes or "")
    assert "It was held on Sat 11 Jul 2026, the second Saturday of July." in (draft.notes or "")


def test_nothing_that_the_law_turns_on_is_taken_over_but_the_hours_and_the_route() -> None:
    """Counts, days, papers, payments, waivers, decisions and permits are last year's."""
    decides = {"event_date", "more_dates", "received_at", "participants", "units", "vehicles", "marshals", "fee_paid"}
    decides |= {
        "insured_to",
        "indemnity_signed_on",
        "action",
        "acted_at",
        "waiver_granted_on",
        "permit_no",
        "conditions",
    }
    assert decides.isdisjoint(TAKEN_OVER)


def test_an_event_held_in_two_years_recurs_also_where_the_log_has_no_mark_for_it(tmp_path: Path) -> None:
    """The last is taken; one that is in the log for the new year already is not."""
    fourth = east_troy(event_date=date(2025, 7, 4), application_no="ET-2025-001")
    once = east_troy(event_name="Criterium", application_no="ET-2026-002")
    early = east_troy(event_name="Winter Walk", event_date=date(2026, 1, 9), application_no="ET-2026-003")
    filed = east_troy(event_name="WINTER  walk", event_date=date(2027, 1, 8), application_no="ET-2026-004")
    old = book(tmp_path, EAST_TROY, [fourth, east_troy(), once, early, filed], [])
    told = roll(old, "--recurring", "--json")
    assert told.json["drafts"] == [{"from": "ET-2026-001", "event": "Fourth of July Parade"}]
    assert "WINTER  walk of 2027 is in the log already (ET-2026-004)" in told.err


def test_the_clerk_may_name_the_events_to_take_over(tmp_path: Path) -> None:
    old = book(tmp_path, EAST_TROY, [east_troy(), east_troy(application_no="ET-2026-002", event_name="Run")], [])
    told = roll(old, "--recurring", "et-2026-002")
    assert told.status == 0
    assert [each.event_name for each in drafts(tmp_path / "next.xlsm")] == ["Run"]
    assert "--recurring ET-2026-001" in roll(old, "--recurring", new="other.xlsm").err


def test_a_cell_that_cannot_be_read_is_blank_in_the_draft_and_told(tmp_path: Path) -> None:
    old = book(tmp_path, EAST_TROY, [east_troy()], [])
    cell = next(each for each in load_workbook(old)["Applications"][1] if each.value == "Start")
    change(old, "Applications", f"{cell.column_letter}2", "nine-ish")
    told = roll(old, "--recurring", "ET-2026-001")
    assert told.status == 0 and f"ET-2026-001: Start ({cell.column_letter}2) cannot be read" in told.err
    assert drafts(tmp_path / "next.xlsm")[0].start_time is None


def test_a_name_that_is_not_in_the_log_makes_nothing(tmp_path: Path) -> None:
    old = book(tmp_path, EAST_TROY)
    told = roll(old, "--recurring", "ET-2026-999")
    assert told.status == 1 and "no application ET-2026-999" in told.err
    assert not (tmp_path / "next.xlsm").exists() and not (tmp_path / "next letters").exists()


def test_a_number_that_stands_twice_is_told_as_that(tmp_path: Path) -> None:
    old = book(tmp_path, FREEPORT, [freeport(), freeport(event_name="Other")], [])
    told = roll(old, "--recurring", "FP-2026-001")
    assert told.status == 1 and "FP-2026-001 stands twice in the log" in told.err
    assert not (tmp_path / "next.xlsm").exists()


def test_what_was_decided_of_an_event_does_not_matter_for_its_draft(tmp_path: Path) -> None:
    """Granted or denied, its applicant is treated the same."""
    made = []
    for place, action in enumerate(("granted", "denied", None)):
        folder = tmp_path / str(place)
        folder.mkdir()
        old = book(folder, FREEPORT, [freeport(recurring=True, action=action)], [])
        roll(old, "--recurring")
        made.append(drafts(folder / "next.xlsm"))
    assert made[0] == made[1] == made[2]


def test_a_check_of_the_new_workbook_holds_no_place_for_a_draft_and_numbers_it_once_it_is_received(
    tmp_path: Path,
) -> None:
    old = book(tmp_path, FREEPORT, [freeport(recurring=True)], [])
    roll(old, "--recurring")
    new = tmp_path / "next.xlsm"
    told = run("check", new, "--json", "--as-of", "2027-01-04T09:00").json
    assert [each["conflicts"] for each in told["applications"]] == [[]]
    heads = {cell.value: cell.coordinate for cell in load_workbook(new)["Applications"][1]}
    change(new, "Applications", heads["Received"].replace("1", "2"), datetime(2027, 1, 4, 9))
    change(new, "Applications", heads["Event Date"].replace("1", "2"), datetime(2027, 7, 10))
    told = run("check", new, "--json", "--as-of", "2027-01-04T10:00").json
    assert [each["application_no"] for each in told["applications"]] == ["FP-2027-001"]


# Whole or not at all


def test_cells_of_the_office_that_cannot_be_read_are_told_and_nothing_is_made(tmp_path: Path) -> None:
    old = book(tmp_path, FREEPORT)
    change(old, "Fees", "A2", "Permit")
    change(old, "Fees", "B2", "about ten")
    told = roll(old)
    assert told.status == 1 and "Fees!B2" in told.err and "was not made" in told.out
    assert not (tmp_path / "next.xlsm").exists() and not (tmp_path / "next letters").exists()


@pytest.mark.parametrize("new", ["next.xlsx", "freeport 2026.xlsm"])
def test_another_ending_and_a_file_that_is_there_are_refused(tmp_path: Path, new: str) -> None:
    old = book(tmp_path, FREEPORT)
    before = old.read_bytes()
    assert roll(old, new=new).status == 3
    assert old.read_bytes() == before and [each.name for each in tmp_path.iterdir()] == [old.name]


def test_a_workbook_that_cannot_be_written_leaves_no_letters_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from permitbook.workbook import saving

    old = book(tmp_path, FREEPORT)

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving, "_place", full)
    told = roll(old, new="there/next.xlsm")
    assert told.status == 3 and "full" in told.err
    assert [each.name for each in tmp_path.rglob("*")] in ([old.name], [old.name, "there"])


def test_templates_that_lie_at_the_new_place_already_are_not_replaced(tmp_path: Path) -> None:
    old = book(tmp_path, NEW_CASTLE)
    for name, content in ((f"{old.stem} letters", b"edited"), ("next letters", b"others")):
        folder = tmp_path / name / "templates"
        folder.mkdir(parents=True)
        (folder / "permit.docx").write_bytes(content)
    told = roll(old)
    assert told.status == 1 and "permit.docx was changed" in told.err
    assert not (tmp_path / "next.xlsm").exists()
    assert [each.read_bytes() for each in (tmp_path / "next letters" / "templates").iterdir()] == [b"others"]


def test_the_same_workbook_makes_the_same_bytes(tmp_path: Path) -> None:
    old = book(tmp_path, EAST_TROY, [east_troy(route=read_route("Main Street"))], [])
    roll(old, "--recurring", "ET-2026-001")
    roll(old, "--recurring", "ET-2026-001", new="again.xlsm")
    assert (tmp_path / "next.xlsm").read_bytes() == (tmp_path / "again.xlsm").read_bytes()
