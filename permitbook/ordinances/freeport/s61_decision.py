"""Freeport, § 155-61: when the Chief decides."""

from collections.abc import Iterator
from datetime import date, datetime, time

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.freeport.law import CHIEF, law, other_sense
from permitbook.ordinances.freeport.s54_scope import is_fresh
from permitbook.ordinances.freeport.s57_filing import first_day_to_file, is_late
from permitbook.ordinances.shared import as_day
from permitbook.reckoning import (
    Leave,
    Limit,
    days,
    duty_hours_after,
    duty_hours_before,
    duty_within,
    hours_after,
    show,
    show_day,
    show_moment,
)

TEN_DAYS = days(10)
THIRTY = 30

# § 155-61: when the Chief decides.


def has_no_clock(
    lead_days: int | None,
    recurring: bool | None,
    days_applied_for: tuple[date, ...] | None,
    waiver_granted_on: date | None,
    news_date: date | None,
    calendar: OfficeCalendar,
) -> bool:
    """A spontaneous event, or one filed late and allowed."""
    if lead_days is None or days_applied_for is None:
        return False
    allowed_late = waiver_granted_on is not None and is_late(lead_days, recurring, days_applied_for)
    return allowed_late or is_fresh(news_date, days_applied_for, calendar) is True


def is_far_ahead(
    lead_days: int | None,
    recurring: bool | None,
    days_applied_for: tuple[date, ...] | None,
    waiver_granted_on: date | None,
    news_date: date | None,
    calendar: OfficeCalendar,
) -> bool:
    """Received thirty days ahead or more, with a clock."""
    if lead_days is None:
        return False
    return lead_days >= THIRTY and not has_no_clock(
        lead_days, recurring, days_applied_for, waiver_granted_on, news_date, calendar
    )


def is_near(
    lead_days: int | None,
    recurring: bool | None,
    days_applied_for: tuple[date, ...] | None,
    waiver_granted_on: date | None,
    news_date: date | None,
    calendar: OfficeCalendar,
) -> bool:
    """Received less than thirty days ahead, with a clock; so too while the event's date is not known."""
    if lead_days is None:
        return True
    return lead_days < THIRTY and not has_no_clock(
        lead_days, recurring, days_applied_for, waiver_granted_on, news_date, calendar
    )


def in_hand_by(time_applied_for: datetime, calendar: OfficeCalendar) -> Limit:
    """When a denial must be in the applicant's hands."""
    return duty_hours_before(time_applied_for, 48, calendar, (Leave.NOTHING,))


def within_two_days(
    received_at: datetime,
    time_applied_for: datetime | None,
    days_applied_for: tuple[date, ...],
    calendar: OfficeCalendar,
) -> Limit:
    """Receipt and 48 hours, and early enough for a denial to be in hand 48 hours before the event.

    A start not known yet is taken as the first minute of the day. An application that comes when no denial can be in
    hand in time is to be decided at once.
    """
    start = time_applied_for or datetime.combine(days_applied_for[0], time())
    in_hand = in_hand_by(start, calendar).due
    assert isinstance(in_hand, datetime)
    latest = max(received_at, in_hand)
    plain = duty_hours_after(received_at, 48, calendar, not_after=latest)

    def account(it: Limit) -> Iterator[str]:
        yield from hours_after(received_at, 48, calendar).steps
        if in_hand <= received_at:
            yield "A denial can no longer be in hand 48 hours before the event: decide at once."
        elif it.due == in_hand:
            yield f"No later than {show_moment(in_hand)}, so that a denial can be in hand 48 hours before the event."
        if it.work_by is not None:
            yield f"Finish by {show_day(it.work_by)}."
        yield f"Outer limit {show(it.outer)}: the latest hour for a denial to be in hand."

    return Limit(plain.due, plain.work_by, latest, plain.provisional, account)


def has_a_target(
    lead_days: int | None,
    recurring: bool | None,
    days_applied_for: tuple[date, ...] | None,
    waiver_granted_on: date | None,
    news_date: date | None,
    calendar: OfficeCalendar,
    office: Office,
) -> bool:
    """No clock of the law, and the office reads it as having the usual 48 hours for a target (Q-FP3)."""
    no_clock = has_no_clock(lead_days, recurring, days_applied_for, waiver_granted_on, news_date, calendar)
    return no_clock and other_sense(office, "Q-FP3") is None


@law.deadline(
    "FP-61.2",
    "Grant or deny (target: the ordinance sets no time for a spontaneous or late-allowed event)",
    who=CHIEF,
    done="acted_at",
    when=has_a_target,
    says="With the exception of a spontaneous event or an event where the filing time requirements have been waived by "
    "the Chief of Police",
)
def target_of_two_days(
    received_at: datetime,
    time_applied_for: datetime | None,
    days_applied_for: tuple[date, ...],
    calendar: OfficeCalendar,
) -> Limit:
    """The same 48 hours, as a target (Q-FP3)."""
    return within_two_days(received_at, time_applied_for, days_applied_for, calendar)


@law.deadline(
    "FP-61.3",
    "Grant or deny",
    who=CHIEF,
    done="acted_at",
    when=is_far_ahead,
    says="If the permit application is received by the Chief of Police 30 or more days prior to the planned event, the "
    "Chief of Police shall deny or grant the permit no later than 10 days after the permit application has been "
    "received.",
    also={"FP-61.1": "the Chief of Police shall act promptly upon a timely-filed application"},
)
def decide_within_ten_days(received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar) -> Limit:
    """Ten days from receipt; of an early application, from the first day on which it could be filed."""
    first = as_day(first_day_to_file(days_applied_for[0], calendar).on)
    return duty_within(max(received_on, first), TEN_DAYS, calendar, work_from=received_on)


@law.deadline(
    "FP-61.4",
    "Grant or deny",
    who=CHIEF,
    done="acted_at",
    when=is_near,
    says="If the permit application is received by the Chief of Police less than 30 days before the date of the "
    "planned event, the Chief of Police shall then deny or grant the permit in no less than 48 hours.",
    also={"FP-61.1": "the Chief of Police shall act promptly upon a timely-filed application"},
)
def decide_within_two_days(
    received_at: datetime,
    time_applied_for: datetime | None,
    days_applied_for: tuple[date, ...],
    calendar: OfficeCalendar,
    office: Office,
) -> Limit:
    """Forty-eight hours from receipt, never too late for a denial to be in hand.

    Where the office reads the words as no maximum, only the time for a denial to be in hand is left (Q-FP1).
    """
    if other_sense(office, "Q-FP1"):
        return in_hand_by(time_applied_for or datetime.combine(days_applied_for[0], time()), calendar)
    return within_two_days(received_at, time_applied_for, days_applied_for, calendar)


@law.remarks_when("FP-61.4", says="in no less than 48 hours")
def denied_sooner_than_the_words(
    lead_days: int,
    recurring: bool | None,
    days_applied_for: tuple[date, ...],
    waiver_granted_on: date | None,
    news_date: date | None,
    received_at: datetime,
    time_applied_for: datetime | None,
    action: str,
    acted_at: datetime,
    calendar: OfficeCalendar,
    office: Office,
) -> str | None:
    """For counsel: a denial before the 48 hours are over, unless they are read as those before the event."""
    if other_sense(office, "Q-FP1") == "at least 48 hours before the event":
        return None
    if action != "denied" or not is_near(
        lead_days, recurring, days_applied_for, waiver_granted_on, news_date, calendar
    ):
        return None
    due = within_two_days(received_at, time_applied_for, days_applied_for, calendar).due
    assert isinstance(due, datetime)
    if acted_at >= due:
        return None
    return (
        f"Counsel: denied {show_moment(acted_at)}, before {show_moment(due)}. The literal text, 'in no less than 48 "
        "hours', says not before; a grant may go at any time (Q-FP1)."
    )
