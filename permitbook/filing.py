"""Whether an application would have come in time for another day, and until when one for that day may come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.assessment import Effect
from permitbook.case import Case
from permitbook.changes import DAY
from permitbook.evaluate import clock_of
from permitbook.findings import answer_of
from permitbook.suggested import LastFiling, Reason
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from permitbook.application import Application

FILED = frozenset({"received_at", "received_on", "lead_days"})
"""What a test of the time of filing reads."""


def out_of_time(asked: Case) -> Iterator[Reason]:
    """Why an application for this day does not come in time by the plain count, if it does not."""
    law = asked.law
    for rule in law.rules:
        if rule.effect in (Effect.FILING_WINDOW, Effect.MUST_DENY) and FILED & set(rule.encoded.names):
            answer = answer_of(rule, asked)
            if answer.verdict in (Verdict.PROVED, Verdict.NEEDS_JUDGMENT):
                yield Reason(rule.clause, law.cite(rule.clause), answer, DAY)


def is_early(case: Case, clause: str) -> bool:
    """It asks for no last day but for a first; what comes before that is kept, and never denied for it."""
    window = any(rule.clause == clause and rule.effect is Effect.FILING_WINDOW for rule in case.law.rules)
    return window and not any(clock.clause == clause for clock in case.law.clocks)


def asked_for_on(case: Case, it: Application) -> Case:
    """The case as if the application had asked for the day and the hours of another."""
    row = replace(
        it,
        alternate_date=None,
        alternate_start=None,
        alternate_offered_on=None,
        alternate_accepted_on=None,
    )
    return Case(case.law, row, case.office, case.as_of, {})


def last_filing(asked: Case) -> LastFiling | None:
    """Until when an application for its day is in time; None where the ordinance sets no last day for it."""
    calendar = asked.office.calendar
    for clock in asked.law.clocks:
        last = clock_of(clock, asked) if FILED & set(clock.done.names) else None
        if last and last.due and last.work_by is None:
            due: date = last.due.date() if isinstance(last.due, datetime) else last.due
            open_on = calendar.open_on_or_before(due)
            return LastFiling(last.clause, last.what, due, datetime.combine(open_on, calendar.closes))
    return None
