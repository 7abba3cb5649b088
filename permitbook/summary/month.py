"""The month that is asked for, and the spans of time it is shown beside."""

from __future__ import annotations

import re
from calendar import month_abbr, month_name, monthrange
from datetime import date
from typing import NamedTuple

from msgspec import Struct

JANUARY, MONTHS = 1, 12
_WRITTEN = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")


class Span(NamedTuple):
    """Days from the first to the last, both of them in it."""

    first: date
    last: date


class Month(Struct, frozen=True, order=True):
    """A month of a year."""

    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> Month:
        """The month of a day."""
        return cls(day.year, day.month)

    @classmethod
    def read(cls, text: str) -> Month:
        """A month as 2026-06; raises ValueError for anything else."""
        found = _WRITTEN.fullmatch(text.strip())
        if not found or not 1900 <= int(found[1]) <= 9998:
            raise ValueError(f"'{text}' is no month such as 2026-06")
        return cls(int(found[1]), int(found[2]))

    @classmethod
    def named(cls, text: str) -> Month | None:
        """The month that a text begins with, as `name` writes it; None when there is none.

        >>> str(Month.named("June 2026, as of Mon 6 Jul 2026"))
        '2026-06'
        """
        word, _, rest = text.partition(" ")
        if word not in month_name[1:] or not rest[:4].isdecimal():
            return None
        return cls(int(rest[:4]), list(month_name).index(word))

    def __str__(self) -> str:
        return f"{self.year}-{self.number:02}"

    @property
    def name(self) -> str:
        """As a person writes it: `June 2026`."""
        return f"{month_name[self.number]} {self.year}"

    @property
    def short(self) -> str:
        """As a narrow heading has it: `Jun 26`."""
        return f"{month_abbr[self.number]} {self.year % 100:02}"

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        return date(self.year, self.number, monthrange(self.year, self.number)[1])

    def plus(self, months: int) -> Month:
        """The month so many months later.

        >>> str(Month(2026, 11).plus(3))
        '2027-02'
        """
        years, number = divmod(self.number - 1 + months, MONTHS)
        return Month(self.year + years, number + 1)

    def year_from(self, starts: int) -> Month:
        """The first month of the twelve that begin with a month of this number and hold this month.

        >>> str(Month(2026, 6).year_from(7)), str(Month(2026, 7).year_from(7)), str(Month(2026, 6).year_from(1))
        ('2025-07', '2026-07', '2026-01')
        """
        return self.plus(-((self.number - starts) % MONTHS))

    def twelve(self, starts: int) -> tuple[Month, ...]:
        """The twelve months of its year in their order, where years begin with the month of this number."""
        return tuple(self.year_from(starts).plus(each) for each in range(MONTHS))


SPANS = ("month", "same_month_last_year", "year_to_date", "fiscal_year_to_date")
"""The spans that counts are given for, in the order of their columns."""
SPAN_HEADS = ("This Month", "Same Month Last Year", "Year To Date", "Fiscal Year")


def spans(month: Month, fiscal_starts: int) -> dict[str, Span]:
    """The month, the same a year before, and the calendar and fiscal year up to the month's end."""
    before = month.plus(-MONTHS)
    made = (
        Span(month.first, month.last),
        Span(before.first, before.last),
        Span(month.year_from(JANUARY).first, month.last),
        Span(month.year_from(fiscal_starts).first, month.last),
    )
    return dict(zip(SPANS, made, strict=True))
