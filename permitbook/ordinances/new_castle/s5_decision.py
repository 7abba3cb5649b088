"""New Castle, §§ 92-5 and 92-6: when the Chief acts, how a denial is told, and appeals."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.new_castle.law import APPLICANT, BOARD, CHIEF, CLERK, law
from permitbook.ordinances.new_castle.s4_findings import decision_limit
from permitbook.ordinances.shared import as_day
from permitbook.reckoning import Limit, business_days, chance_within, days, duty_within, show_day

SAME_DAY, TWO_DAYS = days(0), days(2)
TWO, FIVE = business_days(2), business_days(5)
TOLD_AT_ONCE = frozenset({"telephone", "e-mail", "fax"})

# § 92-5: when the Chief acts.


@law.deadline(
    "NC-5.1",
    "Grant or deny",
    who=CHIEF,
    done="acted_at",
    says="The Town Police Chief shall act upon the application for an assisted event permit within three business days "
    "after the filing of an application.",
)
def act_within_three_business_days(
    received_on: date, days_applied_for: tuple[date, ...] | None, calendar: OfficeCalendar
) -> Limit:
    """Three business days after the Chief received it."""
    return decision_limit(received_on, days_applied_for, calendar)


@law.remarks_when(
    "NC-5.1", says="shall act upon the application for an assisted event permit within three business days"
)
def late_is_not_granted(
    received_on: date,
    days_applied_for: tuple[date, ...] | None,
    action: str | None,
    as_of: datetime,
    calendar: OfficeCalendar,
) -> str | None:
    """An alarm once the time to act has run out."""
    limit = decision_limit(received_on, days_applied_for, calendar)
    if action is not None or as_of.date() <= as_day(limit.outer):
        return None
    return (
        f"The time to act ran out {show_day(as_day(limit.outer))}. Nothing is deemed granted: decide at once, with "
        "reasons, and tell the Town Attorney (Q-G11)."
    )


def is_denied(action: str | None) -> bool:
    """The application was denied."""
    return action == "denied"


def told_at_once(notified_at: datetime | None, notified_how: str | None) -> datetime | None:
    """When the applicant was told by telephone, e-mail or fax; another way is none of the three."""
    return notified_at if notified_how is None or notified_how in TOLD_AT_ONCE else None


@law.deadline(
    "NC-5.3",
    "Tell the applicant of the denial by telephone, e-mail or fax",
    who=CHIEF,
    done=told_at_once,
    when=is_denied,
    says="as soon as is practicable",
    also={
        "NC-5.2": "the Chief shall notify the applicant by telephone call, e-mail message, and/or facsimile "
        "transmission of his or her denial of the permit"
    },
)
def tell_the_same_day(acted_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the act."""
    return duty_within(acted_at.date(), SAME_DAY, calendar)


law.prints(
    "NC-5.2",
    "This denial is told by telephone, e-mail or fax as soon as is practicable, and mailed.",
    on=("denial", "offer"),
    says="by telephone call, e-mail message, and/or facsimile transmission",
)


@law.deadline(
    "NC-5.4",
    "Mail the notice of denial",
    who=CHIEF,
    done="notice_mailed_on",
    when=is_denied,
    says="shall mail to the applicant, within that three-business-day period, a notice of the denial",
)
def mail_within_the_same_days(
    received_on: date, days_applied_for: tuple[date, ...] | None, calendar: OfficeCalendar
) -> Limit:
    """At the post office within the same three business days."""
    return decision_limit(received_on, days_applied_for, calendar)


law.prints(
    "NC-5.5",
    "The reasons for the denial are set out below, each by its section and letter and with the facts.",
    on=("denial", "offer"),
    says="a notice of the denial stating the reasons for his or her denial of the permit",
)

# § 92-6: appeals.


def is_rejected_as_late(action: str | None, grounds: frozenset[str]) -> bool:
    """Denied, with a recorded refusal to take it late."""
    return action == "denied" and "NC-3-A.1" in grounds


def may_appeal(action: str | None, grounds: frozenset[str]) -> bool:
    """Denied; one rejected for lateness alone, on no ground of § 92-4, goes to the Board without an appeal."""
    if action != "denied":
        return False
    return grounds != {"NC-3-A.1"}


def first_appeal(appeal_received_on: date | None, appeal_copy_received_on: date | None) -> date | None:
    """The first of the two filings: the appeal is in time when either is (Q-NC17)."""
    return min((day for day in (appeal_received_on, appeal_copy_received_on) if day), default=None)


def is_appealed(appeal_received_on: date | None, appeal_copy_received_on: date | None) -> bool:
    """An appeal was filed."""
    return first_appeal(appeal_received_on, appeal_copy_received_on) is not None


law.prints(
    "NC-6.1",
    "You have the right to appeal this denial to the Town Board.",
    on=("denial", "offer"),
    when=may_appeal,
    says="An applicant shall have the right to appeal the denial of an assisted event permit to the Town Board.",
)
law.prints(
    "NC-6.2",
    "The appeal is taken by written notice filed with the Town Supervisor and the Town Clerk.",
    on=("denial", "offer"),
    when=may_appeal,
    says="The appeal shall be taken by written notice filed with the Town Supervisor and the Town Clerk",
)
law.records(
    "NC-6.2",
    "appeal_received_on",
    "appeal_copy_received_on",
    says="by written notice filed with the Town Supervisor and the Town Clerk",
)


@law.remarks_when("NC-6.2", says="by written notice filed with the Town Supervisor and the Town Clerk")
def one_filing_is_wanting(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, appeal_decided_on: date | None
) -> str | None:
    """One of the two filings has not come."""
    if appeal_decided_on or (appeal_received_on is None) == (appeal_copy_received_on is None):
        return None
    return "Only one of the two filings, with the Supervisor and the Clerk, is recorded; either is in time (Q-NC17)."


@law.deadline(
    "NC-6.3",
    "Appeal to the Town Board",
    who=APPLICANT,
    done=first_appeal,
    when=may_appeal,
    says="within five business days after receipt of the Town Police Chief's notice of the denial stating the reasons",
)
def appeal_within_five_business_days(notice_received_on: date, calendar: OfficeCalendar) -> Limit:
    """Five business days from receipt of the mailed notice; they do not end with the event."""
    return chance_within(notice_received_on, FIVE, calendar)


law.prints(
    "NC-6.3",
    "The appeal is filed within five business days after receipt of this notice.",
    on=("denial", "offer"),
    when=may_appeal,
    says="within five business days after receipt of the Town Police Chief's notice of the denial",
)


@law.deadline(
    "NC-6.4",
    "Act on the appeal",
    who=BOARD,
    done="appeal_decided_on",
    when=is_appealed,
    says="The Town Board shall act upon the appeal within two business days after its receipt",
)
def act_on_the_appeal(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, calendar: OfficeCalendar
) -> Limit | None:
    """Two business days from the first filing."""
    received = first_appeal(appeal_received_on, appeal_copy_received_on)
    return duty_within(received, TWO, calendar) if received else None


@law.deadline(
    "NC-6.5",
    "Act on the rejected application as soon as the Board can convene (two days' notice to its members)",
    who=BOARD,
    done="appeal_decided_on",
    when=is_rejected_as_late,
    says="shall act on any application rejected under § 92-3 as soon as it can convene",
)
def act_on_the_rejection(acted_at: datetime, calendar: OfficeCalendar) -> Limit:
    """Two days from the rejection, the least notice of a special meeting."""
    return duty_within(acted_at.date(), TWO_DAYS, calendar)


law.prints(
    "NC-6.5",
    "Rejected under § 92-3, the application goes to the Town Board without an appeal; the Board acts on it as soon as "
    "it can convene.",
    on=("denial", "offer"),
    when=is_rejected_as_late,
    says="shall act on any application rejected under § 92-3 as soon as it can convene",
)


@law.remarks_when("NC-6.4", says="within two business days after its receipt")
def the_board_must_be_called(
    action: str | None,
    grounds: frozenset[str],
    acted_at: datetime | None,
    appeal_received_on: date | None,
    appeal_copy_received_on: date | None,
    appeal_decided_on: date | None,
    calendar: OfficeCalendar,
) -> str | None:
    """The collision with the notice of a special meeting, once the Board has something to act on."""
    appealed = first_appeal(appeal_received_on, appeal_copy_received_on)
    if appealed:
        came, owed = appealed, f"the Board has two business days from {show_day(appealed)}"
    elif acted_at and is_rejected_as_late(action, grounds):
        came, owed = (
            acted_at.date(),
            f"the Board acts on the rejection of {show_day(acted_at)} as soon as it can convene",
        )
    else:
        return None
    if appeal_decided_on:
        return None
    meeting = calendar.next_meeting_after(came, BOARD)
    listed = f"its next listed meeting is {show_day(meeting)}" if meeting else "no meeting of it is listed after that"
    return (
        "The Supervisor calls a special meeting the same day. Counsel: Town Law § 62(2) asks two days' written notice "
        f"to the members and Public Officers Law § 104 public notice, while {owed}; {listed} (Q-NC18)."
    )


@law.remarks_when("NC-6.3", says="within five business days after receipt of the Town Police Chief's notice")
def remedy_outlasts_the_event(
    received_on: date,
    days_applied_for: tuple[date, ...],
    action: str | None,
    as_of: datetime,
    calendar: OfficeCalendar,
) -> str | None:
    """At intake: decided on the last day, an appeal could end only after the event (Q-G12)."""
    if action is not None or as_of.date() > days_applied_for[0]:
        return None
    decided = as_day(decision_limit(received_on, days_applied_for, calendar).due)
    last = as_day(chance_within(decided, FIVE, calendar).due)
    heard = as_day(duty_within(last, TWO, calendar).due)
    if heard < days_applied_for[0]:
        return None
    return (
        f"If it is denied on {show_day(decided)}, the last day to decide, an appeal may be filed until "
        f"{show_day(last)} and the Board has until {show_day(heard)}; the event is on {show_day(days_applied_for[0])}. "
        "Decide the same day (Q-G12)."
    )


law.copy(
    "NC-6.2", "Town Supervisor", of="appeal", says="written notice filed with the Town Supervisor and the Town Clerk"
)
law.copy("NC-6.2", CLERK, of="appeal", says="written notice filed with the Town Supervisor and the Town Clerk")
