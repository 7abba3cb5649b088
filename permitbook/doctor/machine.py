"""This computer: Python, the packages, Excel, and what makes a button wait."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import cache_from_source, find_spec
from pathlib import Path

from permitbook.doctor.sign import Sign
from permitbook.extras import how_to_add
from permitbook.workbook.conf import XLWINGS

NEEDED = (
    *("astral", "docxtpl", "icalendar", "jinja2", "msgspec", "olefile", "python-calamine", "rich", "tzdata"),
    "xlsxwriter",
)
HEAVY = ("numpy", "pandas", "polars", "matplotlib", "plotly", "PIL")
"""Packages that xlwings loads wherever it finds them, before a button does anything."""
OLDEST = (3, 11)
PATIENCE = 1.0
"""Seconds that a button may wait before it begins, until it is said what makes it slow."""
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
_TELLING = 0.05
"""Seconds that a package must take to be named."""
_BEGINS = "import xlwings.utils, permitbook.click, permitbook.pressing, permitbook.checking"
_TIMED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s*([\w.]+)")


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
    yield sign_of_bytecode(Path(__file__).parents[1])
    if find_spec("xlwings"):
        yield sign_of_speed()
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


def sign_of_bytecode(package: Path) -> Sign:
    """The compiled modules, without which each button waits four times as long; they are made where they lack."""
    lacking = _uncompiled(package)
    if lacking:
        compile_bytecode(package)
    left = _uncompiled(package)
    if left:
        mend = f'run once as administrator: "{sys.executable}" -m compileall "{package}"'
        return Sign("Compiled modules", False, f"{left} are compiled anew at each press; {mend}", optional=True)
    return Sign("Compiled modules", True, f"{lacking} made now" if lacking else "all there", optional=True)


def compile_bytecode(package: Path) -> None:
    """Compiles the modules that are not; one that cannot be written is left as it is."""
    import compileall

    compileall.compile_dir(package, quiet=2)


def _uncompiled(package: Path) -> int:
    """How many modules Python would compile anew before it runs them."""
    return sum(not _is_compiled(each) for each in package.rglob("*.py"))


def _is_compiled(source: Path) -> bool:
    """The compiled form is there and of this source: it tells the second and the size of what it was made of."""
    try:
        head, made_of = Path(cache_from_source(str(source))).read_bytes()[:16], source.stat()
    except OSError:
        return False
    seconds, size = (int.from_bytes(head[at : at + 4], "little") for at in (8, 12))
    return (seconds, size) == (int(made_of.st_mtime) & 0xFFFFFFFF, made_of.st_size & 0xFFFFFFFF)


def sign_of_speed() -> Sign:
    """How long a button waits before it begins, in a new Python as Excel starts one, and what takes the time."""
    started = time.perf_counter()
    command = [sys.executable, "-B", "-X", "importtime", "-c", _BEGINS]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    waits = time.perf_counter() - started
    if ran.returncode:
        last = ran.stderr.strip().splitlines()[-1:] or ["no reason given"]
        return Sign("Speed", False, f"a button cannot begin: {last[0]}")
    taken: dict[str, float] = {}
    for spent, module in _TIMED.findall(ran.stderr):
        package = module.partition(".")[0]
        taken[package] = taken.get(package, 0) + int(spent) / 1e6
    heavy = sorted((each for each in HEAVY if taken.get(each, 0) >= _TELLING), key=lambda each: -taken[each])
    told = f"a button begins after {waits:.1f} s"
    if waits <= PATIENCE:
        return Sign("Speed", True, told, optional=True)
    if heavy:
        named = ", ".join(f"{each} {taken[each]:.1f} s" for each in heavy)
        told += (
            f", as xlwings loads what it finds ({named}). Install permitbook in a place of its own without them; or on "
            "the hidden sheet xlwings.conf set Enter Python By to Module (Windows), or Use UDF Server to True"
        )
    else:
        told += "; Use UDF Server set to True on the hidden sheet xlwings.conf keeps Python ready"
    return Sign("Speed", False, told, optional=True)
