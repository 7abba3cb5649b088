"""What an Editor writes into real workbooks: the cells asked for, and nothing else of the file changes."""

import io
import re
import subprocess
import sys
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from permitbook.errors import WorkbookError
from permitbook.workbook import edit
from permitbook.workbook.edit import Editor, Formula, Link
from permitbook.workbook.formulas import adds_up, names_cells
from permitbook.workbook.hyperlinks import link_target
from permitbook.workbook.package import Package
from permitbook.workbook.styles import NUMBER_FORMATS, Shows
from tests.conftest import SOFFICE
from tests.hand_made import (
    FILES,
    MAIN,
    SHEET_PART,
    SPREADSHEET,
    by_calamine,
    by_openpyxl,
    package,
    packed_parts,
    parts_of,
    prefixed,
    related,
    rich_book,
    sheet,
    zipped,
)

LOG_TABLE, STYLES_PART, WORKBOOK_PART = "xl/tables/table1.xml", "xl/styles.xml", "xl/workbook.xml"
DUE = date(2026, 9, 12)


@cache
def rich() -> bytes:
    return rich_book()


def looks(cell: Any) -> tuple[Any, ...]:
    return cell.number_format, cell.font.b, cell.font.u, cell.fill.fgColor.rgb, cell.alignment.wrap_text


@cache
def rich_before() -> Any:
    return by_openpyxl(rich())


def put(folder: Path, data: bytes, name: str = "Parade Log.xlsm") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def sample(folder: Path, name: str) -> Path:
    return put(folder, (FILES / name).read_bytes(), name)


def differing(before: bytes, after: bytes) -> set[str]:
    """The parts that are not the same, packed byte for packed byte; their order always is."""
    old, new = packed_parts(before), packed_parts(after)
    assert [name for name in new if name in old] == [name for name in old if name in new]
    return {name for name in old | new if old.get(name) != new.get(name)}


def around(data: bytes, part: str = SHEET_PART) -> list[str]:
    """A sheet's XML without its rows and the size it tells."""
    xml = re.sub(r'<dimension ref="[^"]*"/>', "", parts_of(data)[part].decode())
    return re.split(r"<sheetData>.*</sheetData>", xml, flags=re.DOTALL)


# The cases of the list


def test_buttons_text_boxes_ribbon_and_macros_are_kept(tmp_path: Path) -> None:
    path = sample(tmp_path, "write-1-shapes-ribbon-macros.xlsm")
    before = path.read_bytes()
    editor = Editor.open(path)
    editor.set_cells("Log", {(2, 12): DUE, (2, 13): "late"})
    editor.save()
    after = path.read_bytes()
    assert differing(before, after) == {SHEET_PART, STYLES_PART}
    assert around(after) == around(before)
    there = by_openpyxl(after)
    assert (there["L2"].value, there["M2"].value) == (datetime(2026, 9, 12), "late")
    assert there["L2"].number_format == NUMBER_FORMATS[Shows.DATE]


def test_a_result_inside_a_merged_range_is_reported_and_the_others_are_written(tmp_path: Path) -> None:
    path = sample(tmp_path, "write-2-merged-result-cells.xlsx")
    editor = Editor.open(path)
    editor.set_cells("Log", {(row, 12): date(2026, 7, row) for row in (2, 3, 4, 5)})
    editor.save()
    ((where, address, reason),) = editor.not_written
    assert (where, address) == ("Log", "L3")
    assert "L2:L3" in reason
    there = by_openpyxl(path.read_bytes())
    assert [there.cell(row, 12).value for row in (2, 3, 4, 5)] == [
        datetime(2026, 7, 2),
        None,
        datetime(2026, 7, 4),
        datetime(2026, 7, 5),
    ]
    assert '<mergeCell ref="L2:L3"/>' in around(path.read_bytes())[1]


def test_formulas_keep_their_text_and_their_results(tmp_path: Path) -> None:
    path = sample(tmp_path, "write-4-user-formulas.xlsx")
    before = path.read_bytes()
    editor = Editor.open(path)
    editor.set_cells("Log", {(2, 12): 99, (2, 13): "written"})
    editor.save()
    after = path.read_bytes()
    assert differing(before, after) == {SHEET_PART}
    assert [each[:2] for each in editor.not_written] == [("Log", "L2")]
    formula = re.compile(rb"<f>.*?</c>")
    assert formula.findall(parts_of(after)[SHEET_PART]) == formula.findall(parts_of(before)[SHEET_PART])
    assert b'fullCalcOnLoad="1"' in parts_of(after)[WORKBOOK_PART]


def test_dates_are_written_in_the_date_system_of_1904(tmp_path: Path) -> None:
    path = sample(tmp_path, "date-1-date1904.xlsx")
    editor = Editor.open(path)
    editor.set_cells("Log", {(2, 12): DUE, (3, 12): datetime(2026, 9, 12, 18)})
    editor.save()
    after = path.read_bytes()
    assert b'date1904="1"' in parts_of(after)[WORKBOOK_PART]
    assert b">44815<" in parts_of(after)[SHEET_PART]
    assert [row[11] for row in by_calamine(after)[1:]] == [DUE, datetime(2026, 9, 12, 18)]
    assert by_openpyxl(after)["L2"].value == datetime(2026, 9, 12)


def test_a_protected_sheet_is_written_only_where_the_office_allows_it(tmp_path: Path) -> None:
    path = sample(tmp_path, "file-4-protected-sheet.xlsx")
    before = path.read_bytes()
    editor = Editor.open(path)
    editor.set_cells("Log", {(2, 1): by_calamine(before)[1][0]})
    editor.save()
    editor.set_cells("Log", {(2, 12): DUE})
    with pytest.raises(WorkbookError, match=r'sheet "Log" of file-4-protected-sheet\.xlsx is protected'):
        editor.save()
    assert path.read_bytes() == before
    editor = Editor.open(path, write_protected=True)
    editor.set_cells("Log", {(2, 12): DUE})
    editor.save()
    assert around(path.read_bytes()) == around(before)
    assert "<sheetProtection" in around(before)[1]


@pytest.mark.parametrize(("name", "column"), [("text-4-formula-like-text.xlsx", 4), ("text-3-pasted-marks.xlsx", 11)])
def test_awkward_text_is_written_as_text_and_reads_back(tmp_path: Path, name: str, column: int) -> None:
    path = sample(tmp_path, name)
    held = [row[column - 1] for row in by_calamine(path.read_bytes())[1:]]
    editor = Editor.open(path)
    sheet_name = editor.sheet_names[0]
    editor.set_cells(sheet_name, {(row, 20): text for row, text in enumerate(held, 2)})
    editor.set_cells(sheet_name, {(row, column): text for row, text in enumerate(held, 2)})
    editor.save()
    cleaned = [text.replace("\r\n", "\n").replace("\x0b", " ") for text in held]
    after = path.read_bytes()
    assert [row[19] for row in by_calamine(after)[1:]] == cleaned
    cells = [by_openpyxl(after).cell(row, 20) for row in range(2, len(held) + 2)]
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    assert not any("_x000D_" in str(cell.value) for cell in cells)


def test_a_row_is_added_below_the_data_and_not_below_the_formats(tmp_path: Path) -> None:
    path = sample(tmp_path, "sheet-4-formatted-to-the-end.xlsx")
    before = path.read_bytes()
    editor = Editor.open(path)
    assert editor.append_rows(editor.sheet_names[0], 1, [{1: "EP-4"}]) == 5
    editor.save()
    assert [row[0] for row in by_calamine(path.read_bytes())[1:5]][-1] == "EP-4"
    assert around(path.read_bytes()) == around(before)


def test_rows_are_not_added_below_a_total(tmp_path: Path) -> None:
    path = sample(tmp_path, "sheet-5-banner-and-total.xlsx")
    editor = Editor.open(path)
    with pytest.raises(WorkbookError, match="end with a total in row 6"):
        editor.append_rows(editor.sheet_names[0], 3, [{1: "EP-9"}])


# Nothing lost


EDITS: dict[tuple[int, int], Any] = {
    (4, 4): DUE,
    (5, 4): datetime(2026, 9, 12, 10, 30),
    (6, 5): "met & done",
    (7, 7): Decimal("12.50"),
    (8, 3): None,
    (12, 2): time(9, 15),
}


def test_every_part_of_a_rich_workbook_but_the_changed_sheet_keeps_its_bytes(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    editor.set_cells("Log", EDITS)
    assert set(editor.changed_parts) == {SHEET_PART, STYLES_PART}
    editor.save()
    after = path.read_bytes()
    assert differing(rich(), after) == {SHEET_PART, STYLES_PART}
    assert around(after) == around(rich())
    old, new = by_openpyxl(rich()), by_openpyxl(after)
    for row in new.iter_rows():
        for cell in row:
            if (cell.row, cell.column) not in EDITS:
                assert cell.value == old[cell.coordinate].value
                assert looks(cell) == looks(old[cell.coordinate])
    assert new["D4"].number_format == old["D4"].number_format == "d mmm yyyy"
    assert new["D5"].number_format == NUMBER_FORMATS[Shows.MOMENT]
    assert (new["E6"].value, new["G7"].value, new["C8"].value, new["B12"].value) == (
        "met & done",
        12.5,
        None,
        time(9, 15),
    )


def test_a_sheet_of_a_rich_workbook_in_another_spelling_is_kept_too(tmp_path: Path) -> None:
    parts: dict[str, str | bytes] = dict(parts_of(rich()))
    spelled_otherwise = prefixed(parts_of(rich())[SHEET_PART].decode())
    path = put(tmp_path, zipped(parts | {SHEET_PART: spelled_otherwise}))
    before = path.read_bytes()
    editor = Editor.open(path)
    editor.set_cells("Log", EDITS)
    editor.save()
    assert differing(before, path.read_bytes()) == {SHEET_PART, STYLES_PART}
    assert by_openpyxl(path.read_bytes())["D4"].value == datetime(2026, 9, 12)


@pytest.mark.parametrize("backup", [False, True])
def test_nothing_is_written_when_everything_stands_there_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backup: bool
) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    editor.set_cells("Log", EDITS)
    editor.set_rows("Notes", 7, [{1: "a", 2: 1}])
    editor.save()
    after = path.read_bytes()
    monkeypatch.setattr(edit, "save_file", pytest.fail)
    for again in (editor, Editor.open(path)):
        again.set_cells("Log", EDITS)
        again.set_rows("Notes", 7, [{1: "a", 2: 1}])
        assert not again.changed
        again.save(backup=backup)
    assert path.read_bytes() == after
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_the_same_changes_make_the_same_bytes_in_every_run(tmp_path: Path) -> None:
    code = (
        "import sys; from permitbook.workbook.edit import Editor; e = Editor.open(sys.argv[1]);"
        "e.set_rows('Notes', 7, [{c: f'{r} {c}' for c in (1, 2)} for r in range(9)]);"
        "e.append_rows('Log', 3, [{1: 'EP-6', 3: 'x'}, {1: 'EP-7'}]); e.save()"
    )
    made = set()
    for seed in ("1", "2"):
        path = put(tmp_path, rich(), f"{seed}.xlsm")
        subprocess.run(
            [sys.executable, "-c", code, str(path)], check=True, env={"PYTHONHASHSEED": seed}, cwd=FILES.parents[2]
        )
        made.add(path.read_bytes())
    assert len(made) == 1


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 14), st.integers(1, 8)),
        st.one_of(st.none(), st.text("ab <&\n_x", max_size=6), st.integers(-5, 5), st.booleans(), st.dates(DUE)),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_cells_read_back_and_all_others_stay(tmp_path: Path, cells: dict[tuple[int, int], Any]) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    editor.set_cells("Log", cells)
    refused = {each.address for each in editor.not_written}
    editor.save()
    after = path.read_bytes()
    assert differing(rich(), after) <= {SHEET_PART, STYLES_PART}
    assert around(after) == around(rich())
    old, new = rich_before(), by_openpyxl(after)
    assert refused <= {"F4"}
    for row in range(1, 16):
        for column in range(1, 10):
            was, now = old.cell(row, column), new.cell(row, column)
            if (row, column) not in cells or now.coordinate in refused:
                assert (now.value, looks(now)) == (was.value, looks(was))
            else:
                value = cells[row, column]
                expected = datetime(*value.timetuple()[:3]) if isinstance(value, date) else value or None
                assert now.value == (value if value in (0, False) and value != "" else expected)


def test_a_long_log_is_written_in_every_row(tmp_path: Path) -> None:
    path = sample(tmp_path, "write-3-two-hundred-rows.xlsx")
    before = by_calamine(path.read_bytes())
    editor = Editor.open(path)
    wanted = {row: (f"result {row}", row * 2, DUE if row % 3 else None) for row in range(2, len(before) + 1)}
    cells = {(row, 12 + place): value for row, values in wanted.items() for place, value in enumerate(values)}
    editor.set_cells(editor.sheet_names[0], cells)
    editor.save()
    after = by_calamine(path.read_bytes())
    assert len(after) > 200
    for number, (old, new) in enumerate(zip(before[1:], after[1:], strict=True), 2):
        assert new[:11] == old[:11]
        assert new[11:14] == [each or "" for each in wanted[number]]
    assert not Editor.open(path).changed


def made_by_openpyxl() -> bytes:
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.append(["No", "Due", "State"])
    for number in range(1, 6):
        first.append([f"EP-{number}", date(2026, 7, number), "open" if number % 2 else None])
    first["D2"] = "=B2-TODAY()"
    first.merge_cells("E2:E3")
    book.create_sheet("Notes")["A1"] = "mine"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def by_libreoffice(folder: Path, data: bytes) -> bytes:
    """The workbook as LibreOffice saves it."""
    assert SOFFICE
    source = put(folder, data, "book.xlsx")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [SOFFICE, profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", "saved"]
    subprocess.run([*command, str(source)], check=True, cwd=folder, capture_output=True, timeout=120)
    return (folder / "saved" / "book.xlsx").read_bytes()


def check_foreign_book(folder: Path, data: bytes) -> None:
    path = put(folder, data)
    editor = Editor.open(path)
    first = editor.sheet_names[0]
    assert editor.append_rows(first, 1, [{1: "EP-6", 2: date(2026, 7, 6), 3: "open"}]) == 7
    editor.set_cells(first, {(2, 3): "met", (3, 3): "met", (3, 4): "x", (2, 2): date(2026, 7, 1), (3, 5): "merged"})
    editor.save()
    after = path.read_bytes()
    assert differing(data, after) <= {SHEET_PART, STYLES_PART, WORKBOOK_PART}
    assert [each.address for each in editor.not_written] == ["E3"]
    rows = by_calamine(after)
    assert [row[2] for row in rows] == ["State", "met", "met", "open", "", "open", "open"]
    assert [row[1] for row in rows[1:]] == [date(2026, 7, day) for day in range(1, 7)]
    there = by_openpyxl(after)
    assert (there["D2"].value, there["D3"].value) == ("=B2-TODAY()", "x")
    assert there["B7"].number_format == there["B6"].number_format
    assert b'fullCalcOnLoad="1"' in parts_of(after)[WORKBOOK_PART]
    again = Editor.open(path)
    again.set_cells(first, {(2, 3): "met", (7, 2): date(2026, 7, 6), (4, 1): "EP-3"})
    assert not again.changed


def test_a_workbook_made_by_openpyxl_is_written_to(tmp_path: Path) -> None:
    check_foreign_book(tmp_path, made_by_openpyxl())


@pytest.mark.office
def test_a_workbook_saved_by_libreoffice_is_written_to(tmp_path: Path) -> None:
    check_foreign_book(tmp_path, by_libreoffice(tmp_path, made_by_openpyxl()))


@pytest.mark.office
def test_libreoffice_reads_what_was_written(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    editor.set_cells("Log", {(4, 4): DUE})
    editor.append_rows("Log", 3, [{1: "EP-6", 2: DUE, 3: Link("Parade 6", "#Notes!A1")}])
    editor.save()
    rows = by_calamine(by_libreoffice(tmp_path, path.read_bytes()))
    assert rows[3][3] == DUE
    assert rows[8][:3] == ["EP-6", DUE, "Parade 6"]


# Rows


def test_rows_are_added_to_a_table_which_grows_and_looks_the_same(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    rows = [{1: "EP-6", 2: DUE, 3: "Six", 5: "open"}, {1: "EP-7", 4: DUE}]
    assert editor.append_rows("Log", 3, rows) == 9
    assert editor.append_rows("Log", 3, [{1: "EP-8", 2: DUE}]) == 11
    assert editor.append_rows("Log", 3, []) == 12
    editor.save()
    after = path.read_bytes()
    assert differing(rich(), after) == {SHEET_PART, LOG_TABLE}
    there = by_openpyxl(after)
    assert (there.tables["Log"].ref, there.tables["Log"].autoFilter.ref) == ("A3:G11", "A3:G11")
    assert [there.cell(row, 1).value for row in range(8, 13)] == ["EP-5", "EP-6", "EP-7", "EP-8", None]
    assert {there.cell(row, column).number_format for row in (9, 10, 11) for column in (2, 4)} == {"d mmm yyyy"}
    assert b'<dimension ref="A1:I11"/>' in parts_of(after)[SHEET_PART]
    assert Editor.open(path).append_rows("Log", 3, []) == 12


def test_a_row_below_the_table_or_a_total_row_is_never_swallowed(tmp_path: Path) -> None:
    editor = Editor.open(put(tmp_path, rich()))
    with pytest.raises(WorkbookError, match=r'table on the sheet "Totals" of .* has a total row'):
        editor.append_rows("Totals", 1, [{1: "c"}])
    editor.set_cells("Log", {(10, 2): "a note below the table"})
    editor.save()
    editor.append_rows("Log", 3, [{1: "EP-6"}])
    with pytest.raises(WorkbookError, match=r"Log!B10 of Parade Log\.xlsm stands below the table"):
        editor.append_rows("Log", 3, [{1: "EP-7"}])
    with pytest.raises(WorkbookError, match=r"Log!B10 .* stands below the table"):
        editor.set_rows("Log", 4, [{1: f"EP-{number}"} for number in range(7)])


def with_table_formula(formula: str) -> bytes:
    parts: dict[str, str | bytes] = dict(parts_of(rich()))
    column = f'name="Twice"><calculatedColumnFormula>{formula}</calculatedColumnFormula></tableColumn>'
    table = parts_of(rich())[LOG_TABLE].decode().replace('name="Twice"/>', column)
    return zipped(parts | {LOG_TABLE: table})


def test_a_tables_own_formula_is_carried_on_to_new_rows(tmp_path: Path) -> None:
    data = with_table_formula("Log[[#This Row],[Mine]]*2")
    path = put(tmp_path, data)
    editor = Editor.open(path)
    editor.append_rows("Log", 3, [{1: "EP-6"}, {1: "EP-7"}])
    editor.save()
    there = by_openpyxl(path.read_bytes())
    assert [there.cell(row, 6).value for row in (9, 10)] == ["=Log[[#This Row],[Mine]]*2"] * 2
    assert not editor.not_written


def test_a_tables_formula_that_names_single_cells_is_reported_instead(tmp_path: Path) -> None:
    editor = Editor.open(put(tmp_path, with_table_formula("G4*2")))
    editor.append_rows("Log", 3, [{1: "EP-6"}, {1: "EP-7"}])
    assert [each[:2] for each in editor.not_written] == [("Log", "F9")]
    assert "fill it down" in editor.not_written[0].reason


@pytest.mark.parametrize(
    ("formula", "cells", "total"),
    [
        ("F2-TODAY()", True, False),
        ("$A$1", True, False),
        ("SUM(K4:K5)", True, True),
        ("SUM(K5:M5)", True, False),
        ("Log[[#This Row],[Q1]]*2", False, False),
        ('IF([@State]="A1",1,LOG10(2))', False, False),
        ("SUBTOTAL(9,D4:D99)/2", True, True),
    ],
)
def test_what_a_formula_refers_to(formula: str, cells: bool, total: bool) -> None:
    assert (names_cells(formula), adds_up(formula)) == (cells, total)


def test_rows_are_added_below_the_data_of_a_sheet_without_a_table(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>No</t></is></c><c r="B1" t="inlineStr"><is><t>Due</t></is></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>46277</v></c><c r="F2"><v>9</v></c></row>'
        '<row r="3"><c r="B3"><f>A3*2</f><v>0</v></c><c r="F3"><v>9</v></c></row>'
    )
    filtered = '<autoFilter ref="A1:B2"/>'
    path = put(tmp_path, package({"Log": sheet(rows, before='<dimension ref="A1:F3"/>', after=filtered)}))
    editor = Editor.open(path)
    assert editor.append_rows("Log", 1, [{1: 2}, {1: 3, 2: DUE}]) == 3
    editor.save()
    there = by_openpyxl(path.read_bytes())
    assert [there.cell(row, 1).value for row in (2, 3, 4)] == [1, 2, 3]
    assert (there["B3"].value, there["B4"].value) == ("=A3*2", datetime(2026, 9, 12))
    assert there["B4"].number_format == there["B2"].number_format
    assert there.auto_filter.ref == "A1:B4"
    assert there.dimensions == "A1:F4"


def test_the_rows_of_a_computed_sheet_are_rewritten_and_the_rest_emptied(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    editor.set_rows("Log", 4, [{1: "a", 2: DUE, 5: "x"}, {1: "b", 2: None, 5: "y"}])
    editor.save()
    there = by_openpyxl(path.read_bytes())
    assert there.tables["Log"].ref == "A3:G8"
    rows = [[cell.value for cell in row[:7]] for row in there.iter_rows(min_row=4, max_row=8)]
    assert rows == [
        ["a", datetime(2026, 9, 12), "Parade 1", None, "x", "=G4*2", 1],
        ["b", None, "Parade 2", None, "y", None, 2],
        [None, None, "Parade 3", None, None, None, 3],
        [None, None, "Parade 4", None, None, None, 4],
        [None, None, "Parade 5", None, None, None, 5],
    ]
    assert there["B8"].number_format == "d mmm yyyy"
    editor.set_rows("Log", 4, [{1: f"{number}", 2: DUE} for number in range(20)], columns=(5,))
    editor.save()
    there = by_openpyxl(path.read_bytes())
    assert there.tables["Log"].ref == "A3:G23"
    assert [there[name].value for name in ("A23", "E4", "E23")] == ["19", None, None]
    assert there["B23"].number_format == "d mmm yyyy"
    editor.set_rows("Log", 4, [], columns=range(1, 8))
    editor.save()
    there = by_openpyxl(path.read_bytes())
    assert there.tables["Log"].ref == "A3:G4"
    assert not any(cell.value for row in there.iter_rows(min_row=4, max_col=7) for cell in row)


def test_without_a_table_everything_below_is_emptied_or_down_to_the_row_that_is_told(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c><c r="B{n}"><v>{n}</v></c></row>' for n in range(1, 9))
    path = put(tmp_path, package({"Log": sheet(rows)}))
    editor = Editor.open(path)
    editor.set_rows("Log", 2, [{1: 20}], clear_to=4)
    editor.save()
    assert [row[0] for row in by_calamine(path.read_bytes())] == [1, 20, "", "", 5, 6, 7, 8]
    editor.set_rows("Log", 2, [{1: 20}])
    editor.save()
    read = by_calamine(path.read_bytes())
    assert ([row[0] for row in read], [row[1] for row in read]) == ([1, 20] + [""] * 6, list(range(1, 9)))


def test_rows_set_twice_are_those_of_the_last_time(tmp_path: Path) -> None:
    path = put(tmp_path, package({"Log": sheet("")}))
    editor = Editor.open(path)
    editor.set_rows("Log", 1, [{1: Link(str(number), "#Log!A1")} for number in range(9)])
    editor.set_rows("Log", 1, [{1: "only"}])
    editor.save()
    assert by_calamine(path.read_bytes()) == [["only"]]
    assert b"hyperlink" not in parts_of(path.read_bytes())[SHEET_PART]


def test_rows_that_a_filter_hides_are_counted(tmp_path: Path) -> None:
    rows = '<row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3" hidden="1"/>'
    editor = Editor.open(put(tmp_path, package({"Today": sheet(rows)})))
    editor.set_rows("Today", 1, [{1: "a"}, {1: "overdue"}])
    assert editor.hidden_rows == {"Today": 1}


@pytest.mark.parametrize("count", [1, 2])
def test_a_sheet_is_full_at_its_last_row(tmp_path: Path, count: int) -> None:
    rows = '<row r="1048575"><c r="A1048575"><v>1</v></c></row>'
    editor = Editor.open(put(tmp_path, package({"Log": sheet('<row r="1"><c r="A1"><v>1</v></c></row>' + rows)})))
    if count == 1:
        assert editor.append_rows("Log", 1, [{1: 2}]) == 1_048_576
        assert editor.changed
    else:
        with pytest.raises(WorkbookError, match="is full"):
            editor.append_rows("Log", 1, [{1: 2}] * count)


def test_a_table_made_with_one_blank_row_takes_its_first_rows_there(tmp_path: Path) -> None:
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        heads = [{"header": "No"}, {"header": "Due"}]
        book.add_worksheet("Log").add_table("A1:B2", {"name": "Log", "columns": heads})
    path = put(tmp_path, out.getvalue())
    editor = Editor.open(path)
    assert editor.append_rows("Log", 1, [{1: "EP-1", 2: DUE}, {1: "EP-2"}]) == 2
    editor.save()
    there = by_openpyxl(path.read_bytes())
    assert (there.tables["Log"].ref, there["A3"].value) == ("A1:B3", "EP-2")


# Links


def links(data: bytes) -> dict[str, tuple[Any, Any, Any]]:
    cells = [cell for row in by_openpyxl(data).iter_rows() for cell in row if cell.hyperlink]
    return {cell.coordinate: (cell.value, cell.hyperlink.location, cell.hyperlink.target) for cell in cells}


def test_cells_lead_to_places_in_the_workbook_and_to_files_beside_it(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    wanted = {
        (4, 3): Link("Parade 1", "#'Notes'!A1"),
        (5, 3): Link("permit", "Parade Log letters\\EP-1\\permit & copy.docx"),
        (6, 3): Link("permit", "Parade Log letters/EP-1/permit & copy.docx"),
        (7, 3): Link("office", "https://example.invalid/a?b=1&c=2"),
    }
    editor.set_cells("Log", wanted)
    editor.save()
    file = "Parade%20Log%20letters/EP-1/permit%20&%20copy.docx"
    office = "https://example.invalid/a?b=1&c=2"
    assert links(path.read_bytes()) == {
        "C4": ("Parade 1", "'Notes'!A1", None),
        "C5": ("permit", None, file),
        "C6": ("permit", None, file),
        "C7": ("office", None, office),
        "I4": ("office", None, office),
        "I5": ("notes", "Notes!A1", None),
    }
    relations = "xl/worksheets/_rels/sheet1.xml.rels"
    assert differing(rich(), path.read_bytes()) == {SHEET_PART, relations}
    again = Editor.open(path)
    again.set_cells("Log", wanted)
    assert not again.changed
    again.set_rows("Log", 4, [{3: Link("Parade 1", "#'Notes'!A2")}, {3: "no link"}])
    again.save()
    assert links(path.read_bytes()) == {
        "C4": ("Parade 1", "'Notes'!A2", None),
        "I4": ("office", None, office),
        "I5": ("notes", "Notes!A1", None),
    }
    assert parts_of(path.read_bytes())[relations].count(b"hyperlink") == parts_of(rich())[relations].count(b"hyperlink")


def test_the_first_and_the_last_link_of_a_sheet_come_and_go(tmp_path: Path) -> None:
    before = package(
        {"Log": sheet("", after='<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>')}
    )
    path = put(tmp_path, before)
    editor = Editor.open(path)
    editor.set_rows("Log", 1, [{1: Link("a", "b.docx")}])
    editor.save()
    assert links(path.read_bytes()) == {"A1": ("a", None, "b.docx")}
    editor.set_rows("Log", 1, [{1: "a"}])
    editor.save()
    assert links(path.read_bytes()) == {}
    assert b"hyperlink" not in parts_of(path.read_bytes())[SHEET_PART]
    assert b"hyperlink" not in parts_of(path.read_bytes())["xl/worksheets/_rels/sheet1.xml.rels"]


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("#Log!A1", "#Log!A1"),
        ("a b/100% & #1.docx", "a%20b/100%25%20&%20%231.docx"),
        ("C:\\Permits\\a.docx", "file:///C:/Permits/a.docx"),
        ("mailto:clerk@example.invalid?subject=a%20b", "mailto:clerk@example.invalid?subject=a%20b"),
        ("Café.docx", "Caf%C3%A9.docx"),
    ],
)
def test_a_target_is_written_as_an_address(target: str, written: str) -> None:
    assert link_target(target) == written


def test_a_link_in_a_merged_cell_is_not_written_either(tmp_path: Path) -> None:
    merged = '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>'
    editor = Editor.open(put(tmp_path, package({"Log": sheet("", after=merged)})))
    editor.set_cells("Log", {(2, 1): Link("a", "#Log!B1")})
    assert [each.address for each in editor.not_written] == ["A2"]
    assert not editor.changed


# What Excel must reckon anew


CHAIN = f'<calcChain xmlns="{MAIN}"><c r="A1" i="1"/><c r="A2"/></calcChain>'
FORMULA_ROWS = '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row><row r="2"><c r="A2"><f>A1</f><v>2</v></c></row>'


def book_with_formulas(calculation: str = "") -> bytes:
    data = parts_of(package({"Log": sheet(FORMULA_ROWS), "Notes": sheet("")}, workbook=calculation))
    parts: dict[str, str | bytes] = dict(data)
    chain = related("calcChain", "calcChain.xml", "rIdC").partition("<Relationship ")[2].partition("</")[0]
    relations = data["xl/_rels/workbook.xml.rels"].decode().replace("</Rel", f"<Relationship {chain}</Rel")
    types = data["[Content_Types].xml"].decode()
    override = f'<Override PartName="/xl/calcChain.xml" ContentType="{SPREADSHEET}.calcChain+xml"/>'
    return zipped(
        parts
        | {
            "xl/_rels/workbook.xml.rels": relations,
            "[Content_Types].xml": types.replace("</Types>", f"{override}</Types>"),
            "xl/calcChain.xml": CHAIN,
        }
    )


@pytest.mark.parametrize(
    "told", ["", '<calcPr calcId="191029"/>', '<calcPr calcId="191029" fullCalcOnLoad="0"/>', "<definedNames/>"]
)
def test_formulas_are_worked_out_anew_when_what_they_hang_on_may_have_changed(tmp_path: Path, told: str) -> None:
    path = put(tmp_path, book_with_formulas(told))
    editor = Editor.open(path)
    editor.set_cells("Notes", {(1, 1): 5})
    assert set(editor.changed_parts) == {"xl/worksheets/sheet2.xml", WORKBOOK_PART}
    assert editor.recalculates
    editor.save()
    book = parts_of(path.read_bytes())[WORKBOOK_PART].decode()
    assert re.search(r'</sheets>(<definedNames/>)?<calcPr( calcId="191029")? fullCalcOnLoad="1"/></workbook>', book)
    assert editor.recalculates
    editor.set_cells("Notes", {(1, 1): 6})
    assert set(editor.changed_parts) == {"xl/worksheets/sheet2.xml"}


def test_the_order_of_reckoning_is_left_to_excel_when_formulas_come_or_go(tmp_path: Path) -> None:
    path = put(tmp_path, book_with_formulas('<calcPr calcId="191029"/>'))
    editor = Editor.open(path)
    editor.set_rows("Log", 1, [{1: "no formula"}])
    editor.save()
    after = parts_of(path.read_bytes())
    assert "xl/calcChain.xml" not in after
    assert not any(b"calcChain" in content for content in after.values())
    assert b'fullCalcOnLoad="1"' in after[WORKBOOK_PART]
    assert by_openpyxl(path.read_bytes())["A1"].value == "no formula"


def test_a_workbook_without_formulas_is_not_told_to_reckon(tmp_path: Path) -> None:
    rows = '<row r="1"><c r="A1"><v>1</v></c></row>'
    sparkline = '<extLst><ext xmlns:xm="urn:xm"><xm:f>Log!A1</xm:f></ext></extLst>'
    editor = Editor.open(put(tmp_path, package({"Log": sheet(rows, after=sparkline)})))
    editor.set_cells("Log", {(1, 1): 2})
    assert editor.changed_parts == (SHEET_PART,)
    assert not editor.recalculates


# What is refused, and the rest


def changed_part(name: str, old: str, new: str) -> bytes:
    parts: dict[str, str | bytes] = dict(parts_of(package({"Log": sheet("")})))
    return zipped(parts | {name: parts_of(package({"Log": sheet("")}))[name].decode().replace(old, new)})


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (package({"Log": sheet("")}, parts={"_xmlsignatures/origin.sigs": b""}), "is digitally signed"),
        (changed_part(WORKBOOK_PART, MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main"), "Strict Open XML"),
        (changed_part(WORKBOOK_PART, MAIN, "urn:other"), "is damaged: a workbook was expected"),
        (changed_part(SHEET_PART, MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main"), "Strict Open XML"),
        (changed_part(SHEET_PART, "<sheetData></sheetData>", ""), "is damaged: it has no rows"),
        (changed_part(STYLES_PART, "cellXfs", "cellYfs"), "lists no cell formats"),
        (changed_part(SHEET_PART, "</worksheet>", ""), "is damaged"),
        ((FILES / "date-1-date1904.xlsx").read_bytes()[:-200], "."),
    ],
)
def test_what_cannot_be_written_without_loss_is_refused_before_anything_is_written(
    tmp_path: Path, data: bytes, says: str
) -> None:
    path = put(tmp_path, data)
    with pytest.raises(WorkbookError, match=says):
        _write_something(path)
    assert path.read_bytes() == data


def _write_something(path: Path) -> None:
    editor = Editor.open(path)
    editor.set_cells("Log", {(1, 1): 1})
    editor.save()


def test_a_sheet_that_is_not_there_or_holds_no_cells_is_named(tmp_path: Path) -> None:
    data = changed_part("xl/_rels/workbook.xml.rels", "/worksheet", "/chartsheet")
    editor = Editor.open(put(tmp_path, data))
    assert editor.sheet_names == ["Log"]
    with pytest.raises(WorkbookError, match=r'Parade Log\.xlsm has no sheet "Today"'):
        editor.set_cells("Today", {(1, 1): 1})
    with pytest.raises(WorkbookError, match=r'The sheet "Log" of .* holds no cells'):
        editor.set_cells("Log", {(1, 1): 1})


def test_a_workbook_without_formats_takes_text_and_numbers_but_no_dates(tmp_path: Path) -> None:
    data = changed_part("xl/_rels/workbook.xml.rels", "styles.xml", "gone.xml")
    editor = Editor.open(put(tmp_path, data))
    editor.set_cells("Log", {(1, 1): "text", (1, 2): 5})
    editor.save()
    editor.set_cells("Log", {(1, 3): DUE})
    with pytest.raises(WorkbookError, match="has no cell formats"):
        editor.save()


def test_one_editor_saves_as_often_as_there_is_something_new(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    editor = Editor.open(path)
    for number in range(3):
        editor.set_cells("Log", {(4, 7): number + 10})
        editor.save(backup=True)
        assert not editor.changed
    assert by_openpyxl(path.read_bytes())["G4"].value == 12
    kept = (tmp_path / "Parade Log.backup.xlsm").read_bytes()
    assert by_openpyxl(kept)["G4"].value == 11


def test_a_workbook_read_only_on_disk_is_not_written(tmp_path: Path) -> None:
    path = put(tmp_path, rich())
    path.chmod(0o444)
    with pytest.raises(WorkbookError, match="is marked read-only"):
        _write_something(path)
    assert path.read_bytes() == rich()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


DEBRIS = [
    b"<",
    b">",
    b'"',
    b"&",
    b"</row>",
    b'<row r="3">',
    b"<!--",
    b"]]>",
    b"9" * 5000,
    b"\xff",
    b"\x00",
    b'ref="',
    b"",
]
FRAGILE = [SHEET_PART, STYLES_PART, WORKBOOK_PART, LOG_TABLE, "xl/sharedStrings.xml", "xl/_rels/workbook.xml.rels"]


@given(st.lists(st.tuples(st.sampled_from(FRAGILE), st.floats(0, 1), st.integers(0, 20), st.sampled_from(DEBRIS))))
@settings(max_examples=60, deadline=None)
def test_a_damaged_part_ends_in_a_sentence_or_does_no_harm(damages: list[tuple[str, float, int, bytes]]) -> None:
    parts: dict[str, str | bytes] = dict(parts_of(rich()))
    for name, place, length, debris in damages:
        content = bytes(parts[name])  # type: ignore[arg-type]
        at = int(place * len(content))
        parts[name] = content[:at] + debris + content[at + length :]
    try:
        editor = Editor(Path("Parade Log.xlsm"), Package(zipped(parts), "Parade Log.xlsm"))
        editor.set_cells("Log", EDITS)
        editor.append_rows("Log", 3, [{1: "EP-6", 2: DUE, 3: Link("a", "b.docx")}])
        editor.set_rows("Notes", 7, [{1: Formula("1+1", 2)}])
        assert editor.changed
    except WorkbookError as error:
        assert str(error).endswith(".")
