"""East Troy, section 2 C: how and when an application is made."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from msgspec.structs import replace

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.east_troy.dates import FAR_AHEAD, FIFTEEN, last_day_to_file
from permitbook.ordinances.east_troy.law import APPLICANT, CLERK, law
from permitbook.ordinances.shared import SAME_DAY, as_day
from permitbook.reckoning import Limit, duty_within, hours_between, show_day


def is_yes(on_official_form: bool | None) -> bool:
    """On the Clerk's form."""
    return on_official_form is True


law.requires(
    "ET-2-C.3",
    "on_official_form",
    says="to the Village Clerk on a form provided by said Village Clerk",
    filled=is_yes,
    also={"ET-2-C.1": "A written application for a permit"},
)
law.records("ET-2-C.3", "received_at", "received_by", says="to the Village Clerk on a form provided")


def by_organizer_or_officer(applicant_role: str | None) -> bool:
    """Made by an organizer or officer."""
    return applicant_role in ("organizer", "officer")


law.requires(
    "ET-2-C.2",
    "applicant_role",
    says="shall be made by one of the organizers or officers",
    filled=by_organizer_or_officer,
)


@law.deadline(
    "ET-2-C.4",
    "File the application (in person after D−45)",
    who=APPLICANT,
    done="received_at",
    says="no less than 15 days prior to the usage",
    also={
        "ET-2-C.5": "Application made less than 45 days prior to the day of the proposed usage must be made in person."
    },
)
def file_fifteen_days_before(days_applied_for: tuple[date, ...], calendar: OfficeCalendar, office: Office) -> Limit:
    """Fifteen whole days before the event applied for; a last day on a closed day is carried forward."""
    limit = last_day_to_file(days_applied_for[0], calendar, office)
    any_way = days_applied_for[0] - timedelta(days=FAR_AHEAD)

    def account(it: Limit) -> Iterator[str]:
        yield from limit.steps
        yield f"After {show_day(any_way)}, {FAR_AHEAD} days before, it must be made in person."

    return replace(limit, account=account)


@law.remarks_when("ET-2-C.4", says="no less than 15 days prior to the usage")
def short_of_hours(
    received_at: datetime, time_applied_for: datetime, lead_days: int, calendar: OfficeCalendar
) -> str | None:
    """Fifteen days by the calendar, fewer than 360 hours by the clock: information only."""
    left = hours_between(received_at, time_applied_for, calendar)
    if lead_days != FIFTEEN.amount or left >= FIFTEEN.amount * 24:
        return None
    return f"Filed 15 calendar days ahead, {left} hours by the clock: in time, shown for information (Q-G8)."


def came_in_person(received_how: str | None, presented_in_person_on: date | None, lead_days: int | None) -> bool:
    """Handed in by a person, or so early that any way will do; below 15 days the ground for lateness says enough."""
    if lead_days is None or received_how == "in person" or presented_in_person_on is not None:
        return True
    return not FIFTEEN.amount <= lead_days < FAR_AHEAD


law.requires(
    "ET-2-C.5",
    "received_how",
    says="Application made less than 45 days prior to the day of the proposed usage must be made in person.",
    filled=came_in_person,
)
law.records("ET-2-C.5", "presented_in_person_on", says="must be made in person")


@law.tells(
    "ET-2-C.5",
    on=("receipt", "deficiency"),
    says="Application made less than 45 days prior to the day of the proposed usage must be made in person.",
)
def please_come_in(received_how: str | None, presented_in_person_on: date | None, lead_days: int | None) -> str | None:
    """What an applicant is asked whose application came another way than in person, less than 45 days ahead."""
    if came_in_person(received_how, presented_in_person_on, lead_days):
        return None
    return (
        "Made less than 45 days ahead, the application is to be handed in in person: please come to the office of the "
        "Village Clerk. It keeps the time at which it was received."
    )


def to_be_asked_in(
    received_on: date,
    lead_days: int,
    days_applied_for: tuple[date, ...],
    received_how: str | None,
    action: str | None,
    calendar: OfficeCalendar,
    office: Office,
) -> bool:
    """One of 15 to 44 days, or saved by a reading, that came another way and is not decided."""
    if action or lead_days >= FAR_AHEAD or received_how in (None, "in person"):
        return False
    return received_on <= as_day(last_day_to_file(days_applied_for[0], calendar, office).outer)


def was_asked_in(presented_in_person_on: date | None, notice_sent_on: date | None) -> date | None:
    """When it was handed in, or the letter that asks for that was sent."""
    return min((each for each in (presented_in_person_on, notice_sent_on) if each), default=None)


@law.deadline(
    "ET-2-C.5",
    "Telephone the applicant and ask for it to be handed in",
    who=CLERK,
    done=was_asked_in,
    when=to_be_asked_in,
    practice=True,
    says="must be made in person",
)
def ask_the_same_day(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The day it is received (Q-ET3)."""
    return duty_within(received_on, SAME_DAY, calendar)


@law.remarks_when("ET-2-C.5", says="must be made in person")
def ask_to_come_in(
    received_on: date,
    lead_days: int,
    days_applied_for: tuple[date, ...],
    received_how: str | None,
    presented_in_person_on: date | None,
    action: str | None,
    calendar: OfficeCalendar,
    office: Office,
) -> str | None:
    """One of 15 to 44 days, or saved by a reading, that came another way: phone the same day."""
    asked = to_be_asked_in(received_on, lead_days, days_applied_for, received_how, action, calendar, office)
    if presented_in_person_on or not asked:
        return None
    return (
        "Received less than 45 days ahead and not in person: telephone the applicant the same day and ask for it "
        "to be handed in; it is never denied for that (Q-ET3)."
    )
