"""This computer: Python, the packages, Excel, LibreOffice."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from permitbook.doctor.sign import Sign
from permitbook.doctor.speed import signs_of_speed
from permitbook.extras import how_to_add
from permitbook.workbook.conf import XLWINGS

NEEDED = (
    *("astral", "docxtpl", "icalendar", "jinja2", "msgspec", "olefile", "python-calamine", "rich", "tzdata"),
    "xlsxwriter",
)
OLDEST = (3, 11)
_MACRO_SETTINGS = {
    r"Software\Policies\Microsoft\Office\16.0\Excel\Security": (
        "your IT office has set this: ask it to trust the folder of the workbook (a trusted location)"
    ),
    r"Software\Microsoft\Office\16.0\Excel\Security": (
        "choose File > Options > Trust Center > Trust Center Settings > Macro Settings > Disable with notification"
    ),
}
"""Where Excel keeps what it does with macros, and who can change it; what is set by policy goes first."""
_FORBIDDING = {3: "Excel runs signed macros only, and these are not signed", 4: "Excel runs no macros and does not ask"}


def signs_of_machine() -> Iterator[Sign]:
    """Python, the packages, Excel, how fast a button begins, and LibreOffice where PDF files are wanted."""
    here = ".".join(str(part) for part in sys.version_info[:3])
    yield Sign("Python", sys.version_info >= OLDEST, f"{here}; 3.11 or newer is needed")
    for name in NEEDED:
        try:
            yield Sign(name, True, version(name))
        except PackageNotFoundError:
            yield Sign(name, False, "not installed; install permitbook again")
    yield _sign_of_xlwings()
    yield from _signs_of_excel()
    yield from signs_of_speed()
    office = shutil.which("soffice") or shutil.which("libreoffice")
    yield Sign("LibreOffice", office is not None, office or "not found; only PDF files need it", optional=True)


def _sign_of_xlwings() -> Sign:
    try:
        here = version("xlwings")
    except PackageNotFoundError:
        told = f"not installed; the buttons and worksheet functions need it: {how_to_add('excel')}"
        return Sign("xlwings", False, told, optional=True)
    other = "" if here == XLWINGS else f"; the workbooks' macros are of {XLWINGS}: {how_to_add('excel')}"
    return Sign("xlwings", not other, here + other, optional=not other)


def _signs_of_excel() -> Iterator[Sign]:
    if sys.platform == "win32":
        found = _excel_of_windows()
        told = f"version {found}" if found else "not found; the buttons need it, the commands do not"
        yield Sign("Excel", bool(found), told, optional=True)
        if found and (why := _macros_forbidden()):
            yield Sign("Macros in Excel", False, why)
    elif sys.platform == "darwin":
        there = Path("/Applications/Microsoft Excel.app").exists()
        told = "found" if there else "not found; the buttons need it, the commands do not"
        yield Sign("Excel", there, told, optional=True)
        script = Path.home() / f"Library/Application Scripts/com.microsoft.Excel/xlwings-{XLWINGS}.applescript"
        if there and find_spec("xlwings"):
            told = "allowed" if script.exists() else "not allowed yet; run once: xlwings runpython install"
            yield Sign("Buttons from Excel", script.exists(), told)
    else:
        yield Sign("Excel", True, "not for this system; the commands do everything without it", optional=True)


def _excel_of_windows() -> str:
    """The version of Excel that Windows knows of; empty when it knows of none."""
    if sys.platform == "win32":
        import winreg

        with suppress(OSError):
            return str(winreg.QueryValue(winreg.HKEY_CLASSES_ROOT, r"Excel.Application\CurVer")).rpartition(".")[2]
    return ""


def _macros_forbidden() -> str:
    """Why this Excel runs no macros, and how to mend it; empty when it asks, as it does when nothing was set."""
    if sys.platform == "win32":
        import winreg

        for place, mend in _MACRO_SETTINGS.items():
            with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:
                level, _ = winreg.QueryValueEx(key, "VBAWarnings")
                if level in _FORBIDDING:
                    return f"{_FORBIDDING[level]}; {mend}"
    return ""
