"""An open workbook through an Excel that is busy, protected, read-only or in the cloud; nothing here needs one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from datetime import date, datetime, time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as some

from permitbook.checking import check
from permitbook.errors import WorkbookError
from permitbook.issuing import act_on
from permitbook.letters.kinds import ACTS
from permitbook.live.blocks import blocks, values
from permitbook.live.book import LiveBook
from permitbook.live.excel import folder_for_copy
from permitbook.live.patience import LIMIT, Patience
from permitbook.live.window import Window
from permitbook.office import Settings
from permitbook.workbook.cells import CellValue, Formula, Link
from permitbook.workbook.edit import Editor
from tests.clerk import FILES, Desk, run
from tests.fake_excel import BUSY, EDITING, FAILED, LATER, REJECTED, UNSAID, ComError, FakeBook
from tests.letter_books import FREEPORT, NOW, book, determined, freeport
from tests.test_contract import ROWS

TEN = {(row, 2 * row): f"result {row}" for row in range(2, 12)}
"""Ten results, no two of which touch."""
TRICKY = (
    *('=HYPERLINK("http://example.invalid","x")', "+1 555 555 0142", "-Parade-", "@Home 5K", "\t=1+1", "＝1+1"),
    *("00123", "5-1", "1/2/2026", "10:00", "1e5", "5%", "$5", "TRUE", "false", "'quoted", "May 5", "#N/A", "٣", " x"),
    *("plain words, with a comma", "Café", "Line one\nLine two", "x" * 9_000),
)


def excel(code: tuple[Any, ...], times: Iterable[int]) -> Callable[[int], None]:
    """An Excel that turns these tries to write away; the copy is try 0, and saving is try -1."""
    turned_away = set(times)

    def trip(number: int) -> None:
        if number in turned_away:
            raise ComError(code)

    return trip


class Waits:
    """Patience that only notes how long it would have waited."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.patience = Patience(sleep=self.slept.append)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A workbook with a plain sheet."""
    made = openpyxl.Workbook()
    made.worksheets[0].title = "Log"
    made["Log"]["A1"] = "Application No"
    made.save(tmp_path / "Parade Log.xlsx")
    return tmp_path / "Parade Log.xlsx"


def write(open_book: FakeBook, cells: dict[tuple[int, int], Any], waits: Waits | None = None) -> None:
    writer = LiveBook(open_book, patience=(waits or Waits()).patience).writer(Settings())  # type: ignore[arg-type]
    writer.set_cells("Log", cells)
    writer.save()


def held(open_book: FakeBook, cells: Iterable[tuple[int, int]], sheet: str = "Log") -> list[object]:
    return [open_book.held[sheet].cell(*each).value for each in cells]


# A busy Excel.


@pytest.mark.parametrize("code", [BUSY, REJECTED, LATER, EDITING, UNSAID])
def test_an_excel_that_is_busy_for_a_moment_gets_each_result_once(log: Path, code: tuple[Any, ...]) -> None:
    open_book, waits = FakeBook(log, trip=excel(code, (3, 4))), Waits()
    write(open_book, TEN, waits)
    assert held(open_book, TEN) == list(TEN.values())
    assert len(open_book.writes) == len(set(open_book.writes)) == 10
    assert waits.slept == [0.1, 0.2]


def test_an_excel_that_stays_busy_is_told_with_what_was_written_and_a_second_run_completes_it(log: Path) -> None:
    open_book, waits = FakeBook(log, trip=excel(BUSY, range(3, 1000))), Waits()
    with pytest.raises(WorkbookError) as told:
        write(open_book, TEN, waits)
    assert str(told.value) == (
        "Excel is busy: finish editing the cell, or close the dialog that is open, and try again. Written: Log!D2, "
        "Log!F3; not written: Log!H4, Log!J5, Log!L6, Log!N7, Log!P8, Log!R9, Log!T10, Log!V11."
    )
    assert sum(waits.slept) == pytest.approx(LIMIT) and LIMIT == 30
    assert held(open_book, TEN) == ["result 2", "result 3", *[None] * 8]
    open_book.trip = excel(BUSY, ())
    write(open_book, TEN)
    assert held(open_book, TEN) == list(TEN.values())
    assert len(open_book.writes) == len(set(open_book.writes)) == 10


def test_an_excel_that_is_busy_from_the_start_writes_nothing_and_says_so(log: Path) -> None:
    for trip in (excel(BUSY, (0,)), excel(BUSY, range(1, 1000))):
        open_book = FakeBook(log, trip=trip)
        with pytest.raises(WorkbookError, match=r"finish editing the cell.* Nothing was written\.$"):
            write(open_book, TEN)
        assert not open_book.writes


def test_a_table_that_grew_before_excel_got_busy_is_no_cell_written(tmp_path: Path) -> None:
    open_book = FakeBook(logged(tmp_path).book, trip=excel(BUSY, range(2, 1000)))
    with pytest.raises(WorkbookError, match=r"Written: no cell yet; not written: Today!A5, .* more places\.$"):
        check(live(open_book), datetime(2026, 6, 20, 9))
    assert open_book.writes == ["Today!tblToday"]


def test_what_is_appended_is_not_doubled_by_a_second_run(tmp_path: Path) -> None:
    desk = logged(tmp_path)
    when = datetime(2026, 6, 20, 9)
    open_book = FakeBook(desk.book, trip=excel(BUSY, range(17, 1000)))
    with pytest.raises(WorkbookError, match="not written: "):
        check(live(open_book), when)
    open_book.trip = excel(BUSY, ())
    assert check(live(open_book), when).changed
    findings = [row[:2] for row in open_book.held["Findings"].iter_rows(min_row=2, values_only=True) if row[0]]
    assert len(findings) == len(set(findings)) > 50
    assert not check(live(open_book), when).changed
    whole = FakeBook(desk.book)
    check(live(whole), when)
    for sheet in ("Today", "Applications", "Findings", "Deadlines", "Conflicts"):
        assert rows(open_book.held[sheet]) == rows(whole.held[sheet])


def test_what_excel_refuses_is_told_at_once_in_its_words(log: Path) -> None:
    open_book, waits = FakeBook(log, trip=excel(FAILED, (3,))), Waits()
    with pytest.raises(
        WorkbookError, match=r"^Excel did not write Log!H4: The cell is locked\. Written: Log!D2, Log!F3;"
    ):
        write(open_book, TEN, waits)
    assert not waits.slept


def test_xlwings_on_windows_is_kept_from_repeating_a_call_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = SimpleNamespace(N_COM_ATTEMPTS=0)
    monkeypatch.setitem(sys.modules, "xlwings._xlwindows", windows)
    attempts: list[int] = []

    def call() -> str:
        attempts.append(windows.N_COM_ATTEMPTS)
        if len(attempts) < 3:
            raise AttributeError("Property 'Excel.Range.Value' can not be set.")
        return "done"

    waits = Waits()
    assert waits.patience(call) == "done"
    assert (attempts, len(waits.slept), windows.N_COM_ATTEMPTS) == ([1, 1, 1], 2, 0)


def test_a_busy_excel_shows_no_progress_and_nothing_hangs_on_it(log: Path) -> None:
    class Busy:
        def __setattr__(self, name: str, value: object) -> None:
            raise ComError(EDITING)

    open_book = SimpleNamespace(app=Busy())
    Window(open_book).progress("Writing …")  # type: ignore[arg-type]


def test_an_error_of_the_program_is_not_taken_for_one_of_excels(log: Path) -> None:
    def broken(number: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write(FakeBook(log, trip=broken), TEN)


def test_a_long_list_of_cells_is_cut(log: Path) -> None:
    many = {(row, 2 * row): "x" for row in range(2, 40)}
    with pytest.raises(WorkbookError, match=r"Log!L6, .* and 25 more places\.$"):
        write(FakeBook(log, trip=excel(BUSY, range(2, 1000))), many)


@pytest.mark.parametrize("tries", [(), range(2, 1000)])
def test_excel_is_set_back_as_it_was_whatever_happens(log: Path, tries: Iterable[int]) -> None:
    open_book = FakeBook(log, trip=excel(BUSY, tries))
    seen = []
    inner = open_book.trip

    def look(number: int) -> None:
        if number:
            seen.append((open_book.app.screen_updating, open_book.app.enable_events, open_book.app.calculation))
        inner(number)

    open_book.trip = look
    if tries:
        with pytest.raises(WorkbookError):
            write(open_book, TEN)
    else:
        write(open_book, TEN)
    assert set(seen) == {(False, False, "manual")}
    app = open_book.app
    assert (app.screen_updating, app.enable_events, app.calculation) == (True, True, "automatic")


# Sheets and workbooks that must not be written.


def test_a_protected_sheet_stops_at_once_in_the_words_of_a_file(tmp_path: Path) -> None:
    path = FILES / "file-4-protected-sheet.xlsx"
    sheet = openpyxl.load_workbook(path).sheetnames[0]
    editor = Editor.open(path)
    editor.set_cells(sheet, {(2, 12): "x"})
    with pytest.raises(WorkbookError) as of_file:
        editor.save()
    open_book, waits = FakeBook(path), Waits()
    writer = live(open_book, waits).writer(Settings(write_protected=True))
    writer.set_cells(sheet, {(row, 12): "x" for row in range(2, 12)})
    with pytest.raises(WorkbookError) as of_excel:
        writer.save()
    assert str(of_excel.value) == str(of_file.value)
    assert f'The sheet "{sheet}"' in str(of_file.value) and "is protected" in str(of_file.value)
    assert not open_book.writes and not waits.slept


def test_a_workbook_that_is_read_only_makes_no_letters(tmp_path: Path) -> None:
    path = granted(tmp_path)
    open_book = FakeBook(path)
    open_book.api.ReadOnly = True
    before = everything_in(tmp_path)
    with pytest.raises(WorkbookError, match="open read-only, so it cannot be saved and no letter is made"):
        act_on(live(open_book), ACTS["issue"], ["FP-2026-001"], NOW[FREEPORT])
    assert everything_in(tmp_path) == before and not open_book.writes
    assert check(live(open_book), NOW[FREEPORT]).changed, "what makes no letters can be written and saved elsewhere"


def test_a_workbook_that_was_never_saved_is_told(log: Path) -> None:
    open_book = FakeBook(log)
    open_book.name = open_book.api.FullName = "Book1"
    for asked in ("read", "path"):
        with pytest.raises(WorkbookError, match=r"^Book1 was never saved; save it as a macro-enabled workbook"):
            getattr(live(open_book), asked)


# Letters.


def test_letters_stay_only_when_the_workbook_was_saved(tmp_path: Path) -> None:
    path = granted(tmp_path)
    before = everything_in(tmp_path)
    open_book = FakeBook(path, trip=excel(FAILED, (-1,)))
    with pytest.raises(WorkbookError, match=r"could not be saved \(The cell is locked\)\. What was written stands"):
        act_on(live(open_book), ACTS["issue"], ["FP-2026-001"], NOW[FREEPORT])
    assert everything_in(tmp_path) == before
    open_book.trip = excel(FAILED, ())
    acted = act_on(live(open_book), ACTS["issue"], ["FP-2026-001"], NOW[FREEPORT])
    assert open_book.saved == 1
    made = acted.outcomes[0].made
    assert made and sorted(each.name for each in made.folder.iterdir()) == sorted(each.name for each in made.documents)
    assert len([each for each in rows(open_book.held["Register"])[1:] if each[0]]) == len(made.documents)


def test_what_makes_no_letters_leaves_saving_to_the_clerk(tmp_path: Path) -> None:
    open_book = FakeBook(logged(tmp_path).book)
    assert check(live(open_book), datetime(2026, 6, 20, 9)).changed
    assert not open_book.saved


def test_a_backup_is_of_the_workbook_as_it_was_saved_last(tmp_path: Path) -> None:
    path = granted(tmp_path)
    before = path.read_bytes()
    writer = live(FakeBook(path)).writer(Settings(), letters=True)
    writer.set_cells("Applications", {(9, 1): "FP-2026-009"})
    writer.save(backup=True)
    assert path.with_name(f"{path.stem}.backup.xlsm").read_bytes() == before


# What cells hold.


def test_texts_stay_the_same_texts_whatever_they_look_like(log: Path) -> None:
    cells = {(row, 1): text for row, text in enumerate(TRICKY, 2)}
    open_book = FakeBook(log)
    write(open_book, cells)
    assert held(open_book, cells) == list(TRICKY)
    assert all(open_book.held["Log"].cell(*each).data_type == "s" for each in cells)
    before = len(open_book.writes)
    write(open_book, cells)
    assert len(open_book.writes) == before, "what stands there already is not written again"


def test_texts_in_cells_for_text_need_no_apostrophe_and_stay_the_same_too(log: Path) -> None:
    cells = {(row, 1): text for row, text in enumerate(TRICKY, 2)}
    open_book = FakeBook(log)
    for place in cells:
        open_book.held["Log"].cell(*place).number_format = "@"
    write(open_book, cells)
    assert held(open_book, cells) == list(TRICKY)


def test_rows_that_a_filter_hides_are_written_too(log: Path) -> None:
    open_book = FakeBook(log)
    sheet = open_book.held["Log"]
    sheet["A5"] = "there"
    for row in (3, 4, 6):
        sheet.row_dimensions[row].hidden = True
    cells = {(row, column): f"row {row}" for row in range(2, 9) for column in (1, 2)}
    write(open_book, cells)
    assert held(open_book, cells) == list(cells.values())
    assert open_book.writes == [f"Log!{each}" for each in ("A2:B2", "A3:B3", "A4:B4", "A5:B5", "A6:B6", "A7:B8")]


def test_each_kind_of_value_is_what_it_is(log: Path) -> None:
    day, moment, hour = date(2026, 7, 4), datetime(2026, 7, 4, 9, 30), time(21)
    cells: dict[tuple[int, int], CellValue] = dict(
        zip([(2, column) for column in range(1, 7)], [day, moment, hour, 12.5, True, Formula("1+1")], strict=True)
    )
    open_book = FakeBook(log)
    write(open_book, {(2, 7): "to be emptied"})
    write(open_book, cells | {(2, 7): None})
    assert open_book.held["Log"]["G2"].value is None
    open_book.held.save(log)
    found = [cell.value for cell in openpyxl.load_workbook(log)["Log"][2]]
    assert found == [datetime(2026, 7, 4), moment, hour, 12.5, True, "=1+1"]


def test_dates_are_right_in_a_workbook_of_the_1904_system(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes((FILES / "date-1-date1904.xlsx").read_bytes())
    open_book = FakeBook(path)
    sheet = open_book.held.sheetnames[0]
    writer = live(open_book).writer(Settings())
    writer.set_cells(sheet, {(2, 12): date(2026, 6, 25)})
    writer.save()
    open_book.save()
    found = openpyxl.load_workbook(path)
    assert found.epoch.year == 1904
    assert found[sheet].cell(2, 12).value == datetime(2026, 6, 25)


def test_new_rows_look_like_the_row_above_and_the_table_grows_at_one_go(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    for row in (["Application No", "Filed"], ["A-1", date(2026, 5, 4)]):
        sheet.append(row)
    sheet["A2"].font, sheet["B2"].number_format = openpyxl.styles.Font(bold=True), "m/d/yyyy"
    sheet.add_table(openpyxl.worksheet.table.Table(displayName="tblLog", ref="A1:B2"))
    made.save(path)
    open_book = FakeBook(path)
    writer = live(open_book).writer(Settings())
    assert writer.append_rows("Sheet", 1, [{1: f"A-{number}", 2: date(2026, 5, number)} for number in (2, 3, 4)]) == 3
    writer.save()
    assert open_book.writes == ["Sheet!tblLog", "Sheet!A3:B5", "Sheet!A3:B5"]
    grown = open_book.held["Sheet"]
    assert grown.tables["tblLog"].ref == "A1:B5"
    assert [(grown.cell(row, 1).font.b, grown.cell(row, 2).number_format) for row in (3, 5)] == [(True, "m/d/yyyy")] * 2


def test_formulas_and_merged_cells_stay_and_are_told_as_of_a_file(log: Path) -> None:
    with_more = openpyxl.load_workbook(log)
    with_more["Log"]["B2"] = "=1+1"
    with_more["Log"].merge_cells("C2:C3")
    with_more.save(log)
    cells = {(row, column): "x" for row in (2, 3) for column in (1, 2, 3)}
    editor, open_book = Editor.open(log), FakeBook(log)
    editor.set_cells("Log", cells)
    writer = live(open_book).writer(Settings())
    writer.set_cells("Log", cells)
    writer.save()
    assert [each.address for each in writer.not_written] == ["B2", "C3"]
    assert writer.not_written == editor.not_written
    assert held(open_book, cells) == ["x", "=1+1", "x", "x", "x", None]


def test_links_lead_where_they_should_and_go_when_they_must(log: Path) -> None:
    open_book = FakeBook(log)
    write(open_book, {(2, 1): Link("5-1", "#'Log'!A1"), (3, 1): Link("Permit", "Log letters/A 1/permit 1.docx")})
    sheet = open_book.held["Log"]
    assert (sheet["A2"].value, sheet["A2"].hyperlink.location) == ("5-1", "'Log'!A1")
    assert sheet["A3"].hyperlink.target == "Log%20letters/A%201/permit%201.docx"
    writer = live(open_book).writer(Settings())
    writer.set_rows("Log", 2, [{1: "no link"}])
    writer.save()
    assert (sheet["A2"].value, sheet["A2"].hyperlink, sheet["A3"].value) == ("no link", None, None)


def test_a_link_that_leads_elsewhere_now_keeps_its_text(log: Path) -> None:
    open_book = FakeBook(log)
    for row in (1, 2):
        write(open_book, {(2, 1): Link("FP-2026-001", f"#'Log'!A{row}"), (2, 2): "as it was"})
    cell = open_book.held["Log"]["A2"]
    assert (cell.value, cell.hyperlink.location) == ("FP-2026-001", "'Log'!A2")
    assert open_book.writes[-2:] == ["Log!A2", "Log!A2"]


def test_a_mac_is_given_one_area_at_a_time(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dates: dict[tuple[int, int], CellValue] = {(2, 2): date(2026, 7, 4), (4, 4): date(2026, 7, 5)}
    formats = {}
    for is_mac in (False, True):
        made = FakeBook(log)
        with monkeypatch.context() as patch:
            patch.setattr("permitbook.live.strokes.takes_lists", lambda mac=is_mac: not mac)
            write(made, dates)
        formats[is_mac] = [made.held["Log"].cell(*each).number_format for each in dates]
        assert ("Log!B2,D4" in made.writes) is not is_mac
    assert formats[True] == formats[False] and "General" not in formats[True]


def test_a_box_that_a_mac_waits_for_no_longer_breaks_nothing(log: Path) -> None:
    def alert(*told: object, **more: object) -> None:
        raise TimedOut

    class TimedOut(Exception):
        errornumber = -1712

    Window(SimpleNamespace(app=SimpleNamespace(alert=alert))).say("Done.")  # type: ignore[arg-type]


@pytest.mark.parametrize("visible", [True, False])
def test_a_sheet_that_is_hidden_is_shown(visible: bool) -> None:
    class Sheet(SimpleNamespace):
        def activate(self) -> None:
            if not self.visible:
                raise ComError(FAILED)
            self.shown = True

    sheet = Sheet(visible=visible, shown=False)
    Window(SimpleNamespace(sheets={"Form": sheet})).show("Form")  # type: ignore[arg-type]
    assert sheet.shown


def test_a_refusal_without_words_of_excels_is_told_in_those_of_windows(log: Path) -> None:
    mute = (-2147352567, "Exception occurred.", (0, None, None, None, 0, -2146827284), None)
    with pytest.raises(WorkbookError, match=r"^Excel did not write Log!D2: Exception occurred\. Nothing was written\."):
        write(FakeBook(log, trip=excel(mute, (1,))), TEN)


def test_excel_is_named_the_folder_for_its_copy_as_it_really_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, named = tmp_path / "private copy", tmp_path / "Temp"
    real.mkdir()
    named.symlink_to(real, target_is_directory=True)
    monkeypatch.setattr("tempfile.tempdir", str(named))
    with folder_for_copy() as folder:
        assert folder.parent == real
    assert not folder.exists()


def test_check_writes_each_sheet_in_a_few_strokes(tmp_path: Path) -> None:
    open_book = FakeBook(logged(tmp_path).book)
    check(live(open_book), datetime(2026, 6, 20, 9))
    strokes = [each for each in open_book.writes if not each.startswith("Today!A")]
    assert len(strokes) < 20
    assert [each for each in strokes if each.startswith("Applications!")] == [applications_block(open_book)]


def applications_block(open_book: FakeBook) -> str:
    """The computed columns of all rows, which lie side by side."""
    sheet = open_book.held["Applications"]
    [first] = [cell.column_letter for cell in sheet[1] if cell.value == "Status"]
    last = sheet.cell(1, sheet.max_column).column_letter
    return f"Applications!{first}2:{last}{len(ROWS) + 1}"


@given(
    some.sets(some.tuples(some.integers(1, 8), some.integers(1, 8))),
    some.sets(some.tuples(some.integers(1, 8), some.integers(1, 8))),
    some.sets(some.integers(1, 8)),
)
def test_rectangles_hold_every_cell_once_and_besides_them_only_blank_ones(
    wanted: set[tuple[int, int]], blank: set[tuple[int, int]], alone: set[int]
) -> None:
    blank -= wanted
    rows_of_change = {row for row, _ in wanted}
    made = blocks(wanted, lambda row, column: (row, column) in blank, alone)
    assert all(each.first_row == each.last_row for each in made if {each.first_row, each.last_row} & alone)
    covered = [
        (row, column)
        for each in made
        for row in range(each.first_row, each.last_row + 1)
        for column in range(each.first_column, each.last_column + 1)
    ]
    assert len(covered) == len(set(covered))
    assert wanted <= set(covered) <= wanted | blank
    assert {row for row, _ in covered} <= rows_of_change
    assert sum(len(row) for each in made for row in values(each, dict.fromkeys(wanted, 1), 0)) == len(covered)


# The window.


def test_progress_stands_in_the_status_bar_and_results_in_a_message(tmp_path: Path) -> None:
    open_book = FakeBook(logged(tmp_path).book)
    window = Window(open_book)  # type: ignore[arg-type]
    check(LiveBook(open_book, window), datetime(2026, 6, 20, 9))  # type: ignore[arg-type]
    assert open_book.app.status_bar == "Writing Log …"
    window.done()
    assert open_book.app.status_bar is False
    window.say("8 applications checked.")
    window.say("x" * 5_000, grave=True)
    assert open_book.app.alerts[0] == ("8 applications checked.", "info")
    assert len(open_book.app.alerts[1][0]) < 1_100 and open_book.app.alerts[1][1] == "critical"


def logged(folder: Path) -> Desk:
    """A Freeport log with the applications that the contract of check is tried with."""
    desk = Desk(folder, "freeport")
    known = {each["key"] for each in run("fields", desk.key, "--json").json}
    desk.rows(*[{key: value for key, value in row.items() if key in known} for row in ROWS])
    return desk


def granted(folder: Path) -> Path:
    """A Freeport workbook with one application to issue."""
    return book(folder, FREEPORT, [freeport()], determined(FREEPORT))


def live(open_book: FakeBook, waits: Waits | None = None) -> LiveBook:
    return LiveBook(open_book, patience=(waits or Waits()).patience)  # type: ignore[arg-type]


def rows(sheet: Any) -> list[tuple[object, ...]]:
    return [each for each in sheet.iter_rows(values_only=True) if any(value is not None for value in each)]


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(each): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
