"""Where an application stands: the acts recorded on it, and the day."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import TYPE_CHECKING

from permitbook.assessment import State, Status

if TYPE_CHECKING:
    from permitbook.case import Case
    from permitbook.reckoning import Limit

NOT_LIVE = frozenset(
    {
        Status.REVOKED,
        Status.CANCELLED,
        Status.POSTPONED,
        Status.WITHDRAWN,
        Status.NO_PERMIT_NEEDED,
        Status.HELD,
        Status.DENIED,
        Status.LAPSED,
    }
)
"""Statuses under which an event no longer holds its time and place."""

TELLING = ("action", "event_change", "revoked_at")
"""Facts that may take an event off its time and place: while one cannot be read, nobody knows whether it holds them."""

SETTLED = frozenset({Status.CANCELLED, Status.POSTPONED, Status.WITHDRAWN, Status.NO_PERMIT_NEEDED})
"""Statuses under which nothing remains for the office to decide."""


def standing(case: Case) -> Status | None:
    """The status that the acts and the day give; None while it is undecided and not past."""
    it = case.logged
    if it.revoked_at:
        return Status.REVOKED
    if it.event_change:
        return Status.CANCELLED if it.event_change == "cancelled" else Status.POSTPONED
    if it.action == "withdrawn":
        return Status.WITHDRAWN
    if it.action == "no permit needed" or case.permit_required is False:
        return Status.NO_PERMIT_NEEDED
    if it.issued_at:
        return Status.HELD if case.is_past else Status.ISSUED
    return _decided(case) or (Status.LAPSED if case.is_past else None)


def _decided(case: Case) -> Status | None:
    it = case.logged
    reversed_on_appeal = it.appeal_outcome in ("reversed", "modified")
    appealed = it.appeal_received_on or it.appeal_copy_received_on
    if it.action == "denied" and appealed and not it.appeal_outcome:
        return Status.UNDER_APPEAL
    if it.alternate_accepted_on:
        return Status.ALTERNATE_ACCEPTED
    if it.alternate_offered_on and it.action != "granted" and not reversed_on_appeal and not _offer_lapsed(case):
        return Status.ALTERNATE_OFFERED
    if it.action == "denied":
        return Status.GRANTED if reversed_on_appeal else Status.DENIED
    return Status.GRANTED if it.action == "granted" else None


def _offer_lapsed(case: Case) -> bool:
    """The time to accept is over by every way of counting; unknown while it is not known when the notice came."""
    if case.logged.notice_received_on is None:
        return False
    accepting = (each for each in case.law.clocks if each.done.names == ("alternate_accepted_on",))
    limits: list[Limit | None] = [each.encoded.answer(case) for each in accepting]
    return any(limit is not None and not _is_by(case.as_of, limit.outer) for limit in limits)


def status_of(case: Case) -> Status:
    """The status shown for a row."""
    stands = standing(case)
    if stands is not None:
        return stands
    if case.missing:
        return Status.INCOMPLETE
    return Status.IN_REVIEW if case.logged.referred_on or case.determinations else Status.RECEIVED


def is_live(case: Case) -> bool:
    """The event holds, or will hold, its time and place against later applications."""
    return standing(case) not in NOT_LIVE and not case.is_past


def state_of(
    limit: Limit | None,
    done: date | datetime | None,
    as_of: datetime,
    soon_days: int,
    *,
    over_at: datetime | None = None,
) -> State:
    """How a deadline stands: an official's by its plain count, an applicant's only past the outer limit.

    What was to be done before the event lapses once the event is over.
    """
    if limit is None:
        return State.NOT_YET
    owed_by_applicant = limit.work_by is None
    last = limit.outer if owed_by_applicant else limit.due
    if done is not None:
        return State.MET if _is_by(done, last) else State.LATE
    if not _is_by(as_of, last):
        too_late = owed_by_applicant or (over_at is not None and over_at <= as_of and _is_by(last, over_at))
        return State.LAPSED if too_late else State.OVERDUE
    working = limit.due if limit.work_by is None else limit.work_by
    day = working.date() if isinstance(working, datetime) else working
    return State.DUE_SOON if (day - as_of.date()).days <= soon_days else State.OPEN


def _is_by(moment: date | datetime, last: date | datetime) -> bool:
    """A day counts whole: it is by a minute only when it is wholly before it."""
    if isinstance(last, datetime):
        reached = moment if isinstance(moment, datetime) else datetime.combine(moment, time.max)
        return reached <= last
    return (moment.date() if isinstance(moment, datetime) else moment) <= last
