"""New Castle, § 92-3 and A: where an application is filed, and when."""

from datetime import date, datetime

from msgspec.structs import replace

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.new_castle.law import APPLICANT, law
from permitbook.ordinances.shared import as_day, in_time, not_too_early, other_sense, taken_as_alternate
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, Reckoned, business_days, chance_before, count_back, months, show_day
from permitbook.verdict import Answer, needs

SEVEN, SIX_MONTHS = business_days(7), months(6)

# § 92-3: application.


def is_yes(on_official_form: bool | None) -> bool:
    """On the Chief's form."""
    return on_official_form is True


law.records("NC-3.0.1", "received_at", "received_by", says="shall file an application with the Town Police Chief")
law.requires("NC-3.0.2", "on_official_form", filled=is_yes, says="on forms provided by the Town Police Chief")
law.records(
    "NC-3.0.3",
    "received_how",
    "board_received_at",
    says="may refer an application for the use of that property to the Town Police Chief for consideration as an "
    "application for an assisted event permit",
)


def referring_board(received_how: str | None) -> tuple[str, ...]:
    """The board that referred the application."""
    return ("Board that referred the application",) if received_how == "referred by a board" else ()


law.copy(
    "NC-3.0.3",
    "Board that referred the application",
    of="permit",
    each=referring_board,
    practice=True,
    says="It referred the application to the Chief. The chapter asks for no copy; this one is the office's practice.",
)

# § 92-3 A: filing period.


def first_filed(received_on: date, board_received_at: datetime | None) -> date:
    """The first filing anywhere in Town (Q-NC6)."""
    return min(received_on, board_received_at.date()) if board_received_at else received_on


def last_day_to_file(event_day: date, calendar: OfficeCalendar, office: Office | None = None) -> Limit:
    """Seven business days before an event; an office may read them as no holiday and no closure at all (Q-NC3)."""
    limit = chance_before(event_day, SEVEN, calendar)
    return replace(limit, outer=limit.due) if office and other_sense(law, office, "Q-NC3") else limit


def first_day_to_file(event_day: date, calendar: OfficeCalendar) -> Reckoned:
    """Six months before an event."""
    return count_back(event_day, SIX_MONTHS, calendar)


@law.deadline(
    "NC-3-A.1",
    "File the application",
    who=APPLICANT,
    done=first_filed,
    says="shall be filed with the Town Police Chief not less than seven business days",
)
def file_seven_business_days_before(
    days_applied_for: tuple[date, ...], calendar: OfficeCalendar, office: Office
) -> Limit:
    """Seven business days before the first day applied for."""
    return last_day_to_file(days_applied_for[0], calendar, office)


@law.filing_window(
    "NC-3-A.1",
    says="shall be filed with the Town Police Chief not less than seven business days ... before the date on which it "
    "is proposed to conduct the assisted event",
)
def filed_too_late(
    received_on: date,
    days_applied_for: tuple[date, ...],
    received_how: str | None,
    board_received_at: datetime | None,
    waiver_granted_on: date | None,
    alternate_accepted_on: date | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Answer:
    """Fewer than seven business days before the first day by every way of counting, and not allowed late.

    Counted to the day applied for: an alternate is the Chief's own, and its filing cannot be late.
    """
    limit, filed = last_day_to_file(days_applied_for[0], calendar, office), first_filed(received_on, board_received_at)
    taken = taken_as_alternate(filed, limit, alternate_accepted_on)
    if taken:
        return taken
    if filed > as_day(limit.due) and received_how == "referred by a board" and board_received_at is None:
        return needs("board_received_at", because="A board referred it; the day it was first filed there is not known.")
    return in_time(
        filed,
        limit,
        waiver_granted_on,
        question="Is it late, although it is in time when a holiday on which the office is open counts as a business "
        "day? No takes it as in time.",
        saved_by="counting every day that is not both a holiday and a closure, it ends",
    )


@law.tells(
    "NC-3-C.1",
    on=("receipt", "deficiency"),
    says="where good cause is shown, shall have the authority to consider any application hereunder which is filed "
    "less than seven business days before the date",
)
def may_be_considered_late(
    received_on: date,
    days_applied_for: tuple[date, ...],
    board_received_at: datetime | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Dated | None:
    """That it came late by every way of counting, and that good cause may be shown; never the message."""
    limit = last_day_to_file(days_applied_for[0], calendar, office)
    if first_filed(received_on, board_received_at) <= as_day(limit.outer):
        return None
    return Dated(
        f"The last day to file was {show_day(as_day(limit.due))}. The Town Police Chief may consider a later "
        "application where good cause is shown, such as a response to recent events, or a scale for which Town police "
        "can probably provide without help from elsewhere. Please give the cause.",
        limit,
    )


@law.filing_window(
    "NC-3-A.2",
    says="nor more than six months before the date on which it is proposed to conduct the assisted event",
)
def filed_too_early(received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar) -> Answer:
    """Received by the Chief more than six months before the first day; it is kept, and never denied for that."""
    first = first_day_to_file(days_applied_for[0], calendar)
    return not_too_early(received_on, as_day(first.on), first.steps)


@law.remarks_when("NC-3-A.2", says="nor more than six months before the date")
def kept_though_early(received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar) -> str | None:
    """An early application is kept."""
    first = as_day(first_day_to_file(days_applied_for[0], calendar).on)
    if received_on >= first:
        return None
    return f"Early: it is kept, and counts as filed on {show_day(first)}, the first day allowed (Q-NC4)."


@law.tells("NC-3-A.2", on=("receipt",), says="nor more than six months before the date")
def counts_from_the_first_day(
    received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar
) -> str | None:
    """What one that came early is told: that it is kept."""
    first = as_day(first_day_to_file(days_applied_for[0], calendar).on)
    if received_on >= first:
        return None
    return f"It came more than six months ahead: it is kept, and counts as filed on {show_day(first)}."
