"""The macros in a spreadsheet program, and what a new workbook tells xlwings."""

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from openpyxl import load_workbook

from permitbook import __version__
from permitbook.buttons import BUTTONS
from permitbook.cli import main
from permitbook.ordinances import ordinance
from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.vba.project import Kind, Module, build_project
from permitbook.vba.sources import modules
from permitbook.workbook.build import build_workbook
from permitbook.workbook.conf import CONF, XLWINGS, python_of
from permitbook.workbook.layout import SHEETS
from permitbook.workbook.ribbon import MODULE
from tests.calc import TOOLS, python_of_libreoffice
from tests.made_book import MADE_ON, made

RUN_BUTTONS, CALL_FUNCTIONS, STUB = (
    TOOLS / each for each in ("run_buttons.py", "call_functions.py", "xlwings_stub.bas")
)
FROM_ELSEWHERE = ("xlwings", "Dictionary", "xlwings_udfs")
"""Modules with compiler directives, which LibreOffice's Basic does not know."""


def stubbed() -> bytes:
    """A workbook of the same sources, with a stand-in for the modules that LibreOffice cannot compile."""
    parts = read_package(made("freeport"))
    own = [each for each in modules() if each.name not in FROM_ELSEWHERE]
    stub = Module("xlwings", Kind.STANDARD, STUB.read_text())
    parts["xl/vbaProject.bin"] = pack("xl/vbaProject.bin", build_project([*own, stub]))
    return package_bytes(parts.values())


def ran_in(way: str, folder: Path) -> list[tuple[str, str]]:
    """For each button the sheet that is shown after its macro, and what it ran in Python."""
    book = folder / "book.xlsm"
    book.write_bytes(stubbed())
    macros = [f"{MODULE}.{each.macro}" for each in BUTTONS]
    command = [python_of_libreoffice(), str(RUN_BUTTONS), str(book), way, *macros]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    first, *rest = ran.stdout.splitlines()
    assert first == "Today"
    return [(sheet, command) for sheet, _, command in (each.partition("\t") for each in rest)]


@pytest.mark.office
def test_each_button_shows_its_sheet_or_gives_its_name_to_python_when_its_macro_runs(tmp_path: Path) -> None:
    for button, (sheet, command) in zip(BUTTONS, ran_in("", tmp_path), strict=True):
        if button.action is None:
            assert (sheet, command) == (button.sheet, "")
            continue
        called = f"press('{button.macro}', '{__version__}', '{XLWINGS}')"
        assert command == f"import permitbook.click; permitbook.click.{called}"
        heard = heard_from(command)
        assert heard == [button.macro, __version__, XLWINGS]


@pytest.mark.office
def test_where_the_setting_says_so_each_button_starts_the_module_by_its_name(tmp_path: Path) -> None:
    expected = [
        f"C:\\Permits\\python.exe -P -m permitbook.click {each.macro} {__version__} {XLWINGS}" if each.action else ""
        for each in BUTTONS
    ]
    assert [command for _, command in ran_in("Module", tmp_path)] == expected


def heard_from(command: str) -> list[str]:
    """What the way in hears when the text of a macro runs."""
    heard: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("permitbook.click.press", lambda *told: heard.extend(told))
        exec(command, {})
    return heard


def told(book: Path) -> dict[str, str | None]:
    """What the hidden sheet tells xlwings, up to the first empty line, as its macros read it."""
    rows = list(load_workbook(book)["xlwings.conf"].iter_rows(max_col=2, values_only=True))
    end = next((place for place, (key, _) in enumerate(rows) if key is None), len(rows))
    return {str(key): None if value is None else str(value) for key, value in rows[:end]}


@pytest.mark.parametrize(
    ("system", "written"),
    [
        ("Windows", {"Interpreter_Win": r"C:\Permits\.venv\Scripts\python.exe"}),
        ("Darwin", {"Interpreter_Mac": r"C:\Permits\.venv\Scripts\python.exe"}),
        ("Linux", {}),
    ],
)
def test_a_new_workbook_names_the_python_that_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, written: dict[str, str]
) -> None:
    monkeypatch.setattr("permitbook.workbook.conf.platform.system", lambda: system)
    monkeypatch.setattr("permitbook.workbook.conf.sys.executable", r"C:\Permits\.venv\Scripts\python.exe")
    book = tmp_path / "Log.xlsm"
    assert main(["new", str(book), "--ordinance", "freeport", "--as-of", "2026-01-05"]) == 0
    found = told(book)
    assert {key: value for key, value in found.items() if key in ("Interpreter_Win", "Interpreter_Mac") and value} == (
        written
    )
    assert found["UDF Modules"] == "permitbook.udfs"
    assert found["ADD_WORKBOOK_TO_PYTHONPATH"] == "False"
    assert set(found) == set(CONF)


def test_the_interpreter_changes_nothing_but_the_hidden_sheet() -> None:
    plain = read_package(made("freeport"))
    named = read_package(
        build_workbook(
            ordinance("freeport"), (2026, 2027), as_of=MADE_ON, interpreter=python_of("Windows", r"C:\python.exe")
        )
    )
    changed = {name for name in plain if plain[name].read() != named[name].read()}
    hidden = f"xl/worksheets/sheet{len(SHEETS)}.xml"
    assert changed == {"xl/sharedStrings.xml", hidden}


def test_the_macros_and_the_xlwings_installed_are_of_one_version() -> None:
    assert version("xlwings") == XLWINGS
    pyproject = (Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8")
    assert pyproject.count(f'"xlwings=={XLWINGS}"') == 2
    [source] = [each.text for each in modules() if each.name == "xlwings"]
    assert f'Public Const XLWINGS_VERSION As String = "{XLWINGS}"' in source


def test_the_functions_answer_through_xlwings_as_excel_calls_them() -> None:
    event, received = {"day": "2026-05-25"}, {"day": "2026-04-26T11:00"}
    left_out: dict[str, str] = {}
    calls = [
        (["PERMIT_LAST_FILING", event, left_out], "2026-05-15T00:00"),
        (["PERMIT_LAST_FILING", event, "yes"], "2026-03-26T00:00"),
        (["PERMIT_EARLIEST_DATE", {"day": "2026-05-15"}], "2026-05-25T00:00"),
        (["PERMIT_DECIDE_BY", received, event, left_out], "2026-04-27T00:00"),
        (["PERMIT_NOTIFY_BY", received, event, 10 / 24, left_out], "2026-05-22T00:00"),
        (["PERMIT_ADD_BUSINESS_DAYS", {"day": "2026-06-12"}, 3.0], "2026-06-17T00:00"),
        (["PERMIT_COUNT_BUSINESS_DAYS", {"day": "2026-06-29"}, {"day": "2026-07-06"}], 6),
        (["PERMIT_WEEKDAY_HOLIDAYS", {"day": "2026-10-13"}, {"day": "2026-10-18"}], ""),
        (["PERMIT_LAST_FILING", None, left_out], ""),
        (["PERMIT_STATUS", "FP-2", [["FP-1"], ["FP-2"]], [["issued"], ["denied"]]], "denied"),
        (["PERMIT_NEXT", "FP-1", "FP-1", "Grant or deny"], "Grant or deny"),
        (["PERMIT_NEXT", "FP-9", "FP-1", "Grant or deny"], "There is no application FP-9 in the log."),
    ]
    ran = subprocess.run(
        [sys.executable, str(CALL_FUNCTIONS), "freeport"],
        input=json.dumps([call for call, _ in calls]),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout) == [shown for _, shown in calls]
