"""What works here, and what the office has still to enter: one line each, with how to mend it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from permitbook.history import broken_at
from permitbook.letters.templates import own_templates, shipped_templates
from permitbook.workbook.conf import XLWINGS

if TYPE_CHECKING:
    from permitbook.desk import Desk

NEEDED = ("python-calamine", "jinja2", "docxtpl", "xlsxwriter", "astral", "icalendar", "olefile", "rich", "tzdata")
HEAVY = ("pandas", "matplotlib", "polars")
"""Packages that xlwings loads wherever it finds them, before a button does anything."""
OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing looked at: whether it is well, and what was seen. What is optional never fails."""

    what: str
    well: bool
    told: str
    optional: bool = False


def signs_of_machine() -> Iterator[Sign]:
    """Python, the packages, and LibreOffice where PDF files are wanted."""
    here = ".".join(str(part) for part in sys.version_info[:3])
    yield Sign("Python", sys.version_info >= OLDEST, f"{here}; 3.11 or newer is needed")
    for name in NEEDED:
        try:
            yield Sign(name, True, version(name))
        except PackageNotFoundError:
            yield Sign(name, False, "not installed; install permitbook again")
    yield _sign_of_xlwings()
    heavy = [name for name in HEAVY if find_spec(name)]
    if heavy and find_spec("xlwings"):
        told = f"{', '.join(heavy)} beside xlwings makes each button wait; install permitbook in a place of its own"
        yield Sign("Speed", False, told, optional=True)
    office = shutil.which("soffice") or shutil.which("libreoffice")
    yield Sign("LibreOffice", office is not None, office or "not found; only PDF files need it", optional=True)


def _sign_of_xlwings() -> Sign:
    try:
        here = version("xlwings")
    except PackageNotFoundError:
        told = "not installed; only worksheet functions need it: install permitbook[excel]"
        return Sign("xlwings", False, told, optional=True)
    other = "" if here == XLWINGS else f"; the workbooks' macros are of {XLWINGS}: install permitbook[excel] again"
    return Sign("xlwings", not other, here + other, optional=not other)


def signs_of_book(book: Path, desk: Desk, today: date) -> Iterator[Sign]:
    """What the workbook holds, and what lies beside it."""
    bad = [each for each in desk.problems if each.level == "problem"]
    first = f"{len(bad)} need you, the first {bad[0].sheet} {bad[0].cell}; run a check" if bad else "all are read"
    yield Sign("Cells", not bad, first)
    broken = broken_at(desk.history)
    told = f"{len(broken)} entries do not fit; see `permitbook log --verify`" if broken else "stands as it was written"
    yield Sign("Log", not broken, told)
    own = own_templates(book)
    missing = [each.name for each in shipped_templates().glob("*.docx") if not (own / each.name).is_file()]
    told = f"{len(missing)} of them are not in {own}; the shipped ones are used" if missing else f"in {own}"
    yield Sign("Letter templates", not missing, told, optional=True)
    yield from signs_of_desk(desk, today)


def signs_of_desk(desk: Desk, today: date) -> Iterator[Sign]:
    """Holidays, meetings, fees, officials and readings as the workbook has them."""
    office = desk.office
    years = office.calendar.years_listed
    listed = f"closures are listed for {', '.join(map(str, years)) or 'no year'}"
    wanted = [year for year in (today.year, today.year + 1) if year not in years]
    add = f"; add {', '.join(map(str, wanted))} to the Closures sheet" if wanted else ""
    yield Sign("Closures", today.year in years, listed + add)
    ahead = office.calendar.next_meeting_after(today, desk.law.board)
    none = f"no coming meeting of the {desk.law.board} is listed; add it to Meetings"
    yield Sign("Meetings", ahead is not None, f"next meeting {ahead:%Y-%m-%d}" if ahead else none)
    yield from _signs_of_fee(desk)
    nameless = [each.role or "" for each in office.officials if not each.name]
    told = f"no name for {'; '.join(nameless)}; fill in Officials" if nameless else "all named"
    yield Sign("Officials", not nameless, told)
    open_readings = [each.id or "" for each in office.readings.values() if not each.confirmed_on]
    told = f"{len(open_readings)} not confirmed by the attorney" if open_readings else "all confirmed"
    yield Sign("Readings", not open_readings, told, optional=True)


def _signs_of_fee(desk: Desk) -> Iterator[Sign]:
    rule = desk.law.fee_rule
    if rule is None:
        return
    line = desk.office.fees.get(rule.what)
    amount = line.amount if line else None
    told = "no amount is entered; see the Fees sheet" if amount is None else f"{amount:,.2f} US dollars"
    yield Sign(f"Fee: {rule.what}", amount is not None, told)
