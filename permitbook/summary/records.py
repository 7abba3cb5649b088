"""What one application gives to the month: a row, its acts, the dates it kept, its charges, its coming days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import ceil
from typing import TYPE_CHECKING

from permitbook.assessment import State, Status
from permitbook.case import Case, with_alternate
from permitbook.consistency import is_early
from permitbook.findings import find
from permitbook.summary.facts import NO_FORM, Act, Appeal, Charge, Coming, Kept, Question, Row
from permitbook.summary.month import Span
from permitbook.workbook.board_layout import EXTRA, POLICE

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.assessment import Deadline


NOT_COMING = frozenset(
    {
        Status.REVOKED,
        Status.CANCELLED,
        Status.POSTPONED,
        Status.WITHDRAWN,
        Status.NO_PERMIT_NEEDED,
        Status.DENIED,
    }
)
NOTHING_OWED = NOT_COMING | {Status.LAPSED, Status.UNDER_APPEAL} - {Status.REVOKED}
OUTCOMES = {
    Status.REVOKED: "revoked",
    Status.CANCELLED: "cancelled or postponed",
    Status.POSTPONED: "cancelled or postponed",
    Status.WITHDRAWN: "withdrawn",
    Status.NO_PERMIT_NEEDED: "no permit needed",
    Status.HELD: "granted",
    Status.ISSUED: "granted",
    Status.GRANTED: "granted",
    Status.UNDER_APPEAL: "denied",
    Status.DENIED: "denied",
    Status.ALTERNATE_ACCEPTED: "alternate",
    Status.ALTERNATE_OFFERED: "alternate",
    Status.LAPSED: "lapsed",
}
PENDING = "pending"
ON_TIME, LATE, NOT_DONE, NOT_USED, RUNNING = "on time", "late", "not done", "not used", "running"
HOW = {State.MET: ON_TIME, State.LATE: LATE, State.OVERDUE: NOT_DONE, State.LAPSED: NOT_DONE}
ACTED = {"granted": "Granted", "denied": "Denied", "withdrawn": "Withdrawn", "no permit needed": "No permit needed"}
_CENT = Decimal("0.01")
_EXPECTED_OF_THE_BOARD = ("Act on the appeal", "Review the denial")


def acts_of(case: Case, status: Status) -> Iterator[Act]:
    """Everything that was done with an application, with its day."""
    it = case.logged
    number = it.application_no or ""

    def act(what: str, on: date | None) -> Act:
        return Act(application_no=number, act=what, on=day_of(on))

    yield act("Received", it.received_at)
    if it.action in ACTED:
        yield act(ACTED[it.action], it.acted_at)
    elif status is Status.NO_PERMIT_NEEDED:
        yield act("No permit needed", it.received_at)
    if it.event_change:
        yield act(it.event_change.capitalize(), it.event_change_on)
    if status is Status.LAPSED and case.days:
        yield act("Lapsed undecided", case.days[-1])
    dated = {
        "Alternate offered": it.alternate_offered_on,
        "Alternate accepted": it.alternate_accepted_on,
        "Permit issued": it.issued_at,
        "Permit revoked": it.revoked_at,
        "Appeal received": it.appeal_received_on,
    }
    yield from (act(what, on) for what, on in dated.items() if on)


_CLOSING = frozenset(
    {
        *ACTED.values(),
        "Cancelled",
        "Postponed",
        "Lapsed undecided",
        "Alternate accepted",
        "Permit issued",
        "Permit revoked",
    }
)


def row_of(case: Case, status: Status, acts: Sequence[Act]) -> Row:
    it = case.logged
    closing = [each for each in acts if each.act in _CLOSING]
    decided = it.acted_at if it.action in ("granted", "denied") else None
    return Row(
        application_no=it.application_no or "",
        form=it.event_form or NO_FORM,
        size=it.participants if it.participants is not None else it.units,
        status=status.value,
        received_on=day_of(it.received_at),
        is_closed=bool(closing),
        closed_on=min((each.on for each in closing if each.on), default=None),
        decided_on=day_of(decided),
        days=_days_to_decide(it.received_at, decided),
        outcome=OUTCOMES.get(status, PENDING),
    )


def _days_to_decide(received: datetime | None, acted: datetime | None) -> int | None:
    """Whole days; None for an act dated before the receipt."""
    if received is None or acted is None:
        return None
    return None if is_early(acted, received) else (acted.date() - received.date()).days


_LATER_ACTS = (
    *("referred_on", "acted_at", "notified_at", "notice_mailed_on", "notice_received_on", "issued_at"),
    *("alternate_offered_on", "alternate_accepted_on", "appeal_received_on", "appeal_decided_on"),
)


def early_days(it: Application) -> set[date | None]:
    """The days of acts dated before the receipt: no limit is counted kept by them."""
    if it.received_at is None:
        return set()
    acts = [act for name in _LATER_ACTS if (act := getattr(it, name)) is not None]
    return {day_of(act) for act in acts if is_early(act, it.received_at)}


def kept_of(number: str, deadlines: Sequence[Deadline], span: Span, until: datetime) -> Iterator[Kept]:
    """The dates that fell into the span, and how each was kept; what was not done counts to the event's end or now.

    An applicant's right that was not used is not missed, and no more is a day that only the office's practice sets.
    """
    for each in deadlines:
        due = day_of(each.due)
        if due is None or not span.first <= due <= span.last or each.practice:
            continue
        by_official = each.work_by is not None
        how = HOW.get(each.state, RUNNING) if by_official or each.state is not State.LAPSED else NOT_USED
        last = each.due if by_official else each.outer
        yield Kept(
            application_no=number,
            clause=each.clause,
            what=each.what,
            who=each.who,
            due_on=due,
            done_on=day_of(each.done),
            how=how,
            days=_days_missed(last, each.done or until) if how in (LATE, NOT_DONE) else 0,
        )


def _days_missed(last: date | datetime | None, reached: date | datetime) -> int:
    """The days begun since a limit: an hour late is a day."""
    if isinstance(last, datetime):
        at = reached if isinstance(reached, datetime) else datetime.combine(reached, time.max)
        return max(1, ceil((at - last) / timedelta(days=1)))
    return max(1, (day_of(reached) - last).days) if last else 0  # type: ignore[operator]


def charges_of(case: Case, status: Status) -> Iterator[Charge]:
    it, law = case.logged, case.law
    owed = status not in NOTHING_OWED

    def charge(kind: str, due: Decimal | None, paid: Decimal | None, because: str | None = None) -> Iterator[Charge]:
        if due is not None or paid or because:
            yield Charge(
                application_no=it.application_no or "",
                kind=kind,
                received_on=day_of(it.received_at),
                due=_cents(due),
                paid=_cents(paid) or 0,
                is_waived=because is not None,
                because=because or "",
            )

    if law.fee_rule:
        due = case.fee.due if owed or it.fee_paid else None
        yield from charge(law.fee_rule.what, due, it.fee_paid, it.fee_waived_reason)
    yield from charge(POLICE, it.police_cost_actual, it.police_cost_paid)
    yield from charge(EXTRA, it.extra_cost, it.extra_cost_paid)


def coming_of(case: Case, status: Status, window: Span) -> Iterator[Coming]:
    if status in NOT_COMING:
        return
    it = case.application
    days: Sequence[date] = case.days or ()
    if status is Status.ALTERNATE_OFFERED:
        it = with_alternate(case.logged)
        days = (it.event_date,) if it.event_date and case.logged.alternate_date else days
    for day in days:
        if window.first <= day <= window.last:
            yield Coming(
                application_no=case.logged.application_no or "",
                on=day,
                start=f"{it.start_time:%H:%M}" if it.start_time else "",
                form=it.event_form or NO_FORM,
                organization=it.organization_name or "",
                where=_where(it),
                participants=it.participants if it.participants is not None else it.units,
                status=status.value,
            )


def _where(it: Application) -> str:
    """The streets, or the places where there are none."""
    streets = dict.fromkeys(each.street for each in it.route or ())
    return "; ".join(streets or dict.fromkeys(it.assembly_area or ()))


def appeal_of(it: Application, received_on: date, deadlines: Sequence[Deadline]) -> Appeal:
    limits = [each for each in deadlines if each.what.startswith(_EXPECTED_OF_THE_BOARD)]
    return Appeal(
        application_no=it.application_no or "",
        received_on=received_on,
        copy_received_on=it.appeal_copy_received_on,
        act_by=next((day_of(each.due) for each in limits if each.due), None),
        decided_on=it.appeal_decided_on,
        outcome=it.appeal_outcome or "",
    )


def questions_of(case: Case) -> Iterator[Question]:
    if case.permit_required is False:
        return
    for rule in case.law.rules:
        found = find(rule, case)
        if found.question:
            yield Question(
                application_no=case.logged.application_no or "",
                clause=found.clause,
                cite=found.cite,
                question=found.question,
                since=case.received_on,
            )


def day_of(when: date | None) -> date | None:
    return when.date() if isinstance(when, datetime) else when


def _cents(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount.quantize(_CENT) * 100)
