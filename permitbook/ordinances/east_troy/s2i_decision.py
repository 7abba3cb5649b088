"""East Troy, section 2 I: grant or denial, and modification in lieu of a denial."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.east_troy.dates import (
    FAR_AHEAD,
    thirty_days_before,
    two_days_before,
    within_fifteen_days,
)
from permitbook.ordinances.east_troy.law import CLERK, law
from permitbook.ordinances.shared import SAME_DAY, as_day
from permitbook.reckoning import Limit, duty_within, show_day

# Section 2 I(1): when the Clerk acts.


@law.remarks_when("ET-2-I-1.a", says="shall act as promptly as he/she reasonably can on all applications")
def how_long_it_waits(
    received_on: date,
    lead_days: int | None,
    days_applied_for: tuple[date, ...] | None,
    time_applied_for: datetime | None,
    action: str | None,
    acted_at: datetime | None,
    as_of: datetime,
    calendar: OfficeCalendar,
    office: Office,
) -> str | None:
    """The age of an undecided application, with an alarm once its time has run out."""
    waited = (as_of.date() - received_on).days
    if action or acted_at or waited < 1:
        return None
    told = f"Undecided {waited} day{'' if waited == 1 else 's'} after its receipt on {show_day(received_on)}."
    if lead_days is None or days_applied_for is None:
        return told
    last = last_day_to_decide(lead_days, received_on, days_applied_for[0], time_applied_for, calendar, office)
    if as_of.date() <= last:
        return told
    return (
        f"{told} The time to act ran out {show_day(last)}. Nothing is deemed granted: decide at once, with reasons, "
        "and tell the Village Attorney (Q-G11)."
    )


def last_day_to_decide(
    lead_days: int,
    received_on: date,
    first_day: date,
    start: datetime | None,
    calendar: OfficeCalendar,
    office: Office,
) -> date:
    """The last day that any lawful reading leaves for the decision."""
    if lead_days >= FAR_AHEAD:
        return as_day(thirty_days_before(first_day, calendar).outer)
    fifteen = within_fifteen_days(received_on, first_day, start, calendar)
    hours = two_days_before(received_on, first_day, start, calendar, office)
    return min(as_day(fifteen.outer), as_day(hours.outer))


law.records("ET-2-I-1.b", "referred_on", says="after consulting with other government agencies directly affected")
law.prints(
    "ET-2-I-1.b",
    "The Village Clerk acts after consulting with other government agencies directly affected.",
    on=("referral",),
    says="after consulting with other government agencies directly affected",
)
law.note(
    "ET-2-I-1.c", "Keep contacts with the applicant in Notes.", says="after consulting with the applicant, if necessary"
)


def is_far_ahead(lead_days: int) -> bool:
    """Filed 45 days ahead or more."""
    return lead_days >= FAR_AHEAD


def is_near(lead_days: int | None) -> bool:
    """Filed less than 45 days ahead; so too while the date is not known, as nothing else comes as soon."""
    return lead_days is None or lead_days < FAR_AHEAD


@law.deadline(
    "ET-2-I-1.d",
    "Grant or deny",
    who=CLERK,
    done="acted_at",
    when=is_far_ahead,
    says="All applications filed 45 days or more in advance shall be granted or denied not less than 30 days "
    "before the date of the usage stated in the application.",
    also={"ET-2-I-1.a": "shall act as promptly as he/she reasonably can on all applications"},
)
def decide_thirty_days_before(days_applied_for: tuple[date, ...], calendar: OfficeCalendar) -> Limit:
    """Filed 45 days ahead or more: decided 30 days before."""
    return thirty_days_before(days_applied_for[0], calendar)


@law.deadline(
    "ET-2-I-1.e",
    "Grant or deny, within 15 days of filing",
    who=CLERK,
    done="acted_at",
    when=is_near,
    says="Action on applications filed less than 45 days in advance shall be taken within 15 days after the "
    "application is filed",
    also={"ET-2-I-1.a": "shall act as promptly as he/she reasonably can on all applications"},
)
def decide_within_fifteen_days(
    received_on: date,
    days_applied_for: tuple[date, ...] | None,
    time_applied_for: datetime | None,
    calendar: OfficeCalendar,
) -> Limit:
    """Filed less than 45 days ahead: decided within 15 days, and never after the event."""
    first_day = days_applied_for[0] if days_applied_for else None
    return within_fifteen_days(received_on, first_day, time_applied_for, calendar)


@law.deadline(
    "ET-2-I-1.f",
    "Grant or deny, 48 hours before",
    who=CLERK,
    done="acted_at",
    when=is_near,
    says="in no case later than 48 hours in advance of the time applied for",
)
def decide_two_days_before(
    received_on: date | None,
    days_applied_for: tuple[date, ...],
    time_applied_for: datetime | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Limit:
    """Filed less than 45 days ahead: 48 hours before the start, worked to the earliest reading."""
    return two_days_before(received_on, days_applied_for[0], time_applied_for, calendar, office)


def was_told(
    notified_at: datetime | None, action: str | None, denial_sent_on: date | None, permit_sent_on: date | None
) -> date | datetime | None:
    """When the applicant was notified, or was sent the denial or the permit."""
    return notified_at or (denial_sent_on if action == "denied" else permit_sent_on)


@law.deadline(
    "ET-2-I-1.g",
    "Notify the applicant of the action",
    who=CLERK,
    done=was_told,
    says="shall immediately, by the most reasonable means of communication, notify the applicant of such action",
    also={"ET-2-I-1.h": "by the most reasonable means of communication"},
)
def notify_same_day(acted_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the action."""
    return duty_within(acted_at.date(), SAME_DAY, calendar)


law.prints(
    "ET-2-I-1.g",
    "You are told of the action at once, by the most reasonable means of communication, and of the reasons if the "
    "application is denied.",
    on=("receipt",),
    says="shall immediately, by the most reasonable means of communication, notify the applicant of such action and, "
    "if the applications is denied, the reasons for denial of the permit",
)
law.records("ET-2-I-1.h", "notified_how", says="by the most reasonable means of communication")
law.prints(
    "ET-2-I-1.i",
    "The reasons for denial are set out below, each with its clause and facts.",
    on=("denial",),
    says="if the applications is denied, the reasons for denial of the permit",
)

# Section 2 I(2): modification. The Clerk decides, the Chief authorizes a change (Q-ET9).

law.records(
    "ET-2-I-2.a",
    "alternate_area",
    "alternate_dispersal",
    says="may authorize the changing of assembly areas or dispersal areas",
)
law.records(
    "ET-2-I-2.b",
    "alternate_date",
    "alternate_start",
    "alternate_end",
    says="the conducting of the usage at a date or time",
)
law.records("ET-2-I-2.c", "alternate_route", says="or over a route different than as applied for in the permit")
law.prints(
    "ET-2-I-2.a",
    "The Chief of Police authorizes the usage with the changes of area, date, time or route set out below.",
    on=("offer",),
    says="In lieu of denying a permit, the Chief of Police may authorize the changing of assembly areas or dispersal "
    "areas or the conducting of the usage at a date or time or over a route different than as applied for",
)
law.prints(
    "ET-2-I-2.d",
    "The applicant or permittee may accept the modification.",
    on=("offer",),
    says="The applicant or permittee may accept such modification",
)


@law.tells(
    "ET-2-I-2.e",
    on=("offer",),
    says="by immediately notifying the Village Clerk or Chief of Police, in writing, of such acceptance",
)
def accept_in_writing(alternate_offered_on: date, calendar: OfficeCalendar) -> str:
    """How an offer is accepted, with the day by which an answer is asked (Q-ET10)."""
    by = show_day(calendar.next_open_after(alternate_offered_on))
    return (
        "Accept by notifying the Village Clerk or the Chief of Police in writing, immediately. The offer does not "
        f"lapse; a reply by {by}, the next open day, is asked as a courtesy."
    )


@law.remarks_when("ET-2-I-2.e", says="by immediately notifying the Village Clerk or Chief of Police, in writing")
def courtesy_reply(
    alternate_offered_on: date, alternate_accepted_on: date | None, calendar: OfficeCalendar
) -> str | None:
    """The courtesy date for accepting an offer."""
    if alternate_accepted_on:
        return None
    by = show_day(calendar.next_open_after(alternate_offered_on))
    return f"Courtesy date for accepting the offer: {by}; the offer does not lapse (Q-ET10)."


@law.permit_states("ET-2-I-2.d", "Modification", says="The applicant or permittee may accept such modification")
def as_modified(alternate_accepted_on: date | None) -> str | None:
    """Marked as modified, with the day the change was accepted."""
    if alternate_accepted_on is None:
        return None
    return f"As modified by the Chief of Police, and accepted in writing {show_day(alternate_accepted_on)}."
