"""A workbook as a file: whether Excel will run its macros, and whether they and the templates are of this version."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from permitbook import __version__
from permitbook.doctor.sign import Sign
from permitbook.doctor.speed import lies_on_network, sign_of_check
from permitbook.errors import PermitbookError
from permitbook.letters.templates import own_templates, shipped_templates, template_path
from permitbook.workbook.conf import XLWINGS, this_python
from permitbook.workbook.layout import Sheet

if TYPE_CHECKING:
    from permitbook.workbook.reader import Book

UPGRADE = "save and close it and run `permitbook upgrade` on it"
_MADE_FOR = re.compile(r'Const MADE_FOR As String = "([\d.]+)"')
_XLWINGS = re.compile(r'Const XLWINGS_VERSION As String = "([\d.]+)"')
_FROM_ELSEWHERE = ("3", "4")
"""What Windows notes of files from the internet, and from places it does not trust."""


def signs_of_file(path: Path, book: Book) -> Iterator[Sign]:
    """Macros, their permission, the Python they run, the letter templates, where the workbook lies, and its check."""
    yield _sign_of_mark(path)
    yield _sign_of_macros(path, book)
    yield from _signs_of_interpreter(book)
    yield from _signs_of_templates(path)
    if lies_on_network(path):
        told = (
            "the workbook lies on a network drive, so that each press and each check waits for it; where that is slow, "
            "work on a copy on this computer's disk and put it back"
        )
        yield Sign("Place", False, told, optional=True)
    yield sign_of_check(path)


def _sign_of_mark(path: Path) -> Sign:
    if not comes_from_elsewhere(path):
        return Sign("Macros allowed", True, "nothing marks the file as one from the web or from mail", optional=True)
    if sys.platform == "darwin":
        told = f'macOS marks it as one from elsewhere; in Terminal run: xattr -d com.apple.quarantine "{path}"'
    else:
        told = (
            "Windows marks it as one from the web or from mail, and Excel blocks its macros: close it, right-click it "
            "in the Explorer, Properties, tick Unblock, OK"
        )
    return Sign("Macros allowed", False, told)


def comes_from_elsewhere(path: Path) -> bool:
    """The system marks the file as one that came by mail or from the web."""
    if sys.platform == "darwin":
        asked = ["xattr", "-p", "com.apple.quarantine", str(path)]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0
    try:
        mark = Path(f"{path}:Zone.Identifier").read_text("utf-8", errors="replace")
    except OSError:
        return False
    found = re.search(r"ZoneId=(\d)", mark)
    return bool(found) and found[1] in _FROM_ELSEWHERE if found else False


def _sign_of_macros(path: Path, book: Book) -> Sign:
    from permitbook.vba.reading import read_project

    part = next((each for each in book.package.names if each.endswith("vbaProject.bin")), "")
    if not part:
        return Sign(
            "Macros", False, f"it has none, so its buttons do nothing; {UPGRADE}", optional=path.suffix != ".xlsm"
        )
    try:
        sources = read_project(book.package.part(part), path.name).sources
    except PermitbookError as error:
        return Sign("Macros", False, str(error))
    made_for = _MADE_FOR.search(sources.get("Permitbook", ""))
    xlwings = _XLWINGS.search(sources.get("xlwings", ""))
    if not made_for or made_for[1] != __version__:
        told = f"of version {made_for[1]}" if made_for else "of an older version"
        return Sign("Macros", False, f"{told}, the program is {__version__}; {UPGRADE}")
    if not xlwings or xlwings[1] != XLWINGS:
        told = f"of xlwings {xlwings[1]}" if xlwings else "without xlwings"
        return Sign("Macros", False, f"{told}, needed is {XLWINGS}; {UPGRADE}")
    if not any(each.type == "extensibility" for each in book.package.relationships()):
        return Sign("Macros", False, f"another program has taken the tab Permits out; {UPGRADE}")
    return Sign("Macros", True, f"of this version, with xlwings {XLWINGS}")


def _signs_of_interpreter(book: Book) -> Iterator[Sign]:
    """The Python that the buttons run, on a system that has Excel."""
    told = _conf(book)
    for key, here in this_python().items():
        named = told.get(key.casefold(), "")
        if named and Path(named).is_file():
            yield Sign("Python of the buttons", True, named)
        else:
            lack = f"{named} is not there" if named else "none is named"
            yield Sign("Python of the buttons", False, f"{lack}; {UPGRADE}, which names {here}")


def _conf(book: Book) -> dict[str, str]:
    """What the hidden sheet tells xlwings."""
    told: dict[str, str] = {}
    if Sheet.CONF in book.sheets:
        row = 1
        while key := book.value(Sheet.CONF, row, 1):
            told[str(key).casefold()] = str(book.value(Sheet.CONF, row, 2) or "")
            row += 1
    return told


def _signs_of_templates(path: Path) -> Iterator[Sign]:
    from permitbook.letters.render import load_template

    own = own_templates(path)
    names = sorted(each.name for each in shipped_templates().glob("*.docx"))
    missing = [name for name in names if not (own / name).is_file()]
    told = f"{len(missing)} of them are not in {own}; the shipped ones are used" if missing else f"in {own}"
    yield Sign("Letter templates", not missing, told, optional=True)
    for name in names:
        try:
            load_template(template_path(path, name))
        except PermitbookError as error:
            yield Sign(f"Template {name}", False, str(error))
