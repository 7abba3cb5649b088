"""Facts and accounts in the words of a letter: days in full, no ids of ours, nothing meant for counsel alone."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, cast

from permitbook.periods import show_time
from permitbook.places import Route, show_route
from permitbook.schema import Kind

if TYPE_CHECKING:
    from permitbook.schema import Column

# Names of our own, so that a machine set to another language writes the same letter.
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
_MEASURES = frozenset({"feet", "miles", "miles per hour", "minutes", "days"})

_SHORT_WEEKDAY = "|".join(name[:3] for name in _WEEKDAYS)
_SHORT_MONTH = "|".join(name[:3] for name in _MONTHS)
_SHORT_DAY = re.compile(rf"\b({_SHORT_WEEKDAY}) (\d{{1,2}}) ({_SHORT_MONTH})(?: (\d{{4}}))?\b")
_SAME_DAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})(, \w+ \d{{1,2}}, \d{{4}}) \(\1\)")
_LATEST = re.compile(r" ?Outer limit .*?(?= Counted by | Closures are listed |$)", re.DOTALL)
_FOR_COUNSEL = re.compile(r"\s*\bCounsel: .*$", re.DOTALL)


def long_day(day: date) -> str:
    """A day as letters have it.

    >>> long_day(date(2026, 7, 4))
    'Saturday, July 4, 2026'
    """
    return f"{_WEEKDAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}, {day.year}"


def long_moment(moment: datetime) -> str:
    """A day and its hour: `Thursday, July 2, 2026, 10:00 AM`."""
    return f"{long_day(moment)}, {show_time(moment.time())}"


def in_full(text: str) -> str:
    """Text with its days written in full.

    >>> in_full("Start from Sat 4 Jul 2026; skip Fri 3 Jul.")
    'Start from Saturday, July 4, 2026; skip Friday, July 3.'
    """
    return _SHORT_DAY.sub(_full_day, text)


def _full_day(found: re.Match[str]) -> str:
    weekday = next(name for name in _WEEKDAYS if name.startswith(found[1]))
    month = next(name for name in _MONTHS if name.startswith(found[3]))
    return f"{weekday}, {month} {found[2]}{f', {found[4]}' if found[4] else ''}"


def account(because: str, prefix: str) -> str:
    """An account of a finding as an applicant reads it: in full, by the safe day, without what is for the office.

    What follows `Counsel:` is left out, and so are ids of readings, rules and clauses and the latest arguable date.

    >>> account("Received Fri 3 Jul 2026 (Q-FP7). Outer limit Mon 6 Jul 2026: it runs on. Counsel: see it.", "FP")
    'Received Friday, July 3, 2026.'
    >>> account("Skip Sun 5 Jul 2026 (Sunday), Fri 3 Jul 2026 (Independence Day).", "FP")
    'Skip Sunday, July 5, 2026, Friday, July 3, 2026 (Independence Day).'
    """
    told = _our_ids(prefix).sub("", _LATEST.sub("", _FOR_COUNSEL.sub("", because))).strip()
    return _SAME_DAY.sub(r"\1\2", in_full(told[:1].upper() + told[1:]))


@cache
def _our_ids(prefix: str) -> re.Pattern[str]:
    one = rf"(?:Q-[A-Z]+\d+|K\d+|{prefix}-[\w.-]+)"
    return re.compile(rf"\s*\({one}(?:, {one})*\)")


def in_words(column: Column, value: object) -> str | None:
    """A fact as a letter prints it; None when it is blank."""
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case datetime():
            return long_moment(value)
        case date():
            return long_day(value)
        case time():
            return show_time(value)
        case Decimal():
            return f"${value:,.2f}"
        case int() | float():
            number = f"{value:,.0f}" if value == value // 1 else f"{value:,}"
            return f"{number} {column.unit}" if column.unit in _MEASURES else number
        case tuple() if column.kind is Kind.ROUTE:
            return show_route(cast(Route, value))
        case tuple():
            return "; ".join(str(in_words(column, each)) for each in value)
    return str(value)


def lines_of(text: str | None) -> tuple[str, ...]:
    """The lines of a text, without its blank ones."""
    return tuple(line for each in (text or "").splitlines() if (line := each.strip()))


def quotable(says: str) -> str:
    """The law's words without the comma or colon that leads on to other words."""
    return says.rstrip(" ,:;")
