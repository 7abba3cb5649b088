"""The numbers of permits: the application's own, one for each day where the law asks that, and none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.contents import day_cases

if TYPE_CHECKING:
    from datetime import datetime

    from permitbook.letters.contents import Matter

VOIDED = "voided number"
"""The Register's kind for a number that was given and is void; it is never given again."""


def permit_numbers(matter: Matter) -> tuple[str, ...]:
    """The number of each permit: those given already, else the application's, with the day's where each day has one.

    After numbers were voided, a letter behind the application's number tells the new ones from them.
    """
    it, count = matter.case.logged, len(day_cases(matter.case))
    given = given_numbers(matter)
    if len(given) == count:
        return given
    number = f"{it.application_no or ''}{_mark(times_voided(matter))}"
    if not matter.law.permit_each_day:
        return (number,)
    return tuple(f"{number}-{day}" for day in range(1, count + 1))


def given_numbers(matter: Matter) -> tuple[str, ...]:
    """The numbers that stand in the row."""
    return tuple(part.strip() for part in (matter.case.logged.permit_no or "").split(";") if part.strip())


def times_voided(matter: Matter) -> int:
    """How often the numbers of this application's permits were voided, those of all its days together."""
    return len({row.made_at for row in matter.register if row.kind == VOIDED})


def last_voided(matter: Matter) -> datetime | None:
    """When numbers of this application's permits were last voided."""
    return max((row.made_at for row in matter.register if row.kind == VOIDED and row.made_at), default=None)


def _mark(times: int) -> str:
    """Nothing, A, B ... Z, AA and so on.

    >>> [_mark(times) for times in (0, 1, 2, 26, 27)]
    ['', 'A', 'B', 'Z', 'AA']
    """
    mark = ""
    while times:
        times, place = divmod(times - 1, 26)
        mark = f"{chr(ord('A') + place)}{mark}"
    return mark
