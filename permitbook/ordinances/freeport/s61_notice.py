"""Freeport, § 155-61: how a denial reaches the applicant, and by when."""

from collections.abc import Iterator
from datetime import date, datetime

from msgspec.structs import replace

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.freeport.law import CHIEF, law, other_sense
from permitbook.ordinances.freeport.s61_decision import in_hand_by
from permitbook.ordinances.shared import as_day
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, business_days_between, show_day, show_moment

FOR_THE_POST = 5
LAWFUL_NOTICE = ("in person", "certified mail")

law.prints(
    "FP-61.5",
    "This denial is given by personal delivery or certified mail.",
    on=("denial", "offer"),
    says="he shall notify the applicant, either by personal delivery or certified mail",
)
law.prints(
    "FP-61.6",
    "If the application is denied, you are told by personal delivery or certified mail at least 48 hours before the "
    "event, with the reasons.",
    on=("receipt",),
    says="he shall notify the applicant, either by personal delivery or certified mail at least 48 hours prior to the "
    "event, of his action and state the reasons for denial",
)


law.goes_by(
    "FP-61.5",
    "personal delivery",
    "certified mail",
    of=("denial", "alternate offer"),
    says="he shall notify the applicant, either by personal delivery or certified mail",
)


@law.remarks_when("FP-61.5", says="either by personal delivery or certified mail")
def not_a_lawful_notice(action: str, notified_how: str) -> str | None:
    """A denial told some other way has not been notified yet."""
    if action != "denied" or notified_how in LAWFUL_NOTICE:
        return None
    return f"Notified by {notified_how}: a denial must be delivered in person or by certified mail."


def may_be_denied(action: str | None) -> bool:
    """Denied, or not decided yet."""
    return action is None or action == "denied"


def came_into_hand(
    action: str | None,
    notified_how: str | None,
    notified_at: datetime | None,
    notice_received_on: date | None,
    notice_mailed_on: date | None,
    denial_sent_on: date | None,
    denial_sent_how: str | None,
    office: Office,
) -> date | datetime | None:
    """When the denial was in the applicant's hands: delivered in person, or the day certified mail was received.

    A denial that the Register shows as delivered in person counts too. An office may read certified mail as given when
    posted (Q-FP6).
    """
    if action != "denied":
        return None
    if notified_how not in LAWFUL_NOTICE:
        return denial_sent_on if denial_sent_how == "in person" else None
    if notified_how == "in person":
        return notified_at or notice_received_on
    return notice_mailed_on if other_sense(office, "Q-FP6") else notice_received_on


@law.deadline(
    "FP-61.6",
    "Denial, if any, in the applicant's hands",
    who=CHIEF,
    done=came_into_hand,
    when=may_be_denied,
    says="at least 48 hours prior to the event",
)
def denial_in_hand(time_applied_for: datetime, received_on: date | None, calendar: OfficeCalendar) -> Limit:
    """Forty-eight hours by the clock before the start, counted to receipt (Q-FP6).

    Nobody works to a day before the application came.
    """
    limit = in_hand_by(time_applied_for, calendar)
    if received_on is None or limit.work_by is None or not limit.work_by < received_on <= as_day(limit.due):
        return limit

    def account(it: Limit) -> Iterator[str]:
        yield from (step for step in limit.steps if not step.startswith("Finish by "))
        yield f"No open day closes between receipt and then: finish by {show_day(received_on)}."

    return replace(limit, work_by=received_on, account=account)


@law.remarks_when("FP-61.6", says="at least 48 hours prior to the event")
def how_a_denial_must_go(
    received_at: datetime,
    time_applied_for: datetime,
    action: str | None,
    notified_at: datetime | None,
    as_of: datetime,
    calendar: OfficeCalendar,
) -> str | None:
    """While a denial is still to be given: by hand only when time is short, and an alarm when it is too late."""
    if not may_be_denied(action) or notified_at is not None or as_of >= time_applied_for:
        return None
    last = in_hand_by(time_applied_for, calendar)
    assert isinstance(last.due, datetime)
    assert last.work_by is not None
    now = max(as_of, received_at)
    if now > last.due:
        return (
            f"A denial can no longer be in hand by {show_moment(last.due)}, 48 hours before the event: prefer a grant "
            "with conditions, or an alternate (Q-FP6)."
        )
    if business_days_between(now.date(), last.work_by, calendar) < FOR_THE_POST:
        return (
            f"Fewer than {FOR_THE_POST} open days are left to {show_moment(last.due)}: give a denial by personal "
            "delivery only (Q-FP6)."
        )
    return None


@law.tells("FP-61.6", on=("denial", "offer"), says="at least 48 hours prior to the event")
def in_your_hands_by(time_applied_for: datetime, acted_at: datetime, calendar: OfficeCalendar) -> Dated | None:
    """The latest hour at which a denial reaches the applicant; it is not said of one that was made after it."""
    limit = in_hand_by(time_applied_for, calendar)
    assert isinstance(limit.due, datetime)
    if acted_at > limit.due:
        return None
    return Dated(f"It is to be in your hands by {show_moment(limit.due)}, 48 hours before the event.", limit)


law.prints(
    "FP-61.7",
    "The reasons for the denial are set out below, each with its clause and the facts.",
    on=("denial", "offer"),
    says="of his action and state the reasons for denial",
)
