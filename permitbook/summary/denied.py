"""The clauses that the denials of a span of days rest on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from permitbook.assessment import Effect
from permitbook.case import Case
from permitbook.findings import find
from permitbook.letters.denial import has_last_day, is_refused
from permitbook.summary.conflicts import Meetings
from permitbook.summary.facts import Reason
from permitbook.summary.month import Span
from permitbook.summary.records import day_of
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from permitbook.desk import Desk


def reasons(meetings: Meetings, desk: Desk, span: Span) -> Iterator[Reason]:
    """The grounds of each denial of the span: those that its letter told; before there is one, those that stand.

    What a board on appeal, or an official of an accepted alternate, answers in Findings later is no ground undone.
    """
    told = _grounds_told(desk)

    def is_asked(case: Case) -> bool:
        day = day_of(case.logged.acted_at)
        return case.logged.action == "denied" and (day is None or span.first <= day <= span.last)

    for case in meetings.as_decided(is_asked, told):
        number, on = case.logged.application_no or "", day_of(case.logged.acted_at)
        for clause, cite in told.get(number) or list(_grounds(case)) or [("", "")]:
            yield Reason(application_no=number, clause=clause, cite=cite, denied_on=on)


def _grounds_told(desk: Desk) -> dict[str, list[tuple[str, str]]]:
    """The grounds that the letter of each denial gave, as the history has them; an offer can be the denial too."""
    cites = {
        each.clause: desk.law.cite(each.clause) for each in desk.law.rules if each.effect is not Effect.BEFORE_ISSUE
    }
    told: dict[str, list[tuple[str, str]]] = {}
    for done in ("offered", "denied"):
        for each in desk.history:
            if each.did == done and each.application_no and each.clauses:
                given = [clause.strip() for clause in each.clauses.split(",")]
                told[each.application_no] = [(clause, cites[clause]) for clause in given if clause in cites]
    return {number: grounds for number, grounds in told.items() if grounds}


def _grounds(case: Case) -> Iterator[tuple[str, str]]:
    for rule in case.law.rules if case.permit_required is not False else ():
        if rule.effect is Effect.BEFORE_ISSUE:
            continue
        found = find(rule, case)
        late = found.effect is Effect.FILING_WINDOW
        if found.verdict is Verdict.PROVED and (
            not late or (is_refused(found) and has_last_day(case.law, found.clause))
        ):
            yield found.clause, found.cite
