"""A workbook on disk and the same one open in a spreadsheet program: the same cells, messages and letters come of both.

The live one is open in LibreOffice, through xlwings' own words.
"""

from __future__ import annotations

import io
import re
import shutil
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlwings

from permitbook.actions import action
from permitbook.desk import open_desk
from permitbook.errors import WorkbookError
from permitbook.issuing import act_on
from permitbook.letters.kinds import ACTS
from permitbook.live.book import LiveBook
from permitbook.office import Settings
from permitbook.summary.month import Month
from tests.clerk import FILES, Desk
from tests.letter_books import EAST_TROY, FREEPORT, NEW_CASTLE, NOW, book
from tests.test_live import logged

pytestmark = pytest.mark.office

JUNE = datetime(2026, 6, 20, 9)
MORE = (
    "received_at,event_form,event_date,start_time,route,organization_name\n"
    "6/1/2026 9:00,parade,8/1/2026,10:00 AM,Main Street,=HYPERLINK(1)\n"
    "6/2/2026 9:00,parade,8/2/2026,9,Oak Street,00123\n"
)


@dataclass(frozen=True)
class Trial:
    """A workbook, and what is done with it."""

    prepare: Callable[[Path], Path]
    command: str
    asked: Mapping[str, object] = field(default_factory=dict)
    again: bool = False


@dataclass
class Seen:
    """What came of a trial: exit statuses, words, cells, tables, links, and the files beside the workbook."""

    statuses: list[int]
    words: list[str]
    cells: dict[str, dict[str, object]]
    tables: dict[str, str]
    links: dict[str, str]
    files: dict[str, bytes]


def with_acts(key: str) -> Callable[[Path], Path]:
    """One application granted and one denied, and their office."""
    return lambda folder: book(folder, key)


def to_import(folder: Path) -> Path:
    (folder / "more.csv").write_text(MORE, "utf-8")
    return logged(folder).book


def with_determination(folder: Path) -> Path:
    """A log that was checked, and then an official determined something."""
    desk = logged(folder)
    desk.check()
    desk.determine("FP-2026-001", "FP-59-A-1", "yes")
    return desk.book


def filtered(folder: Path) -> Path:
    """A log that was checked, in which a filter hides two of the findings."""
    path = with_determination(folder)
    made = openpyxl.load_workbook(path, keep_vba=True)
    for row in (3, 4):
        made["Findings"].row_dimensions[row].hidden = made["Deadlines"].row_dimensions[row].hidden = True
    made.save(path)
    return path


CHECK: dict[str, object] = {"json": False, "dry_run": False}
TRIALS = {
    "check": Trial(lambda folder: logged(folder).book, "check", CHECK),
    "check again": Trial(lambda folder: logged(folder).book, "check", CHECK, again=True),
    "check after a determination": Trial(with_determination, "check", CHECK),
    "check under a filter": Trial(filtered, "check", CHECK),
    "check an empty log": Trial(lambda folder: Desk(folder, "new_castle").book, "check", CHECK),
    "refer": Trial(with_acts(EAST_TROY), "refer", {"applications": ["ET-2026-001"], "as_of": NOW[EAST_TROY]}),
    "issue": Trial(with_acts(FREEPORT), "issue", {"applications": ["FP-2026-001"], "as_of": NOW[FREEPORT]}, again=True),
    "issue in vain": Trial(with_acts(FREEPORT), "issue", {"applications": ["FP-2026-002"], "as_of": NOW[FREEPORT]}),
    "deny": Trial(with_acts(NEW_CASTLE), "deny", {"applications": ["NC-2026-005"], "as_of": NOW[NEW_CASTLE]}),
    "import": Trial(to_import, "import", {"sheet": "Applications"}),
    "summary": Trial(
        lambda folder: logged(folder).book, "summary", {"month": Month(2026, 6), "engine": "processes"}, again=True
    ),
}


@pytest.fixture(scope="module")
def seen(calc: xlwings.App, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], Seen]]:
    """What came of a trial, one way or the other; each is made once."""

    @cache
    def made(way: str, name: str) -> Seen:
        folder = tmp_path_factory.mktemp("trial")
        trial = TRIALS[name]
        path = trial.prepare(folder)
        if way == "file":
            told = [do(trial, path, folder) for _ in range(1 + trial.again)]
            return looked_at(told, path, path)
        open_book = calc.books.open(str(path))
        try:
            told = [do(trial, LiveBook(open_book), folder) for _ in range(1 + trial.again)]
            copy = tmp_path_factory.mktemp("copy") / path.name
            open_book.api.SaveCopyAs(str(copy))
        finally:
            open_book.close()
        return looked_at(told, path, copy)

    yield made


def do(trial: Trial, opened: Any, folder: Path) -> tuple[int, str]:
    """Does it; the exit status, and all that was said."""
    does = action(trial.command)
    left_out = {
        each.options.get("dest") or each.names[-1].lstrip("-").replace("-", "_"): None for each in does.arguments
    }
    asked: dict[str, Any] = {**left_out, "book": opened, "as_of": JUNE, **trial.asked}
    if trial.command == "summary":
        asked["book"] = [opened]
    if trial.command == "import":
        asked["file"] = folder / "more.csv"
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        status = does.run(Namespace(**asked))
    return status, out.getvalue().replace(str(folder), "FOLDER")


def loaded(path: Path) -> Any:
    """A workbook as openpyxl reads it; what it does not know of print areas does not matter here."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Print area cannot be set")
        return openpyxl.load_workbook(path)


def looked_at(told: list[tuple[int, str]], path: Path, held: Path) -> Seen:
    """What another program finds in the workbook, and the files in its folder."""
    made = loaded(held)
    cells, links, tables = {}, {}, {}
    for sheet in made.worksheets:
        found = [cell for row in sheet.iter_rows() for cell in row]
        cells[sheet.title] = {
            cell.coordinate: cell.value for cell in found if cell.value not in (None, "") and cell.data_type != "f"
        }
        for cell in found:
            if cell.hyperlink:
                links[f"{sheet.title}!{cell.coordinate}"] = (cell.hyperlink.location or cell.hyperlink.target).replace(
                    "'", ""
                )
        tables |= dict(sheet.tables.items())
    beside = [each for each in path.parent.rglob("*") if each.is_file() and each.suffix in (".docx", ".csv")]
    files = {str(each.relative_to(path.parent)): each.read_bytes() for each in beside}
    return Seen([status for status, _ in told], [words for _, words in told], cells, tables, links, files)


@pytest.mark.parametrize("name", TRIALS)
def test_both_ways_leave_the_same(seen: Callable[[str, str], Seen], name: str) -> None:
    file, live = seen("file", name), seen("live", name)
    assert live.words == file.words and live.statuses == file.statuses
    assert live.cells.keys() == file.cells.keys()
    for sheet, cells in file.cells.items():
        assert live.cells[sheet] == cells, sheet
    assert live.tables == file.tables
    assert live.links == file.links
    assert live.files == file.files


WAYS = pytest.mark.parametrize("way", ["file", "live"])


@WAYS
def test_check_fills_its_sheets_and_a_second_one_changes_nothing(seen: Callable[[str, str], Seen], way: str) -> None:
    once, twice = seen(way, "check"), seen(way, "check again")
    assert once.words[0].rstrip().splitlines()[-1].endswith("is taken).") or "written" in once.words[0]
    assert "; nothing changed." in twice.words[1]
    assert once.cells == twice.cells
    assert once.cells["Today"]["A2"] == "As of Sat 20 Jun 2026"
    assert len([cell for cell in once.cells["Findings"] if re.fullmatch(r"A\d+", cell)]) > 80


@WAYS
def test_issuing_makes_letters_and_lines_once(seen: Callable[[str, str], Seen], way: str) -> None:
    it = seen(way, "issue")
    assert it.statuses == [0, 0] and "nothing changed" in it.words[1]
    lines = [cell for cell in it.cells["Register"] if re.fullmatch(r"A\d+", cell)][1:]
    letters = [each for each in it.files if "FP-2026-001" in each]
    assert len(lines) == len(letters) > 5
    assert [each for each in it.links if each.startswith("Register!")] == [f"Register!F{cell[1:]}" for cell in lines]


@WAYS
def test_an_act_that_is_withheld_leaves_no_letter(seen: Callable[[str, str], Seen], way: str) -> None:
    it = seen(way, "issue in vain")
    assert it.statuses == [1] and "No letter was made" in it.words[0]
    assert not [each for each in it.files if "FP-2026-002" in each]


@WAYS
def test_imported_texts_stay_texts(seen: Callable[[str, str], Seen], way: str) -> None:
    held = seen(way, "import").cells["Applications"].values()
    assert "=HYPERLINK(1)" in held and "00123" in held


@WAYS
def test_the_summary_fills_the_board_once(seen: Callable[[str, str], Seen], way: str) -> None:
    it = seen(way, "summary")
    assert "June 2026, as of" in " ".join(map(str, it.cells["Board"].values()))
    log = [value for cell, value in it.cells["Log"].items() if value == "summary of June 2026 put on Board"]
    assert len(log) == 1


@WAYS
def test_rows_that_a_filter_hides_are_noted(seen: Callable[[str, str], Seen], way: str) -> None:
    assert "a filter hides 2 rows" in seen(way, "check under a filter").words[0]


def test_letters_are_saved_with_the_open_workbook(calc: xlwings.App, tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    open_book = calc.books.open(str(path))
    try:
        act_on(LiveBook(open_book), ACTS["issue"], ["FP-2026-001"], NOW[FREEPORT])
    finally:
        open_book.close()
    found = loaded(path)["Register"]
    assert [cell.value for cell in found["A"][1:3]] == ["FP-2026-001/1", "FP-2026-001/2"]


def test_what_is_typed_and_not_saved_is_read(calc: xlwings.App, tmp_path: Path) -> None:
    path = logged(tmp_path).book
    twin = shutil.copy(path, tmp_path / "twin.xlsm")
    open_book = calc.books.open(str(path))
    try:
        open_book.sheets["Applications"].range("A2").value = "FP-1999-001"
        desk = open_desk(LiveBook(open_book).read)
    finally:
        open_book.close()
    assert desk.logged[0].number == "FP-1999-001"
    assert path.read_bytes() == Path(twin).read_bytes()


def test_dates_are_right_in_an_open_workbook_of_the_1904_system(calc: xlwings.App, tmp_path: Path) -> None:
    path = Path(shutil.copy(FILES / "date-1-date1904.xlsx", tmp_path))
    open_book = calc.books.open(str(path))
    try:
        sheet = open_book.sheets[0]
        writer = LiveBook(open_book).writer(Settings())
        writer.set_cells(
            sheet.name, {(2, 12): date(2026, 6, 25), (2, 13): datetime(2026, 7, 4, 10), (2, 14): "7/4/2026"}
        )
        writer.save()
        assert sheet.range("L2:N2").value == [datetime(2026, 6, 25), datetime(2026, 7, 4, 10), "7/4/2026"]
        open_book.save()
    finally:
        open_book.close()
    found = loaded(path)
    assert found.epoch.year == 1904
    assert [cell.value for cell in found.worksheets[0][2]][11:] == [
        datetime(2026, 6, 25),
        datetime(2026, 7, 4, 10),
        "7/4/2026",
    ]


def test_a_protected_sheet_that_is_open_is_refused_as_on_disk(calc: xlwings.App, tmp_path: Path) -> None:
    path = Path(shutil.copy(FILES / "file-4-protected-sheet.xlsx", tmp_path))
    open_book = calc.books.open(str(path))
    try:
        name = open_book.sheets[0].name
        writer = LiveBook(open_book).writer(Settings())
        writer.set_cells(name, {(2, 12): "x"})
        with pytest.raises(
            WorkbookError, match=f'The sheet "{name}" of {path.name} is protected, so nothing was written'
        ):
            writer.save()
        assert open_book.sheets[0].range("L2").value is None
    finally:
        open_book.close()


def test_excel_is_asked_whether_a_workbook_is_read_only(calc: xlwings.App, tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT)
    open_book = calc.books.open(str(path), read_only=True)
    try:
        with pytest.raises(WorkbookError, match="is open read-only"):
            act_on(LiveBook(open_book), ACTS["issue"], ["FP-2026-001"], NOW[FREEPORT])
    finally:
        open_book.close()
    assert not list(tmp_path.glob("*letters/FP-2026-001"))
