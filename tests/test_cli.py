"""The command line: what goes where, how it ends, and that no failure is more than a sentence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from permitbook.actions import ACTIONS
from permitbook.doctor.machine import NEEDED
from tests.clerk import AS_OF, FILES, Desk, run

ROW: dict[str, object] = {
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "11:00",
    "affects_traffic": "yes",
    "participants": 200,
    "route": "Main St from A St to C St",
}
FIRST = "FP-2026-001"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.rows(ROW, ROW | {"received_at": "2026-06-02 09:00"})
    return desk


def fresh(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "permitbook", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=os.environ | environment,
    )


# How a command ends


def test_done_is_0_though_applications_are_incomplete_and_notes_are_told(desk: Desk) -> None:
    desk.rows(ROW | {"end_time": "", "received_at": "2026-06-03 09:00"})
    told = run("check", desk.book, "--as-of", AS_OF)
    assert told.status == 0
    assert told.err == 'note: Applications!AI4 "End": no end time: taken to last to the end of the day.\n'
    assert "incomplete" in told.out


def test_a_cell_that_needs_the_clerk_is_1_and_the_rest_is_done(desk: Desk) -> None:
    desk.rows(ROW | {"start_time": "9", "received_at": "2026-06-03 09:00"})
    told = run("check", desk.book, "--as-of", AS_OF)
    assert told.status == 1
    assert told.err.splitlines()[0].startswith("Applications!AH4 \"Start\": read '9'")
    assert "3 applications as of Sat 20 Jun 2026, 9:00 AM" in told.out and "written." in told.out


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("chek", "BOOK"),
        ("check",),
        ("check", "BOOK", "--as-of", "yesterday"),
        ("check", "BOOK", "--as-of", "2026-13-01T09:00"),
        ("check", "BOOK", "--quickly"),
        ("new", "x.xlsm"),
        ("new", "x.xlsm", "--ordinance", "atlantis"),
        ("new", "x.xlsm", "--ordinance", "freeport", "--year", "soon"),
        ("import", "BOOK"),
        ("explain", "BOOK"),
        ("log", "BOOK"),
        ("fields",),
        ("fields", "atlantis"),
        ("clauses", "atlantis"),
        ("issue", "BOOK"),
        ("check", ""),
        ("export", "BOOK", "--out", ""),
        ("calendar", "BOOK", "--out", " "),
        ("rollover", "BOOK", "", "--year", "2027"),
    ],
)
def test_wrong_usage_is_2_with_one_sentence(desk: Desk, arguments: tuple[str, ...]) -> None:
    told = run(*[desk.book if each == "BOOK" else each for each in arguments])
    assert (told.status, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1 and told.err.startswith("permitbook: ") and "--help" in told.err


def damaged(book: bytes, part: str) -> bytes:
    """The same file with some bytes of one part lost."""
    with zipfile.ZipFile(BytesIO(book)) as package:
        begin = package.getinfo(part).header_offset + 200
    return book[:begin] + bytes(100) + book[begin + 100 :]


READING = [("check",), ("explain", FIRST), ("log", "--verify"), ("doctor",), ("import", "rows.csv")]


@pytest.mark.parametrize("command", READING, ids=lambda command: str(command[0]))
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gone.xlsm", "is not there"),
        ("folder.xlsm", "is a folder, not a workbook"),
        ("text.xlsm", "text file"),
        ("empty.xlsm", "is empty"),
        ("cut.xlsm", "cut.xlsm"),
        ("wrong.xlsm", "wrong.xlsm"),
        ("plain.xlsx", "This is no permit workbook"),
        ("settings.xlsx", "This is no permit workbook"),
        ("word.xlsx", "Word document"),
    ],
)
def test_a_workbook_that_cannot_be_read_is_3_with_one_sentence(
    desk: Desk, command: tuple[str, ...], name: str, words: str
) -> None:
    desk.write("rows.csv", "application_no\nX\n")
    path = desk.folder / name
    whole = desk.book.read_bytes()
    match name:
        case "folder.xlsm":
            path.mkdir()
        case "text.xlsm":
            path.write_text("a,b\n")
        case "empty.xlsm":
            path.write_bytes(b"")
        case "cut.xlsm":
            path.write_bytes(whole[: len(whole) // 2])
        case "wrong.xlsm":
            path.write_bytes(damaged(whole, "xl/worksheets/sheet2.xml"))
        case "plain.xlsx":
            openpyxl.Workbook().save(path)
        case "settings.xlsx":
            book = openpyxl.Workbook()
            book.create_sheet("Settings").append(["Setting", "Value"])
            book.save(path)
        case "word.xlsx":
            path.write_bytes((FILES / "letter-2-split-placeholder.docx").read_bytes())
    before = path.read_bytes() if path.is_file() else None
    rest = [desk.folder / each if each.endswith(".csv") else each for each in command[1:]]
    told = run(command[0], path, *rest)
    assert (told.status, told.out) == (3, "")
    assert words in told.err and len(told.err.splitlines()) == 1 and "Traceback" not in told.err
    assert before == (path.read_bytes() if path.is_file() else None)


def test_a_workbook_that_cannot_be_written_is_3_and_stays_as_it_was(desk: Desk) -> None:
    desk.book.chmod(0o444)
    before = desk.book.read_bytes()
    told = run("check", desk.book, "--as-of", AS_OF)
    assert (told.status, told.out) == (3, "") and "read-only" in told.err
    assert desk.book.read_bytes() == before
    assert {path.name for path in desk.folder.iterdir()} == {desk.book.name, "log.csv"}


def test_a_failure_nobody_foresaw_is_a_sentence_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("event_date")

    monkeypatch.delenv("PERMITBOOK_DEBUG", raising=False)
    monkeypatch.setattr("permitbook.checking.assess_desk", fail)
    told = run("check", desk.book, "--as-of", AS_OF)
    assert (told.status, told.out) == (3, "")
    assert "something went wrong that should not" in told.err and len(told.err.splitlines()) == 1


# What goes where


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "BOOK", "--dry-run"),
        ("explain", "BOOK", FIRST),
        ("log", "BOOK", "--verify"),
        ("doctor", "BOOK"),
        ("clauses", "freeport"),
        ("fields", "freeport"),
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_with_json_there_is_one_document_and_nothing_else_on_standard_output(
    desk: Desk, arguments: tuple[str, ...]
) -> None:
    desk.rows(ROW | {"start_time": "9", "received_at": "2026-06-03 09:00"})
    named = [desk.book if each == "BOOK" else each for each in arguments]
    told = run(*named, "--json")
    assert told.status in (0, 1)
    assert json.loads(told.out) is not None
    plain = run(*named)
    assert plain.status == told.status and plain.out and "Traceback" not in plain.err


def test_the_module_runs_as_the_command_does_and_speaks_utf8(desk: Desk) -> None:
    desk.rows(ROW | {"event_name": "Café — 5K", "start_time": "9 o’clock", "received_at": "2026-06-03 09:00"})
    done = fresh("check", desk.book, "--json", "--as-of", AS_OF, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 1
    assert json.loads(done.stdout)["problems"][0]["read"] == "9 o’clock"
    assert "9 o’clock" in done.stderr
    wrong = fresh("check")
    assert (wrong.returncode, wrong.stdout, len(wrong.stderr.splitlines())) == (2, "", 1)


def test_a_reader_that_goes_away_is_no_failure(desk: Desk) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "permitbook", "clauses"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize("command", [each.command for each in ACTIONS])
def test_every_command_says_what_it_is_for(command: str) -> None:
    done = fresh(command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    tip = next(each.tip for each in ACTIONS if each.command == command)
    assert tip.split()[0] in done.stdout


# Single commands


def test_new_refuses_to_overwrite_and_other_endings(tmp_path: Path) -> None:
    book = tmp_path / "log.xlsm"
    made = run("new", book, "--ordinance", "new_castle", "--year", 2026, "--year", 2027, "--as-of", AS_OF)
    assert made.status == 0 and (tmp_path / "log letters" / "templates").is_dir()
    before = book.read_bytes()
    again = run("new", book, "--ordinance", "freeport")
    assert (again.status, again.out) == (3, "") and "is there already" in again.err
    assert book.read_bytes() == before
    other = run("new", tmp_path / "log.xlsx", "--ordinance", "freeport")
    assert other.status == 3 and ".xlsm" in other.err
    assert run("check", book, "--as-of", AS_OF, "--json").json["ordinance"] == "new_castle"


def test_explain_gives_the_whole_account(desk: Desk) -> None:
    told = run("explain", desk.book, FIRST.lower(), "--as-of", AS_OF)
    assert (told.status, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == f"{FIRST} as of Sat 20 Jun 2026, 9:00 AM: incomplete; ask for what is missing."
    assert any(line.startswith("FP-59-A-9 (§ 155-59A(9), issue_only_if): clear.") for line in lines)
    assert any(line.startswith("FP-61.3 Grant or deny (Chief of Police): due Thu 11 Jun 2026") for line in lines)
    assert any(line == "    Start from Mon 1 Jun 2026, not counted." for line in lines)
    assert any(
        line.startswith("Conflict with FP-2026-002 (segment, later): MAIN STREET from A STREET") for line in lines
    )
    document = run("explain", desk.book, FIRST, "--as-of", AS_OF, "--json").json
    assert document == run("check", desk.book, "--dry-run", "--as-of", AS_OF, "--json").json["applications"][0]


def test_explain_gives_one_clause(desk: Desk) -> None:
    told = run("explain", desk.book, FIRST, "fp-59-a-9", "--as-of", AS_OF)
    assert told.status == 0 and all(line.startswith("FP-59-A-9") for line in told.out.splitlines())
    deadline = run("explain", desk.book, FIRST, "FP-61.3", "--as-of", AS_OF)
    assert deadline.out.splitlines()[0].startswith("FP-61.3 Grant or deny")
    missing = run("explain", desk.book, FIRST, "FP-57-D-10", "--as-of", AS_OF)
    assert missing.out.startswith("Missing: ")


@pytest.mark.parametrize("clause", ["FP-99", "FP-59-A-99", "ET-2-G-1", "nonsense"])
def test_explain_of_a_clause_that_is_none_is_a_sentence(desk: Desk, clause: str) -> None:
    told = run("explain", desk.book, FIRST, clause)
    assert (told.status, told.out) == (1, "")
    assert clause in told.err and len(told.err.splitlines()) == 1


def test_explain_of_an_application_that_is_none_is_a_sentence(desk: Desk) -> None:
    told = run("explain", desk.book, "FP-2026-999")
    assert (told.status, told.out) == (1, "") and "FP-2026-999" in told.err


def test_explain_of_a_number_that_stands_twice_names_the_rows(desk: Desk) -> None:
    with desk.by_hand() as book:
        book["Applications"].cell(3, 1).value = FIRST
    told = run("explain", desk.book, FIRST)
    assert (told.status, told.out) == (1, "") and "rows 2 and 3 share the number" in told.err


def test_doctor_finds_bad_cells_a_changed_history_and_templates_that_are_gone(desk: Desk) -> None:
    def signs() -> dict[str, bool]:
        return {each["what"]: each["well"] for each in run("doctor", desk.book, "--json", "--as-of", AS_OF).json}

    assert (signs()["Cells"], signs()["Log"], signs()["Letter templates"]) == (True, True, False)
    with desk.by_hand() as book:
        book["Applications"].cell(2, 3).value = "some day"
        book["Log"].cell(2, 2).value = "long ago"
    assert (signs()["Cells"], signs()["Log"]) == (False, False)


def test_doctor_looks_for_every_package_that_is_declared() -> None:
    declared = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"][
        "dependencies"
    ]
    assert {re.split(r"[<>=!~ ]", each)[0] for each in declared} == set(NEEDED)


def test_doctor_tells_what_the_office_has_still_to_enter(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "new_castle")
    told = run("doctor", desk.book, "--as-of", AS_OF)
    assert told.status == 1
    marks = {line[4:].partition(":")[0]: line[:2] for line in told.out.splitlines()[:-1]}
    assert {"Python", "python-calamine", "Closures", "Meetings", "Officials", "Readings"} <= marks.keys()
    assert marks["Closures"] == "ok" and marks["Meetings"] == marks["Officials"] == "!!" and marks["Readings"] == "--"
    assert told.out.splitlines()[-1] == "3 need you."
    desk.bring(desk.write("m.csv", "date,time,board\n2026-07-14,19:00,Town Board\n"), sheet="Meetings")
    desk.bring(desk.write("f.csv", "what,amount\nAssisted event permit,50\n"), sheet="Fees")
    signs = run("doctor", desk.book, "--json", "--as-of", AS_OF)
    assert {each["what"] for each in signs.json if not each["well"] and not each["optional"]} == {"Officials"}
    roles = [
        row[0].value for row in openpyxl.load_workbook(desk.book)["Officials"].iter_rows(min_row=2) if row[0].value
    ]
    names = "\n".join(f'"{role}",Ann' for role in roles)
    desk.bring(desk.write("o.csv", f"role,name\n{names}\n"), sheet="Officials")
    well = run("doctor", desk.book, "--as-of", AS_OF)
    assert (well.status, well.out.splitlines()[-1]) == (0, "All is well.")


def test_doctor_takes_a_list_without_officers_for_no_list(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    book = openpyxl.load_workbook(desk.book, keep_vba=True)
    del book["Officials"]
    book.save(desk.book)
    signs = run("doctor", desk.book, "--json", "--as-of", AS_OF).json
    assert [each["told"] for each in signs if each["what"] == "Officials"] == [
        "no officer is listed; fill in Officials"
    ]


def test_doctor_misses_the_closings_of_a_year_that_is_not_listed(tmp_path: Path) -> None:
    told = run("doctor", Desk(tmp_path).book, "--as-of", "2028-02-01T09:00", "--json")
    closures = next(each for each in told.json if each["what"] == "Closures")
    assert not closures["well"] and "add 2028, 2029" in closures["told"]


def test_doctor_without_a_workbook_looks_at_the_machine() -> None:
    assert run("doctor").out.splitlines()[0].startswith("ok  Python: 3.")
