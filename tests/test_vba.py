"""The compiled macros, as other programs than ours read them."""

import io
import random
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from struct import unpack_from
from typing import Any

import olefile
import pytest
from pyopenvba import ExcelFile

from permitbook.ordinances import KEYS
from permitbook.udfs import PERMIT_LAST_FILING
from permitbook.vba.__main__ import TEMPLATES, template
from permitbook.vba.compression import CHUNK, compress
from permitbook.vba.project import Kind, Module, build_project
from permitbook.vba.sources import MACROS, macros, modules, xlwings_folder
from permitbook.vba.wrappers import MOST_LETTERS, description
from permitbook.workbook.build import macros as shipped
from permitbook.workbook.layout import SHEETS, sheet_code
from tests.compound_check import faults
from tests.vba_reader import VBA_Parser, decompress_stream

BODY = 'Option Explicit\nPublic Sub Run()\n    MsgBox "Utgång – 5 €"\nEnd Sub\n'
COMPATIBLE = 0x4A
"""A record of newer Excels, which older ones and others leave out."""


def sources(project: bytes) -> dict[str, str]:
    """Each module with its source, as oletools reads it."""
    parser = VBA_Parser("vbaProject.bin", data=project)
    return {path.rpartition("/")[2]: code for _, path, _, code in parser.extract_macros()}


def stored(text: str) -> str:
    return text.replace("\r\n", "\n")


def test_the_macros_shipped_are_those_of_the_sources_and_of_the_xlwings_installed() -> None:
    assert shipped() == macros() == macros()


def test_oletools_reads_every_module_back_as_it_was_written() -> None:
    read = sources(shipped())
    assert list(read) == [each.name for each in modules()]
    for each in modules():
        assert stored(read[each.name]) == stored(each.source().decode("cp1252"))


def test_pyopenvba_reads_every_module_of_a_ready_made_workbook_and_finds_nothing_wrong() -> None:
    with ExcelFile(TEMPLATES / "freeport.xlsm") as book:
        assert book.validate() == []
        assert set(book.module_names()) == {each.name for each in modules()}
        assert stored(book.get_module("Permitbook")).endswith(stored((MACROS / "Permitbook.bas").read_text())[-80:])


@pytest.mark.parametrize("size", [0, 1, 2, 3, 17, 4095, CHUNK, CHUNK + 1, 3 * CHUNK, 50_000])
def test_what_is_compressed_is_the_same_to_another_decoder(size: int) -> None:
    text = (Path(__file__).read_bytes() * 20)[:size]
    assert bytes(decompress_stream(bytearray(compress(text)))) == text


def test_noise_is_stored_as_it_is_and_refused_only_as_a_short_end() -> None:
    noise = random.Random(7).randbytes(2 * CHUNK)
    assert bytes(decompress_stream(bytearray(compress(noise)))) == noise
    with pytest.raises(ValueError, match="cannot be compressed"):
        compress(noise[: 2 * CHUNK - 1])


@pytest.mark.parametrize("count", [1, 2, 60])
def test_a_project_of_any_size_is_a_sound_compound_file(count: int) -> None:
    body = "\n".join(f"' {random.Random(each).random()}" for each in range(400))
    made = build_project([Module(f"Part{each}", Kind.STANDARD, body) for each in range(count)])
    assert faults(made) == []
    assert faults(shipped()) == []
    olefile.OleFileIO(io.BytesIO(made), raise_defects=olefile.DEFECT_UNSURE).close()


def test_a_broken_compound_file_is_told_from_a_sound_one() -> None:
    made = bytearray(shipped())
    [first_of_fat] = unpack_from("<I", made, 76)
    made[(first_of_fat + 1) * 512 : (first_of_fat + 1) * 512 + 4] = b"\x05\0\0\0"
    assert faults(bytes(made))


def test_letters_of_windows_code_page_come_back_and_others_are_refused() -> None:
    read = sources(build_project([Module("Part", Kind.STANDARD, BODY)]))
    assert stored(read["Part"]).endswith(BODY)
    with pytest.raises(ValueError, match="Part holds '→', which code page 1252 does not have"):
        build_project([Module("Part", Kind.STANDARD, "' a → b")])


@pytest.mark.parametrize("names", [("Part", "PART"), ("1st",), ("A-B",), ("A" * 32,)])
def test_names_that_are_none_or_twice_there_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"Two modules|no name"):
        build_project([Module(each, Kind.STANDARD) for each in names])


def test_nothing_compiled_is_kept_and_nothing_is_protected() -> None:
    with olefile.OleFileIO(io.BytesIO(shipped())) as project:
        assert project.openstream("VBA/_VBA_PROJECT").read() == bytes.fromhex("CC61FFFF000000")
        assert not any(name.startswith("__SRP") for *_, name in project.listdir())
        text = project.openstream("PROJECT").read().decode("cp1252")
        assert [_plain(text, key) for key in ("CMG", "DPB", "GC")] == [bytes(4), b"\0", b"\xff"]


def _plain(project: str, key: str) -> bytes:
    """What a line of the project says, decoded as [MS-OVBA] 2.4.3.3 has it."""
    identity, hidden = (re.search(rf'^{name}="(.*)"', project, re.MULTILINE) for name in ("ID", key))
    assert identity
    assert hidden
    data = bytes.fromhex(hidden[1])
    assert data[1] ^ data[0] == 2
    last = data[2] ^ data[0]
    assert last == sum(identity[1].encode()) & 0xFF
    told, one, two = bytearray(), data[2], data[1]
    for byte in data[3:]:
        last = byte ^ ((two + last) & 0xFF)
        told.append(last)
        two, one = one, byte
    rest = told[(data[0] & 6) // 2 :]
    assert unpack_from("<I", rest)[0] == len(rest) - 4
    return bytes(rest[4:])


def test_the_directory_has_the_records_of_one_that_excel_wrote_in_their_order() -> None:
    with zipfile.ZipFile(xlwings_folder() / "quickstart.xlsm") as archive:
        excels = _directory(archive.read("xl/vbaProject.bin"))
    ours = _directory(shipped())
    assert [each for each in ours if each in excels[: excels.index(0x16)]][:12] == [
        each for each in excels[: excels.index(0x16)] if each != COMPATIBLE
    ][:12]
    assert _first_module(ours, 0x22) == _first_module(excels, 0x22)
    assert _first_module(ours, 0x21) == _first_module(excels, 0x21)
    assert ours[-1] == excels[-1] == 0x10


def _directory(project: bytes) -> list[int]:
    with olefile.OleFileIO(io.BytesIO(project)) as file:
        data = bytes(decompress_stream(bytearray(file.openstream("VBA/dir").read())))
    found, at = [], 0
    while at < len(data):
        id, size = unpack_from("<HI", data, at)
        found.append(id)
        at += 6 + (6 if id == 0x09 else size)
    return found


def _first_module(records: list[int], kind: int) -> list[int]:
    starts = [place for place, each in enumerate(records) if each == 0x19]
    ends = [place for place, each in enumerate(records) if each == 0x2B]
    return next(part for one, end in zip(starts, ends, strict=True) if kind in (part := records[one : end + 1]))


def analysed(folder: Path) -> tuple[int, str]:
    """What an independent analyser of VBA says of a project, and its exit status."""
    command = [sys.executable, "-m", "pyvbaanalysis", "--fail-level", "error", "--whole-project", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def test_an_analyser_finds_no_error_in_a_ready_made_workbook() -> None:
    status, told = analysed(TEMPLATES / "east_troy.xlsm")
    assert (status, " error " in told) == (0, False), told


PLANTED = (
    *("wrong = 1", "Call NoSuchMacro()", 'MsgBox ("open"', 'RunPyton "import this"', 'Pres "CheckAll"'),
    *("Press", "MsgBox XLWINGS_VERSON", 'Press "CheckAll", MADE_FOR'),
)


@pytest.mark.parametrize("planted", PLANTED)
def test_the_analyser_finds_an_error_that_is_planted(tmp_path: Path, planted: str) -> None:
    shutil.copy(xlwings_folder() / "xlwings.bas", tmp_path)
    buttons = (MACROS / "Permitbook.bas").read_text()
    (tmp_path / "Permitbook.bas").write_text(buttons.replace("End Sub", f"    {planted}\nEnd Sub", 1))
    status, told = analysed(tmp_path)
    assert status == 1
    assert "Permitbook" in told


@pytest.mark.parametrize("key", KEYS)
def test_the_ready_made_workbook_is_what_the_program_makes(key: str) -> None:
    assert _parts((TEMPLATES / f"{key}.xlsm").read_bytes()) == _parts(template(key))


def _parts(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


@pytest.mark.parametrize("key", KEYS)
def test_code_names_are_the_document_modules(key: str) -> None:
    parts = _parts(template(key))
    book = parts["xl/workbook.xml"].decode()
    named = re.findall(r'<sheet name="([^"]+)"', book)
    assert tuple(named) == SHEETS
    assert 'codeName="ThisWorkbook"' in book
    for number, sheet in enumerate(named, 1):
        assert f'codeName="{sheet_code(sheet)}"' in parts[f"xl/worksheets/sheet{number}.xml"].decode()
    documents = {each.name for each in modules() if each.kind.is_document}
    assert documents == {"ThisWorkbook", *map(sheet_code, SHEETS)}
    assert parts["xl/vbaProject.bin"] == shipped()


def test_the_macros_of_the_worksheet_functions_are_made_of_the_functions() -> None:
    made = subprocess.run([sys.executable, "-m", "permitbook.vba.wrappers"], capture_output=True, text=True, check=True)
    assert made.stdout == (MACROS / "xlwings_udfs.bas").read_text()


def test_the_function_wizard_has_room_for_what_each_function_says() -> None:
    import permitbook.udfs as udfs

    functions: dict[str, Any] = {name: each for name, each in vars(udfs).items() if name.startswith("PERMIT_")}
    assert len(functions) == 10
    written = (MACROS / "xlwings_udfs.bas").read_text()
    for name, function in functions.items():
        told = description(function)
        assert 20 < len(told) <= MOST_LETTERS, name
        assert f'Attribute {name}.VB_Description = "{told}"' in written
    assert description(PERMIT_LAST_FILING).startswith("Last day to file")
