"""Everything for a request for records: equal to the workbook, harmless, nothing private, whole or not at all."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, time
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from permitbook.export.privacy import OF_A_PERSON, OF_AN_ORGANIZATION, REDACTED, without_contacts
from permitbook.harmless import as_it_was, harmless
from permitbook.issuing import act_on
from permitbook.letters.kinds import ISSUE
from permitbook.ordinances import KEYS
from permitbook.tables import Closure, Meeting, OutsideEvent
from permitbook.workbook.layout import SHEETS, takes_rows
from tests.clerk import DATA, FILES, MAPS, Desk, Heard, run
from tests.letter_books import FREEPORT, GRANTED, NOW, book, denied, determined, freeport

AS_OF = "2026-06-20T09:00"
FORMULAS = (
    '=HYPERLINK("http://example.invalid","x")',
    "+1 555 555 0142",
    "-Parade-",
    "@Home 5K",
    "\t=1+1",
    "\uff1d1+1",
)


def export(book: Path, out: Path, *more: object) -> Heard:
    return run("export", book, "--out", out, "--as-of", AS_OF, *more)


def table(folder: Path, name: str) -> list[list[str]]:
    """A file of an export as any program reads it, texts taken back to what they were."""
    with (folder / name).open(encoding="utf-8-sig", newline="") as file:
        return [[as_it_was(cell) for cell in row] for row in csv.reader(file)]


def records(folder: Path, name: str = "applications.csv") -> list[dict[str, str]]:
    heads, *rows = table(folder, name)
    return [dict(zip(heads, row, strict=True)) for row in rows]


def manifest(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def state(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def issued(folder: Path, key: str) -> Path:
    """A workbook in which a permit was issued, checked by that."""
    tables: dict[str, Any] = {
        "Meetings": [Meeting(date=date(2026, 7, 6), time=time(19, 30), board="Board")],
        "Closures": [Closure(date=date(2026, 7, 3), name="Day before the Fourth")],
        "Outside Events": [OutsideEvent(name="Fair", date=date(2026, 7, 4), start_time=time(10), officers=2)],
    }
    path = book(folder, key, **tables)
    number = GRANTED[key]().application_no or ""
    assert not act_on(path, ISSUE, [number], NOW[key]).outcomes[0].reasons
    return path


@pytest.fixture(scope="module", params=KEYS)
def of_each(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A workbook of each municipality, and its export."""
    folder = tmp_path_factory.mktemp(request.param)
    path = issued(folder, request.param)
    assert export(path, folder / "out").status == 0
    return path, folder / "out"


def says(cell: object, told: str) -> bool:
    """Whether a text of a CSV file says the same as a cell that openpyxl reads."""
    match cell:
        case None:
            return told == ""
        case datetime():
            return datetime.fromisoformat(told) == cell
        case date():
            return date.fromisoformat(told) == cell
        case time():
            return time.fromisoformat(told) == cell
        case int() | float():
            return float(told) == cell
    return told == cell


def filled(sheet: Any, top: int) -> Iterator[list[object]]:
    for row in sheet.iter_rows(min_row=top, values_only=True):
        if any(cell is not None for cell in row):
            yield list(row)


def test_every_table_is_read_back_equal_to_the_workbook(of_each: tuple[Path, Path]) -> None:
    path, out = of_each
    there, told = load_workbook(path), {each["sheet"]: each["file"] for each in manifest(out)["files"]}
    assert list(told) == [sheet for sheet in SHEETS if takes_rows(sheet)]
    for sheet, file in told.items():
        heads, *rows = filled(there[sheet], 4 if sheet == "Today" else 1)
        shown, *lines = table(out, file)
        width = len(shown)
        assert shown == heads[:width] and not any(heads[width:]), sheet
        assert len(lines) == len(rows), sheet
        for row, line in zip(rows, lines, strict=True):
            assert [cell for cell, text in zip(row, line, strict=False) if not says(cell, text)] == [], (sheet, line)


def test_the_manifest_tells_what_is_there_and_vouches_for_it(of_each: tuple[Path, Path]) -> None:
    path, out = of_each
    told = manifest(out)
    assert (told["as_of"], told["redacted"]) == (AS_OF, None)
    assert told["workbook"] == {"name": path.name, "sha256": sha256(path.read_bytes()).hexdigest()}
    assert told["last_log_entry"]["no"] == len(records(out, "log.csv"))
    for each in told["files"]:
        assert each["rows"] == len(table(out, each["file"])) - 1
    listed = {each["file"]: each["sha256"] for each in (*told["files"], *told["letters"])}
    assert {name: sha256(content).hexdigest() for name, content in state(out).items() if name != "manifest.json"} == {
        str(Path(name)): fingerprint for name, fingerprint in listed.items()
    }
    register = {each["Fingerprint"] for each in records(out, "register.csv") if each["File"]}
    assert register and register == {each["sha256"] for each in told["letters"]}


def test_files_open_right_in_excel(of_each: tuple[Path, Path]) -> None:
    """Excel takes a CSV file for UTF-8 by its mark, and splits lines at CR LF."""
    content = (of_each[1] / "applications.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf") and content.endswith(b"\r\n")


def test_the_same_workbook_makes_the_same_bytes(of_each: tuple[Path, Path], tmp_path: Path) -> None:
    path, out = of_each
    assert export(path, tmp_path / "again").status == 0
    assert state(tmp_path / "again") == state(out)
    before = {each: each.stat().st_mtime_ns for each in out.rglob("*")}
    assert "Nothing changed" in export(path, out).out
    assert {each: each.stat().st_mtime_ns for each in out.rglob("*")} == before


# Harmless text


def test_text_that_looks_like_a_formula_is_harmless_and_comes_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert (
        run("import", desk.book, FILES / "text-4-formula-like-text.xlsx", "--map", MAPS / "sample_log.toml").status == 0
    )
    assert export(desk.book, tmp_path / "out").status == 0
    content = (tmp_path / "out" / "applications.csv").read_text("utf-8-sig")
    cells = [cell for row in csv.reader(content.splitlines()) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\uff1d"))] == []
    assert [each["Organization"] for each in records(tmp_path / "out")] == list(FORMULAS)
    assert "apostrophe" in manifest(tmp_path / "out")["formula_like_text"]


def imported(tmp_path: Path, sample: str) -> list[dict[str, str]]:
    """The exported rows of a sample log."""
    desk = Desk(tmp_path)
    run("import", desk.book, FILES / sample, "--map", MAPS / "sample_log.toml")
    assert export(desk.book, tmp_path / "out").status == 0
    return records(tmp_path / "out")


def test_names_that_read_as_missing_stay_and_an_empty_cell_is_empty(tmp_path: Path) -> None:
    rows = imported(tmp_path, "text-2-names-like-missing.xlsx")
    assert [(row["Applicant"], row["Organization"]) for row in rows] == [
        ("Null, Jordan", "NA"),
        ("None", "N/A"),
        ("Dana Field", "nan"),
        ("Dana Field", ""),
    ]


def test_pasted_marks_are_gone_and_every_row_is_there(tmp_path: Path) -> None:
    rows = imported(tmp_path, "text-3-pasted-marks.xlsx")
    assert len(rows) == 3 and rows[0]["Notes"] == "Line one\nLine two"
    assert not [cell for row in rows for cell in row.values() if "_x00" in cell or "\x0b" in cell]


def test_a_true_number_below_nothing_is_untouched_and_a_clerks_own_column_is_there(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    there = load_workbook(path, keep_vba=True)
    sheet: Any = there["Applications"]
    column = sheet.max_column + 1
    for row, value in enumerate(("=Balance", -5, "-5"), 1):
        cell = sheet.cell(row, column, value)
        cell.data_type = "n" if isinstance(value, int) else "s"
    there.save(path)
    export(path, tmp_path / "out")
    content = (tmp_path / "out" / "applications.csv").read_text("utf-8-sig")
    assert [line[-1] for line in csv.reader(content.splitlines())] == ["'=Balance", "-5", "'-5"]


@given(st.text())
def test_whatever_is_made_harmless_comes_back_and_begins_no_formula(text: str) -> None:
    told = harmless(text)
    assert as_it_was(told) == text
    assert not told.lstrip().startswith(("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"))


# What is private


def asked(tmp_path: Path, **facts: object) -> dict[str, str]:
    """The one row of a redacted export of an application with these facts."""
    path = book(tmp_path, FREEPORT, [freeport(**facts)], [])
    assert export(path, tmp_path / "out", "--redact").status == 0
    return records(tmp_path / "out")[0]


def test_every_column_of_the_data_dictionary_that_can_reach_a_person_is_spoken_of() -> None:
    """Telephones, faxes, e-mails and addresses, and the cell with the heads of an organization."""
    keys = [line.split("\t")[0] for line in (DATA / "fields.tsv").read_text("utf-8").splitlines()[1:]]
    reach = {each for each in keys if each.endswith(("_address", "_phone", "_email", "_fax", "_heads"))}
    assert reach == {*OF_A_PERSON, *OF_AN_ORGANIZATION}


def test_people_cannot_be_reached_by_a_redacted_export_but_are_named(tmp_path: Path) -> None:
    row = asked(tmp_path, applicant_email="dana@example.org", chair_email="sam@example.org")
    private = ["Applicant Address", "Applicant Phone", "Applicant E-mail", "Organization Heads"]
    private += ["Person in Charge Address", "Person in Charge Phone", "Person in Charge E-mail"]
    assert {row[each] for each in private} == {REDACTED}
    kept = ("Applicant", "Organization", "Organization Address", "Organization Phone", "Person in Charge")
    assert [row[each] for each in kept] == ["Dana Field", "Lakes & Woods <Club>", "1 Square", "555-0112", "Sam Oak"]
    assert (row["Route"], row["Starting Point"]) == (
        "Grand Avenue from Merrick Road to Atlantic Avenue",
        "Recreation Center",
    )


@pytest.mark.parametrize(
    ("facts", "address", "phone"),
    [
        ({}, "1 Square", "555-0112"),
        ({"sponsor_kind": "person"}, REDACTED, REDACTED),
        ({"organization_name": None}, REDACTED, REDACTED),
        ({"organization_address": "3  SQUARE"}, REDACTED, "555-0112"),
        ({"organization_phone": "(555) 0114"}, "1 Square", REDACTED),
        ({"organization_address": None}, "", "555-0112"),
    ],
)
def test_an_organizations_office_stays_unless_it_is_somebodys_home(
    tmp_path: Path, facts: dict[str, object], address: str, phone: str
) -> None:
    row = asked(tmp_path, **facts)
    assert (row["Organization Address"], row["Organization Phone"]) == (address, phone)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Call 516-555-0142 or (516) 555-0143 x12.", f"Call {REDACTED} or {REDACTED}."),
        ("Cell 5165550142, +44 20 7946 0958", f"Cell {REDACTED}, {REDACTED}"),
        ("dana.field+parade@mail.example.org, 555-0199", f"{REDACTED}, {REDACTED}"),
        ("516\u2013555\u20130142, 516\u00a0555\u00a00142", f"{REDACTED}, {REDACTED}"),
        ("516 - 555 - 0142, 516-5550142, 516/555-0142", ", ".join([REDACTED] * 3)),
        ("(516)\u2011555\u20110142, [516] 555-0142", f"{REDACTED}, {REDACTED}"),
        ("\uff15\uff11\uff16-555-0142, \uff15\uff15\uff15-0142", f"{REDACTED}, {REDACTED}"),
        ("dana (at) example.org, dana[at]example[dot]org", f"{REDACTED}, {REDACTED}"),
        ('dana @ example.org, dana\uff20example.org, "dana f"@example.org', ", ".join([REDACTED] * 3)),
        ("Lives at 12 elm  street; signs at Elm Street.", f"Lives at {REDACTED}; signs at Elm Street."),
        ("Lives at 12 Elm St., or 12\nElm Str; met @ 5.30", f"Lives at {REDACTED}., or {REDACTED}; met @ 5.30"),
        ("150-1000 people, Chapter 155-5912", None),
        ("Permit FP-2026-001 of 2026-07-11, § 155-59A(9), 11520-1234, 10:30", None),
        ("1,250.00 paid, resolution 2026-114, 350 people, 40-50 cars", None),
    ],
)
def test_what_is_typed_into_free_text_is_found_by_its_form(tmp_path: Path, typed: str, told: str | None) -> None:
    assert asked(tmp_path, notes=typed)["Notes"] == (told or typed)


@pytest.mark.parametrize(
    ("given", "typed", "told"),
    [
        ({"applicant_phone": "(516) 555-0142"}, "5 1 6 5 5 5 0 1 4 2 or 555 0142", f"{REDACTED} or {REDACTED}"),
        ({"chair_phone": "555-0114, 555-0115"}, "ask 555 0115", f"ask {REDACTED}"),
        ({"applicant_email": "dana@intranet"}, "ask Dana@Intranet.", f"ask {REDACTED}."),
        ({"applicant_address": "Harbor House\n9 Pine Street\nFreeport"}, "at 9 Pine St", f"at {REDACTED}"),
        ({"applicant_address": "c/o Smith, 77 East Elm Ave, NY"}, "at 77 E. Elm Avenue", f"at {REDACTED}"),
        ({"applicant_address": "PO Box 12, Freeport"}, "at P.O. Box 12, not Box 12", f"at {REDACTED}, not Box 12"),
        ({"organization_heads": "Pat Lee, 3 Oak Lane, 555-0116"}, "3 Oak Ln; 555 0116", f"{REDACTED}; {REDACTED}"),
        ({"applicant_address": "Freeport, NY 11520"}, "Freeport, NY 11520", "Freeport, NY 11520"),
    ],
)
def test_what_its_own_columns_give_is_found_in_the_texts_of_an_application(
    tmp_path: Path, given: dict[str, object], typed: str, told: str
) -> None:
    assert asked(tmp_path, **given, notes=typed)["Notes"] == told


def test_what_is_due_today_tells_no_home_either(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(event_name="Walk from 12 Elm St", action=None)], [])
    assert run("check", path, "--as-of", AS_OF).status == 0
    assert export(path, tmp_path / "out", "--redact").status == 0
    assert {each["Event"] for each in records(tmp_path / "out", "today.csv")} == {f"Walk from {REDACTED}"}


def test_words_in_a_column_for_numbers_or_days_are_searched_too(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport()], [])
    there = load_workbook(path, keep_vba=True)
    sheet: Any = there["Applications"]
    heads = [cell.value for cell in sheet[1]]
    for head in ("Participants", "Event Date", "Application No"):
        value = None if head == "Application No" else "ask 516-555-0142 at 12 Elm St"
        sheet.cell(2, heads.index(head) + 1).value = value
    there.save(path)
    export(path, tmp_path / "out", "--redact")
    row = records(tmp_path / "out")[0]
    assert row["Participants"] == row["Event Date"] == f"ask {REDACTED} at {REDACTED}"


def test_the_manifest_counts_what_was_left_out_and_tells_the_rule(tmp_path: Path) -> None:
    asked(tmp_path, notes="555-0199 or 555-0198")
    told = manifest(tmp_path / "out")["redacted"]
    assert told["cells"]["applications.csv"]["Applicant Phone"] == 1
    assert told["within_texts"] == {"applications.csv": {"Notes": 2}}
    assert any("Names stay" in each for each in told["rule"])


def test_no_private_word_of_the_log_is_left_anywhere_in_a_redacted_export(tmp_path: Path) -> None:
    refused, found = denied(FREEPORT)
    path = book(tmp_path, FREEPORT, [freeport(), refused], [*determined(FREEPORT), *found])
    act_on(path, ISSUE, ["FP-2026-001"], NOW[FREEPORT])
    assert export(path, tmp_path / "out", "--redact").status == 0
    told = b"".join(state(tmp_path / "out").values())
    for word in (b"12 Elm Street", b"555-0111", b"Pat Lee", b"3 Square", b"555-0114"):
        assert word not in told


def test_names_of_files_tell_no_telephone_or_address_either(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    letters = tmp_path / f"{path.stem} letters"
    letters.mkdir()
    (letters / "dana@example.org 516-555-0142.pdf").write_bytes(b"%PDF")
    assert export(path, tmp_path / "out", "--redact").status == 0
    assert [each["file"] for each in manifest(tmp_path / "out")["letters"]] == [f"letters/{REDACTED} {REDACTED}.pdf"]


def test_letters_are_listed_but_not_copied_when_redacted(of_each: tuple[Path, Path], tmp_path: Path) -> None:
    assert export(of_each[0], tmp_path / "out", "--redact").status == 0
    listed = manifest(tmp_path / "out")["letters"]
    assert listed and not any(each["copied"] for each in listed)
    assert not (tmp_path / "out" / "letters").exists()


def test_a_column_that_the_office_has_added_goes_by_its_heading(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport()], [])
    there = load_workbook(path, keep_vba=True)
    there.create_sheet("Ask 516-555-0142")
    columns: dict[str, object] = {"Cell phone": "ask Dana", "Mailed by": "Jo", "Rank": 5165550142, "Phone2": "ask Jo"}
    for place, (head, value) in enumerate([*columns.items(), ("Ask 516-555-0142", "Jo")], 1):
        sheet: Any = there["Applications"]
        sheet.cell(1, 200 + place).value = head
        sheet.cell(2, 200 + place).value = value
    there.save(path)
    export(path, tmp_path / "out", "--redact")
    row = records(tmp_path / "out")[0]
    assert row[f"Ask {REDACTED}"] == "Jo"
    assert manifest(tmp_path / "out")["own_sheets_not_exported"] == [f"Ask {REDACTED}"]
    assert [row[each] for each in columns] == [REDACTED, "Jo", REDACTED, REDACTED]


# Whole or not at all


def test_the_folder_must_be_new_or_hold_only_an_earlier_export(tmp_path: Path) -> None:
    path, out = book(tmp_path, FREEPORT), tmp_path / "out"
    out.mkdir()
    assert export(path, out).status == 0
    assert export(path, out, "--redact").status == 0
    assert manifest(out)["redacted"]
    (out / "notes.txt").write_text("mine")
    before = state(out)
    told = export(path, out)
    assert told.status == 3 and "notes.txt is no file of an earlier export" in told.err
    assert state(out) == before


def test_an_export_that_somebody_has_changed_is_not_replaced(tmp_path: Path) -> None:
    path, out = book(tmp_path, FREEPORT), tmp_path / "out"
    export(path, out)
    (out / "log.csv").write_text("mine")
    told = export(path, out, "--redact")
    assert told.status == 3 and "log.csv was changed since" in told.err
    assert (out / "log.csv").read_text() == "mine"


def test_a_file_or_a_place_among_the_letters_is_refused(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    (tmp_path / "file").write_text("x")
    assert export(path, tmp_path / "file").status == 3
    told = export(path, tmp_path / f"{path.stem} letters" / "out")
    assert told.status == 3 and "lies among the letters" in told.err
    assert not (tmp_path / f"{path.stem} letters").exists()


@pytest.mark.parametrize("at", range(4))
def test_a_failure_at_any_step_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    path, out = book(tmp_path, FREEPORT), tmp_path / "out"
    export(path, out)
    before, calls = state(tmp_path), []

    def failing(kind: Any) -> Any:
        def step(*arguments: Any, **more: Any) -> Any:
            calls.append(1)
            if len(calls) == steps[at]:
                raise OSError(28, "No space left on device")
            return kind(*arguments, **more)

        return step

    steps = (1, 7, 17, 18)
    monkeypatch.setattr(os, "fsync", failing(os.fsync))
    monkeypatch.setattr(Path, "rename", failing(Path.rename))
    assert (told := export(path, out, "--redact")).status == 3, told
    assert "Nothing was changed" in told.err
    monkeypatch.undo()
    assert state(tmp_path) == before


def test_a_run_that_was_killed_leaves_one_whole_set_or_none_and_is_cleared_away(tmp_path: Path) -> None:
    path, out = book(tmp_path, FREEPORT), tmp_path / "out"
    export(path, out)
    first = state(out)
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom permitbook.cli import main\n"
        "count, steps = [0], int(sys.argv[1])\n"
        "def dying(kind):\n    def step(*a, **k):\n        count[0] += 1\n"
        "        if count[0] == steps: os.kill(os.getpid(), 9)\n        return kind(*a, **k)\n    return step\n"
        "os.fsync, Path.rename = dying(os.fsync), dying(Path.rename)\nmain(sys.argv[2:])\n"
    )
    for step in (3, 17, 18):
        command = [sys.executable, "-c", script, str(step), "export", str(path), "--out", str(out), "--redact"]
        assert subprocess.run([*command, "--as-of", AS_OF], capture_output=True, check=False).returncode == -9
        assert not out.exists() or state(out) == first
        for each in tmp_path.glob(".~permitbook-*"):
            os.utime(each, (0, 0))
        assert export(path, out).status == 0
        assert state(out) == first and list(tmp_path.glob(".~permitbook-*")) == []


def test_a_long_text_without_an_address_takes_no_time(tmp_path: Path) -> None:
    start = monotonic()
    for text in ("a" * 32_000, "+1." * 10_000, "1" * 32_000, "555-" * 8_000):
        without_contacts(text)
    assert monotonic() - start < 2


@pytest.mark.parametrize("denied_to", ["scandir", "read_bytes"])
def test_letters_that_may_not_be_read_are_told_and_never_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, denied_to: str
) -> None:
    path = book(tmp_path, FREEPORT)
    letter = tmp_path / f"{path.stem} letters" / "FP-2026-001" / "scan.pdf"
    letter.parent.mkdir(parents=True)
    letter.write_bytes(b"%PDF")
    locked = letter if denied_to == "read_bytes" else letter.parent
    owner: Any = Path if denied_to == "read_bytes" else os
    real = getattr(owner, denied_to)

    def locked_one(place: Any, *more: Any) -> Any:
        if Path(place) == locked:
            raise PermissionError(13, "Permission denied", str(locked))
        return real(place, *more)

    monkeypatch.setattr(owner, denied_to, locked_one)
    told = export(path, tmp_path / "out")
    assert told.status == 3 and f"{locked} could not be read: Permission denied" in told.err
    assert not (tmp_path / "out").exists()


def test_links_out_of_the_letters_are_not_followed(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    (tmp_path / "secret.txt").write_text("secret")
    letters = tmp_path / f"{path.stem} letters" / "FP-2026-001"
    letters.mkdir(parents=True)
    (letters / "link.txt").symlink_to(tmp_path / "secret.txt")
    (letters / "~$open.docx").write_text("Word")
    (letters / "scan.pdf").write_bytes(b"%PDF")
    assert export(path, tmp_path / "out").status == 0
    assert [each["file"] for each in manifest(tmp_path / "out")["letters"]] == ["letters/FP-2026-001/scan.pdf"]


def test_a_sheet_that_the_office_has_added_is_named_as_not_exported(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    there = load_workbook(path, keep_vba=True)
    there.create_sheet("Volunteers")
    there.save(path)
    told = export(path, tmp_path / "out")
    assert "own sheets are not exported: Volunteers." in told.out
    assert manifest(tmp_path / "out")["own_sheets_not_exported"] == ["Volunteers"]


def test_json_is_the_manifest_with_what_was_noted(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    told = export(path, tmp_path / "out", "--json").json
    assert told["files"] == manifest(tmp_path / "out")["files"]
    assert (told["changed"], told["problems"]) == (True, [])
