"""New Castle, § 92-6: appeals to the Town Board, rejections for lateness, and the special meeting they call for."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.new_castle.law import APPLICANT, BOARD, CLERK, law
from permitbook.ordinances.new_castle.s4_findings import decision_limit
from permitbook.ordinances.shared import as_day
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, business_days, chance_within, count_on, days, duty_within, show_day

TWO_DAYS = days(2)
TWO, FIVE = business_days(2), business_days(5)


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


def reaches_the_board(
    action: str | None,
    grounds: frozenset[str],
    acted_at: datetime | None,
    appeal_received_on: date | None,
    appeal_copy_received_on: date | None,
) -> date | None:
    """The day on which the Board had something to act on: an appeal, else a rejection for lateness."""
    appealed = first_appeal(appeal_received_on, appeal_copy_received_on)
    if appealed is None and acted_at is not None and is_rejected_as_late(action, grounds):
        return acted_at.date()
    return appealed


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
    came = reaches_the_board(action, grounds, acted_at, appeal_received_on, appeal_copy_received_on)
    if came is None or appeal_decided_on:
        return None
    if first_appeal(appeal_received_on, appeal_copy_received_on):
        owed = f"the Board has two business days from {show_day(came)}"
    else:
        owed = f"the Board acts on the rejection of {show_day(came)} as soon as it can convene"
    meeting = calendar.next_meeting_after(came, BOARD)
    listed = f"its next listed meeting is {show_day(meeting)}" if meeting else "no meeting of it is listed after that"
    return (
        "The Supervisor calls a special meeting the same day. Counsel: Town Law § 62(2) asks two days' written notice "
        f"to the members and Public Officers Law § 104 public notice, while {owed}; {listed} (Q-NC18)."
    )


def chain(received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar) -> tuple[date, date, date]:
    """The last days to decide, to appeal a denial received that day, and for the Board to act on the appeal."""
    decided = as_day(decision_limit(received_on, days_applied_for, calendar).due)
    last = as_day(chance_within(decided, FIVE, calendar).due)
    return decided, last, as_day(duty_within(last, TWO, calendar).due)


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
    decided, last, heard = chain(received_on, days_applied_for, calendar)
    if heard < days_applied_for[0]:
        return None
    return (
        f"If it is denied on {show_day(decided)}, the last day to decide, an appeal may be filed until "
        f"{show_day(last)} and the Board has until {show_day(heard)}; the event is on {show_day(days_applied_for[0])}. "
        "Decide the same day (Q-G12)."
    )


@law.tells("NC-6.3", on=("receipt",), says="within five business days after receipt of the Town Police Chief's notice")
def an_appeal_may_outlast_it(
    received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar
) -> str | None:
    """What an applicant is told at intake where an appeal could end only after the event (Q-G12)."""
    decided, last, heard = chain(received_on, days_applied_for, calendar)
    if heard < days_applied_for[0]:
        return None
    return (
        f"A denial received on {show_day(decided)}, the last day to decide, could be appealed until {show_day(last)}, "
        f"and the Town Board would have until {show_day(heard)}, while the event is on "
        f"{show_day(days_applied_for[0])}. You may ask for a decision the same day, so that an appeal can be heard "
        "before it."
    )


@law.tells(
    "NC-6.4",
    on=("appeal-notice", "meeting-notice"),
    says="The Town Board shall act upon the appeal within two business days after its receipt",
)
def the_board_acts_by(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, calendar: OfficeCalendar
) -> Dated | None:
    """The last day for the Board to act on an appeal."""
    received = first_appeal(appeal_received_on, appeal_copy_received_on)
    if received is None:
        return None
    limit = duty_within(received, TWO, calendar)
    told = "The Town Board acts upon the appeal within two business days after its receipt"
    return Dated(f"{told}, by {show_day(as_day(limit.due))}.", limit)


law.prints(
    "NC-6.5",
    "The Town Board acts on an application rejected under § 92-3 as soon as it can convene.",
    on=("appeal-notice", "meeting-notice"),
    when=is_rejected_as_late,
    says="shall act on any application rejected under § 92-3 as soon as it can convene",
)


law.prints(
    "NC-6.4",
    "The Town Board has acted upon this denial under § 92-6.",
    on=("board-decision",),
    says="The Town Board shall act upon the appeal",
)


@law.tells("NC-6.4", on=("meeting-notice",), says="within two business days after its receipt")
def notice_and_time_collide(
    action: str | None,
    grounds: frozenset[str],
    acted_at: datetime | None,
    appeal_received_on: date | None,
    appeal_copy_received_on: date | None,
    calendar: OfficeCalendar,
) -> str | None:
    """Two days' notice to the members against two business days for the Board (Q-NC18)."""
    came = reaches_the_board(action, grounds, acted_at, appeal_received_on, appeal_copy_received_on)
    if came is None:
        return None
    meets = as_day(count_on(came, TWO_DAYS, calendar).on)
    told = (
        "Town Law § 62(2) asks two days' written notice of a special meeting to each member, and Public Officers Law "
        f"§ 104 notice to the public. Given on {show_day(came)}, the notice lets the Board meet on {show_day(meets)} "
        "at the earliest, intervening Saturdays, Sundays and public holidays left out (General Construction Law § 20)."
    )
    if first_appeal(appeal_received_on, appeal_copy_received_on) is None:
        return f"{told} Each day later that it is given, the Board convenes a day later."
    last = as_day(duty_within(came, TWO, calendar).due)
    if meets > last:
        return f"{told} That is after the Board's last day, {show_day(last)}: counsel says which rule gives way."
    next_day = calendar.next_open_after(came)
    then = as_day(count_on(next_day, TWO_DAYS, calendar).on)
    if then <= last:
        return f"{told} The Board's last day is {show_day(last)}."
    return (
        f"{told} Given on {show_day(next_day)}, it lets the Board meet only on {show_day(then)}, past the Board's last "
        f"day, {show_day(last)}; then counsel says which rule gives way."
    )


for _role in ("Town Supervisor", CLERK):
    law.copy(
        "NC-6.2",
        _role,
        of="appeal",
        says="written notice filed with the Town Supervisor and the Town Clerk",
    )
law.copy(
    "NC-6.4",
    BOARD,
    of="appeal",
    says="The Town Board shall act upon the appeal within two business days after its receipt and shall act on any "
    "application rejected under § 92-3 as soon as it can convene.",
)
law.copy(
    "NC-6.4",
    "Town Supervisor",
    of="special meeting",
    says="The Town Board shall act upon the appeal within two business days after its receipt and shall act on any "
    "application rejected under § 92-3 as soon as it can convene.",
)
