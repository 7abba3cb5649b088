"""The date by which an application is decided, as letters tell it."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import TYPE_CHECKING

from permitbook.letters.sentences import Line, reckoned
from permitbook.letters.spoken import long_day, long_moment

if TYPE_CHECKING:
    from permitbook.assessment import Deadline
    from permitbook.letters.contents import Matter

_DECIDES = "Grant or deny"
_TARGET = "(target:"


def decisions(matter: Matter) -> tuple[Deadline, ...]:
    """The limits on the decision that are known, in the law's order."""
    return tuple(each for each in matter.assessment.deadlines if each.limit and each.what.startswith(_DECIDES))


def decision_line(matter: Matter) -> Line | None:
    """Who decides and by when, with how the date was reached; the first of several limits, None where none is known."""
    known = [(each, each.limit) for each in decisions(matter) if each.limit]
    if not known:
        return None
    first, limit = min(known, key=lambda pair: _moment(pair[1].due))
    verb, why = "is to", ""
    if _TARGET in first.what:
        verb, why = "aims to", f":{first.what.partition(_TARGET)[2].rstrip(')')}"
    text = f"The {first.who} {verb} grant or deny the application by {_told(limit.due)}{why}."
    return Line(text, matter.law.cite(first.clause), False, reckoned(limit, matter.law))


def finish_by(matter: Matter) -> str | None:
    """The day by which what an applicant still gives can be considered: that on which the office finishes.

    None where no limit on the decision is known or the day is past.
    """
    days = [each.work_by for each in decisions(matter) if each.work_by]
    if not days or min(days) < matter.case.as_of.date():
        return None
    return long_day(min(days))


def _moment(day: date | datetime) -> datetime:
    return day if isinstance(day, datetime) else datetime.combine(day, time.max)


def _told(moment: date | datetime) -> str:
    return long_moment(moment) if isinstance(moment, datetime) else long_day(moment)
