"""The days each state makes a holiday by statute, for any year.

They follow from the statute alone: a Saturday is never moved to the Friday before it, and a day that a president or
governor proclaims is not here; the clerk lists it among the closures.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import lru_cache, partial
from typing import Literal

from msgspec import Struct

from permitbook.errors import CalendarError

State = Literal["NY", "WI"]
MONDAY, TUESDAY, THURSDAY, SUNDAY = 0, 1, 3, 6
Rule = Callable[[int], date | None]


class StateLaw(Struct, frozen=True):
    """What one state says of counting time: the names of its rules, and its holidays."""

    name: str
    holiday: str
    days: str
    months: str
    extension: str
    holidays: tuple[tuple[str, Rule], ...]


def _fixed(month: int, day: int, year: int) -> date:
    return date(year, month, day)


def _nth(n: int, weekday: int, month: int, year: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))


def _last(weekday: int, month: int, year: int) -> date:
    end = date(year, month, calendar.monthrange(year, month)[1])
    return end - timedelta(days=(end.weekday() - weekday) % 7)


def _general_election(year: int) -> date:
    """The Tuesday after the first Monday of November."""
    return _nth(1, MONDAY, 11, year) + timedelta(days=1)


def _in_even_years(rule: Rule, year: int) -> date | None:
    return rule(year) if year % 2 == 0 else None


_NEW_YEAR = ("New Year's Day", partial(_fixed, 1, 1))
_KING = ("Martin Luther King Jr. Day", partial(_nth, 3, MONDAY, 1))
_WASHINGTON = ("Washington's Birthday", partial(_nth, 3, MONDAY, 2))
_MEMORIAL = ("Memorial Day", partial(_last, MONDAY, 5))
_JUNETEENTH = ("Juneteenth", partial(_fixed, 6, 19))
_INDEPENDENCE = ("Independence Day", partial(_fixed, 7, 4))
_LABOR = ("Labor Day", partial(_nth, 1, MONDAY, 9))
_COLUMBUS = ("Columbus Day", partial(_nth, 2, MONDAY, 10))
_VETERANS = ("Veterans Day", partial(_fixed, 11, 11))
_THANKSGIVING = ("Thanksgiving Day", partial(_nth, 4, THURSDAY, 11))
_CHRISTMAS = ("Christmas Day", partial(_fixed, 12, 25))
FLAG_DAY = "Flag Day"

LAWS: Mapping[str, StateLaw] = {
    "NY": StateLaw(
        name="New York",
        holiday="public holiday",
        days="General Construction Law § 20 (K1, K2, K3)",
        months="General Construction Law §§ 30 and 31 (K6)",
        extension="General Construction Law § 25-a (K4)",
        # General Construction Law § 24 (K8): an election day every year.
        holidays=(
            _NEW_YEAR,
            _KING,
            ("Lincoln's Birthday", partial(_fixed, 2, 12)),
            _WASHINGTON,
            _MEMORIAL,
            (FLAG_DAY, partial(_nth, 2, SUNDAY, 6)),
            _JUNETEENTH,
            _INDEPENDENCE,
            _LABOR,
            _COLUMBUS,
            ("Election Day", _general_election),
            _VETERANS,
            _THANKSGIVING,
            _CHRISTMAS,
        ),
    ),
    "WI": StateLaw(
        name="Wisconsin",
        holiday="legal holiday",
        days="Wis. Stat. § 990.001(4)(a) and (d) (K9)",
        months="Wis. Stat. § 990.001(4)(a) and (d) (K9)",
        extension="Wis. Stat. § 990.001(4)(b) and (c) (K11, K12)",
        # Wis. Stat. § 995.20 (K13). Good Friday is a holiday from 11 to 3 only, so never a day left out whole.
        holidays=(
            _NEW_YEAR,
            _KING,
            _WASHINGTON,
            _MEMORIAL,
            _JUNETEENTH,
            _INDEPENDENCE,
            ("Partisan Primary Day", partial(_in_even_years, partial(_nth, 2, TUESDAY, 8))),
            _LABOR,
            _COLUMBUS,
            ("General Election Day", partial(_in_even_years, _general_election)),
            _VETERANS,
            _THANKSGIVING,
            _CHRISTMAS,
        ),
    ),
}


@lru_cache(maxsize=1024)
def statutory_holidays(state: str, year: int) -> Mapping[date, str]:
    """The holidays of one year with their names, in order; when one is a Sunday, the Monday after it too.

    >>> from datetime import date
    >>> date(2026, 7, 3) in statutory_holidays("NY", 2026)  # the 4th is a Saturday: nothing moves to the Friday
    False
    >>> statutory_holidays("NY", 2027)[date(2027, 7, 5)]
    'Independence Day (observed)'
    >>> date(2027, 11, 2) in statutory_holidays("NY", 2027), date(2027, 11, 2) in statutory_holidays("WI", 2027)
    (True, False)
    """
    found: dict[date, str] = {}
    for name, rule in law_of(state).holidays:
        day = rule(year)
        if day is None:
            continue
        found[day] = name
        if day.weekday() == SUNDAY and name != FLAG_DAY:
            found[day + timedelta(days=1)] = f"{name} (observed)"
    return dict(sorted(found.items()))


def law_of(state: str) -> StateLaw:
    """The state's rules of counting; CalendarError for a state whose holidays are not known here."""
    try:
        return LAWS[state]
    except KeyError:
        raise CalendarError(f"No holidays are known for the state {state!r}; known are {', '.join(LAWS)}.") from None
