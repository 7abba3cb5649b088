"""What the office has still to enter, and what stands wrong in its tables: one line each, with how to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from permitbook.doctor.sign import Sign
from permitbook.history import broken_at

if TYPE_CHECKING:
    from permitbook.desk import Desk


def signs_of_office(desk: Desk, today: date) -> Iterator[Sign]:
    """What the workbook holds, as of a day."""
    bad = [each for each in desk.problems if each.level == "problem"]
    first = (
        f"{len(bad)} need{'s' if len(bad) == 1 else ''} you, the first {bad[0].sheet} {bad[0].cell}; run a check"
        if bad
        else "all are read"
    )
    yield Sign("Cells", not bad, first)
    broken = broken_at(desk.history)
    told = f"{len(broken)} entries do not fit; see `permitbook log --verify`" if broken else "stands as it was written"
    yield Sign("Log", not broken, told)
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
    named = "all named" if office.officials else "no officer is listed; fill in Officials"
    told = f"no name for {'; '.join(nameless)}; fill in Officials" if nameless else named
    yield Sign("Officials", bool(office.officials) and not nameless, told)
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
