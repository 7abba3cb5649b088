"""Refer, issue, deny on a workbook file: whole or not at all, recorded once, safe to run again."""

import errno
import json
import re
import shutil
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from openpyxl import load_workbook

from permitbook.cli import main
from permitbook.errors import NeedsUser, WorkbookError
from permitbook.history import broken_at
from permitbook.issuing import Acted, act_on
from permitbook.letters.kinds import ACTS
from permitbook.letters.templates import copy_templates, shipped_templates, template_path
from permitbook.ordinances import KEYS
from permitbook.tables import RegisterRow
from tests.letter_books import (
    EAST_TROY,
    FREEPORT,
    GRANTED,
    NEW_CASTLE,
    NOW,
    book,
    denied,
    determined,
    east_troy,
    found,
    freeport,
    new_castle,
    read,
)
from tests.test_letters import text

ISSUE, DENY, REFER = (ACTS[name] for name in ("issue", "deny", "refer"))
LATER = timedelta(days=3)


def issue(path: Path, key: str = FREEPORT, number: str | None = None, after: timedelta = timedelta()) -> Acted:
    """Issues the granted application of a workbook, or another."""
    return act_on(path, ISSUE, [number or GRANTED[key]().application_no or ""], NOW[key] + after)


def register(path: Path, key: str = FREEPORT) -> list[RegisterRow]:
    """The lines of the Register."""
    return [line for _, line in read(path, NOW[key]).desk.register]


def state(path: Path) -> dict[str, bytes]:
    """The workbook and every letter beside it, by name."""
    beside = path.with_name(f"{path.stem} letters")
    files = [path, *(each for each in beside.rglob("*") if each.is_file())]
    return {str(each.relative_to(path.parent)): each.read_bytes() for each in files}


def letters(path: Path, number: str = "FP-2026-001") -> Path:
    """The folder of an application's letters."""
    return path.with_name(f"{path.stem} letters") / number


def granted(folder: Path, **change: object) -> Path:
    """A Freeport workbook with one application to issue."""
    return book(folder, FREEPORT, [freeport(**change)], determined(FREEPORT))


# What is recorded.


def test_each_document_has_a_line_with_number_recipient_clause_file_and_fingerprint(tmp_path: Path) -> None:
    path = granted(tmp_path)
    issue(path)
    lines = register(path)
    assert [(each.document_no, each.kind, each.recipient, each.clause) for each in lines] == [
        ("FP-2026-001/1", "permit", "Applicant: Dana Field", "FP-65-A"),
        ("FP-2026-001/2", "permit copy", "Mayor, Robert Kennedy", "FP-64-A"),
        ("FP-2026-001/3", "permit copy", "Village Attorney, Howard Colton", "FP-64-B"),
        ("FP-2026-001/4", "permit copy", "Fire Chief", "FP-64-C"),
        ("FP-2026-001/5", "permit copy", "Director of the Department of Public Works", "FP-64-D"),
        ("FP-2026-001/6", "permit copy", "Postmaster", "FP-64-E"),
        ("FP-2026-001/7", "permit copy", "Transit utility: NICE Bus", "FP-64-F"),
        ("FP-2026-001/8", "permit copy", "Transit utility: Long Island Rail Road", "FP-64-F"),
        ("FP-2026-001/9", "practice copy", "Village Clerk", "FP-64.0"),
        ("FP-2026-001/10", "pocket copy", "Applicant: Dana Field", "FP-66-B"),
    ]
    for each in lines:
        assert (each.made_at, each.made_by) == (NOW[FREEPORT], "Test Clerk")
        file = letters(path) / (each.file or "")
        assert each.fingerprint == sha256(file.read_bytes()).hexdigest()
        assert f"Document {each.document_no}" in text(file.read_bytes())
    assert len(list(letters(path).iterdir())) == len(lines)


def test_the_line_of_a_document_leads_to_its_file(tmp_path: Path) -> None:
    path = granted(tmp_path)
    issue(path)
    sheet = load_workbook(path)["Register"]
    column = next(cell.column for cell in sheet[1] if cell.value == "File")
    cell = sheet.cell(2, column)
    assert cell.value == "FP-2026-001 permit.docx"
    assert cell.hyperlink is not None
    assert cell.hyperlink.target == "freeport%202026%20letters/FP-2026-001/FP-2026-001%20permit.docx"


def test_issuing_sets_its_own_columns_and_leaves_the_sheet_true(tmp_path: Path) -> None:
    path = granted(tmp_path)
    issue(path)
    it = read(path, NOW[FREEPORT]).assessed[0]
    assert (it.logged.application.issued_at, it.logged.application.permit_no) == (NOW[FREEPORT], "FP-2026-001")
    sheet = load_workbook(path)["Applications"]
    heads = {cell.value: cell.column for cell in sheet[1]}
    assert sheet.cell(2, heads["Status"]).value == "issued"
    today = load_workbook(path)["Today"]
    assert "Send the copies of the permit" in [cell.value for row in today.iter_rows() for cell in row]


def test_a_referral_sets_its_day_and_a_denial_no_column(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY, [east_troy(referred_on=None), denied(EAST_TROY)[0]], denied(EAST_TROY)[1])
    act_on(path, REFER, ["ET-2026-001"], NOW[EAST_TROY])
    before = read(path, NOW[EAST_TROY]).desk.logged
    assert before[0].application.referred_on == date(2026, 5, 20)
    act_on(path, DENY, ["ET-2026-002"], NOW[EAST_TROY])
    assert [each.application for each in read(path, NOW[EAST_TROY]).desk.logged] == [
        each.application for each in before
    ]


def test_new_castle_numbers_each_day_in_one_cell(tmp_path: Path) -> None:
    path = book(tmp_path, NEW_CASTLE)
    issue(path, NEW_CASTLE)
    assert read(path, NOW[NEW_CASTLE]).desk.applications[0].permit_no == "NC-2026-004-1; NC-2026-004-2"
    assert [each.file for each in register(path, NEW_CASTLE)][:2] == [
        "NC-2026-004 permit 2026-10-03.docx",
        "NC-2026-004 permit 2026-10-04.docx",
    ]


def test_numbers_of_documents_run_on_from_act_to_act(tmp_path: Path) -> None:
    path = book(tmp_path, NEW_CASTLE)
    act_on(path, REFER, ["NC-2026-004"], NOW[NEW_CASTLE])
    issue(path, NEW_CASTLE)
    assert [each.document_no for each in register(path, NEW_CASTLE)] == [f"NC-2026-004/{n}" for n in range(1, 10)]


def test_that_no_transit_is_affected_stands_in_the_register_once(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport()], determined(FREEPORT), Streets=[])
    for _ in range(2):
        issue(path)
    stated = [each for each in register(path) if each.kind == "none affected"]
    assert [(each.recipient, each.clause, each.file) for each in stated] == [
        ("Transit utility: none affected", "FP-64-F", None)
    ]
    assert read(path, NOW[FREEPORT]).desk.copies_sent() == {}


def test_the_history_holds_each_act_with_its_files_and_stands_unbroken(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    issue(path)
    act_on(path, DENY, ["FP-2026-002"], NOW[FREEPORT])
    history = read(path, NOW[FREEPORT]).desk.history
    assert [(each.did, each.application_no, each.clauses) for each in history] == [
        ("issued", "FP-2026-001", "FP-65-A, FP-64-A, FP-64-B, FP-64-C, FP-64-D, FP-64-E, FP-64-F, FP-64.0, FP-66-B"),
        ("denied", "FP-2026-002", "FP-59-A-2, FP-59-A-9"),
    ]
    assert f"FP-2026-001 permit.docx {register(path)[0].fingerprint}" in (history[0].files or "")
    assert broken_at(history) == []


# Run again.


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("command", ACTS)
def test_running_again_later_writes_nothing(key: str, command: str, tmp_path: Path) -> None:
    path = book(tmp_path, key)
    number = (denied(key)[0] if command == "deny" else GRANTED[key]()).application_no or ""
    act_on(path, ACTS[command], [number], NOW[key])
    before = state(path)
    again = act_on(path, ACTS[command], [number], NOW[key] + LATER)
    assert [each.changed for each in again.outcomes] == [False]
    assert state(path) == before


@pytest.mark.parametrize("key", KEYS)
def test_the_same_workbook_and_moment_make_the_same_bytes(key: str, tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        path = book(tmp_path / name, key)
        issue(path, key)
        act_on(path, DENY, [denied(key)[0].application_no or ""], NOW[key])
        made.append(state(path))
    assert made[0] == made[1]


def test_a_letter_that_is_gone_comes_back_as_it_was_and_one_that_was_edited_stays(tmp_path: Path) -> None:
    path = granted(tmp_path)
    issue(path)
    before = state(path)
    gone, edited = letters(path) / "FP-2026-001 permit.docx", letters(path) / "FP-2026-001 permit copy Mayor.docx"
    gone.unlink()
    edited.write_bytes(b"by hand")
    again = issue(path, after=LATER).outcomes[0]
    assert again.notes == ("FP-2026-001 permit copy Mayor.docx was changed after it was made; it is left as it is.",)
    assert gone.read_bytes() == before[str(gone.relative_to(tmp_path))]
    assert edited.read_bytes() == b"by hand"
    assert len(register(path)) == 10


def change(path: Path, sheet: str, row: int, heading: str, value: object) -> None:
    """What a clerk types into a cell."""
    from permitbook.workbook.edit import Editor

    heads = {cell.value: cell.column for cell in load_workbook(path)[sheet][1]}
    editor = Editor.open(path)
    editor.set_cells(sheet, {(row, heads[heading]): value})  # type: ignore[dict-item]
    editor.save()


def test_a_correction_before_sending_is_made_under_the_same_numbers(tmp_path: Path) -> None:
    path = granted(tmp_path)
    issue(path)
    before = register(path)
    change(path, "Applications", 2, "Portions of Streets", "The northbound lane")
    assert issue(path, after=LATER).outcomes[0].changed
    after = register(path)
    assert [each.document_no for each in after] == [each.document_no for each in before]
    assert all(new.fingerprint != old.fingerprint for new, old in zip(after, before, strict=True))
    assert "The northbound lane" in text((letters(path) / "FP-2026-001 permit.docx").read_bytes())
    assert read(path, NOW[FREEPORT]).desk.applications[0].issued_at == NOW[FREEPORT]
    again = state(path)
    assert not issue(path, after=2 * LATER).outcomes[0].changed
    assert state(path) == again


def test_once_a_document_is_sent_others_are_not_made_in_its_place(tmp_path: Path) -> None:
    path = granted(tmp_path)
    issue(path)
    change(path, "Register", 3, "Sent", date(2026, 6, 2))
    change(path, "Applications", 2, "Portions of Streets", "The northbound lane")
    before = state(path)
    assert issue(path, after=LATER).outcomes[0].reasons == (
        "FP-2026-001/2 was made before and is sent; what the workbook says now would make other letters. "
        "Those that were made stand.",
    )
    assert state(path) == before


# Withheld.


def test_all_that_can_be_done_is_done_and_each_refusal_has_all_its_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = (
        freeport(),
        freeport(application_no="FP-2026-007", event_date=date(2026, 8, 1), acted_by=None, end_time=None),
    )
    path = book(tmp_path, FREEPORT, [bad, good], determined(FREEPORT))
    asked = ["issue", str(path), "FP-2026-007", "FP-2026-404", "fp-2026-001", "--as-of", "2026-06-02T09:00"]
    assert main(asked) == 1
    told = capsys.readouterr()
    assert "FP-2026-001: issued. Letters are in" in told.out
    assert "FP-2026-007: not issued. No letter was made:" in told.err
    assert "  - Acted By must be filled in: who acted, and when." in told.err
    assert "  - End must be filled in: the permit states Starting and approximate ending time (§ 155-65A)." in told.err
    assert "  - There is no application FP-2026-404 in freeport 2026.xlsm." in told.err
    assert [each.name for each in letters(path).parent.iterdir()] == ["FP-2026-001"]
    assert {each.application_no for each in register(path)} == {"FP-2026-001"}


def test_a_withheld_letter_alone_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = granted(tmp_path, action=None)
    before = state(path)
    assert issue(path).needs_user
    assert state(path) == before


def test_a_number_that_stands_twice_is_told(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(), freeport()], determined(FREEPORT))
    (reason,) = dict.fromkeys(each for outcome in issue(path).outcomes for each in outcome.reasons[:1])
    assert reason.startswith("the number FP-2026-001 stands also in row")


def test_a_cell_that_cannot_be_read_withholds_what_decides(tmp_path: Path) -> None:
    path = granted(tmp_path)
    change(path, "Applications", 2, "Start", "9ish")
    reasons = issue(path).outcomes[0].reasons
    assert "Applications!" in reasons[0]
    assert "\"Start\": read '9ish'" in reasons[0]


def test_what_is_issued_first_in_a_run_stands_against_what_follows(tmp_path: Path) -> None:
    """The later one was found free of the earlier; once its permit is out, the earlier one conflicts with it."""
    first, second = east_troy(), east_troy(application_no="ET-2026-006", received_at=datetime(2026, 4, 1, 11))
    findings = [*determined(EAST_TROY), *determined(EAST_TROY, "ET-2026-006")]
    findings.append(
        found("ET-2026-006", "ET-2-G-4.a", False, "Lorri Alexander", date(2026, 5, 18), "one after another")
    )
    path = book(tmp_path, EAST_TROY, [first, second], findings)
    later, earlier = act_on(path, ISSUE, ["ET-2026-006", "ET-2026-001"], NOW[EAST_TROY]).outcomes
    assert later.reasons == ()
    assert earlier.reasons[0].startswith("Section 2G(4) demands a denial: ET-2026-006: ")
    (tmp_path / "other").mkdir()
    path = book(tmp_path / "other", EAST_TROY, [first, second], findings)
    assert act_on(path, ISSUE, ["ET-2026-001"], NOW[EAST_TROY]).outcomes[0].reasons == ()


def test_a_ground_found_although_granted_is_noted_and_does_not_withhold(tmp_path: Path) -> None:
    stands = found("NC-2026-004", "NC-4-A", True, "Chief James Carroll", date(2026, 9, 10), "narrow")
    path = book(tmp_path, NEW_CASTLE, [new_castle()], [*determined(NEW_CASTLE), stands])
    outcome = issue(path, NEW_CASTLE).outcomes[0]
    assert outcome.reasons == ()
    assert "§ 92-4A was found, yet the grant is recorded." in outcome.notes


# Files and folders.


def busy(path: Path) -> None:
    path.with_name(f"~${path.name}").write_bytes(b"\x05Clerk")


def gone_away(path: Path) -> None:
    path.with_name(f"{path.stem} letters").write_bytes(b"")


def test_a_workbook_open_in_excel_makes_no_letters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = granted(tmp_path)
    busy(path)
    assert main(["issue", str(path), "FP-2026-001", "--as-of", "2026-06-02T09:00"]) == 3
    assert "is open in Excel" in capsys.readouterr().err
    assert not letters(path).parent.exists()


def test_a_folder_that_cannot_be_made_withholds_the_set(tmp_path: Path) -> None:
    path = granted(tmp_path)
    gone_away(path)
    before = path.read_bytes()
    (reason,) = issue(path).outcomes[0].reasons
    assert "Letters cannot be written to" in reason
    assert path.read_bytes() == before


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
def test_letters_are_taken_back_when_the_workbook_is_not_saved(
    again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = book(tmp_path, FREEPORT)
    if again:
        issue(path)
        change(path, "Applications", 2, "Portions of Streets", "The northbound lane")
    before = state(path)

    def refuse(*_: object, **__: object) -> None:
        raise WorkbookError("The disk is full.")

    monkeypatch.setattr("permitbook.workbook.edit.save_file", refuse)
    with pytest.raises(WorkbookError, match="The disk is full"):
        act_on(path, ISSUE, ["FP-2026-001", "FP-2026-002"], NOW[FREEPORT])
    assert state(path) == before
    assert again or not letters(path).parent.exists()


def test_an_act_that_cannot_be_recorded_is_not_done(tmp_path: Path) -> None:
    other = freeport(application_no="FP-2026-009", event_date=date(2026, 8, 1), action=None)
    path = book(tmp_path, FREEPORT, [other, freeport()], determined(FREEPORT))
    workbook = load_workbook(path, keep_vba=True)
    sheet = workbook["Applications"]
    column = next(cell.column_letter for cell in sheet[1] if cell.value == "Permit Issued At")
    sheet.merge_cells(f"{column}2:{column}3")
    workbook.save(path)
    before = state(path)
    with pytest.raises(WorkbookError, match=r"cannot be written .* no letter was made"):
        issue(path)
    assert state(path) == before


def test_the_clerks_own_template_is_used_and_a_new_book_does_not_overwrite_it(tmp_path: Path) -> None:
    path = granted(tmp_path)
    folder = copy_templates(path)
    assert {each.name for each in folder.iterdir()} == {each.name for each in shipped_templates().glob("*.docx")}
    shutil.copyfile(shipped_templates() / "denial.docx", folder / "permit.docx")
    edited = (folder / "permit.docx").read_bytes()
    copy_templates(path)
    assert (folder / "permit.docx").read_bytes() == edited
    assert template_path(path, "permit.docx") == folder / "permit.docx"
    issue(path)
    assert "has denied application" in text((letters(path) / "FP-2026-001 permit.docx").read_bytes())


def test_a_disk_that_fills_up_leaves_no_half_of_a_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[:4096])
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NeedsUser, match="no room on the disk"):
        copy_templates(tmp_path / "Parade Log.xlsm")
    assert not list(tmp_path.iterdir())


EVENTS = ["Smith/Jones: 5K?", "CON", "Fall Fest.", "..\\..\\x", "a" * 200, "Café", "Cafe\u0301", "cafÉ"]


def test_every_application_has_its_own_files_whatever_its_number_and_utilities_are_called(tmp_path: Path) -> None:
    from permitbook.tables import Street

    numbers = ["FP/2026:1", "CON", "Fall Fest.", "..\\..\\x", "x" * 100]
    applications = [
        freeport(application_no=number, event_name=event, event_date=date(2026, 7, 11) + timedelta(days=place))
        for place, (number, event) in enumerate(zip(numbers, EVENTS, strict=False))
    ]
    findings = [each for number in numbers for each in determined(FREEPORT, number)]
    streets = [Street(street="Grand Avenue", transit=tuple(EVENTS))]
    path = book(tmp_path, FREEPORT, applications, findings, Streets=streets)
    acted = act_on(path, ISSUE, numbers, NOW[FREEPORT])
    assert [each.reasons for each in acted.outcomes] == [()] * len(numbers)
    written = list(letters(path).parent.rglob("*.docx"))
    assert len({str(each).casefold() for each in written}) == len(written) == len(register(path))
    for each in written:
        assert each.parent.parent == letters(path).parent
        assert len(str(each)) < 240
        assert not re.search(r'[<>:"|?*]|[. ]\.docx$', each.name)


def test_json_is_one_document_with_what_was_made_and_what_was_withheld(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = book(tmp_path, FREEPORT)
    asked = ["deny", str(path), "FP-2026-002", "FP-2026-001", "--json", "--as-of", "2026-06-02T09:00"]
    assert main(asked) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["ordinance"], told["as_of"], told["act"]) == ("freeport", "2026-06-02T09:00", "deny")
    done, withheld = told["applications"]
    assert done["done"]
    assert [(each["document_no"], each["kind"]) for each in done["documents"]] == [("FP-2026-002/1", "denial")]
    assert not withheld["done"]
    assert withheld["reasons"][0].startswith("Action is granted: a denial is written once")


def test_acts_load_neither_excel_nor_word_libraries_before_they_need_them() -> None:
    import subprocess
    import sys

    code = "import sys, permitbook.issuing; print({'docx', 'docxtpl', 'openpyxl', 'lxml'} & sys.modules.keys())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_a_workbook_without_a_register_makes_no_letters(tmp_path: Path) -> None:
    path = granted(tmp_path)
    workbook = load_workbook(path, keep_vba=True)
    del workbook["Register"]
    workbook.save(path)
    with pytest.raises(WorkbookError, match="has no sheet Register"):
        issue(path)
    assert not letters(path).parent.exists()
