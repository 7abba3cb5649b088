"""The dates by which an application is decided, as letters tell them."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from permitbook.letters.contents import Line, reckoned
from permitbook.letters.spoken import long_day, long_moment

if TYPE_CHECKING:
    from permitbook.assessment import Deadline
    from permitbook.letters.contents import Matter

_DECIDES = "Grant or deny"


def decisions(matter: Matter) -> tuple[Deadline, ...]:
    """The limits on the decision that are known, in the law's order."""
    return tuple(each for each in matter.assessment.deadlines if each.limit and each.what.startswith(_DECIDES))


def decision_lines(matter: Matter) -> tuple[Line, ...]:
    """Who decides and by when, each with how the date was reached: `Grant or deny: Village Clerk, by ...`."""
    return tuple(
        Line(f"{each.what}: {each.who}, by {_told(each.limit.due)}.", cite, False, reckoned(each.limit, matter.law))
        for each in decisions(matter)
        if each.limit
        for cite in [matter.law.cite(each.clause)]
    )


def finish_by(matter: Matter) -> str | None:
    """The day by which what an applicant still gives can be considered: that on which the office finishes.

    None where no limit on the decision is known or the day is past.
    """
    days = [each.work_by for each in decisions(matter) if each.work_by]
    if not days or min(days) < matter.case.as_of.date():
        return None
    return long_day(min(days))


def _told(moment: date | datetime) -> str:
    return long_moment(moment) if isinstance(moment, datetime) else long_day(moment)
