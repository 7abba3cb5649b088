"""Freeport, § 155-63: appeals to the Board of Trustees, and what follows when it rejects one."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.freeport.law import APPLICANT, BOARD, CLERK, law
from permitbook.ordinances.freeport.s61_decision import decide_within_ten_days, is_far_ahead, within_two_days
from permitbook.ordinances.shared import as_day
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, chance_within, days, show_day

FIVE_DAYS = days(5)
ONE_DAY = timedelta(days=1)

law.prints(
    "FP-63-A.1",
    "You have the right to appeal this denial to the Board of Trustees of the Incorporated Village of Freeport.",
    on=("denial", "offer"),
    says="Any applicant shall have the right to appeal the denial of a parade or public assembly permit to the Board "
    "of Trustees of the Incorporated Village of Freeport.",
)


def is_denied(action: str | None) -> bool:
    """The application was denied."""
    return action == "denied"


def first_filed(appeal_received_on: date | None, appeal_copy_received_on: date | None) -> date | None:
    """The appeal is in time when either of its two filings is (Q-FP17)."""
    return min((day for day in (appeal_received_on, appeal_copy_received_on) if day is not None), default=None)


@law.deadline(
    "FP-63-A.2",
    "Appeal to the Board of Trustees",
    who=APPLICANT,
    done=first_filed,
    when=is_denied,
    says="shall make the appeal within five days after receipt of the denial",
)
def appeal_within_five_days(notice_received_on: date, calendar: OfficeCalendar) -> Limit:
    """Five days from receipt of the denial, carried past a closed day."""
    return appeal_limit(notice_received_on, calendar)


def appeal_limit(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The time to appeal a denial received on a day; it does not end with the event."""
    return chance_within(received_on, FIVE_DAYS, calendar)


law.prints(
    "FP-63-A.2",
    "The appeal is made within five days after receipt of this denial, by filing a written notice with the Chief of "
    "Police and a copy of the notice with the Village Clerk.",
    on=("denial", "offer"),
    says="The denied applicant shall make the appeal within five days after receipt of the denial by filing a written "
    "notice with the Chief of Police and a copy of the notice with the Village Clerk.",
)
law.records("FP-63-A.3", "appeal_received_on", says="by filing a written notice with the Chief of Police")
law.records("FP-63-A.4", "appeal_copy_received_on", says="and a copy of the notice with the Village Clerk")


@law.remarks_when("FP-63-A.4", says="and a copy of the notice with the Village Clerk")
def one_filing_is_wanting(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, appeal_decided_on: date | None
) -> str | None:
    """One of the two filings has not come; it can be made good."""
    if appeal_decided_on is not None or (appeal_received_on is None) == (appeal_copy_received_on is None):
        return None
    wanting = "the notice to the Chief" if appeal_received_on is None else "the copy to the Village Clerk"
    return f"The appeal counts from its first filing; {wanting} can still be made good (Q-FP17)."


def is_appealed(appeal_received_on: date | None, appeal_copy_received_on: date | None) -> bool:
    """An appeal was filed."""
    return first_filed(appeal_received_on, appeal_copy_received_on) is not None


def hearing_of(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, calendar: OfficeCalendar
) -> date | None:
    """The first listed meeting after the appeal's receipt."""
    received = first_filed(appeal_received_on, appeal_copy_received_on)
    return None if received is None else calendar.next_meeting_after(received, law.board)


def meeting_limit(meeting: date, received: date) -> Limit:
    """The Board acts at its meeting, no earlier and no later."""

    def account(it: Limit) -> Iterator[str]:
        yield f"The notice of appeal was received {show_day(received)}."
        yield f"The next scheduled meeting of the {law.board} after that is on {show_day(meeting)}."

    return Limit(meeting, meeting, meeting, False, account)


@law.deadline(
    "FP-63-A.5",
    "Act on the appeal",
    who=BOARD,
    done="appeal_decided_on",
    when=is_appealed,
    says="shall act upon the appeal at the next scheduled meeting following receipt of the notice of appeal",
)
def act_at_next_meeting(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, calendar: OfficeCalendar
) -> Limit | None:
    """The next scheduled meeting after receipt of the appeal; not begun while none is listed."""
    received = first_filed(appeal_received_on, appeal_copy_received_on)
    meeting = hearing_of(appeal_received_on, appeal_copy_received_on, calendar)
    return meeting_limit(meeting, received) if meeting and received else None


@law.remarks_when("FP-63-A.5", says="at the next scheduled meeting following receipt of the notice of appeal")
def when_the_board_meets(
    appeal_received_on: date | None,
    appeal_copy_received_on: date | None,
    appeal_decided_on: date | None,
    days: tuple[date, ...],
    calendar: OfficeCalendar,
) -> str | None:
    """No meeting is listed, or the next one comes after the event has begun."""
    if appeal_decided_on is not None or not is_appealed(appeal_received_on, appeal_copy_received_on):
        return None
    received = first_filed(appeal_received_on, appeal_copy_received_on)
    meeting = hearing_of(appeal_received_on, appeal_copy_received_on, calendar)
    if received is not None and calendar.next_meeting_after(received - ONE_DAY, law.board) == received:
        return (
            f"The {law.board} meets on {show_day(received)} too, the day on which the appeal came: if it came before "
            "that meeting, it is the next one (Q-FP18)."
        )
    if meeting is None:
        return f"No meeting of the {law.board} is listed after the appeal: add it to the Meetings sheet."
    if meeting < days[0]:
        return None
    return (
        f"The next meeting of the {law.board}, {show_day(meeting)}, is not before the event on {show_day(days[0])}: "
        "tell everyone at once and ask the Mayor about a special meeting (Q-FP18)."
    )


@law.remarks_when("FP-63-A.2", says="within five days after receipt of the denial")
def remedy_outlasts_the_event(
    received_at: datetime,
    lead_days: int,
    recurring: bool | None,
    days: tuple[date, ...],
    event_start: datetime | None,
    waiver_granted_on: date | None,
    news_date: date | None,
    action: str | None,
    as_of: datetime,
    calendar: OfficeCalendar,
) -> str | None:
    """At intake: decided on the last day, an appeal could end only after the event (Q-G12)."""
    if action is not None or as_of.date() > days[0]:
        return None
    far = is_far_ahead(lead_days, recurring, days, waiver_granted_on, news_date, calendar)
    limit = (
        decide_within_ten_days(received_at.date(), days, calendar)
        if far
        else within_two_days(received_at, event_start, days, calendar)
    )
    decided = calendar.open_on_or_after(as_day(limit.due))
    last = as_day(appeal_limit(decided, calendar).outer)
    meeting = calendar.next_meeting_after(last, law.board)
    if last < days[0] and (meeting is None or meeting < days[0]):
        return None
    heard = f", and the Board would then meet on {show_day(meeting)}" if meeting else ""
    return (
        f"If a denial is received on {show_day(decided)}, the last day to decide or the next open one, an appeal may "
        f"be filed until {show_day(last)}{heard}; the event is on {show_day(days[0])}. Decide the same day (Q-G12)."
    )


@law.tells("FP-63-A.2", on=("receipt",), says="within five days after receipt of the denial")
def an_appeal_may_outlast_it(
    received_at: datetime,
    lead_days: int,
    recurring: bool | None,
    days_applied_for: tuple[date, ...],
    time_applied_for: datetime | None,
    waiver_granted_on: date | None,
    news_date: date | None,
    calendar: OfficeCalendar,
) -> str | None:
    """What an applicant is told at intake where an appeal could end only after the event (Q-G12)."""
    first = days_applied_for[0]
    far = is_far_ahead(lead_days, recurring, days_applied_for, waiver_granted_on, news_date, calendar)
    limit = (
        decide_within_ten_days(received_at.date(), days_applied_for, calendar)
        if far
        else within_two_days(received_at, time_applied_for, days_applied_for, calendar)
    )
    decided = calendar.open_on_or_after(as_day(limit.due))
    last = as_day(appeal_limit(decided, calendar).due)
    meeting = calendar.next_meeting_after(last, law.board)
    if last < first and (meeting is None or meeting < first):
        return None
    heard = f" and the Board of Trustees would meet next on {show_day(meeting)}" if meeting else ""
    soonest = calendar.next_meeting_after(received_at, law.board)
    ask = (
        "You may ask for a decision the same day, so that an appeal can be heard before it."
        if soonest is not None and soonest < first
        else "No meeting of the Board of Trustees is listed between the receipt of the application and that day. You "
        "may ask for a decision the same day."
    )
    return (
        f"A denial received on {show_day(decided)} could be appealed until {show_day(last)}{heard}, while the event is "
        f"on {show_day(first)}. {ask}"
    )


@law.tells(
    "FP-63-A.5",
    on=("appeal-notice",),
    says="shall act upon the appeal at the next scheduled meeting following receipt of the notice of appeal",
)
def the_board_acts_on(
    appeal_received_on: date | None, appeal_copy_received_on: date | None, calendar: OfficeCalendar
) -> str | Dated | None:
    """The meeting at which the Board acts on the appeal."""
    received = first_filed(appeal_received_on, appeal_copy_received_on)
    if received is None:
        return None
    meeting = calendar.next_meeting_after(received, law.board)
    told = "The Board of Trustees acts upon the appeal at its next scheduled meeting following receipt of the notice"
    if meeting is None:
        return f"{told}; none is listed yet."
    return Dated(f"{told}, on {show_day(meeting)}.", meeting_limit(meeting, received))


# The Clerk gets a copy of the notice from the applicant; what the Chief sends beside that is practice.
law.copy("FP-63-A.4", CLERK, of="appeal", says="", practice=True)
law.copy(
    "FP-63-A.5",
    BOARD,
    of="appeal",
    says="The Board of Trustees of the Incorporated Village of Freeport shall act upon the appeal at the next "
    "scheduled meeting following receipt of the notice of appeal.",
)


law.prints(
    "FP-63-A.5",
    "The Board of Trustees has acted upon the appeal.",
    on=("board-decision",),
    says="The Board of Trustees of the Incorporated Village of Freeport shall act upon the appeal",
)


def is_rejected(appeal_outcome: str | None) -> bool:
    """The Board rejected the appeal: the denial stands."""
    return appeal_outcome == "upheld"


law.prints(
    "FP-63-B",
    "The Board of Trustees having rejected the appeal, you may file an immediate request for review with a court of "
    "competent jurisdiction.",
    on=("board-decision",),
    when=is_rejected,
    says="the applicant may file an immediate request for review with a court of competent jurisdiction",
)
