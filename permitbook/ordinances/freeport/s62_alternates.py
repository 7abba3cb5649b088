"""Freeport, § 155-62: alternates."""

from collections.abc import Iterator
from datetime import date, datetime, time

from msgspec.structs import replace

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.freeport.law import APPLICANT, law
from permitbook.ordinances.shared import as_day
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, chance_within, days, show, show_day, show_time

FIVE_DAYS = days(5)

# § 155-62: alternates.

law.records(
    "FP-62-A.1",
    "alternate_date",
    "alternate_start",
    "alternate_end",
    "alternate_route",
    "alternate_area",
    says="may authorize the conduct of the parade or public assembly at a date, time, location or route different from "
    "that named by the applicant",
)
law.prints(
    "FP-62-A.1",
    "In denying the application, the Chief of Police authorizes the event at the date, time, location or route below.",
    on=("offer",),
    says="may authorize the conduct of the parade or public assembly at a date, time, location or route different",
)


def is_offered(alternate_offered_on: date | None) -> bool:
    """An alternate was offered."""
    return alternate_offered_on is not None


@law.deadline(
    "FP-62-A.2",
    "Accept the alternate by written notice filed with the Chief",
    who=APPLICANT,
    done="alternate_accepted_on",
    when=is_offered,
    says="shall, within five days after notice of the action of the Chief of Police, file a written notice of "
    "acceptance with the Chief of Police",
)
def accept_within_five_days(
    alternate_offered_on: date,
    notice_received_on: date | None,
    alternate_date: date | None,
    alternate_start: time | None,
    event_date: date,
    start_time: time | None,
    calendar: OfficeCalendar,
) -> Limit:
    """Five days from the offer, carried past a closed day, but not past the new event's start (Q-FP16).

    Too late is only who comes after five days from the written denial too, where that was received later (Q-G10).
    """
    start = datetime.combine(alternate_date or event_date, alternate_start or start_time or time())
    told = chance_within(alternate_offered_on, FIVE_DAYS, calendar, not_after=start)
    if notice_received_on is None or notice_received_on <= alternate_offered_on:
        return told
    written = chance_within(notice_received_on, FIVE_DAYS, calendar, not_after=start)
    if as_day(written.outer) <= as_day(told.outer):
        return told

    def account(it: Limit) -> Iterator[str]:
        yield from (step for step in told.steps if not step.startswith("Outer limit"))
        yield f"Outer limit {show(it.outer)}: counted from the written denial, received {show_day(notice_received_on)}."

    return replace(told, outer=written.outer, provisional=told.provisional or written.provisional, account=account)


@law.tells(
    "FP-62-A.2",
    on=("offer",),
    says="An applicant desiring to accept an alternative permit shall, within five days after notice of the action of "
    "the Chief of Police, file a written notice of acceptance with the Chief of Police.",
)
def accept_by(
    alternate_offered_on: date,
    alternate_date: date | None,
    alternate_start: time | None,
    event_date: date,
    start_time: time | None,
    calendar: OfficeCalendar,
) -> Dated:
    """How and until when an offer is accepted, counted from the offer itself."""
    limit = accept_within_five_days(
        alternate_offered_on, None, alternate_date, alternate_start, event_date, start_time, calendar
    )
    start = alternate_start or start_time
    new_day = as_day(limit.due) == (alternate_date or event_date)
    before = f", before the event begins at {show_time(start)}" if new_day and start else ""
    return Dated(
        "To accept, file a written notice of acceptance with the Chief of Police within five days after notice of this "
        f"action: by {show(limit.due)}{before}.",
        limit,
    )


law.prints(
    "FP-62-B",
    "An alternate permit has the effect of a parade or public assembly permit.",
    on=("offer",),
    says="shall conform to the requirements of, and shall have the effect of, a parade",
)
law.note(
    "FP-62-A.3",
    "Sidewalks, parks and other places of assembly may be offered.",
    says="may consider the availability of sidewalks, parks or other areas of public assembly",
)


@law.permit_states(
    "FP-62-B", "Alternate permit", says="shall conform to the requirements of, and shall have the effect of, a parade"
)
def is_an_alternate(alternate_accepted_on: date | None) -> str | None:
    """Marked as an alternate, with the effect of any other permit."""
    if alternate_accepted_on is None:
        return None
    return (
        f"This is an alternate permit, accepted {show_day(alternate_accepted_on)}. It has the effect of a parade or "
        "public assembly permit issued under the article."
    )
