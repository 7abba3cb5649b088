"""An older workbook brought up to this version: what is new to it, and that nothing else is touched."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from msgspec.structs import replace

from permitbook.errors import WorkbookError
from permitbook.office import Settings
from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.schema import Column, Kind, columns
from permitbook.upgrade.upgrading import upgrade
from permitbook.vba.project import Kind as ModuleKind
from permitbook.vba.project import Module, build_project, encrypted
from permitbook.vba.reading import decompressed, has_code, plain, read_project
from permitbook.vba.sources import macros, modules, xlwings_folder
from permitbook.workbook import build, build_rows, layout
from permitbook.workbook.build_entry import ChoiceLists
from permitbook.workbook.conf import CONF
from permitbook.workbook.layout import SHEETS, Sheet
from permitbook.workbook.ribbon import PARTS, ribbon
from permitbook.workbook.saving import backup_path
from tests.clerk import run
from tests.compound_check import faults
from tests.letter_books import FREEPORT, NOW, book
from tests.test_ribbon import related

AT = NOW[FREEPORT]
PROJECT = "xl/vbaProject.bin"
OWN = Column("mine", "My Own Column", Kind.TEXT)
OLD_MACROS = 'Attribute VB_Name = "Permitbook"\nPrivate Const MADE_FOR As String = "0.0.9"\n'


@contextmanager
def an_older_version() -> Iterator[None]:
    """While it lasts, workbooks lack what a later version added, and a clerk's own column stands in the log."""
    fewer = tuple(each for each in SHEETS if each not in (Sheet.MEETINGS, Sheet.OUTSIDE_EVENTS))
    all_columns = layout.columns_of
    lacking = {
        Sheet.APPLICATIONS: ("status", "fee_due", "street_width", "sworn_on"),
        Sheet.REGISTER: ("fingerprint",),
    }

    def older(sheet: str, law: Any) -> tuple[Column, ...]:
        kept = tuple(each for each in all_columns(sheet, law) if each.key not in lacking.get(Sheet(sheet), ()))
        return (*kept, OWN) if sheet == Sheet.APPLICATIONS else kept

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "SHEETS", fewer)
        patch.setattr("permitbook.workbook.build_tables.columns_of", older)
        patch.setattr("permitbook.workbook.build_pages.FINDINGS", "Findings of an older kind")
        all_of_them = build_rows.settings_of
        patch.setattr(build_rows, "settings_of", lambda *given: all_of_them(*given)[:-1])
        source = ChoiceLists.source
        patch.setattr(
            ChoiceLists,
            "source",
            lambda lists, name, words: source(lists, name, [each for each in words if each != "referred by a board"]),
        )
        patch.setattr(build, "macros", lambda: old_project())
        patch.setattr(build, "ribbon", lambda part, buttons: ribbon(part, buttons[:2]))
        patch.setattr(build, "CONF", {key: value for key, value in CONF.items() if key != "Enter Python By"})
        yield


def old_project(*own: Module) -> bytes:
    kept = [each for each in modules() if each.name not in ("Permitbook", *(one.name for one in own))]
    return build_project([*kept, Module("Permitbook", ModuleKind.STANDARD, OLD_MACROS), *own])


@pytest.fixture(scope="module")
def aged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with an_older_version():
        path = book(tmp_path_factory.mktemp("aged"), FREEPORT)
    run("check", path, "--as-of", AT.isoformat())
    return path


@pytest.fixture
def old(aged: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(aged, tmp_path))


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_part(path: Path, name: str, content: bytes) -> Path:
    members = read_package(path.read_bytes())
    members[name] = pack(name, content)
    path.write_bytes(package_bytes(members.values()))
    return path


def heads(path: Path, sheet: str) -> list[Any]:
    return [cell.value for cell in openpyxl.load_workbook(path, keep_vba=True)[sheet][1]]


def test_what_is_new_is_put_in_and_told(old: Path) -> None:
    assert upgrade(old, AT).did == (
        "Applications has the new columns Sworn On, Street Width, Status, Fee Due",
        "Register has the new columns Fingerprint",
        "the sheet Meetings was added at the end",
        "the sheet Outside Events was added at the end",
        "the sheet Form is the one of this version; what stood on it is in the backup",
        f"Settings has the new lines {columns(Settings)[-1].heading}",
        "cells offer the new words referred by a board",
        "the hidden sheet xlwings.conf has this version's settings",
        "the macros are those of this version",
        "the tab Permits has this version's buttons",
    )
    assert heads(old, "Applications")[-5:] == ["My Own Column", "Sworn On", "Street Width", "Status", "Fee Due"]
    assert heads(old, "Meetings") == ["Date", "Time", "Board"]


def test_an_upgraded_workbook_is_checked_into_its_new_columns(old: Path) -> None:
    upgrade(old, AT)
    assert run("check", old, "--as-of", AT.isoformat()).status == 0
    sheet = openpyxl.load_workbook(old, keep_vba=True)["Applications"]
    column = heads(old, "Applications").index("Status") + 1
    assert sheet.cell(2, column).value == "granted, not issued"
    assert run("issue", old, "FP-2026-001", "--as-of", AT.isoformat()).status == 0


def test_nothing_else_is_changed_byte_for_byte_and_the_old_workbook_is_kept(old: Path) -> None:
    before, bytes_before = parts(old), old.read_bytes()
    done = upgrade(old, AT)
    after = parts(old)
    changed = {name for name in before if after.get(name) != before[name]}
    names = dict(
        zip([each for each in SHEETS if each not in ("Meetings", "Outside Events")], range(1, 30), strict=False)
    )
    touched = ("Applications", "Register", "Form", "Settings", "xlwings.conf")
    sheets = {f"xl/worksheets/sheet{names[each]}.xml" for each in touched}
    tables = {name for name in changed if name.startswith("xl/tables/")}
    assert changed - sheets - tables == {
        *("[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", PROJECT, *PARTS),
    }
    assert len(tables) == 3
    assert done.kept == backup_path(old)
    assert done.kept.read_bytes() == bytes_before


def test_what_the_rows_hold_stays_and_only_grows_to_the_right(old: Path) -> None:
    def values(path: Path, sheet: str, wide: int) -> list[tuple[Any, ...]]:
        read = openpyxl.load_workbook(path, keep_vba=True)[sheet]
        return [row[:wide] for row in read.iter_rows(values_only=True)]

    wide = {name: len(heads(old, name)) for name in ("Applications", "Register", "Findings", "Deadlines", "Log")}
    before = {name: values(old, name, wide[name]) for name in wide}
    upgrade(old, AT)
    assert {name: values(old, name, wide[name]) for name in wide} == before


def test_new_columns_look_and_offer_as_in_a_new_workbook(old: Path, tmp_path: Path) -> None:
    upgrade(old, AT)
    sheet = openpyxl.load_workbook(old, keep_vba=True)["Applications"]
    found = heads(old, "Applications")
    width = found.index("Street Width") + 1
    letter = sheet.cell(1, width).column_letter
    (new_folder := tmp_path / "new").mkdir()
    new = openpyxl.load_workbook(book(new_folder, FREEPORT), keep_vba=True)["Applications"]
    there = [cell.value for cell in new[1]].index("Street Width") + 1
    assert sheet.cell(1, width).fill.fgColor.rgb == new.cell(1, there).fill.fgColor.rgb
    assert sheet.cell(1, width).font.b == new.cell(1, there).font.b
    assert sheet.column_dimensions[letter].width == new.column_dimensions[new.cell(1, there).column_letter].width
    [offer] = [each for each in sheet.data_validations.dataValidation if f"{letter}2" in each.sqref]
    assert offer.type == "list"
    sworn = sheet.column_dimensions[sheet.cell(1, found.index("Sworn On") + 1).column_letter]
    assert sworn.number_format == "ddd d mmm yyyy"


def test_the_package_is_whole(old: Path) -> None:
    upgrade(old, AT)
    with zipfile.ZipFile(old) as archive:
        names = archive.namelist()
        assert len(names) == len(set(names))
        assert {place for _, _, place in related(archive)} <= set(names)
        types = archive.read("[Content_Types].xml").decode()
        styles = archive.read("xl/styles.xml").decode()
        sheets = {each: archive.read(each).decode() for each in names if each.startswith("xl/worksheets/sheet")}
        tables = [archive.read(each).decode() for each in names if each.startswith("xl/tables/")]
    declared = re.findall(r'<Override PartName="/([^"]+)"', types)
    assert sorted(declared) == sorted(set(declared))
    assert set(declared) <= set(names)
    assert {each for each in names if each.startswith(("xl/worksheets/sheet", "xl/tables/"))} <= set(declared)
    for group, one in (("fonts", "font"), ("fills", "fill"), ("borders", "border"), ("cellXfs", "xf"), ("dxfs", "dxf")):
        [(count, held)] = re.findall(rf'<{group} count="(\d+)"[^>]*>(.*?)</{group}>', styles, re.DOTALL)
        assert len(re.findall(rf"<{one}[ />]", held)) == int(count), group
    formats = int(re.findall(r'<cellXfs count="(\d+)"', styles)[0])
    for xml in sheets.values():
        assert max((int(each) for each in re.findall(r' s="(\d+)"', xml)), default=0) < formats
    for told in (r' id="(\d+)" name', r'displayName="(\w+)"'):
        found = [re.findall(told, each)[0] for each in tables]
        assert len(found) == len(set(found)) == 15


def test_each_table_has_the_headings_that_stand_in_its_first_row(old: Path) -> None:
    upgrade(old, AT)
    saved = openpyxl.load_workbook(old, keep_vba=True)
    for sheet in saved:
        for table in sheet.tables.values():
            first = sheet[table.ref][0]
            assert [each.name for each in table.tableColumns] == [cell.value for cell in first]
            assert table.autoFilter is not None and table.autoFilter.ref == table.ref
            assert len({each.id for each in table.tableColumns}) == len(table.tableColumns)


def test_a_board_of_an_older_kind_is_renewed_with_its_charts_and_takes_the_month(old: Path) -> None:
    upgrade(old, AT)
    book_part = parts(old)["xl/workbook.xml"]
    with_part(old, "xl/workbook.xml", re.sub(rb'<definedName name="board_days">.*?</definedName>', b"", book_part))
    before = parts(old)
    assert upgrade(old, AT).did == ("the sheet Board is the one of this version; what stood on it is in the backup",)
    after = parts(old)
    assert {each for each in before if "chart" in each or "drawing" in each} == {
        each for each in after if "chart" in each or "drawing" in each
    }
    assert len(openpyxl.load_workbook(old)["Board"]._charts) == 2
    assert run("summary", old, "--month", "2026-05", "--as-of", AT.isoformat()).out.endswith("on the Board sheet.\n")
    assert upgrade(old, AT).did == ()


def test_new_words_are_offered_below_those_that_were_there(old: Path) -> None:
    upgrade(old, AT)
    saved = openpyxl.load_workbook(old, keep_vba=True)
    [(sheet, cells)] = saved.defined_names["choices_received_how"].destinations
    words = [cell.value for row in saved[sheet][cells] for cell in row]
    assert words == ["in person", "mail", "e-mail", "online", "fax", "referred by a board"]


def test_an_upgrade_of_what_is_of_this_version_writes_nothing(old: Path) -> None:
    upgrade(old, AT)
    backup_path(old).unlink()
    before = old.read_bytes()
    assert upgrade(old, AT).did == ()
    assert old.read_bytes() == before
    assert not backup_path(old).exists()
    assert run("upgrade", old).out == f"{old.name} is of this version already; nothing was written.\n"


def test_the_command_says_what_was_done_and_where_the_old_one_is(old: Path) -> None:
    told = run("upgrade", old, "--as-of", AT.isoformat())
    assert told.status == 0
    assert "  - the macros are those of this version" in told.out.splitlines()
    assert told.out.splitlines()[-1] == f"As it was it is kept as {backup_path(old)}."
    assert run("upgrade", old, "--json").json == {"book": str(old), "changed": False, "did": [], "backup": None}


def test_the_new_macros_are_whole_and_have_a_module_for_every_sheet(old: Path) -> None:
    upgrade(old, AT)
    held = parts(old)
    project = read_project(held[PROJECT], "it")
    assert faults(held[PROJECT]) == []
    assert plain(project.sources["Permitbook"]) == plain(read_project(macros(), "it").sources["Permitbook"])
    sheets = [name for name in held if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name)]
    codes = {found[1].decode() for name in sheets if (found := re.search(rb'codeName="(\w+)"', held[name]))}
    assert len(codes) == len(sheets) == len(SHEETS)
    assert codes < set(project.sources)


def test_macros_that_excel_has_saved_in_letters_of_its_own_are_left_as_they_are(old: Path) -> None:
    upgrade(old, AT)
    ours = [replace(each, text=each.text.replace("Dim ", "dim   ")) for each in modules()]
    with_part(old, PROJECT, build_project(ours))
    assert upgrade(old, AT).did == ()


def test_a_ribbon_that_another_program_dropped_is_put_back(old: Path) -> None:
    upgrade(old, AT)
    saved = openpyxl.load_workbook(old, keep_vba=True)
    saved.save(old)
    assert b"2007/relationships/ui/extensibility" not in parts(old)["_rels/.rels"]
    assert "the tab Permits has this version's buttons" in upgrade(old, AT).did
    rels = parts(old)["_rels/.rels"].decode()
    for part, (_, kind) in PARTS.items():
        assert re.search(f'Type="{kind}"[^>]*Target="/?{part}"', rels)
    assert upgrade(old, AT).did == ()


def test_code_names_that_another_program_dropped_are_given_again(old: Path) -> None:
    for name, content in parts(old).items():
        if name == "xl/workbook.xml" or re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name):
            with_part(old, name, re.sub(rb' codeName="\w+"', b"", content))
    upgrade(old, AT)
    held = parts(old)
    assert b'codeName="ThisWorkbook"' in held["xl/workbook.xml"]
    assert b'codeName="ApplicationsSheet"' in held["xl/worksheets/sheet2.xml"]


@pytest.mark.parametrize("sheet", [Sheet.FORM, Sheet.CONF, Sheet.HELP])
def test_a_sheet_that_was_renamed_stays_and_a_new_one_comes_beside_it(old: Path, sheet: Sheet) -> None:
    book = openpyxl.load_workbook(old, keep_vba=True)
    book[sheet].title = "Mine"
    book.save(old)
    assert f"the sheet {sheet} was added at the end" in upgrade(old, AT).did
    after = openpyxl.load_workbook(old, keep_vba=True)
    assert {"Mine", sheet.value} <= set(after.sheetnames)
    assert after[sheet].sheet_state == ("hidden" if sheet is Sheet.CONF else "visible")
    codes = [each.sheet_properties.codeName.casefold() for each in after.worksheets]
    assert len(set(codes)) == len(codes)
    assert faults(parts(old)[PROJECT]) == []
    assert upgrade(old, AT).did == ()


def test_a_renamed_sheet_with_a_table_is_told_and_not_made_twice(old: Path) -> None:
    book = openpyxl.load_workbook(old, keep_vba=True)
    book["Log"].title = "Mine"
    book.save(old)
    before = old.read_bytes()
    with pytest.raises(WorkbookError, match="its table on the sheet Mine; give that sheet the name Log again"):
        upgrade(old, AT)
    assert old.read_bytes() == before


def test_names_of_cells_are_read_as_libreoffice_spells_them_and_a_broken_one_is_let_be(
    old: Path, tmp_path: Path
) -> None:
    plainly = Path(shutil.copy(old, tmp_path / "plainly.xlsm"))
    xml = parts(old)["xl/workbook.xml"]
    broken = b'<definedName name="choices_mine">#REF!</definedName></definedNames>'
    spelled = re.sub(rb"(?<=>)'([\w. ]+)'!", rb"&apos;\1&apos;!", xml).replace(b"</definedNames>", broken)
    assert spelled.count(b"&apos;xlwings.conf&apos;") > 5
    assert upgrade(with_part(old, "xl/workbook.xml", spelled), AT).did == upgrade(plainly, AT).did
    assert upgrade(old, AT).did == ()


# What is refused


def own_module(path: Path) -> None:
    own = Module("MyReport", ModuleKind.STANDARD, "Sub Report()\n    MsgBox 1\nEnd Sub\n")
    with_part(path, PROJECT, old_project(own))


def own_event(path: Path) -> None:
    code = "Private Sub Worksheet_Change(ByVal Target As Range)\n    Beep\nEnd Sub\n"
    with_part(path, PROJECT, old_project(Module("ApplicationsSheet", ModuleKind.SHEET, code)))


def locked(path: Path) -> None:
    project = old_project()
    found = re.search(rb'ID="([^"]*)"', project)
    assert found
    plain_state, kept_from_view = (encrypted(found[1].decode(), data).encode() for data in (bytes(4), b"\1\0\0\0"))
    assert project.count(plain_state) == 1
    with_part(path, PROJECT, project.replace(plain_state, kept_from_view))


def signed(path: Path) -> None:
    listing = (
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        b'Type="http://schemas.microsoft.com/office/2006/relationships/vbaProjectSignature" '
        b'Target="vbaProjectSignature.bin"/></Relationships>'
    )
    with_part(path, "xl/_rels/vbaProject.bin.rels", listing)


def own_tab(path: Path) -> None:
    tab = b'<customUI xmlns="x"><ribbon><tabs><tab id="mayor"/></tabs></ribbon></customUI>'
    with_part(path, "customUI/customUI14.xml", tab)


def broken(path: Path) -> None:
    with_part(path, PROJECT, b"no project")


def open_elsewhere(path: Path) -> None:
    path.with_name(f"~${path.name}").write_bytes(b"")


def structure_locked(path: Path) -> None:
    book_part = parts(path)["xl/workbook.xml"]
    protection = b'<workbookProtection lockStructure="1"/><bookViews'
    with_part(path, "xl/workbook.xml", book_part.replace(b"<bookViews", protection, 1))


def sheet_locked(path: Path) -> None:
    xml = parts(path)["xl/worksheets/sheet2.xml"]
    with_part(
        path, "xl/worksheets/sheet2.xml", xml.replace(b"</sheetData>", b'</sheetData><sheetProtection sheet="1"/>')
    )


def notes_at_the_right(path: Path) -> None:
    saved = openpyxl.load_workbook(path, keep_vba=True)
    sheet = saved["Register"]
    sheet.cell(1, len(heads(path, "Register")) + 1).value = "My notes"
    saved.save(path)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (own_module, r"has macros of your own \(MyReport\)"),
        (own_event, r"has macros of your own \(ApplicationsSheet\)"),
        (locked, "are locked with a password"),
        (signed, "are digitally signed"),
        (own_tab, r"has a ribbon of its own \(mayor\)"),
        (broken, "are damaged"),
        (open_elsewhere, "is open in Excel"),
        (structure_locked, "The structure of .* is protected"),
        (sheet_locked, 'The sheet "Applications" of .* is protected'),
        (notes_at_the_right, r"Register!\w+ of .* stands at the right of the table"),
    ],
)
def test_what_cannot_be_done_without_loss_is_refused_and_nothing_is_written(
    old: Path, spoil: Callable[[Path], None], words: str
) -> None:
    spoil(old)
    before = old.read_bytes()
    with pytest.raises(WorkbookError, match=words):
        upgrade(old, AT)
    assert old.read_bytes() == before
    assert not backup_path(old).exists()


def test_a_workbook_without_macros_stays_and_one_with_them_is_made_beside_it(old: Path) -> None:
    plain_book = old.with_suffix(".xlsx")
    openpyxl.load_workbook(old).save(plain_book)
    before = plain_book.read_bytes()
    old.unlink()
    done = upgrade(plain_book, AT)
    assert done.path == old
    assert plain_book.read_bytes() == before
    held = parts(old)
    assert b"sheet.macroEnabled.main+xml" in held["[Content_Types].xml"]
    assert "Permitbook" in read_project(held[PROJECT], "it").sources
    assert run("check", old, "--as-of", AT.isoformat()).status == 0
    assert upgrade(old, AT).did == ()
    with pytest.raises(WorkbookError, match="is there already and is not overwritten"):
        upgrade(plain_book, AT)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkbookError, match=r"log.xls is no .xlsm workbook"):
        upgrade(tmp_path / "log.xls", AT)


# Macros read back


def test_our_own_macros_are_read_back_as_they_were_written() -> None:
    read = read_project(macros(), "it")
    assert list(read.sources) == [each.name for each in modules()]
    for each in modules():
        assert read.sources[each.name] == each.source().decode("cp1252")
    assert not read.is_locked


def test_macros_that_excel_wrote_are_read() -> None:
    with zipfile.ZipFile(xlwings_folder() / "quickstart.xlsm") as archive:
        read = read_project(archive.read(PROJECT), "it")
    assert list(read.sources) == ["ThisWorkbook", "Sheet1", "Module1", "Sheet2"]
    assert "RunPython" in read.sources["Module1"]
    assert [name for name, text in read.sources.items() if has_code(text)] == ["Module1"]
    assert not read.is_locked


@pytest.mark.parametrize(
    ("source", "runs"),
    [
        ("", False),
        ('Attribute VB_Name = "Sheet1"\r\nOption Explicit\r\n', False),
        ("' a note\nRem another\n\n", False),
        ("Option Explicit\nSub A()\nEnd Sub\n", True),
        ("Public x As Long\n", True),
    ],
)
def test_a_module_runs_when_more_stands_in_it_than_comments_and_options(source: str, runs: bool) -> None:
    assert has_code(source) is runs


def test_what_is_no_compressed_container_is_an_error() -> None:
    with pytest.raises(ValueError, match="no compressed container"):
        decompressed(b"\x02abc")
    with pytest.raises(WorkbookError, match=r"The macros of Log\.xlsm are damaged"):
        read_project(b"", "Log.xlsm")
