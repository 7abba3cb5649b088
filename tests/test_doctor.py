"""What the doctor says of a computer and of a workbook's macros; what the office has to enter is tried elsewhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from permitbook.doctor import book as of_book
from permitbook.doctor import machine, speed
from permitbook.doctor.sign import Sign
from permitbook.letters.templates import copy_templates
from permitbook.workbook.reader import read_book
from tests.clerk import Desk, run
from tests.test_upgrade import PROJECT, old_project, with_part


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is timed where it does not matter."""
    monkeypatch.setattr(machine, "signs_of_speed", lambda: iter(()))
    monkeypatch.setattr(speed, "sign_of_beginning", lambda: Sign("Speed", True, "", optional=True))
    monkeypatch.setattr(of_book, "sign_of_check", lambda path: Sign("Check", True, "", optional=True))


def signs(path: Path) -> dict[str, tuple[bool, str]]:
    return {each.what: (each.well, each.told) for each in of_book.signs_of_file(path, read_book(path))}


def test_a_new_workbook_has_nothing_against_it(tmp_path: Path) -> None:
    book = Desk(tmp_path).book
    copy_templates(book)
    found = signs(book)
    assert found["Macros"] == (True, "of this version, with xlwings 0.37.8")
    assert found["Macros allowed"][0] and found["Letter templates"][0]
    assert all(well for well, _ in found.values())


@pytest.mark.parametrize(("zone", "marked"), [("3", True), ("4", True), ("0", False), ("2", False)])
def test_a_file_from_the_web_is_told_with_how_to_unblock_it(
    quick: None, tmp_path: Path, zone: str, marked: bool
) -> None:
    book = Desk(tmp_path).book
    Path(f"{book}:Zone.Identifier").write_text(f"[ZoneTransfer]\r\nZoneId={zone}\r\n")
    well, told = signs(book)["Macros allowed"]
    assert well is not marked
    assert ("Properties, tick Unblock" in told) is marked
    assert run("doctor", book).status == 1


def test_a_file_that_macos_marks_is_told_with_its_own_command(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Desk(tmp_path).book
    asked: list[list[str]] = []

    def answers(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(of_book.sys, "platform", "darwin")
    monkeypatch.setattr(of_book.subprocess, "run", answers)
    well, told = signs(book)["Macros allowed"]
    assert not well and f'xattr -d com.apple.quarantine "{book}"' in told
    assert asked == [["xattr", "-p", "com.apple.quarantine", str(book)]]


def test_macros_of_another_version_none_and_damaged_ones_are_told(tmp_path: Path) -> None:
    book = Desk(tmp_path).book
    with_part(book, PROJECT, old_project())
    well, told = signs(book)["Macros"]
    assert not well and "of version 0.0.9, the program is 0.1.0" in told and "permitbook upgrade" in told
    with_part(book, PROJECT, b"nothing")
    assert "are damaged" in signs(book)["Macros"][1]
    openpyxl.load_workbook(book).save(book)
    assert "it has none" in signs(book)["Macros"][1]


def test_a_tab_that_another_program_took_out_is_told(tmp_path: Path) -> None:
    book = Desk(tmp_path).book
    with_part(book, "_rels/.rels", _without_tab(book))
    assert "has taken the tab Permits out" in signs(book)["Macros"][1]


def _without_tab(book: Path) -> bytes:
    import re
    import zipfile

    with zipfile.ZipFile(book) as archive:
        return re.sub(rb"<Relationship [^>]*extensibility[^>]*/>", b"", archive.read("_rels/.rels"))


@pytest.mark.parametrize(
    ("named", "words"), [("", "none is named"), (r"C:\gone\python.exe", r"C:\gone\python.exe is not there")]
)
def test_the_python_that_the_buttons_run_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, words: str
) -> None:
    desk = Desk(tmp_path)
    monkeypatch.setattr(of_book, "this_python", lambda: {"Interpreter_Win": sys.executable})
    with desk.by_hand() as book:
        book["xlwings.conf"]["B1"].value = named
    assert signs(desk.book)["Python of the buttons"] == (
        False,
        f"{words}; save and close it and run `permitbook upgrade` on it, which names {sys.executable}",
    )
    with desk.by_hand() as book:
        book["xlwings.conf"]["B1"].value = sys.executable
    assert signs(desk.book)["Python of the buttons"] == (True, sys.executable)


def test_a_template_that_cannot_be_used_is_told_by_its_name(tmp_path: Path) -> None:
    book = Desk(tmp_path).book
    folder = copy_templates(book)
    (folder / "permit.docx").write_bytes(b"no letter")
    found = signs(book)
    assert not found["Template permit.docx"][0]
    assert [name for name, (well, _) in found.items() if not well] == ["Template permit.docx"]


@pytest.mark.parametrize(("kind", "network"), [("nfs4", True), ("cifs", True), ("ext4", False)])
def test_a_network_drive_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, network: bool) -> None:
    real = Path.read_text

    def mounts(path: Path, *given: Any, **more: Any) -> str:
        if str(path) == "/proc/mounts":
            return f"disk / ext4 rw 0 0\nserver:/office {tmp_path} {kind} rw 0 0\n"
        return real(path, *given, **more)

    monkeypatch.setattr(Path, "read_text", mounts)
    assert speed.lies_on_network(tmp_path / "log.xlsm") is network
    assert speed.lies_on_network(Path("/etc/hosts")) is False


def test_a_program_or_a_workbook_on_a_network_drive_is_told_with_what_to_do(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in (speed, of_book):
        monkeypatch.setattr(each, "lies_on_network", lambda path: True)
    program = next(each for each in speed.signs_of_speed() if each.what == "Place of the program")
    assert not program.well and program.optional and program.told.endswith("this computer's own disk")
    assert "work on a copy on this computer's disk" in signs(Desk(tmp_path).book)["Place"][1]


def test_modules_that_are_not_compiled_are_compiled_and_told_where_they_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for each in (one, two):
        each.mkdir()
        (each / "module.py").write_text("x = 1\n")
    assert speed.sign_of_bytecode([one, two]).told == "2 made now"
    assert speed.sign_of_bytecode([one, two]).told == "all there"
    shutil.rmtree(two / "__pycache__")
    monkeypatch.setattr(speed, "compile_bytecode", lambda packages: None)
    sign = speed.sign_of_bytecode([one, two])
    assert not sign.well and sign.optional
    assert sign.told.startswith("1 are compiled anew") and sign.told.endswith(f'-m compileall "{two}"')


def test_the_packages_that_a_press_loads_are_looked_at(quick: None) -> None:
    looked_at = {each.name for each in speed.folders()}
    assert {"permitbook", "jinja2", "msgspec", "python_calamine", "xlwings"} <= looked_at


def test_a_check_of_the_workbook_is_timed_and_writes_nothing(tmp_path: Path) -> None:
    book = Desk(tmp_path).book
    before = book.read_bytes()
    sign = speed.sign_of_check(book)
    assert sign.well and sign.optional and sign.told.startswith("a check of this workbook takes ")
    assert book.read_bytes() == before
    book.write_bytes(b"nothing")
    assert not speed.sign_of_check(book).well


def timed(seconds: float, told: str, monkeypatch: pytest.MonkeyPatch, status: int = 0) -> Sign:
    clock = iter((10.0, 10.0 + seconds))
    monkeypatch.setattr(speed.time, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(speed.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], status, "", told))
    return speed.sign_of_beginning()


IMPORTS = "import time:      1000 |    1000 | zipfile\nimport time:    700000 |  900000 |   pandas.core\n"


def test_the_wait_before_a_button_begins_is_told_with_what_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = timed(0.4, IMPORTS, monkeypatch)
    assert (sign.well, sign.told) == (True, "a button begins after 0.4 s")
    sign = timed(2.25, IMPORTS, monkeypatch)
    assert not sign.well and sign.optional
    assert "after 2.2 s, as xlwings loads what it finds (pandas 0.7 s)" in sign.told
    assert "Enter Python By to Module" in sign.told
    sign = timed(2.25, "", monkeypatch)
    assert sign.told.endswith("keeps Python ready (Windows)")


def test_without_xlwings_the_wait_before_a_command_begins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "find_spec", lambda name: None)
    assert timed(0.4, IMPORTS, monkeypatch).told == "a command begins after 0.4 s"


def test_a_button_that_cannot_begin_needs_someone(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = timed(0.1, "Traceback\nModuleNotFoundError: No module named 'win32api'\n", monkeypatch, status=1)
    assert not sign.well and not sign.optional
    assert sign.told.endswith("No module named 'win32api'")


def test_on_this_system_excel_is_not_needed(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.sys, "platform", "linux")
    excel = next(each for each in machine.signs_of_machine() if each.what == "Excel")
    assert excel.well and "without it" in excel.told


class Registry:
    """Windows' registry with Excel in it, and one setting for macros."""

    HKEY_CLASSES_ROOT = HKEY_CURRENT_USER = 0

    def __init__(self, place: str, level: int | None) -> None:
        self.place, self.level = place, level

    def QueryValue(self, key: int, name: str) -> str:  # noqa: N802
        return "Excel.Application.16"

    def OpenKey(self, key: int, place: str) -> Any:  # noqa: N802
        if self.place not in place or self.level is None:
            raise OSError(2, "not there")
        return nullcontext()

    def QueryValueEx(self, key: object, name: str) -> tuple[int | None, int]:  # noqa: N802
        return self.level, 4


@pytest.mark.parametrize(
    ("place", "level", "words"),
    [
        ("Policies", 4, "runs no macros and does not ask; your IT office has set this"),
        ("Policies", 3, "runs signed macros only, and these are not signed; your IT office"),
        (r"Software\Microsoft\Office", 4, "Macro Settings > Disable with notification"),
        (r"Software\Microsoft\Office", 2, ""),
        ("Policies", None, ""),
    ],
)
def test_an_excel_that_is_set_to_run_no_macros_is_told(
    quick: None, monkeypatch: pytest.MonkeyPatch, place: str, level: int | None, words: str
) -> None:
    monkeypatch.setitem(sys.modules, "winreg", Registry(place, level))
    monkeypatch.setattr(machine.sys, "platform", "win32")
    found = {each.what: each for each in machine.signs_of_machine()}
    assert found["Excel"].told == "version 16"
    assert ("Macros in Excel" in found) is bool(words)
    if words:
        assert words in found["Macros in Excel"].told
        assert not found["Macros in Excel"].optional


def test_on_a_mac_buttons_must_be_allowed_once(quick: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine.sys, "platform", "darwin")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    real = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: "Excel.app" in str(path) or real(path))
    allowed = next(each for each in machine.signs_of_machine() if each.what == "Buttons from Excel")
    assert not allowed.well and allowed.told.endswith("xlwings runpython install")
