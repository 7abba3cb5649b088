"""What the office may do next with an application, and what is to be done first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from permitbook.assessment import Deadline, Effect, Finding, Gate, Next, Recommendation, State, Status
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from permitbook.case import Case


def recommend(case: Case, findings: Sequence[Finding], gates: Sequence[Gate]) -> Recommendation:
    """What the office may do next: the first of the recommendations that holds."""
    if case.permit_required is False:
        return Recommendation.NO_PERMIT_NEEDED
    grounds = [each for each in findings if each.effect is not Effect.BEFORE_ISSUE]
    curable = {rule.clause for rule in case.law.rules if rule.curable}
    if any(_denies(each) and each.clause not in curable for each in grounds):
        return Recommendation.DENY_IF_CONFIRMED
    lacking = any(each.verdict is Verdict.NEEDS_FACTS and each.gate is None for each in grounds)
    if case.missing or lacking or case.permit_required is None:
        return Recommendation.CURE
    if any(_is_for_official(each) for each in grounds):
        return Recommendation.REFER
    if any(each.verdict is Verdict.PROVED and each.effect is Effect.MAY_DENY for each in grounds):
        return Recommendation.MAY_DENY
    return Recommendation.HOLD_FOR_PAPERS if gates else Recommendation.GRANT


def _denies(finding: Finding) -> bool:
    if finding.verdict is not Verdict.PROVED:
        return False
    by_official = finding.effect in (Effect.ISSUE_UNLESS, Effect.ISSUE_ONLY_IF) and finding.determined
    return finding.effect is Effect.MUST_DENY or by_official


def _is_for_official(finding: Finding) -> bool:
    if finding.verdict is Verdict.NEEDS_JUDGMENT:
        return True
    alone = (Effect.FILING_WINDOW, Effect.ISSUE_UNLESS, Effect.ISSUE_ONLY_IF)
    return finding.verdict is Verdict.PROVED and finding.effect in alone


def _day_to_issue_on(case: Case) -> date | None:
    """The last open day before the event, as a permit is needed beforehand; later, the day that is left."""
    if not case.days:
        return None
    first = case.days[0]
    return min(first, max(case.as_of.date(), case.calendar.open_on_or_before(first - timedelta(days=1))))


def next_step(case: Case, status: Status, deadlines: Sequence[Deadline], gates: Sequence[Gate]) -> Next | None:
    """The open duty to finish first; for a granted permit, its issue, while the event is not over."""
    running = [each for each in deadlines if each.is_open and each.work_by is not None]
    if running:
        first = min(running, key=lambda each: (each.work_by, str(each.due)))
        return Next(first.what, first.who, first.work_by)
    if status in (Status.GRANTED, Status.ALTERNATE_ACCEPTED) and not case.is_past:
        what = "Issue the permit once the papers are in" if gates else "Issue the permit"
        return Next(what, case.law.official, _day_to_issue_on(case))
    waiting = [each for each in deadlines if each.state in (State.OPEN, State.DUE_SOON) and each.limit is not None]
    if waiting:
        first = min(waiting, key=lambda each: str(each.due))
        return Next(first.what, first.who, first.due)
    return None
